/*
 * A snapshot: the table after so many events, in a text that is quick to read. It holds the steps
 * of the game as texts, not the game's state: reading it plays them again through the engine, so a
 * snapshot cannot bring in a position that the rules do not know. The plan is not in it: it comes
 * from the first event of the journal.
 *
 * A new member of `struct table` that events change belongs in here too;
 * tests/unit/table_snapshot.c compares tables read both ways.
 */
#include <jansson.h>
#include <string.h>

#include "table/json_text.h"
#include "table/memory.h"
#include "table/record.h"
#include "table/table.h"

enum { CHAIR_ROOM = 2048, STEP_ROOM = GAME_DEAL_TEXT_MAX + 64, NUMBERS_ROOM = 4096 };

/* ---- writing ---- */

static void put_int(struct buf *b, const char *name, long long n)
{
    buf_put_key(b, name);
    buf_put_int(b, n);
}

static void put_text(struct buf *b, const char *name, const char *text)
{
    buf_put_key(b, name);
    buf_put_json(b, text);
}

static void put_chair(const struct table_chair *c, struct buf *b)
{
    char hex[FAIR_HEX];
    buf_put_char(b, '{');
    if (c->kind == TABLE_CHAIR_PERSON) {
        put_int(b, "player", (long long)c->player);
        put_text(b, "name", c->name);
        put_int(b, "left", c->left_at);
        if (c->late)
            put_int(b, "late", 1);
        if (c->returns)
            put_int(b, "returns", 1);
    } else if (c->name != NULL) {
        put_text(b, "level", c->name);
    }
    if (c->number.given) {
        fair_write_hex(c->number.bytes, FAIR_BYTES, hex);
        put_text(b, "number", hex);
    }
    if (c->seal.given) {
        fair_write_hex(c->seal.bytes, FAIR_BYTES, hex);
        put_text(b, "seal", hex);
    }
    if (c->reseal)
        put_int(b, "reseal", 1);
    if (c->bot != NULL)
        put_text(b, "bot", c->bot->name);
    put_int(b, "seat", c->seat);
    buf_put_char(b, '}');
}

static void put_seat(const struct table_seat *s, struct buf *b)
{
    buf_put_char(b, '{');
    put_int(b, "began", s->began);
    put_int(b, "bank", s->bank_ms);
    buf_put_key(b, "used");
    buf_put_char(b, '[');
    for (int i = 0; i < TABLE_SHARES; i++) {
        buf_put_comma(b);
        buf_put_int(b, s->used[i]);
    }
    buf_put(b, "]}");
}

static void put_numbers(const struct table *t, struct buf *b)
{
    put_int(b, "n", t->n);
    put_int(b, "changed", t->changed);
    put_int(b, "began", t->began);
    put_int(b, "ended", t->ended);
    put_int(b, "version", t->version);
    put_int(b, "position", t->position);
    put_int(b, "steady", t->beat.steady);
    put_int(b, "date", t->beat.date);
    put_int(b, "phase", t->phase);
    put_int(b, "begins", t->begins);
    put_int(b, "ask", t->ask_seat);
    put_int(b, "waiting", t->ask_waiting);
    put_int(b, "pause", t->pause_seat);
    put_int(b, "paused", t->paused_at);
    put_int(b, "talked", t->said_open);
    put_int(b, "sat", t->sat);
    put_int(b, "arranged", t->arranged);
    put_int(b, "drawing", t->drawing);
    put_int(b, "draws", t->draws);
    put_int(b, "draw_at", t->draw_at);
    put_int(b, "practice", t->practice);
    if (t->drawn)
        put_int(b, "drawn", t->plan.setup.opt[t->plan.setup.game->begins]);
    if (t->rematch[0] != '\0')
        put_text(b, "rematch", t->rematch);
    table_write_fork(&t->fork, b);
    day_write_mark(&t->daily, b);
}

/* Adds `name` and a list, one element by each call of `put` with an index. */
static void add_list(const struct table *t, const char *name, int n, size_t room,
                     void (*put)(const struct table *t, int i, struct buf *b), struct strbuf *out)
{
    strbuf_put(out, ",\"");
    strbuf_put(out, name);
    strbuf_put(out, "\":[");
    for (int i = 0; i < n; i++) {
        struct buf b = strbuf_room(out, room);
        if (i > 0)
            buf_put_char(&b, ',');
        put(t, i, &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "]");
}

static void put_chair_at(const struct table *t, int i, struct buf *b)
{
    put_chair(&t->chair[i], b);
}

static void put_seat_at(const struct table *t, int i, struct buf *b)
{
    put_seat(&t->seat[i], b);
}

/* A deal is its text, a move its seat and text, and the time that it took. */
static void put_step_at(const struct table *t, int i, struct buf *b)
{
    char text[GAME_DEAL_TEXT_MAX];
    const struct table_step *step = &t->step[i];
    struct buf own;
    buf_init(&own, text, sizeof text);
    if (step->seat == RECORD_DEAL) {
        game_write_deal(t->plan.setup.game, &t->deal[step->deal], &own);
        buf_put_json(b, text);
        return;
    }
    t->plan.setup.game->write_move(step->m, &own);
    buf_put_char(b, '[');
    buf_put_int(b, step->seat);
    buf_put_char(b, ',');
    buf_put_json(b, text);
    if (step->used_ms != 0) {
        buf_put_char(b, ',');
        buf_put_int(b, step->used_ms);
    }
    buf_put_char(b, ']');
}

/* The deals of a fork that were known at the start; some may have been dealt since. */
static void put_stacked_at(const struct table *t, int i, struct buf *b)
{
    char text[GAME_DEAL_TEXT_MAX];
    struct buf own;
    buf_init(&own, text, sizeof text);
    game_write_deal(t->plan.setup.game, &t->deal[i], &own);
    buf_put_json(b, text);
}

static void put_said_at(const struct table *t, int i, struct buf *b)
{
    buf_put_char(b, '[');
    buf_put_int(b, (long long)t->said[i].player);
    buf_put_char(b, ',');
    buf_put_json(b, t->said[i].json);
    buf_put_char(b, ']');
}

static void put_tally_at(const struct table *t, int i, struct buf *b)
{
    buf_put_char(b, '[');
    buf_put_int(b, (long long)t->tally[i].player);
    buf_put_char(b, ',');
    buf_put_int(b, t->tally[i].said);
    buf_put_char(b, ',');
    buf_put_int(b, t->tally[i].sat);
    buf_put_char(b, ']');
}

static void put_order_at(const struct table *t, int i, struct buf *b)
{
    const struct table_order *o = &t->order[i];
    buf_put_char(b, '[');
    buf_put_int(b, (long long)o->player);
    buf_put(b, o->removed ? ",1" : ",0");
    buf_put(b, o->silenced ? ",1]" : ",0]");
}

static void put_key_at(const struct table *t, int i, struct buf *b)
{
    const struct table_key *k = &t->key[i];
    buf_put_char(b, '[');
    buf_put_int(b, (long long)k->player);
    buf_put_char(b, ',');
    buf_put_int(b, k->n);
    buf_put_char(b, ',');
    buf_put_json(b, k->text);
    buf_put_char(b, ']');
}

void table_write_snapshot(const struct table *t, struct strbuf *out)
{
    int seats = t->plan.setup.seats;
    struct buf b = strbuf_room(out, NUMBERS_ROOM);
    buf_put_char(&b, '{');
    put_numbers(t, &b);
    strbuf_take(out, &b);
    add_list(t, "chairs", seats, CHAIR_ROOM, put_chair_at, out);
    add_list(t, "seats", t->phase == TABLE_OPEN ? 0 : seats, CHAIR_ROOM, put_seat_at, out);
    add_list(t, "steps", t->steps, STEP_ROOM, put_step_at, out);
    if (t->stacked > 0)
        add_list(t, "stacked", t->stacked, STEP_ROOM, put_stacked_at, out);
    add_list(t, "said", t->said_count, (size_t)2 * TABLE_EVENT_JSON, put_said_at, out);
    add_list(t, "tally", t->tallies, NUMBERS_ROOM, put_tally_at, out);
    add_list(t, "orders", t->orders, NUMBERS_ROOM, put_order_at, out);
    add_list(t, "keys", t->keys, NUMBERS_ROOM, put_key_at, out);
    strbuf_put(out, "}");
}

/* ---- reading ---- */

static int64_t get_int(const json_t *o, const char *name)
{
    return json_integer_value(json_object_get(o, name));
}

static int64_t int_at(const json_t *list, size_t i)
{
    return json_integer_value(json_array_get(list, i));
}

/* Copies a text; false: there is none, or it is too long. */
static bool copy_text(const json_t *v, char *to, size_t cap)
{
    const char *text = json_string_value(v);
    if (text == NULL || json_string_length(v) >= cap || strlen(text) != json_string_length(v))
        return false;
    memcpy(to, text, json_string_length(v) + 1);
    return true;
}

static bool apply(struct table *t, struct table_event *e)
{
    e->n = t->n;
    return table_apply(t, e);
}

/* False: the text is not of a number; none is fine. */
static bool read_hex(const json_t *v, struct fair_number *out)
{
    out->given = v != NULL;
    return v == NULL ||
           (json_is_string(v) && fair_read_hex(json_string_value(v), out->bytes, FAIR_BYTES));
}

static bool read_chair(struct table *t, int chair, const json_t *o)
{
    struct table_event e = {.kind = TABLE_SIT, .sit = {.chair = chair}};
    if (json_object_get(o, "player") == NULL) {
        const json_t *level = json_object_get(o, "level"); /* not known here, when it was written */
        const json_t *bot = level != NULL ? level : json_object_get(o, "bot");
        e = (struct table_event){.kind = TABLE_BOT, .bot = {.chair = chair}};
        if (bot == NULL)
            return true;
        /* A bot in the place of a person has that person's number. */
        return copy_text(bot, e.bot.level, sizeof e.bot.level) && apply(t, &e) &&
               read_hex(json_object_get(o, "number"), &t->chair[chair].number) &&
               read_hex(json_object_get(o, "seal"), &t->chair[chair].seal);
    }
    e.sit.person.player = (uint64_t)get_int(o, "player");
    if (!read_hex(json_object_get(o, "number"), &e.sit.number) ||
        !read_hex(json_object_get(o, "seal"), &e.sit.seal) ||
        !copy_text(json_object_get(o, "name"), e.sit.person.name, sizeof e.sit.person.name) ||
        !apply(t, &e))
        return false;
    t->chair[chair].reseal = json_object_get(o, "reseal") != NULL;
    return true;
}

static bool read_start(struct table *t, const json_t *o, const json_t *chairs)
{
    const json_t *drawn = json_object_get(o, "drawn");
    struct table_event e = {.kind = TABLE_START, .start = {.begins = TABLE_CHANCE}};
    if (drawn != NULL)
        e.start.begins = (int)json_integer_value(drawn);
    for (int i = 0; i < t->plan.setup.seats; i++)
        e.start.order[i] = (int)get_int(json_array_get(chairs, (size_t)i), "seat");
    return table_read_fork(json_object_get(o, "fork"), &e.start.fork) &&
           day_read_mark(json_object_get(o, "daily"), &e.start.daily) && apply(t, &e);
}

static bool read_step(struct table *t, const json_t *v)
{
    struct table_event e = {.kind = TABLE_DEAL};
    if (json_is_string(v))
        return copy_text(v, e.deal, sizeof e.deal) && apply(t, &e);
    e = (struct table_event){.kind = TABLE_MOVE, .move = {.seat = (int)int_at(v, 0)}};
    if (!copy_text(json_array_get(v, 1), e.move.text, sizeof e.move.text) || !apply(t, &e))
        return false;
    t->step[t->steps - 1].used_ms = (uint32_t)int_at(v, 2);
    return true;
}

/* Restores people and game from the events of a short journal, made from the snapshot. */
static bool read_game(struct table *t, const json_t *o)
{
    const json_t *chairs = json_object_get(o, "chairs"), *steps = json_object_get(o, "steps");
    const json_t *stacked = json_object_get(o, "stacked");
    int64_t phase = get_int(o, "phase");
    if (json_array_size(chairs) != (size_t)t->plan.setup.seats)
        return false;
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (!read_chair(t, i, json_array_get(chairs, (size_t)i)))
            return false;
    for (size_t i = 0; i < json_array_size(stacked); i++)
        if (!json_is_string(json_array_get(stacked, i)) ||
            !read_step(t, json_array_get(stacked, i)))
            return false;
    if (phase != TABLE_OPEN && !read_start(t, o, chairs))
        return false;
    for (size_t i = 0; i < json_array_size(steps); i++)
        if (!read_step(t, json_array_get(steps, i)))
            return false;
    return phase != TABLE_OVER || apply(t, &(struct table_event){.kind = TABLE_END});
}

static bool read_presence(struct table *t, const json_t *o)
{
    const json_t *chairs = json_object_get(o, "chairs");
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const json_t *v = json_array_get(chairs, (size_t)i);
        const char *level = json_string_value(json_object_get(v, "bot"));
        struct table_chair *c = &t->chair[i];
        if (c->kind != TABLE_CHAIR_PERSON)
            continue;
        c->left_at = get_int(v, "left");
        c->late = get_int(v, "late") != 0;
        c->returns = get_int(v, "returns") != 0;
        c->standin = level != NULL;
        c->bot = level != NULL ? bots_find(t->plan.setup.game, level) : NULL;
        if (c->standin && c->bot == NULL)
            return false;
    }
    return true;
}

static void read_seats(struct table *t, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list) && i < GAME_SEATS_MAX; i++) {
        const json_t *v = json_array_get(list, i);
        struct table_seat *s = &t->seat[i];
        s->began = get_int(v, "began");
        s->bank_ms = get_int(v, "bank");
        for (size_t k = 0; k < TABLE_SHARES; k++)
            s->used[k] = (int)int_at(json_object_get(v, "used"), k);
    }
}

static bool read_said(struct table *t, const json_t *list)
{
    if (json_array_size(list) > TABLE_TALK_KEPT)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *v = json_array_get(list, i);
        const char *json = json_string_value(json_array_get(v, 1));
        if (json == NULL)
            return false;
        t->said[t->said_count++] =
            (struct table_said){(uint64_t)int_at(v, 0), memory_take_text(json)};
    }
    return true;
}

static void read_tally(struct table *t, const json_t *list)
{
    t->tallies = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *v = json_array_get(list, i);
        ARRAY_ROOM(t->tally, t->tallies, t->tallies_cap);
        t->tally[t->tallies++] = (struct table_tally){
            .player = (uint64_t)int_at(v, 0), .said = (int)int_at(v, 1), .sat = (int)int_at(v, 2)};
    }
}

static void read_orders(struct table *t, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *v = json_array_get(list, i);
        ARRAY_ROOM(t->order, t->orders, t->orders_cap);
        t->order[t->orders++] = (struct table_order){.player = (uint64_t)int_at(v, 0),
                                                     .removed = int_at(v, 1) != 0,
                                                     .silenced = int_at(v, 2) != 0};
    }
}

static bool read_keys(struct table *t, const json_t *list)
{
    if (json_array_size(list) > TABLE_KEYS_MAX)
        return false;
    t->keys = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *v = json_array_get(list, i), *text = json_array_get(v, 2);
        const char *key = json_string_value(text);
        if (key == NULL || !table_is_key(key, json_string_length(text)))
            return false;
        table_note_key(t, (uint64_t)int_at(v, 0), key, (int)int_at(v, 1));
    }
    return true;
}

static bool read_numbers(struct table *t, const json_t *o)
{
    const json_t *rematch = json_object_get(o, "rematch");
    t->n = (int)get_int(o, "n");
    t->changed = get_int(o, "changed");
    t->began = get_int(o, "began");
    t->ended = get_int(o, "ended");
    t->version = (uint32_t)get_int(o, "version");
    t->position = (int)get_int(o, "position");
    t->beat = (struct moment){.steady = get_int(o, "steady"), .date = get_int(o, "date")};
    t->begins = (int)get_int(o, "begins");
    t->drawing = get_int(o, "drawing") != 0;
    t->draws = (int)get_int(o, "draws");
    t->draw_at = get_int(o, "draw_at");
    t->practice = get_int(o, "practice") != 0;
    t->ask_seat = (int)get_int(o, "ask");
    t->ask_waiting = (uint32_t)get_int(o, "waiting");
    t->pause_seat = (int)get_int(o, "pause");
    t->paused_at = get_int(o, "paused");
    t->said_open = (int)get_int(o, "talked");
    t->sat = (int)get_int(o, "sat");
    t->arranged = (int)get_int(o, "arranged");
    return rematch == NULL || copy_text(rematch, t->rematch, sizeof t->rematch);
}

bool table_read_snapshot(struct table *t, const char *text, size_t len)
{
    json_t *o = json_text_read(text, len, JSON_REJECT_DUPLICATES, NULL);
    bool good = t->n == 1 && json_is_object(o) && read_game(t, o) && read_presence(t, o) &&
                read_numbers(t, o) && read_said(t, json_object_get(o, "said")) &&
                read_keys(t, json_object_get(o, "keys"));
    if (good) {
        read_seats(t, json_object_get(o, "seats"));
        read_tally(t, json_object_get(o, "tally"));
        read_orders(t, json_object_get(o, "orders"));
    }
    json_decref(o);
    return good;
}
