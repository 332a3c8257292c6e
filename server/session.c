/*
 * One request: JSON in, checked by the row of its kind, carried out, answered. The rows of
 * `verbs` are the schema: every member is named there with its type, and none else is let in.
 */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "server/server.h"
#include "table/preview.h"

enum { STRIKES = 200, LIST_MOST = 100, MINE_MOST = 20, LOBBY_MS = 86400000 };

/* A request while it is carried out. */
struct ask {
    struct server *s;
    struct conn *c;
    long long re;
    json_t *o;
};

typedef void handler(struct ask *a);

static void fail(struct ask *a, const char *id)
{
    reply_error(a->s, a->c, a->re, id, NULL);
}

static void fail_with(struct ask *a, const char *id, const char *arg)
{
    reply_error(a->s, a->c, a->re, id, arg);
}

static void done(struct ask *a)
{
    reply_ok(a->s, a->c, a->re, "");
}

static const char *text_of(const struct ask *a, const char *name)
{
    return json_string_value(json_object_get(a->o, name));
}

/* How many characters a UTF-8 text has; -1 if one is a control character. */
static int count_characters(const char *text)
{
    int n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (*p < 32 || *p == 127 || (*p == 0xc2 && p[1] < 0xa0))
            return -1;
        n += (*p & 0xc0) != 0x80;
    }
    return n;
}

/* ---- who ---- */

static void hello(struct ask *a)
{
    struct grow out;
    if (json_integer_value(json_object_get(a->o, "protocol")) != 1) {
        fail_with(a, MSG("hello.version"), "1");
        return;
    }
    a->c->hello = true;
    grow_init(&out);
    struct buf b = grow_room(&out, 512);
    buf_put(&b, ",\"protocol\":1,\"you\":{\"id\":");
    table_write_player(a->c->player, &b);
    buf_put_key(&b, "name");
    buf_put_json(&b, a->c->name);
    buf_put(&b, "},\"server\":\"" PARLOR_VERSION "\"");
    grow_take(&out, &b);
    grow_put(&out, ",");
    table_write_games(&out);
    grow_put(&out, ",");
    table_write_bots(&out);
    grow_put_bytes(&out, "", 1);
    reply_ok(a->s, a->c, a->re, out.text);
    grow_clear(&out);
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

static bool is_name(const char *text)
{
    int n = count_characters(text);
    return n >= 1 && n <= 24 && text[0] != ' ' && text[strlen(text) - 1] != ' ';
}

static void set_name(struct ask *a)
{
    const char *name = text_of(a, "name");
    char members[2 * TABLE_NAME_MAX + 32];
    struct buf b;
    if (!is_name(name)) {
        fail(a, MSG("name.bad"));
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
    reply_ok(a->s, a->c, a->re, members);
}

/* Passphrases are hashed by a worker; the answer comes when it is done. */
static void give_passphrase(struct ask *a, enum work_kind kind, const struct store_player *p)
{
    struct work *w = calloc(1, sizeof *w);
    if (w == NULL)
        abort();
    w->kind = kind;
    w->conn_slot = a->c->slot;
    w->conn_serial = a->c->serial;
    w->request = a->re;
    w->player = p->id;
    table_copy(w->login, sizeof w->login, text_of(a, "name"));
    table_copy(w->passphrase, sizeof w->passphrase, text_of(a, "passphrase"));
    memcpy(w->hash, p->hash, sizeof w->hash);
    if (crew_give(a->s->crew, w))
        return;
    free(w);
    fail(a, MSG("limit.busy"));
}

static bool is_passphrase(const char *text)
{
    return strlen(text) >= 8 && strlen(text) <= 256;
}

static void keep(struct ask *a)
{
    struct store_player p = find_player(a), other;
    if (!is_name(text_of(a, "name")))
        fail(a, MSG("name.bad"));
    else if (!is_passphrase(text_of(a, "passphrase")))
        fail(a, MSG("login.short"));
    else if (store_find_login(a->s->store, text_of(a, "name"), &other) == STORE_OK &&
             other.id != a->c->player)
        fail(a, MSG("login.taken"));
    else if (!limits_take(a->s->by_address, a->c->address ^ 1, a->s->now, 0.1, 5))
        fail(a, MSG("limit.rate"));
    else
        give_passphrase(a, WORK_KEEP, &p);
}

static void login(struct ask *a)
{
    /* Of an unknown name a passphrase is checked too, so that time tells nothing. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                 "RdescudvJCsgt3ub+b3dWRWJTmaaJObG9W1Q3N8VG5A";
    struct store_player p;
    if (!limits_take(a->s->by_address, a->c->address ^ 1, a->s->now, 0.1, 5)) {
        fail(a, MSG("limit.rate"));
        return;
    }
    if (!is_passphrase(text_of(a, "passphrase")) || !is_name(text_of(a, "name"))) {
        fail(a, MSG("login.wrong"));
        return;
    }
    if (store_find_login(a->s->store, text_of(a, "name"), &p) != STORE_OK) {
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
    reply_ok(s, c, re, members);
}

static void finish_keep(struct server *s, struct conn *c, struct work *w)
{
    struct ask a = {.s = s, .c = c, .re = w->request};
    struct store_player p = find_player(&a);
    table_copy(p.login, sizeof p.login, w->login);
    memcpy(p.hash, w->hash, sizeof p.hash);
    int result = w->good ? store_put_player(s->store, &p) : STORE_FAILED;
    if (result == STORE_OK)
        reply_ok(s, c, w->request, "");
    else
        reply_error(s, c, w->request,
                    result == STORE_CONFLICT ? MSG("login.taken") : MSG("store.failed"), NULL);
}

void session_finish(struct server *s, struct work *w)
{
    if (w->kind == WORK_BOT) {
        struct seat_at *at = hall_find_loaded(s, w->table);
        metrics_observe(&s->metrics.bot_seconds, (double)(server_clock_ns() - w->queued) / 1e9);
        s->fx.n = 0;
        s->fx.changed = 0;
        if (at == NULL)
            return;
        table_answer(at->t, w->seat, w->version, w->m, s->now, s->settings->bot_delay, &s->fx);
        s->metrics.bot_moves += s->fx.n > 0;
        hall_touch(s, at);
        if (s->fx.n == 0)
            s->fx.changed = 0;
        hall_publish(s, at);
        hall_wake(s, at);
        return;
    }
    struct conn *c = (int)w->conn_slot < s->conns ? s->conn[w->conn_slot] : NULL;
    if (c == NULL || c->serial != w->conn_serial || c->dead)
        return;
    if (w->kind == WORK_KEEP)
        finish_keep(s, c, w);
    else if (w->good && w->player != 0)
        answer_code(s, c, w->request, w->player);
    else
        reply_error(s, c, w->request, MSG("login.wrong"), NULL);
}

static void transfer(struct ask *a)
{
    answer_code(a->s, a->c, a->re, a->c->player);
}

/* ---- making tables ---- */

static bool read_clock(const json_t *o, struct table_clock *out)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));
    json_int_t move = json_integer_value(json_object_get(o, "move"));
    json_int_t bank = json_integer_value(json_object_get(o, "bank"));
    json_int_t days = json_integer_value(json_object_get(o, "days"));
    size_t n = json_object_size(o);
    *out = (struct table_clock){.kind = TABLE_CLOCK_NONE};
    if (o == NULL || (kind != NULL && strcmp(kind, "none") == 0 && n == 1))
        return true;
    if (kind != NULL && strcmp(kind, "live") == 0 && n == 3 && move >= 1 && move <= 3600 &&
        bank >= 0 && bank <= 36000) {
        *out = (struct table_clock){TABLE_CLOCK_LIVE, move * 1000, bank * 1000};
        return true;
    }
    if (kind != NULL && strcmp(kind, "days") == 0 && n == 2 && days >= 1 && days <= 30) {
        *out = (struct table_clock){TABLE_CLOCK_DAYS, days * INT64_C(86400000), 0};
        return true;
    }
    return false;
}

static bool read_number(const struct ask *a, struct fair_number *out)
{
    const char *text = text_of(a, "number");
    *out = (struct fair_number){.given = text != NULL};
    return text == NULL || fair_read_hex(text, out->bytes, FAIR_BYTES);
}

static bool read_setup(struct ask *a, struct setup *setup, struct problem *p)
{
    const char *name;
    json_t *value;
    if (!setup_find_game(setup, text_of(a, "game"), p))
        return false;
    const json_t *seats = json_object_get(a->o, "seats");
    if (seats != NULL) {
        json_int_t n = json_integer_value(seats);
        setup->seats = n >= 0 && n < 100 ? (int)n : 100;
    }
    json_object_foreach(json_object_get(a->o, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (!setup_set_option(setup, name, text != NULL ? text : "", p))
            return false;
    }
    return setup_check(setup, p);
}

static void start_effects(struct server *s)
{
    s->fx.n = 0;
    s->fx.changed = 0;
}

/* Puts the bots of the request into the last chairs; false: it was refused. */
static bool add_bots(struct ask *a, struct table *t, const json_t *bots, struct problem *p)
{
    int n = (int)json_array_size(bots);
    for (int i = 0; i < n; i++) {
        struct table_request r = {.kind = TABLE_ASK_BOT, .player = a->c->player};
        r.chair = t->plan.setup.seats - n + i;
        r.level = json_string_value(json_array_get(bots, (size_t)i));
        if (!table_handle(t, &r, a->s->now, &a->s->fx, p))
            return false;
    }
    return true;
}

/* Makes a table by its plan; who makes it opens it, and sits down if `sits`. */
static struct seat_at *make_table(struct ask *a, struct table_plan *plan, const json_t *bots,
                                  const struct table_request *sit, struct problem *p)
{
    char id[TABLE_ID_MAX];
    identity_random_text(id, TABLE_ID_MAX - 1);
    randombytes_buf(plan->secret, sizeof plan->secret);
    struct table *t = table_new(id, plan);
    start_effects(a->s);
    table_create(t, a->c->player, a->c->name, a->s->now, &a->s->fx);
    bool by_host = t->plan.start_by_host;
    t->plan.start_by_host = true; /* not before all is put in its place */
    bool good = add_bots(a, t, bots, p);
    t->plan.start_by_host = by_host;
    if (good && sit != NULL)
        good = table_handle(t, sit, a->s->now, &a->s->fx, p);
    if (!good) {
        start_effects(a->s);
        table_free(t);
        return NULL;
    }
    return hall_add(a->s, t);
}

static void answer_table(struct ask *a, const char *id)
{
    char members[64];
    snprintf(members, sizeof members, ",\"table\":\"%s\"", id);
    reply_ok(a->s, a->c, a->re, members);
}

static void create(struct ask *a)
{
    struct table_plan plan = {.rules = 0};
    struct problem p;
    const json_t *bots = json_object_get(a->o, "bots"), *sits = json_object_get(a->o, "sit");
    const char *start = text_of(a, "start");
    struct table_request sit = {
        .kind = TABLE_ASK_SIT, .player = a->c->player, .name = a->c->name, .chair = -1};
    problem_start(&p, -1);
    if (!read_setup(a, &plan.setup, &p)) {
        reply_problem(a->s, a->c, a->re, &p);
        return;
    }
    bool sits_down = !json_is_false(sits);
    plan.rules = plan.setup.game->rules;
    plan.listed = json_is_true(json_object_get(a->o, "listed"));
    plan.start_by_host = start != NULL && strcmp(start, "host") == 0;
    if (!read_clock(json_object_get(a->o, "clock"), &plan.clock))
        fail(a, MSG("table.clock"));
    else if (!read_number(a, &sit.number))
        fail_with(a, MSG("request.member"), "number");
    else if (start != NULL && strcmp(start, "host") != 0 && strcmp(start, "full") != 0)
        fail_with(a, MSG("request.member"), "start");
    else if ((int)json_array_size(bots) + sits_down > plan.setup.seats)
        fail(a, MSG("table.full"));
    else if (a->c->opens >= SERVER_OPEN_MAX)
        fail(a, MSG("limit.tables"));
    else {
        struct seat_at *at = make_table(a, &plan, bots, sits_down ? &sit : NULL, &p);
        if (at == NULL) {
            reply_problem(a->s, a->c, a->re, &p);
            return;
        }
        answer_table(a, at->t->id);
        hall_publish(a->s, at);
        hall_open(a->s, at, a->c);
        hall_write_whole(a->s, at, a->c);
    }
}

/* ---- at a table ---- */

static struct seat_at *find_table(struct ask *a)
{
    struct seat_at *at = hall_find(a->s, text_of(a, "table"));
    if (at == NULL)
        fail(a, MSG("table.none"));
    return at;
}

struct run {
    struct table *t;
    int n;
    bool broken;
    struct table_event *event;
};

static bool read_run(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct run *r = context;
    struct table_plan plan;
    if (r->n == SERVER_RUN_MAX)
        return false;
    r->event[r->n] = (struct table_event){.n = n, .at = at};
    r->broken = !table_read_event(text, len, &r->event[r->n++], &plan);
    return !r->broken;
}

static bool hears(const struct conn *c, const struct table_event *e)
{
    for (int i = 0; i < c->mutes && e->kind == TABLE_TALK; i++)
        if (c->muted[i] == e->player)
            return false;
    return true;
}

/* The missing run of events; false: it is too long, or cannot be read. */
static bool write_run(struct ask *a, struct seat_at *at, int after)
{
    const struct table_event *heard[SERVER_RUN_MAX];
    struct run r = {.t = at->t};
    int missing = at->t->n - 1 - after, count = 0;
    if (missing < 0 || missing > SERVER_RUN_MAX || after < 0 || a->s->turn_failed)
        return false;
    r.event = malloc((size_t)SERVER_RUN_MAX * sizeof r.event[0]);
    if (r.event == NULL)
        abort();
    int result = missing == 0 ? STORE_OK
                              : store_read_events(a->s->store, at->t->id, after + 1, read_run, &r);
    bool good = result == STORE_OK && !r.broken && r.n == missing;
    for (int i = 0; i < r.n && good; i++)
        if (hears(a->c, &r.event[i]))
            heard[count++] = &r.event[i];
    if (good) {
        size_t start = a->s->text.len;
        table_write_update(at->t, a->c->player, heard, count, TABLE_NEW_ALL, a->s->now,
                           &a->s->text);
        server_hold_at(a->s, a->c, -1, start, a->s->text.len - start);
    }
    free(r.event);
    return good;
}

/* Who comes to the own seat takes it over again. */
static void take_seat_again(struct ask *a, struct seat_at *at)
{
    struct table_request back = {.kind = TABLE_ASK_BACK, .player = a->c->player};
    struct problem p;
    problem_start(&p, -1);
    start_effects(a->s);
    if (table_find_chair(at->t, a->c->player) >= 0 &&
        table_handle(at->t, &back, a->s->now, &a->s->fx, &p))
        hall_publish(a->s, at);
}

static bool may_open(struct ask *a, const struct seat_at *at)
{
    for (int i = 0; i < a->c->opens; i++)
        if (a->c->open[i] == at)
            return true;
    return a->c->opens < SERVER_OPEN_MAX;
}

static void open_table(struct ask *a)
{
    struct seat_at *at = find_table(a);
    const json_t *after = json_object_get(a->o, "after");
    if (at == NULL)
        return;
    if (!may_open(a, at)) {
        fail(a, MSG("limit.tables"));
        return;
    }
    done(a);
    take_seat_again(a, at);
    hall_open(a->s, at, a->c);
    json_int_t n = json_integer_value(after);
    if (after == NULL || n < 0 || n > INT32_MAX || !write_run(a, at, (int)n))
        hall_write_whole(a->s, at, a->c);
}

static void close_table(struct ask *a)
{
    struct seat_at *at = find_table(a);
    if (at == NULL)
        return;
    done(a);
    hall_close(a->s, at, a->c);
}

/* Carries a table's request out; false: it was refused, and the person told so. */
static bool carry_out(struct ask *a, struct seat_at *at, struct table_request *r)
{
    struct problem p;
    problem_start(&p, -1);
    start_effects(a->s);
    r->player = a->c->player;
    r->name = a->c->name;
    if (table_handle(at->t, r, a->s->now, &a->s->fx, &p))
        return true;
    start_effects(a->s);
    reply_problem(a->s, a->c, a->re, &p);
    return false;
}

static void simple(struct ask *a, struct table_request r)
{
    struct seat_at *at = find_table(a);
    if (at == NULL || !carry_out(a, at, &r))
        return;
    done(a);
    hall_publish(a->s, at);
}

static int chair_of(const struct ask *a)
{
    const json_t *chair = json_object_get(a->o, "chair");
    json_int_t n = json_integer_value(chair);
    return chair == NULL ? -1 : n >= 0 && n < GAME_SEATS_MAX ? (int)n : GAME_SEATS_MAX;
}

static void sit(struct ask *a)
{
    struct table_request r = {.kind = TABLE_ASK_SIT, .chair = chair_of(a)};
    struct seat_at *at = find_table(a);
    char members[32];
    if (at == NULL)
        return;
    if (!read_number(a, &r.number)) {
        fail_with(a, MSG("request.member"), "number");
        return;
    }
    if (!may_open(a, at)) {
        fail(a, MSG("limit.tables"));
        return;
    }
    bool looks = false;
    for (int i = 0; i < a->c->opens; i++)
        looks = looks || a->c->open[i] == at;
    if (!carry_out(a, at, &r))
        return;
    snprintf(members, sizeof members, ",\"chair\":%d", table_find_chair(at->t, a->c->player));
    reply_ok(a->s, a->c, a->re, members);
    hall_publish(a->s, at);
    if (looks)
        return;
    hall_open(a->s, at, a->c);
    hall_write_whole(a->s, at, a->c);
}

static void stand(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_STAND});
}

static void put_bot(struct ask *a)
{
    simple(a, (struct table_request){
                  .kind = TABLE_ASK_BOT, .chair = chair_of(a), .level = text_of(a, "level")});
}

static void start(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_START, .level = text_of(a, "level")});
}

static void make_move(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_MOVE, .text = text_of(a, "text")});
}

/* Would that move be carried out? Nothing changes: not even who sits away comes back by it. */
static void why(struct ask *a)
{
    struct seat_at *at = find_table(a);
    struct problem p;
    if (at == NULL)
        return;
    problem_start(&p, -1);
    if (table_check_move(at->t, a->c->player, text_of(a, "text"), &p))
        reply_ok(a->s, a->c, a->re, ",\"legal\":true");
    else
        reply_problem(a->s, a->c, a->re, &p);
}

/* The own films and hand as that move would leave them, where it shows nothing new. */
static void preview(struct ask *a)
{
    struct seat_at *at = find_table(a);
    char members[GAME_JSON_MAX];
    struct problem p;
    struct buf b;
    if (at == NULL)
        return;
    problem_start(&p, -1);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"player\":");
    if (preview_write_own(at->t, a->c->player, text_of(a, "text"), &b, &p))
        reply_ok(a->s, a->c, a->re, members);
    else
        reply_problem(a->s, a->c, a->re, &p);
}

static void takeback(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_TAKEBACK});
}

static void agree(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_AGREE,
                                     .yes = json_is_true(json_object_get(a->o, "yes"))});
}

static void leave(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_LEAVE});
}

static void back(struct ask *a)
{
    simple(a, (struct table_request){.kind = TABLE_ASK_BACK});
}

static void talk(struct ask *a)
{
    const char *text = text_of(a, "text"), *phrase = text_of(a, "phrase");
    int n = text != NULL ? count_characters(text) : 0;
    if ((text == NULL) == (phrase == NULL)) {
        fail_with(a, MSG("request.member"), "text");
        return;
    }
    if (text != NULL && (n < 1 || n > 200)) {
        fail(a, MSG("talk.length"));
        return;
    }
    if (!limits_take(a->s->by_player, a->c->player ^ 2, a->s->now, 0.5, 10)) {
        fail(a, MSG("limit.rate"));
        return;
    }
    simple(a, (struct table_request){.kind = TABLE_ASK_TALK,
                                     .text = text != NULL ? text : phrase,
                                     .yes = phrase != NULL});
}

static void mute(struct ask *a)
{
    uint8_t bytes[8];
    uint64_t player = 0;
    struct conn *c = a->c;
    if (!fair_read_hex(text_of(a, "player"), bytes, 8)) {
        fail_with(a, MSG("request.member"), "player");
        return;
    }
    for (int i = 0; i < 8; i++)
        player = player << 8 | bytes[i];
    for (int i = 0; i < c->mutes; i++)
        if (c->muted[i] == player)
            c->muted[i--] = c->muted[--c->mutes];
    if (json_is_true(json_object_get(a->o, "on"))) {
        if (c->muted == NULL)
            c->muted = calloc(SERVER_MUTES_MAX, sizeof c->muted[0]);
        if (c->muted == NULL)
            abort();
        c->mutes -= c->mutes == SERVER_MUTES_MAX;
        c->muted[c->mutes++] = player;
    }
    done(a);
}

/* ---- after a game ---- */

static void rematch(struct ask *a)
{
    struct seat_at *at = find_table(a);
    struct problem p;
    if (at == NULL)
        return;
    problem_start(&p, -1);
    struct table *t = at->t;
    if (t->rematch[0] != '\0' && table_find_chair(t, a->c->player) >= 0) {
        answer_table(a, t->rematch);
        return;
    }
    struct table_plan plan = t->plan;
    struct table_request sits = {
        .kind = TABLE_ASK_SIT, .player = a->c->player, .name = a->c->name, .chair = -1};
    json_t *bots = json_array();
    plan.invited_count = 0;
    for (int i = 0; i < plan.setup.seats; i++) {
        if (t->chair[i].kind == TABLE_CHAIR_PERSON)
            plan.invited[plan.invited_count++] = t->chair[i].player;
        else if (t->chair[i].kind == TABLE_CHAIR_BOT)
            json_array_append_new(bots, json_string(t->chair[i].bot->name));
    }
    /* Asked of the old table first, so that nothing is made for who may not ask. */
    struct table_request r = {.kind = TABLE_ASK_REMATCH, .player = a->c->player};
    if (t->phase != TABLE_OVER || table_find_chair(t, a->c->player) < 0 || !may_open(a, NULL)) {
        fail(a, t->phase != TABLE_OVER ? MSG("table.not-over") : MSG("table.not-seated"));
        json_decref(bots);
        return;
    }
    struct seat_at *next = make_table(a, &plan, bots, &sits, &p);
    json_decref(bots);
    if (next == NULL) {
        reply_problem(a->s, a->c, a->re, &p);
        return;
    }
    answer_table(a, next->t->id);
    hall_publish(a->s, next);
    hall_open(a->s, next, a->c);
    hall_write_whole(a->s, next, a->c);
    r.text = next->t->id;
    r.name = a->c->name;
    start_effects(a->s);
    if (table_handle(t, &r, a->s->now, &a->s->fx, &p))
        hall_publish(a->s, at);
}

/* A finished table where this person sat, or NULL after saying why not. */
static struct seat_at *find_finished(struct ask *a)
{
    struct seat_at *at = find_table(a);
    if (at == NULL)
        return NULL;
    if (table_find_chair(at->t, a->c->player) < 0) {
        fail(a, MSG("table.not-yours"));
        return NULL;
    }
    if (at->t->phase != TABLE_OVER) {
        fail(a, MSG("table.not-over"));
        return NULL;
    }
    return at;
}

static void record(struct ask *a)
{
    struct seat_at *at = find_finished(a);
    struct grow out;
    if (at == NULL)
        return;
    grow_init(&out);
    grow_put(&out, ",\"record\":");
    table_write_record(at->t, &out);
    out.text[out.len - 1] = '\0'; /* the line end */
    reply_ok(a->s, a->c, a->re, out.text);
    grow_clear(&out);
}

static void share(struct ask *a)
{
    struct seat_at *at = find_finished(a);
    char key[24], members[64];
    if (at == NULL)
        return;
    if (store_find_share_of(a->s->store, at->t->id, key, sizeof key) != STORE_OK) {
        identity_random_text(key, 20);
        if (store_put_share(a->s->store, key, at->t->id) != STORE_OK)
            a->s->turn_failed = true;
    }
    snprintf(members, sizeof members, ",\"path\":\"/record/%s\"", key);
    reply_ok(a->s, a->c, a->re, members);
}

/* ---- lists ---- */

static bool add_row(void *context, const struct store_table *t)
{
    struct grow *out = context;
    grow_put(out, out->text[out->len - 1] == '[' ? "{" : ",{");
    grow_put(out, t->row);
    grow_put(out, "}");
    return true;
}

static void lobby(struct ask *a)
{
    struct grow out;
    grow_init(&out);
    grow_put(&out, ",\"tables\":[");
    a->c->watches_lobby = json_is_true(json_object_get(a->o, "watch"));
    store_list_lobby(a->s->store, a->s->now - LOBBY_MS, LIST_MOST, add_row, &out);
    grow_put(&out, "]");
    grow_put_bytes(&out, "", 1);
    reply_ok(a->s, a->c, a->re, out.text);
    grow_clear(&out);
}

struct ids {
    int n;
    char id[MINE_MOST][TABLE_ID_MAX];
};

static bool keep_id(void *context, const struct store_table *t)
{
    struct ids *ids = context;
    table_copy(ids->id[ids->n++], TABLE_ID_MAX, t->id);
    return ids->n < MINE_MOST;
}

static void mine(struct ask *a)
{
    struct ids ids = {.n = 0};
    struct grow out;
    grow_init(&out);
    grow_put(&out, ",\"tables\":[");
    store_list_seats(a->s->store, a->c->player, MINE_MOST, keep_id, &ids);
    for (int i = 0, n = 0; i < ids.n; i++) {
        struct seat_at *at = hall_find(a->s, ids.id[i]);
        if (at == NULL)
            continue;
        int seat = table_find_seat(at->t, a->c->player);
        bool turn = seat >= 0 && table_actors(at->t) >> seat & 1;
        grow_put(&out, n++ > 0 ? ",{" : "{");
        table_write_row(at->t, &out);
        grow_put(&out, turn ? ",\"turn\":true}" : ",\"turn\":false}");
    }
    grow_put(&out, "]");
    grow_put_bytes(&out, "", 1);
    reply_ok(a->s, a->c, a->re, out.text);
    grow_clear(&out);
}

/* ---- the schema ---- */

/* Members as `name:type`; s text, i whole number, b true or false, o object, a list of texts, l
   text or null; a question mark in front: may be left out. */
static const struct verb {
    const char *name;
    handler *run;
    const char *members;
} verbs[] = {
    {"hello", hello, "protocol:i"},
    {"name", set_name, "name:s"},
    {"keep", keep, "name:s passphrase:s"},
    {"login", login, "name:s passphrase:s"},
    {"transfer", transfer, ""},
    {"create", create,
     "game:s ?seats:i ?options:o ?bots:a ?clock:o ?listed:b ?start:s ?sit:b ?number:s"},
    {"open", open_table, "table:s ?after:i"},
    {"close", close_table, "table:s"},
    {"sit", sit, "table:s ?chair:i ?number:s"},
    {"stand", stand, "table:s"},
    {"bot", put_bot, "table:s chair:i level:l"},
    {"start", start, "table:s ?level:s"},
    {"move", make_move, "table:s text:s"},
    {"why", why, "table:s text:s"},
    {"preview", preview, "table:s text:s"},
    {"takeback", takeback, "table:s"},
    {"agree", agree, "table:s yes:b"},
    {"leave", leave, "table:s"},
    {"back", back, "table:s"},
    {"talk", talk, "table:s ?text:s ?phrase:s"},
    {"mute", mute, "player:s on:b"},
    {"rematch", rematch, "table:s"},
    {"record", record, "table:s"},
    {"share", share, "table:s"},
    {"lobby", lobby, "watch:b"},
    {"mine", mine, ""},
};

static bool all_texts(const json_t *list)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        if (!json_is_string(item) || i >= GAME_SEATS_MAX)
            return false;
    }
    return json_is_array(list);
}

static bool has_type(const json_t *v, char type)
{
    switch (type) {
    case 's':
        return json_is_string(v);
    case 'i':
        return json_is_integer(v);
    case 'b':
        return json_is_boolean(v);
    case 'o':
        return json_is_object(v);
    case 'a':
        return all_texts(v);
    default:
        return json_is_string(v) || json_is_null(v);
    }
}

/* NULL, or the name of the member at fault; counts those that are there. */
static const char *check_members(const json_t *o, const char *members, size_t *count, char name[32])
{
    *count = 2; /* id and do */
    for (const char *p = members; *p != '\0';) {
        bool optional = *p == '?';
        p += optional;
        size_t len = strcspn(p, ":");
        memcpy(name, p, len);
        name[len] = '\0';
        const json_t *v = json_object_get(o, name);
        if (v != NULL ? !has_type(v, p[len + 1]) : !optional)
            return name;
        *count += v != NULL;
        p += len + 2;
        p += *p == ' ';
    }
    return NULL;
}

static void run_verb(struct ask *a, const struct verb *v)
{
    char name[32];
    size_t count;
    const char *wrong = check_members(a->o, v->members, &count, name);
    if (!a->c->hello && v->run != hello) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        fail(a, MSG("hello.first"));
    } else if (wrong != NULL) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        fail_with(a, MSG("request.member"), wrong);
    } else if (json_object_size(a->o) != count) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        fail_with(a, MSG("request.extra"), v->members);
    } else {
        v->run(a);
    }
}

static void run_request(struct ask *a)
{
    const char *name = text_of(a, "do");
    const json_t *id = json_object_get(a->o, "id");
    json_int_t n = json_integer_value(id);
    if (!json_is_integer(id) || n < 0 || n > INT64_C(9007199254740991) || name == NULL) {
        a->s->metrics.refused[REFUSED_SCHEMA]++;
        fail_with(a, MSG("request.member"), name == NULL ? "do" : "id");
        return;
    }
    a->re = n;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            run_verb(a, &verbs[i]);
            return;
        }
    }
    a->s->metrics.refused[REFUSED_SCHEMA]++;
    fail_with(a, MSG("request.unknown"), name);
}

void session_handle(struct server *s, struct conn *c, const char *text, size_t len)
{
    struct ask a = {.s = s, .c = c};
    double rate = s->settings->rate, burst = s->settings->burst;
    s->metrics.requests++;
    if (!limits_take(s->by_player, c->player, s->now, rate, burst) ||
        !limits_take(s->by_address, c->address, s->now, 4 * rate, 4 * burst)) {
        s->metrics.refused[REFUSED_RATE]++;
        if (++c->strikes > STRIKES)
            socket_close(s, c, WSLAY_CODE_POLICY_VIOLATION, "rate");
        else
            fail(&a, MSG("limit.rate"));
        return;
    }
    c->strikes = 0;
    a.o = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(a.o)) {
        json_decref(a.o);
        s->metrics.refused[REFUSED_SCHEMA]++;
        socket_close(s, c, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, "JSON object expected");
        return;
    }
    run_request(&a);
    json_decref(a.o);
}

void session_gone(struct server *s, struct conn *c)
{
    c->watches_lobby = false;
    while (c->opens > 0)
        hall_close(s, c->open[0], c);
}
