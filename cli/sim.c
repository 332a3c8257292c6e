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
       gives the same games as ever. */
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
        return cli_misuse(cli, MSG("sim.bots-count"), BUF_INT(n), BUF_INT(plan->setup.seats), NULL);
    }
    return CLI_OK;
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

static void play_one(const struct plan *plan, struct player *p, uint64_t deal,
                     struct record_writer *w, struct strbuf *out)
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
    driver_sign_record(&p->driver, plan->seed, deal, out);
}

static void play_all(const struct plan *plan)
{
    static struct player p;
    struct record_writer w;
    struct strbuf out = STRBUF_EMPTY;
    bool good = true;
    record_writer_init(&w);
    driver_init(&p.driver, plan->setup.game);
    for (uint64_t i = 0; i < plan->games && good; i++) {
        rng_seed_pair(&p.deals, plan->seed, i);
        rng_seed_pair(&p.seeds, plan->seed ^ SEEDS_MARK, i);
        play_one(plan, &p, i, &w, &out);
        if (out.len >= OUTPUT_CHUNK)
            good = cli_write(&out);
    }
    if (good)
        cli_write(&out);
    driver_clear(&p.driver);
    strbuf_clear(&out);
    record_writer_clear(&w);
}

static int run(const struct cli *cli)
{
    struct plan plan = {.games = 1, .seed = 1};
    const char *bots = cli_value(cli, FLAG_BOTS);
    if (!cli_take_number(cli, FLAG_GAMES, 0, INT64_MAX, &plan.games) ||
        !cli_take_number(cli, FLAG_SEED, 0, UINT64_MAX, &plan.seed))
        return CLI_USAGE;
    int status = cli_read_setup(cli, cli_word(cli), FLAG_SEATS, FLAG_OPTION, &plan.setup);
    if (status == CLI_OK)
        status = read_bots(cli, bots != NULL ? bots : "random", &plan);
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
    .missing = MSG("cli.no-game"),
    .summary = MSG("sim.summary"),
    .help = MSG("sim.help"),
    .flags = flags,
    .run = run,
};
