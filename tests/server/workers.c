/* The fair queue, whose order is settled by who has used how much time, and the worker threads. */
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/server.h"
#include "server/workers.h"
#include "table/clock.h"
#include "table/memory.h"
#include "tests/tap.h"

#define MS INT64_C(1000000)

static void is_text(const char *got, const char *want, const char *what)
{
    if (!tap_ok(strcmp(got, want) == 0, "%s", what))
        tap_note("%s instead of %s", got, want);
}

static void is_number(int got, int want, const char *what)
{
    if (!tap_ok(got == want, "%s", what))
        tap_note("%d instead of %d", got, want);
}

/* ---- the queue ---- */

static struct fair_queue queue;

struct named {
    struct fair_item item;
    char name;
};

static void put(struct named *n, char name, uint64_t address, uint64_t person)
{
    *n = (struct named){.item = {.address = address, .person = person}, .name = name};
    struct fair_item *out;
    bool room = fair_put(&queue, &n->item, &out);
    tap_ok(room && out == NULL, "there is room for %c", name);
}

static const struct named *named_of(const struct fair_item *item)
{
    const void *n = item;
    return n;
}

/* Takes all; each takes as long as `ns` says. */
static const char *order(int64_t ns)
{
    static char text[64];
    int n = 0;
    for (struct fair_item *item; (item = fair_take(&queue)) != NULL;
         text[n++] = named_of(item)->name)
        fair_charge(&queue, item, ns);
    text[n] = '\0';
    return text;
}

static void test_turns(void)
{
    struct named w[12];
    fair_init_queue(&queue, 1000);
    for (int i = 0; i < 4; i++)
        put(&w[i], 'a', 1, 10);
    put(&w[4], 'b', 1, 11);
    put(&w[5], 'x', 2, 20);
    put(&w[6], 'x', 2, 20);
    is_text(order(5 * MS), "axbxaaa", "addresses take turns, then the persons of one");
    is_number(queue.all.waiting, 0, "the queue is empty");
    tap_ok(queue.all.first == NULL, "and holds no memory");
}

static void test_latecomer(void)
{
    struct named w[41], late;
    fair_init_queue(&queue, 10000);
    for (int i = 0; i < 40; i++)
        put(&w[i], 'a', 1, 10);
    for (int i = 0; i < 5; i++)
        fair_charge(&queue, fair_take(&queue), 1000 * MS);
    put(&late, 'v', 2, 20);
    tap_ok(fair_take(&queue) == &late.item, "a newcomer does not wait for 35 works of another");
    fair_charge(&queue, &late.item, 100 * MS);
    fair_charge(&queue, fair_take(&queue), 1000 * MS);
    put(&late, 'v', 2, 20);
    tap_ok(fair_take(&queue) == &late.item, "nor later: he has used less");
    while (fair_take(&queue) != NULL)
        continue;
}

static void test_weight(void)
{
    struct named w[20];
    char got[16];
    int n = 0;
    fair_init_queue(&queue, 1000);
    for (int i = 0; i < 10; i++)
        put(&w[i], 'h', 1, 10);
    for (int i = 10; i < 20; i++)
        put(&w[i], 'l', 2, 20);
    for (; n < 12; n++) {
        struct fair_item *item = fair_take(&queue);
        got[n] = named_of(item)->name;
        fair_charge(&queue, item, got[n] == 'h' ? 400 * MS : 100 * MS);
    }
    got[n] = '\0';
    is_text(got, "hllllhllllhl", "time is shared, not works");
    while (fair_take(&queue) != NULL)
        continue;
}

/* One address pauses after each work: it must not gain by coming anew. */
static void test_memory(void)
{
    struct named a, b, v;
    fair_init_queue(&queue, 1000);
    put(&a, 'a', 1, 10);
    fair_charge(&queue, fair_take(&queue), 5000 * MS);
    put(&b, 'b', 2, 20);
    fair_charge(&queue, fair_take(&queue), 1 * MS);
    put(&a, 'a', 1, 10);
    put(&v, 'b', 2, 20);
    is_text(order(MS), "ba", "what was used before a pause counts");
    put(&a, 'a', 1, 10);
    fair_charge(&queue, fair_take(&queue), 1 * MS);
    put(&b, 'b', 2, 20);
    put(&a, 'a', 1, 10);
    is_text(order(10000 * MS), "ba", "and waiting saves up nothing but the turn");
}

static void test_bounds(void)
{
    static struct named w[64];
    struct fair_item *out;
    int taken = 0;
    fair_init_queue(&queue, 64);
    for (int i = 0; i < 64; i++) {
        w[i] = (struct named){.item = {.address = 1, .person = (uint64_t)i}, .name = 'a'};
        taken += fair_put(&queue, &w[i].item, &out) && out == NULL;
    }
    is_number(taken, 64 / FAIR_PARTS, "one address gets a part of the queue");
    struct named other;
    put(&other, 'o', 2, 1);
    fair_remove(&queue, &w[1].item);
    is_number(fair_take(&queue)->beside, 64 / FAIR_PARTS - 2, "work knows what waits beside it");
    is_number(queue.all.waiting, 64 / FAIR_PARTS - 1, "work can be taken out");
    is_number((int)strlen(order(MS)), 64 / FAIR_PARTS - 1, "all others are served");
}

static void set(struct named *n, char name, bool known, int network, int address, int person)
{
    *n = (struct named){.item = {.known = known,
                                 .network = (uint64_t)network,
                                 .address = (uint64_t)address,
                                 .person = (uint64_t)person},
                        .name = name};
}

/* Puts a work, and says whose work gave way: '+' if none had to, '-' if there is no room. */
static char put_full(struct named *n)
{
    struct fair_item *out;
    if (!fair_put(&queue, &n->item, &out))
        return '-';
    return out == NULL ? '+' : named_of(out)->name;
}

/* Fills a queue of 64 with strangers, each network with so many addresses with so many works. */
static void fill(struct named w[64], int addresses, int works)
{
    fair_init_queue(&queue, 64);
    for (int i = 0; i < 64; i++) {
        set(&w[i], 's', false, 100 + i / (addresses * works), 1000 + i / works, 1);
        put_full(&w[i]);
    }
    is_number(queue.all.waiting, 64, "strangers fill the queue");
}

static void drain(void)
{
    for (struct fair_item *item; (item = fair_take(&queue)) != NULL;)
        fair_charge(&queue, item, MS);
}

static void test_full(void)
{
    static struct named w[64], more[40];
    fill(w, 1, 4);
    set(&more[0], 'n', false, 1, 1, 1);
    tap_ok(put_full(&more[0]) == 's', "16 addresses with 4 works each leave room for a newcomer");
    set(&more[1], 'm', false, 100, 1001, 1);
    tap_ok(put_full(&more[1]) == 's', "and for a neighbour of one of them");
    set(&more[2], 't', false, 102, 1002, 1);
    tap_ok(put_full(&more[2]) == '-', "not for those who have most");
    tap_ok(put_full(&more[2]) == '-' && queue.all.waiting == 64, "however often they try");
    drain();

    fill(w, 16, 1);
    set(&more[0], 'n', false, 1, 1, 1);
    tap_ok(put_full(&more[0]) == 's', "64 addresses of 4 networks leave room for another network");
    drain();

    fill(w, 1, 1);
    set(&more[0], 'n', false, 1, 1, 1);
    tap_ok(put_full(&more[0]) == '-', "among equals who came first stays");
    int let = 0;
    for (int i = 0; i < 40; i++) {
        set(&more[i], 'k', true, 1 + i, 1 + i, 1);
        let += put_full(&more[i]) == 's';
    }
    is_number(let, 40, "people who were known before have room all the same");
    for (int i = 0; i < 8; i++) {
        set(&w[i], 's', true, 200 + i, 200 + i, 1);
        put_full(&w[i]);
    }
    set(&w[8], 's', true, 300, 300, 1);
    tap_ok(put_full(&w[8]) == '-', "which ends at three quarters of it");
    for (int i = 0; i < 4; i++)
        let += named_of(fair_take(&queue))->name == 'k';
    is_number(let, 43, "they are served three times of four");
    drain();
    tap_ok(queue.all.first == NULL, "the queue is empty");
}

/* Among those with one work each, whoever has used more gives way. */
static void test_used(void)
{
    static struct named w[64], fresh;
    fill(w, 1, 1);
    for (int i = 0; i < 32; i++)
        fair_charge(&queue, fair_take(&queue), 100 * MS);
    for (int i = 0; i < 32; i++) {
        w[i].name = 'u';
        put_full(&w[i]);
    }
    set(&fresh, 'n', false, 1, 1, 1);
    tap_ok(put_full(&fresh) == 'u', "those who were served before give way");
    drain();
}

/* At its own bound an address gives its room by turns among its people. */
static void test_full_address(void)
{
    static struct named w[4], other;
    fair_init_queue(&queue, 64);
    for (int i = 0; i < 4; i++) {
        set(&w[i], 'a', false, 1, 1, 1);
        put_full(&w[i]);
    }
    set(&other, 'b', false, 1, 1, 2);
    tap_ok(put_full(&other) == 'a', "one person leaves room for another at the address");
    is_number(queue.all.waiting, 4, "which has no more than its part");
    drain();
}

/* ---- places ---- */

static void test_places(void)
{
    static struct places places;
    const struct known_place victim = {7, 1}, wife = {7, 2};
    places_add(&places, victim);
    places_add(&places, wife);
    for (uint64_t i = 0; i < 5000; i++)
        places_add(&places, (struct known_place){7 + PLACES_SETS, 10 + i});
    tap_ok(places_have(&places, victim) && places_have(&places, wife),
           "many people at one address push out no place of another");
    for (uint64_t i = 0; i < 5000; i++)
        places_add(&places, (struct known_place){7 + PLACES_SETS * (1 + i % 7), 10 + i});
    tap_ok(places_have(&places, victim) && places_have(&places, wife), "nor do several");
    tap_ok(
        places_have(&places, (struct known_place){7 + PLACES_SETS * (1 + 4999 % 7), 10 + 4999}) &&
            !places_have(&places, (struct known_place){7 + PLACES_SETS, 10}),
        "their oldest places are forgotten");
    tap_ok(!places_have(&places, (struct known_place){7, 3}), "nobody else is known");
}

/* ---- the threads ---- */

static atomic_int started;

/* A bot that thinks until it is told to stop. */
static void think_long(const struct bot *bot, const struct bot_question *q, struct bot_choice *out)
{
    const struct timespec moment = {.tv_nsec = MS};
    (void)bot;
    atomic_fetch_add(&started, 1);
    while (!bot_should_stop(q->limits, 0, 1))
        nanosleep(&moment, NULL);
    out->m = 7;
}

static const struct bot thinker = {.name = "thinker", .scratch = 64, .choose = think_long};

/* A bot that answers with the time that it has, in nanoseconds. */
static void tell_time(const struct bot *bot, const struct bot_question *q, struct bot_choice *out)
{
    (void)bot;
    out->m = q->limits->time_ns;
}

static const struct bot teller = {.name = "teller", .scratch = 64, .choose = tell_time};

static struct work *new_work(enum work_kind kind)
{
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = kind;
    w->bot = &thinker;
    return w;
}

static struct work *next_done(struct workers *pool)
{
    struct work *w = NULL;
    for (int i = 0; i < 100 && (w = workers_take(pool)) == NULL; i++) {
        struct pollfd ready = {.fd = workers_fd(pool), .events = POLLIN};
        uint64_t count;
        if (poll(&ready, 1, 300) > 0 && read(ready.fd, &count, sizeof count) < 0)
            break;
    }
    return w;
}

static void wait_until_started(int n)
{
    const struct timespec moment = {.tv_nsec = MS};
    for (int i = 0; i < 30000 && atomic_load(&started) < n; i++)
        nanosleep(&moment, NULL);
}

static void test_cancel(void)
{
    struct workers *pool = workers_new(1, 100, &(struct bot_limits){.clock = clock_for_bot});
    struct work *first = new_work(WORK_BOT), *second = new_work(WORK_BOT),
                *third = new_work(WORK_BOT);
    bool given = workers_give(pool, first);
    wait_until_started(1);
    given = given && workers_give(pool, second) && workers_give(pool, third);
    tap_ok(given && workers_load(pool).waiting == 2 && workers_load(pool).running == 1,
           "one runs, two wait");
    tap_ok(workers_cancel(pool, second), "waiting work is dropped before anybody thinks about it");
    free(second);
    tap_ok(!workers_cancel(pool, first), "running work is told to stop");
    tap_ok(next_done(pool) == first && first->m == 7, "and comes back");
    wait_until_started(2);
    is_number(atomic_load(&started), 2, "then the third runs, and the second never did");
    free(first);
    int64_t before = clock_ms();
    workers_free(pool);
    tap_ok(clock_ms() - before < 10000, "the end stops what still runs");
}

/* An answer is due at a moment drawn before: the queue's time is part of it. */
static void test_late(void)
{
    const struct bot_limits limits = {.clock = clock_for_bot, .time_ns = 60000 * MS};
    struct workers *pool = workers_new(1, 100, &limits);
    struct work *first = new_work(WORK_BOT), *late = new_work(WORK_BOT), *soon = new_work(WORK_BOT);
    atomic_store(&started, 0);
    late->bot = soon->bot = &teller;
    late->most_ns = 300 * MS;
    soon->most_ns = 50000 * MS;
    bool given = workers_give(pool, first);
    wait_until_started(1);
    given = given && workers_give(pool, late) && workers_give(pool, soon);
    nanosleep(&(struct timespec){.tv_nsec = 400 * MS}, NULL);
    tap_ok(given && !workers_cancel(pool, first) && next_done(pool) == first, "two wait for one");
    tap_ok(next_done(pool) == late && late->m == 100 * MS, "what is late gets the least time");
    tap_ok(next_done(pool) == soon && soon->m < 49700 * MS, "the wait is not thinking time");
    free(first);
    free(late);
    free(soon);
    workers_free(pool);
}

/* The more addresses wait, the shorter are all thoughts; people known before feel it less. */
static void test_pressure(void)
{
    const struct bot_limits limits = {.clock = clock_for_bot, .time_ns = 60000 * MS};
    struct workers *pool = workers_new(1, 1000, &limits);
    struct work *first = new_work(WORK_BOT), *w;
    int strangers = 0, known_at = -1;
    uint64_t most = 0, most_known = 0;
    atomic_store(&started, 0);
    bool given = workers_give(pool, first);
    wait_until_started(1);
    for (int i = 0; i < 402; i++) {
        w = new_work(WORK_BOT);
        w->bot = &teller;
        w->most_ns = 50000 * MS;
        w->item.known = i >= 400;
        w->item.network = (uint64_t)i / 10;
        w->item.address = (uint64_t)i + 1;
        given = given && workers_give(pool, w);
    }
    tap_ok(given && workers_goes_on(pool, w) && workers_goes_on(pool, first),
           "what waits, or runs for a short time, goes on");
    workers_cancel(pool, first);
    for (int i = 0; i < 403 && (w = next_done(pool)) != NULL; i++) {
        if (w->item.known) {
            most_known = w->m > most_known ? w->m : most_known;
            known_at = i;
        } else if (w != first && strangers++ < 200) { /* while many wait */
            most = w->m > most ? w->m : most;
        }
        free(w);
    }
    is_number(strangers, 400, "all thoughts of 400 addresses are answered");
    tap_ok(most <= 2000 * MS / 200 * 4 && most >= MS, "none had a long time: %.1f ms",
           (double)most / (double)MS);
    tap_ok(most_known > 10 * most, "people known before have more: %.0f ms",
           (double)most_known / (double)MS);
    tap_ok(known_at < 10, "and are served first");
    workers_free(pool);
}

/* A full queue gives back the work of the greediest, undone. */
static void test_displaced(void)
{
    const struct bot_limits limits = {.clock = clock_for_bot};
    struct workers *pool = workers_new(1, 64, &limits);
    struct work *first = new_work(WORK_BOT), *last = NULL;
    int64_t before = clock_ms();
    atomic_store(&started, 0);
    bool given = workers_give(pool, first);
    wait_until_started(1);
    for (int i = 0; i < 64; i++) {
        last = new_work(WORK_BOT);
        last->item.address = 1 + (uint64_t)i / 4;
        given = given && workers_give(pool, last);
    }
    struct work *newcomer = new_work(WORK_BOT);
    newcomer->item.address = 99;
    tap_ok(given && workers_give(pool, newcomer), "a full queue takes a newcomer's work");
    struct work *out = next_done(pool);
    tap_ok(out != NULL && out->displaced && out->started == 0, "and gives back another's");
    is_number(workers_load(pool).waiting, 64, "it stays full");
    free(out);
    workers_free(pool);
    tap_ok(clock_ms() - before < 60000, "and it ends");
}

/* A passphrase is checked while every thread of the bots thinks. */
static void test_passphrase(void)
{
    const struct bot_limits limits = {.clock = clock_for_bot};
    struct workers *bots = workers_new(1, 100, &limits), *hashers = workers_new(1, 16, &limits);
    bool given = workers_give(bots, new_work(WORK_BOT)) && workers_give(bots, new_work(WORK_BOT));
    struct work *keep = new_work(WORK_KEEP), *more = new_work(WORK_KEEP);
    strcpy(keep->passphrase, "correct horse");
    tap_ok(given && workers_give(hashers, keep), "both have work");
    struct work *done = next_done(hashers);
    tap_ok(done == keep && keep->good && strncmp(keep->hash, "$argon2id$", 10) == 0,
           "a passphrase is hashed meanwhile");
    tap_ok(keep->passphrase[0] == '\0', "and wiped");
    is_number(workers_load(bots).waiting + workers_load(bots).running, 2, "the bots still think");
    free(keep);
    workers_free(bots);
    workers_free(hashers);
    struct workers *none = workers_new(0, 16, &limits);
    tap_ok(!workers_give(none, more) && !workers_have_threads(none),
           "without threads nothing is taken");
    workers_free(none);
    free(more);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    test_turns();
    test_latecomer();
    test_weight();
    test_memory();
    test_bounds();
    test_full();
    test_used();
    test_full_address();
    test_places();
    test_cancel();
    test_late();
    test_pressure();
    test_displaced();
    test_passphrase();
    return tap_done();
}
