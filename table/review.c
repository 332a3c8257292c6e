/* Reviews of games: see review.h. */
#include "table/review.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/review_think.h"

/* A review in progress. */
struct review_work {
    struct review *r;
    const struct record *record;
    struct review_thinker thinker;
    int all;        /* choices */
    int event;      /* the next one, */
    int choice;     /* the next choice, */
    int last;       /* and the one that was valued last */
    uint32_t first; /* seats whose choices are valued first: */
    bool ahead;     /* theirs are being valued; then the game begins again for the others' */
    struct state_room room;
    /* For each seat: its chance to win after its last choice, and the effect of others' choices
       since then. */
    double value[GAME_SEATS_MAX], others[GAME_SEATS_MAX];
};

static bool is_asked(const struct review_work *w, int seat)
{
    return seat >= 0 && (w->r->seats_asked >> seat & 1) != 0;
}

/* A move of the record, which has been replayed and so is legal; false: a deal or talk. */
static bool read_choice(const struct review_work *w, int event, int *seat, move *m)
{
    struct record_event e;
    struct problem p;
    bool good = record_read_event(w->record, event, &e, &p);
    assert(good);
    *seat = e.seat;
    if (e.seat == RECORD_DEAL || w->r->game->read_move(e.text, m) != NULL)
        return false;
    return (*m & MOVE_TALK) == 0;
}

/* ------------------------------------------------------------------ grades */

/* Rounding errors of sums are smaller. */
#define NOTHING 1e-12

static double less_of(double best, double played)
{
    bool known = best > BOT_UNKNOWN && played > BOT_UNKNOWN;
    return known && best > played + NOTHING ? best - played : 0;
}

/* A loss of 3 % is a slip, and so is one of two points if it costs at least 0.5 %. */
static enum review_grade grade_of(const struct review_side *side)
{
    double win = less_of(side->best.win, side->played.win);
    double points = less_of(side->best.points, side->played.points) / 2;
    if (side->best.win > BOT_UNKNOWN && points > win / 0.005)
        points = win / 0.005;
    double loss = win / 0.03 > points ? win / 0.03 : points;
    if (side->played.m == side->best.m)
        return REVIEW_BEST;
    return loss < 1   ? REVIEW_GOOD
           : loss < 2 ? REVIEW_SLIP
           : loss < 4 ? REVIEW_MISTAKE
                      : REVIEW_BLUNDER;
}

/* ------------------------------------------------------------------ roads */

/* A cooperative game starts with the value of its first choice, unless the value of the whole game
   is known. */
static void start_together(struct review_work *w, double value)
{
    for (int i = 0; i < w->r->seats; i++)
        w->r->seat[i].start = w->value[i] = value;
}

/* Spreads the loss of a choice over the other seats. */
static void share_loss(struct review_work *w, int seat, double loss)
{
    int n = w->r->seats;
    double all = 0;
    for (int i = 0; i < n; i++)
        all += i != seat ? w->value[i] : 0;
    for (int i = 0; i < n; i++) {
        double part = all > 0 ? w->value[i] / all : 1.0 / (n - 1);
        if (i != seat)
            w->others[i] += w->thinker.together ? -loss : loss * part;
    }
}

static void count_points(struct review_seat *road, const struct review_side *fair)
{
    if (fair->best.points <= BOT_UNKNOWN || fair->played.points <= BOT_UNKNOWN)
        road->points = BOT_UNKNOWN;
    else if (road->points > BOT_UNKNOWN)
        road->points += fair->best.points - fair->played.points;
}

/* What the values alone tell of the choice. */
static void grade_choice(struct review_decision *d)
{
    const struct review_side *fair = &d->fair;
    d->valued = fair->known && (fair->best.win > BOT_UNKNOWN || fair->best.points > BOT_UNKNOWN);
    if (d->valued)
        d->grade = grade_of(fair);
    if (d->valued && fair->best.win > BOT_UNKNOWN)
        d->skill = -less_of(fair->best.win, fair->played.win);
}

/* The choices of all seats come here in the order of the game. */
static void add_to_road(struct review_work *w, struct review_decision *d)
{
    struct review_seat *road = &w->r->seat[d->seat];
    const struct review_side *fair = &d->fair;
    d->placed = true;
    if (!d->valued) {
        if (road->choices == 0)
            start_together(
                w, BOT_UNKNOWN); /* the road begins after this choice, whose loss is unknown */
        road->exact = false;
        return;
    }
    road->choices++;
    road->count[d->grade]++;
    road->exact = road->exact && d->exact;
    count_points(road, fair);
    if (fair->best.win <= BOT_UNKNOWN)
        return;
    if (w->value[d->seat] <= BOT_UNKNOWN)
        start_together(w, fair->best.win);
    d->others = w->others[d->seat];
    d->rest = fair->best.win - w->value[d->seat] - d->others;
    road->rest += d->rest;
    road->others += d->others;
    road->skill += d->skill;
    w->value[d->seat] = fair->best.win + d->skill;
    w->others[d->seat] = 0;
    share_loss(w, d->seat, -d->skill);
}

/* Adds the part between the last choice and the end. */
static void close_road(struct review_work *w, int seat, const struct state *s)
{
    struct review_seat *road = &w->r->seat[seat];
    struct result result;
    road->over = w->r->game->actors(s) == 0;
    road->last_others = w->value[seat] > BOT_UNKNOWN ? w->others[seat] : 0;
    road->outcome = w->value[seat] + road->last_others;
    if (road->over) {
        w->r->game->result(s, &result);
        road->outcome = 0;
        if (result.winners >> seat & 1)
            road->outcome = w->thinker.together ? 1 : 1.0 / __builtin_popcount(result.winners);
    }
    if (w->value[seat] > BOT_UNKNOWN)
        road->last_rest = road->outcome - w->value[seat] - road->last_others;
    road->rest += road->last_rest;
    road->others += road->last_others;
}

/* ------------------------------------------------------------------ the record */

static void review_choice(struct review_work *w, const struct state *s, struct review_decision *d)
{
    move moves[GAME_MOVES_MAX];
    d->forced = w->r->game->legal(s, d->seat, moves) == 1 && !review_could_wait(&w->thinker, s);
    if (d->forced)
        return;
    review_think_fair(&w->thinker, s, d);
    if (d->asked)
        review_think_hindsight(&w->thinker, s, d);
    grade_choice(d);
}

static void count_choice(void *context, int event, const struct state *s)
{
    struct review_work *w = context;
    int seat;
    move m;
    (void)s;
    w->all += read_choice(w, event, &seat, &m);
}

/* Reviews an event before it is applied; true: a choice was valued. */
static bool meet_event(struct review_work *w, int event, const struct state *s)
{
    int seat;
    move m = 0;
    if (!read_choice(w, event, &seat, &m))
        return false;
    struct review_decision *d = &w->r->decision[w->choice];
    bool turn = (w->first >> seat & 1) == w->ahead;
    if (turn) {
        *d = (struct review_decision){.event = event, .seat = seat, .played = m};
        d->asked = is_asked(w, seat);
        review_choice(w, s, d);
        w->last = w->choice;
        w->r->n++;
    }
    w->choice++;
    if (!w->ahead && !d->forced && (d->fair.known || w->thinker.exact))
        add_to_road(w, d);
    return turn;
}

static void begin_record(struct review_work *w, bool ahead)
{
    w->ahead = ahead;
    w->event = w->choice = 0;
    setup_init(&w->record->setup, state_in(&w->room));
}

static void start_roads(struct review_work *w)
{
    for (int i = 0; i < w->r->seats; i++) {
        w->value[i] = w->thinker.start;
        w->r->seat[i] = (struct review_seat){.start = w->value[i], .exact = w->thinker.exact};
        w->r->seat[i].points = w->thinker.together ? BOT_UNKNOWN : 0;
    }
}

struct review_work *review_begin(struct review *r, const struct record *record,
                                 const struct review_plan *plan, struct problem *p)
{
    struct review_work *w = memory_take_zeros(1, sizeof *w);
    *w = (struct review_work){.r = r, .record = record};
    *r = (struct review){.game = record->setup.game, .seats = record->setup.seats};
    r->seats_asked = plan->seat < 0 ? UINT32_MAX : UINT32_C(1) << plan->seat;
    if (!record_replay(record, NULL, NULL, state_in(&w->room), p)) {
        free(w);
        return NULL;
    }
    record_replay(record, count_choice, w, state_in(&w->room), p);
    r->decision = memory_take_zeros((size_t)w->all + 1, sizeof r->decision[0]);
    review_thinker_init(&w->thinker, &record->setup, review_find_bot(record), plan->budget, w->all);
    if (plan->positions > 0)
        w->thinker.at_once = plan->positions;
    r->bot = w->thinker.bot;
    r->budget = w->thinker.budget;
    r->exact = w->thinker.exact;
    start_roads(w);
    /* What one may solve in a game for one depends on the choices before: those stay in order. */
    w->first = r->seats > 1 ? plan->first : 0;
    begin_record(w, w->first != 0);
    return w;
}

int review_count(const struct review_work *w)
{
    return w->all;
}

int review_newest(const struct review_work *w)
{
    return w->last;
}

/* Whether an event is left to meet. */
static bool is_left(struct review_work *w)
{
    if (w->ahead && w->event == w->record->events_count)
        begin_record(w, false);
    return w->event < w->record->events_count;
}

bool review_step(struct review_work *w)
{
    bool valued = false;
    while (!valued && is_left(w)) {
        struct record_event e;
        struct problem p;
        problem_start(&p, w->event);
        valued = meet_event(w, w->event, state_in(&w->room));
        bool good = record_read_event(w->record, w->event++, &e, &p) &&
                    record_apply(w->r->game, state_in(&w->room), &e, &p);
        assert(good);
        (void)good;
    }
    return valued;
}

void review_end(struct review_work *w)
{
    for (int i = 0; i < w->r->seats; i++)
        close_road(w, i, state_in(&w->room));
    review_thinker_clear(&w->thinker);
    free(w);
}

bool review_make(struct review *r, const struct record *record, const struct review_plan *plan,
                 struct problem *p)
{
    struct review_work *w = review_begin(r, record, plan, p);
    bool more = true;
    if (w == NULL)
        return false;
    while (more && r->n < w->all) {
        more = plan->progress == NULL || plan->progress(plan->context, r->n, w->all);
        if (more)
            review_step(w);
    }
    while (more && review_step(w)) /* the events after the last choice */
        ;
    review_end(w);
    problem_start(p, -1);
    if (!more)
        review_clear(r);
    return more;
}

void review_clear(struct review *r)
{
    free(r->decision);
    r->decision = NULL;
    r->n = 0;
}
