/* Requests that make a table: create, rematch. See exchange.h. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/bot_tables.h"
#include "server/drain.h"
#include "server/exchange.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/load.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/room.h"
#include "server/steady.h"
#include "server/tables.h"

enum { LISTINGS_MS = 1000 }; /* between two cleanings */

/* NULL, or the message id: the operator does not let this person list tables. */
static const char *refuse_listing(struct exchange *x)
{
    struct store_player p;
    if (x->s->lobby_rule == LOBBY_EVERYBODY)
        return NULL;
    if (x->s->lobby_rule == LOBBY_NOBODY)
        return MSG("lobby.nobody");
    int found = store_find_player(x->s->store, x->c->player, &p);
    if (found == STORE_FAILED)
        return MSG("store.failed");
    return found == STORE_OK && p.login[0] != '\0' ? NULL : MSG("lobby.kept");
}

static struct store_maker find_maker(const struct conn *c)
{
    return (struct store_maker){c->player, c->address, c->network, c->known};
}

/* Notes who lists the table, and from time to time cleans such notes; false: it failed. */
static bool note_listing(struct exchange *x, const char *id)
{
    const struct store_maker maker = find_maker(x->c);
    struct server *s = x->s;
    if (store_put_listing(s->store, id, &maker) != STORE_OK)
        return false;
    if (steady_pace(s) < s->listings_next)
        return true;
    s->listings_next = steady_pace(s) + LISTINGS_MS;
    return store_clean_listings(s->store, s->now.date - SERVER_LOBBY_MS, SERVER_LISTINGS_MOST) ==
           STORE_OK;
}

/* NULL, or the message id: this person or address makes too many tables, or lists too many. */
static const char *refuse_table(struct exchange *x, const struct table_plan *plan)
{
    const struct settings *settings = x->s->settings;
    struct store_listings n;
    if (!limits_take(x->s, LIMIT_CREATE_PERSON, x->c->player, 0) ||
        !limits_take(x->s, LIMIT_CREATE_ADDRESS, x->c->address, 0))
        return MSG("limit.rate");
    if (!limits_take(x->s, LIMIT_CREATE_DAY, x->c->address, 0))
        return MSG("limit.day");
    const char *why = drain_refuse(x->s);
    if (why == NULL)
        why = room_refuse(x->s);
    if (why != NULL || !plan->listed)
        return why;
    const struct store_maker maker = find_maker(x->c);
    if (store_count_listings(x->s->store, x->s->now.date - SERVER_LOBBY_MS, &maker, &n) != STORE_OK)
        return MSG("store.failed");
    bool many =
        (settings->listed_tables > 0 && n.of_maker >= settings->listed_tables) ||
        (settings->address_listed_tables > 0 && n.of_address >= settings->address_listed_tables);
    return many ? MSG("limit.listed") : NULL;
}

/* Makes a live table; NULL: refused, and the error is sent. */
static struct live_table *make_table(struct exchange *x, const char *id, struct table_plan *plan,
                                     const struct request_seats *seats)
{
    const struct request_person who = {x->c->player, x->c->name};
    struct problem p;
    const char *why = refuse_table(x, plan);
    if (why != NULL) {
        exchange_fail(x, why);
        return NULL;
    }
    problem_start(&p, -1);
    plan->setup.rules = nodes_find_rules(x->s, plan->setup.game);
    nodes_watch(x->s, id);
    randombytes_buf(plan->secret, sizeof plan->secret);
    struct table *t = request_make_table(id, plan, seats, &who, &x->s->now, &x->s->fx, &p);
    why = t != NULL && bot_tables_counts(t) ? bot_tables_refuse(x->s, x->c) : NULL;
    if (t != NULL && why == NULL) {
        table_copy(x->made, sizeof x->made, id);
        return tables_add(x->s, t);
    }
    if (why != NULL) {
        table_free(t);
        exchange_start_effects(x->s);
        problem_add(&p, why);
    }
    outbox_problem(x->s, x->c, x->re, &p);
    return NULL;
}

static void answer_table(struct exchange *x, const char *id)
{
    char members[64];
    snprintf(members, sizeof members, ",\"table\":\"%s\"", id);
    outbox_ok(x->s, x->c, x->re, members);
}

/* Replies with the new table's id, and opens the table for its creator. */
static void show_table(struct exchange *x, struct live_table *live)
{
    answer_table(x, live->t->id);
    tables_publish(x->s, live);
    if (live->t->plan.listed && !note_listing(x, live->t->id))
        x->s->turn_failed = true;
    tables_open(x->s, live, x->c);
    tables_write_whole(x->s, live, x->c);
}

/* Looks for a table of this id; false: nobody can tell now, and the error is sent. */
static bool find_made(struct exchange *x, const char *id, struct live_table **made)
{
    int result;
    *made = tables_find(x->s, id, &result);
    if (*made != NULL || result == STORE_NONE)
        return true;
    if (result == LOAD_WAITING)
        exchange_fail(x, MSG("table.busy"));
    else
        load_refuse(x->s, x->c, x->re, result);
    return false;
}

/* The request has come before: its table is there. */
static void answer_again(struct exchange *x, struct live_table *made)
{
    answer_table(x, made->t->id);
    if (!exchange_may_open(x, made))
        return;
    tables_open(x->s, made, x->c);
    tables_write_whole(x->s, made, x->c);
}

/* Chooses the id of a new table: the same for each repetition of this request. */
static void choose_id(const struct exchange *x, char id[TABLE_ID_MAX])
{
    char from[48];
    const char *key = exchange_text(x, "key");
    if (key == NULL) {
        identity_random_text(id, TABLE_ID_MAX - 1);
        return;
    }
    snprintf(from, sizeof from, "%016llx %s", (unsigned long long)x->c->player, key);
    identity_derive_table(x->s, from, id);
}

void handle_create(struct exchange *x)
{
    struct table_plan plan;
    struct request_seats seats;
    struct live_table *live;
    struct problem p;
    char id[TABLE_ID_MAX];
    const char *why;
    problem_start(&p, -1);
    choose_id(x, id);
    if (!find_made(x, id, &live))
        return;
    if (live != NULL) {
        answer_again(x, live);
        return;
    }
    if (!request_read_create(&x->request, &plan, &seats, &p)) {
        outbox_problem(x->s, x->c, x->re, &p);
        return;
    }
    if (x->c->opens >= SERVER_OPEN_MAX) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    if (plan.listed && (why = refuse_listing(x)) != NULL) {
        exchange_fail(x, why);
        return;
    }
    live = make_table(x, id, &plan, &seats);
    if (live != NULL)
        show_table(x, live);
}

void handle_rematch(struct exchange *x)
{
    struct live_table *live = exchange_find_sound_table(x);
    struct live_table *next;
    struct table_plan plan;
    struct request_seats seats;
    struct problem p;
    char id[TABLE_ID_MAX];
    if (live == NULL)
        return;
    problem_start(&p, -1);
    if (live->t->rematch[0] != '\0' && table_find_chair(live->t, x->c->player) >= 0) {
        answer_table(x, live->t->rematch);
        return;
    }
    if (!request_read_rematch(&x->request, live->t, x->c->player, &plan, &seats, &p)) {
        outbox_problem(x->s, x->c, x->re, &p);
        return;
    }
    if (!exchange_may_open(x, NULL)) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    plan.listed = plan.listed && refuse_listing(x) == NULL;
    identity_derive_table(x->s, live->t->id, id); /* a table has one rematch, whoever asks */
    if (!find_made(x, id, &next))
        return;
    if (next != NULL)
        answer_again(x, next);
    else if ((next = make_table(x, id, &plan, &seats)) != NULL)
        show_table(x, next);
    else
        return;
    struct table_request r = {
        .kind = TABLE_ASK_REMATCH, .player = x->c->player, .name = x->c->name, .text = next->t->id};
    struct moment now = steady_at(x->s, live);
    exchange_start_effects(x->s);
    if (table_handle(live->t, &r, &now, &x->s->fx, &p))
        tables_publish(x->s, live);
}
