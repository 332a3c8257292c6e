/* The layout of the generated table: for words.c and the output of embed.py. */
#ifndef PARLOR_PO_WORDS_TABLE_H
#define PARLOR_PO_WORDS_TABLE_H

#include <stddef.h>

#include "po/words.h"

enum { WORDS_FORMS = 3 }; /* none of our languages has more plural forms */

/* A message without a plural has only form 0; unused forms are NULL. */
struct words_row {
    const char *id;
    const char *text[WORDS_LANGUAGES][WORDS_FORMS];
};

/* Sorted by id, bytewise. */
extern const struct words_row words_rows[];
extern const size_t words_rows_count;

#endif
