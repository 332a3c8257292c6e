/*
 * Luz: one deal at the speed of simulation, and the rule-of-thumb player of all playouts.
 *
 * A hand is a set of cards. A player may use all other hands, the cards played, the bids, and of
 * the own hand only colours and places. The policy obeys this: an own card enters it only through
 * its place, as the exact chance that the k-th lowest of n hidden cards beats a given card
 * (`odds`), so it can serve as the model of every player in every world.
 *
 * Chances and tricks are whole numbers, SIM_ONE per trick: equal on every platform.
 */
#ifndef PARLOR_SEARCH_LUZ_SIM_H
#define PARLOR_SEARCH_LUZ_SIM_H

#include <stdbool.h>

#include "games/luz/luz.h"

enum { SIM_BITS = 8, SIM_ONE = 1 << SIM_BITS, SIM_HEAT_ONE = 64 };

/* The weights that a seat plays by. */
enum sim_mode { SIM_OTHER, SIM_OWN };

/* A deal in progress, in one world. */
struct sim {
    uint64_t hand[LUZ_SEATS_MAX]; /* cards left */
    uint64_t gone[LUZ_SEATS_MAX]; /* own cards played */
    uint64_t aside;
    uint8_t seats, deal;
    uint8_t turn, first; /* first: the seat that bids first */
    uint8_t left;        /* tricks not yet finished */
    uint8_t laid, led, ahead;
    uint8_t best;               /* the winning card on the table plus 1; 0: none */
    uint8_t bid[LUZ_SEATS_MAX]; /* 1 + 2 * beads + safety; 0: not yet */
    uint8_t won[LUZ_SEATS_MAX];
    uint8_t lacks[LUZ_SEATS_MAX]; /* colours that it lacks, as a set */
    uint8_t mode[LUZ_SEATS_MAX];  /* enum sim_mode */
};

/* Weights of the rule-of-thumb player. In parts of SIM_ONE. */
enum sim_weight {
    SIM_PLAIN1, /* a plain card above all of the others' cards of its colour wins later */
    SIM_PLAIN2, /* above all but one */
    SIM_PLAIN3, /* above all but two */
    SIM_TRUMP1, /* the same for yellow */
    SIM_TRUMP2,
    SIM_TRUMP3,
    SIM_TRUMP4,   /* any yellow */
    SIM_RUFF1,    /* the share of a plain card's chance left when one other may ruff it */
    SIM_RUFF2,    /* when two or more may */
    SIM_WARY,     /* how likely seats that want no trick still take it */
    SIM_SAFETY,   /* the aim with a safety bead */
    SIM_EAGER,    /* bonus for taking a wanted trick now: below 0 it pays to wait */
    SIM_SHY,      /* malus for taking a trick that is not wanted */
    SIM_DUMP1,    /* bonus for discarding a strong card: while tricks are wanted */
    SIM_DUMP0,    /* and when they are not */
    SIM_LEAD_TOP, /* malus for leading yellow */
    SIM_LEAD_LEN, /* malus for leading a colour, per card of it in hand */
    SIM_DROP_LEN, /* the same for discarding from it */
    SIM_SUM_MUL,  /* trust in the sum of chances */
    SIM_SUM_ADD,
    SIM_BID_MUL, /* bid = sum of chances * this + SIM_BID_ADD */
    SIM_BID_ADD,
    SIM_BID_SAFE, /* chance of a safety bead, if SIM_BID_HEAT is not 0 */
    SIM_DENY,     /* bonus for taking the trick from a seat that wants it */
    SIM_GIVE,     /* malus for taking it from a seat that does not */
    SIM_DEAD,     /* the share of the own aims left once the bid is missed for good */
    SIM_HEAT,     /* of its choices, SIM_HEAT_ONE per trick */
    SIM_BID_HEAT, /* deviation of its bids */
    SIM_WEIGHTS
};

/* Constants in working memory: made once, the same for every thread. */
struct sim_lore {
    uint8_t ready;
    int16_t weight[2][SIM_WEIGHTS]; /* by enum sim_mode */
    int16_t share[2][2][4]; /* by mode and whether yellow: the value of being above each of the
                               others' three highest cards, and of any card */
    /* [hidden cards][own among them][of them not above x][k-1]: the chance, less one part, that
       the k-th lowest own card is above x. */
    uint8_t odds[LUZ_VALUES + 1][LUZ_SLOTS + 1][LUZ_VALUES + 1][LUZ_SLOTS];
};
/* Sets the others' mode: the policy's best play, or the forecast of searchers like this bot. */
enum sim_others { SIM_PLAYER, SIM_FORECAST };
/* To be called after a change of weights. */
void sim_share(struct sim_lore *lore);
void sim_learn(struct sim_lore *lore, int seats, enum sim_others others);

/* The policy's cost of each legal card: the lower the better. */
struct sim_costs {
    int n;
    uint8_t card[LUZ_SLOTS];
    int cost[LUZ_SLOTS];
};

static inline int sim_lowest(const struct sim_costs *c)
{
    int lowest = c->cost[0];
    for (int i = 1; i < c->n; i++)
        lowest = c->cost[i] < lowest ? c->cost[i] : lowest;
    return lowest;
}
/* Fills the powers e^(-i / heat), by repeated multiplication: equal on every platform. */
void sim_fill_powers(double *out, int n, double heat);
/* The number of choices of k things among n. */
uint64_t sim_choose(int n, int k);
/* Notes which colours each seat lacks. */
void sim_note_lacks(struct sim *s);
/* From a state in which a deal is in progress. */
void sim_from_state(struct sim *s, const struct state *from);

static inline uint64_t sim_suit(int colour)
{
    return UINT64_C(0xfff) << (colour * LUZ_VALUES);
}
/* The cards that the seat to play may play, as a set. */
static inline uint64_t sim_playable(const struct sim *s)
{
    return luz_follow(s->hand[s->turn], sim_suit(s->led) & -(uint64_t)(s->laid > 0));
}
static inline int sim_highest(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}
static inline int sim_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The gap of the lowest of these own cards, of this colour: own cards that are gone cut a colour
   into gaps (games/luz/view.c). It reaches from the highest cut below, or 0, to the lowest above,
   or without end: without branches, which could not be predicted. */
static inline uint64_t sim_gap(uint64_t gone, uint64_t cards, int colour)
{
    uint64_t below = (cards & -cards) - 1;
    uint64_t fits = sim_suit(colour);
    uint64_t cut = gone & fits;
    uint64_t above = cut & ~below;
    fits &= ~UINT64_C(0) << sim_highest((cut & below) | 1);
    return fits & ((above & -above) - 1);
}

/* The seat to play plays this card (rule L4). */
static inline void sim_play(struct sim *s, int card)
{
    uint64_t bit = UINT64_C(1) << card;
    int seat = s->turn;
    s->hand[seat] ^= bit;
    s->gone[seat] |= bit;
    int colour = luz_colour(card);
    s->lacks[seat] |= (uint8_t)((s->hand[seat] & sim_suit(colour)) == 0) << colour;
    if (s->laid == 0)
        s->led = (uint8_t)colour;
    if (s->laid == 0 || luz_beats(card, s->best - 1, s->led)) {
        s->best = (uint8_t)(card + 1);
        s->ahead = (uint8_t)seat;
    }
    s->turn = (uint8_t)luz_next_seat(s->seats, seat);
    if (++s->laid == s->seats) {
        s->won[s->ahead]++;
        s->turn = s->ahead;
        s->laid = 0;
        s->best = 0;
        s->left--;
    }
}
static inline void sim_bid(struct sim *s, int bid)
{
    s->bid[s->turn] = (uint8_t)bid;
    s->turn = (uint8_t)luz_next_seat(s->seats, s->turn);
}
static inline bool sim_bidding(const struct sim *s)
{
    return s->bid[s->turn] == 0;
}

/* The policy: costs of all legal cards; its card, drawn with the heat of its seat (0: the best
   one); the tricks that the seat to bid expects, in parts of SIM_ONE; its bid. */
void sim_weigh(const struct sim_lore *l, const struct sim *s, struct sim_costs *out);
int sim_pick(const struct sim_lore *l, const struct sim *s, struct rng *r);
/* A random number of the Gumbel distribution, 64 per unit, from six random bits: the lowest of cost
   - heat * Gumbel is a choice with the chance e^(-cost / heat), up to a factor. */
int sim_gumbel(uint64_t bits);
/* One of these cards, drawn with the heat of the seat to play. */
int sim_draw(const struct sim_lore *l, const struct sim *s, const struct sim_costs *c,
             struct rng *r);
int sim_expect(const struct sim_lore *l, const struct sim *s);
int sim_choose_bid(const struct sim_lore *l, const struct sim *s, struct rng *r);

/* All seats bid and play by the policy to the end of the deal. */
void sim_finish(const struct sim_lore *l, struct sim *s, struct rng *r);

#endif
