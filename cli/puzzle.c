/* `parlor puzzle`: plays puzzles, and makes, proves and grades them. */
#include <string.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "table/puzzle_make.h"
#include "tui/columns.h"
#include "tui/puzzle.h"
#include "tui/tui.h"

enum { FLAG_NUMBER, FLAG_STREAK, FLAG_PLAIN, FLAG_COUNT, FLAG_SEED };
enum { COUNT_MOST = 100000, NUMBER_MOST = 1000000 };

static const struct cli_flag flags[] = {
    [FLAG_NUMBER] = {.name = "number", .value = "N", .help = MSG("puzzle.flag-number")},
    [FLAG_STREAK] = {.name = "streak", .value = NULL, .help = MSG("puzzle.flag-streak")},
    [FLAG_PLAIN] = {.name = "plain", .value = NULL, .help = MSG("play.flag-plain")},
    [FLAG_COUNT] = {.name = "count", .value = "N", .help = MSG("puzzle.flag-count")},
    [FLAG_SEED] = {.name = "seed", .value = "N", .help = MSG("puzzle.flag-seed")},
    {.name = NULL},
};

static int list_kinds(const struct cli *cli)
{
    static struct columns c;
    columns_init(&c);
    c.left = 1u << 2;
    cli_print(cli, stdout, MSG("puzzle.list"), NULL);
    for (int i = 0; puzzle_kinds[i] != NULL; i++) {
        columns_start_row(&c);
        columns_put(&c, puzzle_kinds[i]->name);
        columns_format(&c, "%d", puzzle_count(puzzle_lines(puzzle_kinds[i])));
        columns_put(&c, words_get(cli->language, puzzle_kinds[i]->title));
    }
    columns_print(&c, 2);
    columns_clear(&c);
    return CLI_OK;
}

/* The kind of that name, or the first one of the game; NULL after reporting the error. */
static const struct puzzle_kind *find_kind(const struct cli *cli, const char *name)
{
    const struct puzzle_kind *kind = puzzle_find(name);
    for (int i = 0; kind == NULL && puzzle_kinds[i] != NULL; i++)
        if (strcmp(puzzle_kinds[i]->game->name, name) == 0)
            kind = puzzle_kinds[i];
    if (kind == NULL)
        cli_misuse(cli, MSG("puzzle.no-kind"), name, NULL);
    return kind;
}

/* ---- Playing ---- */

static int play(const struct cli *cli, const char *name)
{
    const struct puzzle_kind *kind = find_kind(cli, name);
    uint64_t number = 1;
    if (kind == NULL || !cli_take_number(cli, FLAG_NUMBER, 1, NUMBER_MOST, &number))
        return CLI_USAGE;
    static struct tui_puzzle z;
    z = (struct tui_puzzle){.language = cli->language,
                            .kind = kind,
                            .text = puzzle_lines(kind),
                            .streak = cli_has(cli, FLAG_STREAK)};
    z.count = puzzle_count(z.text);
    z.number = (int)number;
    if (number > (uint64_t)z.count)
        return cli_misuse(cli, MSG("puzzle.no-number"), BUF_INT(z.count), NULL);
    if (z.streak && !cli_has(cli, FLAG_NUMBER))
        z.number = tui_puzzle_first(&z);
    if (!cli_has(cli, FLAG_PLAIN) && !tui_has_screen())
        return cli_fail(cli, MSG("play.no-screen"), NULL);
    if (cli_has(cli, FLAG_PLAIN))
        tui_puzzle_plain(&z);
    else
        tui_puzzle_screen(&z);
    return CLI_OK;
}

/* ---- Tools ---- */

static bool print_puzzle(const struct puzzle *p)
{
    struct buf line = BUF_ROOM(PUZZLE_LINE_MAX);
    puzzle_write(p, &line);
    return fputs(line.text, stdout) >= 0 && fflush(stdout) == 0;
}

static void print_head(const struct puzzle_kind *kind)
{
    struct buf head = BUF_ROOM(PUZZLE_LINE_MAX);
    puzzle_write_head(kind, &head);
    fputs(head.text, stdout);
}

static int make(const struct cli *cli, const char *name)
{
    uint64_t count = 10, seed = 1;
    const struct puzzle_kind *kind = puzzle_find(name);
    if (kind == NULL)
        return cli_misuse(cli, MSG("puzzle.no-kind"), name, NULL);
    if (!cli_take_number(cli, FLAG_COUNT, 1, COUNT_MOST, &count) ||
        !cli_take_number(cli, FLAG_SEED, 0, UINT32_MAX, &seed))
        return CLI_USAGE;
    struct puzzle_maker *m = puzzle_maker_new(kind);
    uint64_t easy = 0;
    bool good = true;
    print_head(kind);
    for (uint64_t n = 0; n < count && good; seed++) {
        struct puzzle p;
        if (!puzzle_make(m, seed, &p) || !puzzle_grade(m, &p))
            continue;
        /* Of those that every bot solves, some may be enough. */
        if (p.fails == 0 && easy++ % (uint64_t)kind->thin != 0)
            continue;
        good = print_puzzle(&p);
        n++;
    }
    puzzle_maker_free(m);
    return good ? CLI_OK : CLI_FAILED;
}

/* Work on each line of a file, after its head: proves the puzzle, or prints it with its grade. */
static bool prove_line(struct puzzle_maker *m, struct puzzle *p)
{
    struct puzzle_answer answer;
    return puzzle_prove(m, p, &answer) && puzzle_agrees(p, &answer);
}

static bool grade_line(struct puzzle_maker *m, struct puzzle *p)
{
    return puzzle_grade(m, p) && print_puzzle(p);
}

static int work_on_lines(const struct cli *cli, struct lines *l, const struct puzzle_kind *kind,
                         bool (*work)(struct puzzle_maker *m, struct puzzle *p))
{
    struct puzzle_maker *m = puzzle_maker_new(kind);
    int status = CLI_OK, n = 0;
    while (lines_next(l)) {
        struct puzzle p;
        strbuf_put_bytes(&l->line, "", 1);
        n++;
        if (!puzzle_read(kind, l->line.text, &p) || !work(m, &p))
            status = cli_fail(cli, MSG("puzzle.bad-line"), BUF_INT(n + 1), NULL);
    }
    puzzle_maker_free(m);
    if (status == CLI_OK)
        cli_print(cli, stderr, MSG("puzzle.good"), BUF_INT(n), NULL);
    return status;
}

static int read_file(const struct cli *cli, const char *path, bool grades)
{
    static struct lines l;
    if (!lines_open(&l, cli, path))
        return CLI_FAILED;
    bool some = lines_next(&l);
    if (some)
        strbuf_put_bytes(&l.line, "", 1);
    const char *head = l.line.text;
    const struct puzzle_kind *kind = some ? puzzle_read_head(&head) : NULL;
    if (kind == NULL)
        return lines_close(&l, cli_fail(cli, MSG("puzzle.no-file"), path, NULL));
    if (grades)
        print_head(kind);
    return lines_close(&l, work_on_lines(cli, &l, kind, grades ? grade_line : prove_line));
}

static int run(const struct cli *cli)
{
    const char *word[2] = {NULL, NULL};
    for (int i = 0, n = 0; i < cli->n; i++)
        if (cli->item[i].flag == CLI_WORD && n < 2)
            word[n++] = cli->item[i].value;
    if (word[0] == NULL)
        return list_kinds(cli);
    bool makes = strcmp(word[0], "make") == 0, checks = strcmp(word[0], "check") == 0;
    bool grades = strcmp(word[0], "grade") == 0;
    if (!makes && !checks && !grades)
        return word[1] == NULL ? play(cli, word[0]) : cli_misuse(cli, MSG("puzzle.one-word"), NULL);
    if (word[1] == NULL)
        return cli_misuse(cli, makes ? MSG("puzzle.which-kind") : MSG("puzzle.which-file"), NULL);
    return makes ? make(cli, word[1]) : read_file(cli, word[1], grades);
}

const struct command command_puzzle = {
    .name = "puzzle",
    .words = "[KIND | GAME | make KIND | check FILE | grade FILE]",
    .two_words = true,
    .summary = MSG("puzzle.command"),
    .help = MSG("puzzle.help"),
    .flags = flags,
    .run = run,
};
