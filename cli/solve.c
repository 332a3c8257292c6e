/*
 * `parlor solve`: the exact chance of winning with best play, solo or with both hands open; of the
 * whole game on all cores, or of one position with the value of every legal choice.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "solve/solver.h"
#include "table/record.h"

enum { FLAG_SOLO, FLAG_OPEN, FLAG_FROM, FLAG_OPTION, FLAG_THREADS, FLAG_MEMORY };
enum { MEGABYTES = 4096, MEGABYTES_MIN = 16, MEGABYTES_MAX = 32768, THREADS_MAX = 64 };

static const struct cli_flag flags[] = {
    [FLAG_SOLO] = {.name = "solo", .value = NULL, .help = MSG("solve.flag-solo")},
    [FLAG_OPEN] = {.name = "open", .value = NULL, .help = MSG("solve.flag-open")},
    [FLAG_FROM] = {.name = "from", .value = "RECORD", .help = MSG("solve.flag-from")},
    [FLAG_OPTION] = {.name = "option", .value = "NAME=VALUE", .help = MSG("cli.flag-option")},
    [FLAG_THREADS] = {.name = "threads", .value = "N", .help = MSG("solve.flag-threads")},
    [FLAG_MEMORY] = {.name = "memory", .value = "MB", .help = MSG("solve.flag-memory")},
    {.name = NULL},
};

struct task {
    const struct cli *cli;
    struct setup setup;
    const struct solver_kind *solver; /* of the game */
    bool solo, open;
    const char *from;
    uint64_t threads;
    size_t bytes;
    int tenths; /* of a whole game that are done */
};

/* Prints time and memory used, on standard error. */
static void print_cost(const struct task *t, const struct solver *s)
{
    char seconds[32], megabytes[32];
    snprintf(seconds, sizeof seconds, "%.1f", (double)clock() / CLOCKS_PER_SEC);
    snprintf(megabytes, sizeof megabytes, "%.0f", (double)t->solver->used(s) / 1e6);
    cli_print(t->cli, stderr, MSG("solve.cost"), seconds, megabytes, NULL);
}

static void print_progress(void *context, int done, int all)
{
    struct task *t = context;
    if ((int64_t)done * 10 / all == t->tenths)
        return;
    t->tenths = (int)((int64_t)done * 10 / all);
    cli_print(t->cli, stderr, MSG("solve.progress"), BUF_INT(t->tenths * 10), NULL);
}

/* A solver with an empty cache; memory is touched only as needed. */
static struct solver *start_table(const struct task *t, const struct setup *setup)
{
    void *memory = aligned_alloc(64, t->bytes);
    return memory == NULL ? NULL : t->solver->start(memory, t->bytes, setup->seats, setup->opt);
}

static int fail_memory(const struct task *t)
{
    return cli_fail(t->cli, MSG("solve.memory"), BUF_INT(t->bytes >> 20), NULL);
}

static int solve_game(const struct task *t)
{
    struct solver *s = start_table(t, &t->setup);
    double value;
    if (s == NULL)
        return fail_memory(t);
    struct task copy = *t;
    bool solved = t->solver->sweep(s, (int)t->threads, print_progress, &copy, &value);
    if (solved) {
        printf("optimal %.13f\n", value);
        print_cost(t, s);
    }
    free(s);
    return solved ? CLI_OK : fail_memory(t);
}

static void print_answer(const struct game *g, const struct solve_answer *a)
{
    printf("optimal %.13f\n", a->value);
    for (int i = 0; i < a->n; i++) {
        struct buf b = BUF_ROOM(GAME_TEXT_MAX);
        g->write_move(a->choice[i].m, &b);
        printf("choice %.13f %d %s\n", a->choice[i].value, a->choice[i].seat, b.text);
    }
}

static int solve_position(const struct task *t, const struct setup *setup,
                          const struct state *state)
{
    struct solver *s = start_table(t, setup);
    struct solve_answer a;
    if (s == NULL)
        return fail_memory(t);
    t->solver->open(s, state, NULL, &a);
    print_answer(setup->game, &a);
    print_cost(t, s);
    free(s);
    return CLI_OK;
}

/* Whether this record can be solved; reports why not. */
static int check_record(const struct task *t, const struct record *r)
{
    if (r->setup.game != t->setup.game)
        return cli_fail(t->cli, MSG("solve.other-game"), r->setup.game->name, t->setup.game->name,
                        NULL);
    if (r->setup.seats == 1 && t->open)
        return cli_fail(t->cli, MSG("solve.record-solo"), NULL);
    if (r->setup.seats == 2 && !t->open)
        return cli_fail(t->cli, MSG("solve.record-two"), NULL);
    return CLI_OK;
}

static int solve_line(const struct task *t, const char *line, size_t len)
{
    struct record r;
    struct problem p = PROBLEM_EMPTY;
    struct state_room room;
    if (!record_read(&r, line, len, &p))
        return cli_fail_problem(t->cli, &p);
    int status = check_record(t, &r);
    if (status == CLI_OK && !record_replay(&r, NULL, NULL, state_in(&room), &p))
        status = cli_fail_problem(t->cli, &p);
    else if (status == CLI_OK && r.setup.game->actors(state_in(&room)) == 0)
        status = cli_fail(t->cli, MSG("solve.over"), NULL);
    else if (status == CLI_OK)
        status = solve_position(t, &r.setup, state_in(&room));
    record_clear(&r);
    return status;
}

/* Solves the record on the first line. */
static int solve_from(const struct task *t)
{
    static struct lines lines;
    int status = CLI_OK;
    if (!lines_open(&lines, t->cli, t->from))
        return CLI_FAILED;
    if (lines_find(&lines, 1))
        status = solve_line(t, lines.line.text, lines.line.len);
    else if (!ferror(lines.file))
        status = cli_fail(t->cli, MSG("solve.no-record"), t->from, NULL);
    return lines_close(&lines, status);
}

static int fail_solver(const struct task *t)
{
    char room[256];
    struct buf b;
    buf_init(&b, room, sizeof room);
    for (int i = 0; solvers_list[i] != NULL; i++) {
        buf_put(&b, i > 0 ? ", " : "");
        buf_put(&b, solvers_list[i]->game->name);
    }
    return cli_misuse(t->cli, MSG("solve.no-solver"), t->setup.game->name, b.text, NULL);
}

/* Checks that the arguments go together. */
static int check_task(struct task *t)
{
    t->solver = solvers_find(t->setup.game);
    if (t->solver == NULL)
        return fail_solver(t);
    if (t->solo && t->open)
        return cli_misuse(t->cli, MSG("solve.solo-or-open"), NULL);
    if (t->from == NULL && !t->solo && !t->open)
        return cli_misuse(t->cli, MSG("solve.solo-or-open"), NULL);
    if (t->from != NULL && cli_has(t->cli, FLAG_OPTION))
        return cli_misuse(t->cli, MSG("solve.option-of-record"), NULL);
    t->setup.seats = t->open ? 2 : 1;
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t megabytes = MEGABYTES;
    struct task t = {.cli = cli, .from = cli_value(cli, FLAG_FROM)};
    t.solo = cli_has(cli, FLAG_SOLO);
    t.open = cli_has(cli, FLAG_OPEN);
    t.threads = cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (uint64_t)cores;
    if (!cli_take_number(cli, FLAG_THREADS, 1, THREADS_MAX, &t.threads) ||
        !cli_take_number(cli, FLAG_MEMORY, MEGABYTES_MIN, MEGABYTES_MAX, &megabytes))
        return CLI_USAGE;
    t.bytes = (size_t)megabytes << 20;
    int status = cli_read_setup(cli, cli_word(cli), CLI_WORD - 1, FLAG_OPTION, &t.setup);
    if (status == CLI_OK)
        status = check_task(&t);
    if (status != CLI_OK)
        return status;
    return t.from != NULL ? solve_from(&t) : solve_game(&t);
}

const struct command command_solve = {
    .name = "solve",
    .words = "GAME",
    .missing = MSG("cli.no-game"),
    .summary = MSG("solve.summary"),
    .help = MSG("solve.help"),
    .flags = flags,
    .run = run,
};
