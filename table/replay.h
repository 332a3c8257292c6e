/*
 * A recorded game to look at step by step: after any of its events, as a seat or a spectator saw
 * it then, or with all cards open. Step 0 is before the first event.
 */
#ifndef PARLOR_TABLE_REPLAY_H
#define PARLOR_TABLE_REPLAY_H

#include "table/record.h"

struct replay;

/* Reads and checks a record (one line, without its line end). NULL: `p` says why it is refused. */
struct replay *replay_open(const char *line, size_t len, struct problem *p);
void replay_close(struct replay *r); /* NULL is ignored */
const struct record *replay_record(const struct replay *r);
int replay_count_steps(const struct replay *r);

/* The row of a finished game, as figures_write_row writes it; nothing where it is not over. */
void replay_write_row(const struct replay *r, struct strbuf *out);

/* A moment of any game, recorded or running. */
struct replay_moment {
    const struct game *game;
    int step;                  /* the events so far; 0: there is no `event` */
    struct record_event event; /* the one that led to it; a deal needs no text */
    const struct state *before, *after;
};

/* Writes `{"step":3,"phase":"play","event":{...},"view":{...}}`, with `result` after the last event
   of a finished game, and `shown` where the event showed cards. `event` is that of
   docs/protocol.md; step 0 has none. `seat` may be GAME_SPECTATOR. A secret choice of another seat
   has no text unless all cards are open. */
void replay_write_moment(const struct replay_moment *m, int seat, bool open, struct strbuf *out);
/* The same of the moment after `step` events of a recorded game. */
void replay_write(const struct replay *r, int step, int seat, bool open, struct strbuf *out);

/* The legal moves of a seat after `step` events, as a list of texts; empty: it has none. */
void replay_write_legal(const struct replay *r, int step, int seat, struct strbuf *out);

/* Why the seat may not make this move after `step` events: a message id. NULL: it may. */
const char *replay_refuse(const struct replay *r, int step, int seat, const char *text);

/* The game's preview of a move, by the seat's view alone. False, and nothing written: there is
   none. */
bool replay_write_preview(const struct replay *r, int step, int seat, const char *text,
                          struct strbuf *out);

#endif
