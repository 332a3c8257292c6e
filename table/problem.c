/* A mistake explained in sentences: see problem.h. */
#include "table/problem.h"

#include <assert.h>
#include <string.h>

void problem_start(struct problem *p, int event)
{
    p->event = event;
    p->parts = 0;
}

void problem_add(struct problem *p, const char *id)
{
    assert(p->parts < PROBLEM_PARTS);
    struct problem_part *part = &p->part[p->parts++];
    part->id = id;
    part->count = -1;
    part->args = 0;
}

void problem_add_count(struct problem *p, const char *id, long long count)
{
    problem_add(p, id);
    p->part[p->parts - 1].count = count;
    problem_add_int(p, count);
}

void problem_add_text(struct problem *p, const char *text)
{
    problem_add_bytes(p, text, strlen(text));
}

/* The largest length, at most `room`, that does not split a UTF-8 character. */
static size_t cut_length(const char *text, size_t room)
{
    while (room > 0 && ((unsigned char)text[room] & 0xc0) == 0x80)
        room--;
    return room;
}

void problem_add_bytes(struct problem *p, const char *text, size_t len)
{
    static const char dots[] = "...";
    struct problem_part *part = &p->part[p->parts - 1];
    struct buf b;
    assert(p->parts > 0 && part->args < PROBLEM_ARGS);
    buf_init(&b, part->arg[part->args++], PROBLEM_ARG_MAX);
    if (len < PROBLEM_ARG_MAX) {
        buf_put_bytes(&b, text, len);
        return;
    }
    buf_put_bytes(&b, text, cut_length(text, PROBLEM_ARG_MAX - sizeof dots));
    buf_put(&b, dots);
}

void problem_add_int(struct problem *p, long long n)
{
    char digits[24];
    struct buf b;
    buf_init(&b, digits, sizeof digits);
    buf_put_int(&b, n);
    problem_add_text(p, digits);
}

void problem_write(const struct problem *p, enum words_language language, struct buf *b)
{
    for (int i = 0; i < p->parts; i++) {
        const struct problem_part *part = &p->part[i];
        const char *args[PROBLEM_ARGS];
        for (int j = 0; j < part->args; j++)
            args[j] = part->arg[j];
        const char *pattern =
            part->count < 0 ? words_get(language, part->id)
                            : words_get_plural(language, part->id, (unsigned long long)part->count);
        if (i > 0)
            buf_put_char(b, ' ');
        words_format(b, pattern, args, part->args);
    }
}

static void put_part(struct buf *b, const struct problem_part *part)
{
    buf_put(b, "\"id\":");
    buf_put_json(b, part->id);
    buf_put(b, ",\"args\":[");
    for (int i = 0; i < part->args; i++) {
        buf_put_comma(b);
        buf_put_json(b, part->arg[i]);
    }
    buf_put_char(b, ']');
}

void problem_write_json(const struct problem *p, struct buf *b)
{
    buf_put_char(b, '{');
    put_part(b, &p->part[0]);
    for (int i = 1; i < p->parts; i++) {
        buf_put(b, i > 1 ? ",{" : ",\"more\":[{");
        put_part(b, &p->part[i]);
        buf_put_char(b, '}');
    }
    buf_put(b, p->parts > 1 ? "]}" : "}");
}
