/* Includes ncurses with its function `move` renamed, because it would hide our type `move`. */
#ifndef PARLOR_TUI_TERMINAL_H
#define PARLOR_TUI_TERMINAL_H

#define NCURSES_NOMACROS
#define move curses_move
#include <curses.h>
#undef move

#endif
