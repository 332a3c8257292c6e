/*
 * Worker threads: bots think here, and passphrases are hashed, off the loop. A worker sees a
 * view and no table. Each worker keeps the working memory of each bot that it has run.
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

struct crew {
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

struct memory {
    const struct bot *bot;
    void *scratch;
};

static void *find_scratch(struct memory *memory, const struct bot *bot)
{
    int i = 0;
    while (i < MEMORIES - 1 && memory[i].bot != NULL && memory[i].bot != bot)
        i++;
    if (memory[i].bot == bot)
        return memory[i].scratch;
    bot_memory_free(memory[i].scratch);
    memory[i] = (struct memory){bot, bot_memory_take(bot->scratch)};
    return memory[i].scratch;
}

static void think(struct crew *c, struct work *w, struct memory *memory)
{
    struct bot_choice choice;
    struct bot_limits limits = {
        .time_ns = c->cap_ns, .clock = clock_for_bot, .stop = &c->stop, .must = w->must};
    struct bot_question q = {.game = w->game,
                             .view = view_in(&w->view),
                             .seat = w->seat,
                             .limits = &limits,
                             .seed = w->seed,
                             .scratch = find_scratch(memory, w->bot)};
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

static void finish(struct crew *c, struct work *w)
{
    uint64_t one = 1;
    pthread_mutex_lock(&c->lock);
    w->next = NULL;
    if (c->done_last != NULL)
        c->done_last->next = w;
    else
        c->done = w;
    c->done_last = w;
    pthread_mutex_unlock(&c->lock);
    if (write(c->fd, &one, sizeof one) < 0)
        return; /* the counter is full, so the loop wakes anyway */
}

static struct work *wait_for_work(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->first == NULL && !c->stop)
        pthread_cond_wait(&c->more, &c->lock);
    struct work *w = c->stop ? NULL : c->first;
    if (w != NULL) {
        c->first = w->next;
        c->last = c->first == NULL ? NULL : c->last;
        c->waiting--;
    }
    pthread_mutex_unlock(&c->lock);
    return w;
}

static void *run(void *source)
{
    struct crew *c = source;
    struct memory memory[MEMORIES] = {{.bot = NULL}};
    for (struct work *w; (w = wait_for_work(c)) != NULL;) {
        if (w->kind == WORK_BOT)
            think(c, w, memory);
        else
            hash_passphrase(w);
        finish(c, w);
    }
    for (int i = 0; i < MEMORIES; i++)
        bot_memory_free(memory[i].scratch);
    return NULL;
}

struct crew *crew_new(int threads, uint64_t cap_ns)
{
    struct crew *c = memory_take_zeros(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->more, NULL);
    c->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    c->cap_ns = cap_ns;
    while (c->threads < threads && c->threads < 64 &&
           pthread_create(&c->thread[c->threads], NULL, run, c) == 0)
        c->threads++;
    return c;
}

static void free_list(struct work *w)
{
    while (w != NULL) {
        struct work *next = w->next;
        free(w);
        w = next;
    }
}

void crew_free(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_broadcast(&c->more);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->threads; i++)
        pthread_join(c->thread[i], NULL);
    free_list(c->first);
    free_list(c->done);
    close(c->fd);
    free(c);
}

bool crew_give(struct crew *c, struct work *w)
{
    pthread_mutex_lock(&c->lock);
    bool room = c->waiting < WAITING_MAX && c->threads > 0;
    if (room) {
        w->next = NULL;
        if (c->last != NULL)
            c->last->next = w;
        else
            c->first = w;
        c->last = w;
        c->waiting++;
        pthread_cond_signal(&c->more);
    }
    pthread_mutex_unlock(&c->lock);
    return room;
}

struct work *crew_take(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    struct work *w = c->done;
    if (w != NULL) {
        c->done = w->next;
        c->done_last = c->done == NULL ? NULL : c->done_last;
    }
    pthread_mutex_unlock(&c->lock);
    return w;
}

int crew_fd(const struct crew *c)
{
    return c->fd;
}

int crew_waiting(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    int n = c->waiting;
    pthread_mutex_unlock(&c->lock);
    return n;
}
