/* A layer that gathers writes to the WAL: see gather.h. */
#include "store/gather.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 128 * 1024 };

struct file {
    sqlite3_file base;
    sqlite3_file *real;
    sqlite3_int64 at; /* where the gathered bytes belong */
    int len;          /* how many there are */
    char *bytes;
};

static sqlite3_vfs *under, layer;

static struct file *file_of(sqlite3_file *f)
{
    void *p = f;
    return p;
}

/* Bytes that cannot be written are dropped: SQLite takes the transaction back, and writes there
   anew. */
static int flush(struct file *file)
{
    int len = file->len;
    file->len = 0;
    return len > 0 ? file->real->pMethods->xWrite(file->real, file->bytes, len, file->at)
                   : SQLITE_OK;
}

static int on_close(sqlite3_file *f)
{
    struct file *file = file_of(f);
    int result = flush(file), closed = file->real->pMethods->xClose(file->real);
    free(file->bytes);
    return result != SQLITE_OK ? result : closed;
}

static int on_read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
    struct file *file = file_of(f);
    int result = flush(file);
    return result != SQLITE_OK ? result : file->real->pMethods->xRead(file->real, to, len, at);
}

static int on_write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
    struct file *file = file_of(f);
    if (len > ROOM - file->len || at != file->at + file->len) {
        int result = flush(file);
        if (result != SQLITE_OK)
            return result;
        file->at = at;
    }
    if (len > ROOM)
        return file->real->pMethods->xWrite(file->real, from, len, at);
    memcpy(file->bytes + file->len, from, (size_t)len);
    file->len += len;
    return SQLITE_OK;
}

static int on_truncate(sqlite3_file *f, sqlite3_int64 len)
{
    struct file *file = file_of(f);
    int result = flush(file);
    return result != SQLITE_OK ? result : file->real->pMethods->xTruncate(file->real, len);
}

static int on_sync(sqlite3_file *f, int flags)
{
    struct file *file = file_of(f);
    int result = flush(file);
    return result != SQLITE_OK ? result : file->real->pMethods->xSync(file->real, flags);
}

static int on_size(sqlite3_file *f, sqlite3_int64 *len)
{
    struct file *file = file_of(f);
    int result = flush(file);
    return result != SQLITE_OK ? result : file->real->pMethods->xFileSize(file->real, len);
}

static int on_control(sqlite3_file *f, int what, void *arg)
{
    return file_of(f)->real->pMethods->xFileControl(file_of(f)->real, what, arg);
}

static int on_sector(sqlite3_file *f)
{
    return file_of(f)->real->pMethods->xSectorSize(file_of(f)->real);
}

static int on_traits(sqlite3_file *f)
{
    return file_of(f)->real->pMethods->xDeviceCharacteristics(file_of(f)->real);
}

/* SQLite locks and shares memory by the database's own file, never by the WAL. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_traits,
};

/* All other files are those of the layer below. */
static int on_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    (void)v;
    if ((flags & SQLITE_OPEN_WAL) == 0)
        return under->xOpen(under, name, f, flags, out);
    struct file *file = file_of(f);
    void *rest = file + 1;
    *file = (struct file){.real = rest, .bytes = malloc(ROOM)};
    if (file->bytes == NULL)
        return SQLITE_NOMEM;
    int result = under->xOpen(under, name, file->real, flags, out);
    if (result == SQLITE_OK)
        file->base.pMethods = &methods;
    else
        free(file->bytes);
    return result;
}

const char *gather_install(void)
{
    sqlite3_vfs *now = sqlite3_vfs_find(NULL);
    if (now == NULL)
        return NULL;
    if (now == under)
        return layer.zName;
    if (under != NULL)
        sqlite3_vfs_unregister(&layer);
    under = now;
    layer = *now;
    layer.zName = "gather";
    layer.pNext = NULL;
    layer.szOsFile = (int)sizeof(struct file) + now->szOsFile;
    layer.xOpen = on_open;
    return sqlite3_vfs_register(&layer, 0) == SQLITE_OK ? layer.zName : NULL;
}
