/*
 * Keys of requests: a request that comes again with its key is answered and changes nothing,
 * whatever has happened since, at the table itself, at one read from its journal and at one read
 * from a snapshot. Nobody else sees a key.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "tests/unit/table_help.h"

enum { PLAYERS = 4, STEPS = 120, SENT = 4096 };

static const struct table_clock no_clock = {.kind = TABLE_CLOCK_NONE};

/* The requests that were carried out, newest last. */
static struct sent {
    struct table_request r;
    char key[TABLE_KEY_MAX], text[GAME_TEXT_MAX];
    int n;
} sent[SENT];
static int count, numbers, repeated;

static struct table *read_snapshot_of(const struct table *t)
{
    struct strbuf text = STRBUF_EMPTY;
    struct table *again = read_again(t->id, 1);
    table_write_snapshot(t, &text);
    bool good = again != NULL && table_read_snapshot(again, text.text, text.len);
    strbuf_clear(&text);
    if (good)
        return again;
    table_free(again);
    return NULL;
}

static bool same_keys(const struct table *a, const struct table *b)
{
    if (b == NULL || a->keys != b->keys)
        return false;
    for (int i = 0; i < a->keys; i++)
        if (a->key[i].player != b->key[i].player || a->key[i].n != b->key[i].n ||
            strcmp(a->key[i].text, b->key[i].text) != 0)
            return false;
    return true;
}

/* Whether journal and snapshot give the same keys, and the table has no more than it may. */
static bool are_kept(const struct table *t)
{
    struct table *whole = read_again(t->id, entries), *short_way = read_snapshot_of(t);
    bool same = same_keys(t, whole) && same_keys(t, short_way) && t->keys <= TABLE_KEYS_MAX;
    for (int i = 0; i < t->keys; i++) {
        int own = 0;
        for (int k = 0; k < t->keys; k++)
            own += t->key[k].player == t->key[i].player;
        same = same && own <= TABLE_KEYS_SHARE;
    }
    table_free(whole);
    table_free(short_way);
    return same;
}

/* Sends a request with a new key; one that was carried out is kept. */
static bool ask_keyed(struct table *t, struct table_request r)
{
    struct sent *s = &sent[count];
    int before = t->n;
    s->r = r;
    snprintf(s->key, sizeof s->key, "Key_%d-", ++numbers);
    s->r.key = s->key;
    if (r.text != NULL && strlen(r.text) < sizeof s->text) {
        strcpy(s->text, r.text);
        s->r.text = s->text;
    }
    bool good = ask(t, s->r);
    s->n = before;
    count += good && t->n > before && r.kind != TABLE_ASK_REMATCH;
    return good;
}

/* Whether the request is known here as the one that began with its event. */
static bool is_known(struct table *t, const struct sent *s)
{
    int n = t->n;
    start_effects();
    return table_find_key(t, s->r.player, s->key) == s->n &&
           table_handle(t, &s->r, &now, &fx, &problem) && fx.n == 0 && t->n == n &&
           table_find_key(t, s->r.player + 100, s->key) < 0;
}

/* Sends the latest requests of a person again: to the table, and to what others read. */
static bool repeat(struct table *t, uint64_t player)
{
    struct table *whole = read_again(t->id, entries), *short_way = read_snapshot_of(t);
    bool good = true;
    for (int i = count - 1, left = TABLE_KEYS_SHARE; i >= 0 && left > 0; i--) {
        if (sent[i].r.player != player)
            continue;
        good = good && is_known(t, &sent[i]) && is_known(whole, &sent[i]) &&
               is_known(short_way, &sent[i]);
        left--;
        repeated++;
    }
    table_free(whole);
    table_free(short_way);
    return good;
}

/* A request that lay somewhere while its repetition and many others were carried out. */
static void test_late(void)
{
    struct table *t = make("null", 2, no_clock, false);
    char key[TABLE_KEY_MAX];
    struct table_request r = {.kind = TABLE_ASK_TALK, .player = 1, .text = "hi", .key = key};
    bool good = true;
    for (int i = 0; i <= TABLE_KEYS_SHARE; i++) {
        snprintf(key, sizeof key, "mine-%d", 10 + 2 * i);
        good = good && ask(t, r);
    }
    int n = t->n;
    strcpy(key, "mine-10");
    good = good && table_find_key(t, 1, key) < 0 && !ask(t, r) && t->n == n;
    tap_ok(good && strcmp(problem.part[0].id, "request.late") == 0,
           "a request that nobody remembers is late");
    strcpy(key, "mine-13");
    tap_ok(ask(t, r) && t->n == n + 1, "one that cannot have been carried out is not");
    strcpy(key, "other-1");
    tap_ok(ask(t, r) && t->n == n + 2, "nor is one of another client");
    strcpy(key, "mine");
    tap_ok(ask(t, r) && t->n == n + 3, "nor is one without a number");
    table_free(t);
}

static void ask_anything(struct table *t, struct rng *r)
{
    static const enum table_ask_kind kinds[] = {
        TABLE_ASK_SIT,   TABLE_ASK_STAND,  TABLE_ASK_BOT,    TABLE_ASK_BEGINS, TABLE_ASK_START,
        TABLE_ASK_AGREE, TABLE_ASK_LEAVE,  TABLE_ASK_BACK,   TABLE_ASK_TALK,   TABLE_ASK_TAKEBACK,
        TABLE_ASK_SEAL,  TABLE_ASK_REVEAL, TABLE_ASK_REMOVE, TABLE_ASK_SILENCE};
    struct table_request q = {.kind = kinds[rng_below(r, sizeof kinds / sizeof kinds[0])],
                              .player = 1 + rng_below(r, PLAYERS),
                              .chair = (int)rng_below(r, (uint32_t)t->plan.setup.seats),
                              .level = rng_below(r, 2) == 0 ? "random" : NULL,
                              .text = "hi",
                              .yes = rng_below(r, 3) != 0,
                              .target = 1 + rng_below(r, PLAYERS)};
    q.seal.given = rng_below(r, 2) == 0;
    memset(q.number.bytes, (int)q.player, sizeof q.number.bytes);
    fair_seal(q.number.bytes, q.seal.bytes);
    q.number.given = !q.seal.given || q.kind == TABLE_ASK_REVEAL;
    if ((q.kind == TABLE_ASK_REMOVE || q.kind == TABLE_ASK_START) && rng_below(r, 8) != 0)
        return;
    ask_keyed(t, q);
}

static void make_a_move(struct table *t, struct rng *r)
{
    char text[GAME_TEXT_MAX];
    int seat = choose(t, r, text);
    const struct table_chair *c = seat >= 0 ? &t->chair[t->seat[seat].chair] : NULL;
    if (c != NULL && c->kind == TABLE_CHAIR_PERSON)
        ask_keyed(
            t, (struct table_request){.kind = TABLE_ASK_MOVE, .player = c->player, .text = text});
}

static bool play_keyed(const struct game *g, int seats, struct rng *r)
{
    struct table *t = make(g->name, seats, no_clock, rng_below(r, 2) == 0);
    bool good = true;
    count = 0;
    for (uint64_t player = 1; player <= (uint64_t)seats && rng_below(r, 4) != 0; player++)
        ask_keyed(t, (struct table_request){.kind = TABLE_ASK_SIT, .player = player, .chair = -1});
    for (int i = 0; i < STEPS && good && entries < 3000; i++) {
        make_a_move(t, r);
        ask_anything(t, r);
        if (i % 8 == 0)
            good = are_kept(t) && repeat(t, 1 + rng_below(r, PLAYERS)) && same_again(t);
    }
    table_free(t);
    return good;
}

static void test_games(void)
{
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            struct rng r;
            bool good = true;
            rng_seed_pair(&r, (uint64_t)i + 1, (uint64_t)seats);
            for (int round = 0; round < 4 && good; round++)
                good = play_keyed(g, seats, &r);
            tap_ok(good, "%s, %d seats: what comes again is known and changes nothing", g->name,
                   seats);
        }
    }
    tap_ok(repeated > 1000, "requests that came again: %d", repeated);
}

static bool say(struct table *t, uint64_t player)
{
    return ask_keyed(
        t, (struct table_request){.kind = TABLE_ASK_TALK, .player = player, .text = "hi"});
}

/* A crowd of spectators cannot displace the keys of who sits here or hosts. */
static void test_crowd(void)
{
    struct table *t = make("null", 2, no_clock, true);
    count = 0;
    ask_keyed(t, (struct table_request){.kind = TABLE_ASK_SIT, .player = 2, .chair = -1});
    say(t, 1);
    for (uint64_t player = 100; player < 200; player++)
        say(t, player);
    tap_ok(t->keys == TABLE_KEYS_MAX && repeat(t, 1) && repeat(t, 2) && are_kept(t),
           "a crowd displaces no key of the players");
    tap_ok(table_find_key(t, 100, sent[2].key) < 0 && repeat(t, 199), "but its own");
    table_free(t);
}

/* The key is in the text of the first event alone, and in nothing that people see. */
static void test_hidden(void)
{
    struct table *t = make("null", 2, no_clock, false);
    struct strbuf out = STRBUF_EMPTY;
    ask(t, (struct table_request){
               .kind = TABLE_ASK_SIT, .player = 1, .chair = -1, .key = "secret-key"});
    ask(t, (struct table_request){
               .kind = TABLE_ASK_SIT, .player = 2, .chair = -1, .key = "secret-key"});
    int with = 0;
    for (int i = 0; i < entries; i++)
        with += strstr(journal[i].text, "\"key\":\"secret-key\"") != NULL;
    tap_ok(with == 2 && fx.n > 1, "each request's first event has its key: %d", with);
    const struct table_event *shown[TABLE_EFFECTS_MAX];
    for (int i = 0; i < fx.n; i++)
        shown[i] = &fx.event[i];
    for (uint64_t player = 1; player <= 3; player++) {
        table_write_update(t, player, shown, fx.n, TABLE_NEW_ALL, &now, &out);
        table_write_whole(t, player, NULL, 0, &now, &out);
    }
    table_write_row(t, &out);
    table_write_record(t, &out);
    strbuf_put_bytes(&out, "", 1);
    tap_ok(strstr(out.text, "secret-key") == NULL && strstr(out.text, "\"key\"") == NULL,
           "no update, row or record has one");
    strbuf_clear(&out);
    table_free(t);
}

/* A refused request is not remembered, so that it can be carried out later. */
static void test_refused(void)
{
    struct table *t = make("null", 2, no_clock, false);
    struct table_request r = {
        .kind = TABLE_ASK_MOVE, .player = 1, .text = "show", .chair = -1, .key = "a"};
    tap_ok(!ask(t, r) && t->keys == 0, "a refused request leaves no key");
    r.kind = TABLE_ASK_SIT;
    tap_ok(ask(t, r) && fx.n == 1 && ask(t, r) && fx.n == 0, "later the key is good once");
    tap_ok(ask(t, (struct table_request){.kind = TABLE_ASK_STAND, .player = 1, .key = "b"}) &&
               ask(t, r) && fx.n == 0 && table_find_chair(t, 1) < 0,
           "and stays used when the person has stood up since");
    table_free(t);
}

int main(void)
{
    test_games();
    test_crowd();
    test_hidden();
    test_refused();
    test_late();
    forget_journal();
    return tap_done();
}
