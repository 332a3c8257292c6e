/* Puzzles at the terminal: their positions as scenes, and answers in words. */
#ifndef PARLOR_TUI_PUZZLE_H
#define PARLOR_TUI_PUZZLE_H

#include "table/puzzle.h"
#include "tui/past.h"

struct tui_puzzle {
    enum words_language language;
    const struct puzzle_kind *kind;
    const char *text; /* the file after its head */
    int count, number;
    bool streak; /* the next one is harder, and a mistake ends it */
    int best;    /* solved without a mistake */
    /* Private: the puzzle on the table. */
    struct puzzle puzzle;
    struct puzzle_answer answer;
    int seat;
    struct past past;
    struct scene scene;
};

/* Opens puzzle `number`; false: there is none. */
bool tui_puzzle_open(struct tui_puzzle *z, int number);
void tui_puzzle_close(struct tui_puzzle *z);
/* The cards that were played, where the view tells them, rising. */
void tui_puzzle_put_played(const struct tui_puzzle *z, struct buf *b);
/* The number with which a streak begins. */
int tui_puzzle_first(const struct tui_puzzle *z);
/* The number of the next puzzle: the next one of the file, or in a streak a harder one. */
int tui_puzzle_next(const struct tui_puzzle *z);

/* "Luz: last tricks 12/400, rating 1500". */
void tui_puzzle_put_title(const struct tui_puzzle *z, struct buf *b);
void tui_puzzle_put_question(const struct tui_puzzle *z, struct buf *b);
void tui_puzzle_put_choice(const struct tui_puzzle *z, int choice, struct buf *b);
/* Whether a choice is right, and what happens then. */
void tui_puzzle_put_verdict(const struct tui_puzzle *z, int choice, struct buf *b);
/* All right choices. */
void tui_puzzle_put_right(const struct tui_puzzle *z, struct buf *b);
/* The choice of a line: its number from 1, or its text; -1: none. */
int tui_puzzle_find(const struct tui_puzzle *z, const char *line);

/* Both return when the player leaves; `number` from 1. */
void tui_puzzle_plain(struct tui_puzzle *z);
void tui_puzzle_screen(struct tui_puzzle *z);

#endif
