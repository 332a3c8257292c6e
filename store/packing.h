/* Private to store/: a journal becomes a compact record, part by part. */
#ifndef PARLOR_STORE_PACKING_H
#define PARLOR_STORE_PACKING_H

#include "store/driver.h"

/* Gives up what is half done. */
void packing_forget(struct store *s);

#endif
