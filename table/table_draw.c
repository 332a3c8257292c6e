/*
 * Numbers for the fair deal: see docs/fair-deals.md. People seal their numbers when they sit down.
 * When the table is full, all of them are asked to reveal their numbers; after the last one the
 * game starts. If a chair becomes free before that, what was revealed is void, and everybody seals
 * a new number.
 */
#include <string.h>

#include "table/table.h"

static bool refuse(struct problem *p, const char *id)
{
    problem_add(p, id);
    return false;
}

static bool is_pending(const struct table_chair *c)
{
    return c->reseal || (c->seal.given && !c->number.given);
}

bool table_has_numbers(const struct table *t)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (is_pending(&t->chair[i]))
            return false;
    return true;
}

/* Nobody reveals a number before everybody has sealed one. */
static bool is_sealing(const struct table *t)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].reseal)
            return true;
    return false;
}

uint32_t table_draw_waits(const struct table *t)
{
    bool sealing = is_sealing(t);
    uint32_t chairs = 0;
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const struct table_chair *c = &t->chair[i];
        if (sealing ? c->reseal : t->drawing && is_pending(c))
            chairs |= UINT32_C(1) << i;
    }
    return chairs;
}

/* ---- events ---- */

/* Once sealed, a number is fixed until it is void: the journal does not grow by second thoughts. */
static bool may_seal(const struct table *t, const struct table_chair *c)
{
    return t->phase == TABLE_OPEN &&
           (c->reseal || (!t->drawing && !c->seal.given && !c->number.given));
}

static bool apply_seal(struct table *t, const struct table_event *e, struct table_chair *c)
{
    if (!may_seal(t, c))
        return false;
    c->seal.given = true;
    memcpy(c->seal.bytes, e->number.bytes, FAIR_BYTES);
    c->number = (struct fair_number){.given = false};
    c->reseal = false;
    t->draw_at = table_clock_time(t, e);
    return true;
}

static bool is_seal_of(const struct table_chair *c, const uint8_t number[FAIR_BYTES])
{
    uint8_t seal[FAIR_BYTES];
    fair_seal(number, seal);
    return c->seal.given && memcmp(seal, c->seal.bytes, FAIR_BYTES) == 0;
}

static bool apply_reveal(struct table *t, const struct table_event *e, struct table_chair *c)
{
    if (!t->drawing || is_sealing(t) || c->number.given || !is_seal_of(c, e->number.bytes))
        return false;
    c->number.given = true;
    memcpy(c->number.bytes, e->number.bytes, FAIR_BYTES);
    return true;
}

static bool begin_draw(struct table *t, const struct table_event *e)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_FREE)
            return false;
    if (t->phase != TABLE_OPEN || t->drawing)
        return false;
    t->drawing = true;
    t->draws++;
    t->draw_at = table_clock_time(t, e);
    return true;
}

bool table_apply_draw(struct table *t, const struct table_event *e)
{
    int chair = e->number.chair;
    if (e->kind == TABLE_DRAW)
        return begin_draw(t, e);
    if (chair < 0 || chair >= t->plan.setup.seats || t->chair[chair].kind != TABLE_CHAIR_PERSON)
        return false;
    return e->kind == TABLE_SEAL ? apply_seal(t, e, &t->chair[chair])
                                 : apply_reveal(t, e, &t->chair[chair]);
}

void table_void_draw(struct table *t)
{
    for (int i = 0; i < t->plan.setup.seats && t->drawing; i++) {
        struct table_chair *c = &t->chair[i];
        if (!c->seal.given)
            continue;
        c->reseal = true;
        c->seal = c->number = (struct fair_number){.given = false};
    }
    t->drawing = false;
}

/* ---- requests ---- */

void table_begin(struct table *t, const struct moment *now, struct table_effects *fx)
{
    if (!t->drawing && !table_has_numbers(t))
        table_add(t, &(struct table_event){.kind = TABLE_DRAW}, now, fx);
    if (!table_has_numbers(t))
        return;
    table_start(t, TABLE_SEATS_BY_LOT, now, fx);
    table_go_on(t, now, fx);
}

static void add_number(struct table *t, enum table_kind kind, int chair,
                       const struct fair_number *number, const struct moment *now,
                       struct table_effects *fx)
{
    struct table_event e = {.kind = kind, .number = {.chair = chair}};
    memcpy(e.number.bytes, number->bytes, FAIR_BYTES);
    table_add(t, &e, now, fx);
}

bool table_seal(struct table *t, const struct table_request *r, const struct moment *now,
                struct table_effects *fx, struct problem *p)
{
    int chair = table_find_chair(t, r->player);
    if (chair < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->phase != TABLE_OPEN)
        return refuse(p, MSG("table.begun"));
    if (!may_seal(t, &t->chair[chair]))
        return refuse(p, MSG("table.sealed"));
    add_number(t, TABLE_SEAL, chair, &r->seal, now, fx);
    return true;
}

bool table_reveal(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    int chair = table_find_chair(t, r->player);
    if (chair < 0)
        return refuse(p, MSG("table.not-seated"));
    if (!t->drawing || (table_draw_waits(t) >> chair & 1) == 0 || t->chair[chair].reseal)
        return refuse(p, MSG("table.not-drawing"));
    if (!is_seal_of(&t->chair[chair], r->number.bytes))
        return refuse(p, MSG("table.number-wrong"));
    add_number(t, TABLE_REVEAL, chair, &r->number, now, fx);
    if (table_has_numbers(t))
        table_begin(t, now, fx);
    return true;
}

/* ---- time ---- */

struct moment table_draw_due(const struct table *t)
{
    struct moment due = {TABLE_NEVER, TABLE_NEVER};
    if (!t->drawing || t->plan.clock.kind == TABLE_CLOCK_NONE)
        return due;
    if (t->plan.clock.kind == TABLE_CLOCK_DAYS)
        due.date = t->draw_at + t->plan.clock.move_ms;
    else
        due.steady = t->draw_at + TABLE_REVEAL_MS;
    return due;
}

void table_free_late(struct table *t, const struct moment *now, struct table_effects *fx)
{
    struct moment due = table_draw_due(t);
    uint32_t late = moment_wait(&due, now) <= 0 ? table_draw_waits(t) : 0;
    for (int i = 0; i < t->plan.setup.seats; i++) {
        struct table_event e = {.kind = TABLE_LATE, .stand = {.chair = i}};
        if ((late >> i & 1) == 0)
            continue;
        e.stand.player = t->chair[i].player;
        table_add(t, &e, now, fx);
    }
}

/* ---- output ---- */

static void put_hex(const struct fair_number *n, struct buf *b)
{
    char hex[FAIR_HEX];
    buf_put_comma(b);
    if (!n->given) {
        buf_put(b, "null");
        return;
    }
    fair_write_hex(n->bytes, FAIR_BYTES, hex);
    buf_put_json(b, hex);
}

void table_write_seals(const struct table *t, struct buf *b)
{
    buf_put_key(b, "seals");
    buf_put_char(b, '[');
    for (int i = 0; i < t->plan.setup.seats; i++)
        put_hex(&t->chair[i].seal, b);
    buf_put_char(b, ']');
}

void table_write_numbers(const struct table *t, struct buf *b)
{
    buf_put_key(b, "numbers");
    buf_put_char(b, '[');
    for (int i = 0; i < t->plan.setup.seats; i++)
        put_hex(&t->chair[i].number, b);
    buf_put_char(b, ']');
}

void table_write_draw(const struct table *t, struct buf *b)
{
    buf_put_key(b, "draw");
    if (t->phase != TABLE_OPEN) {
        buf_put(b, "null");
        return;
    }
    buf_put_char(b, '{');
    table_write_seals(t, b);
    buf_put_key(b, "on");
    buf_put(b, t->drawing ? "true" : "false");
    buf_put_key(b, "waiting");
    game_write_seats(table_draw_waits(t), b);
    buf_put_char(b, '}');
}
