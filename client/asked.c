/* Requests without an answer: see asked.h. */
#include "client/asked.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "table/memory.h"
#include "table/table.h"

void asked_init(struct asked *a)
{
    uint8_t bytes[ASKED_BEGIN - 1];
    memset(a, 0, sizeof *a);
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        abort();
    for (size_t i = 0; i < sizeof bytes; i++)
        a->begin[i] = (char)('a' + bytes[i] % 26);
}

void asked_forget(struct asked *a)
{
    for (int i = 0; i < ASKED_MAX; i++) {
        json_decref(a->one[i].again);
        a->one[i].again = NULL;
    }
}

void asked_clear(struct asked *a)
{
    asked_forget(a);
    memset(a, 0, sizeof *a);
}

/* Whether the request is about a table; `open` is sent by every connection anyway. */
static bool is_of_table(const char *verb, const json_t *members)
{
    return (json_object_get(members, "table") != NULL ||
            json_object_get(members, "game") != NULL) &&
           strcmp(verb, "open") != 0;
}

char *asked_write(struct asked *a, int what, const char *verb, json_t *members, bool *repeats)
{
    char key[TABLE_KEY_MAX];
    int at = ++a->id % ASKED_MAX;
    json_object_set_new(members, "id", json_integer(a->id));
    json_object_set_new(members, "do", json_string(verb));
    *repeats = a->keys && is_of_table(verb, members);
    snprintf(key, sizeof key, "%s-%d", a->begin, a->id);
    if (*repeats)
        json_object_set_new(members, "key", json_string(key));
    json_decref(a->one[at].again);
    a->one[at].id = a->id;
    a->one[at].what = what;
    a->one[at].again = *repeats ? json_incref(members) : NULL;
    char *text = memory_check(json_dumps(members, JSON_COMPACT));
    json_decref(members);
    return text;
}

int asked_take(struct asked *a, long long id)
{
    for (int i = 0; i < ASKED_MAX; i++) {
        if (a->one[i].id != id)
            continue;
        json_decref(a->one[i].again);
        a->one[i].again = NULL;
        return a->one[i].what;
    }
    return -1;
}

char *asked_next(const struct asked *a, int *id, int *what)
{
    int oldest = a->id - ASKED_MAX;
    for (int n = *id > oldest ? *id + 1 : oldest + 1; n <= a->id; n++) {
        int at = (n % ASKED_MAX + ASKED_MAX) % ASKED_MAX;
        if (n <= 0 || a->one[at].again == NULL)
            continue;
        *id = n;
        *what = a->one[at].what;
        return memory_check(json_dumps(a->one[at].again, JSON_COMPACT));
    }
    return NULL;
}
