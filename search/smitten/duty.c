/* Smitten bots: the moves of the seat to move, and their values; see duty.h. */
#include "search/smitten/duty.h"

struct duty duty_after(const struct evaluator *m, int who, uint16_t entry)
{
    int card = smitten_number_of(entry);
    return (struct duty){.phase = (uint8_t)smitten_phase_of(m->task[card]),
                         .mover = (uint8_t)(1 - who),
                         .card = (uint8_t)card,
                         .at = (uint8_t)smitten_square_of(entry),
                         .call = (uint8_t)smitten_call_of(entry)};
}

static int list_places(const unsigned may[2], unsigned free, move *out)
{
    int n = 0;
    for (int at = 0; at < 2; at++)
        for (unsigned left = free & may[at]; left != 0; left &= left - 1)
            out[n++] = smitten_move(SMITTEN_PLACE, 0, smitten_lowest(left), at, 0);
    return n;
}

int duty_list_moves(const struct evaluator *m, const struct belief *f, const struct duty *d,
                    struct hand h, move *out)
{
    unsigned may[2];
    int n = 0;
    if (d->phase == SMITTEN_TURN || d->phase == SMITTEN_CHAIN)
        return evaluate_list_plays(m, f->square, h, out);
    evaluate_may(m, f->square, d->card, d->at, d->call, may);
    if (d->phase == SMITTEN_TOP)
        return list_places(may, smitten_bit(d->top), out);
    if (d->phase == SMITTEN_PUT)
        return list_places(may, smitten_free(h.one, h.two, d->kept), out);
    unsigned may_show = smitten_revealable(h.one, h.two, may[0] | (unsigned)may[1]);
    for (unsigned left = may_show; left != 0; left &= left - 1)
        out[n++] = smitten_move(SMITTEN_REVEAL, 0, smitten_lowest(left), 0, 0);
    return n;
}

double duty_value(struct evaluator *m, const struct chain *chain, const struct position *s,
                  const struct duty *d, move mv, int k)
{
    unsigned may[2];
    if (smitten_kind_of(mv) == SMITTEN_PLAY && smitten_number_of(mv) == 2)
        return chain_value(m, &chain[smitten_square_of(mv)], s, d->mover, k);
    if (smitten_kind_of(mv) == SMITTEN_PLAY)
        return evaluate_play(m, s, d->mover, mv);
    if (d->phase == SMITTEN_TOP)
        return evaluate_top(m, s, mv);
    if (smitten_kind_of(mv) == SMITTEN_PLACE)
        return evaluate_place(m, s, d->mover, mv);
    evaluate_may(m, s->square, d->card, d->at, d->call, may);
    unsigned bit = smitten_bit(smitten_number_of(mv)) & ~(unsigned)s->hand[d->mover].two;
    may[0] &= ~bit;
    may[1] &= ~bit;
    return evaluate_best_place(m, s, d->mover, may);
}

void duty_plan_chains(struct evaluator *m, const struct belief *f, const struct duty *d,
                      struct chain chain[2])
{
    int active = d->phase == SMITTEN_TURN ? d->mover : f->active;
    for (int at = 0; at < 2; at++)
        if (d->phase == SMITTEN_TURN || d->phase == SMITTEN_CHAIN)
            chain_plan(m, f, d->mover, active, smitten_move(SMITTEN_PLAY, 0, 2, at, 0), &chain[at]);
}

void duty_values(struct evaluator *m, const struct belief *f, const struct duty *d,
                 const struct chain chain[2], struct hand h, const move *moves, int n, double *out)
{
    const struct belief_hands *other = &f->of[1 - d->mover];
    struct position s = {.square = {f->square[0], f->square[1]},
                         .placed = f->placed,
                         .active = d->phase == SMITTEN_TURN ? d->mover : f->active};
    double all = 0;
    s.hand[d->mover] = h;
    for (int i = 0; i < n; i++)
        out[i] = 0;
    for (int k = 0; k < other->n && n > 0; k++) {
        double w = belief_ways(f, h, other->hand[k]) * other->weight[k];
        if (w == 0 || evaluate_should_stop(m))
            continue;
        all += w;
        s.hand[1 - d->mover] = other->hand[k];
        for (int i = 0; i < n; i++)
            out[i] += w * duty_value(m, chain, &s, d, moves[i], k);
    }
    for (int i = 0; i < n && all > 0; i++)
        out[i] /= all;
}

/* The chance to win by the play that the other makes with hand `k`, or by `instead`. */
static double wait_for_hand(struct evaluator *m, const struct belief *f, int seat, int mine, int k,
                            move instead, const struct chain chain[2])
{
    struct duty d = {.phase = SMITTEN_TURN, .mover = (uint8_t)(1 - seat)};
    struct hand other = f->of[1 - seat].hand[k];
    struct position s = {.square = {f->square[0], f->square[1]}, .placed = f->placed};
    move plays[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    s.hand[seat] = f->of[seat].hand[mine];
    s.hand[1 - seat] = other;
    int n = duty_list_moves(m, f, &d, other, plays);
    if (n == 0) {
        s.active = (uint8_t)seat;
        return instead != MOVE_NONE ? evaluate_play(m, &s, seat, instead) : 0;
    }
    s.active = d.mover;
    if (n > 1)
        duty_values(m, f, &d, chain, other, plays, n, value);
    return duty_value(m, chain, &s, &d, plays[n > 1 ? duty_best(value, n) : 0], mine);
}

double duty_wait_value(struct evaluator *m, const struct belief *f, int seat, int mine,
                       move instead, struct chain chain[2])
{
    const struct duty d = {.phase = SMITTEN_TURN, .mover = (uint8_t)(1 - seat)};
    const struct belief_hands *other = &f->of[1 - seat];
    struct hand own = f->of[seat].hand[mine];
    double sum = 0, all = 0;
    duty_plan_chains(m, f, &d, chain);
    for (int k = 0; k < other->n && !evaluate_should_stop(m); k++) {
        double w = belief_ways(f, own, other->hand[k]) * other->weight[k];
        if (w == 0)
            continue;
        all += w;
        sum += w * wait_for_hand(m, f, seat, mine, k, instead, chain);
    }
    return all > 0 ? sum / all : 0;
}

int duty_best(const double *value, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (value[i] > value[best])
            best = i;
    return best;
}
