/*
 * Aids: what a player could work out from the cards, for those who would rather not.
 *
 * An aid is computed from a view alone; with strict memory from the part of it that is displayed
 * now. Cards that lay open once and are closed again count only with the option `memory` aided. So
 * an aid never depends on a card that its reader could not know (tests/laws/aids.c).
 */
#ifndef PARLOR_CORE_AIDS_H
#define PARLOR_CORE_AIDS_H

#include "core/game.h"

/* Writes a JSON object, whose members are in the game's README. */
typedef void aids_writer(const struct view *v, struct buf *b);

/* One entry of the list `sets`: the cards seen and unseen of a colour, or of the whole game with
   the letter 0. A digit of the masks, in base 4, is the number of cards of a value, from 1 up. */
void aids_put_set(char letter, uint32_t seen, uint32_t unseen, struct buf *b);
/* The values of such a mask as a member of an open object; a value stands there for each card. */
void aids_put_values(const char *name, uint32_t values, struct buf *b);

/* A mask with a digit for each bit of a set. */
uint32_t aids_count(unsigned set);

#endif
