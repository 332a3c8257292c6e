/* Finding old data: tables by the shelf they stand on, and guests. */
#include "store/statement.h"

int store_touch_table(struct store *s, const char *table, int64_t seen)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, TOUCH_TABLE, 1, table);
    sql_bind_int(s, TOUCH_TABLE, 2, seen);
    return sql_run(s, TOUCH_TABLE);
}

int store_find_seen(struct store *s, const char *table, int64_t *seen)
{
    sql_bind_text(s, FIND_SEEN, 1, table);
    if (sql_step(s, FIND_SEEN))
        *seen = sql_int(s, FIND_SEEN, 0);
    return sql_end(s, FIND_SEEN);
}

int store_list_shelf(struct store *s, enum store_shelf shelf, int64_t before, int most,
                     bool (*visit)(void *context, const char *table), void *context)
{
    bool more = true;
    sql_bind_int(s, LIST_SHELF, 1, shelf);
    sql_bind_int(s, LIST_SHELF, 2, before);
    sql_bind_int(s, LIST_SHELF, 3, most);
    while (more && sql_step(s, LIST_SHELF)) {
        const char *table = sql_column(s, LIST_SHELF, 0);
        more = !s->unread && visit(context, table);
    }
    return sql_end(s, LIST_SHELF);
}

int store_list_guests(struct store *s, int64_t before, int most,
                      void (*visit)(void *context, uint64_t player, bool games), void *context)
{
    sql_bind_int(s, LIST_GUESTS, 1, before);
    sql_bind_int(s, LIST_GUESTS, 2, most);
    while (sql_step(s, LIST_GUESTS)) {
        visit(context, (uint64_t)sql_int(s, LIST_GUESTS, 0), (int)sql_int(s, LIST_GUESTS, 1) != 0);
    }
    return sql_end(s, LIST_GUESTS);
}

int store_touch_player(struct store *s, uint64_t id, int64_t seen)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, TOUCH_PLAYER, 1, (int64_t)id);
    sql_bind_int(s, TOUCH_PLAYER, 2, seen);
    return sql_run(s, TOUCH_PLAYER);
}
