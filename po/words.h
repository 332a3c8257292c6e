/*
 * The texts for people: one catalogue of all languages, built into the program, so that no locale
 * has to be installed. The .po files of this folder are the source; embed.py turns them into one
 * sorted table. Nothing here allocates.
 */
#ifndef PARLOR_PO_WORDS_H
#define PARLOR_PO_WORDS_H

#include "core/buf.h"

enum words_language { WORDS_EN, WORDS_UK, WORDS_RU, WORDS_FR, WORDS_LANGUAGES };

/* The text of a message id; the id itself if the catalogue lacks it. */
const char *words_get(enum words_language language, const char *id);

/* The text of a message id in the plural form for `n`. */
const char *words_get_plural(enum words_language language, const char *id, unsigned long long n);

/* The first id that begins with `prefix` and stands after `after` (NULL: at all), in the order of
   bytes; NULL: there is none. */
const char *words_next_id(const char *prefix, const char *after);

/* Appends `pattern` with {0}, {1}, ... (one digit) replaced by `args`; a number without an argument
   stays unchanged. */
void words_format(struct buf *b, const char *pattern, const char *const *args, int n);

/* Finds the language of a locale name such as `uk` or `fr_CA.UTF-8`; false if it is not ours. */
bool words_find_language(const char *locale, enum words_language *out);

/* PARLOR_LANG, then LANGUAGE (a list), then the first of LC_ALL, LC_MESSAGES and LANG that is
   set; English if none of them names one of our languages. */
enum words_language words_language_from_env(void);

#endif
