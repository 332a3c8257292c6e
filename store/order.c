/* Moderation: bans, reports and the audit log. */
#include "store/statement.h"

/* ---- bans ---- */

int store_put_ban(struct store *s, const struct store_ban *b)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_BAN, 1, (int64_t)b->player);
    sql_bind_text(s, PUT_BAN, 2, b->address);
    sql_bind_int(s, PUT_BAN, 3, b->until);
    sql_bind_int(s, PUT_BAN, 4, b->made);
    sql_bind_text(s, PUT_BAN, 5, b->why);
    return sql_run(s, PUT_BAN);
}

int store_drop_ban(struct store *s, uint64_t player, const char *address)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, DROP_BAN, 1, (int64_t)player);
    sql_bind_text(s, DROP_BAN, 2, address);
    return sql_run(s, DROP_BAN);
}

int store_clean_bans(struct store *s, int64_t now)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, CLEAN_BANS, 1, now);
    return sql_run(s, CLEAN_BANS);
}

int store_list_bans(struct store *s, bool (*visit)(void *context, const struct store_ban *b),
                    void *context)
{
    bool more = true;
    while (more && sql_step(s, LIST_BANS)) {
        struct store_ban b = {.player = (uint64_t)sql_int(s, LIST_BANS, 0),
                              .address = sql_column(s, LIST_BANS, 1),
                              .until = sql_int(s, LIST_BANS, 2),
                              .made = sql_int(s, LIST_BANS, 3),
                              .why = sql_column(s, LIST_BANS, 4)};
        more = !s->unread && visit(context, &b);
    }
    return sql_end(s, LIST_BANS);
}

/* ---- reports ---- */

/* Whoever has most gives up the oldest ones, so that a crowd pushes out no others' reports. */
static int trim_reports(struct store *s, int most)
{
    int n = sql_step(s, COUNT_ALL_REPORTS) ? (int)sql_int(s, COUNT_ALL_REPORTS, 0) : 0;
    int result = sql_end(s, COUNT_ALL_REPORTS);
    for (; n > most && result == STORE_OK; n--)
        result = sql_run(s, TRIM_REPORTS);
    return result;
}

int store_put_report(struct store *s, const struct store_report *r, int64_t since, int most)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_REPORT, 1, r->at);
    sql_bind_text(s, PUT_REPORT, 2, r->table);
    sql_bind_int(s, PUT_REPORT, 3, r->event);
    sql_bind_int(s, PUT_REPORT, 4, (int64_t)r->reporter);
    sql_bind_int(s, PUT_REPORT, 5, (int64_t)r->address);
    sql_bind_int(s, PUT_REPORT, 6, (int64_t)r->player);
    sql_bind_text(s, PUT_REPORT, 7, r->why);
    int result = sql_run(s, PUT_REPORT);
    if (result != STORE_OK)
        return result;
    sql_bind_int(s, CLEAN_REPORTS, 1, since);
    result = sql_run(s, CLEAN_REPORTS);
    return result == STORE_OK ? trim_reports(s, most) : result;
}

int store_count_reports(struct store *s, uint64_t address, int *n)
{
    sql_bind_int(s, COUNT_REPORTS, 1, (int64_t)address);
    if (sql_step(s, COUNT_REPORTS))
        *n = (int)sql_int(s, COUNT_REPORTS, 0);
    return sql_end(s, COUNT_REPORTS);
}

int store_list_reports(struct store *s, int most,
                       bool (*visit)(void *context, const struct store_report *r), void *context)
{
    bool more = true;
    sql_bind_int(s, LIST_REPORTS, 1, most);
    while (more && sql_step(s, LIST_REPORTS)) {
        struct store_report r = {.id = sql_int(s, LIST_REPORTS, 0),
                                 .at = sql_int(s, LIST_REPORTS, 1),
                                 .table = sql_column(s, LIST_REPORTS, 2),
                                 .event = (int)sql_int(s, LIST_REPORTS, 3),
                                 .reporter = (uint64_t)sql_int(s, LIST_REPORTS, 4),
                                 .address = (uint64_t)sql_int(s, LIST_REPORTS, 5),
                                 .player = (uint64_t)sql_int(s, LIST_REPORTS, 6),
                                 .why = sql_column(s, LIST_REPORTS, 7)};
        more = !s->unread && visit(context, &r);
    }
    return sql_end(s, LIST_REPORTS);
}

int store_drop_report(struct store *s, int64_t id)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, DROP_REPORT, 1, id);
    sql_step(s, DROP_REPORT);
    return sql_end(s, DROP_REPORT);
}

/* ---- the audit log ---- */

int store_put_act(struct store *s, const struct store_act *a, int most)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_ACT, 1, a->at);
    sql_bind_int(s, PUT_ACT, 2, (int64_t)a->actor);
    sql_bind_text(s, PUT_ACT, 3, a->act);
    sql_bind_text(s, PUT_ACT, 4, a->table);
    sql_bind_int(s, PUT_ACT, 5, (int64_t)a->player);
    sql_bind_text(s, PUT_ACT, 6, a->detail);
    int result = sql_run(s, PUT_ACT);
    if (result != STORE_OK)
        return result;
    sql_bind_int(s, CLEAN_ACTS, 1, a->actor != 0);
    sql_bind_int(s, CLEAN_ACTS, 2, most);
    return sql_run(s, CLEAN_ACTS);
}

int store_list_acts(struct store *s, int most,
                    bool (*visit)(void *context, const struct store_act *a), void *context)
{
    bool more = true;
    sql_bind_int(s, LIST_ACTS, 1, most);
    while (more && sql_step(s, LIST_ACTS)) {
        struct store_act a = {.at = sql_int(s, LIST_ACTS, 0),
                              .actor = (uint64_t)sql_int(s, LIST_ACTS, 1),
                              .act = sql_column(s, LIST_ACTS, 2),
                              .table = sql_column(s, LIST_ACTS, 3),
                              .player = (uint64_t)sql_int(s, LIST_ACTS, 4),
                              .detail = sql_column(s, LIST_ACTS, 5)};
        more = !s->unread && visit(context, &a);
    }
    return sql_end(s, LIST_ACTS);
}
