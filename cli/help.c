/* `parlor help` and `parlor version`. */
#include <string.h>

#include "cli/cli.h"

static void print_flags(const struct cli *cli, const struct command *c)
{
    static const struct cli_flag shared[] = {
        {.name = "lang", .value = "LANGUAGE", .help = MSG("cli.flag-lang")},
        {.name = "help", .value = NULL, .help = MSG("cli.flag-help")},
        {.name = NULL},
    };
    const struct cli_flag *const tables[] = {c->flags, shared};
    for (int t = 0; t < 2; t++) {
        for (const struct cli_flag *f = tables[t]; f->name != NULL; f++) {
            const char *gap = f->value != NULL ? " " : "";
            printf("  --%s%s%s\n      ", f->name, gap, f->value != NULL ? f->value : "");
            cli_print(cli, stdout, f->help, NULL);
        }
    }
}

static void print_command(const struct cli *cli, const struct command *c)
{
    char usage[128];
    snprintf(usage, sizeof usage, "parlor %s [OPTION]...%s%s", c->name,
             c->words[0] != '\0' ? " " : "", c->words);
    cli_print(cli, stdout, MSG("cli.usage"), usage, NULL);
    cli_print(cli, stdout, c->summary, NULL);
    if (c->help != NULL) {
        putchar('\n');
        cli_print(cli, stdout, c->help, NULL);
    }
    putchar('\n');
    print_flags(cli, c);
}

void cli_print_help(const struct cli *cli, const struct command *command)
{
    if (command != NULL) {
        print_command(cli, command);
        return;
    }
    cli_print(cli, stdout, MSG("cli.usage"), "parlor [--lang LANGUAGE] COMMAND ...", NULL);
    cli_print(cli, stdout, MSG("cli.about"), NULL);
    putchar('\n');
    for (int i = 0; cli_commands[i] != NULL; i++) {
        printf("  %-12s ", cli_commands[i]->name);
        cli_print(cli, stdout, cli_commands[i]->summary, NULL);
    }
    putchar('\n');
    cli_print(cli, stdout, MSG("cli.about-help"), NULL);
}

static int run_help(const struct cli *cli)
{
    const char *name = cli_word(cli);
    const struct command *c = name != NULL ? cli_find_command(name) : NULL;
    if (name != NULL && c == NULL)
        return cli_misuse(cli, MSG("cli.no-such-command"), name, NULL);
    cli_print_help(cli, c);
    return CLI_OK;
}

int cli_print_version(const struct cli *cli)
{
    (void)cli;
    puts("parlor " PARLOR_VERSION);
    return CLI_OK;
}

static const struct cli_flag no_flags[] = {{.name = NULL}};

const struct command command_help = {
    .name = "help",
    .words = "[COMMAND]",
    .summary = MSG("help.summary"),
    .flags = no_flags,
    .run = run_help,
};

const struct command command_version = {
    .name = "version",
    .words = "",
    .summary = MSG("version.summary"),
    .flags = no_flags,
    .run = cli_print_version,
};
