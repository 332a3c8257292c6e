/* Requests at a table: open, close, sit, move, talk and so on. See exchange.h. */
#include <stdio.h>
#include <stdlib.h>

#include "server/exchange.h"
#include "table/memory.h"
#include "table/preview.h"

struct missed {
    struct table *t;
    int n;
    bool broken;
    struct table_event *event;
};

static bool read_missed(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct missed *r = context;
    struct table_plan plan;
    if (r->n == SERVER_MISSED_MAX)
        return false;
    r->event[r->n] = (struct table_event){.n = n, .at = at};
    r->broken = !table_read_event(text, len, &r->event[r->n++], &plan);
    return !r->broken;
}

/* Sends the events after number `after`; false: too many are missing, or the read failed. */
static bool write_missed(struct exchange *x, struct live_table *live, int after)
{
    const struct table_event *heard[SERVER_MISSED_MAX];
    struct missed r = {.t = live->t};
    int missing = live->t->n - 1 - after, count = 0;
    if (missing < 0 || missing > SERVER_MISSED_MAX || after < 0 || x->s->turn_failed)
        return false;
    r.event = memory_take((size_t)SERVER_MISSED_MAX * sizeof r.event[0]);
    int result = missing == 0
                     ? STORE_OK
                     : store_read_events(x->s->store, live->t->id, after + 1, read_missed, &r);
    bool good = result == STORE_OK && !r.broken && r.n == missing;
    for (int i = 0; i < r.n && good; i++)
        if (tables_is_told(x->c, &r.event[i]))
            heard[count++] = &r.event[i];
    if (good) {
        size_t start = x->s->text.len;
        table_write_update(live->t, x->c->player, heard, count, TABLE_NEW_ALL, x->s->now,
                           &x->s->text);
        outbox_hold_range(x->s, x->c, -1, start, x->s->text.len - start);
    }
    free(r.event);
    return good;
}

/* Opening your own table reclaims the seat from its stand-in. */
static void reclaim_seat(struct exchange *x, struct live_table *live)
{
    struct table_request back = {.kind = TABLE_ASK_BACK, .player = x->c->player};
    struct problem p;
    problem_start(&p, -1);
    exchange_start_effects(x->s);
    if (table_find_chair(live->t, x->c->player) >= 0 &&
        table_handle(live->t, &back, x->s->now, &x->s->fx, &p))
        tables_publish(x->s, live);
}

void handle_open(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    const json_t *after = json_object_get(x->o, "after");
    if (live == NULL)
        return;
    if (!exchange_may_open(x, live)) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    exchange_done(x);
    reclaim_seat(x, live);
    tables_open(x->s, live, x->c);
    json_int_t n = json_integer_value(after);
    if (after == NULL || n < 0 || n > INT32_MAX || !write_missed(x, live, (int)n))
        tables_write_whole(x->s, live, x->c);
}

void handle_close(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    if (live == NULL)
        return;
    exchange_done(x);
    tables_close(x->s, live, x->c);
}

/* Carries the request out at its table; false: refused, and the error is sent. */
static bool carry_out(struct exchange *x, struct live_table *live)
{
    struct table_request r;
    struct problem p;
    problem_start(&p, -1);
    exchange_start_effects(x->s);
    if (request_read_ask(&x->request, &r, &p)) {
        r.player = x->c->player;
        r.name = x->c->name;
        if (table_handle(live->t, &r, x->s->now, &x->s->fx, &p))
            return true;
    }
    exchange_start_effects(x->s);
    outbox_problem(x->s, x->c, x->re, &p);
    return false;
}

void handle_table(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    if (live == NULL || !carry_out(x, live))
        return;
    exchange_done(x);
    tables_publish(x->s, live);
}

void handle_sit(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    char members[32];
    if (live == NULL)
        return;
    if (!exchange_may_open(x, live)) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    bool looks = false;
    for (int i = 0; i < x->c->opens; i++)
        looks = looks || x->c->open[i] == live;
    if (!carry_out(x, live))
        return;
    snprintf(members, sizeof members, ",\"chair\":%d", table_find_chair(live->t, x->c->player));
    outbox_ok(x->s, x->c, x->re, members);
    tables_publish(x->s, live);
    if (looks)
        return;
    tables_open(x->s, live, x->c);
    tables_write_whole(x->s, live, x->c);
}

/* Would this move be legal? Changes nothing: a player who left does not come back by asking. */
void handle_why(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    struct problem p;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    if (table_check_move(live->t, x->c->player, exchange_text(x, "text"), &p))
        outbox_ok(x->s, x->c, x->re, ",\"legal\":true");
    else
        outbox_problem(x->s, x->c, x->re, &p);
}

/* The player's own cards after this move, if the move reveals nothing hidden. */
void handle_preview(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    char members[GAME_JSON_MAX];
    struct problem p;
    struct buf b;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"player\":");
    if (preview_write_own(live->t, x->c->player, exchange_text(x, "text"), &b, &p))
        outbox_ok(x->s, x->c, x->re, members);
    else
        outbox_problem(x->s, x->c, x->re, &p);
}

void handle_talk(struct exchange *x)
{
    if (limits_take(x->s->by_player, x->c->player ^ 2, x->s->now, 0.5, 10))
        handle_table(x);
    else
        exchange_fail(x, MSG("limit.rate"));
}

void handle_mute(struct exchange *x)
{
    uint8_t bytes[8];
    uint64_t player = 0;
    struct conn *c = x->c;
    if (!fair_read_hex(exchange_text(x, "player"), bytes, 8)) {
        exchange_fail_with(x, MSG("request.member"), "player");
        return;
    }
    for (int i = 0; i < 8; i++)
        player = player << 8 | bytes[i];
    for (int i = 0; i < c->mutes; i++)
        if (c->muted[i] == player)
            c->muted[i--] = c->muted[--c->mutes];
    if (json_is_true(json_object_get(x->o, "on"))) {
        if (c->muted == NULL)
            c->muted = memory_take_zeros(SERVER_MUTES_MAX, sizeof c->muted[0]);
        c->mutes -= c->mutes == SERVER_MUTES_MAX;
        c->muted[c->mutes++] = player;
    }
    exchange_done(x);
}
