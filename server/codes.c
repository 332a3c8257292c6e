/*
 * Codes to become a player on another device: each works once, and for a while. A player has one
 * at a time, an address a few. If there are too many, whoever has most gives one up: first by
 * network, then by address. So a crowd of addresses keeps nobody from a code, and voids none of
 * those who have fewer. Several nodes have the codes in their store, and count their age by the
 * database's time; what is in memory then only counts those of places.
 */
#include <sodium.h>
#include <string.h>

#include "server/codes.h"
#include "server/identity.h"
#include "server/server.h"
#include "table/memory.h"

enum { COUNTS = 1 << 14, CODE_MS = SERVER_CODE_SECONDS * 1000 };

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

/* The oldest code of the address with most codes in the network with most; -1: no network has more
   than this one. Two that share a count just look like one. */
static int find_surplus(const struct server *s, uint64_t network)
{
    static uint16_t of_network[COUNTS], of_address[COUNTS];
    uint32_t most = 0;
    int best = -1;
    memset(of_network, 0, sizeof of_network);
    memset(of_address, 0, sizeof of_address);
    for (int i = 0; i < s->codes; i++) {
        of_network[s->code[i].network % COUNTS]++;
        of_address[s->code[i].address % COUNTS]++;
    }
    for (int i = 0; i < s->codes; i++) {
        const struct code *c = &s->code[i];
        uint32_t has =
            (uint32_t)of_network[c->network % COUNTS] << 16 | of_address[c->address % COUNTS];
        if (has > most || (has == most && c->until < s->code[best].until)) {
            most = has;
            best = i;
        }
    }
    return most >> 16 > of_network[network % COUNTS] ? best : -1;
}

/* Whether there is room for a code of this network; a full server makes some. */
static bool make_room(struct server *s, uint64_t network)
{
    uint64_t player;
    if (s->codes < CODES_MAX)
        return true;
    int i = find_surplus(s, network);
    if (i < 0)
        return false;
    if (s->nodes.on &&
        store_take_code(s->store, hash_of(s, s->code[i].text), &player) == STORE_FAILED)
        s->turn_failed = true;
    drop(s, i);
    return true;
}

const char *codes_make(struct server *s, uint64_t player, const struct origin *from,
                       char out[SERVER_CODE_MAX])
{
    int near = 0;
    drop_old(s, player);
    for (int i = 0; i < s->codes; i++)
        near += s->code[i].address == from->hash;
    if (near >= CODES_ADDRESS_MAX)
        return MSG("limit.codes");
    if (!make_room(s, from->network))
        return MSG("limit.busy");
    ARRAY_ROOM(s->code, s->codes, s->codes_cap);
    struct code *c = &s->code[s->codes++];
    *c = (struct code){.player = player,
                       .address = from->hash,
                       .network = from->network,
                       .until = s->now.steady + CODE_MS};
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
