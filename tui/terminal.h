/* The header of ncurses, whose function `move` would hide our type of that name. */
#ifndef PARLOR_TUI_TERMINAL_H
#define PARLOR_TUI_TERMINAL_H

#define NCURSES_NOMACROS
#define move curses_move
#include <curses.h>
#undef move

#endif
