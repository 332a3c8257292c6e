/*
 * Requests with a passphrase: keep, login. A worker thread hashes; finish_passphrase replies.
 *
 *  - An answer to `login` tells nothing but right or wrong: for names that nobody has, malformed
 *    names and impossible passphrases a dummy hash is checked, which takes the same time.
 *  - A crowd cannot fill the queue for good: it is fair (fair_queue.h), and whoever was here before
 *    with that passphrase, from that address, has a share of it that strangers cannot take.
 *  - Guesses are bounded by address and, over all addresses, by name. So that nobody can lock
 *    another person out by wrong guesses, the bound by name does not hold for addresses from
 *    which that person was here before.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/exchange.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/outbox.h"
#include "server/workers.h"
#include "table/memory.h"
#include "table/name.h"

enum { PASSPHRASE_LEAST = 8, PASSPHRASE_MOST = 256 };

static bool is_passphrase(const char *text)
{
    return strlen(text) >= PASSPHRASE_LEAST && strlen(text) <= PASSPHRASE_MOST;
}

/* ---- places ---- */

static struct known_place find_place(const struct server *s, uint64_t player, uint64_t address)
{
    return (struct known_place){address, identity_hash(s, &player, sizeof player)};
}

void passphrase_know_place(struct server *s, const struct conn *c, uint64_t player)
{
    places_add(&s->known, find_place(s, player, c->address));
}

static bool is_known_place(const struct server *s, const struct conn *c, uint64_t player)
{
    return player != 0 && places_have(&s->known, find_place(s, player, c->address));
}

/* ---- asking ---- */

static void give(struct exchange *x, enum work_kind kind, const struct store_player *p,
                 const char *login)
{
    const char *old = exchange_text(x, "old");
    struct work *w = memory_take_zeros(1, sizeof *w);
    w->kind = kind;
    w->item.known = is_known_place(x->s, x->c, p->id) || (kind == WORK_KEEP && x->c->known);
    w->item.network = x->c->network;
    w->item.address = x->c->address;
    w->item.person = x->c->player;
    w->conn_slot = x->c->slot;
    w->conn_serial = x->c->serial;
    w->request = x->re;
    w->player = p->id;
    table_copy(w->login, sizeof w->login, login);
    table_copy(w->passphrase, sizeof w->passphrase, exchange_text(x, "passphrase"));
    table_copy(w->old, sizeof w->old, old != NULL ? old : "");
    memcpy(w->was, p->hash, sizeof w->was);
    if (workers_give(x->s->hashers, w))
        return;
    sodium_memzero(w, sizeof *w);
    free(w);
    exchange_fail(x, MSG("limit.busy"));
}

/* NULL, or why the name cannot be kept. */
static const char *refuse_keep(struct exchange *x, const struct store_player *p, const char *login)
{
    struct store_player other;
    if (!is_passphrase(exchange_text(x, "passphrase")))
        return MSG("login.short");
    if (p->hash[0] != '\0' && exchange_text(x, "old") == NULL)
        return MSG("login.old");
    /* From here on the answers tell what others have. */
    if (!limits_take(x->s, LIMIT_KEEP_ADDRESS, x->c->address, 0) ||
        !limits_take(x->s, LIMIT_KEEP_PERSON, x->c->player, 0))
        return MSG("limit.rate");
    int found = store_find_login(x->s->store, login, &other);
    if (found == STORE_FAILED)
        return MSG("store.failed");
    return found == STORE_OK && other.id != x->c->player ? MSG("login.taken") : NULL;
}

void handle_keep(struct exchange *x)
{
    struct store_player p;
    char login[NAME_ROOM] = "";
    if (!exchange_find_player(x, &p))
        return;
    const char *why = name_read(exchange_text(x, "name"), login);
    if (why == NULL)
        why = refuse_keep(x, &p, login);
    if (why != NULL)
        exchange_fail(x, why);
    else
        give(x, WORK_KEEP, &p, login);
}

void handle_login(struct exchange *x)
{
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b3dWRWJTmaaJObG9W1Q3N8VG5A";
    const char *name = exchange_text(x, "name");
    struct store_player p;
    char login[NAME_ROOM];
    if (name_read(name, login) != NULL)
        table_copy(login, sizeof login, name);
    int found = store_find_login(x->s->store, login, &p);
    if (found == STORE_FAILED) {
        exchange_fail(x, MSG("store.failed"));
        return;
    }
    if (!limits_take(x->s, LIMIT_LOGIN_ADDRESS, x->c->address, 0) ||
        (!is_known_place(x->s, x->c, found == STORE_OK ? p.id : 0) &&
         !limits_take(x->s, LIMIT_LOGIN_NAME, identity_hash(x->s, login, strlen(login)), 0))) {
        exchange_fail(x, MSG("limit.rate"));
        return;
    }
    if (found != STORE_OK || !is_passphrase(exchange_text(x, "passphrase"))) {
        p = (struct store_player){.id = 0};
        table_copy(p.hash, sizeof p.hash, nobody);
    }
    give(x, WORK_LOGIN, &p, login);
}

/* ---- answering ---- */

/* NULL, or why not: a new passphrase needs the old one, and no other change meanwhile. */
static const char *store_kept(struct server *s, struct store_player *p, const struct work *w)
{
    if (!w->old_good || strcmp(p->hash, w->was) != 0)
        return MSG("login.old");
    table_copy(p->login, sizeof p->login, w->login);
    memcpy(p->hash, w->hash, sizeof p->hash);
    int result = w->good ? store_put_player(s->store, p) : STORE_FAILED;
    return result == STORE_OK         ? NULL
           : result == STORE_CONFLICT ? MSG("login.taken")
                                      : MSG("store.failed");
}

static void finish_keep(struct server *s, struct conn *c, const struct work *w)
{
    struct exchange x = {.s = s, .c = c, .re = w->request};
    struct store_player p;
    if (!exchange_find_to_store(&x, &p))
        return;
    const char *why = store_kept(s, &p, w);
    if (why != NULL) {
        exchange_fail(&x, why);
        return;
    }
    passphrase_know_place(s, c, c->player);
    exchange_done(&x);
}

void finish_passphrase(struct server *s, struct work *w)
{
    struct conn *c = (int)w->conn_slot < s->conns ? s->conn[w->conn_slot] : NULL;
    sodium_memzero(w->passphrase, sizeof w->passphrase);
    sodium_memzero(w->old, sizeof w->old);
    if (c == NULL || c->serial != w->conn_serial || c->dead)
        return;
    if (w->displaced) {
        outbox_error(s, c, w->request, MSG("limit.busy"), NULL);
    } else if (w->kind == WORK_KEEP) {
        finish_keep(s, c, w);
    } else if (w->good && w->player != 0) {
        passphrase_know_place(s, c, w->player);
        exchange_answer_code(&(struct exchange){.s = s, .c = c, .re = w->request}, w->player);
    } else {
        outbox_error(s, c, w->request, MSG("login.wrong"), NULL);
    }
}
