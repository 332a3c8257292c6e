/*
 * The player who begins. For games this is an option whose value is a seat (`begins` in
 * core/game.h). But people sit on chairs, and seats are drawn at the start: so the table stores a
 * chair or none, and the option gets its value at the start: the seat of that chair, or a fair
 * draw.
 */
#include <string.h>

#include "table/table.h"

bool table_set_option(struct table_plan *plan, const char *name, const char *text,
                      struct problem *p)
{
    struct setup *s = &plan->setup;
    if (!setup_set_option(s, name, text, p))
        return false;
    if (s->game->begins >= 0 && game_find_option(s->game, name) == s->game->begins)
        plan->begins = s->opt[s->game->begins];
    return true;
}

const char *table_refuse_begins(const struct table_plan *plan, int chair)
{
    if (plan->setup.game->begins < 0)
        return MSG("begins.none");
    if (chair != TABLE_CHANCE && (chair < 0 || chair >= plan->setup.seats))
        return MSG("table.chair-none");
    return NULL;
}

bool table_name_begins(struct table_plan *plan, int chair, struct problem *p)
{
    const char *why = table_refuse_begins(plan, chair);
    if (why == NULL && plan->begins != TABLE_CHANCE)
        why = MSG("begins.twice");
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    plan->begins = chair;
    return true;
}

void table_write_options(const struct setup *s, bool settled, struct buf *b)
{
    int opt[GAME_OPTIONS_MAX];
    memcpy(opt, s->opt, sizeof opt);
    if (!settled && s->game->begins >= 0)
        opt[s->game->begins] = GAME_OPTION_OPEN;
    game_write_options(s->game, opt, b);
}
