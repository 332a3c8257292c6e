/* Photograph: what each level does when asked, and its rows for search/list.c. */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_LEVELS_H
#define PARLOR_SEARCH_PHOTOGRAPH_LEVELS_H

#include "search/photograph/think.h"

/* How a searching level thinks. */
struct photobot_tuning {
    int turns;   /* turns that a playout goes on before it is weighed; 0: to the end */
    double lead; /* worth of a point ahead of the others' mean against a whole game won */
    bool deep;   /* playouts end with the net of leaf.h */
    bool keen;   /* the own winds in playouts are chosen by it too */
    int nodes;   /* for each iteration of the budget, turns to try in solving the last field */
};

extern const struct bot photograph_easy_bot, photograph_medium_bot, photograph_hard_bot,
    photograph_expert_bot;

/* greedy.c */
void photobot_choose_easy(const struct bot *bot, const struct bot_question *q,
                          struct bot_choice *out);
void photobot_choose_medium(const struct bot *bot, const struct bot_question *q,
                            struct bot_choice *out);
/* Puts what was seen most, then best, first. */
void photobot_sort(struct bot_choice *out);

/* search.c */
void photobot_choose_search(const struct bot *bot, const struct bot_question *q,
                            struct bot_choice *out);
void photobot_hindsight(const struct bot *bot, const struct bot_question *q, const struct state *s,
                        struct bot_choice *out);

#endif
