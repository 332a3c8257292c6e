/*
 * Random play of any game, for the laws: every option combination, a journal of the events, and its
 * replay. A function returns false if the play exceeds its bounds or is refused unexpectedly;
 * nothing else is judged here.
 */
#ifndef PARLOR_TESTS_LAWS_PLAY_H
#define PARLOR_TESTS_LAWS_PLAY_H

#include "core/game.h"

enum { PLAY_EVENTS_MAX = 512, PLAY_DEALER = -1 };

struct event {
    int seat; /* PLAY_DEALER: a deal */
    move move;
    struct deal deal;
};

struct play {
    const struct game *game;
    int seats;
    int opt[GAME_OPTIONS_MAX];
    struct rng rng;
    struct state_room state;
    int n;
    struct event event[PLAY_EVENTS_MAX];
};

/* The first combination of options that the game accepts with this many seats; false: none. */
bool play_first_options(const struct game *g, int seats, int *opt);
/* The next one; false after the last. Open values are tried too. */
bool play_next_options(const struct game *g, int seats, int *opt);
/* The combination as JSON, for messages; valid until the next call. */
const char *play_name_options(const struct game *g, const int *opt);

/* A fresh game, nothing dealt, with the random numbers of these seeds. */
void play_start(struct play *p, const struct game *g, int seats, const int *opt);
void play_seed(struct play *p, uint64_t seed, uint64_t number);

struct state *play_state(struct play *p);

/* A signal, if the game has talk; otherwise nonsense with the talk bit. */
move play_talk(const struct game *g, struct rng *r);

/* Now and then draws talk of any seat, actor or not, if the game allows it; false: none. */
bool play_draw_talk(struct play *p, struct event *e);
/* Draws the next event of random play: a fair deal, a uniform move of a uniform actor that has one,
   or now and then talk. False: the game is over, or no actor has a move. */
bool play_draw(struct play *p, struct event *e);
/* Carries an event out without recording it. NULL, or the reason of its refusal. */
const char *play_carry_out(const struct game *g, struct state *s, const struct event *e);
/* Carries an event out and records it; false if it is refused or the journal is full. */
bool play_add(struct play *p, const struct event *e);
/* Plays on at random until there are at least `events` events or the game is over. */
bool play_on(struct play *p, int events);

#endif
