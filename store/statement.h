/* Private to store/: the prepared statements, and how one is bound, run and read. */
#ifndef PARLOR_STORE_STATEMENT_H
#define PARLOR_STORE_STATEMENT_H

#include "store/driver.h"

enum statement {
    APPEND,
    PUT_TABLE,
    PUT_SEAT,
    DROP_SEAT,
    READ_EVENTS,
    FIND_LAST,
    SET_TURN,
    PUT_SNAPSHOT,
    READ_SNAPSHOT,
    DROP_SNAPSHOT,
    NEXT_JOURNAL,
    CUT_JOURNAL,
    CUT_SNAPSHOT,
    DROP_TABLE,
    DROP_SEATS,
    DROP_SHARES,
    LIST_TABLES,
    LIST_LOBBY,
    LIST_LOBBY_OWN,
    LIST_LISTED,
    CLEAN_LISTINGS,
    TRIM_LISTINGS,
    COUNT_ALL_LISTINGS,
    PUT_LISTING,
    COUNT_LISTINGS,
    FIND_KNOWN,
    LIST_SEATS,
    LIST_GAMES,
    LIST_FINISHED,
    LIST_DUE,
    LIST_TURNLESS,
    FIND_PLAYER,
    FIND_LOGIN,
    PUT_PLAYER,
    DROP_PLAYER,
    DROP_PLAYER_SEATS,
    DROP_PLAYER_LISTINGS,
    FIND_EVENTS,
    REPLACE_EVENT,
    REPLACE_ROW,
    PUT_SHARE,
    FIND_SHARE,
    FIND_SHARE_OF,
    FIND_SECRET,
    PUT_SECRET,
    FIND_NUMBER,
    FIND_COUNT,
    PUT_NUMBER,
    PUT_BAN,
    DROP_BAN,
    CLEAN_BANS,
    LIST_BANS,
    PUT_REPORT,
    CLEAN_REPORTS,
    COUNT_ALL_REPORTS,
    TRIM_REPORTS,
    COUNT_REPORTS,
    LIST_REPORTS,
    DROP_REPORT,
    PUT_ACT,
    CLEAN_ACTS,
    LIST_ACTS,
    PUT_DAILY,
    FIND_DAILY,
    COUNT_DAILIES,
    LIST_DAILIES,
    CLEAN_DAILIES,
    DROP_PLAYER_DAILIES,
    DROP_PLAYER_BANS,
    DROP_PLAYER_REPORTS,
    BLANK_PLAYER_ACTS,
    HAS_RECORD,
    FIND_RECORD,
    NEXT_RECORD,
    PUT_RECORD,
    DROP_RECORD,
    DROP_LISTING,
    SET_SHELF,
    LIST_SHELF,
    FIND_SEEN,
    TOUCH_TABLE,
    LIST_GUESTS,
    TOUCH_PLAYER,
    THAW_EVENT,
    PUT_COUNT,
    /* Rows as they are, to be moved: copy.c. */
    COPY_SECRETS,
    COPY_NUMBERS,
    COPY_PLAYERS,
    COPY_TABLES,
    COPY_SEATS,
    COPY_SHARES,
    COPY_LISTINGS,
    COPY_BANS,
    COPY_REPORTS,
    COPY_ACTS,
    COPY_DAILIES,
    COPY_SNAPSHOTS,
    COPY_RECORDS,
    COPY_EVENTS,
    COUNT_ROWS,
    PASTE_SECRET,
    PASTE_PLAYER,
    PASTE_SEAT,
    PASTE_SHARE,
    PASTE_REPORT,
    PASTE_ACT,
    PASTE_DAILY,
    PASTE_EVENT,
    PUT_MARK,
    DROP_MARK,
    /* Heads: only where several nodes write. */
    FIRST_HEAD,
    NEXT_HEAD,
    PACK_HEAD,
    UNPACK_HEAD,
    CUT_HEAD,
    DROP_HEAD,
    FIND_HEADS,
    /* Nodes. */
    PUT_NODE,
    DROP_NODE,
    BEAT_NODE,
    PUT_WATCHER,
    PUT_WATCHERS,
    DROP_WATCHER,
    FIND_WATCHER,
    FIND_PEOPLE,
    TELL_WATCHERS,
    TELL_NODES,
    PUT_HERE,
    TELL_HERE,
    FIND_HERE,
    FIND_SERVED,
    TAKE_TRY,
    DROP_CODES,
    PUT_CODE,
    TAKE_CODE,
    PASTE_HEADS,
    PASTE_RECORD_HEADS,
    PASTE_REPORT_IDS,
    PASTE_ACT_IDS,
    STATEMENTS
};

_Static_assert((int)STATEMENTS <= (int)STORE_STATEMENTS, "room for all statements");

/* How many rows there are of the kinds that both databases keep in the same way. */
/* Marks of moves stay where they are: see copy.h. */
#define NO_MARK "name NOT IN ('moving', 'moved')"
#define AND_COUNT(table) ", (SELECT count(*) FROM " table ")"
#define AND_COUNT_OTHERS                                                                           \
    AND_COUNT("players")                                                                           \
    AND_COUNT("tables")                                                                            \
    AND_COUNT("seats")                                                                             \
    AND_COUNT("shares")                                                                            \
    AND_COUNT("listings")                                                                          \
    AND_COUNT("bans")                                                                              \
    AND_COUNT("reports")                                                                           \
    AND_COUNT("audit")                                                                             \
    AND_COUNT("dailies") AND_COUNT("snapshots") AND_COUNT("records") AND_COUNT("events")

/* As SQLite reads them; PostgreSQL has a few of its own: postgres_schema.c. NULL: there is none. */
extern const char *const sql_text[STATEMENTS];

/* Returns STORE_FAILED and keeps the reason for store_why. */
int sql_fail_because(struct store *s, const char *why);

/* Begins a transaction unless one is open. */
int sql_begin(struct store *s);

/* Whether the database has this statement: a file of an older schema may lack columns for it. */
bool sql_has(struct store *s, enum statement i);

/* A parameter that cannot be bound makes the next sql_run, or sql_step and sql_end, fail. */
void sql_bind_bytes(struct store *s, enum statement i, int parameter, const char *text, size_t len);
void sql_bind_text(struct store *s, enum statement i, int parameter, const char *text);
void sql_bind_blob(struct store *s, enum statement i, int parameter, const void *bytes, size_t len);
void sql_bind_int(struct store *s, enum statement i, int parameter, int64_t n);

/* Runs a statement that returns no rows, and resets it. */
int sql_run(struct store *s, enum statement i);

/* Goes to the next row of a query; false: there are no more, or it failed. */
bool sql_step(struct store *s, enum statement i);

/* A column of the row. A text is closed by a NUL; no text or blob of ours is null. "" and `unread`
   if memory runs out. */
int64_t sql_int(struct store *s, enum statement i, int n);
bool sql_is_null(struct store *s, enum statement i, int n);
const char *sql_column(struct store *s, enum statement i, int n);
const void *sql_blob(struct store *s, enum statement i, int n, size_t *len);

/* Ends a query. STORE_NONE if it had no rows. */
int sql_end(struct store *s, enum statement i);

/* The first column of the first row. */
int sql_find_text(struct store *s, enum statement i, const char *by, char *out, size_t cap);

#endif
