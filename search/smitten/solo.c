/* Smitten bots: one player. */
#include <assert.h>
#include <string.h>

#include "search/smitten/bots.h"
#include "solve/smitten.h"

/* Applies the first of a few random moves that does not lose the game at once. */
static void make_fair_move(struct state *s, struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    struct state next;
    int n = smitten_legal(s, 0, moves);
    for (int left = n; left > 0; left--) {
        int pick = (int)rng_below(r, (uint32_t)left);
        next = *s;
        smitten_apply(&next, 0, moves[pick]);
        if (next.t.phase != SMITTEN_OVER || next.t.placed == SMITTEN_GOAL)
            break;
        moves[pick] = moves[left - 1];
    }
    *s = next;
}

static bool play_out(struct state *s, struct rng *r)
{
    while (s->t.phase != SMITTEN_OVER)
        make_fair_move(s, r);
    return s->t.placed == SMITTEN_GOAL;
}

void solo_sample(const struct bots_ask *a, struct bot_choice *out)
{
    struct state world, s;
    struct rng r;
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX] = {0};
    uint64_t started = bot_start(a->limits), i = 0;
    rng_seed(&r, a->seed);
    smitten_determinize(a->view, &r, &world);
    int n = smitten_legal(&world, a->seat, moves);
    for (; i < TUNE_SOLO_LEAST || (i < a->iterations && !bot_should_stop(a->limits, started, i));
         i++) {
        smitten_determinize(a->view, &r, &world);
        for (int k = 0; k < n; k++) {
            s = world;
            smitten_apply(&s, a->seat, moves[k]);
            value[k] += play_out(&s, &r);
        }
    }
    for (int k = 0; k < n; k++)
        value[k] /= (double)i;
    bots_fill(out, moves, value, n);
    out->iterations = i * (uint64_t)n;
}

/* A running clock. */
struct watch {
    const struct bot_limits *limits;
    uint64_t started;
};

static bool is_late(void *watch)
{
    const struct watch *w = watch;
    return bot_should_stop(w->limits, w->started, 0);
}

void solo_solve(const struct bots_ask *a, void *memory, size_t bytes, struct bot_choice *out)
{
    struct solver *solver = memory;
    struct solve_answer answer;
    struct watch watch = {a->limits, bot_start(a->limits)};
    struct solve_limits bounds = {.positions = a->limits->iterations,
                                  .stop = a->limits->stop,
                                  .tired = is_late,
                                  .tired_of = &watch};
    int opt[SMITTEN_OPTIONS];
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    /* With a budget, use only the page's method and books, so that it gives the same result
     * everywhere. */
    bounds.one_by_one = bounds.positions != 0;
    if (solve_smitten_book(a->view, &bounds, &out->m))
        return;
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        opt[i] = a->view->t.option[i];
    /* Early, while a swap is possible, only the best choices get exact value, and a single
       choice none. */
    bounds.best_only = a->view->t.option[SMITTEN_OPT_EASY] && !a->view->t.swapped &&
                       a->view->t.placed < TUNE_SOLO_WHOLE;
    if (bounds.best_only && a->legal == 1)
        return;
    /* Clear the cache: a warm one never changes an exact answer, but makes the reach of a budget
       depend on history. */
    if (bounds.one_by_one)
        bytes = bytes < TUNE_SOLO_BUDGET_MEMORY ? bytes : TUNE_SOLO_BUDGET_MEMORY;
    if (a->limits->memory != 0 && bytes > a->limits->memory)
        bytes = a->limits->memory;
    if (!solve_smitten_fits(solver, 1, opt) || bounds.positions != 0)
        solver = solve_smitten_start(memory, bytes, 1, opt);
    if (solver != NULL)
        solve_smitten_view(solver, a->view, &bounds, &answer);
    if (solver == NULL || !answer.known) { /* too little memory, or cut short */
        struct bots_ask instead = *a;
        instead.iterations = TUNE_SOLO_INSTEAD;
        solo_sample(&instead, out);
        return;
    }
    int n = 0;
    for (int i = 0; i < answer.n; i++)
        if (answer.choice[i].value >= 0) {
            moves[n] = answer.choice[i].m;
            value[n++] = answer.choice[i].value;
        }
    bots_fill(out, moves, value, n);
    out->iterations = answer.spent;
}
