/*
 * The laws of games (core/game.h) by random play, over every game, seat count and combination of
 * options. There is one TAP point per law, game and seat count. LAWS_GAMES=N plays about N games
 * for each seat count, at least one per combination. A failure is noted with its options, game
 * number and event; `laws GAME SEATS` repeats it.
 */
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "tests/laws/play.h"
#include "tests/tap.h"

enum law {
    LAW_LEGAL,
    LAW_ACTORS,
    LAW_TALK,
    LAW_MOVE_TEXT,
    LAW_SPELLING,
    LAW_DEAL_TEXT,
    LAW_WRONG_DEAL,
    LAW_OPTIONS,
    LAW_REPLAY,
    LAW_FLAT,
    LAW_OBSERVE,
    LAW_JSON,
    LAW_REVEAL,
    LAW_WORLD_VIEW,
    LAW_WORLD_LEGAL,
    LAW_WORLD_PLAY,
    LAW_SEALED,
    LAW_END,
    LAW_FACTS,
    LAWS
};

static const char *const titles[LAWS] = {
    [LAW_LEGAL] = "the listed moves are those that are not refused, each once",
    [LAW_ACTORS] = "only actors have moves, and someone always has one",
    [LAW_TALK] = "talk is open to all seats or to none, and changes no legal moves",
    [LAW_MOVE_TEXT] = "a move is read back from its text",
    [LAW_SPELLING] = "a text that is read is the only spelling of its move",
    [LAW_DEAL_TEXT] = "a deal and its cards are read back from their text",
    [LAW_WRONG_DEAL] = "a wrong deal is refused and changes nothing",
    [LAW_OPTIONS] = "a game knows its options, and the settled ones give the same game",
    [LAW_REPLAY] = "a replay of the event texts gives the same hash at every step",
    [LAW_FLAT] = "a copy of a state's bytes behaves like the state",
    [LAW_OBSERVE] = "a view is complete and depends on the state alone",
    [LAW_JSON] = "views and results are JSON within the size limit",
    [LAW_REVEAL] = "with all cards open every seat sees the same",
    [LAW_WORLD_VIEW] = "a drawn world gives the view that it was drawn from",
    [LAW_WORLD_LEGAL] = "a seat has the same moves in every world that its view permits",
    [LAW_WORLD_PLAY] = "every drawn world can be played to its end",
    [LAW_SEALED] = "sealed moves commute",
    [LAW_END] = "a game ends with a valid result",
    [LAW_FACTS] = "every seat of a finished game has the same facts, within their bounds",
};

enum { NOTES_MAX = 3, SEEN_MAX = 1024 };

static struct {
    struct play play;
    int number;     /* of the game, within its options */
    struct rng rng; /* for choices of the test itself, not of the play */
    long tried[LAWS], failed[LAWS];
    long aside; /* how often a seat that was not an actor could talk */
    int seen_n;
    move seen[SEEN_MAX]; /* every move that was legal for some seat in this game */
    uint64_t hash[PLAY_EVENTS_MAX];
} run;

/* Counts one trial of a law; the note says how it failed. Returns `good`. */
static bool hold(enum law law, bool good, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool hold(enum law law, bool good, const char *format, ...)
{
    run.tried[law]++;
    if (good)
        return true;
    if (run.failed[law]++ < NOTES_MAX) {
        char text[512];
        va_list args;
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        tap_note("%s seats %d, options %s, game %d, event %d: %s", run.play.game->name,
                 run.play.seats, play_name_options(run.play.game, run.play.opt), run.number,
                 run.play.n, text);
    }
    return false;
}

static const char *name_move(move m)
{
    static char memory[GAME_TEXT_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    run.play.game->write_move(m, &b);
    return memory;
}

static bool is_listed(const move *list, int n, move m)
{
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

static void remember(const move *list, int n)
{
    for (int i = 0; i < n; i++)
        if (run.seen_n < SEEN_MAX && !is_listed(run.seen, run.seen_n, list[i]))
            run.seen[run.seen_n++] = list[i];
}

/* ------------------------------------------------------------------ moves */

/* A possibly invalid move: one seen before, one with changed bits, or random bits. */
static move strange_move(void)
{
    uint64_t bits = rng_next(&run.rng);
    move base = run.seen_n > 0 ? run.seen[rng_below(&run.rng, (uint32_t)run.seen_n)] : 0;
    switch (bits & 7) {
    case 0:
        return bits >> 3;
    case 1:
        return bits >> 56;
    case 2:
        return bits >> 48;
    case 3:
        return base ^ UINT64_C(1) << (bits >> 58);
    case 4:
        return base ^ (UINT64_C(1) << (bits >> 60) | UINT64_C(1) << (bits >> 52 & 15));
    default:
        return base ^ (bits >> 59);
    }
}

/* Talk is allowed, never listed, and changes no legal moves. The right to talk does not depend on
   whose move it is (rule S3.2). */
static void check_talk(const struct game *g, const struct state *s, int seat, move m)
{
    struct state_room copy;
    bool open = g->refuse(s, seat, m) == NULL;
    for (int i = 0; i < run.play.seats; i++)
        hold(LAW_TALK, (g->refuse(s, i, m) == NULL) == open, "seats %d and %d, `%s`", seat, i,
             open ? name_move(m) : "");
    hold(LAW_TALK, !open || g->signal != NULL, "a game without signals has talk");
    if (!open)
        return;
    if ((g->actors(s) >> seat & 1) == 0)
        run.aside++;
    memcpy(copy.bytes, s, g->state_size);
    g->apply(state_in(&copy), seat, m);
    bool same = g->actors(state_in(&copy)) == g->actors(s);
    for (int i = 0; i < run.play.seats; i++) {
        move before[GAME_MOVES_MAX], after[GAME_MOVES_MAX];
        int n = g->legal(s, i, before), k = g->legal(state_in(&copy), i, after);
        same = same && n == k && memcmp(before, after, (size_t)n * sizeof *before) == 0;
    }
    hold(LAW_TALK, same, "seat %d says `%s`", seat, name_move(m));
    move back = 0;
    char text[GAME_TEXT_MAX];
    strcpy(text, name_move(m));
    hold(LAW_MOVE_TEXT, g->read_move(text, &back) == NULL && back == m, "talk `%s`", text);
}

/* Any move is refused unless it is listed. */
static void check_refusal(const struct state *s, int seat, const move *list, int n, move m)
{
    const struct game *g = run.play.game;
    if (m & MOVE_TALK) {
        check_talk(g, s, seat, m);
        return;
    }
    bool listed = is_listed(list, n, m);
    const char *why = g->refuse(s, seat, m);
    hold(LAW_LEGAL, listed == (why == NULL), "seat %d, move %#llx: %s, %s", seat,
         (unsigned long long)m, listed ? "listed" : "not listed", why == NULL ? "accepted" : why);
}

static void check_move_text(move m)
{
    const struct game *g = run.play.game;
    char text[GAME_TEXT_MAX];
    struct buf b;
    move back = ~m;
    buf_init(&b, text, sizeof text);
    g->write_move(m, &b);
    const char *why = g->read_move(text, &back);
    hold(LAW_MOVE_TEXT, !b.full && why == NULL && back == m, "`%s`: %s", text,
         why == NULL ? "another move" : why);
}

/* Changes a text in one place; if it can still be read, it must be its move's spelling. */
static void check_spelling(const char *text)
{
    const struct game *g = run.play.game;
    static const char alphabet[] = "0123456789 abghlprtwLRAB>+-\t\n=#";
    char wrong[GAME_TEXT_MAX + 2], back[GAME_TEXT_MAX];
    size_t len = strlen(text), at = rng_below(&run.rng, (uint32_t)len + 1);
    char c = alphabet[rng_below(&run.rng, sizeof alphabet - 1)];
    uint32_t kind = rng_below(&run.rng, 3); /* 0: insert, 1: change, 2: remove */
    size_t skip = kind == 0 || at == len ? 0 : 1;
    snprintf(wrong, sizeof wrong, "%.*s%.*s%s", (int)at, text, kind == 2 ? 0 : 1, &c,
             text + at + skip);
    move m;
    if (g->read_move(wrong, &m) != NULL) {
        hold(LAW_SPELLING, true, "refused");
        return;
    }
    struct buf b;
    buf_init(&b, back, sizeof back);
    g->write_move(m, &b);
    hold(LAW_SPELLING, strcmp(back, wrong) == 0, "`%s` is read as `%s`", wrong, back);
}

static void check_list(const struct state *s, int seat, const move *list, int n)
{
    for (int i = 0; i < n; i++) {
        bool again = is_listed(list, i, list[i]);
        hold(LAW_LEGAL, !again && !(list[i] & MOVE_TALK), "`%s` is listed twice, or talk",
             name_move(list[i]));
        check_refusal(s, seat, list, n, list[i]);
        check_move_text(list[i]);
        check_spelling(name_move(list[i]));
    }
}

static void check_moves(const struct state *s)
{
    const struct game *g = run.play.game;
    uint32_t actors = g->actors(s);
    int able = 0;
    for (int seat = 0; seat < run.play.seats; seat++) {
        move list[GAME_MOVES_MAX];
        int n = g->legal(s, seat, list);
        bool acts = actors != GAME_DEALER && (actors >> seat & 1);
        able += n > 0;
        hold(LAW_ACTORS, n >= 0 && n <= GAME_MOVES_MAX && (acts || n == 0), "seat %d has %d moves",
             seat, n);
        remember(list, n);
        check_list(s, seat, list, n);
        for (int i = 0; i < run.seen_n; i++)
            check_refusal(s, seat, list, n, run.seen[i]);
        for (int i = 0; i < 20; i++)
            check_refusal(s, seat, list, n, strange_move());
        for (int i = 0; i < 4; i++)
            check_refusal(s, seat, list, n, play_talk(g, &run.rng));
    }
    hold(LAW_ACTORS, able > 0 || actors == 0 || actors == GAME_DEALER, "nobody can move");
    for (int i = 0; i < run.seen_n; i++)
        hold(LAW_ACTORS,
             g->refuse(s, run.play.seats, run.seen[i]) != NULL &&
                 g->refuse(s, GAME_SPECTATOR, run.seen[i]) != NULL &&
                 g->refuse(s, 1000, run.seen[i]) != NULL,
             "a seat that does not exist may `%s`", name_move(run.seen[i]));
}

/* ------------------------------------------------------------------ deals and options */

static void check_deal_text(const struct deal *d)
{
    const struct game *g = run.play.game;
    char text[GAME_DEAL_TEXT_MAX];
    struct buf b;
    struct deal back;
    int at;
    buf_init(&b, text, sizeof text);
    game_write_deal(g, d, &b);
    const char *why = game_read_deal(g, text, &back, &at);
    hold(LAW_DEAL_TEXT,
         !b.full && why == NULL && back.n == d->n && memcmp(back.card, d->card, (size_t)d->n) == 0,
         "%s", text);
}

/* The deal must be refused. */
static void check_wrong_deal(const struct deal *d, const char *how)
{
    const struct game *g = run.play.game;
    struct state_room copy = run.play.state;
    int at = -7;
    const char *why = g->deal(state_in(&copy), d, &at);
    hold(LAW_WRONG_DEAL, why != NULL, "accepted: %s", how);
    hold(LAW_WRONG_DEAL, memcmp(&copy, &run.play.state, sizeof copy) == 0, "changed by %s", how);
    hold(LAW_WRONG_DEAL, why == NULL || (at >= -1 && at < d->n), "card %d is at fault: %s", at,
         how);
}

static void check_wrong_deals(const struct deal *good)
{
    struct deal d = *good;
    check_deal_text(good);
    int i = (int)rng_below(&run.rng, (uint32_t)d.n), k = (int)rng_below(&run.rng, (uint32_t)d.n);
    if (d.card[i] != d.card[k]) {
        d.card[i] = d.card[k];
        check_wrong_deal(&d, "a card twice, one missing");
    }
    d = *good;
    d.n--;
    check_wrong_deal(&d, "the last card missing");
    d = *good;
    d.card[d.n++] = good->card[k];
    check_wrong_deal(&d, "a card more");
    d = *good;
    d.card[i] = 127;
    check_wrong_deal(&d, "card 127");
    d.card[i] = 255;
    check_wrong_deal(&d, "card 255");
    d.n = 0;
    check_wrong_deal(&d, "no cards");
    d = *good;
    memset(d.card, d.card[k], (size_t)d.n);
    check_wrong_deal(&d, "one card only");
}

/* After the first deal, a game set up with the settled options has the same state. */
static void check_options(void)
{
    const struct game *g = run.play.game;
    int opt[GAME_OPTIONS_MAX] = {0};
    g->options_of(play_state(&run.play), opt);
    for (int i = 0; g->options[i].name != NULL; i++) {
        const struct game_option *o = &g->options[i];
        char text[64];
        struct buf b;
        int value = -7;
        bool same = opt[i] == run.play.opt[i] ||
                    (run.play.opt[i] == GAME_OPTION_OPEN && opt[i] != GAME_OPTION_OPEN);
        hold(LAW_OPTIONS, same, "option %s is %d, given was %d", o->name, opt[i], run.play.opt[i]);
        buf_init(&b, text, sizeof text);
        if (opt[i] != GAME_OPTION_OPEN)
            game_write_option(o, opt[i], &b);
        hold(LAW_OPTIONS, game_read_option(o, text, &value) == NULL && value == opt[i],
             "option %s reads `%s` as %d", o->name, text, value);
    }
    if (!hold(LAW_OPTIONS, g->check(run.play.seats, opt) == NULL, "the options are refused"))
        return;
    struct state_room again;
    memset(&again, 0, sizeof again);
    g->init(state_in(&again), run.play.seats, opt);
    const char *why = play_carry_out(g, state_in(&again), &run.play.event[0]);
    hold(LAW_OPTIONS, why == NULL && memcmp(&again, &run.play.state, sizeof again) == 0,
         "the settled options give another state: %s", why == NULL ? "" : why);
}

/* ------------------------------------------------------------------ copies and replays */

/* `init` gives the same state in dirty memory and writes nothing past it. */
static void check_init(void)
{
    const struct game *g = run.play.game;
    struct state_room room;
    memset(&room, 0xaa, sizeof room);
    g->init(state_in(&room), run.play.seats, run.play.opt);
    bool good = memcmp(&room, &run.play.state, g->state_size) == 0;
    for (size_t i = g->state_size; i < sizeof room; i++)
        good = good && room.bytes[i] == 0xaa;
    hold(LAW_FLAT, good, "init leaves bytes as they were, or writes past its state");
}

/* A copy of the bytes takes the event alike. */
static void check_copy(const struct event *e)
{
    const struct game *g = run.play.game;
    struct state_room copy, truth = run.play.state;
    memset(&copy, 0x55, sizeof copy);
    memcpy(copy.bytes, truth.bytes, g->state_size);
    const char *a = play_carry_out(g, state_in(&copy), e);
    const char *b = play_carry_out(g, state_in(&truth), e);
    hold(LAW_FLAT, a == NULL && b == NULL && memcmp(&copy, &truth, g->state_size) == 0,
         "a copy goes another way");
}

/* Writes the event as text and reads it back. */
static bool reread(const struct game *g, const struct event *e, struct event *out)
{
    char text[GAME_DEAL_TEXT_MAX];
    struct buf b;
    int at;
    *out = *e;
    buf_init(&b, text, sizeof text);
    if (e->seat == PLAY_DEALER) {
        game_write_deal(g, &e->deal, &b);
        return game_read_deal(g, text, &out->deal, &at) == NULL;
    }
    g->write_move(e->move, &b);
    return g->read_move(text, &out->move) == NULL;
}

static void check_replay(void)
{
    const struct game *g = run.play.game;
    struct state_room again;
    memset(&again, 0, sizeof again);
    g->init(state_in(&again), run.play.seats, run.play.opt);
    for (int i = 0; i < run.play.n; i++) {
        struct event e;
        bool same = game_hash_bytes(&again, g->state_size) == run.hash[i];
        const char *why = NULL;
        bool read = reread(g, &run.play.event[i], &e);
        if (read)
            why = play_carry_out(g, state_in(&again), &e);
        if (!hold(LAW_REPLAY, same && read && why == NULL, "at event %d: %s", i,
                  why == NULL ? "another hash" : why))
            return;
    }
    hold(LAW_REPLAY, memcmp(&again, &run.play.state, sizeof again) == 0, "another last state");
}

/* ------------------------------------------------------------------ views */

static void check_json(const struct view *v, int seat)
{
    static char text[GAME_JSON_MAX];
    struct buf b;
    json_error_t error;
    buf_init(&b, text, sizeof text);
    run.play.game->write_view(v, &b);
    json_t *json = json_loadb(text, b.len, JSON_REJECT_DUPLICATES, &error);
    hold(LAW_JSON, !b.full && json_is_object(json), "the view of seat %d: %s: %.200s", seat,
         json == NULL ? error.text : "no object", text);
    json_decref(json);
}

/* Observes into memory with two different fillings; the views must be equal, and no byte past them
   may change. */
static void observe(const struct state *s, int seat, struct view_room *out)
{
    const struct game *g = run.play.game;
    struct view_room other;
    memset(out, 0, sizeof *out);
    memset(&other, 0xaa, sizeof other);
    g->observe(s, seat, view_in(out));
    g->observe(s, seat, view_in(&other));
    bool good = memcmp(out, &other, g->view_size) == 0;
    for (size_t i = g->view_size; i < sizeof other; i++)
        good = good && other.bytes[i] == 0xaa && out->bytes[i] == 0;
    hold(LAW_OBSERVE, good, "the view of seat %d", seat);
}

/* Draws a world twice by the same random numbers, into memory with two different fillings. */
static void draw_world(const struct view *v, struct state_room *out)
{
    const struct game *g = run.play.game;
    struct rng again = run.rng;
    struct state_room other;
    memset(out, 0, sizeof *out);
    memset(&other, 0xaa, sizeof other);
    g->determinize(v, &run.rng, state_in(out));
    g->determinize(v, &again, state_in(&other));
    hold(LAW_WORLD_VIEW, memcmp(out, &other, g->state_size) == 0, "a world is not written whole");
}

/* The seat's legal moves and the reasons of refusals are the same in the world. */
static void check_same_legal(const struct state *truth, const struct state *world, int seat)
{
    const struct game *g = run.play.game;
    move a[GAME_MOVES_MAX], b[GAME_MOVES_MAX];
    hold(LAW_WORLD_LEGAL, g->actors(truth) == g->actors(world), "seat %d: other actors", seat);
    if (seat == GAME_SPECTATOR)
        return;
    int n = g->legal(truth, seat, a), k = g->legal(world, seat, b);
    hold(LAW_WORLD_LEGAL, n == k && memcmp(a, b, (size_t)n * sizeof *a) == 0,
         "seat %d has %d moves, in a world %d", seat, n, k);
    for (int i = 0; i < run.seen_n; i++) {
        const char *why = g->refuse(truth, seat, run.seen[i]);
        const char *there = g->refuse(world, seat, run.seen[i]);
        bool same = why == there || (why != NULL && there != NULL && strcmp(why, there) == 0);
        hold(LAW_WORLD_LEGAL, same, "seat %d, `%s`: %s, in a world: %s", seat,
             name_move(run.seen[i]), why == NULL ? "accepted" : why,
             there == NULL ? "accepted" : there);
    }
}

/* Plays a world to its end at random. */
static void play_world(const struct state_room *world)
{
    static struct play p;
    play_start(&p, run.play.game, run.play.seats, run.play.opt);
    p.state = *world;
    p.rng = run.rng;
    bool good = play_on(&p, PLAY_EVENTS_MAX);
    run.rng = p.rng;
    hold(LAW_WORLD_PLAY, good && p.game->actors(play_state(&p)) == 0, "stuck after %d events", p.n);
}

static void check_worlds(const struct state *s, const struct view_room *v, int seat, int worlds)
{
    const struct game *g = run.play.game;
    struct view_room view = *v;
    for (int i = 0; i < worlds; i++) {
        struct state_room world;
        struct view_room back;
        draw_world(view_in(&view), &world);
        memset(&back, 0, sizeof back);
        g->observe(state_in(&world), seat, view_in(&back));
        if (!hold(LAW_WORLD_VIEW, memcmp(&back, v, sizeof back) == 0, "seat %d", seat))
            return;
        check_same_legal(s, state_in(&world), seat);
        if (rng_below(&run.rng, 16) == 0)
            play_world(&world);
    }
}

/* The view of a seat with all cards open, without the members about the seat itself. */
static json_t *reveal(const struct state *s, int seat)
{
    const struct game *g = run.play.game;
    static char text[GAME_JSON_MAX];
    struct view_room view;
    memset(&view, 0, sizeof view);
    g->observe(s, seat, view_in(&view));
    if (g->reveal != NULL)
        g->reveal(s, view_in(&view));
    struct buf b;
    buf_init(&b, text, sizeof text);
    g->write_view(view_in(&view), &b);
    json_t *json = json_loadb(text, b.len, JSON_REJECT_DUPLICATES, NULL);
    json_object_del(json, "seat");
    size_t i, k;
    json_t *hand, *slot;
    json_array_foreach(json_object_get(json, "hands"), i, hand) json_array_foreach(hand, k, slot)
        json_object_del(slot, "may");
    return json;
}

static void check_reveal(const struct state *s)
{
    json_t *first = reveal(s, GAME_SPECTATOR);
    for (int seat = 0; seat < run.play.seats; seat++) {
        json_t *other = reveal(s, seat);
        hold(LAW_REVEAL, first != NULL && json_equal(first, other), "seat %d", seat);
        json_decref(other);
    }
    json_decref(first);
}

static void check_views(const struct state *s)
{
    check_reveal(s);
    for (int seat = GAME_SPECTATOR; seat < run.play.seats; seat++) {
        struct view_room view;
        observe(s, seat, &view);
        check_json(view_in(&view), seat);
        check_worlds(s, &view, seat, 2);
    }
}

/* ------------------------------------------------------------------ order and end */

/* Two seats choose in secret: their order must not matter. Smitten has no sealed moves: at the
   start of a turn both may act, and the first to do so is the active player (rule S3.2). */
static void check_sealed(const struct state *s)
{
    const struct game *g = run.play.game;
    uint32_t actors = g->actors(s);
    if (actors == GAME_DEALER || strcmp(g->name, "smitten") == 0)
        return;
    for (int a = 0; a < run.play.seats; a++)
        for (int b = a + 1; b < run.play.seats; b++) {
            if (!(actors >> a & actors >> b & 1))
                continue;
            move x[GAME_MOVES_MAX], y[GAME_MOVES_MAX];
            move m = x[rng_below(&run.rng, (uint32_t)g->legal(s, a, x))];
            move k = y[rng_below(&run.rng, (uint32_t)g->legal(s, b, y))];
            struct state_room one = run.play.state, two = run.play.state;
            g->apply(state_in(&one), a, m);
            g->apply(state_in(&two), b, k);
            if (!hold(LAW_SEALED,
                      g->refuse(state_in(&one), b, k) == NULL &&
                          g->refuse(state_in(&two), a, m) == NULL,
                      "seats %d and %d disturb each other", a, b))
                continue;
            g->apply(state_in(&one), b, k);
            g->apply(state_in(&two), a, m);
            hold(LAW_SEALED, memcmp(&one, &two, sizeof one) == 0, "seats %d and %d", a, b);
        }
}

/* Only a finished game has winners: some in a competitive game, all or none in a cooperative one
   (rule S3.6). */
static void check_result(const struct state *s)
{
    const struct game *g = run.play.game;
    static char text[GAME_JSON_MAX];
    struct result r;
    struct buf b;
    memset(&r, 0xaa, sizeof r);
    g->result(s, &r);
    uint32_t all = (UINT32_C(1) << run.play.seats) - 1;
    bool over = g->actors(s) == 0, together = strcmp(g->name, "smitten") == 0;
    bool fits = !over      ? r.winners == 0
                : together ? r.winners == 0 || r.winners == all
                           : r.winners != 0 && (r.winners & ~all) == 0;
    hold(LAW_END, fits && r.seats == run.play.seats, "winners %#x, seats %d", r.winners, r.seats);
    buf_init(&b, text, sizeof text);
    game_write_result(g, s, &b);
    json_t *json = json_loadb(text, b.len, JSON_REJECT_DUPLICATES, NULL);
    json_t *winners = json_object_get(json, "winners");
    hold(LAW_JSON, !b.full && json_is_array(winners), "the result: %s", text);
    json_decref(json);
}

/* A fact counts something, out of so many if it has a bound; the JSON has a pair for each seat. */
static void check_facts(const struct state *s)
{
    const struct game *g = run.play.game;
    static char text[GAME_JSON_MAX];
    struct game_fact first[GAME_FACTS_MAX], fact[GAME_FACTS_MAX];
    struct buf b;
    int n = g->facts != NULL ? g->facts(s, 0, first) : 0;
    buf_init(&b, text, sizeof text);
    buf_put(&b, "{\"n\":0");
    game_write_facts(g, s, run.play.seats, &b);
    buf_put_char(&b, '}');
    json_t *json = json_loadb(text, b.len, JSON_REJECT_DUPLICATES, NULL);
    json_t *facts = json_object_get(json, "facts");
    hold(LAW_FACTS, !b.full && json != NULL && json_object_size(facts) == (size_t)n, "%s", text);
    for (int seat = 0; seat < run.play.seats; seat++) {
        int own = n > 0 ? g->facts(s, seat, fact) : 0;
        for (int i = 0; i < own && i < n; i++) {
            json_t *pair = json_array_get(json_object_get(facts, first[i].id), (size_t)seat);
            hold(LAW_FACTS,
                 strcmp(fact[i].id, first[i].id) == 0 && fact[i].n >= 0 &&
                     (fact[i].of == 0 || fact[i].n <= fact[i].of),
                 "seat %d: %s %d of %d", seat, fact[i].id, fact[i].n, fact[i].of);
            hold(LAW_FACTS,
                 json_integer_value(json_array_get(pair, 0)) == fact[i].n &&
                     json_integer_value(json_array_get(pair, 1)) == fact[i].of,
                 "seat %d in %s", seat, text);
        }
        hold(LAW_FACTS, own == n, "seat %d has %d facts, seat 0 %d", seat, own, n);
    }
    json_decref(json);
}

/* ------------------------------------------------------------------ games */

/* All laws about one position. */
static void check_position(void)
{
    struct state_room before = run.play.state;
    const struct state *s = play_state(&run.play);
    check_moves(s);
    check_views(s);
    check_sealed(s);
    check_result(s);
    hold(LAW_FLAT, memcmp(&before, &run.play.state, sizeof before) == 0, "a check changed a state");
}

static void check_event(const struct event *e)
{
    static struct deal last;
    check_copy(e);
    if (e->seat == PLAY_DEALER) {
        last = e->deal;
        check_wrong_deals(&e->deal);
    } else {
        check_wrong_deal(&last, "a deal at a wrong moment");
    }
}

static void play_game(const struct game *g, int seats, const int *opt, int number)
{
    struct event e;
    play_start(&run.play, g, seats, opt);
    run.number = number;
    run.seen_n = 0;
    uint64_t seed = game_hash_bytes(opt, GAME_OPTIONS_MAX * sizeof *opt);
    play_seed(&run.play, seed, (uint64_t)number);
    rng_seed_pair(&run.rng, ~seed, (uint64_t)number);
    check_init();
    for (;;) {
        run.hash[run.play.n] = game_hash_bytes(play_state(&run.play), g->state_size);
        check_position();
        if (!play_draw(&run.play, &e))
            break;
        check_event(&e);
        if (!hold(LAW_END, play_add(&run.play, &e) && run.play.n < PLAY_EVENTS_MAX,
                  "a listed move is refused, or the game does not end"))
            break;
        if (run.play.n == 1)
            check_options();
    }
    hold(LAW_END, g->actors(play_state(&run.play)) == 0, "nobody can go on");
    check_facts(play_state(&run.play));
    check_replay();
}

static int count_combinations(const struct game *g, int seats)
{
    int opt[GAME_OPTIONS_MAX], n = 0;
    for (bool more = play_first_options(g, seats, opt); more;
         more = play_next_options(g, seats, opt))
        n++;
    return n;
}

/* One game with this many seats: all combinations of options. */
static void test_seats(const struct game *g, int seats, int games)
{
    int opt[GAME_OPTIONS_MAX], combinations = count_combinations(g, seats);
    if (combinations == 0) {
        tap_ok(false, "%s plays with %d seats", g->name, seats);
        return;
    }
    int each = games > combinations ? games / combinations : 1;
    memset(run.tried, 0, sizeof run.tried);
    memset(run.failed, 0, sizeof run.failed);
    run.aside = 0;
    for (bool more = play_first_options(g, seats, opt); more;
         more = play_next_options(g, seats, opt))
        for (int i = 0; i < each; i++)
            play_game(g, seats, opt, i);
    tap_note("%s, seats %d: %d combinations of options, %d games each", g->name, seats,
             combinations, each);
    for (int law = 0; law < LAWS; law++) {
        if (run.tried[law] > 0)
            tap_ok(run.failed[law] == 0, "%s %d: %s (%ld of %ld)", g->name, seats, titles[law],
                   run.tried[law] - run.failed[law], run.tried[law]);
    }
    if (g->signal != NULL && seats > 1)
        tap_ok(run.aside > 0, "%s %d: seats without a move may talk (%ld times)", g->name, seats,
               run.aside);
}

int main(int argc, char **argv)
{
    const char *wanted = getenv("LAWS_GAMES");
    int games = wanted == NULL ? 30 : atoi(wanted);
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        if (argc > 1 && strcmp(argv[1], g->name) != 0)
            continue;
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            if (argc <= 2 || atoi(argv[2]) == seats)
                test_seats(g, seats, games);
    }
    return tap_done();
}
