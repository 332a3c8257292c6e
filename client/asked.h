/*
 * The requests of a client that are not answered yet. One about a table has a key
 * (docs/protocol.md, "Once and no more") if the server knows keys: when the connection is lost
 * before the answer comes, it is sent again by the next one.
 */
#ifndef PARLOR_CLIENT_ASKED_H
#define PARLOR_CLIENT_ASKED_H

#include <jansson.h>
#include <stdbool.h>

enum { ASKED_MAX = 32, ASKED_BEGIN = 12 };

struct asked {
    bool keys; /* the server knows them */
    /* Private. */
    char begin[ASKED_BEGIN]; /* of all keys of this client */
    int id;                  /* of the last request */
    struct {
        int id, what;
        json_t *again; /* to send again if the connection is lost; or NULL */
    } one[ASKED_MAX];
};

void asked_init(struct asked *a);
void asked_clear(struct asked *a);
/* Adds id, verb and key to the members, which it takes over, and returns the text to send (heap).
   `repeats` tells whether it will be sent again if it gets lost. */
char *asked_write(struct asked *a, int what, const char *verb, json_t *members, bool *repeats);
/* The request is answered: returns its `what`; -1: it is not known. */
int asked_take(struct asked *a, long long id);
/* The next request after `id` to send again, as text (heap), oldest first; NULL: there are no more.
   Begin with an id of 0. */
char *asked_next(const struct asked *a, int *id, int *what);
/* The server does not know keys: nothing is sent again. */
void asked_forget(struct asked *a);

#endif
