/* Tables: the bounds of a journal, and people who try to use up what others need. */
#include <stdio.h>
#include <string.h>

#include "games/list.h"
#include "tests/unit/table_help.h"

enum { STEPS_MAX = 1500 }; /* of the longest game, or the one with the most signals */

static const struct table_clock no_clock = {.kind = TABLE_CLOCK_NONE};

/* A request whose events need not be read again. */
static bool try(struct table *t, struct table_request r)
{
    start_effects();
    r.name = "Somebody";
    return table_handle(t, &r, &now, &fx, &problem);
}

static bool try_simple(struct table *t, enum table_ask_kind kind, uint64_t player)
{
    return try(t, (struct table_request){.kind = kind, .player = player, .chair = -1});
}

static bool say(struct table *t, uint64_t player)
{
    return try(t, (struct table_request){.kind = TABLE_ASK_TALK, .player = player, .text = "hi"});
}

/* How many messages the player gets through. */
static int say_all(struct table *t, uint64_t player)
{
    int n = 0;
    while (say(t, player))
        n++;
    return n;
}

static bool refused(const char *id)
{
    return strcmp(why(), id) == 0;
}

static void test_talk(void)
{
    struct table *t = make("photograph", 2, no_clock, true);
    sit(t, 2);
    tap_ok(say_all(t, 10) == TABLE_TALK_AWAY_SHARE && refused("talk.share"),
           "a passer-by has a share of the talk");
    int all = TABLE_TALK_AWAY_SHARE;
    for (uint64_t player = 11; player < 40; player++)
        all += say_all(t, player);
    tap_ok(all == TABLE_TALK_AWAY_MAX && !say(t, 40) && refused("talk.too-much"),
           "all passers-by together have one too");
    tap_ok(say(t, 1) && say(t, 2), "they do not silence those at the table");
    all += 2 + say_all(t, 1) + say_all(t, 2);
    tap_ok(all == TABLE_TALK_OPEN_MAX, "before the game the talk of all is bounded");
    sit(t, 1);
    try_simple(t, TABLE_ASK_START, 1);
    tap_ok(t->phase == TABLE_PLAY && say_all(t, 1) == TABLE_TALK_SHARE && refused("talk.share"),
           "each player has a share of their own");
    tap_ok(say_all(t, 2) == TABLE_TALK_SHARE, "which nobody else uses");
    tap_ok(!say(t, 41) && refused("talk.too-much"), "spectators wait for another table");
    char text[GAME_TEXT_MAX];
    struct rng r;
    rng_seed(&r, 1);
    int seat = choose(t, &r, text);
    tap_ok(seat >= 0 && play(t, seat, text), "moves are never refused for it");
    table_free(t);
}

static void test_lobby(void)
{
    struct table *t = make("photograph", 2, no_clock, true);
    int sat = 0;
    for (; try_simple(t, TABLE_ASK_SIT, 7); sat++)
        try_simple(t, TABLE_ASK_STAND, 7);
    tap_ok(sat == TABLE_SITS_SHARE && refused("table.sat-enough"), "a person sits down so often");
    bool stood = true;
    for (uint64_t player = 8; try_simple(t, TABLE_ASK_SIT, player); player++, sat++)
        stood = stood && try_simple(t, TABLE_ASK_STAND, player);
    tap_ok(stood, "standing up is never refused");
    tap_ok(!try_simple(t, TABLE_ASK_SIT, 1000) && sat == TABLE_SITS_MAX &&
               refused("table.sits-enough"),
           "all people together sit down so often");
    struct table_request bot = {.kind = TABLE_ASK_BOT, .player = 1, .chair = 1, .level = "random"};
    struct table_request none = {.kind = TABLE_ASK_BOT, .player = 1, .chair = 1};
    int n = t->n, arranged = 0;
    tap_ok(try(t, none) && t->n == n, "freeing a free chair is no event");
    for (; try(t, bot); arranged++)
        try(t, none);
    tap_ok(arranged == TABLE_ARRANGED_MAX && refused("table.arranged-enough"),
           "the host seats bots so often");
    bot.kind = TABLE_ASK_START;
    tap_ok(try(t, bot) && t->phase == TABLE_PLAY, "and can still start");
    table_free(t);
}

static void test_seats(void)
{
    struct table *t = make("smitten", 2, no_clock, false);
    char text[GAME_TEXT_MAX];
    struct rng r;
    rng_seed(&r, 2);
    sit(t, 1);
    sit(t, 2);
    int backs = 0, signals = 0;
    for (; try_simple(t, TABLE_ASK_LEAVE, 1) && try_simple(t, TABLE_ASK_BACK, 1); backs++)
        pass(1);
    tap_ok(backs == TABLE_BACKS_SHARE && refused("table.back-enough"), "a player returns so often");
    for (uint64_t player = 1; player <= 2; player++)
        while (try(
            t, (struct table_request){.kind = TABLE_ASK_MOVE, .player = player, .text = "say can"}))
            signals++;
    tap_ok(signals == 2 * TABLE_SIGNALS_MAX && refused("talk.signals-enough"),
           "signals are bounded between two moves");
    int chair = table_find_chair(t, 1);
    while (t->phase == TABLE_PLAY && choose(t, &r, text) != t->chair[chair].seat)
        if (!play(t, choose(t, &r, text), text))
            break;
    tap_ok(play(t, t->chair[chair].seat, text) && t->chair[chair].left_at == 0,
           "a move always brings the player back");
    table_free(t);
}

static void test_takebacks(void)
{
    struct table *t = make("luz", 3, no_clock, true);
    struct table_request bot = {.kind = TABLE_ASK_START, .player = 1, .level = "random"};
    char text[GAME_TEXT_MAX];
    struct rng r;
    rng_seed(&r, 3);
    sit(t, 1);
    sit(t, 2);
    try(t, bot);
    int asked = 0, seat = choose(t, &r, text);
    uint64_t other = 3 - t->chair[t->seat[seat].chair].player;
    bool sound = play(t, seat, text);
    for (; sound && try_simple(t, TABLE_ASK_TAKEBACK, 3 - other); asked++)
        sound = try(t, (struct table_request){.kind = TABLE_ASK_AGREE, .player = other});
    tap_ok(sound && asked == TABLE_TAKEBACKS_SHARE && refused("takeback.enough"),
           "a player asks to take back so often");
    table_free(t);
}

static void ask_anything(struct table *t, struct rng *r)
{
    static const enum table_ask_kind kinds[] = {
        TABLE_ASK_SIT,   TABLE_ASK_STAND, TABLE_ASK_BOT,  TABLE_ASK_TAKEBACK, TABLE_ASK_AGREE,
        TABLE_ASK_LEAVE, TABLE_ASK_BACK,  TABLE_ASK_TALK, TABLE_ASK_BEGINS};
    struct table_request q = {
        .kind = kinds[rng_below(r, sizeof kinds / sizeof kinds[0])],
        .player = 1 + rng_below(r, t->phase == TABLE_OPEN ? 60 : 8),
        .chair = (int)rng_below(r, (uint32_t)t->plan.setup.seats),
        .level = rng_below(r, 2) == 0 ? "random" : NULL,
        .text = "hi",
        .yes = rng_below(r, 2) == 0,
    };
    if (q.kind == TABLE_ASK_BOT || q.kind == TABLE_ASK_BEGINS)
        q.player = 1;
    if (q.kind == TABLE_ASK_TALK && rng_below(r, 2) == 0)
        q.player = 1 + rng_below(r, 1000);
    pass(1000);
    (void)try(t, q);
}

static void make_a_move(struct table *t, struct rng *r)
{
    char text[GAME_TEXT_MAX];
    int seat = choose(t, r, text);
    if (seat >= 0)
        (void)try(t, (struct table_request){.kind = TABLE_ASK_MOVE,
                                            .player = t->chair[t->seat[seat].chair].player,
                                            .text = text});
}

/* People who do all that they can between two moves, and standing in for all who are late. */
static void pester(struct table *t, struct rng *r)
{
    const char *signal = t->plan.setup.game->signal;
    uint32_t think, must;
    for (int i = 0; i < 300; i++)
        ask_anything(t, r);
    for (uint64_t player = 1; signal != NULL && player <= 5; player++)
        while (t->phase == TABLE_PLAY &&
               try(t, (struct table_request){
                          .kind = TABLE_ASK_MOVE, .player = player, .text = signal}))
            ;
    start_effects();
    table_tick(t, &now, 0, &fx, &think, &must);
}

static int count_before(const struct game *g, int seats, struct rng *r)
{
    struct table *t = make(g->name, seats, no_clock, true);
    for (int i = 0; i < 40000; i++)
        ask_anything(t, r);
    int n = t->n;
    table_free(t);
    return n;
}

static void test_whole_table(const struct game *g, int seats)
{
    struct rng r;
    rng_seed_pair(&r, 4, (uint64_t)seats);
    int before = count_before(g, seats, &r);
    struct table *t = make(g->name, seats, (struct table_clock){TABLE_CLOCK_LIVE, 1000, 0}, true);
    for (int i = 1; i <= seats; i++)
        sit(t, (uint64_t)i);
    try_simple(t, TABLE_ASK_START, 1);
    int steps = 0;
    for (int i = 0; i < 20000 && t->phase == TABLE_PLAY; i++) {
        pester(t, &r);
        make_a_move(t, &r);
        steps = t->steps > steps ? t->steps : steps;
        table_plan_bots(t, &now, 0);
        for (int seat = 0; seat < seats && t->phase == TABLE_PLAY; seat++)
            t->seat[seat].asked = t->seat[seat].ask_at != 0 ? 1 : 0; /* bots do not answer */
    }
    for (int i = 0; i < 20000; i++)
        ask_anything(t, &r);
    printf("# %s, %d seats: %d events before the start, %d from there on\n", g->name, seats, before,
           t->n);
    tap_ok(t->phase == TABLE_OVER && before + t->n <= TABLE_EVENTS_MAX,
           "%s with %d seats ends within the bound of events", g->name, seats);
    tap_ok(steps <= STEPS_MAX, "what is played again to take a move back is bounded: %d steps",
           steps);
    table_free(t);
}

int main(void)
{
    test_talk();
    test_lobby();
    test_seats();
    test_takebacks();
    for (int i = 0; games_list[i] != NULL; i++)
        test_whole_table(games_list[i], games_list[i]->seats_max);
    forget_journal();
    return tap_done();
}
