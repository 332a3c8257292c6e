/* `parlor verify-store`, `parlor repair`: a server's database, checked and saved. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "table/clock.h"
#include "table/memory.h"

enum { FOLDER_ROOM = 1024, WHY_ROOM = 256 };

/* A whole number as text, for a line of the catalogue. */
struct number {
    char text[24];
};

static struct number write_number(long long n)
{
    struct number out;
    snprintf(out.text, sizeof out.text, "%lld", n);
    return out;
}

/* ---- rows of tables ---- */

struct row {
    char id[TABLE_ID_MAX];
    int phase;
};

struct rows {
    int n, cap;
    struct row *row; /* in the order of their ids */
};

static bool keep_row(void *context, const struct store_table *t)
{
    struct rows *rows = context;
    ARRAY_ROOM(rows->row, rows->n, rows->cap);
    rows->row[rows->n].phase = t->phase;
    table_copy(rows->row[rows->n++].id, TABLE_ID_MAX, t->id);
    return true;
}

static int compare_row(const void *id, const void *row)
{
    return strcmp(id, ((const struct row *)row)->id);
}

static const struct row *find_row(const struct rows *rows, const char *id)
{
    return rows->n == 0 ? NULL
                        : bsearch(id, rows->row, (size_t)rows->n, sizeof rows->row[0], compare_row);
}

/* ---- journals ---- */

struct journal {
    char id[TABLE_ID_MAX];
    struct table_reading reading;
    int next; /* the number that is expected */
    bool gap;
    long long events;
};

static bool read_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct journal *j = context;
    j->events++;
    j->gap = n != j->next++;
    j->reading.broken = j->gap;
    return !j->gap && table_read_on(&j->reading, n, at, text, len);
}

/* Reads the sound part of the next journal; false: there is none, or the reading failed. */
static bool read_next(struct store *store, struct journal *j)
{
    char after[TABLE_ID_MAX];
    table_copy(after, sizeof after, j->id);
    table_free(j->reading.t);
    *j = (struct journal){.reading = {.id = j->id}, .events = j->events};
    return store_next_journal(store, after, j->id, sizeof j->id) == STORE_OK &&
           store_read_events(store, j->id, 0, read_event, j) == STORE_OK;
}

static int count_sound(const struct journal *j)
{
    return j->reading.t != NULL ? j->reading.t->n : 0;
}

/* ---- verify-store ---- */

struct verifying {
    const struct cli *cli;
    int flaws;
};

static void say_flaw(void *context, const struct store_flaw *f)
{
    struct verifying *v = context;
    v->flaws++;
    if (f->kind == STORE_FLAW_PAGE)
        cli_print(v->cli, stdout, MSG("verify-store.page"), f->text, NULL);
    else if (f->kind == STORE_FLAW_WAL)
        cli_print(v->cli, stdout, MSG("verify-store.wal"), write_number(f->n).text,
                  write_number(f->of).text, NULL);
    else
        cli_print(v->cli, stdout, MSG("verify-store.gap"), f->table, write_number(f->n).text, NULL);
}

static void say_about(struct verifying *v, const char *message, const char *table)
{
    v->flaws++;
    cli_print(v->cli, stdout, message, table, NULL);
}

static void verify_journal(struct verifying *v, const struct journal *j, const struct row *row)
{
    if (j->reading.unknown) { /* no flaw: a newer server goes on with it */
        cli_print(v->cli, stdout, MSG("verify-store.unknown"), j->id,
                  write_number(count_sound(j)).text, NULL);
    } else if (j->reading.broken && !j->gap) {
        v->flaws++;
        cli_print(v->cli, stdout, MSG("verify-store.event"), j->id,
                  write_number(count_sound(j)).text, NULL);
    }
    if (row == NULL)
        say_about(v, MSG("verify-store.no-row"), j->id);
    else if (!j->reading.broken && row->phase != (int)j->reading.t->phase)
        say_about(v, MSG("verify-store.row"), j->id);
}

/* Every journal by the engine, and its row. */
static void verify_tables(struct verifying *v, struct store *store)
{
    struct rows rows = {.n = 0};
    struct journal j = {.id = ""};
    int next = 0, tables = 0;
    store_list_tables(store, keep_row, &rows);
    for (; read_next(store, &j); tables++) {
        for (; next < rows.n && strcmp(rows.row[next].id, j.id) < 0; next++)
            say_about(v, MSG("verify-store.no-journal"), rows.row[next].id);
        next += next < rows.n && strcmp(rows.row[next].id, j.id) == 0;
        verify_journal(v, &j, find_row(&rows, j.id));
    }
    for (; next < rows.n; next++)
        say_about(v, MSG("verify-store.no-journal"), rows.row[next].id);
    table_free(j.reading.t);
    free(rows.row);
    if (v->flaws == 0)
        cli_print(v->cli, stderr, MSG("verify-store.good"), write_number(tables).text,
                  write_number(j.events).text, NULL);
}

static int verify_place(const struct cli *cli, const char *place)
{
    struct verifying v = {.cli = cli};
    char why[WHY_ROOM];
    const char *table;
    int n;
    if (store_check(place, NULL, say_flaw, &v, why, sizeof why) != STORE_OK)
        return data_fail(cli, place, why);
    struct store *store = store_open(place, STORE_READ, why, sizeof why);
    if (store == NULL && v.flaws == 0)
        return data_fail(cli, place, why);
    if (store != NULL && store_has_lost(store, &table, &n)) {
        v.flaws++;
        cli_print(cli, stdout, MSG("verify-store.lost"), table, write_number(n).text, NULL);
    }
    if (store != NULL)
        verify_tables(&v, store);
    store_close(store);
    if (v.flaws == 0)
        return CLI_OK;
    cli_print(cli, stderr, MSG("verify-store.bad"), write_number(v.flaws).text, NULL);
    return CLI_FAILED;
}

static int run_verify(const struct cli *cli)
{
    char place[FOLDER_ROOM];
    int status = data_choose_place(cli, place, sizeof place);
    return status == CLI_OK ? verify_place(cli, place) : status;
}

const struct command command_verify_store = {
    .name = "verify-store",
    .words = "",
    .summary = MSG("verify-store.summary"),
    .help = MSG("verify-store.help"),
    .flags = data_flags,
    .run = run_verify,
};

/* ---- repair ---- */

struct repairing {
    const struct cli *cli;
    struct store *store; /* the new one */
    int tables, lost;
};

static void put_row(struct repairing *r, struct table *t)
{
    struct strbuf row;
    strbuf_init(&row);
    table_write_row(t, &row);
    strbuf_put_bytes(&row, "", 1);
    struct moment now = {.steady = t->beat.steady, .date = clock_date_ms()};
    table_plan_bots(t, &now, 0);
    struct moment due = table_next_due(t);
    int64_t seen = now.date;
    store_find_count(r->store, &seen); /* as if somebody had just been there */
    store_put_table(r->store, &(struct store_table){.id = t->id,
                                                    .phase = t->phase,
                                                    .listed = t->plan.listed,
                                                    .due = due.steady,
                                                    .due_date = due.date,
                                                    .changed = t->changed,
                                                    .days = t->plan.clock.kind == TABLE_CLOCK_DAYS,
                                                    .seen = seen,
                                                    .row = row.text});
    strbuf_clear(&row);
}

/* Reads the first `sound` events again: the one after them may have changed the table. */
static struct table *read_sound(struct store *store, const char *id, int sound)
{
    struct table_reading r = {.id = id, .end = sound};
    store_read_events(store, id, 0, table_read_on, &r);
    return r.t;
}

/* Keeps the sound part of a journal, and makes its row and seats follow from it. */
static void repair_table(struct repairing *r, const struct journal *j, const struct row *row)
{
    int sound = count_sound(j);
    if (j->reading.unknown) { /* another version wrote it: it stays as it is */
        cli_print(r->cli, stdout, MSG("verify-store.unknown"), j->id, write_number(sound).text,
                  NULL);
        r->tables++;
        return;
    }
    if (j->reading.broken) {
        store_cut_journal(r->store, j->id, sound);
        cli_print(r->cli, stdout, MSG("repair.cut"), j->id, write_number(sound - 1).text, NULL);
    }
    r->tables++;
    struct table *t = read_sound(r->store, j->id, sound);
    if (j->reading.broken || row == NULL || row->phase != (int)t->phase)
        put_row(r, t);
    if (j->reading.broken)
        store_set_turn(r->store, t->id, sound - 1, table_acting_chairs(t));
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON)
            store_put_seat(r->store, t->id, t->chair[i].player, i, t->changed);
    table_free(t);
}

static void lose_table(struct repairing *r, const char *id)
{
    store_drop_table(r->store, id);
    cli_print(r->cli, stdout, MSG("repair.lost"), id, NULL);
    r->lost++;
}

static void repair_tables(struct repairing *r)
{
    struct rows rows = {.n = 0};
    struct journal j = {.id = ""};
    int next = 0;
    store_list_tables(r->store, keep_row, &rows);
    while (read_next(r->store, &j)) {
        for (; next < rows.n && strcmp(rows.row[next].id, j.id) < 0; next++)
            lose_table(r, rows.row[next].id);
        next += next < rows.n && strcmp(rows.row[next].id, j.id) == 0;
        if (count_sound(&j) > 0 || j.reading.unknown)
            repair_table(r, &j, find_row(&rows, j.id));
        else
            lose_table(r, j.id);
    }
    for (; next < rows.n; next++)
        lose_table(r, rows.row[next].id);
    table_free(j.reading.t);
    free(rows.row);
}

/* Fills the new store; CLI_OK, or a status after reporting the error. */
static int repair_into(struct repairing *r, const char *from, const char *to)
{
    bool scanned = false;
    if (store_salvage(from, r->store, to, &scanned) != STORE_OK)
        return cli_fail(r->cli, MSG("data.cannot-open"), from, store_why(r->store), NULL);
    if (scanned)
        cli_print(r->cli, stderr, MSG("repair.scanned"), NULL);
    repair_tables(r);
    if (!store_has_secret(r->store, "cookie key"))
        cli_print(r->cli, stdout, MSG("repair.no-key"), NULL);
    if (store_commit(r->store) != STORE_OK)
        return cli_fail(r->cli, MSG("data.cannot-open"), to, store_why(r->store), NULL);
    cli_print(r->cli, stderr, MSG("repair.done"), write_number(r->tables).text,
              write_number(r->lost).text, to, NULL);
    cli_print(r->cli, stderr, MSG("repair.next"), from, to, NULL);
    return CLI_OK;
}

static int run_repair(const struct cli *cli)
{
    struct repairing r = {.cli = cli};
    char from[FOLDER_ROOM], to[FOLDER_ROOM + 32], day[32], why[WHY_ROOM], path[FOLDER_ROOM + 16];
    struct stat st;
    time_t now = time(NULL);
    int status = data_choose_place(cli, from, sizeof from);
    if (status != CLI_OK)
        return status;
    if (store_is_shared(from))
        return cli_fail(cli, MSG("repair.file-only"), NULL);
    snprintf(path, sizeof path, "%s/parlor.db", from);
    if (stat(path, &st) != 0)
        return cli_fail(cli, MSG("data.cannot-open"), path, cli_error_text(cli, errno), NULL);
    strftime(day, sizeof day, "repaired-%Y%m%d-%H%M%S", gmtime(&now));
    snprintf(to, sizeof to, "%s/%s", from, day);
    if (mkdir(to, 0700) != 0)
        return cli_fail(cli, MSG("data.cannot-open"), to, cli_error_text(cli, errno), NULL);
    r.store = store_open(to, STORE_WRITE, why, sizeof why);
    if (r.store == NULL)
        return cli_fail(cli, MSG("data.cannot-open"), to, why, NULL);
    status = repair_into(&r, from, to);
    store_close(r.store);
    return status;
}

const struct command command_repair = {
    .name = "repair",
    .words = "",
    .summary = MSG("repair.summary"),
    .help = MSG("repair.help"),
    .flags = data_flags,
    .run = run_repair,
};
