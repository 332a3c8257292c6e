/*
 * Several servers on one store. Any of them serves any table: what one of them stores, the others
 * that have the table in memory are told, and read. docs/scale.md lists the state that each
 * node keeps for itself, and the state that they share.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/server.h"
#include "server/settle.h"
#include "server/socket.h"
#include "server/steady.h"
#include "server/tables.h"
#include "table/clock.h"

enum { LOBBY_MS = 2000, LOBBY_BACK_MS = 5000, LOBBY_MOST = 200 };

/* The knowledge of this version: its kinds of events, and the rules of each game. */
static void write_knowledge(struct server *s)
{
    struct buf b;
    buf_init(&b, s->nodes.knows, sizeof s->nodes.knows);
    buf_put(&b, "parlor=" PARLOR_VERSION " events=");
    buf_put_int(&b, TABLE_KINDS);
    for (int i = 0; games_list[i] != NULL; i++) {
        buf_put_char(&b, ' ');
        buf_put(&b, games_list[i]->name);
        buf_put_char(&b, '=');
        buf_put_int(&b, games_list[i]->rules);
    }
}

bool nodes_start(struct server *s)
{
    uint64_t node;
    randombytes_buf(&node, sizeof node);
    s->nodes = (struct nodes){.seen = {.size = 1}, .fd = -1};
    write_knowledge(s);
    int result = store_join(s->store, node | 2, s->nodes.knows);
    s->nodes.on = result != STORE_NONE;
    return result != STORE_FAILED;
}

bool nodes_is_mine(const struct server *s, const char *table)
{
    const struct store_nodes *n = &s->nodes.seen;
    return n->size < 2 || n->mixed || /* another one may not know its rules */
           game_hash_bytes(table, strlen(table)) % (uint64_t)n->size == (uint64_t)n->rank;
}

bool nodes_is_first(const struct server *s)
{
    return s->nodes.seen.rank == 0;
}

/* ---- other versions ---- */

bool nodes_are_mixed(const struct server *s)
{
    return s->nodes.seen.mixed;
}

int nodes_find_rules(const struct server *s, const struct game *g)
{
    char name[64];
    int rules = g->rules;
    snprintf(name, sizeof name, " %s=", g->name);
    for (const char *p = s->nodes.seen.knows; (p = strstr(p, name)) != NULL;) {
        p += strlen(name);
        int other = (int)strtol(p, NULL, 10);
        if (other >= 1 && other < rules)
            rules = other;
    }
    return rules;
}

void nodes_send_away(struct server *s, struct conn *c)
{
    socket_close(s, c, 1012, "another server");
}

/* ---- tables ---- */

void nodes_watch(struct server *s, const char *table)
{
    if (s->nodes.on)
        store_watch_table(s->store, table); /* if it fails, all are watched when it is back */
}

void nodes_unwatch(struct server *s, const char *table)
{
    if (s->nodes.on)
        store_unwatch_table(s->store, table);
}

static void renew(struct server *s, struct live_table *live)
{
    live->behind = true; /* it is compared, and read again, at the end of the turn */
    tables_touch(s, live);
}

static void compare(void *context, const char *table, int last)
{
    struct server *s = context;
    struct live_table *live = tables_find_loaded(s, table);
    if (live == NULL)
        return;
    live->compared = true;
    nodes_tell_here(s, live); /* the store may have lost it */
    nodes_find_here(s, live);
    tables_update_people(s, live);
    if (last + 1 != live->t->n)
        renew(s, live);
}

void nodes_tell_here(struct server *s, const struct live_table *live)
{
    char text[GAME_SEATS_MAX * 17 + 1] = "";
    size_t len = 0;
    if (!s->nodes.on)
        return;
    for (int i = 0; i < live->t->plan.setup.seats; i++) {
        const struct table_chair *chair = &live->t->chair[i];
        bool here = false;
        for (int k = 0; k < live->conns && chair->kind == TABLE_CHAIR_PERSON; k++)
            here = here || live->conn[k]->player == chair->player;
        if (here)
            len += (size_t)snprintf(text + len, sizeof text - len, "%016llx ",
                                    (unsigned long long)chair->player);
    }
    store_put_here(s->store, live->t->id, text);
}

static void add_here(void *context, uint64_t player)
{
    struct live_table *live = context;
    if (live->elsewheres < GAME_SEATS_MAX)
        live->elsewhere[live->elsewheres++] = player;
}

void nodes_find_here(struct server *s, struct live_table *live)
{
    live->elsewheres = 0;
    if (s->nodes.on && s->nodes.seen.size > 1)
        store_list_here(s->store, live->t->id, add_here, live);
}

int64_t nodes_find_served(struct server *s, const struct live_table *live)
{
    int64_t served = INT64_MAX;
    if (s->nodes.on && table_next_due(live->t).steady != TABLE_NEVER)
        store_find_served(s->store, live->t->id, &served);
    return served;
}

void nodes_compare(struct server *s, struct live_table *live)
{
    int last;
    int64_t turn;
    if (s->nodes.on && store_find_last(s->store, live->t->id, &last, &turn) == STORE_OK &&
        last + 1 != live->t->n)
        renew(s, live);
}

/* Compares all tables in memory with the store; those that are not there any more are read too. */
static void compare_all(struct server *s)
{
    struct strbuf ids;
    strbuf_init(&ids);
    strbuf_put(&ids, "{");
    for (int i = 0; i < SERVER_HASH; i++)
        for (struct live_table *live = s->bucket[i]; live != NULL; live = live->next) {
            live->compared = false;
            strbuf_put(&ids, ids.len > 1 ? "," : "");
            strbuf_put(&ids, live->t->id);
        }
    strbuf_put_bytes(&ids, "}", 2);
    s->nodes.behind = store_compare_tables(s->store, ids.text, compare, s) != STORE_OK;
    for (int i = 0; i < SERVER_HASH && !s->nodes.behind; i++)
        for (struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            if (!live->compared)
                renew(s, live);
    strbuf_clear(&ids);
}

/* ---- what nodes tell each other ---- */

static void close_player(struct server *s, uint64_t player)
{
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->player == player)
            socket_close(s, s->conn[i], 1008, "signed out");
}

static void rename_player(struct server *s, uint64_t player)
{
    struct store_player p;
    if (store_find_player(s->store, player, &p) != STORE_OK)
        return;
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->player == player)
            table_copy(s->conn[i]->name, sizeof s->conn[i]->name, p.name);
}

static void take_text(struct server *s, const char *text)
{
    const char *rest = strchr(text, ' ');
    uint64_t player = rest != NULL ? strtoull(rest + 1, NULL, 16) : 0;
    if (strcmp(text, "all") == 0)
        s->nodes.behind = s->nodes.order = s->nodes.people = true;
    else if (strcmp(text, "order") == 0)
        s->nodes.order = true;
    else if (strncmp(text, "gone ", 5) == 0)
        tables_tell_gone(s, rest + 1);
    else if (strncmp(text, "signout ", 8) == 0)
        close_player(s, player);
    else if (strncmp(text, "name ", 5) == 0)
        rename_player(s, player);
}

static void take_news(void *context, enum store_news kind, const char *text)
{
    struct server *s = context;
    struct live_table *live = kind == STORE_NEWS_TABLE ? tables_find_loaded(s, text) : NULL;
    bool here = kind == STORE_NEWS_HERE;
    if (here && (live = tables_find_loaded(s, text)) != NULL) {
        nodes_find_here(s, live);
        tables_update_people(s, live);
    } else if (live != NULL)
        renew(s, live);
    else if (kind == STORE_NEWS_ALL) {
        s->nodes.behind = s->nodes.order = s->nodes.people = true;
        s->nodes.fd = -1; /* a new connection may have the descriptor of the old one */
    } else if (kind == STORE_NEWS_TEXT)
        take_text(s, text);
}

void nodes_tell_player(struct server *s, const char *what, uint64_t player)
{
    char text[48];
    if (!s->nodes.on)
        return;
    snprintf(text, sizeof text, "%s %016llx\n", what, (unsigned long long)player);
    strbuf_put(&s->nodes.words, text);
}

void nodes_tell_gone(struct server *s, const char *table)
{
    if (!s->nodes.on)
        return;
    strbuf_put(&s->nodes.words, "gone ");
    strbuf_put(&s->nodes.words, table);
    strbuf_put(&s->nodes.words, "\n");
}

void nodes_settle(struct server *s, bool stored)
{
    struct strbuf *words = &s->nodes.words;
    if (words->len == 0)
        return;
    strbuf_put_bytes(words, "", 1);
    char *next = words->text, *line;
    while (stored && (line = strtok_r(next, "\n", &next)) != NULL)
        store_tell_nodes(s->store, line);
    strbuf_reset(words);
}

/* ---- the lobby ---- */

static bool tell_row(void *context, const struct store_table *row)
{
    tables_tell_row(context, row->row);
    return true;
}

/* Tables of other nodes are found in the store, while somebody looks at the lobby. */
static void look_at_lobby(struct server *s)
{
    bool watched = false;
    for (int i = 0; i < s->conns && !watched; i++)
        watched = s->conn[i] != NULL && s->conn[i]->watches_lobby && !s->conn[i]->dead;
    if (!watched || s->nodes.seen.size < 2 || steady_pace(s) < s->nodes.lobby_next)
        return;
    s->nodes.lobby_next = steady_pace(s) + LOBBY_MS;
    store_list_listed(s->store, s->now.date - LOBBY_BACK_MS, LOBBY_MOST, tell_row, s);
}

/* ---- turns ---- */

static void watch_fd(struct server *s)
{
    int fd = store_news_fd(s->store);
    if (fd == s->nodes.fd)
        return;
    s->nodes.fd = fd; /* an old one has left the epoll as it was closed */
    if (fd >= 0)
        server_watch(s->later, fd, &s->nodes, false);
}

void nodes_begin_turn(struct server *s)
{
    if (!s->nodes.on || !store_take_renewed(s->store))
        return;
    log_line("info", "renewed", "why", "somebody was forgotten while this node was cut off", NULL);
    tables_doubt(s);
    s->nodes.people = true;
}

void nodes_turn(struct server *s)
{
    struct store_nodes *seen = &s->nodes.seen;
    if (!s->nodes.on)
        return;
    int64_t date = seen->date;
    int64_t wait = store_take_news(s->store, seen, take_news, s);
    s->nodes.next = steady_pace(s) + wait;
    watch_fd(s);
    if (seen->date != date) {
        steady_meet(s, seen->date);
        steady_reach(s, seen->count);
    }
    if (s->nodes.behind && s->store_good)
        compare_all(s);
    if (s->nodes.order && s->store_good)
        s->nodes.order = !order_renew(s);
    if (s->nodes.people && s->store_good)
        s->nodes.people = !nodes_compare_people(s);
    look_at_lobby(s);
}

int nodes_wait_ms(const struct server *s, int wait)
{
    int64_t left = s->nodes.next - steady_pace(s);
    return s->nodes.on && left < wait ? (left < 0 ? 0 : (int)left) : wait;
}
