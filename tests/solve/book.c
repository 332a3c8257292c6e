/* The books of first turns: they have what they should, and what they say is best. */
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"
#include "solve/smitten_book.h"
#include "tests/tap.h"

enum { MODES = 8 };
static const size_t table = (size_t)700 << 20; /* only used as far as needed */

static void set_mode(int mode, int pair, int *opt)
{
    memset(opt, 0, sizeof *opt * SMITTEN_OPTIONS);
    opt[SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_MEDIUM;
    opt[SMITTEN_OPT_EASY] = mode >> 2;
    opt[SMITTEN_OPT_HARD1] = mode >> 1 & 1;
    opt[SMITTEN_OPT_HARD2] = mode & 1;
    opt[SMITTEN_OPT_CARD4] = pair / 6;
    opt[SMITTEN_OPT_CARD9] = pair % 6;
}

static void start_game(struct state *s, int mode, int pair, struct rng *r)
{
    struct deal d;
    int opt[SMITTEN_OPTIONS], at;
    set_mode(mode, pair, opt);
    smitten_init(s, 1, opt);
    smitten_shuffle(s, r, &d);
    smitten_deal(s, &d, &at);
}

/* The first turn and the start of the second, as long as nothing was swapped, and what comes right
   after a swap as the first move of all; but not the end of a chain of two 2s. */
static bool is_in_book(const struct smitten_table *t)
{
    if (t->phase == SMITTEN_OVER || t->placed > (t->swapped ? 0 : 2))
        return false;
    return t->phase == SMITTEN_TURN ||
           (t->turn == 1 && !(t->phase == SMITTEN_FLIPPED && t->placed > 0));
}

static bool is_legal(const struct state *s, move m)
{
    move moves[GAME_MOVES_MAX];
    int n = smitten_legal(s, 0, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == m)
            return true;
    return false;
}

static void make_random_move(struct state *s, struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    int n = smitten_legal(s, 0, moves);
    smitten_apply(s, 0, moves[rng_below(r, (uint32_t)n)]);
}

/* Whatever is played at random, the books know an answer that is legal; with `others` for all pairs
   of `card4` and `card9` but the usual one. */
static void test_whole(int mode, bool others, int games)
{
    int asked = 0, missing = 0, wrong = 0, within[3] = {0};
    struct rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < games; i++) {
        struct state s;
        struct view v;
        move m;
        int pair = others ? 1 + i * (OTHER_PAIRS - 1) / games : 0;
        for (start_game(&s, mode, pair, &r); smitten_actors(&s) != 0; make_random_move(&s, &r)) {
            if (!is_in_book(&s.t))
                continue;
            smitten_observe(&s, 0, &v);
            bool known = solve_smitten_book(&v, NULL, &m);
            asked++;
            missing += !known;
            wrong += known && !is_legal(&s, m);
            within[s.t.placed] += s.t.phase != SMITTEN_TURN;
        }
    }
    tap_ok(missing == 0 && wrong == 0 && within[1] > 0 && within[2] > 0,
           "mode %d%s: %d positions known (%d missing, %d not legal)", mode,
           others ? ", other cards" : "", asked, missing, wrong);
}

/* What the books say has the value of the best choice, to the last bit. */
static bool is_best(struct solver *solver, const struct state *s)
{
    struct view v;
    struct solve_answer answer;
    move m = 0;
    smitten_observe(s, 0, &v);
    bool good = false, known = solve_smitten_book(&v, NULL, &m);
    solve_smitten_view(solver, &v, NULL, &answer);
    /* Card 1: what is revealed matters only as far as the best card is left. */
    for (int i = 0; i < answer.n && known; i++)
        good |= answer.choice[i].m == m && answer.choice[i].value == answer.value;
    return good;
}

static void test_best(void *memory, int mode, int pair, int positions)
{
    int opt[SMITTEN_OPTIONS], n = 0, wrong = 0;
    struct rng r;
    rng_seed(&r, 9 + (uint64_t)mode);
    set_mode(mode, pair, opt);
    struct solver *solver = solve_smitten_start(memory, table, 1, opt);
    while (n < positions) {
        struct state s;
        int stop = 1 + n % 2, steps = 1 + (int)rng_below(&r, 3); /* cards, and moves before it */
        for (start_game(&s, mode, pair, &r); steps > 0 && smitten_actors(&s) != 0; steps--)
            make_random_move(&s, &r);
        if (!is_in_book(&s.t) || s.t.placed != stop)
            continue;
        wrong += !is_best(solver, &s);
        n++;
    }
    tap_ok(wrong == 0, "mode %d, pair %d: %d answers have the best value", mode, pair, n);
}

/* The same for a swap as the first move of all. */
static void test_swapped(void *memory, int mode, int pair, int positions)
{
    int opt[SMITTEN_OPTIONS], n = 0, flipped = 0, wrong = 0;
    struct rng r;
    rng_seed(&r, 9);
    set_mode(mode, pair, opt);
    struct solver *solver = solve_smitten_start(memory, table, 1, opt);
    while (n < positions) {
        struct state s;
        start_game(&s, mode, pair, &r);
        make_random_move(&s, &r);
        if (s.t.swapped && n % 2 == 1)
            make_random_move(&s, &r);
        if (!s.t.swapped || s.t.placed > 0 || (s.t.phase == SMITTEN_FLIPPED) != n % 2)
            continue;
        wrong += !is_best(solver, &s);
        flipped += s.t.phase == SMITTEN_FLIPPED;
        n++;
    }
    tap_ok(wrong == 0 && flipped > 0,
           "mode %d, pair %d: %d answers after a swap have the best value", mode, pair, n);
}

/* The packed letters of a mode are those that are made anew; the parts that the book has. */
static void test_other(void *memory, int mode, int pair)
{
    static char text[SOLVE_BOOK_MAX];
    bool hard1 = mode >> 1 & 1, easy = mode >= 4;
    int opt[SMITTEN_OPTIONS], wrong = 0;
    int to = other_part_at(hard1, easy ? OTHER_PARTS : OTHER_SWAPPED);
    set_mode(mode, pair, opt);
    struct solver *solver = solve_smitten_start(memory, table, 1, opt);
    bool made = solve_smitten_make_book(solver, 2, SOLVE_BOOK_OTHER, text);
    for (int at = 0; at < to && made; at++)
        wrong += text[at] != smitten_packed_letter(mode, pair, at, NULL);
    tap_ok(made && wrong == 0, "mode %d, pair %d: %d letters as they are made", mode, pair, to);
}

int main(void)
{
    void *memory = aligned_alloc(64, table);
    for (int mode = 0; mode < MODES; mode++)
        test_whole(mode, false, tap_part(2000));
    for (int mode = 0; mode < MODES; mode++)
        if (mode != 1 && mode != 3) /* where the solver is fast enough */
            test_whole(mode, true, tap_part(1400));
    test_best(memory, 0, 5 * 6 + 5, tap_part(10)); /* none, none */
    test_best(memory, 2, 5 * 6 + 4, tap_part(10)); /* none, near */
    test_other(memory, 0, 4 * 6 + 5);              /* near, none */
    test_other(memory, 2, 1 * 6 + 2);              /* same, other */
    test_other(memory, 5, 5 * 6 + 3);              /* none, new */
    test_other(memory, 7, 0 * 6 + 4);              /* any, near */
    /* With a swap to come the solver is slow. */
    for (int mode = 0; mode < MODES; mode++)
        test_best(memory, mode, 0, mode < 4 ? tap_part(10) : 1 + (mode & 1));
    for (int mode = 4; mode < MODES; mode++)
        test_swapped(memory, mode, 0, 6);
    test_swapped(memory, 4, 4 * 6 + 2, 4); /* near, other */
    test_swapped(memory, 6, 5 * 6 + 5, 4); /* none, none */
    free(memory);
    return tap_done();
}
