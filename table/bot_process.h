/*
 * An external bot, asked line by line (docs/bot-protocol.md): one process that plays one seat. It
 * starts when it is first needed, in a process group of its own, and is killed with that group. It
 * can never delay us beyond its time limit. A process that fails is killed and restarted for the
 * next question, a few times; then it is given up and not asked again.
 */
#ifndef PARLOR_TABLE_BOT_PROCESS_H
#define PARLOR_TABLE_BOT_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "core/game.h"
#include "table/strbuf.h"

enum {
    BOT_PROCESS_LINE_MAX = 1024,  /* bytes of an answer; a longer one is rubbish */
    BOT_PROCESS_LINES_MAX = 1000, /* comments before one answer */
    BOT_PROCESS_START_MS = 5000,  /* for the first answer, `hello`; a slower process is given up */
    BOT_PROCESS_STARTS_MAX = 10,  /* restarts of a process */
    BOT_PROCESS_MS = 1000,        /* for an answer, by default */
};

/* The outcome of a question. */
enum bot_process_fault {
    BOT_PROCESS_FINE,
    BOT_PROCESS_ENDED,   /* it cannot be started, has ended, or reads no longer */
    BOT_PROCESS_SLOW,    /* no whole line in time */
    BOT_PROCESS_RUBBISH, /* a line too long, not text, not asked for, or no greeting */
    BOT_PROCESS_ILLEGAL, /* not a legal answer: set by the caller */
    BOT_PROCESS_GONE,    /* given up: no longer asked */
    BOT_PROCESS_FAULTS,
};

struct bot_process {
    const char *command;     /* for the shell */
    const atomic_bool *stop; /* another thread sets it to end the wait; may be NULL */
    char answer[BOT_PROCESS_LINE_MAX + 1];
    /* Private. */
    pid_t pid; /* 0: not running */
    int fd;
    int starts;
    struct strbuf game; /* the current game's first line, repeated after a restart */
    struct strbuf line; /* the line to send */
    char in[BOT_PROCESS_LINE_MAX + 1];
    size_t len;
    bool text; /* the line in `answer` has no control characters */
};

/* The command must stay valid until bot_process_clear. */
void bot_process_init(struct bot_process *p, const char *command);
/* Says goodbye, and kills the process with its whole group. */
void bot_process_clear(struct bot_process *p);

/* Starts the command once and greets it. False: it ended before it answered, and `why` (never
   empty) holds its standard error output or its exit status. */
bool bot_process_try(const char *command, char *why, size_t size);

/* Call these two only in a process whose children are all bots. bot_process_gather makes us adopt
   orphans that left their group (where the system can do that); bot_process_sweep kills them, once
   all processes are cleared. */
void bot_process_gather(void);
void bot_process_sweep(void);

/* Announces a game, and its result as JSON. A fault shows at the next question. */
void bot_process_begin(struct bot_process *p, const struct game *g, int seats, const int *opt,
                       int seat);
void bot_process_over(struct bot_process *p, const char *result);
/* Asks for a move, given the seat's view as JSON and its `n` legal moves; waits at most `ms` for
   the line in `answer`. */
enum bot_process_fault bot_process_ask(struct bot_process *p, const char *view,
                                       char legal[GAME_MOVES_MAX][GAME_TEXT_MAX], int n, int ms,
                                       bool must, uint64_t seed);

#endif
