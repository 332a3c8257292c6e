/*
 * A person's mistake, explained in sentences: the error, the reason, the correct form. Each
 * sentence is a message id with arguments, so that every face can translate it.
 */
#ifndef PARLOR_TABLE_PROBLEM_H
#define PARLOR_TABLE_PROBLEM_H

#include "core/buf.h"
#include "po/words.h"

enum {
    PROBLEM_PARTS = 4,
    PROBLEM_ARGS = 3,
    PROBLEM_ARG_MAX = 192,
    PROBLEM_TEXT_MAX = 4096, /* any problem as text */
};

struct problem_part {
    const char *id;
    long long count; /* selects the plural form; -1: the message has none */
    int args;
    char arg[PROBLEM_ARGS][PROBLEM_ARG_MAX];
};

struct problem {
    int event; /* number of the event in a record; -1: none */
    int parts;
    struct problem_part part[PROBLEM_PARTS];
};

/* An empty problem at no event. */
#define PROBLEM_EMPTY ((struct problem){.event = -1})

/* Starts an empty problem at an event (or -1). */
void problem_start(struct problem *p, int event);

/* Adds a sentence; problem_add_text and problem_add_int add its arguments. */
void problem_add(struct problem *p, const char *id);
/* Adds a sentence in the plural form for `count`, which is its first argument. */
void problem_add_count(struct problem *p, const char *id, long long count);

/* Adds an argument to the last sentence; a long one is cut at a whole UTF-8 character. */
void problem_add_text(struct problem *p, const char *text);
void problem_add_bytes(struct problem *p, const char *text, size_t len);
void problem_add_int(struct problem *p, long long n);

/* Appends the sentences, with a space between them. */
void problem_write(const struct problem *p, enum words_language language, struct buf *b);

/* Writes it as JSON for clients that translate: `{"id","args":[...]}`, with further sentences as a
   list `more`. */
void problem_write_json(const struct problem *p, struct buf *b);

#endif
