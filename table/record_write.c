/* Writing records: see record.h. Equal games give equal bytes. */
#include <string.h>

#include "table/record.h"

enum { OPTIONS_ROOM = 1024 };

void record_writer_init(struct record_writer *w)
{
    *w = (struct record_writer){.game = NULL};
    strbuf_init(&w->events);
}

void record_writer_clear(struct record_writer *w)
{
    strbuf_clear(&w->events);
}

void record_start(struct record_writer *w, const struct game *g, int seats)
{
    w->game = g;
    w->seats = seats;
    strbuf_reset(&w->events);
}

static void start_event(struct record_writer *w)
{
    strbuf_put(&w->events, w->events.len > 0 ? ",[" : "[");
}

void record_add_deal(struct record_writer *w, const struct deal *d)
{
    start_event(w);
    strbuf_put(&w->events, "\"deal\",\"");
    struct buf b = strbuf_room(&w->events, GAME_DEAL_TEXT_MAX);
    game_write_deal(w->game, d, &b);
    strbuf_take(&w->events, &b);
    strbuf_put(&w->events, "\"]");
}

void record_add_move(struct record_writer *w, int seat, move m)
{
    start_event(w);
    struct buf b = strbuf_room(&w->events, GAME_TEXT_MAX + 32);
    buf_put_int(&b, seat);
    buf_put(&b, ",\"");
    w->game->write_move(m, &b);
    buf_put(&b, "\"]");
    strbuf_take(&w->events, &b);
}

void record_finish(const struct record_writer *w, const struct state *s, struct strbuf *out)
{
    int opt[GAME_OPTIONS_MAX];
    w->game->options_of(s, opt);
    struct buf b = strbuf_room(out, OPTIONS_ROOM);
    buf_put(&b, "{\"parlor\":");
    buf_put_int(&b, RECORD_VERSION);
    buf_put_key_text(&b, "game", w->game->name);
    buf_put_key_int(&b, "seats", w->seats);
    buf_put_key(&b, "options");
    game_write_options(w->game, opt, &b);
    buf_put(&b, ",\"events\":[");
    strbuf_take(out, &b);
    strbuf_put_bytes(out, w->events.text, w->events.len);
    strbuf_put(out, "]");
    if (w->game->actors(s) == 0) {
        b = strbuf_room(out, GAME_JSON_MAX);
        buf_put(&b, ",\"result\":");
        game_write_result(w->game, s, &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "}\n");
}
