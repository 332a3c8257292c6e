/* Private to store/: the SQLite file of an open store. */
#ifndef PARLOR_STORE_SQLITE_H
#define PARLOR_STORE_SQLITE_H

#include <sqlite3.h>

#include "store/driver.h"

enum sqlite_control { CONTROL_BEGIN, CONTROL_COMMIT, CONTROL_ROLLBACK, CONTROLS };

struct sqlite {
    sqlite3 *db;
    sqlite3_stmt *control[CONTROLS];
    sqlite3_stmt *statement[STORE_STATEMENTS];
    int note; /* the file parlor.last; -1: not open */
    char note_path[STORE_PATH_ROOM];
};

/* Returns STORE_FAILED and keeps SQLite's reason for store_why. */
int sqlite_fail(struct store *s);

#endif
