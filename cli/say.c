/* The output of the commands: lines of the catalogue. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "cli/cli.h"

enum { ARGS_MAX = 8, TEXT_MAX = 8192 };

/* Prints a line; control characters in arguments become `?`, so that no input can steer the
   terminal. */
static void print_line(FILE *file, const char *prefix, struct buf *text)
{
    for (size_t i = 0; i < text->len; i++) {
        unsigned char c = (unsigned char)text->text[i];
        if ((c < 0x20 && c != '\n') || c == 0x7f)
            text->text[i] = '?';
    }
    fprintf(file, "%s%s\n", prefix, text->text);
}

static void print_list(const struct cli *cli, FILE *file, const char *prefix, const char *id,
                       va_list list)
{
    const char *args[ARGS_MAX];
    char memory[TEXT_MAX];
    struct buf text;
    int n = 0;
    for (const char *arg; n < ARGS_MAX && (arg = va_arg(list, const char *)) != NULL; n++)
        args[n] = arg;
    buf_init(&text, memory, sizeof memory);
    words_format(&text, words_get(cli->language, id), args, n);
    print_line(file, prefix, &text);
}

void cli_print(const struct cli *cli, FILE *file, const char *id, ...)
{
    va_list list;
    va_start(list, id);
    print_list(cli, file, "", id, list);
    va_end(list);
}

int cli_fail(const struct cli *cli, const char *id, ...)
{
    va_list list;
    va_start(list, id);
    print_list(cli, stderr, "parlor: ", id, list);
    va_end(list);
    return CLI_FAILED;
}

static int point_to_help(const struct cli *cli)
{
    if (cli->command != NULL)
        cli_print(cli, stderr, MSG("cli.see-help-of"), cli->command->name, NULL);
    else
        cli_print(cli, stderr, MSG("cli.see-help"), NULL);
    return CLI_USAGE;
}

int cli_misuse(const struct cli *cli, const char *id, ...)
{
    va_list list;
    va_start(list, id);
    print_list(cli, stderr, "parlor: ", id, list);
    va_end(list);
    return point_to_help(cli);
}

int cli_misuse_number(const struct cli *cli, const char *name, const char *text, uint64_t min,
                      uint64_t max)
{
    char low[24], high[24];
    snprintf(low, sizeof low, "%" PRIu64, min);
    snprintf(high, sizeof high, "%" PRIu64, max);
    if (max >= UINT32_MAX) /* the upper limit does not matter to people */
        return cli_misuse(cli, MSG("cli.number-from"), name, text, low, NULL);
    return cli_misuse(cli, MSG("cli.number-between"), name, text, low, high, NULL);
}

int cli_fail_problem(const struct cli *cli, const struct problem *p)
{
    char memory[PROBLEM_TEXT_MAX];
    struct buf text;
    buf_init(&text, memory, sizeof memory);
    problem_write(p, cli->language, &text);
    print_line(stderr, "parlor: ", &text);
    return CLI_FAILED;
}

int cli_misuse_problem(const struct cli *cli, const struct problem *p)
{
    cli_fail_problem(cli, p);
    return point_to_help(cli);
}

const char *cli_error_text(const struct cli *cli, int error)
{
    switch (error) {
    case ENOENT:
        return words_get(cli->language, MSG("error.no-such-file"));
    case EACCES:
    case EPERM:
        return words_get(cli->language, MSG("error.not-allowed"));
    case EISDIR:
        return words_get(cli->language, MSG("error.is-folder"));
    case ENOSPC:
        return words_get(cli->language, MSG("error.no-space"));
    default:
        return strerror(error);
    }
}

static int write_error; /* errno of the first write that failed; 0: none has */

bool cli_write(const char *text, size_t len)
{
    if (len == 0 || fwrite(text, 1, len, stdout) == len)
        return true;
    if (write_error == 0)
        write_error = errno;
    return false;
}

int cli_finish(const struct cli *cli, int status)
{
    if (fflush(stdout) != 0 && write_error == 0)
        write_error = errno;
    if (write_error == 0 && !ferror(stdout))
        return status;
    /* No message if the reader has gone, as `head` does. */
    if (write_error != EPIPE)
        cli_fail(cli, MSG("cli.cannot-write"),
                 cli_error_text(cli, write_error == 0 ? EIO : write_error), NULL);
    return CLI_FAILED;
}
