/*
 * Smitten bots: the simpler partners for people, which forget signals after the next move. Signals
 * have the meaning of the rules: "can" and "cannot" are true of the hand and the squares at that
 * moment, within a turn too, and are believed; at the start of a turn "want" promises a good play,
 * "do not want" warns of a poor one. A seat that wants to play does so unless the partner wants it
 * too; a seat without a wish leaves the turn to the other.
 */
#include "search/smitten/bots.h"

#include <string.h>

#include "search/smitten/duty.h"

struct literal {
    struct evaluator evaluator;
    struct belief belief;
    struct chain chain[2];
};

size_t literal_scratch(void)
{
    return sizeof(struct literal);
}

/* Keeps some hands at random. */
static void thin_out(struct belief_hands *l, uint64_t most, struct rng *r)
{
    for (int i = 0; i < l->n && (uint64_t)l->n > most; i++) {
        int pick = i + (int)rng_below(r, (uint32_t)(l->n - i));
        struct hand h = l->hand[i];
        l->hand[i] = l->hand[pick];
        l->hand[pick] = h;
    }
    l->n = (uint64_t)l->n > most ? (int)most : l->n;
}

/* Whether the partner may hold this, by revealed cards and signals since the latest move. */
static bool may_hold(const struct evaluator *m, const struct view *v, int partner, struct hand h)
{
    int said = smitten_said_now(&v->t) >> 4 * partner & 15;
    unsigned may[2];
    if ((v->hand[partner].one & ~h.one) != 0 || (v->hand[partner].two & ~h.two) != 0)
        return false;
    evaluate_fit(m, v->t.square, may);
    bool can = (h.one & (may[0] | may[1])) != 0;
    if ((said & (SMITTEN_CAN | SMITTEN_CANNOT)) == 0)
        return true;
    return can == ((said & SMITTEN_CAN) != 0);
}

static void see_table(struct literal *l, const struct view *v)
{
    struct belief *f = &l->belief;
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 2; i++)
        for (unsigned left = v->t.square[i]; left != 0; left &= left - 1) {
            belief_put(f, i, smitten_lowest(left));
            belief_see(f, smitten_lowest(left));
        }
    if (v->t.top != 0)
        belief_see(f, v->t.top);
    f->decked = v->t.decked;
    f->active = v->t.active == SMITTEN_NOBODY ? 0 : v->t.active;
}

static void believe(struct literal *l, const struct bots_ask *a, struct hand own)
{
    const struct view *v = a->view;
    struct belief *f = &l->belief;
    int partner = 1 - a->seat;
    bool keep[BELIEF_HANDS];
    struct rng r;
    rng_seed(&r, a->seed);
    see_table(l, v);
    for (int i = 0; i < 2; i++)
        belief_list_all(f, v->held[i], &f->of[i]);
    struct belief_hands *list = &f->of[partner];
    for (int i = 0; i < list->n; i++)
        keep[i] = belief_ways(f, own, list->hand[i]) > 0;
    belief_keep(list, keep);
    for (int i = 0; i < list->n; i++)
        keep[i] = may_hold(&l->evaluator, v, partner, list->hand[i]);
    belief_keep(list, keep); /* an untrue signal is ignored */
    thin_out(list, a->iterations, &r);
    thin_out(&f->of[a->seat], a->iterations, &r);
}

static struct duty duty_of(const struct smitten_table *t, int seat)
{
    return (struct duty){.phase = t->phase,
                         .mover = (uint8_t)seat,
                         .card = t->card,
                         .at = t->at,
                         .call = t->call,
                         .kept = t->kept,
                         .top = t->top};
}

/* The value of the partner's best play, with both hands known. */
static double hope_for_partner(struct literal *l, int seat, struct hand own)
{
    const struct belief *f = &l->belief;
    const struct belief_hands *list = &f->of[1 - seat];
    struct position s = {
        .square = {f->square[0], f->square[1]}, .placed = f->placed, .active = (uint8_t)(1 - seat)};
    double sum = 0, all = 0;
    s.hand[seat] = own;
    for (int i = 0; i < list->n && !evaluate_should_stop(&l->evaluator); i++) {
        move plays[EVALUATE_ACTS];
        double best = 0, w = belief_ways(f, own, list->hand[i]);
        s.hand[1 - seat] = list->hand[i];
        for (int p = evaluate_list_plays(&l->evaluator, f->square, list->hand[i], plays);
             p-- > 0;) {
            double v = evaluate_play(&l->evaluator, &s, 1 - seat, plays[p]);
            best = v > best ? v : best;
        }
        sum += w * best;
        all += w;
    }
    return all > 0 ? sum / all : 0;
}

static int own_signal(struct literal *l, int seat, struct hand own, double value, int n)
{
    if (n == 0)
        return SMITTEN_CANNOT;
    double hope = hope_for_partner(l, seat, own);
    if (value >= TUNE_LITERAL_GOOD * hope)
        return SMITTEN_CAN | SMITTEN_WANT;
    return value >= TUNE_LITERAL_FAIR * hope ? SMITTEN_CAN : SMITTEN_CAN | SMITTEN_PASS;
}

int literal_eagerness(int said)
{
    if ((said & SMITTEN_CANNOT) != 0)
        return 0;
    if ((said & SMITTEN_WANT) != 0)
        return 3;
    return (said & SMITTEN_PASS) != 0 ? 1 : 2;
}

/* The own hand takes the place of another one, for it is only one of those that the partner has to
   reckon with. */
static void weigh_waiting(struct literal *l, int seat, struct hand own, struct bot_choice *out)
{
    struct belief_hands *list = &l->belief.of[seat];
    move play = out->n > 0 ? out->seen[0].m : MOVE_NONE;
    int mine = 0;
    while (mine < list->n - 1 &&
           (list->hand[mine].one != own.one || list->hand[mine].two != own.two))
        mine++;
    if (list->n == 0)
        return;
    list->hand[mine] = own;
    double value = duty_wait_value(&l->evaluator, &l->belief, seat, mine, play, l->chain);
    if (!l->evaluator.stopped)
        bots_fill_wait(out, value);
}

/* At the start of a turn: a signal, MOVE_NONE to wait, or 0 to play. */
static move settle(struct literal *l, const struct bots_ask *a, struct hand own, double value,
                   int n)
{
    int said = smitten_said_now(&a->view->t);
    int mine = said >> 4 * a->seat & 15;
    int others = said >> 4 * (1 - a->seat) & 15;
    if (mine == 0)
        return smitten_move_say(own_signal(l, a->seat, own, value, n));
    return others != 0 && literal_eagerness(mine) > literal_eagerness(others) ? 0 : MOVE_NONE;
}

void literal_choose(const struct bots_ask *a, void *scratch, struct bot_choice *out)
{
    struct literal *l = scratch;
    const struct view *v = a->view;
    struct hand own = {v->hand[a->seat].one, v->hand[a->seat].two};
    struct duty duty = duty_of(&v->t, a->seat);
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    evaluate_start(&l->evaluator, &v->t, a->tuning, a->limits);
    believe(l, a, own);
    int n = duty_list_moves(&l->evaluator, &l->belief, &duty, own, moves);
    duty_plan_chains(&l->evaluator, &l->belief, &duty, l->chain);
    duty_values(&l->evaluator, &l->belief, &duty, l->chain, own, moves, n, value);
    if (!l->evaluator.stopped)
        bots_fill(out, moves, value, n);
    out->iterations = l->evaluator.count;
    if (v->t.phase == SMITTEN_TURN && a->limits->weigh && !l->evaluator.stopped)
        weigh_waiting(l, a->seat, own, out);
    if (v->t.phase == SMITTEN_TURN && !a->limits->must) {
        move said = settle(l, a, own, n > 0 ? out->seen[0].value : 0, n);
        if (said != 0)
            out->m = said;
    }
}

void literal_glance(const struct bots_ask *a, void *room, struct bot_choice *out)
{
    static const struct evaluate_tuning glance = {.guesses = 1};
    struct bot_limits limits = {.must = a->limits->must};
    struct bots_ask quick = *a;
    quick.tuning = &glance;
    quick.limits = &limits;
    quick.iterations = TUNE_GLANCE_ITERATIONS;
    memset(room, 0, literal_scratch());
    literal_choose(&quick, room, out);
}
