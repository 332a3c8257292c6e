/* Requests that make a table: create, rematch. See exchange.h. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/exchange.h"

/* Makes a live table; NULL: refused, and the error is sent. */
static struct live_table *make_table(struct exchange *x, struct table_plan *plan,
                                     const struct request_seats *seats)
{
    const struct request_person who = {x->c->player, x->c->name};
    char id[TABLE_ID_MAX];
    struct problem p;
    problem_start(&p, -1);
    identity_random_text(id, TABLE_ID_MAX - 1);
    randombytes_buf(plan->secret, sizeof plan->secret);
    struct table *t = request_make_table(id, plan, seats, &who, x->s->now, &x->s->fx, &p);
    if (t != NULL)
        return tables_add(x->s, t);
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
    tables_open(x->s, live, x->c);
    tables_write_whole(x->s, live, x->c);
}

void handle_create(struct exchange *x)
{
    struct table_plan plan;
    struct request_seats seats;
    struct problem p;
    problem_start(&p, -1);
    if (!request_read_create(&x->request, &plan, &seats, &p)) {
        outbox_problem(x->s, x->c, x->re, &p);
        return;
    }
    if (x->c->opens >= SERVER_OPEN_MAX) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    struct live_table *live = make_table(x, &plan, &seats);
    if (live != NULL)
        show_table(x, live);
}

void handle_rematch(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    struct table_plan plan;
    struct request_seats seats;
    struct problem p;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    if (live->t->rematch[0] != '\0' && table_find_chair(live->t, x->c->player) >= 0) {
        answer_table(x, live->t->rematch);
        return;
    }
    if (!request_read_rematch(live->t, x->c->player, &plan, &seats, &p)) {
        outbox_problem(x->s, x->c, x->re, &p);
        return;
    }
    if (!exchange_may_open(x, NULL)) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    struct live_table *next = make_table(x, &plan, &seats);
    if (next == NULL)
        return;
    show_table(x, next);
    struct table_request r = {
        .kind = TABLE_ASK_REMATCH, .player = x->c->player, .name = x->c->name, .text = next->t->id};
    exchange_start_effects(x->s);
    if (table_handle(live->t, &r, x->s->now, &x->s->fx, &p))
        tables_publish(x->s, live);
}
