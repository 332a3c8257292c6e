/*
 * System calls that fail, for the real server: loaded before libc (LD_PRELOAD). SQLite's reads,
 * writes and syncs are counted in a file that the test shares (FAULT_CONTROL), and fail when the
 * test says so.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Shared with disk_calls.py. Calls number `at` up to `at + times` fail with `error`. */
struct control {
    _Atomic uint32_t counted, failed;
    uint32_t at, times, error;
};

static struct control none, *control = &none;

__attribute__((constructor)) static void open_control(void)
{
    const char *path = getenv("FAULT_CONTROL");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *p =
        fd >= 0 ? mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : NULL;
    if (p != NULL && p != MAP_FAILED)
        control = p;
    if (fd >= 0)
        close(fd);
}

static int fails(void)
{
    uint32_t n = ++control->counted;
    if (n < control->at || n - control->at >= control->times)
        return 0;
    control->failed++;
    errno = (int)control->error;
    return 1;
}

#define REAL(name)                                                                                 \
    static __typeof__(name) *real;                                                                 \
    if (real == NULL)                                                                              \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

ssize_t pread64(int fd, void *to, size_t n, off64_t at)
{
    REAL(pread64);
    return fails() ? -1 : real(fd, to, n, at);
}

ssize_t pwrite64(int fd, const void *from, size_t n, off64_t at)
{
    REAL(pwrite64);
    if (!fails())
        return real(fd, from, n, at);
    /* A disk that is full takes a part first. */
    return control->error == ENOSPC && n > 1 ? real(fd, from, n / 2, at) : -1;
}

int fsync(int fd)
{
    REAL(fsync);
    return fails() ? -1 : real(fd);
}

int fdatasync(int fd)
{
    REAL(fdatasync);
    return fails() ? -1 : real(fd);
}

int ftruncate64(int fd, off64_t len)
{
    REAL(ftruncate64);
    return fails() ? -1 : real(fd, len);
}
