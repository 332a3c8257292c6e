/*
 * Making puzzles, and grading them by which of our bots fail. A game is dealt from a seed and
 * played by bots; at most one of its positions becomes a puzzle. Equal arguments make equal
 * puzzles.
 */
#ifndef PARLOR_TABLE_PUZZLE_MAKE_H
#define PARLOR_TABLE_PUZZLE_MAKE_H

#include "table/puzzle.h"

struct puzzle_maker;

struct puzzle_maker *puzzle_maker_new(const struct puzzle_kind *kind);
void puzzle_maker_free(struct puzzle_maker *m); /* NULL is ignored */

/* Plays the game of that seed; false: it has no puzzle. */
bool puzzle_make(struct puzzle_maker *m, uint64_t seed, struct puzzle *out);
/* Solves the position of a puzzle again. False: it is none. */
bool puzzle_prove(struct puzzle_maker *m, const struct puzzle *p, struct puzzle_answer *out);
/* Sets `fails` and `rating` anew. False: the puzzle is broken. */
bool puzzle_grade(struct puzzle_maker *m, struct puzzle *p);

#endif
