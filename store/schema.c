#include <stdio.h>

#include "store/schema.h"
#include "store/sqlite.h"

#define COUNT_NOW                                                                                  \
    "coalesce((SELECT value FROM meta WHERE name = 'count'), (SELECT max(at) FROM events), 0)"

/* Row i migrates a file from schema i to i + 1; a new schema is a new row. */
static const char *const migrations[STORE_SCHEMA] = {
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE events(table_id TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(table_id, n)) WITHOUT ROWID;"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, phase INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " due INTEGER NOT NULL, changed INTEGER NOT NULL, row TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX tables_due ON tables(due) WHERE phase = 1;"
    "CREATE INDEX tables_lobby ON tables(changed) WHERE listed = 1;"
    "CREATE TABLE seats(player INTEGER NOT NULL, table_id TEXT NOT NULL,"
    " PRIMARY KEY(player, table_id)) WITHOUT ROWID;"
    "CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL, generation INTEGER NOT NULL,"
    " login TEXT UNIQUE, hash TEXT NOT NULL);"
    "CREATE TABLE shares(key TEXT PRIMARY KEY, table_id TEXT NOT NULL UNIQUE) WITHOUT ROWID;",

    /* 2: the lobby's index leaves out finished tables; tables are indexed by phase. */
    "DROP INDEX tables_lobby;"
    "CREATE INDEX tables_lobby ON tables(changed) WHERE listed = 1 AND phase < 2;"
    "CREATE INDEX tables_phase ON tables(phase);",

    /* 3: snapshots; whose turn it is after an event; a player's tables by time. */
    "CREATE TABLE snapshots(table_id TEXT PRIMARY KEY, n INTEGER NOT NULL, format TEXT NOT NULL,"
    " tail INTEGER NOT NULL, sum INTEGER NOT NULL, text TEXT NOT NULL);"
    "ALTER TABLE events ADD COLUMN turn INTEGER;"
    "ALTER TABLE seats ADD COLUMN chair INTEGER;"
    "ALTER TABLE seats ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;"
    "UPDATE seats SET changed ="
    " coalesce((SELECT changed FROM tables WHERE id = seats.table_id), 0);"
    "CREATE INDEX seats_changed ON seats(player, changed);",

    /* 4: who listed a table, by person and by the hash of the address. */
    "CREATE TABLE listings(table_id TEXT PRIMARY KEY, maker INTEGER NOT NULL,"
    " address INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX listings_maker ON listings(maker);"
    "CREATE INDEX listings_address ON listings(address);",

    /* 5: clocks of days are due by the date, all else by the store's count. */
    "ALTER TABLE tables ADD COLUMN due_date INTEGER NOT NULL DEFAULT 9223372036854775807;"
    "CREATE INDEX tables_due_date ON tables(due_date) WHERE phase = 1;"
    "UPDATE tables SET due_date = due, due = 9223372036854775807 WHERE instr(row, "
    "'\"kind\":\"days\"') > 0;",

    /* 6: bans, reports, the audit log. */
    "CREATE TABLE bans(player INTEGER NOT NULL, address TEXT NOT NULL, until INTEGER NOT NULL,"
    " made INTEGER NOT NULL, why TEXT NOT NULL, PRIMARY KEY(player, address)) WITHOUT ROWID;"
    "CREATE TABLE reports(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, table_id TEXT NOT NULL,"
    " event INTEGER NOT NULL, reporter INTEGER NOT NULL, address INTEGER NOT NULL,"
    " player INTEGER NOT NULL, why TEXT NOT NULL, UNIQUE(reporter, table_id, player));"
    "CREATE INDEX reports_address ON reports(address);"
    "CREATE TABLE audit(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor INTEGER NOT NULL,"
    " act TEXT NOT NULL, table_id TEXT NOT NULL, player INTEGER NOT NULL, detail TEXT NOT NULL);"
    "CREATE INDEX audit_actor ON audit(actor != 0);",

    /* 7: compact records; since when nobody has been at a table, and what becomes of it then; since
       when a guest has not been here. The time begins now, in the store's count. Rows of `records`
       are larger than a tree without rowids holds well. */
    "CREATE TABLE records(id INTEGER PRIMARY KEY, table_id TEXT NOT NULL UNIQUE,"
    " n INTEGER NOT NULL, format INTEGER NOT NULL, len INTEGER NOT NULL, sum INTEGER NOT NULL,"
    " data BLOB NOT NULL);"
    "ALTER TABLE tables ADD COLUMN shelf INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET seen = " COUNT_NOW ", shelf = CASE phase WHEN 0 THEN 0 WHEN 2 THEN 3"
    " ELSE 1 + (instr(row, '\"kind\":\"days\"') > 0) END;"
    "DROP INDEX tables_phase;"
    "CREATE INDEX tables_shelf ON tables(shelf, seen);"
    "ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
    "UPDATE players SET seen = " COUNT_NOW ";"
    "CREATE INDEX players_guests ON players(seen) WHERE login IS NULL AND generation = 0;",

    /* 8: results of daily deals. */
    "CREATE TABLE dailies(player INTEGER NOT NULL, deal TEXT NOT NULL, day INTEGER NOT NULL,"
    " score INTEGER NOT NULL, place INTEGER NOT NULL, won INTEGER NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY(player, deal)) WITHOUT ROWID;"
    "CREATE INDEX dailies_deal ON dailies(deal, score);"
    "CREATE INDEX dailies_day ON dailies(day);",
};

int schema_read(struct store *s)
{
    sqlite3_stmt *read;
    int version = 0;
    if (sqlite3_prepare_v2(s->sqlite->db, "PRAGMA user_version", -1, &read, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(read) == SQLITE_ROW)
        version = sqlite3_column_int(read, 0);
    sqlite3_finalize(read);
    return version;
}

int schema_migrate(struct store *s)
{
    int version = schema_read(s);
    if (version < 0)
        return sqlite_fail(s);
    if (version > STORE_SCHEMA) {
        snprintf(s->why, sizeof s->why, "the file has schema %d, newer than %d", version,
                 STORE_SCHEMA);
        return STORE_FAILED;
    }
    for (; version < STORE_SCHEMA; version++) {
        char mark[64];
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d", version + 1);
        if (sqlite3_exec(s->sqlite->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->sqlite->db, migrations[version], NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->sqlite->db, mark, NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(s->sqlite->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
            int result = sqlite_fail(s);
            sqlite3_exec(s->sqlite->db, "ROLLBACK", NULL, NULL, NULL);
            return result;
        }
    }
    return STORE_OK;
}
