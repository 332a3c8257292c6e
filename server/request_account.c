/* Requests about the account: hello, name, passphrase, other devices. See exchange.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/exchange.h"
#include "table/memory.h"

void handle_hello(struct exchange *x)
{
    struct strbuf out;
    if (json_integer_value(json_object_get(x->o, "protocol")) != 1) {
        exchange_fail_with(x, MSG("hello.version"), "1");
        return;
    }
    x->c->hello = true;
    strbuf_init(&out);
    struct buf b = strbuf_room(&out, 512);
    buf_put(&b, ",\"protocol\":1,\"you\":{\"id\":");
    table_write_player(x->c->player, &b);
    buf_put_key(&b, "name");
    buf_put_json(&b, x->c->name);
    buf_put(&b, "},\"server\":\"" PARLOR_VERSION "\"");
    strbuf_take(&out, &b);
    strbuf_put(&out, ",");
    table_write_games(&out);
    strbuf_put(&out, ",");
    table_write_bots(&out);
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(x->s, x->c, x->re, out.text);
    strbuf_clear(&out);
}

/* The player's row, or a new one that is not stored yet. */
static struct store_player find_player(struct exchange *x)
{
    struct store_player p;
    if (store_find_player(x->s->store, x->c->player, &p) != STORE_OK) {
        p = (struct store_player){.id = x->c->player};
        table_copy(p.name, sizeof p.name, x->c->name);
    }
    return p;
}

void handle_name(struct exchange *x)
{
    const char *name = exchange_text(x, "name");
    char members[2 * TABLE_NAME_MAX + 32];
    struct buf b;
    if (!request_is_name(name)) {
        exchange_fail(x, MSG("name.bad"));
        return;
    }
    struct store_player p = find_player(x);
    table_copy(p.name, sizeof p.name, name);
    if (store_put_player(x->s->store, &p) != STORE_OK)
        x->s->turn_failed = true;
    for (int i = 0; i < x->s->conns; i++)
        if (x->s->conn[i] != NULL && x->s->conn[i]->player == x->c->player)
            table_copy(x->s->conn[i]->name, sizeof x->c->name, name);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"name\":");
    buf_put_json(&b, name);
    outbox_ok(x->s, x->c, x->re, members);
}

/* A worker hashes the passphrase; finish_passphrase replies. */
static void give_passphrase(struct exchange *x, enum work_kind kind, const struct store_player *p)
{
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = kind;
    w->conn_slot = x->c->slot;
    w->conn_serial = x->c->serial;
    w->request = x->re;
    w->player = p->id;
    table_copy(w->login, sizeof w->login, exchange_text(x, "name"));
    table_copy(w->passphrase, sizeof w->passphrase, exchange_text(x, "passphrase"));
    memcpy(w->hash, p->hash, sizeof w->hash);
    if (workers_give(x->s->workers, w))
        return;
    free(w);
    exchange_fail(x, MSG("limit.busy"));
}

static bool is_passphrase(const char *text)
{
    return strlen(text) >= 8 && strlen(text) <= 256;
}

void handle_keep(struct exchange *x)
{
    struct store_player p = find_player(x), other;
    if (!request_is_name(exchange_text(x, "name")))
        exchange_fail(x, MSG("name.bad"));
    else if (!is_passphrase(exchange_text(x, "passphrase")))
        exchange_fail(x, MSG("login.short"));
    else if (store_find_login(x->s->store, exchange_text(x, "name"), &other) == STORE_OK &&
             other.id != x->c->player)
        exchange_fail(x, MSG("login.taken"));
    else if (!limits_take(x->s->by_address, x->c->address ^ 1, x->s->now, 0.1, 5))
        exchange_fail(x, MSG("limit.rate"));
    else
        give_passphrase(x, WORK_KEEP, &p);
}

void handle_login(struct exchange *x)
{
    /* For unknown names a dummy hash is checked, so that timing does not reveal them. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b3dWRWJTmaaJObG9W1Q3N8VG5A";
    struct store_player p;
    if (!limits_take(x->s->by_address, x->c->address ^ 1, x->s->now, 0.1, 5)) {
        exchange_fail(x, MSG("limit.rate"));
        return;
    }
    if (!is_passphrase(exchange_text(x, "passphrase")) ||
        !request_is_name(exchange_text(x, "name"))) {
        exchange_fail(x, MSG("login.wrong"));
        return;
    }
    if (store_find_login(x->s->store, exchange_text(x, "name"), &p) != STORE_OK) {
        p = (struct store_player){.id = 0};
        table_copy(p.hash, sizeof p.hash, nobody);
    }
    give_passphrase(x, WORK_LOGIN, &p);
}

static void answer_code(struct server *s, struct conn *c, long long re, uint64_t player)
{
    char code[SERVER_CODE_MAX], members[96];
    identity_make_code(s, player, code);
    snprintf(members, sizeof members, ",\"code\":\"%s\",\"seconds\":%d", code, SERVER_CODE_SECONDS);
    outbox_ok(s, c, re, members);
}

static void finish_keep(struct server *s, struct conn *c, struct work *w)
{
    struct exchange x = {.s = s, .c = c, .re = w->request};
    struct store_player p = find_player(&x);
    table_copy(p.login, sizeof p.login, w->login);
    memcpy(p.hash, w->hash, sizeof p.hash);
    int result = w->good ? store_put_player(s->store, &p) : STORE_FAILED;
    if (result == STORE_OK)
        outbox_ok(s, c, w->request, "");
    else
        outbox_error(s, c, w->request,
                     result == STORE_CONFLICT ? MSG("login.taken") : MSG("store.failed"), NULL);
}

void finish_passphrase(struct server *s, struct work *w)
{
    struct conn *c = (int)w->conn_slot < s->conns ? s->conn[w->conn_slot] : NULL;
    if (c == NULL || c->serial != w->conn_serial || c->dead)
        return;
    if (w->kind == WORK_KEEP)
        finish_keep(s, c, w);
    else if (w->good && w->player != 0)
        answer_code(s, c, w->request, w->player);
    else
        outbox_error(s, c, w->request, MSG("login.wrong"), NULL);
}

void handle_transfer(struct exchange *x)
{
    answer_code(x->s, x->c, x->re, x->c->player);
}
