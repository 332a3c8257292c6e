/* The open store: which database it is in, transactions, and why something failed. See store.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/copy.h"
#include "store/journal.h"
#include "store/note.h"
#include "store/records.h"
#include "store/statement.h"
#include "table/clock.h"
#include "table/memory.h"

const char *store_why(const struct store *s)
{
    return s->why;
}

bool store_is_dirty(const struct store *s)
{
    return s->dirty;
}

int64_t store_commit_us(const struct store *s)
{
    return s->commit_us;
}

bool store_take_suspicion(struct store *s)
{
    bool suspect = s->suspect;
    s->suspect = false;
    return suspect;
}

void store_freeze(struct store *s, const char *why)
{
    snprintf(s->frozen, sizeof s->frozen, "%s", why);
}

bool store_is_shared(const char *place)
{
    return strncmp(place, "postgres:", 9) == 0 || strncmp(place, "postgresql:", 11) == 0;
}

const char *store_find_place(const struct store *s)
{
    return s->place;
}

void store_write_place(const char *place, char *out, size_t cap)
{
    if (store_is_shared(place))
        postgres_write_place(place, out, cap);
    else
        snprintf(out, cap, "%s", place);
}

struct store *store_open(const char *place, enum store_mode mode, char *why, size_t cap)
{
    struct store *s = memory_take_zeros(1, sizeof *s);
    s->place = memory_take_text(place);
    int result =
        store_is_shared(place) ? postgres_open(s, place, mode) : sqlite_open(s, place, mode);
    if (result == STORE_OK && mode != STORE_MOVE && copy_is_moving(s))
        result = sql_fail_because(s, "a move to it is not finished; run parlor migrate again");
    char where[STORE_WHY_ROOM];
    if (result == STORE_OK && mode == STORE_WRITE &&
        store_find_moved(s, where, sizeof where) == STORE_OK)
        result = moved_refuse(s, where);
    s->opened = result == STORE_OK;
    if (s->opened)
        return s;
    snprintf(why, cap, "%s", s->why);
    store_close(s);
    return NULL;
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    records_forget(s);
    s->driver->close(s);
    free(s->place);
    free(s);
}

/* ---- transactions ---- */

/* Whether the transaction cannot be committed any more. */
static bool is_lost(struct store *s)
{
    s->failed = s->failed || (s->dirty && s->driver->is_lost(s));
    return s->failed;
}

int sql_begin(struct store *s)
{
    if (s->dirty)
        return is_lost(s) ? STORE_FAILED : STORE_OK;
    if (s->frozen[0] != '\0')
        return sql_fail_because(s, s->frozen);
    int result = s->driver->begin(s);
    s->dirty = result == STORE_OK;
    return result;
}

int store_commit(struct store *s)
{
    if (!s->dirty)
        return STORE_OK;
    int64_t start = clock_us();
    int result = is_lost(s) ? STORE_FAILED : s->driver->commit(s);
    s->commit_us = clock_us() - start;
    if (result == STORE_FAILED)
        store_rollback(s);
    s->dirty = false;
    return result;
}

void store_rollback(struct store *s)
{
    char why[sizeof s->why];
    if (!s->dirty)
        return;
    memcpy(why, s->why, sizeof why);
    s->driver->rollback(s);
    memcpy(s->why, why, sizeof why);
    s->dirty = s->failed = s->noted = s->voided = false;
    records_forget(s);
    journal_forget_lasts(s);
}

bool store_has_lost_table(struct store *s, const char *table)
{
    return s->driver->is_table_lost != NULL && s->driver->is_table_lost(s, table);
}

void store_set_wait(struct store *s, store_wait *wait, void *context)
{
    if (s->driver->set_wait != NULL)
        s->driver->set_wait(s, wait, context);
}

enum store_reach store_find_reach(const struct store *s)
{
    return s->driver->reach != NULL ? s->driver->reach(s) : STORE_REACH_FILE;
}

const char *store_find_file(const struct store *s, int i)
{
    return s->driver->find_file != NULL ? s->driver->find_file(s, i) : NULL;
}

int store_clean(struct store *s)
{
    return s->driver->clean(s);
}

int store_backup(struct store *s, const char *path)
{
    return s->driver->backup(s, path);
}

int store_rescue_wal(struct store *s)
{
    return s->driver->rescue != NULL ? s->driver->rescue(s) : STORE_OK;
}
