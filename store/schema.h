/* Private to store/: the schema of the file, and how an older one becomes the newest. */
#ifndef PARLOR_STORE_SCHEMA_H
#define PARLOR_STORE_SCHEMA_H

#include "store/sqlite.h"

enum { STORE_SCHEMA = 8 };

/* The schema of the file; -1: it cannot be read. */
int schema_read(struct store *s);
int schema_migrate(struct store *s);

#endif
