/*
 * The full screen of a table, local or a server's: title, face, log, turn and keys, and pages over
 * it.
 */
#ifndef PARLOR_TUI_BOARD_H
#define PARLOR_TUI_BOARD_H

#include "tui/face.h"
#include "tui/screen.h"

enum { BOARD_PANEL_X = 112, BOARD_LINE_MAX = 201, KEY_ESCAPE = 27 };

struct board {
    const struct face *face; /* NULL: there is no game yet */
    struct scene scene;
    int inspect; /* the seat whose films are shown large; -1: our own */
    char note[SCENE_LINE_MAX];
    char extra[128];  /* at the end of the title: clocks, or a lost connection */
    const char *keys; /* message id; NULL: depends on the scene */
    /* The log: the number of events, and one of them in words. */
    int events;
    void (*put_event)(const struct board *b, int i, struct buf *out);
    void *context;
};

/* The last line of the face, limited to its useful height, so that a large screen has no gaps. */
int board_bottom(const struct face *face, const struct scene *c);
/* Draws the table, after screen_start. */
void board_draw_table(const struct board *b);
/* The standing of the game, for a title. */
void board_put_standing(const struct scene *c, struct buf *b);
/* Draws passing cards in a line, unless the face draws them; returns the column after them. */
int board_draw_passing(const struct scene *c, int y);
/* Whether the window is too small for a table; board_draw_small says so. */
bool board_is_small(void);
void board_draw_small(const struct board *b);

/* Shows a page of text over the table, with scrolling, until any other key. */
void board_show_page(const struct scene *c, const char *title, const char *text);
void board_show_log(const struct board *b);
/* Lets the player type a line below the picture of `draw`; false: cancelled. */
bool board_type_line(void (*draw)(void *context), void *context, char *line, size_t size);
/* Lets the player choose a signal; NULL: none chosen. */
const char *board_choose_signal(const struct scene *c);
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
