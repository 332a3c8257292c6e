/* The trusted part of a request's head: address, host and origin. */
#ifndef PARLOR_SERVER_HEAD_H
#define PARLOR_SERVER_HEAD_H

#include "po/words.h"
#include "server/server.h"

void head_start(struct server *s);
const char *head_text(struct MHD_Connection *m, const char *name); /* empty: no such header */
struct origin head_origin(const struct server *s, struct MHD_Connection *m);
bool head_is_secure(const struct server *s, struct MHD_Connection *m);
/* `https://name:port` as the client knows this server; false: the request has no such name. */
bool head_write_site(const struct server *s, struct MHD_Connection *m, struct buf *b);
/* Which of our languages the client likes best; English if it names none. */
enum words_language head_language(struct MHD_Connection *m);
/* Browsers send the page's origin: it must be this server. */
bool head_is_own_origin(const struct server *s, struct MHD_Connection *m);
/* NULL, or why the request is refused, with the status of the answer. */
const char *head_refuse(struct server *s, struct MHD_Connection *m, const char *version,
                        unsigned *status);

#endif
