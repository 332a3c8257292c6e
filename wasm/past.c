/*
 * The past of a running game: the module past.wasm, which is tables.wasm with this file. It is
 * fetched when somebody asks, and reads the table from its journal.
 */
#include "table/table.h"
#include "wasm/face.h"

/* The answer to the person's request `past`. False: refused, and the output says why. */
EXPORT(past) bool wasm_past(const struct table *t, const char *player, int from)
{
    uint64_t me = 0;
    struct problem problem = PROBLEM_EMPTY;
    uint8_t bytes[8];
    if (fair_read_hex(player, bytes, sizeof bytes))
        for (size_t i = 0; i < sizeof bytes; i++)
            me = me << 8 | bytes[i];
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, "{");
    if (table_tell_past(t, me, from, &wasm_out, &problem)) {
        strbuf_put(&wasm_out, "}");
        return true;
    }
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, PROBLEM_TEXT_MAX);
    problem_write_json(&problem, &b);
    strbuf_take(&wasm_out, &b);
    return false;
}
