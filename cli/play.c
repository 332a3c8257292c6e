/*
 * `parlor play`: a game at this terminal, against bots, with others at the same keyboard, or at a
 * server's table.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/cli.h"
#include "table/memory.h"
#include "tui/tui.h"

enum {
    FLAG_SEATS,
    FLAG_BOTS,
    FLAG_OPTION,
    FLAG_CLOCK,
    FLAG_SEED,
    FLAG_RESUME,
    FLAG_PLAIN,
    FLAG_NAME,
    FLAG_WATCH
};

static const struct cli_flag flags[] = {
    [FLAG_SEATS] = {.name = "seats", .value = "N", .help = MSG("cli.flag-seats")},
    [FLAG_BOTS] = {.name = "bots", .value = "LEVEL,...", .help = MSG("play.flag-bots")},
    [FLAG_OPTION] = {.name = "option", .value = "NAME=VALUE", .help = MSG("cli.flag-option")},
    [FLAG_CLOCK] = {.name = "clock", .value = "SECONDS+BANK", .help = MSG("play.flag-clock")},
    [FLAG_SEED] = {.name = "seed", .value = "S", .help = MSG("play.flag-seed")},
    [FLAG_RESUME] = {.name = "resume", .value = NULL, .help = MSG("play.flag-resume")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("play.flag-plain")},
    [FLAG_NAME] = {.name = "name", .value = "NAME", .help = MSG("play.flag-name")},
    [FLAG_WATCH] = {.name = "watch", .value = NULL, .help = MSG("play.flag-watch")},
    {.name = NULL},
};

struct plan {
    struct local_plan game;
    bool resume, plain;
    const char *file; /* with `resume`: the record to continue; NULL: the newest */
};

/* The bots take the last seats; `none` leaves all of them to people. */
static int read_bots(const struct cli *cli, const char *text, struct plan *plan)
{
    struct driver_bot bot[GAME_SEATS_MAX];
    int n = 0, seats = plan->game.setup.seats;
    memset(plan->game.bot, 0, sizeof plan->game.bot);
    if (strcmp(text, "none") == 0)
        return CLI_OK;
    int status = cli_read_bots(cli, plan->game.setup.game, text, bot, &n);
    if (status != CLI_OK)
        return status;
    if (n >= seats)
        return cli_misuse(cli, MSG("play.bots-count"), NULL);
    for (int i = 0; i < n; i++) {
        if (bot[i].bot->coded)
            return cli_misuse(cli, MSG("table.bot-coded"), bot[i].bot->name, NULL);
        plan->game.bot[seats - n + i] = bot[i];
    }
    return CLI_OK;
}

/* A person at seat 1, and bots of the usual level at the others. */
static void seat_usual(struct plan *plan)
{
    const struct bot *usual = bots_usual(plan->game.setup.game);
    for (int i = 1; i < plan->game.setup.seats; i++)
        plan->game.bot[i] = (struct driver_bot){.bot = usual};
}

/* `30+300`: 30 seconds per move, and 300 for all moves together; `30`: without those. */
static int read_clock(const struct cli *cli, const char *text, struct table_clock *out)
{
    char move[16];
    const char *plus = strchr(text, '+');
    size_t len = plus != NULL ? (size_t)(plus - text) : strlen(text);
    uint64_t move_s = 0, bank_s = 0;
    snprintf(move, sizeof move, "%.*s", (int)(len < sizeof move ? len : sizeof move), text);
    if (cli_read_number(move, 1, TABLE_MOVE_S_MAX, &move_s) &&
        (plus == NULL || cli_read_number(plus + 1, 0, TABLE_BANK_S_MAX, &bank_s)) &&
        table_set_clock(out, (int64_t)move_s, (int64_t)bank_s))
        return CLI_OK;
    return cli_misuse(cli, MSG("play.clock-shape"), text, NULL);
}

static int read_flag(const struct cli *cli, const struct cli_item *item, struct plan *plan)
{
    if (item->flag == FLAG_SEED && !cli_read_number(item->value, 0, UINT64_MAX, &plan->game.seed))
        return cli_misuse_number(cli, "seed", item->value, 0, UINT64_MAX);
    if (item->flag == FLAG_CLOCK)
        return read_clock(cli, item->value, &plan->game.clock);
    return item->flag == FLAG_BOTS ? read_bots(cli, item->value, plan) : CLI_OK;
}

static int read_plan(const struct cli *cli, struct plan *plan)
{
    for (int i = 0; i < cli->n; i++) {
        plan->resume = plan->resume || cli->item[i].flag == FLAG_RESUME;
        plan->plain = plan->plain || cli->item[i].flag == FLAG_PLAIN;
        if (cli->item[i].flag == CLI_WORD)
            plan->file = cli->item[i].value;
    }
    if (plan->resume)
        return CLI_OK;
    if (getrandom(&plan->game.seed, sizeof plan->game.seed, 0) != sizeof plan->game.seed)
        return cli_fail(cli, MSG("play.no-chance"), NULL);
    int status = cli_read_setup(cli, FLAG_SEATS, FLAG_OPTION, &plan->game.setup);
    if (status == CLI_OK)
        seat_usual(plan);
    for (int i = 0; i < cli->n && status == CLI_OK; i++)
        status = read_flag(cli, &cli->item[i], plan);
    plan->game.begins =
        status == CLI_OK && cli_names_begins(cli, FLAG_OPTION, plan->game.setup.game);
    return status;
}

/* Opens the saved game to continue. */
static int resume(const struct cli *cli, const struct plan *plan, struct local *l)
{
    struct strbuf line;
    struct problem p;
    int status = CLI_OK;
    if (plan->file != NULL && strlen(plan->file) < sizeof l->path)
        memcpy(l->path, plan->file, strlen(plan->file) + 1);
    else if (plan->file != NULL || !saves_find(l->path))
        return cli_fail(cli, MSG("play.nothing-saved"), NULL);
    strbuf_init(&line);
    if (!saves_read(l->path, 1, &line))
        status = cli_fail(cli, MSG("cli.cannot-read"), l->path,
                          cli_error_text(cli, errno != 0 ? errno : ENOENT), NULL);
    else if (!local_resume(l, line.text, line.len, &p))
        status = cli_fail_problem(cli, &p);
    strbuf_clear(&line);
    return status;
}

static int start(const struct cli *cli, const struct plan *plan, struct local *l)
{
    if (!saves_name(plan->game.setup.game->name, l->path)) {
        cli_print(cli, stderr, MSG("play.not-kept"), cli_error_text(cli, errno), NULL);
        l->path[0] = '\0';
    }
    local_start(l, &plan->game);
    return CLI_OK;
}

/* ---- At a server ---- */

/* The levels of the bots for the server, without budgets. */
static void list_levels(const struct plan *plan, const char *out[GAME_SEATS_MAX + 1])
{
    int n = 0;
    for (int i = 0; i < plan->game.setup.seats; i++)
        if (plan->game.bot[i].bot != NULL)
            out[n++] = plan->game.bot[i].bot->name;
    out[n] = NULL;
}

/* Reads the arguments besides the link: the table to create, or none. `rest` has room for the items
   of `cli`, and gets them without the link. */
static int read_wish(const struct cli *cli, const char *link, struct cli_item *rest,
                     struct plan *plan)
{
    struct cli other = *cli;
    int status;
    other.n = 0;
    other.item = rest;
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].value != link)
            rest[other.n++] = cli->item[i];
    status = cli_read_setup(&other, FLAG_SEATS, FLAG_OPTION, &plan->game.setup);
    for (int i = 0; i < other.n && status == CLI_OK; i++)
        if (rest[i].flag == FLAG_BOTS || rest[i].flag == FLAG_CLOCK)
            status = read_flag(&other, &rest[i], plan);
    plan->game.begins =
        status == CLI_OK && cli_names_begins(&other, FLAG_OPTION, plan->game.setup.game);
    return status;
}

static int tell_failure(const struct cli *cli, struct remote *r)
{
    char memory[1024];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    if (remote_take_refusal(r, cli->language, &b))
        return cli_fail(cli, MSG("online.refused"), r->link.origin, b.text, NULL);
    return cli_fail(cli, MSG("online.no-server"), r->link.origin,
                    r->websocket.why[0] != '\0' ? r->websocket.why
                                                : words_get(cli->language, MSG("online.no-parlor")),
                    NULL);
}

static int visit(const struct cli *cli, struct remote *r, bool plain)
{
    static struct tui_online online;
    int status = CLI_OK;
    online.language = cli->language;
    online.remote = r;
    if (!remote_start(r))
        return tell_failure(cli, r);
    if (plain)
        tui_online_plain(&online);
    else
        tui_online_screen(&online);
    if (r->failed)
        status = tell_failure(cli, r);
    if (online.error != 0)
        status = cli_fail(cli, MSG("cli.cannot-write"), cli_error_text(cli, online.error), NULL);
    else if (online.path[0] != '\0')
        cli_print(cli, stderr, MSG("play.recorded"), online.path, NULL);
    if (r->link.table[0] != '\0' && strcmp(remote_phase(r), "over") != 0 && !r->failed)
        cli_print(cli, stderr, MSG("online.come-back"), r->link.origin, r->link.table, NULL);
    return status;
}

/* Joins the table of the link; or creates one, if the link is a server's and a game is named. */
static int play_online(const struct cli *cli, const char *url)
{
    static struct remote remote;
    static struct plan plan;
    struct link link;
    const char *name = NULL, *levels[GAME_SEATS_MAX + 1];
    struct cli_item *rest = memory_take_zeros((size_t)cli->n + 1, sizeof rest[0]);
    bool watch = false;
    int status = CLI_OK;
    for (int i = 0; i < cli->n; i++) {
        if (cli->item[i].flag == FLAG_NAME)
            name = cli->item[i].value;
        watch = watch || cli->item[i].flag == FLAG_WATCH;
        plan.plain = plan.plain || cli->item[i].flag == FLAG_PLAIN;
    }
    if (!link_read(url, &link))
        status = cli_misuse(cli, MSG("online.bad-link"), url, NULL);
    else if (!plan.plain && !tui_has_screen())
        status = cli_fail(cli, MSG("play.no-screen"), NULL);
    else if (link.table[0] == '\0')
        status = read_wish(cli, url, rest, &plan);
    if (status == CLI_OK) {
        remote_init(&remote, &link, name);
        remote.watch = watch;
        list_levels(&plan, levels);
        if (link.table[0] == '\0')
            remote_wish(&remote, &plan.game.setup, &plan.game.clock, plan.game.begins, levels);
        status = visit(cli, &remote, plan.plain);
        remote_clear(&remote);
    }
    free(rest);
    return status;
}

static const char *find_link(const struct cli *cli)
{
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == CLI_WORD && link_is_url(cli->item[i].value))
            return cli->item[i].value;
    return NULL;
}

static int run(const struct cli *cli)
{
    static struct local l;
    static struct plan plan;
    const char *link = find_link(cli);
    if (link != NULL)
        return play_online(cli, link);
    int status = read_plan(cli, &plan);
    if (status != CLI_OK)
        return status;
    if (!plan.plain && !tui_has_screen())
        return cli_fail(cli, MSG("play.no-screen"), NULL);
    if (!fair_init())
        return cli_fail(cli, MSG("play.no-chance"), NULL);
    status = plan.resume ? resume(cli, &plan, &l) : start(cli, &plan, &l);
    if (status != CLI_OK)
        return status;
    bool over = plan.plain ? tui_play_plain(&l, cli->language) : tui_play_screen(&l, cli->language);
    if (l.error != 0)
        status = cli_fail(cli, MSG("cli.cannot-write"), cli_error_text(cli, l.error), NULL);
    else if (l.path[0] != '\0')
        cli_print(cli, stderr, over ? MSG("play.recorded") : MSG("play.saved"), l.path, NULL);
    local_clear(&l);
    return status;
}

const struct command command_play = {
    .name = "play",
    .words = "GAME|LINK",
    .summary = MSG("play.summary"),
    .help = MSG("play.help"),
    .flags = flags,
    .run = run,
};
