/*
 * The interface of exact solvers: a row of functions per game that has one. They work in the
 * caller's memory; solve/smitten.h states the contract of each.
 */
#ifndef PARLOR_SOLVE_SOLVER_H
#define PARLOR_SOLVE_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/game.h"

struct solver; /* the table, at the start of the caller's memory */

/* Limits of one question; all zero: none. */
struct solve_limits {
    uint64_t positions;      /* the budget of positions; 0: no limit */
    const atomic_bool *stop; /* set by another thread: give up; may be NULL */
    bool (*tired)(void *);   /* called regularly; true stops the search; may be NULL */
    void *tired_of;          /* its argument */
    bool best_only;          /* only the best values are needed: others may be -1 */
    bool one_by_one; /* so that `positions` give the same result on every platform; slower */
};

/* Whether one of them, but the budget, is reached; `limits` may be NULL. */
static inline bool solve_should_stop(const struct solve_limits *limits)
{
    return limits != NULL && ((limits->stop != NULL && atomic_load(limits->stop)) ||
                              (limits->tired != NULL && limits->tired(limits->tired_of)));
}

/* One legal choice and the probability of winning after it, with best play from there on. */
struct solve_choice {
    int seat;
    move m;
    double value;
};

struct solve_answer {
    bool known;   /* false: a limit was reached, and the other members are invalid */
    double value; /* of the position: the best of the choices */
    int n;        /* 0 when the game is over */
    struct solve_choice choice[GAME_MOVES_MAX]; /* in the engine's order */
    uint64_t spent;                             /* positions evaluated */
};

/* The progress of a sweep: `done` parts of `all`. Called by one thread at a time. */
typedef void solve_progress(void *context, int done, int all);

enum { SOLVE_ALL_CORES = 1024 };

struct solver_kind {
    const struct game *game;
    struct solver *(*start)(void *memory, size_t bytes, int seats, const int *opt);
    bool (*fits)(const struct solver *s, int seats, const int *opt);
    size_t (*used)(const struct solver *s);
    void (*view)(struct solver *s, const struct view *v, const struct solve_limits *limits,
                 struct solve_answer *out);
    void (*open)(struct solver *s, const struct state *state, const struct solve_limits *limits,
                 struct solve_answer *out);
    bool (*book)(const struct view *v, const struct solve_limits *limits, move *out);
    double (*known)(const int *opt);
    bool (*sweep)(struct solver *s, int threads, solve_progress *progress, void *context,
                  double *out);
    /* Sets, before the first question, the folder that caches slow results (NULL: only memory), the
       folder of the results that come with the program (NULL: none), the most threads that make new
       ones (0: none are made; SOLVE_ALL_CORES), and the receiver of progress (NULL: none), which
       any thread may call. */
    void (*prepare)(const char *folder, const char *books, int threads, solve_progress *progress,
                    void *context);
};

/* All solvers, closed by NULL (solve/list.c). */
extern const struct solver_kind *const solvers_list[];
/* The solver of a game, or NULL. */
const struct solver_kind *solvers_find(const struct game *g);
/* The same for all solvers: see `prepare`. */
void solvers_prepare(const char *folder, const char *books, int threads, solve_progress *progress,
                     void *context);

#endif
