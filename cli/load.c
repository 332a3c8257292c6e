/*
 * `parlor load`: tables of scripted players over real sockets, for hosts. One thread, one
 * connection per player, random legal moves; measures the time from sending a move until all
 * players have its update. A player whose connection is lost comes back and sends again what was
 * not answered, with its key (docs/protocol.md): a move counts once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cli.h"
#include "client/websocket.h"
#include "games/list.h"
#include "table/clock.h"
#include "table/fold.h"
#include "table/memory.h"

enum {
    WAIT_US = 20000000,     /* longest time without progress */
    BACK_FIRST_US = 250000, /* from a lost connection to the first try to come back, */
    BACK_MOST_US = 2000000, /* and between later ones, at most */
    AGAIN_US = 200000,      /* from a refusal for the moment to the next try */
};

/* The numbers of requests. */
enum { ASK_HELLO = 1, ASK_CREATE, ASK_SIT, ASK_MOVE, ASK_CLOSE, ASK_OPEN };

enum {
    FLAG_HOST,
    FLAG_PORT,
    FLAG_TABLES,
    FLAG_GAME,
    FLAG_SEATS,
    FLAG_SECONDS,
    FLAG_RATE,
    FLAG_IDLE,
    FLAG_PROTOCOL,
    FLAG_PATHS
};

static const struct cli_flag flags[] = {
    [FLAG_HOST] = {.name = "host", .value = "ADDRESS", .help = MSG("load.flag-host")},
    [FLAG_PORT] = {.name = "port", .value = "PORT", .help = MSG("load.flag-port")},
    [FLAG_TABLES] = {.name = "tables", .value = "N", .help = MSG("load.flag-tables")},
    [FLAG_GAME] = {.name = "game", .value = "GAME", .help = MSG("load.flag-game")},
    [FLAG_SEATS] = {.name = "seats", .value = "N", .help = MSG("load.flag-seats")},
    [FLAG_SECONDS] = {.name = "seconds", .value = "S", .help = MSG("load.flag-seconds")},
    [FLAG_RATE] = {.name = "rate", .value = "N", .help = MSG("load.flag-rate")},
    [FLAG_IDLE] = {.name = "idle", .value = NULL, .help = MSG("load.flag-idle")},
    [FLAG_PROTOCOL] = {.name = "protocol", .value = "1|2", .help = MSG("load.flag-protocol")},
    [FLAG_PATHS] = {.name = "paths", .value = NULL, .help = MSG("load.flag-paths")},
    {.name = NULL},
};

struct load;
struct seats;

struct player {
    struct websocket websocket;
    struct seats *table;
    struct strbuf sight; /* of a table by protocol 2: docs/protocol.md, Sights */
    char legal[1024];    /* the list of the last update, without its brackets */
    long n;              /* the last event seen */
    uint64_t received;   /* bytes of frames because of moves */
    bool begun, over;
    char asked[320]; /* the request that is not answered yet; "": none */
    int asked_id;
    int64_t back_us;  /* when to connect again; 0: connected */
    int64_t again_us; /* when to send it and to open the table again; 0: never */
    int64_t lost_us;  /* when the connection was lost */
    int64_t wait_us;  /* from one try to the next */
};

struct seats {
    struct load *load;
    struct player player[GAME_SEATS_MAX];
    char id[20];
    int64_t sent_us; /* time of the last move; 0: all have seen it */
    int64_t next_us; /* earliest time of the next move */
    long wait_n;     /* the event that all must see first */
    bool seated;     /* the others have been asked to sit down */
};

struct load {
    const char *host;
    struct link link;
    const struct game *game;
    int port, tables, seats, seconds, rate, protocol;
    bool idle, playing, paths;
    struct seats *table;
    struct rng rng;
    long moves, games, keys, reconnects;
    bool trouble; /* somebody has to come back, or to ask again */
    int epoll;
    uint64_t received;  /* bytes, before the play */
    uint32_t *taken_us; /* one per move */
    size_t taken, taken_cap;
};

static void lose(struct player *p)
{
    websocket_close(&p->websocket);
    p->table->load->reconnects++;
    p->wait_us = BACK_FIRST_US;
    p->lost_us = clock_us();
    p->back_us = p->lost_us + p->wait_us;
    p->again_us = 0;
    p->table->load->trouble = true;
}

/* The player comes back at once, by the path of the new table. */
static void leave_path(struct player *p)
{
    websocket_close(&p->websocket);
    p->wait_us = BACK_FIRST_US;
    p->lost_us = p->back_us = clock_us();
    p->again_us = 0;
    p->table->load->trouble = true;
}

static void send_text(struct player *p, const char *text)
{
    if (p->back_us == 0 && !websocket_send(&p->websocket, text, strlen(text)))
        lose(p);
}

/* Sends a request that changes a table, `members` without braces, now or when the player is back.
 */
static void ask(struct player *p, int id, const char *members)
{
    p->asked_id = id;
    snprintf(p->asked, sizeof p->asked, "{\"id\":%d,\"key\":\"load-%ld\",%s}", id,
             ++p->table->load->keys, members);
    send_text(p, p->asked);
}

/* Sends the request that was not answered, and opens the table. */
static void ask_again(struct player *p)
{
    char text[128];
    const char *table = p->table->id;
    p->again_us = 0;
    if (p->asked[0] != '\0')
        send_text(p, p->asked);
    if (table[0] == '\0' || (p->asked[0] != '\0' && p->n < 0))
        return; /* there is none yet, or the answer opens it */
    int n =
        snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"open\",\"table\":\"%s\"", ASK_OPEN, table);
    if (p->n >= 0)
        n += snprintf(text + n, sizeof text - (size_t)n, ",\"after\":%ld", p->n);
    snprintf(text + n, sizeof text - (size_t)n, "}");
    send_text(p, text);
}

static void ask_later(struct player *p)
{
    p->again_us = clock_us() + AGAIN_US;
    p->table->load->trouble = true;
}

/* Whether an answer says that the server cannot serve the request at the moment. */
static bool is_for_now(const char *text)
{
    return strstr(text, "\"error\"") != NULL &&
           (strstr(text, "\"store.failed\"") != NULL || strstr(text, "\"table.busy\"") != NULL ||
            strstr(text, "\"limit.rate\"") != NULL);
}

static void take_answer(struct player *p, const char *text)
{
    int id = (int)strtol(text + 6, NULL, 10);
    if ((id == p->asked_id || id == ASK_OPEN) && is_for_now(text))
        ask_later(p);
    else if (id == p->asked_id)
        p->asked[0] = '\0';
}

static void note_legal(struct player *p, const char *text)
{
    const char *list = strstr(text, "\"legal\":[");
    if (list == NULL)
        return;
    list += 9;
    size_t n = strcspn(list, "]");
    n = n < sizeof p->legal ? n : 0;
    memcpy(p->legal, list, n);
    p->legal[n] = '\0';
}

/* Unfolds the sight of an update and closes it by a NUL; returns it, or the update if it has none.
 */
static const char *find_sight(struct player *p, const char *text)
{
    const char *folded = strstr(text, "\"sight\":\"");
    if (folded == NULL)
        return text;
    if (strstr(text, "\"of\":") == NULL)
        strbuf_reset(&p->sight);
    folded += 9;
    if (!fold_read(folded, strcspn(folded, "\""), &p->sight))
        return "";
    strbuf_put_bytes(&p->sight, "", 1);
    p->sight.len--;
    return p->sight.text;
}

/* An update of the table, or the answer to `create`. */
static void take_message(void *context, const char *text, size_t len)
{
    struct player *p = context;
    struct seats *t = p->table;
    if (strncmp(text, "{\"re\":4,", 8) == 0 || strstr(text, "\"e\":\"move\"") != NULL)
        p->received += len + (len < 126 ? 2 : 4);
    const char *id = strstr(text, "\"ok\":true,\"table\":\"");
    if (id != NULL && t->id[0] == '\0')
        memcpy(t->id, id + 19, 16);
    if (strncmp(text, "{\"re\":", 6) == 0)
        take_answer(p, text);
    if (strncmp(text, "{\"table\":\"", 10) != 0 || t->id[0] == '\0' ||
        memcmp(text + 10, t->id, 16) != 0)
        return;
    if (strncmp(text + 27, ",\"closed\"", 9) == 0) {
        ask_later(p);
        return;
    }
    p->n = strtol(text + 32, NULL, 10); /* {"table":"ID","n": */
    p->begun = p->begun || strstr(text, "\"phase\":\"play\"") != NULL;
    p->over = p->over || strstr(text, "\"phase\":\"over\"") != NULL;
    note_legal(p, find_sight(p, text));
}

static bool connect_player(const struct load *l, struct player *p)
{
    char text[64];
    struct link link = l->link;
    if (l->paths)
        snprintf(link.table, sizeof link.table, "%s", p->table->id);
    if (!websocket_open(&p->websocket, &link))
        return false;
    snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"hello\",\"protocol\":%d}", ASK_HELLO,
             l->protocol);
    send_text(p, text);
    return true;
}

static bool watch(const struct load *l, int i)
{
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    int fd = l->table[i / l->seats].player[i % l->seats].websocket.fd;
    return epoll_ctl(l->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
}

/* Connects player `i` again; false: the server has been gone for too long. */
static bool come_back(struct load *l, int i)
{
    struct player *p = &l->table[i / l->seats].player[i % l->seats];
    p->back_us = 0;
    if (connect_player(l, p)) {
        ask_again(p);
        return p->back_us != 0 || watch(l, i);
    }
    p->wait_us = 2 * p->wait_us < BACK_MOST_US ? 2 * p->wait_us : BACK_MOST_US;
    p->back_us = clock_us() + p->wait_us;
    return clock_us() < p->lost_us + WAIT_US;
}

/* Brings those back whose time has come. */
static bool help(struct load *l)
{
    if (!l->trouble)
        return true;
    l->trouble = false;
    for (int i = 0; i < l->tables * l->seats; i++) {
        struct player *p = &l->table[i / l->seats].player[i % l->seats];
        if (p->back_us != 0 && clock_us() >= p->back_us && !come_back(l, i))
            return false;
        if (p->again_us != 0 && clock_us() >= p->again_us)
            ask_again(p);
        l->trouble = l->trouble || p->back_us != 0 || p->again_us != 0;
    }
    return true;
}

/* Asks for a new table; its id comes with the answer. */
static void ask_table(struct load *l, struct seats *t)
{
    char text[256];
    /* Close the finished table: open tables per connection are limited. */
    snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"close\",\"table\":\"%s\"}", ASK_CLOSE, t->id);
    for (int i = 0; i < l->seats && t->id[0] != '\0'; i++)
        send_text(&t->player[i], text);
    memset(t->id, 0, sizeof t->id);
    t->sent_us = 0;
    t->seated = false;
    for (int i = 0; i < l->seats; i++) {
        t->player[i].n = -1;
        t->player[i].begun = t->player[i].over = false;
        t->player[i].legal[0] = '\0';
    }
    snprintf(text, sizeof text, "\"do\":\"create\",\"game\":\"%s\",\"seats\":%d", l->game->name,
             l->seats);
    ask(&t->player[0], ASK_CREATE, text);
}

/* Seats the others, once the id is known. */
static void fill_table(struct load *l, struct seats *t)
{
    char text[64];
    if (t->seated || t->id[0] == '\0')
        return;
    t->seated = true;
    for (int i = 0; i < l->seats && l->paths; i++)
        leave_path(&t->player[i]);
    snprintf(text, sizeof text, "\"do\":\"sit\",\"table\":\"%s\"", t->id);
    for (int i = 1; i < l->seats; i++)
        ask(&t->player[i], ASK_SIT, text);
}

/* Sends a random legal move of a player who has one. */
static void send_move(struct load *l, struct seats *t, int64_t now)
{
    char text[128], chosen[GAME_TEXT_MAX + 2];
    for (int i = 0; i < l->seats; i++) {
        struct player *p = &t->player[i];
        if (p->legal[0] == '\0')
            continue;
        uint32_t n = 1;
        for (const char *c = p->legal; *c != '\0'; c++)
            n += *c == ',';
        const char *at = p->legal;
        for (uint32_t k = rng_below(&l->rng, n); k > 0; k--)
            at = strchr(at, ',') + 1;
        size_t len = strcspn(at, ",");
        if (len >= sizeof chosen)
            continue;
        memcpy(chosen, at, len);
        chosen[len] = '\0';
        snprintf(text, sizeof text, "\"do\":\"move\",\"table\":\"%s\",\"text\":%s", t->id, chosen);
        t->wait_n = p->n + 1;
        t->sent_us = now;
        t->next_us = l->rate > 0 ? t->next_us + 1000000 / l->rate : now;
        for (int k = 0; k < l->seats; k++)
            t->player[k].legal[0] = '\0';
        ask(p, ASK_MOVE, text);
        return;
    }
}

static void keep_time(struct load *l, int64_t us)
{
    ARRAY_ROOM(l->taken_us, l->taken, l->taken_cap);
    l->taken_us[l->taken++] = (uint32_t)us;
}

/* The next step of the table. */
static void go_on(struct load *l, struct seats *t, int64_t now)
{
    long least = t->player[0].n;
    bool over = false;
    for (int i = 0; i < l->seats; i++) {
        least = t->player[i].n < least ? t->player[i].n : least;
        over = over || t->player[i].over;
    }
    if (t->sent_us != 0 && least >= t->wait_n) {
        keep_time(l, now - t->sent_us);
        t->sent_us = 0;
        l->moves++;
    }
    if (!t->seated) {
        fill_table(l, t);
    } else if (t->sent_us != 0 || l->idle || !l->playing) {
        return;
    } else if (over) {
        l->games++;
        ask_table(l, t);
    } else if (now >= t->next_us) {
        send_move(l, t, now);
    }
}

/* Whether all players have seen that the game has begun. */
static bool has_begun(const struct load *l, const struct seats *t)
{
    for (int i = 0; i < l->seats; i++)
        if (!t->player[i].begun)
            return false;
    return true;
}

/* Reads from all sockets with input; false: the server has gone. */
static bool serve(struct load *l, int wait_ms)
{
    struct epoll_event event[256];
    int n = epoll_wait(l->epoll, event, 256, wait_ms);
    for (int i = 0; i < n; i++) {
        uint32_t at = event[i].data.u32;
        struct seats *t = &l->table[at / (uint32_t)l->seats];
        struct player *p = &t->player[at % (uint32_t)l->seats];
        if (p->back_us != 0)
            continue; /* lost by sending, a moment ago */
        if (!websocket_read(&p->websocket))
            lose(p);
        go_on(l, t, clock_us());
    }
    return help(l);
}

/* Seats everybody; false: the server has gone, or makes no progress. */
static bool seat_all(struct load *l)
{
    int64_t until = clock_us() + WAIT_US;
    int ready = 0;
    for (int i = 0; i < l->tables; i++)
        ask_table(l, &l->table[i]);
    while (ready < l->tables && clock_us() < until) {
        if (!serve(l, 20))
            return false;
        int before = ready;
        while (ready < l->tables && has_begun(l, &l->table[ready]))
            ready++;
        if (ready > before)
            until = clock_us() + WAIT_US;
    }
    return ready == l->tables;
}

static bool play_on(struct load *l)
{
    int64_t until = clock_us() + l->seconds * INT64_C(1000000), look = 0;
    bool good = true;
    for (int i = 0; i < l->tables && l->rate > 0; i++) /* not all at the same moment */
        l->table[i].next_us = clock_us() + rng_below(&l->rng, 1000000 / (uint32_t)l->rate);
    l->playing = true;
    while (good && clock_us() < until) {
        good = serve(l, l->rate > 0 || look == 0 ? 1 : 100);
        if (clock_us() < look)
            continue;
        look = clock_us() + (l->rate > 0 ? 1000 : 100000); /* tables whose time has come */
        for (int i = 0; i < l->tables && good; i++)
            go_on(l, &l->table[i], clock_us());
    }
    return good;
}

static bool play(struct load *l)
{
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    bool good = l->epoll >= 0;
    for (int i = 0; i < l->tables * l->seats && good; i++)
        good = watch(l, i);
    good = good && seat_all(l) && play_on(l);
    close(l->epoll);
    return good;
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void print_result(const struct load *l)
{
    qsort(l->taken_us, l->taken, sizeof l->taken_us[0], compare);
    long half = l->taken / 2, most = l->taken * 99 / 100;
    double p50 = l->taken > 0 ? l->taken_us[half] / 1000.0 : 0;
    double p99 = l->taken > 0 ? l->taken_us[most] / 1000.0 : 0;
    double bytes = 0;
    for (int i = 0; i < l->tables; i++)
        for (int k = 0; k < l->seats; k++)
            bytes += (double)l->table[i].player[k].received / l->seats;
    printf("{\"game\":\"%s\",\"tables\":%d,\"connections\":%d,\"seconds\":%d,\"moves\":%ld,"
           "\"moves_per_second\":%.0f,\"games\":%ld,\"p50_ms\":%.2f,\"p99_ms\":%.2f,"
           "\"bytes_per_move_and_player\":%.0f,\"reconnects\":%ld}\n",
           l->game->name, l->tables, l->tables * l->seats, l->seconds, l->moves,
           (double)l->moves / l->seconds, l->games, p50, p99,
           l->moves > 0 ? bytes / (double)l->moves : 0, l->reconnects);
}

static int read_flags(const struct cli *cli, struct load *l)
{
    uint64_t port = 8080, tables = 50, seats = 0, seconds = 10, rate = 0, protocol = 2;
    if (!cli_take_number(cli, FLAG_PORT, 1, 65535, &port) ||
        !cli_take_number(cli, FLAG_TABLES, 1, 65535, &tables) ||
        !cli_take_number(cli, FLAG_SEATS, 1, 65535, &seats) ||
        !cli_take_number(cli, FLAG_SECONDS, 1, 65535, &seconds) ||
        !cli_take_number(cli, FLAG_RATE, 0, 65535, &rate) ||
        !cli_take_number(cli, FLAG_PROTOCOL, 1, 2, &protocol))
        return CLI_USAGE;
    l->host = cli_has(cli, FLAG_HOST) ? cli_value(cli, FLAG_HOST) : "127.0.0.1";
    l->game = games_find(cli_has(cli, FLAG_GAME) ? cli_value(cli, FLAG_GAME) : "null");
    if (l->game == NULL)
        return cli_misuse(cli, MSG("cli.no-game"), NULL);
    l->port = (int)port;
    l->tables = (int)tables;
    l->seats = seats > 0 ? (int)seats : l->game->seats_usual;
    l->seconds = (int)seconds;
    l->rate = (int)rate;
    l->protocol = (int)protocol;
    l->idle = cli_has(cli, FLAG_IDLE);
    l->paths = cli_has(cli, FLAG_PATHS);
    if (l->seats < l->game->seats_min || l->seats > l->game->seats_max)
        return cli_misuse(cli, MSG("check.seats"), NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    struct load l = {.moves = 0};
    struct rlimit files;
    char link[LINK_HOST_MAX + 32], port[8];
    int status = read_flags(cli, &l);
    if (status != CLI_OK)
        return status;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    snprintf(port, sizeof port, "%d", l.port);
    snprintf(link, sizeof link, strchr(l.host, ':') != NULL ? "http://[%s]:%s" : "http://%s:%s",
             l.host, port);
    if (!link_read(link, &l.link))
        return cli_misuse(cli, MSG("online.bad-link"), link, NULL);
    rng_seed(&l.rng, 1);
    l.table = memory_take_zeros((size_t)l.tables, sizeof l.table[0]);
    bool good = true;
    for (int i = 0; i < l.tables && good; i++) {
        l.table[i].load = &l;
        for (int k = 0; k < l.seats && good; k++) {
            struct player *p = &l.table[i].player[k];
            p->table = &l.table[i];
            websocket_init(&p->websocket, take_message, p);
            good = connect_player(&l, p);
        }
    }
    good = good && play(&l);
    if (good)
        print_result(&l);
    else
        status = cli_fail(cli, MSG("load.cannot-connect"), l.host, port, cli_error_text(cli, errno),
                          NULL);
    for (int i = 0; i < l.tables; i++)
        for (int k = 0; k < l.seats; k++)
            if (l.table[i].player[k].table != NULL) {
                websocket_clear(&l.table[i].player[k].websocket);
                strbuf_clear(&l.table[i].player[k].sight);
            }
    free(l.table);
    free(l.taken_us);
    return status;
}

const struct command command_load = {
    .name = "load",
    .words = "",
    .summary = MSG("load.summary"),
    .help = MSG("load.help"),
    .flags = flags,
    .run = run,
};
