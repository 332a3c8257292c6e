/*
 * One face per game: drawing, keys and words. Everything that the terminal knows about one game is
 * in the file of its face; faces.c lists the faces.
 */
#ifndef PARLOR_TUI_FACE_H
#define PARLOR_TUI_FACE_H

#include "tui/scene.h"

/* The mark of a colour: see scene_mark. */
struct face_mark {
    char letter;
    const char *id;
};

/* What an icon or a number of the table means, for a first game: message ids, and the rule. */
struct face_sign {
    const char *name, *about, *rule;
};

struct face {
    const char *game;              /* its name; NULL: the face of all other games */
    const char *keys;              /* message id: a line that lists the keys */
    const char *talk_keys;         /* the same for a server's table with talk; or NULL */
    const char *rules;             /* message id: a summary of the rules */
    const struct face_mark *marks; /* of its colours, ended by a row without an id; or NULL */
    const struct face_sign *signs; /* ended by a row without a name; or NULL */
    int own;                       /* the last lines: nothing may cover the own cards there */
    const char *const *signals;    /* the texts of all signals, ended by NULL; or NULL */

    int (*height)(const struct scene *c); /* the number of useful lines */
    /* Draws a scene on lines 1 to `bottom`. */
    void (*draw)(const struct scene *c, int bottom, int inspect);
    /* Turns a key into the text of a move, legal or not; false: the face does not use the key. */
    bool (*steer)(const struct scene *c, int key, char want[GAME_TEXT_MAX]);

    /* The standing in a few words, for the title; may be NULL. */
    void (*describe_standing)(const struct scene *c, struct buf *b);
    /* The whole view as lines of plain text. */
    void (*describe_view)(const struct scene *c, struct buf *b);
    /* The task of the players who may act. */
    void (*describe_turn)(const struct scene *c, const char *who, struct buf *b);
    void (*describe_move)(const struct scene *c, const char *text, struct buf *b);
    /* The same with all cards open, before the seat makes the move: names the cards. NULL: the
       words are the same. */
    void (*describe_open_move)(const struct scene *c, int seat, const char *text, struct buf *b);
    /* The moment of the game: deal and trick, or turn; may be NULL. */
    void (*describe_when)(const struct scene *c, struct buf *b);
    /* The end of the game; NULL: scores and winners say it all. */
    void (*describe_end)(const struct scene *c, struct buf *b);

    /* How many values the own hidden card in a place can have, from 1 up; 0: there is none. NULL:
       the game has no such cards. */
    int (*count_hidden)(const struct scene *c, int slot);

    /* Passing cards, which lie open only for a moment: in the view, or with `held` in an event's
       `shown`; returns NULL if there are none. If this member is NULL, so are the next three. */
    const json_t *(*find_passing)(const json_t *from, bool held);
    void (*describe_passing)(const struct scene *c, const json_t *passing, struct buf *b);
    /* The same as short as possible, for the line below the table; NULL: `draw` shows them. */
    void (*describe_passing_short)(const struct scene *c, const json_t *passing, struct buf *b);
    /* The same for the log; omits the name if only `seat` showed cards. NULL: no log entry. */
    void (*describe_kept)(const struct scene *c, int seat, const json_t *passing, struct buf *b);
};

/* The functions of every face. A face's file names them like the members. */
#define FACE_FUNCTIONS                                                                             \
    .height = height, .draw = draw, .steer = steer, .describe_view = describe_view,                \
    .describe_turn = describe_turn, .describe_move = describe_move

/* The face of a game; the generic one if it has none of its own. */
const struct face *face_find(const struct game *g);

#endif
