/* Files of puzzles, and their positions: see puzzle.h. */
#include "table/puzzle.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "table/record.h"

static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
enum { PAIR = 36 }; /* base of values */

/* ---- Files ---- */

const struct puzzle_kind *puzzle_read_head(const char **at)
{
    static const char head[] = "parlor-puzzles 1 ";
    char name[64];
    size_t len = strcspn(*at, "\n");
    if (strncmp(*at, head, sizeof head - 1) != 0 || len - (sizeof head - 1) >= sizeof name)
        return NULL;
    memcpy(name, *at + sizeof head - 1, len - (sizeof head - 1));
    name[len - (sizeof head - 1)] = '\0';
    *at += len + ((*at)[len] != '\0');
    return puzzle_find(name);
}

void puzzle_write_head(const struct puzzle_kind *kind, struct buf *b)
{
    buf_put(b, "parlor-puzzles ");
    buf_put_int(b, PUZZLE_VERSION);
    buf_put_char(b, ' ');
    buf_put(b, kind->name);
    buf_put_char(b, '\n');
}

const char *puzzle_lines(const struct puzzle_kind *kind)
{
    const char *text = puzzle_file(kind);
    return text != NULL && puzzle_read_head(&text) == kind ? text : "";
}

int puzzle_count(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

const char *puzzle_line(const char *text, int number)
{
    for (int i = 1; text != NULL && i < number; i++) {
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    return text != NULL && number > 0 && *text != '\0' ? text : NULL;
}

/* ---- Lines ---- */

static int digit_of(char c, int base)
{
    const char *found = c != '\0' ? strchr(letters, c) : NULL;
    return found != NULL && found - letters < base ? (int)(found - letters) : -1;
}

/* Reads a number and the space or line end after it. */
static bool read_number(const char **at, uint64_t *out)
{
    const char *p = *at;
    *out = 0;
    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9' && p - *at < 15; p++)
        *out = *out * 10 + (uint64_t)(*p - '0');
    *at = p + (*p == ' ');
    return *p == ' ' || *p == '\n' || *p == '\0';
}

static bool read_moves(const char **at, struct puzzle *out)
{
    const char *p = *at;
    for (; *p != ' '; p++) {
        int digit = digit_of(*p, 64);
        if (digit < 0 || out->moves == PUZZLE_MOVES_MAX)
            return false;
        out->move[out->moves++] = (uint8_t)digit;
    }
    *at = p + 1;
    return true;
}

static bool read_values(const char **at, struct puzzle *out)
{
    const char *p = *at;
    for (; *p != ' '; p += 2) {
        int high = digit_of(p[0], PAIR), low = high < 0 ? -1 : digit_of(p[1], PAIR);
        if (low < 0 || out->n == PUZZLE_CHOICES || high * PAIR + low > PUZZLE_UNIT)
            return false;
        out->value[out->n++] = (uint16_t)(high * PAIR + low);
    }
    *at = p + 1;
    return out->n > 1;
}

bool puzzle_read(const struct puzzle_kind *kind, const char *line, struct puzzle *out)
{
    uint64_t place, fails, rating;
    *out = (struct puzzle){.kind = kind};
    if (!read_number(&line, &out->seed) || !read_moves(&line, out) || !read_number(&line, &place) ||
        !read_values(&line, out) || !read_number(&line, &fails) || !read_number(&line, &rating))
        return false;
    out->place = (int)place;
    out->fails = (unsigned)fails;
    out->rating = (int)rating;
    return place <= PUZZLE_CHOICES && fails < 1U << PUZZLE_LEVELS && rating <= 4000;
}

void puzzle_write(const struct puzzle *p, struct buf *b)
{
    buf_put_int(b, (long long)p->seed);
    buf_put_char(b, ' ');
    for (int i = 0; i < p->moves; i++)
        buf_put_char(b, letters[p->move[i]]);
    buf_put_char(b, ' ');
    buf_put_int(b, p->place);
    buf_put_char(b, ' ');
    for (int i = 0; i < p->n; i++) {
        buf_put_char(b, letters[p->value[i] / PAIR]);
        buf_put_char(b, letters[p->value[i] % PAIR]);
    }
    buf_put_char(b, ' ');
    buf_put_int(b, p->fails);
    buf_put_char(b, ' ');
    buf_put_int(b, p->rating);
    buf_put_char(b, '\n');
}

/* ---- Positions ---- */

void puzzle_setup(const struct puzzle_kind *kind, struct setup *out)
{
    *out = (struct setup){.game = kind->game, .seats = kind->seats, .rules = kind->game->rules};
    game_preset_options(kind->game, out->opt);
    for (const char *const *o = kind->options; *o != NULL; o += 2) {
        int i = game_find_option(kind->game, o[0]);
        const char *why = game_read_option(&kind->game->options[i], o[1], &out->opt[i]);
        assert(i >= 0 && why == NULL);
        (void)why;
    }
}

struct player {
    const struct game *game;
    struct state *s;
    struct record_writer *writer;
    struct rng deals;
};

/* Deals, if a deal is due. */
static void deal(struct player *p)
{
    struct deal d;
    if ((p->game->actors(p->s) & GAME_DEALER) == 0)
        return;
    p->game->shuffle(p->s, &p->deals, &d);
    const char *why = p->game->deal(p->s, &d, &(int){0});
    assert(why == NULL);
    (void)why;
    record_add_deal(p->writer, &d);
}

/* Makes the move of that number among all legal ones; false: there are fewer. */
static bool move_by_number(struct player *p, int number)
{
    move m[GAME_MOVES_MAX];
    uint32_t actors = p->game->actors(p->s);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        int n = actors >> seat & 1 ? p->game->legal(p->s, seat, m) : 0;
        if (number < n) {
            record_add_move(p->writer, seat, m[number]);
            p->game->apply(p->s, seat, m[number]);
            return true;
        }
        number -= n;
    }
    return false;
}

static void speak(struct player *p, const struct puzzle_kind *kind)
{
    for (int seat = 0; kind->say != NULL && seat < kind->seats; seat++) {
        move m = kind->say(p->s, seat);
        if (m == MOVE_NONE)
            continue;
        record_add_move(p->writer, seat, m);
        p->game->apply(p->s, seat, m);
    }
}

/* The lowest seat that may act; -1: none. */
static int first_actor(const struct game *g, const struct state *s)
{
    uint32_t actors = g->actors(s);
    return actors == 0 || (actors & GAME_DEALER) != 0 ? -1 : __builtin_ctz(actors);
}

static bool play_all(struct player *p, const struct puzzle *puzzle)
{
    for (int i = 0; i < puzzle->moves; i++) {
        deal(p);
        if (!move_by_number(p, puzzle->move[i]))
            return false;
    }
    deal(p);
    speak(p, puzzle->kind);
    return true;
}

int puzzle_play(const struct puzzle *puzzle, struct state *s, struct strbuf *record)
{
    struct setup setup;
    struct record_writer writer;
    puzzle_setup(puzzle->kind, &setup);
    record_writer_init(&writer);
    record_start(&writer, setup.game, setup.seats);
    struct player p = {.game = setup.game, .s = s, .writer = &writer};
    rng_seed(&p.deals, puzzle->seed);
    setup_init(&setup, s);
    bool good = play_all(&p, puzzle);
    if (good && record != NULL)
        record_finish(&writer, s, record);
    record_writer_clear(&writer);
    return good ? first_actor(setup.game, s) : -1;
}

/* ---- Answers ---- */

/* The legal moves, without values. */
static void list_moves(const struct puzzle_kind *kind, const struct state *s, int seat,
                       struct puzzle_answer *out)
{
    move m[GAME_MOVES_MAX];
    int n = kind->game->legal(s, seat, m);
    for (int i = 0; i < n; i++)
        puzzle_add_move(out, kind->game, m[i], 0);
}

bool puzzle_answer(const struct puzzle *p, const struct state *s, int seat,
                   struct puzzle_answer *out)
{
    struct view_room room;
    int most = 0;
    out->n = out->place = 0;
    p->kind->game->observe(s, seat, view_in(&room));
    if (p->kind->cards)
        p->kind->solve(view_in(&room), seat, NULL, out);
    else
        list_moves(p->kind, s, seat, out);
    if (out->n != p->n || out->place != p->place)
        return false;
    for (int i = 0; i < p->n; i++)
        most = p->value[i] > most ? p->value[i] : most;
    for (int i = 0; i < p->n; i++) {
        out->choice[i].value = (double)p->value[i] / PUZZLE_UNIT;
        out->choice[i].right = p->value[i] == most;
    }
    return true;
}

bool puzzle_agrees(const struct puzzle *p, const struct puzzle_answer *a)
{
    bool same = a->n == p->n && a->place == p->place;
    for (int i = 0; i < p->n && same; i++)
        same = p->value[i] == lround(a->choice[i].value * PUZZLE_UNIT);
    return same;
}

/* ---- JSON ---- */

static void write_choice(const struct puzzle *p, const struct view *v, int seat,
                         const struct puzzle_answer *a, int i, struct buf *b)
{
    const struct puzzle_choice *c = &a->choice[i];
    struct reason why;
    buf_put_comma(b);
    buf_put(b, "{");
    buf_put_key_text(b, "text", c->text);
    buf_put_key_int(b, "value", lround(c->value * PUZZLE_UNIT));
    buf_put_key_bool(b, "right", c->right);
    if (p->kind->why != NULL && p->kind->why(v, seat, a, i, &why)) {
        buf_put_key(b, "why");
        reason_write(&why, p->kind->game, b);
    }
    buf_put_char(b, '}');
}

static void write_mark(const struct puzzle *p, struct buf *b)
{
    struct buf mark = BUF_ROOM(GAME_TEXT_MAX);
    if (p->kind->mark != NULL) {
        buf_put(&mark, p->kind->mark);
        buf_put_int(&mark, p->place);
    }
    buf_put_key_text(b, "mark", p->kind->mark != NULL ? mark.text : NULL);
}

void puzzle_write_json(const struct puzzle *p, const struct state *s, int seat,
                       const struct puzzle_answer *a, struct strbuf *out)
{
    static const char *const measures[] = {
        [PUZZLE_CHANCE] = "chance", [PUZZLE_POINTS] = "points", [PUZZLE_SURE] = "sure"};
    static const char *const levels[] = {"easy", "medium", "hard", "expert"};
    struct view_room room;
    p->kind->game->observe(s, seat, view_in(&room));
    struct buf b = strbuf_room(out, GAME_JSON_MAX);
    buf_put(&b, "{");
    buf_put_key_int(&b, "seat", seat);
    buf_put_key_int(&b, "place", a->place);
    buf_put_key_text(&b, "measure", measures[p->kind->measure]);
    buf_put_key_text(&b, "asks", p->kind->asks);
    buf_put_key_text(&b, "hide", p->kind->hide);
    write_mark(p, &b);
    buf_put_key_bool(&b, "cards", p->kind->cards);
    buf_put_key_int(&b, "rating", p->rating);
    buf_put_key(&b, "fails");
    buf_put_char(&b, '[');
    for (int i = 0; i < PUZZLE_LEVELS; i++)
        if (p->fails >> i & 1) {
            buf_put_comma(&b);
            buf_put_json(&b, levels[i]);
        }
    buf_put(&b, "],\"choices\":[");
    for (int i = 0; i < a->n; i++)
        write_choice(p, view_in(&room), seat, a, i, &b);
    buf_put(&b, "]}");
    strbuf_take(out, &b);
}
