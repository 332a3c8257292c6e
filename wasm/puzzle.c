/* Puzzles of the files that the page fetches: a part of replay.wasm. */
#include <string.h>

#include "table/puzzle.h"
#include "wasm/face.h"

static bool read_puzzle(const char *kind, const char *line, struct puzzle *out)
{
    const struct puzzle_kind *found = puzzle_find(kind);
    return found != NULL && puzzle_read(found, line, out);
}

/* The puzzle of a line as `{"record":{...},"puzzle":{...}}`, see puzzle_write_json. False: the line
   is none. */
EXPORT(puzzle) bool wasm_puzzle(const char *kind, const char *line)
{
    struct puzzle p;
    struct puzzle_answer answer;
    struct state_room room;
    strbuf_reset(&wasm_out);
    if (!read_puzzle(kind, line, &p))
        return false;
    strbuf_put(&wasm_out, "{\"record\":");
    int seat = puzzle_play(&p, state_in(&room), &wasm_out);
    if (seat < 0 || !puzzle_answer(&p, state_in(&room), seat, &answer))
        return false;
    strbuf_put(&wasm_out, ",\"puzzle\":");
    puzzle_write_json(&p, state_in(&room), seat, &answer, &wasm_out);
    strbuf_put(&wasm_out, "}");
    return true;
}
