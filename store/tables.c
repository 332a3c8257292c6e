/* The rows of tables: one per table, per seat, and per listing in the lobby. */
#include <string.h>

#include "store/records.h"
#include "store/statement.h"

/* Where a table with a journal stands. */
static enum store_shelf find_shelf(const struct store_table *t)
{
    return t->phase == 0   ? STORE_SHELF_OPEN
           : t->phase == 2 ? STORE_SHELF_JOURNAL
           : t->days       ? STORE_SHELF_DAYS
                           : STORE_SHELF_RUNNING;
}

int store_put_table(struct store *s, const struct store_table *t)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_TABLE, 1, t->id);
    sql_bind_int(s, PUT_TABLE, 2, t->phase);
    sql_bind_int(s, PUT_TABLE, 3, t->listed);
    sql_bind_int(s, PUT_TABLE, 4, t->due);
    sql_bind_int(s, PUT_TABLE, 5, t->due_date);
    sql_bind_int(s, PUT_TABLE, 6, t->changed);
    sql_bind_text(s, PUT_TABLE, 7, t->row);
    sql_bind_int(s, PUT_TABLE, 8, find_shelf(t));
    sql_bind_int(s, PUT_TABLE, 9, t->seen);
    return sql_run(s, PUT_TABLE);
}

int store_put_seat(struct store *s, const char *table, uint64_t player, int chair, int64_t changed)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_SEAT, 1, (int64_t)player);
    sql_bind_text(s, PUT_SEAT, 2, table);
    sql_bind_int(s, PUT_SEAT, 3, chair);
    sql_bind_int(s, PUT_SEAT, 4, changed);
    return sql_run(s, PUT_SEAT);
}

int store_drop_seat(struct store *s, const char *table, uint64_t player)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, DROP_SEAT, 1, (int64_t)player);
    sql_bind_text(s, DROP_SEAT, 2, table);
    return sql_run(s, DROP_SEAT);
}

static int list(struct store *s, enum statement i, store_table_visit *visit, void *context)
{
    bool more = true;
    while (more && sql_step(s, i)) {
        struct store_table t = {
            .id = sql_column(s, i, 0),
            .phase = (int)sql_int(s, i, 1),
            .listed = sql_int(s, i, 2) != 0,
            .due = INT64_MAX,
            .due_date = INT64_MAX,
            .changed = sql_int(s, i, 3),
            .row = sql_column(s, i, 4),
            .turn = i == LIST_SEATS || i == LIST_GAMES ? (int)sql_int(s, i, 5) : -1,
        };
        more = !s->unread && visit(context, &t);
    }
    return sql_end(s, i);
}

int store_list_tables(struct store *s, store_table_visit *visit, void *context)
{
    return list(s, LIST_TABLES, visit, context);
}

int store_list_lobby(struct store *s, int64_t since, int most, store_table_visit *visit,
                     void *context)
{
    sql_bind_int(s, LIST_LOBBY, 1, since);
    sql_bind_int(s, LIST_LOBBY, 2, most);
    return list(s, LIST_LOBBY, visit, context);
}

int store_list_lobby_own(struct store *s, int64_t since, int most, uint64_t player,
                         store_table_visit *visit, void *context)
{
    sql_bind_int(s, LIST_LOBBY_OWN, 1, since);
    sql_bind_int(s, LIST_LOBBY_OWN, 2, most);
    sql_bind_int(s, LIST_LOBBY_OWN, 3, (int64_t)player);
    return list(s, LIST_LOBBY_OWN, visit, context);
}

int store_list_listed(struct store *s, int64_t since, int most, store_table_visit *visit,
                      void *context)
{
    sql_bind_int(s, LIST_LISTED, 1, since);
    sql_bind_int(s, LIST_LISTED, 2, most);
    return list(s, LIST_LISTED, visit, context);
}

/* One number tells all: half of the network's hash, most of the address's, and the last bit. */
static int64_t pack_maker(const struct store_maker *maker)
{
    return (int64_t)((maker->network & UINT64_C(0xffffffff00000000)) |
                     (maker->address & UINT64_C(0xfffffffe)) | maker->known);
}

int store_put_listing(struct store *s, const char *table, const struct store_maker *maker)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_LISTING, 1, table);
    sql_bind_int(s, PUT_LISTING, 2, (int64_t)maker->player);
    sql_bind_int(s, PUT_LISTING, 3, pack_maker(maker));
    return sql_run(s, PUT_LISTING);
}

int store_clean_listings(struct store *s, int64_t since, int most)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, CLEAN_LISTINGS, 1, since);
    int result = sql_run(s, CLEAN_LISTINGS);
    if (result != STORE_OK)
        return result;
    bool many = sql_step(s, COUNT_ALL_LISTINGS) && sql_int(s, COUNT_ALL_LISTINGS, 0) > most;
    if (sql_end(s, COUNT_ALL_LISTINGS) != STORE_OK)
        return STORE_FAILED;
    if (!many)
        return STORE_OK;
    sql_bind_int(s, TRIM_LISTINGS, 1, since);
    sql_bind_int(s, TRIM_LISTINGS, 2, most);
    return sql_run(s, TRIM_LISTINGS);
}

int store_count_listings(struct store *s, int64_t since, const struct store_maker *maker,
                         struct store_listings *out)
{
    sql_bind_int(s, COUNT_LISTINGS, 1, since);
    sql_bind_int(s, COUNT_LISTINGS, 2, (int64_t)maker->player);
    sql_bind_int(s, COUNT_LISTINGS, 3, pack_maker(maker) & ~INT64_C(1));
    sql_bind_int(s, COUNT_LISTINGS, 4, pack_maker(maker) | 1);
    *out = (struct store_listings){.of_maker = 0};
    if (sql_step(s, COUNT_LISTINGS)) {
        out->of_maker = (int)sql_int(s, COUNT_LISTINGS, 0);
        out->of_address = (int)sql_int(s, COUNT_LISTINGS, 1);
    }
    return sql_end(s, COUNT_LISTINGS);
}

int store_list_seats(struct store *s, uint64_t player, int most, store_table_visit *visit,
                     void *context)
{
    sql_bind_int(s, LIST_SEATS, 1, (int64_t)player);
    sql_bind_int(s, LIST_SEATS, 2, most);
    return list(s, LIST_SEATS, visit, context);
}

int store_list_games(struct store *s, uint64_t player, const struct store_place *after, int most,
                     store_table_visit *visit, void *context)
{
    sql_bind_int(s, LIST_GAMES, 1, (int64_t)player);
    sql_bind_int(s, LIST_GAMES, 2, after != NULL ? after->changed : INT64_MAX);
    sql_bind_text(s, LIST_GAMES, 3, after != NULL ? after->table : "");
    sql_bind_int(s, LIST_GAMES, 4, most);
    return list(s, LIST_GAMES, visit, context);
}

int store_list_finished(struct store *s, uint64_t player, int most, store_table_visit *visit,
                        void *context)
{
    sql_bind_int(s, LIST_FINISHED, 1, (int64_t)player);
    sql_bind_int(s, LIST_FINISHED, 2, most);
    return list(s, LIST_FINISHED, visit, context);
}

int store_list_due(struct store *s, int64_t until, int64_t date, store_table_visit *visit,
                   void *context)
{
    sql_bind_int(s, LIST_DUE, 1, until);
    sql_bind_int(s, LIST_DUE, 2, date);
    return list(s, LIST_DUE, visit, context);
}

int store_list_turnless(struct store *s, store_table_visit *visit, void *context)
{
    return list(s, LIST_TURNLESS, visit, context);
}

int store_drop_table(struct store *s, const char *table)
{
    static const enum statement rows[] = {DROP_TABLE, DROP_SEATS, DROP_SHARES, DROP_LISTING};
    int result = store_cut_journal(s, table, 0);
    for (int i = 0; i < 4 && result == STORE_OK; i++) {
        sql_bind_text(s, rows[i], 1, table);
        result = sql_run(s, rows[i]);
    }
    if (strcmp(s->last_table, table) == 0) {
        s->voided = true;
        s->noted = false;
    }
    return result;
}
