/* Shared by all request handlers: see exchange.h. */
#include "server/exchange.h"

void exchange_fail(struct exchange *x, const char *id)
{
    outbox_error(x->s, x->c, x->re, id, NULL);
}

void exchange_fail_with(struct exchange *x, const char *id, const char *arg)
{
    outbox_error(x->s, x->c, x->re, id, arg);
}

void exchange_done(struct exchange *x)
{
    outbox_ok(x->s, x->c, x->re, "");
}

const char *exchange_text(const struct exchange *x, const char *name)
{
    return request_text(&x->request, name);
}

struct live_table *exchange_find_table(struct exchange *x)
{
    struct live_table *live = tables_find(x->s, exchange_text(x, "table"));
    if (live == NULL)
        exchange_fail(x, MSG("table.none"));
    return live;
}

bool exchange_may_open(struct exchange *x, const struct live_table *live)
{
    for (int i = 0; i < x->c->opens; i++)
        if (x->c->open[i] == live)
            return true;
    return x->c->opens < SERVER_OPEN_MAX;
}

void exchange_start_effects(struct server *s)
{
    s->fx.n = 0;
    s->fx.changed = 0;
}
