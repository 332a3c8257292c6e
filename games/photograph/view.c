/*
 * Photograph: what a seat may know (rule P9), worlds drawn from it, and its JSON.
 *
 * All events are public, except the faces of cards taken or lying face down, and sealed winds;
 * every played card is shown. So a seat's private knowledge is its own hand and its own sealed
 * wind, and `open` is everybody's memory.
 */
#include <string.h>

#include "games/photograph/photograph.h"

/* A word of cards in which backs replace the cards that are not shown. */
static uint64_t hide(uint64_t word, int n)
{
    uint64_t out = 0;
    for (int i = 0; i < n; i++) {
        int byte = photograph_byte(word, i);
        out |= (uint64_t)(byte & PHOTOGRAPH_SHOWN ? byte : byte / 6) << 8 * i;
    }
    return out;
}

/* Rule P9.3: with strict memory nobody shows a player again what lay open. */
bool photograph_shows_past(const struct state *s)
{
    return s->open.aided;
}

void photograph_observe(const struct state *s, int seat, struct view *out)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->open, &s->open, sizeof out->open);
    out->seat = (int8_t)seat;
    for (int i = 0; i < s->open.seats; i++)
        out->hand[i] = i == seat ? s->hand[i] : hide(s->hand[i], s->open.held[i]);
    for (int i = 0; i < PHOTOGRAPH_ROWS_MAX; i++)
        out->row[i] = (uint32_t)hide(s->row[i], PHOTOGRAPH_COLUMNS);
    if (seat != GAME_SPECTATOR)
        out->sealed[seat] = s->sealed[seat];
    if (s->open.left > 0 && !s->open.waits)
        out->top = (uint8_t)(s->deck[s->open.left - 1] / 6 + 1); /* Rule P2.5 */
}

/* In the view every card counts as shown, so that its face is written. */
void photograph_reveal(const struct state *s, struct view *v)
{
    const uint64_t shown = PHOTOGRAPH_SHOWN * UINT64_C(0x0101010101010101);
    for (int i = 0; i < s->open.seats; i++) {
        v->hand[i] = s->hand[i] | shown;
        v->sealed[i] = 0; /* a secret choice is told by its event */
    }
    for (int i = 0; i < PHOTOGRAPH_ROWS_MAX; i++)
        v->row[i] = s->row[i] | (uint32_t)shown;
    v->open.aided = 1;
}

/* ---- Sampling ---- */

/* The cards that the view has not seen, by their backs. */
struct unseen {
    uint8_t n[PHOTOGRAPH_BACKS];
    uint8_t card[PHOTOGRAPH_BACKS][6];
};

/* Marks the shown cards of a word; `all` counts every card of it as shown. */
static void mark_word(uint64_t word, int n, uint64_t all, uint16_t *seen)
{
    word |= all;
    for (int i = 0; i < n; i++) {
        int byte = photograph_byte(word, i);
        int card = byte & ~PHOTOGRAPH_SHOWN;
        if (byte & PHOTOGRAPH_SHOWN)
            seen[card / PHOTOGRAPH_VALUES] |= (uint16_t)(1 << card % PHOTOGRAPH_VALUES);
    }
}

/* Marks every card that the view has seen: by colour, bit value - 1. */
static void mark_seen(const struct view *v, uint16_t seen[PHOTOGRAPH_COLOURS])
{
    const struct photograph_open *o = &v->open;
    memcpy(seen, o->gone, sizeof o->gone);
    for (int i = 0; i < o->seats; i++) {
        for (int j = 0; j < PHOTOGRAPH_COLOURS; j++)
            for (uint64_t film = o->film[i][j]; film != 0; film >>= 5)
                seen[j] |= (uint16_t)(1 << ((film & 15) - 1));
        uint64_t own = i == v->seat ? UINT64_C(0x8080808080808080) : 0;
        mark_word(v->hand[i], o->held[i], own, seen);
    }
    for (int i = 0; i < PHOTOGRAPH_ROWS_MAX; i++)
        mark_word(v->row[i], PHOTOGRAPH_COLUMNS, 0, seen);
}

static void list_unseen(const struct view *v, struct unseen *out)
{
    uint16_t seen[PHOTOGRAPH_COLOURS];
    memset(out->n, 0, sizeof out->n);
    mark_seen(v, seen);
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        for (int j = 0; j < PHOTOGRAPH_VALUES && (v->open.colours >> i & 1); j++) {
            int card = i * PHOTOGRAPH_VALUES + j;
            if ((seen[i] >> j & 1) == 0)
                out->card[card / 6][out->n[card / 6]++] = (uint8_t)card;
        }
    }
}

/* Draws a uniformly random unseen card with this back, and removes it. */
static int pick(struct unseen *u, int back, struct rng *r)
{
    uint32_t i = rng_below(r, u->n[back]);
    int card = u->card[back][i];
    u->card[back][i] = u->card[back][--u->n[back]];
    return card;
}

/* A word of the view in which cards replace the backs; `there` are the occupied places. */
static uint64_t reveal(uint64_t word, unsigned there, struct unseen *u, struct rng *r)
{
    uint64_t out = 0;
    for (int i = 0; there >> i != 0; i++) {
        int byte = photograph_byte(word, i);
        if ((there >> i & 1) == 0)
            continue;
        out |= (uint64_t)(byte & PHOTOGRAPH_SHOWN ? byte : pick(u, byte, r)) << 8 * i;
    }
    return out;
}

/* The deck: the remaining unseen cards in random order, below the card `top` (-1: unknown).
   Sunset's place is uniform over the places that rules P2.2 and P6.4 allow below the drawn cards
   and a known top card: each goes with equally many orders. */
static void stack_deck(const struct unseen *u, int top, struct rng *r, struct state *out)
{
    const struct photograph_open *o = &out->open;
    int n = 0;
    for (int i = 0; i < PHOTOGRAPH_BACKS; i++)
        for (int j = 0; j < u->n[i]; j++)
            out->deck[n++] = u->card[i][j];
    rng_shuffle(r, out->deck, n);
    if (o->sunset == PHOTOGRAPH_AHEAD) {
        int pile = photograph_count_pile(o->seats);
        int above = 6 * pile + 1 - o->left + (top >= 0);
        int lowest = above > 4 * pile ? above : 4 * pile;
        int place = lowest + (int)rng_below(r, (uint32_t)(5 * pile - lowest + 1));
        int index = 6 * pile - place;
        out->deck[n++] = out->deck[index];
        out->deck[index] = PHOTOGRAPH_SUNSET;
    }
    if (top >= 0)
        out->deck[n] = (uint8_t)top;
}

/* Unseen cards of one back are exchangeable between the deck and all places with such a back; a
   sealed wind of another seat is any wind. */
void photograph_determinize(const struct view *v, struct rng *r, struct state *out)
{
    struct unseen u;
    memset(out, 0, sizeof *out);
    memcpy(&out->open, &v->open, sizeof out->open);
    const struct photograph_open *o = &out->open;
    if (o->phase == PHOTOGRAPH_DEAL)
        return;
    list_unseen(v, &u);
    for (int i = 0; i < PHOTOGRAPH_ROWS_MAX; i++)
        out->row[i] = (uint32_t)reveal(v->row[i], o->there >> 4 * i & 15, &u, r);
    for (int i = 0; i < o->seats; i++) {
        unsigned places = (1U << o->held[i]) - 1;
        out->hand[i] = i == v->seat ? v->hand[i] : reveal(v->hand[i], places, &u, r);
        out->sealed[i] = v->sealed[i];
        if (i != v->seat && (o->chosen >> i & 1))
            out->sealed[i] = (uint8_t)
                photograph_winds[rng_below(r, (uint32_t)photograph_count_winds(o->held[i]))];
    }
    for (int i = 0; i < PHOTOGRAPH_BACKS; i++)
        for (int n = o->unseen >> 4 * i & 15; n > 0; n--)
            pick(&u, i, r);
    int top = v->top > 0 ? pick(&u, v->top - 1, r) : -1;
    stack_deck(&u, top, r, out);
}

/* ---- Dealing anew ---- */

/* The card that lies in the world where a card lies now; 0xff: it lies nowhere. */
struct exchange {
    uint8_t to[PHOTOGRAPH_SUNSET + 1];
    bool there[PHOTOGRAPH_SUNSET + 1]; /* it lies somewhere in the world */
};

static void exchange_card(struct exchange *x, int from, int to)
{
    x->to[from & ~PHOTOGRAPH_SHOWN] = (uint8_t)(to & ~PHOTOGRAPH_SHOWN);
    x->there[to & ~PHOTOGRAPH_SHOWN] = true;
}

/* Films and the cards that left the field face up are known to all. */
static void keep_known(struct exchange *x, const struct photograph_open *o)
{
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        for (int j = 0; j < PHOTOGRAPH_VALUES; j++)
            if (o->gone[i] >> j & 1)
                exchange_card(x, i * PHOTOGRAPH_VALUES + j, i * PHOTOGRAPH_VALUES + j);
        for (int seat = 0; seat < o->seats; seat++)
            for (uint64_t film = o->film[seat][i]; film != 0; film >>= 5) {
                int card = i * PHOTOGRAPH_VALUES + (int)(film & 15) - 1;
                exchange_card(x, card, card);
            }
    }
    if (o->sunset != PHOTOGRAPH_AHEAD)
        exchange_card(x, PHOTOGRAPH_SUNSET, PHOTOGRAPH_SUNSET);
}

static void exchange_lying(struct exchange *x, const struct state *now, const struct state *world)
{
    const struct photograph_open *o = &now->open;
    for (int i = 0; i < o->seats; i++)
        for (int j = 0; j < o->held[i]; j++)
            exchange_card(x, photograph_byte(now->hand[i], j), photograph_byte(world->hand[i], j));
    for (int i = 0; i < 4 * PHOTOGRAPH_ROWS_MAX; i++)
        if (o->there >> i & 1)
            exchange_card(x, photograph_byte(now->row[i / 4], i % 4),
                          photograph_byte(world->row[i / 4], i % 4));
    for (int i = 0; i < o->left; i++)
        exchange_card(x, now->deck[i], world->deck[i]);
}

/* A card of the deal lies where the events have brought it, and they name places: in its place of
   the deal comes the card that lies there in the world. Cards that left the field face down lie
   nowhere; those of the world take their places in random order, back for back. */
void photograph_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                       struct deal *d)
{
    struct exchange x = {.there = {false}};
    uint8_t lost[PHOTOGRAPH_SUNSET];
    int n = 0;
    (void)seat;
    memset(x.to, 0xff, sizeof x.to);
    keep_known(&x, &now->open);
    exchange_lying(&x, now, world);
    for (int card = 0; card < PHOTOGRAPH_SUNSET; card++)
        if (!x.there[card] && now->open.colours >> card / PHOTOGRAPH_VALUES & 1)
            lost[n++] = (uint8_t)card;
    rng_shuffle(r, lost, n);
    for (int i = 0; i < d->n; i++) {
        int card = d->card[i], k = 0;
        if (x.to[card] != 0xff) {
            d->card[i] = x.to[card];
            continue;
        }
        while (k < n && lost[k] / 6 != card / 6)
            k++;
        if (k == n)
            return; /* no world of the seat's view */
        d->card[i] = lost[k];
        lost[k] = lost[--n];
    }
}

/* ---- JSON ---- */

static const char *const phases[] = {"deal", "take", "wind", "sunset", "end", "over"};
static const char *const sunsets[] = {"ahead", "now", "past"};
static const char *const directions[] = {"none", "up", "down"};

/* The key of a colour: its letter. */
static void put_colour_key(struct buf *b, int colour)
{
    const char letter[] = {photograph_letters[colour], '\0'};
    buf_put_key(b, letter);
}

static void put_card(struct buf *b, int card)
{
    buf_put_comma(b);
    buf_put_char(b, '"');
    photograph_write_card(card, b);
    buf_put_char(b, '"');
}

static void put_back(struct buf *b, int back)
{
    buf_put_comma(b);
    buf_put_char(b, '"');
    photograph_write_back(back, b);
    buf_put_char(b, '"');
}

static void put_field(const struct view *v, struct buf *b)
{
    buf_put_key(b, "field");
    buf_put_char(b, '[');
    for (int i = 0; i < photograph_count_rows(v->open.seats); i++) {
        buf_put_comma(b);
        buf_put_char(b, '[');
        for (int j = 0; j < PHOTOGRAPH_COLUMNS; j++) {
            int byte = photograph_byte(v->row[i], j);
            buf_put_comma(b);
            if ((v->open.there >> (4 * i + j) & 1) == 0)
                buf_put(b, "null");
            else if (byte & PHOTOGRAPH_SHOWN)
                put_card(b, byte & ~PHOTOGRAPH_SHOWN);
            else
                put_back(b, byte);
        }
        buf_put_char(b, ']');
    }
    buf_put_char(b, ']');
}

static void put_good(const struct photograph_open *o, struct buf *b)
{
    buf_put_key(b, "good");
    buf_put_char(b, '{');
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        if ((o->colours >> i & 1) == 0)
            continue;
        put_colour_key(b, i);
        if (o->good[i] == 0)
            buf_put(b, "null");
        else
            buf_put_int(b, o->good[i] - 1);
    }
    buf_put_char(b, '}');
}

/* Rule P9.3: in the hands of others a shown card is displayed only with aided memory. */
static void put_hand(const struct view *v, int seat, struct buf *b)
{
    buf_put_key(b, "hand");
    buf_put_char(b, '[');
    for (int i = 0; i < v->open.held[seat]; i++) {
        int byte = photograph_byte(v->hand[seat], i);
        int card = byte & ~PHOTOGRAPH_SHOWN;
        int shown = byte & PHOTOGRAPH_SHOWN;
        if (seat == v->seat || (shown && v->open.aided))
            put_card(b, card);
        else
            put_back(b, shown ? card / 6 : card);
    }
    buf_put_char(b, ']');
}

static void put_film(const struct view *v, int seat, int colour, struct buf *b)
{
    const struct photograph_tail *t = &v->open.tail[seat][colour];
    put_colour_key(b, colour);
    buf_put(b, "{\"cards\":[");
    for (uint64_t film = v->open.film[seat][colour]; film != 0; film >>= 5) {
        int card = colour * PHOTOGRAPH_VALUES + (int)(film & 15) - 1;
        int blurry = film & 16 ? 1 : 0;
        buf_put_comma(b);
        buf_put(b, blurry ? "{\"back\":" : "{\"card\":");
        if (blurry)
            put_back(b, card / 6);
        else
            put_card(b, card);
        if (blurry && v->open.aided) {
            buf_put_key(b, "was");
            put_card(b, card);
        }
        buf_put_char(b, '}');
    }
    buf_put_char(b, ']');
    buf_put_key_text(b, "direction", directions[t->trend & (PHOTOGRAPH_UP | PHOTOGRAPH_DOWN)]);
    buf_put_key_int(b, "open", t->open);
    buf_put_key_int(b, "blurry", t->blurry);
    buf_put_char(b, '}');
}

/* Films and Good Shots of a seat. */
static void put_films(const struct view *v, int seat, struct buf *b)
{
    const struct photograph_open *o = &v->open;
    buf_put_key(b, "films");
    buf_put_char(b, '{');
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        if (o->colours >> i & 1)
            put_film(v, seat, i, b);
    buf_put_char(b, '}');
    buf_put_key(b, "good");
    buf_put_char(b, '[');
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        if (o->good[i] == seat + 1) {
            const char letter[] = {photograph_letters[i], '\0'};
            buf_put_comma(b);
            buf_put_json(b, letter);
        }
    }
    buf_put_char(b, ']');
}

/* By colour: the values that fit next, for display; films that take any value are left out. */
static void put_fits(const struct view *v, int seat, struct buf *b)
{
    buf_put_key(b, "fits");
    buf_put_char(b, '{');
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        unsigned fits = photograph_list_fits(&v->open.tail[seat][i]);
        if ((v->open.colours >> i & 1) == 0 || fits == (1U << PHOTOGRAPH_VALUES) - 1)
            continue;
        put_colour_key(b, i);
        buf_put_char(b, '[');
        for (int j = 0; j < PHOTOGRAPH_VALUES; j++) {
            if ((fits >> j & 1) == 0)
                continue;
            buf_put_comma(b);
            buf_put_int(b, j + 1);
        }
        buf_put_char(b, ']');
    }
    buf_put_char(b, '}');
}

/* The parts of a finished game's score (rule P8.2); `lost` as in photograph_score. */
static void put_points(const struct view *v, int seat, int lost, struct buf *b)
{
    buf_put_key(b, "points");
    buf_put_char(b, '{');
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        const struct photograph_tail *t = &v->open.tail[seat][i];
        if ((v->open.colours >> i & 1) == 0)
            continue;
        put_colour_key(b, i);
        buf_put_char(b, '{');
        buf_put_key_int(b, "film", photograph_score_length(i == lost ? 0 : t->open));
        buf_put_key_int(b, "good", i != lost && v->open.good[i] == seat + 1 ? 5 : 0);
        buf_put_key_int(b, "blurry", i == lost ? 0 : -2 * t->blurry);
        buf_put_char(b, '}');
    }
    buf_put_char(b, '}');
}

/* Rule P8.5: the colour of the missed shot once it counts, otherwise -1. The back shows it. */
static int find_lost(const struct view *v, int seat)
{
    if (!v->open.missed || v->open.phase != PHOTOGRAPH_OVER)
        return -1;
    int byte = photograph_byte(v->hand[seat], 0);
    if (seat == v->seat || (byte & PHOTOGRAPH_SHOWN))
        return (byte & ~PHOTOGRAPH_SHOWN) / PHOTOGRAPH_VALUES;
    return byte / 2;
}

static void put_player(const struct view *v, int seat, struct buf *b)
{
    int lost = find_lost(v, seat);
    buf_put_comma(b);
    buf_put_char(b, '{');
    put_hand(v, seat, b);
    buf_put_key_bool(b, "chosen", v->open.chosen >> seat & 1);
    if (v->sealed[seat] != 0) {
        buf_put_key(b, "sealed");
        buf_put_char(b, '"');
        photograph_write_move((move)PHOTOGRAPH_MOVE_WIND | v->sealed[seat], b);
        buf_put_char(b, '"');
    }
    put_films(v, seat, b);
    put_fits(v, seat, b);
    if (lost >= 0) {
        const char letter[] = {photograph_letters[lost], '\0'};
        buf_put_key_text(b, "missed", letter);
    }
    if (v->open.phase == PHOTOGRAPH_OVER)
        put_points(v, seat, lost, b);
    buf_put_key_int(b, "score", photograph_score(&v->open, seat, lost).points);
    buf_put_char(b, '}');
}

/* Rule P9.3: the cards that left the field face up, displayed with aided memory. */
static void put_seen(const struct photograph_open *o, struct buf *b)
{
    buf_put_key(b, "seen");
    buf_put_char(b, '[');
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        for (int j = 0; j < PHOTOGRAPH_VALUES; j++)
            if (o->gone[i] >> j & 1)
                put_card(b, i * PHOTOGRAPH_VALUES + j);
    buf_put_char(b, ']');
}

/* Rule P5.2: the last shots with their faces, under either option `memory`. */
static void put_shots(const struct photograph_open *o, struct buf *b)
{
    buf_put_key(b, "shots");
    buf_put_char(b, '[');
    for (int i = 0; i < o->shots; i++) {
        unsigned shot = o->shot[i];
        buf_put_comma(b);
        buf_put_char(b, '{');
        buf_put_key_int(b, "seat", (int)(shot >> PHOTOGRAPH_SHOT_SEAT & 3));
        buf_put_key(b, "card");
        put_card(b, (int)(shot & 0x7f));
        buf_put_key_bool(b, "blurry", shot & PHOTOGRAPH_SHOT_BLURRY);
        buf_put_key_bool(b, "good", shot & PHOTOGRAPH_SHOT_GOOD);
        buf_put_char(b, '}');
    }
    buf_put_char(b, ']');
}

bool photograph_write_shown(const struct view *v, struct buf *b)
{
    if (v->open.shots == 0)
        return false;
    buf_put_char(b, '{');
    put_shots(&v->open, b);
    buf_put_char(b, '}');
    return true;
}

/* A wind reveals nothing to the seat: its hand and films are the same in every world. */
bool photograph_write_preview(const struct view *after, move m, struct buf *b)
{
    if ((m & PHOTOGRAPH_MOVE_WIND) == 0)
        return false;
    put_player(after, after->seat, b);
    return true;
}

static int count_shots(const struct photograph_open *o)
{
    int sealed = o->phase == PHOTOGRAPH_DUSK || o->phase == PHOTOGRAPH_END;
    return sealed ? 2 : o->count;
}

void photograph_write_view(const struct view *v, struct buf *b)
{
    const struct photograph_open *o = &v->open;
    int opt[GAME_OPTIONS_MAX];
    photograph_read_options(o, opt);
    buf_put_char(b, '{');
    buf_put_key_text(b, "game", "photograph");
    buf_put_key_int(b, "seat", v->seat);
    buf_put_key_int(b, "seats", o->seats);
    buf_put_key_text(b, "phase", phases[o->phase]);
    buf_put_key(b, "actors");
    game_write_seats(photograph_read_actors(o) & ~GAME_DEALER, b);
    buf_put_key_int(b, "turn", o->turn);
    buf_put_key_int(b, "count", count_shots(o));
    buf_put_key(b, "options");
    game_write_options(&photograph_game, opt, b);
    buf_put_key_int(b, "deck", o->left);
    buf_put_key(b, "top");
    if (v->top > 0)
        put_back(b, v->top - 1);
    else
        buf_put(b, "null");
    buf_put_key_text(b, "sunset", sunsets[o->sunset]);
    put_field(v, b);
    put_good(o, b);
    buf_put_key_int(b, "need", photograph_need_good(o->seats));
    buf_put_key_int(b, "reach", photograph_reach());
    if (o->aided)
        put_seen(o, b);
    put_shots(o, b);
    buf_put_key(b, "players");
    buf_put_char(b, '[');
    for (int i = 0; i < o->seats; i++)
        put_player(v, i, b);
    buf_put(b, "]}");
}
