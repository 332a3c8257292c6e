/* Requests that make a table: create, rematch. See ask.h. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/ask.h"

static bool read_clock(const json_t *o, struct table_clock *out)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));
    json_int_t move = json_integer_value(json_object_get(o, "move"));
    json_int_t bank = json_integer_value(json_object_get(o, "bank"));
    json_int_t days = json_integer_value(json_object_get(o, "days"));
    size_t n = json_object_size(o);
    *out = (struct table_clock){.kind = TABLE_CLOCK_NONE};
    if (o == NULL || (kind != NULL && strcmp(kind, "none") == 0 && n == 1))
        return true;
    if (kind != NULL && strcmp(kind, "live") == 0 && n == 3 && move >= 1 && move <= 3600 &&
        bank >= 0 && bank <= 36000) {
        *out = (struct table_clock){TABLE_CLOCK_LIVE, move * 1000, bank * 1000};
        return true;
    }
    if (kind != NULL && strcmp(kind, "days") == 0 && n == 2 && days >= 1 && days <= 30) {
        *out = (struct table_clock){TABLE_CLOCK_DAYS, days * INT64_C(86400000), 0};
        return true;
    }
    return false;
}

static bool read_setup(struct ask *a, struct table_plan *plan, struct problem *p)
{
    struct setup *setup = &plan->setup;
    const char *name;
    json_t *value;
    if (!setup_find_game(setup, ask_text(a, "game"), p))
        return false;
    const json_t *seats = json_object_get(a->o, "seats");
    if (seats != NULL) {
        json_int_t n = json_integer_value(seats);
        setup->seats = n >= 0 && n < 100 ? (int)n : 100;
    }
    json_object_foreach(json_object_get(a->o, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (!table_set_option(plan, name, text != NULL ? text : "", p))
            return false;
    }
    if (!setup_check(setup, p))
        return false;
    const json_t *begins = json_object_get(a->o, "begins");
    return !json_is_integer(begins) || table_name_begins(plan, ask_chair(begins), p);
}

/* Puts the bots of the request into the last chairs; false: it was refused. */
static bool add_bots(struct ask *a, struct table *t, const json_t *bots, struct problem *p)
{
    int n = (int)json_array_size(bots);
    for (int i = 0; i < n; i++) {
        struct table_request r = {.kind = TABLE_ASK_BOT, .player = a->c->player};
        r.chair = t->plan.setup.seats - n + i;
        r.level = json_string_value(json_array_get(bots, (size_t)i));
        if (!table_handle(t, &r, a->s->now, &a->s->fx, p))
            return false;
    }
    return true;
}

/* Makes a table by its plan; who makes it opens it, and sits down if `sits`. */
static struct seat_at *make_table(struct ask *a, struct table_plan *plan, const json_t *bots,
                                  const struct table_request *sit, struct problem *p)
{
    char id[TABLE_ID_MAX];
    identity_random_text(id, TABLE_ID_MAX - 1);
    randombytes_buf(plan->secret, sizeof plan->secret);
    struct table *t = table_new(id, plan);
    ask_start_effects(a->s);
    table_create(t, a->c->player, a->c->name, a->s->now, &a->s->fx);
    bool by_host = t->plan.start_by_host;
    t->plan.start_by_host = true; /* not before all is put in its place */
    bool good = add_bots(a, t, bots, p);
    t->plan.start_by_host = by_host;
    if (good && sit != NULL)
        good = table_handle(t, sit, a->s->now, &a->s->fx, p);
    if (!good) {
        ask_start_effects(a->s);
        table_free(t);
        return NULL;
    }
    return hall_add(a->s, t);
}

static void answer_table(struct ask *a, const char *id)
{
    char members[64];
    snprintf(members, sizeof members, ",\"table\":\"%s\"", id);
    reply_ok(a->s, a->c, a->re, members);
}

void ask_create(struct ask *a)
{
    struct table_plan plan = {.begins = TABLE_CHANCE};
    struct problem p;
    const json_t *bots = json_object_get(a->o, "bots"), *sits = json_object_get(a->o, "sit");
    const char *start = ask_text(a, "start");
    struct table_request sit = {
        .kind = TABLE_ASK_SIT, .player = a->c->player, .name = a->c->name, .chair = -1};
    problem_start(&p, -1);
    if (!read_setup(a, &plan, &p)) {
        reply_problem(a->s, a->c, a->re, &p);
        return;
    }
    bool sits_down = !json_is_false(sits);
    plan.listed = json_is_true(json_object_get(a->o, "listed"));
    plan.start_by_host = start != NULL && strcmp(start, "host") == 0;
    if (!read_clock(json_object_get(a->o, "clock"), &plan.clock))
        ask_fail(a, MSG("table.clock"));
    else if (!ask_read_number(a, &sit.number))
        ask_fail_with(a, MSG("request.member"), "number");
    else if (start != NULL && strcmp(start, "host") != 0 && strcmp(start, "full") != 0)
        ask_fail_with(a, MSG("request.member"), "start");
    else if ((int)json_array_size(bots) + sits_down > plan.setup.seats)
        ask_fail(a, MSG("table.full"));
    else if (a->c->opens >= SERVER_OPEN_MAX)
        ask_fail(a, MSG("limit.tables"));
    else {
        struct seat_at *at = make_table(a, &plan, bots, sits_down ? &sit : NULL, &p);
        if (at == NULL) {
            reply_problem(a->s, a->c, a->re, &p);
            return;
        }
        answer_table(a, at->t->id);
        hall_publish(a->s, at);
        hall_open(a->s, at, a->c);
        hall_write_whole(a->s, at, a->c);
    }
}

/* NULL, or why this person cannot ask for a rematch of the table. */
static const char *refuse_rematch(struct ask *a, const struct table *t)
{
    if (t->phase != TABLE_OVER)
        return MSG("table.not-over");
    if (table_find_chair(t, a->c->player) < 0)
        return MSG("table.not-seated");
    return ask_may_open(a, NULL) ? NULL : MSG("limit.tables");
}

void ask_rematch(struct ask *a)
{
    struct seat_at *at = ask_find_table(a);
    struct problem p;
    if (at == NULL)
        return;
    problem_start(&p, -1);
    struct table *t = at->t;
    if (t->rematch[0] != '\0' && table_find_chair(t, a->c->player) >= 0) {
        answer_table(a, t->rematch);
        return;
    }
    /* Checked first: a refusal must make no table. */
    const char *why = refuse_rematch(a, t);
    if (why != NULL) {
        ask_fail(a, why);
        return;
    }
    struct table_plan plan;
    struct table_request sits = {
        .kind = TABLE_ASK_SIT, .player = a->c->player, .name = a->c->name, .chair = -1};
    json_t *bots = json_array();
    table_plan_rematch(t, &plan);
    for (int i = 0; i < plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_BOT)
            json_array_append_new(bots, json_string(t->chair[i].bot->name));
    struct seat_at *next = make_table(a, &plan, bots, &sits, &p);
    json_decref(bots);
    if (next == NULL) {
        reply_problem(a->s, a->c, a->re, &p);
        return;
    }
    answer_table(a, next->t->id);
    hall_publish(a->s, next);
    hall_open(a->s, next, a->c);
    hall_write_whole(a->s, next, a->c);
    struct table_request r = {
        .kind = TABLE_ASK_REMATCH, .player = a->c->player, .text = next->t->id, .name = a->c->name};
    ask_start_effects(a->s);
    if (table_handle(t, &r, a->s->now, &a->s->fx, &p))
        hall_publish(a->s, at);
}

/* A finished table where this person sat, or NULL after saying why not. */
