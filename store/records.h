/* Private to store/: compact records, in the place of journals. */
#ifndef PARLOR_STORE_RECORDS_H
#define PARLOR_STORE_RECORDS_H

#include "store/driver.h"

/* As store_read_events, of a table that has a record. A damaged one gives one event without any
   text, which makes no sense to anybody. */
int records_read(struct store *s, const char *table, int from, store_event_visit *visit,
                 void *context);
/* The number of events; STORE_NONE: the table has no record. */
int records_find(struct store *s, const char *table, int *n);
/* Puts the journal back in the place of the record; STORE_NONE: there is no record. */
int records_thaw(struct store *s, const char *table, int *n);
int records_drop(struct store *s, const char *table);
int records_set_shelf(struct store *s, const char *table, enum store_shelf shelf);
/* The first table after this id that has a record. */
int records_next(struct store *s, const char *after, char *id, size_t cap);
/* Forgets all records that are expanded. */
void records_forget(struct store *s);

#endif
