/* Smitten bots, private: the convention of signals; docs/smitten-convention.md describes it. */
#ifndef PARLOR_SEARCH_SMITTEN_TALK_H
#define PARLOR_SEARCH_SMITTEN_TALK_H

#include "search/smitten/chain.h"

enum {
    TALK_CLASSES = 8,
    TALK_SELF = 3, /* the first so many classes of the second speaker: "I play" */
};

/* The signal class of each hand of both lists at the start of a turn. */
struct talk {
    uint8_t first;                               /* the seat that speaks first */
    uint8_t opens[BELIEF_HANDS];                 /* class of each of its hands */
    uint8_t replies[TALK_CLASSES][BELIEF_HANDS]; /* of the other's hands, by the first's class */
};

/* Working memory: values of plays for all pairs of hands. */
struct talk_room {
    float ways[BELIEF_HANDS * BELIEF_HANDS];
    float value[2][BELIEF_HANDS * EVALUATE_ACTS * BELIEF_HANDS];
    uint8_t plays[2][BELIEF_HANDS];
    struct chain chain[2]; /* a 2 to the left, to the right */
    float open[BELIEF_HANDS * BELIEF_HANDS];
    int8_t plan[TALK_CLASSES][BELIEF_HANDS];
    double self[BELIEF_HANDS];
};

/* Plans the signals of a turn from public facts. False: stopped. */
bool talk_plan(struct evaluator *m, const struct belief *f, struct talk_room *room,
               struct talk *out);

/* Classes as signals and back; -1: no signal. */
int talk_signal(const struct talk *t, int seat, int class);
int talk_class(const struct talk *t, int seat, int said);

#endif
