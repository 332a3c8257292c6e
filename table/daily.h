/*
 * The daily deal: one game per day, the same for everyone. Game and date (UTC) decide the set-up,
 * the cards and everything that the bots do: a bot's answer depends only on its view and on a seed
 * of that moment, with its level's whole budget on every device. So whoever makes the same moves
 * sees the same game, and a record can be verified by asking the bots again.
 *
 * One person plays, at seat DAILY_SEAT, against bots of the usual level; games in which all win or
 * lose together are played alone where that is possible. Anyone can compute the deal of any day, so
 * results show what people made of the same cards, and prove nothing.
 *
 * The moment of a question is the last step before which no secret choice was open: so it does not
 * matter who of several people and bots chooses first, nor whether a choice was there when another
 * bot was asked.
 */
#ifndef PARLOR_TABLE_DAILY_H
#define PARLOR_TABLE_DAILY_H

#include <stdatomic.h>

#include "search/bot.h"
#include "table/record.h"
#include "table/table.h"

/* Any change of set-ups, levels or answers of the bots that sit here raises the version: older
   records cannot be verified any more, and say so. tests/unit/daily.c notices such changes. */
enum { DAILY_VERSION = 1, DAILY_SEAT = 0, DAILY_LEVELS_MAX = 8 };

struct daily {
    struct setup setup;
    struct day_mark mark;
    const struct bot *bot[GAME_SEATS_MAX]; /* NULL: the person */
    uint8_t seed[FAIR_BYTES];
};

/* How somebody fared at the person's seat. */
struct daily_result {
    struct result result;
    int place; /* from 1; the winners share the first */
    bool won;
};

/* The game's deal of that day. */
void daily_make(const struct game *g, int day, struct daily *out);

/* The events of its table up to the start: make a table with `plan`, and let them happen in this
   order; then table_go_on deals. */
void daily_plan(const struct daily *d, struct table_plan *plan);
int daily_count_events(const struct daily *d);
void daily_read_event(const struct daily *d, const struct table_person *person, int i,
                      struct table_event *e);

/* The levels to compare oneself with, weakest first, closed by NULL. */
void daily_list_levels(const struct game *g, const struct bot *out[DAILY_LEVELS_MAX]);
/* Lets a bot play at the person's seat. */
void daily_play(const struct daily *d, const struct bot *own, struct daily_result *out);

/* Whether a record says that it is of a daily deal; if so, of which. */
bool daily_find(const struct record *r, struct daily *out);
/* Verifies a record: it is of that deal, over and no practice, and the bots' moves are theirs.
   False: `p` says why not, or `stop` (may be NULL) ended it and `p` has no part. */
bool daily_check(const struct record *r, const atomic_bool *stop, struct daily_result *out,
                 struct problem *p);

/* The same from the moves alone, as somebody hands them in: `SEAT TEXT` with commas between,
   without deals, which follow from the date. */
bool daily_check_moves(const struct daily *d, const char *moves, const atomic_bool *stop,
                       struct daily_result *out, struct problem *p);

/* `{"game":"luz","date":"2026-11-19","version":1,"seats":4,"seat":0,"options":{},"bots":[...]}` */
void daily_write(const struct daily *d, struct buf *b);
/* `{"score":12,"place":1,"won":true}` */
void daily_write_result(const struct daily_result *r, struct buf *b);

#endif
