/* Tables: a pause that everybody sees. */

#include <string.h>

#include "tests/unit/table_help.h"

static bool pause(struct table *t, uint64_t player, bool on)
{
    return ask(t, (struct table_request){.kind = TABLE_ASK_PAUSE, .player = player, .yes = on});
}

static bool says(const struct table *t, const char *text)
{
    struct strbuf out = {0};
    table_write_whole(t, 1, NULL, 0, &now, &out);
    bool found = strstr(out.text, text) != NULL;
    strbuf_clear(&out);
    return found;
}

static void test_clocks(void)
{
    struct table *t = make("luz", 3, (struct table_clock){TABLE_CLOCK_LIVE, 30000, 60000}, false);
    tap_ok(!pause(t, 1, true) && strcmp(why(), "table.not-begun") == 0, "not before the game");
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    int seat = __builtin_ctz(table_actors(t));
    uint64_t mover = t->chair[t->seat[seat].chair].player;
    uint64_t other = mover == 1 ? 2 : 1;
    tap_ok(!pause(t, 9, true) && strcmp(why(), "table.not-seated") == 0, "not for spectators");
    tap_ok(!pause(t, other, false) && strcmp(why(), "pause.none") == 0, "nothing to end yet");
    pass(20000);
    tap_ok(pause(t, other, true) && fx.changed & TABLE_NEW_PAUSE, "any player pauses");
    tap_ok(table_is_paused(t) && !pause(t, mover, true) && strcmp(why(), "pause.already") == 0,
           "once");
    tap_ok(table_seat_due(t, seat) == TABLE_NEVER && table_wait_ms(t, &now) == TABLE_NEVER,
           "clocks stand");
    tap_ok(!play(t, seat, "bid 3") && strcmp(why(), "pause.now") == 0, "nobody moves");
    tap_ok(says(t, "\"pause\":{\"seat\":"), "everybody sees it");
    tap_ok(same_again(t), "the journal gives the same pause");
    pass(500000);
    tap_ok(pause(t, mover, false) && !table_is_paused(t), "any player goes on");
    tap_ok(table_seat_due(t, seat) == now.steady + 70000, "the clock goes on where it stood");
    tap_ok(says(t, "\"pause\":null"), "and everybody sees that");
    tap_ok(play(t, seat, "bid 3") && t->seat[seat].bank_ms == 60000, "no time was lost");
    tap_ok(same_again(t), "the journal gives the same clocks");
    table_free(t);
}

static void test_bots(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    uint32_t think, must;
    sit(t, 1);
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "random"});
    int own = table_find_seat(t, 1);
    if (table_actors(t) >> own & 1)
        play(t, own, "bid 3");
    table_plan_bots(t, &now, 1000);
    pause(t, 1, true);
    table_plan_bots(t, &now, 1000);
    pass(10 * TABLE_STUCK_MS);
    start_effects();
    table_tick(t, &now, 1000, &fx, &think, &must);
    tap_ok(fx.n == 0 && think == 0, "bots wait");
    pause(t, 1, false);
    table_plan_bots(t, &now, 1000);
    start_effects();
    table_tick(t, &now, 1000, &fx, &think, &must);
    tap_ok(think != 0, "then they are asked");
    table_free(t);
}

static void test_share(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    int had = 0;
    while (had <= TABLE_PAUSES_SHARE && pause(t, 1, true) && pause(t, 2, false))
        had++;
    tap_ok(had == TABLE_PAUSES_SHARE && strcmp(why(), "pause.enough") == 0,
           "a player has a share of pauses");
    tap_ok(pause(t, 2, true), "of their own");
    table_free(t);
}

static void test_left(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    int seat = __builtin_ctz(table_actors(t));
    uint64_t mover = t->chair[t->seat[seat].chair].player;
    pause(t, mover == 1 ? 2 : 1, true);
    pass(5000);
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = mover});
    pass(90000);
    pause(t, mover == 1 ? 2 : 1, false);
    tap_ok(table_seat_due(t, seat) == now.steady + TABLE_LEAVE_MS,
           "who left in a pause has all the time after it");
    tap_ok(same_again(t), "the journal gives the same");
    table_free(t);
}

int main(void)
{
    fair_init();
    test_clocks();
    test_bots();
    test_share();
    test_left();
    forget_journal();
    return tap_done();
}
