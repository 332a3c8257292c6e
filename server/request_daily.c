/*
 * Requests about daily deals: handin, day. A worker thread verifies what somebody hands in: it asks
 * the bots again, by the date alone. That costs about a quarter of a second at most, limits are by
 * person and address, and the fair queue of bots shares the threads. One result per person and deal
 * stands, the first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "server/exchange.h"
#include "server/limits.h"
#include "server/outbox.h"
#include "server/room.h"
#include "server/workers.h"
#include "table/clock.h"
#include "table/memory.h"

enum { SCORES_MOST = 200, COUNT_PART = 20, RESULT_ROOM = 128 };

/* Reads game and date; false: the error is sent. */
static bool find_deal(struct exchange *x, struct daily *d)
{
    const struct game *g = games_find(exchange_text(x, "game"));
    const char *date = exchange_text(x, "date");
    int day;
    if (g == NULL || !day_read(date, &day)) {
        exchange_fail_with(x, MSG("request.member"), g == NULL ? "game" : "date");
        return false;
    }
    if (day > day_of_ms(x->s->now.date)) {
        exchange_fail_with(x, MSG("daily.future"), date);
        return false;
    }
    daily_make(g, day, d);
    return true;
}

static void name_deal(const struct daily *d, char out[STORE_DEAL_ROOM])
{
    char date[DAY_DATE_MAX];
    day_write(d->mark.day, date);
    snprintf(out, STORE_DEAL_ROOM, "%s/%s", d->setup.game->name, date);
}

/* ---- handing in ---- */

/* The first day whose results are kept. */
static int first_day(const struct server *s)
{
    int kept = s->settings->keep_dailies;
    return kept == 0 ? 0 : day_of_ms(s->now.date) - kept;
}

/* NULL, or why nothing is verified for this person now. */
static const char *refuse(struct exchange *x, const struct daily *d)
{
    struct store_daily known;
    char deal[STORE_DEAL_ROOM];
    json_int_t version = request_number(&x->request, "version", 0);
    name_deal(d, deal);
    if (version != DAILY_VERSION)
        return MSG("daily.version");
    if (d->mark.day < first_day(x->s))
        return MSG("daily.old");
    const char *full = room_refuse(x->s);
    if (full != NULL)
        return full;
    int found = store_find_daily(x->s->store, deal, x->c->player, &known);
    if (found != STORE_NONE)
        return found == STORE_OK ? MSG("daily.twice") : MSG("store.failed");
    if (!limits_take(x->s, LIMIT_DAILY_PERSON, x->c->player, 0) ||
        !limits_take(x->s, LIMIT_DAILY_ADDRESS, x->c->address, 0))
        return MSG("daily.limit");
    return NULL;
}

void handle_handin(struct exchange *x)
{
    struct daily d;
    if (!find_deal(x, &d))
        return;
    const char *why = refuse(x, &d);
    if (why != NULL) {
        exchange_fail(x, why);
        return;
    }
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = WORK_DAILY;
    w->item = (struct fair_item){.known = x->c->known,
                                 .network = x->c->network,
                                 .address = x->c->address,
                                 .person = x->c->player};
    w->conn_slot = x->c->slot;
    w->conn_serial = x->c->serial;
    w->request = x->re;
    w->player = x->c->player;
    w->daily = memory_take_zeros(1, sizeof *w->daily);
    w->daily->deal = d;
    table_copy(w->daily->moves, sizeof w->daily->moves, exchange_text(x, "moves"));
    if (workers_give(x->s->workers, w))
        return;
    work_free(w);
    exchange_fail(x, MSG("daily.busy"));
}

/* Guests have a row once something of them is kept. */
static bool keep_player(struct exchange *x)
{
    struct store_player p;
    if (!exchange_find_to_store(x, &p))
        return false;
    if (store_put_player(x->s->store, &p) == STORE_OK)
        return true;
    exchange_fail(x, MSG("store.failed"));
    return false;
}

static void keep_result(struct exchange *x, const struct daily_work *d)
{
    char deal[STORE_DEAL_ROOM];
    struct buf b = BUF_ROOM(RESULT_ROOM);
    name_deal(&d->deal, deal);
    const struct store_daily row = {.player = x->c->player,
                                    .deal = deal,
                                    .day = d->deal.mark.day,
                                    .score = d->result.result.score[DAILY_SEAT],
                                    .place = d->result.place,
                                    .won = d->result.won,
                                    .at = x->s->now.date};
    if (!keep_player(x))
        return;
    int result = store_put_daily(x->s->store, &row, first_day(x->s));
    if (result != STORE_OK) {
        exchange_fail(x, result == STORE_CONFLICT ? MSG("daily.twice") : MSG("store.failed"));
        return;
    }
    for (size_t i = 0; i < sizeof x->s->days / sizeof x->s->days[0]; i++)
        x->s->days[i].until_ns = 0;
    daily_write_result(&d->result, &b);
    b.text[0] = ','; /* its members are members of the reply */
    b.text[b.len - 1] = '\0';
    outbox_ok(x->s, x->c, x->re, b.text);
}

void finish_daily(struct server *s, struct work *w)
{
    struct conn *c = (int)w->conn_slot < s->conns ? s->conn[w->conn_slot] : NULL;
    if (c == NULL || c->serial != w->conn_serial || c->dead || c->player != w->player)
        return;
    struct exchange x = {.s = s, .c = c, .re = w->request};
    if (w->displaced)
        exchange_fail(&x, MSG("daily.busy"));
    else if (w->daily->good)
        keep_result(&x, w->daily);
    else
        outbox_problem(s, c, w->request, &w->daily->why);
}

/* ---- how people fared ---- */

static void put_score(void *context, int score, int people)
{
    struct buf *b = context;
    buf_put_comma(b);
    buf_put_char(b, '[');
    buf_put_int(b, score);
    buf_put_char(b, ',');
    buf_put_int(b, people);
    buf_put_char(b, ']');
}

/* The list of scores, kept for a while: counting takes at most a part of the time (COUNT_PART). */
static const struct day_scores *count_scores(struct server *s, const char *deal)
{
    struct day_scores *oldest = &s->days[0];
    for (size_t i = 0; i < sizeof s->days / sizeof s->days[0]; i++) {
        struct day_scores *one = &s->days[i];
        if (strcmp(one->deal, deal) == 0 && s->looked_ns < one->until_ns)
            return one;
        if (one->until_ns < oldest->until_ns)
            oldest = one;
    }
    int64_t began = clock_ns();
    struct buf b;
    buf_init(&b, oldest->scores, sizeof oldest->scores);
    int result = store_count_dailies(s->store, deal, SCORES_MOST, put_score, &b);
    table_copy(oldest->deal, sizeof oldest->deal, deal);
    int64_t now = clock_ns();
    oldest->until_ns = result == STORE_FAILED ? 0 : now + COUNT_PART * (now - began);
    return result == STORE_FAILED ? NULL : oldest;
}

void handle_day(struct exchange *x)
{
    struct daily d;
    struct store_daily own;
    char deal[STORE_DEAL_ROOM];
    struct buf b = BUF_ROOM(SERVER_DAY_SCORES + 256);
    if (!find_deal(x, &d))
        return;
    name_deal(&d, deal);
    const struct day_scores *known = count_scores(x->s, deal);
    int found =
        known != NULL ? store_find_daily(x->s->store, deal, x->c->player, &own) : STORE_FAILED;
    if (found == STORE_FAILED) {
        exchange_fail(x, MSG("store.failed"));
        return;
    }
    buf_put(&b, ",\"scores\":[");
    buf_put(&b, known->scores);
    buf_put(&b, "],\"own\":");
    if (found == STORE_OK) {
        struct daily_result r = {.place = own.place, .won = own.won};
        r.result.score[DAILY_SEAT] = own.score;
        daily_write_result(&r, &b);
    } else {
        buf_put(&b, "null");
    }
    outbox_ok(x->s, x->c, x->re, b.text);
}
