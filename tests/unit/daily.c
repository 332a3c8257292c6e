/*
 * Daily deals: dates, the same deals and bots for ever (a golden list), tables against games that
 * bots play, and records that are refused.
 *
 * If the golden list fails because the rules, the set-up or a bot has changed on purpose, raise
 * DAILY_VERSION and copy the new lines from the notes: players with older records learn then that
 * they cannot be verified any more.
 */
#include <stdio.h>
#include <string.h>

#include "games/list.h"
#include "table/bot_memory.h"
#include "table/daily.h"
#include "tests/tap.h"

enum { PERSON = 7, LINE = 512, DAY_MS = 86400000 };

/* ---- days ---- */

static void test_days(void)
{
    static const struct {
        const char *date;
        int day;
    } known[] = {{"1970-01-02", 1},      {"1972-02-29", 789},   {"2000-02-29", 11016},
                 {"2000-12-31", 11322},  {"2026-11-19", 20776}, {"2100-03-01", 47541},
                 {"9999-12-31", DAY_MAX}};
    static const char *const wrong[] = {"",           "2026-11-9",  "2026-13-01", "2026-02-29",
                                        "1970-01-01", "2026/11/19", "2100-02-29", "2026-11-190"};
    char date[DAY_DATE_MAX];
    int day = 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        day_write(known[i].day, date);
        tap_ok(strcmp(date, known[i].date) == 0 && day_read(known[i].date, &day) &&
                   day == known[i].day,
               "day %d is %s", known[i].day, date);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        tap_ok(!day_read(wrong[i], &day), "`%s` is no date of a daily deal", wrong[i]);
    bool same = true;
    for (int i = 1; i < 60000 && same; i++) {
        day_write(i, date);
        same = day_read(date, &day) && day == i;
    }
    tap_ok(same, "every day until 2134 is written and read");
    tap_ok(day_of_ms(INT64_C(20776) * DAY_MS - 1) == 20775 &&
               day_of_ms(INT64_C(20776) * DAY_MS) == 20776,
           "a day begins at midnight, UTC");
}

/* ---- the golden list ---- */

/* Game, date, a hash of the first deal, and the results of the levels: the same in every build. */
static const char *const golden[] = {
    "photograph 2024-02-29 624675 -2,31 43,35! 44,33!",
    "photograph 2026-11-19 999504 14,42 44,33! 38,31!",
    "photograph 2031-07-04 114171 8,36 35,37 25,23!",
    "luz 2024-02-29 746075 -15,65,5,5 55,10,-10,25! 30,0,-10,65",
    "luz 2026-11-19 347826 5,70,75,25 15,20,10,0 25,25,-10,20",
    "luz 2031-07-04 976726 20,35,-30,50 20,30,40,15 20,-20,0,-30!",
    "smitten 2024-02-29 434500 17! 17! 2",
    "smitten 2026-11-19 503108 6 17! 4",
    "smitten 2031-07-04 304726 16 17! 17!",
    NULL,
};

static void write_line(const struct game *g, const char *date, struct buf *b)
{
    const struct bot *level[DAILY_LEVELS_MAX];
    struct daily d;
    struct deal first;
    struct fair_stream f;
    struct state_room s;
    int day = 0;
    day_read(date, &day);
    daily_make(g, day, &d);
    setup_init(&d.setup, state_in(&s));
    fair_start(&f, d.seed, 1);
    g->shuffle(state_in(&s), &f.rng, &first);
    buf_put(b, g->name);
    buf_put_char(b, ' ');
    buf_put(b, date);
    buf_put_char(b, ' ');
    buf_put_int(b, (long long)(game_hash_bytes(first.card, (size_t)first.n) % 1000000));
    daily_list_levels(g, level);
    for (int i = 0; level[i] != NULL; i++) {
        struct daily_result r;
        daily_play(&d, level[i], &r);
        buf_put_char(b, ' ');
        for (int k = 0; k < r.result.seats; k++) {
            buf_put(b, k > 0 ? "," : "");
            buf_put_int(b, r.result.score[k]);
        }
        buf_put(b, r.won ? "!" : "");
    }
}

static void test_golden(void)
{
    static const char *const dates[] = {"2024-02-29", "2026-11-19", "2031-07-04"};
    int n = 0;
    for (int k = 0; games_list[k] != NULL; k++)
        for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
            struct buf b = BUF_ROOM(LINE);
            if (games_list[k]->sample)
                continue;
            write_line(games_list[k], dates[i], &b);
            if (!tap_ok(golden[n] != NULL && strcmp(golden[n], b.text) == 0,
                        "the deal and the bots of %s on %s", games_list[k]->name, dates[i]))
                tap_note("\"%s\",", b.text);
            n += golden[n] != NULL;
        }
    tap_ok(golden[n] == NULL, "every line of the list is of a game");
}

/* ---- at a table ---- */

static struct moment now = {.steady = 1000, .date = INT64_C(1795046400000)};

static void happen(struct table *t, struct table_event *e)
{
    e->at = now.date;
    e->steady = now.steady;
    tap_ok(table_apply(t, e), "event %d happens", e->n);
}

/* A table with the deal of that day; the person has the given id. */
static struct table *open_table(const struct daily *d, uint64_t player)
{
    struct table_plan plan;
    struct table_effects fx = {.n = 0};
    const struct table_person person = {.player = player, .name = "Somebody"};
    daily_plan(d, &plan);
    struct table *t = table_new(player == PERSON ? "here-abcdefghijk" : "here-lmnopqrstuv", &plan);
    for (int i = 0; i < daily_count_events(d); i++) {
        struct table_event e;
        char text[TABLE_EVENT_JSON];
        struct buf b;
        daily_read_event(d, &person, i, &e);
        buf_init(&b, text, sizeof text);
        table_write_event(&e, &plan, &b);
        struct table_event again = {.n = i};
        struct table_plan ignored;
        tap_ok(table_read_event(b.text, b.len, &again, &ignored), "the journal is read: %s", text);
        happen(t, &again);
    }
    table_go_on(t, &now, &fx);
    return t;
}

/* The move of a bot at that seat of the table. */
static move ask(const struct table *t, const struct bot *bot, int seat)
{
    struct view_room view;
    struct bot_choice choice = {.m = MOVE_NONE};
    struct bot_limits limits = {.must = true};
    void *scratch = bot_memory_take(bot->scratch);
    memset(&view, 0, sizeof view);
    uint64_t seed = table_ask_daily(t, seat, view_in(&view));
    struct bot_question q = {.game = t->plan.setup.game,
                             .view = view_in(&view),
                             .seat = seat,
                             .limits = &limits,
                             .seed = seed,
                             .scratch = scratch};
    bot->choose(bot, &q, &choice);
    bot_memory_free(scratch);
    return choice.m;
}

static void play(struct table *t, int seat, move m)
{
    struct table_effects fx = {.n = 0};
    struct table_event e = {.n = t->n, .kind = TABLE_MOVE, .move = {.seat = seat}};
    struct buf b;
    buf_init(&b, e.move.text, sizeof e.move.text);
    e.move.sealed = table_is_sealed(t);
    t->plan.setup.game->write_move(m, &b);
    e.at = now.date;
    e.steady = now.steady;
    if (!table_apply(t, &e))
        tap_ok(false, "a bot's move is legal: %s", b.text);
    table_go_on(t, &now, &fx);
}

/* Plays to the end; of several actors the first or the last one moves first. */
static void play_on(struct table *t, const struct daily *d, const struct bot *own, bool last)
{
    while (t->phase == TABLE_PLAY) {
        uint32_t actors = table_actors(t);
        int seat = last ? 31 - __builtin_clz(actors) : __builtin_ctz(actors);
        play(t, seat, ask(t, d->bot[seat] != NULL ? d->bot[seat] : own, seat));
    }
}

static void write_record(const struct table *t, struct strbuf *out)
{
    strbuf_reset(out);
    table_write_record(t, out);
    strbuf_put_bytes(out, "", 1);
    out->len -= 2; /* the line end, and the NUL that we have put */
    out->text[out->len] = '\0';
}

/* "" if the record is verified, else the message id. */
static const char *verify(const char *line, struct daily_result *out)
{
    static struct problem p;
    struct record r;
    p = PROBLEM_EMPTY;
    if (!record_read(&r, line, strlen(line), &p))
        return "unread";
    bool good = daily_check(&r, NULL, out, &p);
    record_clear(&r);
    return good ? "" : p.part[0].id;
}

static void test_game(const struct game *g)
{
    const struct bot *level[DAILY_LEVELS_MAX];
    struct daily d;
    struct daily_result alone, checked;
    struct strbuf record[2] = {STRBUF_EMPTY, STRBUF_EMPTY};
    daily_make(g, 20776, &d);
    daily_list_levels(g, level);
    daily_play(&d, level[0], &alone);
    for (int i = 0; i < 2; i++) {
        struct table *t = open_table(&d, i == 0 ? PERSON : PERSON + 1);
        play_on(t, &d, level[0], i == 1);
        write_record(t, &record[i]);
        struct result r;
        g->result(table_state(t), &r);
        tap_ok(memcmp(&r, &alone.result, sizeof r) == 0,
               "%s: who plays as a bot has its result, order %d", g->name, i);
        const char *why = verify(record[i].text, &checked);
        tap_ok(why[0] == '\0', "%s: the record is verified (%s)", g->name, why);
        tap_ok(memcmp(&checked.result, &alone.result, sizeof r) == 0 &&
                   checked.place == alone.place && checked.won == alone.won,
               "%s: with this result", g->name);
        tap_ok(strstr(record[i].text, "\"daily\":{\"date\":\"2026-11-19\",\"version\":") != NULL &&
                   strstr(record[i].text, "\"fair\"") == NULL,
               "%s: it says which daily deal it is", g->name);
        table_free(t);
    }
    strbuf_clear(&record[0]);
    strbuf_clear(&record[1]);
}

/* ---- records that are refused ---- */

/* The record with `from` replaced by `to`, once. */
static const char *change(const char *line, const char *from, const char *to)
{
    static char out[1 << 16];
    const char *at = strstr(line, from);
    if (at == NULL)
        return "not there";
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - line), line, to, at + strlen(from));
    return out;
}

/* Plays with another choice of a bot at its first turn with one; then honestly. */
static void test_wrong_bot(const struct daily *d, const struct bot *own, struct strbuf *record)
{
    struct table *t = open_table(d, PERSON);
    const struct game *g = d->setup.game;
    bool lied = false;
    while (t->phase == TABLE_PLAY) {
        int seat = __builtin_ctz(table_actors(t));
        move moves[GAME_MOVES_MAX], m = ask(t, d->bot[seat] != NULL ? d->bot[seat] : own, seat);
        int n = g->legal(table_state(t), seat, moves);
        if (d->bot[seat] != NULL && n > 1 && !lied) {
            m = moves[0] == m ? moves[1] : moves[0];
            lied = true;
        }
        play(t, seat, m);
    }
    write_record(t, record);
    struct daily_result r;
    tap_ok(lied && strcmp(verify(record->text, &r), "daily.bot") == 0,
           "%s: a bot's move that is not its own is refused", g->name);
    table_free(t);
}

static void test_refused(void)
{
    const struct game *g = games_find("luz");
    const struct bot *level[DAILY_LEVELS_MAX];
    struct daily d;
    struct daily_result r;
    struct strbuf text = STRBUF_EMPTY;
    daily_make(g, 20776, &d);
    daily_list_levels(g, level);
    struct table *t = open_table(&d, PERSON);
    struct strbuf half = STRBUF_EMPTY;
    play(t, __builtin_ctz(table_actors(t)), ask(t, level[0], __builtin_ctz(table_actors(t))));
    write_record(t, &half);
    tap_ok(strcmp(verify(half.text, &r), "daily.unfinished") == 0, "an unfinished game");
    table_free(t);
    t = open_table(&d, PERSON);
    play_on(t, &d, level[0], false);
    write_record(t, &text);
    const char *line = text.text;
    tap_ok(verify(line, &r)[0] == '\0', "the honest record is verified");
    static const char *const tampered[][3] = {
        {"\"daily\":{\"date\":\"2026-11-19\"", "\"daily\":{\"date\":\"2026-11-20\"", "daily"},
        {"\"daily\":{", "\"weekly\":{", "daily.none"},
        {"\"version\":1", "\"version\":2", "daily.version"},
        {"\"daily\":{", "\"practice\":true,\"daily\":{", "daily.practice"},
        {"\"memory\":\"strict\"", "\"memory\":\"aided\"", "daily.setup"},
    };
    for (size_t i = 0; i < sizeof tampered / sizeof tampered[0]; i++) {
        const char *why = verify(change(line, tampered[i][0], tampered[i][1]), &r);
        tap_ok(strncmp(why, tampered[i][2], strlen(tampered[i][2])) == 0, "%s is refused: %s",
               tampered[i][1], why);
    }
    /* Another deal from the start, played honestly under the name of this one. */
    struct daily other;
    struct strbuf swapped = STRBUF_EMPTY;
    struct table *u;
    daily_make(g, 20777, &other);
    other.setup = d.setup;
    u = open_table(&other, PERSON);
    play_on(u, &other, level[0], false);
    write_record(u, &swapped);
    tap_ok(strcmp(verify(change(swapped.text, "2026-11-20", "2026-11-19"), &r), "daily.deal") == 0,
           "the cards of another day are refused");
    table_free(u);
    test_wrong_bot(&d, level[0], &swapped);
    atomic_bool stop = true;
    struct record read;
    struct problem p;
    if (tap_ok(record_read(&read, line, strlen(line), &p), "read again")) {
        tap_ok(!daily_check(&read, &stop, &r, &p) && p.parts == 0,
               "a verification that was stopped says nothing");
        record_clear(&read);
    }
    strbuf_clear(&swapped);
    strbuf_clear(&half);
    strbuf_clear(&text);
    table_free(t);
}

/* A stand-in's moves are not the person's; a take-back that told something is practice. */
static void test_standin(void)
{
    struct daily d;
    struct table_effects fx = {.n = 0};
    daily_make(games_find("luz"), 20776, &d);
    struct table *t = open_table(&d, PERSON);
    struct table_event e = {.n = t->n, .kind = TABLE_STANDIN, .standin = {.seat = DAILY_SEAT}};
    table_copy(e.standin.level, sizeof e.standin.level, "medium");
    happen(t, &e);
    tap_ok(t->practice, "a daily game with a stand-in does not count");
    (void)fx;
    table_free(t);
}

int main(void)
{
    tap_ok(fair_init(), "libsodium works");
    test_days();
    test_golden();
    for (int i = 0; games_list[i] != NULL; i++)
        test_game(games_list[i]);
    test_refused();
    test_standin();
    return tap_done();
}
