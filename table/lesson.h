/*
 * Tutorials that are played: chapters of steps, read from learn/GAME.json (learn/README.md has the
 * format). Reading a file also replays it: every event, every right answer and every listed wrong
 * one is tried in its place, so whoever shows a lesson can rely on it.
 */
#ifndef PARLOR_TABLE_LESSON_H
#define PARLOR_TABLE_LESSON_H

#include <jansson.h>

#include "table/problem.h"
#include "table/setup.h"
#include "table/strbuf.h"

/* The members of the file; ids of messages are marked with (m). Lists may be NULL: none. */
struct lesson_step {
    const char *id;
    const char *text;     /* (m) */
    const char *done;     /* (m) NULL: nothing is said after the right answer */
    const char *deal;     /* NULL: the step goes on from the one before */
    bool any;             /* every legal move is right */
    const json_t *accept; /* the right moves */
    const json_t *choices, *before, *after, *mark, *wrong;
    const json_t *result; /* of the game, if it ends here; an object */
};

struct lesson_chapter {
    const char *id, *title, *end; /* title and end: (m) */
    struct setup setup;
    json_t *options; /* as the file has them; NULL: none */
    int seat;        /* of the person who learns */
    int steps;
    struct lesson_step *step;
};

struct lesson {
    json_t *root;
    const struct game *game;
    int chapters;
    struct lesson_chapter *chapter;
};

/* Reads and replays a file. True: call lesson_clear later. False: `p` says which step is wrong. */
bool lesson_read(struct lesson *l, const char *text, size_t len, struct problem *p);
void lesson_clear(struct lesson *l);

/* The chapter, and the step of a chapter, with this id; -1: there is none. */
int lesson_find_chapter(const struct lesson *l, const char *id);
int lesson_find_step(const struct lesson_chapter *c, const char *id);

/* Whether the step waits for a move; if not, it has choices or is only read. */
bool lesson_asks_move(const struct lesson_step *s);
/* Whether this move, which the engine does not refuse, is right. */
bool lesson_is_right(const struct lesson_step *s, const char *text);
/* What is said to a move that is not right (m); NULL: the step has no word for it. */
const char *lesson_find_wrong(const struct lesson_step *s, const char *text);
/* Whether the step names this move as a wrong one; then it has a word of its own. */
bool lesson_lists_wrong(const struct lesson_step *s, const char *text);

/* Writes the record of the game up to the question of a step: a line without its end. With `after`
   also what follows it: the answer (NULL: no move), then the moves of the others. */
void lesson_write_record(const struct lesson_chapter *c, int step, bool after, const char *answer,
                         struct strbuf *out);

/* The files that the program holds, in the order of their names, ended by a row without a game. */
struct lesson_file {
    const char *game, *text;
};
extern const struct lesson_file lesson_files[];
/* The text of a game's file; NULL: there is none. */
const char *lesson_find_file(const char *game);

#endif
