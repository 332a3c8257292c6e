/*
 * `parlor play`: a game at this terminal, against bots, with others at the same keyboard, or at a
 * server's table.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/cli.h"
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
    FLAG_WATCH,
    FLAG_FROM,
    FLAG_LINE,
    FLAG_AT,
    FLAG_SEAT,
    FLAG_ANEW,
    FLAG_AIDS
};
enum { LINES_MAX = 1000000000, EVENTS_MAX = 1000000 };

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
    [FLAG_FROM] = {.name = "from", .value = "FILE", .help = MSG("play.flag-from")},
    [FLAG_LINE] = {.name = "line", .value = "N", .help = MSG("watch.flag-line")},
    [FLAG_AT] = {.name = "at", .value = "STEP", .help = MSG("play.flag-at")},
    [FLAG_SEAT] = {.name = "seat", .value = "SEAT", .help = MSG("play.flag-seat")},
    [FLAG_ANEW] = {.name = "anew", .value = NULL, .help = MSG("play.flag-anew")},
    [FLAG_AIDS] = {.name = "aids", .value = NULL, .help = MSG("play.flag-aids")},
    {.name = NULL},
};

/* The bots take the last seats; `none` leaves all of them to people. */
static int read_bots(const struct cli *cli, const char *text, struct local_plan *plan)
{
    struct driver_bot bot[GAME_SEATS_MAX];
    int n = 0, seats = plan->setup.seats;
    memset(plan->bot, 0, sizeof plan->bot);
    if (strcmp(text, "none") == 0)
        return CLI_OK;
    int status = cli_read_bots(cli, plan->setup.game, text, bot, &n);
    if (status != CLI_OK)
        return status;
    if (n >= seats)
        return cli_misuse(cli, MSG("play.bots-count"), NULL);
    for (int i = 0; i < n; i++) {
        if (bot[i].bot->coded)
            return cli_misuse(cli, MSG("table.bot-coded"), bot[i].bot->name, NULL);
        plan->bot[seats - n + i] = bot[i];
    }
    return CLI_OK;
}

/* A person at seat 1, and bots of one level at the others. */
static void seat_bots(struct local_plan *plan, const struct bot *bot)
{
    for (int i = 1; i < plan->setup.seats; i++)
        plan->bot[i] = (struct driver_bot){.bot = bot};
}

/* Seats and bots as in the last game of this kind, against easy bots in the first one. A seed asks
   for a game that can be repeated: then nothing is remembered. */
static void seat_usual(const struct cli *cli, struct local_plan *plan)
{
    const struct bot *easy = bots_find(plan->setup.game, "easy");
    struct local_plan last = *plan;
    struct problem p = PROBLEM_EMPTY;
    if (cli_has(cli, FLAG_SEED))
        seat_bots(plan, bots_usual(plan->setup.game));
    else if (!cli_has(cli, FLAG_SEATS) && local_recall(&last) && setup_check(&last.setup, &p))
        *plan = last;
    else
        seat_bots(plan, easy != NULL ? easy : bots_usual(plan->setup.game));
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

/* Reads the game, its options, bots and clock. */
static int read_plan(const struct cli *cli, const char *game, struct local_plan *plan)
{
    const char *bots = cli_value(cli, FLAG_BOTS), *clock = cli_value(cli, FLAG_CLOCK);
    if (game == NULL)
        return cli_misuse(cli, MSG("cli.no-game"), NULL);
    int status = cli_read_setup(cli, game, FLAG_SEATS, FLAG_OPTION, &plan->setup);
    if (status == CLI_OK && bots != NULL)
        status = read_bots(cli, bots, plan);
    if (status == CLI_OK && clock != NULL)
        status = read_clock(cli, clock, &plan->clock);
    plan->aids = cli_has(cli, FLAG_AIDS);
    plan->begins = status == CLI_OK && cli_names_begins(cli, FLAG_OPTION, plan->setup.game);
    return status;
}

/* Opens a saved game: the file, or the newest one if it is NULL. */
static int resume(const struct cli *cli, const char *file, struct local *l)
{
    struct strbuf line = STRBUF_EMPTY;
    struct problem p;
    int status = CLI_OK;
    if (file != NULL && strlen(file) < sizeof l->path)
        memcpy(l->path, file, strlen(file) + 1);
    else if (file != NULL || !saves_find(false, l->path))
        return cli_fail(cli, MSG("play.nothing-saved"), NULL);
    if (!saves_read(l->path, 1, &line))
        status = cli_fail(cli, MSG("cli.cannot-read"), l->path,
                          cli_error_text(cli, errno != 0 ? errno : ENOENT), NULL);
    else if (!local_resume(l, line.text, line.len, &p))
        status = cli_fail_problem(cli, &p);
    strbuf_clear(&line);
    return status;
}

static void name_file(const struct cli *cli, const struct game *g, struct local *l)
{
    if (saves_name(g->name, l->path))
        return;
    cli_print(cli, stderr, MSG("play.not-kept"), cli_error_text(cli, errno), NULL);
    l->path[0] = '\0';
}

static void start(const struct cli *cli, const struct local_plan *plan, struct local *l)
{
    name_file(cli, plan->setup.game, l);
    local_start(l, plan);
}

/* ---- From a moment of a record ---- */

/* The bots of all seats but one: by --bots, or usual ones. */
static int read_others(const struct cli *cli, const struct setup *setup, int seat,
                       struct driver_bot out[GAME_SEATS_MAX])
{
    struct driver_bot bot[GAME_SEATS_MAX] = {{.bot = bots_usual(setup->game)}};
    const char *text = cli_value(cli, FLAG_BOTS);
    int n = 1, status = CLI_OK;
    if (text != NULL)
        status = cli_read_bots(cli, setup->game, text, bot, &n);
    if (status != CLI_OK)
        return status;
    if (n != 1 && n != setup->seats - 1)
        return cli_misuse(cli, MSG("play.bots-from"), NULL);
    for (int i = 0, k = 0; i < setup->seats; i++) {
        if (i == seat)
            continue;
        out[i] = bot[n == 1 ? 0 : k++];
        if (out[i].bot->coded)
            return cli_misuse(cli, MSG("table.bot-coded"), out[i].bot->name, NULL);
    }
    return CLI_OK;
}

/* Plays on from the record's moment that the flags name. */
static int fork_record(const struct cli *cli, const struct record *r, uint64_t seed,
                       struct local *l)
{
    struct driver_bot bot[GAME_SEATS_MAX] = {{.bot = NULL}};
    struct problem p = PROBLEM_EMPTY;
    uint64_t at = 0, seat = GAME_SEATS_MAX;
    if (!cli_take_number(cli, FLAG_AT, 0, EVENTS_MAX, &at) ||
        !cli_take_number(cli, FLAG_SEAT, 0, GAME_SEATS_MAX - 1, &seat))
        return CLI_USAGE;
    struct fork_wish wish = {.step = (int)at, .seat = (int)seat, .anew = cli_has(cli, FLAG_ANEW)};
    if (seat == GAME_SEATS_MAX)
        wish.seat = fork_find_seat(r, wish.step);
    int status = read_others(cli, &r->setup, wish.seat, bot);
    if (status != CLI_OK)
        return status;
    name_file(cli, r->setup.game, l);
    if (local_fork(l, r, &wish, bot, seed, &p))
        return CLI_OK;
    if (l->path[0] != '\0')
        unlink(l->path);
    return cli_fail_problem(cli, &p);
}

static int fork_file(const struct cli *cli, const char *file, uint64_t seed, struct local *l)
{
    struct strbuf line = STRBUF_EMPTY;
    struct state_room last;
    struct record r;
    struct problem p;
    uint64_t number = 1;
    int status;
    if (!cli_take_number(cli, FLAG_LINE, 1, LINES_MAX, &number))
        return CLI_USAGE;
    if (!saves_read(file, (int)number, &line)) {
        status = cli_fail(cli, MSG("cli.cannot-read"), file,
                          errno != 0 ? cli_error_text(cli, errno)
                                     : words_get(cli->language, MSG("watch.no-such-line")),
                          NULL);
    } else if (!record_read(&r, line.text, line.len, &p)) {
        status = cli_fail_problem(cli, &p);
    } else {
        status = record_replay(&r, NULL, NULL, state_in(&last), &p) ? fork_record(cli, &r, seed, l)
                                                                    : cli_fail_problem(cli, &p);
        record_clear(&r);
    }
    strbuf_clear(&line);
    return status;
}

/* ---- Here ---- */

/* Whether one person plays, with bots or by themselves. */
static bool is_alone(const struct local_plan *plan)
{
    int people = 0;
    for (int i = 0; i < plan->setup.seats; i++)
        people += plan->bot[i].bot == NULL;
    return people == 1;
}

static int play_here(const struct cli *cli, const char *word)
{
    static struct local l;
    struct local_plan plan = {.begins = false};
    bool resumes = cli_has(cli, FLAG_RESUME), plain = cli_has(cli, FLAG_PLAIN);
    const char *from = cli_value(cli, FLAG_FROM);
    bool is_new = !resumes && from == NULL;
    int status = CLI_OK;
    if (!fair_init() || getrandom(&plan.seed, sizeof plan.seed, 0) != sizeof plan.seed)
        return cli_fail(cli, MSG("play.no-chance"), NULL);
    if (!cli_take_number(cli, FLAG_SEED, 0, UINT64_MAX, &plan.seed))
        return CLI_USAGE;
    if (is_new)
        status = read_plan(cli, word, &plan);
    if (is_new && status == CLI_OK && !cli_has(cli, FLAG_BOTS))
        seat_usual(cli, &plan);
    if (status == CLI_OK && !plain && !tui_has_screen())
        status = cli_fail(cli, MSG("play.no-screen"), NULL);
    if (status == CLI_OK && resumes)
        status = resume(cli, word, &l);
    else if (status == CLI_OK && from != NULL)
        status = fork_file(cli, from, plan.seed, &l);
    if (status != CLI_OK)
        return status;
    bool first = is_new && !cli_has(cli, FLAG_SEED) && !saves_has_over(plan.setup.game->name);
    if (is_new)
        start(cli, &plan, &l);
    l.hints = first && is_alone(&plan);
    bool over = plain ? tui_play_plain(&l, cli->language) : tui_play_screen(&l, cli->language);
    if (l.error != 0)
        status = cli_fail(cli, MSG("cli.cannot-write"), cli_error_text(cli, l.error), NULL);
    else if (l.path[0] != '\0')
        cli_print(cli, stderr, over ? MSG("play.recorded") : MSG("play.saved"), l.path, NULL);
    local_clear(&l);
    return status;
}

/* ---- At a server ---- */

/* The levels of the bots for the server, without budgets. */
static void list_levels(const struct local_plan *plan, const char *out[GAME_SEATS_MAX + 1])
{
    int n = 0;
    for (int i = 0; i < plan->setup.seats; i++)
        if (plan->bot[i].bot != NULL)
            out[n++] = plan->bot[i].bot->name;
    out[n] = NULL;
}

static int visit(const struct cli *cli, struct remote *r, bool plain)
{
    static struct tui_online online;
    int status = CLI_OK;
    online.language = cli->language;
    online.remote = r;
    if (!remote_start(r))
        return cli_fail_remote(cli, r);
    if (plain)
        tui_online_plain(&online);
    else
        tui_online_screen(&online);
    if (r->failed)
        status = cli_fail_remote(cli, r);
    if (online.error != 0)
        status = cli_fail(cli, MSG("cli.cannot-write"), cli_error_text(cli, online.error), NULL);
    else if (online.path[0] != '\0')
        cli_print(cli, stderr, MSG("play.recorded"), online.path, NULL);
    if (online.fair[0] != '\0')
        fprintf(stderr, "%s\n", online.fair);
    if (r->link.table[0] != '\0' && strcmp(remote_phase(r), "over") != 0 && !r->failed)
        cli_print(cli, stderr, MSG("online.come-back"), r->link.origin, r->link.table, NULL);
    return status;
}

/* Joins the table of the link; or creates one, if the link is a server's and a game is named. */
static int play_online(const struct cli *cli, const char *url, const char *game)
{
    static struct remote remote;
    struct local_plan plan = {.begins = false};
    struct link link;
    const char *levels[GAME_SEATS_MAX + 1];
    bool plain = cli_has(cli, FLAG_PLAIN);
    if (!link_read(url, &link))
        return cli_misuse(cli, MSG("online.bad-link"), url, NULL);
    if (!plain && !tui_has_screen())
        return cli_fail(cli, MSG("play.no-screen"), NULL);
    bool creates = link.table[0] == '\0';
    int status = creates ? read_plan(cli, game, &plan) : CLI_OK;
    if (status != CLI_OK)
        return status;
    remote_init(&remote, &link, cli_value(cli, FLAG_NAME));
    remote.watch = cli_has(cli, FLAG_WATCH);
    list_levels(&plan, levels);
    if (creates)
        remote_wish(&remote, &plan.setup, &plan.clock, plan.begins, levels);
    if (creates && plan.aids)
        remote_permit_aids(&remote);
    status = visit(cli, &remote, plain);
    remote_clear(&remote);
    return status;
}

static int run(const struct cli *cli)
{
    const char *link = NULL, *word = NULL;
    for (int i = 0; i < cli->n; i++) {
        const char *value = cli->item[i].value;
        if (cli->item[i].flag != CLI_WORD)
            continue;
        if (link == NULL && link_is_url(value))
            link = value;
        else if (word == NULL)
            word = value;
        else
            return cli_misuse(cli, MSG("cli.word-not-wanted"), value, NULL);
    }
    return link != NULL ? play_online(cli, link, word) : play_here(cli, word);
}

const struct command command_play = {
    .name = "play",
    .words = "GAME|LINK",
    .two_words = true,
    .summary = MSG("play.summary"),
    .help = MSG("play.help"),
    .flags = flags,
    .run = run,
};
