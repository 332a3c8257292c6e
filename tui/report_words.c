/* Reviews in words: values, single choices, the costliest ones. See report.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tui/columns.h"
#include "tui/report.h"
#include "tui/scene.h"

enum { COSTLIEST = 3, INDENT = 3 };

const char *report_word(const struct report *r, const char *id)
{
    return words_get(r->past->language, id);
}

void report_put(const struct report *r, struct buf *b, const char *id, ...)
{
    va_list list;
    va_start(list, id);
    scene_format(b, report_word(r, id), list);
    va_end(list);
}

/* ---- Choices ---- */

const char *report_grade(const struct report *r, const struct review_decision *d)
{
    static const char *const ids[] = {
        [REVIEW_BEST] = MSG("review.grade-best"),
        [REVIEW_GOOD] = MSG("review.grade-good"),
        [REVIEW_SLIP] = MSG("review.grade-slip"),
        [REVIEW_MISTAKE] = MSG("review.grade-mistake"),
        [REVIEW_BLUNDER] = MSG("review.grade-blunder"),
    };
    return d->valued ? report_word(r, ids[d->grade]) : "";
}

bool report_has(const struct review_decision *d)
{
    return d->asked && !d->forced && d->fair.known;
}

void report_look(const struct report *r, const struct review_decision *d, struct scene *c)
{
    scene_init(c, r->past->language);
    json_decref(past_look(r->past, d->event, GAME_SPECTATOR, true, c));
}

void report_put_move(const struct scene *c, const struct review_decision *d, move m, struct buf *b)
{
    struct buf text = BUF_ROOM(GAME_TEXT_MAX);
    if (m == MOVE_NONE) {
        scene_put(c, b, MSG("review.wait"), NULL);
        return;
    }
    c->game->write_move(m, &text);
    scene_describe_choice(c, d->seat, text.text, b);
}

void report_put_value(const struct bot_value *v, struct buf *b)
{
    if (v->win > BOT_UNKNOWN)
        scene_print(b, "%.1f %%", 100 * v->win);
    if (v->points > BOT_UNKNOWN)
        scene_print(b, "%s%+.1f", b->len > 0 ? " " : "", v->points);
}

/* ---- The costliest choices ---- */

static double points_lost(const struct review_decision *d)
{
    const struct bot_value *best = &d->fair.best, *played = &d->fair.played;
    if (best->points <= BOT_UNKNOWN || played->points <= BOT_UNKNOWN)
        return 0;
    return best->points > played->points ? best->points - played->points : 0;
}

static bool is_costlier(const struct review_decision *a, const struct review_decision *b)
{
    return b == NULL || a->skill < b->skill ||
           (a->skill == b->skill && points_lost(a) > points_lost(b));
}

/* The costliest choice after those of `found`, in the order of cost; NULL: no other cost much. */
static const struct review_decision *find_next(const struct review *review,
                                               const struct review_decision *const *found, int n)
{
    const struct review_decision *worst = NULL;
    for (int i = 0; i < review->n; i++) {
        const struct review_decision *d = &review->decision[i];
        bool fits = report_has(d) && d->valued && d->skill <= -REPORT_SHOWN;
        for (int k = 0; k < n; k++)
            fits = fits && d != found[k];
        if (fits && is_costlier(d, worst))
            worst = d;
    }
    return worst;
}

/* The event, and the moment of the game if the face has words for it. */
static void put_when(const struct report *r, const struct scene *c, int event, struct buf *b)
{
    report_put(r, b, MSG("review.event"), BUF_INT(event), NULL);
    struct buf when = BUF_ROOM(SCENE_LINE_MAX);
    scene_describe_when(c, &when);
    scene_print(b, "%s%s", when.len > 0 ? ", " : "", when.text);
}

static void put_cost(const struct report *r, const struct review_decision *d, struct buf *b)
{
    char win[32], points[32];
    double lost = points_lost(d);
    snprintf(win, sizeof win, "%.1f", -100 * d->skill);
    snprintf(points, sizeof points, "%.1f", lost);
    report_put(r, b, lost >= 0.05 ? MSG("review.cost-points") : MSG("review.cost"), win, points,
               NULL);
}

static void write_costly(const struct report *r, int number, const struct review_decision *d,
                         struct strbuf *out)
{
    static struct scene c;
    struct buf when = BUF_ROOM(SCENE_LINE_MAX);
    struct buf played = BUF_ROOM(SCENE_LINE_MAX);
    struct buf best = BUF_ROOM(SCENE_LINE_MAX);
    struct buf cost = BUF_ROOM(SCENE_LINE_MAX);
    struct buf line = BUF_ROOM(4 * SCENE_LINE_MAX);
    report_look(r, d, &c);
    put_when(r, &c, d->event, &when);
    report_put_move(&c, d, d->played, &played);
    report_put_move(&c, d, d->fair.best.m, &best);
    put_cost(r, d, &cost);
    report_put(r, &line, MSG("review.costly"), BUF_INT(number), c.name[d->seat], when.text,
               played.text, best.text, cost.text, report_grade(r, d), NULL);
    if (d->reason.id != NULL) {
        buf_put_char(&line, ' ');
        scene_put_reason(&c, &d->reason, &line);
    }
    columns_wrap(line.text, r->room, INDENT, out);
    scene_clear(&c);
}

void report_write_costliest(const struct report *r, struct strbuf *out)
{
    const struct review_decision *found[COSTLIEST];
    int n = 0;
    while (n < COSTLIEST && (found[n] = find_next(r->review, found, n)) != NULL)
        n++;
    columns_wrap(report_word(r, n > 0 ? MSG("replay.costliest") : MSG("review.nothing-lost")),
                 r->room, 0, out);
    for (int i = 0; i < n; i++)
        write_costly(r, i + 1, found[i], out);
}

/* ---- One choice ---- */

static const struct review_decision *find_event(const struct review *review, int event)
{
    for (int i = 0; i < review->n; i++)
        if (review->decision[i].event == event && report_has(&review->decision[i]))
            return &review->decision[i];
    return NULL;
}

void report_put_note(const struct report *r, int step, int seat, bool open, struct buf *b)
{
    static struct scene before;
    const struct review_decision *d = find_event(r->review, step - 1);
    if (d == NULL)
        return;
    scene_init(&before, r->past->language);
    json_decref(past_look(r->past, step - 1, seat, open, &before));
    struct buf worth = BUF_ROOM(64);
    if (d->valued) {
        report_put_value(&d->fair.played, &worth);
        scene_print(b, "%s · ", report_grade(r, d));
        scene_label(&before, b, MSG("review.head-value"));
        buf_put(b, worth.text);
    }
    if (d->fair.best.m != d->played || !d->valued) {
        buf_put(b, b->len > 0 ? " · " : "");
        scene_label(&before, b, d->valued ? MSG("review.better") : MSG("review.head-best"));
        report_put_move(&before, d, d->fair.best.m, b);
    }
    if (d->fair.best.m != d->played && d->valued) {
        buf_reset(&worth);
        report_put_value(&d->fair.best, &worth);
        scene_print(b, " (%s)", worth.text);
    }
    scene_clear(&before);
}

void report_put_why(const struct report *r, int step, struct buf *b)
{
    static struct scene before;
    const struct review_decision *d = find_event(r->review, step - 1);
    if (d == NULL || d->reason.id == NULL)
        return;
    report_look(r, d, &before);
    scene_put_reason(&before, &d->reason, b);
    scene_clear(&before);
}
