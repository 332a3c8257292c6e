/* The games and bots that a server's greeting lists: see table.h. */
#include "games/list.h"
#include "table/table.h"

enum { GAME_ROOM = 4096, BOTS_ROOM = 8192 };

static void put_game(const struct game *g, struct buf *b)
{
    buf_put(b, "{\"name\":");
    buf_put_json(b, g->name);
    game_write_size(g, b);
    buf_put(b, ",\"options\":[");
    for (const struct game_option *o = g->options; o->name != NULL; o++) {
        buf_put_comma(b);
        buf_put(b, "{\"name\":");
        buf_put_json(b, o->name);
        game_write_choices(o, b);
        buf_put_char(b, '}');
    }
    buf_put(b, "]}");
}

void table_write_games(struct strbuf *out)
{
    strbuf_put(out, "\"games\":[");
    for (int i = 0, n = 0; games_list[i] != NULL; i++) {
        if (games_list[i]->sample)
            continue;
        strbuf_put(out, n++ > 0 ? "," : "");
        struct buf b = strbuf_room(out, GAME_ROOM);
        put_game(games_list[i], &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "]");
}

static void put_levels(const struct game *g, struct buf *b)
{
    buf_put_json(b, g->name);
    buf_put(b, ":[");
    for (int i = 0; bots_list[i] != NULL; i++) {
        if (bots_list[i]->game != NULL && bots_list[i]->game != g)
            continue;
        buf_put_comma(b);
        buf_put(b, "{\"name\":");
        buf_put_json(b, bots_list[i]->name);
        buf_put_key(b, "about");
        buf_put_json(b, bots_list[i]->about);
        buf_put(b, bots_list[i]->coded ? ",\"coded\":true" : "");
        buf_put_char(b, '}');
    }
    buf_put_char(b, ']');
}

void table_write_bots(struct strbuf *out)
{
    strbuf_put(out, "\"bots\":{");
    for (int i = 0, n = 0; games_list[i] != NULL; i++) {
        if (games_list[i]->sample)
            continue;
        strbuf_put(out, n++ > 0 ? "," : "");
        struct buf b = strbuf_room(out, BOTS_ROOM);
        put_levels(games_list[i], &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "}");
}
