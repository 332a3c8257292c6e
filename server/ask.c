/* What all kinds of requests share: see ask.h. */
#include "server/ask.h"

void ask_fail(struct ask *a, const char *id)
{
    outbox_error(a->s, a->c, a->re, id, NULL);
}

void ask_fail_with(struct ask *a, const char *id, const char *arg)
{
    outbox_error(a->s, a->c, a->re, id, arg);
}

void ask_done(struct ask *a)
{
    outbox_ok(a->s, a->c, a->re, "");
}

const char *ask_text(const struct ask *a, const char *name)
{
    return request_text(&a->request, name);
}

struct live_table *ask_find_table(struct ask *a)
{
    struct live_table *live = tables_find(a->s, ask_text(a, "table"));
    if (live == NULL)
        ask_fail(a, MSG("table.none"));
    return live;
}

bool ask_may_open(struct ask *a, const struct live_table *live)
{
    for (int i = 0; i < a->c->opens; i++)
        if (a->c->open[i] == live)
            return true;
    return a->c->opens < SERVER_OPEN_MAX;
}

void ask_start_effects(struct server *s)
{
    s->fx.n = 0;
    s->fx.changed = 0;
}
