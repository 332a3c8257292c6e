/* `parlor bots`: the bots of each game, their descriptions and budgets. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "games/list.h"
#include "search/bot.h"
#include "tui/columns.h"

enum { FLAG_JSON, FLAG_PLAIN };

static const struct cli_flag flags[] = {
    [FLAG_JSON] = {.name = "json", .value = NULL, .help = MSG("bots.flag-json")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("games.flag-plain")},
    {.name = NULL},
};

static bool plays(const struct bot *b, const struct game *g)
{
    return b->game == NULL || b->game == g;
}

static void print_table(const struct cli *cli, const struct game *g)
{
    static struct columns c;
    columns_init(&c);
    c.left = 1u << 2;
    printf("%s\n", g->name);
    for (int i = 0; bots_list[i] != NULL; i++) {
        if (!plays(bots_list[i], g))
            continue;
        columns_start_row(&c);
        columns_put(&c, bots_list[i]->name);
        columns_format(&c, "%" PRIu64, bots_list[i]->iterations);
        columns_put(&c, words_get(cli->language, bots_list[i]->about));
    }
    columns_print(&c, 2);
    columns_clear(&c);
}

static void print_plain(const struct game *g)
{
    for (int i = 0; bots_list[i] != NULL; i++)
        if (plays(bots_list[i], g))
            printf("%s %s %" PRIu64 "\n", g->name, bots_list[i]->name, bots_list[i]->iterations);
}

static void print_json(const struct cli *cli, const struct game *g, bool first)
{
    for (int i = 0, n = 0; bots_list[i] != NULL; i++) {
        if (!plays(bots_list[i], g))
            continue;
        struct buf b = BUF_ROOM(2048);
        buf_put(&b, "{\"name\":");
        buf_put_json(&b, bots_list[i]->name);
        buf_put_key(&b, "iterations");
        buf_put_int(&b, (long long)bots_list[i]->iterations);
        buf_put_key(&b, "about");
        buf_put_json(&b, words_get(cli->language, bots_list[i]->about));
        buf_put(&b, bots_list[i]->coded ? ",\"coded\":true" : "");
        if (n++ == 0)
            printf("%s\"%s\":[%s}", first ? "{" : ",", g->name, b.text);
        else
            printf(",%s}", b.text);
    }
    putchar(']');
}

static int run(const struct cli *cli)
{
    struct setup setup = {.game = NULL};
    struct problem p = PROBLEM_EMPTY;
    bool json = cli_has(cli, FLAG_JSON), plain = cli_has(cli, FLAG_PLAIN), first = true;
    if (cli_word(cli) != NULL && !setup_find_game(&setup, cli_word(cli), &p))
        return cli_misuse_problem(cli, &p);
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        if (setup.game != NULL ? g != setup.game : g->sample)
            continue;
        if (json)
            print_json(cli, g, first);
        else if (plain)
            print_plain(g);
        else
            print_table(cli, g);
        first = false;
    }
    if (json)
        puts("}");
    else if (!plain)
        cli_print(cli, stdout, MSG("bots.note"), NULL);
    return CLI_OK;
}

const struct command command_bots = {
    .name = "bots",
    .words = "[GAME]",
    .summary = MSG("bots.summary"),
    .help = MSG("bots.help"),
    .flags = flags,
    .run = run,
};
