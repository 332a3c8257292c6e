/* Private to store/: the marks of a store that is half moved, and of one that has moved. */
#ifndef PARLOR_STORE_COPY_H
#define PARLOR_STORE_COPY_H

#include "store/driver.h"

#define COPY_MARK "moving"
#define MOVED_MARK "moved"

bool copy_is_moving(struct store *s);

/* moved.c: fails because the data is elsewhere. */
int moved_refuse(struct store *s, const char *where);

#endif
