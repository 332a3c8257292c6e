/* `parlor verify`: were the deals of a server's record fair? Repeats them from its numbers. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "table/fair.h"
#include "table/record.h"

static const struct cli_flag flags[] = {{.name = NULL}};

/* The record's data about its fair deals. */
struct claim {
    uint8_t commit[FAIR_BYTES], secret[FAIR_BYTES], seed[FAIR_BYTES];
    struct fair_number number[GAME_SEATS_MAX];
    int order[GAME_SEATS_MAX];
    bool begins_told; /* missing in older records */
    int begins;       /* the chair named, or -1: drawn */
    int first;        /* the seat that began, from the record's options */
    const char *table;
};

static bool read_hex(const json_t *o, const char *name, uint8_t *out)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text != NULL && fair_read_hex(text, out, FAIR_BYTES);
}

/* The chair named to begin: a number, or null for the lot; false: neither. */
static bool read_begins(const struct record *r, const json_t *begins, struct claim *c)
{
    json_int_t chair = json_is_null(begins) ? -1 : json_integer_value(begins);
    c->begins_told = begins != NULL;
    c->begins = (int)chair;
    return begins == NULL ||
           (r->setup.game->begins >= 0 && (json_is_null(begins) || json_is_integer(begins)) &&
            chair >= -1 && chair < r->setup.seats && (chair >= 0) == json_is_integer(begins));
}

static bool read_claim(const struct record *r, struct claim *c)
{
    const json_t *fair = json_object_get(r->root, "fair");
    const json_t *numbers = json_object_get(fair, "numbers");
    const json_t *order = json_object_get(fair, "order");
    c->table = json_string_value(json_object_get(r->root, "table"));
    if (c->table == NULL || !read_hex(fair, "commit", c->commit) ||
        !read_hex(fair, "secret", c->secret) ||
        json_array_size(numbers) != (size_t)r->setup.seats ||
        json_array_size(order) != (size_t)r->setup.seats)
        return false;
    for (int i = 0; i < r->setup.seats; i++) {
        const json_t *number = json_array_get(numbers, (size_t)i);
        c->number[i].given = !json_is_null(number);
        c->order[i] = (int)json_integer_value(json_array_get(order, (size_t)i));
        if (c->number[i].given &&
            (!json_is_string(number) ||
             !fair_read_hex(json_string_value(number), c->number[i].bytes, FAIR_BYTES)))
            return false;
    }
    return read_begins(r, json_object_get(fair, "begins"), c);
}

/* Whether the seat that began is that of the named chair, or the one drawn. */
static bool is_begins_right(const struct record *r, const struct claim *c)
{
    if (!c->begins_told)
        return true;
    int seat = fair_begins(c->seed, r->setup.seats, c->order, c->begins);
    return c->first == seat && r->setup.opt[r->setup.game->begins] == seat;
}

/* NULL, or the id of the failed check: the promise, the order of seats or the first player. */
static const char *check_start(const struct record *r, struct claim *c)
{
    uint8_t commit[FAIR_BYTES];
    int order[GAME_SEATS_MAX];
    fair_commit(c->secret, commit);
    if (memcmp(commit, c->commit, FAIR_BYTES) != 0)
        return MSG("verify.commit");
    fair_seed(c->secret, c->table, c->number, r->setup.seats, c->seed);
    fair_order(c->seed, r->setup.seats, order);
    if (memcmp(order, c->order, (size_t)r->setup.seats * sizeof order[0]) != 0)
        return MSG("verify.order");
    return is_begins_right(r, c) ? NULL : MSG("verify.begins");
}

struct dealing {
    const struct record *r;
    const struct claim *claim;
    uint32_t deals;
    int wrong; /* the event of the first wrong deal; -1: none */
};

static void check_deal(void *context, int event, const struct state *s)
{
    struct dealing *d = context;
    struct record_event e;
    struct fair_stream f;
    struct problem p;
    struct deal want;
    char text[GAME_DEAL_TEXT_MAX];
    struct buf b;
    if (d->r->setup.game->actors(s) != GAME_DEALER || !record_read_event(d->r, event, &e, &p))
        return;
    fair_start(&f, d->claim->seed, ++d->deals);
    d->r->setup.game->shuffle(s, &f.rng, &want);
    buf_init(&b, text, sizeof text);
    game_write_deal(d->r->setup.game, &want, &b);
    if (strcmp(text, e.text) != 0 && d->wrong < 0)
        d->wrong = event;
}

/* The options as they were before the deal, which may have settled open ones. */
static bool read_options(struct record *r, struct problem *p)
{
    json_t *options = json_object_get(json_object_get(r->root, "fair"), "options");
    const char *name;
    json_t *value;
    if (!json_is_object(options))
        return true;
    game_preset_options(r->setup.game, r->setup.opt);
    json_object_foreach(options, name, value)
    {
        const char *text = json_string_value(value);
        if (!setup_set_option(&r->setup, name, text != NULL ? text : "", p))
            return false;
    }
    return setup_check(&r->setup, p);
}

static bool verify(const char *line, size_t len, struct problem *p)
{
    struct record r;
    struct claim claim;
    struct state_room room;
    if (!record_read(&r, line, len, p))
        return false;
    int begins = r.setup.game->begins;
    claim.first = begins >= 0 ? r.setup.opt[begins] : -1;
    if (!read_options(&r, p)) {
        record_clear(&r);
        return false;
    }
    struct dealing d = {.r = &r, .claim = &claim, .wrong = -1};
    const char *why = read_claim(&r, &claim) ? check_start(&r, &claim) : MSG("verify.no-claim");
    bool good = why == NULL && record_replay(&r, check_deal, &d, state_in(&room), p);
    if (why != NULL)
        problem_add(p, why);
    if (good && d.wrong >= 0) {
        problem_start(p, d.wrong);
        problem_add(p, MSG("verify.deal"));
        problem_add_int(p, d.wrong);
        good = false;
    }
    record_clear(&r);
    return good;
}

static int verify_file(const struct cli *cli, FILE *file)
{
    static struct lines lines;
    int status = CLI_OK;
    long number = 0;
    lines_init(&lines, file);
    while (lines_next(&lines)) {
        static char memory[PROBLEM_TEXT_MAX];
        struct problem p;
        struct buf b;
        problem_start(&p, -1);
        bool good = !lines.too_long && verify(lines.line.text, lines.line.len, &p);
        if (lines.too_long)
            problem_add(&p, MSG("replay.line-too-long"));
        buf_init(&b, memory, sizeof memory);
        if (!good)
            problem_write(&p, cli->language, &b);
        printf(good ? "{\"line\":%ld,\"fair\":true" : "{\"line\":%ld,\"fair\":false,\"error\":",
               ++number);
        if (!good) {
            static char quoted[2 * PROBLEM_TEXT_MAX];
            struct buf q;
            buf_init(&q, quoted, sizeof quoted);
            buf_put_json(&q, memory);
            fputs(quoted, stdout);
            status = CLI_FAILED;
        }
        puts("}");
    }
    lines_clear(&lines);
    return status;
}

static int run(const struct cli *cli)
{
    if (cli->n == 0)
        return cli_misuse(cli, MSG("replay.no-file"), NULL);
    if (cli->n > 1)
        return cli_misuse(cli, MSG("cli.word-not-wanted"), cli->item[1].value, NULL);
    const char *path = cli->item[0].value;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL)
        return cli_fail(cli, MSG("cli.cannot-read"), path, cli_error_text(cli, errno), NULL);
    if (!fair_init())
        abort();
    int status = verify_file(cli, file);
    if (file != stdin)
        fclose(file);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .words = "FILE|-",
    .summary = MSG("verify.summary"),
    .help = MSG("verify.help"),
    .flags = flags,
    .run = run,
};
