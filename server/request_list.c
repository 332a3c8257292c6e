/* Requests for stored data: lists of tables, records, links to records. See exchange.h. */
#include <stdio.h>

#include "server/exchange.h"

enum { LIST_MOST = 100, MINE_MOST = 20, LOBBY_MS = 86400000 };

/* A finished table where the player sat; NULL: the error is sent. */
static struct live_table *find_finished(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    if (live == NULL)
        return NULL;
    if (table_find_chair(live->t, x->c->player) < 0) {
        exchange_fail(x, MSG("table.not-yours"));
        return NULL;
    }
    if (live->t->phase != TABLE_OVER) {
        exchange_fail(x, MSG("table.not-over"));
        return NULL;
    }
    return live;
}

void handle_record(struct exchange *x)
{
    struct live_table *live = find_finished(x);
    struct strbuf out;
    if (live == NULL)
        return;
    strbuf_init(&out);
    strbuf_put(&out, ",\"record\":");
    table_write_record(live->t, &out);
    out.text[out.len - 1] = '\0'; /* drops the line feed */
    outbox_ok(x->s, x->c, x->re, out.text);
    strbuf_clear(&out);
}

void handle_share(struct exchange *x)
{
    struct live_table *live = find_finished(x);
    char key[24], members[64];
    if (live == NULL)
        return;
    if (store_find_share_of(x->s->store, live->t->id, key, sizeof key) != STORE_OK) {
        identity_random_text(key, 20);
        if (store_put_share(x->s->store, key, live->t->id) != STORE_OK)
            x->s->turn_failed = true;
    }
    snprintf(members, sizeof members, ",\"path\":\"/record/%s\"", key);
    outbox_ok(x->s, x->c, x->re, members);
}

static bool add_row(void *context, const struct store_table *t)
{
    struct strbuf *out = context;
    strbuf_put(out, out->text[out->len - 1] == '[' ? "{" : ",{");
    strbuf_put(out, t->row);
    strbuf_put(out, "}");
    return true;
}

void handle_lobby(struct exchange *x)
{
    struct strbuf out;
    strbuf_init(&out);
    strbuf_put(&out, ",\"tables\":[");
    x->c->watches_lobby = json_is_true(json_object_get(x->o, "watch"));
    store_list_lobby(x->s->store, x->s->now - LOBBY_MS, LIST_MOST, add_row, &out);
    strbuf_put(&out, "]");
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(x->s, x->c, x->re, out.text);
    strbuf_clear(&out);
}

struct ids {
    int n;
    char id[MINE_MOST][TABLE_ID_MAX];
};

static bool keep_id(void *context, const struct store_table *t)
{
    struct ids *ids = context;
    table_copy(ids->id[ids->n++], TABLE_ID_MAX, t->id);
    return ids->n < MINE_MOST;
}

void handle_mine(struct exchange *x)
{
    struct ids ids = {.n = 0};
    struct strbuf out;
    strbuf_init(&out);
    strbuf_put(&out, ",\"tables\":[");
    store_list_seats(x->s->store, x->c->player, MINE_MOST, keep_id, &ids);
    for (int i = 0, n = 0; i < ids.n; i++) {
        struct live_table *live = tables_find(x->s, ids.id[i]);
        if (live == NULL)
            continue;
        int seat = table_find_seat(live->t, x->c->player);
        bool turn = seat >= 0 && table_actors(live->t) >> seat & 1;
        strbuf_put(&out, n++ > 0 ? ",{" : "{");
        table_write_row(live->t, &out);
        strbuf_put(&out, turn ? ",\"turn\":true}" : ",\"turn\":false}");
    }
    strbuf_put(&out, "]");
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(x->s, x->c, x->re, out.text);
    strbuf_clear(&out);
}
