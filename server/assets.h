/* The page, as it is built in. */
#ifndef PARLOR_SERVER_ASSETS_H
#define PARLOR_SERVER_ASSETS_H

#include <stddef.h>

/* Built-in files, by path, closed by a row without one. A missing encoding has length 0; a file
   that gzip makes smaller is not there plain (`plain` is NULL), but its length is known. */
struct asset {
    const char *path, *type, *tag;
    const unsigned char *plain;
    size_t plain_len;
    const unsigned char *gzip;
    size_t gzip_len;
    const unsigned char *brotli;
    size_t brotli_len;
};

extern const struct asset assets[];

const struct asset *assets_find(const char *path); /* or NULL */

/* The plain bytes of a file, for the rare client that takes no compressed ones: unpacked when first
   asked for, and kept. NULL: no memory. Only the loop's thread may call this. */
const unsigned char *assets_plain(const struct asset *a);

#endif
