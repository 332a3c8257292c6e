/* The folder of the server's data, and opening it for the commands of hosts. */
#ifndef PARLOR_CLI_DATA_H
#define PARLOR_CLI_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/cli.h"
#include "store/store.h"
#include "table/table.h"

/* PARLOR_DATA; else /var/lib/parlor for root, and $XDG_DATA_HOME/parlor for all others. */
bool data_find_folder(char *out, size_t cap);

/* Opens the store of --data (flag 0 of the command) or of the default folder; NULL after reporting
   the error, with the exit status. */
struct store *data_open(const struct cli *cli, int *status);

/* Reads a table from its journal; NULL: there is none, or it is damaged. */
struct table *data_read_table(struct store *store, const char *id);

#endif
