/*
 * `parlor perft`: counts the sequences of moves from a position, to compare engines.
 * A deal takes the next --deal and adds no depth; without one left, the sequence ends.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "table/memory.h"
#include "table/record.h"

enum { FLAG_DEAL, FLAG_DEPTH, FLAG_MOVES, FLAG_DIVIDE, FLAG_SEATS, FLAG_OPTION };
enum { DEPTH_MAX = 64, EVENT_MAX = 128 };

static const struct cli_flag flags[] = {
    [FLAG_DEAL] = {.name = "deal", .value = "TEXT", .help = MSG("perft.flag-deal")},
    [FLAG_DEPTH] = {.name = "depth", .value = "N", .help = MSG("perft.flag-depth")},
    [FLAG_MOVES] = {.name = "moves", .value = "TEXT", .help = MSG("perft.flag-moves")},
    [FLAG_DIVIDE] = {.name = "divide", .value = NULL, .help = MSG("perft.flag-divide")},
    [FLAG_SEATS] = {.name = "seats", .value = "N", .help = MSG("cli.flag-seats")},
    [FLAG_OPTION] = {.name = "option", .value = "NAME=VALUE", .help = MSG("cli.flag-option")},
    {.name = NULL},
};

/* The tree to count; `deals` are the texts in order, `count[d]` the sequences of d moves. */
struct tree {
    const struct cli *cli;
    struct setup setup;
    const char **deals;
    int deals_count;
    int depth;
    bool divide;
    uint64_t count[DEPTH_MAX + 1];
};

/* Carries out the deals that are due, while texts are left, from number `*used`. Returns the actors
   then; 0 if the sequence ends here; -1 if a text is wrong. */
static int64_t deal_due(const struct tree *t, struct state *s, int *used, struct problem *p)
{
    const struct game *g = t->setup.game;
    uint32_t actors;
    while ((actors = g->actors(s)) == GAME_DEALER) {
        if (*used == t->deals_count)
            return 0;
        const struct record_event e = {.seat = RECORD_DEAL, .text = t->deals[(*used)++]};
        if (!record_apply(g, s, &e, p))
            return -1;
    }
    return actors;
}

static bool count_from(struct tree *t, const struct state *s, int used, int done,
                       struct problem *p);

/* Counts the sequences after one move. */
static bool count_behind(struct tree *t, const struct state *s, int used, int done, int seat,
                         move m, struct problem *p)
{
    struct state_room next;
    memcpy(&next, s, t->setup.game->state_size);
    t->setup.game->apply(state_in(&next), seat, m);
    return count_from(t, state_in(&next), used, done + 1, p);
}

/* One line of --divide: a first move and the sequences of full length that begin with it. */
static void print_share(const struct tree *t, int seat, move m, uint64_t share)
{
    struct buf b = BUF_ROOM(GAME_TEXT_MAX);
    t->setup.game->write_move(m, &b);
    printf("%d %s: %llu\n", seat, b.text, (unsigned long long)share);
}

/* Counts all sequences from `s`, `done` moves deep. The last move is counted, not made. */
static bool count_from(struct tree *t, const struct state *s, int used, int done, struct problem *p)
{
    const struct game *g = t->setup.game;
    struct state_room room;
    move moves[GAME_MOVES_MAX];
    memcpy(&room, s, g->state_size);
    int64_t actors = deal_due(t, state_in(&room), &used, p);
    if (actors < 0)
        return false;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if ((actors >> seat & 1) == 0)
            continue;
        int n = g->legal(state_in(&room), seat, moves);
        bool first = t->divide && done == 0;
        t->count[done + 1] += (uint64_t)n;
        for (int i = 0; i < n && (done + 1 < t->depth || first); i++) {
            uint64_t before = t->count[t->depth];
            if (done + 1 < t->depth &&
                !count_behind(t, state_in(&room), used, done, seat, moves[i], p))
                return false;
            if (first)
                print_share(t, seat, moves[i], t->depth == 1 ? 1 : t->count[t->depth] - before);
        }
    }
    return true;
}

/* Makes one move of --moves, `SEAT TEXT`. */
static bool make_move(struct tree *t, struct state *s, int *used, const char *text,
                      struct problem *p)
{
    struct record_event e = {.seat = text[0] - '0', .text = text + 2};
    if (deal_due(t, s, used, p) < 0)
        return false;
    if (text[0] < '0' || text[0] >= '0' + t->setup.seats || text[1] != ' ') {
        problem_add(p, MSG("perft.move-shape"));
        problem_add_text(p, text);
        return false;
    }
    return record_apply(t->setup.game, s, &e, p);
}

/* Makes all moves of one --moves text, with semicolons between them. */
static bool make_moves(struct tree *t, struct state *s, int *used, const char *text,
                       struct problem *p)
{
    for (const char *at = text;; at++) {
        char one[EVENT_MAX];
        size_t len = strcspn(at, ";");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        if (!make_move(t, s, used, one, p))
            return false;
        at += len;
        if (*at == '\0')
            return true;
    }
}

static int count_tree(struct tree *t)
{
    struct state_room room;
    struct problem p = PROBLEM_EMPTY;
    int used = 0;
    bool good = true;
    setup_init(&t->setup, state_in(&room));
    for (int i = 0; i < t->cli->n && good; i++)
        if (t->cli->item[i].flag == FLAG_MOVES)
            good = make_moves(t, state_in(&room), &used, t->cli->item[i].value, &p);
    if (!good || !count_from(t, state_in(&room), used, 0, &p))
        return cli_fail_problem(t->cli, &p);
    for (int d = 1; d <= t->depth; d++)
        printf("perft %d %llu\n", d, (unsigned long long)t->count[d]);
    return CLI_OK;
}

static int read_tree(const struct cli *cli, struct tree *t)
{
    const char *text = cli_value(cli, FLAG_DEPTH);
    uint64_t depth;
    int status = cli_read_setup(cli, cli_word(cli), FLAG_SEATS, FLAG_OPTION, &t->setup);
    if (status != CLI_OK)
        return status;
    if (text == NULL)
        return cli_misuse(cli, MSG("cli.flag-missing"), "depth", "N", NULL);
    if (!cli_read_number(text, 1, DEPTH_MAX, &depth))
        return cli_misuse(cli, MSG("perft.depth"), text, NULL);
    t->depth = (int)depth;
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == FLAG_DEAL)
            t->deals[t->deals_count++] = cli->item[i].value;
    if (t->deals_count == 0)
        return cli_misuse(cli, MSG("cli.flag-missing"), "deal", "TEXT", NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    struct tree t = {.cli = cli, .divide = cli_has(cli, FLAG_DIVIDE)};
    t.deals = memory_take_zeros((size_t)cli->n + 1, sizeof t.deals[0]);
    int status = read_tree(cli, &t);
    if (status == CLI_OK)
        status = count_tree(&t);
    free(t.deals);
    return status;
}

const struct command command_perft = {
    .name = "perft",
    .words = "GAME",
    .missing = MSG("cli.no-game"),
    .summary = MSG("perft.summary"),
    .help = MSG("perft.help"),
    .flags = flags,
    .run = run,
};
