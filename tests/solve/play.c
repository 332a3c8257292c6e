/*
 * The best play of the Smitten solver, played through the engine: real deals, and only views for
 * the solver to see. The share of games won must agree with the exact value, and that value is
 * one of docs/smitten-solved.md, which the sweep finds again with one thread and with two. And the
 * book of first turns has best choices.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"
#include "tests/tap.h"

enum { GAMES = 3000, FIRST_TURNS = 400 };
static const size_t table = (size_t)512 << 20;

struct mode {
    const char *name;
    int seats;
    int opt[SMITTEN_OPTIONS];
    const char *value; /* as printed by `parlor solve` */
};

static const struct mode modes[] = {
    {"solo hard2", 1, {SMITTEN_LEVEL_MEDIUM, 0, 0, 0, 0, 1}, "0.6321820643489"},
    {"solo hard1 hard2", 1, {SMITTEN_LEVEL_MEDIUM, 0, 0, 0, 1, 1}, "0.5946154504051"},
    {"open hard", 2, {SMITTEN_LEVEL_HARD, 0, 0, 0, 0, 0}, "0.8600739111970"},
};

static int booked, missed; /* choices that the book gives, and those of them that are not best */

/* What the book chooses must be one of the best. */
static void check_book(const struct view *v, const struct solve_answer *a)
{
    move m;
    if (!solve_smitten_book(v, &m))
        return;
    bool best = false;
    for (int i = 0; i < a->n; i++)
        best |= a->choice[i].m == m && a->choice[i].value == a->value;
    booked++;
    missed += !best;
}

/* First turns at random: the book must know all of them but what follows a closed card. */
static void test_book(struct solver *solver, const struct mode *m)
{
    int turns = tap_part(FIRST_TURNS);
    struct rng r;
    int asked = 0;
    booked = missed = 0;
    rng_seed(&r, 23);
    for (int i = 0; i < turns; i++) {
        struct state s;
        struct deal d;
        struct view v;
        struct solve_answer a;
        int at, flips = 0;
        smitten_init(&s, 1, m->opt);
        smitten_shuffle(&s, &r, &d);
        smitten_deal(&s, &d, &at);
        while (smitten_actors(&s) != 0 && s.t.turn == 1 && s.t.placed < 2) {
            smitten_observe(&s, 0, &v);
            solve_smitten_view(solver, &v, NULL, &a);
            check_book(&v, &a);
            bool mirrored = s.t.placed == 1 && s.t.option[SMITTEN_OPT_HARD1] != 0;
            asked += !mirrored && (s.t.placed == 0 || flips == 0) && s.t.kept == 0;
            move choice = a.choice[rng_below(&r, (uint32_t)a.n)].m;
            flips += smitten_kind_of(choice) == SMITTEN_FLIP;
            smitten_apply(&s, 0, choice);
        }
    }
    tap_ok(missed == 0 && booked >= asked && asked > turns,
           "%s: the book knows the best of %d choices in first turns", m->name, booked);
}

/* The best choice for the seats that may move now. */
static struct solve_choice choose(struct solver *solver, const struct state *s)
{
    struct solve_answer a;
    if (s->t.seats == 1) {
        struct view v;
        smitten_observe(s, 0, &v);
        solve_smitten_view(solver, &v, NULL, &a);
    } else {
        solve_smitten_open(solver, s, NULL, &a);
    }
    int best = 0;
    for (int i = 1; i < a.n; i++)
        if (a.choice[i].value > a.choice[best].value)
            best = i;
    return a.choice[best];
}

static bool play_game(struct solver *solver, const struct mode *m, struct rng *r)
{
    struct state s;
    struct deal d;
    int at;
    smitten_init(&s, m->seats, m->opt);
    smitten_shuffle(&s, r, &d);
    smitten_deal(&s, &d, &at);
    while (smitten_actors(&s) != 0) {
        struct solve_choice c = choose(solver, &s);
        smitten_apply(&s, c.seat, c.m);
    }
    return s.t.placed == SMITTEN_GOAL;
}

static void test_value(struct solver *solver, const struct mode *m, int threads)
{
    double value;
    char text[32] = "no memory";
    if (solve_smitten_sweep(solver, threads, NULL, NULL, &value))
        snprintf(text, sizeof text, "%.13f", value);
    tap_ok(strcmp(text, m->value) == 0, "%s is worth %s (%s) by %d threads", m->name, m->value,
           text, threads);
}

/* Four standard deviations: a good solver fails once in 16,000 seeds, and the seed is fixed. */
static void test_games(struct solver *solver, const struct mode *m)
{
    struct rng r;
    int won = 0;
    int games = tap_part(GAMES);
    double value = strtod(m->value, NULL), spread = sqrt(value * (1 - value) / games);
    rng_seed(&r, 17);
    for (int i = 0; i < games; i++)
        won += play_game(solver, m, &r);
    double share = (double)won / games;
    tap_ok(fabs(share - value) < 4 * spread, "%s: %d of %d games won, %.4f; exactly %.4f", m->name,
           won, games, share, value);
}

int main(void)
{
    void *memory = aligned_alloc(64, table);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct solver *s = solve_smitten_start(memory, table, modes[i].seats, modes[i].opt);
        test_value(s, &modes[i], 2);
        if (i == 0)
            test_value(s, &modes[i], 1);
        test_games(s, &modes[i]);
        if (modes[i].seats == 1)
            test_book(s, &modes[i]);
    }
    free(memory);
    return tap_done();
}
