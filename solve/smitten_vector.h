/* Smitten solver, private: whole rows of a block at once. */
#ifndef PARLOR_SOLVE_SMITTEN_VECTOR_H
#define PARLOR_SOLVE_SMITTEN_VECTOR_H

#include "solve/smitten_value.h"

/*
 * The block being filled. Bags of 1, 2 and 3 cards are named by their rank among the cards left; a
 * column is a rest: 2 cards, or one beside a closed card. Impossible cells hold any finite value;
 * they are only read with weight 0.
 */
struct job {
    struct run *run;
    struct solver *s;
    struct grid grid;
    unsigned pattern;
    uint32_t packed;
    int cards;  /* in the pattern */
    bool waits; /* hands of 3 open cards can occur */
    const uint16_t *rank, *list[4];
    int n[4];                        /* bags of each size */
    int rests, width;                /* columns, and the same padded to a multiple of 4 */
    uint64_t *out[3];                /* the parts */
    uint8_t number[SMITTEN_NUMBERS]; /* of each single card */
    uint8_t joined[SMITTEN_NUMBERS][SMITTEN_NUMBERS]; /* the rank of two single cards as a pair */
    double *copies[SMITTEN_NUMBERS];                  /* of a number, in each rest */
    double *put[SMITTEN_NUMBERS]; /* after this card: by 2 cards that are kept, and rest */
    double *worth, *best_worth;   /* by 3 cards of the partner, and rest */
    double *best_mean;            /* by 2 cards of the partner beside a closed one, and rest */
    double *chain, *spare;        /* like one of `put` */
    double *row;
    /* The best over open cards, and the sum over closed ones; by the rows of the parts and 2
       cards. In `open_pairs` the row is the hand that plays. */
    double *open_pairs, *flip_pairs, *open_three, *flip_three;
};

/* One way to play a card from any hand: raises `best_worth` and `best_mean`. */
void smitten_vector_play(struct job *job, struct played p);
/* The mean over a card that joins each single one, where `in` has a place for each two. */
void smitten_vector_drawn(const struct job *job, uint32_t unseen, const double *in, int cards,
                          double *out);
/* A swap for this card, by any hand: raises `open_pairs` and `open_three`. */
void smitten_vector_swap(struct job *job, int card);

#endif
