/* `parlor replay`: checks records, and shows legal moves and views before each event. */
#include <string.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "table/record.h"

enum { FLAG_LEGAL, FLAG_VIEW };
/* Room for a line of output: its short members, and with the moves and views of all seats. */
enum {
    LINE_MAX_BYTES = 256,
    SITUATION_MAX = LINE_MAX_BYTES +
                    GAME_SEATS_MAX * (GAME_MOVES_MAX * (GAME_TEXT_MAX + 4) + GAME_JSON_MAX + 8),
};

static const struct cli_flag flags[] = {
    [FLAG_LEGAL] = {.name = "legal", .value = NULL, .help = MSG("replay.flag-legal")},
    [FLAG_VIEW] = {.name = "view", .value = "SEAT", .help = MSG("replay.flag-view")},
    {.name = NULL},
};

/* One run: its options, its progress and its results. */
struct run {
    const struct cli *cli;
    bool legal;
    uint32_t views; /* seats asked for, as bits */
    long long line;
    const struct record *record; /* the one being replayed */
    long long good, bad;
    struct strbuf out;
};

/* Begins a line of output of at most `room` bytes. */
static struct buf start_line(struct run *run, size_t room)
{
    struct buf b = strbuf_room(&run->out, room);
    buf_put(&b, "{\"line\":");
    buf_put_int(&b, run->line);
    return b;
}

static void end_line(struct run *run, struct buf *b)
{
    buf_put(b, "}\n");
    strbuf_take(&run->out, b);
}

static void write_legal(const struct game *g, uint32_t actors, const struct state *s, struct buf *b)
{
    char text[GAME_MOVES_MAX][GAME_TEXT_MAX];
    buf_put(b, ",\"legal\":{");
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if ((actors >> seat & 1) == 0)
            continue;
        buf_put_key(b, BUF_INT(seat));
        buf_put_char(b, '[');
        int n = record_list_moves(g, s, seat, text);
        for (int i = 0; i < n; i++) {
            buf_put_comma(b);
            buf_put_json(b, text[i]);
        }
        buf_put_char(b, ']');
    }
    buf_put_char(b, '}');
}

static void write_views(const struct game *g, uint32_t seats, const struct state *s, struct buf *b)
{
    struct view_room room;
    buf_put(b, ",\"views\":{");
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if ((seats >> seat & 1) == 0)
            continue;
        buf_put_key(b, BUF_INT(seat));
        g->observe(s, seat, view_in(&room));
        g->write_view(view_in(&room), b);
    }
    buf_put_char(b, '}');
}

/* The line before an event, or at the end of an unfinished game. */
static void write_situation(void *context, int event, const struct state *s)
{
    struct run *run = context;
    const struct game *g = run->record->setup.game;
    uint32_t actors = g->actors(s);
    struct buf b = start_line(run, SITUATION_MAX);
    buf_put_key(&b, "event");
    buf_put_int(&b, event);
    buf_put_key(&b, "actors");
    if (actors == GAME_DEALER)
        buf_put(&b, "[\"deal\"]");
    else
        game_write_seats(actors, &b);
    if (run->legal)
        write_legal(g, actors, s, &b);
    if (run->views != 0)
        write_views(g, run->views, s, &b);
    end_line(run, &b);
}

static void write_result(struct run *run, const struct state *s)
{
    struct buf b = start_line(run, LINE_MAX_BYTES + GAME_JSON_MAX);
    buf_put_key(&b, "result");
    game_write_result(run->record->setup.game, s, &b);
    end_line(run, &b);
}

static void write_problem(struct run *run, const struct problem *p)
{
    struct buf text = BUF_ROOM(PROBLEM_TEXT_MAX);
    struct buf b = start_line(run, LINE_MAX_BYTES + 6 * PROBLEM_TEXT_MAX); /* \u001f is six bytes */
    problem_write(p, run->cli->language, &text);
    if (p->event >= 0) {
        buf_put_key(&b, "event");
        buf_put_int(&b, p->event);
    }
    buf_put_key(&b, "error");
    buf_put_json(&b, text.text);
    end_line(run, &b);
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
    struct problem p = PROBLEM_EMPTY;
    bool asked = run->legal || run->views != 0;
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
    cli_write(&run->out);
}

static void print_count(const struct cli *cli, const char *id, long long n)
{
    const char *args[] = {BUF_INT(n)};
    struct buf text = BUF_ROOM(512);
    words_format(&text, words_get_plural(cli->language, id, (unsigned long long)n), args, 1);
    fprintf(stderr, "parlor: %s\n", text.text);
}

/* Replays records until the end, or until the output is closed. */
static int replay_file(struct run *run, const char *path)
{
    static struct lines lines;
    if (!lines_open(&lines, run->cli, path))
        return CLI_FAILED;
    strbuf_init(&run->out);
    while (!ferror(stdout) && lines_next(&lines)) {
        run->line++;
        replay_line(run, &lines);
    }
    strbuf_clear(&run->out);
    int status = lines_close(&lines, run->bad > 0 ? CLI_FAILED : CLI_OK);
    if (!ferror(stdout))
        print_count(run->cli, MSG("replay.good"), run->good);
    if (!ferror(stdout) && run->bad > 0)
        print_count(run->cli, MSG("replay.bad"), run->bad);
    return status;
}

static int read_views(struct run *run)
{
    for (int i = 0; i < run->cli->n; i++) {
        const struct cli_item *item = &run->cli->item[i];
        uint64_t seat;
        if (item->flag != FLAG_VIEW)
            continue;
        if (!cli_read_number(item->value, 0, GAME_SEATS_MAX - 1, &seat))
            return cli_misuse(run->cli, MSG("replay.bad-view"), item->value, NULL);
        run->views |= UINT32_C(1) << seat;
    }
    return CLI_OK;
}

static int run_replay(const struct cli *cli)
{
    struct run run = {.cli = cli, .legal = cli_has(cli, FLAG_LEGAL)};
    int status = read_views(&run);
    return status == CLI_OK ? replay_file(&run, cli_word(cli)) : status;
}

const struct command command_replay = {
    .name = "replay",
    .words = "FILE|-",
    .missing = MSG("replay.no-file"),
    .summary = MSG("replay.summary"),
    .help = MSG("replay.help"),
    .flags = flags,
    .run = run_replay,
};
