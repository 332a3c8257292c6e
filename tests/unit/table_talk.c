/* Tables: talk, and the signals of a game. */
#include <string.h>

#include "tests/unit/table_help.h"

static bool talk(struct table *t, uint64_t player, const char *text, bool phrase)
{
    return ask(t, (struct table_request){
                      .kind = TABLE_ASK_TALK, .player = player, .text = text, .phrase = phrase});
}

static void test_talk(void)
{
    struct table *t = make("smitten", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    tap_ok(talk(t, 1, "hi <b>", false), "people talk before the game");
    tap_ok(!talk(t, 1, "nonsense", true) && strcmp(why(), "talk.phrase") == 0,
           "a phrase must exist");
    sit(t, 1);
    sit(t, 2);
    tap_ok(!talk(t, 1, "play your 4", false) && strcmp(why(), "talk.signals-only") == 0,
           "S3.2 in Smitten nobody talks during play");
    tap_ok(!talk(t, 7, "well-played", true), "S3.2 nor do spectators, nor by phrases");
    tap_ok(play(t, 0, "say can want"), "S3.2 but there are signals");
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, 2, NULL, 0, &now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "hi <b>") != NULL, "newcomers see what was said");
    strbuf_reset(&out);
    table_write_whole(t, 2, (const uint64_t[]){1}, 1, &now, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "hi <b>") == NULL, "but not from those they muted");
    strbuf_clear(&out);
    table_free(t);
}

static bool can_say(struct table *t, int seat, const char *text)
{
    uint32_t actors = table_actors(t);
    int64_t due[2] = {table_seat_due(t, 0), table_seat_due(t, 1)};
    int64_t bank[2] = {t->seat[0].bank_ms, t->seat[1].bank_ms};
    return play(t, seat, text) && table_actors(t) == actors && table_seat_due(t, 0) == due[0] &&
           table_seat_due(t, 1) == due[1] && t->seat[0].bank_ms == bank[0] &&
           t->seat[1].bank_ms == bank[1];
}

/* Rule S3.2: a signal is no move. */
static void test_signals(void)
{
    struct table *t = make_smitten("9 1 1 3 3 2 4 6 5 7 8 2 4 5 6 7 8 9");
    pass(5000);
    tap_ok(can_say(t, 0, "say can") && can_say(t, 1, "say want"),
           "S3.2 at the start of a turn: no clock, no actors change");
    play(t, 0, "play 1L");
    pass(40000);
    tap_ok(table_actors(t) == 2 && can_say(t, 0, "say pass") && can_say(t, 1, "say cannot"),
           "S3.2 within a turn both signal, also who has no move, and no clock changes");
    tap_ok(!ask_back(t, 0) && strcmp(why(), "takeback.reveal") == 0 && !ask_back(t, 1) &&
               strcmp(why(), "takeback.not-last") == 0,
           "S3.2 a signal is not what is taken back, whoever gave it");
    play(t, 1, "reveal 3");
    tap_ok(t->seat[1].bank_ms == 45000, "the time that a signal did not change is counted");
    play(t, 1, "place 2R");
    play(t, 1, "play 4L");
    play(t, 0, "place 3R");
    play(t, 0, "play 1R");
    tap_ok(play(t, 1, "reveal 3"), "the 3 that all know is revealed once more");
    int version = (int)t->version, steps = t->steps;
    tap_ok(can_say(t, 0, "say can") && can_say(t, 1, "say pass"), "then both signal");
    tap_ok(ask_back(t, 1) && t->ask_seat == 1, "S3.2 signals since a move do not keep it");
    tap_ok(can_say(t, 0, "say want") && t->ask_seat == 1, "nor do they answer the question");
    tap_ok(answer(t, 0, true) && t->ask_seat < 0 && t->steps == steps - 1 &&
               (int)t->version > version && same_again(t),
           "the move is taken back, with what was said since");
    tap_ok(play(t, 1, "reveal 3") && play(t, 1, "place 5L") && same_again(t), "and play goes on");
    int said = 0;
    while (said <= TABLE_SIGNALS_MAX && play(t, 0, said % 2 == 0 ? "say can" : "say cannot"))
        said++;
    tap_ok(said == TABLE_SIGNALS_MAX && strcmp(why(), "talk.signals-enough") == 0 &&
               play(t, 1, "say can"),
           "a table hears %d signals of a seat between two moves", said);
    tap_ok(same_again(t), "the journal gives the same table");
    table_free(t);
}

/* The bot at the seat is asked, and answers with that text (NULL: it waits) when it is due. */
static void answer_as_bot(struct table *t, int seat, const char *text, int64_t delay)
{
    uint32_t think, must;
    move m = MOVE_NONE;
    if (text != NULL)
        t->plan.setup.game->read_move(text, &m);
    table_plan_bots(t, &now, delay);
    start_effects();
    table_tick(t, &now, delay, &fx, &think, &must);
    now.steady = t->seat[seat].answer_at;
    table_answer(t, seat, t->version, m, &now, delay, &fx);
}

/* A bot leaves the turn to the person for a while; less long if it has said that it wants it.
   However fast it is, the person has some seconds; only with a delay of 0 it waits for nobody. */
static void test_wish(void)
{
    static const struct {
        const char *says;
        int64_t delay, waits;
    } rows[] = {
        {"say can want", 1000, 5100},  {"say want", 1000, 5100}, {"say can", 1000, 19100},
        {"say can pass", 1000, 19100}, {"say want", 1, 3000},    {"say can", 1, 8000},
        {"say cannot", 100, 8000},     {"say want", 0, 100},     {"say can", 0, 100},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *t = make("smitten", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
        sit(t, 1);
        ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "easy"});
        int bot = 1 - table_find_seat(t, 1);
        answer_as_bot(t, bot, rows[i].says, rows[i].delay);
        bool said = fx.n == 1 && fx.event[0].kind == TABLE_MOVE;
        answer_as_bot(t, bot, NULL, rows[i].delay);
        tap_ok(said && t->seat[bot].must_at == now.steady + rows[i].waits,
               "a bot with a delay of %d ms that has said \"%s\" waits %d ms for the person",
               (int)rows[i].delay, rows[i].says, (int)rows[i].waits);
        uint32_t think, must;
        now.steady = t->seat[bot].must_at;
        table_tick(t, &now, rows[i].delay, &fx, &think, &must);
        tap_ok(must == UINT32_C(1) << bot, "then it must play");
        table_free(t);
    }
}

int main(void)
{
    fair_init();
    test_talk();
    test_signals();
    test_wish();
    forget_journal();
    return tap_done();
}
