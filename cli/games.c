/* `parlor games`: the games with their seats and options. */
#include <string.h>

#include "cli/cli.h"
#include "games/list.h"
#include "table/strbuf.h"

enum { FLAG_JSON, FLAG_PLAIN, FLAG_ALL };

static const struct cli_flag flags[] = {
    [FLAG_JSON] = {.name = "json", .value = NULL, .help = MSG("games.flag-json")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("games.flag-plain")},
    [FLAG_ALL] = {.name = "all", .value = NULL, .help = MSG("games.flag-all")},
    {.name = NULL},
};

static const char *title_of(const struct cli *cli, const struct game *g)
{
    return g->title != NULL ? words_get(cli->language, g->title) : g->name;
}

/* The values that an option can have, in words. */
static void write_values(const struct cli *cli, const struct game_option *o, struct buf *b)
{
    if (o->values == NULL) {
        const char *const args[] = {o->letters};
        words_format(b, words_get(cli->language, MSG("games.letters")), args, 1);
    }
    for (int i = 0; o->values != NULL && o->values[i] != NULL; i++) {
        buf_put(b, i > 0 ? " " : "");
        buf_put(b, o->values[i]);
    }
}

static void print_option(const struct cli *cli, const struct game_option *o)
{
    struct buf values = BUF_ROOM(256);
    struct buf value = BUF_ROOM(128);
    write_values(cli, o, &values);
    if (o->preset == GAME_OPTION_OPEN)
        buf_put(&value, words_get(cli->language, MSG("games.default-open")));
    else
        game_write_option(o, o->preset, &value);
    printf("    %-9s", o->name);
    cli_print(cli, stdout, MSG("games.option"), values.text, value.text, NULL);
}

static void print_game(const struct cli *cli, const struct game *g)
{
    const char *told = NULL;
    printf("%s", g->name);
    if (g->title != NULL)
        printf(" (%s)", title_of(cli, g));
    printf("\n  ");
    cli_print(cli, stdout, MSG("games.seats"), BUF_INT(g->seats_min), BUF_INT(g->seats_max),
              BUF_INT(g->seats_usual), NULL);
    for (const struct game_option *o = g->options; o->name != NULL; o++)
        print_option(cli, o);
    for (const struct game_option *o = g->options; o->name != NULL; o++) {
        if (o->note == NULL || (told != NULL && strcmp(told, o->note) == 0))
            continue;
        printf("  ");
        cli_print(cli, stdout, o->note, NULL);
        told = o->note;
    }
}

/* For scripts: one fact per line, the same in every language. */
static void print_plain(const struct game *g)
{
    printf("%s seats", g->name);
    for (int i = g->seats_min; i <= g->seats_max; i++)
        printf(" %d", i);
    putchar('\n');
    for (const struct game_option *o = g->options; o->name != NULL; o++) {
        if (o->values == NULL) {
            printf("%s letters %s %s\n", g->name, o->name, o->letters);
            continue;
        }
        printf("%s values %s", g->name, o->name);
        for (int i = 0; o->values[i] != NULL; i++)
            printf(" %s", o->values[i]);
        putchar('\n');
    }
}

static void write_option(const struct cli *cli, const struct game_option *o, struct buf *b)
{
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key(b, "name");
    buf_put_json(b, o->name);
    game_write_choices(o, b);
    if (o->note != NULL) {
        buf_put_key(b, "note");
        buf_put_json(b, words_get(cli->language, o->note));
    }
    buf_put_char(b, '}');
}

static void write_game(const struct cli *cli, const struct game *g, struct buf *b)
{
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key(b, "name");
    buf_put_json(b, g->name);
    buf_put_key(b, "title");
    buf_put_json(b, title_of(cli, g));
    game_write_size(g, b);
    buf_put(b, ",\"options\":[");
    for (const struct game_option *o = g->options; o->name != NULL; o++)
        write_option(cli, o, b);
    buf_put(b, "]}");
}

static int run(const struct cli *cli)
{
    bool as_json = cli_has(cli, FLAG_JSON);
    struct buf json = BUF_ROOM(65536);
    buf_put_char(&json, '[');
    for (int i = 0; games_list[i] != NULL; i++) {
        if (games_list[i]->sample && !cli_has(cli, FLAG_ALL))
            continue;
        if (as_json)
            write_game(cli, games_list[i], &json);
        else if (cli_has(cli, FLAG_PLAIN))
            print_plain(games_list[i]);
        else
            print_game(cli, games_list[i]);
    }
    if (as_json)
        printf("%s]\n", json.text);
    return CLI_OK;
}

const struct command command_games = {
    .name = "games",
    .words = "",
    .summary = MSG("games.summary"),
    .flags = flags,
    .run = run,
};
