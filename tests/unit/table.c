/*
 * Tables without sockets and with made-up time: whole games of every game by requests, the
 * journal read again after every event, clocks, stand-ins, take-back, talk, fair deals.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/record.h"
#include "table/table.h"
#include "tests/tap.h"

static struct table_effects fx;
static struct problem problem;
static int64_t now = 1000000;

/* The journal of the table at hand, as text. */
static struct entry {
    int64_t at;
    char *text;
} journal[4096];
static int entries;

static void keep_journal(const struct table *t)
{
    for (int i = 0; i < fx.n; i++) {
        char memory[TABLE_EVENT_JSON];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        table_write_event(&fx.event[i], &t->plan, &b);
        journal[entries++] = (struct entry){fx.event[i].at, strdup(memory)};
    }
}

static void forget_journal(void)
{
    while (entries > 0)
        free(journal[--entries].text);
}

static struct table *read_again(const char *id, int n)
{
    struct table *t = NULL;
    for (int i = 0; i < n; i++) {
        struct table_plan plan;
        struct table_event e = {.n = i, .at = journal[i].at};
        bool read = table_read_event(journal[i].text, strlen(journal[i].text), &e, &plan);
        if (read && i == 0)
            t = table_new(id, &plan);
        if (!read || t == NULL || !table_apply(t, &e)) {
            table_free(t);
            return NULL;
        }
    }
    return t;
}

static void start_effects(void)
{
    fx.n = 0;
    fx.changed = 0;
    problem_start(&problem, -1);
}

static struct table *make(const char *game, int seats, struct table_clock clock, bool by_host)
{
    struct table_plan plan = {.clock = clock, .start_by_host = by_host, .begins = TABLE_CHANCE};
    forget_journal();
    start_effects();
    setup_find_game(&plan.setup, game, &problem);
    plan.setup.seats = seats;
    memset(plan.secret, 7, sizeof plan.secret);
    struct table *t = table_new("abcdefghij234567", &plan);
    table_create(t, 1, "One", now, &fx);
    keep_journal(t);
    return t;
}

static bool ask(struct table *t, struct table_request r)
{
    start_effects();
    if (r.name == NULL)
        r.name = "Somebody";
    bool good = table_handle(t, &r, now, &fx, &problem);
    keep_journal(t);
    return good;
}

static const char *why(void)
{
    return problem.parts > 0 ? problem.part[0].id : "nothing";
}

static bool sit(struct table *t, uint64_t player)
{
    return ask(t, (struct table_request){.kind = TABLE_ASK_SIT, .player = player, .chair = -1});
}

static bool play(struct table *t, int seat, const char *text)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_MOVE, .player = player, .text = text});
}

static void write_all(const struct table *t, struct strbuf *out)
{
    strbuf_reset(out);
    for (uint64_t player = 1; player <= 6; player++)
        table_write_whole(t, player, NULL, 0, now, out);
}

/* Whether reading the journal so far gives the same table: same state, same updates. */
static bool same_again(const struct table *t)
{
    struct strbuf a, b;
    struct table *again = read_again(t->id, entries);
    if (again == NULL)
        return false;
    strbuf_init(&a);
    strbuf_init(&b);
    write_all(t, &a);
    write_all(again, &b);
    bool same = a.len == b.len && memcmp(a.text, b.text, a.len) == 0 &&
                memcmp(&t->state, &again->state, t->plan.setup.game->state_size) == 0;
    strbuf_clear(&a);
    strbuf_clear(&b);
    table_free(again);
    return same;
}

/* Any legal move of the first actor that has one, as text; returns its seat. */
static int choose(const struct table *t, struct rng *r, char *text)
{
    move moves[GAME_MOVES_MAX];
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        if ((table_actors(t) >> seat & 1) == 0)
            continue;
        int n = t->plan.setup.game->legal(table_state(t), seat, moves);
        if (n == 0)
            continue;
        struct buf b;
        buf_init(&b, text, GAME_TEXT_MAX);
        t->plan.setup.game->write_move(moves[rng_below(r, (uint32_t)n)], &b);
        return seat;
    }
    return -1;
}

static void test_whole_game(const char *game, int seats)
{
    static const struct table_clock live = {TABLE_CLOCK_LIVE, 30000, 60000};
    struct table *t = make(game, seats, live, false);
    struct rng r;
    char text[GAME_TEXT_MAX];
    bool good = true, same = true;
    rng_seed(&r, (uint64_t)seats);
    for (int i = 1; i <= seats; i++)
        good = good && sit(t, (uint64_t)i);
    while (good && t->phase == TABLE_PLAY) {
        int seat = choose(t, &r, text);
        now += 1500;
        good = seat >= 0 && play(t, seat, text);
        same = same && same_again(t);
    }
    tap_ok(good && t->phase == TABLE_OVER, "%s, %d seats: a whole game (%d events)", game, seats,
           t->n);
    tap_ok(same, "%s, %d seats: the journal gives the same table after every move", game, seats);
    struct strbuf line;
    struct record record;
    struct state_room room;
    strbuf_init(&line);
    table_write_record(t, &line);
    good = record_read(&record, line.text, line.len - 1, &problem) &&
           record_replay(&record, NULL, NULL, state_in(&room), &problem);
    tap_ok(good, "%s, %d seats: the record is right", game, seats);
    record_clear(&record);
    strbuf_clear(&line);
    table_free(t);
}

/* Whether what player 1 receives now says `words`. */
static bool tells(const struct table *t, const char *words)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_update(t, 1, NULL, 0, TABLE_NEW_GAME, now, &out);
    bool found = strstr(out.text, words) != NULL;
    strbuf_clear(&out);
    return found;
}

static void test_ended(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    struct rng r;
    char text[GAME_TEXT_MAX];
    bool good = true, quiet = true;
    rng_seed(&r, 5);
    for (int i = 1; i <= 3; i++)
        good = good && sit(t, (uint64_t)i);
    while (good && t->deals == 1) {
        quiet = quiet && !tells(t, "\"ended\":");
        int seat = choose(t, &r, text);
        good = seat >= 0 && play(t, seat, text);
    }
    tap_ok(good && quiet, "ended: nothing has ended within the first deal");
    tap_ok(tells(t, "\"ended\":{\"game\":\"luz\"") && tells(t, "\"phase\":\"deal\"") &&
               tells(t, "\"phase\":\"bid\""),
           "ended: the update of a new deal shows the finished one too");
    int seat = choose(t, &r, text);
    tap_ok(play(t, seat, text) && !tells(t, "\"ended\":"), "ended: it is told once");
    table_free(t);
}

/* What the table shows a spectator of the last shots now; a new reference. */
static json_t *read_shots(const struct table *t)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, 0, NULL, 0, now, &out);
    json_t *whole = json_loadb(out.text, out.len, 0, NULL);
    json_t *shots = json_deep_copy(json_object_get(json_object_get(whole, "view"), "shots"));
    json_decref(whole);
    strbuf_clear(&out);
    return shots;
}

/* Whether the member `shown` of an update has just these shots; NULL: it is not there. */
static bool has_shown(const struct strbuf *text, const json_t *want)
{
    json_t *update = json_loadb(text->text, text->len, 0, NULL);
    const json_t *shown = json_object_get(update, "shown");
    bool same = want == NULL ? shown == NULL : json_equal(shown, want);
    json_decref(update);
    return same;
}

/* Plays a turn, and keeps its events and its shots. */
static void play_turn(struct table *t, struct rng *r, struct table_event *event, int *n,
                      json_t *shown)
{
    char text[GAME_TEXT_MAX];
    for (int i = 0; i < 2; i++) {
        int seat = choose(t, r, text);
        play(t, seat, text);
        for (int k = 0; k < fx.n; k++)
            event[(*n)++] = fx.event[k];
    }
    json_array_append_new(shown, json_pack("{s:o}", "shots", read_shots(t)));
}

/* Rule P5.2: an update that brings several moves, and the whole table, carry the shots of each move
   since the seat's own last one, which a view alone would have lost. */
static void test_shown(void)
{
    struct table *t = make("photograph", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    static struct table_event event[64];
    const struct table_event *told[64];
    struct rng r;
    struct strbuf out;
    json_t *all = json_array(), *rest = json_array();
    int n = 0;
    rng_seed(&r, 5);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    play_turn(t, &r, event, &n, all); /* the first player's own */
    int first = t->step[t->steps - 1].seat;
    json_array_clear(all);
    n = 0;
    play_turn(t, &r, event, &n, all);
    play_turn(t, &r, event, &n, all);
    for (int i = 0; i < n; i++)
        told[i] = &event[i];
    uint64_t player = t->chair[t->seat[first].chair].player;
    uint64_t next = t->chair[t->seat[(first + 1) % 3].chair].player;
    json_array_append(rest, json_array_get(all, 1));
    strbuf_init(&out);
    table_write_update(t, player, told, n, TABLE_NEW_GAME, now, &out);
    tap_ok(n == 4 && has_shown(&out, all), "P5.2: several moves bring the shots of each");
    strbuf_reset(&out);
    table_write_update(t, next, told, n, TABLE_NEW_GAME, now, &out);
    tap_ok(has_shown(&out, rest), "since the seat's own last move");
    strbuf_reset(&out);
    table_write_update(t, 99, told, n, TABLE_NEW_GAME, now, &out);
    tap_ok(has_shown(&out, all), "to a spectator those of the update");
    strbuf_reset(&out);
    table_write_whole(t, player, NULL, 0, now, &out);
    tap_ok(has_shown(&out, all), "the whole table carries them too");
    strbuf_reset(&out);
    table_write_update(t, player, told + n - 1, 1, TABLE_NEW_GAME, now, &out);
    tap_ok(has_shown(&out, NULL), "one move needs none: the view has its shots");
    json_decref(all);
    json_decref(rest);
    strbuf_clear(&out);
    table_free(t);
}

/* Rule L7.2: the view of strict memory has lost the trick once the next card is led; the update
   that brings both moves shows it. */
static void test_shown_trick(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    static struct table_event event[16];
    const struct table_event *told[16];
    struct rng r;
    struct strbuf out;
    char text[GAME_TEXT_MAX];
    int n = 0;
    rng_seed(&r, 5);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    for (int i = 0; i < 7; i++) { /* three bids, the first trick, and the next card */
        int seat = choose(t, &r, text);
        play(t, seat, text);
        for (int k = 0; i >= 5 && k < fx.n; k++)
            event[n++] = fx.event[k];
    }
    for (int i = 0; i < n; i++)
        told[i] = &event[i];
    strbuf_init(&out);
    table_write_update(t, 99, told, n, TABLE_NEW_GAME, now, &out);
    json_t *update = json_loadb(out.text, out.len, 0, NULL);
    json_t *shown = json_object_get(update, "shown"), *view = json_object_get(update, "view");
    const json_t *last = json_object_get(json_array_get(shown, 0), "last");
    tap_ok(n == 2 && json_is_null(json_object_get(view, "last")) && json_array_size(shown) == 1 &&
               json_array_size(json_object_get(last, "cards")) == 3 &&
               json_equal(json_object_get(last, "winner"), json_object_get(view, "leader")),
           "L7.2: an update beyond a finished trick shows it");
    json_decref(update);
    strbuf_clear(&out);
    table_free(t);
}

static void test_chairs(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    tap_ok(sit(t, 1) && sit(t, 2), "two people sit down");
    tap_ok(!sit(t, 2) && strcmp(why(), "table.seated-already") == 0, "nobody sits twice");
    struct table_request bot = {.kind = TABLE_ASK_BOT, .player = 2, .chair = 2, .level = "random"};
    tap_ok(!ask(t, bot) && strcmp(why(), "table.not-host") == 0, "only the host seats bots");
    bot.player = 1;
    bot.level = "no such";
    tap_ok(!ask(t, bot) && strcmp(why(), "table.no-such-level") == 0, "a level must exist");
    bot.level = "random";
    bot.chair = -5;
    tap_ok(!ask(t, bot) && strcmp(why(), "table.chair-none") == 0, "a chair must exist");
    bot.chair = 1;
    tap_ok(!ask(t, bot) && strcmp(why(), "table.chair-taken") == 0, "people are not pushed off");
    struct table_request start = {.kind = TABLE_ASK_START, .player = 1};
    tap_ok(!ask(t, start) && strcmp(why(), "table.not-full") == 0, "a free chair has to be filled");
    tap_ok(!play(t, 0, "bid 3") && strcmp(why(), "table.not-begun") == 0,
           "no move before the start");
    tap_ok(ask(t, (struct table_request){.kind = TABLE_ASK_STAND, .player = 2}) && sit(t, 3),
           "one stands up, another sits down");
    start.level = "random";
    tap_ok(ask(t, start) && t->phase == TABLE_PLAY, "the host starts, a bot fills up");
    tap_ok(!sit(t, 4) && strcmp(why(), "table.begun") == 0, "no one sits down later");
    tap_ok(table_find_seat(t, 9) == GAME_SPECTATOR, "others are spectators");
    tap_ok(!ask(t, (struct table_request){.kind = TABLE_ASK_MOVE, .player = 9, .text = "bid 3"}) &&
               strcmp(why(), "table.not-seated") == 0,
           "spectators do not move");
    tap_ok(same_again(t), "the journal gives the same table");
    table_free(t);
}

static uint32_t tick(struct table *t, uint32_t *must)
{
    uint32_t think;
    start_effects();
    table_tick(t, now, 1000, &fx, &think, must);
    keep_journal(t);
    return think;
}

static void test_clock(void)
{
    struct table *t = make("luz", 3, (struct table_clock){TABLE_CLOCK_LIVE, 30000, 60000}, false);
    uint32_t must;
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    int seat = __builtin_ctz(table_actors(t));
    tap_ok(table_seat_due(t, seat) == now + 90000,
           "the first player has the move's time and the bank");
    now += 50000;
    play(t, seat, "bid 3");
    tap_ok(t->seat[seat].bank_ms == 40000, "time beyond the move's comes from the bank");
    int next = __builtin_ctz(table_actors(t));
    tap_ok(next != seat && table_seat_due(t, next) == now + 90000,
           "then the next seat's time runs");
    now += 89999;
    tick(t, &must);
    tap_ok(fx.n == 0, "nothing happens before the time is up");
    now += 1;
    tick(t, &must);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_STANDIN && fx.event[0].standin.seat == next,
           "then a bot stands in");
    tap_ok(tick(t, &must) == 0 && table_next_due(t) == now + 1000 + next * 250,
           "it takes its time");
    now += 2000;
    tap_ok(tick(t, &must) == UINT32_C(1) << next && must == UINT32_C(1) << next, "and is asked");
    move m;
    t->plan.setup.game->read_move("bid 2", &m);
    start_effects();
    table_answer(t, next, t->version - 1, m, now, 1000, &fx);
    tap_ok(fx.n == 0, "an answer to an old question does nothing");
    table_answer(t, next, t->version, m, now, 1000, &fx);
    keep_journal(t);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_MOVE, "its answer is a move");
    uint64_t player = t->chair[t->seat[next].chair].player;
    ask(t, (struct table_request){.kind = TABLE_ASK_BACK, .player = player});
    tap_ok(fx.n == 1 && !table_is_played_by_bot(t, next), "the person takes the seat over again");
    tap_ok(same_again(t), "the journal gives the same clocks");
    table_free(t);
}

static void test_stuck_bot(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    uint32_t must;
    sit(t, 1);
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "random"});
    table_plan_bots(t, now, 1000);
    int seat = __builtin_ctz(table_actors(t));
    if (!table_is_played_by_bot(t, seat)) {
        play(t, seat, "bid 3");
        table_plan_bots(t, now, 1000);
    }
    now = table_next_due(t);
    tap_ok(tick(t, &must) != 0 && table_next_due(t) == now + TABLE_STUCK_MS, "a bot is asked");
    now += TABLE_STUCK_MS;
    tick(t, &must);
    tap_ok(fx.n >= 1 && fx.event[0].kind == TABLE_MOVE, "one that does not answer is played for");
    table_free(t);
}

static void test_leaving(void)
{
    struct table *t = make("smitten", 1, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    uint32_t must;
    sit(t, 1);
    tap_ok(t->phase == TABLE_PLAY && table_next_due(t) == TABLE_NEVER,
           "without a clock no time runs");
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 1});
    tap_ok(table_next_due(t) == now + TABLE_LEAVE_MS, "who leaves is waited for a little");
    now += TABLE_LEAVE_MS;
    tick(t, &must);
    tap_ok(t->chair[0].standin, "then a bot stands in");
    ask(t, (struct table_request){.kind = TABLE_ASK_BACK, .player = 1});
    tap_ok(!t->chair[0].standin, "until the person is back");
    table_free(t);
}

static bool talk(struct table *t, uint64_t player, const char *text, bool phrase)
{
    return ask(t, (struct table_request){
                      .kind = TABLE_ASK_TALK, .player = player, .text = text, .phrase = phrase});
}

static void test_talk(void)
{
    struct table *t = make("smitten", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    tap_ok(talk(t, 1, "hi <b>", false), "people talk before the game");
    tap_ok(!talk(t, 1, "nonsense", true) && strcmp(why(), "talk.phrase") == 0,
           "a phrase must exist");
    sit(t, 1);
    sit(t, 2);
    tap_ok(!talk(t, 1, "play your 4", false) && strcmp(why(), "talk.signals-only") == 0,
           "S3.2 in Smitten nobody talks during play");
    tap_ok(!talk(t, 7, "well-played", true), "S3.2 nor do spectators, nor by phrases");
    tap_ok(play(t, 0, "say can want"), "S3.2 but there are signals");
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, 2, NULL, 0, now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "hi <b>") != NULL, "newcomers see what was said");
    strbuf_reset(&out);
    table_write_whole(t, 2, (const uint64_t[]){1}, 1, now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "hi <b>") == NULL, "but not from those they muted");
    strbuf_clear(&out);
    table_free(t);
}

static bool ask_back(struct table *t, int seat)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_TAKEBACK, .player = player});
}

static bool answer(struct table *t, int seat, bool yes)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_AGREE, .player = player, .yes = yes});
}

static void test_takeback(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    int a = __builtin_ctz(table_actors(t));
    tap_ok(!ask_back(t, a) && strcmp(why(), "takeback.not-last") == 0,
           "a deal is never taken back");
    play(t, a, "bid 3");
    int b = __builtin_ctz(table_actors(t)), c = 3 - a - b;
    tap_ok(!ask_back(t, b), "only who moved last can ask");
    tap_ok(ask_back(t, a) && t->ask_seat == a, "a bid can be taken back");
    tap_ok(!answer(t, a, true), "the asker does not answer");
    tap_ok(answer(t, b, true) && t->ask_seat == a, "all others have to agree");
    tap_ok(answer(t, c, false) && t->ask_seat < 0, "one refuses");
    ask_back(t, a);
    answer(t, b, true);
    answer(t, c, true);
    tap_ok(__builtin_ctz(table_actors(t)) == a, "all agree: it is that seat's turn again");
    tap_ok(same_again(t), "the journal gives the same table");
    play(t, a, "bid 2");
    play(t, b, "bid 2");
    tap_ok(!ask_back(t, a), "never across somebody's later move");
    play(t, c, "bid 2");
    play(t, __builtin_ctz(table_actors(t)), "play 1");
    int first = t->step[t->steps - 1].seat;
    tap_ok(!ask_back(t, first) && strcmp(why(), "takeback.reveal") == 0, "never across a reveal");
    table_free(t);
    t = make("null", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    sit(t, 1);
    sit(t, 2);
    play(t, 0, "hide");
    tap_ok(ask_back(t, 0) && answer(t, 1, true), "a sealed choice can be taken back");
    play(t, 0, "show");
    tap_ok(fx.event[0].move.sealed, "a choice that others must not see is marked");
    struct strbuf out;
    strbuf_init(&out);
    const struct table_event *event = &fx.event[0];
    table_write_update(t, t->chair[t->seat[1].chair].player, &event, 1, fx.changed, now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "\"text\"") == NULL, "and they are not told");
    strbuf_clear(&out);
    table_free(t);
}

/* Whether player 1, coming to the table now, is told `words`. */
static bool shows(const struct table *t, const char *words)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, 1, NULL, 0, now, &out);
    strbuf_put_bytes(&out, "", 1);
    bool found = strstr(out.text, words) != NULL;
    strbuf_clear(&out);
    return found;
}

static bool name(struct table *t, uint64_t player, int chair)
{
    return ask(t,
               (struct table_request){.kind = TABLE_ASK_BEGINS, .player = player, .chair = chair});
}

/* A full table whose numbers make its seed a different one for each `salt`, begun by its host. */
static struct table *begin(const char *game, int seats, int chair, uint8_t salt)
{
    struct table *t = make(game, seats, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    for (uint64_t i = 1; i <= (uint64_t)seats; i++) {
        struct table_request r = {.kind = TABLE_ASK_SIT, .player = i, .chair = -1};
        r.number.given = true;
        memset(r.number.bytes, salt, sizeof r.number.bytes);
        ask(t, r);
    }
    name(t, 1, chair);
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1});
    return t;
}

/* The option that says who begins, as the game itself has it. */
static int beginner(const struct table *t)
{
    int opt[GAME_OPTIONS_MAX];
    t->plan.setup.game->options_of(table_state(t), opt);
    return opt[t->plan.setup.game->begins];
}

/* Rules P2.5, L2.1: the host may name a person; else the lot decides, by the fair deal. */
static void test_begins(const char *game, int seats)
{
    int drawn[GAME_SEATS_MAX] = {0}, chairs[GAME_SEATS_MAX] = {0}, right = 0, same = 0;
    for (int salt = 0; salt < 200; salt++) {
        struct table *t = begin(game, seats, TABLE_CHANCE, (uint8_t)salt);
        drawn[beginner(t)]++;
        chairs[t->seat[beginner(t)].chair]++;
        same += same_again(t);
        table_free(t);
        t = begin(game, seats, salt % seats, (uint8_t)salt);
        right += t->seat[beginner(t)].chair == salt % seats && same_again(t);
        table_free(t);
    }
    int even = 0;
    for (int i = 0; i < seats; i++) /* always the same 200 draws: none is rare */
        even += drawn[i] * seats > 80 && chairs[i] * seats > 80;
    tap_ok(even == seats, "%s for %d: every seat and every chair begins by lot", game, seats);
    tap_ok(same == 200, "%s for %d: the journal keeps the lot", game, seats);
    tap_ok(right == 200, "%s for %d: who is named begins", game, seats);
}

static void test_naming(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    tap_ok(sit(t, 1) && sit(t, 2) && sit(t, 3), "three people sit down");
    tap_ok(shows(t, "\"begins\":null") && !shows(t, "\"dealer\""), "at first nobody is named");
    tap_ok(!name(t, 2, 1) && strcmp(why(), "table.not-host") == 0, "only the host names");
    tap_ok(!name(t, 1, 3) && strcmp(why(), "table.chair-none") == 0, "a chair must exist");
    tap_ok(!name(t, 1, -2) && strcmp(why(), "table.chair-none") == 0, "a chair is not negative");
    tap_ok(name(t, 1, 1) && fx.n == 1 && shows(t, "\"begins\":1") && same_again(t),
           "the host names the second");
    tap_ok(name(t, 1, 1) && fx.n == 0, "the same again is no event");
    ask(t, (struct table_request){.kind = TABLE_ASK_STAND, .player = 2});
    tap_ok(shows(t, "\"begins\":null") && same_again(t), "who stands up is no longer named");
    tap_ok(name(t, 1, 1) && sit(t, 4) && shows(t, "\"begins\":1"), "a free chair may be named too");
    tap_ok(name(t, 1, TABLE_CHANCE) && shows(t, "\"begins\":null"), "back to the lot");
    tap_ok(name(t, 1, 2), "the third is named");
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1});
    tap_ok(t->seat[beginner(t)].chair == 2 && shows(t, "\"options\":{\"dealer\":"),
           "and deals first");
    tap_ok(!name(t, 1, 0) && strcmp(why(), "table.begun") == 0, "too late once the game is on");
    table_free(t);
    t = make("smitten", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    tap_ok(!name(t, 1, 0) && strcmp(why(), "begins.none") == 0, "Smitten asks nobody to begin");
    tap_ok(!shows(t, "\"begins\""), "and says nothing about it");
    table_free(t);
}

/* A plan as a request makes it: the option means a chair, and is given once at most. */
static void test_planning(void)
{
    struct table_plan plan = {.begins = TABLE_CHANCE};
    problem_start(&problem, -1);
    setup_find_game(&plan.setup, "photograph", &problem);
    tap_ok(table_set_option(&plan, "missed", "on", &problem) && plan.begins == TABLE_CHANCE,
           "another option names nobody");
    tap_ok(!table_name_begins(&plan, 2, &problem), "two seats have no third chair");
    tap_ok(table_name_begins(&plan, 1, &problem) && plan.begins == 1, "a chair is named");
    plan.begins = TABLE_CHANCE;
    tap_ok(table_set_option(&plan, "first", "0", &problem) && plan.begins == 0,
           "the option names a chair at a table");
    problem_start(&problem, -1);
    tap_ok(!table_name_begins(&plan, 1, &problem) && strcmp(why(), "begins.twice") == 0,
           "both at once are refused");
}

/* A journal of before: the option is the plan's, and the start does not say who begins. */
static void test_old_start(void)
{
    static const char *const old[] = {
        "{\"e\":\"create\",\"player\":\"0000000000000001\",\"name\":\"One\",\"game\":\"luz\","
        "\"rules\":1,"
        "\"seats\":3,\"options\":{\"dealer\":\"2\",\"memory\":\"strict\"},\"clock\":{\"kind\":"
        "\"none\"},"
        "\"listed\":false,\"start\":\"host\",\"secret\":"
        "\"0707070707070707070707070707070707070707070707070707070707070707\"}",
        "{\"e\":\"bot\",\"chair\":0,\"level\":\"random\"}",
        "{\"e\":\"bot\",\"chair\":1,\"level\":\"random\"}",
        "{\"e\":\"bot\",\"chair\":2,\"level\":\"random\"}",
        "{\"e\":\"start\",\"order\":[2,0,1]}",
    };
    struct strbuf record;
    forget_journal();
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++)
        journal[entries++] = (struct entry){now, strdup(old[i])};
    struct table *t = read_again("abcdefghij234567", entries);
    tap_ok(t != NULL && beginner(t) == 2, "an old journal keeps its option as a seat");
    tap_ok(shows(t, "\"dealer\":\"2\""), "and the option is told as it was");
    strbuf_init(&record);
    table_write_record(t, &record);
    tap_ok(strstr(record.text, "\"begins\"") == NULL, "its record claims no lot");
    strbuf_clear(&record);
    table_free(t);
    free(journal[--entries].text);
    journal[entries++] =
        (struct entry){now, strdup("{\"e\":\"start\",\"order\":[2,0,1],\"begins\":3}")};
    tap_ok(read_again("abcdefghij234567", entries) == NULL, "a seat that is not there is refused");
}

/* Worked out by Python's hashlib and a ChaCha20 written for it. */
static const char COMMIT[] = "f5c401a9785d5bfe9b2e927223d5f708eac724ebb7a358328a459bc94b49718d";
static const char SEED[] = "c69a74225ad816f9efdcb95266c502f09ff9140ee52c854135fe81aef37e5233";
static const uint64_t NINTH = UINT64_C(0x672a672352b22f6e);
static const uint64_t BEGINS = UINT64_C(0x120f04406dcbc2eb);

static void test_fair(void)
{
    uint8_t secret[FAIR_BYTES], seed[FAIR_BYTES], commit[FAIR_BYTES];
    struct fair_number number[2] = {{.given = true}, {.given = false}};
    char hex[FAIR_HEX];
    struct fair_stream f;
    for (int i = 0; i < FAIR_BYTES; i++)
        secret[i] = number[0].bytes[i] = (uint8_t)i;
    fair_commit(secret, commit);
    fair_write_hex(commit, FAIR_BYTES, hex);
    tap_ok(strcmp(hex, COMMIT) == 0, "commitment: the known answer (%s)", hex);
    fair_seed(secret, "abcdefghij234567", number, 2, seed);
    fair_write_hex(seed, FAIR_BYTES, hex);
    tap_ok(strcmp(hex, SEED) == 0, "seed: the known answer (%s)", hex);
    fair_start(&f, seed, 1);
    for (int i = 0; i < 8; i++)
        rng_next(&f.rng);
    tap_ok(rng_next(&f.rng) == NINTH, "stream 1: the ninth number is the known one");
    fair_start(&f, seed, FAIR_BEGINS);
    tap_ok(rng_next(&f.rng) == BEGINS,
           "the stream of who begins: the first number is the known one");
}

/* A table of Smitten with a live clock and these cards, from a journal written by hand. */
static struct table *make_smitten(const char *cards)
{
    char text[TABLE_EVENT_JSON], secret[FAIR_HEX];
    memset(secret, '0', sizeof secret - 1);
    secret[sizeof secret - 1] = '\0';
    static const char *const lines[] = {
        "{\"e\":\"create\",\"player\":\"0000000000000001\",\"name\":\"One\",\"game\":\"smitten\","
        "\"rules\":2,\"seats\":2,\"options\":{},\"clock\":{\"kind\":\"live\",\"move\":30,"
        "\"bank\":60},\"listed\":false,\"start\":\"host\",\"secret\":\"%s\"}",
        "{\"e\":\"sit\",\"chair\":0,\"player\":\"0000000000000001\",\"name\":\"One\"}",
        "{\"e\":\"sit\",\"chair\":1,\"player\":\"0000000000000002\",\"name\":\"Two\"}",
        "{\"e\":\"start\",\"order\":[0,1]}", "{\"e\":\"deal\",\"text\":\"%s\"}"};
    int n = (int)(sizeof lines / sizeof lines[0]);
    forget_journal();
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text,
                 i == 0       ? lines[0]
                 : i + 1 == n ? lines[n - 1]
                              : "%s",
                 i == 0       ? secret
                 : i + 1 == n ? cards
                              : lines[i]);
        journal[entries++] = (struct entry){now, strdup(text)};
    }
    return read_again("abcdefghij234567", entries);
}

static bool can_say(struct table *t, int seat, const char *text)
{
    uint32_t actors = table_actors(t);
    int64_t due[2] = {table_seat_due(t, 0), table_seat_due(t, 1)};
    int64_t bank[2] = {t->seat[0].bank_ms, t->seat[1].bank_ms};
    return play(t, seat, text) && table_actors(t) == actors && table_seat_due(t, 0) == due[0] &&
           table_seat_due(t, 1) == due[1] && t->seat[0].bank_ms == bank[0] &&
           t->seat[1].bank_ms == bank[1];
}

/* Rule S3.2: a signal is no move. */
static void test_signals(void)
{
    struct table *t = make_smitten("9 1 1 3 3 2 4 6 5 7 8 2 4 5 6 7 8 9");
    now += 5000;
    tap_ok(can_say(t, 0, "say can") && can_say(t, 1, "say want"),
           "S3.2 at the start of a turn: no clock, no actors change");
    play(t, 0, "play 1L");
    now += 40000;
    tap_ok(table_actors(t) == 2 && can_say(t, 0, "say pass") && can_say(t, 1, "say cannot"),
           "S3.2 within a turn both signal, also who has no move, and no clock changes");
    tap_ok(!ask_back(t, 0) && strcmp(why(), "takeback.reveal") == 0 && !ask_back(t, 1) &&
               strcmp(why(), "takeback.not-last") == 0,
           "S3.2 a signal is not what is taken back, whoever gave it");
    play(t, 1, "reveal 3");
    tap_ok(t->seat[1].bank_ms == 45000, "the time that a signal did not change is counted");
    play(t, 1, "place 2R");
    play(t, 1, "play 4L");
    play(t, 0, "place 3R");
    play(t, 0, "play 1R");
    tap_ok(play(t, 1, "reveal 3"), "the 3 that all know is revealed once more");
    int version = (int)t->version, steps = t->steps;
    tap_ok(can_say(t, 0, "say can") && can_say(t, 1, "say pass"), "then both signal");
    tap_ok(ask_back(t, 1) && t->ask_seat == 1, "S3.2 signals since a move do not keep it");
    tap_ok(can_say(t, 0, "say want") && t->ask_seat == 1, "nor do they answer the question");
    tap_ok(answer(t, 0, true) && t->ask_seat < 0 && t->steps == steps - 1 &&
               (int)t->version > version && same_again(t),
           "the move is taken back, with what was said since");
    tap_ok(play(t, 1, "reveal 3") && play(t, 1, "place 5L") && same_again(t), "and play goes on");
    int said = 0;
    while (said <= TABLE_SIGNALS_MAX && play(t, 0, said % 2 == 0 ? "say can" : "say cannot"))
        said++;
    tap_ok(said == TABLE_SIGNALS_MAX && strcmp(why(), "talk.signals-enough") == 0 &&
               play(t, 1, "say can"),
           "a table hears %d signals of a seat between two moves", said);
    tap_ok(same_again(t), "the journal gives the same table");
    table_free(t);
}

/* Journals of before, when a signal itself could be taken back, say nothing of steps. */
static void test_old_takeback(void)
{
    struct table *t = make_smitten("9 1 1 3 3 2 4 6 5 7 8 2 4 5 6 7 8 9");
    static const char *const lines[] = {"{\"e\":\"move\",\"seat\":0,\"text\":\"say can\"}",
                                        "{\"e\":\"ask\",\"seat\":0}",
                                        "{\"e\":\"takeback\",\"seat\":0}"};
    int steps = t->steps;
    table_free(t);
    for (int i = 0; i < 3; i++)
        journal[entries++] = (struct entry){now, strdup(lines[i])};
    t = read_again("abcdefghij234567", entries);
    tap_ok(t != NULL && t->steps == steps,
           "an old journal that took a signal back is read as it was");
    table_free(t);
}

/* A pair whose signals are a code is never joined by a person, nor joins one. */
static void test_coded(void)
{
    struct table *t = make("smitten", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    struct table_request bot = {.kind = TABLE_ASK_BOT, .player = 1, .chair = 1, .level = "expert"};
    struct table_request start = {.kind = TABLE_ASK_START, .player = 1, .level = "expert"};
    sit(t, 1);
    tap_ok(!ask(t, bot) && strcmp(why(), "table.bot-coded") == 0, "no code beside a person");
    tap_ok(!ask(t, start) && strcmp(why(), "table.bot-coded") == 0, "nor by a start");
    bot.level = "literal";
    tap_ok(ask(t, bot), "who means what it says may sit there");
    ask(t, (struct table_request){.kind = TABLE_ASK_STAND, .player = 1});
    bot.level = "expert";
    tap_ok(ask(t, bot), "with nobody there the code may sit down");
    tap_ok(!sit(t, 1) && strcmp(why(), "table.bot-coded") == 0 && !sit(t, 2),
           "and then no person sits beside it");
    tap_ok(ask(t, start) && t->phase == TABLE_PLAY && same_again(t), "its like does");
    table_free(t);
    t = make("smitten", 1, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    bot.chair = 0;
    tap_ok(ask(t, bot), "alone there is nobody to speak to");
    table_free(t);
}

int main(void)
{
    fair_init();
    for (int i = 0; games_list[i] != NULL; i++)
        for (int n = games_list[i]->seats_min; n <= games_list[i]->seats_max; n++)
            test_whole_game(games_list[i]->name, n);
    test_ended();
    test_shown();
    test_shown_trick();
    test_chairs();
    test_clock();
    test_stuck_bot();
    test_leaving();
    test_talk();
    test_takeback();
    test_begins("photograph", 2);
    test_begins("photograph", 4);
    test_begins("luz", 5);
    test_naming();
    test_planning();
    test_old_start();
    test_signals();
    test_old_takeback();
    test_coded();
    test_fair();
    forget_journal();
    return tap_done();
}
