/*
 * Asks bots for their moves, each from its own view only.
 *
 * Where several seats may act, the actors are asked in the order of seats, by the rules of
 * core/turns.h: when all have waited in a row, they are asked again with `must`, and the first that
 * can move does.
 * Events depend on nothing but the states, the deals, the seeds and the bots' budgets.
 */
#ifndef PARLOR_TABLE_DRIVER_H
#define PARLOR_TABLE_DRIVER_H

#include "search/bot.h"
#include "table/random_play.h"

/* A bot and the budget that it is given: `name` or `name:ITERATIONS`. */
struct driver_bot {
    const struct bot *bot;
    uint64_t iterations; /* 0: the level's own */
};

/* Reads such a text of `len` bytes; false: no such bot for this game, or no such number. */
bool driver_read_bot(const struct game *g, const char *text, size_t len, struct driver_bot *out);
void driver_write_bot(const struct driver_bot *b, struct buf *out);
/* The names of all bots of a game, separated by ", ". */
void driver_list_bots(const struct game *g, struct buf *out);

/* What a seat's bot has cost so far. */
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
    /* Called after each answer that became an event, with what the bot saw; may be NULL. */
    void (*watch)(void *context, const struct state *s, int seat, const struct bot_choice *choice);
    void *context;
    struct driver_cost cost[GAME_SEATS_MAX];
    /* Private: working memory, one piece a bot, shared by its seats; the round of asking. */
    struct driver_memory {
        const struct bot *bot; /* NULL: free */
        void *scratch;
    } memory[GAME_SEATS_MAX];
    void *scratch[GAME_SEATS_MAX]; /* by seat, each one of `memory` */
    struct bot_choice choice;
    struct turns turns;
    int next; /* who is asked next, if it acts */
};

void driver_init(struct driver *d, const struct game *g);
void driver_clear(struct driver *d);

/* Begins a new game with these bots, one a seat. A bot keeps the working memory that it had in an
   earlier game; at most GAME_SEATS_MAX different bots may come in all. Costs begin at 0. */
void driver_seat(struct driver *d, int seats, const struct driver_bot *bot);

/* Tells the bots that want to know that the game begins with these options, and that it is over. */
void driver_open(struct driver *d, const int *opt);
void driver_close(struct driver *d, const struct state *s);

/* The next event: a deal drawn from `deals`, or a bot's answer, for which `seeds` gives one number
   a question. Returns 0 when the game is over. An answer that is not legal ends the program. */
int driver_choose(struct driver *d, const struct state *s, struct rng *deals, struct rng *seeds,
                  struct play_event *out);

#endif
