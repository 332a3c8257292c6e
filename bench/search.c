/*
 * Simulations of each searching bot on fixed positions, on one thread, natively and in WebAssembly.
 *
 * Positions come from random play with fixed seeds, in the middle of a game. Times are CPU times;
 * a simulation is an iteration as the bot counts it. The signature sums up the choices of
 * each bot with a small fixed budget, the same on every machine, compiler and in WebAssembly: if it
 * changes, play has changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "search/bot.h"

#ifdef __wasm__
__attribute__((import_module("bench"), import_name("cpu_seconds"))) double clock_cpu_seconds(void);
#else
#include "table/clock.h"
#endif

enum { POSITIONS = 4, SIGNED_ITERATIONS = 64, ALIGN = 64 };

/* One situation: a game, and the number of events before it. */
struct row {
    const char *game;
    int seats;
    int events;
};

static const struct row rows[] = {
    {.game = "photograph", .seats = 2, .events = 17},
    {.game = "photograph", .seats = 3, .events = 23},
    {.game = "photograph", .seats = 4, .events = 27},
    {.game = "luz", .seats = 3, .events = 1 + 3 + 12},
    {.game = "luz", .seats = 4, .events = 1 + 4 + 16},
    {.game = "luz", .seats = 5, .events = 1 + 5 + 20},
    {.game = "smitten", .seats = 2, .events = 5},
    {.game = "smitten", .seats = 1, .events = 5},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A view, and the seat that has to choose. */
struct position {
    struct view_room view;
    int seat;
};

/* Makes one random event; false if the game is over. */
static bool make_event(const struct game *g, struct state *s, struct rng *r)
{
    move list[GAME_MOVES_MAX];
    uint32_t actors = g->actors(s);
    if (actors == GAME_DEALER) {
        struct deal d;
        int at;
        g->shuffle(s, r, &d);
        return g->deal(s, &d, &at) == NULL;
    }
    for (; actors != 0; actors &= actors - 1) {
        int seat = __builtin_ctz(actors), n = g->legal(s, seat, list);
        if (n == 0)
            continue;
        g->apply(s, seat, list[rng_below(r, (uint32_t)n)]);
        return true;
    }
    return false;
}

/* Plays to a position with several moves to choose from; false if this game has none there. */
static bool reach(const struct row *row, const struct game *g, uint64_t number,
                  struct position *out)
{
    struct state_room room;
    struct rng r;
    move list[GAME_MOVES_MAX];
    int opt[GAME_OPTIONS_MAX], done = 0;
    rng_seed_pair(&r, 20, number);
    game_preset_options(g, opt);
    g->init(state_in(&room), row->seats, opt);
    while (done < row->events && make_event(g, state_in(&room), &r))
        done++;
    uint32_t actors = g->actors(state_in(&room));
    if (done < row->events || actors == 0 || actors == GAME_DEALER)
        return false;
    out->seat = __builtin_ctz(actors);
    memset(&out->view, 0, sizeof out->view);
    g->observe(state_in(&room), out->seat, view_in(&out->view));
    return g->legal(state_in(&room), out->seat, list) > 2;
}

/* Working memory of one bot, zeros at first. */
struct memory {
    char *block;
    void *scratch;
};

static struct memory take_memory(const struct bot *bot)
{
    struct memory m = {.block = calloc(1, bot->scratch + ALIGN)};
    if (m.block == NULL)
        abort();
    m.scratch = m.block + (ALIGN - (uintptr_t)m.block % ALIGN) % ALIGN;
    return m;
}

static struct bot_choice choice;

static void ask(const struct bot *bot, const struct game *g, struct position *p,
                uint64_t iterations, uint64_t seed, struct memory *m)
{
    struct bot_limits limits = {.iterations = iterations, .must = true};
    struct bot_question q = {.game = g,
                             .view = view_in(&p->view),
                             .seat = p->seat,
                             .limits = &limits,
                             .seed = seed,
                             .scratch = m->scratch};
    bot->choose(bot, &q, &choice);
}

/* Mixes the bot's choices with a small budget into the signature. */
static uint64_t sign(const struct bot *bot, const struct game *g, struct position *p,
                     struct memory *m, uint64_t *nodes)
{
    uint64_t hash = 0, budget = SIGNED_ITERATIONS;
    for (int i = 0; i < POSITIONS; i++) {
        ask(bot, g, &p[i], bot->iterations < budget ? bot->iterations : budget, 1, m);
        *nodes += choice.iterations;
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) + choice.m + choice.iterations;
        for (int k = 0; k < choice.n; k++)
            hash = hash * 31 + choice.seen[k].m + choice.seen[k].visits;
    }
    return hash;
}

static void measure(const struct row *row, const struct bot *bot, const struct game *g,
                    struct position *p, double seconds, struct memory *m)
{
    uint64_t simulations = 0, seed = 2;
    double start = clock_cpu_seconds(), spent = 0;
    int choices = 0;
    for (; spent < seconds; choices++) {
        ask(bot, g, &p[choices % POSITIONS], 0, seed++, m);
        simulations += choice.iterations;
        spent = clock_cpu_seconds() - start;
    }
    printf("%-10s %5d  %-8s %12.0f %12.1f %12.0f\n", row->game, row->seats, bot->name,
           (double)simulations / spent, spent / choices * 1e3, (double)simulations / choices);
    fflush(stdout);
}

static void run_row(const struct row *row, double seconds, const char *only, uint64_t *nodes,
                    uint64_t *hash)
{
    static struct position p[POSITIONS];
    const struct game *g = games_find(row->game);
    int n = 0;
    for (uint64_t i = 0; n < POSITIONS; i++)
        n += reach(row, g, i, &p[n]);
    for (int i = 0; bots_list[i] != NULL; i++) {
        const struct bot *bot = bots_list[i];
        if (bot->game != g || (only != NULL && strcmp(only, bot->name) != 0))
            continue;
        struct memory m = take_memory(bot);
        *hash = *hash * 31 + sign(bot, g, p, &m, nodes);
        measure(row, bot, g, p, seconds, &m);
        free(m.block);
    }
}

static int usage(void)
{
    fprintf(stderr,
            "usage: search [--seconds S] [--game GAME] [--bot NAME]   (CPU time per line)\n");
    return 2;
}

int main(int argc, char **argv)
{
    double seconds = 0.5;
    const char *game = NULL, *only = NULL;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return usage();
        if (strcmp(argv[i], "--seconds") == 0)
            seconds = strtod(argv[i + 1], NULL);
        else if (strcmp(argv[i], "--game") == 0)
            game = argv[i + 1];
        else if (strcmp(argv[i], "--bot") == 0)
            only = argv[i + 1];
        else
            return usage();
    }
    uint64_t nodes = 0, hash = 0;
    printf("%-10s %5s  %-8s %12s %12s %12s\n", "game", "seats", "bot", "sims/s", "ms/choice",
           "sims/choice");
    for (int i = 0; i < ROWS; i++)
        if (game == NULL || strcmp(game, rows[i].game) == 0)
            run_row(&rows[i], seconds, only, &nodes, &hash);
    printf("\nsignature: %llu simulations, hash %016llx\n", (unsigned long long)nodes,
           (unsigned long long)hash);
    return 0;
}
