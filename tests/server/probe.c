/*
 * Loaded into the server by LD_PRELOAD (tests/server/threads.py). When a thread gets the signal,
 * that thread tries what the sandbox forbids, and writes the results to the file PARLOR_PROBE:
 * a line with its number and the errors of opening a file and of making a socket (0: it could).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int report = -1;

static int try_open(void)
{
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

static int try_connect(void)
{
    const struct sockaddr_in discard = {.sin_family = AF_INET, .sin_port = htons(9)};
    const void *address = &discard;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return errno;
    int error = connect(fd, address, sizeof discard) == 0 || errno == ECONNREFUSED ? 0 : errno;
    close(fd);
    return error;
}

static void on_signal(int number)
{
    int kept = errno, file = try_open(), connection = try_connect();
    char line[64];
    (void)number;
    int n = snprintf(line, sizeof line, "%d %d %d\n", (int)gettid(), file, connection);
    if (write(report, line, (size_t)n) != n)
        abort();
    errno = kept;
}

__attribute__((constructor)) static void listen_for_signal(void)
{
    const char *path = getenv("PARLOR_PROBE");
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    report = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    sigaction(SIGUSR1, &action, NULL);
}
