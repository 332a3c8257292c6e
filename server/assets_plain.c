/* Built-in files by path, and without compression. */
#include "server/assets.h"

#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* input is not changed */
#include <zlib.h>

enum { GZIP_WINDOW = 15 + 16 }; /* the largest window, and the header of gzip */

const struct asset *assets_find(const char *path)
{
    for (const struct asset *a = assets; a->path != NULL; a++)
        if (strcmp(a->path, path) == 0)
            return a;
    return NULL;
}

/* Unpacks a file of known length; NULL: no memory. */
static unsigned char *unpack(const struct asset *a)
{
    unsigned char *plain = malloc(a->plain_len);
    z_stream z = {.next_in = a->gzip, .avail_in = (uInt)a->gzip_len};
    if (plain == NULL || inflateInit2(&z, GZIP_WINDOW) != Z_OK) {
        free(plain);
        return NULL;
    }
    z.next_out = plain;
    z.avail_out = (uInt)a->plain_len;
    int end = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    if (end != Z_STREAM_END) {
        free(plain);
        return NULL;
    }
    return plain;
}

const unsigned char *assets_plain(const struct asset *a)
{
    static unsigned char **kept; /* by row of the table */
    if (a->plain != NULL || a->plain_len == 0)
        return a->plain;
    if (kept == NULL) {
        size_t n = 1; /* the row that closes the table too */
        while (assets[n - 1].path != NULL)
            n++;
        kept = calloc(n, sizeof *kept);
        if (kept == NULL)
            return NULL;
    }
    unsigned char **place = &kept[a - assets];
    if (*place == NULL)
        *place = unpack(a);
    return *place;
}
