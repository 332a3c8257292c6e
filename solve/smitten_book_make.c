/*
 * Smitten solver: writes the books. The table is swept first, so that every value is there; native
 * only, like the sweep. Several threads write one book: all of them go through its units in the
 * same order, and each unit is written by the thread that claims it.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_book.h"
#include "solve/smitten_value.h"

/* The best so far. */
struct pick {
    double value;
    int code;
};

/* Whether this thread writes the next unit. */
static bool is_own(struct book_writer *w)
{
    if (w->unit++ != w->own)
        return false;
    w->own = atomic_fetch_add(w->next, 1);
    return true;
}

static void consider(struct pick *p, double value, int code)
{
    if (value > p->value)
        *p = (struct pick){value, code};
}

static char letter_picked(const struct pick *p)
{
    return p->value < 0 ? '.' : letter_of(p->code);
}

static int code_played(struct played p)
{
    return (p.call == SMITTEN_LOWER ? LOWER_FIVE : p.card) + p.square * TO_RIGHT;
}

/* Puts a bag together; false: a number stands in it three times, or more often than `unseen`
   allows, from which it is taken. */
static bool take_bag(const struct solver *s, const int *card, int n, uint32_t *unseen,
                     uint16_t *out)
{
    unsigned bag = 0;
    for (int i = 0; i < n; i++) {
        if ((*unseen >> 2 * card[i] & 3) == 0)
            return false;
        *unseen -= 1u << 2 * card[i];
        bag = s->bag[bag].add[card[i]];
    }
    *out = (uint16_t)bag;
    return true;
}

/* hands[0] plays a card that has left it. */
static double value_of_first(struct run *run, struct grid g, struct hands h, struct played p,
                             double floor)
{
    h.mover = 1;
    return smitten_value_played(run, grid_put(run->s, g, p.square, p.card), h, p, floor);
}

/* The start of a turn. */
static char best_turn(struct run *run, struct grid g, struct hands h)
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    for (int side = 0; side < 2; side++) {
        unsigned mine = h.hand[0], mask = bag_of(s, mine)->mask;
        for (unsigned m = mask; m != 0; m &= m - 1) {
            struct played p[SMITTEN_PLAYS_MAX];
            int n = smitten_value_plays(s, g, lowest(m), p);
            h.hand[0] = (uint16_t)bag_take(s, mine, lowest(m));
            for (int i = 0; i < n; i++)
                consider(&pick, value_of_first(run, g, h, p[i], pick.value),
                         side * SECOND + code_played(p[i]));
        }
        h.hand[0] = (uint16_t)mine;
        if (mine >= CLOSED)
            consider(&pick, smitten_value_flip(run, g, h, pick.value), FLIP + side);
        for (unsigned m = s->swap && g.aside == 0 ? mask : 0; m != 0; m &= m - 1)
            consider(&pick, smitten_value_swap(run, g, h, lowest(m), pick.value),
                     SWAP + side * N + lowest(m));
        h.hand[0] = h.hand[1];
        h.hand[1] = (uint16_t)mine;
    }
    return letter_picked(&pick);
}

/* An instruction: its card, and where it matters the card from the deck (3) or the revealed card
   that must stay (1), both from 1. */
struct asked {
    struct played p;
    int top, kept;
};

/* The instructions that one play of a card may give. */
static int list_asked(struct played p, struct asked out[N + 1])
{
    int n = p.card == THREE ? N : p.card == ONE ? N + 1 : 1;
    for (int i = 0; i < n; i++)
        out[i] = (struct asked){p, p.card == THREE ? i + 1 : 0, p.card == ONE ? i : 0};
    return n;
}

/* The instruction of a card in `g` is carried out by the mover. */
static char best_answer(struct run *run, struct grid g, struct hands h, struct asked asked)
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    struct played p = asked.p;
    unsigned may[2], bag = h.hand[h.mover], kept = smitten_bit(asked.kept);
    bool twice = asked.kept > 0 && (bag_of(s, bag)->packed >> 2 * (asked.kept - 1) & 3) == 2;
    struct hands after = h;
    if (asked.kept > 0 && (bag_of(s, bag)->mask & kept) == 0)
        return '.';
    smitten_value_may(s, g, p, may);
    after.mover = !h.mover;
    for (unsigned m = bag_of(s, bag)->mask & ~(twice ? 0 : kept); m != 0; m &= m - 1) {
        struct played x[SMITTEN_PLAYS_MAX];
        int card = lowest(m);
        bool chain = s->task[p.card + 1] == SMITTEN_ASK_PLAY;
        int n = chain ? smitten_value_plays(s, g, card, x) : 0;
        after.hand[h.mover] = (uint16_t)bag_take(s, bag, card);
        for (int i = 0; i < n; i++)
            consider(&pick,
                     smitten_value_played(run, grid_put(s, g, x[i].square, card), after, x[i],
                                          pick.value),
                     code_played(x[i]));
        for (int square = 0; square < 2 && !chain; square++)
            if (may[square] >> card & 1)
                consider(&pick,
                         smitten_value_after(run, grid_put(s, g, square, card), after.hand[0],
                                             after.hand[1], pick.value),
                         card + square * TO_RIGHT);
    }
    return letter_picked(&pick);
}

/* Card 3: the square of the top card, 0 left, 1 right. */
static char best_top(struct run *run, struct grid g, struct hands h, int top)
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    unsigned may[2];
    smitten_value_fit(s, g, may);
    for (int square = 0; square < 2; square++)
        if (may[square] >> top & 1)
            consider(&pick,
                     smitten_value_after(run, grid_put(s, g, square, top), h.hand[0], h.hand[1],
                                         pick.value),
                     square);
    return letter_picked(&pick);
}

/* Both, by the instruction; `unseen` excludes the hands. */
static char best_asked(struct run *run, struct grid g, struct hands h, struct asked asked,
                       uint32_t unseen)
{
    if (asked.top == 0)
        return best_answer(run, g, h, asked);
    return (unseen >> 2 * (asked.top - 1) & 3) != 0 ? best_top(run, g, h, asked.top - 1) : '.';
}

/* Writing first turns. */

static struct played first_played(const struct solver *s, int card, int call)
{
    return (struct played){(uint8_t)card, s->hard1 && call == SMITTEN_LOWER, (uint8_t)call};
}

/* Code 0: left, a 5 higher; 1: right, or a 5 called lower. */
static char best_flipped(struct run *run, struct grid empty, int card, const int a[2],
                         const int b[2])
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    uint32_t unseen = unseen_of(s, empty, 0, 0);
    struct hands h = {.mover = 0};
    if ((unseen >> 2 * card & 3) == 0)
        return '.';
    unseen -= 1u << 2 * card;
    if (!take_bag(s, a, 2, &unseen, &h.hand[0]) || !take_bag(s, b, 2, &unseen, &h.hand[1]))
        return '.';
    h.hand[1] |= CLOSED;
    for (int code = 0; code < 2; code++) {
        struct played p =
            first_played(s, card, card == FIVE ? SMITTEN_HIGHER + code : SMITTEN_SILENT);
        if (card != FIVE)
            p.square = (uint8_t)code;
        consider(&pick, value_of_first(run, empty, h, p, pick.value), code);
    }
    return letter_picked(&pick);
}

static char best_start(struct run *run, struct grid g, const int a[2], const int b[2])
{
    uint32_t unseen = unseen_of(run->s, g, 0, 0);
    struct hands h = {.mover = 0};
    if (!take_bag(run->s, a, 2, &unseen, &h.hand[0]) ||
        !take_bag(run->s, b, 2, &unseen, &h.hand[1]))
        return '.';
    h.hand[0] |= CLOSED;
    h.hand[1] |= CLOSED;
    return best_turn(run, g, h);
}

/* The partner's choice with 3 cards after a first card; `rest` is 2 cards, or one beside a closed
   one. */
static char best_second(struct run *run, struct asked asked, const int *rest, int n,
                        const int three[3])
{
    const struct solver *s = run->s;
    struct played p = asked.p;
    uint32_t unseen = 0x2aaaa - (1u << 2 * p.card);
    struct hands h = {.mover = 1};
    if (!take_bag(s, rest, n, &unseen, &h.hand[0]) || !take_bag(s, three, 3, &unseen, &h.hand[1]))
        return '.';
    h.hand[0] |= n == 1 ? CLOSED : 0;
    return best_asked(run, grid_put(s, (struct grid){.count = 0}, p.square, p.card), h, asked,
                      unseen);
}

/* START and FLIPPED; nothing lies, but a card may be known to be set aside. */
static void write_pairs(struct book_writer *w, struct grid empty, char *out)
{
    struct run *run = &w->run;
    int a[2], b[2];
    bool hard1 = run->s->hard1;
    for (a[0] = 0; a[0] < N; a[0]++)
        for (a[1] = 0; a[1] <= a[0]; a[1]++)
            for (b[0] = is_own(w) ? 0 : N; b[0] < N; b[0]++)
                for (b[1] = 0; b[1] <= b[0]; b[1]++) {
                    int x = pair_of(a), y = pair_of(b);
                    if (y <= x)
                        out[start_of(x, y)] = best_start(run, empty, a, b);
                    for (int card = 0; card < N; card++)
                        if (hard1 || card == FIVE)
                            out[flipped_at(hard1, card) + x * PAIRS + y] =
                                best_flipped(run, empty, card, a, b);
                }
}

static void write_threes(struct run *run, const int three[3], char *out)
{
    bool hard1 = run->s->hard1;
    for (int one = 0; one < N; one++) {
        int at = one * THREES + three_of(three);
        for (int card = 0; card < N; card++) {
            int call = card == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT;
            struct asked asked = {.p = first_played(run->s, THREE, SMITTEN_SILENT),
                                  .top = card + 1};
            out[top_at(hard1, card) + at] = best_second(run, asked, &one, 1, three);
            asked = (struct asked){.p = first_played(run->s, card, call)};
            if (card != THREE)
                out[put_at(hard1, card, call) + at] = best_second(run, asked, &one, 1, three);
        }
        struct asked lower = {.p = first_played(run->s, FIVE, SMITTEN_LOWER)};
        out[put_at(hard1, FIVE, SMITTEN_LOWER) + at] = best_second(run, lower, &one, 1, three);
    }
}

static void next_three(int three[3])
{
    int i = 2;
    while (i > 0 && three[i] == three[i - 1])
        three[i--] = 0;
    three[i]++;
}

static void write_first(struct book_writer *w)
{
    write_pairs(w, (struct grid){.count = 0}, w->out);
    for (int three[3] = {0}; three[0] < N; next_three(three))
        if (is_own(w))
            write_threes(&w->run, three, w->out);
}

/* Writing second turns. */

/* All starts of a turn with these squares. */
static void write_turns(struct run *run, struct grid g, char *turns, char *threes)
{
    const struct solver *s = run->s;
    int a[2], b[2];
    for (a[0] = 0; a[0] < N; a[0]++)
        for (a[1] = 0; a[1] <= a[0]; a[1]++) {
            for (b[0] = 0; b[0] <= a[0]; b[0]++)
                for (b[1] = 0; b[1] <= b[0]; b[1]++)
                    if (pair_of(b) <= pair_of(a))
                        turns[start_of(pair_of(a), pair_of(b))] = best_start(run, g, a, b);
            if (!smitten_can_wait(s, g))
                continue;
            for (int three[3] = {0}; three[0] < N; next_three(three)) {
                uint32_t unseen = unseen_of(s, g, 0, 0);
                struct hands h = {.mover = 0};
                if (!take_bag(s, three, 3, &unseen, &h.hand[0]) ||
                    !take_bag(s, a, 2, &unseen, &h.hand[1]))
                    continue;
                h.hand[1] |= CLOSED;
                threes[three_of(three) * PAIRS + pair_of(a)] = best_turn(run, g, h);
            }
        }
}

static void write_grids(struct book_writer *w)
{
    const struct solver *s = w->run.s;
    bool done[GRIDS_MAX] = {false}, mirror;
    for (unsigned l = 0; l < 512; l++)
        for (unsigned r = 0; r < 512; r++) {
            const uint16_t square[2] = {(uint16_t)l, (uint16_t)r};
            bool apart = smitten_count(l) == 1 && smitten_count(r) == 1;
            bool domino = (domino_of(l) >= 0 && r == 0) || (domino_of(r) >= 0 && l == 0);
            if (!apart && (!domino || s->hard2)) /* rule S3.7 */
                continue;
            int grid = grid_of(s->hard1, square, &mirror);
            struct grid g = {.shape = {s->shape_of[l], s->shape_of[r]}, .count = 2};
            if (!mirror && !done[grid] && is_own(w))
                write_turns(&w->run, g, w->out + turn_at(grid, 0, 0),
                            w->out + three_at(s->hard1, grid, 0, 0));
            done[grid] |= !mirror;
        }
}

/* The rests: each pair, then each single card. */
static void write_answers(struct run *run, struct asked asked, char *out)
{
    bool hard1 = run->s->hard1;
    int ask = ask_of(asked.p.card, asked.p.call, asked.top, asked.kept), rest[2];
    for (int three[3] = {0}; three[0] < N; next_three(three))
        for (rest[0] = 0; rest[0] < N; rest[0]++) {
            for (rest[1] = 0; rest[1] <= rest[0]; rest[1]++)
                out[answer_at(hard1, asked.p.square, ask, pair_of(rest), three_of(three))] =
                    best_second(run, asked, rest, 2, three);
            out[answer_at(hard1, asked.p.square, ask, PAIRS + rest[0], three_of(three))] =
                best_second(run, asked, rest, 1, three);
        }
}

static void write_chain(struct run *run, int two, struct asked asked, char *out)
{
    const struct solver *s = run->s;
    struct played x = asked.p;
    struct grid g = grid_put(s, (struct grid){.count = 0}, two, TWO);
    int ask = ask_of(x.card, x.call, asked.top, asked.kept), a[2], b[2];
    g = grid_put(s, g, x.square, x.card);
    for (a[0] = 0; a[0] < N; a[0]++)
        for (a[1] = 0; a[1] <= a[0]; a[1]++)
            for (b[0] = 0; b[0] < N; b[0]++)
                for (b[1] = 0; b[1] <= b[0]; b[1]++) {
                    uint32_t unseen = unseen_of(s, g, 0, 0);
                    struct hands h = {.mover = 0};
                    if (take_bag(s, a, 2, &unseen, &h.hand[0]) &&
                        take_bag(s, b, 2, &unseen, &h.hand[1]))
                        out[chain_at(s->hard1, two, x.square, ask, pair_of(a), pair_of(b))] =
                            best_asked(run, g, h, asked, unseen);
                }
}

/* The answers to a first card, and to a second one after a 2. */
static void write_asked(struct book_writer *w, int card)
{
    const struct solver *s = w->run.s;
    const struct grid empty = {.count = 0};
    struct played p[SMITTEN_PLAYS_MAX];
    struct asked asked[N + 1];
    int n = smitten_value_plays(s, empty, card, p);
    for (int i = 0; i < n; i++)
        for (int k = list_asked(p[i], asked) - 1; k >= 0; k--)
            if ((s->hard1 || p[i].square == SMITTEN_LEFT) && is_own(w))
                write_answers(&w->run, asked[k], w->out);
    for (int two = 0; two < (s->hard1 ? 2 : 1); two++) {
        n = smitten_value_plays(s, grid_put(s, empty, two, TWO), card, p);
        for (int i = 0; i < n; i++)
            for (int k = list_asked(p[i], asked) - 1; k >= 0; k--)
                if (is_own(w))
                    write_chain(&w->run, two, asked[k], w->out);
    }
}

/* All up to CHAIN. */
static void write_second(struct book_writer *w)
{
    write_grids(w);
    for (int card = 0; card < N; card++)
        write_asked(w, card);
}

/* Writing other modes. */

static void write_ones(struct book_writer *w)
{
    const struct solver *s = w->run.s;
    for (int lies = 0; lies < (s->hard1 ? 2 * N : N); lies++) {
        int task = s->task[lies % N + 1];
        struct grid g = grid_put(s, (struct grid){.count = 0}, lies / N, lies % N);
        if (task == SMITTEN_ASK_NONE && is_own(w))
            write_turns(&w->run, g, w->out + one_turn_at(s->hard1, lies, 0, 0),
                        w->out + one_three_at(s->hard1, lies, 0, 0));
    }
}

static void write_other(struct book_writer *w)
{
    write_second(w);
    write_pairs(w, (struct grid){.count = 0}, w->out + other_start_at(w->run.s->hard1));
    write_ones(w);
}

void smitten_book_start(const struct solver *s, enum solve_book book, char *out)
{
    int size = book == SOLVE_BOOK_FIRST    ? rows_of(s->hard1) * COLUMNS
               : book == SOLVE_BOOK_SECOND ? second_end(s->hard1)
                                           : other_size(s->hard1);
    assert(size < SOLVE_BOOK_MAX);
    memset(out, '.', (size_t)size);
    out[size] = '\0';
}

void smitten_book_write(struct book_writer *w)
{
    static void (*const write[])(struct book_writer *) = {
        [SOLVE_BOOK_FIRST] = write_first,
        [SOLVE_BOOK_SECOND] = write_second,
        [SOLVE_BOOK_OTHER] = write_other,
    };
    bool hard1 = w->run.s->hard1;
    w->own = atomic_fetch_add(w->next, 1);
    if (w->aside == 0)
        write[w->book](w);
    else if (w->book != SOLVE_BOOK_FIRST)
        write_pairs(w, (struct grid){.aside = (uint8_t)w->aside},
                    w->out + (w->book == SOLVE_BOOK_OTHER ? other_swapped_at(hard1, w->aside - 1)
                                                          : swapped_at(hard1, w->aside - 1)));
}
