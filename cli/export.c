/* `parlor export`, `parlor backup`, `parlor forget`: commands for hosts of a server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "table/memory.h"

static const struct cli_flag data_flags[] = {
    {.name = "data", .value = "FOLDER", .help = MSG("serve.flag-data")},
    {.name = NULL},
};

/* The only word of the command, or NULL after reporting the error. */
static const char *find_word(const struct cli *cli, const char *missing, int *status)
{
    const char *word = NULL;
    *status = CLI_OK;
    for (int i = 0; i < cli->n; i++) {
        if (cli->item[i].flag != CLI_WORD)
            continue;
        if (word != NULL || missing == NULL) {
            *status = cli_misuse(cli, MSG("cli.word-not-wanted"), cli->item[i].value, NULL);
            return NULL;
        }
        word = cli->item[i].value;
    }
    if (word == NULL && missing != NULL)
        *status = cli_misuse(cli, missing, NULL);
    return word;
}

/* ---- export ---- */

struct names {
    int n, cap;
    char (*id)[TABLE_ID_MAX];
};

static bool keep_finished(void *context, const struct store_table *t)
{
    struct names *names = context;
    if (t->phase != TABLE_OVER)
        return true;
    ARRAY_ROOM(names->id, names->n, names->cap);
    table_copy(names->id[names->n++], TABLE_ID_MAX, t->id);
    return true;
}

static int run_export(const struct cli *cli)
{
    struct names names = {.n = 0};
    struct strbuf line;
    int status;
    find_word(cli, NULL, &status);
    struct store *store = status == CLI_OK ? data_open(cli, &status) : NULL;
    if (store == NULL)
        return status;
    strbuf_init(&line);
    store_list_tables(store, keep_finished, &names);
    for (int i = 0; i < names.n; i++) {
        struct table *t = data_read_table(store, names.id[i]);
        if (t == NULL) {
            status = cli_fail(cli, MSG("data.broken-table"), names.id[i], NULL);
            continue;
        }
        strbuf_reset(&line);
        table_write_record(t, &line);
        cli_write(line.text, line.len);
        table_free(t);
    }
    strbuf_clear(&line);
    free(names.id);
    store_close(store);
    return status;
}

const struct command command_export = {
    .name = "export",
    .words = "",
    .summary = MSG("export.summary"),
    .help = NULL,
    .flags = data_flags,
    .run = run_export,
};

/* ---- backup ---- */

static int run_backup(const struct cli *cli)
{
    int status;
    const char *path = find_word(cli, MSG("backup.no-file"), &status);
    struct store *store = path != NULL ? data_open(cli, &status) : NULL;
    if (store == NULL)
        return status;
    if (access(path, F_OK) == 0)
        status = cli_fail(cli, MSG("backup.exists"), path, NULL);
    else if (store_backup(store, path) != STORE_OK)
        status = cli_fail(cli, MSG("data.cannot-open"), path, store_why(store), NULL);
    store_close(store);
    return status;
}

const struct command command_backup = {
    .name = "backup",
    .words = "FILE",
    .summary = MSG("backup.summary"),
    .help = MSG("backup.help"),
    .flags = data_flags,
    .run = run_backup,
};

/* ---- forget ---- */

struct change {
    struct change *next;
    char table[TABLE_ID_MAX];
    int n;
    char *text;
};

struct forgetting {
    uint64_t player;
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
    default:
        return NULL;
    }
}

/* Removes the person's name and messages from an event; moves stay. */
static bool note_event(void *context, const char *table, int n, int64_t at, const char *text,
                       size_t len)
{
    struct forgetting *f = context;
    struct table_plan plan;
    struct table_event e = {.n = n, .at = at};
    char memory[TABLE_EVENT_JSON];
    struct buf b;
    if (!table_read_event(text, len, &e, &plan))
        return true;
    struct table_person *person = find_person(&e);
    if (person == NULL || person->player != f->player)
        return true;
    table_copy(person->name, sizeof person->name, "-");
    if (e.kind == TABLE_TALK && !e.talk.phrase)
        table_copy(e.talk.text, sizeof e.talk.text, "-");
    buf_init(&b, memory, sizeof memory);
    table_write_event(&e, &plan, &b);
    struct change *c = memory_take(sizeof *c);
    *c = (struct change){.next = f->changes, .n = n, .text = memory_take_text(memory)};
    table_copy(c->table, sizeof c->table, table);
    f->changes = c;
    f->count++;
    return true;
}

static bool make_changes(struct store *store, struct forgetting *f)
{
    bool good = true;
    while (f->changes != NULL) {
        struct change *c = f->changes;
        f->changes = c->next;
        good = good &&
               store_replace_event(store, c->table, c->n, c->text, strlen(c->text)) == STORE_OK;
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

static int run_forget(const struct cli *cli)
{
    struct forgetting f = {.count = 0};
    struct store_player p;
    char hex[20], count[16];
    int status;
    const char *word = find_word(cli, MSG("forget.no-player"), &status);
    struct store *store = word != NULL ? data_open(cli, &status) : NULL;
    if (store == NULL)
        return status;
    if (!find_player(store, word, &p)) {
        store_close(store);
        return cli_fail(cli, MSG("forget.nobody"), word, NULL);
    }
    f.player = p.id;
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)p.id);
    store_find_events(store, hex, note_event, &f);
    bool good = make_changes(store, &f) && store_drop_player(store, p.id) == STORE_OK &&
                store_commit(store) == STORE_OK;
    snprintf(count, sizeof count, "%d", f.count);
    if (good)
        cli_print(cli, stderr, MSG("forget.done"), hex, count, NULL);
    else
        status = cli_fail(cli, MSG("data.cannot-open"), word, store_why(store), NULL);
    store_close(store);
    return status;
}

const struct command command_forget = {
    .name = "forget",
    .words = "PLAYER",
    .summary = MSG("forget.summary"),
    .help = MSG("forget.help"),
    .flags = data_flags,
    .run = run_forget,
};
