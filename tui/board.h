/*
 * The full screen of a table, local or a server's: title, face, log, turn and keys, and pages over
 * it.
 */
#ifndef PARLOR_TUI_BOARD_H
#define PARLOR_TUI_BOARD_H

#include "tui/face.h"
#include "tui/screen.h"

enum { BOARD_PANEL_X = 112, BOARD_LINE_MAX = 201, BOARD_PAGE = 76, KEY_ESCAPE = 27 };

struct board {
    const struct face *face; /* NULL: there is no game yet */
    struct scene scene;
    int inspect; /* the seat whose films are shown large; -1: our own */
    char note[SCENE_LINE_MAX];
    char hint[2 * SCENE_LINE_MAX]; /* stands above the own cards, over the others' */
    char extra[128];               /* at the end of the title: clocks, or a lost connection */
    const char *keys;              /* message id; NULL: depends on the scene */
    /* The log: the number of events, and one of them in words. */
    int events;
    void (*put_event)(const struct board *b, int i, struct buf *out);
    void *context;
};

/* The last line of the face, limited to its useful height, so that a large screen has no gaps. */
int board_bottom(const struct face *face, const struct scene *c);
/* Draws the table, after screen_start. */
void board_draw_table(const struct board *b);
/* The name of the game, or of the program if the game is not known yet. */
const char *board_title(const struct scene *c);
/* The standing of the game, for a title. */
void board_put_standing(const struct scene *c, struct buf *b);
/* Draws passing cards in a line, unless the face draws them; returns the column after them. */
int board_draw_passing(const struct scene *c, int y);
/* Whether the window is too small for a table; board_draw_small says so. */
bool board_is_small(void);
void board_draw_small(const struct scene *c);

/* Shows a text over the table until a key is pressed that does not scroll. Lines wider than
   BOARD_PAGE are wrapped. */
void board_show_page(const struct scene *c, const char *title, const char *text);
/* A page with the meaning of all icons and numbers. */
void board_show_signs(const struct scene *c);
/* Lets the player type a line below the picture of `draw`; false: cancelled. */
bool board_type_line(void (*draw)(void *context), void *context, char *line, size_t size);
/* Shows choices of things to say; returns the key pressed. */
int board_choose(const struct scene *c, const struct buf *choices);
/* Lets the player choose a signal; NULL: none chosen. */
const char *board_choose_signal(const struct scene *c);
bool board_is_enter(int key);
/* Handles a key that shows a page or another player's films; false: another key. `help` is the
   message id of the help. */
bool board_press_page(struct board *b, int key, const char *help);
/* Handles a key or click of the person who may move. True: make the move `want`; false: the chosen
   move may have changed. */
bool board_press_turn(struct board *b, int key, char want[GAME_TEXT_MAX]);
/* Puts the running clocks into the title; false: there are none. */
bool board_put_clocks(struct board *b);
void board_note(struct board *b, const char *text);

#endif
