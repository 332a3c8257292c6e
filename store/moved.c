/*
 * The mark of a store whose data has moved elsewhere. No server opens it any more: people would
 * play in two places. To give the other place up, take the mark away (`parlor migrate --reopen`).
 */
#include <stdio.h>

#include "store/copy.h"
#include "store/statement.h"

int store_find_moved(struct store *s, char *where, size_t cap)
{
    return store_find_text(s, MOVED_MARK, where, cap);
}

int store_put_moved(struct store *s, const char *where)
{
    return store_put_text(s, MOVED_MARK, where) == STORE_OK ? store_commit(s) : STORE_FAILED;
}

int store_drop_moved(struct store *s)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, DROP_MARK, 1, MOVED_MARK);
    return sql_run(s, DROP_MARK) == STORE_OK ? store_commit(s) : STORE_FAILED;
}

int moved_refuse(struct store *s, const char *where)
{
    char why[STORE_WHY_ROOM];
    snprintf(why, sizeof why,
             "its data has moved; if it is to be served again all the same, run parlor migrate "
             "--reopen; moved to %s",
             where);
    return sql_fail_because(s, why);
}
