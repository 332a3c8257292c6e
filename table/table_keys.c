/*
 * Keys of requests: see table.h. A client that does not know whether its request was carried out
 * sends it again with the same key. The key is in the text of the request's first event, which
 * also tells whose request it was: so whoever reads the journal knows it too.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/table.h"

bool table_is_key(const char *text, size_t len)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return text != NULL && len > 0 && len < TABLE_KEY_MAX && strspn(text, letters) == len;
}

int table_find_key(const struct table *t, uint64_t player, const char *key)
{
    for (int i = 0; key != NULL && i < t->keys; i++)
        if (t->key[i].player == player && strcmp(t->key[i].text, key) == 0)
            return t->key[i].n;
    return -1;
}

/* The number at a key's end, and the length of what is before it; -1: there is none. */
static long long read_number(const char *key, size_t *len)
{
    const char *dash = strrchr(key, '-');
    if (dash == NULL || dash[1] == '\0' || dash[strspn(dash + 1, "0123456789") + 1] != '\0')
        return -1;
    *len = (size_t)(dash - key);
    return strlen(dash + 1) <= 18 ? strtoll(dash + 1, NULL, 10) : -1;
}

bool table_is_late(const struct table *t, uint64_t player, const char *key)
{
    size_t len, other_len;
    int own = 0;
    long long number = key != NULL ? read_number(key, &len) : -1, oldest = -1;
    for (int i = 0; number >= 0 && i < t->keys; i++) {
        if (t->key[i].player != player)
            continue;
        own++;
        long long other = oldest < 0 ? read_number(t->key[i].text, &other_len) : -1;
        if (other >= 0 && other_len == len && strncmp(key, t->key[i].text, len) == 0)
            oldest = other;
    }
    return own >= TABLE_KEYS_SHARE && number < oldest;
}

static uint64_t find_player(const struct table *t, int chair)
{
    return chair >= 0 && chair < t->plan.setup.seats ? t->chair[chair].player : 0;
}

static uint64_t find_seated(const struct table *t, int seat)
{
    return seat >= 0 && seat < t->plan.setup.seats ? find_player(t, t->seat[seat].chair) : 0;
}

uint64_t table_find_asker(const struct table *t, const struct table_event *e)
{
    switch (e->kind) {
    case TABLE_CREATE:
        return e->create.player;
    case TABLE_SIT:
        return e->sit.person.player;
    case TABLE_TALK:
        return e->talk.person.player;
    case TABLE_STAND:
        return find_player(t, e->stand.chair);
    case TABLE_SEAL:
    case TABLE_REVEAL:
        return find_player(t, e->number.chair);
    case TABLE_MOVE:
        return find_seated(t, e->move.seat);
    case TABLE_AGREE:
        return find_seated(t, e->agree.seat);
    case TABLE_ASK:
    case TABLE_LEAVE:
    case TABLE_BACK:
    case TABLE_PAUSE:
    case TABLE_RESUME:
        return find_seated(t, e->seat);
    case TABLE_BOT:
    case TABLE_FREE:
    case TABLE_BEGINS:
    case TABLE_DRAW:
    case TABLE_START:
    case TABLE_REMOVE:
    case TABLE_SILENCE:
        return t->host;
    case TABLE_DEAL:
    case TABLE_TAKEBACK:
    case TABLE_UNDO:
    case TABLE_STANDIN:
    case TABLE_END:
    case TABLE_REMATCH:
    case TABLE_LATE:
    case TABLE_KINDS:
        break; /* no request begins with these, or it needs no key */
    }
    return 0;
}

/* The oldest key of the player; 0: of anybody who neither sits here nor hosts. Or -1. */
static int find_oldest(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->keys; i++) {
        uint64_t who = t->key[i].player;
        if (player != 0 ? who == player : who != t->host && table_find_chair(t, who) < 0)
            return i;
    }
    return -1;
}

static void drop_key(struct table *t, int i)
{
    t->keys--;
    memmove(&t->key[i], &t->key[i + 1], (size_t)(t->keys - i) * sizeof t->key[0]);
}

void table_note_key(struct table *t, uint64_t player, const char *key, int n)
{
    int own = 0;
    for (int i = 0; i < t->keys; i++)
        own += t->key[i].player == player;
    if (own >= TABLE_KEYS_SHARE)
        drop_key(t, find_oldest(t, player));
    else if (t->keys >= TABLE_KEYS_MAX)
        drop_key(t, find_oldest(t, 0)); /* those who sit or host do not fill the list */
    ARRAY_ROOM(t->key, t->keys, t->keys_cap);
    t->key[t->keys] = (struct table_key){.player = player, .n = n};
    table_copy(t->key[t->keys++].text, TABLE_KEY_MAX, key);
}

/* ---- the journal's text ---- */

void table_write_key(const struct table_event *e, struct buf *b)
{
    if (e->key[0] == '\0')
        return;
    buf_put_key(b, "key");
    buf_put_json(b, e->key);
}

bool table_read_key(const json_t *o, struct table_event *e)
{
    const json_t *v = json_object_get(o, "key");
    if (v == NULL)
        return true;
    if (!table_is_key(json_string_value(v), json_string_length(v)))
        return false;
    table_copy(e->key, sizeof e->key, json_string_value(v));
    return true;
}
