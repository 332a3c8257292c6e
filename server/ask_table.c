/* Requests at a table, from opening it to what is said there. See ask.h. */
#include <stdio.h>
#include <stdlib.h>

#include "server/ask.h"
#include "table/memory.h"
#include "table/preview.h"

struct run {
    struct table *t;
    int n;
    bool broken;
    struct table_event *event;
};

static bool read_run(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct run *r = context;
    struct table_plan plan;
    if (r->n == SERVER_RUN_MAX)
        return false;
    r->event[r->n] = (struct table_event){.n = n, .at = at};
    r->broken = !table_read_event(text, len, &r->event[r->n++], &plan);
    return !r->broken;
}

/* The missing run of events; false: it is too long, or cannot be read. */
static bool write_run(struct ask *a, struct live_table *live, int after)
{
    const struct table_event *heard[SERVER_RUN_MAX];
    struct run r = {.t = live->t};
    int missing = live->t->n - 1 - after, count = 0;
    if (missing < 0 || missing > SERVER_RUN_MAX || after < 0 || a->s->turn_failed)
        return false;
    r.event = memory_take((size_t)SERVER_RUN_MAX * sizeof r.event[0]);
    int result = missing == 0
                     ? STORE_OK
                     : store_read_events(a->s->store, live->t->id, after + 1, read_run, &r);
    bool good = result == STORE_OK && !r.broken && r.n == missing;
    for (int i = 0; i < r.n && good; i++)
        if (tables_hears(a->c, &r.event[i]))
            heard[count++] = &r.event[i];
    if (good) {
        size_t start = a->s->text.len;
        table_write_update(live->t, a->c->player, heard, count, TABLE_NEW_ALL, a->s->now,
                           &a->s->text);
        outbox_hold_at(a->s, a->c, -1, start, a->s->text.len - start);
    }
    free(r.event);
    return good;
}

/* Who comes to the own seat takes it over again. */
static void take_seat_again(struct ask *a, struct live_table *live)
{
    struct table_request back = {.kind = TABLE_ASK_BACK, .player = a->c->player};
    struct problem p;
    problem_start(&p, -1);
    ask_start_effects(a->s);
    if (table_find_chair(live->t, a->c->player) >= 0 &&
        table_handle(live->t, &back, a->s->now, &a->s->fx, &p))
        tables_publish(a->s, live);
}

void ask_open_table(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    const json_t *after = json_object_get(a->o, "after");
    if (live == NULL)
        return;
    if (!ask_may_open(a, live)) {
        ask_fail(a, MSG("limit.tables"));
        return;
    }
    ask_done(a);
    take_seat_again(a, live);
    tables_open(a->s, live, a->c);
    json_int_t n = json_integer_value(after);
    if (after == NULL || n < 0 || n > INT32_MAX || !write_run(a, live, (int)n))
        tables_write_whole(a->s, live, a->c);
}

void ask_close_table(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    if (live == NULL)
        return;
    ask_done(a);
    tables_close(a->s, live, a->c);
}

/* Carries out what the verb asks of its table; false: it was refused, and the person told so. */
static bool carry_out(struct ask *a, struct live_table *live)
{
    struct table_request r;
    struct problem p;
    problem_start(&p, -1);
    ask_start_effects(a->s);
    if (request_read_ask(&a->request, &r, &p)) {
        r.player = a->c->player;
        r.name = a->c->name;
        if (table_handle(live->t, &r, a->s->now, &a->s->fx, &p))
            return true;
    }
    ask_start_effects(a->s);
    outbox_problem(a->s, a->c, a->re, &p);
    return false;
}

void ask_of_table(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    if (live == NULL || !carry_out(a, live))
        return;
    ask_done(a);
    tables_publish(a->s, live);
}

void ask_sit(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    char members[32];
    if (live == NULL)
        return;
    if (!ask_may_open(a, live)) {
        ask_fail(a, MSG("limit.tables"));
        return;
    }
    bool looks = false;
    for (int i = 0; i < a->c->opens; i++)
        looks = looks || a->c->open[i] == live;
    if (!carry_out(a, live))
        return;
    snprintf(members, sizeof members, ",\"chair\":%d", table_find_chair(live->t, a->c->player));
    outbox_ok(a->s, a->c, a->re, members);
    tables_publish(a->s, live);
    if (looks)
        return;
    tables_open(a->s, live, a->c);
    tables_write_whole(a->s, live, a->c);
}

/* Would that move be carried out? Nothing changes: not even who sits away comes back by it. */
void ask_why(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    struct problem p;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    if (table_check_move(live->t, a->c->player, ask_text(a, "text"), &p))
        outbox_ok(a->s, a->c, a->re, ",\"legal\":true");
    else
        outbox_problem(a->s, a->c, a->re, &p);
}

/* The own films and hand as that move would leave them, where it shows nothing new. */
void ask_preview(struct ask *a)
{
    struct live_table *live = ask_find_table(a);
    char members[GAME_JSON_MAX];
    struct problem p;
    struct buf b;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"player\":");
    if (preview_write_own(live->t, a->c->player, ask_text(a, "text"), &b, &p))
        outbox_ok(a->s, a->c, a->re, members);
    else
        outbox_problem(a->s, a->c, a->re, &p);
}

void ask_talk(struct ask *a)
{
    if (limits_take(a->s->by_player, a->c->player ^ 2, a->s->now, 0.5, 10))
        ask_of_table(a);
    else
        ask_fail(a, MSG("limit.rate"));
}

void ask_mute(struct ask *a)
{
    uint8_t bytes[8];
    uint64_t player = 0;
    struct conn *c = a->c;
    if (!fair_read_hex(ask_text(a, "player"), bytes, 8)) {
        ask_fail_with(a, MSG("request.member"), "player");
        return;
    }
    for (int i = 0; i < 8; i++)
        player = player << 8 | bytes[i];
    for (int i = 0; i < c->mutes; i++)
        if (c->muted[i] == player)
            c->muted[i--] = c->muted[--c->mutes];
    if (json_is_true(json_object_get(a->o, "on"))) {
        if (c->muted == NULL)
            c->muted = memory_take_zeros(SERVER_MUTES_MAX, sizeof c->muted[0]);
        c->mutes -= c->mutes == SERVER_MUTES_MAX;
        c->muted[c->mutes++] = player;
    }
    ask_done(a);
}
