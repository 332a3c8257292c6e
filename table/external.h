/*
 * Programs of anyone as bots of a match: `struct bot` over outsiders. Each worker and each seat has
 * a process of its own, so that no process ever sees more than one seat of a game. What a process
 * does not answer, the first of its legal moves stands for; such forfeits are counted.
 */
#ifndef PARLOR_TABLE_EXTERNAL_H
#define PARLOR_TABLE_EXTERNAL_H

#include <pthread.h>

#include "search/bot.h"
#include "table/outsider.h"

struct external_seats;

struct external {
    struct bot bot; /* its `tuning` leads back here */
    char *command;
    /* Guarded by the mutex. */
    pthread_mutex_t mutex;
    uint64_t asked, fault[OUTSIDER_FAULTS];
    char first[OUTSIDER_LINE_MAX + 64]; /* what was answered at the first fault with an answer */
    struct external_seats *all;         /* every worker's processes */
};

/* A new bot that asks this command. */
struct external *external_new(const char *command);
/* Ends all its processes. */
void external_free(struct external *e);
/* Moves that were forfeited. */
uint64_t external_forfeits(const struct external *e);
/* Whether a text names a command rather than a level: it has a slash or a space. */
bool external_is_command(const char *text);

#endif
