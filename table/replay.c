/* Recorded games, step by step. See replay.h. */
#include "table/replay.h"

#include <assert.h>
#include <string.h>

#include "table/figures.h"
#include "table/memory.h"
#include "table/preview.h"

/* A state is kept every so many steps; the steps in between are played again. */
enum { STRIDE = 16 };

struct replay {
    struct record record;
    struct state_room *kept;
};

static void keep(void *context, int event, const struct state *s)
{
    struct replay *r = context;
    if (event % STRIDE == 0)
        memcpy(r->kept[event / STRIDE].bytes, s, r->record.setup.game->state_size);
}

struct replay *replay_open(const char *line, size_t len, struct problem *p)
{
    struct record record;
    struct state_room last;
    if (!record_read(&record, line, len, p))
        return NULL;
    struct replay *r = memory_take(sizeof *r);
    r->record = record;
    r->kept = memory_take_zeros((size_t)record.events_count / STRIDE + 1, sizeof *r->kept);
    setup_init(&record.setup, state_in(&r->kept[0]));
    if (record_replay(&record, keep, r, state_in(&last), p))
        return r;
    replay_close(r);
    return NULL;
}

void replay_close(struct replay *r)
{
    if (r == NULL)
        return;
    record_clear(&r->record);
    free(r->kept);
    free(r);
}

const struct record *replay_record(const struct replay *r)
{
    return &r->record;
}

int replay_count_steps(const struct replay *r)
{
    return r->record.events_count;
}

/* The event of step `step`; the record has been checked. */
static struct record_event event_of(const struct replay *r, int step)
{
    struct record_event e;
    struct problem p;
    bool good = record_read_event(&r->record, step - 1, &e, &p);
    assert(good);
    (void)good;
    return e;
}

static void play(const struct replay *r, int step, struct state *s)
{
    const struct record_event e = event_of(r, step);
    struct problem p;
    problem_start(&p, step - 1);
    bool good = record_apply(r->record.setup.game, s, &e, &p);
    assert(good);
    (void)good;
}

/* The state after `step` events. */
static struct state *go_to(const struct replay *r, int step, struct state_room *now)
{
    int from = step / STRIDE * STRIDE;
    memcpy(now->bytes, r->kept[from / STRIDE].bytes, r->record.setup.game->state_size);
    for (int i = from + 1; i <= step; i++)
        play(r, i, state_in(now));
    return state_in(now);
}

void replay_write(const struct replay *r, int step, int seat, bool open, struct strbuf *out)
{
    const struct game *g = r->record.setup.game;
    struct state_room before, now;
    struct replay_moment m = {.game = g, .step = step};
    go_to(r, step > 0 ? step - 1 : 0, &now);
    memcpy(before.bytes, now.bytes, g->state_size);
    if (step > 0) {
        m.event = event_of(r, step);
        play(r, step, state_in(&now));
    }
    m.before = state_in(&before);
    m.after = state_in(&now);
    replay_write_moment(&m, seat, open, out);
}

void replay_write_row(const struct replay *r, struct strbuf *out)
{
    struct state_room now;
    int n = r->record.events_count; /* no state is kept after the last event */
    go_to(r, n > 0 ? n - 1 : 0, &now);
    if (n > 0)
        play(r, n, state_in(&now));
    if (r->record.setup.game->actors(state_in(&now)) == 0)
        figures_write_row(&r->record, state_in(&now), out);
}

/* ---- the moves of a seat ---- */

void replay_write_legal(const struct replay *r, int step, int seat, struct strbuf *out)
{
    const struct game *g = r->record.setup.game;
    struct state_room now;
    move moves[GAME_MOVES_MAX];
    const struct state *s = go_to(r, step, &now);
    int n = g->actors(s) >> seat & 1 ? g->legal(s, seat, moves) : 0;
    struct buf b = strbuf_room(out, GAME_MOVES_MAX * (GAME_TEXT_MAX + 3));
    buf_put_char(&b, '[');
    for (int i = 0; i < n; i++) {
        buf_put(&b, i > 0 ? ",\"" : "\"");
        g->write_move(moves[i], &b);
        buf_put_char(&b, '"');
    }
    buf_put_char(&b, ']');
    strbuf_take(out, &b);
}

const char *replay_refuse(const struct replay *r, int step, int seat, const char *text)
{
    const struct game *g = r->record.setup.game;
    struct state_room now;
    move m;
    const char *why = strlen(text) < GAME_TEXT_MAX ? g->read_move(text, &m) : MSG("move.length");
    return why != NULL ? why : g->refuse(go_to(r, step, &now), seat, m);
}

bool replay_write_preview(const struct replay *r, int step, int seat, const char *text,
                          struct strbuf *out)
{
    struct state_room now;
    struct buf b = strbuf_room(out, GAME_JSON_MAX);
    if (replay_refuse(r, step, seat, text) != NULL ||
        !preview_write_move(r->record.setup.game, go_to(r, step, &now), seat, text, &b))
        return false;
    strbuf_take(out, &b);
    return true;
}
