/* Writing records: see record.h. The bytes are fixed, so equal games give equal lines. */
#include <string.h>

#include "table/record.h"

enum { OPTIONS_ROOM = 1024 };

void record_writer_init(struct record_writer *w)
{
    *w = (struct record_writer){.game = NULL};
    grow_init(&w->events);
}

void record_writer_clear(struct record_writer *w)
{
    grow_clear(&w->events);
}

void record_start(struct record_writer *w, const struct game *g, int seats)
{
    w->game = g;
    w->seats = seats;
    grow_reset(&w->events);
}

static void start_event(struct record_writer *w)
{
    grow_put(&w->events, w->events.len > 0 ? ",[" : "[");
}

void record_add_deal(struct record_writer *w, const struct deal *d)
{
    start_event(w);
    grow_put(&w->events, "\"deal\",\"");
    struct buf b = grow_room(&w->events, GAME_DEAL_TEXT_MAX);
    game_write_deal(w->game, d, &b);
    grow_take(&w->events, &b);
    grow_put(&w->events, "\"]");
}

void record_add_move(struct record_writer *w, int seat, move m)
{
    start_event(w);
    struct buf b = grow_room(&w->events, GAME_TEXT_MAX + 32);
    buf_put_int(&b, seat);
    buf_put(&b, ",\"");
    w->game->write_move(m, &b);
    buf_put(&b, "\"]");
    grow_take(&w->events, &b);
}

void record_finish(const struct record_writer *w, const struct state *s, struct grow *out)
{
    int opt[GAME_OPTIONS_MAX];
    w->game->options_of(s, opt);
    struct buf b = grow_room(out, OPTIONS_ROOM);
    buf_put(&b, "{\"parlor\":");
    buf_put_int(&b, RECORD_VERSION);
    buf_put_key(&b, "game");
    buf_put_json(&b, w->game->name);
    buf_put_key(&b, "seats");
    buf_put_int(&b, w->seats);
    buf_put_key(&b, "options");
    game_write_options(w->game, opt, &b);
    buf_put(&b, ",\"events\":[");
    grow_take(out, &b);
    grow_put_bytes(out, w->events.text, w->events.len);
    grow_put(out, "]");
    if (w->game->actors(s) == 0) {
        b = grow_room(out, GAME_JSON_MAX);
        buf_put(&b, ",\"result\":");
        w->game->write_result(s, &b);
        grow_take(out, &b);
    }
    grow_put(out, "}\n");
}
