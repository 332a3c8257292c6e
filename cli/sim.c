/* `parlor sim`: plays games by machine and writes their records. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "table/play.h"
#include "table/record.h"

enum { FLAG_SEATS, FLAG_GAMES, FLAG_SEED, FLAG_OPTION, FLAG_BOTS };
enum { OUTPUT_CHUNK = 1 << 18 };

static const struct cli_flag flags[] = {
    [FLAG_SEATS] = {.name = "seats", .value = "N", .help = MSG("cli.flag-seats")},
    [FLAG_GAMES] = {.name = "games", .value = "K", .help = MSG("sim.flag-games")},
    [FLAG_SEED] = {.name = "seed", .value = "S", .help = MSG("sim.flag-seed")},
    [FLAG_OPTION] = {.name = "option", .value = "NAME=VALUE", .help = MSG("cli.flag-option")},
    [FLAG_BOTS] = {.name = "bots", .value = "NAME,...", .help = MSG("sim.flag-bots")},
    {.name = NULL},
};

struct plan {
    struct setup setup;
    const struct play_bot *bot[GAME_SEATS_MAX];
    uint64_t games, seed;
};

static int refuse_bot(const struct cli *cli, const char *name)
{
    char memory[512];
    struct buf list;
    buf_init(&list, memory, sizeof memory);
    for (int i = 0; play_bots[i] != NULL; i++) {
        buf_put(&list, i > 0 ? ", " : "");
        buf_put(&list, play_bots[i]->name);
    }
    return cli_misuse(cli, MSG("sim.no-such-bot"), name, list.text, NULL);
}

/* One bot for all seats, or one for each. */
static int read_bots(const struct cli *cli, const char *text, struct plan *plan)
{
    int n = 0;
    for (const char *p = text;; p++) {
        char name[64];
        size_t len = strcspn(p, ",");
        size_t keep = len < sizeof name ? len : sizeof name - 1;
        memcpy(name, p, keep);
        name[keep] = '\0';
        const struct play_bot *bot = len == keep ? play_find_bot(name) : NULL;
        if (bot == NULL)
            return refuse_bot(cli, name);
        if (n < GAME_SEATS_MAX)
            plan->bot[n] = bot;
        n++;
        p += len;
        if (*p == '\0')
            break;
    }
    if (n == 1) {
        for (int i = 1; i < GAME_SEATS_MAX; i++)
            plan->bot[i] = plan->bot[0];
    } else if (n != plan->setup.seats) {
        char given[24], seats[24];
        snprintf(given, sizeof given, "%d", n);
        snprintf(seats, sizeof seats, "%d", plan->setup.seats);
        return cli_misuse(cli, MSG("sim.bots-count"), given, seats, NULL);
    }
    return CLI_OK;
}

static int read_flag(const struct cli *cli, const struct cli_item *item, struct plan *plan)
{
    if (item->flag == FLAG_GAMES && !cli_read_number(item->value, 0, INT64_MAX, &plan->games))
        return cli_misuse(cli, MSG("cli.not-a-number"), "games", item->value, NULL);
    if (item->flag == FLAG_SEED && !cli_read_number(item->value, 0, UINT64_MAX, &plan->seed))
        return cli_misuse(cli, MSG("cli.not-a-number"), "seed", item->value, NULL);
    return item->flag == FLAG_BOTS ? read_bots(cli, item->value, plan) : CLI_OK;
}

static void play_one(const struct plan *plan, struct rng *r, struct record_writer *w,
                     struct grow *out)
{
    const struct game *g = plan->setup.game;
    struct state_room room;
    struct play_event e;
    g->init(state_in(&room), plan->setup.seats, plan->setup.opt);
    record_start(w, g, plan->setup.seats);
    while (play_choose(g, state_in(&room), plan->bot, r, &e)) {
        play_apply(g, state_in(&room), &e);
        if (e.seat == PLAY_DEAL)
            record_add_deal(w, &e.deal);
        else
            record_add_move(w, e.seat, e.move);
    }
    record_finish(w, state_in(&room), out);
}

/* Writes the text out and empties it; false if the output takes no more. */
static bool flush(struct grow *out)
{
    bool good = cli_write(out->text, out->len);
    grow_reset(out);
    return good;
}

static void play_all(const struct plan *plan)
{
    struct record_writer w;
    struct grow out;
    bool good = true;
    record_writer_init(&w);
    grow_init(&out);
    for (uint64_t i = 0; i < plan->games && good; i++) {
        struct rng r;
        rng_seed_pair(&r, plan->seed, i);
        play_one(plan, &r, &w, &out);
        if (out.len >= OUTPUT_CHUNK)
            good = flush(&out);
    }
    if (good && out.len > 0)
        flush(&out);
    grow_clear(&out);
    record_writer_clear(&w);
}

static int run(const struct cli *cli)
{
    struct plan plan = {.games = 1, .seed = 1};
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        plan.bot[i] = play_bots[0];
    int status = cli_read_setup(cli, FLAG_SEATS, FLAG_OPTION, &plan.setup);
    for (int i = 0; i < cli->n && status == CLI_OK; i++)
        status = read_flag(cli, &cli->item[i], &plan);
    if (status == CLI_OK)
        play_all(&plan);
    return status;
}

const struct command command_sim = {
    .name = "sim",
    .words = "GAME",
    .summary = MSG("sim.summary"),
    .help = MSG("sim.help"),
    .flags = flags,
    .run = run,
};
