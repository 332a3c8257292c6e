/* Requests about who somebody is: hello, names, passphrases, other devices. See ask.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/ask.h"
#include "table/memory.h"

void ask_hello(struct ask *a)
{
    struct strbuf out;
    if (json_integer_value(json_object_get(a->o, "protocol")) != 1) {
        ask_fail_with(a, MSG("hello.version"), "1");
        return;
    }
    a->c->hello = true;
    strbuf_init(&out);
    struct buf b = strbuf_room(&out, 512);
    buf_put(&b, ",\"protocol\":1,\"you\":{\"id\":");
    table_write_player(a->c->player, &b);
    buf_put_key(&b, "name");
    buf_put_json(&b, a->c->name);
    buf_put(&b, "},\"server\":\"" PARLOR_VERSION "\"");
    strbuf_take(&out, &b);
    strbuf_put(&out, ",");
    table_write_games(&out);
    strbuf_put(&out, ",");
    table_write_bots(&out);
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(a->s, a->c, a->re, out.text);
    strbuf_clear(&out);
}

/* The player's row, made up if there is none yet. */
static struct store_player find_player(struct ask *a)
{
    struct store_player p;
    if (store_find_player(a->s->store, a->c->player, &p) != STORE_OK) {
        p = (struct store_player){.id = a->c->player};
        table_copy(p.name, sizeof p.name, a->c->name);
    }
    return p;
}

void ask_set_name(struct ask *a)
{
    const char *name = ask_text(a, "name");
    char members[2 * TABLE_NAME_MAX + 32];
    struct buf b;
    if (!request_is_name(name)) {
        ask_fail(a, MSG("name.bad"));
        return;
    }
    struct store_player p = find_player(a);
    table_copy(p.name, sizeof p.name, name);
    if (store_put_player(a->s->store, &p) != STORE_OK)
        a->s->turn_failed = true;
    for (int i = 0; i < a->s->conns; i++)
        if (a->s->conn[i] != NULL && a->s->conn[i]->player == a->c->player)
            table_copy(a->s->conn[i]->name, sizeof a->c->name, name);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"name\":");
    buf_put_json(&b, name);
    outbox_ok(a->s, a->c, a->re, members);
}

/* Passphrases are hashed by a worker; the answer comes when it is done. */
static void give_passphrase(struct ask *a, enum work_kind kind, const struct store_player *p)
{
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = kind;
    w->conn_slot = a->c->slot;
    w->conn_serial = a->c->serial;
    w->request = a->re;
    w->player = p->id;
    table_copy(w->login, sizeof w->login, ask_text(a, "name"));
    table_copy(w->passphrase, sizeof w->passphrase, ask_text(a, "passphrase"));
    memcpy(w->hash, p->hash, sizeof w->hash);
    if (workers_give(a->s->workers, w))
        return;
    free(w);
    ask_fail(a, MSG("limit.busy"));
}

static bool is_passphrase(const char *text)
{
    return strlen(text) >= 8 && strlen(text) <= 256;
}

void ask_keep(struct ask *a)
{
    struct store_player p = find_player(a), other;
    if (!request_is_name(ask_text(a, "name")))
        ask_fail(a, MSG("name.bad"));
    else if (!is_passphrase(ask_text(a, "passphrase")))
        ask_fail(a, MSG("login.short"));
    else if (store_find_login(a->s->store, ask_text(a, "name"), &other) == STORE_OK &&
             other.id != a->c->player)
        ask_fail(a, MSG("login.taken"));
    else if (!limits_take(a->s->by_address, a->c->address ^ 1, a->s->now, 0.1, 5))
        ask_fail(a, MSG("limit.rate"));
    else
        give_passphrase(a, WORK_KEEP, &p);
}

void ask_login(struct ask *a)
{
    /* Of an unknown name a passphrase is checked too, so that time tells nothing. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b3dWRWJTmaaJObG9W1Q3N8VG5A";
    struct store_player p;
    if (!limits_take(a->s->by_address, a->c->address ^ 1, a->s->now, 0.1, 5)) {
        ask_fail(a, MSG("limit.rate"));
        return;
    }
    if (!is_passphrase(ask_text(a, "passphrase")) || !request_is_name(ask_text(a, "name"))) {
        ask_fail(a, MSG("login.wrong"));
        return;
    }
    if (store_find_login(a->s->store, ask_text(a, "name"), &p) != STORE_OK) {
        p = (struct store_player){.id = 0};
        table_copy(p.hash, sizeof p.hash, nobody);
    }
    give_passphrase(a, WORK_LOGIN, &p);
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
    struct ask a = {.s = s, .c = c, .re = w->request};
    struct store_player p = find_player(&a);
    table_copy(p.login, sizeof p.login, w->login);
    memcpy(p.hash, w->hash, sizeof p.hash);
    int result = w->good ? store_put_player(s->store, &p) : STORE_FAILED;
    if (result == STORE_OK)
        outbox_ok(s, c, w->request, "");
    else
        outbox_error(s, c, w->request,
                     result == STORE_CONFLICT ? MSG("login.taken") : MSG("store.failed"), NULL);
}

void ask_finish(struct server *s, struct work *w)
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

void ask_transfer(struct ask *a)
{
    answer_code(a->s, a->c, a->re, a->c->player);
}
