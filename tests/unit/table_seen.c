/* Tables: a move that names what its chooser had seen. */
#include <string.h>

#include "tests/unit/table_help.h"

static bool play_seen(struct table *t, int seat, const char *text, int seen)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_MOVE,
                                         .player = player,
                                         .text = text,
                                         .has_seen = true,
                                         .seen = seen});
}

static bool is_stale(struct table *t, int seat, const char *text, int seen)
{
    int n = t->n;
    return !play_seen(t, seat, text, seen) && t->n == n && strcmp(why(), "move.stale") == 0;
}

static struct table *start(const char *game, int seats)
{
    struct table *t = make(game, seats, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    for (uint64_t i = 1; i <= (uint64_t)seats; i++)
        sit(t, i);
    return t;
}

static void test_turns(void)
{
    struct table *t = start("luz", 3);
    int seat = __builtin_ctz(table_actors(t)), dealt = t->n - 1;
    tap_ok(is_stale(t, seat, "bid 1", dealt - 1), "a move from before the deal is refused");
    tap_ok(is_stale(t, seat, "bid 1", -1) && is_stale(t, seat, "bid 1", t->n),
           "so is one for a position that there never was");
    ask(t, (struct table_request){.kind = TABLE_ASK_TALK, .player = 2, .text = "well"});
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 2});
    ask(t, (struct table_request){.kind = TABLE_ASK_BACK, .player = 2});
    tap_ok(t->n > dealt + 1 && play_seen(t, seat, "bid 1", dealt),
           "talk, and people who come and go, do not count");
    int next = __builtin_ctz(table_actors(t)), moved = t->n - 1;
    tap_ok(is_stale(t, next, "bid 1", moved - 1), "a move from before the last move is refused");
    ask_back(t, seat);
    for (int i = 0; i < 3; i++)
        if (i != seat)
            answer(t, i, true);
    tap_ok(__builtin_ctz(table_actors(t)) == seat && is_stale(t, seat, "bid 2", moved),
           "so is one from before a take-back");
    tap_ok(same_again(t) && play_seen(t, seat, "bid 2", t->n - 1), "what is seen is played");
    tap_ok(play(t, next, "bid 1"), "without a number nothing is asked");
    table_free(t);
}

static void test_sealed(void)
{
    struct table *t = start("null", 2);
    int dealt = t->n - 1;
    uint32_t version = t->version;
    tap_ok(play_seen(t, 0, "show", dealt) && t->version == version,
           "a choice in secret changes nothing for the others");
    tap_ok(same_again(t) && play_seen(t, 1, "show", dealt), "their choices stay good");
    table_free(t);
}

int main(void)
{
    fair_init();
    test_turns();
    test_sealed();
    forget_journal();
    return tap_done();
}
