/*
 * One request: JSON in, checked by the row of its kind, carried out, answered. The rows of
 * `verbs` are the schema: every member is named there with its type, and none else is let in.
 * What each kind does is in ask_*.c.
 */
#include <jansson.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/ask.h"

enum { STRIKES = 200 };

/* Members as `name:type`; s text, i whole number, b true or false, o object, a list of texts, l
   text or null, n whole number or null; a question mark in front: may be left out. */
static const struct verb {
    const char *name;
    ask_handler *run;
    const char *members;
} verbs[] = {
    {"hello", ask_hello, "protocol:i"},
    {"name", ask_set_name, "name:s"},
    {"keep", ask_keep, "name:s passphrase:s"},
    {"login", ask_login, "name:s passphrase:s"},
    {"transfer", ask_transfer, ""},
    {"create", ask_create,
     "game:s ?seats:i ?options:o ?bots:a ?clock:o ?listed:b ?start:s ?sit:b ?number:s ?begins:n"},
    {"open", ask_open_table, "table:s ?after:i"},
    {"close", ask_close_table, "table:s"},
    {"sit", ask_sit, "table:s ?chair:i ?number:s"},
    {"stand", ask_stand, "table:s"},
    {"bot", ask_put_bot, "table:s chair:i level:l"},
    {"begins", ask_begins, "table:s chair:n"},
    {"start", ask_start, "table:s ?level:s"},
    {"move", ask_make_move, "table:s text:s"},
    {"why", ask_why, "table:s text:s"},
    {"preview", ask_preview, "table:s text:s"},
    {"takeback", ask_takeback, "table:s"},
    {"agree", ask_agree, "table:s yes:b"},
    {"leave", ask_leave, "table:s"},
    {"back", ask_back, "table:s"},
    {"talk", ask_talk, "table:s ?text:s ?phrase:s"},
    {"mute", ask_mute, "player:s on:b"},
    {"rematch", ask_rematch, "table:s"},
    {"record", ask_record, "table:s"},
    {"share", ask_share, "table:s"},
    {"lobby", ask_lobby, "watch:b"},
    {"mine", ask_mine, ""},
};

static bool all_texts(const json_t *list)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        if (!json_is_string(item) || i >= GAME_SEATS_MAX)
            return false;
    }
    return json_is_array(list);
}

static bool has_type(const json_t *v, char type)
{
    switch (type) {
    case 's':
        return json_is_string(v);
    case 'i':
        return json_is_integer(v);
    case 'b':
        return json_is_boolean(v);
    case 'o':
        return json_is_object(v);
    case 'a':
        return all_texts(v);
    case 'n':
        return json_is_integer(v) || json_is_null(v);
    default:
        return json_is_string(v) || json_is_null(v);
    }
}

/* NULL, or the name of the member at fault; counts those that are there. */
static const char *check_members(const json_t *o, const char *members, size_t *count, char name[32])
{
    *count = 2; /* id and do */
    for (const char *p = members; *p != '\0';) {
        bool optional = *p == '?';
        p += optional;
        size_t len = strcspn(p, ":");
        memcpy(name, p, len);
        name[len] = '\0';
        const json_t *v = json_object_get(o, name);
        if (v != NULL ? !has_type(v, p[len + 1]) : !optional)
            return name;
        *count += v != NULL;
        p += len + 2;
        p += *p == ' ';
    }
    return NULL;
}

static void run_verb(struct ask *a, const struct verb *v)
{
    char name[32];
    size_t count;
    const char *wrong = check_members(a->o, v->members, &count, name);
    if (!a->c->hello && v->run != ask_hello) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        ask_fail(a, MSG("hello.first"));
    } else if (wrong != NULL) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        ask_fail_with(a, MSG("request.member"), wrong);
    } else if (json_object_size(a->o) != count) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        ask_fail_with(a, MSG("request.extra"), v->members);
    } else {
        v->run(a);
    }
}

static void run_request(struct ask *a)
{
    const char *name = ask_text(a, "do");
    const json_t *id = json_object_get(a->o, "id");
    json_int_t n = json_integer_value(id);
    if (!json_is_integer(id) || n < 0 || n > INT64_C(9007199254740991) || name == NULL) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        ask_fail_with(a, MSG("request.member"), name == NULL ? "do" : "id");
        return;
    }
    a->re = n;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            run_verb(a, &verbs[i]);
            return;
        }
    }
    a->s->metrics.refused[REFUSED_SCHEMA]++;
    ask_fail_with(a, MSG("request.unknown"), name);
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
        hall_take_answer(s, w);
    else
        ask_finish(s, w);
}

void session_gone(struct server *s, struct conn *c)
{
    c->watches_lobby = false;
    while (c->opens > 0)
        hall_close(s, c->open[0], c);
}
