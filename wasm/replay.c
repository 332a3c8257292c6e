/* Recorded games step by step: the module replay.wasm. */
#include <string.h>

#include "table/replay.h"
#include "wasm/face.h"

static struct replay *replay;

/* Opens a record, in place of the one before; returns its number of steps, or -1: it is wrong, and
   `wasm_out` says why. */
EXPORT(open) int wasm_open(const char *line)
{
    struct problem p;
    strbuf_reset(&wasm_out);
    replay_close(replay);
    replay = replay_open(line, strlen(line), &p);
    if (replay != NULL)
        return replay_count_steps(replay);
    struct buf b = strbuf_room(&wasm_out, PROBLEM_TEXT_MAX);
    problem_write_json(&p, &b);
    strbuf_take(&wasm_out, &b);
    return -1;
}

/* The moment after `step` events, as replay_write writes it. */
EXPORT(moment) void wasm_moment(int step, int seat, int open)
{
    strbuf_reset(&wasm_out);
    replay_write(replay, step, seat, open != 0, &wasm_out);
}
