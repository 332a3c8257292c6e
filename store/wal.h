/* Private to store/: whether the WAL of a database that is open has lost a part. */
#ifndef PARLOR_STORE_WAL_H
#define PARLOR_STORE_WAL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/* The pages that were committed to the WAL since it was begun, and how many of them, from the first
   one on, a crash would leave. */
struct wal_count {
    uint32_t all, sound;
};

/* Counts in the file that this connection has open, after it has read something; returns a code of
   SQLite. */
int wal_count(sqlite3 *db, struct wal_count *out);

#endif
