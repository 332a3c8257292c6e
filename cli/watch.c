/* `parlor watch`: shows a recorded game event by event. */
#include <errno.h>
#include <unistd.h>

#include "cli/cli.h"
#include "tui/tui.h"

enum { FLAG_SEAT, FLAG_OPEN, FLAG_REVIEW, FLAG_LINE, FLAG_STEP, FLAG_PLAIN };
enum { LINES_MAX = 1000000000 };

static const struct cli_flag flags[] = {
    [FLAG_SEAT] = {.name = "view", .value = "SEAT", .help = MSG("watch.flag-view")},
    [FLAG_OPEN] = {.name = "open", .value = NULL, .help = MSG("watch.flag-open")},
    [FLAG_REVIEW] = {.name = "review", .value = NULL, .help = MSG("watch.flag-review")},
    [FLAG_LINE] = {.name = "line", .value = "N", .help = MSG("watch.flag-line")},
    [FLAG_STEP] = {.name = "step", .value = "N", .help = MSG("watch.flag-step")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("play.flag-plain")},
    {.name = NULL},
};

/* Shows the game, with notes of its review if they were asked for. */
static void show(const struct cli *cli, struct tui_watch *w)
{
    struct review review;
    struct report_progress progress = {.language = cli->language,
                                       .live = isatty(STDERR_FILENO) != 0};
    struct review_plan plan = {.seat = -1, .progress = report_show_progress, .context = &progress};
    bool reviews = cli_has(cli, FLAG_REVIEW);
    if (reviews) {
        report_make(w->past, &plan, &review);
        report_end_progress(&progress);
        w->review = &review;
    }
    if (cli_has(cli, FLAG_PLAIN))
        tui_watch_plain(w);
    else
        tui_watch_screen(w);
    if (reviews)
        review_clear(&review);
}

/* Opens the record; `seat` from 0, or GAME_SEATS_MAX for a spectator. Beyond the last step there is
   no other: that one is shown. */
static int open_past(const struct cli *cli, const struct strbuf *line, uint64_t seat, uint64_t step)
{
    struct past past;
    struct problem p;
    int status = CLI_OK;
    if (!past_open(&past, cli->language, line->text, line->len, &p))
        return cli_fail_problem(cli, &p);
    struct tui_watch w = {.past = &past,
                          .seat = seat < GAME_SEATS_MAX ? (int)seat : GAME_SPECTATOR,
                          .open = cli_has(cli, FLAG_OPEN),
                          .at = step < (uint64_t)past.steps ? (int)step : past.steps,
                          .alone = true};
    if (w.seat >= past.seats)
        status = cli_misuse(cli, MSG("review.no-such-seat"), NULL);
    else
        show(cli, &w);
    past_clear(&past);
    return status;
}

static int run(const struct cli *cli)
{
    struct strbuf line = STRBUF_EMPTY;
    const char *file = cli_word(cli);
    uint64_t seat = GAME_SEATS_MAX, number = 1, step = 0;
    int status;
    if (!cli_take_number(cli, FLAG_SEAT, 0, GAME_SEATS_MAX - 1, &seat) ||
        !cli_take_number(cli, FLAG_LINE, 1, LINES_MAX, &number) ||
        !cli_take_number(cli, FLAG_STEP, 0, LINES_MAX, &step))
        return CLI_USAGE;
    if (!cli_has(cli, FLAG_PLAIN) && !tui_has_screen())
        return cli_fail(cli, MSG("play.no-screen"), NULL);
    if (!saves_read(file, (int)number, &line))
        status = cli_fail(cli, MSG("cli.cannot-read"), file,
                          errno != 0 ? cli_error_text(cli, errno)
                                     : words_get(cli->language, MSG("watch.no-such-line")),
                          NULL);
    else
        status = open_past(cli, &line, seat, step);
    strbuf_clear(&line);
    return status;
}

const struct command command_watch = {
    .name = "watch",
    .words = "RECORD",
    .missing = MSG("watch.no-file"),
    .summary = MSG("watch.summary"),
    .help = MSG("watch.help"),
    .flags = flags,
    .run = run,
};
