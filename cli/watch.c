/* `parlor watch`: shows a recorded game event by event. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "tui/tui.h"

enum { FLAG_SEAT, FLAG_LINE, FLAG_PLAIN };
enum { LINES_MAX = 1000000000 };

static const struct cli_flag flags[] = {
    [FLAG_SEAT] = {.name = "view", .value = "SEAT", .help = MSG("watch.flag-view")},
    [FLAG_LINE] = {.name = "line", .value = "N", .help = MSG("watch.flag-line")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("play.flag-plain")},
    {.name = NULL},
};

struct plan {
    const char *file;
    uint64_t seat, line; /* `seat` from 0; GAME_SEATS_MAX: the public view */
    bool plain;
};

static int read_item(const struct cli *cli, const struct cli_item *item, struct plan *plan)
{
    if (item->flag == CLI_WORD && plan->file != NULL)
        return cli_misuse(cli, MSG("cli.word-not-wanted"), item->value, NULL);
    if (item->flag == CLI_WORD)
        plan->file = item->value;
    if (item->flag == FLAG_SEAT &&
        !cli_read_number(item->value, 0, GAME_SEATS_MAX - 1, &plan->seat))
        return cli_misuse_number(cli, "view", item->value, 0, GAME_SEATS_MAX - 1);
    if (item->flag == FLAG_LINE && !cli_read_number(item->value, 1, LINES_MAX, &plan->line))
        return cli_misuse_number(cli, "line", item->value, 1, LINES_MAX);
    plan->plain = plan->plain || item->flag == FLAG_PLAIN;
    return CLI_OK;
}

/* Shows the record after checking it. */
static int show(const struct cli *cli, const struct plan *plan, const struct strbuf *line)
{
    static struct local l;
    struct problem p;
    if (!local_watch(&l, line->text, line->len, -1, &p))
        return cli_fail_problem(cli, &p);
    local_clear(&l);
    int seat = plan->seat < GAME_SEATS_MAX ? (int)plan->seat : GAME_SPECTATOR;
    if (plan->plain)
        tui_watch_plain(cli->language, line->text, line->len, seat);
    else
        tui_watch_screen(cli->language, line->text, line->len, seat);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    struct plan plan = {.seat = GAME_SEATS_MAX, .line = 1};
    struct strbuf line;
    int status = CLI_OK;
    for (int i = 0; i < cli->n && status == CLI_OK; i++)
        status = read_item(cli, &cli->item[i], &plan);
    if (status == CLI_OK && plan.file == NULL)
        status = cli_misuse(cli, MSG("watch.no-file"), NULL);
    if (status == CLI_OK && !plan.plain && !tui_has_screen())
        status = cli_fail(cli, MSG("play.no-screen"), NULL);
    if (status != CLI_OK)
        return status;
    strbuf_init(&line);
    if (!saves_read(plan.file, (int)plan.line, &line))
        status = cli_fail(cli, MSG("cli.cannot-read"), plan.file,
                          errno != 0 ? cli_error_text(cli, errno)
                                     : words_get(cli->language, MSG("watch.no-such-line")),
                          NULL);
    else
        status = show(cli, &plan, &line);
    strbuf_clear(&line);
    return status;
}

const struct command command_watch = {
    .name = "watch",
    .words = "RECORD",
    .summary = MSG("watch.summary"),
    .help = MSG("watch.help"),
    .flags = flags,
    .run = run,
};
