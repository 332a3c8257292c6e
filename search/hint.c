/* Hints: see hint.h. */
#include "search/hint.h"

/* The choices with which the suggested one is compared, and the differences that a hint tells: in
   points, and in chances to win. */
enum { COMPARED = 4 };
#define TELLS_POINTS 0.05
#define TELLS_WIN 0.0005

/* Puts a value at its place among those from `first` on. */
static void insert(struct hint *h, int first, const struct bot_value *v)
{
    int at = h->n++;
    for (; at > first && bot_is_worth_more(v, &h->seen[at - 1]); at--)
        h->seen[at] = h->seen[at - 1];
    h->seen[at] = *v;
}

/* The suggested choice comes first, though another one may look better by chance. */
static void rank(const struct bot_choice *c, bool waits, struct hint *h)
{
    int first;
    for (int i = 0; i < c->n && h->n == 0; i++)
        if (c->seen[i].m == h->m)
            insert(h, 0, &c->seen[i]);
    if (h->m == MOVE_NONE && waits)
        insert(h, 0, &c->wait);
    first = h->n;
    for (int i = 0; i < c->n; i++)
        if (c->seen[i].m != h->m)
            insert(h, first, &c->seen[i]);
    if (waits && h->m != MOVE_NONE)
        insert(h, first, &c->wait);
}

static double find_loss(double best, double other)
{
    return best > BOT_UNKNOWN && other > BOT_UNKNOWN ? best - other : BOT_UNKNOWN;
}

/* Where no code holds: by how much the next best choice is worth less. */
static void tell_value(struct hint *h)
{
    const struct bot_value *best = &h->seen[0], *next = &h->seen[1];
    double points = find_loss(best->points, next->points), win = find_loss(best->win, next->win);
    if (points < TELLS_POINTS && win < TELLS_WIN)
        return;
    reason_by_value(&h->why, points, win);
    h->other = next->m;
}

static bool has_value(const struct hint *h)
{
    return h->n > 0 && h->seen[0].m == h->m;
}

/* Compares the suggested choice with the next ones in turn, as far as they are worth less; then
   looks for what is good about it by itself. */
static void explain(const struct bot_question *q, void *scratch, struct hint *h)
{
    const struct reason_kind *kind = scratch != NULL ? reason_find(q->game) : NULL;
    int first = has_value(h) ? 1 : 0;
    for (int i = first; kind != NULL && first > 0 && i < h->n && i < first + COMPARED; i++) {
        move other = h->seen[i].m;
        if (other == MOVE_NONE || (other & MOVE_TALK) != 0 ||
            !bot_is_worth_more(&h->seen[0], &h->seen[i]))
            continue;
        if (kind->say(q->view, q->seat, other, h->m, q->seed, scratch, &h->why)) {
            h->other = other;
            return;
        }
    }
    h->why = (struct reason){.id = NULL};
    /* That waiting leaves the turn to others says little. */
    if (h->m == MOVE_NONE && first > 0 && h->n > 1)
        tell_value(h);
    if (h->why.id != NULL ||
        (kind != NULL && kind->say(q->view, q->seat, h->m, h->m, q->seed, scratch, &h->why)))
        return;
    h->why = (struct reason){.id = NULL};
    if (first > 0 && h->n > 1)
        tell_value(h);
}

/* A bot may want to give a signal first. A person asks what to do: the best of its values then, if
   it has any. */
static move find_advice(const struct bot_choice *c, bool must)
{
    move m = bot_advice(c, must);
    const struct bot_value *best = &c->seen[0];
    if (m == MOVE_NONE || (m & MOVE_TALK) == 0 || c->n == 0)
        return m;
    if (!must && bot_would_wait(c))
        return MOVE_NONE;
    for (int i = 1; i < c->n; i++)
        best = bot_is_worth_more(&c->seen[i], best) ? &c->seen[i] : best;
    return best->m;
}

void hint_make(const struct bot_question *q, const struct bot_choice *answer, void *scratch,
               struct hint *out)
{
    bool must = q->limits->must, waits = answer->weighed && !must;
    out->m = out->other = find_advice(answer, must);
    out->why = (struct reason){.id = NULL};
    out->n = 0;
    out->known = out->m != MOVE_NONE || !must;
    if (!out->known)
        return;
    rank(answer, waits, out);
    if (out->m == MOVE_NONE || (out->m & MOVE_TALK) == 0)
        explain(q, scratch, out);
}
