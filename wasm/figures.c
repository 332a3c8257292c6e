/* My games: rows of records, statistics and ratings; a part of the module replay.wasm. */
#include <string.h>

#include "games/list.h"
#include "search/scale.h"
#include "table/figures.h"
#include "table/json_text.h"
#include "table/rating.h"
#include "wasm/face.h"

/* ---- statistics ---- */

static struct figures figures;

EXPORT(figures_start) void wasm_figures_start(void)
{
    memset(&figures, 0, sizeof figures);
}

/* Adds the game of a row, the oldest first; false: it does not count. */
EXPORT(figures_add) bool wasm_figures_add(const char *row, int seat)
{
    json_error_t error;
    json_t *root = json_text_read(row, strlen(row), JSON_REJECT_DUPLICATES, &error);
    bool counts = figures_add(&figures, root, seat);
    json_decref(root);
    return counts;
}

EXPORT(figures_write) void wasm_figures_write(void)
{
    strbuf_reset(&wasm_out);
    figures_write(&figures, &wasm_out);
}

/* ---- ratings ---- */

static struct rating rating;

EXPORT(rating_start) void wasm_rating_start(void)
{
    rating = (struct rating){.games = 0};
}

/* Adds a game by the sums of its review. */
EXPORT(rating_add) void wasm_rating_add(double choices, double lost)
{
    rating_add_sums(&rating, choices, lost);
}

EXPORT(rating_result) void wasm_rating_result(double result, double rest)
{
    rating_add_result(&rating, result, rest);
}

/* Figures of the games so far: rating, its margin (-1: not known), whether it is shown, and the
   means of results, of the rest of their roads, and of results without it, with its margin (-1: not
   known). */
EXPORT(rating_find) const double *wasm_rating_find(void)
{
    static double out[8];
    struct rating_figures f;
    rating_find(&rating, &f);
    out[0] = f.rating;
    out[1] = f.has_margin ? f.margin : -1;
    out[2] = f.is_shown;
    out[3] = (double)rating.result.n;
    out[4] = rating.result.mean;
    out[5] = rating.rest.mean;
    out[6] = rating.adjusted.mean;
    out[7] = rating.adjusted.n > 1 ? match_mean_margin(&rating.adjusted) : -1;
    return out;
}

/* The ratings of our bots in a game, weakest first, and the level that plays most like this rating:
   `{"levels":[["random",153],...],"near":"easy"}`; no levels where nobody has measured. */
EXPORT(rating_scale) void wasm_rating_scale(const char *name, int seats, double of)
{
    const struct game *g = games_find(name);
    const struct scale_step *step = g != NULL ? scale_find(g, seats) : NULL;
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, 512);
    buf_put(&b, "{\"levels\":[");
    for (int i = 0; step != NULL && step[i].level != NULL; i++) {
        buf_put(&b, i > 0 ? ",[" : "[");
        buf_put_json(&b, step[i].level);
        buf_put_char(&b, ',');
        buf_put_int(&b, (long long)step[i].rating);
        buf_put_char(&b, ']');
    }
    buf_put(&b, "]");
    if (step != NULL)
        buf_put_key_text(&b, "near", scale_near(g, seats, of));
    buf_put_char(&b, '}');
    strbuf_take(&wasm_out, &b);
}
