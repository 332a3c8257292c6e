/*
 * A cache of slow results in the files of a folder, across runs. A file begins with a line that
 * names its content and a checksum; a torn, changed or outdated file is ignored. Files are replaced
 * atomically, and a failed write loses nothing else.
 */
#ifndef PARLOR_SOLVE_KEEP_H
#define PARLOR_SOLVE_KEEP_H

#include <stdbool.h>
#include <stddef.h>

/* Reads exactly `size` bytes; false: the file is missing or damaged. */
bool keep_read(const char *folder, const char *name, char *out, size_t size);
/* False: not written, and the previous file is still there. */
bool keep_write(const char *folder, const char *name, const char *bytes, size_t size);

#endif
