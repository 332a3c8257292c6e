/*
 * Whose turn it is, for tables, matches, simulations, the library and `parlor bot`: which of the
 * actors must move, may wait, and may still signal. A table has people, so it ends a bot's wait by
 * time (table/table_clock.c) rather than by counting those that have waited.
 *
 *  - One actor: it must move.
 *  - Several actors in a game without signals: each must move, in secret and in any order.
 *  - Several actors in a game with signals: they settle by signals who moves. An actor that is
 *    asked may move, signal or wait; once all have waited in a row, each must move.
 */
#ifndef PARLOR_CORE_TURNS_H
#define PARLOR_CORE_TURNS_H

#include "core/game.h"

/* Signals of a bot between two moves; further ones count as waiting. People have a limit of their
   own: TABLE_SIGNALS_MAX. */
enum { TURNS_SIGNALS_MAX = 4 };

struct turns {
    uint32_t waited;              /* seats that have waited since the last event */
    uint8_t said[GAME_SEATS_MAX]; /* signals per seat since the last move */
};

/* At the start, and after a deal or a take-back: nobody has waited or signalled. */
void turns_start(struct turns *t);
/* Call after a move or a signal. */
void turns_note(struct turns *t, int seat, move m);
/* The seat was asked, and waits. */
void turns_wait(struct turns *t, int seat);
bool turns_has_waited(const struct turns *t, int seat);
/* Whether somebody among the actors is left to move if this one waits too. */
bool turns_may_wait(const struct turns *t, const struct game *g, uint32_t actors, int seat);

/* Whether several actors settle by signals who moves. */
bool turns_are_open(const struct game *g, uint32_t actors);
/* Whether each actor must move if it can. */
bool turns_must(const struct turns *t, const struct game *g, uint32_t actors);
/* Whether a bot's answer counts as an event; otherwise the bot waits. The move is legal. */
bool turns_take(const struct turns *t, int seat, bool must, move m);

/* Whether a choice of that seat left a round of secret choices open: the actors before and after
   it, and whether they choose in secret. A deal has a negative seat. */
bool turns_leave_open(bool sealed, uint32_t before, int seat, uint32_t after);

/* The given seats that have a legal move. */
uint32_t turns_list_movers(const struct game *g, const struct state *s, uint32_t seats);
/* The first of the seats from `from` on, wrapping around; `seats` is not empty. */
int turns_find_next(uint32_t seats, int from);

#endif
