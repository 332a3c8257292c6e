/* Tables: whole games by requests, with the journal read again after every event; chairs. */
#include <string.h>

#include "games/list.h"
#include "table/record.h"
#include "tests/unit/table_help.h"

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
        pass(1500);
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
    test_chairs();
    test_coded();
    forget_journal();
    return tap_done();
}
