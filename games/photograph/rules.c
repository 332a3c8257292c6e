/*
 * Photograph: set-up, moves and score. Invariants:
 *  - The cards of a row lie side by side: taking goes from the ends and filling from the left.
 *  - A field card is shown exactly in the outer columns (rule P2.4).
 *  - Cards that left the field are counted in `gone` and `unseen` only: nobody can see them again.
 */
#include <assert.h>
#include <string.h>

#include "games/photograph/photograph.h"

enum {
    TAKE_MAX = 3,                    /* Rule P3.1 */
    HAND_FIRST = 5,                  /* Rule P2.5 */
    NO_GOOD = PHOTOGRAPH_VALUES + 1, /* beyond any number of face-up cards */
};

#define WIND(from, to) (PHOTOGRAPH_MOVE_WIND | (from) << 4 | (to))

const move photograph_winds[] = {
    WIND(0, 1), WIND(0, 2), WIND(1, 2), WIND(0, 3), WIND(1, 3), WIND(2, 3), WIND(0, 4),
    WIND(1, 4), WIND(2, 4), WIND(3, 4), WIND(0, 5), WIND(1, 5), WIND(2, 5), WIND(3, 5),
    WIND(4, 5), WIND(0, 6), WIND(1, 6), WIND(2, 6), WIND(3, 6), WIND(4, 6), WIND(5, 6),
    WIND(0, 7), WIND(1, 7), WIND(2, 7), WIND(3, 7), WIND(4, 7), WIND(5, 7), WIND(6, 7),
};

/* Rule P2.3: the order in which field places are filled, as row * 4 + column. */
static const uint8_t fill_order[2][16] = {
    {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11},
    {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15},
};

/* By the four occupancy bits of a row: the first column with a card, and the number of cards. */
struct span {
    uint8_t start, len;
};
static const struct span spans[16] = {
    [1] = {0, 1}, [2] = {1, 1}, [3] = {0, 2},  [4] = {2, 1},  [6] = {1, 2},
    [7] = {0, 3}, [8] = {3, 1}, [12] = {2, 2}, [14] = {1, 3}, [15] = {0, 4},
};

/* Rules P3.1 to P3.3: the takes by row and number of its cards. */
#define TAKE(row, right, n) (PHOTOGRAPH_MOVE_TAKE | (row) << 5 | (right) << 4 | (n))
#define TAKES(row)                                                                                 \
    {                                                                                              \
        {0}, {TAKE(row, 0, 1)},                                                                    \
            {TAKE(row, 0, 1), TAKE(row, 1, 1), TAKE(row, 0, 2), TAKE(row, 1, 2)},                  \
            {TAKE(row, 0, 1), TAKE(row, 1, 1), TAKE(row, 0, 2),                                    \
             TAKE(row, 1, 2), TAKE(row, 0, 3), TAKE(row, 1, 3)},                                   \
            {TAKE(row, 0, 1), TAKE(row, 1, 1), TAKE(row, 0, 2),                                    \
             TAKE(row, 1, 2), TAKE(row, 0, 3), TAKE(row, 1, 3)},                                   \
    }
static const move takes[PHOTOGRAPH_ROWS_MAX][PHOTOGRAPH_COLUMNS + 1][2 * TAKE_MAX] = {
    TAKES(0), TAKES(1), TAKES(2), TAKES(3)};
static const uint8_t take_count[5] = {0, 1, 4, 6, 6};

static const uint8_t *order_of(const struct photograph_open *o)
{
    return fill_order[o->seats > 2];
}

static struct span span_of(const struct photograph_open *o, int row)
{
    return spans[o->there >> 4 * row & 15];
}

/* Rule P2.4. */
static int is_outer(int place)
{
    int column = place & 3;
    return column == 0 || column == 3;
}

/* ---- Set-up ---- */

const char *photograph_check(int seats, const int *opt)
{
    if (seats < 2 || seats > PHOTOGRAPH_SEATS_MAX)
        return MSG("check.seats");
    int colours = opt[PHOTOGRAPH_OPT_COLOURS];
    if (colours != GAME_OPTION_OPEN &&
        __builtin_popcount((unsigned)colours) != photograph_count_colours(seats))
        return MSG("photograph.colours-count");
    if (opt[PHOTOGRAPH_OPT_FIRST] >= seats)
        return MSG("photograph.first-seat");
    return NULL;
}

void photograph_init(struct state *s, int seats, const int *opt)
{
    memset(s, 0, sizeof *s);
    int colours = opt[PHOTOGRAPH_OPT_COLOURS];
    s->open.seats = (uint8_t)seats;
    s->open.colours = (uint8_t)(colours == GAME_OPTION_OPEN ? 0 : colours);
    s->open.first = (uint8_t)opt[PHOTOGRAPH_OPT_FIRST];
    s->open.turn = s->open.first;
    s->open.missed = (uint8_t)opt[PHOTOGRAPH_OPT_MISSED];
    s->open.aided = (uint8_t)opt[PHOTOGRAPH_OPT_MEMORY];
}

/* Version 1 read rule P6.4 otherwise; its games continue under that reading. */
void photograph_use_rules(struct state *s, int rules)
{
    s->open.waits = rules < 2;
}

void photograph_read_options(const struct photograph_open *o, int *opt)
{
    opt[PHOTOGRAPH_OPT_COLOURS] = o->colours == 0 ? GAME_OPTION_OPEN : o->colours;
    opt[PHOTOGRAPH_OPT_FIRST] = o->first;
    opt[PHOTOGRAPH_OPT_MISSED] = o->missed;
    opt[PHOTOGRAPH_OPT_MEMORY] = o->aided;
}

void photograph_options_of(const struct state *s, int *opt)
{
    photograph_read_options(&s->open, opt);
}

/* A uniformly random set of `n` colours, by selection sampling. */
static int draw_colours(struct rng *r, int n)
{
    int set = 0;
    for (int i = 0; n > 0; i++) {
        if ((int)rng_below(r, (uint32_t)(PHOTOGRAPH_COLOURS - i)) < n) {
            set |= 1 << i;
            n--;
        }
    }
    return set;
}

/* Rules P2.1 and P2.2. */
void photograph_shuffle(const struct state *s, struct rng *r, struct deal *out)
{
    int seats = s->open.seats;
    int colours = s->open.colours;
    if (colours == 0)
        colours = draw_colours(r, photograph_count_colours(seats));
    int n = 0;
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        for (int j = 0; j < PHOTOGRAPH_VALUES && (colours >> i & 1); j++)
            out->card[n++] = (uint8_t)(i * PHOTOGRAPH_VALUES + j);
    rng_shuffle(r, out->card, n);
    int pile = photograph_count_pile(seats);
    int place = 4 * pile + (int)rng_below(r, (uint32_t)pile + 1);
    memmove(out->card + place + 1, out->card + place, (size_t)(n - place));
    out->card[place] = PHOTOGRAPH_SUNSET;
    out->n = n + 1;
}

/* The colours that occur among the first `n` cards of a deal, as bits. */
static int collect_colours(const struct deal *d, int n)
{
    unsigned set = 0;
    for (int i = 0; i < n; i++)
        set |= 1U << d->card[i] / PHOTOGRAPH_VALUES;
    return (int)(set & ((1U << PHOTOGRAPH_COLOURS) - 1));
}

/* Finds open colours from the cards; there must be no more than are in play. */
static const char *find_colours(const struct deal *d, int want, int *colours, int *bad)
{
    *colours = collect_colours(d, d->n);
    if (__builtin_popcount((unsigned)*colours) <= want)
        return NULL;
    int n = 0;
    while (__builtin_popcount((unsigned)collect_colours(d, n + 1)) <= want)
        n++;
    *bad = n;
    return MSG("photograph.deal-colours");
}

/* The cards of each colour, as bits of card numbers. */
static const uint64_t colour_cards[PHOTOGRAPH_COLOURS][2] = {
    {UINT64_C(0xfff), 0},       {UINT64_C(0xfff) << 12, 0}, {UINT64_C(0xfff) << 24, 0},
    {UINT64_C(0xfff) << 36, 0}, {UINT64_C(0xfff) << 48, 0}, {UINT64_C(0xf) << 60, UINT64_C(0xff)},
    {0, UINT64_C(0xfff) << 8},
};

/* Checks that the deal has every card of the colours once, and Sunset in its pile (P2.2). */
static const char *check_deck(const struct deal *d, int seats, int colours, int *bad)
{
    uint64_t deck[2] = {0, UINT64_C(1) << (PHOTOGRAPH_SUNSET - 64)};
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        if (colours >> i & 1) {
            deck[0] |= colour_cards[i][0];
            deck[1] |= colour_cards[i][1];
        }
    }
    int pile = photograph_count_pile(seats);
    const char *why = game_check_cards(d, deck, 6 * pile + 1, bad);
    if (why != NULL)
        return why;
    const uint8_t *sunset = memchr(d->card, PHOTOGRAPH_SUNSET, (size_t)d->n);
    int place = (int)(sunset - d->card);
    if (place >= 4 * pile && place <= 5 * pile)
        return NULL;
    *bad = place;
    return MSG("photograph.sunset-place");
}

static int draw(struct state *s)
{
    int top = --s->open.left;
    int card = s->deck[top];
    s->deck[top] = 0;
    return card;
}

/* Lays a card on an empty field place. */
static void lay(struct state *s, int place, int card)
{
    int byte = is_outer(place) ? card | PHOTOGRAPH_SHOWN : card;
    s->row[place >> 2] |= (uint32_t)byte << 8 * (place & 3);
    s->open.there |= (uint16_t)(1 << place);
}

/* Rules P2.3 to P2.5. */
static void set_up(struct state *s)
{
    struct photograph_open *o = &s->open;
    const uint8_t *order = order_of(o);
    int places = photograph_count_rows(o->seats) * PHOTOGRAPH_COLUMNS;
    for (int i = 0; i < places; i++)
        lay(s, order[i], draw(s));
    for (int held = 0; held < HAND_FIRST; held++) {
        for (int i = 0; i < o->seats; i++) {
            int seat = (o->first + i) % o->seats;
            s->hand[seat] |= (uint64_t)draw(s) << 8 * held;
            o->held[seat]++;
        }
    }
}

const char *photograph_deal(struct state *s, const struct deal *d, int *bad)
{
    struct photograph_open *o = &s->open;
    int colours = o->colours;
    const char *why = NULL;
    *bad = -1;
    if (o->phase != PHOTOGRAPH_DEAL)
        return MSG("deal.not-now");
    if (colours == 0)
        why = find_colours(d, photograph_count_colours(o->seats), &colours, bad);
    if (why == NULL)
        why = check_deck(d, o->seats, colours, bad);
    if (why != NULL)
        return why;
    o->colours = (uint8_t)colours;
    o->left = (uint8_t)d->n;
    for (int i = 0; i < d->n; i++)
        s->deck[i] = d->card[d->n - 1 - i];
    set_up(s);
    o->phase = PHOTOGRAPH_TAKE;
    return NULL;
}

/* ---- Who may do what ---- */

uint32_t photograph_read_actors(const struct photograph_open *o)
{
    switch (o->phase) {
    case PHOTOGRAPH_DEAL:
        return GAME_DEALER;
    case PHOTOGRAPH_TAKE:
    case PHOTOGRAPH_WIND:
        return UINT32_C(1) << o->turn;
    case PHOTOGRAPH_DUSK:
    case PHOTOGRAPH_END:
        return ((UINT32_C(1) << o->seats) - 1) & ~(uint32_t)o->chosen;
    default:
        return 0;
    }
}

uint32_t photograph_actors(const struct state *s)
{
    return photograph_read_actors(&s->open);
}

/* Lists the takes of all rows. Each row copies its whole line of the table and counts only the
   legal takes: the rest is overwritten or lies beyond the count. */
static int list_takes(const struct photograph_open *o, move *out)
{
    int n = 0;
    int rows = photograph_count_rows(o->seats);
    for (int row = 0; row < rows; row++) {
        int len = span_of(o, row).len;
        memcpy(out + n, takes[row][len], sizeof takes[row][len]);
        n += take_count[len];
    }
    return n;
}

int photograph_legal(const struct state *s, int seat, move *out)
{
    const struct photograph_open *o = &s->open;
    if (seat < 0 || seat >= o->seats || (photograph_read_actors(o) >> seat & 1) == 0)
        return 0;
    if (o->phase == PHOTOGRAPH_TAKE)
        return list_takes(o, out);
    /* Copies all of them: a fixed length is faster, and `out` has room. */
    memcpy(out, photograph_winds, sizeof photograph_winds);
    return photograph_count_winds(o->held[seat]);
}

static const char *refuse_actor(const struct photograph_open *o, int seat)
{
    if (seat < 0 || seat >= o->seats)
        return MSG("move.no-such-seat");
    if (photograph_read_actors(o) >> seat & 1)
        return NULL;
    if (o->phase == PHOTOGRAPH_DEAL)
        return MSG("photograph.before-deal");
    if (o->phase == PHOTOGRAPH_OVER)
        return MSG("photograph.over");
    return o->chosen >> seat & 1 ? MSG("photograph.chosen") : MSG("move.not-your-turn");
}

/* Rules P3.1 to P3.3; `code` is the move without its kind. */
static const char *refuse_take(const struct photograph_open *o, unsigned code)
{
    int row = (int)(code >> 5);
    int n = (int)(code & 15);
    if (o->phase == PHOTOGRAPH_WIND)
        return MSG("photograph.wind-now");
    if (o->phase != PHOTOGRAPH_TAKE)
        return MSG("photograph.wind-only");
    if (row >= photograph_count_rows(o->seats))
        return MSG("photograph.no-such-row");
    if (n < 1 || n > TAKE_MAX)
        return MSG("photograph.take-count");
    int len = span_of(o, row).len;
    if (len == 0)
        return MSG("photograph.row-empty");
    if (n > len)
        return MSG("photograph.row-short");
    return len == 1 && (code & 16) ? MSG("photograph.last-card-left") : NULL;
}

/* Rule P4.1; `code` is the move without its kind. */
static const char *refuse_wind(const struct photograph_open *o, int seat, unsigned code)
{
    int from = (int)(code >> 4);
    int to = (int)(code & 15);
    int held = o->held[seat];
    if (o->phase == PHOTOGRAPH_TAKE)
        return MSG("photograph.take-first");
    if (from >= held || to >= held)
        return MSG("photograph.no-such-place");
    if (from == held - 1)
        return MSG("photograph.top-card");
    return to <= from ? MSG("photograph.towards-top") : NULL;
}

const char *photograph_refuse(const struct state *s, int seat, move m)
{
    const char *why = refuse_actor(&s->open, seat);
    if (why != NULL)
        return why;
    if ((m & ~(move)0x1ff) == PHOTOGRAPH_MOVE_TAKE)
        return refuse_take(&s->open, (unsigned)m & 0x1ff);
    if ((m & ~(move)0xff) == PHOTOGRAPH_MOVE_WIND)
        return refuse_wind(&s->open, seat, (unsigned)m & 0xff);
    return MSG("photograph.move-unknown");
}

/* ---- The turn ---- */

/* Rule P5.2: the next move ends the display of the last shots. */
static void forget_shots(struct photograph_open *o)
{
    memset(o->shot, 0, sizeof o->shot);
    o->shots = 0;
}

static uint32_t swap_bytes(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

/* Rule P3.2. A take from the right is one from the left of the mirrored row. */
static uint32_t read_take(const struct state *s, int row, int right, int n)
{
    struct span span = span_of(&s->open, row);
    uint32_t cards = (UINT32_C(1) << 8 * n) - 1;
    uint32_t line = right ? swap_bytes(s->row[row]) : s->row[row];
    int skip = right ? PHOTOGRAPH_COLUMNS - span.start - span.len : span.start;
    return line >> 8 * skip & cards;
}

uint32_t photograph_read_take(const struct state *s, move m)
{
    return read_take(s, (int)(m >> 5) & 15, (int)(m >> 4) & 1, photograph_count_taken(m));
}

/* Rules P3.1 and P3.2. */
static void take(struct state *s, int seat, int row, int right, int n)
{
    struct photograph_open *o = &s->open;
    struct span span = span_of(o, row);
    uint32_t cards = (UINT32_C(1) << 8 * n) - 1;
    s->hand[seat] |= (uint64_t)read_take(s, row, right, n) << 8 * o->held[seat];
    o->held[seat] = (uint8_t)(o->held[seat] + n);

    int from = right ? span.start + span.len - n : span.start;
    s->row[row] &= ~(cards << 8 * from);
    o->there &= (uint16_t) ~(((1 << n) - 1) << (4 * row + from));
    o->count = (uint8_t)n;
    forget_shots(o);
    o->phase = PHOTOGRAPH_WIND;
}

unsigned photograph_list_fits(const struct photograph_tail *t)
{
    unsigned lies = 1U << t->last >> 1;
    return photograph_near(t->trend, t->last) & ~lies;
}

int photograph_reach(void)
{
    const struct photograph_tail lone = {.last = 1, .trend = PHOTOGRAPH_SHARP, .open = 1};
    return __builtin_popcount(photograph_list_fits(&lone));
}

/* Lays a card in its film (rule P5). A face-up card takes the Good Shot if the film then has `need`
   of them. */
static void shoot(struct photograph_open *o, int seat, int card, int need)
{
    int colour = card / PHOTOGRAPH_VALUES;
    int value = card % PHOTOGRAPH_VALUES + 1;
    struct photograph_tail t = o->tail[seat][colour];
    unsigned fits = photograph_fits(&t, value);
    uint64_t entry = (uint64_t)value | (fits ^ 1) << 4;
    o->film[seat][colour] |= entry << 5 * (t.open + t.blurry);
    photograph_lay(&t, value, fits);
    t.blurry = (uint8_t)(t.blurry + (fits ^ 1));
    o->tail[seat][colour] = t;
    unsigned good = fits & (unsigned)(t.open >= need) & (unsigned)(o->good[colour] == 0);
    if (good)
        o->good[colour] = (uint8_t)(seat + 1); /* Rule P5.6 */
    o->shot[o->shots++] = (uint16_t)((unsigned)card | (unsigned)seat << PHOTOGRAPH_SHOT_SEAT |
                                     (fits ? 0u : PHOTOGRAPH_SHOT_BLURRY) |
                                     (good ? PHOTOGRAPH_SHOT_GOOD : 0u)); /* Rule P5.2 */
}

/* Winds a hand by the low byte of a move and plays its `n` bottom cards. */
static void wind_and_shoot(struct state *s, int seat, unsigned code, int n, int need)
{
    uint64_t hand = photograph_wind(s->hand[seat], code);
    s->open.held[seat] = (uint8_t)(s->open.held[seat] - n);
    for (; n > 0; n--) {
        shoot(&s->open, seat, (int)(hand & 0xff & ~(unsigned)PHOTOGRAPH_SHOWN), need);
        hand >>= 8;
    }
    s->hand[seat] = hand;
}

/* ---- The field ---- */

static int count_field(const struct photograph_open *o)
{
    return __builtin_popcount(o->there);
}

/* Takes all cards off the field (rules P6.2 and P6.3) and notes the shown ones as gone. Puts the
   others into `hidden`, in the order of their places, and returns their number. */
static int clear_field(struct state *s, uint8_t hidden[PHOTOGRAPH_FIELD_MIN])
{
    struct photograph_open *o = &s->open;
    const uint8_t *order = order_of(o);
    int n = 0;
    for (int i = 0; o->there != 0; i++) {
        int place = order[i];
        if ((o->there >> place & 1) == 0)
            continue;
        o->there &= (uint16_t) ~(1 << place);
        int card = photograph_byte(s->row[place >> 2], place & 3);
        if (card & PHOTOGRAPH_SHOWN) {
            card &= ~PHOTOGRAPH_SHOWN;
            o->gone[card / PHOTOGRAPH_VALUES] |= (uint16_t)(1 << card % PHOTOGRAPH_VALUES);
        } else {
            hidden[n++] = (uint8_t)card;
        }
    }
    memset(s->row, 0, sizeof s->row);
    return n;
}

/* Fills the free places from the deck; stops and returns 0 when Sunset comes. Rule P6.4. */
static int fill_field(struct state *s)
{
    struct photograph_open *o = &s->open;
    const uint8_t *order = order_of(o);
    int places = photograph_count_rows(o->seats) * PHOTOGRAPH_COLUMNS;
    for (int i = 0; i < places && o->left > 0; i++) {
        if (o->there >> order[i] & 1)
            continue;
        int card = draw(s);
        if (card == PHOTOGRAPH_SUNSET)
            return 0;
        lay(s, order[i], card);
    }
    return 1;
}

/* Rule P6.4: a complete refill left Sunset on top of the deck. Version 1 of the rules waited. */
static bool is_sunset_on_top(const struct state *s)
{
    const struct photograph_open *o = &s->open;
    return o->left > 0 && s->deck[o->left - 1] == PHOTOGRAPH_SUNSET && !o->waits;
}

/* Rule P6.4: Sunset has left the deck. */
static void begin_sunset(struct photograph_open *o)
{
    o->sunset = PHOTOGRAPH_NOW;
    o->phase = PHOTOGRAPH_DUSK;
}

/* Rule P6.6. */
static void pass_turn(struct photograph_open *o)
{
    o->turn = (uint8_t)(o->turn + 1 == o->seats ? 0 : o->turn + 1);
    o->phase = PHOTOGRAPH_TAKE;
}

/* Continues a refill to its end: Sunset, the end of the game or the next player. */
static void go_on(struct state *s)
{
    struct photograph_open *o = &s->open;
    if (!fill_field(s)) {
        begin_sunset(o);
    } else if (count_field(o) < PHOTOGRAPH_FIELD_MIN) {
        o->phase = PHOTOGRAPH_END; /* Rule P6.5 */
    } else if (is_sunset_on_top(s)) {
        (void)draw(s);
        begin_sunset(o);
    } else {
        pass_turn(o);
    }
}

/* Rule P6. */
static void check_field(struct state *s)
{
    struct photograph_open *o = &s->open;
    if (count_field(o) >= PHOTOGRAPH_FIELD_MIN) {
        pass_turn(o);
        return;
    }
    uint8_t hidden[PHOTOGRAPH_FIELD_MIN];
    int n = clear_field(s, hidden);
    for (int i = 0; i < n; i++) {
        if (o->seats == 2)
            o->unseen += UINT64_C(1) << 4 * (hidden[i] / 6); /* Rule P6.2 */
        else
            lay(s, order_of(o)[i], hidden[i]); /* Rule P6.3: the left column */
    }
    go_on(s);
}

/* ---- Sealed choices ---- */

/* Carries out the winds of all seats, starting with the first player (rules P7.1 and P8.1). */
static void resolve(struct state *s)
{
    struct photograph_open *o = &s->open;
    forget_shots(o);
    for (int i = 0; i < o->seats; i++) {
        int seat = (o->first + i) % o->seats;
        wind_and_shoot(s, seat, s->sealed[seat], PHOTOGRAPH_SEALED_SHOTS, NO_GOOD); /* Rule P7.2 */
        s->sealed[seat] = 0;
    }
    o->chosen = 0;
    if (o->phase == PHOTOGRAPH_END) {
        o->phase = PHOTOGRAPH_OVER;
        return;
    }
    o->sunset = PHOTOGRAPH_PAST;
    go_on(s);
}

void photograph_apply(struct state *s, int seat, move m)
{
    assert(photograph_refuse(s, seat, m) == NULL);
    struct photograph_open *o = &s->open;
    unsigned code = (unsigned)m;
    if (o->phase == PHOTOGRAPH_TAKE) {
        take(s, seat, code >> 5 & 15, code >> 4 & 1, code & 15);
    } else if (o->phase == PHOTOGRAPH_WIND) {
        wind_and_shoot(s, seat, code & 0xff, o->count, photograph_need_good(o->seats));
        o->count = 0;
        check_field(s);
    } else {
        s->sealed[seat] = (uint8_t)code;
        o->chosen |= (uint8_t)(1 << seat);
        if (photograph_read_actors(o) == 0)
            resolve(s);
    }
}

/* ---- Score ---- */

struct photograph_tally photograph_score(const struct photograph_open *o, int seat, int lost)
{
    struct photograph_tally sum = {0};
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        const struct photograph_tail *t = &o->tail[seat][i];
        if ((o->colours >> i & 1) == 0)
            continue;
        if (i == lost) {
            sum.points += photograph_score_length(0); /* Rule P8.5 */
            continue;
        }
        int shot = o->good[i] == seat + 1;
        sum.points += photograph_score_length(t->open) + PHOTOGRAPH_GOOD_POINTS * shot +
                      PHOTOGRAPH_BLURRY_POINTS * t->blurry;
        sum.shots += shot;
        sum.longest = t->open > sum.longest ? t->open : sum.longest;
    }
    return sum;
}

void photograph_result(const struct state *s, struct result *out)
{
    const struct photograph_open *o = &s->open;
    int over = o->phase == PHOTOGRAPH_OVER;
    struct photograph_tally best = {0};
    *out = (struct result){.seats = o->seats};
    for (int i = 0; i < o->seats; i++) {
        int last = (int)(s->hand[i] & ~(unsigned)PHOTOGRAPH_SHOWN & 0xff);
        int lost = over && o->missed ? last / PHOTOGRAPH_VALUES : -1;
        struct photograph_tally sum = photograph_score(o, i, lost);
        out->score[i] = sum.points;
        if (!over)
            continue;
        int order = i == 0 ? 1 : photograph_compare(&sum, &best);
        if (order > 0) {
            best = sum;
            out->winners = 0;
        }
        if (order >= 0)
            out->winners |= UINT32_C(1) << i;
    }
}

int photograph_facts(const struct state *s, int seat, struct game_fact *out)
{
    *out = (struct game_fact){.id = MSG("fact.blurs")};
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        out->n += s->open.tail[seat][i].blurry;
    return 1;
}
