/* Codes to become a player on another device. */
#ifndef PARLOR_SERVER_CODES_H
#define PARLOR_SERVER_CODES_H

#include "server/server.h"

enum { CODES_MAX = 16384, CODES_ADDRESS_MAX = 16 };

/* A code to become a player on another device. */
struct code {
    char text[SERVER_CODE_MAX];
    uint64_t player, address, network; /* the place: of whoever asked for it */
    int64_t until;                     /* in steady time, as all limits */
};

/* A new code in place of the player's old one, for somebody at this place. NULL, or the message id
   of the refusal. */
const char *codes_make(struct server *s, uint64_t player, const struct origin *from,
                       char out[SERVER_CODE_MAX]);
uint64_t codes_use(struct server *s, const char *code); /* the player; 0: no such code */

#endif
