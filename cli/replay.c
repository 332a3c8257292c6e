/* `parlor replay`: checks records, and shows legal moves and views before each event. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "table/record.h"

enum { FLAG_LEGAL, FLAG_VIEW };

static const struct cli_flag flags[] = {
    [FLAG_LEGAL] = {.name = "legal", .value = NULL, .help = MSG("replay.flag-legal")},
    [FLAG_VIEW] = {.name = "view", .value = "SEAT", .help = MSG("replay.flag-view")},
    {.name = NULL},
};

/* One run: its options, its progress and its results. */
struct run {
    const struct cli *cli;
    const char *path; /* `-`: standard input */
    bool legal;
    uint32_t views; /* seats asked for, as bits */
    long long line;
    const struct record *record; /* the one being replayed */
    long long good, bad;
    struct strbuf out;
};

static void start_line(struct run *run, struct buf *b)
{
    *b = strbuf_room(&run->out, 64);
    buf_put(b, "{\"line\":");
    buf_put_int(b, run->line);
}

static void flush(struct run *run)
{
    cli_write(run->out.text, run->out.len);
    strbuf_reset(&run->out);
}

static void write_actors(struct run *run, uint32_t actors)
{
    struct buf b = strbuf_room(&run->out, 64);
    buf_put(&b, ",\"actors\":");
    if (actors == GAME_DEALER)
        buf_put(&b, "[\"deal\"]");
    else
        game_write_seats(actors, &b);
    strbuf_take(&run->out, &b);
}

static void write_legal(struct run *run, uint32_t actors, const struct state *s)
{
    char text[GAME_MOVES_MAX][GAME_TEXT_MAX];
    struct buf b = strbuf_room(&run->out, GAME_SEATS_MAX * GAME_MOVES_MAX * (GAME_TEXT_MAX + 4));
    buf_put(&b, ",\"legal\":{");
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if ((actors >> seat & 1) == 0)
            continue;
        const char key[] = {(char)('0' + seat), '\0'};
        buf_put_key(&b, key);
        buf_put_char(&b, '[');
        int n = record_list_moves(run->record->setup.game, s, seat, text);
        for (int i = 0; i < n; i++) {
            buf_put_comma(&b);
            buf_put_json(&b, text[i]);
        }
        buf_put_char(&b, ']');
    }
    buf_put_char(&b, '}');
    strbuf_take(&run->out, &b);
}

static void write_views(struct run *run, const struct state *s)
{
    const struct game *g = run->record->setup.game;
    struct view_room room;
    strbuf_put(&run->out, ",\"views\":{");
    for (int seat = 0, any = 0; seat < GAME_SEATS_MAX; seat++) {
        if ((run->views >> seat & 1) == 0)
            continue;
        struct buf b = strbuf_room(&run->out, GAME_JSON_MAX + 8);
        buf_put(&b, any++ ? ",\"" : "\"");
        buf_put_int(&b, seat);
        buf_put(&b, "\":");
        g->observe(s, seat, view_in(&room));
        g->write_view(view_in(&room), &b);
        strbuf_take(&run->out, &b);
    }
    strbuf_put(&run->out, "}");
}

/* The line before an event, or at the end of an unfinished game. */
static void write_situation(void *context, int event, const struct state *s)
{
    struct run *run = context;
    uint32_t actors = run->record->setup.game->actors(s);
    struct buf b;
    start_line(run, &b);
    buf_put_key(&b, "event");
    buf_put_int(&b, event);
    strbuf_take(&run->out, &b);
    write_actors(run, actors);
    if (run->legal)
        write_legal(run, actors, s);
    if (run->views != 0)
        write_views(run, s);
    strbuf_put(&run->out, "}\n");
}

static void write_result(struct run *run, const struct state *s)
{
    struct buf b;
    start_line(run, &b);
    buf_put_key(&b, "result");
    strbuf_take(&run->out, &b);
    b = strbuf_room(&run->out, GAME_JSON_MAX);
    run->record->setup.game->write_result(s, &b);
    strbuf_take(&run->out, &b);
    strbuf_put(&run->out, "}\n");
}

static void write_problem(struct run *run, const struct problem *p)
{
    char memory[PROBLEM_TEXT_MAX];
    struct buf text, b;
    buf_init(&text, memory, sizeof memory);
    problem_write(p, run->cli->language, &text);
    start_line(run, &b);
    if (p->event >= 0) {
        buf_put_key(&b, "event");
        buf_put_int(&b, p->event);
    }
    buf_put_key(&b, "error");
    strbuf_take(&run->out, &b);
    b = strbuf_room(&run->out, 6 * PROBLEM_TEXT_MAX); /* a control character becomes six */
    buf_put_json(&b, text.text);
    strbuf_take(&run->out, &b);
    strbuf_put(&run->out, "}\n");
    run->bad++;
}

/* Whether this record has every seat asked for. */
static bool check_views(const struct run *run, const struct record *r, struct problem *p)
{
    for (int seat = r->setup.seats; seat < GAME_SEATS_MAX; seat++) {
        if (run->views >> seat & 1) {
            problem_add(p, MSG("replay.no-such-view"));
            problem_add_int(p, seat);
            problem_add_int(p, r->setup.seats - 1);
            return false;
        }
    }
    return true;
}

static void replay_record(struct run *run, struct record *r)
{
    struct state_room room;
    struct problem p;
    bool asked = run->legal || run->views != 0;
    problem_start(&p, -1);
    run->record = r;
    if (!check_views(run, r, &p) ||
        !record_replay(r, asked ? write_situation : NULL, run, state_in(&room), &p)) {
        write_problem(run, &p);
        return;
    }
    if (r->setup.game->actors(state_in(&room)) == 0)
        write_result(run, state_in(&room));
    else if (asked)
        write_situation(run, r->events_count, state_in(&room));
    run->good++;
}

static bool is_blank(const struct strbuf *line)
{
    for (size_t i = 0; i < line->len; i++)
        if (strchr(" \t\r", line->text[i]) == NULL || line->text[i] == '\0')
            return false;
    return true;
}

static void replay_line(struct run *run, const struct lines *l)
{
    struct record record;
    struct problem p;
    if (l->too_long) {
        problem_start(&p, -1);
        problem_add(&p, MSG("replay.line-too-long"));
        problem_add_int(&p, LINES_MAX >> 20);
        write_problem(run, &p);
    } else if (is_blank(&l->line)) {
        return;
    } else if (!record_read(&record, l->line.text, l->line.len, &p)) {
        write_problem(run, &p);
    } else {
        replay_record(run, &record);
        record_clear(&record);
    }
    flush(run);
}

/* Replays records until the end, or until the output is closed. */
static int replay_file(struct run *run, FILE *file)
{
    static struct lines lines;
    lines_init(&lines, file);
    strbuf_init(&run->out);
    while (!ferror(stdout) && lines_next(&lines)) {
        run->line++;
        replay_line(run, &lines);
    }
    int status = run->bad > 0 ? CLI_FAILED : CLI_OK;
    if (ferror(file))
        status = cli_fail(run->cli, MSG("cli.cannot-read"), run->path,
                          cli_error_text(run->cli, errno), NULL);
    lines_clear(&lines);
    strbuf_clear(&run->out);
    return status;
}

/* Opens the file; NULL after reporting the error. */
static FILE *open_file(const struct run *run)
{
    struct stat st;
    if (strcmp(run->path, "-") == 0)
        return stdin;
    FILE *file = fopen(run->path, "rb");
    if (file == NULL) {
        cli_fail(run->cli, MSG("cli.cannot-read"), run->path, cli_error_text(run->cli, errno),
                 NULL);
    } else if (fstat(fileno(file), &st) == 0 && S_ISDIR(st.st_mode)) {
        cli_fail(run->cli, MSG("cli.cannot-read"), run->path, cli_error_text(run->cli, EISDIR),
                 NULL);
        fclose(file);
        file = NULL;
    }
    return file;
}

static void print_count(const struct cli *cli, const char *id, long long n)
{
    char digits[24], memory[512];
    const char *args[] = {digits};
    struct buf text;
    snprintf(digits, sizeof digits, "%lld", n);
    buf_init(&text, memory, sizeof memory);
    words_format(&text, words_get_plural(cli->language, id, (unsigned long long)n), args, 1);
    fprintf(stderr, "parlor: %s\n", text.text);
}

static int read_item(const struct cli_item *item, struct run *run)
{
    uint64_t seat;
    if (item->flag == FLAG_LEGAL) {
        run->legal = true;
    } else if (item->flag == FLAG_VIEW) {
        if (!cli_read_number(item->value, 0, GAME_SEATS_MAX - 1, &seat))
            return cli_misuse(run->cli, MSG("replay.bad-view"), item->value, NULL);
        run->views |= UINT32_C(1) << seat;
    } else if (run->path != NULL) {
        return cli_misuse(run->cli, MSG("cli.word-not-wanted"), item->value, NULL);
    } else {
        run->path = item->value;
    }
    return CLI_OK;
}

static int run_replay(const struct cli *cli)
{
    struct run run = {.cli = cli};
    for (int i = 0; i < cli->n; i++) {
        int status = read_item(&cli->item[i], &run);
        if (status != CLI_OK)
            return status;
    }
    if (run.path == NULL)
        return cli_misuse(cli, MSG("replay.no-file"), NULL);
    FILE *file = open_file(&run);
    if (file == NULL)
        return CLI_FAILED;
    int status = replay_file(&run, file);
    if (file != stdin)
        fclose(file);
    if (!ferror(stdout)) {
        print_count(cli, MSG("replay.good"), run.good);
        if (run.bad > 0)
            print_count(cli, MSG("replay.bad"), run.bad);
    }
    return status;
}

const struct command command_replay = {
    .name = "replay",
    .words = "FILE|-",
    .summary = MSG("replay.summary"),
    .help = MSG("replay.help"),
    .flags = flags,
    .run = run_replay,
};
