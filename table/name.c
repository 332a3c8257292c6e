/* Names of people: see name.h. */
#include "table/name.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/game.h"

enum { BAD = -1, MARKS_MAX = 3 };

struct range {
    int32_t first, last;
};

static bool is_in(const struct range *ranges, size_t n, int32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

#define IS_IN(ranges, c) is_in(ranges, sizeof(ranges) / sizeof(ranges)[0], c)

/* The next character of a UTF-8 text; 0 at its end, BAD if it is malformed. */
static int32_t take(const char **text)
{
    static const int32_t least[4] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)*text;
    int more = *p < 0x80 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
    if ((*p >= 0x80 && *p < 0xc0) || *p >= 0xf8)
        return BAD;
    int32_t c = more == 0 ? *p : *p & (0x3f >> more);
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return BAD;
        c = c << 6 | (p[i] & 0x3f);
    }
    if (c < least[more] || (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff)
        return BAD;
    *text += c == 0 ? 0 : more + 1;
    return c;
}

/* ---- kinds of characters ---- */

static bool is_space(int32_t c)
{
    static const struct range spaces[] = {
        {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
        {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
    };
    return IS_IN(spaces, c);
}

/* Controls, signs of direction, characters without a picture, private use, and no characters. */
static bool is_hidden(int32_t c)
{
    static const struct range hidden[] = {
        {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},        {0x34f, 0x34f},
        {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},    {0x180b, 0x180f},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},    {0x2800, 0x2800},
        {0x3164, 0x3164},   {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},    {0xfe00, 0xfe0f},
        {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xffff},    {0x13430, 0x1345f},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
    };
    return c == BAD || IS_IN(hidden, c) || (c & 0xfffe) == 0xfffe;
}

/* Marks above or below the letter before them. */
static bool is_mark(int32_t c)
{
    static const struct range marks[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
        {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
    };
    return IS_IN(marks, c);
}

static bool is_letter(int32_t c)
{
    static const struct range others[] = {
        {0, 'A' - 1},     {'Z' + 1, 'a' - 1}, {'z' + 1, 0xbf},
        {0x2000, 0x2bff}, {0x3000, 0x3004},   {0xff00, 0xff20},
    };
    return !IS_IN(others, c);
}

/* ---- looks ---- */

static int32_t find_lower(int32_t c)
{
    static const struct range even[] = {/* upper case even, lower case odd */
                                        {0x100, 0x137},
                                        {0x14a, 0x177},
                                        {0x460, 0x481},
                                        {0x48a, 0x4bf},
                                        {0x4d0, 0x52f}};
    static const struct range odd[] = {{0x139, 0x148}, {0x179, 0x17e}, {0x4c1, 0x4ce}};
    static const struct range by_32[] = {
        {'A', 'Z'}, {0xc0, 0xd6}, {0xd8, 0xde}, {0x391, 0x3ab}, {0x410, 0x42f}};
    if (IS_IN(by_32, c))
        return c + 32;
    if (c >= 0x400 && c <= 0x40f)
        return c + 80;
    if (IS_IN(even, c))
        return c | 1;
    return IS_IN(odd, c) ? c + (c & 1) : c;
}

/* One character for all that look the same, as capital or as small letter. */
static int32_t find_look(int32_t c)
{
    /* A letter, and after it those of other alphabets. */
    static const char *const looks[] = {"aаα", "bвβ", "cс",  "dԁ",  "eеε",  "hнηһ",
                                        "jј",  "kкκ", "mмμ", "nν",  "oоο0", "pрρ",
                                        "sѕς", "tтτ", "xхχ", "yуυ", "zζ",   "liіι1|ӏ"};
    if (c > 0xff00 && c < 0xff5f)
        c -= 0xfee0; /* full width */
    c = find_lower(c);
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        for (const char *p = looks[i]; *p != '\0';)
            if (take(&p) == c)
                return looks[i][0];
    return c;
}

bool name_is_like(const char *a, const char *b)
{
    for (;;) {
        int32_t c = take(&a), d = take(&b);
        if (find_look(c) != find_look(d))
            return false;
        if (c <= 0 || d <= 0)
            return true;
    }
}

/* Whether it begins with the word for a bot in one of our languages. */
static bool is_like_bot(const char *name)
{
    static const char *const words[] = {"bot", "бот"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *p = name, *word = words[i];
        bool same = true;
        while (same && *word != '\0')
            same = find_look(take(&p)) == find_look(take(&word));
        if (same && !is_letter(take(&p)))
            return true;
    }
    return false;
}

/* ---- reading ---- */

static bool is_style(int32_t c)
{
    return c == 0xfe0e || c == 0xfe0f;
}

const char *name_read(const char *text, char out[NAME_ROOM])
{
    char name[NAME_ROOM];
    size_t len = 0;
    int count = 0, marks = 0;
    bool space = false;
    for (const char *from = text; *from != '\0'; from = text) {
        int32_t c = take(&text);
        if (is_space(c)) {
            space = count > 0;
            continue;
        }
        if (is_style(c) && count > 0)
            continue;
        marks = is_mark(c) ? marks + 1 : 0;
        count += 1 + space;
        if (is_hidden(c) || count > NAME_CHARACTERS || marks > MARKS_MAX ||
            (marks > 0 && (count == 1 || space)))
            return MSG("name.bad");
        if (space)
            name[len++] = ' ';
        memcpy(name + len, from, (size_t)(text - from));
        len += (size_t)(text - from);
        space = false;
    }
    name[len] = '\0';
    if (count == 0)
        return MSG("name.bad");
    if (is_like_bot(name))
        return MSG("name.bot");
    memcpy(out, name, len + 1);
    return NULL;
}
