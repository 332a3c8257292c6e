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

#include "client/asked.h"
#include "client/sight.h"
#include "client/websocket.h"
#include "core/game.h"
#include "table/table.h"
#include "table/verify.h"

enum { REMOTE_ID_MAX = 64 };

enum remote_ask {
    REMOTE_OTHER,
    REMOTE_HELLO,
    REMOTE_HELLO_FIRST, /* by the first version of the protocol */
    REMOTE_OPEN,
    REMOTE_SIT,
    REMOTE_CREATE,
    REMOTE_REMATCH,
    REMOTE_RECORD,
    REMOTE_PAST,
    REMOTE_AIDS,
    REMOTE_REPORT,
};

struct remote {
    struct link link;
    bool live;               /* connected */
    bool failed;             /* do not reconnect; the refusal says why */
    bool watch;              /* take no chair */
    bool paths;              /* the server wants us by the path of our table */
    json_t *table;           /* its latest members; an empty object before the first update */
    json_t *events;          /* a list, oldest first */
    json_t *shown;           /* things that a move showed in passing, oldest first; the caller
                                removes them */
    json_t *refusal;         /* the last error until remote_take_refusal; or NULL */
    json_t *note;            /* something about the table to tell once; or NULL */
    json_t *record;          /* of the finished game, once requested and received; or NULL */
    json_t *aids;            /* once requested and received; or NULL */
    json_t *past;            /* what happened, once requested and received whole; or NULL */
    struct sight sight;      /* of this connection */
    const struct game *game; /* NULL: not known yet, or not built in */
    unsigned changes;        /* rises with every change */
    char me[REMOTE_ID_MAX];
    char identity[REMOTE_ID_MAX]; /* of a second player with a cookie of its own; "": the user */
    struct websocket websocket;   /* its `why` says why a connection failed */
    /* Private. */
    json_t *muted; /* players whose talk is not shown; or NULL */
    json_t *inbox; /* received messages that are not handled yet */
    char name[128];
    json_t *pages;    /* of `past`, as far as they have come; or NULL */
    json_t *wish;     /* members of a `create` request to send; or NULL */
    bool sat;         /* a chair was requested */
    json_t *kept;     /* our part in the fair deal of this table: promise.h */
    json_t *answered; /* our seal (or null) at the table's question that we have answered */
    json_t *next;     /* that of the rematch that we asked for */
    long n;           /* number of the last event received; -1: none */
    int64_t retry_at, retry_ms;
    int64_t open_at; /* when to open the table again that the server has closed; 0: never */
    struct asked asked;
};

/* Prepares to join the link's table; `name` is our new name (NULL: as before). */
void remote_init(struct remote *r, const struct link *link, const char *name);
void remote_clear(struct remote *r);
/* Creates a table of this set-up instead of joining one, with bots of these levels (closed by
   NULL) in its last chairs. The lot decides who begins unless `begins`. */
void remote_wish(struct remote *r, const struct setup *setup, const struct table_clock *clock,
                 bool begins, const char *const *bots);

/* The table of the wish permits aids to all. */
void remote_permit_aids(struct remote *r);

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

/* Requests; false: the connection is lost, and nothing is sent. Requests that get lost on the
   way are sent again after reconnecting (asked.h). */
bool remote_move(struct remote *r, const char *text);
/* One of `takeback`, `leave`, `back`, `rematch`, `record`, `stand`, `aids`. */
bool remote_ask(struct remote *r, const char *what);
/* Requests what happened so far; all pages of it become `past`. */
bool remote_ask_past(struct remote *r);
/* Another request (docs/protocol.md) with one member besides the table, whose value is taken over.
 */
bool remote_ask_with(struct remote *r, const char *what, const char *name, json_t *value);

/* Another request, with these members, which are taken over. */
bool remote_send(struct remote *r, enum remote_ask what, const char *verb, json_t *members);

/* Members of the table. */
const char *remote_phase(const struct remote *r); /* "": not known yet */
int remote_seat(const struct remote *r);          /* GAME_SPECTATOR: none */
int remote_chair(const struct remote *r);         /* -1: none */
int remote_seats(const struct remote *r);
bool remote_is_host(const struct remote *r);
/* Lists of a table: seats as bits, and moves, whose number is returned. */
uint32_t remote_read_seats(const json_t *list);
int remote_read_moves(const json_t *list, char text[GAME_MOVES_MAX][GAME_TEXT_MAX]);
/* The commitments, numbers and seals that we saw and drew before the game. */
void remote_read_seen(const struct remote *r, struct verify_seen *out);
/* Write the refusal, or the note, as text and clear it; false: there is none. */
bool remote_take_refusal(struct remote *r, enum words_language language, struct buf *out);
bool remote_take_note(struct remote *r, enum words_language language, struct buf *out);

#endif
