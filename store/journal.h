/* Private to store/: what the store remembers of journals. */
#ifndef PARLOR_STORE_JOURNAL_H
#define PARLOR_STORE_JOURNAL_H

#include "store/statement.h"

/* Forgets the last events that it knows without a query: of a table, or all. */
void journal_forget_last(struct store *s, const char *table);
void journal_forget_lasts(struct store *s);

/* Runs a statement about the head of a journal; a file has no heads. */
int journal_mark_head(struct store *s, enum statement i, const char *table, int n);

#endif
