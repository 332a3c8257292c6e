/* Requests that make a table: create, rematch. See ask.h. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/ask.h"

/* Makes the table and puts it among the live ones; NULL: refused, and the person told so. */
static struct live_table *make_table(struct ask *a, struct table_plan *plan,
                                     const struct request_seats *seats)
{
    const struct request_person who = {a->c->player, a->c->name};
    char id[TABLE_ID_MAX];
    struct problem p;
    problem_start(&p, -1);
    identity_random_text(id, TABLE_ID_MAX - 1);
    randombytes_buf(plan->secret, sizeof plan->secret);
    struct table *t = request_make_table(id, plan, seats, &who, a->s->now, &a->s->fx, &p);
    if (t != NULL)
        return tables_add(a->s, t);
    outbox_problem(a->s, a->c, a->re, &p);
    return NULL;
}

static void answer_table(struct ask *a, const char *id)
{
    char members[64];
    snprintf(members, sizeof members, ",\"table\":\"%s\"", id);
    outbox_ok(a->s, a->c, a->re, members);
}

/* Answers with the new table, and shows it to who made it. */
static void show_table(struct ask *a, struct live_table *live)
{
    answer_table(a, live->t->id);
    tables_publish(a->s, live);
    tables_open(a->s, live, a->c);
    tables_write_whole(a->s, live, a->c);
}

void ask_create(struct ask *a)
{
    struct table_plan plan;
    struct request_seats seats;
    struct problem p;
    problem_start(&p, -1);
    if (!request_read_create(&a->request, &plan, &seats, &p)) {
        outbox_problem(a->s, a->c, a->re, &p);
        return;
    }
    if (a->c->opens >= SERVER_OPEN_MAX) {
        ask_fail(a, MSG("limit.tables"));
        return;
    }
    struct live_table *live = make_table(a, &plan, &seats);
    if (live != NULL)
        show_table(a, live);
}

void ask_rematch(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    struct table_plan plan;
    struct request_seats seats;
    struct problem p;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    if (live->t->rematch[0] != '\0' && table_find_chair(live->t, a->c->player) >= 0) {
        answer_table(a, live->t->rematch);
        return;
    }
    if (!request_read_rematch(live->t, a->c->player, &plan, &seats, &p)) {
        outbox_problem(a->s, a->c, a->re, &p);
        return;
    }
    if (!ask_may_open(a, NULL)) {
        ask_fail(a, MSG("limit.tables"));
        return;
    }
    struct live_table *next = make_table(a, &plan, &seats);
    if (next == NULL)
        return;
    show_table(a, next);
    struct table_request r = {
        .kind = TABLE_ASK_REMATCH, .player = a->c->player, .name = a->c->name, .text = next->t->id};
    ask_start_effects(a->s);
    if (table_handle(live->t, &r, a->s->now, &a->s->fx, &p))
        tables_publish(a->s, live);
}
