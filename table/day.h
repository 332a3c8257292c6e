/*
 * Days of the UTC calendar, counted from 1 January 1970, as dates (2026-11-19), and the mark of a
 * table with a daily deal.
 */
#ifndef PARLOR_TABLE_DAY_H
#define PARLOR_TABLE_DAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"
#include "table/fair.h"

enum {
    DAY_DATE_MAX = 11, /* a date as text, the NUL included */
    DAY_MAX = 2932896, /* 31 December 9999; the first day is number 1 */
};

/* The day of a moment in milliseconds since 1970. */
int day_of_ms(int64_t date);
void day_write(int day, char out[DAY_DATE_MAX]);
/* Reads a date; false: it is none, or not from 1970-01-02 to 9999-12-31. */
bool day_read(const char *text, int *day);

/* Which daily deal a table has. */
struct day_mark {
    int day;     /* 0: none */
    int version; /* DAILY_VERSION of the program that began the game */
};

/* The seed of all chance in that daily deal: of its cards and of its bots. */
void day_seed(const char *game, const struct day_mark *mark, uint8_t seed[FAIR_BYTES]);

/* The seed for a bot's answer at a step of that deal; below 2^53, so that a double holds it. */
uint64_t day_bot_seed(const uint8_t seed[FAIR_BYTES], int step, int seat);

/* The member `daily` with its comma; nothing if it is none. */
void day_write_mark(const struct day_mark *mark, struct buf *b);
/* Reads its value, which may be missing (NULL); false: it is malformed. */
struct json_t;
bool day_read_mark(const struct json_t *o, struct day_mark *mark);

#endif
