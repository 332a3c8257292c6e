/* Requests that keep order at a table: remove, report. See exchange.h. */
#include <string.h>

#include "server/exchange.h"
#include "server/limits.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/tables.h"

enum { REPORTS_MAX = 10000, ADDRESS_REPORTS_MAX = 50 };
#define REPORTS_MS (INT64_C(90) * 86400000) /* so long they are kept */

/* The host removes a person; that is one line in the audit log. */
void handle_remove(struct exchange *x)
{
    struct live_table *live = exchange_find_sound_table(x);
    if (live == NULL || !request_carry_out(x, live))
        return;
    exchange_done(x);
    if (x->s->fx.n > 0)
        order_note(x->s, x->c->player, "remove", live->t->id, x->s->fx.event[0].order.person.player,
                   "");
    tables_publish(x->s, live);
}

/* Whether people at the table know this person: by a chair, by words, or as the host. */
static bool is_known(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->said_count; i++)
        if (t->said[i].player == player)
            return true;
    return table_find_chair(t, player) >= 0 || t->host == player ||
           table_refuse_talk(t, player) != NULL;
}

static bool is_reason(const char *why)
{
    static const char *const reasons[] = {"talk", "name", "play", "other"};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(reasons[i], why) == 0)
            return true;
    return false;
}

static bool is_here(const struct conn *c, const struct live_table *live)
{
    for (int i = 0; i < c->opens; i++)
        if (c->open[i] == live)
            return true;
    return table_find_chair(live->t, c->player) >= 0;
}

/* NULL, or why this cannot be reported. */
static const char *refuse_report(struct exchange *x, const struct live_table *live, uint64_t player)
{
    int n = 0;
    if (!is_here(x->c, live))
        return MSG("report.not-here");
    if (player == x->c->player || (player != 0 && !is_known(live->t, player)))
        return MSG("report.nobody");
    if (!limits_take(x->s, LIMIT_REPORT_PERSON, x->c->player, 0) ||
        !limits_take(x->s, LIMIT_REPORT_ADDRESS, x->c->address, 0))
        return MSG("report.enough");
    if (store_count_reports(x->s->store, x->c->address, &n) == STORE_FAILED)
        return MSG("store.failed");
    return n >= ADDRESS_REPORTS_MAX ? MSG("report.enough") : NULL;
}

void handle_report(struct exchange *x)
{
    const struct live_table *live = exchange_find_table(x);
    uint64_t player;
    struct problem p;
    problem_start(&p, -1);
    if (live == NULL)
        return;
    if (!request_read_player(&x->request, &player, &p)) {
        outbox_problem(x->s, x->c, x->re, &p);
        return;
    }
    const char *reason = exchange_text(x, "why");
    if (!is_reason(reason)) {
        exchange_fail_with(x, MSG("request.member"), "why");
        return;
    }
    const char *why = refuse_report(x, live, player);
    if (why != NULL) {
        exchange_fail(x, why);
        return;
    }
    const struct store_report r = {.at = x->s->now.date,
                                   .table = live->t->id,
                                   .event = live->t->n - 1,
                                   .reporter = x->c->player,
                                   .address = x->c->address,
                                   .player = player,
                                   .why = reason};
    if (store_put_report(x->s->store, &r, x->s->now.date - REPORTS_MS, REPORTS_MAX) != STORE_OK)
        x->s->turn_failed = true;
    exchange_done(x);
}
