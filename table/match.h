/*
 * Matches between bots on duplicate deals.
 *
 * The cards of deal number i depend only on the seed and i; the bots play them in every rotation of
 * the seats. Each deal gives one number (the mean over its games), and intervals are over deals,
 * because the games of one deal are not independent. Results depend only on the plan, not on the
 * number of threads; only CPU times differ.
 */
#ifndef PARLOR_TABLE_MATCH_H
#define PARLOR_TABLE_MATCH_H

#include "table/driver.h"
#include "table/setup.h"
#include "table/strbuf.h"

enum { MATCH_BANDS = 10 }; /* of predicted chances, in calibration */

struct match_plan {
    struct setup setup;
    int entries; /* bots that differ */
    struct driver_bot entry[GAME_SEATS_MAX];
    int sits[GAME_SEATS_MAX]; /* the entry of each seat in the first seating */
    int rotations;            /* games of one deal */
    bool together;            /* all win or lose together: only the win rate counts */
    uint64_t deals, seed;
    int threads;
    uint64_t time_ns;        /* cap on each choice, in CPU time; 0: none */
    bool records, calibrate; /* only a game with bids (study_find) is calibrated */
    bool sprt; /* stop when the test decides between a lead (or win rate) of `low` and `high` */
    double low, high;
    uint64_t (*clock)(void *); /* CPU time of the calling thread in nanoseconds */
};

/* Seats the bots named in `text` (after setup): one bot for all seats, one per seat, or two: the
   first against the second in all other seats. False: `p` (started) says why. */
bool match_seat_bots(struct match_plan *plan, const char *text, struct problem *p);

/* The same with bots already read. */
bool match_seat_list(struct match_plan *plan, const struct driver_bot *bot, int n,
                     struct problem *p);

/* A mean over deals, with its sum of squared deviations. */
struct match_mean {
    uint64_t n;
    double mean, squares;
};
void match_mean_add(struct match_mean *m, double x);
/* Half the width of the 95 % interval, by Student; 0 if there are fewer than two numbers. */
double match_mean_margin(const struct match_mean *m);
/* The 95 % interval of a rate: by Wilson if all deals are 0 or 1, otherwise as for a mean, and from
   0 to 1 with a single deal. */
void match_rate_interval(const struct match_mean *m, double *low, double *high);

/* The results of one bot. Points and leads are per game. */
struct match_entry {
    struct match_mean points; /* a seat's points */
    struct match_mean lead;   /* a seat's points minus the mean of the other bots' seats */
    struct match_mean wins;   /* a seat's wins; a shared win counts as a fraction */
    struct driver_cost cost;
};

/* Bids of one band of predicted chances (Luz). */
struct match_band {
    uint64_t n;
    double predicted, made; /* sums: chances, and bids that were met */
};
struct match_calibration {
    uint64_t n;
    struct match_mean points; /* points made minus points predicted */
    struct match_band band[MATCH_BANDS];
};

enum match_verdict { MATCH_OPEN, MATCH_LOW, MATCH_HIGH };

struct match_score {
    uint64_t deals;     /* counted */
    int deals_per_game; /* deal events of a game: 4 in Luz */
    struct match_entry entry[GAME_SEATS_MAX];
    struct match_calibration calibration;
    double llr; /* of the sequential test */
    enum match_verdict verdict;
};

/* Called after each deal, in order, by the thread that runs the match; `records` holds the deal's
   games if the plan wants records. Returns false to stop. */
typedef bool match_watch(void *context, const struct match_score *score,
                         const struct strbuf *records);

/* Plays the match; `out` gets the score. */
void match_run(const struct match_plan *plan, match_watch *watch, void *context,
               struct match_score *out);

/* The number that the sequential test uses: the first bot's lead per deal of cards, or the win
   rate in a cooperative game. */
double match_lead(const struct match_plan *plan, const struct match_score *s);

#endif
