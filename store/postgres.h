/* Private to store/: the connection to PostgreSQL, and the transaction that waits for it. */
#ifndef PARLOR_STORE_POSTGRES_H
#define PARLOR_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "store/driver.h"

enum { PARAMETERS = 9, LINK_FILES = 4 };

/* ---- postgres_link.c: one connection in pipeline mode ---- */

/* A request that was sent and has not been answered yet. */
struct asked {
    bool prepares;
    int statement;     /* that it prepares */
    PGresult **result; /* gets the answer; NULL: only failures matter */
};

struct link {
    PGconn *conn;           /* NULL: not connected */
    char *file[LINK_FILES]; /* of TLS, read with each connection; NULL: none */
    bool complete;          /* the store's place has all that is needed to connect again */
    enum store_reach reach;
    enum store_mode mode;
    bool prepared[STORE_STATEMENTS];
    struct asked *asked;
    int asked_n, asked_cap, answered; /* the first `answered` of them are */
    int syncs;                        /* batches that are not answered yet */
    int64_t silent_ms;                /* since then it has been asked and has not answered */
    int64_t next_try_ms;              /* not before this time of CLOCK_MONOTONIC */
    int turn;                         /* the host that the next connection begins with */
    char why[STORE_WHY_ROOM];         /* it was closed before that time */
    bool unproved; /* what it would read may not be on the standby yet: see prove() */
    store_wait *wait;
    void *wait_context;
    bool known;    /* its schema was good for this program at the first connection */
    bool aside;    /* has no part in transactions: its failures fail none, and it waits briefly */
    bool missed;   /* something has failed there: see store_take_news */
    char state[6]; /* SQLSTATE of the last failure */
};

/* Connects unless it is connected; STORE_FAILED at once if it has failed just before. */
int link_open(struct store *s, struct link *l);
void link_close(struct link *l);

/* Closes a connection that does not answer what was sent: its other end may be gone without a word.
 */
bool link_give_up(struct store *s, struct link *l);

/* Sends a text, or a statement with its parameters, without waiting. */
void link_ask_text(struct store *s, struct link *l, const char *sql, PGresult **result);
void link_ask(struct store *s, struct link *l, int statement, const struct sql_value *parameter,
              int n, PGresult **result);
/* Waits until all that was sent is answered. After a failure the rest was not run: see `state`. */
int link_settle(struct store *s, struct link *l);
/* Ends a batch without waiting; link_take takes the answers that are there. */
int link_send(struct store *s, struct link *l);
int link_take(struct store *s, struct link *l);
/* The three together, for a text alone. */
int link_run_text(struct store *s, struct link *l, const char *sql);

int link_poll(int fd, short events, int ms);

/* ---- postgres_check.c: store_check ---- */

int postgres_check(const char *place, const atomic_bool *stop, store_flaw_visit *visit,
                   void *context, char *why, size_t cap);

/* ---- postgres_address.c ---- */

/* The place in the form that libpq takes. */
const char *address_find_url(const char *place);
/* Why a place is refused before it is used, or a connection before anything is sent; NULL: it is
   not. */
const char *address_refuse(const char *place);
const char *address_refuse_way(PGconn *conn);
/* The hosts of a place, as libpq's lists. */
enum { ADDRESS_TEXT = 1024 };
struct address_hosts {
    int n; /* at least 1 */
    char host[ADDRESS_TEXT], address[ADDRESS_TEXT], port[ADDRESS_TEXT];
};
/* Begins with host `turn` of the place; those before it come last. */
void address_turn_hosts(const char *place, int turn, struct address_hosts *out);
/* Puts all that is needed to connect again into the store's place. */
void address_complete(struct store *s, struct link *l);

/* ---- postgres_wake.c ---- */

/* After a commit, while its changes are still listed: wakes the nodes that watch their tables. */
void wake_tell_commit(struct store *s);
void wake_close(struct store *s);

/* ---- postgres_return.c ---- */

/* Notes how things stand as a server starts; refuses a store that has changed when it comes back.
 */
int return_note(struct store *s);
int return_check(struct store *s, struct link *l);

/* ---- postgres_schema.c ---- */

void postgres_write_text(int statement, char *out, size_t cap);
int postgres_migrate(struct store *s);
int postgres_check_schema(struct store *s);

/* ---- postgres.c ---- */

struct write {
    int statement, n;
    bool sent;
    struct sql_value parameter[PARAMETERS]; /* their bytes are owned */
};

/* A change of a table's head: it holds, or the table was changed by somebody else. */
struct swap {
    int statement;
    char table[STORE_ID_ROOM];
    int order; /* in time */
    int64_t from, to;
    bool sent;
    PGresult *result;
};

/* The connection over which nodes wake each other: see postgres_wake.c. */
struct wake {
    struct link link;
    bool on;    /* this process is a node */
    bool all;   /* something may have been missed */
    bool owes;  /* others may have missed something of ours */
    bool fresh; /* `found` was not taken yet */
    int64_t node;
    const char *knows;         /* what others are told of this version */
    int64_t beat_ms, clean_ms; /* when it says that it is there, and cleans up */
    PGresult *beat;            /* the nodes that are there */
    uint64_t sum;              /* of those at the last beat */
    struct store_nodes found;
};

struct postgres {
    struct link link;
    struct wake wake;
    bool begun;                       /* BEGIN was sent */
    bool renewed;                     /* see store_take_renewed */
    int64_t forgotten, forgotten_now; /* how often somebody was: as this node knows, and really */
    struct write *write;
    int writes, writes_cap;
    struct swap *swap;
    int swaps, swaps_cap;
    struct {
        char table[STORE_ID_ROOM];
    } * lost;
    int losts, losts_cap;
    struct sql_value parameter[PARAMETERS]; /* of the next statement */
    int parameters;
    PGresult *result[STORE_STATEMENTS]; /* of queries that are being read */
    int row[STORE_STATEMENTS];
};

#endif
