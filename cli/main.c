/* The command `parlor`: finds the command and runs it. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "solve/solver.h"
#include "table/memory.h"

const struct command *const cli_commands[] = {
    &command_play,   &command_daily,        &command_watch,   &command_games,
    &command_rules,  &command_learn,        &command_bots,    &command_sim,
    &command_match,  &command_bot,          &command_replay,  &command_review,
    &command_puzzle, &command_solve,        &command_perft,   &command_serve,
    &command_verify, &command_verify_store, &command_repair,  &command_export,
    &command_backup, &command_migrate,      &command_admin,   &command_forget,
    &command_load,   &command_help,         &command_version, NULL,
};

const struct command *cli_find_command(const char *name)
{
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}

/* Reports an unknown command, and suggests a similar one. */
static int refuse_command(const struct cli *cli, const char *name)
{
    const char *names[32];
    int n = 0;
    while (n < 32 && cli_commands[n] != NULL) {
        names[n] = cli_commands[n]->name;
        n++;
    }
    const char *near = cli_nearest(name, names, n);
    if (near != NULL)
        return cli_misuse(cli, MSG("cli.no-such-command-near"), name, near, NULL);
    return cli_misuse(cli, MSG("cli.no-such-command"), name, NULL);
}

/* Reads the arguments before the command; returns the command's index, or -1 if they were answered,
   with the exit status. */
static int read_globals(struct cli *cli, int argc, char **argv, int *status)
{
    int at = 1;
    *status = CLI_OK;
    for (; at < argc && argv[at][0] == '-'; at++) {
        const char *arg = argv[at];
        if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
            cli_print_help(cli, NULL);
            return -1;
        }
        if (strcmp(arg, "--version") == 0) {
            cli_print_version(cli);
            return -1;
        }
        const char *language = strncmp(arg, "--lang=", 7) == 0 ? arg + 7 : NULL;
        if (strcmp(arg, "--lang") == 0 && at + 1 < argc)
            language = argv[++at];
        if (language == NULL)
            *status = cli_misuse(cli, MSG("cli.no-such-option"), arg, NULL);
        else if (!words_find_language(language, &cli->language))
            *status = cli_misuse(cli, MSG("cli.no-such-language"), language, NULL);
        if (*status != CLI_OK)
            return -1;
    }
    return at;
}

/* A mode whose book is not in the program is unpacked or solved when a bot or a review first meets
   it. */
static void tell_solving(void *context, int done, int all)
{
    static int tenths;
    const struct cli *cli = context;
    int now = (int)((int64_t)done * 10 / all);
    if (now == tenths)
        return;
    tenths = now;
    cli_print(cli, stderr, MSG("solve.preparing"), BUF_INT(now * 10), NULL);
}

static void prepare_solvers(struct cli *cli)
{
    char folder[1024], books[1024];
    bool live = cli->command != &command_play && isatty(STDERR_FILENO) != 0;
    solvers_prepare(data_find_folder(folder, sizeof folder) ? folder : NULL,
                    data_find_books(books, sizeof books) ? books : NULL, SOLVE_ALL_CORES,
                    live ? tell_solving : NULL, cli);
}

static int run_command(struct cli *cli, int argc, char **argv)
{
    bool help = false;
    int status = cli_read_args(cli, argc, argv, &help);
    if (status == CLI_OK && help) {
        cli_print_help(cli, cli->command);
    } else if (status == CLI_OK) {
        prepare_solvers(cli);
        status = cli->command->run(cli);
    }
    free(cli->item);
    return status;
}

int main(int argc, char **argv)
{
    struct cli cli = {.language = words_language_from_env()};
    int status;
    json_set_alloc_funcs(memory_take, free); /* no JSON is taken for bad because memory is short */
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);  /* output is many small records */
    int at = read_globals(&cli, argc, argv, &status);
    if (at < 0)
        return cli_finish(&cli, status);
    if (at >= argc)
        return cli_misuse(&cli, MSG("cli.no-command"), NULL);
    cli.command = cli_find_command(argv[at]);
    if (cli.command == NULL)
        return refuse_command(&cli, argv[at]);
    status = run_command(&cli, argc - at - 1, argv + at + 1);
    return cli_finish(&cli, status);
}
