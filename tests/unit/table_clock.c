/* Tables: clocks, stuck bots, people who leave. */

#include <string.h>

#include "tests/unit/table_help.h"

static uint32_t tick(struct table *t, uint32_t *must)
{
    uint32_t think;
    start_effects();
    table_tick(t, &now, 1000, &fx, &think, must);
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
    tap_ok(table_seat_due(t, seat) == now.steady + 90000,
           "the first player has the move's time and the bank");
    pass(50000);
    play(t, seat, "bid 3");
    tap_ok(t->seat[seat].bank_ms == 40000, "time beyond the move's comes from the bank");
    int next = __builtin_ctz(table_actors(t));
    tap_ok(next != seat && table_seat_due(t, next) == now.steady + 90000,
           "then the next seat's time runs");
    pass(89999);
    tick(t, &must);
    tap_ok(fx.n == 0, "nothing happens before the time is up");
    pass(1);
    uint32_t think = tick(t, &must);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_STANDIN && fx.event[0].standin.seat == next,
           "then a bot stands in");
    tap_ok(think == UINT32_C(1) << next && must == UINT32_C(1) << next, "it is asked");
    tap_ok(tick(t, &must) == 0, "once");
    move m;
    t->plan.setup.game->read_move("bid 2", &m);
    start_effects();
    table_answer(t, next, t->version - 1, m, &now, 1000, &fx);
    tap_ok(fx.n == 0 && !t->seat[next].answered, "an answer to an old question does nothing");
    table_answer(t, next, t->version, m, &now, 1000, &fx);
    tap_ok(fx.n == 0 && t->seat[next].answered, "its answer waits for its moment");
    pass(2500);
    tick(t, &must);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_MOVE, "then it is a move");
    uint64_t player = t->chair[t->seat[next].chair].player;
    ask(t, (struct table_request){.kind = TABLE_ASK_BACK, .player = player});
    tap_ok(fx.n == 1 && !table_is_played_by_bot(t, next), "the person takes the seat over again");
    tap_ok(t->seat[next].bank_ms == 0, "without the bank, which was used up");
    tap_ok(same_again(t), "the journal gives the same clocks");
    table_free(t);
}

static void test_stuck_bot(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    uint32_t must;
    sit(t, 1);
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "random"});
    table_plan_bots(t, &now, 1000);
    int seat = __builtin_ctz(table_actors(t));
    if (!table_is_played_by_bot(t, seat)) {
        play(t, seat, "bid 3");
        table_plan_bots(t, &now, 1000);
    }
    tap_ok(tick(t, &must) != 0 && table_wait_ms(t, &now) == TABLE_STUCK_MS, "a bot is asked");
    seat = __builtin_ctz(table_actors(t));
    table_ask_again(t, seat, must != 0, &now);
    pass(table_wait_ms(t, &now));
    uint32_t before = must;
    tap_ok(tick(t, &must) != 0 && fx.n == 0 && must == before,
           "one that could not be asked is asked again");
    pass(TABLE_STUCK_MS);
    tap_ok(table_is_stuck(t, seat, &now), "it does not answer");
    table_put_off(t, seat, &now);
    tap_ok(tick(t, &must) == 0 && fx.n == 0 && !table_is_stuck(t, seat, &now),
           "what waits for others is put off");
    pass(TABLE_STUCK_MS);
    tick(t, &must);
    tap_ok(fx.n >= 1 && fx.event[0].kind == TABLE_MOVE, "one that does not answer is played for");
    table_free(t);
}

static void test_leaving(void)
{
    struct table *t = make("smitten", 1, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    uint32_t must;
    sit(t, 1);
    tap_ok(t->phase == TABLE_PLAY && table_wait_ms(t, &now) == TABLE_NEVER,
           "without a clock no time runs");
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 1});
    tap_ok(table_wait_ms(t, &now) == TABLE_LEAVE_MS, "who leaves is waited for a little");
    pass(TABLE_LEAVE_MS);
    tick(t, &must);
    tap_ok(t->chair[0].standin, "then a bot stands in");
    ask(t, (struct table_request){.kind = TABLE_ASK_BACK, .player = 1});
    tap_ok(!t->chair[0].standin, "until the person is back");
    table_free(t);
}

/* A game of three people with a live clock; the seat whose turn it is. */
static struct table *start_clocked(int *seat)
{
    struct table *t = make("luz", 3, (struct table_clock){TABLE_CLOCK_LIVE, 30000, 60000}, false);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    *seat = __builtin_ctz(table_actors(t));
    return t;
}

static bool ask_kind(struct table *t, enum table_ask_kind kind, int seat)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = kind, .player = player});
}

/* A clock runs whatever people do. */
static void test_presence(void)
{
    int seat;
    struct table *t = start_clocked(&seat);
    int64_t due = table_seat_due(t, seat);
    for (int i = 0; i < 5; i++) {
        pass(10000);
        ask_kind(t, TABLE_ASK_LEAVE, seat);
        pass(5000);
        ask_kind(t, TABLE_ASK_BACK, seat);
    }
    tap_ok(table_seat_due(t, seat) == due, "leaving and coming back gives no time");
    tap_ok(same_again(t), "nor does it in the journal");
    play(t, seat, "bid 3");
    tap_ok(t->seat[seat].bank_ms == 15000, "the bank pays for all of it");
    int next = __builtin_ctz(table_actors(t));
    due = table_seat_due(t, next);
    pass(7000);
    tap_ok(ask_back(t, seat) && answer(t, next, false) && table_seat_due(t, next) == due,
           "a question to take back gives none");
    table_free(t);
}

/* A person who comes back when the time is up has the seat after the stand-in's move. */
static void test_late(void)
{
    int seat;
    uint32_t must;
    struct table *t = start_clocked(&seat);
    pass(90000);
    tap_ok(tick(t, &must) == UINT32_C(1) << seat, "when the time is up, a stand-in is asked");
    ask_kind(t, TABLE_ASK_BACK, seat);
    tap_ok(fx.n == 1 && table_is_played_by_bot(t, seat) && table_seat_due(t, seat) == TABLE_NEVER,
           "coming back does not restart a clock that has run out");
    ask_kind(t, TABLE_ASK_BACK, seat);
    ask_kind(t, TABLE_ASK_LEAVE, seat);
    tap_ok(fx.n == 0, "once is enough");
    for (int i = 0; i < 4; i++) {
        pass(500);
        ask_kind(t, TABLE_ASK_BACK, seat);
        table_plan_bots(t, &now, 1000);
    }
    move m;
    t->plan.setup.game->read_move("bid 2", &m);
    start_effects();
    table_answer(t, seat, t->version, m, &now, 1000, &fx);
    keep_journal(t);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_MOVE,
           "the stand-in plays, whatever the person does");
    tap_ok(!table_is_played_by_bot(t, seat) && fx.changed & TABLE_NEW_PEOPLE,
           "then the seat is the person's again, and everybody is told");
    tap_ok(same_again(t), "the journal gives the same table");
    table_free(t);
    t = start_clocked(&seat);
    pass(90000);
    tick(t, &must);
    tap_ok(play(t, seat, "bid 1") && !table_is_played_by_bot(t, seat),
           "the person may still move before the stand-in");
    tap_ok(same_again(t), "the journal gives the same table");
    table_free(t);
}

/* A move taken back has its time on the clock again. */
static void test_rewind(void)
{
    int seat;
    struct table *t = start_clocked(&seat);
    pass(40000);
    play(t, seat, "bid 3");
    int next = __builtin_ctz(table_actors(t));
    int64_t bank = t->seat[seat].bank_ms;
    pass(1000);
    bool taken = ask_back(t, seat);
    for (int i = 0; i < 3 && taken; i++)
        if (i != seat)
            answer(t, i, true);
    tap_ok(bank == 50000 && __builtin_ctz(table_actors(t)) == seat, "a bid is taken back");
    tap_ok(t->seat[seat].bank_ms == 60000 && table_seat_due(t, seat) == now.steady + 50000,
           "its clock goes on where the move stopped it");
    tap_ok(table_seat_due(t, next) == TABLE_NEVER, "the next one's stands");
    tap_ok(same_again(t), "the journal gives the same clocks");
    table_free(t);
}

/* The remaining time of a seat as people are told it. */
static int64_t told_left(const struct table *t, int seat)
{
    return table_seat_until(t, seat, &now) - now.date;
}

/* The date jumps; a live clock does not. */
static void test_date(void)
{
    static const int64_t steps[] = {3600000, -3600000, INT64_C(-86400000) * 365, 1000};
    int seat;
    struct table *t = start_clocked(&seat);
    uint32_t must;
    bool good = true, still = true;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        now.date += steps[i];
        pass(1000);
        good = good && told_left(t, seat) == 90000 - 1000 * (int64_t)(i + 1);
        tick(t, &must);
        still = still && fx.n == 0;
        ask(t, (struct table_request){.kind = TABLE_ASK_TALK, .player = 1, .text = "?"});
    }
    tap_ok(good && still, "a jump of the date changes no live clock");
    play(t, seat, "bid 3");
    tap_ok(t->seat[seat].bank_ms == 60000, "and charges nobody");
    now.date += 5000000;
    tap_ok(same_again(t), "the journal gives the same clocks");
    now.steady += 89999;
    tick(t, &must);
    tap_ok(fx.n == 0, "the steady time counts");
    now.steady += 1;
    tick(t, &must);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_STANDIN, "to its end");
    table_free(t);
}

/* A clock of days goes by the date. */
static void test_days(void)
{
    struct table *t = make("luz", 3, (struct table_clock){TABLE_CLOCK_DAYS, 86400000, 0}, false);
    uint32_t must;
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    int seat = __builtin_ctz(table_actors(t));
    struct moment due = table_next_due(t);
    tap_ok(due.date == now.date + 86400000 && due.steady == TABLE_NEVER,
           "days are due by the date");
    now.date -= 7200000;
    tick(t, &must);
    tap_ok(fx.n == 0 && told_left(t, seat) == 86400000 + 7200000, "a date set back harms nobody");
    now.date += 7200000 + 86400000;
    tick(t, &must);
    tap_ok(fx.n == 1 && fx.event[0].kind == TABLE_STANDIN && t->seat[seat].bank_ms == 0,
           "when the day is over, a bot stands in, also if the server was down");
    tap_ok(same_again(t), "the journal gives the same table");
    table_free(t);
}

/* Journals of older versions have no steady times: their dates count. */
static void test_older_journal(void)
{
    int seat;
    now.date = now.steady;
    struct table *t = start_clocked(&seat);
    pass(50000);
    play(t, seat, "bid 3");
    bool none = true;
    for (int i = 0; i < entries; i++)
        none = none && strstr(journal[i].text, "steady") == NULL;
    tap_ok(none && same_again(t) && t->seat[seat].bank_ms == 40000,
           "without steady times the dates of events count");
    now.date += 100;
    play(t, __builtin_ctz(table_actors(t)), "bid 3");
    tap_ok(strstr(journal[entries - 1].text, "\"steady\":") != NULL && same_again(t),
           "a steady time that differs is written");
    table_free(t);
}

/* Asks the only bot that is to move, and lets it answer after `think` milliseconds; returns how
   long its move took. */
static int64_t time_answer(struct table *t, int64_t think)
{
    uint32_t must, seats = tick(t, &must);
    int64_t began = now.steady;
    move moves[GAME_MOVES_MAX];
    if (seats == 0)
        return -1;
    int seat = __builtin_ctz(seats);
    t->plan.setup.game->legal(table_state(t), seat, moves);
    pass(think);
    start_effects();
    table_answer(t, seat, t->version, moves[0], &now, 1000, &fx);
    while (fx.n == 0) {
        pass(table_wait_ms(t, &now));
        tick(t, &must);
    }
    return now.steady - began;
}

/* A bot's answer comes at a moment drawn before it thinks. */
static void test_answer_time(void)
{
    int64_t took[4];
    static const int64_t think[] = {0, 400, 999, 5000};
    for (int i = 0; i < 4; i++) {
        now = (struct moment){.steady = 5000000, .date = 5000000};
        struct table *t = make("smitten", 1, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
        sit(t, 1);
        ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1});
        ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 1});
        pass(TABLE_LEAVE_MS);
        took[i] = time_answer(t, think[i]);
        table_free(t);
    }
    tap_ok(took[0] >= 1000 && took[0] <= 1500,
           "an answer takes the delay, and up to half of it more");
    tap_ok(took[1] == took[0] && took[2] == took[0], "however long the bot thinks");
    tap_ok(took[3] == 5000, "but for one that thinks longer");
}

/* Nobody can put off a bot's turn. */
static void test_bots_go_on(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    sit(t, 1);
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "random"});
    int seat = __builtin_ctz(table_actors(t));
    if (!table_is_played_by_bot(t, seat))
        play(t, seat, "bid 3");
    table_plan_bots(t, &now, 1000);
    int64_t due = now.steady + table_wait_ms(t, &now), took;
    pass(900);
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 1});
    table_plan_bots(t, &now, 1000);
    tap_ok(now.steady + table_wait_ms(t, &now) == due, "leaving does not put off a bot's turn");
    took = time_answer(t, 10);
    ask(t, (struct table_request){.kind = TABLE_ASK_BACK, .player = 1});
    tap_ok(took >= 0 && took <= 1100 + 500, "nor its move");
    table_free(t);
}

int main(void)
{
    fair_init();
    test_clock();
    test_presence();
    test_late();
    test_rewind();
    test_date();
    test_days();
    test_older_journal();
    test_answer_time();
    test_bots_go_on();
    test_stuck_bot();
    test_leaving();
    forget_journal();
    return tap_done();
}
