/*
 * A server's table, for screen and line mode alike: events in words, typed commands, the list of
 * chairs, and saving the record of a finished game.
 */
#ifndef PARLOR_TUI_ONLINE_H
#define PARLOR_TUI_ONLINE_H

#include "tui/scene.h"
#include "tui/tui.h"

/* An event in words; empty for events that the log omits. */
void online_put_event(const struct scene *c, const struct remote *r, const json_t *event,
                      struct buf *out);
/* Adds passing cards to the events, for the log. */
void online_note_shown(struct remote *r, const json_t *passing);
/* Carries out a command: talk TEXT, phrase NAME, takeback, yes, no, leave, back, rematch, aids,
   bots, begins N (a chair from 1) or begins lot, and those of online_keep_order. False: the line is
   no command. */
bool online_obey(struct remote *r, const char *line);
/* online_order.c: mute N, unmute N, report N REASON, report table REASON; of the host: remove N,
   silence N, unsilence N. */
bool online_keep_order(struct remote *r, const char *line);
/* The names of phrases, for `phrase`. */
const char *online_phrase(int i);      /* NULL: no more */
const char *online_phrase_word(int i); /* its message id */
/* Before the game: the link, the chairs, and the host's commands. */
void online_put_waiting(const struct scene *c, const struct remote *r, struct buf *out);
/* The question to take back a move, if we have to answer it; false: there is none. */
bool online_put_question(const struct scene *c, const struct remote *r, struct buf *out);
/* Requests the record when the game is over, and saves it when it arrives. */
void online_keep_record(struct tui_online *online);
/* Before leaving: waits a moment for a record that was requested and has not come yet. */
void online_await_record(struct tui_online *online);
/* Looks back: at the game just played, or at what the table has told (remote_ask_past); false:
   neither is here. tui_watch_back_end ends it. */
bool online_look_back(struct tui_online *online, const struct scene *c, struct tui_back *back);
/* Reviews the own choices of the game just played, as report_record does; false: there is none. */
bool online_review(struct tui_online *online, int room,
                   bool (*progress)(void *context, int done, int all), void *context,
                   struct strbuf *out);
/* Whether these cards are shown for the first time; adds them to the list `known`. A server sends
   again all cards shown since our last move. */
bool online_is_news(json_t *known, const json_t *shown);
/* Looks at the table again; an unknown game has no view. */
void online_look(struct scene *c, const struct remote *r);

#endif
