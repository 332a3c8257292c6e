/*
 * Files of puzzles, and their positions. A file has a line for its kind and a line for each puzzle:
 *
 *     parlor-puzzles 1 luz-last
 *     SEED MOVES PLACE VALUES FAILS RATING
 *
 * SEED draws the deals, so a puzzle is some dozen bytes. MOVES has a letter for each move: its
 * index among the legal moves of all who may act, by seat. So a position depends on the rules and
 * on the drawing of deals, and on no bot. VALUES has two letters for each choice, in thousandths.
 * docs/puzzles.md has an example.
 */
#ifndef PARLOR_TABLE_PUZZLE_H
#define PARLOR_TABLE_PUZZLE_H

#include "search/puzzle.h"
#include "table/problem.h"
#include "table/setup.h"
#include "table/strbuf.h"

enum {
    PUZZLE_VERSION = 1,
    PUZZLE_LINE_MAX = 320,
    PUZZLE_UNIT = 1000, /* of values */
};

struct puzzle {
    const struct puzzle_kind *kind;
    uint64_t seed;
    int moves;
    uint8_t move[PUZZLE_MOVES_MAX];
    int place;
    int n;
    uint16_t value[PUZZLE_CHOICES];
    unsigned fails; /* bits of enum puzzle_level */
    int rating;
};

/* The kind of a file, by its first line; NULL: it is none. `at` moves to the next line. */
const struct puzzle_kind *puzzle_read_head(const char **at);
void puzzle_write_head(const struct puzzle_kind *kind, struct buf *b);
/* The lines of a kind's own file after its head; empty where the file is not. */
const char *puzzle_lines(const struct puzzle_kind *kind);
/* The number of puzzles of a text after its head. */
int puzzle_count(const char *text);
/* The start of line `number`, from 1, of a text after its head; NULL: there is none. */
const char *puzzle_line(const char *text, int number);

/* Reads a line; false: it is malformed. */
bool puzzle_read(const struct puzzle_kind *kind, const char *line, struct puzzle *out);
void puzzle_write(const struct puzzle *p, struct buf *b);

/* The setup that all puzzles of a kind have. */
void puzzle_setup(const struct puzzle_kind *kind, struct setup *out);
/* Plays to the position and returns the seat that is asked; `record` may be NULL, or takes the
   record of the game so far. -1: the rules do not allow these moves. */
int puzzle_play(const struct puzzle *p, struct state *s, struct strbuf *record);
/* The choices with the values of the file; false: they are not those of the position. */
bool puzzle_answer(const struct puzzle *p, const struct state *s, int seat,
                   struct puzzle_answer *out);
/* Whether a solution has the values of the file. */
bool puzzle_agrees(const struct puzzle *p, const struct puzzle_answer *a);

/* `{"seat":0,"place":3,"measure":"sure","fails":["easy"],"rating":1200,"choices":[{"text":"play 3",
   "value":1,"right":true,"why":{...}},...]}` of a position. */
void puzzle_write_json(const struct puzzle *p, const struct state *s, int seat,
                       const struct puzzle_answer *a, struct strbuf *out);

#endif
