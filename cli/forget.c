/*
 * `parlor forget`: removes a person from the data. The journals keep the moves; name, words and id
 * are replaced. A server that runs could write them again, so it must be stopped.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "table/memory.h"

enum { HEX = 16 };

struct change {
    struct change *next;
    char table[TABLE_ID_MAX];
    int n;
    char *text;
};

struct forgetting {
    uint64_t player;
    char id[HEX + 1], other[HEX + 1]; /* of the player, and what takes its place */
    struct change *changes;
    int count;
};

/* The person named by an event, or NULL. */
static struct table_person *find_person(struct table_event *e)
{
    switch (e->kind) {
    case TABLE_CREATE:
        return &e->create;
    case TABLE_SIT:
        return &e->sit.person;
    case TABLE_TALK:
        return &e->talk.person;
    case TABLE_REMOVE:
    case TABLE_SILENCE:
        return &e->order.person;
    default:
        return NULL;
    }
}

/* Blanks out the person's name and messages, and the key that a client has chosen. */
static void blank(struct table_event *e, uint64_t player)
{
    struct table_person *person = find_person(e);
    if (person == NULL || person->player != player)
        return;
    table_copy(person->name, sizeof person->name, "-");
    e->key[0] = '\0';
    if (e->kind == TABLE_TALK && !e->talk.phrase)
        table_copy(e->talk.text, sizeof e->talk.text, "-");
}

/* Notes the event without name, messages and id of the person; moves stay. */
static bool note_event(void *context, const char *table, int n, int64_t at, const char *text,
                       size_t len)
{
    struct forgetting *f = context;
    struct table_plan plan;
    struct table_event e = {.n = n, .at = at};
    if (!table_read_event(text, len, &e, &plan))
        return true;
    blank(&e, f->player);
    struct buf b = BUF_ROOM(TABLE_EVENT_JSON);
    table_write_event(&e, &plan, &b);
    struct change *c = memory_take(sizeof *c);
    *c = (struct change){.next = f->changes, .n = n, .text = memory_take_text(b.text)};
    for (char *p = c->text; (p = strstr(p, f->id)) != NULL;)
        memcpy(p, f->other, HEX);
    table_copy(c->table, sizeof c->table, table);
    f->changes = c;
    f->count++;
    return true;
}

/* Writes the table's row anew, from the changed journal. */
static bool renew_row(struct store *store, const char *id)
{
    struct strbuf row = STRBUF_EMPTY;
    struct table *t = data_read_table(store, id);
    if (t == NULL)
        return false;
    table_write_row(t, &row);
    strbuf_put_bytes(&row, "", 1);
    bool good = store_replace_row(store, id, row.text) == STORE_OK;
    strbuf_clear(&row);
    table_free(t);
    return good;
}

/* Carries the changes out. They come in the reverse order of tables, so the last of a table is
   followed by another table's, or by none. */
static bool make_changes(struct store *store, struct forgetting *f)
{
    bool good = true;
    while (f->changes != NULL) {
        struct change *c = f->changes;
        f->changes = c->next;
        good = good &&
               store_replace_event(store, c->table, c->n, c->text, strlen(c->text)) == STORE_OK;
        if (f->changes == NULL || strcmp(f->changes->table, c->table) != 0)
            good = good && renew_row(store, c->table);
        free(c->text);
        free(c);
    }
    return good;
}

/* The player by id or login name. */
static bool find_player(struct store *store, const char *word, struct store_player *p)
{
    uint8_t bytes[8];
    uint64_t id = 0;
    if (store_find_login(store, word, p) == STORE_OK)
        return true;
    if (!fair_read_hex(word, bytes, 8))
        return false;
    for (int i = 0; i < 8; i++)
        id = id << 8 | bytes[i];
    if (store_find_player(store, id, p) != STORE_OK)
        *p = (struct store_player){.id = id};
    return true;
}

/* An id that nobody has. */
static void choose_other(struct forgetting *f)
{
    uint64_t other;
    randombytes_buf(&other, sizeof other);
    snprintf(f->id, sizeof f->id, "%016llx", (unsigned long long)f->player);
    snprintf(f->other, sizeof f->other, "%016llx", (unsigned long long)(other & (UINT64_MAX >> 1)));
}

static int run_forget(const struct cli *cli)
{
    struct forgetting f = {.count = 0};
    struct store_player p;
    int status;
    const char *word = cli_word(cli);
    struct store *store = data_open(cli, STORE_ALONE, &status);
    if (store == NULL)
        return status;
    if (!find_player(store, word, &p)) {
        store_close(store);
        return cli_fail(cli, MSG("forget.nobody"), word, NULL);
    }
    f.player = p.id;
    choose_other(&f);
    store_find_events(store, f.id, note_event, &f);
    bool good = make_changes(store, &f) && store_drop_player(store, p.id) == STORE_OK &&
                store_count_forgotten(store) == STORE_OK && store_commit(store) == STORE_OK &&
                store_clean(store) == STORE_OK;
    if (good)
        cli_print(cli, stderr, MSG("forget.done"), f.id, BUF_INT(f.count), NULL);
    else
        status = cli_fail(cli, MSG("data.cannot-open"), word, store_why(store), NULL);
    store_close(store);
    return status;
}

const struct command command_forget = {
    .name = "forget",
    .words = "PLAYER",
    .missing = MSG("forget.no-player"),
    .summary = MSG("forget.summary"),
    .help = MSG("forget.help"),
    .flags = data_flags,
    .run = run_forget,
};
