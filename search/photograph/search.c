/*
 * Photograph: the levels that search.
 *
 * Every legal move is tried in the same sampled worlds (common random numbers), each played on by
 * weighing (playout.c). After each round only the better half of the moves remains, so that most of
 * the budget goes to the close decisions. A take is followed by the wind of greatest weight once
 * the taken cards are seen; the wind itself is later searched as its own choice.
 */
#include <assert.h>
#include <string.h>

#include "search/photograph/endgame.h"
#include "search/photograph/levels.h"

/* The source of worlds: a view, or in hindsight the true state. */
struct source {
    const struct view *view;
    const struct state *state;
    uint64_t seed;
};

struct arm {
    struct bot_value *seen;
    double value, points, win; /* sums */
    int prior;
    bool solved;
    double exact; /* if solved */
};

struct hunt {
    const struct photobot_tuning *tuning;
    const struct bot_limits *limits;
    struct source source;
    int seat, n;
    uint64_t started, budget, spent, worlds;
    bool stopped;
    struct photobot_endgame_worlds *worlds_left; /* scratch */
    struct arm arm[GAME_MOVES_MAX];              /* best first after each round */
};

static void draw_world(const struct source *from, uint64_t number, struct photobot_world *w)
{
    struct state s;
    struct rng r;
    if (from->state != NULL) {
        photobot_enter(w, from->state);
        return;
    }
    rng_seed_pair(&r, from->seed, number);
    photograph_determinize(from->view, &r, &s);
    photobot_enter(w, &s);
}

/* ---- Rounds ---- */

static double utility(const struct hunt *h, const struct photobot_end *end, int seats)
{
    double others = 0;
    for (int i = 0; i < seats; i++)
        if (i != h->seat)
            others += end->points[i];
    return end->win[h->seat] + TUNE_LEAD * (end->points[h->seat] - others / (seats - 1));
}

static void try_arm(struct hunt *h, struct arm *arm, const struct photobot_world *world)
{
    struct photobot_world w = *world;
    struct photobot_end end;
    w.keen = h->tuning->keen ? (int8_t)h->seat : -1;
    photobot_apply(&w, h->seat, arm->seen->m);
    photobot_play_on(&w, &end);
    arm->value += utility(h, &end, world->state.open.seats);
    arm->points += end.points[h->seat];
    arm->win += end.win[h->seat];
    arm->seen->visits++;
    h->spent++;
}

static double mean_of(const struct arm *a)
{
    return a->seen->visits > 0 ? a->value / (double)a->seen->visits : -1e8 + a->prior;
}

static void sort_arms(struct hunt *h, int n)
{
    for (int i = 1; i < n; i++) {
        struct arm a = h->arm[i];
        int j = i;
        for (; j > 0 && mean_of(&h->arm[j - 1]) < mean_of(&a); j--)
            h->arm[j] = h->arm[j - 1];
        h->arm[j] = a;
    }
}

/* Tries the first `n` moves in `worlds` new worlds. */
static void run_round(struct hunt *h, int n, uint64_t worlds)
{
    struct photobot_world w;
    for (uint64_t i = 0; i < worlds && !h->stopped; i++) {
        draw_world(&h->source, h->worlds++, &w);
        for (int j = 0; j < n && !h->stopped; j++) {
            try_arm(h, &h->arm[j], &w);
            /* A playout is slow enough to read the clock every fourth time. */
            h->stopped = bot_should_stop(h->limits, h->started, h->spent << 4);
        }
    }
    sort_arms(h, n);
}

static void halve(struct hunt *h)
{
    int alive = h->n;
    int rounds = 1;
    for (int n = alive; n > 2; n = (n + 1) / 2)
        rounds++;
    for (int i = 0; i < rounds && !h->stopped; i++) {
        /* The first round may have cost more than the whole of a tiny budget. */
        uint64_t left = h->budget > h->spent ? h->budget - h->spent : 0;
        uint64_t worlds = left / (uint64_t)(rounds - i) / (uint64_t)alive;
        if (worlds == 0 && i > 0)
            break;
        run_round(h, alive, worlds > 0 ? worlds : 1);
        alive = (alive + 1) / 2 > 2 ? (alive + 1) / 2 : alive < 2 ? alive : 2;
    }
}

/* ---- The endgame ---- */

/* The mean value of a move over all worlds; false: gave up. */
static bool solve_arm(struct hunt *h, struct photobot_endgame_solver *l, const struct arm *a,
                      double *value)
{
    double sum = 0, one;
    for (int i = 0; i < h->worlds_left->n; i++) {
        if (!photobot_endgame_solve(l, &h->worlds_left->world[i], a->seen->m, &one))
            return false;
        sum += one;
    }
    *value = sum / h->worlds_left->n;
    return true;
}

/* Solves moves of the endgame, the most promising first, within the budget of nodes, and puts the
   best of the solved ones first. */
static void solve_field(struct hunt *h, const struct photograph_open *o)
{
    struct photobot_endgame_solver l = {.seat = h->seat,
                                        .lead = TUNE_LEAD,
                                        .limit = h->budget * (uint64_t)h->tuning->nodes,
                                        .limits = h->limits,
                                        .started = h->started};
    if (h->source.state != NULL) {
        h->worlds_left->n = 1;
        h->worlds_left->world[0] = *h->source.state;
    } else if (!photobot_endgame_list_worlds(h->source.view, h->worlds_left)) {
        return;
    }
    /* The cost of one move in one world; if the limit is too small, do not start. */
    static const uint64_t usual[16] = TUNE_ENDGAME_COST;
    int field = __builtin_popcount(o->there);
    if (field > TUNE_ENDGAME_FIELD || usual[field] * (uint64_t)h->worlds_left->n > l.limit)
        return;
    double best = -1e9, value;
    for (int i = 0; i < h->n && solve_arm(h, &l, &h->arm[i], &value); i++) {
        struct arm *a = &h->arm[i];
        a->solved = true;
        a->exact = value;
        if (value <= best)
            continue;
        best = value;
        struct arm first = *a;
        memmove(h->arm + 1, h->arm, (size_t)i * sizeof h->arm[0]);
        h->arm[0] = first;
    }
    h->spent += l.nodes / (uint64_t)h->tuning->nodes;
}

/* ---- Choices ---- */

/* Orders the moves by weight, in case there is no time for more. */
static void set_priors(struct hunt *h, const struct photobot_world *w)
{
    const struct photograph_open *o = &w->state.open;
    struct photobot_features s;
    photobot_read_features(w, h->seat, &s);
    for (int i = 0; i < h->n; i++) {
        move m = h->arm[i].seen->m;
        int now = photograph_count_shots(o);
        h->arm[i].prior = o->phase == PHOTOGRAPH_TAKE
                              ? photobot_weigh_take(&s, &w->state, m)
                              : photobot_weigh(&s, photograph_wind(s.hand, m), now, s.held);
    }
    sort_arms(h, h->n);
}

/* Rule P8.1: the own tally is exact; the worlds estimate how often it wins. */
static move solve_endgame(struct hunt *h, const struct photobot_world *w)
{
    const struct photograph_open *o = &w->state.open;
    for (int i = 0; i < h->n; i++) {
        uint64_t hand = photograph_wind(w->state.hand[h->seat], h->arm[i].seen->m);
        h->arm[i].prior = photobot_tally(o, h->seat, hand).points * PHOTOBOT_POINT;
    }
    sort_arms(h, h->n);
    run_round(h, h->n, h->budget / (uint64_t)h->n + 1);
    return photobot_choose_final(o, h->seat, w->state.hand[h->seat], NULL);
}

static void report(struct hunt *h, struct bot_choice *out)
{
    struct bot_value seen[GAME_MOVES_MAX];
    for (int i = 0; i < h->n; i++) {
        const struct arm *a = &h->arm[i];
        double n = (double)a->seen->visits;
        seen[i] = *a->seen;
        seen[i].value = a->solved ? a->exact : n > 0 ? a->value / n : a->prior * 1e-6;
        seen[i].points = n > 0 ? a->points / n : a->prior / (double)PHOTOBOT_POINT;
        seen[i].win = n > 0 ? a->win / n : BOT_UNKNOWN;
    }
    memcpy(out->seen, seen, (size_t)h->n * sizeof seen[0]);
    out->iterations = h->spent;
}

/* Chooses from the view or, if `s` is given, with all its cards open. */
static void think(const struct bot *bot, const struct bot_question *q, const struct state *s,
                  struct bot_choice *out)
{
    const struct bot_limits *limits = q->limits;
    struct hunt hunt = {.tuning = bot->tuning,
                        .limits = limits,
                        .source = {.view = q->view, .state = s, .seed = q->seed},
                        .seat = q->seat,
                        .started = bot_start(limits),
                        .budget = limits->iterations > 0 ? limits->iterations : bot->iterations,
                        .worlds_left = q->scratch};
    struct hunt *h = &hunt;
    struct photobot_world w;
    move moves[GAME_MOVES_MAX];
    draw_world(&h->source, 0, &w);
    h->n = out->n = photograph_legal(&w.state, h->seat, moves);
    assert(h->n > 0); /* the seat is an actor */
    if (limits->only != NULL) {
        h->n = out->n = 1;
        moves[0] = *limits->only;
    }
    for (int i = 0; i < h->n; i++) {
        out->seen[i] = (struct bot_value){.m = moves[i]};
        h->arm[i] = (struct arm){.seen = &out->seen[i]};
    }
    if (w.state.open.phase == PHOTOGRAPH_END) {
        out->m = solve_endgame(h, &w);
    } else {
        set_priors(h, &w);
        halve(h);
        if (h->tuning->nodes > 0 && photobot_endgame_fits(&w.state.open))
            solve_field(h, &w.state.open);
        assert(h->arm[0].seen != NULL);
        out->m = h->arm[0].seen->m;
    }
    report(h, out);
}

void photobot_choose_search(const struct bot *bot, const struct bot_question *q,
                            struct bot_choice *out)
{
    think(bot, q, NULL, out);
}

void photobot_hindsight(const struct bot *bot, const struct bot_question *q, const struct state *s,
                        struct bot_choice *out)
{
    think(bot, q, s, out);
}
