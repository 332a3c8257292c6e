/* Tables without sockets and with made-up time, for tests: requests, and the journal. */
#ifndef PARLOR_TESTS_UNIT_TABLE_HELP_H
#define PARLOR_TESTS_UNIT_TABLE_HELP_H

#include "table/table.h"
#include "tests/tap.h"

extern struct table_effects fx;
extern struct problem problem;
extern struct moment now;

/* Lets time pass. */
static inline void pass(int64_t ms)
{
    now = moment_after(now, ms);
}

/* The journal of the current table, as text. */
struct entry {
    int64_t at;
    char *text;
};
extern struct entry journal[4096];
extern int entries;

/* Appends the events of `fx` to the journal. */
void keep_journal(const struct table *t);
void forget_journal(void);
/* The table that the first `n` entries of the journal make; NULL: they are broken. */
struct table *read_again(const char *id, int n);
/* Clears `fx` and `problem` before a request. */
void start_effects(void);
/* A new table of player 1, with an empty journal but for its making. */
struct table *make(const char *game, int seats, struct table_clock clock, bool by_host);
/* A table of Smitten with a live clock and these cards, from a journal written by hand. */
struct table *make_smitten(const char *cards);
/* Handles a request, and keeps its events; false: `why` tells the message id. */
bool ask(struct table *t, struct table_request r);
const char *why(void);
/* The usual requests of players and seats. */
bool sit(struct table *t, uint64_t player);
bool play(struct table *t, int seat, const char *text);
bool ask_back(struct table *t, int seat);
bool answer(struct table *t, int seat, bool yes);
/* Whether the journal so far gives the same table: same state, same updates. */
bool same_again(const struct table *t);
/* A random legal move of the first actor that has one, as text; returns its seat, or -1. */
int choose(const struct table *t, struct rng *r, char *text);

#endif
