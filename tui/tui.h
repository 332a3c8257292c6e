/*
 * The terminal's table: a local game or a server's, played on a full screen or line by line,
 * and records watched. The cli starts them; all texts come from the catalogue.
 */
#ifndef PARLOR_TUI_TUI_H
#define PARLOR_TUI_TUI_H

#include "tui/local.h"
#include "tui/scene.h"

/* Plays a local game on until it is over or the player leaves; returns whether it is over. */
bool tui_play_plain(struct local *l, enum words_language language);
bool tui_play_screen(struct local *l, enum words_language language);

/* A seat at a server's table, which was joined by remote_start. Both return when the player leaves
   (the seat stays theirs), or when the table has failed. */
struct tui_online {
    enum words_language language;
    struct remote *remote;
    char path[SAVES_PATH_MAX]; /* the record of the last game that was finished; "": none yet */
    int error;                 /* errno of keeping it; 0: all went well */
    bool asked;                /* private: the record was asked for */
};
void tui_online_plain(struct tui_online *online);
void tui_online_screen(struct tui_online *online);

/* Shows the game of a record line, which is legal. */
void tui_watch_plain(enum words_language language, const char *line, size_t len, int seat);
void tui_watch_screen(enum words_language language, const char *line, size_t len, int seat);

/* Whether the standard input and output are a terminal that a screen can be drawn on. */
bool tui_has_screen(void);

#endif
