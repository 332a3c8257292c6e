/* Our view of a table's game, as a server of protocol 2 tells it: docs/protocol.md, Sights. */
#ifndef PARLOR_CLIENT_SIGHT_H
#define PARLOR_CLIENT_SIGHT_H

#include <jansson.h>
#include <stdbool.h>

#include "table/strbuf.h"

struct sight {
    struct strbuf text; /* the members `view` and `legal` */
    bool known;
};

void sight_clear(struct sight *s);
/* Puts the members `view` and `legal` of an update in place of `sight`. `n` is the number of the
   last event that we know. False: it is folded over a sight that we do not have. */
bool sight_unfold(struct sight *s, long n, json_t *update);

#endif
