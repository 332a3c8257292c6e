/*
 * The server: bytes into requests, views into bytes. One turn of its loop reads all sockets,
 * handles all requests, commits once, then sends. Invariants:
 *
 *  1. Only the loop's thread touches tables, connections and the store. A worker thread sees its
 *     `struct work` alone: a view, or a passphrase.
 *  2. Messages and replies wait in the outbox until the turn's commit: nobody sees a move that is
 *     not on disk.
 *  3. If the commit fails, nothing has happened: messages are dropped, every reply becomes an
 *     error, and the touched tables are loaded again from their journals.
 *  4. A connection belongs to one player from its opening to its end, and gets only that player's
 *     views (table_write_update, table_write_whole).
 *  5. Connections and tables are freed at the end of a turn and not before (socket_sweep,
 *     tables_settle): pointers to them hold for a turn.
 *  6. `conn.open` and `live_table.conn` mirror each other.
 *  7. Each client's memory is bounded: a frame, a queue, open tables and mutes, all by the limits
 *     below. A client that reads too slowly is dropped.
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
    SERVER_QUEUE_MAX = 256 * 1024, /* bytes queued for a slow reader */
    SERVER_OPEN_MAX = 32,          /* tables open on one connection */
    SERVER_MUTES_MAX = 32,
    SERVER_ADDRESS_MAX = 48,
    SERVER_COOKIE_MAX = 64,
    SERVER_CODE_MAX = 17,
    SERVER_MISSED_MAX = 200, /* events; if more were missed, the whole table is sent */
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
    struct MHD_UpgradeResponseHandle *upgrade; /* NULL: we own the descriptor */
    struct wslay_event_context *ws;
    struct strbuf out; /* queued bytes; those from `sent` on are not sent yet */
    size_t sent;
    bool hello, watches_lobby, closing, wants_write, dead;
    uint64_t player;
    char name[TABLE_NAME_MAX];
    uint64_t address; /* hash of the client's address */
    struct live_table *open[SERVER_OPEN_MAX];
    int opens;
    uint64_t *muted; /* room for SERVER_MUTES_MAX; NULL before the first */
    int mutes;
    int strikes; /* consecutive requests over the rate limit */
    int frames;  /* in this second */
    int64_t second;
    size_t budget;     /* bytes that may still be read in this turn */
    const char *first; /* bytes that followed the opening request */
    size_t first_len;
    struct conn *next_dead;
    struct conn *next_unsent; /* in the list of server.unsent, if `unsent` */
    bool unsent;
};

/* A table in memory, and the connections that have it open. */
struct live_table {
    struct table *t;
    struct conn **conn;
    int conns, conns_cap;
    int64_t stored_due; /* the due time in the store: nothing is due before it */
    int64_t due;
    int heap; /* index in the heap of due times; -1: not in it */
    bool touched;
    struct live_table *next; /* in its hash bucket */
    struct live_table *next_touched;
};

/* ---- metrics ---- */

enum { METRIC_BUCKETS = 14 };
struct histogram {
    uint64_t bucket[METRIC_BUCKETS + 1], count;
    double sum;
};

enum refusal {
    REFUSED_REQUEST, /* by the rules or the table's state */
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

/* ---- workers ---- */

enum work_kind { WORK_BOT, WORK_KEEP, WORK_LOGIN };

struct work {
    struct work *next;
    int64_t queued;
    enum work_kind kind;
    /* of WORK_BOT */
    int seat;
    uint32_t version;
    bool must;
    bool good; /* the passphrase is right (login), or was hashed (keep) */
    char table[TABLE_ID_MAX];
    const struct game *game;
    const struct bot *bot;
    uint64_t seed;
    move m;
    struct view_room view;
    /* of WORK_KEEP and WORK_LOGIN */
    uint64_t conn_serial, player;
    long long request;
    uint32_t conn_slot;
    char login[TABLE_NAME_MAX], passphrase[257], hash[129];
};

struct workers; /* the worker threads */
struct workers *workers_new(int threads, uint64_t cap_ns);
void workers_free(struct workers *pool);
/* False: the queue is full, or there are no threads. */
bool workers_give(struct workers *pool, struct work *w);
struct work *workers_take(struct workers *pool); /* the next finished work; NULL: none */
int workers_fd(const struct workers *pool);      /* readable when work has finished */
int workers_waiting(struct workers *pool);

/* ---- the server ---- */

struct held {
    struct conn *conn;
    long long re; /* the id of the request that it answers; -1: none */
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

/* Tables to load because something is due there soon; those before `next` are loaded. */
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
    int64_t now; /* start of this turn, milliseconds since 1970 */
    int64_t started, last_scan;
    struct due_list due;
    struct conn **conn;
    int conns, conns_cap, conns_live, free_slot; /* all slots before free_slot are taken */
    uint64_t serial;
    struct live_table *bucket[SERVER_HASH];
    int tables;
    struct live_table **heap;
    int heap_n, heap_cap;
    struct live_table *touched;
    struct strbuf text; /* the outbox: texts held until the commit */
    struct held *held;
    int held_n, held_cap;
    struct strbuf scratch;
    struct table_effects fx;
    struct code code[SERVER_CODES];
    struct bucket by_player[SERVER_BUCKETS], by_address[SERVER_BUCKETS];
    uint8_t hash_key[16];
    struct metrics metrics;
};

/* loop.c: runs until a signal; returns the exit status. */
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
/* Queues a text; socket_flush_all sends it. */
void socket_send(struct server *s, struct conn *c, const char *text, size_t len);
void socket_flush_all(struct server *s);
/* Sends a close frame with this code, then ends the connection. */
void socket_close(struct server *s, struct conn *c, int code, const char *why);
/* Marks the connection as dead; it is freed at the end of the turn. */
void socket_kill(struct server *s, struct conn *c);
/* Frees dead connections. */
void socket_sweep(struct server *s);
void socket_accept_key(const char *key, char out[29]);

/* session.c: one request; the handlers of the verbs are in exchange.h. */
void session_handle(struct server *s, struct conn *c, const char *text, size_t len);
void session_close(struct server *s, struct conn *c);
/* Finishes a request with the result of a worker. */
void session_finish(struct server *s, struct work *w);

/* outbox.c: messages and replies, held until the commit. */
void outbox_hold(struct server *s, struct conn *c, long long re, const char *text, size_t len);
/* The same for text that is already in server.text. */
void outbox_hold_range(struct server *s, struct conn *c, long long re, size_t start, size_t len);
void outbox_ok(struct server *s, struct conn *c, long long re, const char *members);
void outbox_problem(struct server *s, struct conn *c, long long re, const struct problem *p);
void outbox_error(struct server *s, struct conn *c, long long re, const char *id, const char *arg);
/* Commits, then sends the outbox. */
void outbox_commit(struct server *s);

/* tables.c: live tables, that is, tables in memory. */
struct live_table *tables_find(struct server *s, const char *id); /* loads it; NULL: none */
struct live_table *tables_find_loaded(struct server *s, const char *id);
struct live_table *tables_add(struct server *s, struct table *t);
void tables_forget(struct server *s, struct live_table *live); /* no connection has it open */
void tables_open(struct server *s, struct live_table *live, struct conn *c);
void tables_close(struct server *s, struct live_table *live, struct conn *c);
/* False for talk of players that the connection has muted. */
bool tables_is_told(const struct conn *c, const struct table_event *e);
/* Stores the effects of one request or tick (server.fx), and tells them to all who watch. */
void tables_publish(struct server *s, struct live_table *live);
void tables_take_answer(struct server *s, struct work *w); /* a bot's move */
void tables_tick(struct server *s);
void tables_scan(struct server *s); /* loads tables that are due soon */
int64_t tables_next_due(const struct server *s);
void tables_touch(struct server *s, struct live_table *live);
/* Ends the turn: reloads touched tables if nothing was stored, and forgets idle ones. */
void tables_settle(struct server *s, bool stored);
void tables_write_whole(struct server *s, struct live_table *live, struct conn *c);
void tables_tell_people(struct server *s, struct live_table *live);

/* identity.c */
void identity_write_cookie(const struct server *s, uint64_t player, int generation,
                           char out[SERVER_COOKIE_MAX]);
/* The player of a cookie, and the player's name; 0: forged or revoked. */
uint64_t identity_read_cookie(struct server *s, const char *text, char name[TABLE_NAME_MAX],
                              int *generation);
uint64_t identity_new(char name[TABLE_NAME_MAX]);
void identity_guest_name(uint64_t player, char name[TABLE_NAME_MAX]);
void identity_make_code(struct server *s, uint64_t player, char out[SERVER_CODE_MAX]);
uint64_t identity_use_code(struct server *s, const char *code); /* 0: no such code */
void identity_random_text(char *out, int n); /* n letters and digits, and a NUL */
uint64_t identity_hash(const struct server *s, const void *bytes, size_t n);

/* limits.c: takes one token from the key's bucket; false: it is empty. */
bool limits_take(struct bucket *buckets, uint64_t key, int64_t now, double rate, double burst);

/* metrics.c */
void metrics_write(struct server *s, struct strbuf *out);

/* log.c: writes one JSON line; the arguments are pairs of name and text, closed by NULL. */
void log_line(const char *level, const char *event, ...);

/* sandbox.c: drops rights that a server does not need. False: `why` says what failed. */
bool sandbox_drop_root(const char *user, const char *folder, char *why, size_t cap);
bool sandbox_enter(const char *folder, char *why, size_t cap);

/* Built-in files, by path, closed by a row without one. A missing encoding has length 0. */
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
