/* Reviews as tables: see report.h. */
#include "tui/report.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/columns.h"

enum { MOVE_COLUMN = 2 };

static void put_words(const struct report *r, const char *const *ids, size_t n, struct columns *c)
{
    columns_start_row(c);
    for (size_t i = 0; i < n; i++)
        if (ids[i] != NULL)
            columns_put(c, report_word(r, ids[i]));
}

/* Begins a table whose column `wraps` goes on in further lines. */
static void start_table(const struct report *r, struct columns *c, unsigned left, int wraps)
{
    columns_init(c);
    c->left = left;
    c->room = r->room;
    c->wraps = wraps;
}

static void end_table(struct columns *c, struct strbuf *out)
{
    columns_write(c, 0, out);
    columns_clear(c);
}

static void write_line(const struct report *r, const char *id, struct strbuf *out)
{
    columns_wrap(report_word(r, id), r->room, 0, out);
}

/* ---- Choices ---- */

/* A move of a choice in a row of its own: fair value, value in hindsight (NULL: unknown), remark.
 */
struct row {
    move m;
    const struct bot_value *fair, *hindsight;
    const char *remark;
};

static void put_value(const struct bot_value *v, struct columns *c)
{
    struct buf b = BUF_ROOM(64);
    if (v != NULL)
        report_put_value(v, &b);
    columns_put(c, b.text);
}

static void put_move_row(const struct scene *scene, const struct review_decision *d,
                         const struct row *row, bool first, struct columns *c)
{
    struct buf text = BUF_ROOM(SCENE_LINE_MAX);
    columns_start_row(c);
    columns_put(c, first ? BUF_INT(d->event) : "");
    columns_put(c, first ? BUF_INT(d->seat) : "");
    report_put_move(scene, d, row->m, &text);
    columns_put(c, text.text);
    put_value(row->fair, c);
    put_value(row->hindsight, c);
    columns_put(c, row->remark);
}

/* The move played; below it a better one, and one that was better in hindsight, if they differ. */
static void put_choice(const struct report *r, const struct review_decision *d, struct columns *c)
{
    static struct scene scene;
    struct row row[3] = {{.m = d->played, .remark = report_grade(r, d)}};
    int n = 1;
    row[0].fair = d->valued ? &d->fair.played : NULL;
    row[0].hindsight = d->hindsight.known ? &d->hindsight.played : NULL;
    if (d->fair.best.m != d->played)
        row[n++] = (struct row){
            .m = d->fair.best.m,
            .fair = d->valued ? &d->fair.best : NULL,
            .remark = report_word(r, d->valued ? MSG("review.better") : MSG("review.head-best"))};
    int same = -1;
    for (int i = 0; i < n && d->hindsight.known; i++)
        same = row[i].m == d->hindsight.best.m ? i : same;
    if (same > 0)
        row[same].hindsight = &d->hindsight.best;
    if (d->hindsight.known && same < 0)
        row[n++] = (struct row){.m = d->hindsight.best.m,
                                .hindsight = &d->hindsight.best,
                                .remark = report_word(r, MSG("review.head-hindsight"))};
    report_look(r, d, &scene);
    for (int i = 0; i < n; i++)
        put_move_row(&scene, d, &row[i], i == 0, c);
    scene_clear(&scene);
}

static void write_choices(const struct report *r, struct strbuf *out)
{
    static const char *const heads[] = {
        MSG("review.head-event"), MSG("review.head-seat"),      MSG("review.head-move"),
        MSG("review.head-value"), MSG("review.head-hindsight"), MSG("review.head-grade"),
    };
    static struct columns c;
    start_table(r, &c, 1u << MOVE_COLUMN | 1u << 5, MOVE_COLUMN);
    put_words(r, heads, sizeof heads / sizeof heads[0], &c);
    for (int i = 0; i < r->review->n; i++)
        if (report_has(&r->review->decision[i]))
            put_choice(r, &r->review->decision[i], &c);
    end_table(&c, out);
}

/* Where a game has bids: the chance of each number of tricks, and the best bid. */
static void write_bids(const struct report *r, struct strbuf *out)
{
    static struct columns c;
    static struct scene scene;
    int n = 0;
    start_table(r, &c, 1u << (2 + STUDY_TRICKS), 2 + STUDY_TRICKS);
    columns_start_row(&c);
    columns_put(&c, report_word(r, MSG("review.head-event")));
    columns_put(&c, report_word(r, MSG("review.head-seat")));
    for (int k = 0; k < STUDY_TRICKS; k++)
        columns_format(&c, "%d", k);
    columns_put(&c, report_word(r, MSG("review.head-best")));
    for (int i = 0; i < r->review->n; i++) {
        const struct review_decision *d = &r->review->decision[i];
        if (d->forced || !d->bid.known)
            continue;
        struct buf best = BUF_ROOM(SCENE_LINE_MAX);
        n++;
        columns_start_row(&c);
        columns_format(&c, "%d", d->event);
        columns_format(&c, "%d", d->seat);
        for (int k = 0; k < STUDY_TRICKS; k++)
            columns_format(&c, "%.0f", 100 * d->bid.study.chance[d->bid.best][k]);
        report_look(r, d, &scene);
        report_put_move(&scene, d, d->fair.best.m, &best);
        scene_clear(&scene);
        columns_put(&c, best.text);
    }
    if (n > 0) {
        strbuf_put(out, "\n");
        write_line(r, MSG("review.bids"), out);
        columns_write(&c, 0, out);
    }
    columns_clear(&c);
}

/* ---- Chances ---- */

/* A change of chances; one that rounds to zero has no sign. */
static void put_sum(double x, struct columns *c)
{
    columns_format(c, "%+.1f", fabs(x) < REPORT_SHOWN ? 0 : 100 * x);
}

static void put_change(double x, struct columns *c)
{
    if (fabs(x) < REPORT_SHOWN)
        columns_put(c, "");
    else
        put_sum(x, c);
}

static void put_chance(double x, struct columns *c)
{
    if (x > BOT_UNKNOWN)
        columns_format(c, "%.1f %%", 100 * x);
    else
        columns_put(c, "");
}

/* What is left beside the choices is luck only where the values do not err. */
static const char *head_of_rest(const struct review *v)
{
    return v->exact ? MSG("review.head-luck") : MSG("review.head-rest");
}

/* The rest, others and skill in a row, unless all are small. A game for one has no others. */
static void put_changes(const struct report *r, const char *when, int seat, double rest,
                        double others, double skill, struct columns *c)
{
    if (fabs(rest) < REPORT_SHOWN && fabs(others) < REPORT_SHOWN && fabs(skill) < REPORT_SHOWN)
        return;
    columns_start_row(c);
    columns_put(c, when);
    columns_format(c, "%d", seat);
    put_change(rest, c);
    if (r->review->seats > 1)
        put_change(others, c);
    put_change(skill, c);
}

/* The events after a seat's last choice come last, so that each column adds up. */
static void write_changes(const struct report *r, struct strbuf *out)
{
    const struct review *v = r->review;
    const char *const heads[] = {
        MSG("review.head-event"), MSG("review.head-seat"),
        head_of_rest(v),          v->seats > 1 ? MSG("review.head-others") : NULL,
        MSG("review.head-skill"),
    };
    static struct columns c;
    start_table(r, &c, 0, 0);
    put_words(r, heads, sizeof heads / sizeof heads[0], &c);
    for (int i = 0; i < v->n; i++) {
        const struct review_decision *d = &v->decision[i];
        if (report_has(d))
            put_changes(r, BUF_INT(d->event), d->seat, d->rest, d->others, d->skill, &c);
    }
    for (int i = 0; i < v->seats; i++) {
        const struct review_seat *road = &v->seat[i];
        if (v->seats_asked >> i & 1)
            put_changes(r, report_word(r, road->over ? MSG("review.end") : MSG("review.so-far")), i,
                        road->last_rest, road->last_others, 0, &c);
    }
    if (c.rows > 1) {
        strbuf_put(out, "\n");
        write_line(r, MSG("review.changes"), out);
        columns_write(&c, 0, out);
    }
    columns_clear(&c);
}

static void write_roads(const struct report *r, struct strbuf *out)
{
    const struct review *v = r->review;
    const char *const heads[] = {
        MSG("review.head-seat"),   MSG("review.head-start"),
        head_of_rest(v),           v->seats > 1 ? MSG("review.head-others") : NULL,
        MSG("review.head-skill"),  MSG("review.head-outcome"),
        MSG("review.head-player"),
    };
    static struct columns c;
    start_table(r, &c, 1u << (v->seats > 1 ? 6 : 5), v->seats > 1 ? 6 : 5);
    put_words(r, heads, sizeof heads / sizeof heads[0], &c);
    for (int i = 0; i < v->seats; i++) {
        const struct review_seat *road = &v->seat[i];
        if ((v->seats_asked >> i & 1) == 0)
            continue;
        columns_start_row(&c);
        columns_format(&c, "%d", i);
        put_chance(road->start, &c);
        put_sum(road->rest, &c);
        if (v->seats > 1)
            put_sum(road->others, &c);
        put_sum(road->skill, &c);
        put_chance(road->outcome, &c);
        columns_put(&c, r->past->name[i]);
    }
    strbuf_put(out, "\n");
    end_table(&c, out);
}

static void write_counts(const struct report *r, struct strbuf *out)
{
    const struct review *v = r->review;
    bool points = false;
    for (int i = 0; i < v->seats; i++)
        points = points || v->seat[i].points > BOT_UNKNOWN;
    const char *const heads[] = {
        MSG("review.head-seat"),     MSG("review.head-choices"),
        MSG("review.head-slips"),    MSG("review.head-mistakes"),
        MSG("review.head-blunders"), points ? MSG("review.head-lost") : NULL,
    };
    static struct columns c;
    start_table(r, &c, 0, 0);
    put_words(r, heads, sizeof heads / sizeof heads[0], &c);
    for (int i = 0; i < v->seats; i++) {
        const struct review_seat *road = &v->seat[i];
        if ((v->seats_asked >> i & 1) == 0)
            continue;
        columns_start_row(&c);
        columns_format(&c, "%d", i);
        columns_format(&c, "%d", road->choices);
        for (int g = REVIEW_SLIP; g <= REVIEW_BLUNDER; g++)
            columns_format(&c, "%d", road->count[g]);
        if (road->points > BOT_UNKNOWN)
            columns_format(&c, "%.1f", road->points);
    }
    strbuf_put(out, "\n");
    end_table(&c, out);
}

/* ---- The whole ---- */

/* Alone: whether for some choices only the best move is known. */
static bool is_partly_known(const struct review *r)
{
    for (int i = 0; i < r->n; i++)
        if (r->decision[i].fair.known && !r->decision[i].valued)
            return true;
    return false;
}

static void write_title(const struct report *r, bool part, struct strbuf *out)
{
    const struct review *v = r->review;
    const char *title = v->game->title != NULL ? report_word(r, v->game->title) : v->game->name;
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (v->seat[0].exact || part)
        report_put(r, &b, MSG("review.title-exact"), title, BUF_INT(v->seats), NULL);
    else
        report_put(r, &b, MSG("review.title"), title, BUF_INT(v->seats), v->bot->name,
                   BUF_INT(v->budget), NULL);
    columns_wrap(b.text, r->room, 0, out);
    buf_reset(&b);
    for (int i = 0; i < v->seats; i++)
        scene_print(&b, "%s%d %s", i > 0 ? " · " : "", i, r->past->name[i]);
    if (r->past->named)
        columns_wrap(b.text, r->room, 2, out);
    strbuf_put(out, "\n");
}

bool report_make(const struct past *past, const struct review_plan *plan, struct review *out)
{
    struct problem p;
    return review_make(out, replay_record(past->replay), plan, &p);
}

void report_write(const struct report *r, struct strbuf *out)
{
    bool part = is_partly_known(r->review);
    write_title(r, part, out);
    report_write_costliest(r, out);
    strbuf_put(out, "\n");
    write_choices(r, out);
    write_bids(r, out);
    write_changes(r, out);
    write_roads(r, out);
    write_line(r,
               r->review->seat[0].exact ? MSG("review.note-exact")
               : part                   ? MSG("review.note-part")
                                        : MSG("review.note"),
               out);
    write_counts(r, out);
}

bool report_record(const char *line, size_t len, int seat, enum words_language language, int room,
                   bool (*progress)(void *context, int done, int all), void *context,
                   struct strbuf *out)
{
    struct past past;
    struct review review;
    struct problem p;
    struct review_plan plan = {.seat = seat, .progress = progress, .context = context};
    bool good = past_open(&past, language, line, len, &p) && report_make(&past, &plan, &review);
    if (good)
        report_write(&(struct report){.past = &past, .review = &review, .room = room}, out);
    strbuf_put_bytes(out, "", 1);
    if (past.replay != NULL)
        review_clear(&review);
    past_clear(&past);
    return good;
}

bool report_local(const struct local *l, enum words_language language, int room,
                  bool (*progress)(void *context, int done, int all), void *context,
                  struct strbuf *out)
{
    struct strbuf line = STRBUF_EMPTY;
    uint32_t people = local_people(l);
    bool one = people != 0 && (people & (people - 1)) == 0;
    local_write(l, &line);
    bool good = report_record(line.text, line.len - 1, one ? __builtin_ctz(people) : -1, language,
                              room, progress, context, out);
    strbuf_clear(&line);
    return good;
}

/* ---- Progress ---- */

bool report_show_progress(void *context, int done, int all)
{
    const struct report_progress *p = context;
    const char *args[] = {BUF_INT(done + 1), BUF_INT(all)};
    struct buf b = BUF_ROOM(256);
    if (!p->live && done % 25 != 0)
        return true;
    words_format(&b, words_get(p->language, MSG("review.progress")), args, 2);
    fprintf(stderr, "%s%s%s", p->live ? "\r" : "parlor: ", b.text, p->live ? "  " : "\n");
    fflush(stderr);
    return true;
}

void report_end_progress(const struct report_progress *p)
{
    if (p->live)
        fputs("\r\033[K", stderr);
}
