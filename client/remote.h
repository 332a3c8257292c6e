/*
 * A client's side of a table on a server (docs/protocol.md). It joins the table by its link, takes
 * a chair (or watches), keeps the latest members of the table, and reconnects by itself. It holds
 * only data from the server: views, never a state.
 *
 * Control characters in the server's texts are replaced, so that faces can print them. The JSON's
 * shape is not checked: readers must accept any.
 */
#ifndef PARLOR_CLIENT_REMOTE_H
#define PARLOR_CLIENT_REMOTE_H

#include <jansson.h>

#include "client/websocket.h"
#include "core/game.h"
#include "table/table.h"

enum { REMOTE_ASKED_MAX = 32, REMOTE_ID_MAX = 64 };

enum remote_ask {
    REMOTE_OTHER,
    REMOTE_HELLO,
    REMOTE_OPEN,
    REMOTE_SIT,
    REMOTE_CREATE,
    REMOTE_REMATCH,
    REMOTE_RECORD,
};

struct remote {
    struct link link;
    bool live;               /* connected */
    bool failed;             /* do not reconnect; the refusal says why */
    bool watch;              /* take no chair */
    json_t *table;           /* its latest members; an empty object before the first update */
    json_t *events;          /* a list, oldest first */
    json_t *shown;           /* things that a move showed in passing, oldest first; the caller
                                removes them */
    json_t *refusal;         /* the last error until remote_take_refusal; or NULL */
    json_t *record;          /* of the finished game, once requested and received; or NULL */
    const struct game *game; /* NULL: not known yet, or not built in */
    unsigned changes;        /* rises with every change */
    char me[REMOTE_ID_MAX];
    char identity[REMOTE_ID_MAX]; /* of a second player with a cookie of its own; "": the user */
    struct websocket websocket;   /* its `why` says why a connection failed */
    /* Private. */
    json_t *inbox; /* received messages that are not handled yet */
    char name[128];
    json_t *wish; /* members of a `create` request to send; or NULL */
    bool sat;     /* a chair was requested */
    long n;       /* number of the last event received; -1: none */
    int64_t retry_at, retry_ms;
    int id;
    struct {
        int id;
        enum remote_ask what;
    } asked[REMOTE_ASKED_MAX];
};

/* Prepares to join the link's table; `name` is our new name (NULL: as before). */
void remote_init(struct remote *r, const struct link *link, const char *name);
void remote_clear(struct remote *r);
/* Creates a table of this set-up instead of joining one, with bots of these levels (closed by
   NULL) in its last chairs. The lot decides who begins unless `begins`. */
void remote_wish(struct remote *r, const struct setup *setup, const struct table_clock *clock,
                 bool begins, const char *const *bots);

/* Connects for the first time; false: see r->websocket.why. */
bool remote_start(struct remote *r);
/* Handles received messages up to the first update, so that no view is skipped; reconnects when
   it is time. Blocks only while it connects. */
void remote_step(struct remote *r);
/* Whether received messages are left. */
bool remote_has_more(const struct remote *r);
/* Waits until there are messages from the server or input on `fd` (-1: none), at most `ms`;
   returns whether there is input on `fd`. */
bool remote_wait(const struct remote *r, int fd, int ms);

/* Requests; false: the connection is lost, and nothing is sent. */
bool remote_move(struct remote *r, const char *text);
bool remote_talk(struct remote *r, const char *text);
bool remote_phrase(struct remote *r, const char *phrase);
bool remote_agree(struct remote *r, bool yes);
/* One of `takeback`, `leave`, `back`, `rematch`, `record`, `stand`. */
bool remote_ask(struct remote *r, const char *what);
/* As the host, starts the game with bots of this level in the free chairs. */
bool remote_begin(struct remote *r, const char *level);

/* As the host, names the chair that begins; -1: the lot decides. */
bool remote_begins(struct remote *r, int chair);

/* Members of the table. */
const char *remote_phase(const struct remote *r); /* "": not known yet */
int remote_seat(const struct remote *r);          /* GAME_SPECTATOR: none */
int remote_chair(const struct remote *r);         /* -1: none */
int remote_seats(const struct remote *r);
bool remote_is_host(const struct remote *r);
/* Writes the refusal as text and clears it; false: there is none. */
bool remote_take_refusal(struct remote *r, enum words_language language, struct buf *out);

#endif
