/* Private to tui/learn*: a tutorial in progress, the same on the screen and line by line. */
#ifndef PARLOR_TUI_LEARN_H
#define PARLOR_TUI_LEARN_H

#include "table/lesson.h"
#include "table/replay.h"
#include "tui/scene.h"
#include "tui/tui.h"

/* `tui` is what the command started: the chapter and the step. */
struct learn {
    struct tui_learn *tui;
    struct replay *replay;     /* up to the question, or up to what followed the answer */
    bool answered;             /* the right answer was given, and there is something to say to it */
    char said[SCENE_LINE_MAX]; /* what is said to a wrong answer; "": nothing */
    struct scene *scene;       /* of whoever shows it; initialized */
};

/* Puts the step on the table, and remembers it for the next time. */
void learn_begin(struct learn *l);
void learn_clear(struct learn *l);
const struct lesson_step *learn_step(const struct learn *l);

/* Goes on, back by one step; learn_next after the last step is the end. */
void learn_next(struct learn *l);
void learn_back(struct learn *l);
bool learn_is_over(const struct learn *l);

/* Whether a move, or a choice by its number from 1, is expected now. */
bool learn_asks_move(const struct learn *l);
bool learn_asks_choice(const struct learn *l);
/* Tries a move or a choice. The scene shows what came of it. */
void learn_try(struct learn *l, const char *text);
void learn_choose(struct learn *l, int number);

/* All that is said now: the answer to a wrong try, the task, the choices; or what is said to the
   right answer. */
void learn_put_words(const struct learn *l, struct buf *b);
/* "Step 3 of 14". */
void learn_put_count(const struct learn *l, struct buf *b);
/* The events of the others since the last position, each on a line of its own. */
void learn_print_events(const struct learn *l, int from);

#endif
