/*
 * Checks the database after this node was cut off. A program that must be alone there (it forgets a
 * person, or moves everything) keeps out all that have a connection; a node that comes back must
 * not write the data that it still has in memory.
 */
#include <stdio.h>
#include <stdlib.h>

#include "store/copy.h"
#include "store/postgres.h"
#include "store/statement.h"

static const char query[] =
    "SELECT coalesce((SELECT number FROM meta WHERE name = 'forgotten'), 0)::text, "
    "coalesce((SELECT convert_from(value, 'UTF8') FROM meta WHERE name = 'moved'), '')";

static int read_changes(struct store *s, struct link *l, int64_t *forgotten,
                        char where[STORE_WHY_ROOM])
{
    PGresult *row = NULL;
    link_ask_text(s, l, query, &row);
    int result = link_settle(s, l);
    if (result == STORE_OK) {
        *forgotten = strtoll(PQgetvalue(row, 0, 0), NULL, 10);
        snprintf(where, STORE_WHY_ROOM, "%s", PQgetvalue(row, 0, 1));
    }
    PQclear(row);
    return result;
}

int return_note(struct store *s)
{
    char where[STORE_WHY_ROOM];
    struct postgres *p = s->postgres;
    return read_changes(s, &p->link, &p->forgotten, where);
}

int return_check(struct store *s, struct link *l)
{
    int64_t forgotten;
    char where[STORE_WHY_ROOM];
    struct postgres *p = s->postgres;
    if (read_changes(s, l, &forgotten, where) != STORE_OK)
        return STORE_FAILED;
    if (where[0] != '\0')
        return moved_refuse(s, where);
    if (forgotten == p->forgotten)
        return STORE_OK;
    p->forgotten_now = forgotten;
    p->renewed = true;
    return sql_fail_because(s, "somebody was forgotten there meanwhile: all is read again");
}

bool store_take_renewed(struct store *s)
{
    struct postgres *p = s->driver->shared ? s->postgres : NULL;
    if (p == NULL || !p->renewed)
        return false;
    p->forgotten = p->forgotten_now;
    p->renewed = false;
    return true;
}

/* ---- what nodes ask about others ---- */

int store_compare_people(struct store *s, const char *ids, store_person_visit *visit, void *context)
{
    if (!s->driver->shared)
        return STORE_NONE;
    sql_bind_text(s, FIND_PEOPLE, 1, ids);
    while (sql_step(s, FIND_PEOPLE))
        visit(context, (uint64_t)sql_int(s, FIND_PEOPLE, 0), (int)sql_int(s, FIND_PEOPLE, 1),
              sql_column(s, FIND_PEOPLE, 2));
    return sql_end(s, FIND_PEOPLE);
}

int store_find_watcher(struct store *s, const char *table)
{
    if (!s->driver->shared || !s->postgres->wake.on)
        return STORE_NONE;
    sql_bind_text(s, FIND_WATCHER, 1, table);
    sql_bind_int(s, FIND_WATCHER, 2, s->postgres->wake.node);
    sql_step(s, FIND_WATCHER);
    return sql_end(s, FIND_WATCHER);
}

int store_find_served(struct store *s, const char *table, int64_t *date)
{
    if (!s->driver->shared || !s->postgres->wake.on)
        return STORE_NONE;
    sql_bind_text(s, FIND_SERVED, 1, table);
    sql_bind_int(s, FIND_SERVED, 2, s->postgres->wake.node);
    if (sql_step(s, FIND_SERVED))
        *date = sql_int(s, FIND_SERVED, 0);
    return sql_end(s, FIND_SERVED);
}
