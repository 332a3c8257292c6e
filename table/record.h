/*
 * Records of games: one line of JSON each. Reading keeps the parsed JSON and checks an event only
 * when its turn comes, so a broken event is reported with its own number. Event numbers count from
 * 0: they are indices into `events`.
 */
#ifndef PARLOR_TABLE_RECORD_H
#define PARLOR_TABLE_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "core/game.h"
#include "table/problem.h"
#include "table/setup.h"
#include "table/strbuf.h"

enum { RECORD_VERSION = 1, RECORD_DEAL = -1 };

struct record {
    struct setup setup;
    int events_count;
    /* Private: the parsed line, and the members `events` and `result` (NULL if absent) in it. */
    json_t *root, *events, *result;
};

/* One event: RECORD_DEAL or a seat, and its text, which lives as long as the record. */
struct record_event {
    int seat;
    const char *text;
};

/* Reads a line without its line end. True: call record_clear later. False: `p` says why. */
bool record_read(struct record *r, const char *line, size_t len, struct problem *p);
void record_clear(struct record *r);

/* Reads event `i`; false: it is malformed, and `p` says why. */
bool record_read_event(const struct record *r, int i, struct record_event *out, struct problem *p);

/* Called before each event, with the state before it. */
typedef void record_before(void *context, int event, const struct state *s);

/* Replays the events from the start, leaves the last state in `s` (room for the game's state) and
   checks the result. `before` may be NULL. False: `p` says at which event and why. */
bool record_replay(const struct record *r, record_before *before, void *context, struct state *s,
                   struct problem *p);

/* Applies one event; false: the state is unchanged and `p` (started) says why. */
bool record_apply(const struct game *g, struct state *s, const struct record_event *e,
                  struct problem *p);

/* The seat's legal moves as text, sorted bytewise; returns their number. */
int record_list_moves(const struct game *g, const struct state *s, int seat,
                      char text[GAME_MOVES_MAX][GAME_TEXT_MAX]);

/* Writes records. Events are collected first, because a deal may settle options, which precede
   them in the record. */
struct record_writer {
    const struct game *game;
    int seats;
    struct strbuf events;
};

void record_writer_init(struct record_writer *w);
void record_writer_clear(struct record_writer *w);
/* Begins a new record; one writer serves any number of records. */
void record_start(struct record_writer *w, const struct game *g, int seats);
void record_add_deal(struct record_writer *w, const struct deal *d);
void record_add_move(struct record_writer *w, int seat, move m);
/* Appends the whole record and a line end to `out`; `s` is the state after the last event. */
void record_finish(const struct record_writer *w, const struct state *s, struct strbuf *out);

#endif
