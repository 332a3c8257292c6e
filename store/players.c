#include <stdio.h>

#include "store/statement.h"

static int read_player(struct store *s, enum statement i, struct store_player *out)
{
    bool found = sql_step(s, i);
    *out = (struct store_player){.id = 0};
    if (found) {
        out->id = (uint64_t)sql_int(s, i, 0);
        snprintf(out->name, sizeof out->name, "%s", sql_column(s, i, 1));
        out->generation = (int)sql_int(s, i, 2);
        snprintf(out->login, sizeof out->login, "%s", sql_column(s, i, 3));
        snprintf(out->hash, sizeof out->hash, "%s", sql_column(s, i, 4));
        out->seen = sql_int(s, i, 5);
    }
    return sql_end(s, i);
}

int store_find_player(struct store *s, uint64_t id, struct store_player *out)
{
    sql_bind_int(s, FIND_PLAYER, 1, (int64_t)id);
    return read_player(s, FIND_PLAYER, out);
}

int store_find_login(struct store *s, const char *login, struct store_player *out)
{
    sql_bind_text(s, FIND_LOGIN, 1, login);
    return read_player(s, FIND_LOGIN, out);
}

int store_put_player(struct store *s, const struct store_player *p)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_PLAYER, 1, (int64_t)p->id);
    sql_bind_text(s, PUT_PLAYER, 2, p->name);
    sql_bind_int(s, PUT_PLAYER, 3, p->generation);
    sql_bind_text(s, PUT_PLAYER, 4, p->login);
    sql_bind_text(s, PUT_PLAYER, 5, p->hash);
    sql_bind_int(s, PUT_PLAYER, 6, p->seen);
    return sql_run(s, PUT_PLAYER);
}

int store_drop_player(struct store *s, uint64_t id)
{
    static const enum statement drops[] = {
        DROP_PLAYER_SEATS,   DROP_PLAYER_LISTINGS, DROP_PLAYER_BANS, DROP_PLAYER_REPORTS,
        DROP_PLAYER_DAILIES, BLANK_PLAYER_ACTS,    DROP_PLAYER};
    int result = sql_begin(s);
    for (size_t i = 0; i < sizeof drops / sizeof drops[0] && result == STORE_OK; i++) {
        sql_bind_int(s, drops[i], 1, (int64_t)id);
        result = sql_run(s, drops[i]);
    }
    return result;
}

int store_find_known(struct store *s, uint64_t player, int64_t before)
{
    sql_bind_int(s, FIND_KNOWN, 1, (int64_t)player);
    sql_bind_int(s, FIND_KNOWN, 2, before);
    sql_step(s, FIND_KNOWN);
    return sql_end(s, FIND_KNOWN);
}
