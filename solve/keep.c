/* A cache of slow results in files: see keep.h. */
#include "solve/keep.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* VERSION changes whenever the same question may get another answer. */
enum { PATH_BYTES = 1280, HEAD_BYTES = 256, VERSION = 1 };

static uint64_t checksum(const char *bytes, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static bool write_path(char path[PATH_BYTES], const char *folder, const char *name, const char *end)
{
    int n = snprintf(path, PATH_BYTES, "%s/%s%s", folder, name, end);
    return n > 0 && n < PATH_BYTES;
}

static int write_head(char head[HEAD_BYTES], const char *name, const char *bytes, size_t size)
{
    return snprintf(head, HEAD_BYTES, "parlor-kept %d %s %zu %016" PRIx64 "\n", VERSION, name, size,
                    checksum(bytes, size));
}

bool keep_read(const char *folder, const char *name, char *out, size_t size)
{
    char path[PATH_BYTES], found[HEAD_BYTES], head[HEAD_BYTES];
    FILE *file = write_path(path, folder, name, "") ? fopen(path, "re") : NULL;
    if (file == NULL)
        return false;
    bool whole = fgets(found, sizeof found, file) != NULL && fread(out, 1, size, file) == size &&
                 getc(file) == EOF;
    fclose(file);
    return whole && write_head(head, name, out, size) > 0 && strcmp(head, found) == 0;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, bytes, size);
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

bool keep_write(const char *folder, const char *name, const char *bytes, size_t size)
{
    char path[PATH_BYTES], fresh[PATH_BYTES], head[HEAD_BYTES], end[32];
    snprintf(end, sizeof end, ".%ld", (long)getpid()); /* another process may write it too */
    if (!write_path(path, folder, name, "") || !write_path(fresh, folder, name, end))
        return false;
    int n = write_head(head, name, bytes, size);
    int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool good = write_all(file, head, (size_t)n) && write_all(file, bytes, size);
    good = fsync(file) == 0 && good;
    good = close(file) == 0 && good && renameat(AT_FDCWD, fresh, AT_FDCWD, path) == 0;
    if (!good)
        unlink(fresh);
    return good;
}
