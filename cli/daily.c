/* `parlor daily`: the daily deals: lists them, plays one, and tells how it went. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "games/list.h"
#include "table/clock.h"
#include "table/puzzle.h"
#include "tui/daily_words.h"
#include "tui/tui.h"

enum { FLAG_DATE, FLAG_PLAIN };
enum { TEXT_MAX = 1024 };

static const struct cli_flag flags[] = {
    [FLAG_DATE] = {.name = "date", .value = "DATE", .help = MSG("daily.flag-date")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("play.flag-plain")},
    {.name = NULL},
};

/* The day asked for, or today; deals of later days are not played before. */
static int read_day(const struct cli *cli, int *day)
{
    const char *text = cli_value(cli, FLAG_DATE);
    int today = day_of_ms(clock_date_ms());
    *day = today;
    if (text == NULL)
        return CLI_OK;
    if (!day_read(text, day))
        return cli_misuse(cli, MSG("daily.date"), text, NULL);
    return *day > today ? cli_misuse(cli, MSG("daily.future"), text, NULL) : CLI_OK;
}

/* ---- What was played ---- */

enum progress { STATE_NEW, STATE_BEGUN, STATE_UNCOUNTED, STATE_DONE };

/* The saved game of that deal, and its result. */
static enum progress find_state(const char *path, struct daily_result *r)
{
    struct strbuf line = STRBUF_EMPTY;
    struct record record;
    struct problem p;
    enum progress state = STATE_NEW;
    if (saves_read(path, 1, &line) && record_read(&record, line.text, line.len, &p)) {
        state = record.result == NULL ? STATE_BEGUN : STATE_UNCOUNTED;
        if (state == STATE_UNCOUNTED && daily_check(&record, NULL, r, &p))
            state = STATE_DONE;
        record_clear(&record);
    }
    strbuf_clear(&line);
    return state;
}

static bool find_path(const struct daily *d, char path[SAVES_PATH_MAX])
{
    char date[DAY_DATE_MAX];
    day_write(d->mark.day, date);
    return saves_name_daily(d->setup.game->name, date, path);
}

/* ---- The list ---- */

static void put_others(const struct cli *cli, const struct daily *d, struct buf *b)
{
    struct buf list = BUF_ROOM(TEXT_MAX);
    for (int i = 0; i < d->setup.seats; i++) {
        if (d->bot[i] == NULL)
            continue;
        buf_put(&list, list.len > 0 ? ", " : "");
        buf_put(&list, daily_words_level(cli->language, d->bot[i]));
    }
    const char *arg = list.text;
    words_format(b,
                 words_get(cli->language, list.len > 0 ? MSG("daily.against") : MSG("daily.alone")),
                 &arg, 1);
}

static void put_state(const struct cli *cli, const struct daily *d, struct buf *b)
{
    static const char *const ids[] = {[STATE_NEW] = MSG("daily.new"),
                                      [STATE_BEGUN] = MSG("daily.begun"),
                                      [STATE_UNCOUNTED] = MSG("daily.uncounted")};
    char path[SAVES_PATH_MAX];
    struct daily_result r;
    enum progress state = find_path(d, path) ? find_state(path, &r) : STATE_NEW;
    if (state == STATE_DONE)
        daily_words_result(cli->language, d, &r, b);
    else
        buf_put(b, words_get(cli->language, ids[state]));
}

/* The command that shows the puzzle of the day of a game; nothing if it has no puzzles. */
static void print_puzzle(const struct game *g, int day)
{
    int count = 0;
    for (int i = 0; puzzle_kinds[i] != NULL; i++)
        if (puzzle_kinds[i]->game == g)
            count += puzzle_count(puzzle_lines(puzzle_kinds[i]));
    int number = count > 0 ? (int)puzzle_of_day(g->name, (uint32_t)day, (uint32_t)count) : 0;
    for (int i = 0; puzzle_kinds[i] != NULL && count > 0; i++) {
        int own = puzzle_kinds[i]->game == g ? puzzle_count(puzzle_lines(puzzle_kinds[i])) : 0;
        if (number < own) {
            printf("  parlor puzzle %s --number %d\n", puzzle_kinds[i]->name, number + 1);
            return;
        }
        number -= own;
    }
}

static int list_deals(const struct cli *cli, int day)
{
    char date[DAY_DATE_MAX];
    day_write(day, date);
    cli_print(cli, stdout, MSG("daily.list"), date, NULL);
    for (int i = 0; games_list[i] != NULL; i++) {
        struct daily d;
        struct buf others = BUF_ROOM(TEXT_MAX), state = BUF_ROOM(TEXT_MAX);
        if (games_list[i]->sample)
            continue;
        daily_make(games_list[i], day, &d);
        put_others(cli, &d, &others);
        put_state(cli, &d, &state);
        printf("  %-12s %s; %s\n", games_list[i]->name, others.text, state.text);
    }
    cli_print(cli, stdout, MSG("daily.list-end"), NULL);
    cli_print(cli, stdout, MSG("daily.puzzles"), NULL);
    for (int i = 0; games_list[i] != NULL; i++)
        print_puzzle(games_list[i], day);
    return CLI_OK;
}

/* ---- The result ---- */

static void print_result(const struct cli *cli, const struct daily *d,
                         const struct daily_result *own)
{
    const struct bot *level[DAILY_LEVELS_MAX];
    struct daily_result other[DAILY_LEVELS_MAX];
    struct buf head = BUF_ROOM(TEXT_MAX), text = BUF_ROOM(TEXT_MAX), share = BUF_ROOM(2 * TEXT_MAX);
    daily_list_levels(d->setup.game, level);
    daily_words_head(cli->language, d, &head);
    daily_words_result(cli->language, d, own, &text);
    cli_print(cli, stdout, MSG("daily.line"), head.text, text.text, NULL);
    cli_print(cli, stdout, MSG("daily.bots"), NULL);
    for (int i = 0; level[i] != NULL; i++) {
        daily_play(d, level[i], &other[i]);
        buf_reset(&text);
        daily_words_result(cli->language, d, &other[i], &text);
        fputs("  ", stdout);
        cli_print(cli, stdout, MSG("daily.line"), daily_words_level(cli->language, level[i]),
                  text.text, NULL);
    }
    daily_words_share(cli->language, d, own, other, &share);
    cli_print(cli, stdout, MSG("daily.share"), NULL);
    printf("%s\n", share.text);
}

/* ---- Playing ---- */

static int resume(const struct cli *cli, struct local *l)
{
    struct strbuf line = STRBUF_EMPTY;
    struct problem p;
    int status = CLI_OK;
    if (!saves_read(l->path, 1, &line))
        status = cli_fail(cli, MSG("cli.cannot-read"), l->path,
                          cli_error_text(cli, errno != 0 ? errno : ENOENT), NULL);
    else if (!local_resume(l, line.text, line.len, &p))
        status = cli_fail_problem(cli, &p);
    strbuf_clear(&line);
    return status;
}

/* Plays until the person leaves or the game is over. */
static int play(const struct cli *cli, const struct daily *d, bool begun, struct local *l)
{
    bool plain = cli_has(cli, FLAG_PLAIN);
    int status = CLI_OK;
    if (!plain && !tui_has_screen())
        return cli_fail(cli, MSG("play.no-screen"), NULL);
    if (begun)
        status = resume(cli, l);
    else
        local_daily(l, d);
    if (status != CLI_OK)
        return status;
    bool over = plain ? tui_play_plain(l, cli->language) : tui_play_screen(l, cli->language);
    if (l->error != 0)
        status = cli_fail(cli, MSG("cli.cannot-write"), cli_error_text(cli, l->error), NULL);
    else if (!over)
        cli_print(cli, stderr, MSG("daily.saved"), NULL);
    local_clear(l);
    return status;
}

static int play_deal(const struct cli *cli, const struct daily *d)
{
    static struct local l;
    struct daily_result own;
    if (!find_path(d, l.path))
        return cli_fail(cli, MSG("play.not-kept"), cli_error_text(cli, errno), NULL);
    char path[SAVES_PATH_MAX];
    memcpy(path, l.path, sizeof path);
    enum progress state = find_state(path, &own);
    if (state == STATE_NEW || state == STATE_BEGUN) {
        int status = play(cli, d, state == STATE_BEGUN, &l);
        if (status != CLI_OK)
            return status;
        state = find_state(path, &own);
    }
    if (state == STATE_DONE)
        print_result(cli, d, &own);
    else if (state == STATE_UNCOUNTED)
        cli_print(cli, stdout, MSG("daily.practice"), NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    const char *word = cli_word(cli);
    struct setup setup;
    struct daily d;
    struct problem p = PROBLEM_EMPTY;
    int day, status = read_day(cli, &day);
    if (status != CLI_OK)
        return status;
    if (!fair_init())
        abort();
    if (word == NULL)
        return list_deals(cli, day);
    if (!setup_find_game(&setup, word, &p))
        return cli_misuse_problem(cli, &p);
    daily_make(setup.game, day, &d);
    return play_deal(cli, &d);
}

const struct command command_daily = {
    .name = "daily",
    .words = "[GAME]",
    .summary = MSG("daily.command"),
    .help = MSG("daily.help"),
    .flags = flags,
    .run = run,
};
