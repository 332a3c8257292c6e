/*
 * Best play of Smitten through the engine, from real deals and views only. The expert bot plays
 * solo, the solver plays open hands. The share of games won must agree with the exact value in
 * docs/smitten-solved.md, which the sweep finds again with one thread and with two. The book of
 * first turns holds best choices, and the bot makes best choices at every position of games in
 * several modes: it never falls back to a heuristic.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "search/bot.h"
#include "solve/smitten.h"
#include "tests/tap.h"

enum { GAMES = 1000, GAMES_ALONE = 500, FIRST_TURNS = 40, ALIGN = 64 };
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

extern const struct bot smitten_expert_bot;
static void *scratch; /* the bot's */

static int booked, missed; /* choices that the book gives, and those of them that are not best */

/* The book's choice must be one of the best. */
static void check_book(const struct view *v, const struct solve_answer *a)
{
    move m;
    if (!solve_smitten_book(v, NULL, &m))
        return;
    bool best = false;
    for (int i = 0; i < a->n; i++)
        best |= a->choice[i].m == m && a->choice[i].value == a->value;
    booked++;
    missed += !best;
}

/* Random first turns: the book must know every position except after a closed card. */
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
    tap_ok(missed == 0 && booked >= asked && asked >= turns,
           "%s: the book knows the best of %d choices in first turns", m->name, booked);
}

static void ask_bot(const struct view *v, struct bot_choice *out)
{
    const struct bot *bot = &smitten_expert_bot;
    const struct bot_limits limits = {.must = true};
    struct bot_question q = {
        .game = bot->game, .view = v, .limits = &limits, .seed = 1, .scratch = scratch};
    bot->choose(bot, &q, out);
}

/* The best choice for the seats that may move now. */
static struct solve_choice choose(struct solver *solver, const struct state *s)
{
    static struct bot_choice c;
    struct solve_answer a;
    if (s->t.seats == 1) {
        struct view v;
        smitten_observe(s, 0, &v);
        ask_bot(&v, &c);
        return (struct solve_choice){.seat = 0, .m = c.m};
    }
    solve_smitten_open(solver, s, NULL, &a);
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
    int won = 0, games = tap_part(m->seats == 1 ? GAMES_ALONE : GAMES);
    double value = strtod(m->value, NULL), spread = sqrt(value * (1 - value) / games);
    rng_seed(&r, 17);
    for (int i = 0; i < games; i++)
        won += play_game(solver, m, &r);
    double share = (double)won / games;
    tap_ok(fabs(share - value) < 4 * spread, "%s: %s wins %d of %d games, %.4f; exactly %.4f",
           m->name, m->seats == 1 ? "the expert" : "the solver", won, games, share, value);
}

/* Games in one mode, from `from` cards on, where every choice of the bot is one of the best. */
struct study {
    const char *name;
    int opt[SMITTEN_OPTIONS];
    int from, games;
};
static const struct study studies[] = {
    {"hard2", {SMITTEN_LEVEL_MEDIUM, 0, 0, 0, 0, 1}, 0, 6},
    {"the usual rules", {SMITTEN_LEVEL_MEDIUM}, 4, 8},
    {"easy hard1", {SMITTEN_LEVEL_MEDIUM, 0, 0, 1, 1, 0}, 4, 12},
    {"easy hard2 card4=new", {SMITTEN_LEVEL_MEDIUM, SMITTEN_ASK_NEW, 0, 1, 0, 1}, 4, 8},
    {"card4=near card9=none", {SMITTEN_LEVEL_MEDIUM, SMITTEN_ASK_NEAR, SMITTEN_ASK_NONE}, 4, 8},
};

/* The value of the bot's choice, or -1 if it is not legal. An answer that is not from the book must
   list all values, bit by bit. */
static double value_of_choice(const struct bot_choice *c, const struct solve_answer *a)
{
    double value = -1;
    for (int i = 0; i < a->n; i++)
        if (a->choice[i].m == c->m)
            value = a->choice[i].value;
    bool exact = c->n == 0 || (c->n == a->n && c->seen[0].value == a->value);
    return exact ? value : -1;
}

static void study_mode(struct solver *solver, const struct study *m)
{
    struct rng r;
    int asked = 0, wrong = 0, games = tap_part(m->games);
    static struct bot_choice c;
    static struct solve_answer a;
    rng_seed(&r, 29);
    for (int i = 0; i < games; i++) {
        struct state s;
        struct deal d;
        struct view v;
        move moves[GAME_MOVES_MAX];
        int at;
        smitten_init(&s, 1, m->opt);
        smitten_shuffle(&s, &r, &d);
        smitten_deal(&s, &d, &at);
        while (smitten_actors(&s) != 0) {
            move random = moves[rng_below(&r, (uint32_t)smitten_legal(&s, 0, moves))];
            if (s.t.placed < m->from) {
                smitten_apply(&s, 0, random);
                continue;
            }
            smitten_observe(&s, 0, &v);
            ask_bot(&v, &c);
            solve_smitten_view(solver, &v, NULL, &a);
            wrong += value_of_choice(&c, &a) != a.value;
            asked++;
            smitten_apply(&s, 0, i % 2 == 0 ? c.m : random); /* every second game at random */
        }
    }
    tap_ok(wrong == 0 && asked >= games,
           "%s: all of the expert's %d choices are best, from %d cards on", m->name, asked,
           m->from);
}

int main(void)
{
    void *memory = aligned_alloc(ALIGN, table);
    scratch = aligned_alloc(ALIGN, (smitten_expert_bot.scratch / ALIGN + 1) * ALIGN);
    if (memory == NULL || scratch == NULL)
        abort();
    memset(scratch, 0, smitten_expert_bot.scratch);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct solver *s = solve_smitten_start(memory, table, modes[i].seats, modes[i].opt);
        test_value(s, &modes[i], 2);
        if (i == 0)
            test_value(s, &modes[i], 1);
        test_games(s, &modes[i]);
        if (modes[i].seats == 1)
            test_book(s, &modes[i]);
    }
    for (size_t i = 0; i < sizeof studies / sizeof studies[0]; i++)
        study_mode(solve_smitten_start(memory, table, 1, studies[i].opt), &studies[i]);
    free(memory);
    free(scratch);
    return tap_done();
}
