/*
 * Whether the WAL still has every page that was committed to it. SQLite itself reads the checksums
 * there after a crash alone: while a database is open it trusts the index of the WAL, in memory
 * that all connections share, and notices neither a cut file nor another one in its place. The
 * format is https://sqlite.org/walformat.html.
 */
#include "store/wal.h"

#include <stdlib.h>
#include <string.h>

enum { REGION = 32768, TRIES = 5, HEAD_ROOM = 32, FRAME_HEAD = 24, PAGE_LEAST = 512 };

/* The head of the WAL's index: the numbers in this machine's order, the salt as in the file. */
struct index_head {
    uint32_t version, unused, change;
    uint8_t good, big_endian;
    uint16_t page;
    uint32_t frames, pages, frame_sum[2];
    uint8_t salt[8];
    uint32_t sum[2];
};
_Static_assert(sizeof(struct index_head) == 48, "as the format says");

struct walk {
    struct index_head head;
    uint32_t page, sum[2];
    uint8_t *frame; /* room for one */
};

static uint32_t read_number(const uint8_t *bytes, bool big_endian)
{
    return big_endian ? (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
                            (uint32_t)bytes[2] << 8 | bytes[3]
                      : (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 |
                            (uint32_t)bytes[1] << 8 | bytes[0];
}

/* Goes on with the checksum; `len` is a multiple of 8. */
static void add_up(struct walk *w, const uint8_t *bytes, size_t len)
{
    bool big = w->head.big_endian != 0;
    for (size_t i = 0; i < len; i += 8) {
        w->sum[0] += read_number(bytes + i, big) + w->sum[1];
        w->sum[1] += read_number(bytes + i + 4, big) + w->sum[0];
    }
}

static bool ends_with_sum(const struct walk *w, const uint8_t *sum)
{
    return read_number(sum, true) == w->sum[0] && read_number(sum + 4, true) == w->sum[1];
}

/* SQLite writes the head twice, so that nobody takes half of a new one. */
static bool read_head(sqlite3_file *db, struct index_head *out)
{
    struct index_head second;
    void volatile *p = NULL;
    if (db->pMethods->iVersion < 2 || db->pMethods->xShmMap(db, 0, REGION, 0, &p) != SQLITE_OK ||
        p == NULL)
        return false;
    const volatile struct index_head *heads = p;
    for (int i = 0; i < TRIES; i++) {
        db->pMethods->xShmBarrier(db);
        *out = heads[0];
        db->pMethods->xShmBarrier(db);
        second = heads[1];
        if (memcmp(out, &second, sizeof second) == 0)
            return out->good != 0;
    }
    return false;
}

static bool is_head_sound(struct walk *w, const uint8_t *head)
{
    w->sum[0] = w->sum[1] = 0;
    add_up(w, head, HEAD_ROOM - 8);
    return ends_with_sum(w, head + HEAD_ROOM - 8) && memcmp(head + 16, w->head.salt, 8) == 0;
}

static bool is_frame_sound(struct walk *w)
{
    const uint8_t *frame = w->frame;
    add_up(w, frame, 8);
    add_up(w, frame + FRAME_HEAD, w->page);
    return ends_with_sum(w, frame + 16) && memcmp(frame + 8, w->head.salt, 8) == 0;
}

/* Counts the sound frames from the first one on. */
static int count_sound(sqlite3_file *wal, struct walk *w, uint32_t *sound)
{
    uint8_t head[HEAD_ROOM];
    *sound = 0;
    int code = wal->pMethods->xRead(wal, head, sizeof head, 0);
    if (code != SQLITE_OK || !is_head_sound(w, head))
        return code;
    while (*sound < w->head.frames) {
        sqlite3_int64 at = HEAD_ROOM + (sqlite3_int64)*sound * (FRAME_HEAD + w->page);
        code = wal->pMethods->xRead(wal, w->frame, (int)(FRAME_HEAD + w->page), at);
        if (code != SQLITE_OK || !is_frame_sound(w))
            return code;
        ++*sound;
    }
    return SQLITE_OK;
}

static int walk(sqlite3_file *db, sqlite3_file *wal, struct walk *w, struct wal_count *out)
{
    struct index_head after;
    for (int i = 0; i < TRIES; i++) {
        w->page = (w->head.page & 0xfe00u) | (w->head.page & 1u) << 16;
        w->frame = w->page >= PAGE_LEAST ? malloc(FRAME_HEAD + w->page) : NULL;
        if (w->frame == NULL)
            return SQLITE_NOMEM;
        int code = count_sound(wal, w, &out->sound);
        free(w->frame);
        out->all = w->head.frames;
        if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
            return code;
        /* Somebody may have begun the WAL anew while it was read. */
        if (out->sound == out->all || !read_head(db, &after) ||
            memcmp(after.salt, w->head.salt, sizeof after.salt) == 0)
            return SQLITE_OK;
        w->head = after;
    }
    return SQLITE_BUSY;
}

int wal_count(sqlite3 *db, struct wal_count *out)
{
    sqlite3_file *file = NULL, *wal = NULL;
    struct walk w;
    *out = (struct wal_count){.all = 0};
    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal);
    if (file == NULL || file->pMethods == NULL || wal == NULL || wal->pMethods == NULL ||
        !read_head(file, &w.head) || w.head.frames == 0)
        return SQLITE_OK; /* no WAL is in use */
    return walk(file, wal, &w, out);
}
