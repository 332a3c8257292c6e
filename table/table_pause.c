/*
 * A pause that everybody sees: see table.h. A player asks for it and it holds at once; any player
 * ends it. Clocks stand, bots wait and moves are refused meanwhile. Each player has a share of
 * pauses, so nobody can hold a game up for ever.
 */
#include "table/table.h"

bool table_is_paused(const struct table *t)
{
    return t->pause_seat >= 0;
}

/* A time that passed before the pause, or in it, is as far away after it as it was then. */
static int64_t put_off(const struct table *t, int64_t time, int64_t at)
{
    int64_t from = time > t->paused_at ? time : t->paused_at;
    return time == 0 || at < from ? time : time + (at - from);
}

bool table_apply_pause(struct table *t, const struct table_event *e)
{
    if (t->phase != TABLE_PLAY || (e->kind == TABLE_PAUSE) == table_is_paused(t))
        return false;
    int64_t at = table_clock_time(t, e);
    for (int i = 0; i < t->plan.setup.seats && e->kind == TABLE_RESUME; i++) {
        struct table_chair *c = &t->chair[t->seat[i].chair];
        t->seat[i].began = put_off(t, t->seat[i].began, at);
        if (t->plan.clock.kind == TABLE_CLOCK_NONE)
            c->left_at = put_off(t, c->left_at, at);
    }
    t->pause_seat = e->kind == TABLE_PAUSE ? e->seat : -1;
    t->paused_at = e->kind == TABLE_PAUSE ? at : 0;
    return true;
}

bool table_pause(struct table *t, const struct table_request *r, const struct moment *now,
                 struct table_effects *fx, struct problem *p)
{
    int seat = table_find_seat(t, r->player);
    const char *why = NULL;
    if (t->phase != TABLE_PLAY)
        why = t->phase == TABLE_OPEN ? MSG("table.not-begun") : MSG("table.over");
    else if (seat < 0)
        why = MSG("table.not-seated");
    else if (r->yes == table_is_paused(t))
        why = r->yes ? MSG("pause.already") : MSG("pause.none");
    else if (r->yes)
        why = table_refuse_event(t, TABLE_PAUSE, r->player);
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    enum table_kind kind = r->yes ? TABLE_PAUSE : TABLE_RESUME;
    table_add(t, &(struct table_event){.kind = kind, .seat = seat}, now, fx);
    return true;
}

void table_write_pause(const struct table *t, struct buf *b)
{
    buf_put_key(b, "pause");
    if (!table_is_paused(t)) {
        buf_put(b, "null");
        return;
    }
    buf_put(b, "{\"seat\":");
    buf_put_int(b, t->pause_seat);
    buf_put_char(b, '}');
}
