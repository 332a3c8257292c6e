/*
 * Worker threads choose bots' moves and hash passphrases; each has a pool of its own, so that
 * neither waits for the other. A worker sees a view and no table. Each worker keeps the memory of
 * every bot that it has run. A fair queue serves those who wait (fair_queue.h).
 */
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/server.h"
#include "server/workers.h"
#include "table/bot_memory.h"
#include "table/clock.h"
#include "table/memory.h"

enum { MEMORIES = 64, THREADS_MAX = 64 };
enum { THOUGHT_LEAST_NS = 100000000, THOUGHT_FLOOR_NS = 1000000 };
#define ROUND_NS INT64_C(2000000000) /* until each address that waits had a turn */
enum { NICENESS = 10 }; /* the loop goes first: workers get what it leaves of the cores */

struct workers {
    pthread_mutex_t lock; /* of all below, but limits and fd */
    pthread_cond_t more;
    struct fair_queue queue;
    struct work *done, *done_last;
    struct work *running[THREADS_MAX]; /* by thread */
    int thinking;                      /* those that are not NULL */
    int64_t finished;                  /* when the last work was done */
    bool stop;
    int fd;
    struct bot_limits limits;
    int threads, joined;
    int wanted; /* threads; the others read it */
    pthread_t thread[THREADS_MAX];
};

/* Time spent waiting in the queue counts, so that the answer is there at the moment drawn for it.
   Thoughts of an address that has many waiting are shorter: so its own answers come in time, and
   nobody waits long for one of them to end. If many addresses wait, all thoughts are: everybody's
   bots play a little worse then, but in time. */
static uint64_t time_for(int threads, uint64_t most_ns, const struct work *w)
{
    uint64_t waited = w->most_ns > 0 ? (uint64_t)(w->started - w->queued) : 0;
    uint64_t least = most_ns < THOUGHT_LEAST_NS ? most_ns : THOUGHT_LEAST_NS;
    uint64_t left = most_ns > waited ? most_ns - waited : 0;
    uint64_t part = left / (uint64_t)(1 + w->item.beside);
    uint64_t turn = (uint64_t)(ROUND_NS * threads / (w->item.turns > 0 ? w->item.turns : 1));
    part = part > least ? part : least;
    turn = turn > THOUGHT_FLOOR_NS ? turn : THOUGHT_FLOOR_NS;
    return part < turn ? part : turn;
}

static void think(const struct workers *pool, struct work *w, struct bot_memory *memory)
{
    const struct bot_limits *most = &pool->limits;
    struct bot_choice choice;
    struct bot_limits limits = *most;
    limits.time_ns = time_for(
        pool->wanted, w->most_ns > 0 && w->most_ns < most->time_ns ? w->most_ns : most->time_ns, w);
    limits.stop = &w->stop;
    limits.must = w->must;
    struct bot_question q = {.game = w->game,
                             .view = view_in(&w->view),
                             .seat = w->seat,
                             .limits = &limits,
                             .seed = w->seed,
                             .scratch = bot_memory_find(memory, MEMORIES, w->bot)};
    w->bot->choose(w->bot, &q, &choice);
    w->m = choice.m;
}

static void verify(struct work *w)
{
    struct daily_work *d = w->daily;
    problem_start(&d->why, -1);
    d->good = daily_check_moves(&d->deal, d->moves, &w->stop, &d->result, &d->why);
}

void work_free(struct work *w)
{
    free(w->daily);
    free(w);
}

static bool is_right(const char *hash, const char *passphrase)
{
    return crypto_pwhash_str_verify(hash, passphrase, strlen(passphrase)) == 0;
}

static void hash_passphrase(struct work *w)
{
    w->old_good = w->kind == WORK_KEEP && (w->was[0] == '\0' || is_right(w->was, w->old));
    if (w->kind == WORK_LOGIN)
        w->good = is_right(w->was, w->passphrase);
    else if (w->old_good)
        w->good = crypto_pwhash_str(w->hash, w->passphrase, strlen(w->passphrase),
                                    crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    sodium_memzero(w->passphrase, sizeof w->passphrase);
    sodium_memzero(w->old, sizeof w->old);
}

/* The works of a queue are `struct work`, whose head is the item. */
static struct work *work_of(struct fair_item *item)
{
    void *work = item;
    return work;
}

static void add_done(struct workers *pool, struct work *w)
{
    w->next = NULL;
    if (pool->done_last != NULL)
        pool->done_last->next = w;
    else
        pool->done = w;
    pool->done_last = w;
}

static void wake_loop(const struct workers *pool)
{
    uint64_t one = 1;
    if (write(pool->fd, &one, sizeof one) < 0)
        return; /* the counter is full: the loop wakes anyway */
}

static void finish(struct workers *pool, struct work *w, int thread)
{
    pthread_mutex_lock(&pool->lock);
    pool->finished = clock_ns();
    fair_charge(&pool->queue, &w->item, pool->finished - w->started);
    pool->running[thread] = NULL;
    pool->thinking--;
    add_done(pool, w);
    pthread_mutex_unlock(&pool->lock);
    wake_loop(pool);
}

static struct work *wait_for_work(struct workers *pool, int thread)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->queue.all.waiting == 0 && !pool->stop)
        pthread_cond_wait(&pool->more, &pool->lock);
    struct work *w = pool->stop ? NULL : work_of(fair_take(&pool->queue));
    if (w != NULL) {
        w->started = clock_ns();
        pool->running[thread] = w;
        pool->thinking++;
    }
    pthread_mutex_unlock(&pool->lock);
    return w;
}

static void *run(void *source)
{
    struct workers *pool = source;
    struct bot_memory memory[MEMORIES] = {{.bot = NULL}};
    /* On Linux this is of the thread alone; the server itself may have been started with `nice`. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICENESS);
    pthread_mutex_lock(&pool->lock);
    int thread = pool->joined++;
    pthread_mutex_unlock(&pool->lock);
    for (struct work *w; (w = wait_for_work(pool, thread)) != NULL;) {
        if (w->kind == WORK_BOT)
            think(pool, w, memory);
        else if (w->kind == WORK_DAILY)
            verify(w);
        else
            hash_passphrase(w);
        finish(pool, w, thread);
    }
    for (int i = 0; i < MEMORIES; i++)
        bot_memory_free(memory[i].bytes);
    return NULL;
}

struct workers *workers_new(int threads, int most, const struct bot_limits *limits)
{
    struct workers *pool = memory_take_zeros(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    fair_init_queue(&pool->queue, most);
    pool->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pool->limits = *limits;
    pool->wanted = threads < THREADS_MAX ? threads : THREADS_MAX;
    pool->finished = clock_ns();
    while (pool->threads < pool->wanted &&
           pthread_create(&pool->thread[pool->threads], NULL, run, pool) == 0)
        pool->threads++;
    return pool;
}

void workers_free(struct workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    for (int i = 0; i < THREADS_MAX; i++)
        if (pool->running[i] != NULL)
            atomic_store(&pool->running[i]->stop, true);
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    for (struct fair_item *item; (item = fair_take(&pool->queue)) != NULL;)
        work_free(work_of(item));
    for (struct work *w; (w = workers_take(pool)) != NULL;)
        work_free(w);
    close(pool->fd);
    free(pool);
}

bool workers_give(struct workers *pool, struct work *w)
{
    struct fair_item *out = NULL;
    w->queued = clock_ns();
    pthread_mutex_lock(&pool->lock);
    bool room = pool->threads > 0 && fair_put(&pool->queue, &w->item, &out);
    if (room)
        pthread_cond_signal(&pool->more);
    if (out != NULL) {
        work_of(out)->displaced = true;
        add_done(pool, work_of(out));
    }
    pthread_mutex_unlock(&pool->lock);
    if (out != NULL)
        wake_loop(pool);
    return room;
}

bool workers_cancel(struct workers *pool, struct work *w)
{
    pthread_mutex_lock(&pool->lock);
    bool waits = w->item.share != NULL;
    if (waits)
        fair_remove(&pool->queue, &w->item);
    else
        atomic_store(&w->stop, true);
    pthread_mutex_unlock(&pool->lock);
    return waits;
}

bool workers_have_threads(const struct workers *pool)
{
    return pool->threads > 0;
}

bool workers_goes_on(struct workers *pool, const struct work *w)
{
    int64_t patience = TABLE_STUCK_MS * INT64_C(1000000);
    pthread_mutex_lock(&pool->lock);
    bool waits = w->item.share != NULL;
    int64_t since = waits ? pool->finished : w->started;
    patience += waits ? (int64_t)pool->limits.time_ns : 0;
    pthread_mutex_unlock(&pool->lock);
    return clock_ns() - since < patience;
}

struct work *workers_take(struct workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct work *w = pool->done;
    if (w != NULL) {
        pool->done = w->next;
        pool->done_last = pool->done == NULL ? NULL : pool->done_last;
    }
    pthread_mutex_unlock(&pool->lock);
    return w;
}

int workers_fd(const struct workers *pool)
{
    return pool->fd;
}

struct workers_load workers_load(struct workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct workers_load load = {pool->queue.all.waiting, pool->thinking};
    pthread_mutex_unlock(&pool->lock);
    return load;
}
