/*
 * Smitten solved exactly: the probability of winning with best play, solo, or with two players
 * whose hands lie open to both (the bound that no pair can beat); deck and set-aside stay hidden.
 *
 * Unseen cards are exchangeable, so what is seen determines the belief: the squares, the open
 * cards, how many cards are closed, and the card set aside once a swap (rule S4.6) made it known.
 * Values are kept in a table in the caller's memory. Each is computed by one fixed order of
 * additions, so equal positions have equal bytes of value, whatever was asked before, whatever
 * the memory, and however many threads fill the table.
 */
#ifndef PARLOR_SOLVE_SMITTEN_H
#define PARLOR_SOLVE_SMITTEN_H

#include "solve/solver.h"

/* The least memory of a table, a few MB; a useful one has 16 MB or more. */
size_t solve_smitten_least(void);

/*
 * Starts an empty table in `bytes` of memory (aligned to 64; its content does not matter). With 1
 * seat for solo, with 2 for open hands; the options as in `struct game`. Returns NULL if the
 * memory is less than `solve_smitten_least`. A table that is full is emptied and filled again:
 * answers stay exact and only take longer.
 */
struct solver *solve_smitten_start(void *memory, size_t bytes, int seats, const int *opt);

/* Whether the table is for this many seats and these options (as far as they mean anything). */
bool solve_smitten_fits(const struct solver *s, int seats, const int *opt);

/* Solo: the value of a position and of every legal choice, from what the player sees. */
void solve_smitten_view(struct solver *s, const struct view *v, const struct solve_limits *limits,
                        struct solve_answer *out);

/*
 * With both hands open. The choices are those of all seats that may move. Hands and squares of
 * the state are read; deck and set-aside are not. A solo state is answered as by its view.
 */
void solve_smitten_open(struct solver *s, const struct state *state,
                        const struct solve_limits *limits, struct solve_answer *out);

/* The whole solo game, from before the deal, by a table of the modes that were solved before
   (docs/smitten-solved.md); -1: not in it. */
double solve_smitten_known(const int *opt);

/*
 * The whole game, solved by `threads` threads, layer by layer from the fullest squares down, with
 * memory given back as soon as it is not needed. Leaves the table empty. False: the memory is not
 * enough. Not for WebAssembly (smitten_sweep.c needs threads).
 */
bool solve_smitten_sweep(struct solver *s, int threads, solve_progress *progress, void *context,
                         double *out);
/*
 * The best choice in the first two turns of a solo game, from books: whole seconds of solving for
 * nothing. False if the books lack the position. With the usual `card4` and `card9` they have the
 * first turn and the start of the second. After a swap they have what is played next, if it was the
 * first move of all. For other cards such a book is made when it is first asked for, which takes
 * seconds (and none with `hard2` unless `easy` is on as well: there the solver is fast); the call
 * waits for it as long as the limits (or NULL) allow, and a later one finds it. In the page, only
 * the usual cards: the start of a game, a closed card turned up there, and what the partner does
 * after an open card was played. With `one_by_one` in the limits it is as in the page.
 */
bool solve_smitten_book(const struct view *v, const struct solve_limits *limits, move *out);

/* See `prepare` in solver.h. */
void solve_smitten_prepare(const char *folder, solve_progress *progress, void *context);

/* Makes the text of a book for the mode of the table; needs threads as the sweep does. False: the
   memory is not enough. */
enum solve_book { SOLVE_BOOK_FIRST, SOLVE_BOOK_SECOND, SOLVE_BOOK_OTHER };
enum { SOLVE_BOOK_MAX = 1 << 21 };
bool solve_smitten_make_book(struct solver *s, int threads, enum solve_book book,
                             solve_progress *progress, void *context, char *out);

/* Bytes of memory that the table has used at most, its fixed part included. */
size_t solve_smitten_used(const struct solver *s);

#endif
