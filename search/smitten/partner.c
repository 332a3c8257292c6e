/*
 * Smitten bots: the better partners for people. They weigh all hands that the partner may hold by
 * all signals and moves (belief_plain.h), and signal truthfully.
 *
 * The seat with the stronger signal plays. If both signals are equal, a seat that prefers not to
 * play says less, and then the other plays. No other agreement is needed, so a person need not know
 * any of this.
 */
#include "search/smitten/bots.h"

#include <string.h>

#include "search/smitten/belief_plain.h"

/* The plain beliefs, followed by memory for a quick answer. */
static size_t plain_bytes(void)
{
    return (sizeof(struct belief_plain) + 63) / 64 * 64;
}

size_t partner_scratch(void)
{
    return plain_bytes() + literal_scratch();
}

static int find_hand(const struct belief_hands *l, struct hand h)
{
    int i = 0;
    while (i < l->n && (l->hand[i].one != h.one || l->hand[i].two != h.two))
        i++;
    return i < l->n ? i : -1;
}

/* The next weaker signal, or MOVE_NONE: only wait. */
static move say_less(int said)
{
    if ((said & SMITTEN_WANT) != 0)
        return smitten_move_say(SMITTEN_CAN);
    if ((said & SMITTEN_PASS) == 0)
        return smitten_move_say(SMITTEN_CAN | SMITTEN_PASS);
    return MOVE_NONE;
}

/* At the start of a turn: a signal, MOVE_NONE to wait, or 0 to play. */
static move settle(const struct smitten_table *t, int seat, int signal, double urge)
{
    int said = smitten_said_now(t);
    int mine = said >> 4 * seat & 15;
    int others = said >> 4 * (1 - seat) & 15;
    if (mine == 0)
        return smitten_move_say(signal);
    if (others == 0 || signal == SMITTEN_CANNOT)
        return MOVE_NONE;
    int more = literal_eagerness(mine) - literal_eagerness(others);
    if (more == 0 && urge < 0)
        return say_less(mine);
    return more >= 0 ? 0 : MOVE_NONE;
}

/* Thinks; false if it was told to stop. */
static bool think(struct belief_plain *p, const struct bots_ask *a, struct bot_choice *out)
{
    const struct smitten_table *t = &a->view->t;
    const struct smitten_hand *hand = &a->view->hand[a->seat];
    struct hand own = {hand->one, hand->two};
    struct bot_choice seen = {.m = MOVE_NONE};
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    int signal = 0;
    if (!belief_plain_follow(p, a->view))
        return false;
    int at = find_hand(&p->belief.of[a->seat], own);
    if (at < 0)
        return false;
    if (t->phase == SMITTEN_TURN) {
        signal = belief_plain_signal(&p->seen[a->seat], at);
        belief_plain_hear(p, smitten_said_now(t));
        belief_plain_judge(p);
    }
    p->duty.mover = (uint8_t)a->seat;
    int n = duty_list_moves(&p->evaluator, &p->belief, &p->duty, own, moves);
    if (t->phase == SMITTEN_CHAIN)
        belief_plain_start(p);
    belief_plain_values(p, at, moves, n, value);
    if (p->evaluator.stopped)
        return false;
    bots_fill(&seen, moves, value, n);
    seen.iterations = (uint64_t)p->evaluator.tuning.deals;
    if (t->phase == SMITTEN_TURN && a->limits->weigh)
        bots_fill_wait(&seen, belief_plain_wait(p, a->seat, at));
    if (t->phase == SMITTEN_TURN && !a->limits->must) {
        move said = settle(t, a->seat, signal, p->seen[a->seat].urge[at]);
        seen.m = said != 0 ? said : seen.m;
    }
    *out = seen;
    return true;
}

void partner_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out)
{
    struct belief_plain *p = scratch;
    struct evaluate_tuning tuning = *a->tuning;
    /* The budget is the number of deals to value a grid. */
    if (a->iterations < (uint64_t)tuning.deals)
        tuning.deals = (int)a->iterations;
    if (evaluate_start(&p->evaluator, &a->view->t, &tuning, a->limits))
        p->saved[0].checkpoint.turn = p->saved[1].checkpoint.turn = 0;
    if (!think(p, a, out))
        literal_glance(a, (char *)scratch + plain_bytes(), out);
}
