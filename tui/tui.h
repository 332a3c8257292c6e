/*
 * The terminal: plays a local game or at a server's table, on a full screen or line by line, and
 * shows records. The cli starts it; all texts come from the catalogue.
 */
#ifndef PARLOR_TUI_TUI_H
#define PARLOR_TUI_TUI_H

#include "table/lesson.h"
#include "tui/local.h"
#include "tui/report.h"
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
    char *record; /* the same as a line without its end (heap); NULL: none, or a game goes on */
    char fair[PROBLEM_TEXT_MAX]; /* whether its deal was fair, if that came when we were leaving */
    bool leaving;
    bool asked, waiting; /* private: the record was requested; it has not come yet */
};
void tui_online_plain(struct tui_online *online);
void tui_online_screen(struct tui_online *online);

/* How a recorded game is watched: as a seat or a spectator saw it, or with all cards open. */
struct tui_watch {
    const struct past *past;
    const struct review *review; /* each choice has a note of it; NULL: without */
    int seat;                    /* GAME_SPECTATOR: only what was public */
    bool open;
    int at;     /* the step to begin with */
    bool alone; /* no table waits behind it: one may play on from a step */
};
void tui_watch_plain(struct tui_watch *w);
void tui_watch_screen(struct tui_watch *w);
/* Plays on from this step by the given function, from the seat whose view is shown, until the
   player leaves; or writes why that is not possible. */
void tui_play_on(const struct tui_watch *w, int at, bool anew,
                 bool play(struct local *l, enum words_language language), struct buf *why);
/* The same on a screen that is open. */
void tui_watch_steps(struct tui_watch *w);
/* The same line by line: prints the first step; carries out a line, false: no more of it. */
void tui_watch_plain_begin(struct tui_watch *w);
bool tui_watch_plain_obey(struct tui_watch *w, const char *line);
/* watch_back.c: looking back from a table, as the own seat saw it (GAME_SPECTATOR: all cards open).
   Both begin; tui_watch_back_end ends. */
struct tui_back {
    struct past past;
    struct tui_watch watch;
};
/* At the game just played: a record line without its end; false: it cannot be read. */
bool tui_watch_back_record(struct tui_back *b, enum words_language language, const char *line,
                           size_t len, int seat);
/* At a running game: the moments that its table tells that seat, which are taken over. */
void tui_watch_back_told(struct tui_back *b, const struct scene *c, json_t *moments);
void tui_watch_back_end(struct tui_back *b);
/* watch_bar.c: the steps on a line of that many columns, with marks of deals and, where there is
   room, of the game's own moments (face.describe_when). The marks are found once, before. */
void tui_watch_find_marks(const struct tui_watch *w);
void tui_watch_put_bar(const struct tui_watch *w, int columns, struct buf *b);
/* Whose view is shown, in a few words. */
void tui_watch_describe_view(const struct tui_watch *w, struct buf *b);

/* A tutorial (table/lesson.h), from a step on, until it is over or the player leaves; `step` is
   then the step that comes next. Where the player is is kept in the user's data folder. */
struct tui_learn {
    enum words_language language;
    const struct lesson_chapter *chapter;
    int step;
};
/* The step at which the player left the chapter; 0: it was not begun, or was finished. */
int tui_learn_find(const struct lesson_chapter *c);
void tui_learn_plain(struct tui_learn *t);
void tui_learn_screen(struct tui_learn *t);

/* Whether standard input and output are a terminal with a screen. */
bool tui_has_screen(void);

#endif
