/* The only file that names all solvers. */
#include "solve/smitten.h"

extern const struct game smitten_game;

static const struct solver_kind smitten = {
    .game = &smitten_game,
    .start = solve_smitten_start,
    .fits = solve_smitten_fits,
    .used = solve_smitten_used,
    .view = solve_smitten_view,
    .open = solve_smitten_open,
    .book = solve_smitten_book,
    .known = solve_smitten_known,
    .sweep = solve_smitten_sweep,
    .prepare = solve_smitten_prepare,
};

const struct solver_kind *const solvers_list[] = {&smitten, NULL};

const struct solver_kind *solvers_find(const struct game *g)
{
    for (int i = 0; solvers_list[i] != NULL; i++)
        if (solvers_list[i]->game == g)
            return solvers_list[i];
    return NULL;
}

void solvers_prepare(const char *folder, const char *books, int threads, solve_progress *progress,
                     void *context)
{
    for (int i = 0; solvers_list[i] != NULL; i++)
        solvers_list[i]->prepare(folder, books, threads, progress, context);
}
