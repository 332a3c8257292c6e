/*
 * `parlor review --summary`: see summary.h. A player is a name of the records, or a seat where they
 * have no names, in one game; alone at the table and with others are two.
 */
#include "cli/summary.h"

#include <stdlib.h>
#include <string.h>

#include "cli/lines.h"
#include "search/scale.h"
#include "table/memory.h"
#include "table/rating.h"
#include "tui/columns.h"

struct player {
    const struct game *game;
    int seats; /* 1: alone; otherwise of the first of the games */
    char name[SCENE_NAME_MAX];
    struct rating rating;
};

struct summary {
    const struct cli *cli;
    const struct review_plan *plan;
    const struct report_progress *progress;
    struct player *player; /* `n` of them */
    int n;
    uint64_t games, left_out;
};

/* ------------------------------------------------------------------ games */

/* Bots have the name of their level, wherever they sit. */
static const char *name_of(const struct past *past, int seat)
{
    const json_t *names = json_object_get(replay_record(past->replay)->root, "names");
    const char *name = json_string_value(json_array_get(names, (size_t)seat));
    bool plain = name != NULL && strlen(name) < SCENE_NAME_MAX &&
                 strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789:-") == strlen(name);
    return plain && strncmp(name, "bot:", 4) == 0 ? name : past->name[seat];
}

static struct player *find_player(struct summary *s, const struct past *past, const char *name)
{
    for (int i = 0; i < s->n; i++) {
        struct player *p = &s->player[i];
        if (p->game == past->game && (p->seats == 1) == (past->seats == 1) &&
            strcmp(p->name, name) == 0)
            return p;
    }
    s->player = memory_resize(s->player, (size_t)s->n + 1, sizeof s->player[0]);
    struct player *p = &s->player[s->n++];
    *p = (struct player){.game = past->game, .seats = past->seats};
    struct buf b;
    buf_init(&b, p->name, sizeof p->name);
    buf_put(&b, name);
    return p;
}

static void add_game(struct summary *s, const struct past *past, const struct review *review)
{
    uint32_t left = review->seats_asked & ((UINT32_C(1) << past->seats) - 1);
    for (int seat = 0; seat < past->seats; seat++) {
        const char *name = name_of(past, seat);
        uint32_t same = 0;
        for (int i = seat; i < past->seats; i++)
            if (strcmp(name_of(past, i), name) == 0)
                same |= UINT32_C(1) << i;
        if ((left >> seat & 1) != 0)
            rating_add(&find_player(s, past, name)->rating, review, same & left);
        left &= ~same;
    }
    s->games++;
}

/* Adds the game of a line; says why not. */
static int add_line(struct summary *s, const struct lines *l, uint64_t number)
{
    struct past past;
    struct review review;
    struct problem p;
    struct buf why = BUF_ROOM(PROBLEM_TEXT_MAX);
    if (!past_open(&past, s->cli->language, l->line.text, l->line.len, &p)) {
        problem_write(&p, s->cli->language, &why);
        return cli_fail(s->cli, MSG("review.bad-line-of"), l->path, BUF_INT(number), why.text,
                        NULL);
    }
    if (!rating_counts(replay_record(past.replay)) || s->plan->seat >= past.seats) {
        s->left_out++;
    } else {
        report_make(&past, s->plan, &review);
        report_end_progress(s->progress);
        add_game(s, &past, &review);
        review_clear(&review);
    }
    past_clear(&past);
    return CLI_OK;
}

static int add_file(struct summary *s, const char *path)
{
    static struct lines lines;
    int status = CLI_OK;
    if (!lines_open(&lines, s->cli, path))
        return CLI_FAILED;
    for (uint64_t i = 1; lines_next(&lines); i++) {
        if (lines.too_long)
            status = cli_fail(s->cli, MSG("review.no-such-line"), path, BUF_INT(i), NULL);
        else if (strspn(lines.line.text, " \t\r") < lines.line.len &&
                 add_line(s, &lines, i) != CLI_OK)
            status = CLI_FAILED;
    }
    return lines_close(&lines, status);
}

/* ------------------------------------------------------------------ output */

static void put_rating(const struct player *p, struct columns *c)
{
    struct rating_figures f;
    rating_find(&p->rating, &f);
    const char *near = scale_near(p->game, p->seats, f.rating);
    if (!f.is_shown) {
        columns_put(c, "–");
        columns_put(c, "");
        return;
    }
    if (f.has_margin)
        columns_format(c, "%.0f ± %.0f", f.rating, f.margin);
    else
        columns_format(c, "%.0f", f.rating);
    columns_put(c, near != NULL ? near : "");
}

static void put_mean(const struct match_mean *m, bool signs, struct columns *c)
{
    if (m->n == 0)
        columns_put(c, "");
    else if (m->n > 1 && !signs)
        columns_format(c, "%.1f ± %.1f", 100 * m->mean, 100 * match_mean_margin(m));
    else
        columns_format(c, signs ? "%+.1f" : "%.1f", 100 * m->mean);
}

static void put_heads(const struct summary *s, bool estimated, struct columns *c)
{
    const char *const heads[] = {
        MSG("review.head-player"),
        MSG("summary.games"),
        MSG("review.head-choices"),
        MSG("summary.rating"),
        MSG("summary.like"),
        MSG("summary.result"),
        estimated ? MSG("review.head-rest") : MSG("review.head-luck"),
        MSG("summary.adjusted"),
    };
    columns_start_row(c);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        columns_put(c, words_get(s->cli->language, heads[i]));
}

/* The players of a game in a table. */
static void write_table(const struct summary *s, const struct player *first, struct strbuf *out)
{
    static struct columns c;
    struct buf title = BUF_ROOM(256);
    enum words_language in = s->cli->language;
    const char *name = first->game->title;
    const char *args[] = {name != NULL ? words_get(in, name) : first->game->name};
    if (first->seats == 1)
        words_format(&title, words_get(in, MSG("summary.alone")), args, 1);
    else
        buf_put(&title, args[0]);
    columns_init(&c);
    c.left = 1u << 4;
    c.room = COLUMNS_ROOM;
    put_heads(s, first->rating.estimated, &c);
    for (const struct player *p = first; p < s->player + s->n; p++) {
        if (p->game != first->game || (p->seats == 1) != (first->seats == 1))
            continue;
        columns_start_row(&c);
        columns_put(&c, p->name);
        columns_format(&c, "%llu", (unsigned long long)p->rating.games);
        columns_format(&c, "%llu", (unsigned long long)p->rating.choices);
        put_rating(p, &c);
        put_mean(&p->rating.result, false, &c);
        put_mean(&p->rating.rest, true, &c);
        put_mean(&p->rating.adjusted, false, &c);
    }
    strbuf_put(out, title.text);
    strbuf_put(out, "\n");
    columns_write(&c, 0, out);
    strbuf_put(out, "\n");
    columns_clear(&c);
}

static bool is_first(const struct summary *s, int i)
{
    for (int k = 0; k < i; k++)
        if (s->player[k].game == s->player[i].game &&
            (s->player[k].seats == 1) == (s->player[i].seats == 1))
            return false;
    return true;
}

static void write_words(const struct summary *s, struct strbuf *out)
{
    struct buf left = BUF_ROOM(512);
    const char *args[] = {BUF_INT(s->left_out), BUF_INT(RATING_CHOICES)};
    for (int i = 0; i < s->n; i++)
        if (is_first(s, i))
            write_table(s, &s->player[i], out);
    words_format(&left, words_get(s->cli->language, MSG("summary.note")), &args[1], 1);
    columns_wrap(left.text, COLUMNS_ROOM, 0, out);
    buf_reset(&left);
    words_format(&left, words_get(s->cli->language, MSG("summary.left-out")), args, 1);
    if (s->left_out > 0)
        columns_wrap(left.text, COLUMNS_ROOM, 0, out);
}

static void put_number(struct buf *b, const char *name, double x)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", x);
    buf_put_key(b, name);
    buf_put(b, text);
}

static void put_player(const struct player *p, struct buf *b)
{
    const struct rating *r = &p->rating;
    struct rating_figures f;
    rating_find(r, &f);
    const char *near = f.is_shown ? scale_near(p->game, p->seats, f.rating) : NULL;
    buf_put(b, "{\"game\":");
    buf_put_json(b, p->game->name);
    buf_put_key_bool(b, "alone", p->seats == 1);
    buf_put_key(b, "player");
    buf_put_json(b, p->name);
    buf_put_key_int(b, "games", (long long)r->games);
    buf_put_key_int(b, "choices", (long long)r->choices);
    put_number(b, "lost", r->lost);
    if (r->choices > 0)
        put_number(b, "rating", f.rating);
    if (f.has_margin)
        put_number(b, "margin", f.margin);
    buf_put_key_bool(b, "shown", f.is_shown);
    if (near != NULL)
        buf_put_key_text(b, "like", near);
    if (r->result.n > 0) {
        put_number(b, "result", r->result.mean);
        put_number(b, r->estimated ? "rest" : "luck", r->rest.mean);
        put_number(b, "adjusted", r->adjusted.mean);
    }
    if (r->adjusted.n > 1)
        put_number(b, "adjusted_margin", match_mean_margin(&r->adjusted));
    buf_put_char(b, '}');
}

static void write_json(const struct summary *s, struct strbuf *out)
{
    enum { ROOM = 1024 };
    struct buf head = strbuf_room(out, ROOM);
    buf_put(&head, "{\"games\":");
    buf_put_int(&head, (long long)s->games);
    buf_put_key_int(&head, "left_out", (long long)s->left_out);
    buf_put(&head, ",\"players\":[");
    strbuf_take(out, &head);
    for (int i = 0; i < s->n; i++) {
        struct buf b = strbuf_room(out, ROOM);
        if (i > 0)
            buf_put_char(&b, ',');
        put_player(&s->player[i], &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "]}\n");
}

int summary_run(const struct cli *cli, const struct review_plan *plan,
                const struct report_progress *progress, bool json)
{
    struct summary s = {.cli = cli, .plan = plan, .progress = progress};
    struct strbuf out = STRBUF_EMPTY;
    int status = CLI_OK;
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == CLI_WORD && add_file(&s, cli->item[i].value) != CLI_OK)
            status = CLI_FAILED;
    if (json)
        write_json(&s, &out);
    else if (s.n > 0)
        write_words(&s, &out);
    else if (status == CLI_OK || s.left_out > 0)
        status = cli_fail(cli, MSG("summary.nothing"), BUF_INT(s.left_out), NULL);
    cli_write(&out);
    strbuf_clear(&out);
    free(s.player);
    return status;
}
