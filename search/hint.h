/*
 * Hints: the move to suggest to a seat, why, and what it and the other choices are worth. All of it
 * follows from the seat's view, the bot's answer to a question about that view, and the seed: so
 * hidden cards cannot matter.
 */
#ifndef PARLOR_SEARCH_HINT_H
#define PARLOR_SEARCH_HINT_H

#include "search/bot.h"
#include "search/reason.h"

struct hint {
    bool known;        /* there is something to suggest */
    move m;            /* MOVE_NONE: let another begin */
    move other;        /* the choice that the reason compares it with, or `m`: none */
    struct reason why; /* without an id: no reason is known */
    int n;             /* of the choices valued: the suggested one, then the others, best first */
    struct bot_value seen[GAME_MOVES_MAX + 1]; /* waiting is the value of MOVE_NONE */
};

/* Makes a hint of the answer to a question that was to weigh waiting; `must` as in its limits.
   `scratch`: reason_find(game)->scratch bytes, as reasons need it; NULL: the game has no reasons.
 */
void hint_make(const struct bot_question *q, const struct bot_choice *answer, void *scratch,
               struct hint *out);

#endif
