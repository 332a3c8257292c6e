/*
 * Shared by all commands: the table of commands, their arguments and their output. A command is one
 * row and one file. Results go to standard output, everything else to standard error.
 */
#ifndef PARLOR_CLI_CLI_H
#define PARLOR_CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/game.h"
#include "po/words.h"
#include "table/problem.h"
#include "table/setup.h"
#include "table/strbuf.h"

/* Exit statuses. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* One option of a command: `--name`, or `--name VALUE`. The table ends with a row without name. */
struct cli_flag {
    const char *name;
    const char *value; /* name of its value in the help; NULL: it takes none */
    const char *help;  /* message id */
};

/* One argument as it was read: a word (CLI_WORD) or a flag, the index of its row. */
enum { CLI_WORD = -1 };
struct cli_item {
    int flag;
    const char *value;
};

struct command;

struct cli {
    enum words_language language;
    const struct command *command; /* NULL before it is known */
    int n;
    struct cli_item *item;
};

struct command {
    const char *name;
    const char *words;   /* its word in the usage line, e.g. "GAME"; "": it takes none */
    const char *missing; /* message id for a call without that word; NULL: it may be missing */
    bool two_words;      /* it takes a second word */
    bool many_words;     /* it takes any number of words */
    const char *summary; /* message id: one line */
    const char *help;    /* message id: further help; NULL: none */
    const struct cli_flag *flags;
    int (*run)(const struct cli *cli);
};

extern const struct command command_daily, command_play, command_watch, command_games,
    command_rules, command_learn, command_bots, command_sim, command_match, command_bot,
    command_replay, command_review, command_puzzle, command_solve, command_perft, command_serve,
    command_verify, command_verify_store, command_repair, command_export, command_backup,
    command_migrate, command_admin, command_forget, command_load, command_help, command_version;

/* All commands, ended by NULL. */
extern const struct command *const cli_commands[];
const struct command *cli_find_command(const char *name);

/* args.c: reads the arguments after the command; CLI_OK, or a status after reporting the error.
   Every command takes `--help` and `--lang`; `help` is set if help was requested. */
int cli_read_args(struct cli *cli, int argc, char **argv, bool *help);
/* Whether a flag was given; its last value, and the last word (NULL: none). */
bool cli_has(const struct cli *cli, int flag);
const char *cli_value(const struct cli *cli, int flag);
const char *cli_word(const struct cli *cli);
/* Puts the flag's number, min..max, into `out` if it was given; false after reporting an error of
   usage. */
bool cli_take_number(const struct cli *cli, int flag, uint64_t min, uint64_t max, uint64_t *out);
/* A whole number in digits alone, min..max. */
bool cli_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out);
/* The name nearest to `name`, or NULL if none is near. */
const char *cli_nearest(const char *name, const char *const *names, int n);

/* say.c: a line of the catalogue; the arguments are texts, ended by NULL. */
void cli_print(const struct cli *cli, FILE *file, const char *id, ...);
/* `parlor: ...` on standard error; returns CLI_FAILED. */
int cli_fail(const struct cli *cli, const char *id, ...);
/* The same, with a hint to the help; returns CLI_USAGE. */
int cli_misuse(const struct cli *cli, const char *id, ...);
/* Says that the flag `name` needs a whole number, min..max; returns CLI_USAGE. */
int cli_misuse_number(const struct cli *cli, const char *name, const char *text, uint64_t min,
                      uint64_t max);
int cli_fail_problem(const struct cli *cli, const struct problem *p);
int cli_misuse_problem(const struct cli *cli, const struct problem *p);
/* Says why a server's table cannot be joined or was lost for good. */
struct remote;
int cli_fail_remote(const struct cli *cli, struct remote *r);
/* The text of errno, translated if the catalogue has it. */
const char *cli_error_text(const struct cli *cli, int error);
/* Writes the text to standard output and empties it; false if the output fails. */
bool cli_write(struct strbuf *text);
/* Flushes standard output; returns `status`, or CLI_FAILED if the output could not be written
   (quietly, if its reader has gone). */
int cli_finish(const struct cli *cli, int status);

/* help.c */
void cli_print_help(const struct cli *cli, const struct command *command);
int cli_print_version(const struct cli *cli);

/* setup.c: --seats and --option of a game, for several commands, with the indices of their flags;
   CLI_OK, or a status after reporting the error. */
int cli_read_setup(const struct cli *cli, const char *game, int flag_seats, int flag_option,
                   struct setup *out);
/* Whether the option that names the first player was given. */
bool cli_names_begins(const struct cli *cli, int flag_option, const struct game *g);
/* `medium,expert:500`: the bots' names with a comma between, `*n` of them, of which at most
   GAME_SEATS_MAX are kept. CLI_OK, or a status after reporting the error. */
struct driver_bot;
int cli_read_bots(const struct cli *cli, const struct game *g, const char *text,
                  struct driver_bot *bot, int *n);

#endif
