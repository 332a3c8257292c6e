/* Tables: clocks, stuck bots, people who leave. */

#include "tests/unit/table_help.h"

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

int main(void)
{
    fair_init();
    test_clock();
    test_stuck_bot();
    test_leaving();
    forget_journal();
    return tap_done();
}
