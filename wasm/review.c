/*
 * The exact chance in a solo game, and reviews, one choice at a time. With think.c and all bots
 * this is the module review.wasm.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/solver.h"
#include "table/review.h"
#include "wasm/think.h"

enum {
    ALIGN = 64,
    CHANCE_BYTES = 64 << 20,
    CHANCE_POSITIONS = 3000000, /* a few seconds */
};

static void write_problem(const struct problem *p)
{
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, PROBLEM_TEXT_MAX);
    problem_write_json(p, &b);
    strbuf_take(&wasm_out, &b);
}

/* ---- chance ---- */

static struct setup solo;

/* Begins a question about a solo game; options follow. False: the game has no solver. */
EXPORT(solo) bool wasm_solo(const char *game)
{
    struct problem p;
    problem_start(&p, -1);
    bool good = setup_find_game(&solo, game, &p) && solvers_find(solo.game) != NULL;
    solo.seats = 1;
    return good;
}

EXPORT(solo_option) bool wasm_solo_option(const char *name, const char *text)
{
    struct problem p;
    problem_start(&p, -1);
    return setup_set_option(&solo, name, text, &p);
}

/* The exact chance to win from the view; -1: it exceeds the limit. */
static double count_chance(const struct solver_kind *exact)
{
    static void *memory;
    static struct solver *solver;
    static const struct solver_kind *of;
    const struct solve_limits limits = {.positions = CHANCE_POSITIONS};
    struct solve_answer answer;
    if (memory == NULL)
        memory = aligned_alloc(ALIGN, CHANCE_BYTES);
    if (memory == NULL)
        return -1;
    if (of != exact || !exact->fits(solver, 1, solo.opt))
        solver = exact->start(memory, CHANCE_BYTES, 1, solo.opt);
    of = exact;
    exact->view(solver, wasm_view(), &limits, &answer);
    return answer.known ? answer.value : -1;
}

/* The same. Where it exceeds the limit, as it does from a view that a book has, the chance over all
   deals with the opposite sign; -1: nobody knows that. */
EXPORT(chance) double wasm_chance(void)
{
    const struct solver_kind *exact = solvers_find(solo.game);
    const struct solve_limits in_page = {.one_by_one = true};
    double known = exact->known(solo.opt);
    move best;
    if (known >= 0 && exact->book(wasm_view(), &in_page, &best))
        return -known;
    double value = count_chance(exact);
    return value < 0 && known >= 0 ? -known : value;
}

/* ---- reviews ---- */

static struct record record;
static struct review review;
static struct review_work *work;

static void forget(void)
{
    if (work == NULL)
        return;
    review_end(work);
    review_clear(&review);
    record_clear(&record);
    work = NULL;
}

/* Begins the review of a record with so many iterations per choice (0: the usual number), the
   choices of a seat first (-1: of none), in place of one that has begun; false: the record is
   wrong, and `wasm_out` says why. */
EXPORT(review) bool wasm_review(const char *line, double budget, int seat)
{
    const struct review_plan plan = {.seat = -1,
                                     .budget = (uint64_t)budget,
                                     .first = seat >= 0 ? UINT32_C(1) << (seat & 31) : 0};
    struct problem p;
    forget();
    if (record_read(&record, line, strlen(line), &p)) {
        work = review_begin(&review, &record, &plan, &p);
        if (work != NULL)
            return true;
        record_clear(&record);
    }
    write_problem(&p);
    return false;
}

/* The iterations per choice; 0: its choices are few and quick with any number. */
EXPORT(review_budget) double wasm_review_budget(void)
{
    return review.game->cooperative ? 0 : (double)review.budget;
}

/* Reviews the next choice, which is written to `wasm_out`; returns the part done so far, 1: all. */
EXPORT(review_step) double wasm_review_step(void)
{
    strbuf_reset(&wasm_out);
    if (!review_step(work))
        return 1;
    review_write_decision(&review, review_newest(work), &wasm_out);
    double part = (double)review.n / review_count(work);
    return part < 1 ? part : 0.999; /* events after the last choice remain */
}

/* The review as JSON. */
EXPORT(review_end) void wasm_review_end(void)
{
    strbuf_reset(&wasm_out);
    review_end(work);
    work = NULL;
    review_write(&review, &wasm_out);
    review_clear(&review);
    record_clear(&record);
}

/* Ends a review before it is done, to free its memory. */
EXPORT(review_stop) void wasm_review_stop(void)
{
    forget();
}
