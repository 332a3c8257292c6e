/* Who gives way when all connections are taken: see crowd.h. */
#include "server/crowd.h"

#include <stdlib.h>
#include <wslay/wslay.h>

#include "server/metrics.h"
#include "server/server.h"
#include "server/socket.h"
#include "table/memory.h"

enum { CROWD_MS = 100, CROWD_PART = 8, FAVOUR = 3 };
enum { WORTH_SILENT, WORTH_IDLE, WORTH_LOOKING, WORTH_PLAYING };

static int find_worth(const struct conn *c)
{
    int worth = !c->hello ? WORTH_SILENT : c->opens == 0 ? WORTH_IDLE : WORTH_LOOKING;
    for (int i = 0; i < c->opens && worth < WORTH_PLAYING; i++) {
        const struct table *t = c->open[i]->t;
        if (t->phase == TABLE_PLAY && table_find_chair(t, c->player) >= 0)
            worth = WORTH_PLAYING;
    }
    return worth;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_address(const void *a, const void *b)
{
    const struct crowd_member *x = a, *y = b;
    int order = (int)x->favoured - (int)y->favoured;
    order = order != 0 ? order : compare(x->network, y->network);
    order = order != 0 ? order : compare(x->address, y->address);
    order = order != 0 ? order : y->worth - x->worth;
    order = order != 0 ? order : compare((uint64_t)y->heard, (uint64_t)x->heard);
    return order != 0 ? order : compare(x->serial, y->serial);
}

static int by_turn(const void *a, const void *b)
{
    const struct crowd_member *x = a, *y = b;
    int order = (int)x->favoured - (int)y->favoured;
    order = order != 0 ? order : compare(x->network, y->network);
    order = order != 0 ? order : x->nth - y->nth;
    order = order != 0 ? order : y->worth - x->worth;
    return order != 0 ? order : compare(x->serial, y->serial);
}

/* In thirds, so that a favoured one counts one of them. */
static int weigh(int turn, bool favoured)
{
    return favoured ? turn : FAVOUR * turn;
}

static int by_weight(const void *a, const void *b)
{
    const struct crowd_member *x = a, *y = b;
    int order = weigh(y->turn, y->favoured) - weigh(x->turn, x->favoured);
    order = order != 0 ? order : x->worth - y->worth;
    return order != 0 ? order : compare(y->serial, x->serial);
}

static bool is_same_network(const struct crowd_member *a, const struct crowd_member *b)
{
    return a->favoured == b->favoured && a->network == b->network;
}

static void note_all(struct server *s, struct crowd *crowd)
{
    crowd->n = crowd->next = 0;
    for (int i = 0; i < s->conns; i++) {
        const struct conn *c = s->conn[i];
        if (c == NULL || c->dead)
            continue;
        int worth = find_worth(c);
        ARRAY_ROOM(crowd->member, crowd->n, crowd->cap);
        crowd->member[crowd->n++] =
            (struct crowd_member){.network = c->network,
                                  .address = c->address,
                                  .serial = c->serial,
                                  .slot = c->slot,
                                  .favoured = c->known || worth == WORTH_PLAYING,
                                  .worth = worth,
                                  .heard = c->second};
    }
}

static void put_in_order(struct server *s, struct crowd *crowd)
{
    note_all(s, crowd);
    struct crowd_member *m = crowd->member;
    size_t n = (size_t)crowd->n;
    qsort(m, n, sizeof *m, by_address);
    for (int i = 0; i < crowd->n; i++)
        m[i].nth = i > 0 && is_same_network(&m[i], &m[i - 1]) && m[i].address == m[i - 1].address
                       ? m[i - 1].nth + 1
                       : 1;
    qsort(m, n, sizeof *m, by_turn);
    for (int i = 0; i < crowd->n; i++)
        m[i].turn = i > 0 && is_same_network(&m[i], &m[i - 1]) ? m[i - 1].turn + 1 : 1;
    qsort(m, n, sizeof *m, by_weight);
    crowd->serial = s->serial;
    crowd->until_ns = s->looked_ns + CROWD_MS * INT64_C(1000000);
}

/* The connection of a member; NULL: it is gone. */
static struct conn *find_conn(const struct server *s, const struct crowd_member *m)
{
    struct conn *c = (int)m->slot < s->conns ? s->conn[m->slot] : NULL;
    return c != NULL && c->serial == m->serial && !c->dead ? c : NULL;
}

/* What the newcomer would be among them. */
static struct crowd_member find_own(const struct crowd *crowd, const struct origin *from,
                                    bool known)
{
    struct crowd_member own = {
        .network = from->network, .address = from->hash, .favoured = known, .nth = 1, .turn = 1};
    for (int i = crowd->next; i < crowd->n; i++)
        if (is_same_network(&crowd->member[i], &own)) {
            own.turn++;
            own.nth += crowd->member[i].address == own.address;
        }
    return own;
}

static bool gives_way(const struct crowd_member *m, const struct crowd_member *own)
{
    if (is_same_network(m, own))
        return m->address != own->address && m->nth > own->nth;
    return weigh(m->turn, m->favoured) > weigh(own->turn, own->favoured);
}

/* The next that gives way. Those before it are of other networks and have more, or it is the
   first; NULL: nobody does. */
static struct conn *find_next(const struct server *s, struct crowd *crowd,
                              const struct crowd_member *own)
{
    while (crowd->next < crowd->n && find_conn(s, &crowd->member[crowd->next]) == NULL)
        crowd->next++;
    for (int i = crowd->next; i < crowd->n; i++) {
        const struct crowd_member *m = &crowd->member[i];
        struct conn *c = gives_way(m, own) ? find_conn(s, m) : NULL;
        if (c != NULL)
            return c;
    }
    return NULL;
}

/* Also when a part of them are new. */
static bool is_old(const struct server *s, const struct crowd *crowd)
{
    return s->looked_ns >= crowd->until_ns ||
           s->serial - crowd->serial > (uint64_t)crowd->n / CROWD_PART;
}

bool crowd_make_room(struct server *s, const struct origin *from, bool known)
{
    struct crowd *crowd = &s->crowd;
    if (is_old(s, crowd))
        put_in_order(s, crowd);
    const struct crowd_member own = find_own(crowd, from, known);
    struct conn *c = find_next(s, crowd, &own);
    if (c == NULL)
        return false;
    s->metrics.refused[REFUSED_CROWD]++;
    socket_close(s, c, WSLAY_CODE_POLICY_VIOLATION, "too many connections");
    socket_kill(s, c);
    return true;
}

void crowd_free(struct crowd *crowd)
{
    free(crowd->member);
    *crowd = (struct crowd){.member = NULL};
}
