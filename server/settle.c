/*
 * The end of a turn for the tables that it has touched: what was not stored is read again, what was
 * deleted goes, and idle tables are forgotten. A table whose changes were refused because another
 * node was faster (`lost`) is read again too: its people are told what has happened there, and
 * again.c repeats their requests.
 */
#include <stdlib.h>
#include <string.h>

#include "server/bot_tables.h"
#include "server/load.h"
#include "server/nodes.h"
#include "server/server.h"
#include "server/settle.h"
#include "server/sights.h"
#include "server/socket.h"
#include "server/steady.h"
#include "server/tables.h"
#include "table/memory.h"

enum {
    FORGET_MS = 60000, /* a table that nobody has open stays if something is due so soon */
    MEND_EVENTS = 1500 /* events of stale tables read in one turn, about */
};

/* ---- closing ---- */

/* The table is closed for this connection, for a reason in words. */
static void say_closed(struct server *s, const struct live_table *live, struct conn *c,
                       const char *why)
{
    char memory[128];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    buf_put(&b, "{\"table\":");
    buf_put_json(&b, live->t->id);
    buf_put(&b, ",\"closed\":{\"id\":");
    buf_put_json(&b, why);
    buf_put(&b, ",\"args\":[]}}");
    socket_send(s, c, b.text, b.len);
}

/* The table is neither stored as it was before the turn, nor can it be read: it leaves memory.
   Those who have it open are told why; nobody knows a table that was made in this turn. */
static void drop(struct server *s, struct live_table *live, const char *why)
{
    while (live->conns > 0) {
        struct conn *c = live->conn[0];
        if (why != NULL)
            say_closed(s, live, c, why);
        tables_part(live, c);
    }
    live->payer = NULL;
    live->gone = true;
}

/* A node of another version has added what is not known here: its people go there. */
static void give_up(struct server *s, struct live_table *live)
{
    for (int i = 0; i < live->conns && nodes_are_mixed(s); i++)
        nodes_send_away(s, live->conn[i]);
    drop(s, live, MSG("table.unreadable"));
}

/* Those who were removed are told, and see no more of the table. */
static void close_removed(struct server *s, struct live_table *live)
{
    live->removes = false;
    for (int i = live->conns - 1; i >= 0; i--) {
        struct conn *c = live->conn[i];
        const char *why = table_refuse_person(live->t, c->player);
        if (why == NULL)
            continue;
        say_closed(s, live, c, why);
        tables_part(live, c);
    }
    bot_tables_choose_payer(live);
}

void tables_delete(struct server *s, struct live_table *live)
{
    live->deleted = true;
    bot_tables_drop_all(s, live);
    tables_touch(s, live);
}

/* ---- tables that were not stored ---- */

static void take_loaded(struct server *s, struct live_table *live, const struct loaded *loaded)
{
    struct table *t = loaded->t;
    s->stale -= live->stale;
    live->stale = false;
    tables_touch(s, live);
    sights_forget(s, live);
    table_free(live->t);
    live->t = t;
    steady_place(s, live, INT64_MAX); /* it was served here */
    live->snapped = loaded->snapped;
    live->damaged = loaded->damaged;
    live->stored_due = (struct moment){
        TABLE_NEVER, TABLE_NEVER}; /* what is stored is not known: the next rows are */
    live->stored_changed = live->seen = 0;
    nodes_find_here(s, live);
    for (int i = 0; i < t->plan.setup.seats; i++)
        t->chair[i].here =
            t->chair[i].kind == TABLE_CHAIR_PERSON && tables_is_here(live, t->chair[i].player);
    bot_tables_choose_payer(live);
    tables_plan_bots(s, live);
    tables_set_due(s, live);
}

static void show_whole(struct server *s, struct live_table *live)
{
    for (int i = 0; i < live->conns; i++)
        if (!live->conn[i]->dead)
            tables_write_whole(s, live, live->conn[i]);
}

void tables_renew(struct server *s, struct live_table *live, const struct loaded *loaded)
{
    take_loaded(s, live, loaded);
    close_removed(s, live);
    show_whole(s, live);
}

/* Another node has changed the table: its events are shown as if they had happened here, if there
   are not too many of them. */
static void catch_up(struct server *s, struct live_table *live, const struct loaded *loaded)
{
    struct table_event *events;
    int told = live->told;
    take_loaded(s, live, loaded);
    close_removed(s, live);
    int n = live->damaged < 0 && live->conns > 0 ? load_missed(s, live->t, told, &events) : 0;
    if (n == 0) {
        show_whole(s, live);
        return;
    }
    tables_tell(s, live, events, n, TABLE_NEW_ALL);
    free(events);
}

/* Its people stay: they are refused until the store can be read again. */
static void make_stale(struct server *s, struct live_table *live)
{
    s->stale += !live->stale;
    live->stale = true;
    bot_tables_drop_all(s, live);
    tables_set_due(s, live);
}

void tables_doubt(struct server *s)
{
    load_give_up(s);
    for (int i = 0; i < SERVER_HASH; i++)
        for (struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            if (!live->gone)
                make_stale(s, live);
}

/* The table's changes were not stored: loads it again, and shows it to all who have it open. False:
   the store cannot be read. */
static bool reload(struct server *s, struct live_table *live)
{
    struct loaded loaded;
    int result = load_table(s, live->t->id, &loaded);
    bot_tables_drop_all(s, live);
    if (result == STORE_OK && (live->lost || live->behind))
        catch_up(s, live, &loaded);
    else if (result == STORE_OK)
        tables_renew(s, live, &loaded);
    else if (result == STORE_FAILED || result == LOAD_WAITING)
        make_stale(s, live);
    else if (result == STORE_NONE)
        drop(s, live, live->told > 0 ? MSG("table.deleted") : NULL);
    else if (result == LOAD_UNKNOWN)
        give_up(s, live);
    else
        drop(s, live, MSG("store.failed"));
    return result != STORE_FAILED;
}

/* All events of this node are stored and told by now. Reads the events that another node has added;
   if the store cannot be read, all tables are compared when it is back. */
static void read_on(struct server *s, struct live_table *live)
{
    int last;
    int64_t turn;
    int result = store_find_last(s->store, live->t->id, &last, &turn);
    live->told = live->t->n;
    if (result == STORE_FAILED)
        s->nodes.behind = s->store_doubt = true;
    else if (result != STORE_OK || last + 1 != live->t->n)
        reload(s, live);
}

void tables_mend(struct server *s)
{
    if (s->stale == 0 || steady_pace(s) < s->rest_until)
        return;
    for (int i = 0; i < SERVER_HASH && s->turn_read < MEND_EVENTS; i++)
        for (struct live_table *live = s->bucket[i]; live != NULL; live = live->next) {
            if (!live->stale || live->gone || load_is_reading(s, live->t->id))
                continue;
            tables_touch(s, live);
            if (!reload(s, live)) {
                s->turn_failed = true; /* it is tried again after a rest */
                return;
            }
        }
}

void tables_find_lost(struct server *s)
{
    for (struct live_table *live = s->touched; live != NULL; live = live->next_touched) {
        live->lost = live->lost || store_has_lost_table(s->store, live->t->id);
        s->metrics.conflicts += live->lost;
    }
}

void tables_settle(struct server *s, bool stored)
{
    bool there = true; /* the store can be read */
    for (struct live_table *live = s->touched, *next; live != NULL; live = next) {
        next = live->next_touched;
        bool again = (!stored || live->lost) && !live->gone;
        if (again && there)
            there = reload(s, live);
        else if (again)
            make_stale(s, live);
        else if (live->deleted)
            drop(s, live, MSG("table.deleted"));
        else if (live->removes)
            close_removed(s, live);
        if (live->behind && !again && !live->stale && !live->gone)
            read_on(s, live);
        live->deleted = live->removes = live->lost = live->behind = false;
        if (!live->stale)
            live->told = live->t->n;
    }
    for (struct live_table *live = s->touched, *next; live != NULL; live = next) {
        next = live->next_touched;
        live->touched = false;
        live->next_touched = NULL;
        if (live->gone || (live->conns == 0 && live->due > s->now.steady + FORGET_MS))
            tables_forget(s, live);
    }
    s->touched = NULL;
}
