/*
 * `parlor solve`: the exact chance of winning with best play, solo or with both hands open; of the
 * whole game on all cores, or of one position with the value of every legal choice.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "solve/solver.h"
#include "table/memory.h"
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
    bool solo, open, optioned;
    const char *from;
    int threads;
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
    char percent[16];
    if ((int64_t)done * 10 / all == t->tenths)
        return;
    t->tenths = (int)((int64_t)done * 10 / all);
    snprintf(percent, sizeof percent, "%d", t->tenths * 10);
    cli_print(t->cli, stderr, MSG("solve.progress"), percent, NULL);
}

/* A solver with an empty cache; memory is touched only as needed. */
static struct solver *start_table(const struct task *t, const struct setup *setup)
{
    void *memory = aligned_alloc(64, t->bytes);
    return memory == NULL ? NULL : t->solver->start(memory, t->bytes, setup->seats, setup->opt);
}

static int fail_memory(const struct task *t)
{
    char megabytes[32];
    snprintf(megabytes, sizeof megabytes, "%zu", t->bytes >> 20);
    return cli_fail(t->cli, MSG("solve.memory"), megabytes, NULL);
}

static int solve_game(const struct task *t)
{
    struct solver *s = start_table(t, &t->setup);
    double value;
    if (s == NULL)
        return fail_memory(t);
    struct task copy = *t;
    bool solved = t->solver->sweep(s, t->threads, print_progress, &copy, &value);
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
        char text[GAME_TEXT_MAX];
        struct buf b;
        buf_init(&b, text, sizeof text);
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
static int check_record(const struct task *t, const struct record *r, const struct state *s)
{
    if (r->setup.game != t->setup.game)
        return cli_fail(t->cli, MSG("solve.other-game"), r->setup.game->name, NULL);
    if (r->setup.seats == 1 && t->open)
        return cli_fail(t->cli, MSG("solve.record-solo"), NULL);
    if (r->setup.seats == 2 && !t->open)
        return cli_fail(t->cli, MSG("solve.record-two"), NULL);
    if (s != NULL && r->setup.game->actors(s) == 0)
        return cli_fail(t->cli, MSG("solve.over"), NULL);
    return CLI_OK;
}

static int solve_line(const struct task *t, const char *line, size_t len)
{
    struct record r;
    struct problem p;
    struct state_room room;
    problem_start(&p, -1);
    if (!record_read(&r, line, len, &p))
        return cli_fail_problem(t->cli, &p);
    int status = check_record(t, &r, NULL);
    if (status == CLI_OK && !record_replay(&r, NULL, NULL, state_in(&room), &p))
        status = cli_fail_problem(t->cli, &p);
    if (status == CLI_OK)
        status = check_record(t, &r, state_in(&room));
    if (status == CLI_OK)
        status = solve_position(t, &r.setup, state_in(&room));
    record_clear(&r);
    return status;
}

/* The file holds one record; further lines are reported as an error. */
static int solve_from(const struct task *t)
{
    bool piped = strcmp(t->from, "-") == 0;
    FILE *file = piped ? stdin : fopen(t->from, "r");
    if (file == NULL)
        return cli_fail(t->cli, MSG("cli.cannot-read"), t->from, cli_error_text(t->cli, errno),
                        NULL);
    struct lines *lines = memory_take(sizeof *lines);
    struct strbuf line;
    lines_init(lines, file);
    bool some = lines_next(lines) && !lines->too_long;
    line = lines->line;
    int status = CLI_OK;
    if (!some)
        status = cli_fail(t->cli, MSG("solve.no-record"), t->from, NULL);
    if (status == CLI_OK)
        status = solve_line(t, line.text, line.len);
    lines_clear(lines);
    free(lines);
    if (!piped)
        fclose(file);
    return status;
}

static int read_flag(const struct cli *cli, const struct cli_item *item, struct task *t)
{
    uint64_t n;
    switch (item->flag) {
    case FLAG_SOLO:
        t->solo = true;
        return CLI_OK;
    case FLAG_OPEN:
        t->open = true;
        return CLI_OK;
    case FLAG_FROM:
        t->from = item->value;
        return CLI_OK;
    case FLAG_OPTION:
        t->optioned = true;
        return CLI_OK;
    case FLAG_THREADS:
        if (!cli_read_number(item->value, 1, THREADS_MAX, &n))
            return cli_misuse_number(cli, "threads", item->value, 1, THREADS_MAX);
        t->threads = (int)n;
        return CLI_OK;
    case FLAG_MEMORY:
        if (!cli_read_number(item->value, MEGABYTES_MIN, MEGABYTES_MAX, &n))
            return cli_misuse_number(cli, "memory", item->value, MEGABYTES_MIN, MEGABYTES_MAX);
        t->bytes = (size_t)n << 20;
        return CLI_OK;
    default:
        return CLI_OK;
    }
}

/* Checks that the arguments go together. */
static int check_task(struct task *t)
{
    t->solver = solvers_find(t->setup.game);
    if (t->solver == NULL)
        return cli_misuse(t->cli, MSG("solve.no-solver"), t->setup.game->name, NULL);
    if (t->solo && t->open)
        return cli_misuse(t->cli, MSG("solve.solo-or-open"), NULL);
    if (t->from == NULL && !t->solo && !t->open)
        return cli_misuse(t->cli, MSG("solve.solo-or-open"), NULL);
    if (t->from != NULL && t->optioned)
        return cli_misuse(t->cli, MSG("solve.option-of-record"), NULL);
    t->setup.seats = t->open ? 2 : 1;
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct task t = {.cli = cli,
                     .threads = cores < 1             ? 1
                                : cores > THREADS_MAX ? THREADS_MAX
                                                      : (int)cores,
                     .bytes = (size_t)MEGABYTES << 20};
    int status = cli_read_setup(cli, CLI_WORD - 1, FLAG_OPTION, &t.setup);
    for (int i = 0; i < cli->n && status == CLI_OK; i++)
        status = read_flag(cli, &cli->item[i], &t);
    if (status == CLI_OK)
        status = check_task(&t);
    if (status != CLI_OK)
        return status;
    return t.from != NULL ? solve_from(&t) : solve_game(&t);
}

const struct command command_solve = {
    .name = "solve",
    .words = "GAME",
    .summary = MSG("solve.summary"),
    .help = MSG("solve.help"),
    .flags = flags,
    .run = run,
};
