/* The daily deal: what it is, and its table; a part of the module replay.wasm. */
#include "table/daily.h"
#include "games/list.h"
#include "wasm/journal.h"

/* The deal of a day, as daily_write writes it. False: there is no such game. */
EXPORT(daily) bool wasm_daily(const char *game, int day)
{
    const struct game *g = games_find(game);
    struct daily d;
    strbuf_reset(&wasm_out);
    if (g == NULL)
        return false;
    daily_make(g, day, &d);
    struct buf b = strbuf_room(&wasm_out, GAME_JSON_MAX);
    daily_write(&d, &b);
    strbuf_take(&wasm_out, &b);
    return true;
}

/* The journal of its table up to the start, for a person (16 digits and a name), as
   `[[n,at,{...}],...]`. False: there is no such game. */
EXPORT(daily_journal)
bool wasm_daily_journal(const char *game, int day, const char *player, const char *name, double at)
{
    const struct game *g = games_find(game);
    struct daily d;
    struct table_plan plan;
    struct table_person person = {.player = 0};
    strbuf_reset(&wasm_out);
    if (g == NULL || !wasm_read_person(player, name, &person))
        return false;
    daily_make(g, day, &d);
    daily_plan(&d, &plan);
    for (int i = 0; i < daily_count_events(&d); i++) {
        struct table_event e;
        daily_read_event(&d, &person, i, &e);
        e.at = e.steady = (int64_t)at;
        wasm_put_event(&e, &plan);
    }
    strbuf_put(&wasm_out, "]");
    return true;
}
