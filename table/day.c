/* Days: see day.h. */
#include "table/day.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

enum { VERSIONS_MAX = 1000000, SEED_TEXT_MAX = 128, DAY_MS = 86400000 };

static const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int count_days(int year, int month)
{
    return month_days[month] + (month == 1 && is_leap(year));
}

int day_of_ms(int64_t date)
{
    int64_t day = date / DAY_MS;
    return day < 1 ? 1 : day > DAY_MAX ? DAY_MAX : (int)day;
}

static void put_digits(char *to, int n, int value)
{
    for (; n > 0; n--, value /= 10)
        to[n - 1] = (char)('0' + value % 10);
}

void day_write(int day, char out[DAY_DATE_MAX])
{
    int year = 1970, month = 0;
    for (; day >= 365 + is_leap(year); year++)
        day -= 365 + is_leap(year);
    for (; day >= count_days(year, month); month++)
        day -= count_days(year, month);
    memcpy(out, "0000-00-00", DAY_DATE_MAX);
    put_digits(out, 4, year);
    put_digits(out + 5, 2, month + 1);
    put_digits(out + 8, 2, day + 1);
}

/* Reads `n` digits; -1: something else is there. */
static int read_digits(const char *text, int n)
{
    int value = 0;
    for (int i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = 10 * value + (text[i] - '0');
    }
    return value;
}

bool day_read(const char *text, int *day)
{
    if (strlen(text) != DAY_DATE_MAX - 1 || text[4] != '-' || text[7] != '-')
        return false;
    int year = read_digits(text, 4), month = read_digits(text + 5, 2) - 1;
    int of_month = read_digits(text + 8, 2);
    if (year < 1970 || month < 0 || month > 11 || of_month < 1 ||
        of_month > count_days(year, month))
        return false;
    *day = of_month - 1;
    for (int i = 1970; i < year; i++)
        *day += 365 + is_leap(i);
    for (int i = 0; i < month; i++)
        *day += count_days(year, i);
    return *day >= 1;
}

void day_seed(const char *game, const struct day_mark *mark, uint8_t seed[FAIR_BYTES])
{
    char date[DAY_DATE_MAX];
    crypto_generichash_state h;
    struct buf b = BUF_ROOM(SEED_TEXT_MAX);
    day_write(mark->day, date);
    buf_put(&b, "parlor daily ");
    buf_put_int(&b, mark->version);
    buf_put_char(&b, ' ');
    buf_put(&b, game);
    buf_put_char(&b, ' ');
    buf_put(&b, date);
    crypto_generichash_init(&h, NULL, 0, FAIR_BYTES);
    crypto_generichash_update(&h, (const unsigned char *)b.text, b.len);
    crypto_generichash_final(&h, seed, FAIR_BYTES);
}

uint64_t day_bot_seed(const uint8_t seed[FAIR_BYTES], int step, int seat)
{
    struct rng r;
    uint64_t own = 0;
    for (int i = 0; i < 8; i++)
        own = own << 8 | seed[i];
    rng_seed_pair(&r, own, (uint64_t)step * GAME_SEATS_MAX + (uint64_t)seat);
    return rng_next(&r) >> 11;
}

void day_write_mark(const struct day_mark *mark, struct buf *b)
{
    char date[DAY_DATE_MAX];
    if (mark->day == 0)
        return;
    day_write(mark->day, date);
    buf_put_key(b, "daily");
    buf_put_char(b, '{');
    buf_put_key_text(b, "date", date);
    buf_put_key_int(b, "version", mark->version);
    buf_put_char(b, '}');
}

bool day_read_mark(const json_t *o, struct day_mark *mark)
{
    *mark = (struct day_mark){.day = 0};
    if (o == NULL)
        return true;
    const char *date = json_string_value(json_object_get(o, "date"));
    json_int_t version = json_integer_value(json_object_get(o, "version"));
    mark->version = (int)version;
    return date != NULL && day_read(date, &mark->day) && version >= 1 && version < VERSIONS_MAX;
}
