/*
 * Luz: the forecast behind a bid: the tricks that the seat makes if it aims at each of the 22 bids,
 * over the worlds that it cannot tell apart, with all players by the policy, with the same worlds
 * and the same luck for every bid.
 */
#ifndef PARLOR_SEARCH_LUZ_STUDY_H
#define PARLOR_SEARCH_LUZ_STUDY_H

#include "search/study.h"

extern const struct study_kind luz_study;
/* The same in hindsight, all cards open. */
void luz_study_truth(const struct state *s, int seat, const struct bot_limits *limits,
                     uint64_t seed, void *scratch, struct study *out);

#endif
