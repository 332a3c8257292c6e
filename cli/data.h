/* The folder of the server's data, and opening it for the commands of hosts. */
#ifndef PARLOR_CLI_DATA_H
#define PARLOR_CLI_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/cli.h"
#include "store/store.h"
#include "table/table.h"

/* The flags --data and --store of these commands. */
extern const struct cli_flag data_flags[];

/* PARLOR_DATA; else /var/lib/parlor for root, and $XDG_DATA_HOME/parlor for all others. */
bool data_find_folder(char *out, size_t cap);

/* The folder of the books that come with the program: beside it in a build folder, else where it
   installs them. */
bool data_find_books(char *out, size_t cap);

/* The folder of --data (flag 0 of the command), or the default one; CLI_OK, or a status after
   reporting the error. */
int data_choose_folder(const struct cli *cli, char *out, size_t cap);

/* The same, or the database of --store (flag 1) or PARLOR_STORE. */
int data_choose_place(const struct cli *cli, char *out, size_t cap);

/* Reports why a place cannot be used, without its password; returns the exit status. */
int data_fail(const struct cli *cli, const char *place, const char *why);

/* Opens the store of that place; NULL after reporting
   the error, with the exit status. */
struct store *data_open(const struct cli *cli, enum store_mode mode, int *status);

/* Reads a table from its journal; NULL: there is none, or it is damaged. */
struct table *data_read_table(struct store *store, const char *id);

#endif
