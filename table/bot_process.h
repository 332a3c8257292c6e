/*
 * A bot that is a program of its own, asked line by line (docs/bot-protocol.md): one process, which
 * plays one seat. It is started when it is first needed, in a process group of its own, and killed
 * with that group. Nothing that it does or does not do can hold us up for longer than its time: a
 * process that fails is ended and started afresh for the next question, a few times; then it is
 * given up and not asked again.
 */
#ifndef PARLOR_TABLE_BOT_PROCESS_H
#define PARLOR_TABLE_BOT_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "core/game.h"
#include "table/strbuf.h"

enum {
    BOT_PROCESS_PROTOCOL = 1,
    BOT_PROCESS_LINE_MAX = 1024,  /* bytes of an answer; more is rubbish */
    BOT_PROCESS_LINES_MAX = 1000, /* comments before one answer */
    BOT_PROCESS_START_MS =
        5000, /* for the first answer, `hello`; one that takes longer is given up */
    BOT_PROCESS_STARTS_MAX = 10, /* times that a process is started again */
    BOT_PROCESS_MS = 1000,       /* for an answer, unless said otherwise */
};

/* What went wrong with a question. */
enum bot_process_fault {
    BOT_PROCESS_FINE,
    BOT_PROCESS_ENDED,   /* it cannot be started, has ended, or reads no more */
    BOT_PROCESS_SLOW,    /* no whole line in time */
    BOT_PROCESS_RUBBISH, /* a line too long, not text, spoken unasked, or no greeting */
    BOT_PROCESS_ILLEGAL, /* a line that is no legal answer: found by the asker */
    BOT_PROCESS_GONE,    /* given up: not asked any more */
    BOT_PROCESS_FAULTS,
};

struct bot_process {
    const char *command;     /* for the shell */
    const atomic_bool *stop; /* set by another thread: wait no longer; may be NULL */
    char name[64];           /* what it calls itself */
    char answer[BOT_PROCESS_LINE_MAX + 1];
    /* Private. */
    pid_t pid; /* 0: not running */
    int fd;
    int starts;
    struct strbuf game; /* the line of the game under way, told again after a new start */
    char in[BOT_PROCESS_LINE_MAX + 1];
    size_t len;
    bool text; /* the line in `answer` has no control characters */
};

/* The command must outlive it. */
void bot_process_init(struct bot_process *p, const char *command);
/* Says goodbye, ends the process and all that it started in its group. */
void bot_process_clear(struct bot_process *p);

/* Starts the command once and greets it. False: it ended before it answered, and `why` (never
   empty) has what it wrote to its standard error, or its exit status. */
bool bot_process_try(const char *command, char *why, size_t size);

/* For a process of ours that starts such programs and nothing else: from now on whatever leaves its
   group comes back to us when its parent ends (where the system can do that); and once all
   processes are cleared, what came back is killed. */
void bot_process_gather(void);
void bot_process_sweep(void);

/* Tells that a game begins; `line` is the whole line with its end. */
enum bot_process_fault bot_process_begin(struct bot_process *p, const char *line, size_t len);
/* Tells something that needs no answer. */
enum bot_process_fault bot_process_tell(struct bot_process *p, const char *line, size_t len);
/* Asks, and waits so long for the line in `answer`. */
enum bot_process_fault bot_process_ask(struct bot_process *p, const char *line, size_t len, int ms);

/* The lines of the protocol. */
void bot_process_write_game(const struct game *g, int seats, const int *opt, int seat,
                            struct strbuf *out);
void bot_process_write_turn(const char *view, size_t view_len,
                            char legal[GAME_MOVES_MAX][GAME_TEXT_MAX], int n, int ms, bool must,
                            uint64_t seed, struct strbuf *out);
void bot_process_write_over(const char *result, struct strbuf *out);

#endif
