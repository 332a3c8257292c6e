/*
 * The laws of reviews, for every game, mode and seat count, over whole and unfinished random games:
 * - fair values and reasons have the same bits in every world that the player's view permits;
 * - a reason belongs to a choice that costs something, has words, and names only cards and seats
 *   that the view shows;
 * - the best choice is never worth less than the played one, and blame follows fair values;
 * - roads add up, per choice and in total; the others' share is the loss of their choices; in
 *   competitive games the rests of all seats add up to zero;
 * - a review of one seat has the same values as a review of all;
 * - later events do not change a seat's values (with a fixed budget);
 * - the played move gets as much thought as the best;
 * - two reviews in parallel threads give the same as one.
 *
 * REVIEW_GAMES in the environment sets the number of games of each kind.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "po/words.h"
#include "table/review.h"
#include "table/review_think.h"
#include "tests/laws/play.h"
#include "tests/tap.h"

enum { BUDGET = 60, WORLDS = 2, KINDS_STEP = 5 };
#define NEAR 1e-9

/* How often each law was tried and broken, over all games of one kind. */
enum law {
    LAW_FAIR,
    LAW_REASON,
    LAW_BEST,
    LAW_BLAME,
    LAW_ROAD,
    LAW_ROWS,
    LAW_OTHERS,
    LAW_REST,
    LAW_ALONE,
    LAW_CUT,
    LAW_THOUGHT,
    LAW_EXACT,
    LAW_THREADS,
    LAWS
};
static const char *const titles[LAWS] = {
    [LAW_FAIR] = "fair values and reasons do not depend on hidden cards",
    [LAW_REASON] = "reasons have words and name what the view shows",
    [LAW_BEST] = "the best choice is worth no less than the played one",
    [LAW_BLAME] = "blame follows fair values",
    [LAW_ROAD] = "start, rest, others and skill add up to the outcome",
    [LAW_ROWS] = "choices add up to the road",
    [LAW_OTHERS] = "the others' share is the loss of their choices",
    [LAW_REST] = "the rests of all seats add up to zero",
    [LAW_ALONE] = "a review of one seat has the same values",
    [LAW_CUT] = "later events change nothing",
    [LAW_THOUGHT] = "the played move gets as much thought as the best",
    [LAW_EXACT] = "solo values are exact or absent",
    [LAW_THREADS] = "two reviews at once do not disturb each other",
};

struct kind {
    const struct game *game;
    int seats, opt[GAME_OPTIONS_MAX];
    bool together;
    long tried[LAWS], failed[LAWS];
};

static void hold(struct kind *k, enum law law, bool good)
{
    k->tried[law]++;
    k->failed[law] += !good;
}

/* ------------------------------------------------------------------ records */

static void write_record(const struct kind *k, struct play *p, int events, struct strbuf *out)
{
    struct record_writer w;
    struct state_room room;
    k->game->init(state_in(&room), k->seats, k->opt);
    record_writer_init(&w);
    record_start(&w, k->game, k->seats);
    for (int i = 0; i < events; i++) {
        const struct event *e = &p->event[i];
        if (e->seat == PLAY_DEALER)
            record_add_deal(&w, &e->deal);
        else
            record_add_move(&w, e->seat, e->move);
        play_carry_out(k->game, state_in(&room), e);
    }
    record_finish(&w, state_in(&room), out);
    record_writer_clear(&w);
}

/* Reviews the first events of a game; aborts if the record is refused. */
static void make_review(const struct kind *k, struct play *p, int events, struct review_plan plan,
                        struct review *out)
{
    plan.budget = BUDGET;
    struct record record;
    struct problem problem;
    struct strbuf line;
    strbuf_init(&line);
    write_record(k, p, events, &line);
    if (!record_read(&record, line.text, line.len - 1, &problem) ||
        !review_make(out, &record, &plan, &problem))
        abort();
    record_clear(&record);
    strbuf_clear(&line);
}

/* ------------------------------------------------------------------ laws of one choice */

static bool same_side(const struct review_side *a, const struct review_side *b)
{
    return a->known == b->known && memcmp(&a->played.win, &b->played.win, sizeof(double)) == 0 &&
           memcmp(&a->played.points, &b->played.points, sizeof(double)) == 0 &&
           memcmp(&a->best.win, &b->best.win, sizeof(double)) == 0 &&
           memcmp(&a->best.points, &b->best.points, sizeof(double)) == 0 &&
           a->best.m == b->best.m && a->played.m == b->played.m;
}

static bool same_seen(const struct review_decision *a, const struct review_decision *b)
{
    bool same = a->n == b->n;
    for (int i = 0; i < a->n && same; i++)
        same = a->seen[i].m == b->seen[i].m &&
               memcmp(&a->seen[i].win, &b->seen[i].win, sizeof(double)) == 0;
    return same;
}

static bool same_reason(const struct reason *a, const struct reason *b)
{
    bool same = a->id == b->id && a->better == b->better && a->n == b->n;
    for (int i = 0; i < a->n && same; i++)
        same = a->arg[i].what == b->arg[i].what && a->arg[i].value == b->arg[i].value;
    return same;
}

static bool same_fair(const struct review_decision *a, const struct review_decision *b)
{
    return same_reason(&a->reason, &b->reason) && same_side(&a->fair, &b->fair) &&
           same_seen(a, b) && a->bid.best == b->bid.best &&
           memcmp(&a->bid.study, &b->bid.study, sizeof a->bid.study) == 0;
}

static bool is_ordered(const struct review_side *s)
{
    if (!s->known || s->best.m == s->played.m)
        return true;
    if (s->best.win > BOT_UNKNOWN && fabs(s->best.win - s->played.win) > NEAR)
        return s->best.win > s->played.win;
    return s->best.points + NEAR >= s->played.points;
}

static void check_choice(struct kind *k, const struct review_decision *d)
{
    const struct bot_value *best = &d->fair.best, *played = &d->fair.played;
    hold(k, LAW_BEST, is_ordered(&d->fair) && is_ordered(&d->hindsight));
    double loss = best->win > BOT_UNKNOWN ? best->win - played->win : 0;
    hold(k, LAW_BLAME,
         fabs(d->skill + loss) < NEAR && (d->grade < REVIEW_SLIP || loss > NEAR) &&
             (d->grade != REVIEW_BEST || best->m == played->m));
    if (!d->exact && !played->settled)
        hold(k, LAW_THOUGHT,
             2 * (played->visits + 1) >= best->visits); /* a solved ending may take some */
}

/* Compares the choice in worlds that its player cannot tell from the true one. */
static void check_worlds(struct kind *k, const struct state *s, const struct review_decision *d,
                         struct review_thinker *t, struct rng *r)
{
    static struct review_decision there;
    struct view_room view;
    memset(&view, 0, sizeof view);
    k->game->observe(s, d->seat, view_in(&view));
    for (int i = 0; i < WORLDS; i++) {
        struct state_room world;
        memset(&world, 0, sizeof world);
        k->game->determinize(view_in(&view), r, state_in(&world));
        there = (struct review_decision){.event = d->event, .seat = d->seat, .asked = true};
        there.played = d->played;
        review_think_fair(t, state_in(&world), &there);
        hold(k, LAW_FAIR, same_fair(d, &there));
    }
}

/* Whether the view shows this card: as text in its JSON, in quotes or as a number. */
static bool shows_card(const struct game *g, const char *json, int card)
{
    struct buf b = BUF_ROOM(GAME_TEXT_MAX);
    buf_put_char(&b, '"');
    g->write_card(card, &b);
    buf_put_char(&b, '"');
    return strstr(json, b.text) != NULL;
}

static void check_reason(struct kind *k, const struct state *s, const struct review_decision *d)
{
    static char json[GAME_JSON_MAX];
    struct view_room view;
    struct buf b;
    const struct reason *r = &d->reason;
    if (r->id == NULL)
        return;
    memset(&view, 0, sizeof view);
    k->game->observe(s, d->seat, view_in(&view));
    buf_init(&b, json, sizeof json);
    k->game->write_view(view_in(&view), &b);
    bool good = d->fair.best.m != d->played && strcmp(words_get(WORDS_EN, r->id), r->id) != 0;
    for (int i = 0; i < r->n && good; i++) {
        const struct reason_arg *arg = &r->arg[i];
        good = arg->value >= 0 && (arg->what != REASON_SEAT || arg->value < k->seats) &&
               (arg->what != REASON_PERCENT || arg->value <= 100) &&
               (arg->what != REASON_CARD || shows_card(k->game, json, arg->value));
    }
    hold(k, LAW_REASON, good);
}

static void check_fair(struct kind *k, const struct play *p, const struct review *r,
                       struct rng *rng)
{
    struct setup setup = {.game = k->game, .seats = k->seats};
    struct review_thinker t;
    struct state_room room;
    memcpy(setup.opt, k->opt, sizeof setup.opt);
    review_thinker_init(&t, &setup, r->bot, BUDGET, r->n);
    k->game->init(state_in(&room), k->seats, k->opt);
    for (int i = 0, at = 0; i < r->n; i++) {
        const struct review_decision *d = &r->decision[i];
        for (; at < d->event; at++)
            play_carry_out(k->game, state_in(&room), &p->event[at]);
        if (!d->forced)
            check_reason(k, state_in(&room), d);
        if (!d->forced && rng_below(rng, 4) == 0)
            check_worlds(k, state_in(&room), d, &t, rng);
    }
    review_thinker_clear(&t);
}

/* ------------------------------------------------------------------ laws of roads */

/* The loss of all other seats' choices, for one seat. */
static double lost_by_others(const struct review *r, int seat)
{
    double sum = 0;
    for (int i = 0; i < r->n; i++)
        sum += r->decision[i].seat != seat ? r->decision[i].skill : 0;
    return sum;
}

static void check_rows(struct kind *k, const struct review *r, int seat)
{
    const struct review_seat *road = &r->seat[seat];
    double rest = road->last_rest, others = road->last_others, skill = 0;
    for (int i = 0; i < r->n; i++) {
        const struct review_decision *d = &r->decision[i];
        if (d->seat != seat)
            continue;
        rest += d->rest;
        others += d->others;
        skill += d->skill;
    }
    hold(k, LAW_ROWS,
         fabs(rest - road->rest) < NEAR && fabs(others - road->others) < NEAR &&
             fabs(skill - road->skill) < NEAR);
}

static void check_roads(struct kind *k, const struct review *r)
{
    double rest = 0, others = 0, lost = 0;
    for (int i = 0; i < k->seats; i++) {
        const struct review_seat *road = &r->seat[i];
        if (road->start <= BOT_UNKNOWN)
            return; /* forced moves only */
        double sum = road->start + road->rest + road->others + road->skill;
        hold(k, LAW_ROAD, fabs(sum - road->outcome) < NEAR && road->skill <= 0);
        check_rows(k, r, i);
        if (k->together)
            hold(k, LAW_OTHERS, fabs(road->others - lost_by_others(r, i)) < NEAR);
        rest += road->rest;
        others += road->others;
        lost += road->skill;
    }
    if (!k->together) {
        hold(k, LAW_OTHERS, fabs(others + lost) < NEAR);
        if (r->seat[0].over)
            hold(k, LAW_REST, fabs(rest) < NEAR);
    }
}

static bool same_choices(const struct review *all, const struct review *part, int seat)
{
    bool same = true;
    for (int i = 0; i < part->n && same; i++) {
        const struct review_decision *a = &all->decision[i], *b = &part->decision[i];
        if (seat >= 0 && b->seat != seat)
            continue;
        same = a->event == b->event && same_fair(a, b) && same_side(&a->hindsight, &b->hindsight) &&
               a->rest == b->rest && a->others == b->others && a->skill == b->skill;
    }
    return same;
}

/* Solo positions that are not solved in time have no value, though a book may know the best. */
static void check_hurried(struct kind *k, struct play *p)
{
    enum { FEW = 3000 };
    struct review r;
    int left = 0;
    make_review(k, p, p->n, (struct review_plan){.seat = -1, .positions = FEW}, &r);
    for (int i = 0; i < r.n; i++) {
        const struct review_decision *d = &r.decision[i];
        left += !d->forced && !d->valued;
        if (!d->forced)
            hold(k, LAW_EXACT, !d->valued || d->exact);
    }
    hold(k, LAW_EXACT, left > 0 && !r.seat[0].exact);
    check_roads(k, &r);
    review_clear(&r);
}

struct job {
    const struct kind *k;
    struct play *p;
    struct review review;
};

static void *review_in_thread(void *context)
{
    struct job *j = context;
    make_review(j->k, j->p, j->p->n, (struct review_plan){.seat = -1}, &j->review);
    return NULL;
}

/* Reviews this game and another one, first in sequence and then in parallel. */
static void check_threads(struct kind *k, struct play *p)
{
    static struct play other;
    struct job alone[2] = {{.k = k, .p = p}, {.k = k, .p = &other}}, both[2];
    pthread_t thread[2];
    play_start(&other, k->game, k->seats, k->opt);
    play_seed(&other, game_hash_bytes(k->opt, sizeof k->opt), UINT32_MAX);
    play_on(&other, PLAY_EVENTS_MAX);
    memcpy(both, alone, sizeof both);
    review_in_thread(&alone[0]);
    review_in_thread(&alone[1]);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&thread[i], NULL, review_in_thread, &both[i]) != 0)
            abort();
    for (int i = 0; i < 2; i++) {
        const struct review *a = &alone[i].review, *b = &both[i].review;
        pthread_join(thread[i], NULL);
        hold(k, LAW_THREADS, a->bot == b->bot && a->n == b->n && same_choices(a, b, -1));
        review_clear(&alone[i].review);
        review_clear(&both[i].review);
    }
}

/* ------------------------------------------------------------------ games */

static void check_game(struct kind *k, uint64_t number)
{
    static struct play p;
    struct review all, part;
    struct rng r;
    play_start(&p, k->game, k->seats, k->opt);
    play_seed(&p, game_hash_bytes(k->opt, sizeof k->opt), number);
    rng_seed_pair(&r, 0x726576, number);
    play_on(&p, PLAY_EVENTS_MAX);
    make_review(k, &p, p.n, (struct review_plan){.seat = -1}, &all);
    for (int i = 0; i < all.n; i++)
        if (!all.decision[i].forced && all.decision[i].valued)
            check_choice(k, &all.decision[i]);
    check_roads(k, &all);
    check_fair(k, &p, &all, &r);
    int seat = (int)rng_below(&r, (uint32_t)k->seats);
    make_review(k, &p, p.n, (struct review_plan){.seat = seat, .first = UINT32_C(1) << seat},
                &part);
    hold(k, LAW_ALONE,
         part.n == all.n && same_choices(&all, &part, seat) &&
             part.seat[seat].rest == all.seat[seat].rest);
    review_clear(&part);
    make_review(k, &p, (int)rng_below(&r, (uint32_t)p.n), (struct review_plan){.seat = -1}, &part);
    if (part.bot == all.bot) /* a pair may break with a convention only later */
        hold(k, LAW_CUT, part.n <= all.n && same_choices(&all, &part, -1));
    check_roads(k, &part);
    if (k->together && k->seats == 1)
        check_hurried(k, &p);
    else if (number == 0)
        check_threads(k, &p);
    review_clear(&part);
    review_clear(&all);
}

/* Only solo modes with `hard2`: the others take the solver many seconds per game. */
static bool is_quick(const struct kind *k)
{
    if (!k->together || k->seats > 1)
        return true;
    for (int i = 0; k->game->options[i].name != NULL; i++)
        if (strcmp(k->game->options[i].name, "hard2") == 0)
            return k->opt[i] == 1;
    return false;
}

static void next_options(struct kind *k)
{
    do {
        if (!play_next_options(k->game, k->seats, k->opt))
            play_first_options(k->game, k->seats, k->opt);
    } while (!is_quick(k));
}

static void test_kind(const struct game *g, int seats, int games)
{
    struct kind k = {.game = g, .seats = seats, .together = strcmp(g->name, "smitten") == 0};
    play_first_options(g, seats, k.opt);
    for (int i = 0; i < games; i++) {
        for (int step = 0; step < KINDS_STEP; step++)
            next_options(&k);
        check_game(&k, (uint64_t)i);
    }
    for (int law = 0; law < LAWS; law++)
        if (k.tried[law] > 0)
            tap_ok(k.failed[law] == 0, "%s, seats %d: %s (%ld of %ld)", g->name, seats, titles[law],
                   k.tried[law] - k.failed[law], k.tried[law]);
    tap_ok(k.tried[LAW_FAIR] > 0 && k.tried[LAW_ROAD] > 0, "%s, seats %d: the laws were tried",
           g->name, seats);
}

int main(int argc, char **argv)
{
    const char *wanted = getenv("REVIEW_GAMES");
    int games = wanted == NULL ? tap_part(3) : atoi(wanted);
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        if (strcmp(g->name, argc > 1 ? argv[1] : g->name) != 0)
            continue;
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            test_kind(g, seats, games);
    }
    return tap_done();
}
