/* Requests for stored data: lists of tables, records, links to records. See exchange.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/exchange.h"
#include "server/identity.h"
#include "server/outbox.h"
#include "table/clock.h"

enum { LIST_MOST = SERVER_LOBBY_MOST, MINE_MOST = 20, LOBBY_PART = 20 };
enum { GAMES_MOST = 100, FORGET_MOST = 100 };

/* Whether the game of a table that was found is over and nothing else, `why`, is against telling
   it; otherwise the error is sent. */
static bool may_tell(struct exchange *x, const struct live_table *live, const char *why)
{
    if (why == NULL && live->t->phase != TABLE_OVER)
        why = MSG("table.not-over");
    if (why != NULL)
        exchange_fail(x, why);
    return why == NULL;
}

/* Who may watch a table may see all cards once its game is over. The id of a table that is not
   listed is known to those alone who were given its link. */
void handle_record(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    struct strbuf out;
    if (live == NULL || !may_tell(x, live, table_refuse_person(live->t, x->c->player)))
        return;
    strbuf_init(&out);
    strbuf_put(&out, ",\"record\":");
    table_write_record(live->t, &out);
    out.text[out.len - 1] = '\0'; /* drops the line feed */
    outbox_ok(x->s, x->c, x->re, out.text);
    strbuf_clear(&out);
}

/* A finished table where the person sat; NULL: the error is sent. */
static struct live_table *find_finished(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    if (live == NULL)
        return NULL;
    bool sat = table_find_chair(live->t, x->c->player) >= 0;
    return may_tell(x, live, sat ? NULL : MSG("table.not-yours")) ? live : NULL;
}

/* A link that anybody can open is made only by those who sat there. */
void handle_share(struct exchange *x)
{
    struct live_table *live = find_finished(x);
    char key[24], members[64];
    if (live == NULL)
        return;
    int found = store_find_share_of(x->s->store, live->t->id, key, sizeof key);
    if (found == STORE_FAILED) {
        exchange_fail(x, MSG("store.failed"));
        return;
    }
    if (found == STORE_NONE) {
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

/* Ends the list and replies with it; a list that could not be read is not an empty one. */
static void answer_list(struct exchange *x, struct strbuf *out, int result)
{
    strbuf_put(out, "]");
    strbuf_put_bytes(out, "", 1);
    if (result == STORE_FAILED)
        exchange_fail(x, MSG("store.failed"));
    else
        outbox_ok(x->s, x->c, x->re, out->text);
    strbuf_clear(out);
}

/* ---- the lobby ---- */

static bool keep_row(void *context, const struct store_table *t)
{
    struct lobby *lobby = context;
    snprintf(lobby->id[lobby->n++], TABLE_ID_MAX, "%s", t->id);
    add_row(&lobby->rows, t);
    return lobby->n < LIST_MOST;
}

/* Reads the rows that everybody gets. A full lobby is read at most a part of the time
   (LOBBY_PART): between, its last rows are good enough. */
static int read_lobby(struct server *s)
{
    struct lobby *lobby = &s->lobby;
    if (lobby->n == LIST_MOST && s->looked_ns < lobby->until_ns)
        return STORE_OK;
    int64_t began = clock_ns();
    strbuf_clear(&lobby->rows);
    strbuf_put(&lobby->rows, "[");
    lobby->n = 0;
    int result =
        store_list_lobby(s->store, s->now.date - SERVER_LOBBY_MS, LIST_MOST, keep_row, lobby);
    lobby->n = result == STORE_FAILED ? 0 : lobby->n;
    lobby->until_ns = clock_ns() + LOBBY_PART * (clock_ns() - began);
    return result;
}

struct own_rows {
    const struct lobby *lobby;
    struct strbuf *out;
};

/* Adds a row unless the lobby has it. */
static bool add_missing(void *context, const struct store_table *t)
{
    const struct own_rows *own = context;
    for (int i = 0; i < own->lobby->n; i++)
        if (strcmp(own->lobby->id[i], t->id) == 0)
            return true;
    return add_row(own->out, t);
}

void handle_lobby(struct exchange *x)
{
    struct strbuf out;
    struct lobby *lobby = &x->s->lobby;
    struct own_rows own = {lobby, &out};
    x->c->watches_lobby = request_is(&x->request, "watch");
    int result = read_lobby(x->s);
    strbuf_init(&out);
    strbuf_put(&out, ",\"tables\":");
    strbuf_put_bytes(&out, lobby->rows.text, lobby->rows.len);
    if (result != STORE_FAILED && lobby->n == LIST_MOST)
        result = store_list_lobby_own(x->s->store, x->s->now.date - SERVER_LOBBY_MS, MINE_MOST,
                                      x->c->player, add_missing, &own);
    answer_list(x, &out, result);
}

/* The store knows whose turn it is, so no table is loaded. */
static bool add_own_row(void *context, const struct store_table *t)
{
    struct strbuf *out = context;
    add_row(out, t);
    out->len--; /* the brace: one more member */
    strbuf_put(out, t->turn > 0 ? ",\"turn\":true}" : ",\"turn\":false}");
    return true;
}

void handle_mine(struct exchange *x)
{
    struct strbuf out;
    strbuf_init(&out);
    strbuf_put(&out, ",\"tables\":[");
    int result = store_list_seats(x->s->store, x->c->player, MINE_MOST, add_own_row, &out);
    answer_list(x, &out, result);
}

/* ---- all my games, in pages ---- */

/* A place in the list as clients send it back: its date and the table. */
static bool read_place(const char *text, struct store_place *out)
{
    const char *dot = strchr(text, '.');
    char *end;
    if (dot == NULL || text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    out->changed = strtoll(text, &end, 10);
    out->table = dot + 1;
    return errno == 0 && end == dot && strlen(dot + 1) < TABLE_ID_MAX;
}

struct page {
    struct strbuf *out;
    int n;
    bool more;
    char next[TABLE_ID_MAX + 24];
};

/* One row more than a page tells that there is another page. */
static bool add_game(void *context, const struct store_table *t)
{
    struct page *page = context;
    char changed[48];
    page->more = page->n == GAMES_MOST;
    if (page->more)
        return false;
    add_own_row(page->out, t);
    page->out->len--;
    snprintf(changed, sizeof changed, ",\"changed\":%lld}", (long long)t->changed);
    strbuf_put(page->out, changed);
    snprintf(page->next, sizeof page->next, "%lld.%s", (long long)t->changed, t->id);
    page->n++;
    return true;
}

void handle_games(struct exchange *x)
{
    struct strbuf out;
    struct page page = {.out = &out};
    struct store_place after;
    const char *from = exchange_text(x, "from");
    if (from != NULL && !read_place(from, &after)) {
        exchange_fail_with(x, MSG("request.member"), "from");
        return;
    }
    strbuf_init(&out);
    strbuf_put(&out, ",\"games\":[");
    int result = store_list_games(x->s->store, x->c->player, from != NULL ? &after : NULL,
                                  GAMES_MOST + 1, add_game, &page);
    strbuf_put(&out, "]");
    if (page.more) {
        strbuf_put(&out, ",\"next\":\"");
        strbuf_put(&out, page.next);
        strbuf_put(&out, "\"");
    }
    strbuf_put_bytes(&out, "", 1);
    if (result == STORE_FAILED)
        exchange_fail(x, MSG("store.failed"));
    else
        outbox_ok(x->s, x->c, x->re, out.text);
    strbuf_clear(&out);
}

struct ids {
    int n;
    char id[FORGET_MOST][TABLE_ID_MAX];
};

static bool keep_id(void *context, const struct store_table *t)
{
    struct ids *ids = context;
    table_copy(ids->id[ids->n++], TABLE_ID_MAX, t->id);
    return ids->n < FORGET_MOST;
}

/* Some of all finished games; the client asks again until there are none. */
static void forget_some(struct exchange *x)
{
    struct ids ids = {.n = 0};
    char members[32];
    int result = store_list_finished(x->s->store, x->c->player, FORGET_MOST, keep_id, &ids);
    if (result == STORE_FAILED) {
        exchange_fail(x, MSG("store.failed"));
        return;
    }
    for (int i = 0; i < ids.n; i++)
        if (store_drop_seat(x->s->store, ids.id[i], x->c->player) != STORE_OK)
            x->s->turn_failed = true;
    snprintf(members, sizeof members, ",\"forgotten\":%d", ids.n);
    outbox_ok(x->s, x->c, x->re, members);
}

/* The row by which the person finds the game goes; what others have of it stays. */
void handle_forget(struct exchange *x)
{
    if (exchange_text(x, "table") == NULL) {
        forget_some(x);
        return;
    }
    struct live_table *live = find_finished(x);
    if (live == NULL)
        return;
    if (store_drop_seat(x->s->store, live->t->id, x->c->player) != STORE_OK)
        x->s->turn_failed = true;
    outbox_ok(x->s, x->c, x->re, ",\"forgotten\":1");
}
