/* Smitten bots, private: the task of the seat to move, its moves and their values. */
#ifndef PARLOR_SEARCH_SMITTEN_DUTY_H
#define PARLOR_SEARCH_SMITTEN_DUTY_H

#include "search/smitten/chain.h"

/* The seat to move and its task. */
struct duty {
    uint8_t phase; /* SMITTEN_TURN, CHAIN, PUT, SHOW or TOP */
    uint8_t mover;
    uint8_t card, at, call; /* the instruction */
    uint8_t kept, top;
};

/* The moves of the mover with this hand; returns how many. */
int duty_list_moves(const struct evaluator *m, const struct belief *f, const struct duty *d,
                    struct hand h, move *out);
/* The chance to win by each of these moves, over the hands that the other may hold. */
void duty_values(struct evaluator *m, const struct belief *f, const struct duty *d,
                 const struct chain chain[2], struct hand h, const move *moves, int n, double *out);
/* The chance to win by one move if the other holds hand `k`; `chain` is needed for a 2 only. */
double duty_value(struct evaluator *m, const struct chain *chain, const struct position *s,
                  const struct duty *d, move mv, int k);
/* The partner's duty after this play of the log. */
struct duty duty_after(const struct evaluator *m, int who, uint16_t entry);
/* Plans the answers to a 2, where one may be played. */
void duty_plan_chains(struct evaluator *m, const struct belief *f, const struct duty *d,
                      struct chain chain[2]);
/* At the start of a turn: the chance to win if the other plays. Each hand that the other may hold
   plays what is best by what its owner can know, `mine` being the place of the own hand in its
   list. Where that hand has no play, the own play `instead` is made. `chain` is working memory. */
double duty_wait_value(struct evaluator *m, const struct belief *f, int seat, int mine,
                       move instead, struct chain chain[2]);
/* The index of the first maximum. */
int duty_best(const double *value, int n);

#endif
