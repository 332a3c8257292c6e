/*
 * Taking moves back (undo).
 *
 * Among people a move may be taken back if it is the last one of the game (later signals do not
 * count) and nobody learned anything from it (table_learned.c).
 *
 * Against bots alone nobody is harmed, so any own move can be taken back, with all that has
 * happened since. What the person has learned is not forgotten: from then on the game is practice,
 * and says so. Deals that are undone come again as they were, because they depend on the seed and
 * their number alone.
 */
#include "table/record.h"
#include "table/table.h"

static bool is_talk(const struct table_step *s)
{
    return s->seat != RECORD_DEAL && (s->m & MOVE_TALK) != 0;
}

/* The steps from the last move on, of the seat or of anybody (RECORD_DEAL); 0: there is none. */
static int count_from(const struct table *t, int seat)
{
    int i = t->steps - 1;
    while (i >= 0 && (is_talk(&t->step[i]) || (seat != RECORD_DEAL && t->step[i].seat != seat)))
        i--;
    return i < 0 ? 0 : t->steps - i;
}

int table_count_takeback(const struct table *t)
{
    return count_from(t, RECORD_DEAL);
}

/* Whether nobody but bots sits with the seat's person. */
static bool is_alone(const struct table *t, int seat)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON && t->chair[i].seat != seat)
            return false;
    return t->chair[t->seat[seat].chair].kind == TABLE_CHAIR_PERSON;
}

/* The rule among people. */
static const char *refuse_last(const struct table *t, int seat)
{
    int step = t->steps - table_count_takeback(t);
    if (step == t->steps || t->step[step].seat != seat)
        return MSG("takeback.not-last");
    return table_has_told(t, step) ? MSG("takeback.reveal") : NULL;
}

static const char *refuse_seat(const struct table *t, int seat, struct table_undo *out)
{
    const char *why = refuse_last(t, seat);
    *out = (struct table_undo){.steps = table_count_takeback(t)};
    if (why == NULL || !is_alone(t, seat))
        return why;
    *out = (struct table_undo){.steps = count_from(t, seat), .practice = true};
    return out->steps > 0 ? NULL : MSG("takeback.none");
}

bool table_drop_steps(struct table *t, const struct table_event *e)
{
    int steps = e->takeback.steps, seat = e->takeback.seat;
    bool practice = e->kind == TABLE_UNDO;
    if (steps < 1 || t->steps < steps || t->step[t->steps - steps].seat != seat ||
        (practice && !is_alone(t, seat)))
        return false;
    for (int i = t->steps - steps + 1; i < t->steps; i++)
        if (!practice && !is_talk(&t->step[i]))
            return false;
    for (int i = t->steps - steps; i < t->steps; i++)
        t->deals -= t->step[i].seat == RECORD_DEAL;
    t->steps -= steps;
    t->practice = t->practice || practice;
    return true;
}

/* The moves of others among the steps that would be undone. */
static int count_others(const struct table *t, int seat, int steps)
{
    int n = 0;
    for (int i = t->steps - steps; i < t->steps; i++)
        n += t->step[i].seat != RECORD_DEAL && t->step[i].seat != seat && !is_talk(&t->step[i]);
    return n;
}

const char *table_refuse_takeback(const struct table *t, uint64_t player, struct table_undo *out)
{
    int seat = table_find_seat(t, player);
    if (seat < 0)
        return MSG("table.not-seated");
    if (t->phase != TABLE_PLAY)
        return MSG("table.over");
    if (t->ask_seat >= 0)
        return MSG("takeback.asked");
    const char *why = table_refuse_event(t, TABLE_ASK, player);
    return why != NULL ? why : refuse_seat(t, seat, out);
}

bool table_write_undo(const struct table *t, uint64_t player, struct buf *b, struct problem *p)
{
    struct table_undo undo;
    const char *why = table_refuse_takeback(t, player, &undo);
    int seat = table_find_seat(t, player);
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    buf_put(b, "\"text\":\"");
    t->plan.setup.game->write_move(t->step[t->steps - undo.steps].m, b);
    buf_put(b, "\",\"others\":");
    buf_put_int(b, count_others(t, seat, undo.steps));
    buf_put(b, undo.practice ? ",\"practice\":true" : ",\"practice\":false");
    buf_put(b, is_alone(t, seat) ? ",\"asks\":false" : ",\"asks\":true");
    return true;
}
