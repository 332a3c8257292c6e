/*
 * Requests about tables, kept until the turn's commit. If another node was faster at a table, what
 * was decided about it here did not happen: its answers are not sent, and its requests are decided
 * again in the next turn, at the table as it is then. After a few tries they are refused. Events
 * that the tables made by themselves (clocks, bots) are not kept: the table that was read again
 * plans them anew.
 * A table that such a request has made stays: when it is decided again, it finds the table by its
 * id.
 *
 * If the connection to a shared database is lost in mid-commit, nobody knows whether the turn was
 * stored. A request with a key is decided again when the database is back: its table, read again,
 * knows the key if it was. So is one that could not be decided, because the database was away. Both
 * are refused when they have waited for AGAIN_MS.
 */
#include <stdlib.h>
#include <string.h>

#include "server/again.h"
#include "server/exchange.h"
#include "server/outbox.h"
#include "server/session.h"
#include "server/steady.h"
#include "server/tables.h"
#include "table/clock.h"
#include "table/memory.h"

/* AGAIN_MS is longer than the store waits for an answer: there is time for a second try. */
enum { TRIES = 5, AGAIN_MS = 8000, AGAIN_MOST = 10000 };

/* A request that was handled in this turn, or is to be handled again in the next one. */
struct asked {
    struct conn *conn; /* in this turn */
    uint64_t serial;   /* of the connection */
    uint32_t slot;
    long long re;
    json_t *o;
    int from, to; /* its messages and its answer in the outbox */
    int tries;
    int64_t since;                                /* when it was handled first (ns) */
    bool keyed;                                   /* it may be carried out twice: it counts once */
    bool opened;                                  /* it has opened the table for its connection */
    bool lost;                                    /* another node was faster */
    bool failed;                                  /* perhaps it was not stored */
    char table[TABLE_ID_MAX], made[TABLE_ID_MAX]; /* made: a new table; empty: none */
};

/* Its answers are not sent. */
static void take_back(struct server *s, struct asked *a, struct live_table *live)
{
    struct live_table *made = a->made[0] != '\0' ? tables_find_loaded(s, a->made) : NULL;
    for (int i = a->from; i < a->to; i++)
        if (s->held[i].re >= 0 || (made != NULL && s->held[i].about == made))
            s->held[i].lost = true;
    if (a->opened && live != NULL)
        tables_part(live, a->conn);
    a->opened = false;
}

static bool may_repeat(const struct server *s, const struct asked *a)
{
    return s->nodes.on && a->keyed && !a->lost && !a->failed && s->asked_n <= AGAIN_MOST;
}

static void fail(struct server *s, struct asked *a)
{
    a->failed = true;
    take_back(s, a, tables_find_loaded(s, a->table));
}

/* Whether the request was refused because the store could not be asked. */
static bool run_and_see(struct exchange *x, request_handler *run)
{
    bool doubt = x->s->store_doubt;
    x->s->store_doubt = false;
    run(x);
    bool failed = x->s->store_doubt;
    x->s->store_doubt = doubt || failed;
    return failed;
}

static struct asked *keep(struct exchange *x, const char *table, int from)
{
    struct server *s = x->s;
    ARRAY_ROOM(s->asked, s->asked_n, s->asked_cap);
    struct asked *a = &s->asked[s->asked_n++];
    *a = (struct asked){.conn = x->c,
                        .serial = x->c->serial,
                        .slot = x->c->slot,
                        .re = x->re,
                        .o = json_incref(x->o),
                        .from = from,
                        .to = s->held_n,
                        .tries = x->tries,
                        .since = x->since != 0 ? x->since : clock_ns(),
                        .keyed = exchange_text(x, "key") != NULL};
    table_copy(a->table, sizeof a->table, table != NULL ? table : "");
    memcpy(a->made, x->made, sizeof a->made);
    return a;
}

/* Whether an earlier request of the connection is not answered yet: they are, in their order. */
static bool has_waiting(const struct server *s, const struct conn *c)
{
    int n = s->store_doubt ? s->asked_n : s->asked_again;
    for (int i = 0; i < n; i++)
        if (s->asked[i].slot == c->slot && s->asked[i].serial == c->serial &&
            (i < s->asked_again || s->asked[i].failed))
            return true;
    return false;
}

void again_run(struct exchange *x, request_handler *run)
{
    struct server *s = x->s;
    const char *table = exchange_text(x, "table");
    int from = s->held_n;
    if (s->asked_n <= AGAIN_MOST && has_waiting(s, x->c)) {
        keep(x, table, from)->failed = true;
        return;
    }
    s->turn_opened = NULL;
    bool failed = run_and_see(x, run);
    if (table == NULL && x->made[0] != '\0')
        table = x->made; /* another node may have made it for the same request */
    if (s->held_n == from || (table == NULL && !failed))
        return; /* it waits for its table, or is about none */
    struct asked *a = keep(x, table, from);
    a->opened = s->turn_opened != NULL && strcmp(s->turn_opened->t->id, a->table) == 0;
    if (failed && may_repeat(s, a))
        fail(s, a);
}

void again_find_lost(struct server *s)
{
    for (int i = s->asked_again; i < s->asked_n; i++) {
        struct live_table *live = tables_find_loaded(s, s->asked[i].table);
        if (live == NULL || !live->lost || s->asked[i].failed)
            continue;
        s->asked[i].lost = true;
        take_back(s, &s->asked[i], live);
    }
    for (int i = 0; i < s->held_n; i++)
        if (s->held[i].about != NULL && s->held[i].about->lost)
            s->held[i].lost = true;
}

void again_find_failed(struct server *s)
{
    for (int i = s->asked_again; i < s->asked_n; i++)
        if (may_repeat(s, &s->asked[i]))
            fail(s, &s->asked[i]);
}

static bool is_repeated(struct asked *a, int64_t now)
{
    return a->failed ? now - a->since < AGAIN_MS * INT64_C(1000000) : a->lost && ++a->tries < TRIES;
}

void again_settle(struct server *s)
{
    int kept = s->asked_again; /* of an earlier turn: not handled yet */
    int64_t now = clock_ns();
    for (int i = kept; i < s->asked_n; i++) {
        struct asked *a = &s->asked[i];
        bool again = is_repeated(a, now);
        if ((a->lost || a->failed) && !again && !a->conn->dead)
            outbox_error(s, a->conn, a->re, MSG("store.failed"), NULL);
        a->lost = a->failed = false;
        if (again)
            s->asked[kept++] = *a;
        else
            json_decref(a->o);
    }
    s->asked_n = s->asked_again = kept;
}

void again_turn(struct server *s)
{
    int n = s->asked_again;
    if (n == 0 || steady_pace(s) < s->rest_until)
        return; /* there are none, or the store has failed just now */
    struct asked *list = s->asked;
    s->asked = NULL;
    s->asked_n = s->asked_cap = s->asked_again = 0;
    for (int i = 0; i < n; i++) {
        struct asked *a = &list[i];
        struct conn *c = a->slot < (uint32_t)s->conns ? s->conn[a->slot] : NULL;
        if (c != NULL && c->serial == a->serial && !c->dead)
            session_repeat(s, c, a->o, a->tries, a->since);
        json_decref(a->o);
    }
    free(list);
}

int again_wait_ms(const struct server *s, int wait)
{
    int64_t rest = s->rest_until - steady_pace(s);
    return s->asked_again > 0 && rest < wait ? (rest < 0 ? 0 : (int)rest) : wait;
}

void again_stop(struct server *s)
{
    for (int i = 0; i < s->asked_n; i++)
        json_decref(s->asked[i].o);
    free(s->asked);
    s->asked = NULL;
    s->asked_n = s->asked_again = 0;
}
