/*
 * A game that the library cannot tell as numbers: the list of games here, which stands in for
 * games/list.c, has one game that no encoder is for.
 */
#include <string.h>

#include "games/list.h"
#include "lib/parlor.h"
#include "tests/tap.h"

extern const struct game null_game;

static struct game newcomer;
const struct game *const games_list[] = {&newcomer, NULL};

const struct game *games_find(const char *name)
{
    return strcmp(name, newcomer.name) == 0 ? &newcomer : NULL;
}

int main(void)
{
    const char *why = NULL;
    newcomer = null_game;
    newcomer.name = "newcomer";
    tap_ok(parlor_games() == 1 && strcmp(parlor_game(0), "newcomer") == 0, "it is listed");
    struct parlor *p = parlor_new("newcomer", 2, NULL, &why);
    tap_ok(p == NULL && why != NULL && strcmp(why, "features") == 0, "but not made, and told why");
    parlor_free(p);
    struct parlor_batch *b = parlor_batch_new("newcomer", 2, NULL, 3, 1, &why);
    tap_ok(b == NULL, "nor are many of it");
    return tap_done();
}
