/* The preview of a link to a table or a game, for messengers. */
#ifndef PARLOR_SERVER_PREVIEW_H
#define PARLOR_SERVER_PREVIEW_H

#include "server/server.h"

/* Whether the path may be such a link, and the store can be asked about it now. */
bool preview_is_due(const struct server *s, const char *url);
/* Writes the page with a head for this link. False: nothing can be told of it, and the page is
   sent as it is. Reads the store. */
bool preview_write(struct server *s, struct MHD_Connection *m, const char *url, struct strbuf *out);

#endif
