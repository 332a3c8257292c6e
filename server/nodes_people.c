/*
 * People who are connected here, compared with the store: what other nodes have told of them may
 * have been missed, or nobody could tell it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/identity.h"
#include "server/nodes.h"
#include "server/server.h"
#include "server/socket.h"
#include "table/memory.h"

/* The connections in the order of their people, and how far the store's rows have come. */
struct comparing {
    struct server *s;
    struct conn **conn;
    int n, at;
};

static int compare_conns(const void *a, const void *b)
{
    const struct conn *const *x = a, *const *y = b;
    return (*x)->player < (*y)->player ? -1 : (*x)->player > (*y)->player;
}

static void end(struct comparing *c, struct conn *conn)
{
    socket_close(c->s, conn, WSLAY_CODE_POLICY_VIOLATION, "signed out");
}

/* A person without a row has never chosen a name, or is forgotten. */
static void pass_unknown(struct comparing *c, uint64_t before)
{
    char guest[TABLE_NAME_MAX];
    for (; c->at < c->n && c->conn[c->at]->player < before; c->at++) {
        struct conn *conn = c->conn[c->at];
        identity_guest_name(conn->player, guest);
        if (conn->generation != 0 || strcmp(conn->name, guest) != 0)
            end(c, conn);
    }
}

static void compare(void *context, uint64_t player, int generation, const char *name)
{
    struct comparing *c = context;
    pass_unknown(c, player);
    for (; c->at < c->n && c->conn[c->at]->player == player; c->at++) {
        struct conn *conn = c->conn[c->at];
        if (conn->generation != generation)
            end(c, conn);
        else if (name[0] != '\0')
            table_copy(conn->name, sizeof conn->name, name);
    }
}

bool nodes_compare_people(struct server *s)
{
    struct comparing c = {.s = s,
                          .conn = memory_take((size_t)(s->conns + 1) * sizeof(struct conn *))};
    struct strbuf ids;
    char number[32];
    for (int i = 0; i < s->conns; i++)
        if (s->conn[i] != NULL && s->conn[i]->hello && !s->conn[i]->dead)
            c.conn[c.n++] = s->conn[i];
    qsort(c.conn, (size_t)c.n, sizeof(struct conn *), compare_conns);
    strbuf_init(&ids);
    strbuf_put(&ids, "{");
    for (int i = 0; i < c.n; i++) {
        snprintf(number, sizeof number, "%s%lld", i > 0 ? "," : "", (long long)c.conn[i]->player);
        strbuf_put(&ids, number);
    }
    strbuf_put_bytes(&ids, "}", 2);
    bool good = store_compare_people(s->store, ids.text, compare, &c) != STORE_FAILED;
    if (good)
        pass_unknown(&c, UINT64_MAX);
    strbuf_clear(&ids);
    free(c.conn);
    return good;
}
