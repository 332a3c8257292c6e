/*
 * Sets the date for one program: loaded by LD_PRELOAD, it adds to every reading of the date the
 * seconds that stand in the file PARLOR_TEST_DATE, a 64-bit number that the test changes as it
 * runs. The monotonic clock stays as it is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *ahead;
static int (*system_gettime)(clockid_t, struct timespec *);

/* The file is mapped at the start: the server's sandbox opens no other files later. */
__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("PARLOR_TEST_DATE");
    int fd = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *p = fd >= 0 ? mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    ahead = p != MAP_FAILED ? p : NULL;
    if (fd >= 0)
        close(fd);
}

int clock_gettime(clockid_t id, struct timespec *t)
{
    if (system_gettime == NULL) /* others may read it before `start` runs */
        *(void **)&system_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    int result = system_gettime(id, t);
    if (result == 0 && ahead != NULL && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
        t->tv_sec += *ahead;
    return result;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    *t = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}
