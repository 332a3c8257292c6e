/* Tables: taking moves back. */
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
    table_write_update(t, t->chair[t->seat[1].chair].player, &event, 1, fx.changed, now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "\"text\"") == NULL, "and they are not told");
    strbuf_clear(&out);
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

int main(void)
{
    fair_init();
    test_takeback();
    test_old_takeback();
    forget_journal();
    return tap_done();
}
