/* The server's data, for the commands of hosts: see data.h. */
#include "cli/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/folder.h"

const struct cli_flag data_flags[] = {
    {.name = "data", .value = "FOLDER", .help = MSG("serve.flag-data")},
    {.name = "store", .value = "ADDRESS", .help = MSG("serve.flag-store")},
    {.name = NULL},
};

bool data_find_folder(char *out, size_t cap)
{
    const char *data = getenv("PARLOR_DATA");
    int n;
    if (data != NULL && data[0] != '\0')
        n = snprintf(out, cap, "%s", data);
    else if (getuid() == 0)
        n = snprintf(out, cap, "/var/lib/parlor");
    else
        return folder_find(out, cap, "");
    return n > 0 && (size_t)n < cap;
}

bool data_find_books(char *out, size_t cap)
{
    static const char beside[] = "/solve/books";
    ssize_t n = readlink("/proc/self/exe", out, cap);
    while (n > 0 && (size_t)n < cap && out[n - 1] != '/')
        n--;
    if (n > 0 && (size_t)n - 1 + sizeof beside <= cap) {
        memcpy(out + n - 1, beside, sizeof beside);
        if (access(out, R_OK) == 0)
            return true;
    }
    return snprintf(out, cap, "%s", PARLOR_BOOKS) < (int)cap;
}

int data_choose_folder(const struct cli *cli, char *out, size_t cap)
{
    if (cli_has(cli, 0))
        snprintf(out, cap, "%s", cli_value(cli, 0));
    else if (!data_find_folder(out, cap))
        return cli_fail(cli, MSG("serve.no-data"), NULL);
    return CLI_OK;
}

int data_choose_place(const struct cli *cli, char *out, size_t cap)
{
    const char *store = cli_has(cli, 1) ? cli_value(cli, 1) : getenv("PARLOR_STORE");
    if (store == NULL || store[0] == '\0' || (cli_has(cli, 0) && !cli_has(cli, 1)))
        return data_choose_folder(cli, out, cap);
    snprintf(out, cap, "%s", store);
    return CLI_OK;
}

int data_fail(const struct cli *cli, const char *place, const char *why)
{
    char shown[1024];
    store_write_place(place, shown, sizeof shown);
    return cli_fail(cli, MSG("data.cannot-open"), shown, why, NULL);
}

struct store *data_open(const struct cli *cli, enum store_mode mode, int *status)
{
    char place[1024], why[256];
    *status = data_choose_place(cli, place, sizeof place);
    if (*status != CLI_OK)
        return NULL;
    struct store *store = store_open(place, mode, why, sizeof why);
    if (store == NULL)
        *status = data_fail(cli, place, why);
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
