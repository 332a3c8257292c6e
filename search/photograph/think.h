/*
 * Photograph: declarations shared by its bots. Private to this folder and to tests.
 *
 * Values of positions are whole hundredths of a point ("cents"), so that sums are equal on every
 * platform. Bots write a card as a code: colour << 4 | value; and a hand as a word of codes, bottom
 * card lowest, as in games/photograph/photograph.h.
 */
#ifndef PARLOR_SEARCH_PHOTOGRAPH_THINK_H
#define PARLOR_SEARCH_PHOTOGRAPH_THINK_H

#include <stdbool.h>

#include "games/photograph/photograph.h"
#include "search/bot.h"

enum {
    PHOTOBOT_POINT = 100, /* cents per point */
    PHOTOBOT_GOOD = PHOTOGRAPH_GOOD_POINTS * PHOTOBOT_POINT,
    PHOTOBOT_BLURRY = PHOTOGRAPH_BLURRY_POINTS * PHOTOBOT_POINT,
    PHOTOBOT_STAGES = 6,
    PHOTOBOT_OPENS = 8,
    PHOTOBOT_ROOMS = 6,
    PHOTOBOT_NEARS = 5,
    PHOTOBOT_GOODS = 6,
    PHOTOBOT_RIVALS = 5,
    PHOTOBOT_PLACES = 5,
    PHOTOBOT_TAKES_MAX = 24,
};

/* Expected points of a seat, in cents, learnt from played games (train.c). */
struct photobot_weights {
    /* A film by stage, face-up cards, room beyond its last card and cards that may come next. */
    int16_t film[PHOTOBOT_STAGES][PHOTOBOT_OPENS][PHOTOBOT_ROOMS][PHOTOBOT_NEARS];
    /* An unclaimed Good Shot by stage, own face-up cards, and those of the nearest rival. */
    int16_t good[PHOTOBOT_STAGES][PHOTOBOT_GOODS][PHOTOBOT_RIVALS];
    /* A hand card by stage and place, if it is going to be face up, or blurry. */
    int16_t fit[PHOTOBOT_STAGES][PHOTOBOT_PLACES];
    int16_t blur[PHOTOBOT_STAGES][PHOTOBOT_PLACES];
};

extern const struct photobot_weights photobot_weights_2, photobot_weights_3, photobot_weights_4;
extern const struct photobot_weights *const photobot_weights[3]; /* for 2, 3, 4 seats */

/* The features of a seat's prospects, except for the order of its hand. */
struct photobot_features {
    struct photograph_tail tail[PHOTOGRAPH_COLOURS];
    uint16_t avail[PHOTOGRAPH_COLOURS]; /* cards that may still come: bit value - 1 */
    uint8_t rival[PHOTOGRAPH_COLOURS];
    uint8_t seat, colours, claimed, need; /* need above 12: no Good Shot is possible */
    uint8_t stage, held;
    uint64_t hand;                 /* codes */
    int base;                      /* cents of Good Shots and blurry cards so far */
    int still[PHOTOGRAPH_COLOURS]; /* the films as they are, weighed */
    int still_sum;
    const struct photobot_weights *weights;
};

/* A hand laid out for weighing its winds. */
struct photobot_plan {
    uint64_t hand;
    int now, total, sum;
    unsigned fits, reach; /* by place: goes face up; and takes the Good Shot if played now */
    struct photograph_tail tail[PHOTOGRAPH_COLOURS]; /* after the whole hand */
    uint8_t places[PHOTOGRAPH_COLOURS];              /* of each colour's cards, as bits */
    int film[PHOTOGRAPH_COLOURS];                    /* weighed, where the hand touches it */
    int before[PHOTOGRAPH_HAND_MAX + 1];
    int16_t worth[2][PHOTOGRAPH_HAND_MAX];
};

/* A world in a playout, with cached facts. */
struct photobot_world {
    struct state state;
    uint16_t lying[PHOTOGRAPH_COLOURS]; /* cards not yet in a film nor gone: bit value - 1 */
    const struct photobot_weights *weights;
    int8_t keen; /* the seat whose winds the net of leaf.h chooses; -1: none */
};

/* A film as an index of the weights. */
struct photobot_film {
    int open, room, near;
};

static inline int photobot_least(int a, int b)
{
    return a < b ? a : b;
}

static inline int photobot_code(int card)
{
    card &= ~PHOTOGRAPH_SHOWN;
    return card / PHOTOGRAPH_VALUES << 4 | (card % PHOTOGRAPH_VALUES + 1);
}

/* Lays a card on a film; returns whether it fits. The count of blurry cards does not change. */
static inline unsigned photobot_step(struct photograph_tail *t, int value)
{
    unsigned fits = photograph_fits(t, value);
    photograph_lay(t, value, fits);
    return fits;
}

/* features.c */
void photobot_enter(struct photobot_world *w, const struct state *s);
/* Makes a move. */
void photobot_apply(struct photobot_world *w, int seat, move m);
/* The seat's features; nothing in them depends on a card that the seat cannot know. */
void photobot_read_features(const struct photobot_world *w, int seat,
                            struct photobot_features *out);
/* The stage of the game, by the cards that each seat may still expect. */
int photobot_read_stage(const struct photograph_open *o);
struct photobot_film photobot_read_film(const struct photograph_tail *t, unsigned avail);
/* Expected points at the end, in cents, if the hand's first `now` of `total` cards are played
   now and the others later in their order. */
int photobot_weigh(const struct photobot_features *s, uint64_t hand, int now, int total);

/* The weight of a film that is not played to now, with its chance of the Good Shot. */
int photobot_weigh_film(const struct photobot_features *s, int colour,
                        const struct photograph_tail *t);

/* plan.c */
void photobot_make_plan(const struct photobot_features *s, uint64_t hand, int now, int total,
                        struct photobot_plan *p);
/* The hand's weight after this wind, and as it is. */
int photobot_weigh_plan(const struct photobot_features *s, const struct photobot_plan *p, move m);
int photobot_weigh_still(const struct photobot_features *s, const struct photobot_plan *p);
/* The weight of `n` more cards on top of the hand; none of them is played now. */
int photobot_weigh_more(const struct photobot_features *s, const struct photobot_plan *p,
                        uint64_t more, int n);

/* turn.c: choices by weight alone, from the seat's knowledge. */
move photobot_choose_take(const struct photobot_features *s, const struct state *at);
/* The value of a take as the mean over all guesses of its face-down cards: better and slower. */
int photobot_weigh_take(const struct photobot_features *s, const struct state *at, move m);
/* The best wind for playing `now` cards. */
move photobot_choose_wind(const struct photobot_features *s, int now);
/* The seat's final tally if it plays the two bottom cards of this hand (of bytes). */
struct photograph_tally photobot_tally(const struct photograph_open *o, int seat, uint64_t hand);
/* The wind of rule P8.1 with the best points, then Good Shots, then longest film. */
move photobot_choose_final(const struct photograph_open *o, int seat, uint64_t hand,
                           struct photograph_tally *best);

/* playout.c */
/* The move of the seat to act (or of a seat that has yet to seal its wind). */
move photobot_policy(const struct photobot_world *w, int seat);
/* Plays on for some turns, then fills each seat's points and share of the win; the net of leaf.h
   estimates them if the game is not over. */
struct photobot_end {
    double points[PHOTOGRAPH_SEATS_MAX], win[PHOTOGRAPH_SEATS_MAX];
};
void photobot_play_on(struct photobot_world *w, struct photobot_end *out);

#endif
