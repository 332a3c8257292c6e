/* The operator's acts: see admin.h. Each is one line in the audit log. */
#include "server/admin.h"
#include "server/drain.h"
#include "server/load.h"
#include "server/nodes.h"
#include "server/order.h"
#include "server/outbox.h"
#include "server/settle.h"
#include "server/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/request.h"

enum { DELETED_AT_ONCE = 100 };

/* ---- requests and answers ---- */

const char *act_text(const struct act *a, const char *name)
{
    return json_string_value(json_object_get(a->o, name));
}

static bool is_set(const struct act *a, const char *name)
{
    return json_is_true(json_object_get(a->o, name));
}

void act_fail(const struct act *a, const char *id, const char *arg)
{
    struct problem p;
    problem_start(&p, -1);
    problem_add(&p, id);
    if (arg != NULL)
        problem_add_text(&p, arg);
    struct buf b = strbuf_room(a->out, PROBLEM_TEXT_MAX);
    buf_put(&b, "{\"error\":");
    problem_write_json(&p, &b);
    buf_put_char(&b, '}');
    strbuf_take(a->out, &b);
}

static void put_until(struct buf *b, int64_t until)
{
    buf_put_key(b, "until");
    if (until == INT64_MAX)
        buf_put(b, "null");
    else
        buf_put_int(b, until);
}

static void answer_int(const struct act *a, const char *name, long long n)
{
    struct buf b = strbuf_room(a->out, 128);
    buf_put(&b, "{\"ok\":true");
    buf_put_key_int(&b, name, n);
    buf_put_char(&b, '}');
    strbuf_take(a->out, &b);
}

static bool read_player(const char *word, uint64_t *player)
{
    uint8_t bytes[8];
    *player = 0;
    if (!fair_read_hex(word, bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        *player = *player << 8 | bytes[i];
    return *player != 0;
}

bool act_find_person(const struct act *a, const char *word, uint64_t *player)
{
    struct store_player p;
    int found = store_find_login(a->s->store, word, &p);
    *player = p.id;
    if (found == STORE_OK || (found == STORE_NONE && read_player(word, player)))
        return true;
    act_fail(a, found == STORE_FAILED ? MSG("store.failed") : MSG("admin.nobody"), word);
    return false;
}

/* A time as 30s, 10m, 12h, 7d or 4w, in milliseconds; INT64_MAX: `ever`; -1: neither. */
static int64_t read_time(const char *text)
{
    static const char units[] = "smhdw";
    static const int64_t seconds[] = {1, 60, 3600, 86400, 7 * 86400};
    int64_t n = 0;
    if (text == NULL)
        return -1;
    if (strcmp(text, "ever") == 0)
        return INT64_MAX;
    size_t digits = strspn(text, "0123456789");
    const char *unit = text[digits] != '\0' ? strchr(units, text[digits]) : NULL;
    if (digits == 0 || digits > 5 || unit == NULL || text[digits + 1] != '\0')
        return -1;
    for (size_t i = 0; i < digits; i++)
        n = 10 * n + (text[i] - '0');
    return n > 0 ? n * seconds[unit - units] * 1000 : -1;
}

/* ---- bans ---- */

static bool is_same(const struct ban *a, const struct ban *b)
{
    return a->player == b->player && a->prefix.bits == b->prefix.bits &&
           a->prefix.address.n == b->prefix.address.n &&
           memcmp(a->prefix.address.bytes, b->prefix.address.bytes, a->prefix.address.n) == 0;
}

/* Takes the ban out of memory; false: there is none. */
static bool take_ban(struct bans *bans, const struct ban *ban)
{
    for (int i = 0; i < bans->n; i++)
        if (is_same(&bans->ban[i], ban)) {
            bans->ban[i] = bans->ban[--bans->n];
            return true;
        }
    return false;
}

static void drop_ended(struct server *s)
{
    for (int i = s->bans.n - 1; i >= 0; i--)
        if (s->bans.ban[i].until <= s->now.date)
            s->bans.ban[i] = s->bans.ban[--s->bans.n];
    if (store_clean_bans(s->store, s->now.date) != STORE_OK)
        s->turn_failed = true;
}

static void name_address(const struct ban *ban, char out[ADDRESS_TEXT_MAX])
{
    out[0] = '\0';
    if (ban->player == 0)
        address_write_prefix(&ban->prefix, out);
}

/* False: there are too many. */
static bool add_ban(const struct act *a, const struct ban *ban, uint64_t whose, const char *why)
{
    struct server *s = a->s;
    char address[ADDRESS_TEXT_MAX], detail[ADDRESS_TEXT_MAX + 64], date[24] = "ever";
    s->bans.changed = true;
    take_ban(&s->bans, ban);
    drop_ended(s);
    if (s->bans.n >= BANS_MAX)
        return false;
    ARRAY_ROOM(s->bans.ban, s->bans.n, s->bans.cap);
    s->bans.ban[s->bans.n++] = *ban;
    name_address(ban, address);
    const struct store_ban row = {.player = ban->player,
                                  .address = address,
                                  .until = ban->until,
                                  .made = s->now.date,
                                  .why = why};
    if (store_put_ban(s->store, &row) != STORE_OK)
        s->turn_failed = true;
    if (ban->until != INT64_MAX)
        order_write_date(ban->until, date);
    snprintf(detail, sizeof detail, "%s%suntil %s, for %s", address, address[0] != '\0' ? " " : "",
             date, why);
    order_note(s, 0, "ban", "", whose, detail);
    return true;
}

/* Bans the addresses that the person is connected from; returns how many, -1: too many. */
static int ban_addresses(const struct act *a, uint64_t player, struct ban *ban, const char *why)
{
    int n = 0;
    for (int i = 0; i < a->s->conns; i++) {
        const struct conn *c = a->s->conn[i];
        if (c == NULL || c->player != player || c->from.n == 0)
            continue;
        ban->prefix = (struct address_prefix){.address = c->from, .bits = (int)c->from.n * 8};
        if (!add_ban(a, ban, player, why))
            return -1;
        n++;
    }
    return n;
}

static const char *find_reason(const struct act *a)
{
    static const char *const reasons[] = {"talk", "name", "play", "other"};
    const char *why = act_text(a, "why");
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (why != NULL && strcmp(reasons[i], why) == 0)
            return reasons[i];
    return why == NULL ? "other" : NULL;
}

static void act_ban(const struct act *a)
{
    const char *who = act_text(a, "who"), *why = find_reason(a);
    int64_t time = read_time(act_text(a, "for"));
    struct ban ban = {.until = time == INT64_MAX ? time : a->s->now.date + time};
    uint64_t player = 0;
    if (who == NULL || why == NULL || time < 0) {
        act_fail(a,
                 who == NULL   ? MSG("admin.no-who")
                 : why == NULL ? MSG("admin.bad-why")
                               : MSG("admin.bad-for"),
                 NULL);
        return;
    }
    bool by_address = address_read_prefix(who, &ban.prefix);
    if (!by_address && !act_find_person(a, who, &player))
        return;
    int n = 1;
    if (is_set(a, "address") && !by_address) {
        n = ban_addresses(a, player, &ban, why);
    } else {
        ban.player = player;
        n = add_ban(a, &ban, player, why) ? 1 : -1;
    }
    if (n <= 0) {
        act_fail(a, n == 0 ? MSG("admin.not-connected") : MSG("admin.bans-full"), who);
        return;
    }
    order_close_banned(a->s);
    struct buf b = strbuf_room(a->out, 128);
    buf_put(&b, "{\"ok\":true");
    buf_put_key_int(&b, "bans", n);
    put_until(&b, ban.until);
    buf_put_char(&b, '}');
    strbuf_take(a->out, &b);
}

static void act_unban(const struct act *a)
{
    const char *who = act_text(a, "who");
    char address[ADDRESS_TEXT_MAX];
    struct ban ban = {.player = 0};
    if (who == NULL) {
        act_fail(a, MSG("admin.no-who"), NULL);
        return;
    }
    if (!address_read_prefix(who, &ban.prefix) && !act_find_person(a, who, &ban.player))
        return;
    a->s->bans.changed = true;
    if (!take_ban(&a->s->bans, &ban)) {
        act_fail(a, MSG("admin.no-ban"), who);
        return;
    }
    name_address(&ban, address);
    if (store_drop_ban(a->s->store, ban.player, address) != STORE_OK)
        a->s->turn_failed = true;
    order_note(a->s, 0, "unban", "", ban.player, address);
    answer_int(a, "bans", 1);
}

/* ---- tables ---- */

static void delete_table(struct server *s, const char *id, uint64_t player)
{
    load_drop(s, id);
    struct live_table *live = tables_find_loaded(s, id);
    if (live != NULL)
        tables_delete(s, live);
    if (store_drop_table(s->store, id) != STORE_OK)
        s->turn_failed = true;
    order_note(s, 0, "delete", id, player, "");
    tables_tell_gone(s, id);
    nodes_tell_gone(s, id);
}

static void act_delete(const struct act *a)
{
    const char *id = act_text(a, "who");
    int n;
    int64_t turn;
    int found = id != NULL && strlen(id) == TABLE_ID_MAX - 1
                    ? store_find_last(a->s->store, id, &n, &turn)
                    : STORE_NONE;
    if (found != STORE_OK) {
        act_fail(a, found == STORE_NONE ? MSG("table.none") : MSG("store.failed"), NULL);
        return;
    }
    delete_table(a->s, id, 0);
    answer_int(a, "deleted", 1);
}

struct ids {
    int n;
    char id[DELETED_AT_ONCE][TABLE_ID_MAX];
};

static bool keep_id(void *context, const struct store_table *t)
{
    struct ids *ids = context;
    table_copy(ids->id[ids->n++], TABLE_ID_MAX, t->id);
    return ids->n < DELETED_AT_ONCE;
}

/* Some of the tables where the person sits; the answer says whether there may be more. */
static void act_delete_all(const struct act *a)
{
    const char *who = act_text(a, "who");
    struct ids ids = {.n = 0};
    uint64_t player;
    if (who == NULL) {
        act_fail(a, MSG("admin.no-who"), NULL);
        return;
    }
    if (!act_find_person(a, who, &player))
        return;
    if (store_list_seats(a->s->store, player, DELETED_AT_ONCE, keep_id, &ids) == STORE_FAILED) {
        act_fail(a, MSG("store.failed"), NULL);
        return;
    }
    for (int i = 0; i < ids.n; i++)
        delete_table(a->s, ids.id[i], player);
    struct buf b = strbuf_room(a->out, 128);
    buf_put(&b, "{\"ok\":true");
    buf_put_key_int(&b, "deleted", ids.n);
    buf_put_key_bool(&b, "more", ids.n == DELETED_AT_ONCE);
    buf_put_char(&b, '}');
    strbuf_take(a->out, &b);
}

/* ---- the whole server ---- */

static const char *const lobby_rules[] = {
    [LOBBY_EVERYBODY] = "everybody", [LOBBY_KEPT] = "kept", [LOBBY_NOBODY] = "nobody"};

static void act_lobby(const struct act *a)
{
    const char *who = act_text(a, "who");
    int rule = LOBBY_EVERYBODY;
    while (who != NULL && rule <= LOBBY_NOBODY && strcmp(lobby_rules[rule], who) != 0)
        rule++;
    if (rule > LOBBY_NOBODY) {
        act_fail(a, MSG("admin.bad-lobby"), who);
        return;
    }
    if (who != NULL) {
        a->s->bans.changed = true; /* read again if this turn is not stored */
        a->s->lobby_rule = (enum lobby_rule)rule;
        if (store_put_number(a->s->store, "lobby", rule) != STORE_OK)
            a->s->turn_failed = true;
        order_note(a->s, 0, "lobby", "", 0, lobby_rules[rule]);
    }
    struct buf b = strbuf_room(a->out, 128);
    buf_put(&b, "{\"ok\":true");
    buf_put_key_text(&b, "lobby", lobby_rules[a->s->lobby_rule]);
    buf_put_char(&b, '}');
    strbuf_take(a->out, &b);
}

/* A restart in so much time, or `off`. */
static void act_announce(const struct act *a)
{
    struct server *s = a->s;
    const char *in = act_text(a, "who"), *text = act_text(a, "text");
    bool off = in != NULL && strcmp(in, "off") == 0;
    int64_t time = off ? 0 : read_time(in);
    char date[24] = "off";
    if (time < 0 || time == INT64_MAX) {
        act_fail(a, MSG("admin.bad-time"), NULL);
        return;
    }
    if (text != NULL && !request_fits_text(text, NOTICE_TEXT_MAX - 1)) {
        act_fail(a, MSG("admin.bad-text"), NULL);
        return;
    }
    s->notice = (struct notice){.at = off ? 0 : s->now.date + time};
    if (!off && text != NULL)
        table_copy(s->notice.text, sizeof s->notice.text, text);
    if (!off)
        order_write_date(s->notice.at, date);
    drain_tell(s);
    drain_keep(s);
    order_note(s, 0, "announce", "", 0, date);
    answer_int(a, "at", s->notice.at);
}

static void act_drain(const struct act *a)
{
    const char *word = act_text(a, "who");
    bool off = word != NULL && strcmp(word, "off") == 0;
    if (word != NULL && !off) {
        act_fail(a, MSG("admin.bad-drain"), word);
        return;
    }
    a->s->drain =
        (struct drain){.on = !off, .stop = !off && is_set(a, "stop"), .left = drain_count(a->s)};
    order_note(a->s, 0, "drain", "", 0, off ? "off" : a->s->drain.stop ? "stop" : "on");
    answer_int(a, "left", a->s->drain.left);
}

static void act_dismiss(const struct act *a)
{
    const char *word = act_text(a, "who");
    char *end = NULL;
    long long id = word != NULL && strlen(word) < 19 ? strtoll(word, &end, 10) : -1;
    if (end == NULL || end == word || *end != '\0')
        id = -1;
    int result = id > 0 ? store_drop_report(a->s->store, id) : STORE_NONE;
    if (result != STORE_OK) {
        act_fail(a, result == STORE_NONE ? MSG("admin.no-report") : MSG("store.failed"),
                 word != NULL ? word : "");
        return;
    }
    char number[24];
    snprintf(number, sizeof number, "%lld", id);
    order_note(a->s, 0, "dismiss", "", 0, number);
    answer_int(a, "dismissed", id);
}

static const struct {
    const char *name;
    void (*run)(const struct act *a);
} acts[] = {
    {"ban", act_ban},       {"unban", act_unban},
    {"delete", act_delete}, {"delete-all", act_delete_all},
    {"lobby", act_lobby},   {"announce", act_announce},
    {"drain", act_drain},   {"dismiss", act_dismiss},
    {"list", act_list},
};

void admin_answer(struct server *s, const json_t *o, struct strbuf *out)
{
    const struct act a = {.s = s, .o = o, .out = out};
    const char *name = act_text(&a, "do");
    for (size_t i = 0; name != NULL && i < sizeof acts / sizeof acts[0]; i++)
        if (strcmp(acts[i].name, name) == 0) {
            acts[i].run(&a);
            return;
        }
    act_fail(&a, MSG("admin.no-act"), name != NULL ? name : "");
}
