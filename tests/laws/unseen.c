/* Texts for the followers of the games, and the template game's: see unseen.h. */
#include "tests/laws/unseen.h"

#include <string.h>

const char *unseen_card(const struct play *p, int card)
{
    static char memory[8];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    p->game->write_card(card, &b);
    return memory;
}

const char *unseen_move(const struct play *p, int event)
{
    static char memory[GAME_TEXT_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    p->game->write_move(p->event[event].move, &b);
    return memory;
}

/* Rule N5: a seat sees its own card, and the shown ones once all have chosen. */
int unseen_null(const struct play *p, int events, int seat, struct spot *out)
{
    bool seen[GAME_CARDS_MAX] = {false};
    int n = 0;
    if (events == 0)
        return 0;
    if (seat >= 0)
        seen[seat] = true;
    for (int i = 1; i < events && events == p->seats + 1; i++)
        if (strcmp(unseen_move(p, i), "show") == 0)
            seen[p->event[i].seat] = true;
    for (int i = 0; i < p->event[0].deal.n; i++)
        if (!seen[i])
            out[n++] = (struct spot){.index = i};
    return n;
}
