/*
 * Asks bots for their moves, each from its own view only.
 *
 * If several seats may act, the actors are asked in seat order, by the rules of core/turns.h: when
 * all have waited in a row, they are asked again with `must`, and the first that can move does.
 * Events depend only on the states, the deals, the seeds and the bots' budgets.
 */
#ifndef PARLOR_TABLE_DRIVER_H
#define PARLOR_TABLE_DRIVER_H

#include "table/bot_memory.h"
#include "table/random_play.h"
#include "table/strbuf.h"

/* A bot with its budget; as text `name` or `name:ITERATIONS`. */
struct driver_bot {
    const struct bot *bot;
    uint64_t iterations; /* 0: the level's own */
};

/* Reads that text of `len` bytes; false: the game has no such bot, or the number is wrong. */
bool driver_read_bot(const struct game *g, const char *text, size_t len, struct driver_bot *out);
void driver_write_bot(const struct driver_bot *b, struct buf *out);
/* The names of all bots of a game, separated by ", ". */
void driver_list_bots(const struct game *g, struct buf *out);

/* The cost of a seat's bot so far. */
struct driver_cost {
    uint64_t asked, iterations, cpu_ns;
};

struct driver {
    const struct game *game;
    int seats;
    struct driver_bot bot[GAME_SEATS_MAX];
    uint64_t time_ns;          /* cap on each choice; 0: none */
    uint64_t (*clock)(void *); /* nanoseconds, for the cap and the costs; NULL: neither */
    const atomic_bool *stop;   /* may be NULL */
    /* Called after each answer that became an event, with the bot's choice; may be NULL. */
    void (*watch)(void *context, const struct state *s, int seat, const struct bot_choice *choice);
    void *context;
    struct driver_cost cost[GAME_SEATS_MAX];
    /* Private: working memory, one block per bot, shared by its seats; the round of asking. */
    struct bot_memory memory[GAME_SEATS_MAX];
    void *scratch[GAME_SEATS_MAX]; /* by seat, each one of `memory` */
    struct bot_choice choice;
    struct turns turns;
    int next; /* the seat asked next, if it acts */
};

void driver_init(struct driver *d, const struct game *g);
void driver_clear(struct driver *d);

/* Begins a new game with these bots, one per seat. A bot keeps its working memory from earlier
   games; a driver serves at most GAME_SEATS_MAX different bots in all. Costs begin at 0. */
void driver_seat(struct driver *d, int seats, const struct driver_bot *bot);

/* Adds to the record that ends `out` who sat where, the seed of the run, and the number of the
   record's deal in it, from 0. */
void driver_sign_record(const struct driver *d, uint64_t seed, uint64_t deal, struct strbuf *out);

/* Call the bots' `open` and `close` hooks: the game begins with these options; it is over. */
void driver_open(struct driver *d, const int *opt);
void driver_close(struct driver *d, const struct state *s);

/* The next event: a deal drawn from `deals`, or a bot's answer; `seeds` gives one number per
   question. Returns 0 when the game is over. Aborts if an answer is not legal. */
int driver_choose(struct driver *d, const struct state *s, struct rng *deals, struct rng *seeds,
                  struct play_event *out);

#endif
