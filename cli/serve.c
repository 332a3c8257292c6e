/* `parlor serve`: the server that friends join with a browser. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "server/server.h"
#include "solve/solver.h"

enum { FLAG_CONFIG };

static const struct cli_flag flags[] = {
    [FLAG_CONFIG] = {.name = "config", .value = "FILE", .help = MSG("serve.flag-config")},
    {.name = "listen", .value = "ADDRESS", .help = MSG("serve.flag-listen")},
    {.name = "port", .value = "PORT", .help = MSG("serve.flag-port")},
    {.name = "data", .value = "FOLDER", .help = MSG("serve.flag-data")},
    {.name = "user", .value = "NAME", .help = MSG("serve.flag-user")},
    {.name = "tls-cert", .value = "FILE", .help = MSG("serve.flag-tls-cert")},
    {.name = "tls-key", .value = "FILE", .help = MSG("serve.flag-tls-key")},
    {.name = "trust-proxy", .value = NULL, .help = MSG("serve.flag-trust-proxy")},
    {.name = "sandbox", .value = "on|off", .help = MSG("serve.flag-sandbox")},
    {.name = "bot-threads", .value = "N", .help = MSG("serve.flag-bot-threads")},
    {.name = "bot-delay", .value = "MS", .help = MSG("serve.flag-bot-delay")},
    {.name = "bot-seconds", .value = "S", .help = MSG("serve.flag-bot-seconds")},
    {.name = "rate", .value = "N", .help = MSG("serve.flag-rate")},
    {.name = "burst", .value = "N", .help = MSG("serve.flag-burst")},
    {.name = "connections", .value = "N", .help = MSG("serve.flag-connections")},
    {.name = "address-connections", .value = "N", .help = MSG("serve.flag-address-connections")},
    {.name = NULL},
};

/* The file of --config or PARLOR_CONFIG; NULL: none. */
static const char *find_config(const struct cli *cli)
{
    const char *path = getenv("PARLOR_CONFIG");
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == FLAG_CONFIG)
            path = cli->item[i].value;
    return path;
}

static int read_config(const struct cli *cli, struct settings *s)
{
    const char *path = find_config(cli);
    char number[16], bad[64];
    struct buf b;
    int line = path != NULL ? settings_read_file(s, path) : 0;
    if (line != 0) {
        buf_init(&b, number, sizeof number);
        buf_put_int(&b, line);
        return line < 0 ? cli_fail(cli, MSG("serve.config-missing"), path, NULL)
                        : cli_fail(cli, MSG("serve.config-line"), path, number, NULL);
    }
    if (!settings_read_environment(s, bad, sizeof bad))
        return cli_fail(cli, MSG("serve.bad-variable"), bad, NULL);
    return CLI_OK;
}

static int read_flags(const struct cli *cli, struct settings *s)
{
    for (int i = 0; i < cli->n; i++) {
        const struct cli_item *item = &cli->item[i];
        bool known;
        if (item->flag == CLI_WORD)
            return cli_misuse(cli, MSG("cli.word-not-wanted"), item->value, NULL);
        const char *name = flags[item->flag].name;
        const char *value = flags[item->flag].value != NULL ? item->value : "on";
        if (item->flag != FLAG_CONFIG && !settings_set(s, name, value, &known))
            return cli_misuse(cli, MSG("serve.bad-value"), name, value, NULL);
    }
    if ((s->tls_cert[0] == '\0') != (s->tls_key[0] == '\0'))
        return cli_misuse(cli, MSG("serve.tls-pair"), NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    static struct settings s;
    settings_init(&s);
    int status = read_config(cli, &s);
    if (status == CLI_OK)
        status = read_flags(cli, &s);
    if (status != CLI_OK)
        return status;
    if (s.data[0] == '\0' && !data_find_folder(s.data, sizeof s.data))
        return cli_fail(cli, MSG("serve.no-data"), NULL);
    solvers_prepare(s.data, NULL, NULL);
    return server_run(&s) == 0 ? CLI_OK : CLI_FAILED;
}

const struct command command_serve = {
    .name = "serve",
    .words = "",
    .summary = MSG("serve.summary"),
    .help = MSG("serve.help"),
    .flags = flags,
    .run = run,
};
