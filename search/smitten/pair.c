/* Smitten bots: two players by the convention. */
#include "search/smitten/bots.h"

#include <assert.h>
#include <string.h>

#include "search/smitten/convention.h"

size_t pair_scratch(void)
{
    return sizeof(struct convention);
}

static int find_hand(const struct belief_hands *l, struct hand h)
{
    for (int i = 0; i < l->n; i++)
        if (l->hand[i].one == h.one && l->hand[i].two == h.two)
            return i;
    return -1;
}

/* If no hand of the partner's list is compatible with the own hand, only the cards count. */
static void believe_own(struct belief *f, int seat, struct hand own)
{
    struct belief_hands *l = &f->of[1 - seat];
    for (int i = 0; i < l->n; i++)
        if (belief_ways(f, own, l->hand[i]) > 0)
            return;
    belief_list_all(f, l->held, l);
}

/* The value of waiting. A hand that the convention excludes has no such value: the partner's plays
   are then made for other hands. */
static void weigh_waiting(struct convention *w, int seat, struct hand own, struct bot_choice *out)
{
    int mine = find_hand(&w->belief.of[seat], own);
    move play = out->n > 0 ? out->seen[0].m : MOVE_NONE;
    if (mine < 0)
        return;
    double value = duty_wait_value(&w->evaluator, &w->belief, seat, mine, play, w->chain);
    if (!w->evaluator.stopped)
        bots_fill_wait(out, value);
}

static int own_signal(const struct convention *w, const struct belief *f, int seat, struct hand own,
                      int said)
{
    const struct talk *t = &w->talk;
    int i = find_hand(&f->of[seat], own);
    const uint8_t *classes = t->opens;
    if (seat != t->first)
        classes = t->replies[talk_class(t, t->first, said >> 4 * t->first & 15)];
    return talk_signal(t, seat, i < 0 ? TALK_SELF : classes[i]);
}

/* At the start of a turn: a signal, MOVE_NONE to wait, or 0 to play. */
static move settle(struct convention *w, const struct view *v, int seat, struct hand own)
{
    int said = smitten_said_now(&v->t);
    bool spoke = (said >> 4 * seat & 15) != 0, heard = (said >> 4 * (1 - seat) & 15) != 0;
    if (!spoke) {
        if (seat != w->talk.first && !heard)
            return MOVE_NONE;
        int turn = v->t.turn;
        const struct belief *f = &w->saved[turn > 1].belief;
        return smitten_move_say(own_signal(w, f, seat, own, said));
    }
    return convention_player(w, v) == seat ? 0 : MOVE_NONE;
}

/* A quick answer when told to stop. */
static void answer_quickly(const struct bots_ask *a, struct talk_room *room, struct bot_choice *out)
{
    assert(literal_scratch() <= sizeof *room);
    literal_glance(a, room, out);
}

void pair_forget(void *scratch)
{
    struct convention *w = scratch;
    w->evaluator.ready = 0;
}

void pair_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out)
{
    struct convention *w = scratch;
    const struct view *v = a->view;
    int seat = a->seat;
    struct hand own = {v->hand[seat].one, v->hand[seat].two};
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    if (evaluate_start(&w->evaluator, &v->t, a->tuning, a->limits))
        w->saved[0].checkpoint.turn = w->saved[1].checkpoint.turn = 0;
    if (!convention_view(w, v)) {
        answer_quickly(a, &w->room, out);
        return;
    }
    believe_own(&w->belief, seat, own);
    w->duty.mover = (uint8_t)seat;
    int n = duty_list_moves(&w->evaluator, &w->belief, &w->duty, own, moves);
    duty_plan_chains(&w->evaluator, &w->belief, &w->duty, w->chain);
    duty_values(&w->evaluator, &w->belief, &w->duty, w->chain, own, moves, n, value);
    if (w->evaluator.stopped) {
        answer_quickly(a, &w->room, out);
        return;
    }
    bots_fill(out, moves, value, n);
    out->iterations = w->evaluator.count;
    if (v->t.phase == SMITTEN_TURN && a->limits->weigh)
        weigh_waiting(w, seat, own, out);
    if (v->t.phase == SMITTEN_TURN && !a->limits->must) {
        move said = settle(w, v, seat, own);
        if (said != 0)
            out->m = said;
    }
}
