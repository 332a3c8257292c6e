/*
 * Private to store/: the open store, and the driver of its database. The modules of store/ know
 * statements (statement.h) and never a database; sqlite.c and postgres.c run them.
 */
#ifndef PARLOR_STORE_DRIVER_H
#define PARLOR_STORE_DRIVER_H

#include "store/pack.h"
#include "store/store.h"

enum {
    STORE_STATEMENTS = 160,
    STORE_ID_ROOM = 24,
    STORE_PATH_ROOM = 4096,
    STORE_WHY_ROOM = 256,
    STORE_LASTS = 1024
};

enum sql_kind { SQL_INT, SQL_TEXT, SQL_BLOB };

/* A parameter of a statement; its bytes are valid until the statement was run. */
struct sql_value {
    enum sql_kind kind;
    int64_t n;
    const void *bytes;
    size_t len;
};

struct store_driver {
    bool shared; /* other processes may change the same store at any time */
    /* Whether this database has the statement: a file of an older schema lacks some. */
    bool (*has)(struct store *s, int statement);
    bool (*bind)(struct store *s, int statement, int parameter, const struct sql_value *v);
    /* Runs a statement without rows, or remembers it until the next row is read, or the commit. */
    int (*run)(struct store *s, int statement);
    int (*step)(struct store *s, int statement); /* 1: a row; 0: there are no more; STORE_FAILED */
    void (*reset)(struct store *s, int statement);
    int64_t (*column_int)(struct store *s, int statement, int n);
    const void *(*column_bytes)(struct store *s, int statement, int n, size_t *len);
    bool (*column_is_null)(struct store *s, int statement, int n);
    int (*begin)(struct store *s);
    bool (*is_lost)(struct store *s); /* whether the transaction is taken back already */
    int (*commit)(struct store *s);
    void (*rollback)(struct store *s);
    /* NULL where nobody else writes, or nobody waits: */
    bool (*is_table_lost)(struct store *s, const char *table);
    void (*set_wait)(struct store *s, store_wait *wait, void *context);
    enum store_reach (*reach)(const struct store *s);
    const char *(*find_file)(const struct store *s, int i);
    int (*clean)(struct store *s);
    int (*backup)(struct store *s, const char *path);
    int (*rescue)(struct store *s); /* NULL: it has no WAL in a file of ours */
    void (*close)(struct store *s);
};

/* The last event of a journal, as this store has written it. */
struct store_last {
    char table[STORE_ID_ROOM]; /* empty: none is known */
    int n;
};

/* A compact record that is expanded, or being expanded: see records.c. */
struct expanded {
    char table[STORE_ID_ROOM]; /* empty: none */
    int n;                     /* its events */
    int64_t sum;
    size_t len;
    char *text; /* NULL: it is damaged, or not expanded yet */
    bool expanding;
    uint8_t *bytes; /* while it is being expanded */
    struct pack_expansion expansion;
    struct pack_reader reader; /* where the last reading has stopped */
    uint64_t used;
};

struct store {
    const struct store_driver *driver;
    union { /* what the driver keeps */
        struct sqlite *sqlite;
        struct postgres *postgres;
    };
    char *place; /* as it was opened, and then all that is needed to open it again */
    bool opened; /* store_open is done */
    bool dirty;
    bool failed;  /* this transaction cannot be committed any more */
    bool unbound; /* a parameter of the next statement is not bound: memory ran out */
    bool unread;  /* a column could not be read: memory ran out */
    bool suspect; /* the database has met a damaged page, or a WAL that is too short */
    bool noted;   /* this transaction appends `last_table`, `last_n` */
    bool voided;  /* this transaction removes the table of the note */
    int last_n;
    int64_t commit_us;
    struct {
        bool rows, failed;
    } read[STORE_STATEMENTS]; /* of queries that are being read */
    /* By a hash of the table. Emptied when a transaction is taken back and when a journal is cut,
       so each of these events is there; if somebody else has stored the next one, it is a conflict.
     */
    struct store_last last[STORE_LASTS];
    char last_table[STORE_ID_ROOM];
    char lost_table[STORE_ID_ROOM]; /* what store_has_lost says; empty: nothing */
    int lost_n;
    char frozen[STORE_WHY_ROOM]; /* why changes are refused; empty: they are not */
    char why[STORE_WHY_ROOM];
    struct expanded expanded[1 + STORE_LONG_RECORDS]; /* the first one is of a short record */
    uint64_t uses;                                    /* of them */
    struct store_reads reads;
    struct packing *packing; /* NULL: none is under way */
};

/* Both open the database into `s`, which is empty; on failure `s->why` says why. */
int sqlite_open(struct store *s, const char *folder, enum store_mode mode);
int postgres_open(struct store *s, const char *place, enum store_mode mode);
/* See store_write_place. */
void postgres_write_place(const char *place, char *out, size_t cap);

#endif
