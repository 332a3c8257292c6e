/*
 * Complete games of uniformly random play, on one thread, deals included.
 *
 * It measures the engine alone, through struct game: deal, list the moves, make one. Times
 * are CPU times, so that other work on the machine disturbs them little; the best of the runs is
 * the figure to compare. The signature sums up the first games, the same on every machine and
 * compiler: if it changes, the rules or the random numbers changed, and figures are not comparable.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/clock.h"

enum { RUNS = 5, SIGNED_GAMES = 1000 };

/* One line of the table: a game and its setup. */
struct row {
    const char *game;
    int seats;
    const char *option, *value; /* NULL: all options at their defaults */
};

static const struct row rows[] = {
    {.game = "photograph", .seats = 2},
    {.game = "photograph", .seats = 3},
    {.game = "photograph", .seats = 4},
    {.game = "luz", .seats = 3},
    {.game = "luz", .seats = 4},
    {.game = "luz", .seats = 5},
    {.game = "smitten", .seats = 2, .option = "level", .value = "easy"},
    {.game = "smitten", .seats = 2, .option = "level", .value = "medium"},
    {.game = "smitten", .seats = 2, .option = "level", .value = "hard"},
    {.game = "smitten", .seats = 1},
    {.game = "null", .seats = 2},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

struct tally {
    uint64_t games, moves, hash;
};

/* The measurements of one row: seconds of CPU for each run of `games` games. */
struct figures {
    const struct game *game; /* NULL: not in this build */
    int opt[GAME_OPTIONS_MAX];
    struct tally signature;
    uint64_t games, moves; /* of one run */
    double seconds[RUNS];
};

static int nth_seat(uint32_t seats, uint32_t n)
{
    while (n-- > 0)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

/* Makes one random move of a random seat that has one; returns 0 if no seat has one. */
static int make_move(const struct game *g, struct state *s, uint32_t actors, struct rng *r)
{
    move list[GAME_MOVES_MAX];
    while (actors != 0) {
        int n_actors = __builtin_popcount(actors);
        int seat = nth_seat(actors, n_actors > 1 ? rng_below(r, (uint32_t)n_actors) : 0);
        int n = g->legal(s, seat, list);
        if (n > 0) {
            g->apply(s, seat, list[rng_below(r, (uint32_t)n)]);
            return 1;
        }
        actors &= ~(UINT32_C(1) << seat);
    }
    return 0;
}

static void play_game(const struct game *g, int seats, const int *opt, struct rng *r,
                      struct tally *tally)
{
    struct state_room room;
    struct state *s = state_in(&room);
    g->init(s, seats, opt);
    for (uint32_t actors; (actors = g->actors(s)) != 0;) {
        if (actors == GAME_DEALER) {
            struct deal d;
            int at;
            g->shuffle(s, r, &d);
            if (g->deal(s, &d, &at) != NULL)
                abort();
        } else {
            if (!make_move(g, s, actors, r))
                abort();
            tally->moves++;
        }
    }
    tally->games++;
    tally->hash = tally->hash * UINT64_C(0x9e3779b97f4a7c15) + game_hash_bytes(s, g->state_size);
}

static struct tally play_games(const struct figures *f, int seats, uint64_t seed, uint64_t games)
{
    struct tally tally = {.games = 0};
    struct rng r;
    rng_seed(&r, seed);
    for (uint64_t i = 0; i < games; i++)
        play_game(f->game, seats, f->opt, &r, &tally);
    return tally;
}

/* Finds the game, signs it, and chooses how many games make one run of `seconds`. */
static void prepare(const struct row *row, double seconds, struct figures *f)
{
    *f = (struct figures){.game = games_find(row->game)};
    if (f->game == NULL)
        return;
    game_preset_options(f->game, f->opt);
    if (row->option != NULL) {
        int i = game_find_option(f->game, row->option);
        if (i < 0 || game_read_option(&f->game->options[i], row->value, &f->opt[i]) != NULL)
            abort();
    }
    f->signature = play_games(f, row->seats, 1, SIGNED_GAMES);
    double start = clock_cpu_seconds();
    play_games(f, row->seats, 2, SIGNED_GAMES);
    double each = (clock_cpu_seconds() - start) / SIGNED_GAMES;
    f->games = (uint64_t)(seconds / each) + 1;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(const struct row *row, struct figures *f)
{
    qsort(f->seconds, RUNS, sizeof f->seconds[0], by_size);
    double best = f->seconds[0], median = f->seconds[RUNS / 2];
    double games = (double)f->games, moves = (double)f->moves;
    printf("%-10s %5d  %-8s %10.0f %10.0f %11.0f %8.1f %7.1f\n", row->game, row->seats,
           row->value != NULL ? row->value : "", games / best, games / median, moves / best,
           best / moves * 1e9, moves / games);
}

static void print_signature(const struct figures *figures)
{
    uint64_t nodes = 0, hash = 0;
    for (int i = 0; i < ROWS; i++) {
        nodes += figures[i].signature.moves;
        hash = hash * 31 + figures[i].signature.hash;
    }
    printf("\nsignature: %llu moves in %d games of each row, hash %016llx\n",
           (unsigned long long)nodes, SIGNED_GAMES, (unsigned long long)hash);
}

int main(int argc, char **argv)
{
    double seconds = 0.3;
    if (argc == 3 && strcmp(argv[1], "--seconds") == 0)
        seconds = strtod(argv[2], NULL);
    else if (argc != 1)
        seconds = 0;
    if (!(seconds > 0)) {
        fprintf(stderr, "usage: playouts [--seconds S]   (of CPU, for each of %d runs of a row)\n",
                RUNS);
        return 2;
    }
    static struct figures figures[ROWS];
    for (int i = 0; i < ROWS; i++)
        prepare(&rows[i], seconds, &figures[i]);
    /* Rows take turns, so that a slow minute of the machine affects all of them. */
    for (int run = 0; run < RUNS; run++) {
        for (int i = 0; i < ROWS; i++) {
            if (figures[i].game == NULL)
                continue;
            double start = clock_cpu_seconds();
            struct tally t = play_games(&figures[i], rows[i].seats, 3, figures[i].games);
            figures[i].seconds[run] = clock_cpu_seconds() - start;
            figures[i].moves = t.moves;
        }
    }
    printf("%-10s %5s  %-8s %10s %10s %11s %8s %7s\n", "game", "seats", "options", "games/s",
           "(median)", "moves/s", "ns/move", "moves");
    for (int i = 0; i < ROWS; i++)
        if (figures[i].game != NULL)
            print_row(&rows[i], &figures[i]);
    print_signature(figures);
    return 0;
}
