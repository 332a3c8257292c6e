/* `parlor rules`: the whole rules of a game, or one section of them. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "games/list.h"
#include "tui/rulebook.h"

enum { ROOM = 80, ROOM_LEAST = 30, ROOM_MOST = 100 };

static const struct cli_flag flags[] = {{.name = NULL}};

/* The columns of the terminal, within what is good to read; 80 for a file or a pipe. */
static int room_of_output(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return ROOM;
    int room = size.ws_col > ROOM_MOST ? ROOM_MOST : size.ws_col;
    return room < ROOM_LEAST ? ROOM_LEAST : room;
}

static int list_games(const struct cli *cli)
{
    char first[RULEBOOK_NUMBER_MAX], last[RULEBOOK_NUMBER_MAX];
    cli_print(cli, stdout, MSG("rulebook.list"), NULL);
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        if (rulebook_span(g->name, first, last))
            printf("  %-12s %s\n", g->name,
                   g->title != NULL ? words_get(cli->language, g->title) : "");
    }
    return CLI_OK;
}

/* The first and the second word; NULL: none. */
static void find_words(const struct cli *cli, const char *word[2])
{
    for (int i = 0, n = 0; i < cli->n; i++)
        if (cli->item[i].flag == CLI_WORD && n < 2)
            word[n++] = cli->item[i].value;
}

static int run(const struct cli *cli)
{
    struct setup setup = {.game = NULL};
    struct problem p = PROBLEM_EMPTY;
    char first[RULEBOOK_NUMBER_MAX], last[RULEBOOK_NUMBER_MAX];
    const char *word[2] = {NULL, NULL};
    find_words(cli, word);
    const char *game = word[0], *section = word[1];
    if (game == NULL)
        return list_games(cli);
    if (!setup_find_game(&setup, game, &p))
        return cli_misuse_problem(cli, &p);
    if (!rulebook_span(game, first, last))
        return cli_fail(cli, MSG("rulebook.none"), game, NULL);
    struct strbuf text = STRBUF_EMPTY;
    if (!rulebook_put(cli->language, game, section, room_of_output(), &text))
        return cli_fail(cli, MSG("rulebook.no-section"), game, section, first, last, NULL);
    bool written = cli_write(&text);
    strbuf_clear(&text);
    return written ? CLI_OK : CLI_FAILED;
}

const struct command command_rules = {
    .name = "rules",
    .words = "[GAME [SECTION]]",
    .two_words = true,
    .summary = MSG("rulebook.command"),
    .help = MSG("rulebook.help"),
    .flags = flags,
    .run = run,
};
