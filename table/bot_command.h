/*
 * Programs of anyone as bots of a match: `struct bot` over bot processes. Each worker and each seat
 * has a process of its own, so that no process ever sees more than one seat of a game. What a
 * process does not answer, the first of its legal moves stands for; such forfeits are counted.
 */
#ifndef PARLOR_TABLE_BOT_COMMAND_H
#define PARLOR_TABLE_BOT_COMMAND_H

#include <pthread.h>

#include "search/bot.h"
#include "table/bot_process.h"

struct bot_command_seats;

struct bot_command {
    struct bot bot; /* its `tuning` leads back here */
    char *command;
    /* Guarded by the mutex. */
    pthread_mutex_t mutex;
    uint64_t asked, fault[BOT_PROCESS_FAULTS];
    char first[BOT_PROCESS_LINE_MAX + 64]; /* what was answered at the first fault with an answer */
    struct bot_command_seats *all;         /* every worker's processes */
};

/* A new bot that asks this command. */
struct bot_command *bot_command_new(const char *command);
/* Ends all its processes. */
void bot_command_free(struct bot_command *c);
/* Moves that were forfeited. */
uint64_t bot_command_forfeits(const struct bot_command *c);
/* Whether a text names a command rather than a level: it has a slash or a space. */
bool bot_command_is_one(const char *text);

#endif
