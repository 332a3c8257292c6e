/* `parlor export`, `parlor backup`: commands for hosts of a server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "table/memory.h"

/* ---- export ---- */

struct names {
    int n, cap;
    char (*id)[TABLE_ID_MAX];
};

static bool keep_finished(void *context, const struct store_table *t)
{
    struct names *names = context;
    if (t->phase != TABLE_OVER)
        return true;
    ARRAY_ROOM(names->id, names->n, names->cap);
    table_copy(names->id[names->n++], TABLE_ID_MAX, t->id);
    return true;
}

enum { FLAG_DAILIES = 2 }; /* after data_flags */

static const struct cli_flag export_flags[] = {
    {.name = "data", .value = "FOLDER", .help = MSG("serve.flag-data")},
    {.name = "store", .value = "ADDRESS", .help = MSG("serve.flag-store")},
    [FLAG_DAILIES] = {.name = "daily", .value = NULL, .help = MSG("export.flag-daily")},
    {.name = NULL},
};

/* One line for each result of a daily deal. */
static bool write_daily(void *context, const struct store_daily *d)
{
    struct strbuf *line = context;
    struct buf b = strbuf_room(line, 512);
    const char *slash = strchr(d->deal, '/');
    char game[STORE_DEAL_ROOM] = "";
    table_copy(game, sizeof game, d->deal);
    if (slash != NULL)
        game[slash - d->deal] = '\0';
    buf_put_char(&b, '{');
    buf_put_key_text(&b, "game", game);
    buf_put_key_text(&b, "date", slash != NULL ? slash + 1 : "");
    buf_put_key(&b, "player");
    table_write_player(d->player, &b);
    buf_put_key_int(&b, "score", d->score);
    buf_put_key_int(&b, "place", d->place);
    buf_put_key_bool(&b, "won", d->won);
    buf_put_key_int(&b, "at", d->at);
    buf_put(&b, "}\n");
    strbuf_take(line, &b);
    return cli_write(line);
}

static int export_dailies(const struct cli *cli, struct store *store)
{
    struct strbuf line = STRBUF_EMPTY;
    int result = store_list_dailies(store, write_daily, &line);
    strbuf_clear(&line);
    return result == STORE_FAILED
               ? cli_fail(cli, MSG("data.cannot-open"), "dailies", store_why(store), NULL)
               : CLI_OK;
}

static int run_export(const struct cli *cli)
{
    struct names names = {.n = 0};
    struct strbuf line = STRBUF_EMPTY;
    int status;
    struct store *store = data_open(cli, STORE_READ, &status);
    if (store == NULL)
        return status;
    if (cli_has(cli, FLAG_DAILIES)) {
        status = export_dailies(cli, store);
        store_close(store);
        return status;
    }
    store_list_tables(store, keep_finished, &names);
    for (int i = 0; i < names.n; i++) {
        struct table *t = data_read_table(store, names.id[i]);
        if (t == NULL) {
            status = cli_fail(cli, MSG("data.broken-table"), names.id[i], NULL);
            continue;
        }
        table_write_record(t, &line);
        cli_write(&line);
        table_free(t);
    }
    strbuf_clear(&line);
    free(names.id);
    store_close(store);
    return status;
}

const struct command command_export = {
    .name = "export",
    .words = "",
    .summary = MSG("export.summary"),
    .flags = export_flags,
    .run = run_export,
};

/* ---- backup ---- */

static int run_backup(const struct cli *cli)
{
    int status;
    const char *path = cli_word(cli);
    struct store *store = data_open(cli, STORE_READ, &status);
    if (store == NULL)
        return status;
    if (access(path, F_OK) == 0)
        status = cli_fail(cli, MSG("backup.exists"), path, NULL);
    else if (store_backup(store, path) != STORE_OK)
        status = cli_fail(cli, MSG("data.cannot-open"), path, store_why(store), NULL);
    store_close(store);
    return status;
}

const struct command command_backup = {
    .name = "backup",
    .words = "FILE",
    .missing = MSG("backup.no-file"),
    .summary = MSG("backup.summary"),
    .help = MSG("backup.help"),
    .flags = data_flags,
    .run = run_backup,
};
