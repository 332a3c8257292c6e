/* Our bots at a daily deal, and its records verified: a part of the module review.wasm. */
#include <string.h>

#include "games/list.h"
#include "table/daily.h"
#include "wasm/face.h"

static struct buf start(size_t room)
{
    strbuf_reset(&wasm_out);
    return strbuf_room(&wasm_out, room);
}

/* The result of level number `i` at the person's seat, as `["easy",{...}]`. False: there are no
   more levels. */
EXPORT(daily_level) bool wasm_daily_level(const char *game, int day, int i)
{
    const struct game *g = games_find(game);
    const struct bot *level[DAILY_LEVELS_MAX];
    struct daily d;
    struct daily_result r;
    if (g == NULL)
        return false;
    daily_list_levels(g, level);
    for (int k = 0; k <= i; k++)
        if (level[k] == NULL)
            return false;
    daily_make(g, day, &d);
    daily_play(&d, level[i], &r);
    struct buf b = start(512);
    buf_put_char(&b, '[');
    buf_put_json(&b, level[i]->name);
    buf_put_char(&b, ',');
    daily_write_result(&r, &b);
    buf_put_char(&b, ']');
    strbuf_take(&wasm_out, &b);
    return true;
}

/* Verifies a record and writes its result; false: `wasm_out` says why it is refused. */
EXPORT(daily_check) bool wasm_daily_check(const char *line)
{
    struct record record;
    struct problem p;
    struct daily_result r;
    bool good = record_read(&record, line, strlen(line), &p);
    if (good) {
        good = daily_check(&record, NULL, &r, &p);
        record_clear(&record);
    }
    struct buf b = start(PROBLEM_TEXT_MAX);
    if (good)
        daily_write_result(&r, &b);
    else
        problem_write_json(&p, &b);
    strbuf_take(&wasm_out, &b);
    return good;
}
