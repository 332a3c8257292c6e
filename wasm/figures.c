/* My games: rows of records, statistics and ratings; a part of the module replay.wasm. */
#include <string.h>

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
