/*
 * Puzzles: positions of a game in which one choice, or a few, are provably right. One row per kind
 * of puzzle. A row sees the view of the seat that is asked, and nothing else.
 *
 * table/puzzle.h has the files of puzzles, and docs/puzzles.md describes them.
 */
#ifndef PARLOR_SEARCH_PUZZLE_H
#define PARLOR_SEARCH_PUZZLE_H

#include "search/reason.h"

enum { PUZZLE_CHOICES = GAME_MOVES_MAX, PUZZLE_MOVES_MAX = 96 };

/* The levels that grade a puzzle, as bits of `fails`. */
enum puzzle_level { PUZZLE_EASY, PUZZLE_MEDIUM, PUZZLE_HARD, PUZZLE_EXPERT, PUZZLE_LEVELS };

/* The meaning of a choice's value. */
enum puzzle_measure {
    PUZZLE_CHANCE, /* the chance to win with best play from there on; 0.5 may be a draw */
    PUZZLE_POINTS, /* expected points, from -50 as 0 to 50 as 1 */
    PUZZLE_SURE,   /* 1: it works whatever comes; 0: it may fail */
};

/* One choice: a move, or for some kinds a card. */
struct puzzle_choice {
    char text[GAME_TEXT_MAX];
    double value; /* 0 to 1 */
    bool right;
};

struct puzzle_answer {
    int place; /* the own card that is asked about, from 1; 0: none */
    int n;
    struct puzzle_choice choice[PUZZLE_CHOICES]; /* moves in the engine's order, cards rising */
};

struct puzzle_kind {
    const char *name; /* of its file and in addresses */
    const struct game *game;
    int seats;
    const char *const *options; /* names and values in turn, closed by NULL */
    const char *title, *asks;   /* message ids; `asks` may say the place asked about as {0} */
    enum puzzle_measure measure;
    bool cards;        /* the choices are cards */
    const char *mark;  /* with the place: a move whose card is the one asked about; NULL: none */
    const char *hide;  /* a member of cards in the view that would tell the answer; NULL: none */
    const char *maker; /* the level that plays to the positions */
    int thin;          /* of puzzles that every level solves, one in so many is kept */
    int moves;         /* the most moves before a position, at most PUZZLE_MOVES_MAX */
    uint64_t budget;   /* the most for a level that is asked for a grade; 0: its own */
    size_t scratch;    /* bytes of working memory, aligned to 64, zeros before the first use */
    /* A signal of this seat that belongs to the position; MOVE_NONE: none. NULL: no seat signals.
     */
    move (*say)(const struct state *s, int seat);
    /* The exact values of all choices. False: the position is no puzzle of this kind. NULL: left
       out of this module. */
    bool (*solve)(const struct view *v, int seat, void *scratch, struct puzzle_answer *out);
    /* The levels that fail, as bits; NULL: the game's bots are asked for their moves. */
    unsigned (*fails)(const struct view *v, int seat, const struct puzzle_answer *a);
    /* What happens after a choice, or why it is right. False: there is nothing to say but its
       value. NULL: there never is. */
    bool (*why)(const struct view *v, int seat, const struct puzzle_answer *a, int choice,
                struct reason *out);
};

/* All kinds, closed by NULL (search/puzzles.c); of a game in this order. */
extern const struct puzzle_kind *const puzzle_kinds[];
/* The kind of that name, or NULL. */
const struct puzzle_kind *puzzle_find(const char *name);

/* The file of a kind within the program, a text (search/puzzle_files.c). */
const char *puzzle_file(const struct puzzle_kind *kind);

/* For rows: marks the right choices. False: the best is worth less than `least`, or the best wrong
   choice comes nearer to it than `gap`, or more than half of the choices are right. */
bool puzzle_settle(struct puzzle_answer *a, double least, double gap);
/* Adds a choice that is a move. */
void puzzle_add_move(struct puzzle_answer *a, const struct game *g, move m, double value);

/* The puzzle of a day: one of the `count` puzzles of a game, counted through its kinds in the order
   of the list. `day` is the number of days since 1970 in UTC. The page has the same function
   (web/src/puzzles/day.ts). */
uint32_t puzzle_of_day(const char *game, uint32_t day, uint32_t count);

#endif
