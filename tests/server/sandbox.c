/* In its sandbox the server may start a thread, but no process and no program; it opens files of
   its folder, reads those of the readable ones, and sees no others. No thread may run before it. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/sandbox.h"
#include "server/server.h"
#include "tests/tap.h"

struct place {
    char own[64], readable[64], closed[64];
};

static bool opens(const char *folder, int flags)
{
    char path[96];
    snprintf(path, sizeof path, "%s/file", folder);
    int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Whether this thread may do what it should, and no more. */
static void *try_files(void *source)
{
    const struct place *p = source;
    static int right;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool good = opens(p->own, O_RDWR) && opens(p->readable, O_RDONLY) && fd < 0 &&
                !opens(p->readable, O_RDWR) && !opens(p->closed, O_RDONLY) && errno == EACCES;
    return good ? &right : NULL;
}

static bool thread_is_right(struct place *p)
{
    void *right = NULL;
    pthread_t thread;
    return pthread_create(&thread, NULL, try_files, p) == 0 && pthread_join(thread, &right) == 0 &&
           right != NULL;
}

/* Enters the sandbox; returns a bit for each failure. */
static int try_all(struct place *p)
{
    char why[256];
    const char *const readable[] = {p->readable, "/no/such/folder", NULL};
    if (!sandbox_enter(p->own, readable, STORE_REACH_FILE, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    int wrong = thread_is_right(p) ? 0 : 2;
    wrong |= try_files(p) != NULL ? 0 : 16;
    errno = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    wrong |= child >= 0 || errno != EPERM ? 4 : 0;
    execl("/bin/true", "true", (char *)NULL);
    wrong |= errno != EPERM && errno != EACCES ? 8 : 0;
    return wrong;
}

static void *sleep_long(void *nothing)
{
    sleep(60);
    return nothing;
}

/* Tries to enter while another thread runs; 0: that is refused. */
static int try_late(struct place *p)
{
    char why[256] = "";
    const char *const readable[] = {NULL};
    pthread_t thread;
    if (pthread_create(&thread, NULL, sleep_long, NULL) != 0)
        return 1;
    return sandbox_enter(p->own, readable, STORE_REACH_FILE, why, sizeof why) ||
           strstr(why, "threads") == NULL;
}

static int in_child(int (*try)(struct place *), struct place *p)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(try(p));
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void make_place(struct place *p, const char *folder)
{
    char *const part[] = {p->own, p->readable, p->closed};
    static const char *const name[] = {"own", "readable", "closed"};
    for (int i = 0; i < 3; i++) {
        snprintf(part[i], sizeof p->own, "%s/%s", folder, name[i]);
        if (mkdir(part[i], 0700) != 0 || !opens(part[i], O_WRONLY | O_CREAT))
            abort();
    }
}

static void remove_place(const struct place *p, const char *folder)
{
    const char *const part[] = {p->own, p->readable, p->closed};
    char path[96];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/file", part[i]);
        unlink(path);
        rmdir(part[i]);
    }
    rmdir(folder);
}

int main(void)
{
    char folder[] = "/tmp/parlor-sandbox-XXXXXX";
    struct place p;
    if (mkdtemp(folder) == NULL)
        return 1;
    make_place(&p, folder);
    int wrong = in_child(try_all, &p), late = in_child(try_late, &p);
    remove_place(&p, folder);
    tap_ok((wrong & 1) == 0, "the sandbox is entered");
    tap_ok((wrong & 2) == 0, "a thread starts in it, and has the same rights");
    tap_ok((wrong & 16) == 0, "its own files are open, some can be read, all others are closed");
    tap_ok((wrong & 4) == 0, "no process starts");
    tap_ok((wrong & 8) == 0, "no program starts");
    tap_ok(late == 0, "it is too late once a thread runs");
    return tap_done();
}
