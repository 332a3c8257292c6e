/*
 * One row for each game: how the terminal draws it, takes keys for it and tells it in words. All
 * that the terminal knows of one game stands in the file of its row; faces.c lists the rows.
 */
#ifndef PARLOR_TUI_FACE_H
#define PARLOR_TUI_FACE_H

#include "tui/scene.h"

/* The mark of a colour: see scene_mark. */
struct face_mark {
    char letter;
    const char *id;
};

struct face {
    const char *game;              /* its name; NULL: all that have no row of their own */
    const char *keys;              /* message id: its keys in a line */
    const char *talk_keys;         /* the same at a server's table where one may talk; or NULL */
    const char *rules;             /* message id: the rules in short */
    const struct face_mark *marks; /* of its colours, closed by a row without an id; or NULL */
    const char *const *signals;    /* the texts of all signals, closed by NULL; or NULL */

    int (*height)(const struct scene *c); /* the lines that it can make good use of */
    /* Fills lines 1 to `bottom` from a scene. */
    void (*draw)(const struct scene *c, int bottom, int inspect);
    /* Turns a key into the text of the move that it asks for, legal or not; false: the key is not
       its own. */
    bool (*steer)(const struct scene *c, int key, char want[GAME_TEXT_MAX]);

    /* How the game stands, in a few words for the title; may be NULL. */
    void (*describe_standing)(const struct scene *c, struct buf *b);
    /* The whole view in lines of plain text. */
    void (*describe_view)(const struct scene *c, struct buf *b);
    /* What is asked of those who may act. */
    void (*describe_turn)(const struct scene *c, const char *who, struct buf *b);
    void (*describe_move)(const struct scene *c, const char *text, struct buf *b);
    /* The end, if it is more than scores and winners; or NULL. */
    void (*describe_end)(const struct scene *c, struct buf *b);

    /* What lies open for a moment only: in the view (`held` is false), or in what an event showed.
       NULL: nothing. The row itself may be NULL, and then the other three are. */
    const json_t *(*find_passing)(const json_t *from, bool held);
    void (*describe_passing)(const struct scene *c, const json_t *passing, struct buf *b);
    /* The same in as few letters as can be, for the line below the table; NULL: `draw` shows it. */
    void (*describe_passing_short)(const struct scene *c, const json_t *passing, struct buf *b);
    /* What the log keeps of it; the seat is not named if it is `seat` alone. NULL: nothing. */
    void (*describe_kept)(const struct scene *c, int seat, const json_t *passing, struct buf *b);
};

/* The functions that every face has, in a file that calls them by the names of the members. */
#define FACE_FUNCTIONS                                                                             \
    .height = height, .draw = draw, .steer = steer, .describe_view = describe_view,                \
    .describe_turn = describe_turn, .describe_move = describe_move

/* The face of a game; that for any game if it has none of its own. */
const struct face *face_find(const struct game *g);

#endif
