/*
 * The screen: styled text, clipped to its place, and areas for the mouse. A style is the letter of
 * a colour (P1.1, L1.1) with attributes. Cards always carry the mark of their colour, so nothing
 * depends on colours alone.
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
void screen_start(void); /* begins an empty picture without areas */
void screen_show(void);
int screen_lines(void);
int screen_columns(void);

/* The style of a card or colour: the colour of its letter. */
static inline unsigned screen_style(const char *card)
{
    return (unsigned char)card[0];
}

/* Writes UTF-8 from column x on, at most `room` columns; returns the width. */
int screen_put(int y, int x, int room, unsigned style, const char *text);
/* The same with a format of printf. */
int screen_print(int y, int x, int room, unsigned style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The same after a label, a text of the catalogue with its colon. */
int screen_label(const struct scene *c, int y, int x, int room, unsigned style, const char *id,
                 const char *format, ...) __attribute__((format(printf, 7, 8)));
/* The same as screen_put, padded with spaces to `room`. */
void screen_fill(int y, int x, int room, unsigned style, const char *text);
/* Wraps text at spaces and line ends into lines of `room` columns; skips `skip` lines and writes at
   most `lines`. Returns the number of all lines. */
int screen_wrap(int y, int x, int room, int lines, int skip, const char *text);
/* A frame of single lines. */
void screen_box(int y, int x, int h, int w, unsigned style);

/* How many places of a line have been written, from column x on. */
int screen_count(int y, int x, int room);

/* Makes an area where a click means this move or command. */
void screen_area(int y, int x, int h, int w, const char *text);
/* The move or command of a click there; NULL: none. */
const char *screen_hit(int y, int x);

#endif
