/*
 * Bots of live tables: whose time they use, when they pause, and how many games with bots one
 * person or address may have at a time. A game counts while it is played, bots play in it, fewer
 * than two people sit there, and somebody looks on: without that its bots pause, or wait for the
 * person.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/bot_tables.h"
#include "server/server.h"
#include "server/steady.h"
#include "server/workers.h"
#include "table/memory.h"

/* A guest at the table pays before its host: a host of many tables slows down only those where
   nobody else plays. Spectators pay if neither is here. */
static int payer_rank(const struct table *t, const struct conn *c)
{
    return c->player == t->host ? 2 : table_find_chair(t, c->player) >= 0 ? 3 : 1;
}

void bot_tables_choose_payer(struct live_table *live)
{
    int best = 0;
    live->payer = NULL;
    for (int i = 0; i < live->conns && best < 3; i++) {
        int rank = payer_rank(live->t, live->conn[i]);
        if (rank > best) {
            best = rank;
            live->payer = live->conn[i];
        }
    }
}

static int count_people(const struct table *t)
{
    int n = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        n += t->chair[i].kind == TABLE_CHAIR_PERSON;
    return n;
}

static int count_bot_seats(const struct table *t)
{
    int n = 0;
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++)
        n += table_is_played_by_bot(t, i);
    return n;
}

bool bot_tables_counts(const struct table *t)
{
    return count_people(t) < 2 && count_bot_seats(t) > 0;
}

bool bot_tables_sleeps(const struct live_table *live)
{
    return live->conns == 0 && live->t->phase == TABLE_PLAY &&
           count_bot_seats(live->t) == live->t->plan.setup.seats;
}

/* ---- limits ---- */

static int count_paid(const struct conn *c)
{
    int n = 0;
    for (int i = 0; i < c->opens; i++)
        n += c->open[i]->payer == c && bot_tables_counts(c->open[i]->t);
    return n;
}

const char *bot_tables_refuse(const struct server *s, const struct conn *c)
{
    int person = 0, address = 0;
    for (const struct conn *other = s->near[c->address % SERVER_NEAR]; other != NULL;
         other = other->next_near) {
        if (other->address != c->address || other->dead)
            continue;
        int n = count_paid(other);
        address += n;
        person += other->player == c->player ? n : 0;
    }
    if (s->settings->bot_tables > 0 && person >= s->settings->bot_tables)
        return MSG("limit.bots");
    if (s->settings->address_bot_tables > 0 && address >= s->settings->address_bot_tables)
        return MSG("limit.bots-address");
    return NULL;
}

/* Whether the request would start a game with bots and fewer than two people. */
static bool would_count(const struct table *t, const struct table_request *r)
{
    int people = count_people(t), empty = 0, bots = 0;
    for (int i = 0; i < t->plan.setup.seats; i++) {
        empty += t->chair[i].kind == TABLE_CHAIR_FREE;
        bots += t->chair[i].kind == TABLE_CHAIR_BOT;
    }
    if (t->phase != TABLE_OPEN)
        return false;
    if (r->kind == TABLE_ASK_START)
        return people < 2 && bots + empty > 0;
    if (r->kind == TABLE_ASK_SIT)
        return people == 0 && empty == 1 && bots > 0 && !t->plan.start_by_host;
    return r->kind == TABLE_ASK_BOT && r->level != NULL && people == 1 && empty == 1 &&
           r->chair >= 0 && r->chair < t->plan.setup.seats &&
           t->chair[r->chair].kind == TABLE_CHAIR_FREE && !t->plan.start_by_host;
}

const char *bot_tables_refuse_request(const struct server *s, const struct conn *c,
                                      const struct table *t, const struct table_request *r)
{
    return would_count(t, r) ? bot_tables_refuse(s, c) : NULL;
}

/* ---- thoughts ---- */

static void drop(struct server *s, struct live_table *live, int seat)
{
    struct work *w = live->work[seat];
    if (w == NULL)
        return;
    live->work[seat] = NULL;
    s->metrics.works_dropped++;
    if (workers_cancel(s->workers, w))
        free(w);
}

void bot_tables_drop_all(struct server *s, struct live_table *live)
{
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        drop(s, live, i);
}

void bot_tables_drop_stale(struct server *s, struct live_table *live)
{
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        if (live->work[i] != NULL &&
            (live->work[i]->version != live->t->version || live->t->phase != TABLE_PLAY))
            drop(s, live, i);
}

void bot_tables_keep(struct server *s, struct live_table *live)
{
    struct moment now = steady_at(s, live);
    for (int i = 0; i < live->t->plan.setup.seats; i++) {
        if (!table_is_stuck(live->t, i, &now))
            continue;
        if (live->work[i] != NULL && workers_goes_on(s->workers, live->work[i]))
            table_put_off(live->t, i, &now);
        else
            s->metrics.bots_stuck++;
    }
}

/* A table that nobody looks at uses the time of its host, at no address: all those share one part.
 */
static void set_payer(const struct live_table *live, struct fair_item *item)
{
    item->known = live->payer != NULL && live->payer->known;
    item->network = live->payer != NULL ? live->payer->network : 0;
    item->address = live->payer != NULL ? live->payer->address : 0;
    item->person = live->payer != NULL ? live->payer->player : live->t->host;
}

void bot_tables_ask(struct server *s, struct live_table *live, int seat, bool must)
{
    const struct table *t = live->t;
    const struct work *old = live->work[seat];
    if (old != NULL && old->version == t->version && old->must == must)
        return; /* it thinks about this already */
    drop(s, live, seat);
    struct moment now = steady_at(s, live);
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = WORK_BOT;
    memcpy(w->table, t->id, sizeof w->table);
    set_payer(live, &w->item);
    w->game = t->plan.setup.game;
    w->bot = t->chair[t->seat[seat].chair].bot;
    w->seat = seat;
    w->version = t->version;
    w->must = must;
    w->most_ns = (uint64_t)table_think_ms(t, seat, &now) * 1000000u;
    w->game->observe(table_state(t), seat, view_in(&w->view));
    randombytes_buf(&w->seed, sizeof w->seed);
    if (workers_give(s->workers, w)) {
        live->work[seat] = w;
        return;
    }
    free(w);
    s->metrics.works_refused++;
    if (workers_have_threads(s->workers)) /* else the table plays for the bot: TABLE_STUCK_MS */
        table_ask_again(live->t, seat, must, &now);
}
