/*
 * The server: bytes into requests, views into bytes. One thread runs one loop; bots and
 * passphrases are worked out in worker threads that see no table.
 *
 * One turn of the loop reads all sockets and handles all requests, commits once, then sends.
 * Whatever a turn wants to say is held (outbox_hold) until the commit; if the commit fails it is
 * dropped, the tables that were touched are forgotten and read again, and those who asked get an
 * error. So nobody ever sees what is not stored.
 */
#ifndef PARLOR_SERVER_SERVER_H
#define PARLOR_SERVER_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/settings.h"
#include "store/store.h"
#include "table/table.h"

enum {
    SERVER_FRAME_MAX = 4096,       /* one request */
    SERVER_QUEUE_MAX = 256 * 1024, /* bytes that wait for a slow reader */
    SERVER_OPEN_MAX = 32,          /* tables open on one connection */
    SERVER_MUTES_MAX = 32,
    SERVER_ADDRESS_MAX = 48,
    SERVER_COOKIE_MAX = 64,
    SERVER_CODE_MAX = 17,
    SERVER_MISSED_MAX = 200, /* a longer missing run is sent as the whole table */
    SERVER_CODE_SECONDS = 600,
};

struct MHD_Daemon;
struct MHD_UpgradeResponseHandle;
struct wslay_event_context;

/* One WebSocket. */
struct conn {
    int fd;
    uint32_t slot; /* in server.conn */
    uint64_t serial;
    struct MHD_UpgradeResponseHandle *upgrade; /* NULL: the descriptor is our own */
    struct wslay_event_context *ws;
    struct strbuf out; /* bytes that the socket did not take yet, from `sent` on */
    size_t sent;
    bool hello, watches_lobby, closing, wants_write, dead;
    uint64_t player;
    char name[TABLE_NAME_MAX];
    uint64_t address; /* hash of where it comes from */
    struct live_table *open[SERVER_OPEN_MAX];
    int opens;
    uint64_t *muted; /* SERVER_MUTES_MAX of them, once there is one */
    int mutes;
    int strikes; /* requests over the rate in a row */
    int frames;  /* in this second */
    int64_t second;
    size_t budget;     /* bytes that may still be read in this turn */
    const char *first; /* bytes that came with the opening request */
    size_t first_len;
    struct conn *next_dead;
    struct conn *next_unsent; /* in the list of server.unsent, if `unsent` */
    bool unsent;
};

/* A table in memory, and who looks at it. */
struct live_table {
    struct table *t;
    struct conn **conn;
    int conns, conns_cap;
    int64_t stored_due; /* a time before which nothing is due, as stored */
    int64_t due;
    int heap; /* place in the heap of due times; -1: not there */
    bool touched;
    struct live_table *next; /* in its bucket */
    struct live_table *next_touched;
};

/* ---- figures ---- */

enum { METRIC_BUCKETS = 14 };
struct histogram {
    uint64_t bucket[METRIC_BUCKETS + 1], count;
    double sum;
};

enum refusal {
    REFUSED_REQUEST, /* by the rules or the table */
    REFUSED_SCHEMA,
    REFUSED_RATE,
    REFUSED_ORIGIN,
    REFUSED_FRAME,
    REFUSED_SLOW,
    REFUSED_STORE,
    REFUSALS
};

struct metrics {
    uint64_t connections_total, requests, moves, bot_moves, events, commits, commit_failures;
    uint64_t bytes_in, bytes_out, http, tables_created, tables_finished;
    uint64_t refused[REFUSALS];
    struct histogram commit_seconds, move_seconds, bot_seconds;
};

void metrics_observe(struct histogram *h, double seconds);

/* ---- work for threads ---- */

enum work_kind { WORK_BOT, WORK_KEEP, WORK_LOGIN };

struct work {
    struct work *next;
    int64_t queued;
    enum work_kind kind;
    /* a bot */
    int seat;
    uint32_t version;
    bool must;
    bool good; /* of a passphrase: it is right, or was hashed */
    char table[TABLE_ID_MAX];
    const struct game *game;
    const struct bot *bot;
    uint64_t seed;
    move m;
    struct view_room view;
    /* a passphrase */
    uint64_t conn_serial, player;
    long long request;
    uint32_t conn_slot;
    char login[TABLE_NAME_MAX], passphrase[257], hash[129];
};

struct workers; /* the worker threads */
struct workers *workers_new(int threads, uint64_t cap_ns);
void workers_free(struct workers *pool);
/* False: too much waits already. */
bool workers_give(struct workers *pool, struct work *w);
struct work *
workers_take(struct workers *pool);         /* finished work, one after the other; NULL: no more */
int workers_fd(const struct workers *pool); /* readable when there is some */
int workers_waiting(struct workers *pool);

/* ---- the server ---- */

struct held {
    struct conn *conn;
    long long re; /* the request that it answers; -1: none */
    size_t start, len;
};

struct code {
    char text[SERVER_CODE_MAX];
    uint64_t player;
    int64_t until;
};

struct bucket {
    uint64_t key;
    int64_t refilled;
    double tokens;
};

/* Tables that are to be read since something is soon due there; those before `next` have been. */
struct due_list {
    int n, cap, next;
    char (*id)[TABLE_ID_MAX];
};

enum { SERVER_BUCKETS = 8192, SERVER_CODES = 256, SERVER_HASH = 8192 };

struct server {
    const struct settings *settings;
    struct store *store;
    struct MHD_Daemon *daemon;
    struct workers *workers;
    int epoll, listener, signals, port;
    uint8_t cookie_key[32];
    bool stopping, store_good, turn_failed;
    int turn_moves;
    int64_t turn_began_ns;
    struct conn *dead, *unsent;
    int64_t now; /* of this turn, milliseconds since 1970 */
    int64_t started, last_scan;
    struct due_list due;
    struct conn **conn;
    int conns, conns_cap, conns_live, free_slot; /* no slot before free_slot is free */
    uint64_t serial;
    struct live_table *bucket[SERVER_HASH];
    int tables;
    struct live_table **heap;
    int heap_n, heap_cap;
    struct live_table *touched;
    struct strbuf text; /* what is held */
    struct held *held;
    int held_n, held_cap;
    struct strbuf scratch;
    struct table_effects fx;
    struct code code[SERVER_CODES];
    struct bucket by_player[SERVER_BUCKETS], by_address[SERVER_BUCKETS];
    uint8_t hash_key[16];
    struct metrics metrics;
};

/* loop.c: runs until told to stop; returns the exit status. */
int server_run(const struct settings *settings);
void server_watch(struct server *s, int fd, void *what, bool writing);
void server_rewatch(struct server *s, int fd, void *what, bool writing);

/* http.c */
struct MHD_Daemon *http_start(struct server *s, char *why, size_t cap);

/* socket.c: one WebSocket. */
void socket_open(struct server *s, int fd, struct MHD_UpgradeResponseHandle *upgrade,
                 const char *first, size_t len, uint64_t player, const char *name,
                 uint64_t address);
void socket_read(struct server *s, struct conn *c);
void socket_flush(struct server *s, struct conn *c);
/* Puts a text into the connection's queue; socket_flush_all sends. */
void socket_send(struct server *s, struct conn *c, const char *text, size_t len);
void socket_flush_all(struct server *s);
/* Says goodbye with a code; the connection goes when that is sent. */
void socket_close(struct server *s, struct conn *c, int code, const char *why);
/* The connection ends with this turn. */
void socket_kill(struct server *s, struct conn *c);
/* Frees connections that have ended. */
void socket_sweep(struct server *s);
void socket_accept_key(const char *key, char out[29]);

/* session.c: one request (what each kind does: exchange.h). */
void session_handle(struct server *s, struct conn *c, const char *text, size_t len);
void session_close(struct server *s, struct conn *c);
/* Ends a request that a thread has worked on. */
void session_finish(struct server *s, struct work *w);

/* outbox.c */
void outbox_hold(struct server *s, struct conn *c, long long re, const char *text, size_t len);
/* The same for text that is in server.text already. */
void outbox_hold_range(struct server *s, struct conn *c, long long re, size_t start, size_t len);
void outbox_ok(struct server *s, struct conn *c, long long re, const char *members);
void outbox_problem(struct server *s, struct conn *c, long long re, const struct problem *p);
void outbox_error(struct server *s, struct conn *c, long long re, const char *id, const char *arg);
/* Commits, then sends what is held. */
void server_end_turn(struct server *s);

/* tables.c: live tables, those in memory. */
struct live_table *tables_find(struct server *s,
                               const char *id); /* loads it; NULL: no such table */
struct live_table *tables_find_loaded(struct server *s, const char *id);
struct live_table *tables_add(struct server *s, struct table *t);
void tables_forget(struct server *s, struct live_table *live); /* it must have no looker */
void tables_open(struct server *s, struct live_table *live, struct conn *c);
void tables_close(struct server *s, struct live_table *live, struct conn *c);
/* Whether this connection is told that event: not the talk of whom it has muted. */
bool tables_is_told(const struct conn *c, const struct table_event *e);
/* Stores and tells the effects of one request or tick (server.fx). */
void tables_publish(struct server *s, struct live_table *live);
void tables_take_answer(struct server *s, struct work *w); /* of a bot */
void tables_tick(struct server *s);
void tables_scan(struct server *s); /* loads what is soon due */
int64_t tables_next_due(const struct server *s);
void tables_touch(struct server *s, struct live_table *live);
/* Ends the turn of tables: after a failed commit they are read again; unused ones go. */
void tables_settle(struct server *s, bool stored);
void tables_write_whole(struct server *s, struct live_table *live, struct conn *c);
void tables_tell_people(struct server *s, struct live_table *live);

/* identity.c */
void identity_write_cookie(const struct server *s, uint64_t player, int generation,
                           char out[SERVER_COOKIE_MAX]);
/* The player of a cookie's value and the name; 0: not one of ours. */
uint64_t identity_read_cookie(struct server *s, const char *text, char name[TABLE_NAME_MAX],
                              int *generation);
uint64_t identity_new(char name[TABLE_NAME_MAX]);
void identity_guest_name(uint64_t player, char name[TABLE_NAME_MAX]);
void identity_make_code(struct server *s, uint64_t player, char out[SERVER_CODE_MAX]);
uint64_t identity_use_code(struct server *s, const char *code); /* 0: no such code */
void identity_random_text(char *out, int n);                    /* n letters and digits and a NUL */
uint64_t identity_hash(const struct server *s, const void *bytes, size_t n);

/* limits.c: takes one from the bucket; false: it is empty. */
bool limits_take(struct bucket *buckets, uint64_t key, int64_t now, double rate, double burst);

/* metrics.c */
void metrics_write(struct server *s, struct strbuf *out);

/* log.c: one JSON line; pairs of name and text, closed by NULL. */
void log_line(const char *level, const char *event, ...);

/* sandbox.c: gives up what a server does not need. False: `why` tells. */
bool sandbox_drop_root(const char *user, const char *folder, char *why, size_t cap);
bool sandbox_enter(const char *folder, char *why, size_t cap);

/* assets: files built in, by path, closed by a row without one. An encoding that is not there has
   no length. */
struct asset {
    const char *path, *type, *tag;
    const unsigned char *plain;
    size_t plain_len;
    const unsigned char *gzip;
    size_t gzip_len;
    const unsigned char *brotli;
    size_t brotli_len;
};
extern const struct asset assets[];

#endif
