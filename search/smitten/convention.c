/*
 * Smitten bots: the public belief of the convention, followed through the log.
 *
 * Everything here depends on public facts only, so both seats get the same lists. After a move
 * against the convention only the cards themselves count. Signals within a turn are not part of the
 * convention and are ignored.
 */
#include "search/smitten/convention.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------ believing */

/* Removes the hands with which the mover would have moved otherwise. */
static void believe_move(struct evaluator *m, struct belief *f, const struct duty *d, move done)
{
    struct belief_hands *l = &f->of[d->mover];
    bool keep[BELIEF_HANDS];
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    struct chain chain[2];
    duty_plan_chains(m, f, d, chain);
    for (int i = 0; i < l->n && !m->stopped; i++) {
        int n = duty_list_moves(m, f, d, l->hand[i], moves), at = 0;
        while (at < n && moves[at] != done)
            at++;
        keep[i] = at < n;
        if (keep[i] && n > 1) {
            duty_values(m, f, d, chain, l->hand[i], moves, n, value);
            keep[i] = duty_best(value, n) == at;
        }
    }
    if (!m->stopped)
        belief_keep(l, keep);
}

/* Removes the hands that can play: the seat left its turn to the other. */
static void believe_stuck(struct evaluator *m, struct belief *f, int who)
{
    struct belief_hands *l = &f->of[who];
    bool keep[BELIEF_HANDS];
    move moves[EVALUATE_ACTS];
    for (int i = 0; i < l->n; i++)
        keep[i] = evaluate_list_plays(m, f->square, l->hand[i], moves) == 0;
    belief_keep(l, keep);
}

static void believe_class(struct belief_hands *l, const uint8_t *classes, int class)
{
    bool keep[BELIEF_HANDS];
    for (int i = 0; i < l->n; i++)
        keep[i] = classes[i] == class;
    belief_keep(l, keep);
}

/* Each seat's signal in a turn, as a class; -1: none. */
static void heard(const struct talk *t, int said, int class[2])
{
    for (int i = 0; i < 2; i++)
        class[i] = talk_class(t, i, said >> 4 * i & 15);
}

/* Keeps the hands of the signalled classes; the second speaker's only if the first had spoken. */
static void believe_talk(struct belief *f, const struct talk *t, int said)
{
    int class[2];
    heard(t, said, class);
    int first = t->first;
    if (class[first] < 0)
        return;
    believe_class(&f->of[first], t->opens, class[first]);
    if (class[1 - first] >= 0)
        believe_class(&f->of[1 - first], t->replies[class[first]], class[1 - first]);
}

/* The seat that plays after these signals, or -1. */
static int player_of(const struct talk *t, int said)
{
    int class[2];
    heard(t, said, class);
    if (class[0] < 0 || class[1] < 0)
        return -1;
    return class[1 - t->first] < TALK_SELF ? 1 - t->first : t->first;
}

int convention_player(const struct convention *w, const struct view *v)
{
    return player_of(&w->talk, smitten_said_now(&v->t));
}

/* ------------------------------------------------------------------ along the log */

static void follow_play(struct convention *w, uint16_t e, int said)
{
    int who = smitten_log_who(e);
    struct belief *f = &w->belief;
    bool open = w->duty.phase == SMITTEN_TURN;
    int player = open ? player_of(&w->talk, said) : who;
    if (open) {
        f->active = w->duty.mover = (uint8_t)who;
        if (player == 1 - who)
            believe_stuck(&w->evaluator, f, player);
    }
    if (player >= 0)
        believe_move(&w->evaluator, f, &w->duty,
                     smitten_move(SMITTEN_PLAY, 0, 0, 0, 0) | (e & 0x7f));
    belief_leave(f, who, smitten_number_of(e));
    belief_see(f, smitten_number_of(e));
    belief_put(f, smitten_square_of(e), smitten_number_of(e));
    w->duty = duty_after(&w->evaluator, who, e);
}

static void follow_entry(struct convention *w, uint16_t e, int said)
{
    struct belief *f = &w->belief;
    int who = smitten_log_who(e), number = smitten_number_of(e);
    switch (smitten_log_what(e)) {
    case SMITTEN_LOG_PLAY:
        follow_play(w, e, said);
        break;
    case SMITTEN_LOG_TOP:
        w->duty.top = (uint8_t)number;
        f->decked--;
        belief_see(f, number);
        break;
    case SMITTEN_LOG_REVEAL:
        believe_move(&w->evaluator, f, &w->duty, smitten_move(SMITTEN_REVEAL, 0, number, 0, 0));
        w->duty.kept = (uint8_t)number;
        w->duty.phase = SMITTEN_PUT;
        break;
    case SMITTEN_LOG_PLACE:
        believe_move(&w->evaluator, f, &w->duty,
                     smitten_move(SMITTEN_PLACE, 0, 0, 0, 0) | (e & 0x1f));
        if (w->duty.phase != SMITTEN_TOP) {
            belief_leave(f, who, number);
            belief_see(f, number);
        }
        belief_put(f, smitten_square_of(e), number);
        break;
    default:
        assert(smitten_log_what(e) == SMITTEN_LOG_DRAW);
        belief_draw_cards(f, who, number);
        break;
    }
}

static void save(struct convention *w, const struct smitten_table *t, int turn, int logged)
{
    struct convention_saved *p = &w->saved[turn > 1];
    checkpoint_set(&p->checkpoint, t, turn, logged);
    p->belief = w->belief;
    p->talk = w->talk;
}

static void begin_turn(struct convention *w)
{
    w->duty = (struct duty){.phase = SMITTEN_TURN};
}

bool convention_view(struct convention *w, const struct view *v)
{
    const struct smitten_table *t = &v->t;
    int turn = 1, at = 0;
    const struct convention_saved *from = NULL;
    /* Step 1. Start at the latest checkpoint that the game has passed, or at the deal. */
    for (int i = 0; i < 2; i++)
        if (checkpoint_precedes(&w->saved[i].checkpoint, t))
            from = &w->saved[i];
    if (from != NULL) {
        w->belief = from->belief;
        w->talk = from->talk;
        turn = from->checkpoint.turn;
        at = from->checkpoint.logged;
    } else {
        belief_start(&w->evaluator, &w->belief);
    }
    for (;; turn++, from = NULL) {
        /* Step 2. Plan the signals of the turn and save a checkpoint. */
        begin_turn(w);
        if (from == NULL) {
            if (!talk_plan(&w->evaluator, &w->belief, &w->room, &w->talk))
                return false;
            save(w, t, turn, at);
        }
        /* Step 3. Update the belief by the signals, then by each event of the turn. */
        int said = t->said[smitten_moves_before(t, turn)]; /* later signals of a turn are ignored */
        believe_talk(&w->belief, &w->talk, said);
        for (; at < t->logged && smitten_log_turn(t->log[at]) == turn; at++)
            follow_entry(w, t->log[at], said);
        if (w->evaluator.stopped)
            return false;
        if (turn >= t->turn)
            return true;
    }
}
