/*
 * Identity. A cookie is a player's id and generation with a keyed hash that only this server can
 * make, so a visitor needs no row in the store until there is something to keep.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/server.h"

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

uint64_t identity_read_cookie(struct server *s, const char *text, char name[TABLE_NAME_MAX],
                              int *generation)
{
    uint8_t bytes[10 + MAC], mac[MAC];
    struct store_player p;
    uint64_t player = 0;
    if (strlen(text) != sizeof bytes * 2 || !fair_read_hex(text, bytes, sizeof bytes))
        return 0;
    for (int i = 0; i < 8; i++)
        player = player << 8 | bytes[i];
    *generation = bytes[8] << 8 | bytes[9];
    make_mac(s, player, *generation, mac);
    if (sodium_memcmp(mac, bytes + 10, MAC) != 0)
        return 0;
    int found = store_find_player(s->store, player, &p);
    if (found == STORE_OK && (p.generation & 0xffff) != *generation)
        return 0;
    if (found == STORE_OK && p.name[0] != '\0')
        memcpy(name, p.name, sizeof p.name);
    else
        identity_guest_name(player, name);
    return player;
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

void identity_random_text(char *out, int n)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* no look-alikes */
    for (int i = 0; i < n; i++)
        out[i] = letters[randombytes_uniform(sizeof letters - 1)];
    out[n] = '\0';
}

void identity_make_code(struct server *s, uint64_t player, char out[SERVER_CODE_MAX])
{
    struct code *oldest = &s->code[0];
    for (int i = 0; i < SERVER_CODES; i++)
        if (s->code[i].until < oldest->until)
            oldest = &s->code[i];
    identity_random_text(oldest->text, SERVER_CODE_MAX - 1);
    oldest->player = player;
    oldest->until = s->now + SERVER_CODE_SECONDS * INT64_C(1000);
    memcpy(out, oldest->text, SERVER_CODE_MAX);
}

uint64_t identity_use_code(struct server *s, const char *code)
{
    uint64_t player = 0;
    if (strlen(code) != SERVER_CODE_MAX - 1)
        return 0;
    for (int i = 0; i < SERVER_CODES; i++) {
        struct code *c = &s->code[i];
        if (c->until < s->now || sodium_memcmp(c->text, code, SERVER_CODE_MAX - 1) != 0)
            continue;
        player = c->player;
        *c = (struct code){.until = 0};
    }
    return player;
}

uint64_t identity_hash(const struct server *s, const void *bytes, size_t n)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, bytes, n, s->hash_key);
    return hash;
}
