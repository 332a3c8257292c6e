/*
 * Smitten solver: what a position is worth, by expectation over what is turned up or drawn and
 * the best over what may be chosen. Starts of turns, and hands that still draw open cards, are
 * kept in the table; steps within a turn are computed each time.
 *
 * All sums run over numbers in ascending order and all hands in one order, so a value is the
 * same to the last bit however it was come by.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_value.h"

enum { HIGH = 0740, LOW = 0017 }; /* numbers above and below 5 */
enum { FIVE = 4 };                /* number 5, from 0 */

void smitten_value_fit(const struct solver *s, struct grid g, unsigned may[2])
{
    const struct shape *l = &s->shape[g.shape[0]], *r = &s->shape[g.shape[1]];
    may[0] = s->hard2 && l->count > r->count ? 0 : l->fit;
    may[1] = s->hard2 && r->count > l->count ? 0 : r->fit;
}

void smitten_value_may(const struct solver *s, struct grid g, struct played p, unsigned may[2])
{
    smitten_value_fit(s, g, may);
    unsigned both = s->shape[g.shape[0]].mask | s->shape[g.shape[1]].mask;
    int other = 1 - p.square;
    switch (s->task[p.card + 1]) {
    case SMITTEN_ASK_SAME:
        may[other] = 0;
        break;
    case SMITTEN_ASK_OTHER:
        may[p.square] = 0;
        break;
    case SMITTEN_ASK_NEW:
        may[0] &= ~both;
        may[1] &= ~both;
        break;
    case SMITTEN_ASK_NEAR:
        may[other] = 0;
        may[p.square] &= smitten_beside(1u << p.card);
        break;
    case SMITTEN_ASK_CALL:
        may[p.square] = 0;
        may[other] &= p.call == SMITTEN_HIGHER ? HIGH : LOW;
        break;
    default:
        break;
    }
}

/* Rules S3.6, S4.5: at the start of a turn. */
static double best_of_turn(struct run *run, struct grid g, unsigned a, unsigned b)
{
    struct solver *s = run->s;
    double best = 0;
    unsigned may[2];
    smitten_value_fit(s, g, may);
    unsigned fits = may[0] | may[1];
    if (a < CLOSED && b < CLOSED && (fits & (bag_of(s, a)->mask | bag_of(s, b)->mask)) == 0)
        return 0;
    for (int side = 0; side < (a == b ? 1 : 2) && best < 1; side++) {
        unsigned mine = side == 0 ? a : b, other = side == 0 ? b : a;
        struct hands h = {.hand = {(uint16_t)mine, (uint16_t)other}, .mover = 0};
        double v = smitten_value_play(run, g, h, fits, best);
        best = v > best ? v : best;
    }
    for (int side = 0; side < (a == b ? 1 : 2) && best < 1; side++) {
        unsigned mine = side == 0 ? a : b, other = side == 0 ? b : a;
        struct hands h = {.hand = {(uint16_t)mine, (uint16_t)other}, .mover = 0};
        double v = mine >= CLOSED ? smitten_value_flip(run, g, h, best) : 0;
        best = v > best ? v : best;
        for (unsigned m = s->swap && g.aside == 0 ? bag_of(s, mine)->mask : 0; m != 0; m &= m - 1) {
            v = smitten_value_swap(run, g, h, lowest(m), best);
            best = v > best ? v : best;
        }
    }
    return best;
}

/* How many cards short of a full hand. */
static int lack_of(const struct solver *s, unsigned hand)
{
    return s->full - cards_of(s, hand);
}

/* The hand that draws an open card next: 0 the first, 1 the second, or -1; makes the draws of
   closed cards on the way. Rules S3.5, S4.4. */
static int next_draw(const struct solver *s, struct grid g, unsigned hand[2])
{
    int deck = deck_of(s, g, hand[0], hand[1]);
    int lack = lack_of(s, hand[0]) + lack_of(s, hand[1]);
    /* While the deck suffices, nothing depends on the order, so closed cards come first. */
    if (s->seats == 1 && deck >= lack)
        for (int i = 0; i < 2; i++)
            if (bag_of(s, hand[i])->count < s->full && hand[i] < CLOSED) {
                hand[i] |= CLOSED;
                deck--;
            }
    for (int i = 0; i < 2 && deck > 0; i++) {
        int open = bag_of(s, hand[i])->count;
        if (open < (s->seats == 1 ? 2 : s->full))
            return i;
        if (s->seats == 1 && open == 2 && hand[i] < CLOSED) {
            hand[i] |= CLOSED;
            deck--;
        }
    }
    return -1;
}

/* The mean over the card that hand `i` draws. */
static double mean_of_draw(struct run *run, struct grid g, const unsigned hand[2], int i)
{
    uint32_t unseen = unseen_of(run->s, g, hand[0], hand[1]);
    double sum = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int copies = (int)(unseen >> 2 * c & 3);
        if (copies == 0)
            continue;
        unsigned drawn[2] = {hand[0], hand[1]};
        drawn[i] = bag_add(run->s, hand[i], c);
        sum += copies * smitten_value_after(run, g, drawn[0], drawn[1]);
    }
    return sum / unseen_count(unseen);
}

static double evaluate(struct run *run, struct grid g, const unsigned hand[2], int draws)
{
    if (run->spent >= run->limit ||
        (run->stop != NULL && atomic_load_explicit(run->stop, memory_order_relaxed)))
        run->stopped = true;
    if (run->stopped)
        return 0;
    run->spent++;
    return draws >= 0 ? mean_of_draw(run, g, hand, draws) : best_of_turn(run, g, hand[0], hand[1]);
}

/* Whether a sheet holds this: one card at most is drawn open, and the deck lasts. */
static bool is_usual(const struct solver *s, struct grid g, const unsigned hand[2], int draws)
{
    if (s->seats != 1 || g.count > 9)
        return false;
    return draws < 0 || (draws == 0 && form_of(s, hand[0]) == 3 && form_of(s, hand[1]) >= 5);
}

double smitten_value_after(struct run *run, struct grid g, unsigned first, unsigned second)
{
    unsigned hand[2] = {first, second};
    int draws = next_draw(run->s, g, hand);
    if (draws < 0) {
        /* At the start of a turn the hands are alike. */
        unsigned fa = form_of(run->s, hand[0]), fb = form_of(run->s, hand[1]);
        if (fa < fb || (fa == fb && hand[0] < hand[1])) {
            unsigned keep = hand[0];
            hand[0] = hand[1];
            hand[1] = keep;
        }
    }
    uint64_t *place = smitten_store_find(run->s, g, hand[0], hand[1]);
    uint64_t bits = place == NULL ? VALUE_OPEN : __atomic_load_n(place, __ATOMIC_RELAXED);
    double value;
    if (bits != VALUE_OPEN) {
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    run->stopped |= place == NULL;
    if (run->sheets && !run->stopped && is_usual(run->s, g, hand, draws) &&
        smitten_sheet_fill(run, g)) {
        place = smitten_store_find(run->s, g, hand[0], hand[1]);
        memcpy(&value, place, sizeof value);
        return value;
    }
    value = evaluate(run, g, hand, draws);
    if (run->stopped)
        return 0;
    memcpy(&bits, &value, sizeof bits);
    place = smitten_store_find(run->s, g, hand[0], hand[1]);
    if (place != NULL)
        __atomic_store_n(place, bits, __ATOMIC_RELAXED);
    return value;
}

double smitten_value_place(struct run *run, struct grid g, struct hands h, const unsigned may[2])
{
    struct solver *s = run->s;
    unsigned mine = h.hand[h.mover], mask = bag_of(s, mine)->mask;
    double best = 0;
    if (g.count + 1 == SMITTEN_GOAL)
        return (mask & (may[0] | may[1])) != 0;
    for (int square = 0; square < 2; square++)
        for (unsigned m = mask & may[square]; m != 0 && best < 1; m &= m - 1) {
            int card = lowest(m);
            h.hand[h.mover] = (uint16_t)bag_take(s, mine, card);
            double v = smitten_value_after(run, grid_put(s, g, square, card), h.hand[0], h.hand[1]);
            best = v > best ? v : best;
        }
    return best;
}

double smitten_value_top(struct run *run, struct grid g, struct hands h, int card)
{
    unsigned may[2];
    double best = 0;
    smitten_value_fit(run->s, g, may);
    if (g.count + 1 == SMITTEN_GOAL)
        return ((may[0] | may[1]) >> card & 1) != 0;
    for (int square = 0; square < 2; square++)
        if (may[square] >> card & 1) {
            double v =
                smitten_value_after(run, grid_put(run->s, g, square, card), h.hand[0], h.hand[1]);
            best = v > best ? v : best;
        }
    return best;
}

/* Card 3: the mean over the top card; with an empty deck it cannot be done. */
static double mean_of_top(struct run *run, struct grid g, struct hands h)
{
    if (deck_of(run->s, g, h.hand[0], h.hand[1]) == 0)
        return 0;
    uint32_t unseen = unseen_of(run->s, g, h.hand[0], h.hand[1]);
    double sum = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++)
        if ((unseen >> 2 * c & 3) != 0)
            sum += (int)(unseen >> 2 * c & 3) * smitten_value_top(run, g, h, c);
    return sum / unseen_count(unseen);
}

double smitten_value_task(struct run *run, struct grid g, struct hands h, struct played p,
                          double floor)
{
    struct solver *s = run->s;
    const struct bag *mine = bag_of(s, h.hand[h.mover]);
    unsigned may[2];
    switch (s->task[p.card + 1]) {
    case SMITTEN_ASK_NONE:
        return smitten_value_after(run, g, h.hand[0], h.hand[1]);
    case SMITTEN_ASK_PLAY:
        return smitten_value_play(run, g, h, SMITTEN_ALL, floor);
    case SMITTEN_ASK_TOP:
        return mean_of_top(run, g, h);
    case SMITTEN_ASK_REVEAL:
        /* What is revealed is open already: the rule only asks for a second card. */
        if (mine->count < 2)
            return 0;
        break;
    default:
        break;
    }
    smitten_value_may(s, g, p, may);
    return smitten_value_place(run, g, h, may);
}

double smitten_value_played(struct run *run, struct grid g, struct hands h, struct played p,
                            double floor)
{
    if (g.count == SMITTEN_GOAL)
        return 1;
    unsigned partner = h.hand[h.mover];
    if (partner < CLOSED)
        return smitten_value_task(run, g, h, p, floor);
    uint32_t unseen = unseen_of(run->s, g, h.hand[0], h.hand[1]);
    int all = unseen_count(unseen), left = all;
    double sum = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int copies = (int)(unseen >> 2 * c & 3);
        if (copies == 0)
            continue;
        h.hand[h.mover] = run->s->bag[partner - CLOSED].add[c];
        sum += copies * smitten_value_task(run, g, h, p, -1);
        left -= copies;
        if ((sum + left) / all <= floor)
            return floor;
    }
    return sum / all;
}

/* The card has left the mover's hand: the best square and announcement. */
static double best_square(struct run *run, struct grid g, struct hands h, int card, double floor)
{
    const struct solver *s = run->s;
    double best = 0;
    unsigned may[2];
    smitten_value_fit(s, g, may);
    h.mover = !h.mover;
    for (int square = 0; square < 2; square++) {
        if ((may[square] >> card & 1) == 0)
            continue;
        struct grid put = grid_put(s, g, square, card);
        struct played p = {.card = (uint8_t)card, .square = (uint8_t)square};
        int first = card == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT;
        int last = card == FIVE ? SMITTEN_LOWER : SMITTEN_SILENT;
        if (card == FIVE && s->hard1)
            first = last = square == SMITTEN_LEFT ? SMITTEN_HIGHER : SMITTEN_LOWER;
        for (int call = first; call <= last; call++) {
            p.call = (uint8_t)call;
            double v = smitten_value_played(run, put, h, p, best > floor ? best : floor);
            best = v > best ? v : best;
            if (best >= 1)
                return best;
        }
    }
    return best;
}

double smitten_value_play(struct run *run, struct grid g, struct hands h, unsigned mask,
                          double floor)
{
    unsigned mine = h.hand[h.mover];
    double best = 0;
    for (unsigned m = mask & bag_of(run->s, mine)->mask; m != 0; m &= m - 1) {
        int card = lowest(m);
        h.hand[h.mover] = (uint16_t)bag_take(run->s, mine, card);
        double v = best_square(run, g, h, card, best > floor ? best : floor);
        best = v > best ? v : best;
        if (best >= 1)
            return best;
    }
    return best;
}

double smitten_value_flip(struct run *run, struct grid g, struct hands h, double floor)
{
    uint32_t unseen = unseen_of(run->s, g, h.hand[0], h.hand[1]);
    int all = unseen_count(unseen), left = all;
    double sum = 0;
    h.hand[h.mover] &= CLOSED - 1;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int copies = (int)(unseen >> 2 * c & 3);
        if (copies != 0)
            sum += copies * best_square(run, g, h, c, -1);
        left -= copies;
        if ((sum + left) / all <= floor)
            return floor;
    }
    return sum / all;
}

double smitten_value_swap(struct run *run, struct grid g, struct hands h, int card, double floor)
{
    const struct solver *s = run->s;
    uint32_t unseen = unseen_of(s, g, h.hand[0], h.hand[1]);
    unsigned rest = bag_take(s, h.hand[h.mover], card);
    int all = unseen_count(unseen), left = all;
    double sum = 0;
    g.aside = (uint8_t)(card + 1);
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int copies = (int)(unseen >> 2 * c & 3);
        if (copies == 0)
            continue;
        h.hand[h.mover] = (uint16_t)bag_add(s, rest, c);
        sum += copies * smitten_value_after(run, g, h.hand[0], h.hand[1]);
        left -= copies;
        if ((sum + left) / all <= floor)
            return floor;
    }
    return sum / all;
}
