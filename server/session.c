/*
 * One request: JSON in, checked by the schema (table/request.h), carried out, answered. What each
 * verb does beyond its table is in ask_*.c.
 */
#include <jansson.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/ask.h"

enum { STRIKES = 200 };

/* What serves each verb that needs more than its table: those of the schema that are not here ask
   something of a table, as they stand. */
static const struct served {
    const char *name;
    ask_handler *run;
} served[] = {
    {"hello", ask_hello},     {"name", ask_set_name},     {"keep", ask_keep},
    {"login", ask_login},     {"transfer", ask_transfer}, {"create", ask_create},
    {"open", ask_open_table}, {"close", ask_close_table}, {"sit", ask_sit},
    {"why", ask_why},         {"preview", ask_preview},   {"talk", ask_talk},
    {"mute", ask_mute},       {"rematch", ask_rematch},   {"record", ask_record},
    {"share", ask_share},     {"lobby", ask_lobby},       {"mine", ask_mine},
};

static ask_handler *find_handler(const struct request_verb *verb)
{
    for (size_t i = 0; i < sizeof served / sizeof served[0]; i++)
        if (strcmp(served[i].name, verb->name) == 0)
            return served[i].run;
    return ask_of_table;
}

static void run_request(struct ask *a)
{
    struct problem p;
    problem_start(&p, -1);
    bool known = request_read(&a->request, a->o, &p);
    a->re = a->request.id;
    if (known && a->request.verb->device) {
        problem_add(&p, MSG("request.unknown"));
        problem_add_text(&p, a->request.verb->name);
        known = false;
    }
    ask_handler *run = known ? find_handler(a->request.verb) : NULL;
    if (known && !a->c->hello && run != ask_hello) {
        problem_add(&p, MSG("hello.first"));
        known = false;
    }
    if (known && request_check(&a->request, &p)) {
        run(a);
        return;
    }
    a->s->metrics.refused[REFUSED_SCHEMA]++;
    outbox_problem(a->s, a->c, a->re, &p);
}

void session_handle(struct server *s, struct conn *c, const char *text, size_t len)
{
    struct ask a = {.s = s, .c = c};
    double rate = s->settings->rate, burst = s->settings->burst;
    s->metrics.requests++;
    if (!limits_take(s->by_player, c->player, s->now, rate, burst) ||
        !limits_take(s->by_address, c->address, s->now, 4 * rate, 4 * burst)) {
        s->metrics.refused[REFUSED_RATE]++;
        if (++c->strikes > STRIKES)
            socket_close(s, c, WSLAY_CODE_POLICY_VIOLATION, "rate");
        else
            ask_fail(&a, MSG("limit.rate"));
        return;
    }
    c->strikes = 0;
    a.o = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(a.o)) {
        json_decref(a.o);
        s->metrics.refused[REFUSED_SCHEMA]++;
        socket_close(s, c, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, "JSON object expected");
        return;
    }
    run_request(&a);
    json_decref(a.o);
}

void session_finish(struct server *s, struct work *w)
{
    if (w->kind == WORK_BOT)
        tables_take_answer(s, w);
    else
        ask_finish(s, w);
}

void session_gone(struct server *s, struct conn *c)
{
    c->watches_lobby = false;
    while (c->opens > 0)
        tables_close(s, c->open[0], c);
}
