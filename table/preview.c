/* What a seat would see after a move of its own: see preview.h. */
#include "table/preview.h"

#include <string.h>

/* Makes the sealed choices of the others, any of them. */
static void seal_rest(const struct game *g, struct state *s, uint32_t others)
{
    move moves[GAME_MOVES_MAX];
    for (; others != 0; others &= others - 1) {
        int seat = __builtin_ctz(others);
        if ((g->actors(s) >> seat & 1) && g->legal(s, seat, moves) > 0)
            g->apply(s, seat, moves[0]);
    }
}

bool preview_write_view(const struct game *g, const struct state *s, int seat, const char *text,
                        struct rng *r, bool seal, struct buf *b)
{
    struct view_room view, after;
    struct state_room world;
    move m;
    memset(&view, 0, sizeof view);
    memset(&after, 0, sizeof after);
    g->observe(s, seat, view_in(&view));
    g->determinize(view_in(&view), r, state_in(&world));
    if (g->read_move(text, &m) != NULL || g->refuse(state_in(&world), seat, m) != NULL)
        return false;
    uint32_t others = g->actors(state_in(&world)) & ~(UINT32_C(1) << seat);
    g->apply(state_in(&world), seat, m);
    if (seal)
        seal_rest(g, state_in(&world), others);
    g->observe(state_in(&world), seat, view_in(&after));
    g->write_view(view_in(&after), b);
    return true;
}

/* The end of the JSON object that begins at `text`. Names and values of views hold no brackets. */
static const char *end_object(const char *text)
{
    int depth = 0;
    do {
        depth += (*text == '{') - (*text == '}');
        text++;
    } while (depth > 0);
    return text;
}

/* Appends the seat's entry of the list `players`. */
static void put_own(const char *view, int seat, struct buf *b)
{
    static const char list[] = "\"players\":[";
    const char *entry = strstr(view, list) + sizeof list - 1;
    for (; seat > 0; seat--)
        entry = end_object(entry) + 1;
    buf_put_bytes(b, entry, (size_t)(end_object(entry) - entry));
}

bool preview_write_own(const struct table *t, uint64_t player, const char *text, struct buf *b,
                       struct problem *p)
{
    const struct game *g = t->plan.setup.game;
    int seat = table_find_seat(t, player);
    char memory[GAME_JSON_MAX];
    struct buf view;
    struct rng r;
    if (!table_check_move(t, player, text, p))
        return false;
    if (strcmp(g->name, "photograph") != 0 || strncmp(text, "wind ", 5) != 0) {
        problem_add(p, MSG("table.no-preview"));
        return false;
    }
    rng_seed_pair(&r, 0, 0); /* own cards and films are the same in every world */
    buf_init(&view, memory, sizeof memory);
    if (!preview_write_view(g, table_state(t), seat, text, &r, true, &view))
        return false;
    put_own(memory, seat, b);
    return true;
}
