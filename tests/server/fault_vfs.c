/* A disk that fails: see fault_vfs.h. */
#include "tests/server/fault_vfs.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/memory.h"

enum { SECTOR = 512, IMAGES = 8 };

/* A write since the last sync; `bytes` is NULL for a truncation to `at`. */
struct change {
    struct change *next;
    sqlite3_int64 at;
    int len;
    uint8_t *bytes;
};

/* The synced bytes of one file. */
struct image {
    char path[512];
    uint8_t *bytes;
    size_t len;
    struct change *first, **last;
};

struct file {
    sqlite3_file base;
    struct image *image; /* NULL: not tracked */
    sqlite3_file *real;
};

static sqlite3_vfs *under, layer;
static struct {
    unsigned ops;
    int at, times, counted, failed;
    enum fault_kind kind;
    bool on, exempt, tracks;
} plan;
static struct image image[IMAGES];
static int images;

/* ---- the plan ---- */

void fault_start(unsigned ops, int at, int times, enum fault_kind kind)
{
    plan.ops = ops;
    plan.at = at;
    plan.times = times;
    plan.kind = kind;
    plan.counted = plan.failed = 0;
    plan.on = true;
}

int fault_stop(void)
{
    plan.on = false;
    return plan.counted;
}

int fault_count(void)
{
    return plan.failed;
}

void fault_exempt(bool on)
{
    plan.exempt = on;
}

void fault_cut_power(int at)
{
    fault_start(FAULT_ALL, at, FAULT_FOR_GOOD, FAULT_EIO);
}

static bool fails(enum fault_op op)
{
    if (!plan.on || plan.exempt || (plan.ops & op) == 0)
        return false;
    plan.counted++;
    if (plan.counted < plan.at || plan.counted - plan.at >= plan.times)
        return false;
    plan.failed++;
    return true;
}

/* ---- what was synced ---- */

void fault_track(void)
{
    plan.tracks = true;
}

static struct image *find_image(const char *path)
{
    for (int i = 0; i < images; i++)
        if (strcmp(image[i].path, path) == 0)
            return &image[i];
    if (images == IMAGES)
        abort();
    struct image *new = &image[images++];
    memset(new, 0, sizeof *new);
    snprintf(new->path, sizeof new->path, "%s", path);
    new->last = &new->first;
    return new;
}

static void drop_changes(struct image *i)
{
    while (i->first != NULL) {
        struct change *c = i->first;
        i->first = c->next;
        free(c->bytes);
        free(c);
    }
    i->last = &i->first;
}

static void note_change(struct image *i, const void *bytes, int len, sqlite3_int64 at)
{
    if (i == NULL)
        return;
    struct change *c = memory_take_zeros(1, sizeof *c);
    c->at = at;
    c->len = len;
    if (bytes != NULL)
        c->bytes = memcpy(memory_take((size_t)len), bytes, (size_t)len);
    *i->last = c;
    i->last = &c->next;
}

static void set_len(struct image *i, size_t len)
{
    i->bytes = memory_resize(i->bytes, len > 0 ? len : 1, 1);
    if (len > i->len)
        memset(i->bytes + i->len, 0, len - i->len);
    i->len = len;
}

/* Carries out a change, or the sectors of it that survive. */
static void settle(struct image *i, const struct change *c, bool all)
{
    if (c->bytes == NULL) {
        if (all || rand() % 2)
            set_len(i, (size_t)c->at);
        return;
    }
    for (int from = 0, len; from < c->len; from += len) {
        size_t at = (size_t)c->at + (size_t)from;
        len = SECTOR - (int)(at % SECTOR);
        len = len < c->len - from ? len : c->len - from;
        if (!all && rand() % 2)
            continue;
        if (i->len < at + (size_t)len)
            set_len(i, at + (size_t)len);
        memcpy(i->bytes + at, c->bytes + from, (size_t)len);
    }
}

static void note_sync(struct image *i)
{
    for (const struct change *c = i != NULL ? i->first : NULL; c != NULL; c = c->next)
        settle(i, c, true);
    if (i != NULL)
        drop_changes(i);
}

void fault_restore(unsigned seed)
{
    srand(seed);
    for (int i = 0; i < images; i++) {
        for (const struct change *c = image[i].first; c != NULL && seed > 0; c = c->next)
            settle(&image[i], c, false);
        drop_changes(&image[i]);
        int fd = open(image[i].path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (fd < 0 || write(fd, image[i].bytes, image[i].len) != (ssize_t)image[i].len)
            abort();
        close(fd);
        free(image[i].bytes);
    }
    images = 0;
    plan.tracks = plan.on = false;
}

/* ---- files ---- */

static struct file *file_of(sqlite3_file *f)
{
    void *p = f;
    return p;
}

static int on_close(sqlite3_file *f)
{
    return file_of(f)->real->pMethods->xClose(file_of(f)->real);
}

static int on_read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
    if (fails(FAULT_READ))
        return SQLITE_IOERR_READ;
    return file_of(f)->real->pMethods->xRead(file_of(f)->real, to, len, at);
}

static int on_write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
    struct file *file = file_of(f);
    if (!fails(FAULT_WRITE)) {
        note_change(file->image, from, len, at);
        return file->real->pMethods->xWrite(file->real, from, len, at);
    }
    if (plan.kind == FAULT_SHORT) {
        note_change(file->image, from, len / 2, at);
        file->real->pMethods->xWrite(file->real, from, len / 2, at);
    }
    return plan.kind == FAULT_EIO ? SQLITE_IOERR_WRITE : SQLITE_FULL;
}

static int on_truncate(sqlite3_file *f, sqlite3_int64 len)
{
    if (fails(FAULT_RESIZE))
        return SQLITE_IOERR_TRUNCATE;
    note_change(file_of(f)->image, NULL, 0, len);
    return file_of(f)->real->pMethods->xTruncate(file_of(f)->real, len);
}

static int on_sync(sqlite3_file *f, int flags)
{
    if (fails(FAULT_SYNC))
        return SQLITE_IOERR_FSYNC;
    note_sync(file_of(f)->image);
    return file_of(f)->real->pMethods->xSync(file_of(f)->real, flags);
}

static int on_size(sqlite3_file *f, sqlite3_int64 *len)
{
    return file_of(f)->real->pMethods->xFileSize(file_of(f)->real, len);
}

static int on_lock(sqlite3_file *f, int level)
{
    return file_of(f)->real->pMethods->xLock(file_of(f)->real, level);
}

static int on_unlock(sqlite3_file *f, int level)
{
    return file_of(f)->real->pMethods->xUnlock(file_of(f)->real, level);
}

static int on_check_lock(sqlite3_file *f, int *out)
{
    return file_of(f)->real->pMethods->xCheckReservedLock(file_of(f)->real, out);
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

static int on_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    if (fails(FAULT_SHARED))
        return SQLITE_IOERR_SHMMAP;
    return file_of(f)->real->pMethods->xShmMap(file_of(f)->real, page, size, extend, out);
}

static int on_shared_lock(sqlite3_file *f, int at, int n, int flags)
{
    return file_of(f)->real->pMethods->xShmLock(file_of(f)->real, at, n, flags);
}

static void on_barrier(sqlite3_file *f)
{
    file_of(f)->real->pMethods->xShmBarrier(file_of(f)->real);
}

static int on_unmap(sqlite3_file *f, int delete)
{
    return file_of(f)->real->pMethods->xShmUnmap(file_of(f)->real, delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* no memory mapping: every read passes here */
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_traits,
    .xShmMap = on_map,
    .xShmLock = on_shared_lock,
    .xShmBarrier = on_barrier,
    .xShmUnmap = on_unmap,
};

/* Bytes that are in the file already count as synced. */
static void read_image(struct file *file)
{
    sqlite3_int64 len = 0;
    if (file->image->bytes != NULL || file->image->first != NULL ||
        file->real->pMethods->xFileSize(file->real, &len) != SQLITE_OK)
        return;
    set_len(file->image, (size_t)len);
    if (len > 0)
        file->real->pMethods->xRead(file->real, file->image->bytes, (int)len, 0);
}

static int on_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    struct file *file = file_of(f);
    void *rest = file + 1;
    (void)v;
    file->base.pMethods = NULL;
    file->image = NULL;
    file->real = rest;
    if (fails(FAULT_OPEN))
        return SQLITE_CANTOPEN;
    int code = under->xOpen(under, name, file->real, flags, out);
    if (code != SQLITE_OK)
        return code;
    file->base.pMethods = &methods;
    if (plan.tracks && name != NULL) {
        file->image = find_image(name);
        read_image(file);
    }
    return SQLITE_OK;
}

static int on_delete(sqlite3_vfs *v, const char *name, int sync)
{
    (void)v;
    if (fails(FAULT_RESIZE))
        return SQLITE_IOERR_DELETE;
    for (int i = 0; i < images; i++)
        if (strcmp(image[i].path, name) == 0) {
            drop_changes(&image[i]);
            image[i].len = 0;
        }
    return under->xDelete(under, name, sync);
}

void fault_install(void)
{
    under = sqlite3_vfs_find(NULL);
    layer = *under;
    layer.zName = "fault";
    layer.pNext = NULL;
    layer.szOsFile = (int)sizeof(struct file) + under->szOsFile;
    layer.xOpen = on_open;
    layer.xDelete = on_delete;
    if (sqlite3_vfs_register(&layer, 1) != SQLITE_OK)
        abort();
}
