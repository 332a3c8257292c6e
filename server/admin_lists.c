/* The lists for the operator: see admin.h. A list has at most ROWS rows and says if it is cut.
 */
#include "server/admin.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 1000, ROW_ROOM = 2048 };

struct list {
    const struct act *a;
    int n;
    bool more;
    uint64_t player; /* only of this person; 0: of all */
};

static void begin(const struct act *a)
{
    strbuf_put(a->out, "{\"ok\":true,\"rows\":[");
}

/* Room for one more row; false: the list is full. */
static bool begin_row(struct list *l, struct buf *b)
{
    l->more = l->n == ROWS;
    if (l->more)
        return false;
    *b = strbuf_room(l->a->out, ROW_ROOM);
    buf_put(b, l->n++ > 0 ? ",{" : "{");
    return true;
}

static void end_row(struct list *l, struct buf *b)
{
    buf_put_char(b, '}');
    strbuf_take(l->a->out, b);
}

static void end(struct list *l)
{
    strbuf_put(l->a->out, l->more ? "],\"more\":true}" : "],\"more\":false}");
}

static void put_player(struct buf *b, const char *name, uint64_t player)
{
    buf_put_key(b, name);
    if (player == 0 || player == UINT64_MAX) /* nobody, or a person who is forgotten */
        buf_put(b, "null");
    else
        table_write_player(player, b);
}

/* ---- tables ---- */

static bool add_stored(void *context, const struct store_table *t)
{
    struct list *l = context;
    strbuf_put(l->a->out, l->n++ > 0 ? ",{" : "{");
    strbuf_put(l->a->out, t->row);
    strbuf_put(l->a->out, "}");
    return true;
}

static void add_live(struct list *l, const struct live_table *live)
{
    const struct table *t = live->t;
    struct buf b;
    if (!begin_row(l, &b))
        return;
    strbuf_take(l->a->out, &b);
    table_write_row(t, l->a->out);
    b = strbuf_room(l->a->out, ROW_ROOM);
    buf_put(&b, ",\"listed\":");
    buf_put(&b, t->plan.listed ? "true" : "false");
    buf_put_key_int(&b, "open", live->conns);
    buf_put(&b, ",\"people\":[");
    for (int i = 0; i < t->plan.setup.seats; i++) {
        if (t->chair[i].kind != TABLE_CHAIR_PERSON)
            continue;
        buf_put_comma(&b);
        buf_put(&b, "{\"player\":");
        table_write_player(t->chair[i].player, &b);
        buf_put_key_text(&b, "name", t->chair[i].name);
        buf_put_char(&b, '}');
    }
    buf_put_char(&b, ']');
    end_row(l, &b);
}

/* Tables in memory; of one person, those in the store. */
static int list_tables(struct list *l)
{
    const struct server *s = l->a->s;
    if (l->player != 0)
        return store_list_seats(s->store, l->player, ROWS, add_stored, l);
    for (int i = 0; i < SERVER_HASH; i++)
        for (const struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            add_live(l, live);
    return STORE_OK;
}

/* ---- people ---- */

static int list_people(struct list *l)
{
    const struct server *s = l->a->s;
    struct buf b;
    for (int i = 0; i < s->conns; i++) {
        const struct conn *c = s->conn[i];
        if (c == NULL || c->dead || !c->hello || (l->player != 0 && c->player != l->player))
            continue;
        struct address_prefix from = {.address = c->from, .bits = (int)c->from.n * 8};
        char address[ADDRESS_TEXT_MAX] = "";
        if (c->from.n > 0)
            address_write_prefix(&from, address);
        if (!begin_row(l, &b))
            return STORE_OK;
        put_player(&b, "player", c->player);
        buf_put_key_text(&b, "name", c->name);
        buf_put_key_text(&b, "address", address);
        buf_put_key_int(&b, "tables", c->opens);
        end_row(l, &b);
    }
    return STORE_OK;
}

/* ---- rows of the store ---- */

static bool add_ban(void *context, const struct store_ban *ban)
{
    struct list *l = context;
    struct buf b;
    if (ban->until <= l->a->s->now.date)
        return true;
    if (!begin_row(l, &b))
        return false;
    put_player(&b, "player", ban->player);
    buf_put_key_text(&b, "address", ban->address);
    buf_put_key(&b, "until");
    if (ban->until == INT64_MAX)
        buf_put(&b, "null");
    else
        buf_put_int(&b, ban->until);
    buf_put_key_int(&b, "made", ban->made);
    buf_put_key_text(&b, "why", ban->why);
    end_row(l, &b);
    return true;
}

static int list_bans(struct list *l)
{
    return store_list_bans(l->a->s->store, add_ban, l);
}

static bool add_report(void *context, const struct store_report *r)
{
    struct list *l = context;
    struct buf b;
    if (l->player != 0 && r->player != l->player && r->reporter != l->player)
        return true;
    if (!begin_row(l, &b))
        return false;
    buf_put_key_int(&b, "number", r->id);
    buf_put_key_int(&b, "at", r->at);
    buf_put_key_text(&b, "table", r->table);
    buf_put_key_int(&b, "event", r->event);
    put_player(&b, "player", r->player);
    put_player(&b, "reporter", r->reporter);
    buf_put_key_text(&b, "why", r->why);
    end_row(l, &b);
    return true;
}

static int list_reports(struct list *l)
{
    return store_list_reports(l->a->s->store, ROWS + 1, add_report, l);
}

static bool add_act(void *context, const struct store_act *act)
{
    struct list *l = context;
    struct buf b;
    if (!begin_row(l, &b))
        return false;
    buf_put_key_int(&b, "at", act->at);
    put_player(&b, "host", act->actor);
    buf_put_key_text(&b, "act", act->act);
    buf_put_key_text(&b, "table", act->table);
    put_player(&b, "player", act->player);
    buf_put_key_text(&b, "detail", act->detail);
    end_row(l, &b);
    return true;
}

static int list_acts(struct list *l)
{
    return store_list_acts(l->a->s->store, ROWS + 1, add_act, l);
}

static const struct {
    const char *name;
    int (*run)(struct list *l);
} lists[] = {
    {"tables", list_tables},   {"people", list_people}, {"bans", list_bans},
    {"reports", list_reports}, {"log", list_acts},
};

void act_list(const struct act *a)
{
    const char *what = act_text(a, "who"), *of = act_text(a, "of");
    struct list l = {.a = a};
    size_t start = a->out->len;
    if (of != NULL && !act_find_person(a, of, &l.player))
        return;
    for (size_t i = 0; what != NULL && i < sizeof lists / sizeof lists[0]; i++) {
        if (strcmp(lists[i].name, what) != 0)
            continue;
        begin(a);
        int result = lists[i].run(&l);
        end(&l);
        if (result == STORE_FAILED) {
            a->out->len = start;
            act_fail(a, MSG("store.failed"), NULL);
        }
        return;
    }
    act_fail(a, MSG("admin.no-list"), what != NULL ? what : "");
}
