/*
 * The Smitten solver against the engine. Both allow the same numbers and plays. Endings from random
 * play are solved again by brute force over engine states alone: every order of the hidden cards is
 * a world, `apply` makes the moves, and worlds that look the same stay together. Values of
 * positions and of every legal choice must agree. Whole blocks, single positions and a cache that
 * is too small must give the same bits.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/smitten_value.h"
#include "tests/tap.h"

extern const struct game smitten_game;

enum { WORLDS_MAX = 120, DEPTH_MAX = 64, TABLE = 64 << 20, NODES_MAX = 100000 };
enum { ROOM = 400 << 20 }; /* for whole blocks; pages are only touched as needed */

static long nodes; /* of the current brute force */

struct worlds {
    int n;
    struct state s[WORLDS_MAX];
};

/* Whether the players see the same in both; with two players both hands lie open. */
static bool look_alike(const struct state *a, const struct state *b)
{
    struct view v, w;
    for (int seat = 0; seat < a->t.seats; seat++) {
        smitten_observe(a, seat, &v);
        smitten_observe(b, seat, &w);
        if (memcmp(&v, &w, sizeof v) != 0)
            return false;
    }
    return true;
}

/* Scratch arrays by depth: each move takes two. */
static struct worlds pool[2 * DEPTH_MAX];
static int depth;

static double brute_value(const struct worlds *w);

/* The chance to win after a move: the mean over the groups of worlds that then look alike. */
static double brute_move(const struct worlds *w, int seat, move m)
{
    struct worlds *next = &pool[2 * depth], *group = next + 1;
    bool used[WORLDS_MAX] = {false};
    double sum = 0;
    depth++;
    next->n = w->n;
    for (int i = 0; i < w->n; i++) {
        next->s[i] = w->s[i];
        smitten_apply(&next->s[i], seat, m);
    }
    for (int i = 0; i < w->n; i++) {
        if (used[i])
            continue;
        group->n = 0;
        for (int j = i; j < w->n; j++)
            if (!used[j] && look_alike(&next->s[i], &next->s[j])) {
                used[j] = true;
                group->s[group->n++] = next->s[j];
            }
        sum += group->n * brute_value(group);
    }
    depth--;
    return sum / w->n;
}

static double brute_value(const struct worlds *w)
{
    move moves[GAME_MOVES_MAX];
    double best = 0;
    if (smitten_actors(&w->s[0]) == 0)
        return w->s[0].t.placed == SMITTEN_GOAL;
    if (++nodes > NODES_MAX)
        return 0;
    for (int seat = 0; seat < w->s[0].t.seats; seat++) {
        int n = smitten_legal(&w->s[0], seat, moves);
        for (int i = 0; i < n; i++) {
            double v = brute_move(w, seat, moves[i]);
            best = v > best ? v : best;
        }
    }
    return best;
}

/* Fills the hidden places of a state with these cards in this order. */
static void fill_hidden(struct state *s, const uint8_t *card)
{
    for (int i = 0; i < 2; i++)
        if (s->closed[i] != 0)
            s->closed[i] = *card++;
    if (!s->t.swapped)
        s->aside = *card++;
    s->deck = 0;
    for (int i = 0; i < s->t.decked; i++)
        s->deck |= (uint64_t)*card++ << SMITTEN_DECK_BITS * i;
}

static int list_hidden(const struct state *s, uint8_t *card)
{
    int n = 0;
    for (int i = 0; i < 2; i++)
        if (s->closed[i] != 0)
            card[n++] = s->closed[i];
    if (!s->t.swapped)
        card[n++] = s->aside;
    for (int i = 0; i < s->t.decked; i++)
        card[n++] = (uint8_t)(s->deck >> SMITTEN_DECK_BITS * i & SMITTEN_DECK_MASK);
    return n;
}

/* Every order of the hidden cards. Equal cards give equal orders several times, all equally often,
   which changes no mean. */
static void permute(struct worlds *w, const struct state *s, uint8_t *card, int at, int n)
{
    if (at == n) {
        w->s[w->n] = *s;
        fill_hidden(&w->s[w->n++], card);
        return;
    }
    for (int i = at; i < n; i++) {
        uint8_t keep = card[at];
        card[at] = card[i];
        card[i] = keep;
        permute(w, s, card, at + 1, n);
        card[i] = card[at];
        card[at] = keep;
    }
}

static void play_random(struct state *s, struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    int seat = s->t.seats == 2 && (s->t.actors == 3 ? rng_below(r, 2) : s->t.actors == 2);
    int n = smitten_legal(s, seat, moves);
    if (n > 0)
        smitten_apply(s, seat, moves[rng_below(r, (uint32_t)n)]);
}

/* Random play until few cards are hidden; false if the game ended before. */
static bool reach_ending(struct state *s, int seats, const int *opt, struct rng *r, int hidden)
{
    struct deal d;
    uint8_t card[SMITTEN_CARDS];
    int at;
    smitten_init(s, seats, opt);
    smitten_shuffle(s, r, &d);
    smitten_deal(s, &d, &at);
    while (smitten_actors(s) != 0) {
        if (list_hidden(s, card) <= hidden)
            return true;
        play_random(s, r);
    }
    return false;
}

static void random_options(struct rng *r, int *opt)
{
    opt[SMITTEN_OPT_LEVEL] = (int)rng_below(r, 3);
    opt[SMITTEN_OPT_CARD4] = (int)rng_below(r, 6);
    opt[SMITTEN_OPT_CARD9] = (int)rng_below(r, 6);
    opt[SMITTEN_OPT_EASY] = (int)rng_below(r, 2);
    opt[SMITTEN_OPT_HARD1] = (int)rng_below(r, 2);
    opt[SMITTEN_OPT_HARD2] = (int)rng_below(r, 2);
}

/* Compares one ending: 1 if equal, 0 if too large for brute force, -1 if different. */
static int compare_ending(const struct state *s, const int *opt, void *memory)
{
    uint8_t card[SMITTEN_CARDS];
    struct worlds *w = calloc(1, sizeof *w);
    struct solve_answer a;
    struct solver *solver = solve_smitten_start(memory, TABLE, s->t.seats, opt);
    solve_smitten_open(solver, s, NULL, &a);
    permute(w, s, card, 0, list_hidden(s, card));
    int legal = 0, verdict = a.known ? 1 : -1;
    double best = 0;
    nodes = 0;
    for (int seat = 0; seat < s->t.seats; seat++) {
        move moves[GAME_MOVES_MAX];
        int n = smitten_legal(s, seat, moves);
        for (int i = 0; i < n && verdict > 0; i++, legal++) {
            double v = brute_move(w, seat, moves[i]);
            best = v > best ? v : best;
            if (nodes > NODES_MAX)
                verdict = 0;
            else if (a.choice[legal].m != moves[i] || a.choice[legal].seat != seat ||
                     fabs(a.choice[legal].value - v) > 1e-12)
                verdict = -1;
        }
    }
    if (verdict > 0 && (legal != a.n || fabs(best - a.value) > 1e-12))
        verdict = -1;
    free(w);
    return verdict;
}

static bool plays(const struct state *s, int hand, struct played p)
{
    int named = s->t.seats == 1 ? hand + 1 : 0;
    return smitten_refuse(s, s->t.seats == 1 ? 0 : hand,
                          smitten_move(SMITTEN_PLAY, named, p.card + 1, p.square, p.call)) == NULL;
}

/* Whether a hand can play each of its cards in the ways that the solver lists, and in no other. The
   last card is played without its announcement, but then the game is won. */
static bool plays_agree(const struct solver *solver, struct grid g, const struct state *s, int hand)
{
    for (unsigned left = s->hand[hand].one; left != 0 && g.count + 1 < SMITTEN_GOAL;
         left &= left - 1) {
        struct played p[SMITTEN_PLAYS_MAX];
        int legal = 0, n = smitten_value_plays(solver, g, lowest(left), p);
        for (int i = 0; i < 6; i++)
            legal += plays(s, hand, (struct played){(uint8_t)lowest(left), i & 1, i >> 1});
        for (int i = 0; i < n; i++)
            legal -= plays(s, hand, p[i]) ? 1 : 100;
        if (legal != 0)
            return false;
    }
    return true;
}

/* Whether the solver allows the same numbers as the engine, and the same plays. */
static bool rules_agree(const struct solver *solver, const struct state *s)
{
    const struct smitten_table *t = &s->t;
    struct grid g = {.shape = {solver->shape_of[t->square[0]], solver->shape_of[t->square[1]]},
                     .count = t->placed};
    unsigned may[2];
    if (t->phase == SMITTEN_FLIPPED)
        return true; /* the engine allows one card only */
    if (t->phase == SMITTEN_TURN) {
        smitten_value_fit(solver, g, may);
        return may[0] == t->may[0] && may[1] == t->may[1] && plays_agree(solver, g, s, 0) &&
               plays_agree(solver, g, s, 1);
    }
    smitten_value_may(solver, g, (struct played){(uint8_t)(t->card - 1), t->at, t->call}, may);
    return may[0] == t->may[0] && may[1] == t->may[1];
}

/* Random games from the deal to the end. */
static void test_rules(int games, void *memory)
{
    struct rng r;
    int positions = 0, wrong = 0;
    rng_seed(&r, 15);
    for (int i = 0; i < games; i++) {
        struct state s;
        int opt[SMITTEN_OPTIONS], seats = 1 + i % 2;
        random_options(&r, opt);
        reach_ending(&s, seats, opt, &r, SMITTEN_CARDS); /* dealt */
        const struct solver *solver = solve_smitten_start(memory, TABLE, seats, opt);
        for (; smitten_actors(&s) != 0; positions++) {
            wrong += !rules_agree(solver, &s);
            play_random(&s, &r);
        }
    }
    tap_ok(wrong == 0 && positions > 3 * games, "%d positions of %d games have the engine's rules",
           positions, games);
}

static void test_brute(int seats, int hidden, int wanted, void *memory)
{
    struct rng r;
    int compared = 0, wrong = 0, tries = 0, open_end = 0;
    rng_seed_pair(&r, 2026, (uint64_t)(seats * 10 + hidden));
    while (compared < wanted && tries++ < 100000 && wrong == 0) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        random_options(&r, opt);
        if (!reach_ending(&s, seats, opt, &r, hidden))
            continue;
        int verdict = compare_ending(&s, opt, memory);
        compared += verdict > 0;
        wrong += verdict < 0;
        open_end += s.t.phase != SMITTEN_TURN;
    }
    tap_ok(wrong == 0 && compared == wanted && (open_end > 0 || wanted < 100),
           "%d seats: %d endings with %d hidden cards (%d within a turn) equal brute force", seats,
           compared, hidden, open_end);
}

/* Compares two answers bit by bit. */
static bool is_same(const struct solve_answer *a, const struct solve_answer *b)
{
    return a->known && b->known && a->n == b->n &&
           memcmp(&a->value, &b->value, sizeof a->value) == 0 &&
           memcmp(a->choice, b->choice, sizeof a->choice[0] * (size_t)a->n) == 0;
}

/* Solves one position both ways. */
static bool equal_bits(const struct state *s, const int *opt, void *one, void *two, size_t small)
{
    struct solve_answer a, b;
    struct solver *plain = solve_smitten_start(one, TABLE, s->t.seats, opt);
    struct solver *other = solve_smitten_start(two, small, s->t.seats, opt);
    solve_smitten_open(plain, s, NULL, &a);
    solve_smitten_open(other, s, NULL, &b);
    return is_same(&a, &b);
}

/* The same for a whole block against single positions. */
static bool equal_block(const struct state *s, const int *opt, void *one, void *two)
{
    struct solver *plain = solve_smitten_start(one, TABLE, 1, opt);
    struct solver *block = solve_smitten_start(two, TABLE, 1, opt);
    struct run by_one = {.s = plain, .limit = UINT64_MAX};
    struct run by_block = {
        .s = block, .limit = UINT64_MAX, .blocks = true, .temp = block->temp, .temp_left = TEMP};
    struct grid g = {.shape = {plain->shape_of[s->t.square[0]], plain->shape_of[s->t.square[1]]},
                     .count = s->t.placed};
    uint32_t all = unseen_of(plain, g, 0, 0);
    unsigned hand[2] = {CLOSED, CLOSED};
    smitten_store_reset(block);
    for (int i = 0, c = 0; i < 4; c = (c + 5) % 9)
        if ((all >> 2 * c & 3) != 0) {
            all -= 1u << 2 * c;
            hand[i % 2] = bag_add(plain, hand[i % 2], c);
            i++;
        }
    double a = smitten_value_after(&by_one, g, hand[0], hand[1], -1);
    double b = smitten_value_after(&by_block, g, hand[0], hand[1], -1);
    return !by_block.stopped && memcmp(&a, &b, sizeof a) == 0;
}

static void test_bits(void *one, void *two)
{
    struct rng r;
    int small = 0, blocks = 0, wrong = 0;
    rng_seed(&r, 7);
    for (int tries = 0; tries < 4000 && (small < 40 || blocks < 40); tries++) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        random_options(&r, opt);
        int seats = 1 + (int)rng_below(&r, 2);
        if (!reach_ending(&s, seats, opt, &r, 8) || s.t.phase != SMITTEN_TURN)
            continue;
        if (small < 40) {
            wrong += !equal_bits(&s, opt, one, two, solve_smitten_least());
            small++;
        }
        if (seats == 1 && s.t.placed >= 6 && s.t.placed <= 11 && blocks < 40) {
            wrong += !equal_block(&s, opt, one, two);
            blocks++;
        }
    }
    tap_ok(wrong == 0 && small == 40 && blocks == 40,
           "%d answers from the smallest table and %d blocks have the same bits", small, blocks);
}

/* Whole blocks with a second thread give the same as one position after the other. */
static void test_ways(void *one, void *two)
{
    const struct solve_limits slow = {.one_by_one = true};
    struct rng r;
    int n = 0, wrong = 0;
    rng_seed(&r, 11);
    while (n < tap_part(15)) { /* without `easy`, after a swap, and before one */
        struct state s;
        int opt[SMITTEN_OPTIONS], easy = n % 3 != 0, swapped = n % 3 == 1;
        struct solve_answer a, b;
        random_options(&r, opt);
        if (!reach_ending(&s, 1, opt, &r, 11 - swapped) || s.t.placed < 3 + (easy && !swapped) ||
            s.t.placed > 4 || opt[SMITTEN_OPT_EASY] != easy || s.t.swapped != swapped)
            continue;
        solve_smitten_open(solve_smitten_start(one, ROOM, 1, opt), &s, NULL, &a);
        solve_smitten_open(solve_smitten_start(two, ROOM, 1, opt), &s, &slow, &b);
        wrong += !is_same(&a, &b);
        n++;
    }
    tap_ok(wrong == 0, "%d early positions have the same bits both ways", n);
}

/* After a swap the endgame is solved for all hands at once, with the same result. */
static void test_late(void *one, void *two)
{
    const struct solve_limits slow = {.one_by_one = true};
    struct rng r;
    int n = 0, even = 0, wrong = 0;
    rng_seed(&r, 12);
    while (n < tap_part(600)) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        struct solve_answer a, b;
        random_options(&r, opt);
        opt[SMITTEN_OPT_EASY] = 1;
        if (!reach_ending(&s, 1, opt, &r, 1 + n % 5) || !s.t.swapped)
            continue;
        solve_smitten_open(solve_smitten_start(one, TABLE, 1, opt), &s, NULL, &a);
        solve_smitten_open(solve_smitten_start(two, TABLE, 1, opt), &s, &slow, &b);
        wrong += !is_same(&a, &b);
        even += a.value > 0 && a.value < 1;
        n++;
    }
    tap_ok(wrong == 0 && even > 0, "%d endings after a swap have the same bits both ways", n);
}

/* Blocks that a limit cut short leave no wrong values in the cache. */
static void test_cuts(void *one, void *two)
{
    int cut = 0, wrong = 0;
    struct rng r;
    rng_seed(&r, 13);
    for (int n = 0; n < tap_part(4);) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        struct solve_answer a, b;
        random_options(&r, opt);
        opt[SMITTEN_OPT_EASY] = n % 2;
        if (!reach_ending(&s, 1, opt, &r, 11) || s.t.placed != 4 || s.t.swapped)
            continue;
        struct solver *whole = solve_smitten_start(one, ROOM, 1, opt);
        struct solver *torn = solve_smitten_start(two, ROOM, 1, opt);
        solve_smitten_open(whole, &s, NULL, &a);
        for (uint64_t positions = 100; positions < 1000000; positions += positions / 8) {
            struct solve_limits limits = {.positions = positions};
            solve_smitten_open(torn, &s, &limits, &b);
            cut += !b.known;
            wrong += b.known && !is_same(&a, &b);
        }
        solve_smitten_open(torn, &s, NULL, &b);
        wrong += !is_same(&a, &b);
        n++;
    }
    tap_ok(wrong == 0 && cut > 0, "%d questions that were cut short spoil nothing", cut);
}

/* Two threads share a cache that is far too small; then one goes on alone. */
static void test_full(void *one, void *two)
{
    const struct solve_limits slow = {.one_by_one = true};
    struct rng r;
    int n = 0, flushed = 0, wrong = 0;
    rng_seed(&r, 14);
    while (n < 2) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        struct solve_answer a, b;
        random_options(&r, opt);
        opt[SMITTEN_OPT_EASY] = 1;
        if (!reach_ending(&s, 1, opt, &r, 11) || s.t.placed != 4 || s.t.swapped)
            continue;
        struct solver *small = solve_smitten_start(one, ROOM, 1, opt);
        struct solve_limits nothing = {.positions = 1};
        solve_smitten_open(small, &s, &nothing, &a); /* lays out the cache */
        small->total = small->fixed + (1 << 15);
        smitten_hash_reset(small);
        solve_smitten_open(small, &s, NULL, &a);
        solve_smitten_open(solve_smitten_start(two, ROOM, 1, opt), &s, &slow, &b);
        flushed += small->flushed > 0;
        wrong += !is_same(&a, &b);
        n++;
    }
    tap_ok(wrong == 0 && flushed > 0, "%d answers from a full table have the same bits", n);
}

/* A question that exceeds its limit is not answered and leaves later answers right. */
static void test_limits(void *memory)
{
    static const int opt[SMITTEN_OPTIONS] = {SMITTEN_LEVEL_MEDIUM};
    struct solve_limits few = {.positions = 100};
    struct solve_answer cut, full, again;
    struct state s;
    struct rng r;
    rng_seed(&r, 3);
    while (!reach_ending(&s, 2, opt, &r, 8))
        continue;
    struct solver *solver = solve_smitten_start(memory, TABLE, 2, opt);
    solve_smitten_open(solver, &s, &few, &cut);
    solve_smitten_open(solver, &s, NULL, &full);
    solve_smitten_open(solver, &s, &few, &again);
    tap_ok(!cut.known && cut.spent <= 100, "a limit of positions is kept");
    tap_ok(full.known && again.known && again.spent < 100 && again.value == full.value,
           "what was solved is remembered");
    tap_ok(solve_smitten_fits(solver, 2, opt) && !solve_smitten_fits(solver, 1, opt),
           "a table knows its mode");
}

int main(void)
{
    void *one = aligned_alloc(64, ROOM), *two = aligned_alloc(64, ROOM);
    test_rules(tap_part(400), one);
    test_brute(1, 3, tap_part(150), one);
    test_brute(1, 4, tap_part(25), one);
    test_brute(1, 5, tap_part(2), one);
    test_brute(2, 2, tap_part(150), one);
    test_brute(2, 3, tap_part(15), one);
    test_brute(2, 4, tap_part(2), one);
    test_bits(one, two);
    test_ways(one, two);
    test_late(one, two);
    test_cuts(one, two);
    test_full(one, two);
    test_limits(one);
    free(one);
    free(two);
    return tap_done();
}
