/*
 * Taking turns, for everything that plays: tables, local games, matches, the library and `parlor
 * bot`. Of those who may act it says who has to, who may wait, and who may still speak.
 *
 *  - One seat acts: it has to move.
 *  - Several act in secret (a game without signals): each has to move, in any order.
 *  - Several act in the open (a game with signals): they settle by signals who does. Whoever is
 *    asked may move, say something or wait; when all have waited in a row, all of them have to.
 */
#ifndef PARLOR_CORE_TURNS_H
#define PARLOR_CORE_TURNS_H

#include "core/game.h"

enum { TURNS_SIGNALS_MAX = 4 }; /* of a bot between two moves; more count as waiting */

struct turns {
    uint32_t waited;              /* seats that have waited since the last event */
    uint8_t said[GAME_SEATS_MAX]; /* signals of each seat since the last move */
};

/* Before the first event, and after a deal or a take-back: nobody has waited or spoken. */
void turns_start(struct turns *t);
/* After a move or a signal. */
void turns_note(struct turns *t, int seat, move m);
/* The seat was asked and waits. */
void turns_wait(struct turns *t, int seat);

/* Several act, and settle by signals who does. */
bool turns_are_open(const struct game *g, uint32_t actors);
/* Whether each of the actors has to move if it can. */
bool turns_must(const struct turns *t, const struct game *g, uint32_t actors);
/* Whether a bot's answer counts as an event; otherwise the bot waits. The move is legal. */
bool turns_take(const struct turns *t, int seat, bool must, move m);

/* Those of the seats that have a legal move. */
uint32_t turns_list_movers(const struct game *g, const struct state *s, uint32_t seats);
/* The first of the seats at or after `from`, going round; there must be one. */
int turns_find_next(uint32_t seats, int from);

#endif
