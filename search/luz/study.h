/*
 * Luz: what lies behind a bid, for reviews: how many tricks the seat makes if it aims at each of
 * the 22 bids, over the worlds that it cannot tell apart, all players bidding and playing on by the
 * policy, with the same worlds and the same luck for every bid.
 */
#ifndef PARLOR_SEARCH_LUZ_STUDY_H
#define PARLOR_SEARCH_LUZ_STUDY_H

#include "search/bot.h"

enum { LUZ_STUDY_BIDS = 22, LUZ_STUDY_TRICKS = 11 };

struct luz_study {
    uint64_t worlds;                 /* that the cards permit */
    uint64_t playouts;               /* of each bid */
    int best;                        /* the bid of most points: 2 * beads + safety */
    double tricks[LUZ_STUDY_TRICKS]; /* chance of 0..10 tricks when aiming at the best bid */
    double points[LUZ_STUDY_BIDS];   /* expected points of this deal, by 2 * beads + safety */
    double met[LUZ_STUDY_BIDS];      /* chance to meet the bid */
    double chance[LUZ_STUDY_BIDS][LUZ_STUDY_TRICKS];
};

/* Bytes of working memory, aligned to 64, zeros before the first use. */
size_t luz_study_scratch(void);
/* The seat is to bid in this view. `limits->iterations` (0: 22000) counts playouts of all bids
   together. */
void luz_study_bid(const struct view *v, int seat, const struct bot_limits *limits, uint64_t seed,
                   void *scratch, struct luz_study *out);
/* The same in hindsight, all cards open. */
void luz_study_truth(const struct state *s, int seat, const struct bot_limits *limits,
                     uint64_t seed, void *scratch, struct luz_study *out);

#endif
