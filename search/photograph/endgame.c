/*
 * Photograph: the endgame, solved.
 *
 * Once the deck cannot fill another field, the face-down cards are the only chance left. With two
 * seats each world that the view permits is then a game with open cards, solved by alpha-beta over
 * whole turns (a take with a wind); unseen cards with one back are exchangeable, so all these
 * worlds are equally likely. The value of a move is its mean over the worlds.
 */
#include <assert.h>
#include <string.h>

#include "search/photograph/endgame.h"

enum {
    TURNS_MAX = 288, /* takes with winds in a field of 12: 6 * (6 + 10 + 15) per row */
};

/* ---- Worlds ---- */

struct lister {
    struct photobot_endgame_worlds *out;
    int places;
    uint8_t where[24], back[24]; /* a field place, or 16 * (seat + 1) + place in a hand */
    uint16_t free[PHOTOGRAPH_COLOURS];
    struct state now;
};

static void add_place(struct lister *l, int where, int byte)
{
    if (byte & PHOTOGRAPH_SHOWN)
        return;
    l->where[l->places] = (uint8_t)where;
    l->back[l->places++] = (uint8_t)byte;
}

static void put_card(struct state *s, int where, int card)
{
    if (where < 16) {
        int at = 8 * (where & 3);
        s->row[where >> 2] = (s->row[where >> 2] & ~(UINT32_C(0xff) << at)) | (uint32_t)card << at;
    } else {
        int at = 8 * (where & 15), seat = (where >> 4) - 1;
        s->hand[seat] = (s->hand[seat] & ~(UINT64_C(0xff) << at)) | (uint64_t)card << at;
    }
}

/* Tries every free card in place number `i` and those after it; false: too many worlds. */
static bool fill_places(struct lister *l, int i)
{
    if (i == l->places) {
        if (l->out->n == TUNE_ENDGAME_WORLDS)
            return false;
        l->out->world[l->out->n++] = l->now;
        return true;
    }
    int colour = l->back[i] >> 1, low = 6 * (l->back[i] & 1);
    for (unsigned rest = l->free[colour] >> low & 63; rest != 0; rest &= rest - 1) {
        int bit = low + __builtin_ctz(rest);
        l->free[colour] ^= (uint16_t)(1U << bit);
        put_card(&l->now, l->where[i], colour * PHOTOGRAPH_VALUES + bit);
        bool room = fill_places(l, i + 1);
        l->free[colour] ^= (uint16_t)(1U << bit);
        if (!room)
            return false;
    }
    return true;
}

bool photobot_endgame_list_worlds(const struct view *v, struct photobot_endgame_worlds *out)
{
    const struct photograph_open *o = &v->open;
    struct lister l = {.out = out};
    struct rng r;
    struct photobot_world w;
    struct photobot_features features;
    /* Step 1. Any world gives the frame; the features have the cards that may be hidden. */
    rng_seed(&r, 0);
    photograph_determinize(v, &r, &l.now);
    photobot_enter(&w, &l.now);
    photobot_read_features(&w, v->seat, &features);
    memcpy(l.free, features.avail, sizeof l.free);
    /* Step 2. The field's shown cards are not hidden; its other ones and the hands' are. */
    for (int i = 0; i < 16; i++) {
        int byte = photograph_byte(v->row[i >> 2], i & 3);
        if ((o->there >> i & 1) == 0)
            continue;
        if (byte & PHOTOGRAPH_SHOWN) {
            int code = photobot_code(byte);
            l.free[code >> 4] &= (uint16_t) ~(1U << ((code & 15) - 1));
        }
        add_place(&l, i, byte);
    }
    for (int i = 0; i < o->seats; i++)
        for (int j = 0; j < o->held[i] && i != v->seat; j++)
            add_place(&l, 16 * (i + 1) + j, photograph_byte(v->hand[i], j));
    /* Step 3. All ways to lay them out. */
    out->n = 0;
    return fill_places(&l, 0);
}

/* ---- One world ---- */

struct turn {
    int weight;
    uint16_t take, wind;
};

/* Lists the turns of the seat to move with their weights; returns how many. */
static int list_turns(const struct photobot_world *w, struct turn *out)
{
    const struct photograph_open *o = &w->state.open;
    struct photobot_features s;
    struct photobot_plan plan;
    move takes[GAME_MOVES_MAX] = {0};
    int n = 0, count = 1;
    photobot_read_features(w, o->turn, &s);
    if (o->phase == PHOTOGRAPH_TAKE)
        count = photograph_legal(&w->state, o->turn, takes);
    for (int i = 0; i < count; i++) {
        uint64_t hand = s.hand;
        int now = o->count, total = s.held;
        if (o->phase == PHOTOGRAPH_TAKE) {
            uint32_t cards = photograph_read_take(&w->state, takes[i]);
            now = photograph_count_taken(takes[i]);
            for (int j = 0; j < now; j++)
                hand |= (uint64_t)photobot_code(photograph_byte(cards, j)) << 8 * total++;
        }
        photobot_make_plan(&s, hand, now, total, &plan);
        for (int j = 0; j < photograph_count_winds(total); j++) {
            assert(n < TURNS_MAX);
            out[n++] = (struct turn){.weight = photobot_weigh_plan(&s, &plan, photograph_winds[j]),
                                     .take = (uint16_t)takes[i],
                                     .wind = (uint16_t)photograph_winds[j]};
        }
    }
    return n;
}

/* Brings the heaviest turn from `i` on to place `i`. */
static void pick_heaviest(struct turn *turns, int i, int n)
{
    int best = i;
    for (int j = i + 1; j < n; j++)
        if (turns[j].weight > turns[best].weight)
            best = j;
    struct turn t = turns[best];
    turns[best] = turns[i];
    turns[i] = t;
}

/* Rule P8 with each seat's best wind: the value for the solver's seat. */
static double value_end(const struct photobot_endgame_solver *l, const struct state *s)
{
    struct photograph_tally own, other;
    int seat = l->seat;
    photobot_choose_final(&s->open, seat, s->hand[seat], &own);
    photobot_choose_final(&s->open, 1 - seat, s->hand[1 - seat], &other);
    int order = photograph_compare(&own, &other);
    double win = order > 0 ? 1 : order < 0 ? 0 : 0.5;
    return win + l->lead * (own.points - other.points);
}

static bool must_give_up(struct photobot_endgame_solver *l)
{
    if (++l->nodes >= l->limit)
        l->gave_up = true;
    else if (l->limits != NULL && bot_should_stop(l->limits, l->started, l->nodes))
        l->gave_up = true;
    return l->gave_up;
}

static double solve(struct photobot_endgame_solver *l, const struct photobot_world *w, double low,
                    double high)
{
    const struct photograph_open *o = &w->state.open;
    if (o->phase == PHOTOGRAPH_END)
        return value_end(l, &w->state);
    struct turn turns[TURNS_MAX];
    bool mine = o->turn == l->seat;
    double best = mine ? -1e9 : 1e9;
    int n = list_turns(w, turns);
    for (int i = 0; i < n && low < high; i++) {
        struct photobot_world next = *w;
        if (must_give_up(l))
            break;
        pick_heaviest(turns, i, n);
        if (o->phase == PHOTOGRAPH_TAKE)
            photograph_apply(&next.state, o->turn, turns[i].take);
        photobot_apply(&next, o->turn, turns[i].wind);
        double v = solve(l, &next, low, high);
        best = mine ? (v > best ? v : best) : (v < best ? v : best);
        if (mine)
            low = best > low ? best : low;
        else
            high = best < high ? best : high;
    }
    return best;
}

bool photobot_endgame_fits(const struct photograph_open *o)
{
    /* Rules P6.2 and P6.5: with this few cards the next refill ends the game. */
    return o->seats == 2 && o->left < PHOTOGRAPH_FIELD_MIN && o->sunset == PHOTOGRAPH_PAST &&
           (o->phase == PHOTOGRAPH_TAKE || o->phase == PHOTOGRAPH_WIND);
}

bool photobot_endgame_solve(struct photobot_endgame_solver *l, const struct state *s, move m,
                            double *value)
{
    struct photobot_world w;
    photobot_enter(&w, s);
    photobot_apply(&w, l->seat, m);
    *value = solve(l, &w, -1e9, 1e9);
    return !l->gave_up;
}
