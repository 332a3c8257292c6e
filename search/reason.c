/* Reasons of any game: see reason.h. */
#include "search/reason.h"

#include <assert.h>

struct reason *reason_make(struct reason *r, const char *id, bool better)
{
    *r = (struct reason){.id = id, .better = better};
    return r;
}

struct reason *reason_add(struct reason *r, enum reason_what what, int value)
{
    assert(r->n < REASON_ARGS);
    r->arg[r->n++] = (struct reason_arg){.what = what, .value = value};
    return r;
}

/* To the nearest whole number of a value that is not negative. */
static int round_up(double x)
{
    return (int)(x + 0.5);
}

void reason_by_value(struct reason *r, double points, double win)
{
    int tenths = points > BOT_UNKNOWN ? round_up(10 * points) : 0;
    if (tenths > 0)
        reason_add(reason_make(r, MSG("reason.value-points"), false), REASON_TENTHS, tenths);
    else
        reason_add(reason_make(r, MSG("reason.value-win"), false), REASON_TENTHS,
                   round_up(1000 * win));
}

static void put_arg(const struct reason_arg *arg, const struct game *g, struct buf *b)
{
    static const char *const names[] = {
        [REASON_NUMBER] = "number", [REASON_TENTHS] = "number", [REASON_PERCENT] = "percent",
        [REASON_CARD] = "card",     [REASON_SEAT] = "seat",
    };
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key(b, names[arg->what]);
    if (arg->what == REASON_CARD) {
        buf_put_char(b, '"');
        g->write_card(arg->value, b);
        buf_put_char(b, '"');
    } else if (arg->what == REASON_TENTHS) {
        buf_put_int(b, arg->value / 10);
        buf_put_char(b, '.');
        buf_put_int(b, arg->value % 10);
    } else {
        buf_put_int(b, arg->value);
    }
    buf_put_char(b, '}');
}

void reason_write(const struct reason *r, const struct game *g, struct buf *b)
{
    buf_put_char(b, '{');
    buf_put_key_text(b, "id", r->id);
    buf_put_key_bool(b, "better", r->better);
    buf_put_key(b, "args");
    buf_put_char(b, '[');
    for (int i = 0; i < r->n; i++)
        put_arg(&r->arg[i], g, b);
    buf_put(b, "]}");
}
