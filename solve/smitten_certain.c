/*
 * Smitten solver: whether a position is won for certain, solo. Most late positions are, and one bad
 * card refutes a choice, so this comes before any valuation. The solver spends most of its time
 * here.
 *
 * Results are kept as marks.
 */
#include <string.h>

#include "solve/smitten_value.h"

/* A turn under way: hand 0 began it. */
struct step {
    struct grid grid;
    unsigned hand[2];
    int mover;
};

static bool certain_plays(struct run *run, const struct step *at, unsigned mask);
static bool certain_unknown(struct run *run, const struct position *position);

static enum mark mark_of(struct run *run, const struct position *position)
{
    struct solver *s = run->s;
    const uint8_t *marks = smitten_hash_marks(run, position->grid, form_of(s, position->hand[0]),
                                              form_of(s, position->hand[1]));
    return mark_get(marks, mark_at(s, position->hand[0], position->hand[1]));
}

static bool certain_draw(struct run *run, struct grid g, const unsigned hand[2], int i)
{
    const struct solver *s = run->s;
    uint32_t unseen = unseen_of(s, g, hand[0], hand[1]);
    unsigned drawn[2] = {hand[0], hand[1]};
    for (uint32_t m = (unseen | unseen >> 1) & 0x15555; m != 0; m &= m - 1) {
        drawn[i] = bag_add(s, hand[i], __builtin_ctz(m) / 2);
        if (!smitten_certain_after(run, g, drawn[0], drawn[1]))
            return false;
    }
    return true;
}

void smitten_certain_start(struct run *run, struct placing *p, struct grid g, struct hands h,
                           int open)
{
    const struct solver *s = run->s;
    unsigned form[2];
    p->grid = g;
    p->mover = h.mover;
    p->other = h.hand[!h.mover];
    form[h.mover] = (unsigned)(open - 1) * 2;
    form[!h.mover] = form_of(s, p->other);
    p->settle = &s->settle[g.count + 1][form[0]][form[1]];
    int turned = p->settle->order == 1;
    for (int i = 0; i < 2; i++)
        p->form[i ^ turned] = form[i] | (p->settle->closed[i] != 0);
    p->from = s->bag_first[open - 1];
    p->size = s->bag_first[open] - p->from;
    unsigned count = bag_of(s, p->other)->count;
    p->other_size = s->bag_first[count + 1] - (unsigned)s->bag_first[count];
    p->flushed = s->flushed;
    memset(p->marks, 0, sizeof p->marks);
}

/* The mark of the position after this card is placed and that bag is left. */
static enum mark mark_placed(struct run *run, struct placing *p, int square, int card,
                             unsigned left)
{
    struct solver *s = run->s;
    uint8_t **marks = &p->marks[square][card];
    unsigned other = p->other & (CLOSED - 1);
    if (p->flushed != s->flushed) {
        memset(p->marks, 0, sizeof p->marks);
        p->flushed = s->flushed;
    }
    if (*marks == NULL)
        *marks =
            smitten_hash_marks(run, grid_put(s, p->grid, square, card), p->form[0], p->form[1]);
    int order = p->settle->order;
    bool turned = order == 2 ? (p->mover == 0 ? left < other : other < left) : order;
    unsigned mine = left - p->from, yours = other - s->bag_first[s->bag[other].count];
    return mark_get(*marks, (p->mover == 0) != turned ? mine * p->other_size + yours
                                                      : yours * p->size + mine);
}

bool smitten_certain_place(struct run *run, struct placing *p, unsigned bag)
{
    const struct solver *s = run->s;
    unsigned mask = s->bag[bag].mask, open[2] = {0, 0};
    if (p->grid.count + 1 == SMITTEN_GOAL)
        return (mask & (p->may[0] | p->may[1])) != 0;
    /* Marked positions come before the others. */
    for (int square = 0; square < 2; square++)
        for (unsigned m = mask & p->may[square]; m != 0; m &= m - 1) {
            enum mark mark = mark_placed(run, p, square, lowest(m), s->bag[bag].take[lowest(m)]);
            if (mark == MARK_CERTAIN)
                return true;
            open[square] |= mark == MARK_NONE ? m & -m : 0;
        }
    for (int square = 0; square < 2; square++)
        for (unsigned m = open[square]; m != 0; m &= m - 1) {
            unsigned hand[2] = {p->other, p->other};
            hand[p->mover] = s->bag[bag].take[lowest(m)];
            if (smitten_certain_after(run, grid_put(s, p->grid, square, lowest(m)), hand[0],
                                      hand[1]))
                return true;
        }
    return false;
}

/* Card 3: every card that may lie on top must win. */
static bool certain_top(struct run *run, const struct step *at)
{
    const struct solver *s = run->s;
    if (deck_of(s, at->grid, at->hand[0], at->hand[1]) == 0)
        return false;
    uint32_t unseen = unseen_of(s, at->grid, at->hand[0], at->hand[1]);
    unsigned may[2];
    smitten_value_fit(s, at->grid, may);
    for (uint32_t m = (unseen | unseen >> 1) & 0x15555; m != 0; m &= m - 1) {
        int card = __builtin_ctz(m) / 2;
        bool good = ((may[0] | may[1]) >> card & 1) != 0 && at->grid.count + 1 == SMITTEN_GOAL;
        for (int square = 0; square < 2 && !good; square++)
            good = (may[square] >> card & 1) != 0 &&
                   smitten_certain_after(run, grid_put(s, at->grid, square, card), at->hand[0],
                                         at->hand[1]);
        if (!good)
            return false;
    }
    return true;
}

/* The instruction is carried out by the mover, whose cards are all open; `p` if it is to place. */
static bool certain_task(struct run *run, const struct step *at, int task, struct placing *p)
{
    switch (task) {
    case SMITTEN_ASK_NONE:
        return smitten_certain_after(run, at->grid, at->hand[0], at->hand[1]);
    case SMITTEN_ASK_PLAY:
        return certain_plays(run, at, SMITTEN_ALL);
    case SMITTEN_ASK_TOP:
        return certain_top(run, at);
    default:
        return smitten_certain_place(run, p, at->hand[at->mover]);
    }
}

/* A card lies in the squares; `mover` is the partner. */
static bool certain_played(struct run *run, struct step *at, struct played played)
{
    struct solver *s = run->s;
    int task = s->task[played.card + 1];
    unsigned partner = at->hand[at->mover];
    const struct bag *bag = bag_of(s, partner);
    int open = bag->count + (partner >= CLOSED);
    struct placing p;
    if (at->grid.count == SMITTEN_GOAL)
        return true;
    if (smitten_is_placing(task)) {
        struct hands h = {{(uint16_t)at->hand[0], (uint16_t)at->hand[1]}, (uint8_t)at->mover};
        if (open < (task == SMITTEN_ASK_REVEAL ? 2 : 1))
            return false;
        smitten_value_may(s, at->grid, played, p.may);
        smitten_certain_start(run, &p, at->grid, h, open);
    }
    if (partner < CLOSED)
        return certain_task(run, at, task, &p);
    uint32_t unseen = unseen_of(s, at->grid, at->hand[0], at->hand[1]);
    uint32_t cards = (unseen | unseen >> 1) & 0x15555;
    /* The card that refuted the last such play is tried first. */
    uint8_t *killer = &s->killer[played.card][played.square];
    uint32_t first = 1u << 2 * __atomic_load_n(killer, __ATOMIC_RELAXED) & cards;
    bool good = true;
    for (uint32_t m = first != 0 ? first : cards; m != 0 && good;) {
        int card = __builtin_ctz(m) / 2;
        at->hand[at->mover] = bag->add[card];
        good = certain_task(run, at, task, &p);
        if (!good)
            __atomic_store_n(killer, (uint8_t)card, __ATOMIC_RELAXED);
        m &= m - 1;
        if (first != 0 && m == 0) {
            m = cards & ~first;
            first = 0;
        }
    }
    at->hand[at->mover] = partner;
    return good;
}

/* The card has left the mover's hand: any square and announcement. */
static bool certain_square(struct run *run, const struct step *at, int card, const unsigned fit[2])
{
    const struct solver *s = run->s;
    struct step next = *at;
    next.mover = !at->mover;
    for (int square = 0; square < 2; square++) {
        if ((fit[square] >> card & 1) == 0)
            continue;
        next.grid = grid_put(s, at->grid, square, card);
        struct played p = {.card = (uint8_t)card, .square = (uint8_t)square};
        int first = card == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT;
        int last = card == FIVE ? SMITTEN_LOWER : SMITTEN_SILENT;
        if (card == FIVE && s->hard1)
            first = last = square == SMITTEN_LEFT ? SMITTEN_HIGHER : SMITTEN_LOWER;
        for (int call = first; call <= last; call++) {
            p.call = (uint8_t)call;
            if (certain_played(run, &next, p))
                return true;
        }
    }
    return false;
}

static bool certain_plays(struct run *run, const struct step *at, unsigned mask)
{
    const struct solver *s = run->s;
    struct step next = *at;
    unsigned mine = at->hand[at->mover], fit[2];
    smitten_value_fit(s, at->grid, fit);
    for (unsigned m = mask & bag_of(s, mine)->mask & (fit[0] | fit[1]); m != 0; m &= m - 1) {
        next.hand[at->mover] = bag_take(s, mine, lowest(m));
        if (certain_square(run, &next, lowest(m), fit))
            return true;
    }
    return false;
}

static bool certain_flip(struct run *run, const struct step *at)
{
    const struct solver *s = run->s;
    struct step next = *at;
    uint32_t unseen = unseen_of(s, at->grid, at->hand[0], at->hand[1]);
    unsigned fit[2];
    smitten_value_fit(s, at->grid, fit);
    next.hand[0] &= CLOSED - 1;
    for (uint32_t m = (unseen | unseen >> 1) & 0x15555; m != 0; m &= m - 1)
        if (((fit[0] | fit[1]) >> __builtin_ctz(m) / 2 & 1) == 0)
            return false;
    for (uint32_t m = (unseen | unseen >> 1) & 0x15555; m != 0; m &= m - 1)
        if (!certain_square(run, &next, __builtin_ctz(m) / 2, fit))
            return false;
    return true;
}

static bool certain_swap(struct run *run, const struct step *at, int card)
{
    const struct solver *s = run->s;
    uint32_t unseen = unseen_of(s, at->grid, at->hand[0], at->hand[1]);
    unsigned rest = bag_take(s, at->hand[0], card);
    struct grid g = at->grid;
    g.aside = (uint8_t)(card + 1);
    if (smitten_value_draws(run, rest))
        return smitten_certain_after(run, g, rest, at->hand[1]);
    for (uint32_t m = (unseen | unseen >> 1) & 0x15555; m != 0; m &= m - 1)
        if (!smitten_certain_after(run, g, bag_add(s, rest, __builtin_ctz(m) / 2), at->hand[1]))
            return false;
    return true;
}

static bool certain_turn(struct run *run, struct grid g, const unsigned hand[2])
{
    const struct solver *s = run->s;
    int sides = hand[0] == hand[1] ? 1 : 2;
    struct step at[2] = {{g, {hand[0], hand[1]}, 0}, {g, {hand[1], hand[0]}, 0}};
    for (int side = 0; side < sides; side++)
        if (certain_plays(run, &at[side], SMITTEN_ALL))
            return true;
    for (int side = 0; side < sides; side++) {
        if (hand[side] >= CLOSED && certain_flip(run, &at[side]))
            return true;
        for (unsigned m = s->swap && g.aside == 0 ? bag_of(s, hand[side])->mask : 0; m != 0;
             m &= m - 1)
            if (certain_swap(run, &at[side], lowest(m)))
                return true;
    }
    return false;
}

/* The position has no mark yet. */
static bool certain_unknown(struct run *run, const struct position *position)
{
    if (!smitten_value_spend(run))
        return false;
    bool certain = position->draws >= 0
                       ? certain_draw(run, position->grid, position->hand, position->draws)
                       : certain_turn(run, position->grid, position->hand);
    if (run->stopped)
        return false;
    struct solver *s = run->s;
    uint8_t *marks = smitten_hash_marks(run, position->grid, form_of(s, position->hand[0]),
                                        form_of(s, position->hand[1]));
    mark_set(marks, mark_at(s, position->hand[0], position->hand[1]),
             certain ? MARK_CERTAIN : MARK_NOT);
    return certain;
}

bool smitten_certain_position(struct run *run, const struct position *position)
{
    double swapped;
    if (smitten_value_swapped(run, position, &swapped))
        return swapped == 1;
    enum mark mark = mark_of(run, position);
    return mark == MARK_NONE ? certain_unknown(run, position) : mark == MARK_CERTAIN;
}

bool smitten_certain_after(struct run *run, struct grid g, unsigned first, unsigned second)
{
    struct position position;
    smitten_value_position(run, g, first, second, &position);
    return smitten_certain_position(run, &position);
}
