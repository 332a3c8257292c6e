/*
 * The server: bytes into requests, views into bytes. One turn of its loop reads all sockets,
 * handles all requests, commits once, then sends. Invariants:
 *
 *  1. Only the loop's thread touches tables, connections and the store. A worker thread sees its
 *     `struct work` alone: a view, or a passphrase.
 *  2. Messages and replies wait in the outbox until the turn's commit: nobody sees a move that is
 *     not on disk.
 *  3. If the commit fails, nothing has happened: messages are dropped, every reply becomes an
 *     error, and the touched tables are loaded again from their journals. While the store cannot be
 *     read, such a table is `stale`: its people stay, nobody sees or changes it, and it is loaded
 *     when the store is back.
 *     At a table that another node has changed first, nothing has happened either: it is loaded
 *     again, and its requests are decided anew in the next turn (again.c). So are requests with a
 *     key if the store is a database that several nodes share: perhaps the commit has happened, and
 *     only its answer is lost.
 *  4. A connection belongs to one player from its opening to its end, and gets only that player's
 *     views (table_write_update, table_write_whole).
 *  5. Connections and tables are freed at the end of a turn and not before (socket_sweep,
 *     tables_settle): pointers to them hold for a turn.
 *  6. `conn.open` and `live_table.conn` mirror each other.
 *  7. Each client's memory is bounded: a frame, a queue, open tables and mutes, all by the limits
 *     below. A client that reads too slowly is dropped: by bytes, and by the time that they wait.
 *  8. Any call of the store may wait for its database. Meanwhile sockets are served (wait.c), but
 * no request is handled and no table changes. So nothing calls the store from within libmicrohttpd,
 * which cannot be entered twice: such requests are held back (http.c).
 */
#ifndef PARLOR_SERVER_SERVER_H
#define PARLOR_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "server/address.h"
#include "server/crowd.h"
#include "server/drain.h"
#include "server/health.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/newcomers.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/places.h"
#include "server/retain.h"
#include "server/room.h"
#include "server/settings.h"
#include "server/sights.h"
#include "server/steady.h"
#include "server/wait.h"
#include "store/store.h"
#include "table/table.h"

enum {
    SERVER_PROTOCOL = 2,           /* the latest version; the first one is served too */
    SERVER_FRAME_MAX = 4096,       /* one request */
    SERVER_QUEUE_MAX = 256 * 1024, /* bytes queued for a slow reader */
    SERVER_KEPT_MAX = 8 * 1024,    /* bytes read ahead while the store waits, of one client, */
    SERVER_KEPT_ALL = 32 << 20,    /* and of all */
    SERVER_OPEN_MAX = 32,          /* tables open on one connection */
    SERVER_MUTES_MAX = 32,
    SERVER_ADDRESS_MAX = 48,
    SERVER_COOKIE_MAX = 64,
    SERVER_CODE_MAX = 17,
    SERVER_MISSED_MAX = 200, /* events; if more were missed, the whole table is sent */
    SERVER_CODE_SECONDS = 600,
    SERVER_LOBBY_MS = 86400000,  /* the lobby has tables that changed since */
    SERVER_LOBBY_MOST = 100,     /* rows */
    SERVER_LISTINGS_MOST = 2000, /* tables to choose from */
    SERVER_DAYS = 8,             /* daily deals whose results are kept in memory, */
    SERVER_DAY_SCORES = 4096,    /* with so many bytes each */
    SERVER_KNOWN_MS = 86400000,  /* a person with a game that ended before is known */
};

struct MHD_Connection;
struct MHD_Daemon;
struct MHD_UpgradeResponseHandle;
struct admin; /* the operator's socket */
struct asked; /* a request of this turn about a table */
struct code;  /* to become a player on another device */
struct frames;
struct held;      /* a message or reply in the outbox */
struct http_held; /* an HTTP request that needs the store */
struct loading;   /* a long journal that is being read */
struct work;      /* for a worker thread */
struct workers;   /* worker threads and their queue */

/* One WebSocket. */
struct conn {
    int fd;
    uint32_t slot; /* in server.conn */
    uint64_t serial;
    struct MHD_UpgradeResponseHandle *upgrade; /* NULL: we own the descriptor */
    struct frames *frames;                     /* NULL: it is between two messages */
    struct strbuf out; /* queued bytes; those from `sent` on are not sent yet */
    size_t sent;
    size_t queued;     /* so many were left after the last flush */
    size_t marked;     /* a place in `out`: all bytes before it were queued at `marked_at` or */
    int64_t marked_at; /* before, by the steady clock (ns) */
    uint64_t player;
    uint64_t address; /* hash of the client's address, */
    uint64_t network; /* and of its network */
    struct address from;
    struct live_table *open[SERVER_OPEN_MAX];
    uint64_t *muted; /* room for SERVER_MUTES_MAX; NULL before the first */
    int opens, mutes;
    char *old_name;  /* the name before this turn, if it changes; else NULL */
    int protocol;    /* the version that `hello` named */
    bool known;      /* as identity_is_known, when `hello` came, or when it was asked before */
    int generation;  /* of the person's cookies, as `hello` found it */
    int strikes;     /* consecutive requests over the rate limit */
    int frame_count; /* in this second */
    int64_t second;
    size_t budget;    /* bytes that may still be read in this turn */
    struct strbuf in; /* bytes that came before they could be handled; those from `taken` on */
    size_t taken;     /* still wait */
    struct conn *next_kept;   /* in the list of server.kept, if `kept` */
    struct conn *next_parked; /* in the list of server.wait.parked, if `parked` */
    struct conn *next_dead;
    struct conn *next_near;                        /* in its list of server.near */
    struct conn *newcomer_before, *newcomer_after; /* in server.newcomers, if `is_newcomer` */
    int64_t came_ns;                               /* by the steady clock */
    struct conn *next_unsent;                      /* in the list of server.unsent, if `unsent` */
    bool unwelcome;                                /* banned: closed when the reply is sent */
    bool hello, watches_lobby, closing, wants_write, dead, is_newcomer, unsent, kept, parked;
    char name[TABLE_NAME_MAX];
};

/* A table in memory, and the connections that have it open. */
struct live_table {
    struct table *t;
    struct conn **conn;
    int conns, conns_cap;
    int64_t ahead;            /* of its own steady time against this node's count: see steady.c */
    struct moment stored_due; /* as in the store, by the count: nothing is due before it */
    int64_t due;              /* by this node's count */
    int heap;                 /* index in the heap of due times; -1: not in it */
    int64_t seen;             /* as in the store (retain.c); 0: not read yet */
    int snapped;              /* events in its stored snapshot */
    int told;               /* events that people here may know: those stored with the last turn */
    int damaged;            /* the first event that is not sound: nothing may change; -1: all are */
    int64_t stored_changed; /* the time of its players' rows in the store */
    bool touched;
    bool lost; /* another node was faster: what has changed here in this turn is void */
    bool compared;
    uint64_t elsewhere[GAME_SEATS_MAX]; /* players who have it open at other nodes */
    int elsewheres;
    bool behind;  /* another node may have changed it: it is compared at the end of the turn */
    bool stale;   /* it has what was not stored, and the store cannot be read: see tables_mend */
    bool gone;    /* forgotten at the end of the turn */
    bool removes; /* somebody was removed: their connections are closed at the end of the turn */
    bool deleted; /* from the store: so is the table */
    struct work *work[GAME_SEATS_MAX]; /* what its bots think about; NULL: nothing */
    struct sights *sights;             /* NULL: nobody was told by protocol 2 */
    struct conn *payer;      /* whose time its bots use (bot_tables.c); NULL: nobody is here */
    struct live_table *next; /* in its hash bucket */
    struct live_table *next_touched;
};

/* The rows of the lobby that everybody gets. */
struct lobby {
    char id[SERVER_LOBBY_MOST][TABLE_ID_MAX];
    struct strbuf rows;
    int n;
    int64_t until_ns; /* they are good until then, if the lobby is full */
};

/* How people fared with a daily deal, as a list of JSON without its brackets: see request_daily.c.
 */
struct day_scores {
    char deal[STORE_DEAL_ROOM];
    int64_t until_ns; /* it is good until then */
    char scores[SERVER_DAY_SCORES];
};

/* Tables to load because something is due there soon; those before `next` are loaded. */
struct due_list {
    int n, cap, next;
    char (*id)[TABLE_ID_MAX];
};

enum { SERVER_BUCKETS = 16384, SERVER_HASH = 8192, SERVER_NEAR = 1024, SERVER_UNKNOWN = 64 };

struct server {
    const struct settings *settings;
    struct store *store;
    struct MHD_Daemon *daemon;
    struct workers *workers; /* bots */
    struct workers *hashers; /* passphrases */
    int epoll, listener, signals, port;
    int later; /* the epoll of what is served once a turn: workers, the operator's socket */
    struct waiting_loop wait;
    struct http_held *http_held, **http_held_end; /* in their order */
    bool in_http;                                 /* libmicrohttpd runs */
    uint8_t cookie_key[32];
    bool stopping, store_good, turn_failed;
    bool store_doubt;          /* somebody was told in this turn that the store has failed */
    bool turn_renamed;         /* a connection has an old_name */
    bool turn_lost;            /* a table is lost */
    int turn_moves, turn_read; /* moves made, and events read from journals, in this turn */
    int64_t turn_began_ns;     /* by the steady clock */
    int64_t looked_ns;   /* when the sockets were looked at last: in this turn, or in a wait */
    bool was_stopped;    /* the process was, since the last reading of the time */
    size_t queued;       /* bytes that clients have not taken yet */
    int64_t slow_looked; /* when slow clients were last looked for, as turn_began_ns */
    struct conn *dead, *unsent;
    struct conn *kept; /* connections with bytes that wait to be handled */
    size_t kept_bytes; /* so many */
    struct moment now; /* the start of this turn */
    struct steady steady;
    int64_t next_scan;
    /* After a failure of the store tables do nothing by themselves for a while (steady_pace). */
    int64_t rest_ms, rest_until;
    struct due_list due;
    struct loading *loading;
    int loadings, loading_records; /* of records that the store keeps expanded: so many */
    struct problem unknown;        /* why the last table could not be read: LOAD_UNKNOWN */
    char unknown_id[SERVER_UNKNOWN][TABLE_ID_MAX]; /* such tables, in a ring: each is logged once */
    int unknowns;
    int conns_dead; /* so many of conns_live end with this turn */
    struct conn **conn;
    int conns, conns_cap, conns_live, free_slot; /* all slots before free_slot are taken */
    struct crowd crowd;
    uint64_t serial;
    struct conn *near[SERVER_NEAR]; /* connections by the hash of their address */
    struct live_table *bucket[SERVER_HASH];
    int tables, stale; /* stale: so many of them are */
    struct live_table **heap;
    int heap_n, heap_cap;
    struct live_table *touched;
    struct strbuf text; /* the outbox: texts held until the commit */
    struct held *held;
    int held_n, held_cap;
    struct asked *asked; /* requests of this turn */
    int asked_n, asked_cap;
    int asked_again;                /* so many of the last turn are handled again in the next one */
    struct live_table *turn_opened; /* the last table that was opened for a connection */
    struct strbuf scratch;
    struct strbuf folded, tail; /* for sights.c */
    struct sight_news news;
    struct live_table *sights_first, *sights_last; /* tables with texts of sights, oldest first */
    size_t sights_bytes;
    struct table_effects fx;
    struct code *code;
    int codes, codes_cap;
    struct bucket limit[SERVER_BUCKETS];
    struct newcomers newcomers;
    struct places known; /* where people with a passphrase were seen */
    uint8_t hash_key[16];
    char hostname[256];
    struct metrics metrics;
    struct health health;
    struct bans bans;
    struct notice notice;
    struct drain drain;
    enum lobby_rule lobby_rule;
    struct lobby lobby;
    struct day_scores days[SERVER_DAYS];
    int64_t listings_next; /* when those who list tables are cleaned next, in steady time */
    struct admin *admin;   /* NULL: none */
    struct retention retain;
    struct room room;
    struct nodes nodes;
};

/* loop.c: runs until a signal; returns the exit status. */
int server_run(const struct settings *settings);
/* Watches a descriptor in server.epoll or server.later. */
void server_watch(int epoll, int fd, void *what, bool writing);
void server_rewatch(int epoll, int fd, void *what, bool writing);
/* Reads the pending signals. */
void server_take_signals(struct server *s);
/* Frees its buffers and lists, at the end. */
void server_free_memory(struct server *s);

#endif
