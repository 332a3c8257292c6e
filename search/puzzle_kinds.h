/* The functions of the kinds of puzzles, for their list; puzzle.h states the contract of each. */
#ifndef PARLOR_SEARCH_PUZZLE_KINDS_H
#define PARLOR_SEARCH_PUZZLE_KINDS_H

#include "search/puzzle.h"

bool smitten_puzzle_solo(const struct view *v, int seat, void *scratch, struct puzzle_answer *out);

move smitten_puzzle_say(const struct state *s, int seat);
bool smitten_puzzle_pair(const struct view *v, int seat, void *scratch, struct puzzle_answer *out);
bool smitten_puzzle_pair_why(const struct view *v, int seat, const struct puzzle_answer *a,
                             int choice, struct reason *out);

enum { PUZZLE_BID_ROOM = 8 << 20 };
bool luz_puzzle_bid(const struct view *v, int seat, void *scratch, struct puzzle_answer *out);

bool luz_puzzle_card(const struct view *v, int seat, void *scratch, struct puzzle_answer *out);
unsigned luz_puzzle_card_fails(const struct view *v, int seat, const struct puzzle_answer *a);
bool luz_puzzle_card_why(const struct view *v, int seat, const struct puzzle_answer *a, int choice,
                         struct reason *out);

bool luz_puzzle_last(const struct view *v, int seat, void *scratch, struct puzzle_answer *out);
bool luz_puzzle_last_why(const struct view *v, int seat, const struct puzzle_answer *a, int choice,
                         struct reason *out);

bool photograph_puzzle_last(const struct view *v, int seat, void *scratch,
                            struct puzzle_answer *out);

#endif
