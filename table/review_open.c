/* Whether an open game can be won: see review_open.h. */
#include "table/review_open.h"

#include <string.h>

/* Depth first over the moves of all actors. */
static enum review_open search(const struct game *g, const struct state *s, long *nodes)
{
    uint32_t actors = g->actors(s);
    enum review_open best = REVIEW_OPEN_LOST;
    if (actors == 0) {
        struct result r;
        g->result(s, &r);
        return r.winners != 0 ? REVIEW_OPEN_WON : REVIEW_OPEN_LOST;
    }
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        move moves[GAME_MOVES_MAX];
        int n = actors >> seat & 1 ? g->legal(s, seat, moves) : 0;
        for (int i = 0; i < n; i++) {
            struct state_room next;
            if (--*nodes < 0)
                return REVIEW_OPEN_UNKNOWN;
            memcpy(&next, s, g->state_size);
            g->apply(state_in(&next), seat, moves[i]);
            enum review_open found = search(g, state_in(&next), nodes);
            if (found == REVIEW_OPEN_WON)
                return found;
            if (found == REVIEW_OPEN_UNKNOWN)
                best = found;
        }
    }
    return best;
}

enum review_open review_open_search(const struct game *g, const struct state *s, long nodes)
{
    return search(g, s, &nodes);
}
