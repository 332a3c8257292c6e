/*
 * Identity. A cookie is a player's id and generation with a keyed hash that only this server can
 * make, so a visitor needs no row in the store until there is something to keep.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/identity.h"
#include "server/server.h"
#include "table/name.h"

enum { MAC = 16 };

static void make_mac(const struct server *s, uint64_t player, int generation, uint8_t out[MAC])
{
    char text[64];
    int n = snprintf(text, sizeof text, "parlor cookie %016llx %d", (unsigned long long)player,
                     generation);
    crypto_generichash(out, MAC, (const uint8_t *)text, (size_t)n, s->cookie_key,
                       sizeof s->cookie_key);
}

void identity_write_cookie(const struct server *s, uint64_t player, int generation,
                           char out[SERVER_COOKIE_MAX])
{
    uint8_t mac[MAC];
    make_mac(s, player, generation, mac);
    int n = snprintf(out, SERVER_COOKIE_MAX, "%016llx%04x", (unsigned long long)player,
                     (unsigned)generation & 0xffff);
    fair_write_hex(mac, MAC, out + n);
}

void identity_guest_name(uint64_t player, char name[TABLE_NAME_MAX])
{
    snprintf(name, TABLE_NAME_MAX, "Guest %04x", (unsigned)(player & 0xffff));
}

/* False: it is forged. */
static bool read_cookie(const struct server *s, const char *text, uint64_t *player, int *generation)
{
    uint8_t bytes[10 + MAC], mac[MAC];
    if (strlen(text) != sizeof bytes * 2 || !fair_read_hex(text, bytes, sizeof bytes))
        return false;
    *player = 0;
    for (int i = 0; i < 8; i++)
        *player = *player << 8 | bytes[i];
    *generation = bytes[8] << 8 | bytes[9];
    make_mac(s, *player, *generation, mac);
    return sodium_memcmp(mac, bytes + 10, MAC) == 0;
}

bool identity_is_own_cookie(const struct server *s, const char *text)
{
    uint64_t player;
    int generation;
    return read_cookie(s, text, &player, &generation);
}

int identity_read_cookie(struct server *s, const char *text, uint64_t *player,
                         char name[TABLE_NAME_MAX])
{
    struct store_player p = {.generation = 0};
    int generation;
    if (!read_cookie(s, text, player, &generation))
        return STORE_NONE;
    int found = store_find_player(s->store, *player, &p);
    if (found == STORE_FAILED)
        return STORE_FAILED;
    if ((p.generation & 0xffff) != generation) /* of a player without a row it is 0 */
        return STORE_NONE;
    if (name_read(p.name, name) != NULL) /* not chosen, or by older rules */
        identity_guest_name(*player, name);
    return STORE_OK;
}

bool identity_is_known(struct server *s, uint64_t player)
{
    return store_find_known(s->store, player, s->now.date - SERVER_KNOWN_MS) == STORE_OK;
}

uint64_t identity_new(char name[TABLE_NAME_MAX])
{
    uint64_t player = 0;
    while (player == 0)
        randombytes_buf(&player, sizeof player);
    player &= UINT64_MAX >> 1; /* fits a signed column */
    identity_guest_name(player, name);
    return player;
}

static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* no look-alikes */
enum { LETTERS = sizeof letters - 1 };
_Static_assert(256 % LETTERS == 0, "a byte gives each of them alike");

void identity_random_text(char *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = letters[randombytes_uniform(LETTERS)];
    out[n] = '\0';
}

void identity_derive_table(const struct server *s, const char *from, char id[TABLE_ID_MAX])
{
    char text[64];
    uint8_t bytes[TABLE_ID_MAX - 1];
    int n = snprintf(text, sizeof text, "parlor table %s", from);
    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)text, (size_t)n, s->cookie_key,
                       sizeof s->cookie_key);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = letters[bytes[i] % LETTERS];
    id[sizeof bytes] = '\0';
}

uint64_t identity_hash(const struct server *s, const void *bytes, size_t n)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, bytes, n, s->hash_key);
    return hash;
}
