/* Places where people with a passphrase were seen: see places.h. */
#include "server/places.h"

#include <string.h>

static int find(const struct known_place set[PLACES_WAYS], struct known_place place)
{
    int i = 0;
    while (i < PLACES_WAYS && (set[i].address != place.address || set[i].whose != place.whose))
        i++;
    return i;
}

static int count(const struct known_place set[PLACES_WAYS], uint64_t address)
{
    int n = 0;
    for (int i = 0; i < PLACES_WAYS; i++)
        n += set[i].address == address;
    return n;
}

/* The oldest place of the address that would have most with a new one. An unused one gives way
   first: those are last. */
static int find_worst(const struct known_place set[PLACES_WAYS], uint64_t address)
{
    int worst = PLACES_WAYS - 1, most = 0;
    for (int i = PLACES_WAYS - 1; i >= 0; i--) {
        int n = count(set, set[i].address) + (set[i].address == address);
        if (set[i].whose == 0 && set[i].address == 0)
            return i;
        if (n > most) {
            most = n;
            worst = i;
        }
    }
    return worst;
}

void places_add(struct places *p, struct known_place place)
{
    struct known_place *set = p->set[place.address % PLACES_SETS];
    int i = find(set, place);
    if (i == PLACES_WAYS)
        i = find_worst(set, place.address);
    memmove(set + 1, set, (size_t)i * sizeof *set);
    set[0] = place;
}

bool places_have(const struct places *p, struct known_place place)
{
    return find(p->set[place.address % PLACES_SETS], place) < PLACES_WAYS;
}
