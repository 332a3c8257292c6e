/* Memory for bots and solvers: aligned as they need it, all zeros, used only as far as touched. */
#ifndef PARLOR_TABLE_SCRATCH_H
#define PARLOR_TABLE_SCRATCH_H

#include <stddef.h>

/* Ends the process where there is none. */
void *scratch_take(size_t bytes);
/* NULL is nothing. */
void scratch_free(void *scratch);

#endif
