/* A client's side of a table: see remote.h. */
#include "client/remote.h"

#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/order.h"
#include "client/promise.h"
#include "games/list.h"
#include "po/words.h"
#include "table/clock.h"
#include "table/json_text.h"
#include "table/memory.h"

enum {
    RETRY_FIRST_MS = 500,
    RETRY_MOST_MS = 8000,
    PROTOCOL = 2,       /* our version; */
    PROTOCOL_FIRST = 1, /* an older server speaks this one */
    EVENTS_KEPT = 5000,
    SHOWN_KEPT = 16,
    ARGS_MAX = 6
};

/* ---- cleaning ---- */

/* Replaces control characters, also those of two bytes, by `?`; returns whether there were any. */
static bool clean_text(char *text)
{
    bool any = false;
    for (unsigned char *p = (unsigned char *)text; *p != '\0'; p++) {
        bool high = *p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0;
        if (*p >= 32 && *p != 127 && !high)
            continue;
        *p = '?';
        if (high)
            p[1] = '?';
        any = true;
    }
    return any;
}

static void clean_string(json_t *s)
{
    size_t len = json_string_length(s);
    char *copy = memory_take(len + 1);
    memcpy(copy, json_string_value(s), len);
    copy[len] = '\0';
    if (clean_text(copy))
        json_string_set(s, copy);
    free(copy);
}

/* False: a member's name has a control character; our servers write none. */
static bool clean(json_t *v)
{
    size_t i;
    json_t *item;
    const char *key;
    bool good = true;
    if (json_is_string(v))
        clean_string(v);
    json_array_foreach(v, i, item) good = clean(item) && good;
    json_object_foreach(v, key, item)
    {
        for (const char *p = key; *p != '\0'; p++)
            good = good && (unsigned char)*p >= 32 && *p != 127;
        good = clean(item) && good;
    }
    return good;
}

/* ---- sending ---- */

static void note_lost(struct remote *r)
{
    r->live = false;
    r->changes++;
    r->open_at = 0;
    /* Not all clients of a server that has gone come back at the same moment. */
    r->retry_at = clock_ms() + (int64_t)randombytes_uniform((uint32_t)r->retry_ms);
    r->retry_ms = r->retry_ms * 2 < RETRY_MOST_MS ? r->retry_ms * 2 : RETRY_MOST_MS;
}

/* Sends the members as a request, and frees them. */
static bool send_request(struct remote *r, enum remote_ask what, const char *verb, json_t *members)
{
    bool repeats;
    char *text = asked_write(&r->asked, (int)what, verb, members, &repeats);
    bool good = websocket_send(&r->websocket, text, strlen(text));
    free(text);
    return good || repeats;
}

/* After reconnecting: what is not answered yet is sent again; returns whether a `create` is. */
static bool send_again(struct remote *r)
{
    int id = 0, what;
    bool creates = false;
    for (char *text; (text = asked_next(&r->asked, &id, &what)) != NULL; free(text)) {
        websocket_send(&r->websocket, text, strlen(text));
        creates = creates || what == REMOTE_CREATE;
    }
    return creates;
}

static json_t *start_members(const struct remote *r)
{
    return json_pack("{s:s}", "table", r->link.table);
}

bool remote_ask(struct remote *r, const char *what)
{
    enum remote_ask kind = strcmp(what, "rematch") == 0  ? REMOTE_REMATCH
                           : strcmp(what, "record") == 0 ? REMOTE_RECORD
                           : strcmp(what, "aids") == 0   ? REMOTE_AIDS
                                                         : REMOTE_OTHER;
    json_t *members = start_members(r);
    if (kind == REMOTE_REMATCH) {
        json_decref(r->next);
        r->next = json_object();
        json_object_set_new(members, "seal", promise_seal(r->next));
    }
    return remote_send(r, kind, what, members);
}

/* The moments from the list's end on. */
static bool ask_page(struct remote *r)
{
    size_t n = json_array_size(r->pages);
    const json_t *last = n > 0 ? json_array_get(r->pages, n - 1) : NULL;
    json_t *members = start_members(r);
    if (last != NULL)
        json_object_set_new(members, "from",
                            json_integer(json_integer_value(json_object_get(last, "step")) + 1));
    return remote_send(r, REMOTE_PAST, "past", members);
}

bool remote_ask_past(struct remote *r)
{
    json_decref(r->pages);
    r->pages = json_array();
    return ask_page(r);
}

/* A page of what happened; the game may have gone on since the one before. */
static void take_past(struct remote *r, const json_t *m)
{
    json_t *moments = json_object_get(m, "moments");
    json_int_t last = json_integer_value(json_object_get(m, "last"));
    if (r->pages == NULL || !json_is_array(moments))
        return;
    json_array_extend(r->pages, moments);
    size_t n = json_array_size(r->pages);
    const json_t *newest = n > 0 ? json_array_get(r->pages, n - 1) : NULL;
    if (json_array_size(moments) > 0 && n < TABLE_EVENTS_MAX &&
        json_integer_value(json_object_get(newest, "step")) < last && ask_page(r))
        return;
    json_decref(r->past);
    r->past = n > 0 ? json_incref(r->pages) : NULL;
    json_decref(r->pages);
    r->pages = NULL;
}

bool remote_send(struct remote *r, enum remote_ask what, const char *verb, json_t *members)
{
    if (r->live)
        return send_request(r, what, verb, members);
    json_decref(members);
    return false;
}

bool remote_ask_with(struct remote *r, const char *what, const char *name, json_t *value)
{
    json_t *members = start_members(r);
    json_object_set_new(members, name, value);
    return remote_send(r, REMOTE_OTHER, what, members);
}

bool remote_move(struct remote *r, const char *text)
{
    json_t *members = start_members(r);
    json_object_set_new(members, "text", json_string(text));
    if (r->n >= 0) /* what the move was chosen for */
        json_object_set_new(members, "seen", json_integer(r->n));
    return remote_send(r, REMOTE_OTHER, "move", members);
}

static bool greet(struct remote *r, int version)
{
    return send_request(r, version == PROTOCOL ? REMOTE_HELLO : REMOTE_HELLO_FIRST, "hello",
                        json_pack("{s:i}", "protocol", version));
}

/* ---- our part in the fair deal ---- */

static void write_table(const struct remote *r, char *key, size_t size)
{
    snprintf(key, size, "%s/t/%s%s%s", r->link.origin, r->link.table,
             r->identity[0] != '\0' ? "#" : "", r->identity);
    for (char *p = key; *p != '\0'; p++)
        if (*p == ' ' || (unsigned char)*p < 32)
            *p = '_';
}

enum { PROMISE_KEY_MAX = sizeof(struct link) + REMOTE_ID_MAX + 8 };

static void keep_promise(struct remote *r)
{
    char key[PROMISE_KEY_MAX];
    write_table(r, key, sizeof key);
    promise_keep(key, r->kept); /* if it cannot be written, it holds until we end */
}

static void find_promise(struct remote *r)
{
    char key[PROMISE_KEY_MAX];
    write_table(r, key, sizeof key);
    json_decref(r->kept);
    r->kept = promise_find(key);
}

/* Seals a new number, or reveals ours, if the table waits for that. */
static void answer_draw(struct remote *r)
{
    const json_t *draw = json_object_get(r->table, "draw");
    json_t *seals = json_object_get(draw, "seals");
    int chair = remote_chair(r);
    bool waits =
        chair >= 0 && (remote_read_seats(json_object_get(draw, "waiting")) >> chair & 1) != 0;
    json_t *own = waits ? json_array_get(seals, (size_t)chair) : NULL;
    if (own != NULL && json_equal(own, r->answered))
        return;
    json_decref(r->answered);
    r->answered = json_incref(own);
    if (json_is_null(own)) {
        json_t *seal = promise_seal(r->kept);
        keep_promise(r);
        remote_ask_with(r, "seal", "seal", seal);
    } else if (json_is_true(json_object_get(draw, "on")) && promise_is_sealed(r->kept, own)) {
        json_object_set(r->kept, "seals", seals);
        keep_promise(r);
        remote_ask_with(r, "reveal", "number", json_incref(json_object_get(r->kept, "number")));
    }
}

/* The first commitment counts: after another one we reveal nothing. */
static void take_draw(struct remote *r)
{
    json_t *commit = json_object_get(r->table, "commit");
    bool news = json_object_get(r->kept, "commit") == NULL && commit != NULL;
    if (!promise_note_commit(r->kept, commit)) {
        json_decref(r->refusal);
        r->refusal = json_pack("{s:s}", "id", MSG("verify.commit-other"));
        return;
    }
    if (news)
        keep_promise(r);
    answer_draw(r);
}

void remote_read_seen(const struct remote *r, struct verify_seen *out)
{
    promise_read(r->kept, out);
    out->table = r->link.table;
}

static bool open_whole_table(struct remote *r)
{
    return send_request(r, REMOTE_OPEN, "open", start_members(r));
}

static bool open_table(struct remote *r)
{
    json_t *m = start_members(r);
    r->open_at = 0;
    if (r->n >= 0 && json_object_get(r->table, "damaged") == NULL)
        json_object_set_new(m, "after", json_integer(r->n));
    return send_request(r, REMOTE_OPEN, "open", m);
}

static void sit_down(struct remote *r)
{
    json_t *m = start_members(r);
    json_object_set_new(m, "seal", promise_seal(r->kept));
    keep_promise(r);
    r->sat = true;
    send_request(r, REMOTE_SIT, "sit", m);
}

/* ---- receiving ---- */

static bool has_free_chair(const struct remote *r)
{
    size_t i;
    json_t *chair;
    json_array_foreach(json_object_get(r->table, "people"), i, chair)
    {
        if (json_is_null(json_object_get(chair, "player")) &&
            json_is_null(json_object_get(chair, "bot")))
            return true;
    }
    return false;
}

/* Appends the objects of a list and drops the oldest ones beyond `most`. */
static void keep_objects(json_t *kept, json_t *list, size_t most)
{
    size_t i;
    json_t *e;
    json_array_foreach(list, i, e) if (json_is_object(e)) json_array_append(kept, e);
    while (json_array_size(kept) > most)
        json_array_remove(kept, 0);
}

static void keep_refusal(struct remote *r, json_t *refusal)
{
    json_decref(r->refusal);
    r->refusal = refusal;
}

/* The server's store has failed: the table is there again when it works. */
static void open_later(struct remote *r)
{
    r->open_at = clock_ms() + r->retry_ms;
    r->retry_ms = r->retry_ms * 2 < RETRY_MOST_MS ? r->retry_ms * 2 : RETRY_MOST_MS;
}

/* A whole table may be damaged, or sound again. */
static void take_damage(struct remote *r, const json_t *m)
{
    if (json_object_get(m, "game") != NULL)
        json_object_del(r->table, "damaged");
    if (json_object_get(m, "damaged") != NULL)
        keep_refusal(r, json_pack("{s:s, s:[]}", "id", MSG("table.damaged"), "args"));
}

/* Keeps the first note of a list, unless the table had the same list before. */
static void take_note(struct remote *r, const json_t *notes)
{
    json_t *first = json_array_get(notes, 0);
    if (first == NULL || json_equal(notes, json_object_get(r->table, "notes")))
        return;
    json_decref(r->note);
    r->note = json_incref(first);
}

/* The server has closed the table: for a while, or for good. */
static void take_closed(struct remote *r, json_t *why)
{
    const char *id = json_string_value(json_object_get(why, "id"));
    if (id == NULL || strcmp(id, "store.failed") == 0) {
        open_later(r);
        return;
    }
    keep_refusal(r, json_incref(why));
    r->failed = true;
}

static void take_update(struct remote *r, json_t *m)
{
    if (json_object_get(m, "notice") != NULL)
        order_take_notice(r, json_object_get(m, "notice"));
    const char *id = json_string_value(json_object_get(m, "table"));
    json_t *closed = json_object_get(m, "closed");
    if (id != NULL ? strcmp(id, r->link.table) != 0 : closed == NULL)
        return;
    if (closed != NULL) {
        take_closed(r, closed);
        return;
    }
    r->retry_ms = RETRY_FIRST_MS;
    if (!sight_unfold(&r->sight, r->n, m) || !clean(m)) {
        open_whole_table(r);
        return;
    }
    take_damage(r, m);
    bool first = json_object_size(r->table) == 0;
    keep_objects(r->events, json_object_get(m, first ? "talk" : "events"), EVENTS_KEPT);
    json_object_del(m, "events");
    keep_objects(r->shown, json_object_get(m, "shown"), SHOWN_KEPT);
    json_object_del(m, "shown");
    take_note(r, json_object_get(m, "notes"));
    json_object_update(r->table, m);
    r->n = (long)json_integer_value(json_object_get(m, "n"));
    const char *game = json_string_value(json_object_get(r->table, "game"));
    r->game = game != NULL ? games_find(game) : NULL;
    if (!r->watch && !r->sat && strcmp(remote_phase(r), "open") == 0 && remote_chair(r) < 0 &&
        has_free_chair(r))
        sit_down(r);
    take_draw(r);
}

/* At another table now: reconnects by its path, if the server wants that. */
static bool change_path(struct remote *r)
{
    if (!r->paths)
        return false;
    websocket_close(&r->websocket);
    note_lost(r);
    r->retry_at = clock_ms();
    return true;
}

/* Moves on to the table of the rematch. */
static void change_table(struct remote *r, const char *id)
{
    if (id == NULL || strlen(id) >= sizeof r->link.table)
        return;
    snprintf(r->link.table, sizeof r->link.table, "%s", id);
    sight_clear(&r->sight);
    json_object_clear(r->table);
    json_array_clear(r->events);
    json_array_clear(r->shown);
    r->n = -1;
    r->sat = false;
    find_promise(r);
    if (r->next != NULL && json_object_size(r->kept) == 0)
        json_object_update(r->kept, r->next);
    json_decref(r->next);
    r->next = NULL;
    if (!change_path(r))
        open_table(r);
}

static void on_hello(struct remote *r, const json_t *m)
{
    const char *me = json_string_value(json_object_get(json_object_get(m, "you"), "id"));
    snprintf(r->me, sizeof r->me, "%s", me != NULL ? me : "");
    r->asked.keys = json_object_get(m, "keys") != NULL;
    if (!r->asked.keys)
        asked_forget(&r->asked);
    r->paths = json_is_true(json_object_get(m, "paths"));
    r->retry_ms = RETRY_FIRST_MS;
    order_mute_again(r);
    if (json_object_get(m, "notice") != NULL)
        order_take_notice(r, json_object_get(m, "notice"));
    if (r->name[0] != '\0')
        send_request(r, REMOTE_OTHER, "name", json_pack("{s:s}", "name", r->name));
    r->name[0] = '\0';
    bool creates = send_again(r); /* first: the table that follows knows of it */
    if (r->wish != NULL) {
        if (!creates)
            send_request(r, REMOTE_CREATE, "create", json_deep_copy(r->wish));
        return;
    }
    if (r->n < 0)
        find_promise(r);
    open_table(r);
}

static void take_reply(struct remote *r, const json_t *m)
{
    int known = asked_take(&r->asked, json_integer_value(json_object_get(m, "re")));
    enum remote_ask what = known < 0 ? REMOTE_OTHER : (enum remote_ask)known;
    json_t *error = json_object_get(m, "error");
    const char *table = json_string_value(json_object_get(m, "table"));
    const char *why = json_string_value(json_object_get(error, "id"));
    bool later = why != NULL && strcmp(why, "store.failed") == 0;
    r->sat = r->sat && !(later && what == REMOTE_SIT);
    if (later) { /* it may have been our seal or number: the table that follows asks for it again */
        json_decref(r->answered);
        r->answered = NULL;
    }
    if (later && what == REMOTE_OPEN) {
        open_later(r);
        return;
    }
    if (why != NULL && what == REMOTE_HELLO && strcmp(why, "hello.version") == 0) {
        greet(r, PROTOCOL_FIRST);
        return;
    }
    bool greeting = what == REMOTE_HELLO || what == REMOTE_HELLO_FIRST;
    if (error != NULL) {
        keep_refusal(r, json_incref(error));
        r->failed = r->failed || greeting || what == REMOTE_OPEN || what == REMOTE_CREATE;
        return;
    }
    if (greeting) {
        on_hello(r, m);
    } else if (what == REMOTE_CREATE && table != NULL) {
        json_decref(r->wish);
        r->wish = NULL;
        snprintf(r->link.table, sizeof r->link.table, "%.*s", LINK_TABLE_MAX - 1, table);
        keep_promise(r);
        change_path(r);
    } else if (what == REMOTE_REMATCH) {
        change_table(r, table);
    } else if (what == REMOTE_REPORT) {
        json_decref(r->note);
        r->note = json_pack("{s:s}", "id", MSG("online.reported"));
    } else if (what == REMOTE_RECORD) {
        json_decref(r->record);
        r->record = json_incref(json_object_get(m, "record"));
    } else if (what == REMOTE_AIDS) {
        json_decref(r->aids);
        r->aids = json_incref(json_object_get(m, "aids"));
    } else if (what == REMOTE_PAST) {
        take_past(r, m);
    }
}

static void on_text(void *context, const char *text, size_t len)
{
    struct remote *r = context;
    json_t *m = json_text_read(text, len, 0, NULL);
    if (json_is_object(m) && clean(m))
        json_array_append(r->inbox, m);
    json_decref(m);
}

/* Handles replies up to the first update, and that update. */
static void take_inbox(struct remote *r)
{
    bool update = false;
    while (!update && json_array_size(r->inbox) > 0) {
        json_t *m = json_incref(json_array_get(r->inbox, 0));
        json_array_remove(r->inbox, 0);
        update = json_object_get(m, "re") == NULL;
        r->changes++;
        if (update)
            take_update(r, m);
        else
            take_reply(r, m);
        json_decref(m);
    }
}

/* ---- connecting ---- */

void remote_init(struct remote *r, const struct link *link, const char *name)
{
    memset(r, 0, sizeof *r);
    r->link = *link;
    r->n = -1;
    r->retry_ms = RETRY_FIRST_MS;
    r->table = json_object();
    r->events = json_array();
    r->shown = json_array();
    r->inbox = json_array();
    r->kept = json_object();
    snprintf(r->name, sizeof r->name, "%s", name != NULL ? name : "");
    asked_init(&r->asked);
    websocket_init(&r->websocket, on_text, r);
}

void remote_clear(struct remote *r)
{
    websocket_clear(&r->websocket);
    json_decref(r->table);
    json_decref(r->events);
    json_decref(r->shown);
    json_decref(r->inbox);
    json_decref(r->refusal);
    json_decref(r->note);
    json_decref(r->wish);
    json_decref(r->record);
    json_decref(r->past);
    json_decref(r->aids);
    json_decref(r->pages);
    json_decref(r->kept);
    json_decref(r->answered);
    json_decref(r->next);
    json_decref(r->muted);
    asked_clear(&r->asked);
    sight_clear(&r->sight);
    memset(r, 0, sizeof *r);
    r->websocket.fd = -1;
}

static json_t *pack_clock(const struct table_clock *clock)
{
    struct buf b = BUF_ROOM(128);
    table_write_clock(clock, &b);
    return json_loads(b.text, 0, NULL);
}

void remote_wish(struct remote *r, const struct setup *setup, const struct table_clock *clock,
                 bool begins, const char *const *bots)
{
    int preset[GAME_OPTIONS_MAX];
    json_t *options = json_object(), *levels = json_array();
    game_preset_options(setup->game, preset);
    for (int i = 0; setup->game->options[i].name != NULL; i++) {
        if (i == setup->game->begins ? !begins : setup->opt[i] == preset[i])
            continue; /* an open option has no text */
        struct buf b = BUF_ROOM(1024);
        game_write_option(&setup->game->options[i], setup->opt[i], &b);
        json_object_set_new(options, setup->game->options[i].name, json_string(b.text));
    }
    for (int i = 0; bots[i] != NULL; i++)
        json_array_append_new(levels, json_string(bots[i]));
    r->wish = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "game", setup->game->name, "seats",
                        setup->seats, "options", options, "bots", levels, "clock",
                        pack_clock(clock), "seal", promise_seal(r->kept));
}

void remote_permit_aids(struct remote *r)
{
    json_object_set_new(r->wish, "aids", json_true());
}

/* The key of the cookie in the cookie file. */
static void write_key(const struct remote *r, char *key, size_t size)
{
    snprintf(key, size, "%s%s%s", r->link.origin, r->identity[0] != '\0' ? "#" : "", r->identity);
    for (char *p = key; *p != '\0'; p++)
        if (*p == ' ' || (unsigned char)*p < 32)
            *p = '_';
}

bool remote_start(struct remote *r)
{
    char key[sizeof r->link.origin + sizeof r->identity + 2];
    write_key(r, key, sizeof key);
    cookie_find(key, r->websocket.cookie);
    if (!websocket_open(&r->websocket, &r->link))
        return false;
    if (r->websocket.given)
        cookie_keep(key, r->websocket.cookie); /* without it we are a new guest next time */
    r->live = true;
    r->changes++;
    json_decref(r->answered);
    r->answered = NULL;
    sight_clear(&r->sight);
    return greet(r, PROTOCOL);
}

void remote_step(struct remote *r)
{
    if (r->failed)
        return;
    if (remote_has_more(r)) { /* before more is read, so that a flood does not pile up */
        take_inbox(r);
        return;
    }
    if (!r->live) {
        if (clock_ms() < r->retry_at)
            return;
        if (!remote_start(r)) {
            note_lost(r);
            return;
        }
    }
    if (r->open_at != 0 && clock_ms() >= r->open_at)
        open_table(r);
    if (!websocket_read(&r->websocket)) {
        websocket_close(&r->websocket);
        note_lost(r);
    }
    take_inbox(r);
}

bool remote_has_more(const struct remote *r)
{
    return json_array_size(r->inbox) > 0;
}

bool remote_wait(const struct remote *r, int fd, int ms)
{
    struct pollfd wait[2] = {{.fd = r->live ? r->websocket.fd : -1, .events = POLLIN},
                             {.fd = fd, .events = POLLIN}};
    int64_t until = r->live ? r->open_at : r->retry_at, left = ms;
    if (!r->live || r->open_at != 0)
        left = until > clock_ms() ? until - clock_ms() : 0;
    if (remote_has_more(r))
        left = 0;
    return poll(wait, 2, ms >= 0 && left > ms ? ms : (int)left) > 0 && wait[1].revents != 0;
}

/* ---- members of the table ---- */

static int number_of(const json_t *object, const char *key)
{
    const json_t *v = json_object_get(object, key);
    return json_is_integer(v) ? (int)json_integer_value(v) : -1;
}

const char *remote_phase(const struct remote *r)
{
    const char *phase = json_string_value(json_object_get(r->table, "phase"));
    return phase != NULL ? phase : "";
}

int remote_seats(const struct remote *r)
{
    int n = number_of(r->table, "seats");
    return n >= 1 && n <= GAME_SEATS_MAX ? n : 1;
}

int remote_seat(const struct remote *r)
{
    int seat = number_of(json_object_get(r->table, "you"), "seat");
    return seat >= 0 && seat < remote_seats(r) ? seat : GAME_SPECTATOR;
}

int remote_chair(const struct remote *r)
{
    return number_of(json_object_get(r->table, "you"), "chair");
}

bool remote_is_host(const struct remote *r)
{
    const char *host = json_string_value(json_object_get(r->table, "host"));
    return host != NULL && strcmp(host, r->me) == 0;
}

uint32_t remote_read_seats(const json_t *list)
{
    uint32_t seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *seat = json_array_get(list, i);
        if (json_is_integer(seat) && json_integer_value(seat) >= 0 &&
            json_integer_value(seat) < GAME_SEATS_MAX)
            seats |= UINT32_C(1) << json_integer_value(seat);
    }
    return seats;
}

int remote_read_moves(const json_t *list, char text[GAME_MOVES_MAX][GAME_TEXT_MAX])
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(list) && n < GAME_MOVES_MAX; i++) {
        const char *one = json_string_value(json_array_get(list, i));
        if (one != NULL && strlen(one) < GAME_TEXT_MAX)
            memcpy(text[n++], one, strlen(one) + 1);
    }
    return n;
}

static void write_sentence(const json_t *m, enum words_language language, struct buf *out)
{
    const char *args[ARGS_MAX], *id = json_string_value(json_object_get(m, "id"));
    const json_t *list = json_object_get(m, "args");
    int n = 0;
    for (; n < ARGS_MAX && n < (int)json_array_size(list); n++) {
        const char *arg = json_string_value(json_array_get(list, (size_t)n));
        args[n] = arg != NULL ? arg : "";
    }
    words_format(out, words_get(language, id != NULL ? id : ""), args, n);
}

/* Writes a message with its further sentences, and clears it. */
static bool take_message(json_t **m, enum words_language language, struct buf *out)
{
    size_t i;
    json_t *more;
    if (*m == NULL)
        return false;
    write_sentence(*m, language, out);
    json_array_foreach(json_object_get(*m, "more"), i, more)
    {
        buf_put_char(out, ' ');
        write_sentence(more, language, out);
    }
    json_decref(*m);
    *m = NULL;
    return true;
}

bool remote_take_refusal(struct remote *r, enum words_language language, struct buf *out)
{
    return take_message(&r->refusal, language, out);
}

bool remote_take_note(struct remote *r, enum words_language language, struct buf *out)
{
    return take_message(&r->note, language, out);
}
