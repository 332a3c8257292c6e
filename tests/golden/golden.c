/*
 * Runs golden games: readable playthroughs, one or more for each rule. `golden FILE...` writes
 * one TAP point for each test, named by its title.
 *
 * A file holds one statement per line; `#` at the start or after a space begins a comment.
 *
 *     test TITLE                      begins a test, with no game yet
 *     game NAME seats=N OPTION=VALUE  begins a fresh game; options not given are the default;
 *                                     `rules=N`: by that version of its rules
 *     deal CARDS                      a deal that must be accepted; `...` once: all other cards
 *     SEAT MOVE                       a move that must be legal
 *     legal SEAT: MOVE, MOVE          exactly these moves, in any order
 *     legal SEAT has: MOVE, MOVE      these among others
 *     legal SEAT lacks: MOVE, MOVE    none of these
 *     refuse SEAT MOVE: ID            refused, or its text not read, with that message id
 *     refuse deal CARDS: ID           likewise a deal
 *     refuse game NAME ...: ID        likewise a game
 *     actors: 0 1                     or `deal`, or `none`
 *     view SEAT PATH = JSON           `s`: the spectator; PATH: members and indices with dots
 *     result = JSON
 *     reason SEAT MOVE | BETTER = JSON  why the better move beats the other one, or with `none |`
 *                                     why it is good; `null`: no code says it. Asked again in
 *                                     other worlds of the seat's view
 *     reason SEAT MOVE | BETTER by POINTS WIN = JSON  the same; where the game knows no reason, the
 *                                     one of a review by that loss
 *     reasons                         all codes of the game's reasons have occurred by now
 *
 * The order of `...`: photograph by colour (P1.1), then value, with Sunset, unless it is listed,
 * at the first place that P2.2 allows; luz by colour (L2.2), then value; smitten and null rising.
 *
 * `golden -n FILE...` is for tests of this program: every test of the files must fail.
 *
 * A move that cannot be made ends its test: the rest would show nothing. A test must check
 * something besides making moves.
 */
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "search/reason.h"
#include "table/bot_memory.h"
#include "table/setup.h"
#include "tests/tap.h"

enum { LINE_MAX_BYTES = 4096, TITLE_MAX = 256, WORDS_MAX = 2 * GAME_CARDS_MAX };

static struct {
    bool negative; /* -n */
    const char *file;
    int line;
    char title[TITLE_MAX]; /* empty: no test has begun */
    int failures;          /* of this test */
    int checks;            /* statements of this test that check something */
    bool dead;             /* the rest of this test cannot be run */
    const struct game *game;
    struct state_room state;
    int seats;
    int opt[GAME_OPTIONS_MAX];
} run;

/* Notes a fault in the present line. */
static void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void fail(const char *format, ...)
{
    char text[2 * LINE_MAX_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tap_note("%s:%d: %s", run.file, run.line, text);
    run.failures++;
}

/* Notes a fault and gives the test up. */
#define GIVE_UP(...)                                                                               \
    do {                                                                                           \
        fail(__VA_ARGS__);                                                                         \
        run.dead = true;                                                                           \
        return;                                                                                    \
    } while (0)

static void end_test(void)
{
    if (run.title[0] == '\0')
        return;
    if (run.checks == 0 && run.failures == 0)
        fail("this test checks nothing");
    tap_ok((run.failures == 0) != run.negative, "%s", run.title);
}

static void begin_test(const char *title)
{
    end_test();
    run.failures = run.checks = 0;
    run.dead = false;
    run.game = NULL;
    snprintf(run.title, sizeof run.title, "%s", title);
    if (title[0] == '\0') {
        snprintf(run.title, sizeof run.title, "untitled");
        fail("a test needs a title");
    }
}

static struct state *state(void)
{
    return state_in(&run.state);
}

/* Cuts spaces off both ends, in place. */
static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

/* If the text begins with this word, steps over it and the spaces after it. */
static bool take_word(char **text, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*text, word, n) != 0 || ((*text)[n] != ' ' && (*text)[n] != '\0'))
        return false;
    *text += n;
    *text += strspn(*text, " ");
    return true;
}

/* Reads a seat (or `s`) at the start of the text and steps over it. */
static bool take_seat(char **text, int *seat)
{
    if (take_word(text, "s")) {
        *seat = GAME_SPECTATOR;
        return true;
    }
    char *end;
    long n = strtol(*text, &end, 10);
    if (!isdigit((unsigned char)**text) || (*end != ' ' && *end != ':' && *end != '\0') || n > 99)
        return false;
    *seat = (int)n;
    *text = end + strspn(end, " ");
    return true;
}

/* Splits `text: id` at the last colon; the id is returned, NULL if there is none. */
static char *split_id(char *text)
{
    char *colon = strrchr(text, ':');
    if (colon == NULL)
        return NULL;
    *colon = '\0';
    char *id = trim(colon + 1);
    trim(text);
    return *id == '\0' ? NULL : id;
}

/* ------------------------------------------------------------------ games and deals */

/* Reads one `name=value` into the setup; returns NULL or a message id. */
static const char *read_setting(struct setup *s, char *word)
{
    char *value = strchr(word, '=');
    if (value == NULL)
        return "unreadable";
    *value++ = '\0';
    if (strcmp(word, "seats") == 0) {
        s->seats = atoi(value);
        return NULL;
    }
    if (strcmp(word, "rules") == 0) {
        s->rules = atoi(value);
        return NULL;
    }
    int i = game_find_option(s->game, word);
    return i < 0 ? "unknown option" : game_read_option(&s->game->options[i], value, &s->opt[i]);
}

/* Begins a game by `NAME name=value...`; returns NULL or the reason of a failure. */
static const char *start_game(char *text)
{
    char *save, *word = strtok_r(text, " ", &save);
    const struct game *g = word == NULL ? NULL : games_find(word);
    if (g == NULL)
        return "unknown game";
    struct setup setup = {.game = g, .rules = g->rules, .seats = g->seats_usual};
    game_preset_options(g, setup.opt);
    while ((word = strtok_r(NULL, " ", &save)) != NULL) {
        const char *why = read_setting(&setup, word);
        if (why != NULL)
            return why;
    }
    const char *why = g->check(setup.seats, setup.opt);
    if (why != NULL)
        return why;
    run.game = g;
    run.seats = setup.seats;
    memcpy(run.opt, setup.opt, sizeof setup.opt);
    memset(&run.state, 0, sizeof run.state);
    setup_init(&setup, state());
    return NULL;
}

static void do_game(char *text)
{
    char copy[LINE_MAX_BYTES];
    snprintf(copy, sizeof copy, "%s", text);
    const char *why = start_game(text);
    if (why != NULL)
        GIVE_UP("game %s: %s", copy, why);
}

struct words {
    int n;
    char word[WORDS_MAX][8];
};

static void add_word(struct words *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_word(struct words *w, const char *format, ...)
{
    va_list args;
    if (w->n == WORDS_MAX)
        return;
    va_start(args, format);
    vsnprintf(w->word[w->n++], sizeof w->word[0], format, args);
    va_end(args);
}

static bool has_word(const struct words *w, const char *word)
{
    for (int i = 0; i < w->n; i++)
        if (strcmp(w->word[i], word) == 0)
            return true;
    return false;
}

/* Whether photograph plays this colour: by the option or, if that is open, by the cards listed. */
static bool plays_colour(const struct words *listed, int colour, char letter)
{
    int i = game_find_option(run.game, "colours");
    if (i >= 0 && run.opt[i] != GAME_OPTION_OPEN)
        return run.opt[i] >> colour & 1;
    for (int k = 0; k < listed->n; k++)
        if (listed->word[k][0] == letter)
            return true;
    return false;
}

/* All cards of the game in the order of `...`, without Sunset. */
static void list_cards(const struct words *listed, struct words *all)
{
    const char *name = run.game->name;
    all->n = 0;
    if (strcmp(name, "photograph") == 0) {
        for (int c = 0; c < 7; c++)
            for (int v = 1; v <= 12 && plays_colour(listed, c, "BRYGNSV"[c]); v++)
                add_word(all, "%c%d", "BRYGNSV"[c], v);
    } else if (strcmp(name, "luz") == 0) {
        for (int c = 0; c < 5; c++)
            for (int v = 1; v <= 2 * run.seats + 2; v++)
                add_word(all, "%c%d", "RYGBV"[c], v);
    } else {
        int copies = strcmp(name, "smitten") == 0 ? 2 : 1;
        for (int v = 1; v <= (copies == 2 ? 9 : 6); v++)
            for (int k = 0; k < copies; k++)
                add_word(all, "%d", v);
    }
}

/* Takes the listed cards out of `all`, each as often as it is listed. */
static void drop_listed(struct words *all, const struct words *listed)
{
    for (int i = 0; i < listed->n; i++)
        for (int k = 0; k < all->n; k++)
            if (strcmp(all->word[k], listed->word[i]) == 0) {
                memmove(all->word[k], all->word[k + 1],
                        (size_t)(all->n - k - 1) * sizeof all->word[0]);
                all->n--;
                break;
            }
}

/* The cards of a deal line with `...` filled in. */
static void fill_deal(const struct words *listed, struct words *deal)
{
    static struct words rest;
    list_cards(listed, &rest);
    int photos = rest.n;
    drop_listed(&rest, listed);
    deal->n = 0;
    for (int i = 0; i < listed->n; i++) {
        if (strcmp(listed->word[i], "...") != 0)
            add_word(deal, "%s", listed->word[i]);
        for (int k = 0; k < rest.n && strcmp(listed->word[i], "...") == 0; k++)
            add_word(deal, "%s", rest.word[k]);
    }
    if (strcmp(run.game->name, "photograph") == 0 && has_word(listed, "...") &&
        !has_word(listed, "*")) {
        int at = photos / 6 * 4;
        if (deal->n == WORDS_MAX || at > deal->n)
            return;
        memmove(deal->word[at + 1], deal->word[at], (size_t)(deal->n - at) * sizeof deal->word[0]);
        strcpy(deal->word[at], "*");
        deal->n++;
    }
}

/* Writes the whole text of a deal from the line; returns NULL or the fault of the line. */
static const char *write_whole_deal(char *text, struct buf *b)
{
    static struct words listed, deal;
    int dots = 0;
    listed.n = 0;
    char *save;
    for (char *w = strtok_r(text, " ", &save); w != NULL; w = strtok_r(NULL, " ", &save)) {
        if (strlen(w) >= sizeof listed.word[0])
            return "a card's name is too long";
        dots += strcmp(w, "...") == 0;
        add_word(&listed, "%s", w);
    }
    if (dots > 1)
        return "`...` stands more than once";
    fill_deal(&listed, &deal);
    for (int i = 0; i < deal.n; i++) {
        if (i > 0)
            buf_put_char(b, ' ');
        buf_put(b, deal.word[i]);
    }
    return NULL;
}

/* Deals as the line says; NULL, or the message id, with the card at fault in `at`. A line that is
   not a deal gives the test up. */
static const char *try_deal(char *text, int *at)
{
    char memory[LINE_MAX_BYTES];
    struct buf b;
    struct deal d;
    buf_init(&b, memory, sizeof memory);
    const char *wrong = write_whole_deal(text, &b);
    if (wrong != NULL) {
        run.dead = true;
        return wrong;
    }
    const char *why = game_read_deal(run.game, memory, &d, at);
    return why != NULL ? why : run.game->deal(state(), &d, at);
}

static void do_deal(char *text)
{
    int at = -1;
    const char *why = try_deal(text, &at);
    if (why != NULL)
        GIVE_UP("the deal should be accepted: %s at card %d", why, at);
}

/* ------------------------------------------------------------------ moves */

static void do_move(int seat, const char *text)
{
    move m;
    const char *why = run.game->read_move(text, &m);
    if (why == NULL)
        why = run.game->refuse(state(), seat, m);
    if (why != NULL)
        GIVE_UP("`%d %s` should be legal: %s", seat, text, why);
    run.game->apply(state(), seat, m);
}

static int compare_moves(const void *a, const void *b)
{
    move x = *(const move *)a, y = *(const move *)b;
    return (x > y) - (x < y);
}

/* The moves of a list as text, for messages. */
static void write_moves(const move *moves, int n, struct buf *b)
{
    for (int i = 0; i < n; i++) {
        buf_put(b, i > 0 ? ", " : "");
        run.game->write_move(moves[i], b);
    }
}

/* Reads `MOVE, MOVE`; notes a fault and returns -1. */
static int read_moves(char *text, move *out)
{
    char *save;
    int n = 0;
    for (char *w = strtok_r(text, ",", &save); w != NULL; w = strtok_r(NULL, ",", &save)) {
        const char *why = n == GAME_MOVES_MAX ? "too many" : run.game->read_move(trim(w), &out[n]);
        if (why != NULL) {
            fail("`%s` is not read: %s", trim(w), why);
            return -1;
        }
        n++;
    }
    qsort(out, (size_t)n, sizeof *out, compare_moves);
    return n;
}

static void do_legal(char *text)
{
    int seat;
    if (!take_seat(&text, &seat))
        GIVE_UP("legal needs a seat");
    char *colon = strchr(text, ':');
    if (colon == NULL)
        GIVE_UP("legal needs a colon");
    *colon = '\0';
    char *mode = trim(text);
    bool has = strcmp(mode, "has") == 0, lacks = strcmp(mode, "lacks") == 0;
    if (!has && !lacks && mode[0] != '\0')
        GIVE_UP("`legal %d %s:` is unknown", seat, mode);
    move want[GAME_MOVES_MAX] = {0}, found[GAME_MOVES_MAX];
    int wanted = read_moves(colon + 1, want);
    if (wanted < 0)
        return;
    int n = run.game->legal(state(), seat, found), hits = 0;
    qsort(found, (size_t)n, sizeof *found, compare_moves);
    for (int i = 0; i < wanted; i++)
        hits += bsearch(&want[i], found, (size_t)n, sizeof *found, compare_moves) != NULL;
    bool good = has ? hits == wanted : lacks ? hits == 0 : hits == wanted && n == wanted;
    if ((has || lacks) && wanted == 0)
        fail("legal has/lacks needs moves");
    if (!good) {
        char memory[GAME_MOVES_MAX * GAME_TEXT_MAX];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        write_moves(found, n, &b);
        fail("%d of the %d moves are legal; seat %d may: %s", hits, wanted, seat, memory);
    }
}

/* ------------------------------------------------------------------ checks */

static void expect_refusal(const char *why, const char *id)
{
    if (why == NULL)
        GIVE_UP("accepted, though it should be refused by %s", id);
    if (strcmp(why, id) != 0)
        fail("refused by %s, expected %s", why, id);
}

static void do_refuse(char *text)
{
    int seat, at = -1;
    char *id = split_id(text);
    if (id == NULL)
        GIVE_UP("refuse needs `: message-id` at its end");
    if (take_word(&text, "game")) {
        struct state_room before = run.state;
        const struct game *g = run.game;
        expect_refusal(start_game(text), id);
        run.state = before;
        run.game = g;
        return;
    }
    if (run.game == NULL)
        GIVE_UP("there is no game yet");
    if (take_word(&text, "deal")) {
        struct state_room before = run.state;
        expect_refusal(try_deal(text, &at), id);
        if (!run.dead && memcmp(&before, &run.state, sizeof before) != 0)
            fail("the refused deal changed the state");
        return;
    }
    if (!take_seat(&text, &seat))
        GIVE_UP("refuse needs a seat, deal or game");
    move m;
    const char *why = run.game->read_move(text, &m);
    expect_refusal(why != NULL ? why : run.game->refuse(state(), seat, m), id);
}

static void do_actors(char *text)
{
    uint32_t want = 0, found = run.game->actors(state());
    char *save, *seat;
    for (seat = strtok_r(text, " ", &save); seat != NULL; seat = strtok_r(NULL, " ", &save)) {
        if (strcmp(seat, "deal") == 0)
            want |= GAME_DEALER;
        else if (isdigit((unsigned char)seat[0]) && seat[1] == '\0')
            want |= UINT32_C(1) << (seat[0] - '0');
        else if (strcmp(seat, "none") != 0)
            GIVE_UP("`%s` is not a seat", seat);
    }
    if (want == found)
        return;
    char memory[64];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    game_write_seats(found, &b);
    fail("the actors are %s", found == GAME_DEALER ? "deal" : found == 0 ? "none" : memory);
}

/* Compares JSON; the caller keeps both. */
static void compare_json(const json_t *found, const char *want_text)
{
    json_error_t error;
    json_t *want = json_loads(want_text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (want == NULL)
        GIVE_UP("`%s` is not JSON: %s", want_text, error.text);
    if (!json_equal(found, want)) {
        char *text = json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT);
        fail("expected %s, found %s", want_text, text);
        free(text);
    }
    json_decref(want);
}

/* ------------------------------------------------------------------ reasons */

enum { CODES_MAX = 64, OTHER_WORLDS = 3 };
static const char *told[CODES_MAX]; /* the codes that occurred */
static int told_n;

/* Which moves a line compares, and what the first one loses, if it says so. */
struct asked {
    move played, better;
    bool valued;
    double points, win;
};

/* What the game says of two moves of the seat in this state; NULL: nothing. */
static json_t *ask_reason(const struct state *s, int seat, const struct asked *asked)
{
    const struct reason_kind *kind = reason_find(run.game);
    void *scratch = bot_memory_take(kind->scratch);
    struct buf b = BUF_ROOM(REASON_TEXT_MAX);
    struct view_room view;
    struct reason r;
    memset(&view, 0, sizeof view);
    run.game->observe(s, seat, view_in(&view));
    bool says = kind->say(view_in(&view), seat, asked->played, asked->better, 1, scratch, &r);
    bot_memory_free(scratch);
    if (!says && !asked->valued)
        return json_null();
    if (!says)
        reason_by_value(&r, asked->points, asked->win);
    bool known = false;
    for (int i = 0; i < told_n; i++)
        known = known || told[i] == r.id;
    if (!known && told_n < CODES_MAX)
        told[told_n++] = r.id;
    reason_write(&r, run.game, &b);
    return json_loads(b.text, 0, NULL);
}

/* Asks in the true world, and in others that the seat cannot tell from it. */
static void check_reason(int seat, const struct asked *asked, const char *want)
{
    struct view_room view;
    struct rng r;
    json_t *found = ask_reason(state(), seat, asked);
    compare_json(found, want);
    memset(&view, 0, sizeof view);
    run.game->observe(state(), seat, view_in(&view));
    rng_seed(&r, 1);
    for (int i = 0; i < OTHER_WORLDS; i++) {
        struct state_room world;
        memset(&world, 0, sizeof world);
        run.game->determinize(view_in(&view), &r, state_in(&world));
        json_t *there = ask_reason(state_in(&world), seat, asked);
        if (!json_equal(found, there))
            fail("the reason depends on hidden cards");
        json_decref(there);
    }
    json_decref(found);
}

static void do_reason(char *text)
{
    int seat;
    struct asked asked = {.played = MOVE_NONE, .better = MOVE_NONE};
    move *moves[2] = {&asked.played, &asked.better};
    if (run.game == NULL || !take_seat(&text, &seat))
        GIVE_UP("reason needs a game and a seat");
    char *bar = strstr(text, " | "), *equals = strstr(text, " = ");
    if (bar == NULL || equals == NULL || bar > equals)
        GIVE_UP("reason needs `MOVE | BETTER = JSON`");
    *bar = *equals = '\0';
    char *by = strstr(bar + 3, " by ");
    asked.valued = by != NULL && sscanf(by, " by %lf %lf", &asked.points, &asked.win) == 2;
    if (by != NULL)
        *by = '\0';
    if (by != NULL && !asked.valued)
        GIVE_UP("`by` needs the loss in points and in chances to win");
    char *side[2] = {trim(text), trim(bar + 3)};
    for (int i = 0; i < 2; i++) {
        if (strcmp(side[i], "none") == 0)
            continue;
        const char *why = run.game->read_move(side[i], moves[i]);
        if (why == NULL)
            why = run.game->refuse(state(), seat, *moves[i]);
        if (why != NULL)
            GIVE_UP("`%s` should be legal: %s", side[i], why);
    }
    check_reason(seat, &asked, equals + 3);
}

static void do_reasons(void)
{
    const struct reason_kind *kind = run.game != NULL ? reason_find(run.game) : NULL;
    if (kind == NULL)
        GIVE_UP("the game has no reasons");
    for (int i = 0; kind->ids[i] != NULL; i++) {
        bool found = false;
        for (int k = 0; k < told_n; k++)
            found = found || told[k] == kind->ids[i];
        if (!found)
            fail("no position shows %s", kind->ids[i]);
    }
}

/* The part of a value that the path names, or NULL. */
static json_t *follow(json_t *value, char *path)
{
    char *save;
    for (char *w = strtok_r(path, ".", &save); w != NULL; w = strtok_r(NULL, ".", &save)) {
        char *end;
        unsigned long index = strtoul(w, &end, 10);
        if (json_is_array(value))
            value =
                isdigit((unsigned char)*w) && *end == '\0' ? json_array_get(value, index) : NULL;
        else
            value = json_object_get(value, w);
    }
    return value;
}

static void do_view(char *text)
{
    static char memory[GAME_JSON_MAX];
    struct view_room view;
    struct buf b;
    int seat;
    char *want = strstr(text, "=");
    if (!take_seat(&text, &seat) || want == NULL)
        GIVE_UP("view needs a seat and `= JSON`");
    if (seat >= run.seats)
        GIVE_UP("there is no seat %d", seat);
    *want++ = '\0';
    char *path = trim(text), named[LINE_MAX_BYTES];
    snprintf(named, sizeof named, "%s", path);
    run.game->observe(state(), seat, view_in(&view));
    buf_init(&b, memory, sizeof memory);
    run.game->write_view(view_in(&view), &b);
    json_error_t error;
    json_t *all = json_loads(memory, JSON_REJECT_DUPLICATES, &error);
    if (all == NULL || b.full)
        GIVE_UP("the view is not JSON: %s: %s", error.text, memory);
    json_t *part = follow(all, path);
    if (part == NULL)
        fail("the view has no `%s`: %s", named, memory);
    else
        compare_json(part, trim(want));
    json_decref(all);
}

static void do_result(const char *want)
{
    static char memory[GAME_JSON_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    game_write_result(run.game, state(), &b);
    json_error_t error;
    json_t *found = json_loads(memory, JSON_REJECT_DUPLICATES, &error);
    if (found == NULL || b.full)
        GIVE_UP("the result is not JSON: %s: %s", error.text, memory);
    compare_json(found, want);
    json_decref(found);
}

/* ------------------------------------------------------------------ lines */

/* The statements that check something; false if the line is none of them. */
static bool do_check(char *text)
{
    if (take_word(&text, "legal"))
        do_legal(text);
    else if (take_word(&text, "actors:"))
        do_actors(text);
    else if (take_word(&text, "view"))
        do_view(text);
    else if (take_word(&text, "result") && *text == '=')
        do_result(trim(text + 1));
    else if (take_word(&text, "reason"))
        do_reason(text);
    else if (take_word(&text, "reasons"))
        do_reasons();
    else
        return false;
    run.checks++;
    return true;
}

static void do_line(char *text)
{
    int seat;
    if (take_word(&text, "test")) {
        begin_test(text);
        return;
    }
    if (run.title[0] == '\0') {
        begin_test("no test has begun");
        GIVE_UP("a file begins with `test TITLE`");
    }
    if (run.dead)
        return;
    if (take_word(&text, "game")) {
        do_game(text);
        return;
    }
    if (take_word(&text, "refuse")) {
        run.checks++;
        do_refuse(text);
        return;
    }
    if (run.game == NULL)
        GIVE_UP("there is no game yet: %s", text);
    if (do_check(text))
        return;
    if (take_word(&text, "deal"))
        do_deal(text);
    else if (take_seat(&text, &seat))
        do_move(seat, text);
    else
        GIVE_UP("unknown statement: %s", text);
}

/* Cuts the comment off. */
static void drop_comment(char *text)
{
    for (char *p = strchr(text, '#'); p != NULL; p = strchr(p + 1, '#'))
        if (p == text || isspace((unsigned char)p[-1])) {
            *p = '\0';
            return;
        }
}

static void run_file(const char *name)
{
    char text[LINE_MAX_BYTES];
    FILE *f = fopen(name, "r");
    run.file = name;
    run.line = 0;
    run.title[0] = '\0';
    if (f == NULL) {
        tap_note("%s: %s", name, strerror(errno));
        tap_ok(false, "%s can be read", name);
        return;
    }
    while (fgets(text, sizeof text, f) != NULL) {
        run.line++;
        drop_comment(text);
        char *line = trim(text);
        if (*line != '\0')
            do_line(line);
    }
    fclose(f);
    if (run.title[0] == '\0')
        tap_ok(false, "%s holds tests", name);
    end_test();
}

int main(int argc, char **argv)
{
    run.negative = argc > 1 && strcmp(argv[1], "-n") == 0;
    for (int i = run.negative ? 2 : 1; i < argc; i++)
        run_file(argv[i]);
    return tap_done();
}
