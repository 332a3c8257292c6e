/* Reviews as JSON, for programs and for the page: see review.h. */
#include <stdio.h>

#include "table/rating.h"
#include "table/review.h"

enum { HEAD_ROOM = 256, DECISION_ROOM = 16384, ROAD_ROOM = 1024, REAL_MAX = 40 };

static const char *const grade_names[] = {
    [REVIEW_BEST] = "best",       [REVIEW_GOOD] = "good",       [REVIEW_SLIP] = "slip",
    [REVIEW_MISTAKE] = "mistake", [REVIEW_BLUNDER] = "blunder",
};

/* Numbers with `digits` significant digits, or with `places` decimal places. */
static void put_digits(struct buf *b, double x, int digits)
{
    char text[REAL_MAX];
    snprintf(text, sizeof text, "%.*g", digits, x);
    buf_put(b, text);
}

static void put_places(struct buf *b, double x, int places)
{
    char text[REAL_MAX];
    snprintf(text, sizeof text, "%.*f", places, x);
    buf_put(b, text);
}

static void put_real(struct buf *b, const char *name, double x)
{
    buf_put_key(b, name);
    put_digits(b, x, 15);
}

/* What is neither own nor others' choices is luck only where the values do not err. */
static void put_rest(struct buf *b, bool exact, double rest)
{
    put_real(b, exact ? "luck" : "rest", rest);
}

static void put_move(struct buf *b, const char *name, const struct game *g, move m)
{
    buf_put_key(b, name);
    buf_put_char(b, '"');
    if (m == MOVE_NONE)
        buf_put(b, "wait");
    else
        g->write_move(m, b);
    buf_put_char(b, '"');
}

static void put_value(const struct game *g, const struct bot_value *v, struct buf *b)
{
    buf_put_char(b, '{');
    put_move(b, "move", g, v->m);
    if (v->win > BOT_UNKNOWN)
        put_real(b, "win", v->win);
    if (v->points > BOT_UNKNOWN) {
        buf_put_key(b, "points");
        put_digits(b, v->points, 6);
    }
    buf_put_key_int(b, "visits", (long long)v->visits);
    buf_put_char(b, '}');
}

static void put_side(const struct game *g, const char *name, const struct review_side *side,
                     struct buf *b)
{
    if (!side->known)
        return;
    buf_put_key(b, name);
    buf_put(b, "{\"played\":");
    put_value(g, &side->played, b);
    buf_put_key(b, "best");
    put_value(g, &side->best, b);
    buf_put_char(b, '}');
}

static void put_bid_name(struct buf *b, int bid)
{
    buf_put(b, "\"bid ");
    buf_put_int(b, bid / 2);
    buf_put(b, bid % 2 ? "+\"" : "\"");
}

/* By bid: `{"bid 0":1.5,...}`. */
static void put_by_bid(struct buf *b, const char *name, const double *values, int places)
{
    buf_put_key(b, name);
    buf_put_char(b, '{');
    for (int i = 0; i < STUDY_BIDS; i++) {
        buf_put_comma(b);
        put_bid_name(b, i);
        buf_put_char(b, ':');
        put_places(b, values[i], places);
    }
    buf_put_char(b, '}');
}

static void put_bid(const struct review_bid *bid, struct buf *b)
{
    if (!bid->known)
        return;
    buf_put_key(b, "bid");
    buf_put(b, "{\"tricks\":[");
    for (int i = 0; i < STUDY_TRICKS; i++) {
        buf_put_comma(b);
        put_places(b, bid->study.chance[bid->best][i], 4);
    }
    buf_put_char(b, ']');
    put_by_bid(b, "points", bid->study.points, 3);
    put_by_bid(b, "met", bid->study.met, 4);
    buf_put_key(b, "best");
    put_bid_name(b, bid->best);
    buf_put_char(b, '}');
}

static void put_decision(const struct game *g, const struct review_decision *d, struct buf *b)
{
    buf_put_char(b, '{');
    buf_put_key_int(b, "event", d->event);
    buf_put_key_int(b, "seat", d->seat);
    put_move(b, "played", g, d->played);
    if (d->forced || !d->fair.known) {
        buf_put_key_bool(b, "forced", d->forced);
        buf_put_char(b, '}');
        return;
    }
    buf_put_key_bool(b, "forced", false);
    if (d->valued) {
        buf_put_key_bool(b, "exact", d->exact);
        buf_put_key_text(b, "grade", grade_names[d->grade]);
        if (d->placed) {
            put_rest(b, d->exact, d->rest);
            put_real(b, "others", d->others);
        }
        put_real(b, "skill", d->skill);
    }
    put_side(g, "fair", &d->fair, b);
    put_side(g, "hindsight", &d->hindsight, b);
    buf_put_key(b, "moves");
    buf_put_char(b, '[');
    for (int i = 0; i < d->n; i++) {
        buf_put_comma(b);
        put_value(g, &d->seen[i], b);
    }
    buf_put_char(b, ']');
    put_bid(&d->bid, b);
    if (d->reason.id != NULL) {
        buf_put_key(b, "reason");
        reason_write(&d->reason, g, b);
    }
    buf_put_char(b, '}');
}

static void put_road(const struct review *r, int seat, struct buf *b)
{
    const struct review_seat *road = &r->seat[seat];
    int real;
    double lost;
    rating_sum(r, UINT32_C(1) << seat, &real, &lost);
    buf_put_char(b, '{');
    buf_put_key_int(b, "seat", seat);
    if (road->start > BOT_UNKNOWN)
        put_real(b, "start", road->start);
    put_rest(b, r->exact, road->rest);
    put_real(b, "others", road->others);
    put_real(b, "skill", road->skill);
    if (road->outcome > BOT_UNKNOWN)
        put_real(b, "outcome", road->outcome);
    buf_put_key(b, "last");
    buf_put_char(b, '{');
    put_rest(b, r->exact, road->last_rest);
    put_real(b, "others", road->last_others);
    buf_put_char(b, '}');
    buf_put_key_bool(b, "over", road->over);
    buf_put_key_bool(b, "exact", road->exact);
    buf_put_key_int(b, "choices", road->choices);
    buf_put_key_int(b, "real", real);
    put_real(b, "lost", lost);
    for (int i = REVIEW_BEST; i <= REVIEW_BLUNDER; i++)
        buf_put_key_int(b, grade_names[i], road->count[i]);
    if (road->points > BOT_UNKNOWN) {
        buf_put_key(b, "points_lost");
        put_digits(b, road->points, 6);
    }
    buf_put_char(b, '}');
}

static void add_head(const struct review *r, struct strbuf *out)
{
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put(&b, "{\"game\":");
    buf_put_json(&b, r->game->name);
    buf_put_key_int(&b, "seats", r->seats);
    buf_put_key_text(&b, "bot", r->bot->name);
    buf_put_key_int(&b, "budget", (long long)r->budget);
    buf_put(&b, ",\"decisions\":[");
    strbuf_take(out, &b);
}

void review_write_decision(const struct review *r, int k, struct strbuf *out)
{
    struct buf b = strbuf_room(out, DECISION_ROOM);
    put_decision(r->game, &r->decision[k], &b);
    strbuf_take(out, &b);
}

void review_write(const struct review *r, struct strbuf *out)
{
    add_head(r, out);
    for (int i = 0, n = 0; i < r->n; i++) {
        if (!r->decision[i].asked)
            continue;
        if (n++ > 0)
            strbuf_put(out, ",");
        review_write_decision(r, i, out);
    }
    strbuf_put(out, "],\"roads\":[");
    for (int i = 0, n = 0; i < r->seats; i++) {
        if ((r->seats_asked >> i & 1) == 0)
            continue;
        struct buf b = strbuf_room(out, ROAD_ROOM);
        if (n++ > 0)
            buf_put_char(&b, ',');
        put_road(r, i, &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "]}");
}
