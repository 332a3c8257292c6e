/* `parlor learn`: a tutorial of a game, played in the terminal. */
#include <string.h>

#include "cli/cli.h"
#include "tui/tui.h"

enum { FLAG_AGAIN, FLAG_PLAIN };

static const struct cli_flag flags[] = {
    [FLAG_AGAIN] = {.name = "again", .value = NULL, .help = MSG("learn.flag-again")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("play.flag-plain")},
    {.name = NULL},
};

/* Reads the file of a game; false: it is broken, which our own files never are. */
static bool open_lesson(const struct cli *cli, const char *game, struct lesson *l)
{
    struct problem p;
    const char *text = lesson_find_file(game);
    if (lesson_read(l, text, strlen(text), &p))
        return true;
    cli_fail_problem(cli, &p);
    return false;
}

static void print_chapters(const struct cli *cli, const struct lesson *l)
{
    for (int i = 0; i < l->chapters; i++) {
        char words[128];
        snprintf(words, sizeof words, "%s %s", l->game->name, l->chapter[i].id);
        printf("  %-20s %s\n", words, words_get(cli->language, l->chapter[i].title));
    }
}

static int list_all(const struct cli *cli)
{
    struct lesson l;
    cli_print(cli, stdout, MSG("learn.list"), NULL);
    for (int i = 0; lesson_files[i].game != NULL; i++) {
        if (!open_lesson(cli, lesson_files[i].game, &l))
            return CLI_FAILED;
        print_chapters(cli, &l);
        lesson_clear(&l);
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

static int play_chapter(const struct cli *cli, const struct lesson_chapter *c)
{
    struct tui_learn t = {.language = cli->language, .chapter = c};
    if (!cli_has(cli, FLAG_PLAIN) && !tui_has_screen())
        return cli_fail(cli, MSG("play.no-screen"), NULL);
    t.step = cli_has(cli, FLAG_AGAIN) ? 0 : tui_learn_find(c);
    if (cli_has(cli, FLAG_PLAIN))
        tui_learn_plain(&t);
    else
        tui_learn_screen(&t);
    if (t.step >= c->steps)
        cli_print(cli, stdout, MSG("learn.play-first"), c->setup.game->name, NULL);
    else
        cli_print(cli, stdout, MSG("learn.kept"), c->setup.game->name, c->id, NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    const char *word[2] = {NULL, NULL};
    struct setup setup = {.game = NULL};
    struct problem p = PROBLEM_EMPTY;
    struct lesson l;
    find_words(cli, word);
    if (word[0] == NULL)
        return list_all(cli);
    if (!setup_find_game(&setup, word[0], &p))
        return cli_misuse_problem(cli, &p);
    if (lesson_find_file(word[0]) == NULL)
        return cli_fail(cli, MSG("learn.none"), word[0], NULL);
    if (!open_lesson(cli, word[0], &l))
        return CLI_FAILED;
    int chapter = word[1] != NULL ? lesson_find_chapter(&l, word[1]) : 0;
    int status = chapter >= 0 ? play_chapter(cli, &l.chapter[chapter])
                              : cli_misuse(cli, MSG("learn.no-chapter"), word[1], NULL);
    lesson_clear(&l);
    return status;
}

const struct command command_learn = {
    .name = "learn",
    .words = "[GAME [CHAPTER]]",
    .two_words = true,
    .summary = MSG("learn.summary"),
    .help = MSG("learn.help"),
    .flags = flags,
    .run = run,
};
