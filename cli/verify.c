/* `parlor verify`: were the deals of a server's records fair? See table/verify.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "table/daily.h"
#include "table/verify.h"

enum { FLAG_COMMIT, FLAG_NUMBER, FLAG_TABLE };

static const struct cli_flag flags[] = {
    [FLAG_COMMIT] = {"commit", "HEX", MSG("verify.flag-commit")},
    [FLAG_NUMBER] = {"number", "HEX", MSG("verify.flag-number")},
    [FLAG_TABLE] = {"table", "ID", MSG("verify.flag-table")},
    {.name = NULL},
};

static void print_notes(const struct cli *cli, const struct verify_notes *notes)
{
    for (int i = 0; i < notes->n; i++) {
        struct buf text = BUF_ROOM(PROBLEM_TEXT_MAX);
        struct buf quoted = BUF_ROOM(6 * PROBLEM_TEXT_MAX);
        problem_write(&notes->note[i], cli->language, &text);
        buf_put_json(&quoted, text.text);
        printf("%s%s", i > 0 ? "," : ",\"notes\":[", quoted.text);
    }
    fputs(notes->n > 0 ? "]}\n" : "}\n", stdout);
}

/* A record that says that it is of a daily deal has no promise: it is verified by its date, and by
   asking the bots again. False: it says no such thing. */
static bool verify_daily(const struct cli *cli, const struct strbuf *line, long number, int *status)
{
    struct record r;
    struct daily d;
    struct daily_result result;
    struct problem p = PROBLEM_EMPTY;
    char date[DAY_DATE_MAX];
    if (!record_read(&r, line->text, line->len, &p))
        return false;
    bool found = daily_find(&r, &d);
    bool good = found && daily_check(&r, NULL, &result, &p);
    record_clear(&r);
    if (!found)
        return false;
    day_write(d.mark.day, date);
    struct buf text = BUF_ROOM(PROBLEM_TEXT_MAX);
    struct buf b = BUF_ROOM(6 * PROBLEM_TEXT_MAX);
    if (good) {
        daily_write_result(&result, &b);
    } else {
        problem_write(&p, cli->language, &text);
        buf_put_json(&b, text.text);
        *status = CLI_FAILED;
    }
    printf("{\"line\":%ld,\"daily\":\"%s\",\"right\":%s,\"%s\":%s}\n", number, date,
           good ? "true" : "false", good ? "result" : "error", b.text);
    return true;
}

static int verify_file(const struct cli *cli, const char *path, const struct verify_seen *seen)
{
    static struct lines lines;
    int status = CLI_OK;
    long number = 0;
    if (!lines_open(&lines, cli, path))
        return CLI_FAILED;
    while (lines_next(&lines)) {
        struct problem p = PROBLEM_EMPTY;
        struct verify_notes notes;
        struct buf text = BUF_ROOM(PROBLEM_TEXT_MAX);
        struct buf quoted = BUF_ROOM(6 * PROBLEM_TEXT_MAX);
        if (lines.too_long)
            problem_add(&p, MSG("replay.line-too-long"));
        number++;
        if (!lines.too_long && verify_daily(cli, &lines.line, number, &status))
            continue;
        if (!lines.too_long && verify_record(lines.line.text, lines.line.len, seen, &notes, &p)) {
            printf("{\"line\":%ld,\"fair\":true", number);
            print_notes(cli, &notes);
            continue;
        }
        problem_write(&p, cli->language, &text);
        buf_put_json(&quoted, text.text);
        printf("{\"line\":%ld,\"fair\":false,\"error\":%s}\n", number, quoted.text);
        status = CLI_FAILED;
    }
    return lines_close(&lines, status);
}

/* Reads a flag of 64 digits, if it was given; false after saying what is wrong. */
static bool take_hex(const struct cli *cli, int flag, struct fair_number *out)
{
    const char *text = cli_value(cli, flag);
    out->given = text != NULL;
    if (text == NULL || fair_read_hex(text, out->bytes, FAIR_BYTES))
        return true;
    cli_misuse(cli, MSG("verify.hex"), flags[flag].name, NULL);
    return false;
}

static int run(const struct cli *cli)
{
    struct verify_seen seen = {.table = cli_value(cli, FLAG_TABLE)};
    if (!fair_init())
        abort();
    if (!take_hex(cli, FLAG_COMMIT, &seen.commit) || !take_hex(cli, FLAG_NUMBER, &seen.number))
        return CLI_USAGE;
    return verify_file(cli, cli_word(cli), &seen);
}

const struct command command_verify = {
    .name = "verify",
    .words = "FILE|-",
    .missing = MSG("replay.no-file"),
    .summary = MSG("verify.summary"),
    .help = MSG("verify.help"),
    .flags = flags,
    .run = run,
};
