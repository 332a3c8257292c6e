/* Worker threads: bots that think, passphrases that are hashed, daily deals that are verified. */
#ifndef PARLOR_SERVER_WORKERS_H
#define PARLOR_SERVER_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/fair_queue.h"
#include "server/server.h"
#include "table/daily.h"

enum work_kind { WORK_BOT, WORK_KEEP, WORK_LOGIN, WORK_DAILY };

/* The loop owns it, but for the time from workers_give to workers_take; `stop` alone is shared. */
struct work {
    struct fair_item item; /* whose work it is; the first member */
    struct work *next;
    int64_t queued, started; /* by the steady clock (ns) */
    enum work_kind kind;
    atomic_bool stop; /* its answer is not wanted any more */
    bool displaced;   /* it gave way to the work of others, and was not done */
    /* of WORK_BOT */
    int seat;
    uint32_t version;
    bool must;
    uint64_t most_ns; /* to think; 0: as long as any bot may */
    bool good;        /* the passphrase is right (login), or was hashed (keep) */
    char table[TABLE_ID_MAX];
    const struct game *game;
    const struct bot *bot;
    uint64_t seed;
    move m;
    struct view_room view;
    /* of WORK_KEEP and WORK_LOGIN */
    uint64_t conn_serial, player;
    long long request;
    uint32_t conn_slot;
    bool old_good; /* `old` is the passphrase of `was`, or there was none */
    char login[TABLE_NAME_MAX], passphrase[257], old[257];
    char was[129], hash[129]; /* the hash in the store, and a new one */
    struct daily_work *daily; /* of WORK_DAILY, on the heap; else NULL */
};

/* The moves of a daily deal, and what verifying them has shown. */
struct daily_work {
    struct daily deal;
    char moves[SERVER_FRAME_MAX];
    bool good;
    struct daily_result result;
    struct problem why;
};

void work_free(struct work *w);

struct workers; /* worker threads and their queue, of at most `most` works */
struct workers *workers_new(int threads, int most, const struct bot_limits *limits);
void workers_free(struct workers *pool);
/* False: the queue is full (for this address) of works of people who are no greedier, or there are
   no threads. Work that gave way to this one comes back by workers_take, `displaced`. */
bool workers_give(struct workers *pool, struct work *w);
/* The answer is not wanted any more. True: it was still waiting, and is the caller's again. False:
   it is running, is told to stop, and comes back by workers_take. */
bool workers_cancel(struct workers *pool, struct work *w);
struct work *workers_take(struct workers *pool); /* the next finished work; NULL: none */
bool workers_have_threads(const struct workers *pool);
/* Whether a bot has its answer still before it: its work waits while others are served, or runs and
   has not taken long. */
bool workers_goes_on(struct workers *pool, const struct work *w);
int workers_fd(const struct workers *pool); /* readable when work has finished */

struct workers_load {
    int waiting, running;
};
struct workers_load workers_load(struct workers *pool);

#endif
