/*
 * Order: who may not come, who may list tables, and the log of what was done about it. Bans are
 * kept in memory too, since each connection asks for them; there are at most BANS_MAX. They end by
 * the date, as people count days.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/log.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/server.h"
#include "server/socket.h"
#include "server/steady.h"
#include "table/memory.h"

enum { ACTS_MAX = 10000, AGAIN_MS = 1000, BANNED = 4003 /* the code of the close frame */ };

static bool add_ban(void *context, const struct store_ban *b)
{
    struct bans *bans = context;
    struct ban ban = {.player = b->player, .until = b->until};
    if (b->player == 0 && !address_read_prefix(b->address, &ban.prefix))
        return true;
    ARRAY_ROOM(bans->ban, bans->n, bans->cap);
    bans->ban[bans->n++] = ban;
    return true;
}

/* False: the store cannot be read, and all stays as it is. */
static bool read_order(struct server *s)
{
    int64_t rule = LOBBY_EVERYBODY;
    struct bans found = {.n = 0};
    if (store_list_bans(s->store, add_ban, &found) == STORE_FAILED ||
        store_find_number(s->store, "lobby", &rule) == STORE_FAILED) {
        free(found.ban);
        return false;
    }
    free(s->bans.ban);
    s->bans.ban = found.ban;
    s->bans.n = found.n;
    s->bans.cap = found.cap;
    s->lobby_rule =
        rule >= LOBBY_EVERYBODY && rule <= LOBBY_NOBODY ? (enum lobby_rule)rule : LOBBY_EVERYBODY;
    return true;
}

bool order_start(struct server *s)
{
    return read_order(s) && drain_renew(s);
}

bool order_renew(struct server *s)
{
    bool good = read_order(s) && drain_renew(s);
    order_close_banned(s);
    return good;
}

void order_write_date(int64_t date, char out[24])
{
    time_t seconds = (time_t)(date / 1000);
    struct tm parts;
    if (gmtime_r(&seconds, &parts) == NULL || strftime(out, 24, "%Y-%m-%d %H:%M UTC", &parts) == 0)
        out[0] = '\0';
}

static bool holds_for(const struct ban *b, const struct conn *c)
{
    return b->player != 0 ? b->player == c->player : address_is_in(&c->from, &b->prefix);
}

const char *order_refuse(const struct server *s, const struct conn *c, char until[24])
{
    int64_t latest = 0;
    for (int i = 0; i < s->bans.n; i++)
        if (s->bans.ban[i].until > s->now.date && s->bans.ban[i].until > latest &&
            holds_for(&s->bans.ban[i], c))
            latest = s->bans.ban[i].until;
    until[0] = '\0';
    if (latest == 0)
        return NULL;
    if (latest == INT64_MAX)
        return MSG("ban.ever");
    order_write_date(latest, until);
    return MSG("ban.until");
}

/* A connection that is closed for its person gets the reason, as a table would. */
static void say_why(struct server *s, struct conn *c, const char *why, const char *until)
{
    char memory[160];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    buf_put(&b, "{\"closed\":{\"id\":");
    buf_put_json(&b, why);
    buf_put(&b, ",\"args\":[");
    if (until[0] != '\0')
        buf_put_json(&b, until);
    buf_put(&b, "]}}");
    outbox_hold(s, c, -1, b.text, b.len);
}

void order_close_banned(struct server *s)
{
    char until[24];
    for (int i = 0; i < s->conns; i++) {
        struct conn *c = s->conn[i];
        const char *why = c != NULL && !c->unwelcome ? order_refuse(s, c, until) : NULL;
        if (why == NULL)
            continue;
        c->unwelcome = s->bans.unwelcome = true;
        say_why(s, c, why, until);
    }
}

void order_note(struct server *s, uint64_t actor, const char *act, const char *table,
                uint64_t player, const char *detail)
{
    char who[24], whom[24];
    const struct store_act a = {.at = s->now.date,
                                .actor = actor,
                                .act = act,
                                .table = table,
                                .player = player,
                                .detail = detail};
    if (store_put_act(s->store, &a, ACTS_MAX) != STORE_OK)
        s->turn_failed = true;
    snprintf(who, sizeof who, "%016llx", (unsigned long long)actor);
    snprintf(whom, sizeof whom, "%016llx", (unsigned long long)player);
    log_line("info", "order", "act", act, "by", actor != 0 ? who : "operator", "table", table,
             "player", player != 0 ? whom : "", "detail", detail, NULL);
}

/* Those who are banned have got their answer. */
static void close_unwelcome(struct server *s)
{
    s->bans.unwelcome = false;
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->unwelcome)
            socket_close(s, s->conn[i], BANNED, "banned");
}

void order_settle(struct server *s, bool stored)
{
    if (s->bans.changed && !stored)
        s->bans.wrong = true;
    else if (s->bans.changed)
        store_tell_nodes(s->store, "order");
    s->bans.changed = false;
    if (s->bans.wrong && steady_pace(s) >= s->bans.again) {
        s->bans.wrong = !read_order(s) || !drain_renew(s);
        s->bans.again = steady_pace(s) + AGAIN_MS;
    }
    if (s->bans.unwelcome)
        close_unwelcome(s);
}
