/*
 * Smitten puzzles, alone: the only safe card. Choices have their exact chances to win, by
 * solve/smitten.h; in a puzzle the best beats the others by 15 % of a win.
 */
#include <string.h>

#include "games/smitten/smitten.h"
#include "search/puzzle_kinds.h"
#include "solve/smitten.h"

extern const struct game smitten_game;

enum { PLACED_LEAST = 7, PLACED_MOST = 15, POSITIONS = 400000, TABLE = (64 << 20) - 64 };
#define LEAST 0.3
#define GAP 0.15

/* The solver stands behind one pointer to itself. */
struct room {
    struct solver *solver;
};

static struct solver *find_solver(struct room *room, const struct view *v)
{
    int opt[GAME_OPTIONS_MAX] = {0};
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        opt[i] = v->t.option[i];
    if (room->solver == NULL || !solve_smitten_fits(room->solver, 1, opt))
        room->solver = solve_smitten_start((char *)room + 64, TABLE, 1, opt);
    return room->solver;
}

bool smitten_puzzle_solo(const struct view *v, int seat, void *scratch, struct puzzle_answer *out)
{
    const struct solve_limits limits = {.positions = POSITIONS, .one_by_one = true};
    struct solve_answer answer;
    out->n = out->place = 0;
    if (v->t.placed < PLACED_LEAST || v->t.placed > PLACED_MOST)
        return false;
    solve_smitten_view(find_solver(scratch, v), v, &limits, &answer);
    if (!answer.known)
        return false;
    for (int i = 0; i < answer.n; i++)
        if (answer.choice[i].seat == seat)
            puzzle_add_move(out, &smitten_game, answer.choice[i].m, answer.choice[i].value);
    return puzzle_settle(out, LEAST, GAP);
}
