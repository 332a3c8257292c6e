/*
 * Luz: all tunables of the bots, each with the measurement that chose it.
 *
 * README.md of this folder has the figures in full ("Experiments", "The tree", "Worth"); a duel of
 * two values is `parlor match luz --seats S --bots A,B --deals N`. "Not measured" means that the
 * number was set by hand and no other value was compared. The fitted weights of the policy are
 * beside it in sim.c (`bench/luz-fit.c` fits the forecast).
 */
#ifndef PARLOR_SEARCH_LUZ_TUNABLES_H
#define PARLOR_SEARCH_LUZ_TUNABLES_H

/* ---- Budgets of the levels ---- */
enum {
    /* Playouts for a bid. Each level must beat the one below it, clear of 0: docs/strength.md.
       `expert` at 6,000 is shown to do so; its whole budget is the strength that the clock allows
       (105 to 160 ms per choice). `flat`, the yardstick, has the same. */
    TUNE_EASY_ITERATIONS = 600, /* 10 playouts per bid chose wild bids, 18 points behind medium */
    TUNE_MEDIUM_ITERATIONS = 600,
    TUNE_HARD_ITERATIONS = 3000,
    TUNE_EXPERT_ITERATIONS = 150000,
    TUNE_FLAT_ITERATIONS = 150000,

    /* Worlds kept. Not measured one by one; uniform and weighted worlds did equally well with 500
       iterations (+1.29 and +1.37 over flat). */
    TUNE_EASY_WORLDS = 64,
    TUNE_MEDIUM_WORLDS = 256,
    TUNE_HARD_WORLDS = 1024,
    TUNE_EXPERT_WORLDS = 8192,
    TUNE_FLAT_WORLDS = 4096,

    /* A play gets the budget of a bid divided by this. Not measured: a bid is one choice of
       eleven, among 22, and decides the most. */
    TUNE_PLAY_SHARE = 3,

    /* Budget when a single legal move is only valued. Not measured. */
    TUNE_FORCED_ITERATIONS = 256,

    /* For reviews: playouts over all 22 bids, and worlds. Not measured. */
    TUNE_STUDY_PLAYOUTS = 22000,
    TUNE_STUDY_WORLDS = 4096,
};

/* ---- Flat search ---- */
enum {
    /* With more moves than the first number, keep the second and third after a third and two thirds
       of the budget. Dropping the worse bids repaired `easy` (above); the three numbers were not
       measured. */
    TUNE_FLAT_CROWD = 11,
    TUNE_FLAT_FIRST_CUT = 8,
    TUNE_FLAT_SECOND_CUT = 3,
};

/* ---- The tree ---- */
enum {
    TUNE_TREE_NODES = 98304, /* 10 MB of memory. Not measured. */
    /* How the prior of a card falls with its cost in tricks, below the root and at it: 1 / (1 +
       this * cost). Not measured. */
    TUNE_NODE_PRIOR_FALL = 4,
    TUNE_ROOT_PRIOR_FALL = 2,
    /* Points by which values of a deal differ: 10 + 6 * its number (1 to 4). Not measured. */
    TUNE_SCALE_BASE = 10,
    TUNE_SCALE_DEAL = 6,
    /* Doubt about a mean of n visits, in points: (4 + 3 * deal) / sqrt(n). Not measured. */
    TUNE_DOUBT_BASE = 4,
    TUNE_DOUBT_DEAL = 3,
};
/* PUCT's exploration, in units of the scale above. 0.5 instead: +1.50 +- 0.76 against +1.29 +- 0.62
   over flat (500 iterations, 3 seats, 200 games): no difference shown. */
#define TUNE_EXPLORE 1

/* ---- Choices of the others in the tree (reply.c) ---- */
enum {
    /* Passes of a node per comparison, and comparisons per node; the same for bids, which cost
       more. With 0, 8, 32, 128 comparisons plays are foreseen at -1.258, -1.217, -1.168, -1.118
       nats (`bench/run luz-foresee 3 12`); the caps themselves were not measured. */
    TUNE_REPLY_PASSES = 2,
    TUNE_REPLY_MOST = 256,
    TUNE_REPLY_BID_PASSES = 8,
    TUNE_REPLY_BID_MOST = 64,
    /* Bids compared, nearest to the forecast; at most LUZ_SLOTS. Not measured. */
    TUNE_REPLY_BIDS = 10,
    /* The number of comparisons that get weight 1/2. 32 trusted them too much: with 8 comparisons
       plays gained nothing (`bench/run luz-foresee 3 12`, commit 5da5a71); 64 is from a fit. */
    TUNE_REPLY_HALF = 64,
    TUNE_REPLY_LIMIT = 4096, /* no cost is corrected by more: 16 tricks. Not measured. */
};
/* A point in tricks of cost, and for bids in units of the chances' logarithm. 0.35 is from the same
   fit (0.4 before it); 0.6 was not measured. */
#define TUNE_REPLY_GAIN 0.35
#define TUNE_REPLY_BID_GAIN 0.6

/* ---- Endgames ---- */
enum {
    /* The most cards and worlds that are solved, if the budget allows. Not measured against others;
       solved and searched values differ by at most 0.41 points (73 endgames). */
    TUNE_ENDGAME_CARDS = 4,
    TUNE_ENDGAME_WORLDS = 512,
    TUNE_ENDGAME_PARTICLES = 1 << 14, /* memory. Not measured. */
    /* Cards that the policy plays less often than one in so many are left out. Not measured. */
    TUNE_ENDGAME_RARE = 64,
};
/* Steps per world by seats and cards in hand: about twice the measured mean. */
#define TUNE_ENDGAME_STEPS                                                                         \
    {                                                                                              \
        [3] = {0, 1, 10, 200, 3000}, [4] = {0, 1, 20, 600, 16000}, [5] = {0, 1, 32, 1600, 80000},  \
    }

/* ---- Beliefs ---- */
/* Heat of plays and width of bids in tricks, and the shares that follow the policy. The true world
   gains 0.03 to 0.05 nats from bids at width 1.2 to 1.8 and at most 0.03 from plays at heat 1;
   heat 0.15 and width 0.5 lose up to 0.4. The shares were not measured. */
#define TUNE_TRUST                                                                                 \
    {                                                                                              \
        .heat = 1, .play = 0.9, .width = 1.6, .bid = 0.95                                          \
    }

/* ---- Reasons of reviews ---- */
enum {
    /* Worlds drawn, and percents by which two shares must differ to be told: of taking a trick, and
       of meeting a bid. Not measured. */
    TUNE_REASON_WORLDS = 200,
    TUNE_REASON_APART = 10,
    TUNE_REASON_MET_APART = 4,
};

/* ---- Worth ---- */
/* Weights of a point's lead over the others' mean, and of a won match in points. Not measured. */
#define TUNE_WORTH_LEAD 0.5
#define TUNE_WORTH_WIN 50
/* Variance of the difference of two players' points in deals 1 to 4, rounded from 40 games of
   hard:600 with itself: 172, 342, 500, 920 with 3 players, 130, 334, 621, 981 with 4. */
#define TUNE_WORTH_SPREAD                                                                          \
    {                                                                                              \
        0, 150, 340, 560, 950                                                                      \
    }

#endif
