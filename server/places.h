/*
 * Places where people with a passphrase were seen: their addresses, in a table of fixed size. A
 * place has room in the set of its address alone, and in a full set the address with most places
 * gives up its oldest one: so neither many people at one address nor a thousand addresses push
 * out the places of others. The sets are chosen by a keyed hash, so nobody can aim at one.
 */
#ifndef PARLOR_SERVER_PLACES_H
#define PARLOR_SERVER_PLACES_H

#include <stdbool.h>
#include <stdint.h>

enum { PLACES_SETS = 256, PLACES_WAYS = 16 };

struct known_place {
    uint64_t address; /* keyed hashes; 0 0: none */
    uint64_t whose;
};

struct places {
    struct known_place set[PLACES_SETS][PLACES_WAYS]; /* in each set the latest first */
};

void places_add(struct places *p, struct known_place place);
bool places_have(const struct places *p, struct known_place place);

#endif
