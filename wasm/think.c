/*
 * Bots in a worker of their own: a view comes in, a move goes out. This instance never sees a
 * table, so a bot cannot know more than its seat.
 */
#include <string.h>

#include "games/list.h"
#include "search/bot.h"
#include "table/bot_memory.h"
#include "wasm/think.h"

enum { MEMORIES = 32, VALUES = 4 };

static struct view_room view;
static struct bot_limits limits;
static struct bot_question question;
static struct bot_choice choice;
static double values[GAME_MOVES_MAX][VALUES];

/* Room for the bytes of the view, filled before a question. */
EXPORT(view) void *wasm_view(void)
{
    return &view;
}

/* The values of each compared move: value, points, chance to win, visits. */
EXPORT(values) const double *wasm_values(void)
{
    return &values[0][0];
}

static void *find_scratch(const struct bot *bot)
{
    static struct bot_memory memory[MEMORIES];
    return bot_memory_find(memory, MEMORIES, bot);
}

static void put_text(const struct game *g, move m, struct buf *b)
{
    buf_put_comma(b);
    if (m == MOVE_NONE) {
        buf_put(b, "null");
        return;
    }
    buf_put_char(b, '"');
    g->write_move(m, b);
    buf_put_char(b, '"');
}

/* The choice and all compared moves, as texts. */
static void write_choice(const struct game *g)
{
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, (GAME_MOVES_MAX + 1) * (GAME_TEXT_MAX + 4));
    buf_put_char(&b, '[');
    put_text(g, choice.m, &b);
    for (int i = 0; i < choice.n; i++) {
        const struct bot_value *v = &choice.seen[i];
        put_text(g, v->m, &b);
        memcpy(values[i], (double[VALUES]){v->value, v->points, v->win, (double)v->visits},
               sizeof values[i]);
    }
    buf_put_char(&b, ']');
    strbuf_take(&wasm_out, &b);
}

/*
 * Lets the bot of a level choose a move for a seat from the view. `iterations` 0: the level's own.
 * `must`: 1 that waiting is no answer, 2 for a hint: it weighs waiting against the moves.
 * Returns the iterations spent, or -1 if there is no such bot.
 */
EXPORT(think)
double wasm_think(const char *game, const char *level, int seat, uint32_t seed_high,
                  uint32_t seed_low, double iterations, int must)
{
    const struct game *g = games_find(game);
    const struct bot *bot = g != NULL ? bots_find(g, level) : NULL;
    if (bot == NULL)
        return -1;
    limits = (struct bot_limits){
        .iterations = (uint64_t)iterations, .must = (must & 1) != 0, .weigh = (must & 2) != 0};
    question = (struct bot_question){.game = g,
                                     .view = view_in(&view),
                                     .seat = seat,
                                     .limits = &limits,
                                     .seed = (uint64_t)seed_high << 32 | seed_low,
                                     .scratch = find_scratch(bot)};
    choice.weighed = false;
    bot->choose(bot, &question, &choice);
    choice.m = bot_advice(&choice, limits.must);
    write_choice(g);
    return (double)choice.iterations;
}

const struct bot_question *wasm_question(void)
{
    return &question;
}

const struct bot_choice *wasm_choice(void)
{
    return &choice;
}

/* The budget of a level for one choice, or -1. */
EXPORT(budget) double wasm_budget(const char *game, const char *level)
{
    const struct game *g = games_find(game);
    const struct bot *bot = g != NULL ? bots_find(g, level) : NULL;
    return bot != NULL ? (double)bot->iterations : -1;
}
