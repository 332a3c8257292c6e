/* Shares, secrets, numbers and the count of time. */
#include <stdio.h>
#include <string.h>

#include "store/statement.h"

int store_put_share(struct store *s, const char *key, const char *table)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_SHARE, 1, key);
    sql_bind_text(s, PUT_SHARE, 2, table);
    return sql_run(s, PUT_SHARE);
}

int store_find_share(struct store *s, const char *key, char *table, size_t cap)
{
    return sql_find_text(s, FIND_SHARE, key, table, cap);
}

int store_find_share_of(struct store *s, const char *table, char *key, size_t cap)
{
    return sql_find_text(s, FIND_SHARE_OF, table, key, cap);
}

/* Reads a secret of `n` bytes. */
static int find_secret(struct store *s, const char *name, uint8_t *bytes, size_t n)
{
    size_t len;
    sql_bind_text(s, FIND_SECRET, 1, name);
    if (sql_step(s, FIND_SECRET)) {
        const void *value = sql_blob(s, FIND_SECRET, 0, &len);
        if (!s->unread && len == n)
            memcpy(bytes, value, n);
    }
    return sql_end(s, FIND_SECRET);
}

int store_keep_secret(struct store *s, const char *name, uint8_t *bytes, size_t n)
{
    int result = find_secret(s, name, bytes, n);
    if (result != STORE_NONE)
        return result;
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_SECRET, 1, name);
    sql_bind_blob(s, PUT_SECRET, 2, bytes, n);
    result = sql_run(s, PUT_SECRET);
    return result == STORE_CONFLICT ? find_secret(s, name, bytes, n) : result; /* another node's */
}

bool store_has_secret(struct store *s, const char *name)
{
    sql_bind_text(s, FIND_SECRET, 1, name);
    sql_step(s, FIND_SECRET);
    return sql_end(s, FIND_SECRET) == STORE_OK;
}

int store_put_code(struct store *s, uint64_t hash, uint64_t player, int64_t ms)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, DROP_CODES, 1, (int64_t)player);
    int result = sql_run(s, DROP_CODES);
    if (result != STORE_OK)
        return result;
    sql_bind_int(s, PUT_CODE, 1, (int64_t)hash);
    sql_bind_int(s, PUT_CODE, 2, (int64_t)player);
    sql_bind_int(s, PUT_CODE, 3, ms);
    return sql_run(s, PUT_CODE);
}

int store_take_code(struct store *s, uint64_t hash, uint64_t *player)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, TAKE_CODE, 1, (int64_t)hash);
    if (sql_step(s, TAKE_CODE))
        *player = (uint64_t)sql_int(s, TAKE_CODE, 0);
    return sql_end(s, TAKE_CODE);
}

int store_put_number(struct store *s, const char *name, int64_t n)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_NUMBER, 1, name);
    sql_bind_int(s, PUT_NUMBER, 2, n);
    return sql_run(s, PUT_NUMBER);
}

int store_find_number(struct store *s, const char *name, int64_t *n)
{
    sql_bind_text(s, FIND_NUMBER, 1, name);
    if (sql_step(s, FIND_NUMBER))
        *n = sql_int(s, FIND_NUMBER, 0);
    return sql_end(s, FIND_NUMBER);
}

int store_put_text(struct store *s, const char *name, const char *text)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_MARK, 1, name);
    sql_bind_blob(s, PUT_MARK, 2, text, strlen(text));
    return sql_run(s, PUT_MARK);
}

int store_find_text(struct store *s, const char *name, char *out, size_t cap)
{
    size_t len;
    out[0] = '\0';
    sql_bind_text(s, FIND_SECRET, 1, name);
    if (sql_step(s, FIND_SECRET)) {
        const char *text = sql_blob(s, FIND_SECRET, 0, &len);
        if (!s->unread)
            snprintf(out, cap, "%.*s", (int)len, text);
    }
    return sql_end(s, FIND_SECRET);
}

int store_count_forgotten(struct store *s)
{
    int64_t n = 0;
    int found = store_find_number(s, "forgotten", &n);
    return found == STORE_FAILED ? found : store_put_number(s, "forgotten", n + 1);
}

int store_find_count(struct store *s, int64_t *ms)
{
    bool known = sql_step(s, FIND_COUNT) && !sql_is_null(s, FIND_COUNT, 0);
    if (known)
        *ms = sql_int(s, FIND_COUNT, 0);
    int result = sql_end(s, FIND_COUNT);
    return result == STORE_OK && !known ? STORE_NONE : result;
}

int store_put_count(struct store *s, int64_t ms)
{
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_int(s, PUT_COUNT, 1, ms);
    return sql_run(s, PUT_COUNT);
}
