/* `parlor review`: the value of each choice of a game, fair and with hindsight. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/columns.h"
#include "cli/lines.h"
#include "table/review.h"

enum { FLAG_SEAT, FLAG_LINE, FLAG_BUDGET, FLAG_JSON };

static const struct cli_flag flags[] = {
    [FLAG_SEAT] = {.name = "seat", .value = "S", .help = MSG("review.flag-seat")},
    [FLAG_LINE] = {.name = "line", .value = "K", .help = MSG("review.flag-line")},
    [FLAG_BUDGET] = {.name = "budget", .value = "N", .help = MSG("review.flag-budget")},
    [FLAG_JSON] = {.name = "json", .value = NULL, .help = MSG("review.flag-json")},
    {.name = NULL},
};

enum { LUCK_COLUMN = 9 };
#define SHOWN 0.0005 /* smaller changes of chances are left out */

struct run {
    const struct cli *cli;
    const char *source; /* a record, a file of records, or `-` */
    struct review_plan plan;
    uint64_t line; /* from 1 */
    bool json, live;
    struct review review;
};

static const char *const grade_ids[] = {
    [REVIEW_BEST] = MSG("review.grade-best"),       [REVIEW_GOOD] = MSG("review.grade-good"),
    [REVIEW_SLIP] = MSG("review.grade-slip"),       [REVIEW_MISTAKE] = MSG("review.grade-mistake"),
    [REVIEW_BLUNDER] = MSG("review.grade-blunder"),
};

static const char *word(const struct run *run, const char *id)
{
    return words_get(run->cli->language, id);
}

static void write_move(const struct game *g, move m, char text[GAME_TEXT_MAX])
{
    struct buf b;
    buf_init(&b, text, GAME_TEXT_MAX);
    g->write_move(m, &b);
}

/* ------------------------------------------------------------------ the table */

static void put_move(const struct run *run, move m, struct columns *c)
{
    char text[GAME_TEXT_MAX];
    write_move(run->review.game, m, text);
    columns_put(c, text);
}

/* A chance of winning and, where the game has them, points. */
static void put_value(const struct bot_value *v, bool known, struct columns *c)
{
    if (!known)
        columns_put(c, "");
    else if (v->win <= BOT_UNKNOWN)
        columns_format(c, "%+.1f", v->points);
    else if (v->points <= BOT_UNKNOWN)
        columns_format(c, "%.1f %%", 100 * v->win);
    else
        columns_format(c, "%.1f %% %+.1f", 100 * v->win, v->points);
}

/* A change of chances; a change that rounds to zero has no sign. */
static void put_sum(double x, struct columns *c)
{
    columns_format(c, "%+.1f", fabs(x) < SHOWN ? 0 : 100 * x);
}

static void put_change(double x, struct columns *c)
{
    if (fabs(x) < SHOWN)
        columns_put(c, "");
    else
        put_sum(x, c);
}

static void put_chance(double x, struct columns *c)
{
    if (x > BOT_UNKNOWN)
        columns_format(c, "%.1f %%", 100 * x);
    else
        columns_put(c, "");
}

/* A solo game has no others. */
static bool is_shown(const struct run *run, const char *heading)
{
    return run->review.seats > 1 || strcmp(heading, "review.head-others") != 0;
}

static void put_headings(const struct run *run, struct columns *c)
{
    static const char *const heads[] = {
        MSG("review.head-event"),     MSG("review.head-seat"),   MSG("review.head-played"),
        MSG("review.head-value"),     MSG("review.head-best"),   MSG("review.head-value"),
        MSG("review.head-hindsight"), MSG("review.head-best"),   MSG("review.head-value"),
        MSG("review.head-luck"),      MSG("review.head-others"), MSG("review.head-skill"),
        MSG("review.head-grade"),
    };
    columns_start_row(c);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (is_shown(run, heads[i]))
            columns_put(c, word(run, heads[i]));
}

static void put_decision(const struct run *run, const struct review_decision *d, struct columns *c)
{
    columns_start_row(c);
    columns_format(c, "%d", d->event);
    columns_format(c, "%d", d->seat);
    put_move(run, d->played, c);
    put_value(&d->fair.played, d->valued, c);
    put_move(run, d->fair.best.m, c);
    put_value(&d->fair.best, d->valued, c);
    put_value(&d->hindsight.played, d->hindsight.known, c);
    if (d->hindsight.known)
        put_move(run, d->hindsight.best.m, c);
    else
        columns_put(c, "");
    put_value(&d->hindsight.best, d->hindsight.known, c);
    put_change(d->luck, c);
    if (run->review.seats > 1)
        put_change(d->others, c);
    put_change(d->skill, c);
    if (d->valued)
        columns_put(c, word(run, grade_ids[d->grade]));
}

/* The events after a seat's last choice, so that each column adds up. */
static void put_last(const struct run *run, int seat, struct columns *c)
{
    const struct review_seat *road = &run->review.seat[seat];
    if (fabs(road->last_luck) < SHOWN && fabs(road->last_others) < SHOWN)
        return;
    columns_start_row(c);
    columns_put(c, word(run, road->over ? MSG("review.end") : MSG("review.so-far")));
    columns_format(c, "%d", seat);
    for (int i = 2; i < LUCK_COLUMN; i++)
        columns_put(c, "");
    put_change(road->last_luck, c);
    put_change(road->last_others, c);
}

static void print_decisions(const struct run *run)
{
    static struct columns c;
    const struct review *r = &run->review;
    columns_init(&c);
    c.left = 1u << 2 | 1u << 4 | 1u << 7 | 1u << (r->seats > 1 ? 12 : 11);
    put_headings(run, &c);
    for (int i = 0; i < r->n; i++)
        if (r->decision[i].asked && !r->decision[i].forced && r->decision[i].fair.known)
            put_decision(run, &r->decision[i], &c);
    for (int i = 0; i < r->seats; i++)
        if (r->seats_asked >> i & 1)
            put_last(run, i, &c);
    columns_print(&c, 0);
    columns_clear(&c);
}

/* Luz: the chance of each number of tricks, and the best bid. */
static void print_bids(const struct run *run)
{
    static struct columns c;
    int n = 0;
    columns_init(&c);
    c.left = 1u << 2 | 1u << 3;
    columns_start_row(&c);
    columns_put(&c, word(run, MSG("review.head-event")));
    columns_put(&c, word(run, MSG("review.head-seat")));
    columns_put(&c, word(run, MSG("review.head-played")));
    columns_put(&c, word(run, MSG("review.head-best")));
    columns_put(&c, word(run, MSG("review.head-points")));
    for (int k = 0; k < REVIEW_TRICKS; k++)
        columns_format(&c, "%d", k);
    for (int i = 0; i < run->review.n; i++) {
        const struct review_decision *d = &run->review.decision[i];
        if (d->forced || !d->bid.known)
            continue;
        n++;
        columns_start_row(&c);
        columns_format(&c, "%d", d->event);
        columns_format(&c, "%d", d->seat);
        put_move(run, d->played, &c);
        put_move(run, d->fair.best.m, &c);
        columns_format(&c, "%+.1f", d->fair.best.points);
        for (int k = 0; k < REVIEW_TRICKS; k++)
            columns_format(&c, "%.0f", 100 * d->bid.tricks[k]);
    }
    if (n > 0) {
        putchar('\n');
        cli_print(run->cli, stdout, MSG("review.bids"), NULL);
        columns_print(&c, 0);
    }
    columns_clear(&c);
}

static void put_road(const struct run *run, int seat, struct columns *c)
{
    const struct review_seat *road = &run->review.seat[seat];
    columns_start_row(c);
    columns_format(c, "%d", seat);
    put_chance(road->start, c);
    put_sum(road->luck, c);
    if (run->review.seats > 1)
        put_sum(road->others, c);
    put_sum(road->skill, c);
    put_chance(road->outcome, c);
    columns_format(c, "%d", road->choices);
    for (int g = REVIEW_SLIP; g <= REVIEW_BLUNDER; g++)
        columns_format(c, "%d", road->count[g]);
    if (road->points > BOT_UNKNOWN)
        columns_format(c, "%.1f", road->points);
}

/* Solo: whether for some choices only the best move is known. */
static bool is_partly_known(const struct review *r)
{
    for (int i = 0; i < r->n; i++)
        if (r->decision[i].fair.known && !r->decision[i].valued)
            return true;
    return false;
}

static void print_roads(const struct run *run)
{
    static const char *const heads[] = {
        MSG("review.head-seat"),     MSG("review.head-start"), MSG("review.head-luck"),
        MSG("review.head-others"),   MSG("review.head-skill"), MSG("review.head-outcome"),
        MSG("review.head-choices"),  MSG("review.head-slips"), MSG("review.head-mistakes"),
        MSG("review.head-blunders"), MSG("review.head-lost"),
    };
    static struct columns c;
    bool points = false;
    columns_init(&c);
    columns_start_row(&c);
    for (int i = 0; i < run->review.seats; i++)
        points = points || run->review.seat[i].points > BOT_UNKNOWN;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0] - !points; i++)
        if (is_shown(run, heads[i]))
            columns_put(&c, word(run, heads[i]));
    for (int i = 0; i < run->review.seats; i++)
        if (run->review.seats_asked >> i & 1)
            put_road(run, i, &c);
    putchar('\n');
    columns_print(&c, 0);
    columns_clear(&c);
    cli_print(run->cli, stdout,
              run->review.seat[0].exact       ? MSG("review.note-exact")
              : is_partly_known(&run->review) ? MSG("review.note-part")
                                              : MSG("review.note"),
              NULL);
}

static void print_table(const struct run *run)
{
    char seats[24], budget[24];
    snprintf(seats, sizeof seats, "%d", run->review.seats);
    snprintf(budget, sizeof budget, "%" PRIu64, run->review.budget);
    if (run->review.seat[0].exact || is_partly_known(&run->review))
        cli_print(run->cli, stdout, MSG("review.title-exact"), run->review.game->name, seats, NULL);
    else
        cli_print(run->cli, stdout, MSG("review.title"), run->review.game->name, seats,
                  run->review.bot->name, budget, NULL);
    print_decisions(run);
    print_bids(run);
    print_roads(run);
}

static void print_json(const struct run *run)
{
    struct strbuf out;
    strbuf_init(&out);
    review_write(&run->review, &out);
    strbuf_put(&out, "\n");
    fwrite(out.text, 1, out.len, stdout);
    strbuf_clear(&out);
}

/* ------------------------------------------------------------------ running */

static bool show_progress(void *context, int done, int all)
{
    const struct run *run = context;
    char at[24], total[24], memory[256];
    const char *args[] = {at, total};
    struct buf b;
    if (!run->live && done % 25 != 0)
        return true;
    snprintf(at, sizeof at, "%d", done + 1);
    snprintf(total, sizeof total, "%d", all);
    buf_init(&b, memory, sizeof memory);
    words_format(&b, word(run, MSG("review.progress")), args, 2);
    fprintf(stderr, "%s%s%s", run->live ? "\r" : "parlor: ", b.text, run->live ? "  " : "\n");
    fflush(stderr);
    return true;
}

static int review_line(struct run *run, const char *text, size_t len)
{
    struct record record;
    struct problem p;
    if (!record_read(&record, text, len, &p))
        return cli_fail_problem(run->cli, &p);
    if (run->plan.seat >= record.setup.seats) {
        record_clear(&record);
        return cli_misuse(run->cli, MSG("review.no-such-seat"), NULL);
    }
    run->plan.progress = show_progress;
    run->plan.context = run;
    bool good = review_make(&run->review, &record, &run->plan, &p);
    if (run->live)
        fputs("\r\033[K", stderr);
    if (good && run->json)
        print_json(run);
    else if (good)
        print_table(run);
    int status = good ? CLI_OK : cli_fail_problem(run->cli, &p);
    review_clear(&run->review);
    record_clear(&record);
    return status;
}

static int review_file(struct run *run, FILE *file)
{
    static struct lines lines;
    char digits[24];
    uint64_t line = 0;
    lines_init(&lines, file);
    while (line < run->line && lines_next(&lines))
        line++;
    int status;
    if (ferror(file)) {
        status = cli_fail(run->cli, MSG("cli.cannot-read"), run->source,
                          cli_error_text(run->cli, errno), NULL);
    } else if (line < run->line || lines.too_long) {
        snprintf(digits, sizeof digits, "%" PRIu64, run->line);
        status = cli_fail(run->cli, MSG("review.no-such-line"), run->source, digits, NULL);
    } else {
        status = review_line(run, lines.line.text, lines.line.len);
    }
    lines_clear(&lines);
    return status;
}

static int read_number(const struct cli *cli, const struct cli_item *item, uint64_t min,
                       uint64_t max, uint64_t *out)
{
    if (cli_read_number(item->value, min, max, out))
        return CLI_OK;
    return cli_misuse_number(cli, flags[item->flag].name, item->value, min, max);
}

static int read_item(const struct cli_item *item, struct run *run)
{
    uint64_t seat = 0;
    int status = CLI_OK;
    switch (item->flag) {
    case FLAG_JSON:
        run->json = true;
        return CLI_OK;
    case FLAG_SEAT:
        status = read_number(run->cli, item, 0, GAME_SEATS_MAX - 1, &seat);
        run->plan.seat = (int)seat;
        return status;
    case FLAG_LINE:
        return read_number(run->cli, item, 1, INT64_MAX, &run->line);
    case FLAG_BUDGET:
        return read_number(run->cli, item, 1, UINT32_MAX, &run->plan.budget);
    default:
        break;
    }
    if (run->source != NULL)
        return cli_misuse(run->cli, MSG("cli.word-not-wanted"), item->value, NULL);
    run->source = item->value;
    return CLI_OK;
}

static int run_review(const struct cli *cli)
{
    static struct run run;
    run = (struct run){.cli = cli, .plan = {.seat = -1}, .line = 1};
    run.live = isatty(STDERR_FILENO) != 0;
    for (int i = 0; i < cli->n; i++) {
        int status = read_item(&cli->item[i], &run);
        if (status != CLI_OK)
            return status;
    }
    if (run.source == NULL)
        return cli_misuse(cli, MSG("review.no-record"), NULL);
    if (run.source[0] == '{')
        return review_line(&run, run.source, strlen(run.source));
    if (strcmp(run.source, "-") == 0)
        return review_file(&run, stdin);
    FILE *file = fopen(run.source, "rb");
    if (file == NULL)
        return cli_fail(cli, MSG("cli.cannot-read"), run.source, cli_error_text(cli, errno), NULL);
    int status = review_file(&run, file);
    fclose(file);
    return status;
}

const struct command command_review = {
    .name = "review",
    .words = "RECORD|FILE|-",
    .summary = MSG("review.summary"),
    .help = MSG("review.help"),
    .flags = flags,
    .run = run_review,
};
