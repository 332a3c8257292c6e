/*
 * Snapshots: a table read from a snapshot and the rest of its journal equals the table read from
 * the whole journal, in all that people can see and in all that comes later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "tests/unit/table_help.h"

enum { ROUNDS = 8, REQUESTS = 60, PLAYERS = 6 };

struct kept {
    int n;
    struct strbuf text;
};

/* All that the table shows or will do, and its snapshot. */
static void write_everything(const struct table *t, struct strbuf *out)
{
    char text[64];
    strbuf_reset(out);
    for (uint64_t player = 1; player <= PLAYERS; player++)
        table_write_whole(t, player, NULL, 0, &now, out);
    table_write_row(t, out);
    snprintf(text, sizeof text, " %lld %u %x %x", (long long)table_wait_ms(t, &now), t->version,
             table_actors(t), table_acting_chairs(t));
    strbuf_put(out, text);
    if (t->phase == TABLE_OVER)
        table_write_record(t, out);
    strbuf_put_bytes(out, (const char *)t->state.bytes, t->plan.setup.game->state_size);
    strbuf_put_bytes(out, (const char *)t->seed, sizeof t->seed);
    strbuf_put_bytes(out, (const char *)&t->turns, sizeof t->turns);
    table_write_snapshot(t, out);
}

static bool same_text(const struct table *a, const struct table *b)
{
    struct strbuf x, y;
    strbuf_init(&x);
    strbuf_init(&y);
    write_everything(a, &x);
    write_everything(b, &y);
    bool same = x.len == y.len && memcmp(x.text, y.text, x.len) == 0;
    if (!same)
        printf("# %.*s\n# %.*s\n", (int)x.len, x.text, (int)y.len, y.text);
    strbuf_clear(&x);
    strbuf_clear(&y);
    return same;
}

static bool read_on(struct table *t, int from)
{
    struct table_plan plan;
    for (int i = from; i < entries; i++) {
        struct table_event e = {.n = i, .at = journal[i].at};
        if (!table_read_event(journal[i].text, strlen(journal[i].text), &e, &plan) ||
            !table_apply(t, &e))
            return false;
    }
    return true;
}

/* Whether the chairs on the move are those of the seats on the move. */
static bool same_turns(const struct table *t)
{
    for (uint64_t player = 1; player <= PLAYERS; player++) {
        int chair = table_find_chair(t, player), seat = table_find_seat(t, player);
        bool by_chair = chair >= 0 && table_acting_chairs(t) >> chair & 1;
        bool asked = chair >= 0 && table_draw_waits(t) >> chair & 1;
        if (by_chair != (asked || (seat >= 0 && table_actors(t) >> seat & 1)))
            return false;
    }
    return true;
}

static bool same_from(const struct table *t, const struct kept *k)
{
    struct table *again = read_again(t->id, 1), *whole = read_again(t->id, entries);
    bool same = table_read_snapshot(again, k->text.text, k->text.len) && again->n == k->n &&
                read_on(again, k->n);
    if (same)
        table_plan_bots(again, &now, 100);
    table_plan_bots(whole, &now, 100);
    for (int i = 0; i < GAME_SEATS_MAX && same; i++)
        again->chair[i].here = whole->chair[i].here = t->chair[i].here;
    same = same && same_text(again, whole) && same_turns(whole);
    table_free(again);
    table_free(whole);
    return same;
}

static void ask_anything(struct table *t, struct rng *r)
{
    static const enum table_ask_kind kinds[] = {
        TABLE_ASK_SIT,      TABLE_ASK_STAND,   TABLE_ASK_BOT,    TABLE_ASK_TAKEBACK,
        TABLE_ASK_AGREE,    TABLE_ASK_LEAVE,   TABLE_ASK_BACK,   TABLE_ASK_TALK,
        TABLE_ASK_START,    TABLE_ASK_BEGINS,  TABLE_ASK_TALK,   TABLE_ASK_REMATCH,
        TABLE_ASK_TAKEBACK, TABLE_ASK_SEAL,    TABLE_ASK_REVEAL, TABLE_ASK_REVEAL,
        TABLE_ASK_REMOVE,   TABLE_ASK_SILENCE,
    };
    struct table_request q = {
        .kind = kinds[rng_below(r, sizeof kinds / sizeof kinds[0])],
        .player = 1 + rng_below(r, PLAYERS),
        .chair = (int)rng_below(r, (uint32_t)t->plan.setup.seats),
        .level = rng_below(r, 2) == 0 ? "random" : NULL,
        .text = "“hi” \\ \n\x01",
        .yes = rng_below(r, 3) != 0,
        .target = 1 + rng_below(r, PLAYERS),
    };
    q.number.given = rng_below(r, 2) == 0;
    memset(q.number.bytes, (int)q.player, sizeof q.number.bytes);
    q.seal.given = !q.number.given && rng_below(r, 2) == 0;
    fair_seal(q.number.bytes, q.seal.bytes);
    if (q.kind == TABLE_ASK_TAKEBACK && t->steps > 0 && t->step[t->steps - 1].seat >= 0)
        q.player = t->chair[t->seat[t->step[t->steps - 1].seat].chair].player;
    if (q.kind == TABLE_ASK_REMATCH)
        q.text = "rstuvwxyz2345671";
    if ((q.kind == TABLE_ASK_START || q.kind == TABLE_ASK_REMOVE) && rng_below(r, 4) != 0)
        return;
    if (q.kind == TABLE_ASK_REMOVE)
        q.player = t->host;
    ask(t, q);
}

static void make_a_move(struct table *t, struct rng *r)
{
    char text[GAME_TEXT_MAX];
    const char *signal = t->plan.setup.game->signal;
    int seat = choose(t, r, text);
    if (seat < 0)
        return;
    if (signal != NULL && rng_below(r, 3) == 0)
        play(t, seat, signal);
    else if (t->chair[t->seat[seat].chair].kind == TABLE_CHAIR_PERSON)
        play(t, seat, text);
}

/* Bots answer, clocks run out. */
static void let_time_pass(struct table *t, struct rng *r)
{
    uint32_t think, must;
    pass(rng_below(r, 20) == 0 ? 40000 : rng_below(r, 900));
    if (rng_below(r, 30) == 0)
        now.date += 1000 * (int)rng_below(r, 7200) - 3600000; /* it is set */
    struct moment before = moment_after(now, -200);
    table_plan_bots(t, &before, 100);
    start_effects();
    table_tick(t, &now, 100, &fx, &think, &must);
    keep_journal(t);
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        move moves[GAME_MOVES_MAX];
        int n = think >> seat & 1 ? t->plan.setup.game->legal(table_state(t), seat, moves) : 0;
        start_effects();
        if (n > 0)
            table_answer(t, seat, t->version, moves[rng_below(r, (uint32_t)n)], &now, 100, &fx);
        keep_journal(t);
    }
}

/* Plays one table and takes snapshots on the way; false: one of them leads to another table. */
static bool play_table(const struct game *g, int seats, struct rng *r)
{
    static const struct table_clock clocks[] = {{.kind = TABLE_CLOCK_NONE},
                                                {TABLE_CLOCK_LIVE, 10000, 30000},
                                                {TABLE_CLOCK_DAYS, 86400000, 0}};
    struct table *t = make(g->name, seats, clocks[rng_below(r, 3)], rng_below(r, 2) == 0);
    bool same = true;
    for (int i = 0; i < REQUESTS && same; i++) {
        struct kept k = {.n = t->n};
        strbuf_init(&k.text);
        table_write_snapshot(t, &k.text);
        for (uint32_t steps = rng_below(r, 6); steps > 0; steps--) {
            for (uint32_t moves = rng_below(r, 4); moves > 0; moves--)
                make_a_move(t, r);
            ask_anything(t, r);
            if (rng_below(r, 2) == 0)
                let_time_pass(t, r);
        }
        same = same_from(t, &k);
        strbuf_clear(&k.text);
    }
    table_free(t);
    return same;
}

static void test_games(void)
{
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            struct rng r;
            bool same = true;
            rng_seed_pair(&r, (uint64_t)i + 1, (uint64_t)seats);
            for (int round = 0; round < ROUNDS && same; round++)
                same = play_table(g, seats, &r);
            tap_ok(same, "%s, %d seats: a snapshot and the rest give the same table", g->name,
                   seats);
        }
    }
}

/* Damage is noticed or harmless: the reader neither crashes nor accepts what the rules refuse. */
static void test_damage(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    struct strbuf text;
    struct rng r;
    rng_seed(&r, 5);
    for (uint64_t player = 1; player <= 3; player++)
        sit(t, player);
    for (int i = 0; i < 10; i++)
        make_a_move(t, &r);
    strbuf_init(&text);
    table_write_snapshot(t, &text);
    int refused = 0, rounds = 3000;
    for (int i = 0; i < rounds; i++) {
        struct table *again = read_again(t->id, 1);
        size_t at = rng_below(&r, (uint32_t)text.len);
        char kept = text.text[at];
        text.text[at] = (char)rng_below(&r, 256);
        refused += !table_read_snapshot(again, text.text, text.len);
        text.text[at] = kept;
        table_free(again);
    }
    tap_ok(refused > rounds / 2, "most damage is noticed: %d of %d", refused, rounds);
    struct table *again = read_again(t->id, 1);
    tap_ok(!table_read_snapshot(again, text.text, text.len / 2), "half a snapshot is none");
    table_free(again);
    strbuf_clear(&text);
    table_free(t);
}

int main(void)
{
    test_games();
    test_damage();
    forget_journal();
    return tap_done();
}
