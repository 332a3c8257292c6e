/*
 * Photograph puzzles: the last field, for two. A choice has the exact chance to win with best play
 * of both. Only positions that leave nothing to guess are puzzles: the seat can tell every card
 * (there is one world), or the turn is the last one, after which each hand's last wind does not
 * depend on the other's.
 */
#include "search/photograph/endgame.h"
#include "search/puzzle_kinds.h"

enum { NODES = 400000, FIELD_MOST = 9 };
#define LEAST 0.75
#define GAP 0.4

/* Whether any wind ends the turns of the game. */
static bool is_last_turn(const struct state *s, int seat)
{
    struct state next = *s;
    if (s->open.phase != PHOTOGRAPH_WIND)
        return false;
    photograph_apply(&next, seat, photograph_winds[0]);
    return next.open.phase == PHOTOGRAPH_END;
}

/* The mean of a move over all worlds; false: it takes too long. */
static bool value_move(const struct photobot_endgame_worlds *worlds, int seat, move m, double *out)
{
    struct photobot_endgame_solver solver = {.seat = seat, .limit = NODES};
    double sum = 0;
    for (int i = 0; i < worlds->n; i++) {
        double value;
        if (!photobot_endgame_solve(&solver, &worlds->world[i], m, &value))
            return false;
        sum += value;
    }
    *out = sum / worlds->n;
    return true;
}

bool photograph_puzzle_last(const struct view *v, int seat, void *scratch,
                            struct puzzle_answer *out)
{
    struct photobot_endgame_worlds *worlds = scratch;
    move moves[GAME_MOVES_MAX];
    out->n = out->place = 0;
    if (!photobot_endgame_fits(&v->open) || v->open.turn != seat || v->open.missed ||
        __builtin_popcount(v->open.there) > FIELD_MOST ||
        !photobot_endgame_list_worlds(v, worlds) || worlds->n == 0)
        return false;
    if (worlds->n > 1 && !is_last_turn(&worlds->world[0], seat))
        return false;
    int n = photograph_legal(&worlds->world[0], seat, moves);
    for (int i = 0; i < n; i++) {
        double value;
        if (!value_move(worlds, seat, moves[i], &value))
            return false;
        puzzle_add_move(out, &photograph_game, moves[i], value);
    }
    return puzzle_settle(out, LEAST, GAP);
}
