/*
 * Events as JSON, one object per event: complete for the journal, which hosts can read and export,
 * and for people as their seat may see them.
 */
#include <jansson.h>
#include <string.h>

#include "table/json_text.h"
#include "table/table.h"

static const char *const names[TABLE_KINDS] = {
    [TABLE_CREATE] = "create",   [TABLE_SIT] = "sit",           [TABLE_STAND] = "stand",
    [TABLE_BOT] = "bot",         [TABLE_FREE] = "free",         [TABLE_START] = "start",
    [TABLE_DEAL] = "deal",       [TABLE_MOVE] = "move",         [TABLE_ASK] = "ask",
    [TABLE_AGREE] = "agree",     [TABLE_TAKEBACK] = "takeback", [TABLE_LEAVE] = "leave",
    [TABLE_STANDIN] = "standin", [TABLE_BACK] = "back",         [TABLE_TALK] = "talk",
    [TABLE_END] = "over",        [TABLE_REMATCH] = "rematch",   [TABLE_BEGINS] = "begins",
    [TABLE_SEAL] = "seal",       [TABLE_DRAW] = "draw",         [TABLE_REVEAL] = "reveal",
    [TABLE_LATE] = "late",       [TABLE_REMOVE] = "remove",     [TABLE_SILENCE] = "silence",
    [TABLE_UNDO] = "undo",       [TABLE_PAUSE] = "pause",       [TABLE_RESUME] = "resume",
};

void table_write_player(uint64_t player, struct buf *b)
{
    uint8_t bytes[8];
    char hex[2 * sizeof bytes + 1];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(player >> (56 - 8 * i));
    fair_write_hex(bytes, sizeof bytes, hex);
    buf_put_json(b, hex);
}

static void put_text(struct buf *b, const char *name, const char *text)
{
    buf_put_key(b, name);
    buf_put_json(b, text);
}

static void put_int(struct buf *b, const char *name, long long n)
{
    buf_put_key(b, name);
    buf_put_int(b, n);
}

/* The chair that begins, or null for a draw. */
static void put_begins(struct buf *b, const char *name, int chair)
{
    buf_put_key(b, name);
    if (chair == TABLE_CHANCE)
        buf_put(b, "null");
    else
        buf_put_int(b, chair);
}

static void put_bool(struct buf *b, const char *name, bool yes)
{
    buf_put_key(b, name);
    buf_put(b, yes ? "true" : "false");
}

static void put_hex(struct buf *b, const char *name, const uint8_t *bytes)
{
    char hex[FAIR_HEX];
    fair_write_hex(bytes, FAIR_BYTES, hex);
    put_text(b, name, hex);
}

void table_write_clock(const struct table_clock *c, struct buf *b)
{
    static const char *const kinds[] = {"none", "live", "days"};
    buf_put_char(b, '{');
    put_text(b, "kind", kinds[c->kind]);
    if (c->kind == TABLE_CLOCK_LIVE) {
        put_int(b, "move", c->move_ms / 1000);
        put_int(b, "bank", c->bank_ms / 1000);
    } else if (c->kind == TABLE_CLOCK_DAYS) {
        put_int(b, "days", c->move_ms / 86400000);
    }
    buf_put_char(b, '}');
}

static void put_plan(const struct table_plan *plan, struct buf *b)
{
    put_text(b, "game", plan->setup.game->name);
    put_int(b, "rules", plan->setup.rules);
    put_int(b, "seats", plan->setup.seats);
    buf_put_key(b, "options");
    table_write_options(&plan->setup, false, b);
    if (plan->begins != TABLE_CHANCE)
        put_int(b, "begins", plan->begins);
    buf_put_key(b, "clock");
    table_write_clock(&plan->clock, b);
    put_bool(b, "listed", plan->listed);
    if (plan->aids)
        put_bool(b, "aids", true);
    put_text(b, "start", plan->start_by_host ? "host" : "full");
    put_hex(b, "secret", plan->secret);
    if (plan->invited_count == 0)
        return;
    buf_put_key(b, "invited");
    buf_put_char(b, '[');
    for (int i = 0; i < plan->invited_count; i++) {
        buf_put_comma(b);
        table_write_player(plan->invited[i], b);
    }
    buf_put_char(b, ']');
}

static void put_person(const struct table_person *person, struct buf *b)
{
    buf_put_key(b, "player");
    table_write_player(person->player, b);
    put_text(b, "name", person->name);
}

static void put_order(const int *order, int seats, struct buf *b)
{
    buf_put_key(b, "order");
    buf_put_char(b, '[');
    for (int i = 0; i < seats; i++) {
        buf_put_comma(b);
        buf_put_int(b, order[i]);
    }
    buf_put_char(b, ']');
}

/* Members of the events about chairs, before the game. */
static void put_chair_members(const struct table_event *e, struct buf *b)
{
    if (e->kind == TABLE_SIT) {
        put_int(b, "chair", e->sit.chair);
        put_person(&e->sit.person, b);
        if (e->sit.number.given)
            put_hex(b, "number", e->sit.number.bytes);
        if (e->sit.seal.given)
            put_hex(b, "seal", e->sit.seal.bytes);
    } else if (e->kind == TABLE_BOT) {
        put_int(b, "chair", e->bot.chair);
        put_text(b, "level", e->bot.level);
    } else {
        put_int(b, "chair", e->stand.chair);
    }
}

/* Members that all readers of an event may see. */
static void put_open_members(const struct table_event *e, int seats, struct buf *b)
{
    switch (e->kind) {
    case TABLE_CREATE:
        put_person(&e->create, b);
        break;
    case TABLE_SIT:
    case TABLE_STAND:
    case TABLE_BOT:
    case TABLE_FREE:
    case TABLE_LATE:
        put_chair_members(e, b);
        break;
    case TABLE_SEAL:
    case TABLE_REVEAL:
        put_int(b, "chair", e->number.chair);
        put_hex(b, e->kind == TABLE_SEAL ? "seal" : "number", e->number.bytes);
        break;
    case TABLE_BEGINS:
        put_begins(b, "chair", e->begins);
        break;
    case TABLE_START:
        put_order(e->start.order, seats, b);
        if (e->start.begins != TABLE_CHANCE)
            put_int(b, "begins", e->start.begins);
        break;
    case TABLE_MOVE:
        put_int(b, "seat", e->move.seat);
        break;
    case TABLE_ASK:
    case TABLE_LEAVE:
    case TABLE_BACK:
    case TABLE_PAUSE:
    case TABLE_RESUME:
        put_int(b, "seat", e->seat);
        break;
    case TABLE_AGREE:
        put_int(b, "seat", e->agree.seat);
        put_bool(b, "yes", e->agree.yes);
        break;
    case TABLE_TAKEBACK:
    case TABLE_UNDO:
        put_int(b, "seat", e->takeback.seat);
        break;
    case TABLE_STANDIN:
        put_int(b, "seat", e->standin.seat);
        put_text(b, "level", e->standin.level);
        break;
    case TABLE_TALK:
        put_person(&e->talk.person, b);
        put_text(b, e->talk.phrase ? "phrase" : "text", e->talk.text);
        break;
    case TABLE_REMATCH:
        put_text(b, "table", e->rematch);
        break;
    case TABLE_REMOVE:
    case TABLE_SILENCE:
        table_write_order(e, b);
        break;
    case TABLE_DEAL:
    case TABLE_DRAW:
    case TABLE_END:
    case TABLE_KINDS:
        break;
    }
}

void table_write_fork(const struct table_fork *f, struct buf *b)
{
    if (f->of[0] == '\0')
        return;
    buf_put_key(b, "fork");
    buf_put_char(b, '{');
    put_text(b, "of", f->of);
    put_int(b, "step", f->step);
    put_int(b, "seat", f->seat);
    put_text(b, "cards", f->anew ? "anew" : "same");
    buf_put_char(b, '}');
}

/* The members of a start that nobody but the journal needs. */
static void put_marks(const struct table_fork *fork, const struct day_mark *daily, struct buf *b)
{
    table_write_fork(fork, b);
    day_write_mark(daily, b);
}

void table_write_event(const struct table_event *e, const struct table_plan *plan, struct buf *b)
{
    buf_put_char(b, '{');
    put_text(b, "e", names[e->kind]);
    table_write_key(e, b);
    put_open_members(e, plan->setup.seats, b);
    if (e->kind == TABLE_CREATE)
        put_plan(plan, b);
    if (e->kind == TABLE_START)
        put_marks(&e->start.fork, &e->start.daily, b);
    if (e->kind == TABLE_DEAL)
        put_text(b, "text", e->deal);
    if (e->kind == TABLE_MOVE)
        put_text(b, "text", e->move.text);
    if (e->kind == TABLE_MOVE && e->move.sealed)
        put_bool(b, "sealed", true);
    if (e->kind == TABLE_UNDO || (e->kind == TABLE_TAKEBACK && e->takeback.steps != 1))
        put_int(b, "steps", e->takeback.steps);
    if (table_moves_clocks(e->kind) && e->steady != e->at)
        put_int(b, "steady", e->steady);
    buf_put_char(b, '}');
}

void table_show_event(const struct table_event *e, const struct table *t, int seat, struct buf *b)
{
    buf_put_char(b, '{');
    put_int(b, "n", e->n);
    put_int(b, "at", e->at);
    put_text(b, "e", names[e->kind == TABLE_UNDO ? TABLE_TAKEBACK : e->kind]);
    put_open_members(e, t->plan.setup.seats, b);
    if (e->kind == TABLE_MOVE && (!e->move.sealed || e->move.seat == seat))
        put_text(b, "text", e->move.text);
    if (e->kind == TABLE_UNDO)
        put_bool(b, "practice", true);
    if (e->kind == TABLE_END) {
        buf_put_key(b, "result");
        game_write_result(t->plan.setup.game, table_state(t), b);
        put_hex(b, "secret", t->plan.secret);
    }
    buf_put_char(b, '}');
}

/* ---- reading ---- */

static bool get_text(const json_t *o, const char *name, char *out, size_t cap)
{
    const json_t *v = json_object_get(o, name);
    if (!json_is_string(v) || json_string_length(v) >= cap)
        return false;
    memcpy(out, json_string_value(v), json_string_length(v) + 1);
    return true;
}

static bool get_int(const json_t *o, const char *name, int *out)
{
    const json_t *v = json_object_get(o, name);
    *out = (int)json_integer_value(v);
    return json_is_integer(v) && json_integer_value(v) >= 0 && json_integer_value(v) < 1000000;
}

/* Absent or null: TABLE_CHANCE. */
static bool get_begins(const json_t *o, const char *name, int *out)
{
    const json_t *v = json_object_get(o, name);
    *out = TABLE_CHANCE;
    return v == NULL || json_is_null(v) || get_int(o, name, out);
}

static bool read_player(const json_t *v, uint64_t *out)
{
    uint8_t bytes[8];
    if (!json_is_string(v) || !fair_read_hex(json_string_value(v), bytes, 8))
        return false;
    *out = 0;
    for (int i = 0; i < 8; i++)
        *out = *out << 8 | bytes[i];
    return true;
}

static bool get_hex(const json_t *o, const char *name, uint8_t *out)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text != NULL && fair_read_hex(text, out, FAIR_BYTES);
}

static bool read_clock(const json_t *o, struct table_clock *c)
{
    char kind[8];
    int move = 0, bank = 0, days = 0;
    *c = (struct table_clock){.kind = TABLE_CLOCK_NONE};
    if (!get_text(o, "kind", kind, sizeof kind))
        return false;
    if (strcmp(kind, "live") == 0 && get_int(o, "move", &move) && get_int(o, "bank", &bank))
        *c = (struct table_clock){TABLE_CLOCK_LIVE, move * INT64_C(1000), bank * INT64_C(1000)};
    else if (strcmp(kind, "days") == 0 && get_int(o, "days", &days))
        *c = (struct table_clock){TABLE_CLOCK_DAYS, days * INT64_C(86400000), 0};
    else
        return strcmp(kind, "none") == 0;
    return true;
}

static bool read_plan(const json_t *o, struct table_plan *plan, struct problem *p)
{
    char text[64];
    *plan = (struct table_plan){.begins = TABLE_CHANCE};
    if (!get_text(o, "game", text, sizeof text) || !setup_find_game(&plan->setup, text, p))
        return false;
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(o, "options"), name, value)
    {
        if (!json_is_string(value) ||
            !setup_set_option(&plan->setup, name, json_string_value(value), p))
            return false;
    }
    if (!get_int(o, "seats", &plan->setup.seats) || !get_int(o, "rules", &plan->setup.rules) ||
        !setup_check(&plan->setup, p) || !get_hex(o, "secret", plan->secret) ||
        !read_clock(json_object_get(o, "clock"), &plan->clock) ||
        !get_begins(o, "begins", &plan->begins) ||
        (plan->begins != TABLE_CHANCE && table_refuse_begins(plan, plan->begins) != NULL))
        return false;
    plan->listed = json_is_true(json_object_get(o, "listed"));
    plan->aids = json_is_true(json_object_get(o, "aids"));
    plan->start_by_host = get_text(o, "start", text, sizeof text) && strcmp(text, "host") == 0;
    size_t i;
    json_array_foreach(json_object_get(o, "invited"), i, value)
    {
        if (i >= GAME_SEATS_MAX || !read_player(value, &plan->invited[plan->invited_count++]))
            return false;
    }
    return true;
}

static bool get_person(const json_t *o, struct table_person *person)
{
    return read_player(json_object_get(o, "player"), &person->player) &&
           get_text(o, "name", person->name, sizeof person->name);
}

/* Members of the events about chairs, before the game. */
static bool read_chair_members(const json_t *o, struct table_event *e)
{
    if (e->kind == TABLE_SIT) {
        e->sit.number.given = get_hex(o, "number", e->sit.number.bytes);
        e->sit.seal.given = get_hex(o, "seal", e->sit.seal.bytes);
        return get_int(o, "chair", &e->sit.chair) && get_person(o, &e->sit.person);
    }
    if (e->kind == TABLE_BOT)
        return get_int(o, "chair", &e->bot.chair) &&
               get_text(o, "level", e->bot.level, sizeof e->bot.level);
    return get_int(o, "chair", &e->stand.chair);
}

static bool get_seat(const json_t *o, int *seat)
{
    return get_int(o, "seat", seat) && *seat < GAME_SEATS_MAX;
}

bool table_read_fork(const json_t *o, struct table_fork *f)
{
    char cards[8];
    if (o == NULL)
        return true;
    bool good = get_text(o, "of", f->of, sizeof f->of) && get_int(o, "step", &f->step) &&
                get_seat(o, &f->seat) && get_text(o, "cards", cards, sizeof cards);
    f->anew = good && cards[0] == 'a';
    return good;
}

static bool read_start(const json_t *o, struct table_event *e)
{
    const json_t *order = json_object_get(o, "order");
    for (size_t i = 0; i < GAME_SEATS_MAX; i++)
        e->start.order[i] = (int)json_integer_value(json_array_get(order, i));
    return get_begins(o, "begins", &e->start.begins) &&
           table_read_fork(json_object_get(o, "fork"), &e->start.fork) &&
           day_read_mark(json_object_get(o, "daily"), &e->start.daily);
}

static bool read_move(const json_t *o, struct table_event *e)
{
    e->move.sealed = json_is_true(json_object_get(o, "sealed"));
    return get_seat(o, &e->move.seat) && get_text(o, "text", e->move.text, sizeof e->move.text);
}

static bool read_takeback(const json_t *o, struct table_event *e)
{
    e->takeback.steps = 1;
    return get_seat(o, &e->takeback.seat) &&
           (json_object_get(o, "steps") == NULL || get_int(o, "steps", &e->takeback.steps));
}

static bool read_talk(const json_t *o, struct table_event *e)
{
    e->talk.phrase = json_object_get(o, "phrase") != NULL;
    return get_person(o, &e->talk.person) &&
           get_text(o, e->talk.phrase ? "phrase" : "text", e->talk.text, sizeof e->talk.text);
}

static bool read_members(const json_t *o, struct table_event *e, struct table_plan *plan,
                         struct problem *p)
{
    switch (e->kind) {
    case TABLE_CREATE:
        return get_person(o, &e->create) && read_plan(o, plan, p);
    case TABLE_SIT:
    case TABLE_STAND:
    case TABLE_BOT:
    case TABLE_FREE:
    case TABLE_LATE:
        return read_chair_members(o, e);
    case TABLE_SEAL:
    case TABLE_REVEAL:
        return get_int(o, "chair", &e->number.chair) &&
               get_hex(o, e->kind == TABLE_SEAL ? "seal" : "number", e->number.bytes);
    case TABLE_BEGINS:
        return get_begins(o, "chair", &e->begins);
    case TABLE_START:
        return read_start(o, e);
    case TABLE_DEAL:
        return get_text(o, "text", e->deal, sizeof e->deal);
    case TABLE_MOVE:
        return read_move(o, e);
    case TABLE_ASK:
    case TABLE_LEAVE:
    case TABLE_BACK:
    case TABLE_PAUSE:
    case TABLE_RESUME:
        return get_seat(o, &e->seat);
    case TABLE_AGREE:
        e->agree.yes = json_is_true(json_object_get(o, "yes"));
        return get_seat(o, &e->agree.seat);
    case TABLE_TAKEBACK:
    case TABLE_UNDO:
        return read_takeback(o, e);
    case TABLE_STANDIN:
        return get_seat(o, &e->standin.seat) &&
               get_text(o, "level", e->standin.level, sizeof e->standin.level);
    case TABLE_TALK:
        return read_talk(o, e);
    case TABLE_REMATCH:
        return get_text(o, "table", e->rematch, sizeof e->rematch);
    case TABLE_REMOVE:
    case TABLE_SILENCE:
        return table_read_order(o, e);
    case TABLE_DRAW:
    case TABLE_END:
        return true;
    case TABLE_KINDS:
        break;
    }
    return false;
}

static bool read_object(const json_t *o, struct table_event *e, struct table_plan *plan,
                        struct problem *p)
{
    const json_t *steady = json_object_get(o, "steady");
    char name[16];
    int k = 0;
    if (!get_text(o, "e", name, sizeof name))
        return false;
    while (k < TABLE_KINDS && strcmp(names[k], name) != 0)
        k++;
    e->kind = (enum table_kind)k;
    e->steady = json_is_integer(steady) ? json_integer_value(steady) : e->at;
    if (e->kind == TABLE_KINDS) {
        problem_add(p, MSG("journal.event"));
        problem_add_text(p, name);
    }
    return table_read_key(o, e) && read_members(o, e, plan, p);
}

/* Reads an event; false: `p` says why not, if this program lacks something that it names. */
static bool read_event(const char *text, size_t len, struct table_event *e, struct table_plan *plan,
                       struct problem *p)
{
    int n = e->n;
    int64_t at = e->at;
    memset(e, 0, sizeof *e);
    e->n = n;
    e->at = e->steady = at;
    json_t *o = json_text_read(text, len, JSON_REJECT_DUPLICATES, NULL);
    bool good = json_is_object(o) && read_object(o, e, plan, p);
    json_decref(o);
    return good;
}

bool table_read_event(const char *text, size_t len, struct table_event *e, struct table_plan *plan)
{
    struct problem p;
    problem_start(&p, -1);
    return read_event(text, len, e, plan, &p);
}

bool table_read_on(void *reading, int n, int64_t at, const char *text, size_t len)
{
    struct table_reading *r = reading;
    struct table_plan plan;
    struct table_event e = {.n = n, .at = at};
    if (r->end > 0 && n >= r->end)
        return false;
    problem_start(&r->why, -1);
    problem_add(&r->why, MSG("table.unreadable"));
    r->broken = !read_event(text, len, &e, &plan, &r->why) || (n == 0) != (r->t == NULL);
    r->unknown = r->why.parts > 1;
    if (!r->broken && n == 0)
        r->t = table_new(r->id, &plan);
    r->broken = r->broken || !table_apply(r->t, &e);
    return !r->broken;
}
