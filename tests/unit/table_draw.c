/* Tables: people's numbers for the fair deal, sealed and then revealed (docs/fair-deals.md). */
#include <string.h>

#include "table/verify.h"
#include "tests/unit/table_help.h"

static const struct table_clock none = {.kind = TABLE_CLOCK_NONE};
static const struct table_clock live = {TABLE_CLOCK_LIVE, 60000, 60000};
static const struct table_clock days = {TABLE_CLOCK_DAYS, INT64_C(86400000), 0};

/* The number of a person in a round. */
static struct fair_number number_of(uint64_t player, int round)
{
    struct fair_number n = {.given = true};
    memset(n.bytes, (int)(16 * (uint64_t)round + player), sizeof n.bytes);
    return n;
}

static struct fair_number seal_of(uint64_t player, int round)
{
    struct fair_number n = number_of(player, round), seal = {.given = true};
    fair_seal(n.bytes, seal.bytes);
    return seal;
}

static bool sit_sealed(struct table *t, uint64_t player, int round)
{
    return ask(t, (struct table_request){.kind = TABLE_ASK_SIT,
                                         .player = player,
                                         .chair = -1,
                                         .seal = seal_of(player, round)});
}

static bool seal(struct table *t, uint64_t player, int round)
{
    return ask(t, (struct table_request){
                      .kind = TABLE_ASK_SEAL, .player = player, .seal = seal_of(player, round)});
}

static bool reveal(struct table *t, uint64_t player, int round)
{
    return ask(t, (struct table_request){.kind = TABLE_ASK_REVEAL,
                                         .player = player,
                                         .number = number_of(player, round)});
}

static bool is_refused(bool done, const char *id)
{
    return !done && strcmp(why(), id) == 0;
}

static void test_reveal(void)
{
    struct table *t = make("null", 3, none, false);
    tap_ok(sit_sealed(t, 1, 0) && sit_sealed(t, 2, 0) && !t->drawing, "two people seal numbers");
    tap_ok(is_refused(seal(t, 1, 1), "table.sealed"), "a seal is not replaced");
    tap_ok(is_refused(reveal(t, 1, 0), "table.not-drawing"), "nobody reveals early");
    tap_ok(sit(t, 3) && t->drawing && t->phase == TABLE_OPEN && table_draw_waits(t) == 3,
           "the table is full: the numbers are asked for, but not of a person who gives none");
    tap_ok(is_refused(reveal(t, 1, 1), "table.number-wrong"), "a wrong number is refused");
    tap_ok(is_refused(reveal(t, 3, 0), "table.not-drawing"), "and one that was not sealed");
    tap_ok(is_refused(reveal(t, 9, 0), "table.not-seated"), "and a spectator's");
    tap_ok(reveal(t, 2, 0) && t->phase == TABLE_OPEN && table_draw_waits(t) == 1 && same_again(t),
           "one reveals");
    tap_ok(is_refused(reveal(t, 2, 0), "table.not-drawing"), "but once");
    tap_ok(reveal(t, 1, 0) && t->phase == TABLE_PLAY && !t->drawing && t->draws == 1 &&
               same_again(t),
           "after the last number the game starts");
    table_free(t);
}

static void test_void(void)
{
    struct table *t = make("luz", 3, none, false);
    sit_sealed(t, 1, 0);
    sit_sealed(t, 2, 0);
    ask(t, (struct table_request){
               .kind = TABLE_ASK_SIT, .player = 3, .chair = -1, .number = number_of(3, 0)});
    reveal(t, 1, 0);
    tap_ok(ask(t, (struct table_request){.kind = TABLE_ASK_STAND, .player = 2}) && !t->drawing &&
               table_draw_waits(t) == 1 && !t->chair[0].number.given,
           "somebody stands up instead: what was revealed is void");
    tap_ok(t->chair[2].number.given, "a number that was open from the start stays");
    tap_ok(sit_sealed(t, 4, 0) && t->drawing && table_draw_waits(t) == 1 && same_again(t),
           "with the chair taken again, a new seal is due first");
    tap_ok(is_refused(reveal(t, 4, 0), "table.not-drawing"),
           "nobody reveals before everybody has sealed");
    tap_ok(seal(t, 1, 1) && table_draw_waits(t) == 3, "then the numbers are asked for");
    tap_ok(is_refused(reveal(t, 1, 0), "table.number-wrong"), "the old number is void");
    tap_ok(reveal(t, 1, 1) && reveal(t, 4, 0) && t->phase == TABLE_PLAY && t->draws == 2 &&
               same_again(t),
           "and the game starts at the second draw");
    table_free(t);
}

static void test_host(void)
{
    struct table *t = make("luz", 3, none, true);
    struct table_request bot = {.kind = TABLE_ASK_BOT, .player = 1, .chair = 1, .level = "random"};
    struct table_request begins = {.kind = TABLE_ASK_BEGINS, .player = 1, .chair = 1};
    struct table_request start = {.kind = TABLE_ASK_START, .player = 1, .level = "random"};
    sit_sealed(t, 1, 0);
    tap_ok(ask(t, start) && t->drawing, "the host starts: the numbers are asked for");
    tap_ok(is_refused(ask(t, bot), "table.drawing") &&
               is_refused(ask(t, begins), "table.drawing") &&
               is_refused(ask(t, start), "table.drawing") && is_refused(sit(t, 2), "table.full"),
           "whoever knows a number arranges nothing any more");
    bot.level = NULL;
    tap_ok(ask(t, bot) && !t->drawing && table_draw_waits(t) == 1, "only a free chair voids it");
    tap_ok(ask(t, start) && t->drawing && seal(t, 1, 1) && reveal(t, 1, 1) &&
               t->phase == TABLE_PLAY && same_again(t),
           "a second start asks for a seal and the number");
    table_free(t);
}

static bool is_late(struct table_clock clock, int64_t after)
{
    struct table *t = make("null", 2, clock, false);
    uint32_t think, must;
    sit_sealed(t, 1, 0);
    sit_sealed(t, 2, 0);
    reveal(t, 2, 0);
    struct moment due = table_next_due(t), then = moment_after(now, after);
    start_effects();
    if (moment_wait(&due, &now) != INT64_MAX)
        table_tick(t, &then, 0, &fx, &think, &must);
    keep_journal(t);
    bool late = fx.n == 1 && fx.event[0].kind == TABLE_LATE && fx.event[0].stand.player == 1 &&
                t->chair[0].kind == TABLE_CHAIR_FREE && t->chair[1].reseal && same_again(t);
    bool waits = fx.n == 0 && t->drawing && moment_wait(&due, &then) > 0;
    table_free(t);
    tap_ok(late != waits, "after %lld ms the chair is %s", (long long)after,
           late ? "free" : "kept");
    return late;
}

static void test_time(void)
{
    tap_ok(!is_late(live, TABLE_REVEAL_MS - 1) && is_late(live, TABLE_REVEAL_MS),
           "with a live clock a number is waited for half a minute");
    tap_ok(!is_late(days, days.move_ms - 1) && is_late(days, days.move_ms),
           "with a clock of days as long as for a move");
    tap_ok(!is_late(none, 100 * days.move_ms), "without a clock without limit");
}

/* A host who starts and frees a chair again and again fills no journal. */
static void test_bound(void)
{
    struct table *t = make("luz", 3, none, true);
    struct table_request bot = {.kind = TABLE_ASK_BOT, .player = 1, .chair = 1};
    struct table_request start = {.kind = TABLE_ASK_START, .player = 1, .level = "random"};
    int round = 0;
    sit_sealed(t, 1, 0);
    while (round < 1000 && ask(t, start) && ask(t, bot)) {
        start_effects();
        seal(t, 1, round++ % 8);
    }
    tap_ok(round < 150 && strcmp(why(), "table.arranged-enough") == 0,
           "the host may start %d times in vain", round);
    table_free(t);
}

/* A journal whose number does not fit its seal is broken. */
static void test_journal(void)
{
    struct table *t = make("null", 2, none, false);
    struct table_event e = {.kind = TABLE_REVEAL, .number = {.chair = 0}};
    sit_sealed(t, 1, 0);
    sit_sealed(t, 2, 0);
    struct table *again = read_again(t->id, entries);
    e.n = again->n;
    tap_ok(!table_apply(again, &e), "a number without its seal is no event");
    memcpy(e.number.bytes, number_of(1, 0).bytes, FAIR_BYTES);
    tap_ok(table_apply(again, &e), "the sealed one is");
    e.n = again->n;
    tap_ok(!table_apply(again, &e), "but only once");
    struct table_event start = {.kind = TABLE_START, .n = again->n, .start = {.begins = -1}};
    start.start.order[1] = 1;
    tap_ok(!table_apply(again, &start), "no start before all numbers are known");
    table_free(again);
    table_free(t);
}

static bool is_fair(const struct strbuf *line, const struct verify_seen *seen, const char *id)
{
    struct verify_notes notes;
    struct problem p = PROBLEM_EMPTY;
    bool good = verify_record(line->text, line->len - 1, seen, &notes, &p);
    return id == NULL ? good : !good && strcmp(p.part[0].id, id) == 0;
}

/* A record compared with what a client saw. */
static void test_verify(void)
{
    struct table *t = make("null", 2, none, false);
    struct strbuf line = STRBUF_EMPTY;
    struct verify_seen seen = {.commit = {.given = true}, .number = number_of(2, 0), .seals = 2};
    sit_sealed(t, 1, 0);
    sit_sealed(t, 2, 0);
    reveal(t, 1, 0);
    reveal(t, 2, 0);
    play(t, 0, "show");
    play(t, 1, "show");
    table_write_record(t, &line);
    fair_commit(t->plan.secret, seen.commit.bytes);
    seen.seal[0] = seal_of(1, 0);
    seen.seal[1] = seal_of(2, 0);
    tap_ok(is_fair(&line, &seen, NULL), "the record is as it was seen");
    seen.seal[0] = seal_of(1, 1);
    tap_ok(is_fair(&line, &seen, "verify.seals-other"), "another seal is found");
    seen.seals = 0;
    seen.number = number_of(2, 1);
    tap_ok(is_fair(&line, &seen, "verify.number-other"), "a number left out is found");
    seen.number.given = false;
    seen.commit.bytes[0] ^= 1;
    tap_ok(is_fair(&line, &seen, "verify.commit-other"), "another commitment is found");
    strbuf_clear(&line);
    table_free(t);
}

int main(void)
{
    fair_init();
    test_reveal();
    test_void();
    test_host();
    test_time();
    test_bound();
    test_journal();
    test_verify();
    forget_journal();
    return tap_done();
}
