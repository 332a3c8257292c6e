/*
 * The past of a running game, for those who play it: moments as the own seat saw them then.
 * Nobody else may look, and nothing is open: the choices that others made in secret have no text,
 * as at the table. Each page is bounded, so that a long journal does not hold the server up.
 */
#include <string.h>

#include "table/record.h"
#include "table/replay.h"
#include "table/table.h"

int table_past_from(const struct table *t, int seat)
{
    const struct game *g = t->plan.setup.game;
    bool all = g->shows_past == NULL || g->shows_past(table_state(t)) || t->phase == TABLE_OVER;
    return all ? 0 : table_find_own_step(t, seat);
}

static void write_moment(const struct table *t, int step, int seat, const struct state *before,
                         const struct state *after, struct strbuf *out)
{
    const struct game *g = t->plan.setup.game;
    struct buf text = BUF_ROOM(GAME_TEXT_MAX);
    struct replay_moment m = {.game = g, .step = step, .before = before, .after = after};
    if (step > 0) {
        const struct table_step *made = &t->step[step - 1];
        if (made->seat != RECORD_DEAL)
            g->write_move(made->m, &text);
        m.event = (struct record_event){.seat = made->seat, .text = text.text};
    }
    replay_write_moment(&m, seat, false, out);
}

void table_write_past(const struct table *t, int seat, int from, int count, struct strbuf *out)
{
    struct state_room before, now;
    int first = table_past_from(t, seat);
    size_t size = t->plan.setup.game->state_size;
    from = from < first ? first : from > t->steps ? t->steps + 1 : from;
    strbuf_put(out, "[");
    table_replay(t, from > 0 ? from - 1 : 0, state_in(&now));
    for (int step = from; step <= t->steps && step < from + count; step++) {
        memcpy(before.bytes, now.bytes, size);
        if (step > 0)
            table_replay_step(t, step - 1, state_in(&now));
        strbuf_put(out, step > from ? "," : "");
        write_moment(t, step, seat, state_in(&before), state_in(&now), out);
    }
    strbuf_put(out, "]");
}

bool table_tell_past(const struct table *t, uint64_t player, int from, struct strbuf *out,
                     struct problem *p)
{
    int seat = table_find_seat(t, player);
    const char *why = t->phase == TABLE_OPEN ? MSG("table.not-begun")
                      : seat < 0             ? MSG("table.not-seated")
                                             : NULL;
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    struct buf b = strbuf_room(out, 64);
    buf_put(&b, "\"first\":");
    buf_put_int(&b, table_past_from(t, seat));
    buf_put_key_int(&b, "last", t->steps);
    buf_put(&b, ",\"moments\":");
    strbuf_take(out, &b);
    table_write_past(t, seat, from, TABLE_PAST_MAX, out);
    return true;
}
