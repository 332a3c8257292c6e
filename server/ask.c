/* What all kinds of requests share: see ask.h. */
#include "server/ask.h"

void ask_fail(struct ask *a, const char *id)
{
    reply_error(a->s, a->c, a->re, id, NULL);
}

void ask_fail_with(struct ask *a, const char *id, const char *arg)
{
    reply_error(a->s, a->c, a->re, id, arg);
}

void ask_done(struct ask *a)
{
    reply_ok(a->s, a->c, a->re, "");
}

const char *ask_text(const struct ask *a, const char *name)
{
    return json_string_value(json_object_get(a->o, name));
}

/* How many characters a UTF-8 text has; -1 if one is a control character. */
int ask_count_characters(const char *text)
{
    int n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (*p < 32 || *p == 127 || (*p == 0xc2 && p[1] < 0xa0))
            return -1;
        n += (*p & 0xc0) != 0x80;
    }
    return n;
}

struct seat_at *ask_find_table(struct ask *a)
{
    struct seat_at *at = hall_find(a->s, ask_text(a, "table"));
    if (at == NULL)
        ask_fail(a, MSG("table.none"));
    return at;
}

bool ask_may_open(struct ask *a, const struct seat_at *at)
{
    for (int i = 0; i < a->c->opens; i++)
        if (a->c->open[i] == at)
            return true;
    return a->c->opens < SERVER_OPEN_MAX;
}

bool ask_read_number(const struct ask *a, struct fair_number *out)
{
    const char *text = ask_text(a, "number");
    *out = (struct fair_number){.given = text != NULL};
    return text == NULL || fair_read_hex(text, out->bytes, FAIR_BYTES);
}

int ask_chair(const json_t *number)
{
    json_int_t n = json_integer_value(number);
    return n >= 0 && n < GAME_SEATS_MAX ? (int)n : GAME_SEATS_MAX;
}

void ask_start_effects(struct server *s)
{
    s->fx.n = 0;
    s->fx.changed = 0;
}
