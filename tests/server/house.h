/*
 * A server inside a test, with people who play there and remember what they were told. The real
 * sessions, tables, outbox and store run; socket pairs replace the network, and time is made up.
 * Bots have no threads, so the tables move for them when they are stuck. The promises that
 * house_check checks hold whatever the disk does:
 *
 *  - every event that anybody was told, and every change that was answered `ok`, is in the store;
 *  - a change that was refused is not, as long as the server runs;
 *  - every table opens and shows what its journal says, and no journal has a gap;
 *  - a finished table that becomes a compact record, and a table that is too old and goes, are
 * there wholly or not at all.
 */
#ifndef PARLOR_TESTS_HOUSE_H
#define PARLOR_TESTS_HOUSE_H

#include <jansson.h>

#include "server/server.h"

enum { HOUSE_PEOPLE = 2, HOUSE_TABLES = 8 };

struct house_person {
    struct conn *conn;
    int fd; /* the person's end */
    int id; /* of the last request */
    bool greeted;
    char name[TABLE_NAME_MAX]; /* answered `ok`; empty: none */
    json_t *seen;              /* the table's members, by id of the table */
    json_t *sights;            /* texts of this connection, by id of the table */
    json_t *lost;              /* tables to open again: the server has closed them */
    json_t *reply;             /* to the last request; NULL: none has come */
};

struct house {
    struct server *server;
    struct settings settings;
    char folder[128];
    struct house_person person[HOUSE_PEOPLE];
    json_t *told;                           /* by id of the table: the list of its events */
    char table[HOUSE_TABLES][TABLE_ID_MAX]; /* made, and answered `ok` */
    int tables, refused;                    /* refused: requests that were not stored */
    char old[TABLE_ID_MAX];                 /* a table that nobody comes back to; empty: none */
    bool disturbed;                         /* another program changes the database now and then */
    bool failed;                            /* a promise was broken: see `why` */
    char why[512];
    char *log; /* if not NULL, what was told is appended there as text, for another process */
};

/* A new folder with an empty database; the same bytes each time. */
void house_make_folder(struct house *h, const char *name);
void house_remove_folder(struct house *h);
/* Starts the server; false: the store does not open. Keeps what people remember. */
bool house_start(struct house *h);
void house_stop(struct house *h);
/* Stops the server, checks the promises once more after another start, and removes all of it. `why`
   gets what is wrong. */
void house_end(struct house *h, char *why, size_t cap);
/* Forgets what people remember. */
void house_clear(struct house *h);

/* People make tables, sit down, play, talk and come back, `rounds` times. */
void house_play(struct house *h, int rounds);
/* Checks the promises of a running server. `maybe` of the refused requests may be in the store
   after all: after a crash, a commit that failed may show. */
void house_check(struct house *h, bool maybe);
/* Reads a log of another house into what people remember. */
void house_read_log(struct house *h, const char *log);

#endif
