/*
 * Smitten bots: the public belief, carried along the log.
 *
 * Everything here depends on what is public only, so both seats come to the same lists. Where
 * someone does what the convention does not foresee, only the facts of the cards are believed.
 * Signals within a turn are not part of the convention and tell nothing.
 */
#include "search/smitten/follow.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------ what a hand would do */

static int list_places(const unsigned may[2], unsigned free, move *out)
{
    int n = 0;
    for (int at = 0; at < 2; at++)
        for (unsigned left = free & may[at]; left != 0; left &= left - 1)
            out[n++] = smitten_move(SMITTEN_PLACE, 0, smitten_lowest(left), at, 0);
    return n;
}

int follow_moves(const struct evaluator *m, const struct belief *f, const struct duty *d,
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

double follow_value(struct evaluator *m, const struct chain *chain, const struct position *s,
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

void follow_chains(struct evaluator *m, const struct belief *f, const struct duty *d,
                   struct chain chain[2])
{
    int active = d->phase == SMITTEN_TURN ? d->mover : f->active;
    for (int at = 0; at < 2; at++)
        if (d->phase == SMITTEN_TURN || d->phase == SMITTEN_CHAIN)
            chain_plan(m, f, d->mover, active, smitten_move(SMITTEN_PLAY, 0, 2, at, 0), &chain[at]);
}

void follow_values(struct evaluator *m, const struct belief *f, const struct duty *d,
                   const struct chain chain[2], struct hand h, const move *moves, int n,
                   double *out)
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
            out[i] += w * follow_value(m, chain, &s, d, moves[i], k);
    }
    for (int i = 0; i < n && all > 0; i++)
        out[i] /= all;
}

int follow_best(const double *value, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (value[i] > value[best])
            best = i;
    return best;
}

/* ------------------------------------------------------------------ believing */

/* Strikes off the hands with which the mover would have done something else. */
static void believe_move(struct evaluator *m, struct belief *f, const struct duty *d, move done)
{
    struct belief_hands *l = &f->of[d->mover];
    bool keep[BELIEF_HANDS];
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    struct chain chain[2];
    follow_chains(m, f, d, chain);
    for (int i = 0; i < l->n && !m->stopped; i++) {
        int n = follow_moves(m, f, d, l->hand[i], moves), at = 0;
        while (at < n && moves[at] != done)
            at++;
        keep[i] = at < n;
        if (keep[i] && n > 1) {
            follow_values(m, f, d, chain, l->hand[i], moves, n, value);
            keep[i] = follow_best(value, n) == at;
        }
    }
    if (!m->stopped)
        belief_keep(l, keep);
}

/* Strikes off the hands that can play: whose turn it was had none. */
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

/* What each seat said in a turn, as classes; -1 nothing. */
static void heard(const struct talk *t, int said, int class[2])
{
    for (int i = 0; i < 2; i++)
        class[i] = talk_class(t, i, said >> 4 * i & 15);
}

/* Believes what was said; the second speaker only if the first had spoken. */
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

/* Who is to play after this talk, or -1. */
static int player_of(const struct talk *t, int said)
{
    int class[2];
    heard(t, said, class);
    if (class[0] < 0 || class[1] < 0)
        return -1;
    return class[1 - t->first] < TALK_SELF ? 1 - t->first : t->first;
}

int follow_player(const struct follow *w, const struct view *v)
{
    return player_of(&w->talk, smitten_said_now(&v->t));
}

/* ------------------------------------------------------------------ along the log */

struct duty follow_duty(const struct evaluator *m, int who, uint16_t entry)
{
    int card = smitten_number_of(entry);
    return (struct duty){.phase = (uint8_t)smitten_phase_of(m->task[card]),
                         .mover = (uint8_t)(1 - who),
                         .card = (uint8_t)card,
                         .at = (uint8_t)smitten_square_of(entry),
                         .call = (uint8_t)smitten_call_of(entry)};
}

static void follow_play(struct follow *w, uint16_t e, int said)
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
    w->duty = follow_duty(&w->evaluator, who, e);
}

static void follow_entry(struct follow *w, uint16_t e, int said)
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

static void keep_point(struct follow *w, const struct smitten_table *t, int turn, int logged)
{
    struct follow_point *p = &w->point[turn > 1];
    checkpoint_set(&p->checkpoint, t, turn, logged);
    p->belief = w->belief;
    p->talk = w->talk;
}

static void begin_turn(struct follow *w)
{
    w->duty = (struct duty){.phase = SMITTEN_TURN};
}

bool follow_view(struct follow *w, const struct view *v)
{
    const struct smitten_table *t = &v->t;
    int turn = 1, at = 0;
    const struct follow_point *from = NULL;
    for (int i = 0; i < 2; i++)
        if (checkpoint_precedes(&w->point[i].checkpoint, t))
            from = &w->point[i];
    if (from != NULL) {
        w->belief = from->belief;
        w->talk = from->talk;
        turn = from->checkpoint.turn;
        at = from->checkpoint.logged;
    } else {
        belief_start(&w->evaluator, &w->belief);
    }
    for (;; turn++, from = NULL) {
        begin_turn(w);
        if (from == NULL) {
            if (!talk_plan(&w->evaluator, &w->belief, &w->room, &w->talk))
                return false;
            keep_point(w, t, turn, at);
        }
        int said = t->said[smitten_moves_before(t, turn)]; /* later in a turn nobody listens */
        believe_talk(&w->belief, &w->talk, said);
        for (; at < t->logged && smitten_log_turn(t->log[at]) == turn; at++)
            follow_entry(w, t->log[at], said);
        if (w->evaluator.stopped)
            return false;
        if (turn >= t->turn)
            return true;
    }
}
