/*
 * External programs as bots of a match: `struct bot` over bot processes. Each seat of each worker
 * has its own process, so no process sees more than one seat of a game. If a process fails to
 * answer, its first legal move is played; such forfeits are counted.
 */
#ifndef PARLOR_TABLE_BOT_COMMAND_H
#define PARLOR_TABLE_BOT_COMMAND_H

#include <pthread.h>

#include "search/bot.h"
#include "table/bot_process.h"

struct bot_command_seats;

struct bot_command {
    struct bot bot; /* its `tuning` points back here */
    char *command;
    /* Guarded by the mutex. */
    pthread_mutex_t mutex;
    uint64_t asked, fault[BOT_PROCESS_FAULTS];
    char first[BOT_PROCESS_LINE_MAX + 64]; /* the first illegal answer */
    struct bot_command_seats *all;         /* every worker's processes */
};

/* A new bot that runs this command. */
struct bot_command *bot_command_new(const char *command);
/* Kills all its processes. */
void bot_command_free(struct bot_command *c);
/* Number of forfeited moves. */
uint64_t bot_command_forfeits(const struct bot_command *c);
/* Whether a text names a command rather than a level: it has a slash or a space. */
bool bot_command_is_one(const char *text);

#endif
