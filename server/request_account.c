/* Requests about the account: hello, name, other devices. See exchange.h. */
#include <stdio.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/drain.h"
#include "server/exchange.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/newcomers.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/retain.h"
#include "server/socket.h"
#include "table/memory.h"
#include "table/name.h"

void handle_hello(struct exchange *x)
{
    struct strbuf out;
    struct store_player p;
    json_int_t version = request_number(&x->request, "protocol", 0);
    if (version < 1 || version > SERVER_PROTOCOL) {
        exchange_fail_with(x, MSG("hello.version"), BUF_INT(SERVER_PROTOCOL));
        return;
    }
    char until[24];
    const char *why = order_refuse(x->s, x->c, until);
    if (why != NULL) {
        exchange_fail_with(x, why, until[0] != '\0' ? until : NULL);
        outbox_keep_last(x->s);
        x->c->unwelcome = x->s->bans.unwelcome = true;
        return;
    }
    if (!x->c->hello)
        x->c->protocol = (int)version; /* it does not change: tables may be open */
    x->c->hello = true;
    x->c->known = identity_is_known(x->s, x->c->player);
    newcomers_remove(x->s, x->c);
    if (store_find_player(x->s->store, x->c->player, &p) == STORE_OK) {
        x->c->generation = p.generation;
        retain_see_player(x->s, &p);
        if (p.login[0] != '\0')
            passphrase_know_place(x->s, x->c, x->c->player);
    }
    strbuf_init(&out);
    struct buf b = strbuf_room(&out, 4096);
    buf_put(&b, ",\"protocol\":");
    buf_put_int(&b, x->c->protocol);
    buf_put(&b, ",\"you\":{\"id\":");
    table_write_player(x->c->player, &b);
    buf_put_key(&b, "name");
    buf_put_json(&b, x->c->name);
    buf_put(&b, "},\"server\":\"" PARLOR_VERSION "\",\"keys\":");
    buf_put_int(&b, TABLE_KEYS_SHARE);
    buf_put(&b, x->s->settings->paths ? ",\"paths\":true" : "");
    if (x->s->notice.at != 0)
        drain_write_notice(x->s, &b);
    strbuf_take(&out, &b);
    strbuf_put(&out, ",");
    table_write_games(&out);
    strbuf_put(&out, ",");
    table_write_bots(&out);
    strbuf_put_bytes(&out, "", 1);
    outbox_ok(x->s, x->c, x->re, out.text);
    outbox_keep_last(x->s);
    strbuf_clear(&out);
}

/* Renames all connections of the player; outbox_commit takes it back if it is not stored. */
static void rename_player(struct server *s, uint64_t player, const char *name)
{
    for (int i = 0; i < s->conns; i++) {
        struct conn *c = s->conn[i];
        if (c == NULL || c->player != player)
            continue;
        if (c->old_name == NULL)
            c->old_name = memory_take_text(c->name);
        table_copy(c->name, sizeof c->name, name);
    }
    s->turn_renamed = true;
}

void handle_name(struct exchange *x)
{
    char name[NAME_ROOM], members[2 * TABLE_NAME_MAX + 32];
    struct store_player p;
    const char *why = name_read(exchange_text(x, "name"), name);
    struct buf b;
    if (why != NULL) {
        exchange_fail(x, why);
        return;
    }
    if (!exchange_find_to_store(x, &p))
        return;
    table_copy(p.name, sizeof p.name, name);
    if (store_put_player(x->s->store, &p) != STORE_OK)
        x->s->turn_failed = true;
    rename_player(x->s, x->c->player, name);
    nodes_tell_player(x->s, "name", x->c->player);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"name\":");
    buf_put_json(&b, name);
    outbox_ok(x->s, x->c, x->re, members);
}

void handle_transfer(struct exchange *x)
{
    exchange_answer_code(x, x->c->player);
}

/* Voids all cookies and codes of the person, and ends the other connections. The code in the
   reply brings this device back. */
void handle_signout(struct exchange *x)
{
    struct store_player p;
    if (!limits_take(x->s, LIMIT_SIGNOUT_PERSON, x->c->player, 0)) {
        exchange_fail(x, MSG("limit.rate"));
        return;
    }
    if (!exchange_find_to_store(x, &p) || !exchange_answer_code(x, x->c->player))
        return;
    x->c->generation = ++p.generation;
    nodes_tell_player(x->s, "signout", x->c->player);
    if (store_put_player(x->s->store, &p) != STORE_OK)
        x->s->turn_failed = true;
    for (int i = 0; i < x->s->conns; i++) {
        struct conn *c = x->s->conn[i];
        if (c != NULL && c != x->c && c->player == x->c->player)
            socket_close(x->s, c, WSLAY_CODE_POLICY_VIOLATION, "signed out");
    }
}
