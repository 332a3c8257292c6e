/*
 * The screen: text in styles, clipped to its place, and the areas that the mouse can meet. A style
 * is a colour by its letter (P1.1, L1.1) with marks; without colours the marks and the letter or
 * two of the colour in the reader's language, which are always written, say the same.
 */
#ifndef PARLOR_TUI_SCREEN_H
#define PARLOR_TUI_SCREEN_H

#include <stdbool.h>

#include "tui/scene.h"

enum { SCREEN_LINES = 24, SCREEN_COLUMNS = 80 }; /* the smallest */

enum {
    STYLE_BOLD = 0x100,
    STYLE_DIM = 0x200,
    STYLE_REVERSE = 0x400,
    STYLE_UNDER = 0x800,
};

/* False: the terminal cannot show a screen. */
bool screen_open(void);
void screen_close(void);
void screen_start(void); /* a new, empty picture without areas */
void screen_show(void);
int screen_lines(void);
int screen_columns(void);

/* Writes UTF-8 from column x on, no more than `room` columns; returns how many it took. */
int screen_put(int y, int x, int room, unsigned style, const char *text);
/* The same by printf. */
int screen_print(int y, int x, int room, unsigned style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The same, and spaces behind it up to `room`. */
void screen_fill(int y, int x, int room, unsigned style, const char *text);
/* Text broken at spaces and line ends into lines of `room` columns; at most `lines` of them after
   leaving out `skip`. Returns how many lines there are in all. */
int screen_wrap(int y, int x, int room, int lines, int skip, const char *text);
/* A frame of single lines. */
void screen_box(int y, int x, int h, int w, unsigned style);

/* A place where a click means this move (or command). */
void screen_area(int y, int x, int h, int w, const char *text);
/* What a click there means; NULL: nothing. */
const char *screen_hit(int y, int x);

#endif
