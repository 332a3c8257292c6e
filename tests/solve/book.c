/* The books of first turns: no position is missing, and every answer is a best choice. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "games/smitten/smitten.h"
#include "solve/keep.h"
#include "solve/smitten.h"
#include "solve/smitten_book.h"
#include "solve/smitten_second.h"
#include "table/clock.h"
#include "tests/tap.h"

enum { MODES = 8 };
static const size_t table = (size_t)700 << 20;       /* pages are only touched as needed */
static const size_t made_table = (size_t)1200 << 20; /* for whole modes */

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

/* The books cover the first turn and the start of the second until a swap, and the position right
   after a swap as the very first move. They leave out the end of a chain of two 2s. */
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

/* In random games the books always know a legal answer. */
static void test_whole(int mode, int pair, int games)
{
    int asked = 0, missing = 0, wrong = 0, within[3] = {0};
    struct rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < games; i++) {
        struct state s;
        struct view v;
        move m;
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
           "mode %d, pair %d: %d positions known (%d missing, %d not legal)", mode, pair, asked,
           missing, wrong);
}

/* The book's answer has exactly the value of the best choice. */
static bool is_best(struct solver *solver, const struct state *s)
{
    struct view v;
    struct solve_answer answer;
    const struct solve_limits limits = {.best_only = true};
    move m = 0;
    smitten_observe(s, 0, &v);
    bool good = false, known = solve_smitten_book(&v, NULL, &m);
    solve_smitten_view(solver, &v, &limits, &answer);
    /* Card 1: the revealed card matters only if the best card is still there. */
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
        int stop = 1 + n % 2, steps = 1 + (int)rng_below(&r, 3); /* cards placed; moves made */
        for (start_game(&s, mode, pair, &r); steps > 0 && smitten_actors(&s) != 0; steps--)
            make_random_move(&s, &r);
        if (!is_in_book(&s.t) || s.t.placed != stop)
            continue;
        wrong += !is_best(solver, &s);
        n++;
    }
    tap_ok(wrong == 0, "mode %d, pair %d: %d answers have the best value", mode, pair, n);
}

/* The same after a swap as the very first move. */
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

/* ---- Modes without a book ---- */

static char folder[] = "/tmp/parlor-book-XXXXXX";

static void write_options(int mode, int pair, uint8_t *out)
{
    int opt[SMITTEN_OPTIONS];
    set_mode(mode, pair, opt);
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        out[i] = (uint8_t)opt[i];
}

static void name_file(int mode, int pair, char name[64])
{
    snprintf(name, 64, "smitten-first-turns-%d", mode * 36 + pair);
}

static int count_files(void)
{
    int n = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;)
        n += e->d_name[0] != '.';
    if (dir != NULL)
        closedir(dir);
    return n;
}

static int tenths_told;

static void hear_progress(void *context, int done, int all)
{
    (void)context;
    tenths_told |= 1 << (int)((int64_t)done * 10 / all);
}

/* A question that must not wait returns at once without a letter. The book is built all the same,
   reports its progress, and equals the solver's own. */
static void test_demand(void *memory, int mode, int pair)
{
    static char text[SOLVE_BOOK_MAX];
    uint8_t option[SMITTEN_OPTIONS];
    int opt[SMITTEN_OPTIONS], wrong = 0, size = other_size(mode >> 1 & 1);
    atomic_bool stop = true;
    struct solve_limits limits = {.stop = &stop};
    write_options(mode, pair, option);
    set_mode(mode, pair, opt);
    int64_t began = clock_ns();
    char none = smitten_demand_letter(option, 0, &limits);
    double took = (double)(clock_ns() - began) / 1e9;
    tap_ok(none == '.' && took < 0.1, "mode %d, pair %d: a stop is heeded after %.0f ms", mode,
           pair, took * 1e3);
    tenths_told = 0;
    smitten_demand_letter(option, 0, NULL);
    bool told = (tenths_told & 1 << 10) != 0 && (tenths_told & 1 << 5) != 0;
    bool made = solve_smitten_make_book(solve_smitten_start(memory, table, 1, opt), 2,
                                        SOLVE_BOOK_OTHER, NULL, NULL, text);
    for (int at = 0; at < size && made; at++)
        wrong += text[at] != smitten_demand_letter(option, at, NULL);
    tap_ok(told && made && wrong == 0, "mode %d, pair %d: %d letters as they are made", mode, pair,
           size);
}

/* A book in the folder is read; a broken one is built again and replaced. */
static void test_kept(int mode, int pair, bool broken)
{
    static char text[SOLVE_BOOK_MAX], found[SOLVE_BOOK_MAX];
    char name[64], path[160];
    uint8_t option[SMITTEN_OPTIONS];
    size_t size = (size_t)other_size(mode >> 1 & 1);
    write_options(mode, pair, option);
    name_file(mode, pair, name);
    memset(text, '~', size);
    bool good = keep_write(folder, name, text, size);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = broken ? fopen(path, "r+") : NULL;
    if (file != NULL) {
        fseek(file, -1, SEEK_END);
        putc('!', file);
        fclose(file);
    }
    bool taken = smitten_demand_letter(option, 0, NULL) == '~';
    good = good && taken != broken && keep_read(folder, name, found, size) &&
           (found[0] == '~') != broken;
    tap_ok(good, "mode %d, pair %d: a %s file is %s", mode, pair, broken ? "broken" : "whole",
           broken ? "replaced" : "read");
}

/* The old file stays, and no other file is left behind. */
static bool is_full_disk_harmless(const char *path)
{
    char out[6];
    int files = count_files();
    struct rlimit before, none;
    getrlimit(RLIMIT_FSIZE, &before);
    none = before;
    none.rlim_cur = 20;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    bool refused = !keep_write(folder, "one", "other!", 6);
    setrlimit(RLIMIT_FSIZE, &before);
    return refused && count_files() == files && access(path, F_OK) == 0 &&
           keep_read(folder, "one", out, 6) && memcmp(out, "letter", 6) == 0;
}

static void test_keep(void)
{
    char out[6] = "", path[160];
    bool good = keep_write(folder, "one", "letter", 6) && keep_read(folder, "one", out, 6) &&
                memcmp(out, "letter", 6) == 0;
    tap_ok(good && count_files() == 1, "what is kept is read again");
    snprintf(path, sizeof path, "%s/two", folder);
    char from[160];
    snprintf(from, sizeof from, "%s/one", folder);
    good = link(from, path) == 0 && !keep_read(folder, "two", out, 6);
    tap_ok(good && !keep_read(folder, "one", out, 5) && !keep_read(folder, "three", out, 6),
           "a file of another name or size is none");
    good = truncate(from, 30) == 0 && !keep_read(folder, "one", out, 6);
    tap_ok(good, "nor is a torn one");
    tap_ok(!keep_write("/proc/nowhere", "one", "letter", 6), "a folder that is none loses nothing");
    tap_ok(keep_write(folder, "one", "letter", 6) && is_full_disk_harmless(from),
           "nor does a full disk");
    unlink(path);
    unlink(from);
}

/* ---- Packed books of second turns ---- */

static bool is_always(void *nothing)
{
    (void)nothing;
    return true;
}

/* A text can be packed again and unpacked; a damaged one, or a wait that is over, gives none. */
static void test_packed(int mode)
{
    static char text[SOLVE_BOOK_MAX], again[SOLVE_BOOK_MAX];
    static uint8_t bytes[SECOND_MAX];
    size_t size = (size_t)second_end(mode >> 1 & 1);
    int choices = 0;
    for (size_t at = 0; at < size; at++) {
        text[at] = smitten_book_second_letter(mode, (int)at, NULL);
        choices += text[at] != '.';
    }
    size_t packed = smitten_second_write(mode, text, bytes);
    int64_t began = clock_ns();
    bool good = smitten_second_read(mode, bytes, packed, NULL, again);
    double took = (double)(clock_ns() - began) / 1e9;
    tap_ok(choices > 200000 && good && memcmp(text, again, size) == 0,
           "mode %d: %d choices in %zu bytes (%.2f s)", mode, choices, packed, took);
    struct solve_limits late = {.tired = is_always};
    tap_ok(!smitten_second_read(mode, bytes, packed, &late, again), "but not when time is up");
    tap_ok(!smitten_second_read(mode, bytes, packed - 100, NULL, again), "nor from a torn text");
    bytes[packed / 2] ^= 1;
    tap_ok(!smitten_second_read(mode, bytes, packed, NULL, again), "nor from a changed one");
}

/* ---- Books that come with the program ---- */

/* The text of the mode; whether the files of the folder have it. */
static bool unpack(const char *from, int mode, int pair, char *text)
{
    int opt[SMITTEN_OPTIONS];
    set_mode(mode, pair, opt);
    tenths_told = 0;
    return smitten_books_read(from, opt, hear_progress, NULL, text);
}

/* The book is there and tells its progress, and nothing is solved for it: its answers are known,
   and a sample of them best. */
static void test_shipped(void *memory, int mode, int pair, int games, int positions)
{
    static char text[SOLVE_BOOK_MAX];
    int64_t began = clock_ns();
    bool good = unpack(BOOKS, mode, pair, text);
    double took = (double)(clock_ns() - began) / 1e9;
    tap_ok(good && (tenths_told & 1 << 10) != 0, "mode %d, pair %d: the book is unpacked (%.1f s)",
           mode, pair, took);
    solve_smitten_prepare(NULL, BOOKS, 0, NULL, NULL);
    test_whole(mode, pair, games);
    test_swapped(memory, mode, pair, positions);
}

/* The same at starts of the second turn, which take the solver seconds. */
static void test_second(void *memory, int mode, int pair, int positions)
{
    int opt[SMITTEN_OPTIONS], n = 0, wrong = 0;
    struct rng r;
    rng_seed(&r, 3);
    set_mode(mode, pair, opt);
    struct solver *solver = solve_smitten_start(memory, table, 1, opt);
    while (n < positions) {
        struct state s;
        start_game(&s, mode, pair, &r);
        while (smitten_actors(&s) != 0 && s.t.turn == 1)
            make_random_move(&s, &r);
        if (s.t.swapped || s.t.placed != 2 || s.t.phase != SMITTEN_TURN)
            continue;
        wrong += !is_best(solver, &s);
        n++;
    }
    tap_ok(wrong == 0, "mode %d, pair %d: %d starts of the second turn have the best value", mode,
           pair, n);
}

/* All letters are as the solver makes them. */
static void test_same(void *memory, int mode, int pair)
{
    static char text[SOLVE_BOOK_MAX], made[SOLVE_BOOK_MAX];
    int opt[SMITTEN_OPTIONS];
    set_mode(mode, pair, opt);
    size_t size = (size_t)other_size(mode >> 1 & 1);
    bool good = unpack(BOOKS, mode, pair, text) &&
                solve_smitten_make_book(solve_smitten_start(memory, made_table, 1, opt), 2,
                                        SOLVE_BOOK_OTHER, NULL, NULL, made);
    tap_ok(good && memcmp(text, made, size) == 0, "mode %d, pair %d: %zu letters as they are made",
           mode, pair, size);
}

static bool copy_book(const char *from, const char *to, long size, long damaged)
{
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    bool good = in != NULL && out != NULL;
    for (long i = 0, byte; good && (size < 0 || i < size) && (byte = getc(in)) != EOF; i++)
        good = putc(i == damaged ? (int)byte ^ 1 : (int)byte, out) != EOF;
    if (in != NULL)
        fclose(in);
    return out != NULL && fclose(out) == 0 && good;
}

/* No text comes from files that are missing or not whole, and such a mode is not known without
   being solved. */
static void test_damaged(void)
{
    static char text[SOLVE_BOOK_MAX];
    char from[512], to[512];
    uint8_t option[SMITTEN_OPTIONS];
    smitten_books_name(BOOKS, false, 0, from, sizeof from);
    smitten_books_name(folder, false, 0, to, sizeof to);
    tap_ok(!unpack(folder, 4, 1, text), "no file, no book");
    tap_ok(copy_book(from, to, -1, -1) && unpack(folder, 4, 1, text), "a whole copy is a book");
    tap_ok(!unpack(folder, 4, 12, text), "but one part does not replace another");
    tap_ok(copy_book(from, to, -1, 4000) && !unpack(folder, 4, 1, text), "a changed bit is found");
    tap_ok(copy_book(from, to, 4000, -1) && !unpack(folder, 4, 1, text), "so is a torn file");
    tap_ok(copy_book(from, to, 40, -1) && !unpack(folder, 4, 1, text), "and one without its head");
    tap_ok(copy_book(from, to, 0, -1) && !unpack(folder, 4, 1, text), "and an empty one");
    write_options(4, 2, option);
    solve_smitten_prepare(NULL, folder, 0, NULL, NULL);
    tap_ok(smitten_demand_letter(option, other_start_at(false) + 1, NULL) == '.',
           "no letter comes from it");
    tap_ok(!unpack(BOOKS, 4, 0, text) && !unpack(BOOKS, 5, 1, text) && !unpack(BOOKS, 0, 1, text),
           "other modes have no such book");
    unlink(to);
}

/* BOOKS_ALL tests every book, and two of them letter by letter, which takes minutes. */
static void test_all_shipped(void *memory)
{
    static char text[SOLVE_BOOK_MAX];
    if (getenv("BOOKS_ALL") == NULL)
        return;
    for (int mode = 4; mode < MODES; mode += 2) {
        int found = 0;
        for (int pair = 1; pair < 36; pair++)
            found += unpack(BOOKS, mode, pair, text);
        tap_ok(found == 35, "mode %d: %d books are unpacked", mode, found);
        test_same(memory, mode, mode == 4 ? 3 * 6 + 2 : 2 * 6 + 5);
    }
}

static void remove_folder(void)
{
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;)
        if (e->d_name[0] != '.')
            unlinkat(dirfd(dir), e->d_name, 0);
    if (dir != NULL)
        closedir(dir);
    rmdir(folder);
}

int main(void)
{
    void *memory = aligned_alloc(64, made_table);
    if (mkdtemp(folder) == NULL)
        return 1;
    test_keep();
    test_packed(1);
    test_packed(6);
    test_shipped(memory, 4, 5 * 6 + 1, tap_part(700), 4); /* none, same */
    test_shipped(memory, 6, 0 * 6 + 4, tap_part(700), 2); /* any, near */
    test_second(memory, 4, 5 * 6 + 1, 1);
    test_all_shipped(memory);
    solve_smitten_prepare(folder, NULL, SOLVE_ALL_CORES, hear_progress, NULL);
    for (int mode = 0; mode < MODES; mode++)
        test_whole(mode, 0, tap_part(2000));
    test_demand(memory, 0, 5 * 6 + 5); /* none, none */
    test_demand(memory, 5, 5 * 6 + 3); /* none, new */
    tap_ok(count_files() == 2, "both are kept in the folder");
    test_kept(2, 5 * 6 + 4, false);
    test_kept(2, 1 * 6 + 2, true); /* same, other */
    test_whole(0, 5 * 6 + 5, tap_part(1400));
    test_whole(2, 1 * 6 + 2, tap_part(1400));
    test_whole(5, 5 * 6 + 3, tap_part(1400));
    test_best(memory, 0, 5 * 6 + 5, tap_part(10));
    test_best(memory, 2, 1 * 6 + 2, tap_part(10));
    /* The solver is slow while a swap is still possible. */
    for (int mode = 0; mode < MODES; mode++)
        test_best(memory, mode, 0, mode < 4 ? tap_part(10) : 1 + (mode & 1));
    for (int mode = 4; mode < MODES; mode++)
        test_swapped(memory, mode, 0, 6);
    test_swapped(memory, 5, 5 * 6 + 3, 4);
    test_damaged();
    free(memory);
    remove_folder();
    return tap_done();
}
