/*
 * Worker threads choose bots' moves and hash passphrases. A worker sees a view and no table. Each
 * worker keeps the memory of every bot that it has run.
 */
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/server.h"
#include "table/bot_memory.h"
#include "table/clock.h"
#include "table/memory.h"

enum { WAITING_MAX = 20000, MEMORIES = 64 };

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct work *first, *last, *done, *done_last;
    int waiting;
    int fd;
    uint64_t cap_ns;
    atomic_bool stop;
    int threads;
    pthread_t thread[64];
};

static void think(struct workers *pool, struct work *w, struct bot_memory *memory)
{
    struct bot_choice choice;
    struct bot_limits limits = {
        .time_ns = pool->cap_ns, .clock = clock_for_bot, .stop = &pool->stop, .must = w->must};
    struct bot_question q = {.game = w->game,
                             .view = view_in(&w->view),
                             .seat = w->seat,
                             .limits = &limits,
                             .seed = w->seed,
                             .scratch = bot_memory_find(memory, MEMORIES, w->bot)};
    w->bot->choose(w->bot, &q, &choice);
    w->m = choice.m;
}

static void hash_passphrase(struct work *w)
{
    if (w->kind == WORK_KEEP)
        w->good = crypto_pwhash_str(w->hash, w->passphrase, strlen(w->passphrase),
                                    crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    else
        w->good = crypto_pwhash_str_verify(w->hash, w->passphrase, strlen(w->passphrase)) == 0;
    sodium_memzero(w->passphrase, sizeof w->passphrase);
}

static void finish(struct workers *pool, struct work *w)
{
    uint64_t one = 1;
    pthread_mutex_lock(&pool->lock);
    w->next = NULL;
    if (pool->done_last != NULL)
        pool->done_last->next = w;
    else
        pool->done = w;
    pool->done_last = w;
    pthread_mutex_unlock(&pool->lock);
    if (write(pool->fd, &one, sizeof one) < 0)
        return; /* the counter is full: the loop wakes anyway */
}

static struct work *wait_for_work(struct workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->first == NULL && !pool->stop)
        pthread_cond_wait(&pool->more, &pool->lock);
    struct work *w = pool->stop ? NULL : pool->first;
    if (w != NULL) {
        pool->first = w->next;
        pool->last = pool->first == NULL ? NULL : pool->last;
        pool->waiting--;
    }
    pthread_mutex_unlock(&pool->lock);
    return w;
}

static void *run(void *source)
{
    struct workers *pool = source;
    struct bot_memory memory[MEMORIES] = {{.bot = NULL}};
    for (struct work *w; (w = wait_for_work(pool)) != NULL;) {
        if (w->kind == WORK_BOT)
            think(pool, w, memory);
        else
            hash_passphrase(w);
        finish(pool, w);
    }
    for (int i = 0; i < MEMORIES; i++)
        bot_memory_free(memory[i].bytes);
    return NULL;
}

struct workers *workers_new(int threads, uint64_t cap_ns)
{
    struct workers *pool = memory_take_zeros(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pool->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pool->cap_ns = cap_ns;
    while (pool->threads < threads && pool->threads < 64 &&
           pthread_create(&pool->thread[pool->threads], NULL, run, pool) == 0)
        pool->threads++;
    return pool;
}

static void free_list(struct work *w)
{
    while (w != NULL) {
        struct work *next = w->next;
        free(w);
        w = next;
    }
}

void workers_free(struct workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    free_list(pool->first);
    free_list(pool->done);
    close(pool->fd);
    free(pool);
}

bool workers_give(struct workers *pool, struct work *w)
{
    pthread_mutex_lock(&pool->lock);
    bool room = pool->waiting < WAITING_MAX && pool->threads > 0;
    if (room) {
        w->next = NULL;
        if (pool->last != NULL)
            pool->last->next = w;
        else
            pool->first = w;
        pool->last = w;
        pool->waiting++;
        pthread_cond_signal(&pool->more);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
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

int workers_waiting(struct workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    int n = pool->waiting;
    pthread_mutex_unlock(&pool->lock);
    return n;
}
