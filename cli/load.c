/*
 * `parlor load`: tables of scripted players over real sockets, for hosts. One thread, one
 * connection per player, random legal moves; measures the time from sending a move until all
 * players have its update.
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
#include "table/memory.h"

enum { WAIT_US = 20000000 }; /* longest time without progress */

enum {
    FLAG_HOST,
    FLAG_PORT,
    FLAG_TABLES,
    FLAG_GAME,
    FLAG_SEATS,
    FLAG_SECONDS,
    FLAG_RATE,
    FLAG_IDLE
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
    {.name = NULL},
};

struct seats;

struct player {
    struct websocket websocket;
    struct seats *table;
    char legal[1024]; /* the list of the last update, without its brackets */
    long n;           /* the last event seen */
    bool begun, over;
};

struct seats {
    struct player player[GAME_SEATS_MAX];
    char id[20];
    int64_t sent_us; /* time of the last move; 0: all have seen it */
    int64_t next_us; /* earliest time of the next move */
    long wait_n;     /* the event that all must see first */
    bool seated;     /* the others have been asked to sit down */
};

struct load {
    const char *host, *port;
    struct link link;
    const struct game *game;
    int tables, seats, seconds, rate;
    bool idle, playing;
    struct seats *table;
    struct rng rng;
    long moves, games;
    uint32_t *taken_us; /* one per move */
    size_t taken, taken_cap;
};

static bool send_text(struct player *p, const char *text)
{
    return websocket_send(&p->websocket, text, strlen(text));
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

/* An update of the table, or the answer to `create`. */
static void take_message(void *context, const char *text, size_t len)
{
    struct player *p = context;
    struct seats *t = p->table;
    (void)len;
    const char *id = strstr(text, "\"ok\":true,\"table\":\"");
    if (id != NULL && t->id[0] == '\0')
        memcpy(t->id, id + 19, 16);
    if (strncmp(text, "{\"table\":\"", 10) != 0 || t->id[0] == '\0' ||
        memcmp(text + 10, t->id, 16) != 0)
        return;
    p->n = strtol(text + 32, NULL, 10); /* {"table":"ID","n": */
    p->begun = p->begun || strstr(text, "\"phase\":\"play\"") != NULL;
    p->over = p->over || strstr(text, "\"phase\":\"over\"") != NULL;
    note_legal(p, text);
}

static bool connect_player(const struct load *l, struct seats *t, struct player *p)
{
    p->table = t;
    websocket_init(&p->websocket, take_message, p);
    return websocket_open(&p->websocket, &l->link) &&
           send_text(p, "{\"id\":1,\"do\":\"hello\",\"protocol\":1}");
}

/* Asks for a new table; its id comes with the answer. */
static bool ask_table(struct load *l, struct seats *t)
{
    char text[256];
    /* Close the finished table: open tables per connection are limited. */
    snprintf(text, sizeof text, "{\"id\":5,\"do\":\"close\",\"table\":\"%s\"}", t->id);
    for (int i = 0; i < l->seats && t->id[0] != '\0'; i++)
        if (!send_text(&t->player[i], text))
            return false;
    memset(t->id, 0, sizeof t->id);
    t->sent_us = 0;
    t->seated = false;
    for (int i = 0; i < l->seats; i++) {
        t->player[i].n = -1;
        t->player[i].begun = t->player[i].over = false;
        t->player[i].legal[0] = '\0';
    }
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"create\",\"game\":\"%s\",\"seats\":%d}",
             l->game->name, l->seats);
    return send_text(&t->player[0], text);
}

/* Seats the others, once the id is known. */
static bool fill_table(struct load *l, struct seats *t)
{
    char text[256];
    if (t->seated || t->id[0] == '\0')
        return true;
    t->seated = true;
    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"sit\",\"table\":\"%s\"}", t->id);
    for (int i = 1; i < l->seats; i++)
        if (!send_text(&t->player[i], text))
            return false;
    return true;
}

/* Sends a random legal move of a player who has one. */
static bool send_move(struct load *l, struct seats *t, int64_t now)
{
    char text[256], chosen[GAME_TEXT_MAX + 2];
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
            return false;
        memcpy(chosen, at, len);
        chosen[len] = '\0';
        snprintf(text, sizeof text, "{\"id\":4,\"do\":\"move\",\"table\":\"%s\",\"text\":%s}",
                 t->id, chosen);
        t->wait_n = p->n + 1;
        t->sent_us = now;
        t->next_us = l->rate > 0 ? t->next_us + 1000000 / l->rate : now;
        for (int k = 0; k < l->seats; k++)
            t->player[k].legal[0] = '\0';
        return send_text(p, text);
    }
    return true;
}

static void keep_time(struct load *l, int64_t us)
{
    ARRAY_ROOM(l->taken_us, l->taken, l->taken_cap);
    l->taken_us[l->taken++] = (uint32_t)us;
}

/* The next step of the table; false: the server has gone. */
static bool go_on(struct load *l, struct seats *t, int64_t now)
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
    if (!t->seated)
        return fill_table(l, t);
    if (t->sent_us != 0 || l->idle || !l->playing)
        return true;
    if (over) {
        l->games++;
        return ask_table(l, t);
    }
    return now < t->next_us || send_move(l, t, now);
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
static bool serve(struct load *l, int epoll, int wait_ms)
{
    struct epoll_event event[256];
    int n = epoll_wait(epoll, event, 256, wait_ms);
    for (int i = 0; i < n; i++) {
        uint32_t at = event[i].data.u32;
        struct seats *t = &l->table[at / (uint32_t)l->seats];
        if (!websocket_read(&t->player[at % (uint32_t)l->seats].websocket) ||
            !go_on(l, t, clock_us()))
            return false;
    }
    return true;
}

/* Seats everybody; false: the server has gone, or makes no progress. */
static bool seat_all(struct load *l, int epoll)
{
    int64_t until = clock_us() + WAIT_US;
    int ready = 0;
    for (int i = 0; i < l->tables; i++)
        if (!ask_table(l, &l->table[i]))
            return false;
    while (ready < l->tables && clock_us() < until) {
        if (!serve(l, epoll, 20))
            return false;
        int before = ready;
        while (ready < l->tables && has_begun(l, &l->table[ready]))
            ready++;
        if (ready > before)
            until = clock_us() + WAIT_US;
    }
    return ready == l->tables;
}

static bool play_on(struct load *l, int epoll)
{
    int64_t until = clock_us() + l->seconds * INT64_C(1000000), look = 0;
    bool good = true;
    for (int i = 0; i < l->tables && l->rate > 0; i++) /* not all at the same moment */
        l->table[i].next_us = clock_us() + rng_below(&l->rng, 1000000 / (uint32_t)l->rate);
    l->playing = true;
    while (good && clock_us() < until) {
        good = serve(l, epoll, l->rate > 0 || look == 0 ? 1 : 100);
        if (clock_us() < look)
            continue;
        look = clock_us() + (l->rate > 0 ? 1000 : 100000); /* tables whose time has come */
        for (int i = 0; i < l->tables && good; i++)
            good = go_on(l, &l->table[i], clock_us());
    }
    return good;
}

static bool play(struct load *l)
{
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    bool good = epoll >= 0;
    for (int i = 0; i < l->tables * l->seats && good; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        good = epoll_ctl(epoll, EPOLL_CTL_ADD,
                         l->table[i / l->seats].player[i % l->seats].websocket.fd, &e) == 0;
    }
    good = good && seat_all(l, epoll) && play_on(l, epoll);
    close(epoll);
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
    printf("{\"game\":\"%s\",\"tables\":%d,\"connections\":%d,\"seconds\":%d,\"moves\":%ld,"
           "\"moves_per_second\":%.0f,\"games\":%ld,\"p50_ms\":%.2f,\"p99_ms\":%.2f}\n",
           l->game->name, l->tables, l->tables * l->seats, l->seconds, l->moves,
           (double)l->moves / l->seconds, l->games, p50, p99);
}

static int read_flags(const struct cli *cli, struct load *l)
{
    const struct cli_item *seats = NULL;
    for (int i = 0; i < cli->n; i++) {
        const struct cli_item *item = &cli->item[i];
        uint64_t n = 0;
        if (item->flag == CLI_WORD)
            return cli_misuse(cli, MSG("cli.word-not-wanted"), item->value, NULL);
        bool number = item->flag != FLAG_HOST && item->flag != FLAG_GAME && item->flag != FLAG_IDLE;
        uint64_t least = item->flag == FLAG_RATE ? 0 : 1;
        if (number && !cli_read_number(item->value, least, 65535, &n))
            return cli_misuse_number(cli, flags[item->flag].name, item->value, least, 65535);
        if (item->flag == FLAG_HOST)
            l->host = item->value;
        else if (item->flag == FLAG_PORT)
            l->port = item->value;
        else if (item->flag == FLAG_TABLES)
            l->tables = (int)n;
        else if (item->flag == FLAG_SECONDS)
            l->seconds = (int)n;
        else if (item->flag == FLAG_RATE)
            l->rate = (int)n;
        else if (item->flag == FLAG_SEATS) {
            l->seats = (int)n;
            seats = item;
        } else if (item->flag == FLAG_IDLE)
            l->idle = true;
        else
            l->game = games_find(item->value);
    }
    if (l->game == NULL)
        return cli_misuse(cli, MSG("cli.no-game"), NULL);
    if (seats == NULL)
        l->seats = l->game->seats_usual;
    if (l->seats < l->game->seats_min || l->seats > l->game->seats_max)
        return cli_misuse(cli, MSG("check.seats"), NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    struct load l = {.host = "127.0.0.1",
                     .port = "8080",
                     .tables = 50,
                     .seconds = 10,
                     .game = games_find("null")};
    struct rlimit files;
    char link[LINK_HOST_MAX + 32];
    int status = read_flags(cli, &l);
    if (status != CLI_OK)
        return status;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    snprintf(link, sizeof link, strchr(l.host, ':') != NULL ? "http://[%s]:%s" : "http://%s:%s",
             l.host, l.port);
    if (!link_read(link, &l.link))
        return cli_misuse(cli, MSG("online.bad-link"), link, NULL);
    rng_seed(&l.rng, 1);
    l.table = memory_take_zeros((size_t)l.tables, sizeof l.table[0]);
    bool good = true;
    for (int i = 0; i < l.tables && good; i++) {
        for (int k = 0; k < l.seats && good; k++) {
            good = connect_player(&l, &l.table[i], &l.table[i].player[k]);
        }
    }
    good = good && play(&l);
    if (good)
        print_result(&l);
    else
        status = cli_fail(cli, MSG("load.cannot-connect"), l.host, l.port,
                          cli_error_text(cli, errno), NULL);
    for (int i = 0; i < l.tables; i++)
        for (int k = 0; k < l.seats; k++)
            if (l.table[i].player[k].table != NULL)
                websocket_clear(&l.table[i].player[k].websocket);
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
