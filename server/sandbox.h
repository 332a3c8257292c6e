/* Drops rights that a server does not need. False: `why` says what failed. */
#ifndef PARLOR_SERVER_SANDBOX_H
#define PARLOR_SERVER_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

bool sandbox_drop_root(const char *user, const char *folder, char *why, size_t cap);
/* Before any thread is started. `readable`: folders whose files may be read, closed by NULL;
   `reach`: what the store must be able to open again. */
bool sandbox_enter(const char *folder, const char *const *readable, enum store_reach reach,
                   char *why, size_t cap);

#endif
