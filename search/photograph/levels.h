/* Photograph: the functions of each level, and its rows for search/list.c. */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_LEVELS_H
#define PARLOR_SEARCH_PHOTOGRAPH_LEVELS_H

#include "search/photograph/think.h"

/* How a searching level thinks. */
struct photobot_tuning {
    bool keen; /* the net of leaf.h also chooses the own winds in playouts */
    int nodes; /* endgame nodes per iteration of the budget */
};

extern const struct bot photograph_easy_bot, photograph_medium_bot, photograph_hard_bot,
    photograph_expert_bot;

/* greedy.c */
void photobot_choose_easy(const struct bot *bot, const struct bot_question *q,
                          struct bot_choice *out);
void photobot_choose_medium(const struct bot *bot, const struct bot_question *q,
                            struct bot_choice *out);
/* Sorts by visits, then by value, highest first. */
void photobot_sort(struct bot_choice *out);

/* search.c */
void photobot_choose_search(const struct bot *bot, const struct bot_question *q,
                            struct bot_choice *out);
void photobot_hindsight(const struct bot *bot, const struct bot_question *q, const struct state *s,
                        struct bot_choice *out);

#endif
