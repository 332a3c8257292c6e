/*
 * Fuzz target `http`: the bytes of an HTTP connection, through libmicrohttpd as the server runs it.
 * The output is empty or an answer of the server with its headers.
 */
#define _GNU_SOURCE /* memmem */
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http.h"
#include "server/socket.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/hosted.h"

enum { TURNS = 8, ANSWER_MAX = 1 << 20 };

static void start_daemon(struct server *s)
{
    char why[256];
    if (s->daemon != NULL)
        return;
    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    FUZZ_CHECK(s->listener >= 0 && listen(s->listener, 1) == 0);
    s->daemon = http_start(s, why, sizeof why);
    FUZZ_CHECK(s->daemon != NULL);
}

/* The server's answers have the policy; the library's own (to a bad request) do not. */
static void check_answer(const char *text, size_t len)
{
    static const char policy[] = "Content-Security-Policy: default-src 'none'";
    FUZZ_CHECK(len >= 12 && memcmp(text, "HTTP/1.1 ", 9) == 0);
    int status = atoi(text + 9);
    FUZZ_CHECK(status >= 100 && status < 600);
    if (status == 200 || status == 404 || status == 204)
        FUZZ_CHECK(memmem(text, len, policy, sizeof policy - 1) != NULL);
    const char *cookie = memmem(text, len, "Set-Cookie: ", 12);
    if (cookie != NULL)
        FUZZ_CHECK(memmem(cookie, len - (size_t)(cookie - text), "HttpOnly; SameSite=Lax", 22) !=
                   NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[ANSWER_MAX];
    struct server *s = hosted_start();
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int ends[2];
    size_t len = 0, sent = 0;
    start_daemon(s);
    FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    const void *address = &from;
    FUZZ_CHECK(MHD_add_connection(s->daemon, ends[0], address, sizeof from) == MHD_YES);
    for (int i = 0; i < TURNS; i++) {
        ssize_t n = sent < size ? write(ends[1], data + sent, size - sent) : 0;
        sent += n > 0 ? (size_t)n : 0;
        if (sent == size && i == 0)
            shutdown(ends[1], SHUT_WR);
        MHD_run(s->daemon);
        for (int k = 0; k < s->conns; k++)
            if (s->conn[k] != NULL && !s->conn[k]->dead)
                socket_read(s, s->conn[k]);
        hosted_end_turn(s);
        while (len < sizeof answer && (n = read(ends[1], answer + len, sizeof answer - len)) > 0)
            len += (size_t)n;
    }
    if (len > 0)
        check_answer(answer, len);
    close(ends[1]);
    for (int i = 0; i < 2; i++)
        MHD_run(s->daemon);
    hosted_end_turn(s);
    return 0;
}
