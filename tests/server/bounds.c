/*
 * What a crowd of addresses takes from others (codes for another device), and what one address
 * leaves in the store (tables, people).
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/codes.h"
#include "server/exchange.h"
#include "server/outbox.h"
#include "server/session.h"
#include "server/socket.h"
#include "tests/server/house.h"
#include "tests/tap.h"

static struct house house;
static struct server *s;

/* ---- codes ---- */

/* Asks for a player's code, from an address of a network; NULL, or why not. */
static const char *ask(uint64_t player, uint64_t network, uint64_t address,
                       char out[SERVER_CODE_MAX])
{
    const struct origin from = {.hash = address, .network = network};
    return codes_make(s, player, &from, out);
}

static bool is_refused(const char *why, const char *id)
{
    return why != NULL && strcmp(why, id) == 0;
}

/* Fills all places from as many addresses of as many networks; returns how many got a code. */
static int fill(uint64_t networks, uint64_t addresses, int each)
{
    char code[SERVER_CODE_MAX];
    uint64_t player = 1000000;
    int n = 0;
    for (uint64_t i = 0; i < networks; i++)
        for (uint64_t j = 0; j < addresses; j++)
            for (int k = 0; k < each; k++, s->now.steady++)
                n += ask(player++, 100 + i, 5000 + i * addresses + j, code) == NULL;
    return n;
}

static void test_address(void)
{
    char code[SERVER_CODE_MAX], last[SERVER_CODE_MAX];
    int n = 0;
    while (n <= CODES_ADDRESS_MAX && ask(10 + (uint64_t)n, 1, 1, last) == NULL)
        n++;
    tap_ok(n == CODES_ADDRESS_MAX, "an address has a few codes");
    tap_ok(is_refused(ask(99, 1, 1, code), "limit.codes"), "and no more");
    tap_ok(codes_use(s, last) == 10 + (uint64_t)n - 1, "a code is good");
    tap_ok(codes_use(s, last) == 0, "once");
    tap_ok(ask(99, 1, 1, code) == NULL, "then there is room for another one");
}

/* A thousand addresses and more take all places. */
static void test_crowd(void)
{
    char old[SERVER_CODE_MAX], near[SERVER_CODE_MAX], code[SERVER_CODE_MAX];
    s->codes = 0;
    tap_ok(ask(1, 1, 1, old) == NULL, "somebody has a code");
    tap_ok(ask(2, 100, 2, near) == NULL, "and so has a neighbour of the crowd");
    int n = fill(41, 25, CODES_ADDRESS_MAX);
    tap_ok(s->codes == CODES_MAX && n > CODES_MAX, "a crowd fills all places: %d codes", n);
    tap_ok(ask(3, 3, 3, code) == NULL && s->codes == CODES_MAX, "a newcomer gets one all the same");
    tap_ok(codes_use(s, code) == 3, "which is good");
    tap_ok(codes_use(s, old) == 1, "nobody else has lost one");
    tap_ok(codes_use(s, near) == 2, "not even the crowd's neighbour");
}

/* All networks have the same. */
static void test_equals(void)
{
    char code[SERVER_CODE_MAX];
    s->codes = 0;
    fill(CODES_MAX, 1, 1);
    tap_ok(s->codes == CODES_MAX, "every network has one code");
    tap_ok(ask(1, 100, 1, code) != NULL, "nobody gives one up for a second one of a network");
    s->now.steady += SERVER_CODE_SECONDS * 1000 + 1;
    tap_ok(ask(1, 100, 1, code) == NULL && s->codes < CODES_MAX, "until they are too old");
}

/* ---- a day's tables and people ---- */

/* The error of the last reply among the bytes that came; "" without one. */
static const char *hear(int fd)
{
    static char bytes[1 << 16], id[64];
    ssize_t n = read(fd, bytes, sizeof bytes - 1);
    id[0] = bytes[n > 0 ? n : 0] = '\0';
    for (ssize_t i = 0; i < n; i++) {
        static const char start[] = "\"error\":{\"id\":\"";
        if (strncmp(bytes + i, start, sizeof start - 1) == 0)
            sscanf(bytes + i + sizeof start - 1, "%63[a-z.-]", id);
    }
    return id;
}

/* One request of a person from this address, on a connection of its own; returns the error, "" if
   it was carried out. A second passes. */
static const char *ask_once(uint64_t player, uint64_t address, const char *request)
{
    static const char hello[] = "{\"id\":1,\"do\":\"hello\",\"protocol\":2}";
    const struct origin from = {.hash = address};
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        return "no socket";
    struct conn *c = socket_open(s, ends[0], NULL, NULL, 0, player, "Guest", &from);
    session_handle(s, c, hello, strlen(hello));
    outbox_commit(s);
    hear(ends[1]);
    session_handle(s, c, request, strlen(request));
    outbox_commit(s);
    const char *error = hear(ends[1]);
    socket_kill(s, c);
    outbox_commit(s);
    close(ends[1]);
    s->now = moment_after(s->now, 1000);
    return error;
}

/* How many of these requests are carried out before one is refused, each by somebody new. */
static int count(uint64_t address, const char *request, const char **error)
{
    static uint64_t player = 1000;
    int n = 0;
    while (n < 10000 && (*error = ask_once(player++, address, request))[0] == '\0')
        n++;
    return n;
}

static void test_day(void)
{
    static const char create[] = "{\"id\":2,\"do\":\"create\",\"game\":\"null\",\"seats\":2}",
                      name[] = "{\"id\":2,\"do\":\"name\",\"name\":\"Ann\"}",
                      signout[] = "{\"id\":2,\"do\":\"signout\"}";
    const char *error;
    tap_ok(ask_once(7, 1, name)[0] == '\0', "somebody has a name");
    int n = count(1, create, &error);
    tap_ok(n >= 2500 && n < 2700 && is_refused(error, "limit.day"),
           "an address makes %d tables in an hour: %s", n, error);
    tap_ok(ask_once(8, 2, create)[0] == '\0', "others still make tables");
    n = count(1, name, &error);
    tap_ok(n >= 1000 && n < 1100 && is_refused(error, "limit.day"),
           "%d new people come from it: %s", n, error);
    tap_ok(ask_once(7, 1, name)[0] == '\0', "who is in the store already goes on");
    tap_ok(is_refused(ask_once(9, 1, signout), "limit.day"), "no other request adds people either");
    tap_ok(ask_once(10, 2, signout)[0] == '\0', "from other addresses they come");
    s->now = moment_after(s->now, INT64_C(86400000));
    tap_ok(ask_once(11, 1, name)[0] == '\0' && ask_once(11, 1, create)[0] == '\0',
           "a day later there is room again");
}

int main(void)
{
    house_make_folder(&house, "bounds");
    if (!house_start(&house))
        return 1;
    house.settings.rate = house.settings.burst = 1000;
    s = house.server;
    test_address();
    test_crowd();
    test_equals();
    test_day();
    house_stop(&house);
    house_remove_folder(&house);
    house_clear(&house);
    return tap_done();
}
