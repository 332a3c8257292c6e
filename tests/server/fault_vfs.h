/*
 * A disk that fails: a layer between SQLite and its files. It counts reads, writes, syncs and the
 * like, and fails the ones that a test names. It also remembers which bytes were synced, so that a
 * test can cut the power: then only those survive.
 */
#ifndef PARLOR_TESTS_FAULT_VFS_H
#define PARLOR_TESTS_FAULT_VFS_H

#include <stdbool.h>

enum fault_op {
    FAULT_READ = 1,
    FAULT_WRITE = 2,
    FAULT_SYNC = 4,
    FAULT_RESIZE = 8, /* truncation */
    FAULT_OPEN = 16,
    FAULT_SHARED = 32, /* the shared memory of the WAL's index */
    FAULT_ALL = 63,
};

enum fault_kind { FAULT_EIO, FAULT_ENOSPC, FAULT_SHORT, FAULT_KINDS };
#define FAULT_FOR_GOOD 1000000000

/* Makes it the layer under all databases that are opened from now on. */
void fault_install(void);
/* Counts the operations in `ops` from now on, and fails `times` of them from number `at` (1 is the
   next one). */
void fault_start(unsigned ops, int at, int times, enum fault_kind kind);
/* Nothing fails from now on; returns how many operations were counted. */
int fault_stop(void);
/* How many operations have failed since fault_start. */
int fault_count(void);
/* While `on`, operations are neither counted nor failed. */
void fault_exempt(bool on);

/* Remembers from now on what was synced, of files that are opened from now on. */
void fault_track(void);
/* Fails everything from operation number `at` on, until fault_restore. */
void fault_cut_power(int at);
/* After all databases are closed: gives the files the bytes that were synced. Of those that were
   not, each sector of 512 bytes survives by chance; seed 0: none. Stops tracking. */
void fault_restore(unsigned seed);

#endif
