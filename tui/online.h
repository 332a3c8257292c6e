/*
 * What the screen and the line mode share at a server's table: events in words, the lines that both
 * understand, the list of chairs, and keeping the record of a finished game.
 */
#ifndef PARLOR_TUI_ONLINE_H
#define PARLOR_TUI_ONLINE_H

#include "tui/scene.h"
#include "tui/tui.h"

/* An event in words; nothing for one that is not worth telling. */
void online_put_event(const struct scene *c, const struct remote *r, const json_t *event,
                      struct buf *out);
/* Notes what was shown in passing among the events, for the log. */
void online_note_shown(struct remote *r, const json_t *passing);
/* Does what a line asks for: talk TEXT, phrase NAME, takeback, yes, no, leave, rematch, bots,
   begins N (a chair from 1) or begins lot. False: it is no such line. */
bool online_obey(struct remote *r, const char *line);
/* The phrases, by the names that `phrase` takes. */
const char *online_phrase(int i);      /* NULL: no more */
const char *online_phrase_word(int i); /* its message id */
/* Before the game: the chairs, the link, and what the table waits for. */
void online_put_waiting(const struct scene *c, const struct remote *r, struct buf *out);
/* Who asks to take back, if we have to answer; false: nobody does. */
bool online_put_question(const struct scene *c, const struct remote *r, struct buf *out);
/* Asks for the record when the game is over, and keeps it once it came. */
void online_keep_record(struct tui_online *online);
/* Looks at the table again; without a game that we know there is no view. */
/* Whether something was shown for the first time; `known` is a list of what was, and gets it. A
   server tells again what was shown since the own last move. */
bool online_is_news(json_t *known, const json_t *shown);
void online_look(struct scene *c, const struct remote *r);

#endif
