/*
 * The host keeps order: removes a person from the table for good, or silences one. Both are events,
 * so they hold after a restart. In a game that has begun a bot goes on in place of a removed
 * person, with that person's number for the fair deal.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/table.h"

static bool refuse(struct problem *p, const char *id)
{
    problem_add(p, id);
    return false;
}

static struct table_order *find_order(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->orders; i++)
        if (t->order[i].player == player)
            return &t->order[i];
    return NULL;
}

static struct table_order *make_order(struct table *t, uint64_t player)
{
    struct table_order *o = find_order(t, player);
    if (o != NULL)
        return o;
    ARRAY_ROOM(t->order, t->orders, t->orders_cap);
    t->order[t->orders] = (struct table_order){.player = player};
    return &t->order[t->orders++];
}

const char *table_refuse_person(const struct table *t, uint64_t player)
{
    const struct table_order *o = find_order(t, player);
    return o != NULL && o->removed ? MSG("table.removed") : NULL;
}

const char *table_refuse_talk(const struct table *t, uint64_t player)
{
    const struct table_order *o = find_order(t, player);
    return o == NULL     ? NULL
           : o->removed  ? MSG("table.removed")
           : o->silenced ? MSG("talk.silenced")
                         : NULL;
}

/* ---- events ---- */

/* Newcomers do not see what the person said. */
static void drop_talk(struct table *t, uint64_t player)
{
    int kept = 0;
    for (int i = 0; i < t->said_count; i++) {
        if (t->said[i].player == player)
            free(t->said[i].json);
        else
            t->said[kept++] = t->said[i];
    }
    t->said_count = kept;
}

/* A bot goes on in the person's seat. */
static void put_bot(struct table *t, struct table_chair *c, const char *level)
{
    const struct bot *bot = bots_find(t->plan.setup.game, level);
    struct table_chair kept = {.kind = TABLE_CHAIR_BOT,
                               .bot = bot != NULL ? bot : bots_usual(t->plan.setup.game),
                               .number = c->number,
                               .seal = c->seal,
                               .seat = c->seat};
    free(c->name);
    *c = kept;
    t->seat[c->seat].began = 0;
    t->ask_seat = -1; /* who would have to agree is not the same any more */
    t->ask_waiting = 0;
    t->version++;
}

static bool clear_seat(struct table *t, const struct table_event *e)
{
    int chair = e->order.chair;
    if (chair < 0)
        return true;
    struct table_chair *c = &t->chair[chair];
    if (chair >= t->plan.setup.seats || c->kind != TABLE_CHAIR_PERSON ||
        c->player != e->order.person.player || t->phase == TABLE_OVER)
        return false;
    if (t->phase == TABLE_OPEN)
        table_clear_chair(t, chair);
    else
        put_bot(t, c, e->order.level);
    return true;
}

bool table_apply_order(struct table *t, const struct table_event *e)
{
    struct table_order *o = make_order(t, e->order.person.player);
    if (e->kind == TABLE_SILENCE)
        o->silenced = e->order.on;
    else
        o->removed = true;
    if (e->kind == TABLE_REMOVE || e->order.on)
        drop_talk(t, o->player);
    return e->kind == TABLE_SILENCE || clear_seat(t, e);
}

void table_write_order(const struct table_event *e, struct buf *b)
{
    buf_put_key(b, "player");
    table_write_player(e->order.person.player, b);
    buf_put_key_text(b, "name", e->order.person.name);
    if (e->kind == TABLE_SILENCE) {
        buf_put(b, e->order.on ? ",\"on\":true" : ",\"on\":false");
        return;
    }
    if (e->order.chair >= 0) {
        buf_put_key(b, "chair");
        buf_put_int(b, e->order.chair);
    }
    if (e->order.level[0] != '\0') {
        buf_put_key(b, "level");
        buf_put_json(b, e->order.level);
    }
}

/* Copies a text that may be missing; false: it is too long, or no text. */
static bool copy_text(const json_t *v, char *to, size_t cap)
{
    if (v == NULL)
        return true;
    if (!json_is_string(v) || json_string_length(v) >= cap)
        return false;
    memcpy(to, json_string_value(v), json_string_length(v) + 1);
    return true;
}

bool table_read_order(const json_t *o, struct table_event *e)
{
    const json_t *chair = json_object_get(o, "chair");
    const char *player = json_string_value(json_object_get(o, "player"));
    uint8_t bytes[8];
    if (player == NULL || !fair_read_hex(player, bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        e->order.person.player = e->order.person.player << 8 | bytes[i];
    e->order.on = json_is_true(json_object_get(o, "on"));
    e->order.chair = -1;
    if (json_is_integer(chair) && json_integer_value(chair) >= 0 &&
        json_integer_value(chair) < GAME_SEATS_MAX)
        e->order.chair = (int)json_integer_value(chair);
    return (chair == NULL || e->order.chair >= 0) &&
           copy_text(json_object_get(o, "name"), e->order.person.name,
                     sizeof e->order.person.name) &&
           copy_text(json_object_get(o, "level"), e->order.level, sizeof e->order.level);
}

/* ---- requests ---- */

/* The host's event about a person; false: it is not the host's, or too much. */
static bool start_order(const struct table *t, const struct table_request *r, struct table_event *e,
                        struct problem *p)
{
    int chair = table_find_chair(t, r->target);
    if (r->player != t->host)
        return refuse(p, MSG("table.not-host"));
    if (r->target == t->host)
        return refuse(p, MSG("table.order-self"));
    const char *why = table_refuse_event(t, e->kind, r->player);
    if (why != NULL)
        return refuse(p, why);
    e->order.person.player = r->target;
    if (chair >= 0)
        table_copy(e->order.person.name, sizeof e->order.person.name, t->chair[chair].name);
    e->order.chair = -1;
    return true;
}

bool table_remove(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    struct table_event e = {.kind = TABLE_REMOVE};
    if (!start_order(t, r, &e, p))
        return false;
    if (table_refuse_person(t, r->target) != NULL)
        return true;
    if (t->phase != TABLE_OVER)
        e.order.chair = table_find_chair(t, r->target);
    if (t->phase == TABLE_PLAY && e.order.chair >= 0)
        table_copy(e.order.level, sizeof e.order.level, bots_usual(t->plan.setup.game)->name);
    table_add(t, &e, now, fx);
    return true;
}

bool table_silence(struct table *t, const struct table_request *r, const struct moment *now,
                   struct table_effects *fx, struct problem *p)
{
    struct table_event e = {.kind = TABLE_SILENCE, .order = {.on = r->yes}};
    const struct table_order *o = find_order(t, r->target);
    if (!start_order(t, r, &e, p))
        return false;
    if ((o != NULL && o->silenced) != r->yes)
        table_add(t, &e, now, fx);
    return true;
}
