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
    {.name = "store", .value = "ADDRESS", .help = MSG("serve.flag-store")},
    {.name = "user", .value = "NAME", .help = MSG("serve.flag-user")},
    {.name = "tls-cert", .value = "FILE", .help = MSG("serve.flag-tls-cert")},
    {.name = "tls-key", .value = "FILE", .help = MSG("serve.flag-tls-key")},
    {.name = "names", .value = "LIST", .help = MSG("serve.flag-names")},
    {.name = "trust-proxy", .value = NULL, .help = MSG("serve.flag-trust-proxy")},
    {.name = "paths", .value = NULL, .help = MSG("serve.flag-paths")},
    {.name = "metrics", .value = "loopback|public|off", .help = MSG("serve.flag-metrics")},
    {.name = "metrics-token", .value = "TEXT", .help = MSG("serve.flag-metrics-token")},
    {.name = "sandbox", .value = "on|off", .help = MSG("serve.flag-sandbox")},
    {.name = "bot-threads", .value = "N", .help = MSG("serve.flag-bot-threads")},
    {.name = "bot-delay", .value = "MS", .help = MSG("serve.flag-bot-delay")},
    {.name = "bot-seconds", .value = "S", .help = MSG("serve.flag-bot-seconds")},
    {.name = "bot-memory", .value = "MB", .help = MSG("serve.flag-bot-memory")},
    {.name = "solve-threads", .value = "N", .help = MSG("serve.flag-solve-threads")},
    {.name = "bot-tables", .value = "N", .help = MSG("serve.flag-bot-tables")},
    {.name = "address-bot-tables", .value = "N", .help = MSG("serve.flag-address-bot-tables")},
    {.name = "check-hours", .value = "N", .help = MSG("serve.flag-check-hours")},
    {.name = "rate", .value = "N", .help = MSG("serve.flag-rate")},
    {.name = "burst", .value = "N", .help = MSG("serve.flag-burst")},
    {.name = "connections", .value = "N", .help = MSG("serve.flag-connections")},
    {.name = "address-connections", .value = "N", .help = MSG("serve.flag-address-connections")},
    {.name = "queue-seconds", .value = "S", .help = MSG("serve.flag-queue-seconds")},
    {.name = "hello-seconds", .value = "S", .help = MSG("serve.flag-hello-seconds")},
    {.name = "drain-seconds", .value = "S", .help = MSG("serve.flag-drain-seconds")},
    {.name = "listed-tables", .value = "N", .help = MSG("serve.flag-listed-tables")},
    {.name = "address-listed-tables",
     .value = "N",
     .help = MSG("serve.flag-address-listed-tables")},
    {.name = "keep-open", .value = "DAYS", .help = MSG("serve.flag-keep-open")},
    {.name = "keep-running", .value = "DAYS", .help = MSG("serve.flag-keep-running")},
    {.name = "keep-days", .value = "DAYS", .help = MSG("serve.flag-keep-days")},
    {.name = "compact-hours", .value = "N", .help = MSG("serve.flag-compact-hours")},
    {.name = "keep-records", .value = "DAYS", .help = MSG("serve.flag-keep-records")},
    {.name = "keep-guests", .value = "DAYS", .help = MSG("serve.flag-keep-guests")},
    {.name = "keep-dailies", .value = "DAYS", .help = MSG("serve.flag-keep-dailies")},
    {.name = NULL},
};

static int read_config(const struct cli *cli, struct settings *s)
{
    const char *path =
        cli_has(cli, FLAG_CONFIG) ? cli_value(cli, FLAG_CONFIG) : getenv("PARLOR_CONFIG");
    char bad[64];
    int line = path != NULL ? settings_read_file(s, path) : 0;
    if (line < 0)
        return cli_fail(cli, MSG("serve.config-missing"), path, NULL);
    if (line > 0)
        return cli_fail(cli, MSG("serve.config-line"), path, BUF_INT(line), NULL);
    if (!settings_read_environment(s, bad, sizeof bad))
        return cli_fail(cli, MSG("serve.bad-variable"), bad, NULL);
    return CLI_OK;
}

static int read_flags(const struct cli *cli, struct settings *s)
{
    for (int i = 0; i < cli->n; i++) {
        const struct cli_item *item = &cli->item[i];
        bool known;
        const char *name = flags[item->flag].name;
        const char *value = flags[item->flag].value != NULL ? item->value : "on";
        if (item->flag != FLAG_CONFIG && !settings_set(s, name, value, &known))
            return cli_misuse(cli, MSG("serve.bad-value"), name,
                              settings_is_secret(name) ? "***" : value, NULL);
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
    solvers_prepare(s.data, NULL, s.solve_threads, NULL, NULL);
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
