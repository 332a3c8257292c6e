/* Previews of moves: see preview.h. */
#include "table/preview.h"

#include <string.h>

/* Makes any legal sealed choice for each of the others. */
static void seal_rest(const struct game *g, struct state *s, uint32_t others)
{
    move moves[GAME_MOVES_MAX];
    for (; others != 0; others &= others - 1) {
        int seat = __builtin_ctz(others);
        if ((g->actors(s) >> seat & 1) && g->legal(s, seat, moves) > 0)
            g->apply(s, seat, moves[0]);
    }
}

/* The seat's view after the move, in a world drawn from its view; false: the move is refused. */
static bool look_after(const struct game *g, const struct state *s, int seat, move m, struct rng *r,
                       bool seal, struct view_room *after)
{
    struct view_room view;
    struct state_room world;
    memset(&view, 0, sizeof view);
    memset(after, 0, sizeof *after);
    g->observe(s, seat, view_in(&view));
    g->determinize(view_in(&view), r, state_in(&world));
    if (g->refuse(state_in(&world), seat, m) != NULL)
        return false;
    uint32_t others = g->actors(state_in(&world)) & ~(UINT32_C(1) << seat);
    g->apply(state_in(&world), seat, m);
    if (seal)
        seal_rest(g, state_in(&world), others);
    g->observe(state_in(&world), seat, view_in(after));
    return true;
}

bool preview_write_view(const struct game *g, const struct state *s, int seat, const char *text,
                        struct rng *r, bool seal, struct buf *b)
{
    struct view_room after;
    move m;
    if (g->read_move(text, &m) != NULL || !look_after(g, s, seat, m, r, seal, &after))
        return false;
    g->write_view(view_in(&after), b);
    return true;
}

bool preview_write_own(const struct table *t, uint64_t player, const char *text, struct buf *b,
                       struct problem *p)
{
    const struct game *g = t->plan.setup.game;
    struct view_room after;
    struct rng r;
    move m;
    if (!table_check_move(t, player, text, p))
        return false;
    rng_seed_pair(&r, 0, 0); /* the preview is the same in every world */
    if (g->write_preview != NULL && g->read_move(text, &m) == NULL &&
        look_after(g, table_state(t), table_find_seat(t, player), m, &r, true, &after) &&
        g->write_preview(view_in(&after), m, b))
        return true;
    problem_add(p, MSG("table.no-preview"));
    return false;
}

bool preview_write_move(const struct game *g, const struct state *s, int seat, const char *text,
                        struct buf *b)
{
    struct view_room after;
    struct rng r;
    move m;
    rng_seed_pair(&r, 0, 0);
    return g->write_preview != NULL && g->read_move(text, &m) == NULL &&
           look_after(g, s, seat, m, &r, true, &after) && g->write_preview(view_in(&after), m, b);
}
