/*
 * Puzzles. Every line of every file is replayed by the engine; a sample of the answers is proved
 * again, or all with PUZZLES_ALL in the environment (./check --long). New puzzles of each kind are
 * compared with brute force, which shares no code with the solvers: it tries everything in the
 * engine.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/luz/luz.h"
#include "table/puzzle_make.h"
#include "tests/tap.h"

enum { LEAST = 250, SAMPLE = 40, BRUTE = 12, WORLDS = 600 };

static const char *lines_of(const struct puzzle_kind *kind)
{
    const char *text = puzzle_file(kind);
    return text != NULL && puzzle_read_head(&text) == kind ? text : NULL;
}

/* ---- Files ---- */

/* Whether a line is written as it was read, and leads to a position with its choices, of which some
   are right, and at most half. */
static bool is_sound(const struct puzzle_kind *kind, const char *line)
{
    struct puzzle p;
    struct puzzle_answer a;
    struct state_room room;
    struct buf again = BUF_ROOM(PUZZLE_LINE_MAX);
    int right = 0;
    if (!puzzle_read(kind, line, &p))
        return false;
    puzzle_write(&p, &again);
    int seat = puzzle_play(&p, state_in(&room), NULL);
    if (strncmp(again.text, line, again.len) != 0 || seat < 0 ||
        !puzzle_answer(&p, state_in(&room), seat, &a))
        return false;
    for (int i = 0; i < a.n; i++)
        right += a.choice[i].right;
    return right > 0 && 2 * right <= a.n;
}

/* Whether each choice has words that are of the right sort, where the kind has words. */
static bool has_words(const struct puzzle_kind *kind, const char *line)
{
    struct puzzle p;
    struct puzzle_answer a;
    struct state_room room;
    struct view_room view;
    bool good = puzzle_read(kind, line, &p);
    int seat = puzzle_play(&p, state_in(&room), NULL);
    good = good && puzzle_answer(&p, state_in(&room), seat, &a);
    kind->game->observe(state_in(&room), seat, view_in(&view));
    for (int i = 0; i < a.n && good && kind->why != NULL; i++) {
        struct reason why;
        good = kind->why(view_in(&view), seat, &a, i, &why) && why.better == a.choice[i].right;
    }
    return good;
}

static void test_file(const struct puzzle_kind *kind)
{
    const char *text = lines_of(kind);
    int n = text != NULL ? puzzle_count(text) : 0, bad = 0, mute = 0;
    for (int i = 1; i <= n; i++) {
        bad += !is_sound(kind, puzzle_line(text, i));
        mute += i % 7 == 0 && !has_words(kind, puzzle_line(text, i));
    }
    tap_ok(n >= LEAST && bad == 0, "%s: %d puzzles are replayed, %d of them are broken", kind->name,
           n, bad);
    tap_ok(mute == 0, "%s: every choice is told what happens then (%d are not)", kind->name, mute);
}

/* Two positions never occur twice in a file. */
static void test_repeats(const struct puzzle_kind *kind)
{
    const char *text = lines_of(kind);
    int n = puzzle_count(text), same = 0;
    for (int i = 1; i < n; i++) {
        struct puzzle a, b;
        if (puzzle_read(kind, puzzle_line(text, i), &a) &&
            puzzle_read(kind, puzzle_line(text, i + 1), &b))
            same += a.seed >= b.seed;
    }
    tap_ok(same == 0, "%s: seeds rise, so no game is used twice", kind->name);
}

static void test_proofs(const struct puzzle_kind *kind)
{
    const char *text = lines_of(kind);
    int n = puzzle_count(text), done = 0, bad = 0;
    int step = getenv("PUZZLES_ALL") != NULL ? 1 : n / tap_part(SAMPLE) + 1;
    struct puzzle_maker *m = puzzle_maker_new(kind);
    for (int i = 1; i <= n; i += step, done++) {
        struct puzzle p;
        struct puzzle_answer a;
        if (!puzzle_read(kind, puzzle_line(text, i), &p) || !puzzle_prove(m, &p, &a) ||
            !puzzle_agrees(&p, &a)) {
            tap_note("line %d", i + 1);
            bad++;
        }
    }
    puzzle_maker_free(m);
    tap_ok(done > 0 && bad == 0, "%s: %d answers are proved again, %d are wrong", kind->name, done,
           bad);
}

static void test_broken(void)
{
    static const char *const lines[] = {"",
                                        "1",
                                        "1 0 0 rsrs",
                                        "1 ! 0 rs00 0 1000\n",
                                        "1 0 0 zz00 0 1000\n",
                                        "1 0 0 rs00 99 1000\n",
                                        "x 0 0 rs00 0 1000\n",
                                        "1 0 0 rs 0 1000\n"};
    int bad = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct puzzle p;
        bad += puzzle_read(puzzle_kinds[0], lines[i], &p);
    }
    const char *head = "parlor-puzzles 1 nonsense\n";
    tap_ok(bad == 0 && puzzle_read_head(&head) == NULL, "broken lines and heads are refused");
}

static void test_day(void)
{
    tap_ok(puzzle_of_day("luz", 20000, 1200) == 256 && puzzle_of_day("luz", 20001, 1200) == 613 &&
               puzzle_of_day("smitten", 20002, 1000) == 785 && puzzle_of_day("luz", 5, 0) == 0,
           "the puzzle of a day is that of web/src/puzzles/day.test.ts");
}

/* ---- Brute force ---- */

/* Worlds of a view, drawn until no new one comes for long: all of them in small positions. */
struct drawn {
    int n;
    struct state_room world[WORLDS];
};

static void draw_worlds(const struct game *g, const struct view *v, int most, struct drawn *out)
{
    struct rng r;
    rng_seed(&r, 1);
    out->n = 0;
    for (int idle = 0; idle < most && out->n < WORLDS;) {
        struct state_room room;
        bool known = false;
        memset(&room, 0, sizeof room);
        g->determinize(v, &r, state_in(&room));
        for (int i = 0; i < out->n && !known; i++)
            known = memcmp(&out->world[i], &room, g->state_size) == 0;
        idle = known ? idle + 1 : 0;
        if (!known)
            out->world[out->n++] = room;
    }
}

/* Which card: the values of the slot over all worlds that were drawn. */
static bool brute_card(const struct view *v, int seat, const struct puzzle_answer *a)
{
    struct rng r;
    uint64_t may = 0, right = 0;
    rng_seed(&r, 2);
    for (int i = 0; i < 4000; i++) {
        struct state_room room;
        luz_determinize(v, &r, state_in(&room));
        may |= UINT64_C(1) << state_in(&room)->card[seat][a->place - 1];
    }
    for (int i = 0; i < a->n; i++)
        if (a->choice[i].right)
            right |= UINT64_C(1) << luz_read_card(a->choice[i].text, strlen(a->choice[i].text));
    return may == right;
}

static bool meets_bid(const struct state *s, int seat)
{
    int bid = s->open.bid[seat], over = s->open.won[seat] - luz_beads(bid);
    return over == 0 || (over == 1 && luz_safety(bid));
}

static bool brute_sure(const struct drawn *w, int seat);

/* Everybody plays this move in all worlds; those that then look alike to the seat stay together. */
static bool brute_split(const struct drawn *w, int seat, int mover, move m)
{
    bool done[WORLDS] = {false};
    for (int i = 0; i < w->n; i++) {
        struct drawn *some = calloc(1, sizeof *some);
        struct view_room first, other;
        bool good;
        for (int j = i; j < w->n; j++) {
            struct state_room next = w->world[j];
            if (done[j])
                continue;
            luz_apply(state_in(&next), mover, m);
            luz_observe(state_in(&next), seat, view_in(j == i ? &first : &other));
            if (j != i && memcmp(&first, &other, luz_game.view_size) != 0)
                continue;
            done[j] = true;
            some->world[some->n++] = next;
        }
        good = some->n == 0 || brute_sure(some, seat);
        free(some);
        if (!good)
            return false;
    }
    return true;
}

/* Whether the seat can be sure to meet its bid, in worlds that it cannot tell apart. */
static bool brute_sure(const struct drawn *w, int seat)
{
    const struct state *s = (const struct state *)(const void *)w->world[0].bytes;
    move m[GAME_MOVES_MAX];
    if (s->open.phase != LUZ_PLAY)
        return meets_bid(s, seat);
    int mover = s->open.turn, n = luz_legal(s, mover, m);
    for (int i = 0; i < n; i++)
        if (brute_split(w, seat, mover, m[i]) == (mover == seat))
            return mover == seat;
    return mover != seat;
}

static bool brute_last(const struct view *v, int seat, const struct puzzle_answer *a)
{
    struct drawn *w = calloc(1, sizeof *w);
    bool good = true;
    draw_worlds(&luz_game, v, 3000, w);
    /* The cards set aside play no part: worlds that differ in them alone are one. */
    for (int i = 0; i < a->n; i++) {
        move m;
        luz_read_move(a->choice[i].text, &m);
        good = good && brute_split(w, seat, seat, m) == a->choice[i].right;
    }
    free(w);
    return good;
}

/* What the partner told: the share of drawn worlds that agree with the words and are not lost at
   once, by the engine. The words are true where the partner has a move exactly if it has one now.
 */
static bool brute_pair(const struct game *g, const struct state *now, int seat,
                       const struct puzzle_answer *a)
{
    struct view_room view;
    move m, list[GAME_MOVES_MAX];
    bool good = true, can = g->legal(now, 1 - seat, list) > 0;
    g->observe(now, seat, view_in(&view));
    for (int i = 0; i < a->n; i++) {
        struct rng r;
        int n = 0, kept = 0;
        rng_seed(&r, 3);
        g->read_move(a->choice[i].text, &m);
        for (int k = 0; k < 6000; k++) {
            struct state_room room;
            struct result result;
            struct state *s = state_in(&room);
            g->determinize(view_in(&view), &r, s);
            if ((g->legal(s, 1 - seat, list) > 0) != can)
                continue;
            n++;
            g->apply(s, seat, m);
            g->result(s, &result);
            kept += g->actors(s) != 0 || result.winners != 0;
        }
        good = good && n > 100 && fabs((double)kept / n - a->choice[i].value) < 0.08 &&
               (!a->choice[i].right || kept == n);
    }
    return good;
}

/* The win of a seat in a game of two with open cards: 1, 0.5 or 0; no move is left out. At the end
   both choose in secret, and what one chooses changes nothing for the other. */
static double brute_open(const struct game *g, const struct state *s, int seat, long *nodes)
{
    move m[GAME_MOVES_MAX];
    uint32_t actors = g->actors(s);
    if (actors == 0) {
        struct result result;
        g->result(s, &result);
        return (result.winners >> seat & 1) / (double)__builtin_popcount(result.winners);
    }
    int mover = __builtin_ctz(actors), n = g->legal(s, mover, m);
    double best = mover == seat ? 0 : 1;
    for (int i = 0; i < n && --*nodes > 0; i++) {
        struct state_room next;
        memcpy(&next, s, g->state_size);
        g->apply(state_in(&next), mover, m[i]);
        double value = brute_open(g, state_in(&next), seat, nodes);
        if ((mover == seat) == (value > best))
            best = value;
    }
    return best;
}

/* The last field: the mean over drawn worlds. 1: equal, 0: not, -1: too large to try. */
static int brute_field(const struct game *g, const struct view *v, int seat,
                       const struct puzzle_answer *a)
{
    enum { DRAWS = 24 };
    static double sum[PUZZLE_CHOICES];
    long nodes = 30000000;
    struct rng r;
    bool good = true;
    rng_seed(&r, 4);
    memset(sum, 0, sizeof sum);
    for (int k = 0; k < DRAWS && nodes > 0; k++) {
        struct state_room world;
        g->determinize(v, &r, state_in(&world));
        for (int i = 0; i < a->n && nodes > 0; i++) {
            struct state_room next = world;
            move m;
            g->read_move(a->choice[i].text, &m);
            g->apply(state_in(&next), seat, m);
            sum[i] += brute_open(g, state_in(&next), seat, &nodes);
        }
    }
    for (int i = 0; i < a->n; i++)
        good = good && fabs(sum[i] / DRAWS - a->choice[i].value) < 0.3;
    return nodes > 0 ? good : -1;
}

/* 1: the brute force agrees, 0: it does not, -1: there is none for this position. */
static int compare(const struct puzzle_kind *kind, const struct state *s, int seat,
                   const struct puzzle_answer *a)
{
    struct view_room view;
    kind->game->observe(s, seat, view_in(&view));
    const struct view *v = view_in(&view);
    if (strcmp(kind->name, "luz-card") == 0)
        return brute_card(v, seat, a);
    if (strcmp(kind->name, "luz-last") == 0)
        return __builtin_popcount(s->open.left[seat]) < 4 ? brute_last(v, seat, a) : -1;
    if (strcmp(kind->name, "smitten-pair") == 0)
        return brute_pair(kind->game, s, seat, a);
    if (strcmp(kind->name, "photograph-last") == 0)
        return brute_field(kind->game, v, seat, a);
    return -1; /* tests/solve/brute.c compares the solver of Smitten alone */
}

static void test_brute(const struct puzzle_kind *kind)
{
    const char *text = lines_of(kind);
    int n = puzzle_count(text), done = 0, bad = 0;
    for (int i = 1; i <= n && done < tap_part(BRUTE); i += 3) {
        struct puzzle p;
        struct puzzle_answer a;
        struct state_room room;
        if (!puzzle_read(kind, puzzle_line(text, i), &p))
            continue;
        int seat = puzzle_play(&p, state_in(&room), NULL);
        if (seat < 0 || !puzzle_answer(&p, state_in(&room), seat, &a))
            continue;
        int same = compare(kind, state_in(&room), seat, &a);
        done += same >= 0;
        bad += same == 0;
    }
    if (done > 0)
        tap_ok(bad == 0, "%s: brute force agrees with %d answers (%d are different)", kind->name,
               done, bad);
}

int main(void)
{
    for (int i = 0; puzzle_kinds[i] != NULL; i++) {
        test_file(puzzle_kinds[i]);
        test_repeats(puzzle_kinds[i]);
        test_proofs(puzzle_kinds[i]);
        test_brute(puzzle_kinds[i]);
    }
    test_broken();
    test_day();
    return tap_done();
}
