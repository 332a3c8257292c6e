/*
 * Aids at a table: for a player's own eyes, from the own view. Where other people play they are
 * off, unless the maker of the table has permitted them; that is told to everybody before they sit
 * down, so who sits down agrees. Against bots alone they come for the asking, but not in a daily
 * deal, which everybody plays without help.
 */
#include "games/aids.h"

#include <string.h>

#include "table/table.h"

/* Whether somebody else plays here. */
static bool has_company(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON && t->chair[i].player != player)
            return true;
    return false;
}

const char *table_refuse_aids(const struct table *t, uint64_t player)
{
    if (t->phase == TABLE_OPEN)
        return MSG("table.not-begun");
    if (table_find_seat(t, player) < 0)
        return MSG("table.not-seated");
    if (games_find_aids(t->plan.setup.game) == NULL)
        return MSG("aids.none");
    if (t->daily.day > 0)
        return MSG("daily.no-hint");
    if (!t->plan.aids && has_company(t, player))
        return MSG("aids.not-agreed");
    return NULL;
}

bool table_tell_aids(const struct table *t, uint64_t player, struct strbuf *out, struct problem *p)
{
    const struct game *g = t->plan.setup.game;
    const char *why = table_refuse_aids(t, player);
    struct view_room room;
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    memset(&room, 0, sizeof room);
    g->observe(table_state(t), table_find_seat(t, player), view_in(&room));
    strbuf_put(out, "\"aids\":");
    struct buf b = strbuf_room(out, GAME_JSON_MAX);
    games_find_aids(g)(view_in(&room), &b);
    strbuf_take(out, &b);
    return true;
}
