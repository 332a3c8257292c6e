/* A client's side of a table: see remote.h. */
#include "client/remote.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "games/list.h"
#include "po/words.h"
#include "table/clock.h"
#include "table/memory.h"

enum {
    RETRY_FIRST_MS = 500,
    RETRY_MOST_MS = 8000,
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
    r->retry_at = clock_ms() + r->retry_ms;
    r->retry_ms = r->retry_ms * 2 < RETRY_MOST_MS ? r->retry_ms * 2 : RETRY_MOST_MS;
}

/* Sends the members as a request, and frees them. */
static bool send_request(struct remote *r, enum remote_ask what, const char *verb, json_t *members)
{
    json_object_set_new(members, "id", json_integer(++r->id));
    json_object_set_new(members, "do", json_string(verb));
    char *text = memory_check(json_dumps(members, JSON_COMPACT));
    json_decref(members);
    r->asked[r->id % REMOTE_ASKED_MAX].id = r->id;
    r->asked[r->id % REMOTE_ASKED_MAX].what = what;
    bool good = websocket_send(&r->websocket, text, strlen(text));
    free(text);
    return good;
}

static json_t *start_members(const struct remote *r)
{
    return json_pack("{s:s}", "table", r->link.table);
}

static bool send_table_request(struct remote *r, enum remote_ask what, const char *verb,
                               json_t *members)
{
    if (!r->live) {
        json_decref(members);
        return false;
    }
    return send_request(r, what, verb, members);
}

/* Sends a request with one member besides the table. */
static bool send_member(struct remote *r, const char *verb, const char *name, json_t *value)
{
    json_t *members = start_members(r);
    json_object_set_new(members, name, value);
    return send_table_request(r, REMOTE_OTHER, verb, members);
}

bool remote_move(struct remote *r, const char *text)
{
    return send_member(r, "move", "text", json_string(text));
}

bool remote_talk(struct remote *r, const char *text)
{
    return send_member(r, "talk", "text", json_string(text));
}

bool remote_phrase(struct remote *r, const char *phrase)
{
    return send_member(r, "talk", "phrase", json_string(phrase));
}

bool remote_agree(struct remote *r, bool yes)
{
    return send_member(r, "agree", "yes", json_boolean(yes));
}

bool remote_ask(struct remote *r, const char *what)
{
    enum remote_ask kind = strcmp(what, "rematch") == 0  ? REMOTE_REMATCH
                           : strcmp(what, "record") == 0 ? REMOTE_RECORD
                                                         : REMOTE_OTHER;
    return send_table_request(r, kind, what, start_members(r));
}

bool remote_begin(struct remote *r, const char *level)
{
    return send_member(r, "start", "level", json_string(level));
}

bool remote_begins(struct remote *r, int chair)
{
    return send_member(r, "begins", "chair", chair < 0 ? json_null() : json_integer(chair));
}

/* Our random number for the fair deal. */
static json_t *draw_number(void)
{
    unsigned char bytes[32];
    char hex[65];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        abort();
    for (int i = 0; i < 32; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return json_string(hex);
}

static bool open_table(struct remote *r)
{
    json_t *m = start_members(r);
    if (r->n >= 0)
        json_object_set_new(m, "after", json_integer(r->n));
    return send_request(r, REMOTE_OPEN, "open", m);
}

static void sit_down(struct remote *r)
{
    json_t *m = start_members(r);
    json_object_set_new(m, "number", draw_number());
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

static void take_update(struct remote *r, json_t *m)
{
    const char *id = json_string_value(json_object_get(m, "table"));
    if (id == NULL || strcmp(id, r->link.table) != 0)
        return;
    bool first = json_object_size(r->table) == 0;
    keep_objects(r->events, json_object_get(m, first ? "talk" : "events"), EVENTS_KEPT);
    json_object_del(m, "events");
    keep_objects(r->shown, json_object_get(m, "shown"), SHOWN_KEPT);
    json_object_del(m, "shown");
    json_object_update(r->table, m);
    r->n = (long)json_integer_value(json_object_get(m, "n"));
    const char *game = json_string_value(json_object_get(r->table, "game"));
    r->game = game != NULL ? games_find(game) : NULL;
    if (!r->watch && !r->sat && strcmp(remote_phase(r), "open") == 0 && remote_chair(r) < 0 &&
        has_free_chair(r))
        sit_down(r);
}

/* Moves on to the table of the rematch. */
static void change_table(struct remote *r, const char *id)
{
    if (id == NULL || strlen(id) >= sizeof r->link.table)
        return;
    snprintf(r->link.table, sizeof r->link.table, "%s", id);
    json_object_clear(r->table);
    json_array_clear(r->events);
    json_array_clear(r->shown);
    r->n = -1;
    r->sat = false;
    open_table(r);
}

static void on_hello(struct remote *r, const json_t *m)
{
    const char *me = json_string_value(json_object_get(json_object_get(m, "you"), "id"));
    snprintf(r->me, sizeof r->me, "%s", me != NULL ? me : "");
    r->retry_ms = RETRY_FIRST_MS;
    if (r->name[0] != '\0')
        send_request(r, REMOTE_OTHER, "name", json_pack("{s:s}", "name", r->name));
    r->name[0] = '\0';
    if (r->wish != NULL)
        send_request(r, REMOTE_CREATE, "create", json_incref(r->wish));
    else
        open_table(r);
}

static enum remote_ask find_asked(const struct remote *r, long long id)
{
    for (int i = 0; i < REMOTE_ASKED_MAX; i++)
        if (r->asked[i].id == id)
            return r->asked[i].what;
    return REMOTE_OTHER;
}

static void take_reply(struct remote *r, const json_t *m)
{
    enum remote_ask what = find_asked(r, json_integer_value(json_object_get(m, "re")));
    json_t *error = json_object_get(m, "error");
    const char *table = json_string_value(json_object_get(m, "table"));
    if (error != NULL) {
        json_decref(r->refusal);
        r->refusal = json_incref(error);
        r->failed =
            r->failed || what == REMOTE_HELLO || what == REMOTE_OPEN || what == REMOTE_CREATE;
        return;
    }
    if (what == REMOTE_HELLO) {
        on_hello(r, m);
    } else if (what == REMOTE_CREATE && table != NULL) {
        json_decref(r->wish);
        r->wish = NULL;
        snprintf(r->link.table, sizeof r->link.table, "%.*s", LINK_TABLE_MAX - 1, table);
    } else if (what == REMOTE_REMATCH) {
        change_table(r, table);
    } else if (what == REMOTE_RECORD) {
        json_decref(r->record);
        r->record = json_incref(json_object_get(m, "record"));
    }
}

static void on_text(void *context, const char *text, size_t len)
{
    struct remote *r = context;
    json_t *m = json_loadb(text, len, 0, NULL);
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
    snprintf(r->name, sizeof r->name, "%s", name != NULL ? name : "");
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
    json_decref(r->wish);
    json_decref(r->record);
    memset(r, 0, sizeof *r);
    r->websocket.fd = -1;
}

static json_t *pack_clock(const struct table_clock *clock)
{
    char memory[128];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    table_write_clock(clock, &b);
    return json_loads(b.text, 0, NULL);
}

void remote_wish(struct remote *r, const struct setup *setup, const struct table_clock *clock,
                 bool begins, const char *const *bots)
{
    char memory[1024];
    struct buf b;
    int preset[GAME_OPTIONS_MAX];
    json_t *options = json_object(), *levels = json_array();
    game_preset_options(setup->game, preset);
    for (int i = 0; setup->game->options[i].name != NULL; i++) {
        if (i == setup->game->begins ? !begins : setup->opt[i] == preset[i])
            continue; /* an open option has no text */
        buf_init(&b, memory, sizeof memory);
        game_write_option(&setup->game->options[i], setup->opt[i], &b);
        json_object_set_new(options, setup->game->options[i].name, json_string(b.text));
    }
    for (int i = 0; bots[i] != NULL; i++)
        json_array_append_new(levels, json_string(bots[i]));
    r->wish = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "game", setup->game->name, "seats",
                        setup->seats, "options", options, "bots", levels, "clock",
                        pack_clock(clock), "number", draw_number());
}

/* The key of the cookie in the cookie file. */
static void write_key(const struct remote *r, char *key, size_t size)
{
    snprintf(key, size, "%s%s%s", r->link.origin, r->identity[0] != '\0' ? "#" : "", r->identity);
    for (char *p = key; *p != '\0'; p++)
        if (*p == ' ' || (unsigned char)*p < 32)
            *p = '_';
}

static bool join_server(struct remote *r)
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
    return send_request(r, REMOTE_HELLO, "hello", json_pack("{s:i}", "protocol", 1));
}

bool remote_start(struct remote *r)
{
    return join_server(r);
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
        if (!join_server(r)) {
            note_lost(r);
            return;
        }
    }
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
    int64_t left = r->live ? ms : r->retry_at - clock_ms();
    left = left < 0 || remote_has_more(r) ? 0 : left;
    return poll(wait, 2, ms < 0 || left < ms ? (int)left : ms) > 0 && wait[1].revents != 0;
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

bool remote_take_refusal(struct remote *r, enum words_language language, struct buf *out)
{
    const char *args[ARGS_MAX];
    int n = 0;
    if (r->refusal == NULL)
        return false;
    const char *id = json_string_value(json_object_get(r->refusal, "id"));
    const json_t *list = json_object_get(r->refusal, "args");
    for (; n < ARGS_MAX && n < (int)json_array_size(list); n++) {
        const char *arg = json_string_value(json_array_get(list, (size_t)n));
        args[n] = arg != NULL ? arg : "";
    }
    words_format(out, words_get(language, id != NULL ? id : ""), args, n);
    json_decref(r->refusal);
    r->refusal = NULL;
    return true;
}
