/* The whole rules of a game as text: see rulebook.h. */
#include "tui/rulebook.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "tui/columns.h"

enum { RULES_MAX = 128, ID_MAX = 96, ANY_ROOM = 1 << 20 };

/* One rule or the title of a section: `L3.1` has part 3 and rule 1, a title rule 0. */
struct rule {
    char number[RULEBOOK_NUMBER_MAX];
    int part, rule;
};

/* The id of a message: `rules.GAME` and what follows. */
static const char *put_id(struct buf *b, const char *game, const char *number, const char *ending)
{
    buf_put(b, "rules.");
    buf_put(b, game);
    buf_put(b, number[0] != '\0' ? "." : "");
    buf_put(b, number);
    buf_put(b, ending);
    return b->text;
}

/* Reads a number of one or two digits; false if there is none. */
static bool read_count(const char **p, int *out)
{
    const char *from = *p;
    for (*out = 0; isdigit((unsigned char)**p) && *p - from < 2; (*p)++)
        *out = *out * 10 + (**p - '0');
    return *p > from;
}

/* Reads `L3` or `L3.1`; false for other texts, above all the id of a reading. */
static bool read_number(const char *text, struct rule *out)
{
    const char *p = text + 1;
    *out = (struct rule){.rule = 0};
    if (!isupper((unsigned char)text[0]) || !read_count(&p, &out->part))
        return false;
    if (*p == '.' && (p++, !read_count(&p, &out->rule)))
        return false;
    if (*p != '\0')
        return false;
    memcpy(out->number, text, (size_t)(p - text) + 1);
    return true;
}

static int compare(const void *x, const void *y)
{
    const struct rule *a = x, *b = y;
    return a->part != b->part ? a->part - b->part : a->rule - b->rule;
}

/* All titles and rules of a game in order; their number. */
static int list_rules(const char *game, struct rule rules[RULES_MAX])
{
    struct buf b = BUF_ROOM(ID_MAX);
    const char *prefix = put_id(&b, game, "", ".");
    int n = 0;
    const char *id = words_next_id(prefix, NULL);
    for (; id != NULL && n < RULES_MAX; id = words_next_id(prefix, id))
        n += read_number(id + strlen(prefix), &rules[n]);
    qsort(rules, (size_t)n, sizeof rules[0], compare);
    return n;
}

/* The text of a rule, or of its reading; NULL: there is none. */
static const char *text_of(enum words_language language, const char *game, const struct rule *r,
                           const char *ending)
{
    struct buf b = BUF_ROOM(ID_MAX);
    const char *id = put_id(&b, game, r->number, ending), *text = words_get(language, id);
    return text != id ? text : NULL;
}

/* A line of a text after its number; further lines of a rule are set under its first one. */
static void put_line(const char *head, const char *text, size_t len, int room, struct strbuf *out)
{
    struct strbuf line = STRBUF_EMPTY;
    int indent = (int)strlen(head);
    strbuf_put(&line, head);
    strbuf_put_bytes(&line, text, len);
    strbuf_put_bytes(&line, "", 1);
    columns_wrap(line.text, room, indent, out);
    strbuf_clear(&line);
}

static void put_text(const char *head, const char *text, int room, struct strbuf *out)
{
    char blank[RULEBOOK_NUMBER_MAX + 4];
    snprintf(blank, sizeof blank, "%*s", (int)strlen(head), "");
    for (const char *p = text;; p++) {
        size_t len = strcspn(p, "\n");
        put_line(p == text ? head : blank, p, len, room, out);
        p += len;
        if (*p == '\0')
            return;
    }
}

static void put_reading(enum words_language language, const char *text, int room,
                        struct strbuf *out)
{
    struct strbuf line = STRBUF_EMPTY;
    struct buf b = strbuf_room(&line, 2 * strlen(text) + 256);
    const char *const args[] = {text};
    words_format(&b, words_get(language, MSG("rulebook.reading")), args, 1);
    put_text("      ", b.text, room, out);
    strbuf_clear(&line);
}

static void put_rule(enum words_language language, const char *game, const struct rule *r, int room,
                     struct strbuf *out)
{
    char head[RULEBOOK_NUMBER_MAX + 4];
    const char *reading = text_of(language, game, r, ".reading");
    snprintf(head, sizeof head, r->rule == 0 ? "%s  " : "%-6s", r->number);
    if (r->rule == 0 && out->len > 0)
        strbuf_put(out, "\n");
    put_text(head, text_of(language, game, r, ""), room, out);
    if (reading != NULL)
        put_reading(language, reading, room, out);
}

bool rulebook_span(const char *game, char first[RULEBOOK_NUMBER_MAX],
                   char last[RULEBOOK_NUMBER_MAX])
{
    struct rule rules[RULES_MAX];
    int n = list_rules(game, rules);
    if (n == 0)
        return false;
    snprintf(first, RULEBOOK_NUMBER_MAX, "%s", rules[0].number);
    snprintf(last, RULEBOOK_NUMBER_MAX, "%s", rules[n - 1].number);
    return true;
}

/* Whether a person who names `asked` means this rule: itself, or the section that it belongs to. */
static bool is_meant(const struct rule *r, const struct rule *asked)
{
    return asked->number[0] == r->number[0] && asked->part == r->part &&
           (strchr(asked->number, '.') == NULL || asked->rule == r->rule);
}

bool rulebook_put(enum words_language language, const char *game, const char *section, int room,
                  struct strbuf *out)
{
    struct rule rules[RULES_MAX], asked;
    char number[RULEBOOK_NUMBER_MAX] = "";
    bool found = false;
    if (section != NULL) {
        snprintf(number, sizeof number, "%.*s", (int)sizeof number - 1, section);
        number[0] = (char)toupper((unsigned char)number[0]);
        if (!read_number(number, &asked))
            return false;
    }
    int n = list_rules(game, rules);
    for (int i = 0; i < n; i++) {
        if (section != NULL && !is_meant(&rules[i], &asked))
            continue;
        put_rule(language, game, &rules[i], room > 0 ? room : ANY_ROOM, out);
        found = true;
    }
    return found;
}

bool rulebook_put_summary(enum words_language language, const char *game, int room,
                          struct strbuf *out)
{
    struct buf b = BUF_ROOM(ID_MAX);
    const char *id = put_id(&b, game, "", ""), *text = words_get(language, id);
    if (text == id)
        return false;
    put_text("", text, room > 0 ? room : ANY_ROOM, out);
    return true;
}
