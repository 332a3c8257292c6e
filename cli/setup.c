/* --seats N, --option NAME=VALUE and lists of bots, as several commands take them. */
#include <string.h>

#include "cli/cli.h"
#include "table/driver.h"

static int set_option(const struct cli *cli, const char *text, struct setup *s)
{
    char name[64];
    struct problem p = PROBLEM_EMPTY;
    const char *equals = strchr(text, '=');
    if (equals == NULL || (size_t)(equals - text) >= sizeof name)
        return cli_misuse(cli, MSG("cli.option-shape"), text, NULL);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    if (setup_set_option(s, name, equals + 1, &p))
        return CLI_OK;
    return cli_misuse_problem(cli, &p);
}

static int set_seats(const struct cli *cli, const char *text, struct setup *s)
{
    uint64_t seats;
    if (!cli_read_number(text, 0, 1000, &seats))
        return cli_misuse_number(cli, "seats", text, 1, GAME_SEATS_MAX);
    s->seats = (int)seats;
    return CLI_OK;
}

int cli_read_setup(const struct cli *cli, const char *game, int flag_seats, int flag_option,
                   struct setup *out)
{
    struct problem p = PROBLEM_EMPTY;
    int status = CLI_OK;
    if (!setup_find_game(out, game, &p))
        return cli_misuse_problem(cli, &p);
    for (int i = 0; i < cli->n && status == CLI_OK; i++) {
        if (cli->item[i].flag == flag_seats)
            status = set_seats(cli, cli->item[i].value, out);
        else if (cli->item[i].flag == flag_option)
            status = set_option(cli, cli->item[i].value, out);
    }
    if (status == CLI_OK && !setup_check(out, &p))
        return cli_misuse_problem(cli, &p);
    return status;
}

bool cli_names_begins(const struct cli *cli, int flag_option, const struct game *g)
{
    const char *name = g->begins >= 0 ? g->options[g->begins].name : NULL;
    for (int i = 0; i < cli->n && name != NULL; i++) {
        const char *text = cli->item[i].value;
        if (cli->item[i].flag == flag_option && strncmp(text, name, strlen(name)) == 0 &&
            text[strlen(name)] == '=')
            return true;
    }
    return false;
}

static int refuse_bot(const struct cli *cli, const struct game *g, const char *name)
{
    struct buf list = BUF_ROOM(512);
    driver_list_bots(g, &list);
    return cli_misuse(cli, MSG("cli.no-such-bot"), name, list.text, NULL);
}

int cli_read_bots(const struct cli *cli, const struct game *g, const char *text,
                  struct driver_bot *bot, int *n)
{
    *n = 0;
    for (const char *p = text;; p++) {
        char name[64];
        size_t len = strcspn(p, ",");
        struct driver_bot one;
        snprintf(name, sizeof name, "%.*s", (int)len, p);
        if (len >= sizeof name || !driver_read_bot(g, name, len, &one))
            return refuse_bot(cli, g, name);
        if (*n < GAME_SEATS_MAX)
            bot[*n] = one;
        ++*n;
        p += len;
        if (*p == '\0')
            return CLI_OK;
    }
}
