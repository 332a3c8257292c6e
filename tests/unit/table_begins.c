/* Tables: the player who begins, chosen or drawn. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/table_help.h"

/* Whether player 1, coming to the table now, is told `words`. */
static bool shows(const struct table *t, const char *words)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, 1, NULL, 0, &now, &out);
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
        journal[entries++] = (struct entry){now.date, strdup(old[i])};
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
        (struct entry){now.date, strdup("{\"e\":\"start\",\"order\":[2,0,1],\"begins\":3}")};
    tap_ok(read_again("abcdefghij234567", entries) == NULL, "a seat that is not there is refused");
}

int main(void)
{
    fair_init();
    test_begins("photograph", 2);
    test_begins("photograph", 4);
    test_begins("luz", 5);
    test_naming();
    test_planning();
    test_old_start();
    forget_journal();
    return tap_done();
}
