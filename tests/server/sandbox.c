/* In its sandbox the server may start a thread, but no process and no program. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/server.h"
#include "tests/tap.h"

static void *run(void *ran)
{
    *(bool *)ran = true;
    return NULL;
}

/* Enters the sandbox; returns a bit for each failure. */
static int try_all(const char *folder)
{
    char why[256];
    bool ran = false;
    pthread_t thread;
    if (!sandbox_enter(folder, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    int wrong = 0;
    if (pthread_create(&thread, NULL, run, &ran) != 0 || pthread_join(thread, NULL) != 0 || !ran)
        wrong |= 2;
    errno = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    wrong |= child >= 0 || errno != EPERM ? 4 : 0;
    execl("/bin/true", "true", (char *)NULL);
    wrong |= errno != EPERM && errno != EACCES ? 8 : 0;
    return wrong;
}

int main(void)
{
    char folder[] = "/tmp/parlor-sandbox-XXXXXX";
    int status = 0;
    if (mkdtemp(folder) == NULL)
        return 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(try_all(folder));
    waitpid(child, &status, 0);
    int wrong = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    rmdir(folder);
    tap_ok((wrong & 1) == 0, "the sandbox is entered");
    tap_ok((wrong & 2) == 0, "a thread starts in it");
    tap_ok((wrong & 4) == 0, "no process starts");
    tap_ok((wrong & 8) == 0, "no program starts");
    return tap_done();
}
