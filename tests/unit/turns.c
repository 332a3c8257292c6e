/* The rules of taking turns, on the sample (secret choices) and on a game with signals. */
#include "core/turns.h"

#include "games/list.h"
#include "tests/tap.h"

static const struct game *find_speaking(void)
{
    for (int i = 0; games_list[i] != NULL; i++)
        if (games_list[i]->signal != NULL)
            return games_list[i];
    return NULL;
}

static void test_kinds(const struct game *silent, const struct game *speaking)
{
    tap_ok(!turns_are_open(speaking, 1), "one actor leaves nothing to settle");
    tap_ok(!turns_are_open(speaking, GAME_DEALER), "nor does the dealer");
    tap_ok(!turns_are_open(silent, 5), "without signals, several actors choose in secret");
    tap_ok(turns_are_open(speaking, 3), "with signals, several actors settle who acts");
}

static void test_waiting(const struct game *silent, const struct game *speaking)
{
    struct turns t;
    turns_start(&t);
    tap_ok(turns_must(&t, speaking, 2) && turns_must(&t, silent, 7),
           "a lone actor and secret choosers must move");
    tap_ok(!turns_must(&t, speaking, 3), "with signals nobody must move at first");
    tap_ok(turns_may_wait(&t, speaking, 3, 0) && !turns_may_wait(&t, speaking, 1, 0) &&
               !turns_may_wait(&t, silent, 7, 0),
           "waiting is for those who can leave the move to another");
    turns_wait(&t, 1);
    tap_ok(!turns_must(&t, speaking, 3), "nor after only one has waited");
    tap_ok(!turns_may_wait(&t, speaking, 3, 0) && turns_may_wait(&t, speaking, 7, 0),
           "the last one may not wait");
    turns_wait(&t, 0);
    tap_ok(turns_has_waited(&t, 0) && !turns_may_wait(&t, speaking, 3, 0),
           "nobody waits twice in a row");
    tap_ok(turns_must(&t, speaking, 3), "when all have waited, all must move");
    turns_note(&t, 0, MOVE_TALK);
    tap_ok(!turns_must(&t, speaking, 3), "a signal lets them wait again");
}

static void test_signals(void)
{
    struct turns t;
    bool good = true;
    turns_start(&t);
    for (int i = 0; i < TURNS_SIGNALS_MAX; i++) {
        good = good && turns_take(&t, 1, false, MOVE_TALK);
        turns_note(&t, 1, MOVE_TALK);
    }
    tap_ok(good && !turns_take(&t, 1, false, MOVE_TALK), "a bot's signals have a limit");
    tap_ok(turns_take(&t, 0, false, MOVE_TALK), "each seat has its own limit");
    tap_ok(!turns_take(&t, 0, true, MOVE_TALK), "a bot that must move may not signal");
    tap_ok(turns_take(&t, 1, true, 5) && turns_take(&t, 1, false, 5), "a move always counts");
    tap_ok(!turns_take(&t, 0, true, MOVE_NONE), "waiting is refused to a bot that must move");
    for (int i = 0; i < 1000; i++)
        turns_note(&t, 1, MOVE_TALK);
    tap_ok(t.said[1] == UINT8_MAX && t.said[0] == 0, "the count does not overflow");
    turns_note(&t, 0, 5);
    tap_ok(turns_take(&t, 1, false, MOVE_TALK), "a move resets everyone's signals");
}

static void test_next(void)
{
    tap_ok(turns_find_next(5, 0) == 0 && turns_find_next(5, 1) == 2 && turns_find_next(5, 3) == 0 &&
               turns_find_next(16, 5) == 4,
           "the next seat is found cyclically");
}

static void test_movers(const struct game *g)
{
    struct state_room room;
    struct rng r;
    struct deal d;
    int opt[GAME_OPTIONS_MAX], at;
    game_preset_options(g, opt);
    g->init(state_in(&room), 2, opt);
    tap_ok(turns_list_movers(g, state_in(&room), 3) == 0, "nobody can move before the deal");
    rng_seed(&r, 1);
    g->shuffle(state_in(&room), &r, &d);
    g->deal(state_in(&room), &d, &at);
    tap_ok(turns_list_movers(g, state_in(&room), 3) == 3 &&
               turns_list_movers(g, state_in(&room), 2) == 2,
           "then both can; only the seats in question are listed");
}

int main(void)
{
    const struct game *silent = games_find("null"), *speaking = find_speaking();
    test_kinds(silent, speaking);
    test_waiting(silent, speaking);
    test_signals();
    test_next();
    test_movers(silent);
    return tap_done();
}
