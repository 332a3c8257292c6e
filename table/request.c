/* Decoding requests: see request.h. A new verb needs a row here and a function that serves it. */
#include "table/request.h"

#include <string.h>

#include "table/name.h"

enum { TALK_CHARACTERS = 200, NO_ASK = -1 };

static const struct request_verb verbs[] = {
    {"hello", "protocol:i", NO_ASK, false},
    {"name", "name:s", NO_ASK, false},
    {"keep", "name:s passphrase:s ?old:s", NO_ASK, false},
    {"login", "name:s passphrase:s", NO_ASK, false},
    {"transfer", "", NO_ASK, false},
    {"signout", "", NO_ASK, false},
    {"create",
     "game:s ?seats:i ?options:o ?bots:a ?clock:o ?listed:b ?start:s ?sit:b ?number:s ?seal:s "
     "?begins:n ?aids:b",
     NO_ASK, false},
    {"open", "table:s ?after:i", TABLE_ASK_BACK, false},
    {"close", "table:s", NO_ASK, false},
    {"sit", "table:s ?chair:i ?number:s ?seal:s", TABLE_ASK_SIT, false},
    {"seal", "table:s seal:s", TABLE_ASK_SEAL, false},
    {"reveal", "table:s number:s", TABLE_ASK_REVEAL, false},
    {"stand", "table:s", TABLE_ASK_STAND, false},
    {"bot", "table:s chair:i level:l", TABLE_ASK_BOT, false},
    {"begins", "table:s chair:n", TABLE_ASK_BEGINS, false},
    {"start", "table:s ?level:s", TABLE_ASK_START, false},
    {"move", "table:s text:s ?seen:i", TABLE_ASK_MOVE, false},
    {"why", "table:s text:s", NO_ASK, false},
    {"preview", "table:s text:s", NO_ASK, false},
    {"undoes", "table:s", NO_ASK, false},
    {"past", "table:s ?from:i", NO_ASK, false},
    {"aids", "table:s", NO_ASK, false},
    {"takeback", "table:s", TABLE_ASK_TAKEBACK, false},
    {"agree", "table:s yes:b", TABLE_ASK_AGREE, false},
    {"pause", "table:s on:b", TABLE_ASK_PAUSE, false},
    {"leave", "table:s", TABLE_ASK_LEAVE, false},
    {"back", "table:s", TABLE_ASK_BACK, false},
    {"talk", "table:s ?text:s ?phrase:s", TABLE_ASK_TALK, false},
    {"mute", "player:s on:b", NO_ASK, false},
    {"silence", "table:s player:s on:b", TABLE_ASK_SILENCE, false},
    {"remove", "table:s player:s", TABLE_ASK_REMOVE, false},
    {"report", "table:s ?player:s why:s", NO_ASK, false},
    {"rematch", "table:s ?seal:s", NO_ASK, false},
    {"record", "table:s", NO_ASK, false},
    {"share", "table:s", NO_ASK, false},
    {"lobby", "watch:b", NO_ASK, false},
    {"mine", "", NO_ASK, false},
    {"handin", "game:s date:s version:i moves:s", NO_ASK, false},
    {"day", "game:s date:s", NO_ASK, false},
    {"ping", "", NO_ASK, false},
    {"hint", "table:s ?level:s", NO_ASK, true},
    {"chance", "table:s", NO_ASK, true},
    {"review", "record:o ?seat:i", NO_ASK, true},
    {"fork", "record:o step:i seat:i bots:a anew:b", NO_ASK, true},
    {"daily", "game:s date:s", NO_ASK, true},
    {"dailies", "date:s", NO_ASK, true},
    {"fared", "game:s date:s", NO_ASK, true},
    {"stop", "of:i", NO_ASK, true},
    {"pace", "pace:s", NO_ASK, true},
    {"together", "game:s seats:i options:o bots:a names:a begins:n", NO_ASK, true},
    {"turn", "table:s seat:n", NO_ASK, true},
    {"forget", "?table:s", NO_ASK, false},
    {"games", "?from:s", NO_ASK, false},
    {"import", "record:o", NO_ASK, true},
    {"rate", "table:s ?sums:o ?server:b", NO_ASK, true},
    {"rated", "", NO_ASK, true},
};

static bool refuse(struct problem *p, const char *id, const char *arg)
{
    problem_add(p, id);
    if (arg != NULL)
        problem_add_text(p, arg);
    return false;
}

const char *request_text(const struct request *r, const char *name)
{
    return json_string_value(json_object_get(r->o, name));
}

bool request_is(const struct request *r, const char *name)
{
    return json_is_true(json_object_get(r->o, name));
}

json_int_t request_number(const struct request *r, const char *name, json_int_t otherwise)
{
    const json_t *v = json_object_get(r->o, name);
    return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

/* ---- The schema ---- */

bool request_read(struct request *r, const json_t *o, struct problem *p)
{
    const json_t *id = json_object_get(o, "id");
    const char *name = json_string_value(json_object_get(o, "do"));
    json_int_t n = json_integer_value(id);
    *r = (struct request){.o = o};
    if (!json_is_integer(id) || n < 0 || n > INT64_C(9007199254740991) || name == NULL)
        return refuse(p, MSG("request.member"), name == NULL ? "do" : "id");
    r->id = n;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0)
            r->verb = &verbs[i];
    return r->verb != NULL || refuse(p, MSG("request.unknown"), name);
}

static bool are_texts(const json_t *list)
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
        return json_is_true(v) || json_is_false(v);
    case 'o':
        return json_is_object(v);
    case 'a':
        return are_texts(v);
    case 'l':
        return json_is_string(v) || json_is_null(v);
    default:
        return json_is_integer(v) || json_is_null(v);
    }
}

bool request_check(const struct request *r, struct problem *p)
{
    const json_t *key = json_object_get(r->o, "key");
    size_t count = 2; /* id and do */
    char name[32];
    if (key != NULL && !table_is_key(json_string_value(key), json_string_length(key)))
        return refuse(p, MSG("request.member"), "key");
    count += key != NULL;
    for (const char *m = r->verb->members; *m != '\0';) {
        bool optional = *m == '?';
        m += optional;
        size_t len = strcspn(m, ":");
        memcpy(name, m, len);
        name[len] = '\0';
        const json_t *v = json_object_get(r->o, name);
        if (v != NULL ? !has_type(v, m[len + 1]) : !optional)
            return refuse(p, MSG("request.member"), name);
        count += v != NULL;
        m += len + 2;
        m += *m == ' ';
    }
    return json_object_size(r->o) == count || refuse(p, MSG("request.extra"), r->verb->members);
}

/* ---- Requests to a table ---- */

/* The number of characters in a UTF-8 text; -1: it has a control character. */
static int count_characters(const char *text)
{
    int n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (*p < 32 || *p == 127 || (*p == 0xc2 && p[1] < 0xa0))
            return -1;
        n += (*p & 0xc0) != 0x80;
    }
    return n;
}

bool request_fits_text(const char *text, int most)
{
    int n = count_characters(text);
    return n >= 1 && n <= most;
}

bool request_fits_name(const char *text)
{
    return request_fits_text(text, NAME_CHARACTERS);
}

/* A chair; GAME_SEATS_MAX: a number that no table has; -1: none given. */
static int read_chair(const json_t *chair)
{
    json_int_t n = json_integer_value(chair);
    if (!json_is_integer(chair))
        return -1;
    return n >= 0 && n < GAME_SEATS_MAX ? (int)n : GAME_SEATS_MAX;
}

static bool read_hex(const struct request *r, const char *name, struct fair_number *out,
                     struct problem *p)
{
    const char *text = request_text(r, name);
    *out = (struct fair_number){.given = text != NULL};
    return text == NULL || fair_read_hex(text, out->bytes, FAIR_BYTES) ||
           refuse(p, MSG("request.member"), name);
}

/* The number for the fair deal, or its seal: at most one of them. */
static bool read_number(const struct request *r, struct fair_number *number,
                        struct fair_number *seal, struct problem *p)
{
    return read_hex(r, "number", number, p) && read_hex(r, "seal", seal, p) &&
           (!number->given || !seal->given || refuse(p, MSG("request.member"), "number"));
}

/* The number of an event; -1: none that a table has. */
static int read_event_number(const json_t *v)
{
    json_int_t n = json_integer_value(v);
    return n >= 0 && n < INT32_MAX ? (int)n : -1;
}

int request_read_from(const struct request *r)
{
    int from = read_event_number(json_object_get(r->o, "from"));
    return from > 0 ? from : 0;
}

static bool read_talk(const struct request *r, struct table_request *out, struct problem *p)
{
    const char *text = request_text(r, "text"), *phrase = request_text(r, "phrase");
    int n = text != NULL ? count_characters(text) : 1;
    if ((text == NULL) == (phrase == NULL))
        return refuse(p, MSG("request.member"), "text");
    if (n < 1 || n > TALK_CHARACTERS)
        return refuse(p, MSG("talk.length"), NULL);
    out->text = text != NULL ? text : phrase;
    out->phrase = phrase != NULL;
    return true;
}

bool request_read_player(const struct request *r, uint64_t *out, struct problem *p)
{
    const char *text = request_text(r, "player");
    uint8_t bytes[8];
    *out = 0;
    if (text == NULL)
        return true;
    if (!fair_read_hex(text, bytes, sizeof bytes))
        return refuse(p, MSG("request.member"), "player");
    for (size_t i = 0; i < sizeof bytes; i++)
        *out = *out << 8 | bytes[i];
    return true;
}

bool request_read_ask(const struct request *r, struct table_request *out, struct problem *p)
{
    *out = (struct table_request){
        .kind = (enum table_ask_kind)r->verb->ask,
        .chair = read_chair(json_object_get(r->o, "chair")),
        .level = request_text(r, "level"),
        .text = request_text(r, "text"),
        .yes = request_is(r, "yes") || request_is(r, "on"),
        .has_seen = json_object_get(r->o, "seen") != NULL,
        .seen = read_event_number(json_object_get(r->o, "seen")),
        .key = request_text(r, "key"),
    };
    return read_number(r, &out->number, &out->seal, p) &&
           (out->kind != TABLE_ASK_TALK || read_talk(r, out, p));
}

/* ---- Making tables ---- */

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
    if (kind != NULL && strcmp(kind, "live") == 0 && n == 3)
        return table_set_clock(out, move, bank);
    if (kind != NULL && strcmp(kind, "days") == 0 && n == 2 && days >= 1 && days <= 30) {
        *out = (struct table_clock){TABLE_CLOCK_DAYS, days * INT64_C(86400000), 0};
        return true;
    }
    return false;
}

static bool read_setup(const struct request *r, struct table_plan *plan, struct problem *p)
{
    struct setup *setup = &plan->setup;
    const json_t *seats = json_object_get(r->o, "seats");
    const json_t *begins = json_object_get(r->o, "begins");
    const char *name;
    json_t *value;
    if (!setup_find_game(setup, request_text(r, "game"), p))
        return false;
    if (seats != NULL) {
        json_int_t n = json_integer_value(seats);
        setup->seats = n >= 0 && n < 100 ? (int)n : 100;
    }
    json_object_foreach(json_object_get(r->o, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (!table_set_option(plan, name, text != NULL ? text : "", p))
            return false;
    }
    return setup_check(setup, p) &&
           (!json_is_integer(begins) || table_name_begins(plan, read_chair(begins), p));
}

bool request_read_create(const struct request *r, struct table_plan *plan,
                         struct request_seats *seats, struct problem *p)
{
    const json_t *bots = json_object_get(r->o, "bots");
    const char *start = request_text(r, "start");
    *plan = (struct table_plan){.begins = TABLE_CHANCE};
    *seats = (struct request_seats){.bots = (int)json_array_size(bots),
                                    .sits = !json_is_false(json_object_get(r->o, "sit"))};
    if (!read_setup(r, plan, p))
        return false;
    if (!read_clock(json_object_get(r->o, "clock"), &plan->clock))
        return refuse(p, MSG("table.clock"), NULL);
    if (!read_number(r, &seats->number, &seats->seal, p))
        return false;
    if (start != NULL && strcmp(start, "host") != 0 && strcmp(start, "full") != 0)
        return refuse(p, MSG("request.member"), "start");
    if (seats->bots + seats->sits > plan->setup.seats)
        return refuse(p, MSG("table.full"), NULL);
    plan->listed = json_is_true(json_object_get(r->o, "listed"));
    plan->aids = json_is_true(json_object_get(r->o, "aids"));
    plan->start_by_host = start != NULL && strcmp(start, "host") == 0;
    for (int i = 0; i < seats->bots; i++)
        seats->level[i] = json_string_value(json_array_get(bots, (size_t)i));
    return true;
}

bool request_read_rematch(const struct request *r, const struct table *t, uint64_t player,
                          struct table_plan *plan, struct request_seats *seats, struct problem *p)
{
    struct fair_number seal = {.given = false};
    if (t->phase != TABLE_OVER)
        return refuse(p, MSG("table.not-over"), NULL);
    if (table_find_chair(t, player) < 0)
        return refuse(p, MSG("table.not-seated"), NULL);
    if (r != NULL && !read_hex(r, "seal", &seal, p))
        return false;
    table_plan_rematch(t, plan);
    *seats = (struct request_seats){.sits = true, .seal = seal};
    for (int i = 0; i < plan->setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_BOT)
            seats->level[seats->bots++] = t->chair[i].bot->name;
    return true;
}

/* Seats the bots on the last chairs; false: one was refused. */
static bool add_bots(struct table *t, const struct request_seats *seats, uint64_t player,
                     const struct moment *now, struct table_effects *fx, struct problem *p)
{
    for (int i = 0; i < seats->bots; i++) {
        struct table_request r = {.kind = TABLE_ASK_BOT,
                                  .player = player,
                                  .chair = t->plan.setup.seats - seats->bots + i,
                                  .level = seats->level[i]};
        if (!table_handle(t, &r, now, fx, p))
            return false;
    }
    return true;
}

struct table *request_make_table(const char *id, const struct table_plan *plan,
                                 const struct request_seats *seats,
                                 const struct request_person *who, const struct moment *now,
                                 struct table_effects *fx, struct problem *p)
{
    struct table_request sit = {.kind = TABLE_ASK_SIT,
                                .player = who->player,
                                .name = who->name,
                                .chair = -1,
                                .number = seats->number,
                                .seal = seats->seal};
    struct table *t = table_new(id, plan);
    fx->n = 0;
    fx->changed = 0;
    table_create(t, who->player, who->name, now, fx);
    t->plan.start_by_host = true; /* no start before everybody sits */
    bool good = add_bots(t, seats, who->player, now, fx, p);
    t->plan.start_by_host = plan->start_by_host;
    if (good && seats->sits)
        good = table_handle(t, &sit, now, fx, p);
    if (good)
        return t;
    fx->n = 0;
    fx->changed = 0;
    table_free(t);
    return NULL;
}
