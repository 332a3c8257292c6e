/*
 * In place of table/table_draw.c, table_bounds.c, table_keys.c, table_learned.c and table_order.c.
 * A table in the page has one person and no server: nobody seals a number, a game starts as soon as
 * its chairs are taken, nobody else can be crowded out of its journal, no request comes twice, and
 * the host has nobody to keep in order.
 */
#include "table/table.h"

/* The page has no room for the test: every take-back there is practice. */
bool table_has_told(const struct table *t, int step)
{
    (void)t, (void)step;
    return true;
}

bool table_apply_draw(struct table *t, const struct table_event *e)
{
    (void)t, (void)e;
    return false;
}

void table_void_draw(struct table *t)
{
    (void)t;
}

bool table_has_numbers(const struct table *t)
{
    (void)t;
    return true;
}

uint32_t table_draw_waits(const struct table *t)
{
    (void)t;
    return 0;
}

void table_begin(struct table *t, const struct moment *now, struct table_effects *fx)
{
    table_start(t, TABLE_SEATS_BY_LOT, now, fx);
    table_go_on(t, now, fx);
}

bool table_seal(struct table *t, const struct table_request *r, const struct moment *now,
                struct table_effects *fx, struct problem *p)
{
    (void)t, (void)r, (void)now, (void)fx;
    problem_add(p, MSG("offline.server-only"));
    return false;
}

bool table_reveal(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    return table_seal(t, r, now, fx, p);
}

struct moment table_draw_due(const struct table *t)
{
    (void)t;
    return (struct moment){TABLE_NEVER, TABLE_NEVER};
}

void table_free_late(struct table *t, const struct moment *now, struct table_effects *fx)
{
    (void)t, (void)now, (void)fx;
}

void table_write_seals(const struct table *t, struct buf *b)
{
    (void)t, (void)b;
}

void table_write_numbers(const struct table *t, struct buf *b)
{
    char hex[FAIR_HEX];
    buf_put_key(b, "numbers");
    buf_put_char(b, '[');
    for (int i = 0; i < t->plan.setup.seats; i++) {
        buf_put_comma(b);
        fair_write_hex(t->chair[i].number.bytes, FAIR_BYTES, hex);
        if (t->chair[i].number.given)
            buf_put_json(b, hex);
        else
            buf_put(b, "null");
    }
    buf_put_char(b, ']');
}

void table_write_draw(const struct table *t, struct buf *b)
{
    (void)t, (void)b;
}

const char *table_refuse_event(const struct table *t, enum table_kind kind, uint64_t player)
{
    (void)t, (void)kind, (void)player;
    return NULL;
}

void table_count_event(struct table *t, const struct table_event *e)
{
    (void)t, (void)e;
}

bool table_is_key(const char *text, size_t len)
{
    (void)text, (void)len;
    return false;
}

int table_find_key(const struct table *t, uint64_t player, const char *key)
{
    (void)t, (void)player, (void)key;
    return -1;
}

bool table_is_late(const struct table *t, uint64_t player, const char *key)
{
    (void)t, (void)player, (void)key;
    return false;
}

uint64_t table_find_asker(const struct table *t, const struct table_event *e)
{
    (void)t, (void)e;
    return 0;
}

void table_note_key(struct table *t, uint64_t player, const char *key, int n)
{
    (void)t, (void)player, (void)key, (void)n;
}

void table_write_key(const struct table_event *e, struct buf *b)
{
    (void)e, (void)b;
}

bool table_read_key(const struct json_t *o, struct table_event *e)
{
    (void)o, (void)e;
    return true;
}

bool table_apply_order(struct table *t, const struct table_event *e)
{
    (void)t, (void)e;
    return false;
}

const char *table_refuse_person(const struct table *t, uint64_t player)
{
    (void)t, (void)player;
    return NULL;
}

const char *table_refuse_talk(const struct table *t, uint64_t player)
{
    (void)t, (void)player;
    return NULL;
}

bool table_remove(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    return table_seal(t, r, now, fx, p);
}

bool table_silence(struct table *t, const struct table_request *r, const struct moment *now,
                   struct table_effects *fx, struct problem *p)
{
    return table_seal(t, r, now, fx, p);
}

void table_write_order(const struct table_event *e, struct buf *b)
{
    (void)e, (void)b;
}

bool table_read_order(const struct json_t *o, struct table_event *e)
{
    (void)o, (void)e;
    return false;
}
