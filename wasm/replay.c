/* Recorded games step by step: the module replay.wasm. */
#include <string.h>

#include "table/fork.h"
#include "table/replay.h"
#include "wasm/journal.h"

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

/* The words of a text, one for each seat; the text is cut up. */
static void read_levels(char *text, struct fork_wish *wish)
{
    for (int i = 0; i < GAME_SEATS_MAX && *text != '\0'; i++) {
        char *end = text + strcspn(text, " ");
        wish->level[i] = text;
        text = *end == '\0' ? end : end + 1;
        *end = '\0';
    }
}

bool wasm_read_person(const char *player, const char *name, struct table_person *out)
{
    uint8_t bytes[8];
    if (!fair_read_hex(player, bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        out->player = out->player << 8 | bytes[i];
    table_copy(out->name, sizeof out->name, name);
    return true;
}

void wasm_put_event(const struct table_event *e, const struct table_plan *plan)
{
    struct buf b = strbuf_room(&wasm_out, TABLE_EVENT_JSON);
    buf_put(&b, e->n > 0 ? ",[" : "[[");
    buf_put_int(&b, e->n);
    buf_put_char(&b, ',');
    buf_put_int(&b, e->at);
    buf_put_char(&b, ',');
    table_write_event(e, plan, &b);
    buf_put_char(&b, ']');
    strbuf_take(&wasm_out, &b);
}

/* The journal of a table at which the person (16 digits and a name) plays on from a moment of the
   record, as `[[n,at,{...}],...]`; `levels` has a word for each seat, also for the own one. False:
   refused, and `wasm_out` says why. */
EXPORT(fork)
bool wasm_fork(int step, int seat, int anew, char *levels, const char *player, const char *name,
               const char *secret, double at)
{
    struct problem p;
    struct fork f;
    uint8_t bytes[FAIR_BYTES];
    struct fork_wish wish = {.step = step, .seat = seat, .anew = anew != 0};
    problem_start(&p, -1);
    strbuf_reset(&wasm_out);
    read_levels(levels, &wish);
    if (!wasm_read_person(player, name, &wish.person) ||
        !fair_read_hex(secret, bytes, FAIR_BYTES) ||
        !fork_make(&f, replay_record(replay), &wish, bytes, &p)) {
        struct buf b = strbuf_room(&wasm_out, PROBLEM_TEXT_MAX);
        problem_write_json(&p, &b);
        strbuf_take(&wasm_out, &b);
        return false;
    }
    for (int i = 0; i < fork_count_events(&f); i++) {
        struct table_event e;
        fork_read_event(&f, i, &e);
        e.at = e.steady = (int64_t)at;
        wasm_put_event(&e, &f.plan);
    }
    strbuf_put(&wasm_out, "]");
    fork_clear(&f);
    return true;
}

/* The row of the game in a list of games. False: it is not over. */
EXPORT(row) bool wasm_row(void)
{
    strbuf_reset(&wasm_out);
    replay_write_row(replay, &wasm_out);
    return wasm_out.len > 0;
}

/* The moment after `step` events, as replay_write writes it. */
EXPORT(moment) void wasm_moment(int step, int seat, int open)
{
    strbuf_reset(&wasm_out);
    replay_write(replay, step, seat, open != 0, &wasm_out);
}

/* The moves that the seat may make then. */
EXPORT(legal) void wasm_legal(int step, int seat)
{
    strbuf_reset(&wasm_out);
    replay_write_legal(replay, step, seat, &wasm_out);
}

/* Why the seat may not make this move then, as a message id; nothing: it may. */
EXPORT(why) void wasm_why(int step, int seat, const char *text)
{
    const char *why = replay_refuse(replay, step, seat, text);
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, why != NULL ? why : "");
}

/* The game's preview of a move; false: it has none. */
EXPORT(preview) bool wasm_preview(int step, int seat, const char *text)
{
    strbuf_reset(&wasm_out);
    return replay_write_preview(replay, step, seat, text, &wasm_out);
}
