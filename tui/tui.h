/*
 * The terminal: plays a local game or at a server's table, on a full screen or line by line, and
 * shows records. The cli starts it; all texts come from the catalogue.
 */
#ifndef PARLOR_TUI_TUI_H
#define PARLOR_TUI_TUI_H

#include "tui/local.h"
#include "tui/scene.h"

/* Plays a local game until it is over or the player leaves; returns whether it is over. */
bool tui_play_plain(struct local *l, enum words_language language);
bool tui_play_screen(struct local *l, enum words_language language);

/* A seat at a server's table, after remote_start. Both functions return when the player leaves (and
   keeps the seat), or when the connection has failed for good. */
struct tui_online {
    enum words_language language;
    struct remote *remote;
    char path[SAVES_PATH_MAX]; /* the record of the last finished game; "": none yet */
    int error;                 /* errno of saving it; 0: success */
    bool asked, waiting;       /* private: the record was requested; it has not come yet */
};
void tui_online_plain(struct tui_online *online);
void tui_online_screen(struct tui_online *online);

/* Show the game of a record line, which is legal. */
void tui_watch_plain(enum words_language language, const char *line, size_t len, int seat);
void tui_watch_screen(enum words_language language, const char *line, size_t len, int seat);

/* Whether standard input and output are a terminal with a screen. */
bool tui_has_screen(void);

#endif
