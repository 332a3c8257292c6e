/*
 * Luz: declarations shared by the searchers: working memory, the comparison of moves at the root,
 * and the constants of a level.
 */
#ifndef PARLOR_SEARCH_LUZ_THINK_H
#define PARLOR_SEARCH_LUZ_THINK_H

#include "search/bot.h"
#include "search/luz/belief.h"
#include "search/luz/tunables.h"
#include "search/luz/worth.h"

enum {
    THINK_BIDS = 2 * LUZ_BEADS_MAX + 2,
    THINK_NUMBER = 17, /* bits of a node's number */
    THINK_SLOTS = 1 << 18,
    ENDGAME_SOFT = 1024,
};

/* A position of the tree: an information set of this seat. Actions are the legal cards by place,
   from the lowest. Where another seat plays or bids, n and sum are its own comparisons (reply.c),
   and `actions` is the first of the bids compared. */
struct node {
    uint64_t key;
    uint32_t visits;
    uint32_t n[LUZ_SLOTS];
    float sum[LUZ_SLOTS];
    uint8_t prior[LUZ_SLOTS]; /* in parts of 255 */
    uint8_t actions;
};

/* Another seat's position that is due for a comparison, and its world. */
struct reply {
    struct node *node;
    struct sim s;
};

/* A level's constants. */
struct tuning {
    bool tree;  /* weight worlds by the others' choices, and search a tree; else flat */
    int worlds; /* most worlds kept */
    enum sim_others others;
    unsigned share; /* a play gets the budget divided by this; 0: all of it */
    bool replies;   /* search the others' choices in the tree */
    bool endgame;   /* solve the last tricks */
    bool by_rule;   /* plays follow the policy without search: only bids are searched */
};

/* One move at the root. */
struct option {
    move m;
    double prior;
    uint64_t visits;
    double value, points, win; /* sums */
    uint64_t exact;            /* not 0: solved in so many steps; the sums are means */
};

/* A world of an endgame. */
struct particle {
    struct sim s;
    unsigned places; /* of the own hand, left */
    double weight;
    uint64_t key;
};

struct think {
    struct sim_lore lore;
    struct belief belief;
    struct worth worth;
    struct worth their[LUZ_SEATS_MAX]; /* the same for every seat */
    struct tuning tuning;
    const struct bot_limits *limits;
    uint64_t started, budget, spent;
    struct rng rng;
    int n;
    int only; /* the only root move that is searched; -1: all */
    struct option option[THINK_BIDS];
    /* The tree: nodes in the order of their creation, found by a small hash of tags and numbers
       (from 1), which fits in the CPU's cache while the nodes do not. */
    uint32_t nodes;
    uint32_t mask; /* slots in use, less one */
    uint32_t slot[THINK_SLOTS];
    struct node node[TUNE_TREE_NODES];
    bool cut;                  /* the solution of an endgame was stopped */
    int used;                  /* particles */
    double soft[ENDGAME_SOFT]; /* chances by cost */
    struct particle particle[TUNE_ENDGAME_PARTICLES];
};

/* Member number `i` of a set, from the lowest, as a set. */
static inline uint64_t think_nth(uint64_t set, int i)
{
    while (i-- > 0)
        set &= set - 1;
    return set & -set;
}
/* One step of a hash. */
static inline uint64_t think_mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ (h >> 29);
}

/* The root's move number i made in a world of the base position. */
void think_play(const struct think *t, struct sim *s, int i);
/* Priors of cards, with the sum 1: 1 / (1 + fall * cost in tricks above the lowest), up to a
 * factor.
 */
void think_priors(const struct sim_costs *c, double fall, double *out);
/* Adds one result to a move of the root. */
static inline void think_add(struct option *o, const struct outcome *r)
{
    o->visits++;
    o->value += r->value;
    o->points += r->points;
    o->win += r->win;
}
/* Whether the budget is spent, or a stop was requested. */
static inline bool think_over(const struct think *t)
{
    return t->spent >= t->budget || bot_should_stop(t->limits, t->started, t->spent);
}

/* Compares all moves by the same worlds and the same luck (flat.c). */
void flat_search(struct think *t);
/* Whether the budget suffices to solve the rest of the deal. */
bool endgame_fits(const struct think *t);
/* Solves it; the values of all moves are replaced unless it is stopped (endgame.c). */
void endgame_search(struct think *t);
/* Information-set search over places (tree.c). */
void tree_search(struct think *t);
/* A key of the seat's knowledge: never its hidden cards, but its remaining places. */
uint64_t tree_information(const struct sim *s, int seat, unsigned places);
/* The position's node, NULL if it has none. */
const struct node *tree_look(const struct think *t, uint64_t key);
/* The same, but created if there is none, which sets `made`; NULL: out of memory. */
struct node *tree_find(struct think *t, uint64_t key, bool *made);
/* The seat plays this card: its place is gone. */
void tree_play(struct sim *s, int seat, unsigned *places, int card);

/* The costs of the cards to another seat, whose turn it is (reply.c). */
void reply_weigh(struct think *t, const struct sim *s, unsigned places, struct sim_costs *c);
/* Its card in an iteration; notes the position in `todo` if that is free and a comparison is due.
 */
int reply_pick(struct think *t, const struct sim *s, unsigned places, struct reply *todo);
/* The same for a bid. */
int reply_bid(struct think *t, const struct sim *s, struct reply *todo);
/* One more comparison of all its places, or of its bids. */
void reply_compare(struct think *t, const struct reply *todo);

/* Working memory of a forecast (study.c). */
struct study_room {
    struct sim_lore lore;
    struct belief belief;
};

#endif
