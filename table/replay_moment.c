/* One moment of a game, recorded or running, as a seat sees it: see replay.h. */
#include <string.h>

#include "table/replay.h"

static void put_event(const struct record_event *e, bool secret, struct buf *b)
{
    buf_put_key(b, "event");
    buf_put(b, e->seat == RECORD_DEAL ? "{\"e\":\"deal\"" : "{\"e\":\"move\"");
    if (e->seat != RECORD_DEAL) {
        buf_put_key_int(b, "seat", e->seat);
        if (!secret)
            buf_put_key_text(b, "text", e->text);
    }
    buf_put_char(b, '}');
}

static void put_phase(const struct game *g, const struct state *s, struct buf *b)
{
    bool over = g->actors(s) == 0;
    buf_put_key_text(b, "phase", over ? "over" : "play");
    if (over) {
        buf_put_key(b, "result");
        game_write_result(g, s, b);
    }
}

static void put_view(const struct game *g, const struct state *s, int seat, bool open,
                     struct buf *b)
{
    struct view_room view;
    memset(&view, 0, sizeof view);
    g->observe(s, seat, view_in(&view));
    if (open && g->reveal != NULL)
        g->reveal(s, view_in(&view));
    buf_put_key(b, "view");
    g->write_view(view_in(&view), b);
    size_t before = b->len;
    buf_put_key(b, "shown");
    if (g->write_shown == NULL || !g->write_shown(view_in(&view), b))
        b->len = before;
}

void replay_write_moment(const struct replay_moment *m, int seat, bool open, struct strbuf *out)
{
    const struct game *g = m->game;
    struct buf b = strbuf_room(out, 3 * GAME_JSON_MAX);
    buf_put_char(&b, '{');
    buf_put_key_int(&b, "step", m->step);
    if (m->step > 0) {
        bool sealed = m->event.seat != RECORD_DEAL && game_is_sealed(g, m->before);
        put_event(&m->event, sealed && !open && m->event.seat != seat, &b);
    }
    put_phase(g, m->after, &b);
    put_view(g, m->after, seat, open, &b);
    buf_put_char(&b, '}');
    strbuf_take(out, &b);
}
