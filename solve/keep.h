/*
 * Results that took long, kept in files of a folder from one run to the next. A file begins with a
 * line that tells what it is and a checksum: a file that is torn, changed or of another version is
 * as if it were not there. It is replaced in one step, and where it cannot be written nothing else
 * is lost.
 */
#ifndef PARLOR_SOLVE_KEEP_H
#define PARLOR_SOLVE_KEEP_H

#include <stdbool.h>
#include <stddef.h>

/* Reads exactly `size` bytes; false: there is no such file, or it is not whole. */
bool keep_read(const char *folder, const char *name, char *out, size_t size);
/* False: it was not written, and what was there before is still there. */
bool keep_write(const char *folder, const char *name, const char *bytes, size_t size);

#endif
