/* Requests for what is kept: lists of tables, records, links to them. See ask.h. */
#include <stdio.h>

#include "server/ask.h"

enum { LIST_MOST = 100, MINE_MOST = 20, LOBBY_MS = 86400000 };

/* A finished table where this person sat, or NULL after saying why not. */
static struct live_table *find_finished(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    if (live == NULL)
        return NULL;
    if (table_find_chair(live->t, a->c->player) < 0) {
        ask_fail(a, MSG("table.not-yours"));
        return NULL;
    }
    if (live->t->phase != TABLE_OVER) {
        ask_fail(a, MSG("table.not-over"));
        return NULL;
    }
    return live;
}

void ask_record(struct ask *a)
{
    struct live_table *live = find_finished(a);
    struct strbuf out;
    if (live == NULL)
        return;
    strbuf_init(&out);
    strbuf_put(&out, ",\"record\":");
    table_write_record(live->t, &out);
    out.text[out.len - 1] = '\0'; /* the line end */
    outbox_ok(a->s, a->c, a->re, out.text);
    strbuf_clear(&out);
}

void ask_share(struct ask *a)
{
    struct live_table *live = find_finished(a);
    char key[24], members[64];
    if (live == NULL)
        return;
    if (store_find_share_of(a->s->store, live->t->id, key, sizeof key) != STORE_OK) {
        identity_random_text(key, 20);
        if (store_put_share(a->s->store, key, live->t->id) != STORE_OK)
            a->s->turn_failed = true;
    }
    snprintf(members, sizeof members, ",\"path\":\"/record/%s\"", key);
    outbox_ok(a->s, a->c, a->re, members);
}

static bool add_row(void *context, const struct store_table *t)
{
    struct strbuf *out = context;
    strbuf_put(out, out->text[out->len - 1] == '[' ? "{" : ",{");
    strbuf_put(out, t->row);
    strbuf_put(out, "}");
    return true;
}

void ask_lobby(struct ask *a)
{
    struct strbuf out;
    strbuf_init(&out);
    strbuf_put(&out, ",\"tables\":[");
    a->c->watches_lobby = json_is_true(json_object_get(a->o, "watch"));
    store_list_lobby(a->s->store, a->s->now - LOBBY_MS, LIST_MOST, add_row, &out);
    strbuf_put(&out, "]");
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(a->s, a->c, a->re, out.text);
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

void ask_mine(struct ask *a)
{
    struct ids ids = {.n = 0};
    struct strbuf out;
    strbuf_init(&out);
    strbuf_put(&out, ",\"tables\":[");
    store_list_seats(a->s->store, a->c->player, MINE_MOST, keep_id, &ids);
    for (int i = 0, n = 0; i < ids.n; i++) {
        struct live_table *live = tables_find(a->s, ids.id[i]);
        if (live == NULL)
            continue;
        int seat = table_find_seat(live->t, a->c->player);
        bool turn = seat >= 0 && table_actors(live->t) >> seat & 1;
        strbuf_put(&out, n++ > 0 ? ",{" : "{");
        table_write_row(live->t, &out);
        strbuf_put(&out, turn ? ",\"turn\":true}" : ",\"turn\":false}");
    }
    strbuf_put(&out, "]");
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(a->s, a->c, a->re, out.text);
    strbuf_clear(&out);
}
