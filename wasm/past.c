/*
 * What a player asks of a running game besides its view: the past, and aids. The module past.wasm,
 * which is tables.wasm with this file. It is fetched when somebody asks, and reads the table from
 * its journal.
 */
#include "table/table.h"
#include "wasm/face.h"

static uint64_t read_player(const char *text)
{
    uint64_t player = 0;
    uint8_t bytes[8];
    if (fair_read_hex(text, bytes, sizeof bytes))
        for (size_t i = 0; i < sizeof bytes; i++)
            player = player << 8 | bytes[i];
    return player;
}

/* Closes the object of the answer; after a refusal the output says why instead. */
static bool end(bool good, struct problem *problem)
{
    if (good) {
        strbuf_put(&wasm_out, "}");
        return true;
    }
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, PROBLEM_TEXT_MAX);
    problem_write_json(problem, &b);
    strbuf_take(&wasm_out, &b);
    return false;
}

static void start(void)
{
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, "{");
}

/* The answer to the person's request `past`. False: refused. */
EXPORT(past) bool wasm_past(const struct table *t, const char *player, int from)
{
    struct problem problem = PROBLEM_EMPTY;
    start();
    return end(table_tell_past(t, read_player(player), from, &wasm_out, &problem), &problem);
}

/* The answer to the request `aids`. False: refused. */
EXPORT(aids) bool wasm_aids(const struct table *t, const char *player)
{
    struct problem problem = PROBLEM_EMPTY;
    start();
    return end(table_tell_aids(t, read_player(player), &wasm_out, &problem), &problem);
}
