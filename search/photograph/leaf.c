/*
 * Photograph: the weight of a position at the end of a playout: features, and the net over them.
 */
#include <assert.h>
#include <string.h>

#include "search/photograph/leaf.h"

/* The first row of each feature. */
enum {
    ROWS_TIME = 0, /* cards left for each seat: 20, by Sunset ahead or past, by seats: 3 */
    ROWS_OPEN = ROWS_TIME + 120,   /* face-up cards now: 8, by whose the Good Shot is: 3 */
    ROWS_FILM = ROWS_OPEN + 24,    /* after the hand: face-up cards 8, kind 3, last card sharp 2 */
    ROWS_NEAR = ROWS_FILM + 48,    /* which of the next values may come: 32, 64, 13 by kind */
    ROWS_ROOM = ROWS_NEAR + 109,   /* how many values may come: 12 by kind, 1 if empty */
    ROWS_FIELD = ROWS_ROOM + 25,   /* which of them lie in the field: 24, 21, 5 by kind */
    ROWS_FIRST = ROWS_FIELD + 50,  /* places of the hand's cards of this colour, and whether they */
    ROWS_SECOND = ROWS_FIRST + 22, /* fit: 1 if there is none, 10, twice for hands of 3 and 5 */
    ROWS_THIRD = ROWS_SECOND + 11, /* 1 + 10 */
    ROWS_ORDER = ROWS_THIRD + 11,  /* blurry hand cards 4, by how many another order saves: 4 */
    ROWS_RACE = ROWS_ORDER + 16,  /* own steps to the Good Shot 10, the nearest rival's 5, next 2 */
    ROWS_RIVAL = ROWS_RACE + 101, /* the same of the rival's hand: 10, by who is on move first: 2 */
    ROWS_TURN = ROWS_RIVAL + 21,  /* turns until this seat's: 4, by stage: 6 */
    ROWS_TROUBLE = ROWS_TURN + 24, /* blurry cards in the whole hand: 6, by its size: 2 */
    ROWS_ALL = ROWS_TROUBLE + 12,  /* face-up cards in all films: 30, by 2 */
    ROWS_END = ROWS_ALL + 16,
};

_Static_assert((int)ROWS_END == PHOTOBOT_LEAF_ROWS, "rows of the features");

/* The hand's cards of one colour, played out in their order. */
struct strip {
    struct photograph_tail tail; /* after them */
    uint8_t n, blurry;
    uint8_t value[3], place[3], fits[3]; /* of the first three */
    uint8_t steps; /* to the Good Shot: place of the card that takes it, or 5 + cards missing */
};

/* Facts shared by all seats. */
struct scene {
    uint16_t avail[PHOTOGRAPH_COLOURS], field[PHOTOGRAPH_COLOURS]; /* bit value - 1 */
    struct strip strip[PHOTOGRAPH_SEATS_MAX][PHOTOGRAPH_COLOURS];
    int need;
};

/* ---- The scene ---- */

static void lay_card(struct strip *s, int value, int place, int need)
{
    unsigned fits = photobot_step(&s->tail, value);
    if (s->n < 3) {
        s->value[s->n] = (uint8_t)value;
        s->place[s->n] = (uint8_t)place;
        s->fits[s->n] = (uint8_t)fits;
    }
    s->n++;
    s->blurry = (uint8_t)(s->blurry + (fits ^ 1));
    if (fits && s->tail.open >= need && s->steps > 4)
        s->steps = (uint8_t)photobot_least(place, 4);
}

static void read_hand(const struct photobot_world *w, int seat, struct scene *out)
{
    const struct photograph_open *o = &w->state.open;
    struct strip *strip = out->strip[seat];
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        strip[i] = (struct strip){.tail = o->tail[seat][i], .steps = 9};
    uint64_t hand = w->state.hand[seat];
    for (int i = 0; i < o->held[seat]; i++, hand >>= 8) {
        int code = photobot_code((int)(hand & 0xff));
        out->avail[code >> 4] &= (uint16_t) ~(1U << ((code & 15) - 1));
        lay_card(&strip[code >> 4], code & 15, i, out->need);
    }
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        int gap = out->need - strip[i].tail.open;
        if (strip[i].steps > 4)
            strip[i].steps = (uint8_t)(5 + (gap < 0 ? 0 : photobot_least(gap, 4)));
    }
}

static void read_scene(const struct photobot_world *w, struct scene *out)
{
    const struct photograph_open *o = &w->state.open;
    out->need = photograph_need_good(o->seats);
    memcpy(out->avail, w->lying, sizeof out->avail);
    memset(out->field, 0, sizeof out->field);
    for (unsigned rest = o->there; rest != 0; rest &= rest - 1) {
        int at = __builtin_ctz(rest);
        int code = photobot_code(photograph_byte(w->state.row[at >> 2], at & 3));
        out->field[code >> 4] |= (uint16_t)(1U << ((code & 15) - 1));
    }
    for (int i = 0; i < o->seats; i++)
        read_hand(w, i, out);
}

/* ---- Features of one colour ---- */

/* The values beyond `last`, the nearest as the lowest bit. */
static unsigned look_up(unsigned mask, int last)
{
    return mask >> last;
}

static unsigned look_down(unsigned mask, int last)
{
    static const uint8_t reversed[64] = {
        0,  32, 16, 48, 8,  40, 24, 56, 4,  36, 20, 52, 12, 44, 28, 60, 2,  34, 18, 50, 10, 42,
        26, 58, 6,  38, 22, 54, 14, 46, 30, 62, 1,  33, 17, 49, 9,  41, 25, 57, 5,  37, 21, 53,
        13, 45, 29, 61, 3,  35, 19, 51, 11, 43, 27, 59, 7,  39, 23, 55, 15, 47, 31, 63};
    unsigned back = (unsigned)reversed[mask & 63] << 6 | reversed[mask >> 6];
    return back >> (13 - last);
}

/* The cards that may come for a film, and those of them in the field. */
static void read_prospects(const struct photograph_tail *t, unsigned avail, unsigned field,
                           uint16_t *term)
{
    unsigned sharp = t->trend & PHOTOGRAPH_SHARP ? 1 : 0, kind = 2;
    int near, room, lying;
    if (t->last == 0) {
        kind = 0;
        near = 96 + __builtin_popcount(avail);
        room = 24;
        lying = 45 + photobot_least(__builtin_popcount(field), 4);
    } else if (t->trend & (PHOTOGRAPH_UP | PHOTOGRAPH_DOWN)) {
        bool up = t->trend & PHOTOGRAPH_UP;
        unsigned next = up ? look_up(avail, t->last) : look_down(avail, t->last);
        unsigned there = up ? look_up(field, t->last) : look_down(field, t->last);
        near = (int)(next & 31);
        room = __builtin_popcount(next);
        lying = (int)(there & 7) * 3 + photobot_least(__builtin_popcount(there >> 3), 2);
    } else {
        kind = 1;
        unsigned a = look_up(avail, t->last), b = look_down(avail, t->last);
        unsigned c = look_up(field, t->last), d = look_down(field, t->last);
        int more = __builtin_popcount(b) - __builtin_popcount(a);
        bool swap = more > 0 || (more == 0 && (b & 7) > (a & 7)); /* the same in a mirror */
        near = 32 + (int)(swap ? (b & 7) * 8 + (a & 7) : (a & 7) * 8 + (b & 7));
        room = 12 + __builtin_popcount(swap ? b : a);
        lying = 24 + (__builtin_popcount(c & 7) + __builtin_popcount(d & 7)) * 3 +
                photobot_least(__builtin_popcount(c >> 3) + __builtin_popcount(d >> 3), 2);
    }
    term[0] = (uint16_t)(ROWS_FILM + photobot_least(t->open, 7) * 6 + (int)(kind * 2 + sharp));
    term[1] = (uint16_t)(ROWS_NEAR + near);
    term[2] = (uint16_t)(ROWS_ROOM + room);
    term[3] = (uint16_t)(ROWS_FIELD + lying);
}

/* How many of the first three hand cards more would fit in their best order. */
static int count_saved(const struct photograph_tail *now, const struct strip *s)
{
    static const uint8_t order[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                        {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    int n = photobot_least(s->n, 3), most = 0, kept = 0;
    if (s->blurry == 0 || n < 2)
        return 0;
    for (int i = 0; i < n; i++)
        kept += s->fits[i];
    for (int i = 0; i < (n == 2 ? 2 : 6); i++) {
        struct photograph_tail t = *now;
        int fit = 0;
        for (int j = 0; j < n; j++)
            fit += (int)photobot_step(&t, s->value[order[i][j]]);
        most = fit > most ? fit : most;
    }
    return most - kept;
}

static void read_strip(const struct photograph_tail *now, const struct strip *s, int held,
                       uint16_t *term)
{
    int code[3];
    for (int i = 0; i < 3; i++)
        code[i] = i < s->n ? 1 + 2 * photobot_least(s->place[i], 4) + s->fits[i] : 0;
    term[0] = (uint16_t)(ROWS_FIRST + code[0] + (held <= 3 ? 11 : 0));
    term[1] = (uint16_t)(ROWS_SECOND + code[1]);
    term[2] = (uint16_t)(ROWS_THIRD + code[2]);
    term[3] = (uint16_t)(ROWS_ORDER + 4 * photobot_least(s->blurry, 3) + count_saved(now, s));
}

/* The race for an unclaimed Good Shot. */
static void read_race(const struct photograph_open *o, const struct scene *c, int seat, int colour,
                      uint16_t *term)
{
    int best = 9, gap = 4, close = 0, first = 0;
    int own = (seat - o->turn + o->seats) % o->seats;
    if (o->good[colour] != 0) {
        term[0] = ROWS_RACE + 100;
        term[1] = ROWS_RIVAL + 20;
        return;
    }
    for (int i = 0; i < o->seats; i++) {
        if (i == seat)
            continue;
        int far = c->need - o->tail[i][colour].open;
        far = far < 0 ? 0 : photobot_least(far, 4);
        close += far <= 1;
        gap = photobot_least(gap, far);
        if (c->strip[i][colour].steps < best) {
            best = c->strip[i][colour].steps;
            first = (i - o->turn + o->seats) % o->seats < own;
        }
    }
    term[0] = (uint16_t)(ROWS_RACE + c->strip[seat][colour].steps * 10 + gap * 2 + (close > 1));
    term[1] = (uint16_t)(ROWS_RIVAL + best * 2 + first);
}

/* ---- Seats ---- */

static void read_seat(const struct photobot_world *w, const struct scene *c, int seat,
                      struct photobot_leaf_seat *out)
{
    const struct photograph_open *o = &w->state.open;
    const struct strip *strip = c->strip[seat];
    int each = (o->left + __builtin_popcount(o->there)) / o->seats;
    int held = o->held[seat], blurry = 0, open = 0;
    *out = (struct photobot_leaf_seat){0};
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        blurry += strip[i].blurry;
        open += strip[i].tail.open;
    }
    for (unsigned rest = o->colours; rest != 0; rest &= rest - 1) {
        int colour = __builtin_ctz(rest);
        const struct photograph_tail *now = &o->tail[seat][colour];
        uint16_t *term = out->term[out->colours++];
        int whose = o->good[colour] == 0 ? 0 : o->good[colour] == seat + 1 ? 1 : 2;
        out->base += PHOTOBOT_GOOD * (whose == 1) + PHOTOBOT_BLURRY * now->blurry;
        term[0] = (uint16_t)(ROWS_TIME + photobot_least(each, 19) +
                             20 * (o->sunset == PHOTOGRAPH_PAST) + 40 * (o->seats - 2));
        term[1] = (uint16_t)(ROWS_OPEN + 8 * whose + photobot_least(now->open, 7));
        read_prospects(&strip[colour].tail, c->avail[colour], c->field[colour], term + 2);
        read_strip(now, &strip[colour], held, term + 6);
        read_race(o, c, seat, colour, term + 10);
        term[12] = (uint16_t)(ROWS_TURN + 6 * ((seat - o->turn + o->seats) % o->seats) +
                              photobot_least(each / 4, 5));
        term[13] = (uint16_t)(ROWS_TROUBLE + photobot_least(blurry, 5) + (held <= 3 ? 6 : 0));
        term[14] = (uint16_t)(ROWS_ALL + photobot_least(open / 2, 15));
    }
}

void photobot_leaf_read(const struct photobot_world *w,
                        struct photobot_leaf_seat out[PHOTOGRAPH_SEATS_MAX])
{
    struct scene c;
    assert(w->state.open.phase == PHOTOGRAPH_TAKE);
    read_scene(w, &c);
    for (int i = 0; i < w->state.open.seats; i++)
        read_seat(w, &c, i, &out[i]);
}

/* ---- The net ---- */

static int weigh_colour(const uint16_t *term)
{
    const struct photobot_leaf *leaf = &photobot_leaf;
    int16_t sum[PHOTOBOT_LEAF_WIDTH] = {0};
    int cents = 0;
    for (int i = 0; i < PHOTOBOT_LEAF_TERMS; i++)
        for (int j = 0; j < PHOTOBOT_LEAF_WIDTH; j++)
            sum[j] = (int16_t)(sum[j] + leaf->row[term[i]][j]);
    for (int j = 0; j < PHOTOBOT_LEAF_WIDTH; j++)
        cents += (sum[j] > 0 ? sum[j] : 0) * leaf->out[j];
    return cents;
}

void photobot_leaf_weigh(const struct photobot_world *w, int cents[PHOTOGRAPH_SEATS_MAX])
{
    struct photobot_leaf_seat seat[PHOTOGRAPH_SEATS_MAX];
    photobot_leaf_read(w, seat);
    for (int i = 0; i < w->state.open.seats; i++) {
        int sum = 0;
        for (int j = 0; j < seat[i].colours; j++)
            sum += weigh_colour(seat[i].term[j]);
        cents[i] = seat[i].base + sum / 256;
    }
}
