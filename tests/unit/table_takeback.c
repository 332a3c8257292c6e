/* Tables: taking moves back. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/table_help.h"

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
    table_write_update(t, t->chair[t->seat[1].chair].player, &event, 1, fx.changed, &now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "\"text\"") == NULL, "and they are not told");
    strbuf_clear(&out);
    table_free(t);
}

/* A game of one person and bots that play by chance, until the person has to move again. */
static struct table *make_alone(const char *game, int seats, int *me)
{
    struct table *t = make(game, seats, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    sit(t, 1);
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "random"});
    *me = table_find_seat(t, 1);
    return t;
}

/* The others move, by chance, until it is the seat's turn; false: the game is over first. */
static bool pass_round(struct table *t, int seat, struct rng *r)
{
    char text[GAME_TEXT_MAX];
    for (int mover; t->phase == TABLE_PLAY && (table_actors(t) >> seat & 1) == 0;) {
        struct table_event e = {.kind = TABLE_MOVE};
        start_effects();
        mover = choose(t, r, text);
        e.move.seat = mover;
        e.move.sealed = table_is_sealed(t);
        table_copy(e.move.text, sizeof e.move.text, text);
        table_add(t, &e, &now, &fx);
        table_go_on(t, &now, &fx);
        keep_journal(t);
    }
    return t->phase == TABLE_PLAY;
}

static bool is_undo(const struct table *t, uint64_t player, const char *expected)
{
    char memory[256];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    problem_start(&problem, -1);
    bool good = table_write_undo(t, player, &b, &problem);
    return good && strcmp(memory, expected) == 0;
}

/* Against bots alone a move can be taken back whatever has happened since, and that is practice. */
static void test_practice(void)
{
    struct rng r;
    int me;
    struct table *t = make_alone("luz", 3, &me);
    rng_seed_pair(&r, 3, 4);
    pass_round(t, me, &r);
    tap_ok(!ask_back(t, me) && strcmp(why(), "takeback.none") == 0 && !is_undo(t, 1, ""),
           "before the own first move there is nothing to take back");
    struct state_room before = t->state;
    play(t, me, "bid 3");
    tap_ok(is_undo(t, 1, "\"text\":\"bid 3\",\"others\":0,\"practice\":false,\"asks\":false"),
           "a bid that nobody has answered is taken back without a mark");
    pass_round(t, me, &r);
    int own = t->steps - 1;
    while (t->step[own].seat != me)
        own--;
    char said[128];
    snprintf(said, sizeof said, "\"text\":\"bid 3\",\"others\":%d,\"practice\":true,\"asks\":false",
             t->steps - 1 - own);
    tap_ok(is_undo(t, 1, said) && !t->practice, "what it would undo is said before it happens");
    tap_ok(ask_back(t, me) && t->practice &&
               memcmp(&t->state, &before, t->plan.setup.game->state_size) == 0,
           "across the bots' moves, and the game is practice from then on");
    tap_ok(same_again(t), "the journal gives the same table");
    play(t, me, "bid 2");
    struct strbuf out;
    strbuf_init(&out);
    table_write_record(t, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "\"practice\":true") != NULL, "the record says so");
    strbuf_clear(&out);
    table_free(t);
}

/* Any number of times, across the deals of a game too: what was dealt is dealt again. */
static void test_practice_deals(void)
{
    struct rng r;
    int me, deals = 0;
    char text[GAME_TEXT_MAX];
    struct table *t = make_alone("luz", 3, &me);
    rng_seed_pair(&r, 5, 6);
    while (t->deals < 2 && pass_round(t, me, &r)) {
        deals = t->deals;
        choose(t, &r, text);
        play(t, me, text);
        pass_round(t, me, &r);
    }
    struct deal first = t->deal[1];
    tap_ok(deals == 1 && t->deals == 2 && ask_back(t, me) && t->deals == 1,
           "a deal is undone with the move before it");
    while (t->deals < 2 && pass_round(t, me, &r)) {
        choose(t, &r, text);
        play(t, me, text);
        pass_round(t, me, &r);
    }
    tap_ok(t->deals == 2 && memcmp(&first, &t->deal[1], sizeof first) == 0,
           "and comes again as it was");
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
        journal[entries++] = (struct entry){now.date, strdup(lines[i])};
    t = read_again("abcdefghij234567", entries);
    tap_ok(t != NULL && t->steps == steps,
           "an old journal that took a signal back is read as it was");
    table_free(t);
}

int main(void)
{
    fair_init();
    test_takeback();
    test_practice();
    test_practice_deals();
    test_old_takeback();
    forget_journal();
    return tap_done();
}
