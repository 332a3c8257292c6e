/* The output of the commands: lines of the catalogue. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "cli/cli.h"
#include "client/remote.h"

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
    int n = 0;
    for (const char *arg; n < ARGS_MAX && (arg = va_arg(list, const char *)) != NULL; n++)
        args[n] = arg;
    struct buf text = BUF_ROOM(TEXT_MAX);
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
    const char *low = BUF_INT(min);
    if (max >= UINT32_MAX) /* the upper limit does not matter to people */
        return cli_misuse(cli, MSG("cli.number-from"), name, text, low, NULL);
    return cli_misuse(cli, MSG("cli.number-between"), name, text, low, BUF_INT(max), NULL);
}

int cli_fail_problem(const struct cli *cli, const struct problem *p)
{
    struct buf text = BUF_ROOM(PROBLEM_TEXT_MAX);
    problem_write(p, cli->language, &text);
    print_line(stderr, "parlor: ", &text);
    return CLI_FAILED;
}

int cli_misuse_problem(const struct cli *cli, const struct problem *p)
{
    cli_fail_problem(cli, p);
    return point_to_help(cli);
}

int cli_fail_remote(const struct cli *cli, struct remote *r)
{
    const char *why = r->websocket.why;
    struct buf b = BUF_ROOM(1024);
    if (remote_take_refusal(r, cli->language, &b))
        return cli_fail(cli, MSG("online.refused"), r->link.origin, b.text, NULL);
    if (why[0] == '\0')
        why = words_get(cli->language, MSG("online.no-parlor"));
    return cli_fail(cli, MSG("online.no-server"), r->link.origin, why, NULL);
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

bool cli_write(struct strbuf *text)
{
    bool good = text->len == 0 || fwrite(text->text, 1, text->len, stdout) == text->len;
    if (!good && write_error == 0)
        write_error = errno;
    strbuf_reset(text);
    return good;
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
