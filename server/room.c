/* Room on the disk: see room.h. */
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "server/log.h"
#include "server/room.h"
#include "server/server.h"
#include "table/memory.h"

enum { LEAST_BYTES = 64 << 20, LEAST_PART = 20 };

void room_start(struct server *s)
{
    if (store_is_shared(settings_find_store(s->settings)))
        return;
    int folder = open(s->settings->data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    s->room.folder = folder > 0 ? folder : 0;
}

void room_stop(struct server *s)
{
    if (s->room.folder > 0)
        close(s->room.folder);
}

bool room_is_low(const struct server *s)
{
    struct statvfs disk;
    if (s->room.folder == 0 || fstatvfs(s->room.folder, &disk) != 0)
        return false;
    uint64_t part = (uint64_t)disk.f_blocks * disk.f_frsize / LEAST_PART;
    return (uint64_t)disk.f_bavail * disk.f_frsize < (part < LEAST_BYTES ? part : LEAST_BYTES);
}

const char *room_refuse(struct server *s)
{
    bool low = room_is_low(s);
    if (low && !s->room.low)
        log_line("error", "disk", "why", "it is nearly full: no new tables", "do",
                 "make room; docs/hosting.md, \"Durability\"", NULL);
    else if (s->room.low && !low)
        log_line("info", "disk", "why", "there is room again", NULL);
    s->room.low = low;
    return low ? MSG("limit.disk") : NULL;
}
