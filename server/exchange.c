/* Shared by all request handlers: see exchange.h. */
#include <stdio.h>

#include "server/codes.h"
#include "server/exchange.h"
#include "server/limits.h"
#include "server/load.h"
#include "server/outbox.h"
#include "server/retain.h"
#include "server/tables.h"

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
    int result;
    struct live_table *live = tables_find(x->s, exchange_text(x, "table"), &result);
    if (live == NULL && result == LOAD_WAITING)
        load_wait(x);
    else if (live == NULL)
        load_refuse(x->s, x->c, x->re, result);
    if (live != NULL)
        retain_see_table(x->s, live);
    return live;
}

struct live_table *exchange_find_sound_table(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    if (live == NULL || live->damaged < 0)
        return live;
    exchange_fail(x, MSG("table.damaged"));
    return NULL;
}

bool exchange_may_open(struct exchange *x, const struct live_table *live)
{
    for (int i = 0; i < x->c->opens; i++)
        if (x->c->open[i] == live)
            return true;
    return x->c->opens < SERVER_OPEN_MAX;
}

bool exchange_is_repeated(const struct exchange *x, const struct live_table *live)
{
    return table_find_key(live->t, x->c->player, exchange_text(x, "key")) >= 0;
}

void exchange_start_effects(struct server *s)
{
    s->fx.n = 0;
    s->fx.changed = 0;
}

/* STORE_NONE: it is a new one. */
static int find_player(struct exchange *x, struct store_player *p)
{
    int result = store_find_player(x->s->store, x->c->player, p);
    if (result == STORE_NONE) {
        *p = (struct store_player){.id = x->c->player};
        table_copy(p->name, sizeof p->name, x->c->name);
    }
    p->seen = x->s->now.steady;
    if (result == STORE_FAILED)
        exchange_fail(x, MSG("store.failed"));
    return result;
}

bool exchange_find_player(struct exchange *x, struct store_player *p)
{
    return find_player(x, p) != STORE_FAILED;
}

bool exchange_find_to_store(struct exchange *x, struct store_player *p)
{
    int result = find_player(x, p);
    if (result != STORE_NONE || limits_take(x->s, LIMIT_PEOPLE_DAY, x->c->address, 0))
        return result != STORE_FAILED;
    exchange_fail(x, MSG("limit.day"));
    return false;
}

bool exchange_answer_code(struct exchange *x, uint64_t player)
{
    char code[SERVER_CODE_MAX], members[96];
    const struct origin from = {x->c->address, x->c->network, x->c->from};
    const char *why = codes_make(x->s, player, &from, code);
    if (why != NULL) {
        exchange_fail(x, why);
        return false;
    }
    snprintf(members, sizeof members, ",\"code\":\"%s\",\"seconds\":%d", code, SERVER_CODE_SECONDS);
    outbox_ok(x->s, x->c, x->re, members);
    return true;
}
