/* The texts for people: see words.h. */
#include "po/words.h"

#include <stdlib.h>
#include <string.h>

#include "po/words_table.h"

static const char *const names[WORDS_LANGUAGES] = {
    [WORDS_EN] = "en",
    [WORDS_UK] = "uk",
    [WORDS_RU] = "ru",
    [WORDS_FR] = "fr",
};

static int compare_row(const void *id, const void *row)
{
    const struct words_row *r = row;
    return strcmp(id, r->id);
}

static const struct words_row *find_row(const char *id)
{
    return bsearch(id, words_rows, words_rows_count, sizeof words_rows[0], compare_row);
}

const char *words_get(enum words_language language, const char *id)
{
    const struct words_row *row = find_row(id);
    return row == NULL ? id : row->text[language][0];
}

/* The Slavic rule: 1, 21, 31; 2-4, 22-24; all others. */
static int slavic_form(unsigned long long n)
{
    if (n % 10 == 1 && n % 100 != 11)
        return 0;
    return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;
}

/* The same rules as the Plural-Forms of the .po files. */
static int plural_form(enum words_language language, unsigned long long n)
{
    if (language == WORDS_UK || language == WORDS_RU)
        return slavic_form(n);
    return language == WORDS_FR ? n > 1 : n != 1;
}

const char *words_get_plural(enum words_language language, const char *id, unsigned long long n)
{
    const struct words_row *row = find_row(id);
    if (row == NULL)
        return id;
    const char *text = row->text[language][plural_form(language, n)];
    return text != NULL ? text : row->text[language][0];
}

const char *words_next_id(const char *prefix, const char *after)
{
    size_t len = strlen(prefix);
    for (size_t i = 0; i < words_rows_count; i++) {
        const char *id = words_rows[i].id;
        if (strncmp(id, prefix, len) == 0 && (after == NULL || strcmp(id, after) > 0))
            return id;
    }
    return NULL;
}

void words_format(struct buf *b, const char *pattern, const char *const *args, int n)
{
    for (const char *p = pattern; *p != '\0';) {
        if (p[0] == '{' && p[1] >= '0' && p[1] <= '9' && p[2] == '}' && p[1] - '0' < n) {
            buf_put(b, args[p[1] - '0']);
            p += 3;
            continue;
        }
        size_t plain = 1 + strcspn(p + 1, "{");
        buf_put_bytes(b, p, plain);
        p += plain;
    }
}

bool words_find_language(const char *locale, enum words_language *out)
{
    size_t len = strcspn(locale, "_.@-:");
    for (int i = 0; i < WORDS_LANGUAGES; i++) {
        if (strlen(names[i]) == len && memcmp(names[i], locale, len) == 0) {
            *out = (enum words_language)i;
            return true;
        }
    }
    return false;
}

/* The first of our languages in a list with colons. */
static bool find_in_list(const char *list, enum words_language *out)
{
    for (const char *p = list; *p != '\0'; p += *p == ':') {
        if (words_find_language(p, out))
            return true;
        p += strcspn(p, ":");
    }
    return false;
}

enum words_language words_language_from_env(void)
{
    static const char *const lists[] = {"PARLOR_LANG", "LANGUAGE"};
    static const char *const locales[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    enum words_language found = WORDS_EN;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const char *list = getenv(lists[i]);
        if (list != NULL && find_in_list(list, &found))
            return found;
    }
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        const char *locale = getenv(locales[i]);
        if (locale == NULL || locale[0] == '\0')
            continue;
        /* The first one that is set decides, as in other programs. */
        return words_find_language(locale, &found) ? found : WORDS_EN;
    }
    return WORDS_EN;
}
