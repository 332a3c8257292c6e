/* Identities: cookies, guests, random texts and derived ids. */
#ifndef PARLOR_SERVER_IDENTITY_H
#define PARLOR_SERVER_IDENTITY_H

#include "server/server.h"

void identity_write_cookie(const struct server *s, uint64_t player, int generation,
                           char out[SERVER_COOKIE_MAX]);
/* Reads the player of a cookie, and the player's name. STORE_NONE: it is forged or revoked.
   STORE_FAILED: nobody can tell now. */
int identity_read_cookie(struct server *s, const char *text, uint64_t *player,
                         char name[TABLE_NAME_MAX]);
/* Whether a cookie is one of this server's; it may be revoked. */
bool identity_is_own_cookie(const struct server *s, const char *text);
/* Whether the person has a finished game that is a day old: no crowd is made of such people in an
   hour. False also if the store cannot tell. */
bool identity_is_known(struct server *s, uint64_t player);
uint64_t identity_new(char name[TABLE_NAME_MAX]);
void identity_guest_name(uint64_t player, char name[TABLE_NAME_MAX]);
void identity_random_text(char *out, int n); /* n letters and digits, and a NUL */
/* The id of the table that is made for `from`, which has at most 48 bytes: always the same, and
   only this server's data know it. */
void identity_derive_table(const struct server *s, const char *from, char id[TABLE_ID_MAX]);
uint64_t identity_hash(const struct server *s, const void *bytes, size_t n);

#endif
