/*
 * Hints with reasons, in the module review.wasm: explains the answer to the last question (think.c)
 * from the same view.
 */
#include "search/hint.h"
#include "table/bot_memory.h"
#include "wasm/think.h"

enum { VALUES = 3, ENTRY_MAX = GAME_TEXT_MAX + 4 };

static struct hint hint;
static double values[GAME_MOVES_MAX + 1][VALUES];

/* The choices of the last hint: value, points, chance to win. */
EXPORT(hint_values) const double *wasm_hint_values(void)
{
    return &values[0][0];
}

/* Working memory for the reasons of the game asked last. */
static void *find_scratch(const struct game *g)
{
    static const struct reason_kind *of;
    static void *scratch;
    const struct reason_kind *kind = reason_find(g);
    if (kind == of)
        return scratch;
    bot_memory_free(scratch);
    of = kind;
    scratch = kind != NULL ? bot_memory_take(kind->scratch) : NULL;
    return scratch;
}

static void put_move(const struct game *g, move m, struct buf *b)
{
    if (m == MOVE_NONE) {
        buf_put(b, "null");
        return;
    }
    buf_put_char(b, '"');
    g->write_move(m, b);
    buf_put_char(b, '"');
}

static void put_values(const struct game *g, struct buf *b)
{
    for (int i = 0; i < hint.n; i++) {
        const struct bot_value *v = &hint.seen[i];
        buf_put_comma(b);
        put_move(g, v->m, b);
        values[i][0] = v->value;
        values[i][1] = v->points;
        values[i][2] = v->win;
    }
}

/* Writes `{"text":MOVE,"other":MOVE,"why":REASON,"seen":[MOVE,...]}`; a MOVE null is waiting, a
   REASON null unknown. */
EXPORT(hint) void wasm_hint(void)
{
    const struct game *g = wasm_question()->game;
    hint_make(wasm_question(), wasm_choice(), find_scratch(g), &hint);
    strbuf_reset(&wasm_out);
    struct buf b =
        strbuf_room(&wasm_out, REASON_TEXT_MAX + (GAME_MOVES_MAX + 4) * (size_t)ENTRY_MAX);
    buf_put_char(&b, '{');
    buf_put_key(&b, "text");
    put_move(g, hint.m, &b);
    buf_put_key(&b, "other");
    put_move(g, hint.other, &b);
    buf_put_key(&b, "why");
    if (hint.why.id != NULL)
        reason_write(&hint.why, g, &b);
    else
        buf_put(&b, "null");
    buf_put_key(&b, "seen");
    buf_put_char(&b, '[');
    put_values(g, &b);
    buf_put(&b, "]}");
    strbuf_take(&wasm_out, &b);
}
