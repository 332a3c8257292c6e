/* Results of daily deals: one per person and deal. */
#include "store/statement.h"

static void read_row(struct store *s, enum statement i, struct store_daily *out)
{
    *out = (struct store_daily){.player = (uint64_t)sql_int(s, i, 0),
                                .deal = sql_column(s, i, 1),
                                .day = sql_int(s, i, 2),
                                .score = (int)sql_int(s, i, 3),
                                .place = (int)sql_int(s, i, 4),
                                .won = sql_int(s, i, 5) != 0,
                                .at = sql_int(s, i, 6)};
}

int store_find_daily(struct store *s, const char *deal, uint64_t player, struct store_daily *out)
{
    sql_bind_int(s, FIND_DAILY, 1, (int64_t)player);
    sql_bind_text(s, FIND_DAILY, 2, deal);
    if (sql_step(s, FIND_DAILY))
        read_row(s, FIND_DAILY, out);
    out->deal = deal;
    return sql_end(s, FIND_DAILY);
}

int store_put_daily(struct store *s, const struct store_daily *d, int64_t since)
{
    struct store_daily known;
    int found = store_find_daily(s, d->deal, d->player, &known);
    if (found != STORE_NONE)
        return found == STORE_OK ? STORE_CONFLICT : found;
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_DAILY, 1, (int64_t)d->player);
    sql_bind_text(s, PUT_DAILY, 2, d->deal);
    sql_bind_int(s, PUT_DAILY, 3, d->day);
    sql_bind_int(s, PUT_DAILY, 4, d->score);
    sql_bind_int(s, PUT_DAILY, 5, d->place);
    sql_bind_int(s, PUT_DAILY, 6, d->won);
    sql_bind_int(s, PUT_DAILY, 7, d->at);
    int result = sql_run(s, PUT_DAILY);
    if (result != STORE_OK)
        return result;
    sql_bind_int(s, CLEAN_DAILIES, 1, since);
    return sql_run(s, CLEAN_DAILIES);
}

int store_count_dailies(struct store *s, const char *deal, int most,
                        void (*visit)(void *context, int score, int people), void *context)
{
    sql_bind_text(s, COUNT_DAILIES, 1, deal);
    sql_bind_int(s, COUNT_DAILIES, 2, most);
    while (sql_step(s, COUNT_DAILIES))
        visit(context, (int)sql_int(s, COUNT_DAILIES, 0), (int)sql_int(s, COUNT_DAILIES, 1));
    return sql_end(s, COUNT_DAILIES);
}

int store_list_dailies(struct store *s, bool (*visit)(void *context, const struct store_daily *d),
                       void *context)
{
    bool more = true;
    if (!sql_has(s, LIST_DAILIES)) /* a file of an older schema, only to be read */
        return STORE_NONE;
    while (more && sql_step(s, LIST_DAILIES)) {
        struct store_daily d;
        read_row(s, LIST_DAILIES, &d);
        more = !s->unread && visit(context, &d);
    }
    return sql_end(s, LIST_DAILIES);
}
