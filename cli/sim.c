/* `parlor sim`: lets bots play games and writes their records. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "table/driver.h"
#include "table/random_play.h"
#include "table/record.h"

enum { FLAG_SEATS, FLAG_GAMES, FLAG_SEED, FLAG_OPTION, FLAG_BOTS };
enum { OUTPUT_CHUNK = 1 << 18 };
/* Separates the bots' random numbers from those of the deals. */
#define SEEDS_MARK UINT64_C(0x5851f42d4c957f2d)

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
    struct driver_bot bot[GAME_SEATS_MAX];
    uint64_t games, seed;
    /* Whether all play at random. Then the acting seat is drawn too, and no bot is asked: this
       gives the same records as ever, byte for byte. */
    bool uniform;
};

static bool is_random(const struct driver_bot *b)
{
    return strcmp(b->bot->name, "random") == 0;
}

/* One bot for all seats, or one for each. */
static int read_bots(const struct cli *cli, const char *text, struct plan *plan)
{
    int n = 0;
    int status = cli_read_bots(cli, plan->setup.game, text, plan->bot, &n);
    if (status != CLI_OK)
        return status;
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
        return cli_misuse_number(cli, "games", item->value, 0, INT64_MAX);
    if (item->flag == FLAG_SEED && !cli_read_number(item->value, 0, UINT64_MAX, &plan->seed))
        return cli_misuse_number(cli, "seed", item->value, 0, UINT64_MAX);
    return item->flag == FLAG_BOTS ? read_bots(cli, item->value, plan) : CLI_OK;
}

/* The next event of a game: at random, or by asking bots. */
struct player {
    struct driver driver;
    struct rng deals, seeds;
};

static int choose(const struct plan *plan, struct player *p, const struct state *s,
                  struct play_event *e)
{
    if (!plan->uniform)
        return driver_choose(&p->driver, s, &p->deals, &p->seeds, e);
    return random_play_choose(plan->setup.game, s, &p->deals, e);
}

static void play_one(const struct plan *plan, struct player *p, struct record_writer *w,
                     struct strbuf *out)
{
    const struct game *g = plan->setup.game;
    struct state_room room;
    struct play_event e;
    setup_init(&plan->setup, state_in(&room));
    driver_seat(&p->driver, plan->setup.seats, plan->bot);
    record_start(w, g, plan->setup.seats);
    while (choose(plan, p, state_in(&room), &e)) {
        play_event_apply(g, state_in(&room), &e);
        if (e.seat == PLAY_DEAL)
            record_add_deal(w, &e.deal);
        else
            record_add_move(w, e.seat, e.move);
    }
    record_finish(w, state_in(&room), out);
}

/* Writes the text out and empties it; false if the output fails. */
static bool flush(struct strbuf *out)
{
    bool good = cli_write(out->text, out->len);
    strbuf_reset(out);
    return good;
}

static void play_all(const struct plan *plan)
{
    static struct player p;
    struct record_writer w;
    struct strbuf out;
    bool good = true;
    record_writer_init(&w);
    strbuf_init(&out);
    driver_init(&p.driver, plan->setup.game);
    for (uint64_t i = 0; i < plan->games && good; i++) {
        rng_seed_pair(&p.deals, plan->seed, i);
        rng_seed_pair(&p.seeds, plan->seed ^ SEEDS_MARK, i);
        play_one(plan, &p, &w, &out);
        if (out.len >= OUTPUT_CHUNK)
            good = flush(&out);
    }
    if (good && out.len > 0)
        flush(&out);
    driver_clear(&p.driver);
    strbuf_clear(&out);
    record_writer_clear(&w);
}

static int run(const struct cli *cli)
{
    struct plan plan = {.games = 1, .seed = 1};
    int status = cli_read_setup(cli, FLAG_SEATS, FLAG_OPTION, &plan.setup);
    if (status == CLI_OK)
        status = read_bots(cli, "random", &plan);
    for (int i = 0; i < cli->n && status == CLI_OK; i++)
        status = read_flag(cli, &cli->item[i], &plan);
    plan.uniform = true;
    for (int i = 0; i < plan.setup.seats; i++)
        plan.uniform = plan.uniform && status == CLI_OK && is_random(&plan.bot[i]);
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
