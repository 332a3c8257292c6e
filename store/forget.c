/* Finding and replacing what names a person in events and rows. */
#include <string.h>

#include "store/records.h"
#include "store/statement.h"

struct search {
    const char *part;
    char table[STORE_ID_ROOM];
    bool (*visit)(void *context, const char *table, int n, int64_t at, const char *text,
                  size_t len);
    void *context;
    bool more;
};

static bool search_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct search *f = context;
    if (strstr(text, f->part) != NULL)
        f->more = f->visit(f->context, f->table, n, at, text, len);
    return f->more;
}

/* The same in records. */
static int search_records(struct store *s, struct search *f)
{
    char after[sizeof f->table];
    int result;
    do {
        memcpy(after, f->table, sizeof after);
        result = records_next(s, after, f->table, sizeof f->table);
        if (result == STORE_OK)
            result = records_read(s, f->table, 0, search_event, f);
    } while (result == STORE_OK && f->more);
    return result;
}

int store_find_events(struct store *s, const char *part,
                      bool (*visit)(void *context, const char *table, int n, int64_t at,
                                    const char *text, size_t len),
                      void *context)
{
    bool more = true;
    sql_bind_text(s, FIND_EVENTS, 1, part);
    while (more && sql_step(s, FIND_EVENTS)) {
        size_t len;
        const char *table = sql_column(s, FIND_EVENTS, 0);
        const char *text = sql_blob(s, FIND_EVENTS, 3, &len);
        more = !s->unread && visit(context, table, (int)sql_int(s, FIND_EVENTS, 1),
                                   sql_int(s, FIND_EVENTS, 2), text, len);
    }
    int result = sql_end(s, FIND_EVENTS);
    struct search f = {.part = part, .visit = visit, .context = context, .more = more};
    int searched = result != STORE_FAILED && more ? search_records(s, &f) : result;
    return searched == STORE_FAILED ? searched : result;
}

int store_replace_event(struct store *s, const char *table, int n, const char *text, size_t len)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    int events, thawed = records_thaw(s, table, &events);
    if (thawed == STORE_FAILED)
        return thawed;
    sql_bind_text(s, REPLACE_EVENT, 1, table);
    sql_bind_int(s, REPLACE_EVENT, 2, n);
    sql_bind_bytes(s, REPLACE_EVENT, 3, text, len);
    int result = sql_run(s, REPLACE_EVENT);
    if (result != STORE_OK)
        return result;
    sql_bind_text(s, DROP_SNAPSHOT, 1, table);
    return sql_run(s, DROP_SNAPSHOT);
}

int store_replace_row(struct store *s, const char *table, const char *row)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, REPLACE_ROW, 1, table);
    sql_bind_text(s, REPLACE_ROW, 2, row);
    return sql_run(s, REPLACE_ROW);
}
