/* `parlor review`: the value of each choice of a game, fair and with hindsight. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "cli/summary.h"
#include "tui/columns.h"
#include "tui/report.h"
#include "tui/saves.h"

enum { FLAG_LAST, FLAG_SEAT, FLAG_LINE, FLAG_BUDGET, FLAG_JSON, FLAG_SUMMARY };

static const struct cli_flag flags[] = {
    [FLAG_LAST] = {.name = "last", .value = NULL, .help = MSG("review.flag-last")},
    [FLAG_SEAT] = {.name = "seat", .value = "S", .help = MSG("review.flag-seat")},
    [FLAG_LINE] = {.name = "line", .value = "K", .help = MSG("review.flag-line")},
    [FLAG_BUDGET] = {.name = "budget", .value = "N", .help = MSG("review.flag-budget")},
    [FLAG_JSON] = {.name = "json", .value = NULL, .help = MSG("review.flag-json")},
    [FLAG_SUMMARY] = {.name = "summary", .value = NULL, .help = MSG("review.flag-summary")},
    {.name = NULL},
};

struct run {
    const struct cli *cli;
    struct review_plan plan;
    struct report_progress progress;
    uint64_t line; /* from 1; 0: all */
    uint64_t games;
    bool json;
};

/* ------------------------------------------------------------------ one game */

static void print_review(const struct report *report, bool json)
{
    struct strbuf out = STRBUF_EMPTY;
    if (json) {
        review_write(report->review, &out);
        strbuf_put(&out, "\n");
    } else {
        report_write(report, &out);
    }
    cli_write(&out);
    strbuf_clear(&out);
}

/* Above each of several games. */
static void print_heading(struct run *run, uint64_t line)
{
    if (run->json || line == 0 || run->line != 0)
        return;
    if (run->games++ > 0)
        putchar('\n');
    cli_print(run->cli, stdout, MSG("review.heading"), BUF_INT(line), NULL);
}

/* Says why a game was not reviewed, with its line if there is one. */
static int refuse(const struct run *run, uint64_t line, const struct problem *p)
{
    struct buf why = BUF_ROOM(PROBLEM_TEXT_MAX);
    if (line == 0)
        return cli_fail_problem(run->cli, p);
    problem_write(p, run->cli->language, &why);
    return cli_fail(run->cli, MSG("review.bad-line"), BUF_INT(line), why.text, NULL);
}

/* Reviews the game of a record that is line `line` of a file; 0: it is no file. */
static int review_line(struct run *run, uint64_t line, const char *text, size_t len)
{
    struct past past;
    struct review review;
    struct problem p;
    if (!past_open(&past, run->cli->language, text, len, &p))
        return refuse(run, line, &p);
    if (run->plan.seat >= past.seats) {
        problem_start(&p, -1);
        problem_add(&p, MSG("review.no-such-seat"));
        past_clear(&past);
        return line == 0 ? cli_misuse_problem(run->cli, &p) : refuse(run, line, &p);
    }
    report_make(&past, &run->plan, &review);
    report_end_progress(&run->progress);
    print_heading(run, line);
    print_review(&(struct report){.past = &past, .review = &review, .room = COLUMNS_ROOM},
                 run->json);
    review_clear(&review);
    past_clear(&past);
    return CLI_OK;
}

/* ------------------------------------------------------------------ files */

static bool is_blank(const struct strbuf *line)
{
    for (size_t i = 0; i < line->len; i++)
        if (line->text[i] == '\0' || strchr(" \t\r", line->text[i]) == NULL)
            return false;
    return true;
}

/* Reviews the games of all lines, until the output is closed. */
static int review_lines(struct run *run, struct lines *lines)
{
    int status = CLI_OK;
    bool any = false;
    for (uint64_t i = 1; !ferror(stdout) && lines_next(lines); i++) {
        if (!lines->too_long && is_blank(&lines->line))
            continue;
        any = true;
        if (lines->too_long)
            status = cli_fail(run->cli, MSG("review.no-such-line"), lines->path, BUF_INT(i), NULL);
        else if (review_line(run, i, lines->line.text, lines->line.len) != CLI_OK)
            status = CLI_FAILED;
    }
    if (!any && !ferror(lines->file))
        status = cli_fail(run->cli, MSG("review.no-such-line"), lines->path, "1", NULL);
    return status;
}

static int review_file(struct run *run, const char *path)
{
    static struct lines lines;
    int status = CLI_OK;
    if (!lines_open(&lines, run->cli, path))
        return CLI_FAILED;
    if (run->line == 0)
        status = review_lines(run, &lines);
    else if (lines_find(&lines, run->line))
        status = review_line(run, run->line, lines.line.text, lines.line.len);
    else if (!ferror(lines.file))
        status = cli_fail(run->cli, MSG("review.no-such-line"), path, BUF_INT(run->line), NULL);
    return lines_close(&lines, status);
}

/* The newest finished game that was played at this terminal. */
static int review_last(struct run *run)
{
    char path[SAVES_PATH_MAX];
    if (!saves_find(true, path))
        return cli_fail(run->cli, MSG("review.no-last"), NULL);
    run->line = 1;
    return review_file(run, path);
}

/* A word beyond the first, which only a summary takes; NULL: there is none. */
static const char *find_second(const struct cli *cli)
{
    int words = 0;
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == CLI_WORD && ++words == 2)
            return cli->item[i].value;
    return NULL;
}

/* The word is a record, a file of records, or `-`. */
static int run_review(const struct cli *cli)
{
    static struct run run;
    const char *source = cli_word(cli);
    uint64_t seat = UINT64_MAX;
    run = (struct run){.cli = cli, .json = cli_has(cli, FLAG_JSON)};
    run.progress.language = cli->language;
    run.progress.live = isatty(STDERR_FILENO) != 0;
    run.plan.progress = report_show_progress;
    run.plan.context = &run.progress;
    if (!cli_take_number(cli, FLAG_SEAT, 0, GAME_SEATS_MAX - 1, &seat) ||
        !cli_take_number(cli, FLAG_LINE, 1, INT64_MAX, &run.line) ||
        !cli_take_number(cli, FLAG_BUDGET, 1, UINT32_MAX, &run.plan.budget))
        return CLI_USAGE;
    run.plan.seat = seat < GAME_SEATS_MAX ? (int)seat : -1;
    bool last = cli_has(cli, FLAG_LAST), summary = cli_has(cli, FLAG_SUMMARY);
    if (summary && (last || run.line != 0 || source == NULL))
        return cli_misuse(cli, MSG("review.summary-alone"), NULL);
    if (summary)
        return summary_run(cli, &run.plan, &run.progress, run.json);
    if (find_second(cli) != NULL)
        return cli_misuse(cli, MSG("cli.word-not-wanted"), find_second(cli), NULL);
    if (source == NULL && !last)
        return cli_misuse(cli, MSG("review.no-record"), NULL);
    if (last && (source != NULL || run.line != 0))
        return cli_misuse(cli, MSG("review.last-alone"), NULL);
    if (last)
        return review_last(&run);
    return source[0] == '{' ? review_line(&run, 0, source, strlen(source))
                            : review_file(&run, source);
}

const struct command command_review = {
    .name = "review",
    .words = "RECORD|FILE|-",
    .many_words = true,
    .summary = MSG("review.summary"),
    .help = MSG("review.help"),
    .flags = flags,
    .run = run_review,
};
