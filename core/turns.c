/* Taking turns: see turns.h. */
#include "core/turns.h"

#include <assert.h>
#include <string.h>

void turns_start(struct turns *t)
{
    memset(t, 0, sizeof *t);
}

void turns_note(struct turns *t, int seat, move m)
{
    if ((m & MOVE_TALK) == 0) {
        turns_start(t);
        return;
    }
    t->waited = 0;
    t->said[seat] = (uint8_t)(t->said[seat] < UINT8_MAX ? t->said[seat] + 1 : UINT8_MAX);
}

void turns_wait(struct turns *t, int seat)
{
    t->waited |= UINT32_C(1) << seat;
}

bool turns_has_waited(const struct turns *t, int seat)
{
    return (t->waited >> seat & 1) != 0;
}

bool turns_may_wait(const struct turns *t, const struct game *g, uint32_t actors, int seat)
{
    struct turns after = *t;
    turns_wait(&after, seat);
    return !turns_has_waited(t, seat) && !turns_must(&after, g, actors);
}

bool turns_are_open(const struct game *g, uint32_t actors)
{
    return (actors & (actors - 1)) != 0 && g->signal != NULL;
}

bool turns_must(const struct turns *t, const struct game *g, uint32_t actors)
{
    return !turns_are_open(g, actors) || (actors & ~t->waited) == 0;
}

bool turns_take(const struct turns *t, int seat, bool must, move m)
{
    if (m == MOVE_NONE)
        return false;
    return (m & MOVE_TALK) == 0 || (!must && t->said[seat] < TURNS_SIGNALS_MAX);
}

bool turns_leave_open(bool sealed, uint32_t before, int seat, uint32_t after)
{
    return sealed && seat >= 0 && after == (before & ~(UINT32_C(1) << seat));
}

uint32_t turns_list_movers(const struct game *g, const struct state *s, uint32_t seats)
{
    move moves[GAME_MOVES_MAX];
    uint32_t movers = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        if ((seats >> i & 1) != 0 && g->legal(s, i, moves) > 0)
            movers |= UINT32_C(1) << i;
    return movers;
}

int turns_find_next(uint32_t seats, int from)
{
    assert(seats != 0);
    uint32_t after = seats >> from << from;
    return __builtin_ctz(after != 0 ? after : seats);
}
