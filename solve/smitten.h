/*
 * Smitten solved exactly: the probability of winning with best play, solo, or with two players
 * whose hands lie open to both (the bound that no pair can beat); deck and set-aside stay hidden.
 *
 * Unseen cards are exchangeable, so the visible cards determine the belief: the squares, the open
 * cards, how many cards are closed, and the card set aside once a swap (rule S4.6) made it known.
 * Values are kept in a table in the caller's memory.
 *
 * Invariants:
 * 1. A value is a sum in one fixed order of additions: equal positions have bitwise equal values,
 *    independent of earlier questions, the size of the memory and the number of threads.
 * 2. The table is only a cache. Emptying it costs time and changes no answer.
 * 3. No answer reads the deck or an unknown card set aside.
 * 4. An answer with `known` false carries no information: a limit cuts the search, it never rounds
 *    a value.
 */
#ifndef PARLOR_SOLVE_SMITTEN_H
#define PARLOR_SOLVE_SMITTEN_H

#include "solve/solver.h"

/* The least memory of a table, a few MB; a useful one has 16 MB or more. */
size_t solve_smitten_least(void);

/*
 * Starts an empty table in `bytes` of memory (aligned to 64, any content). With 1 seat for solo,
 * with 2 for open hands; the options as in `struct game`. Returns NULL if the memory is less than
 * `solve_smitten_least`. A full table is emptied and filled again: answers stay exact but take
 * longer.
 */
struct solver *solve_smitten_start(void *memory, size_t bytes, int seats, const int *opt);

/* Whether the table is for this many seats and these options (those that have an effect). */
bool solve_smitten_fits(const struct solver *s, int seats, const int *opt);

/* Solo: the value of a position and of every legal choice, from the player's view. */
void solve_smitten_view(struct solver *s, const struct view *v, const struct solve_limits *limits,
                        struct solve_answer *out);

/*
 * With both hands open. The choices are those of all seats that may move. Hands and squares of the
 * state are read; deck and set-aside are not. A solo state gets the answer of its view.
 */
void solve_smitten_open(struct solver *s, const struct state *state,
                        const struct solve_limits *limits, struct solve_answer *out);

/* The whole solo game, from before the deal, from a table of solved modes (docs/smitten-solved.md);
   -1: not in it. */
double solve_smitten_known(const int *opt);

/*
 * The whole game, solved by `threads` threads, layer by layer from the fullest squares down,
 * freeing memory as soon as possible. Leaves the table empty. False: out of memory. Not for
 * WebAssembly (smitten_sweep.c needs threads).
 */
bool solve_smitten_sweep(struct solver *s, int threads, solve_progress *progress, void *context,
                         double *out);
/*
 * The best choice in the first two turns of a solo game, from books, which saves seconds of
 * solving. False if the books lack the position. With the usual `card4` and `card9` they have the
 * first turn and the start of the second. After a swap as the very first move they have the next
 * play. For other cards the first call starts a thread that unpacks or makes such a book in seconds
 * (none with `hard2` unless `easy` is on as well: there the solver is fast). The call waits for it
 * as long as the limits (or NULL) allow; a later call finds it. In the page, only the usual cards:
 * the start of a game, a closed card turned up there, and the partner's answer to an open card.
 * With `one_by_one` in the limits the same holds everywhere.
 */
bool solve_smitten_book(const struct view *v, const struct solve_limits *limits, move *out);

/* See `prepare` in solver.h. */
void solve_smitten_prepare(const char *folder, const char *books, int threads,
                           solve_progress *progress, void *context);

/* Makes the text of a book for the mode of the table; needs threads as the sweep does. False: out
   of memory. */
enum solve_book { SOLVE_BOOK_FIRST, SOLVE_BOOK_SECOND, SOLVE_BOOK_OTHER };
enum { SOLVE_BOOK_MAX = 1 << 21 };
bool solve_smitten_make_book(struct solver *s, int threads, enum solve_book book,
                             solve_progress *progress, void *context, char *out);

/* The peak memory of the table in bytes, its fixed part included. */
size_t solve_smitten_used(const struct solver *s);

#endif
