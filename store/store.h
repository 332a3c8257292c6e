/*
 * Persistent storage: journals of tables, players, shared records, secrets. SQL stays in here.
 * Invariants:
 *
 *  1. A table is its journal: events numbered from 0 without gaps. `struct store_table` is
 *     derived from it, for lists and due times. The journal of a finished table may be kept as a
 *     compact record (store_pack_table); whoever reads or extends it sees no difference, but for
 *     the keys of requests, which a record does without.
 *  2. An event is stored only right after the last one of its table; any other number is refused
 *     (STORE_CONFLICT). So a journal has no gap, and two nodes cannot both continue a table: the
 *     loser reads the new events (store_read_events with `from`) and decides again.
 *  3. A stored event never changes, but for store_replace_event, which blanks out the name and
 *     words of a person who asks to be forgotten, and for those keys.
 *  4. A snapshot is a cache of a journal and never the truth: without it the journal gives the
 *     same table.
 *  5. All changes since the last commit are one transaction. store_commit returns STORE_OK when
 *     all of them are on disk. If it fails, none is (or, when a database goes away in mid-commit,
 *     nobody knows): it has rolled back, and the caller must drop its own copies. After
 * STORE_FAILED, of a reading too, the rest of the transaction fails.
 *
 * A store is a SQLite file in a folder, or a PostgreSQL database that several nodes share. Only
 * there may a conflict show as late as at the commit (see store_commit).
 */
#ifndef PARLOR_STORE_STORE_H
#define PARLOR_STORE_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum { STORE_KEY_ROOM = 128 };

enum {
    STORE_OK = 0,
    STORE_NONE = -1,     /* there is no such row */
    STORE_CONFLICT = -2, /* such a row exists already */
    STORE_FAILED = -3,   /* disk or database failure: see store_why */
    STORE_MORE = 1,      /* a long work has a part left: the same call goes on */
};

struct store_table {
    const char *id;
    int phase;   /* enum table_phase */
    bool listed; /* in the lobby */
    /* Of store_put_table: nothing is due before this time of the store's count (store_find_count),
       nor before this date; INT64_MAX: never. */
    int64_t due, due_date;
    int64_t changed; /* the date of the last change */
    const char *row; /* members of its row in lists, JSON without braces */
    int turn; /* only in store_list_seats and _games: 1 if the player may move, -1 if unknown */
    /* Only of store_put_table: whether it has a clock of days; when somebody was there last, by
       the store's count, which is stored with the first row (see store_touch_table). */
    bool days;
    int64_t seen;
};

/* A table after its first `n` events. The caller gives the members their meaning. */
struct store_snapshot {
    int n;
    const char *format; /* snapshots of another format are of no use */
    uint64_t tail, sum; /* of the last event in it, and of the text */
    const char *text;
    size_t len;
};

struct store_player {
    uint64_t id;
    char name[97];  /* shown to others; empty: not chosen yet */
    int generation; /* cookies of earlier generations are revoked */
    char login[97]; /* empty: none */
    char hash[129]; /* of the passphrase; empty: none */
    int64_t seen;   /* when the person was here, by the store's count; may be a day behind */
};

/* Listed tables that are not over and have changed lately. */
struct store_listings {
    int of_maker, of_address;
};

/* Who lists a table: the person, keyed hashes of the address and of its network, and whether the
   person was known before. */
struct store_maker {
    uint64_t player, address, network;
    bool known;
};

enum store_mode {
    STORE_WRITE, /* creates or migrates it */
    STORE_READ,
    STORE_ALONE, /* changes it while nobody else has it open, else fails */
    STORE_MOVE,  /* the same, but creates it; the only way to open one that is half moved */
};

/* Opens the store in a place: a folder, or the address of a PostgreSQL database (postgres:...).
   NULL: see `why`. */
struct store *store_open(const char *place, enum store_mode mode, char *why, size_t cap);
/* The way by which a store reaches its data again: a sandbox must leave it open. */
enum store_reach { STORE_REACH_FILE, STORE_REACH_SOCKET, STORE_REACH_NETWORK };
enum store_reach store_find_reach(const struct store *s);
/* Files outside its place that it reads again with each connection; NULL: there are no more. */
const char *store_find_file(const struct store *s, int i);
/* Whether it is a place that several nodes share. */
bool store_is_shared(const char *place);
/* Its place, with all that was looked up as it was opened: by it any thread opens it again inside a
   sandbox. It may hold a password. */
const char *store_find_place(const struct store *s);
/* The place for people's eyes: an address without its password. */
void store_write_place(const char *place, char *out, size_t cap);
void store_close(struct store *s);
const char *store_why(const struct store *s);

/* Whether the last commits were gone when the store was opened. After each commit the file
   `parlor.last` names the last event, and the database had no such event: somebody has cut or
   removed its WAL, or put an older file in its place. Gives the table and number of that event. */
bool store_has_lost(const struct store *s, const char **table, int *n);
/* Whether a damaged page, or a WAL that is too short, was met since the last call. */
bool store_take_suspicion(struct store *s);
/* From now on changes are refused, for this reason; "" permits them again. */
void store_freeze(struct store *s, const char *why);

/* How a store waits for its database: until `fd` is ready for `events` (POLLIN, POLLOUT), or `ms`
   have passed. Returns > 0 when it is ready, 0 when the time is over, < 0 when waiting makes no
   sense any more. */
typedef int store_wait(void *context, int fd, short events, int ms);
/* NULL: poll(). A store in a file never waits like this. */
void store_set_wait(struct store *s, store_wait *wait, void *context);

/* STORE_CONFLICT: all is stored but the changes of the tables that another node has changed since
   they were read. The caller reads those again. */
int store_commit(struct store *s);
/* Whether the last commit has left out the changes of this table. */
bool store_has_lost_table(struct store *s, const char *table);
void store_rollback(struct store *s);
/* Whether anything waits for store_commit. */
bool store_is_dirty(const struct store *s);

/* Tables. `turn` has a bit for each chair whose player may move after the event.
   store_put_table and store_put_seat insert or replace the row. */
int store_append_event(struct store *s, const char *table, int n, int64_t at, uint32_t turn,
                       const char *text, size_t len);
int store_put_table(struct store *s, const struct store_table *t);
int store_put_seat(struct store *s, const char *table, uint64_t player, int chair, int64_t changed);
int store_drop_seat(struct store *s, const char *table, uint64_t player);

/* Texts are valid during the call; returning false stops the reading. */
typedef bool store_event_visit(void *context, int n, int64_t at, const char *text, size_t len);
typedef bool store_table_visit(void *context, const struct store_table *t);

/* The events of a table from number `from` on, in order. STORE_NONE: there are none. */
int store_read_events(struct store *s, const char *table, int from, store_event_visit *visit,
                      void *context);
/* The number of a table's last event, and its `turn` (-1: stored by an older version). */
int store_find_last(struct store *s, const char *table, int *n, int64_t *turn);
/* STORE_OK: the table has a compact record in place of a journal. It needs no snapshot. */
int store_has_record(struct store *s, const char *table);
/* A long record is expanded before it is read, a part with each call: STORE_MORE until all is
   there. So many of them may be read at a time; others are expanded anew each time. */
enum { STORE_LONG_RECORDS = 5 };
int store_expand_record(struct store *s, const char *table);
/* STORE_NONE: the table's record is short, or it has none. */
int store_has_long_record(struct store *s, const char *table);
/* Frees what was expanded. */
void store_forget_record(struct store *s, const char *table);
/* What records have cost: events of records that were expanded, that were gone through to find
   those that were asked for, and that were read to make records. */
struct store_reads {
    uint64_t expanded, passed, packed;
};
struct store_reads store_count_reads(const struct store *s);
/* Sets `turn` of an event that has none. */
int store_set_turn(struct store *s, const char *table, int n, uint32_t turn);
int store_put_snapshot(struct store *s, const char *table, const struct store_snapshot *snapshot);
int store_drop_snapshot(struct store *s, const char *table);
/* Its texts are valid during the call of `visit`. */
int store_read_snapshot(struct store *s, const char *table,
                        void (*visit)(void *context, const struct store_snapshot *snapshot),
                        void *context);
/* The first table after this id that has a journal; STORE_NONE: there is none. */
int store_next_journal(struct store *s, const char *after, char *id, size_t cap);
/* All tables in the order of their ids. */
int store_list_tables(struct store *s, store_table_visit *visit, void *context);
/* Notes who listed a table. */
int store_put_listing(struct store *s, const char *table, const struct store_maker *maker);
/* Drops such notes of tables that are over or have not changed since, and all but `most` of the
   others, in a fair choice: see store_list_lobby. */
int store_clean_listings(struct store *s, int64_t since, int most);
int store_count_listings(struct store *s, int64_t since, const struct store_maker *maker,
                         struct store_listings *out);
/* At most `most` tables whose makers are noted, which are not over and changed after `since`, in a
   fair choice: by turns among networks, then among the addresses of each; people known before have
   three of four places. */
int store_list_lobby(struct store *s, int64_t since, int most, store_table_visit *visit,
                     void *context);
/* Those where this person has sat down, newest first. */
int store_list_lobby_own(struct store *s, int64_t since, int most, uint64_t player,
                         store_table_visit *visit, void *context);
/* All listed tables, even those that are over, that changed after `since`, newest first. */
int store_list_listed(struct store *s, int64_t since, int most, store_table_visit *visit,
                      void *context);
/* Tables where a player sits, newest first, at most `most`. */
int store_list_seats(struct store *s, uint64_t player, int most, store_table_visit *visit,
                     void *context);
/* The same in pages, in the order of a player's own changes: those after a place, from the newest
   on without one. `changed` of the rows and their ids are their places. */
struct store_place {
    int64_t changed;
    const char *table;
};
int store_list_games(struct store *s, uint64_t player, const struct store_place *after, int most,
                     store_table_visit *visit, void *context);
/* Finished tables where a player sat, in no order. */
int store_list_finished(struct store *s, uint64_t player, int most, store_table_visit *visit,
                        void *context);
/* Games with something due by `until` or by that date. */
int store_list_due(struct store *s, int64_t until, int64_t date, store_table_visit *visit,
                   void *context);
/* Games in play whose last event has no `turn`. */
int store_list_turnless(struct store *s, store_table_visit *visit, void *context);

/* Players. */
int store_find_player(struct store *s, uint64_t id, struct store_player *out);
int store_find_login(struct store *s, const char *login, struct store_player *out);
/* STORE_CONFLICT: another player has that login. */
int store_put_player(struct store *s, const struct store_player *p);
/* Drops the player and all that refers to the player, except events. */
int store_drop_player(struct store *s, uint64_t id);
/* Events of all tables whose text contains `part`. */
int store_find_events(struct store *s, const char *part,
                      bool (*visit)(void *context, const char *table, int n, int64_t at,
                                    const char *text, size_t len),
                      void *context);
/* Also drops the table's snapshot. */
int store_replace_event(struct store *s, const char *table, int n, const char *text, size_t len);

int store_replace_row(struct store *s, const char *table, const char *row);
/* Wipes what was dropped or replaced from the files; for STORE_ALONE, after a commit. */
int store_clean(struct store *s);

/* order.c: what keeps order. */

/* A ban of a person (`player`), or of an address or prefix as text; the other is 0 or "". */
struct store_ban {
    uint64_t player;
    const char *address;
    int64_t until, made; /* dates; `until` INT64_MAX: for ever */
    const char *why;
};
/* In place of an earlier ban of the same person or address. */
int store_put_ban(struct store *s, const struct store_ban *b);
int store_drop_ban(struct store *s, uint64_t player, const char *address);
/* Drops those that have ended. */
int store_clean_bans(struct store *s, int64_t now);
int store_list_bans(struct store *s, bool (*visit)(void *context, const struct store_ban *b),
                    void *context);

/* A report by a person (`reporter`): about a table as it was after an event, or a player at it. */
struct store_report {
    int64_t id, at;
    const char *table;
    int event;
    uint64_t reporter;
    uint64_t address; /* a hash of the reporter's */
    uint64_t player;  /* 0: the table */
    const char *why;
};
/* In place of an earlier report of the same by the same person; drops those from before `since`,
   and beyond `most` the oldest ones of the address that has most. */
int store_put_report(struct store *s, const struct store_report *r, int64_t since, int most);
/* The reports from an address. */
int store_count_reports(struct store *s, uint64_t address, int *n);
int store_list_reports(struct store *s, int most,
                       bool (*visit)(void *context, const struct store_report *r), void *context);
int store_drop_report(struct store *s, int64_t id); /* STORE_NONE: there is no such report */

/* A line of the audit log. It never holds what people say, nor their names. */
struct store_act {
    int64_t at;
    uint64_t actor; /* the host of a table; 0: the operator */
    const char *act;
    const char *table; /* "": none */
    uint64_t player;   /* 0: none */
    const char *detail;
};
/* Drops the oldest beyond `most`: of the operator's, or of those of all hosts. */
int store_put_act(struct store *s, const struct store_act *a, int most);
/* Newest first. */
int store_list_acts(struct store *s, int most,
                    bool (*visit)(void *context, const struct store_act *a), void *context);

/* daily.c: how people fared with daily deals. */
enum { STORE_DEAL_ROOM = 64 };
struct store_daily {
    uint64_t player;
    const char *deal; /* `GAME/DATE` */
    int64_t day;      /* of that date, since 1970 */
    int score, place;
    bool won;
    int64_t at; /* the date of handing it in */
};
/* A result stands: STORE_CONFLICT if the person has one of that deal. Drops those of days before
   `since`. */
int store_put_daily(struct store *s, const struct store_daily *d, int64_t since);
/* The person's own; its text is valid until the next call. */
int store_find_daily(struct store *s, const char *deal, uint64_t player, struct store_daily *out);
/* How many people have each score, the highest first; at most `most` scores. */
int store_count_dailies(struct store *s, const char *deal, int most,
                        void (*visit)(void *context, int score, int people), void *context);
/* All of them, by person and deal. */
int store_list_dailies(struct store *s, bool (*visit)(void *context, const struct store_daily *d),
                       void *context);

int store_put_number(struct store *s, const char *name, int64_t n);
/* A text that is not empty by its name, in place of an earlier one; STORE_NONE: there is none. */
int store_put_text(struct store *s, const char *name, const char *text);
int store_find_text(struct store *s, const char *name, char *out, size_t cap);
/* Part of forgetting somebody: see store_take_renewed. */
int store_count_forgotten(struct store *s);
int store_find_number(struct store *s, const char *name, int64_t *n);
/* ---- age (expire.c, records.c) ---- */

/* The shelf of a table decides its fate when nobody has been there for a time. */
enum store_shelf {
    STORE_SHELF_OPEN,    /* not begun */
    STORE_SHELF_RUNNING, /* without a clock of days */
    STORE_SHELF_DAYS,    /* with one */
    STORE_SHELF_JOURNAL, /* finished */
    STORE_SHELF_RECORD,  /* finished, and kept as a compact record */
    STORE_SHELVES
};
/* Somebody is at the table, at this time of the store's count. */
int store_touch_table(struct store *s, const char *table, int64_t seen);
int store_find_seen(struct store *s, const char *table, int64_t *seen);
/* Tables of a shelf where nobody has been since `before`, the longest ago first. */
int store_list_shelf(struct store *s, enum store_shelf shelf, int64_t before, int most,
                     bool (*visit)(void *context, const char *table), void *context);

enum { STORE_PACK_EVENTS = 20000 };
/* Replaces the journal of a finished table by a compact record; `n` gets the number of its events.
   STORE_NONE: it stays as it is, because it has a gap or too many events, or there is no memory. */
int store_pack_table(struct store *s, const char *table, int *n);
/* The same part by part; STORE_MORE: not yet. A rollback gives up what was done. */
int store_pack_some(struct store *s, const char *table, int *n);

/* People without a passphrase who were not here since `before`, the longest ago first, and whether
   they sit at any table. Those who signed out are not listed: their old cookies must stay void. */
int store_list_guests(struct store *s, int64_t before, int most,
                      void (*visit)(void *context, uint64_t player, bool games), void *context);
/* Whether the person has sat at a table that was over, and has not changed since `before`.
   STORE_NONE: no. */
int store_find_known(struct store *s, uint64_t player, int64_t before);
int store_touch_player(struct store *s, uint64_t id, int64_t seen);

/* Links to finished records. */
int store_put_share(struct store *s, const char *key, const char *table);
int store_find_share(struct store *s, const char *key, char *table, size_t cap);
int store_find_share_of(struct store *s, const char *table, char *key, size_t cap);

/* Reads a secret of this store into `bytes`; if there is none yet, stores `bytes` as it. */
int store_keep_secret(struct store *s, const char *name, uint8_t *bytes, size_t n);

bool store_has_secret(struct store *s, const char *name);

/* The store's own count of milliseconds: its keeper raises it while it serves the store, so that
   times in it are not those of any system's clock. In a file that has none yet it begins with the
   date of the last event; STORE_NONE: there is no event either. */
int store_find_count(struct store *s, int64_t *ms);
int store_put_count(struct store *s, int64_t ms);

/* Writes a consistent copy to a new file, for its user alone; others may write meanwhile. When it
   returns, the copy is on disk; if it fails, there is none. */
int store_backup(struct store *s, const char *path);

/* ---- nodes: several processes that share a store ---- */

enum store_news {
    STORE_NEWS_TABLE, /* another node has changed the table of this id */
    STORE_NEWS_HERE,  /* somebody has come to the table, or gone, at another node */
    STORE_NEWS_ALL,   /* any table may have changed: see store_compare_tables */
    STORE_NEWS_TEXT,  /* what another node has told all (store_tell_nodes) */
};
enum { STORE_NEWS_MAX = 8000 };
typedef void store_news_visit(void *context, enum store_news kind, const char *text);
typedef void store_head_visit(void *context, const char *table, int last);

/* The nodes that are there, this one among them, and the database's own time. */
enum { STORE_KNOWS_MAX = 1024 };
struct store_nodes {
    int size, rank; /* rank: nodes before this one in their order */
    bool mixed;     /* some of them know other things than this one */
    int64_t date, count;
    char knows[STORE_KNOWS_MAX]; /* what those know, one text after the other */
};

/* This process is a node from now on, with a random number; `knows` tells the others what its
   version knows, and stays the caller's. STORE_NONE: the store is not shared, and the other
   functions do nothing. */
int store_join(struct store *s, uint64_t node, const char *knows);
/* A table is in memory, before it is read: this node is told of its events until it is not. */
int store_watch_table(struct store *s, const char *table);
void store_unwatch_table(struct store *s, const char *table);
void store_tell_nodes(struct store *s, const char *text);
/* Visits the news without waiting; `nodes` changes every few seconds. Returns the milliseconds
   until the next call, if no news come before. */
int64_t store_take_news(struct store *s, struct store_nodes *nodes, store_news_visit *visit,
                        void *context);
/* Readable when there are news; -1: there is no connection. It may be another one after each call.
 */
int store_news_fd(const struct store *s);
/* Watches these tables, {ID,ID,...}, and tells the last event of each that is there. */
int store_compare_tables(struct store *s, const char *ids, store_head_visit *visit, void *context);

/* Whether somebody was forgotten (store_count_forgotten) while this node was cut off: all that it
   has in memory may name that person. Until it asks, everything fails. */
bool store_take_renewed(struct store *s);
/* Visits those of the people {NUMBER,NUMBER,...} who have a row, by their numbers. */
typedef void store_person_visit(void *context, uint64_t player, int generation, const char *name);
int store_compare_people(struct store *s, const char *ids, store_person_visit *visit,
                         void *context);
/* STORE_OK: another node has the table in memory; STORE_NONE: none has. */
int store_find_watcher(struct store *s, const char *table);

/* The people at the table at this node, in hexadecimal; the nodes that watch it are told. */
void store_put_here(struct store *s, const char *table, const char *players);
/* The people there at other nodes. */
int store_list_here(struct store *s, const char *table,
                    void (*visit)(void *context, uint64_t player), void *context);

/* The date at which a node that has the table in memory, other than this one, was there last.
   STORE_NONE: no other one has it. */
int store_find_served(struct store *s, const char *table, int64_t *date);

/* Codes by which a person comes to another device, by their hashes. A code holds for `ms`
   milliseconds of the database's time, which is the same for all nodes, and works once; a person
   has one. Only for nodes: one process has them in memory. */
int store_put_code(struct store *s, uint64_t hash, uint64_t player, int64_t ms);
int store_take_code(struct store *s, uint64_t hash, uint64_t *player);

/* Takes one of the `most` tries that a key has at all nodes together; they come back one by one,
   each after `ms`. Part of no transaction. STORE_NONE: there is none left; STORE_FAILED: nobody
   counts them, as the store does not answer or belongs to one process. */
int store_take_try(struct store *s, uint64_t key, int64_t ms, int most);

/* ---- damage ---- */

enum store_flaw_kind {
    STORE_FLAW_PAGE, /* SQLite finds a page damaged: `text` */
    STORE_FLAW_GAP,  /* a journal misses event `n`, and later ones are there */
    STORE_FLAW_WAL,  /* the WAL in use was cut or replaced: only `n` of `of` pages are there */
};
struct store_flaw {
    enum store_flaw_kind kind;
    const char *table;
    int n, of;
    const char *text;
};
typedef void store_flaw_visit(void *context, const struct store_flaw *f);

/* check.c: reads the whole database, with a connection of its own, so in any thread.
   STORE_OK: every flaw was visited; STORE_FAILED: it could not be read, see `why`. Ends early when
   `stop` (unless NULL) becomes true. */
int store_check(const char *place, const atomic_bool *stop, store_flaw_visit *visit, void *context,
                char *why, size_t cap);

/* The open store's own WAL has that flaw. STORE_OK: its file was only taken out of the folder, and
   all commits in it are in the database now. STORE_NONE: a part of it is gone; what is left stays
   as it is, also when the store is closed. */
int store_rescue_wal(struct store *s);

/* salvage.c: copies all rows that can be read from the database in folder `from` into the empty
   store `to`, which is in folder `folder`. Changes nothing in `from`. `scanned` tells whether pages
   were damaged, so that each one was searched for rows. */
int store_salvage(const char *from, struct store *to, const char *folder, bool *scanned);
/* Removes the events from number `n` on. Only for a copy: see invariant 3. */
int store_cut_journal(struct store *s, const char *table, int n);
/* Removes a table with its journal or record, seats and links. */
int store_drop_table(struct store *s, const char *table);

/* ---- moving (copy.c) ---- */

/* The contents of a store, in the order in which they are moved. */
enum store_kind {
    STORE_SECRETS,
    STORE_NUMBERS,
    STORE_PLAYERS,
    STORE_TABLES,
    STORE_SEATS,
    STORE_SHARES,
    STORE_LISTINGS,
    STORE_BANS,
    STORE_REPORTS,
    STORE_ACTS,
    STORE_DAILIES,
    STORE_SNAPSHOTS,
    STORE_RECORDS,
    STORE_EVENTS,
    STORE_KINDS
};
/* As the database calls it. */
const char *store_name_kind(enum store_kind kind);

/* All rows of a store: their number and a sum of their bytes, whatever their order. */
struct store_survey {
    int64_t rows[STORE_KINDS];
    uint64_t sum[STORE_KINDS];
    /* The first row with a text that is no UTF-8, or has a NUL: PostgreSQL takes no such text. Its
       key (most often a table); empty: there is none. */
    enum store_kind bad;
    char bad_key[STORE_KEY_ROOM];
};

/* Called from time to time, with the rows that are done. */
typedef void store_tell(void *context, int64_t rows);

struct store_move {
    struct store *from, *to;    /* opened with STORE_ALONE and STORE_MOVE */
    struct store_survey survey; /* of `from` */
    store_tell *tell;
    void *context;
    int64_t rows;   /* that are in `to` */
    bool resumed;   /* an earlier move has begun it */
    bool elsewhere; /* after STORE_CONFLICT: `to` has a part of another store, or of an older one */
    const char *where; /* what people call `to` */
    char moved[1024];  /* after STORE_CONFLICT: where `from` has moved; "": it has not */
    int kind;          /* where it stands */
    struct store_key {
        int64_t n;
        char text[STORE_KEY_ROOM];
    } key;
};

int store_survey(struct store *s, struct store_survey *out, store_tell *tell, void *context);
/* Finds where an earlier move has stopped, or marks `to`, which must be empty, as half moved.
   STORE_CONFLICT: it is not empty, or `from` has moved already. */
int store_start_move(struct store_move *m);
/* Copies all rows, some at a time: `to` always knows how far it has come. */
int store_copy_rows(struct store_move *m);
/* Makes a store whose move was found right one like any other. */
int store_end_move(struct store *to);
/* moved.c: marks a store whose data is elsewhere now, before the move ends: no server opens it with
   STORE_WRITE until the mark is taken away. */
int store_put_moved(struct store *s, const char *where);
int store_find_moved(struct store *s, char *where, size_t cap);
int store_drop_moved(struct store *s);

/* Duration of the last commit, in microseconds. */
int64_t store_commit_us(const struct store *s);

#endif
