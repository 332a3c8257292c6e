/*
 * A point in time, in milliseconds. The two forms differ by a number that changes when the system's
 * date is set, and while nothing runs the table.
 */
#ifndef PARLOR_TABLE_MOMENT_H
#define PARLOR_TABLE_MOMENT_H

#include <stdint.h>

struct moment {
    int64_t steady; /* never jumps; stands still while the server is down or stopped */
    int64_t date;   /* since 1970; may jump */
};

/* The milliseconds from `now` to the first of the two times of `due`; at most 0: it has come;
   INT64_MAX: never. */
static inline int64_t moment_wait(const struct moment *due, const struct moment *now)
{
    int64_t steady = due->steady != INT64_MAX ? due->steady - now->steady : INT64_MAX;
    int64_t date = due->date != INT64_MAX ? due->date - now->date : INT64_MAX;
    return steady < date ? steady : date;
}

static inline struct moment moment_after(struct moment m, int64_t ms)
{
    return (struct moment){.steady = m.steady + ms, .date = m.date + ms};
}

#endif
