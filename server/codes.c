/*
 * Codes to become a player on another device: each works once, and for a while. A player has one
 * at a time, an address a few, and no code is given up for another person's. Several nodes have
 * them in their store, and count their age by the database's time; what is in memory then only
 * counts those of addresses.
 */
#include <sodium.h>
#include <string.h>

#include "server/codes.h"
#include "server/identity.h"
#include "server/server.h"
#include "table/memory.h"

enum { CODES_MAX = 16384, ADDRESS_CODES_MAX = 16, CODE_MS = SERVER_CODE_SECONDS * 1000 };

static void drop(struct server *s, int i)
{
    s->code[i] = s->code[--s->codes];
}

/* Drops the codes that are too old, and the player's. */
static void drop_old(struct server *s, uint64_t player)
{
    for (int i = s->codes - 1; i >= 0; i--)
        if (s->code[i].until < s->now.steady || s->code[i].player == player)
            drop(s, i);
}

/* Nodes share the hashes of codes. */
static uint64_t hash_of(const struct server *s, const char *code)
{
    return identity_hash(s, code, SERVER_CODE_MAX - 1);
}

const char *codes_make(struct server *s, uint64_t player, uint64_t address,
                       char out[SERVER_CODE_MAX])
{
    int near = 0;
    drop_old(s, player);
    for (int i = 0; i < s->codes; i++)
        near += s->code[i].address == address;
    if (near >= ADDRESS_CODES_MAX)
        return MSG("limit.codes");
    if (s->codes >= CODES_MAX)
        return MSG("limit.busy");
    ARRAY_ROOM(s->code, s->codes, s->codes_cap);
    struct code *c = &s->code[s->codes++];
    *c = (struct code){.player = player, .address = address, .until = s->now.steady + CODE_MS};
    identity_random_text(c->text, SERVER_CODE_MAX - 1);
    memcpy(out, c->text, SERVER_CODE_MAX);
    if (s->nodes.on && store_put_code(s->store, hash_of(s, out), player, CODE_MS) != STORE_OK)
        s->turn_failed = true;
    return NULL;
}

uint64_t codes_use(struct server *s, const char *code)
{
    uint64_t player = 0;
    if (strlen(code) != SERVER_CODE_MAX - 1)
        return 0;
    if (s->nodes.on) /* whichever node has made it */
        return store_take_code(s->store, hash_of(s, code), &player) == STORE_OK ? player : 0;
    for (int i = s->codes - 1; i >= 0; i--) {
        if (s->code[i].until < s->now.steady ||
            sodium_memcmp(s->code[i].text, code, SERVER_CODE_MAX - 1) != 0)
            continue;
        player = s->code[i].player;
        drop(s, i);
    }
    return player;
}
