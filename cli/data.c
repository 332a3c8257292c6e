/* The server's data, for the commands of hosts: see data.h. */
#include "cli/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool data_find_folder(char *out, size_t cap)
{
    const char *data = getenv("PARLOR_DATA"), *xdg = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    int n = -1;
    if (data != NULL && data[0] != '\0')
        n = snprintf(out, cap, "%s", data);
    else if (getuid() == 0)
        n = snprintf(out, cap, "/var/lib/parlor");
    else if (xdg != NULL && xdg[0] == '/')
        n = snprintf(out, cap, "%s/parlor", xdg);
    else if (home != NULL && home[0] == '/')
        n = snprintf(out, cap, "%s/.local/share/parlor", home);
    return n > 0 && (size_t)n < cap;
}

struct store *data_open(const struct cli *cli, int *status)
{
    char folder[1024], why[256];
    *status = CLI_OK;
    if (!data_find_folder(folder, sizeof folder))
        folder[0] = '\0';
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == 0)
            snprintf(folder, sizeof folder, "%s", cli->item[i].value);
    if (folder[0] == '\0') {
        *status = cli_fail(cli, MSG("serve.no-data"), NULL);
        return NULL;
    }
    struct store *store = store_open(folder, STORE_READ, why, sizeof why);
    if (store == NULL)
        *status = cli_fail(cli, MSG("data.cannot-open"), folder, why, NULL);
    return store;
}

struct table *data_read_table(struct store *store, const char *id)
{
    struct table_reading r = {.id = id};
    if (store_read_events(store, id, 0, table_read_on, &r) == STORE_OK && !r.broken)
        return r.t;
    table_free(r.t);
    return NULL;
}
