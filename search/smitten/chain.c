/*
 * Smitten bots: a 2 makes the partner play without knowing the hand that has to carry it out. The
 * partner's play depends on the partner's hand and on public facts.
 */
#include "search/smitten/chain.h"

/* The best play of this hand of the partner, over all hands that may have played the 2. */
static move best_reply(struct evaluator *m, const struct belief *f, struct position *s, int seat,
                       move play, struct hand hand)
{
    const struct belief_hands *l = &f->of[seat];
    unsigned bit = smitten_bit(smitten_number_of(play));
    struct position after = *s;
    move plays[EVALUATE_ACTS];
    double sum[EVALUATE_ACTS] = {0};
    after.square[smitten_square_of(play)] |= (uint16_t)bit;
    int n = evaluate_list_plays(m, after.square, hand, plays), best = 0;
    s->hand[1 - seat] = hand;
    for (int i = 0; i < l->n && n > 1; i++) {
        double w = belief_ways(f, l->hand[i], hand) * l->weight[i];
        if ((l->hand[i].one & bit) == 0 || w == 0)
            continue;
        s->hand[seat] = l->hand[i];
        after = evaluate_put(s, seat, play);
        for (int p = 0; p < n; p++)
            sum[p] += w * evaluate_play(m, &after, 1 - seat, plays[p]);
    }
    for (int p = 1; p < n; p++)
        if (sum[p] > sum[best])
            best = p;
    return n > 0 ? plays[best] : MOVE_NONE;
}

void chain_plan(struct evaluator *m, const struct belief *f, int seat, int active, move play,
                struct chain *out)
{
    const struct belief_hands *other = &f->of[1 - seat];
    struct position s = {
        .square = {f->square[0], f->square[1]}, .placed = f->placed, .active = (uint8_t)active};
    out->play = play;
    for (int k = 0; k < other->n && !evaluate_should_stop(m); k++)
        out->reply[k] = best_reply(m, f, &s, seat, play, other->hand[k]);
}

double chain_value(struct evaluator *m, const struct chain *c, const struct position *s, int seat,
                   int k)
{
    struct position after = evaluate_put(s, seat, c->play);
    if (after.placed >= SMITTEN_GOAL)
        return 1;
    return c->reply[k] == MOVE_NONE ? 0 : evaluate_play(m, &after, 1 - seat, c->reply[k]);
}
