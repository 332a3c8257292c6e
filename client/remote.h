/*
 * A table of a server as one of its clients sees it (docs/protocol.md): joins it by its link, takes
 * a free chair or its own again or watches, keeps what was told last, and comes back by itself
 * after a lost connection. It holds nothing but what the server sent: views, never a state.
 *
 * Texts from the server are cleaned of control characters, so that no face needs to mistrust them;
 * their shapes are not checked: readers must take any JSON.
 */
#ifndef PARLOR_CLIENT_REMOTE_H
#define PARLOR_CLIENT_REMOTE_H

#include <jansson.h>

#include "client/websocket.h"
#include "core/game.h"
#include "table/setup.h"

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
    bool failed;             /* there is nothing to come back to; the refusal says why */
    bool watch;              /* takes no chair */
    json_t *table;           /* its members as told last; an empty object before */
    json_t *events;          /* a list of all that were told, oldest first */
    json_t *shown;           /* a list of what the game showed in passing, oldest first: the
                                caller takes its entries out */
    json_t *refusal;         /* the last error, until it is taken; or NULL */
    json_t *record;          /* of the finished game, once it was asked for and came; or NULL */
    const struct game *game; /* NULL: not known yet, or not here */
    unsigned changes;        /* counts up with whatever changes */
    char me[REMOTE_ID_MAX];
    char identity[REMOTE_ID_MAX]; /* keeps this player's cookie apart from the user's own; "" */
    struct websocket websocket;   /* its `why` tells why a connection failed */
    /* Private. */
    json_t *inbox; /* a list of messages that came and are not taken yet */
    char name[128];
    json_t *wish; /* a table to be made: the request's members */
    bool sat;     /* a chair was asked for */
    long n;       /* the last event told; -1: none */
    int64_t retry_at, retry_ms;
    int id;
    struct {
        int id;
        enum remote_ask what;
    } asked[REMOTE_ASKED_MAX];
};

/* The table of a link; `name` is how others see us (NULL: as before). */
void remote_init(struct remote *r, const struct link *link, const char *name);
void remote_clear(struct remote *r);
/* Instead of joining one: makes a table of this set-up, with these levels in its last chairs (a
   list closed by NULL). Who begins is left to the lot unless `begins`. */
void remote_wish(struct remote *r, const struct setup *setup, bool begins, const char *const *bots);

/* Connects for the first time; false: r->websocket.why. */
bool remote_start(struct remote *r);
/* Takes what came, but no more than one update, so that no view is passed over; comes back if it is
   time to. Does not wait but for a connection. */
void remote_step(struct remote *r);
/* Whether more came than was taken. */
bool remote_has_more(const struct remote *r);
/* Waits until something came from the server or is left of it, or came on `fd` (-1: none), or for
   so long; returns whether something came on `fd`. */
bool remote_wait(const struct remote *r, int fd, int ms);

/* Requests; nothing is sent while the connection is lost (false). */
bool remote_move(struct remote *r, const char *text);
bool remote_talk(struct remote *r, const char *text);
bool remote_phrase(struct remote *r, const char *phrase);
bool remote_agree(struct remote *r, bool yes);
/* One of `takeback`, `leave`, `back`, `rematch`, `record`, `stand`. */
bool remote_ask(struct remote *r, const char *what);
/* The host begins with bots of that level in free chairs. */
bool remote_begin(struct remote *r, const char *level);

/* The host names the chair that begins; -1: the lot. */
bool remote_begins(struct remote *r, int chair);

/* The members that everybody needs. */
const char *remote_phase(const struct remote *r); /* "": not known yet */
int remote_seat(const struct remote *r);          /* GAME_SPECTATOR: none */
int remote_chair(const struct remote *r);         /* -1: none */
int remote_seats(const struct remote *r);
bool remote_is_host(const struct remote *r);
/* The refusal as text, which is then forgotten; false: there is none. */
bool remote_take_refusal(struct remote *r, enum words_language language, struct buf *out);

#endif
