/*
 * One request: JSON is parsed, checked by the schema (table/request.h) and given to the handler
 * of its verb (request_*.c).
 */
#include <assert.h>
#include <jansson.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/exchange.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/outbox.h"
#include "server/session.h"
#include "server/socket.h"
#include "server/tables.h"
#include "server/workers.h"
#include "table/json_text.h"

enum { STRIKES = 200 };

/* The verbs with handlers of their own. All other verbs of the schema are plain table_requests. */
static const struct served {
    const char *name;
    request_handler *run;
} served[] = {
    {"hello", handle_hello},   {"name", handle_name},         {"keep", handle_keep},
    {"login", handle_login},   {"transfer", handle_transfer}, {"signout", handle_signout},
    {"create", handle_create}, {"open", handle_open},         {"close", handle_close},
    {"sit", handle_sit},       {"why", handle_why},           {"preview", handle_preview},
    {"undoes", handle_undoes}, {"past", handle_past},         {"talk", handle_talk},
    {"mute", handle_mute},     {"rematch", handle_rematch},   {"record", handle_record},
    {"share", handle_share},   {"lobby", handle_lobby},       {"mine", handle_mine},
    {"games", handle_games},   {"forget", handle_forget},     {"remove", handle_remove},
    {"report", handle_report}, {"handin", handle_handin},     {"day", handle_day},
    {"ping", exchange_done},   {"aids", handle_aids},
};

static request_handler *find_handler(const struct request_verb *verb)
{
    for (size_t i = 0; i < sizeof served / sizeof served[0]; i++)
        if (strcmp(served[i].name, verb->name) == 0)
            return served[i].run;
    return handle_table;
}

static void run_request(struct exchange *x)
{
    struct problem p;
    problem_start(&p, -1);
    bool known = request_read(&x->request, x->o, &p);
    x->re = x->request.id;
    if (known && x->request.verb->device) {
        problem_add(&p, MSG("request.unknown"));
        problem_add_text(&p, x->request.verb->name);
        known = false;
    }
    request_handler *run = known ? find_handler(x->request.verb) : NULL;
    if (known && !x->c->hello && run != handle_hello) {
        problem_add(&p, MSG("hello.first"));
        known = false;
    }
    if (known && request_check(&x->request, &p)) {
        again_run(x, run);
        return;
    }
    x->s->metrics.refused[REFUSED_SCHEMA]++;
    outbox_problem(x->s, x->c, x->re, &p);
}

/* Answers the request, so that its client knows which one to repeat. */
static void refuse_rate(struct exchange *x)
{
    struct problem p;
    problem_start(&p, -1);
    request_read(&x->request, x->o, &p);
    x->re = x->request.id;
    x->s->metrics.refused[REFUSED_RATE]++;
    exchange_fail(x, MSG("limit.rate"));
}

void session_handle(struct server *s, struct conn *c, const char *text, size_t len)
{
    struct exchange x = {.s = s, .c = c};
    assert(!s->wait.on);
    s->metrics.requests++;
    bool good = limits_take(s, LIMIT_REQUEST_PERSON, c->player, 0) &&
                limits_take(s, LIMIT_REQUEST_ADDRESS, c->address, 0);
    c->strikes = good ? 0 : c->strikes + 1;
    if (c->strikes > STRIKES) {
        s->metrics.refused[REFUSED_RATE]++;
        socket_close(s, c, WSLAY_CODE_POLICY_VIOLATION, "rate");
        return;
    }
    x.o = json_text_read(text, len, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(x.o)) {
        json_decref(x.o);
        s->metrics.refused[REFUSED_SCHEMA]++;
        socket_close(s, c, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, "JSON object expected");
        return;
    }
    if (good)
        run_request(&x);
    else
        refuse_rate(&x);
    json_decref(x.o);
}

void session_resume(struct server *s, struct conn *c, json_t *o)
{
    session_repeat(s, c, o, 0, 0);
}

void session_repeat(struct server *s, struct conn *c, json_t *o, int tries, int64_t since)
{
    struct exchange x = {.s = s, .c = c, .o = o, .tries = tries, .since = since};
    run_request(&x);
}

void session_finish(struct server *s, struct work *w)
{
    bool hashed = w->kind == WORK_KEEP || w->kind == WORK_LOGIN;
    if (!w->displaced)
        metrics_observe(hashed ? &s->metrics.passphrase_wait : &s->metrics.bot_wait,
                        (double)(w->started - w->queued) / 1e9);
    if (w->kind == WORK_BOT)
        tables_take_answer(s, w);
    else if (w->kind == WORK_DAILY)
        finish_daily(s, w);
    else
        finish_passphrase(s, w);
}

void session_close(struct server *s, struct conn *c)
{
    c->watches_lobby = false;
    while (c->opens > 0)
        tables_close(s, c->open[0], c);
}
