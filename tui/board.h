/*
 * The full screen of a table, whoever keeps the game: title, face, log, the turn and the keys, and
 * the pages over it. The local game and the table of a server draw by it.
 */
#ifndef PARLOR_TUI_BOARD_H
#define PARLOR_TUI_BOARD_H

#include "tui/face.h"
#include "tui/screen.h"

enum { BOARD_PANEL_X = 112, BOARD_LINE_MAX = 201, KEY_ESCAPE = 27 };

struct board {
    const struct face *face; /* NULL: there is no game yet */
    struct scene scene;
    int inspect; /* whose films are shown large; -1: the own */
    char note[SCENE_LINE_MAX];
    char extra[128];  /* at the end of the title: clocks, or that the connection is lost */
    const char *keys; /* message id; NULL: by the scene */
    /* The log: how many events, and one of them in words. */
    int events;
    void (*put_event)(const struct board *b, int i, struct buf *out);
    void *context;
};

/* The last line of the face: as much as it makes good use of, so that what belongs together stands
   together on a large screen. */
int board_bottom(const struct face *face, const struct scene *c);
/* Draws the table into the picture that was started. */
void board_draw_table(const struct board *b);
/* How the game stands, for a title. */
void board_put_standing(const struct scene *c, struct buf *b);
/* What everybody is shown for a moment, in a line, unless the face draws it itself; returns the
   column that follows it. */
int board_draw_passing(const struct scene *c, int y);
/* Whether the window is too small for a table; the picture then says so. */
bool board_is_small(void);
void board_draw_small(const struct board *b);

/* A page of text over the table, scrolled, until another key. */
void board_show_page(const struct scene *c, const char *title, const char *text);
void board_show_log(const struct board *b);
/* A line that the player types below the picture that `draw` shows; false: given up. */
bool board_type_line(void (*draw)(void *context), void *context, char *line, size_t size);
/* The signals of the game to choose from; NULL: none was chosen. */
const char *board_choose_signal(const struct scene *c);
/* A key that shows a page or another player's films; false: it is another key. `help` is the
   message id of the help. */
bool board_press_page(struct board *b, int key, const char *help);
/* A key or a click of the person who may move. True: the move `want` is to be made; otherwise one
   may have been chosen. */
bool board_press_turn(struct board *b, int key, char want[GAME_TEXT_MAX]);
/* Puts the clocks that run into the title; false: there are none. */
bool board_put_clocks(struct board *b);
void board_note(struct board *b, const char *text);

#endif
