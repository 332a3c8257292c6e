/* `parlor match`: bots against each other on duplicate deals. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "search/study.h"
#include "table/bot_command.h"
#include "table/clock.h"
#include "table/match.h"
#include "tui/columns.h"

enum {
    FLAG_BOTS,
    FLAG_BOT,
    FLAG_DEALS,
    FLAG_SEATS,
    FLAG_OPTION,
    FLAG_SEED,
    FLAG_THREADS,
    FLAG_TIME,
    FLAG_SPRT,
    FLAG_CALIBRATE,
    FLAG_RECORDS,
    FLAG_JSON,
};
enum { NAME_MAX = 1024, THREADS_MAX = 256, TIME_MAX_MS = 3600 * 1000, PROGRESS_NS = 200000000 };

static const struct cli_flag flags[] = {
    [FLAG_BOTS] = {.name = "bots", .value = "A,B,...", .help = MSG("match.flag-bots")},
    [FLAG_BOT] = {.name = "bot", .value = "LEVEL|COMMAND", .help = MSG("match.flag-bot")},
    [FLAG_DEALS] = {.name = "deals", .value = "N", .help = MSG("match.flag-deals")},
    [FLAG_SEATS] = {.name = "seats", .value = "N", .help = MSG("cli.flag-seats")},
    [FLAG_OPTION] = {.name = "option", .value = "NAME=VALUE", .help = MSG("cli.flag-option")},
    [FLAG_SEED] = {.name = "seed", .value = "S", .help = MSG("sim.flag-seed")},
    [FLAG_THREADS] = {.name = "threads", .value = "T", .help = MSG("match.flag-threads")},
    [FLAG_TIME] = {.name = "time", .value = "MS", .help = MSG("match.flag-time")},
    [FLAG_SPRT] = {.name = "sprt", .value = "LOW,HIGH", .help = MSG("match.flag-sprt")},
    [FLAG_CALIBRATE] = {.name = "calibrate", .value = NULL, .help = MSG("match.flag-calibrate")},
    [FLAG_RECORDS] = {.name = "records", .value = "FILE", .help = MSG("match.flag-records")},
    [FLAG_JSON] = {.name = "json", .value = NULL, .help = MSG("match.flag-json")},
    {.name = NULL},
};

struct show {
    const struct cli *cli;
    struct match_plan plan;
    const char *records_path;
    int commands; /* programs that play */
    struct bot_command *command[GAME_SEATS_MAX];
    FILE *records;
    bool json;
    bool live; /* standard error is a terminal */
    uint64_t shown_ns;
    int status;
};

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ------------------------------------------------------------------ arguments */

/* Two numbers with a comma between them, the smaller one first. */
static bool read_pair(const char *text, double *low, double *high)
{
    char *end;
    *low = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    *high = strtod(second, &end);
    return end != second && *end == '\0' && isfinite(*low) && isfinite(*high) && *low < *high;
}

static bool read_numbers(const struct cli *cli, struct match_plan *plan)
{
    uint64_t threads = (uint64_t)plan->threads, ms = 0;
    bool good = cli_take_number(cli, FLAG_DEALS, 1, UINT32_MAX, &plan->deals) &&
                cli_take_number(cli, FLAG_SEED, 0, UINT64_MAX, &plan->seed) &&
                cli_take_number(cli, FLAG_THREADS, 1, THREADS_MAX, &threads) &&
                cli_take_number(cli, FLAG_TIME, 1, TIME_MAX_MS, &ms);
    plan->threads = (int)threads;
    plan->time_ns = ms * 1000000;
    return good;
}

/* The bot of that command; a new one if it was not named before. */
static struct bot_command *find_command(struct show *show, const char *command)
{
    for (int i = 0; i < show->commands; i++)
        if (strcmp(show->command[i]->command, command) == 0)
            return show->command[i];
    return show->command[show->commands++] = bot_command_new(command);
}

static int refuse_bot(const struct show *show, const char *name)
{
    struct buf list = BUF_ROOM(512);
    driver_list_bots(show->plan.setup.game, &list);
    return cli_misuse(show->cli, MSG("match.no-such-bot-or-command"), name,
                      show->plan.setup.game->name, list.text, NULL);
}

/* A command that does not start is a usage error. */
static int try_externals(const struct show *show)
{
    char why[PROBLEM_ARG_MAX];
    if (show->commands > 0)
        bot_process_gather();
    for (int i = 0; i < show->commands; i++)
        if (!bot_process_try(show->command[i]->command, why, sizeof why))
            return cli_misuse(show->cli, MSG("bot.not-started"), show->command[i]->command, why,
                              NULL);
    return CLI_OK;
}

/* Each --bot is a level or a command; as with --bots, one is for all seats, two are the first
   against the second, otherwise there is one per seat. */
static int seat_each(struct show *show)
{
    struct driver_bot list[GAME_SEATS_MAX];
    struct problem p = PROBLEM_EMPTY;
    int n = 0;
    for (int i = 0; i < show->cli->n; i++) {
        const struct cli_item *item = &show->cli->item[i];
        if (item->flag != FLAG_BOT)
            continue;
        struct driver_bot bot = {.bot = NULL};
        if (n < GAME_SEATS_MAX && bot_command_is_one(item->value))
            bot.bot = &find_command(show, item->value)->bot;
        else if (!driver_read_bot(show->plan.setup.game, item->value, strlen(item->value), &bot))
            return refuse_bot(show, item->value);
        if (n < GAME_SEATS_MAX)
            list[n] = bot;
        n++;
    }
    if (!match_seat_list(&show->plan, list, n, &p))
        return cli_misuse_problem(show->cli, &p);
    return try_externals(show);
}

static int read_plan(struct show *show)
{
    const struct cli *cli = show->cli;
    struct match_plan *plan = &show->plan;
    struct problem p = PROBLEM_EMPTY;
    const char *bots = cli_value(cli, FLAG_BOTS), *sprt = cli_value(cli, FLAG_SPRT);
    bool each = cli_has(cli, FLAG_BOT);
    int status = cli_read_setup(cli, cli_word(cli), FLAG_SEATS, FLAG_OPTION, &plan->setup);
    if (status != CLI_OK)
        return status;
    if (!read_numbers(cli, plan))
        return CLI_USAGE;
    plan->sprt = sprt != NULL;
    if (plan->sprt && !read_pair(sprt, &plan->low, &plan->high))
        return cli_misuse(cli, MSG("match.sprt-shape"), sprt, NULL);
    if (bots != NULL && each)
        return cli_misuse(cli, MSG("match.bot-or-bots"), NULL);
    if (bots == NULL && !each)
        return cli_misuse(cli, MSG("cli.flag-missing"), "bots", "A,B,...", NULL);
    plan->calibrate = cli_has(cli, FLAG_CALIBRATE);
    if (plan->calibrate && study_find(plan->setup.game) == NULL)
        return cli_misuse(cli, MSG("match.calibrate-bids"), NULL);
    if (each)
        return seat_each(show);
    return match_seat_bots(plan, bots, &p) ? CLI_OK : cli_misuse_problem(cli, &p);
}

/* ------------------------------------------------------------------ the table */

static void name_entry(const struct match_plan *plan, int e, struct columns *c)
{
    struct buf b = BUF_ROOM(NAME_MAX);
    driver_write_bot(&plan->entry[e], &b);
    columns_put(c, b.text);
}

static void put_mean(struct columns *c, const struct match_mean *m, double scale)
{
    columns_format(c, "%+.2f", m->mean / scale);
    if (m->n > 1)
        columns_format(c, "± %.2f", match_mean_margin(m) / scale);
    else
        columns_put(c, ""); /* one deal gives no interval */
}

/* Points and leads, each with its margin; a bot alone at the table leads nobody. */
static void put_headings(const struct show *show, const struct match_score *s, struct columns *c)
{
    bool many = s->deals_per_game > 1;
    const char *const heads[] = {
        MSG("match.head-bot"),
        show->plan.together ? NULL : MSG("match.head-points"),
        show->plan.together || !many ? NULL : MSG("match.head-points-deal"),
        show->plan.together || show->plan.entries < 2 ? NULL
        : many                                        ? MSG("match.head-lead-deal")
                                                      : MSG("match.head-lead"),
        MSG("match.head-wins"),
    };
    columns_start_row(c);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if (heads[i] == NULL)
            continue;
        columns_put(c, words_get(show->cli->language, heads[i]));
        if (i > 0)
            columns_put(c, "");
    }
    columns_put(c, words_get(show->cli->language, MSG("match.head-time")));
    columns_put(c, words_get(show->cli->language, MSG("match.head-iterations")));
}

static void put_entry(const struct show *show, const struct match_score *s, int e,
                      struct columns *c)
{
    const struct match_entry *entry = &s->entry[e];
    double deals = s->deals_per_game, asked = (double)entry->cost.asked, low, high;
    columns_start_row(c);
    name_entry(&show->plan, e, c);
    if (!show->plan.together) {
        put_mean(c, &entry->points, 1);
        if (deals > 1)
            put_mean(c, &entry->points, deals);
        if (show->plan.entries > 1)
            put_mean(c, &entry->lead, deals);
    }
    match_rate_interval(&entry->wins, &low, &high);
    columns_format(c, "%.1f %%", 100 * entry->wins.mean);
    columns_format(c, "[%.1f, %.1f]", 100 * low, 100 * high);
    columns_format(c, "%.2f", asked > 0 ? (double)entry->cost.cpu_ns / asked / 1e6 : 0);
    columns_format(c, "%.0f", asked > 0 ? (double)entry->cost.iterations / asked : 0);
}

static void print_calibration(const struct show *show, const struct match_calibration *k)
{
    static struct columns c;
    char error[32], margin[32];
    enum words_language l = show->cli->language;
    snprintf(error, sizeof error, "%+.2f", k->points.mean);
    snprintf(margin, sizeof margin, "%.2f", match_mean_margin(&k->points));
    cli_print(show->cli, stdout, MSG("match.calibration"), BUF_INT(k->n), error, margin, NULL);
    columns_init(&c);
    columns_start_row(&c);
    columns_put(&c, words_get(l, MSG("match.head-chance")));
    columns_put(&c, words_get(l, MSG("match.head-made")));
    columns_put(&c, words_get(l, MSG("match.head-bids")));
    for (int i = 0; i < MATCH_BANDS; i++) {
        const struct match_band *b = &k->band[i];
        if (b->n == 0)
            continue;
        columns_start_row(&c);
        columns_format(&c, "%.1f %%", 100 * b->predicted / (double)b->n);
        columns_format(&c, "%.1f %%", 100 * b->made / (double)b->n);
        columns_format(&c, "%" PRIu64, b->n);
    }
    columns_print(&c, 2);
    columns_clear(&c);
}

static void print_verdict(const struct show *show, const struct match_score *s)
{
    static const char *const ids[] = {[MATCH_OPEN] = MSG("match.sprt-open"),
                                      [MATCH_LOW] = MSG("match.sprt-low"),
                                      [MATCH_HIGH] = MSG("match.sprt-high")};
    char low[32], high[32], llr[32];
    snprintf(low, sizeof low, "%g", show->plan.low);
    snprintf(high, sizeof high, "%g", show->plan.high);
    snprintf(llr, sizeof llr, "%.2f", s->llr);
    cli_print(show->cli, stdout, ids[s->verdict], low, high, llr, NULL);
}

/* Whether the bot speaks a code in this match; alone it has no partner. */
static bool is_coded(const struct show *show, int e)
{
    return show->plan.entry[e].bot->coded && show->plan.setup.seats > 1;
}

static void print_table(const struct show *show, const struct match_score *s)
{
    static struct columns c;
    const struct match_plan *plan = &show->plan;
    cli_print(show->cli, stdout, MSG("match.title"), plan->setup.game->name,
              BUF_INT(plan->setup.seats), BUF_INT(s->deals),
              BUF_INT(s->deals * (uint64_t)plan->rotations), NULL);
    columns_init(&c);
    put_headings(show, s, &c);
    for (int e = 0; e < plan->entries; e++)
        put_entry(show, s, e, &c);
    columns_print(&c, 2);
    columns_clear(&c);
    if (plan->sprt)
        print_verdict(show, s);
    if (plan->calibrate)
        print_calibration(show, &s->calibration);
    for (int e = 0; e < plan->entries; e++)
        if (is_coded(show, e) && (e == 0 || plan->entry[e].bot != plan->entry[e - 1].bot))
            cli_print(show->cli, stdout, MSG("match.coded"), plan->entry[e].bot->name, NULL);
}

/* ------------------------------------------------------------------ JSON */

static void print_json_mean(const char *name, const struct match_mean *m, double scale)
{
    printf(",\"%s\":{\"mean\":%.6f,\"margin\":", name, m->mean / scale);
    if (m->n > 1)
        printf("%.6f}", match_mean_margin(m) / scale);
    else
        printf("null}");
}

/* The program behind a bot, or NULL. */
static const struct bot_command *command_of(const struct show *show, const struct bot *bot)
{
    for (int i = 0; i < show->commands; i++)
        if (&show->command[i]->bot == bot)
            return show->command[i];
    return NULL;
}

static void print_json_name(const struct driver_bot *bot)
{
    struct buf b = BUF_ROOM(NAME_MAX);
    struct buf q = BUF_ROOM(2 * NAME_MAX);
    driver_write_bot(bot, &b);
    buf_put_json(&q, b.text);
    printf("{\"bot\":%s", q.text);
}

static void print_json_forfeits(const struct bot_command *x)
{
    printf(",\"forfeits\":{\"ended\":%" PRIu64 ",\"slow\":%" PRIu64 ",\"rubbish\":%" PRIu64
           ",\"illegal\":%" PRIu64 ",\"given_up\":%" PRIu64 "}",
           x->fault[BOT_PROCESS_ENDED], x->fault[BOT_PROCESS_SLOW], x->fault[BOT_PROCESS_RUBBISH],
           x->fault[BOT_PROCESS_ILLEGAL], x->fault[BOT_PROCESS_GONE]);
}

static void print_json_entry(const struct show *show, const struct match_score *s, int e)
{
    const struct match_plan *plan = &show->plan;
    const struct match_entry *entry = &s->entry[e];
    const struct bot_command *x = command_of(show, plan->entry[e].bot);
    double low, high;
    match_rate_interval(&entry->wins, &low, &high);
    printf("%s", e > 0 ? "," : "");
    print_json_name(&plan->entry[e]);
    if (is_coded(show, e))
        printf(",\"coded\":true");
    if (!plan->together) {
        print_json_mean("points", &entry->points, 1);
        print_json_mean("points_per_deal", &entry->points, s->deals_per_game);
    }
    if (!plan->together && plan->entries > 1) {
        print_json_mean("lead", &entry->lead, 1);
        print_json_mean("lead_per_deal", &entry->lead, s->deals_per_game);
    }
    printf(",\"wins\":{\"rate\":%.6f,\"low\":%.6f,\"high\":%.6f},\"asked\":%" PRIu64
           ",\"iterations\":%" PRIu64,
           entry->wins.mean, low, high, entry->cost.asked, entry->cost.iterations);
    if (x != NULL)
        print_json_forfeits(x);
    printf("}");
}

static void print_json_calibration(const struct match_calibration *k)
{
    printf(",\"calibration\":{\"bids\":%" PRIu64, k->n);
    print_json_mean("error", &k->points, 1);
    printf(",\"bands\":[");
    for (int i = 0, n = 0; i < MATCH_BANDS; i++) {
        const struct match_band *b = &k->band[i];
        if (b->n > 0)
            printf("%s{\"bids\":%" PRIu64 ",\"predicted\":%.6f,\"made\":%.6f}", n++ > 0 ? "," : "",
                   b->n, b->predicted / (double)b->n, b->made / (double)b->n);
    }
    printf("]}");
}

/* Results that do not depend on threads come first; `cpu_ms`, which may, is last. */
static void print_json(const struct show *show, const struct match_score *s)
{
    static const char *const verdicts[] = {"open", "low", "high"};
    const struct match_plan *plan = &show->plan;
    struct buf b = BUF_ROOM(1024);
    game_write_options(plan->setup.game, plan->setup.opt, &b);
    printf("{\"game\":\"%s\",\"seats\":%d,\"options\":%s,\"seed\":%" PRIu64 ",\"deals\":%" PRIu64
           ",\"rotations\":%d,\"deals_per_game\":%d,\"bots\":[",
           plan->setup.game->name, plan->setup.seats, b.text, plan->seed, s->deals, plan->rotations,
           s->deals_per_game);
    for (int e = 0; e < plan->entries; e++)
        print_json_entry(show, s, e);
    printf("]");
    if (plan->sprt)
        printf(",\"sprt\":{\"low\":%g,\"high\":%g,\"llr\":%.6f,\"verdict\":\"%s\"}", plan->low,
               plan->high, s->llr, verdicts[s->verdict]);
    if (plan->calibrate)
        print_json_calibration(&s->calibration);
    printf(",\"cpu_ms\":[");
    for (int e = 0; e < plan->entries; e++) {
        const struct driver_cost *cost = &s->entry[e].cost;
        double asked = cost->asked > 0 ? (double)cost->asked : 1;
        printf("%s%.4f", e > 0 ? "," : "", (double)cost->cpu_ns / asked / 1e6);
    }
    printf("]}\n");
}

/* ------------------------------------------------------------------ running */

static void print_progress(const struct show *show, const struct match_score *s)
{
    char lead[32], margin[32];
    const struct match_plan *plan = &show->plan;
    const struct match_entry *e = &s->entry[0];
    double scale = plan->together ? 0.01 : s->deals_per_game;
    snprintf(lead, sizeof lead, plan->together ? "%.1f %%" : "%+.2f",
             plan->together ? 100 * e->wins.mean : match_lead(plan, s));
    snprintf(margin, sizeof margin, "%.2f",
             match_mean_margin(plan->together ? &e->wins : &e->lead) / scale);
    fputc('\r', stderr);
    const char *args[] = {BUF_INT(s->deals), BUF_INT(plan->deals), lead, margin};
    struct buf b = BUF_ROOM(256);
    words_format(&b, words_get(show->cli->language, MSG("match.progress")), args, 4);
    fprintf(stderr, "%s  ", b.text);
    fflush(stderr);
}

static int fail_records(const struct show *show)
{
    return cli_fail(show->cli, MSG("match.cannot-write"), show->records_path,
                    cli_error_text(show->cli, errno), NULL);
}

static bool watch(void *context, const struct match_score *s, const struct strbuf *records)
{
    struct show *show = context;
    uint64_t now = (uint64_t)clock_ns();
    if (records != NULL && fwrite(records->text, 1, records->len, show->records) != records->len) {
        show->status = fail_records(show);
        return false;
    }
    if (show->live && now - show->shown_ns >= PROGRESS_NS) {
        print_progress(show, s);
        show->shown_ns = now;
    }
    return !interrupted;
}

/* Reports forfeits on standard error, with the table and with JSON. */
static void report_forfeits(const struct show *show)
{
    for (int i = 0; i < show->commands; i++) {
        const struct bot_command *x = show->command[i];
        if (bot_command_forfeits(x) == 0)
            continue;
        cli_print(show->cli, stderr, MSG("match.forfeits"), x->command,
                  BUF_INT(bot_command_forfeits(x)), BUF_INT(x->asked),
                  BUF_INT(x->fault[BOT_PROCESS_ENDED]), BUF_INT(x->fault[BOT_PROCESS_SLOW]),
                  BUF_INT(x->fault[BOT_PROCESS_RUBBISH]), BUF_INT(x->fault[BOT_PROCESS_ILLEGAL]),
                  BUF_INT(x->fault[BOT_PROCESS_GONE]), NULL);
        if (x->first[0] != '\0')
            cli_print(show->cli, stderr, MSG("match.forfeit-first"), x->first, NULL);
    }
}

static int play_match(struct show *show)
{
    static struct match_score score;
    signal(SIGINT, interrupt);
    match_run(&show->plan, watch, show, &score);
    signal(SIGINT, SIG_DFL);
    if (show->shown_ns != 0)
        fputc('\n', stderr);
    report_forfeits(show);
    if (show->status != CLI_OK)
        return show->status;
    if (score.deals == 0)
        return CLI_FAILED;
    if (show->json)
        print_json(show, &score);
    else
        print_table(show, &score);
    return CLI_OK;
}

static int open_and_play(struct show *show)
{
    if (show->records_path != NULL && (show->records = fopen(show->records_path, "wb")) == NULL)
        return fail_records(show);
    int status = play_match(show);
    if (show->records != NULL && fclose(show->records) != 0 && status == CLI_OK)
        status = fail_records(show);
    return status;
}

static int run(const struct cli *cli)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct show show = {.cli = cli, .json = cli_has(cli, FLAG_JSON)};
    show.live = isatty(STDERR_FILENO) != 0;
    show.records_path = cli_value(cli, FLAG_RECORDS);
    show.plan = (struct match_plan){.deals = 100, .seed = 1, .clock = clock_of_thread};
    show.plan.records = show.records_path != NULL;
    show.plan.threads = cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
    int status = read_plan(&show);
    if (status == CLI_OK)
        status = open_and_play(&show);
    for (int i = 0; i < show.commands; i++)
        bot_command_free(show.command[i]);
    if (show.commands > 0)
        bot_process_sweep();
    return status;
}

const struct command command_match = {
    .name = "match",
    .words = "GAME",
    .missing = MSG("cli.no-game"),
    .summary = MSG("match.summary"),
    .help = MSG("match.help"),
    .flags = flags,
    .run = run,
};
