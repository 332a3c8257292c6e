#include <stdio.h>
#include <string.h>

#include "store/statement.h"

#define TABLE_COLUMNS "id, phase, listed, changed, row"
#define LAST_TURN "(SELECT turn FROM events WHERE table_id = id ORDER BY n DESC LIMIT 1)"
#define SEAT_TURN                                                                                  \
    "CASE WHEN phase < 2 THEN coalesce(" LAST_TURN                                                 \
    " >> CAST(chair AS integer) & 1, -phase) ELSE 0 END "
#define FROM_SEATS "FROM seats AS s JOIN tables AS t ON id = table_id "
#define PUT_EVENT "INSERT INTO events(table_id, n, at, text, turn) VALUES(?1, ?2, ?3, ?4, ?5)"
#define IN_LOBBY "listed = 1 AND phase < 2 AND changed > "
/* The tables of the lobby with their places in it. In each network (the upper half of `address`)
   addresses take turns, the newest table of each first. Among tables of the same turn the lot
   decides: what is newest could be chosen by a crowd. Makers who were known before (the last bit of
   `address`) have three places of four, if they need them. */
#define PLACES                                                                                     \
    "(SELECT v.*, row_number() OVER (PARTITION BY known ORDER BY turn, random()) * "               \
    "(3 - 2 * known) AS place FROM (SELECT u.*, row_number() OVER (PARTITION BY known, network "   \
    "ORDER BY nth, changed DESC) AS turn FROM (SELECT table_id, t.changed, address & 1 AS known, " \
    "address >> 32 AS network, row_number() OVER (PARTITION BY address ORDER BY t.changed DESC) "  \
    "AS nth FROM listings JOIN tables AS t ON t.id = table_id WHERE " IN_LOBBY                     \
    "?1) AS u) AS v) AS w"
#define TABLE_COLUMNS_OF(t) t ".id, " t ".phase, " t ".listed, " t ".changed, " t ".row"
/* A person has sat at a table that was over, and has not changed since ?1; looked for among the
   first ones, so that nobody can make it costly. */
#define IS_KNOWN(who)                                                                              \
    "EXISTS (SELECT 1 FROM (SELECT table_id AS sat FROM seats WHERE player = " who                 \
    " ORDER BY changed LIMIT 50) AS k JOIN tables AS d ON d.id = k.sat WHERE d.phase = 2 AND "     \
    "d.changed < ?2)"
#define NEW_SECRET "INSERT INTO meta(name, value) VALUES(?1, ?2)"
#define NEW_SHARE "INSERT INTO shares(key, table_id) VALUES(?1, ?2)"
#define DAILY_COLUMNS "player, deal, day, score, place, won, at"
#define NEW_DAILY "INSERT INTO dailies(" DAILY_COLUMNS ") VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
/* The next rows after a key: ?1 is its text, ?2 its number; at most ?3. */
#define AFTER_TEXT(key) " WHERE " key " > ?1 ORDER BY " key " LIMIT ?3"
#define AFTER_NUMBER(key) " WHERE " key " > ?2 ORDER BY " key " LIMIT ?3"
#define AFTER_NUMBER_AND_TEXT(number, text)                                                        \
    " WHERE (" number ", " text ") > (?2, ?1) ORDER BY " number ", " text " LIMIT ?3"
#define PLAYER_COLUMNS "id, name, generation, coalesce(login, ''), hash, seen"

const char *const sql_text[STATEMENTS] = {
    [APPEND] = PUT_EVENT,
    [THAW_EVENT] = PUT_EVENT,
    [PUT_TABLE] = "INSERT INTO tables(id, phase, listed, due, due_date, changed, row, shelf, seen) "
                  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "
                  "ON CONFLICT(id) DO UPDATE SET phase = ?2, listed = ?3, due = ?4, due_date = ?5, "
                  "changed = ?6, row = ?7, shelf = ?8",
    [PUT_SEAT] = "INSERT INTO seats(player, table_id, chair, changed) VALUES(?1, ?2, ?3, ?4) "
                 "ON CONFLICT(player, table_id) DO UPDATE SET chair = ?3, changed = ?4",
    [DROP_SEAT] = "DELETE FROM seats WHERE player = ?1 AND table_id = ?2",
    [READ_EVENTS] = "SELECT n, at, text FROM events WHERE table_id = ?1 AND n >= ?2 ORDER BY n "
                    "LIMIT ?3",
    [FIND_LAST] = "SELECT n, turn FROM events WHERE table_id = ?1 ORDER BY n DESC LIMIT 1",
    [SET_TURN] = "UPDATE events SET turn = ?3 WHERE table_id = ?1 AND n = ?2",
    [PUT_SNAPSHOT] = "INSERT INTO snapshots(table_id, n, format, tail, sum, text) "
                     "VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(table_id) DO UPDATE SET "
                     "n = ?2, format = ?3, tail = ?4, sum = ?5, text = ?6",
    [READ_SNAPSHOT] = "SELECT n, format, tail, sum, text FROM snapshots WHERE table_id = ?1",
    [DROP_SNAPSHOT] = "DELETE FROM snapshots WHERE table_id = ?1",
    [NEXT_JOURNAL] = "SELECT table_id FROM events WHERE table_id > ?1 ORDER BY table_id LIMIT 1",
    [CUT_JOURNAL] = "DELETE FROM events WHERE table_id = ?1 AND n >= ?2",
    [CUT_SNAPSHOT] = "DELETE FROM snapshots WHERE table_id = ?1 AND n > ?2",
    [DROP_TABLE] = "DELETE FROM tables WHERE id = ?1",
    [DROP_SEATS] = "DELETE FROM seats WHERE table_id = ?1",
    [DROP_SHARES] = "DELETE FROM shares WHERE table_id = ?1",
    [LIST_TABLES] = "SELECT " TABLE_COLUMNS " FROM tables ORDER BY id",
    [LIST_LOBBY] = "SELECT " TABLE_COLUMNS_OF(
        "t") " FROM (SELECT table_id, turn, changed FROM " PLACES
             " ORDER BY place LIMIT ?2) AS x JOIN tables AS t ON t.id = table_id "
             "ORDER BY turn, x.changed DESC",
    [LIST_LOBBY_OWN] =
        "SELECT " TABLE_COLUMNS " FROM tables WHERE " IN_LOBBY "?1 AND id IN (SELECT table_id FROM "
        "seats WHERE player = ?3 ORDER BY changed DESC LIMIT ?2) ORDER BY changed DESC",
    [LIST_LISTED] = "SELECT " TABLE_COLUMNS " FROM tables WHERE listed = 1 AND changed > ?1 "
                    "ORDER BY changed DESC LIMIT ?2",
    [CLEAN_LISTINGS] = "DELETE FROM listings WHERE NOT EXISTS (SELECT 1 FROM tables WHERE "
                       "id = table_id AND " IN_LOBBY "?1)",
    [TRIM_LISTINGS] = "DELETE FROM listings WHERE table_id IN (SELECT table_id FROM " PLACES
                      " ORDER BY place LIMIT 1000000 OFFSET ?2)",
    [COUNT_ALL_LISTINGS] = "SELECT count(*) FROM listings",
    [PUT_LISTING] = "INSERT INTO listings(table_id, maker, address) VALUES(?1, ?2, ?3)",
    [COUNT_LISTINGS] = "SELECT count(*) FILTER (WHERE maker = ?2), count(*) FILTER (WHERE "
                       "address IN (?3, ?4)) FROM listings JOIN tables ON id = table_id "
                       "WHERE (maker = ?2 OR address IN (?3, ?4)) AND " IN_LOBBY "?1",
    [FIND_KNOWN] = "SELECT 1 WHERE " IS_KNOWN("?1"),
    [LIST_SEATS] = "SELECT id, phase, listed, t.changed, row, " SEAT_TURN FROM_SEATS
                   "WHERE player = ?1 ORDER BY s.changed DESC LIMIT ?2",
    /* After the place ?2, ?3 in that order. */
    [LIST_GAMES] = "SELECT id, phase, listed, s.changed, row, " SEAT_TURN FROM_SEATS
                   "WHERE player = ?1 AND s.changed <= ?2 AND (s.changed < ?2 OR table_id < ?3) "
                   "ORDER BY s.changed DESC, table_id DESC LIMIT ?4",
    [LIST_FINISHED] = "SELECT id, phase, listed, s.changed, row " FROM_SEATS
                      "WHERE player = ?1 AND phase = 2 LIMIT ?2",
    [LIST_DUE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE phase = 1 AND "
                 "(due <= ?1 OR due_date <= ?2)",
    [LIST_TURNLESS] =
        "SELECT " TABLE_COLUMNS " FROM tables WHERE phase = 1 AND " LAST_TURN " IS NULL",
    [FIND_PLAYER] = "SELECT " PLAYER_COLUMNS " FROM players WHERE id = ?1",
    [FIND_LOGIN] = "SELECT " PLAYER_COLUMNS " FROM players WHERE login = ?1",
    [PUT_PLAYER] = "INSERT INTO players(id, name, generation, login, hash, seen) "
                   "VALUES(?1, ?2, ?3, nullif(?4, ''), ?5, ?6) ON CONFLICT(id) DO UPDATE SET "
                   "name = ?2, generation = ?3, login = nullif(?4, ''), hash = ?5, seen = ?6",
    [DROP_PLAYER] = "DELETE FROM players WHERE id = ?1",
    [DROP_PLAYER_SEATS] = "DELETE FROM seats WHERE player = ?1",
    [DROP_PLAYER_LISTINGS] = "DELETE FROM listings WHERE maker = ?1",
    [FIND_EVENTS] = "SELECT table_id, n, at, text FROM events WHERE instr(text, ?1) > 0",
    [REPLACE_EVENT] = "UPDATE events SET text = ?3 WHERE table_id = ?1 AND n = ?2",
    [REPLACE_ROW] = "UPDATE tables SET row = ?2 WHERE id = ?1",
    [PUT_DAILY] = NEW_DAILY " ON CONFLICT(player, deal) DO NOTHING",
    [FIND_DAILY] = "SELECT " DAILY_COLUMNS " FROM dailies WHERE player = ?1 AND deal = ?2",
    [COUNT_DAILIES] = "SELECT score, count(*) FROM dailies WHERE deal = ?1 GROUP BY score "
                      "ORDER BY score DESC LIMIT ?2",
    [LIST_DAILIES] = "SELECT " DAILY_COLUMNS " FROM dailies ORDER BY player, deal",
    [CLEAN_DAILIES] = "DELETE FROM dailies WHERE day < ?1",
    [DROP_PLAYER_DAILIES] = "DELETE FROM dailies WHERE player = ?1",
    [PUT_SHARE] = NEW_SHARE,
    [FIND_SHARE] = "SELECT table_id FROM shares WHERE key = ?1",
    [FIND_SHARE_OF] = "SELECT key FROM shares WHERE table_id = ?1",
    [FIND_SECRET] = "SELECT value FROM meta WHERE name = ?1",
    [PUT_SECRET] = NEW_SECRET,
    [FIND_NUMBER] = "SELECT value FROM meta WHERE name = ?1",
    [FIND_COUNT] = "SELECT coalesce((SELECT value FROM meta WHERE name = 'count'), "
                   "(SELECT max(at) FROM events))",
    [PUT_NUMBER] = "INSERT INTO meta(name, value) VALUES(?1, ?2) "
                   "ON CONFLICT(name) DO UPDATE SET value = ?2",
    [PUT_COUNT] = "INSERT INTO meta(name, value) VALUES('count', ?1) "
                  "ON CONFLICT(name) DO UPDATE SET value = ?1",
    [PUT_BAN] = "INSERT INTO bans(player, address, until, made, why) VALUES(?1, ?2, ?3, ?4, ?5) "
                "ON CONFLICT(player, address) DO UPDATE SET until = ?3, made = ?4, why = ?5",
    [DROP_BAN] = "DELETE FROM bans WHERE player = ?1 AND address = ?2",
    [CLEAN_BANS] = "DELETE FROM bans WHERE until <= ?1",
    [LIST_BANS] = "SELECT player, address, until, made, why FROM bans ORDER BY made",
    [PUT_REPORT] = "INSERT INTO reports(at, table_id, event, reporter, address, player, why) "
                   "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(reporter, table_id, player) "
                   "DO UPDATE SET at = ?1, event = ?3, address = ?5, why = ?7",
    [CLEAN_REPORTS] = "DELETE FROM reports WHERE at < ?1",
    [COUNT_ALL_REPORTS] = "SELECT count(*) FROM reports",
    [TRIM_REPORTS] = "DELETE FROM reports WHERE id = (SELECT min(id) FROM reports GROUP BY address "
                     "ORDER BY count(*) DESC, min(id) LIMIT 1)",
    [COUNT_REPORTS] = "SELECT count(*) FROM reports WHERE address = ?1",
    [LIST_REPORTS] = "SELECT id, at, table_id, event, reporter, address, player, why FROM reports "
                     "ORDER BY id DESC LIMIT ?1",
    [DROP_REPORT] = "DELETE FROM reports WHERE id = ?1 RETURNING id",
    [PUT_ACT] = "INSERT INTO audit(at, actor, act, table_id, player, detail) "
                "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [CLEAN_ACTS] = "DELETE FROM audit WHERE (actor != 0) = ?1 AND id <= (SELECT id FROM audit "
                   "WHERE (actor != 0) = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
    [LIST_ACTS] = "SELECT at, actor, act, table_id, player, detail FROM audit "
                  "ORDER BY id DESC LIMIT ?1",
    [DROP_PLAYER_BANS] = "DELETE FROM bans WHERE player = ?1",
    [DROP_PLAYER_REPORTS] = "DELETE FROM reports WHERE reporter = ?1 OR player = ?1",
    /* The lines stay, without the person: -1 is nobody. */
    [BLANK_PLAYER_ACTS] = "UPDATE audit SET "
                          "actor = CASE actor WHEN ?1 THEN -1 ELSE actor END, "
                          "player = CASE player WHEN ?1 THEN -1 ELSE player END "
                          "WHERE actor = ?1 OR player = ?1",
    [HAS_RECORD] = "SELECT n, len, sum FROM records WHERE table_id = ?1",
    [FIND_RECORD] = "SELECT n, format, len, sum, data FROM records WHERE table_id = ?1",
    [NEXT_RECORD] = "SELECT table_id FROM records WHERE table_id > ?1 ORDER BY table_id LIMIT 1",
    [PUT_RECORD] = "INSERT INTO records(table_id, n, format, len, sum, data) "
                   "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [DROP_RECORD] = "DELETE FROM records WHERE table_id = ?1",
    [DROP_LISTING] = "DELETE FROM listings WHERE table_id = ?1",
    [SET_SHELF] = "UPDATE tables SET shelf = ?2 WHERE id = ?1",
    [LIST_SHELF] = "SELECT id FROM tables WHERE shelf = ?1 AND seen < ?2 ORDER BY seen LIMIT ?3",
    [FIND_SEEN] = "SELECT seen FROM tables WHERE id = ?1",
    [TOUCH_TABLE] = "UPDATE tables SET seen = ?2 WHERE id = ?1",
    [LIST_GUESTS] = "SELECT id, EXISTS (SELECT 1 FROM seats WHERE player = players.id) FROM players"
                    " INDEXED BY players_guests WHERE login IS NULL AND generation = 0 AND seen < "
                    "?1 AND id NOT IN (SELECT player FROM bans) ORDER BY seen LIMIT ?2",
    [TOUCH_PLAYER] = "UPDATE players SET seen = ?2 WHERE id = ?1",
    /* No null is moved: -1 and '' stand for it. */
    [COPY_SECRETS] = "SELECT name, value FROM meta WHERE name > ?1 AND " NO_MARK " AND "
                     "typeof(value) <> 'integer' ORDER BY name LIMIT ?3",
    [COPY_NUMBERS] = "SELECT name, value FROM meta WHERE name > ?1 AND typeof(value) = 'integer' "
                     "ORDER BY name LIMIT ?3",
    [COPY_PLAYERS] = "SELECT " PLAYER_COLUMNS " FROM players" AFTER_NUMBER("id"),
    [COPY_TABLES] = "SELECT id, phase, listed, due, due_date, changed, row, shelf, seen "
                    "FROM tables" AFTER_TEXT("id"),
    [COPY_SEATS] = "SELECT player, table_id, coalesce(chair, -1), changed "
                   "FROM seats" AFTER_NUMBER_AND_TEXT("player", "table_id"),
    [COPY_SHARES] = "SELECT key, table_id FROM shares" AFTER_TEXT("key"),
    [COPY_LISTINGS] = "SELECT table_id, maker, address FROM listings" AFTER_TEXT("table_id"),
    [COPY_BANS] = "SELECT player, address, until, made, why "
                  "FROM bans" AFTER_NUMBER_AND_TEXT("player", "address"),
    [COPY_REPORTS] = "SELECT id, at, table_id, event, reporter, address, player, why "
                     "FROM reports" AFTER_NUMBER("id"),
    [COPY_ACTS] = "SELECT id, at, actor, act, table_id, player, detail "
                  "FROM audit" AFTER_NUMBER("id"),
    [COPY_DAILIES] =
        "SELECT " DAILY_COLUMNS " FROM dailies" AFTER_NUMBER_AND_TEXT("player", "deal"),
    [COPY_SNAPSHOTS] = "SELECT table_id, n, format, tail, sum, text "
                       "FROM snapshots" AFTER_TEXT("table_id"),
    [COPY_RECORDS] = "SELECT table_id, n, format, len, sum, data "
                     "FROM records" AFTER_TEXT("table_id"),
    [COPY_EVENTS] = "SELECT table_id, n, at, text, coalesce(turn, -1) "
                    "FROM events WHERE (table_id, n) > (?1, ?2) ORDER BY table_id, n LIMIT ?3",
    /* In the order of enum store_kind. */
    [COUNT_ROWS] =
        "SELECT (SELECT count(*) FROM meta WHERE " NO_MARK " AND typeof(value) <> "
        "'integer'), (SELECT count(*) FROM meta WHERE typeof(value) = 'integer')" AND_COUNT_OTHERS,
    [PASTE_SECRET] = NEW_SECRET,
    [PASTE_PLAYER] = "INSERT INTO players(id, name, generation, login, hash, seen) "
                     "VALUES(?1, ?2, ?3, nullif(?4, ''), ?5, ?6)",
    [PASTE_SEAT] = "INSERT INTO seats(player, table_id, chair, changed) "
                   "VALUES(?1, ?2, nullif(?3, -1), ?4)",
    [PASTE_SHARE] = NEW_SHARE,
    [PASTE_REPORT] = "INSERT INTO reports(id, at, table_id, event, reporter, address, player, why) "
                     "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [PASTE_ACT] = "INSERT INTO audit(id, at, actor, act, table_id, player, detail) "
                  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [PASTE_DAILY] = NEW_DAILY,
    [PASTE_EVENT] = "INSERT INTO events(table_id, n, at, text, turn) "
                    "VALUES(?1, ?2, ?3, ?4, nullif(?5, -1))",
    [PUT_MARK] = "INSERT INTO meta(name, value) VALUES(?1, ?2) "
                 "ON CONFLICT(name) DO UPDATE SET value = ?2",
    [DROP_MARK] = "DELETE FROM meta WHERE name = ?1",
};

int sql_fail_because(struct store *s, const char *why)
{
    snprintf(s->why, sizeof s->why, "%s", why);
    s->failed = s->dirty;
    return STORE_FAILED;
}

bool sql_has(struct store *s, enum statement i)
{
    return s->driver->has(s, (int)i);
}

static void bind(struct store *s, enum statement i, int parameter, const struct sql_value *v)
{
    if (!s->driver->bind(s, (int)i, parameter, v))
        s->unbound = true;
}

void sql_bind_bytes(struct store *s, enum statement i, int parameter, const char *text, size_t len)
{
    bind(s, i, parameter, &(struct sql_value){.kind = SQL_TEXT, .bytes = text, .len = len});
}

void sql_bind_text(struct store *s, enum statement i, int parameter, const char *text)
{
    sql_bind_bytes(s, i, parameter, text, strlen(text));
}

void sql_bind_blob(struct store *s, enum statement i, int parameter, const void *bytes, size_t len)
{
    bind(s, i, parameter, &(struct sql_value){.kind = SQL_BLOB, .bytes = bytes, .len = len});
}

void sql_bind_int(struct store *s, enum statement i, int parameter, int64_t n)
{
    bind(s, i, parameter, &(struct sql_value){.kind = SQL_INT, .n = n});
}

int sql_run(struct store *s, enum statement i)
{
    int result = s->unbound ? sql_fail_because(s, "out of memory") : s->driver->run(s, (int)i);
    s->driver->reset(s, (int)i);
    s->unbound = false;
    return result;
}

bool sql_step(struct store *s, enum statement i)
{
    int code = s->unbound ? STORE_FAILED : s->driver->step(s, (int)i);
    s->read[i].failed = code < 0;
    s->read[i].rows = s->read[i].rows || code > 0;
    return code > 0;
}

int64_t sql_int(struct store *s, enum statement i, int n)
{
    return s->driver->column_int(s, (int)i, n);
}

bool sql_is_null(struct store *s, enum statement i, int n)
{
    return s->driver->column_is_null(s, (int)i, n);
}

const void *sql_blob(struct store *s, enum statement i, int n, size_t *len)
{
    const void *bytes = s->driver->column_bytes(s, (int)i, n, len);
    s->unread = s->unread || bytes == NULL;
    return bytes != NULL ? bytes : "";
}

const char *sql_column(struct store *s, enum statement i, int n)
{
    size_t len;
    return sql_blob(s, i, n, &len);
}

int sql_end(struct store *s, enum statement i)
{
    int result = s->read[i].rows ? STORE_OK : STORE_NONE;
    if (s->unbound || s->unread)
        result = sql_fail_because(s, "out of memory");
    else if (s->read[i].failed)
        result = STORE_FAILED;
    s->driver->reset(s, (int)i);
    s->unbound = s->unread = s->read[i].rows = s->read[i].failed = false;
    return result;
}

int sql_find_text(struct store *s, enum statement i, const char *by, char *out, size_t cap)
{
    sql_bind_text(s, i, 1, by);
    if (sql_step(s, i))
        snprintf(out, cap, "%s", sql_column(s, i, 0));
    return sql_end(s, i);
}
