/* Tables without sockets and with made-up time: see table_help.h. */
#include "tests/unit/table_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table_effects fx;
struct problem problem;
struct moment now = {.steady = 1000000, .date = 1000000};
struct entry journal[4096];
int entries;

void keep_journal(const struct table *t)
{
    for (int i = 0; i < fx.n; i++) {
        char memory[TABLE_EVENT_JSON];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        table_write_event(&fx.event[i], &t->plan, &b);
        journal[entries++] = (struct entry){fx.event[i].at, strdup(memory)};
    }
}

void forget_journal(void)
{
    while (entries > 0)
        free(journal[--entries].text);
}

struct table *read_again(const char *id, int n)
{
    struct table *t = NULL;
    for (int i = 0; i < n; i++) {
        struct table_plan plan;
        struct table_event e = {.n = i, .at = journal[i].at};
        bool read = table_read_event(journal[i].text, strlen(journal[i].text), &e, &plan);
        if (read && i == 0)
            t = table_new(id, &plan);
        if (!read || t == NULL || !table_apply(t, &e)) {
            table_free(t);
            return NULL;
        }
    }
    return t;
}

void start_effects(void)
{
    fx.n = 0;
    fx.changed = 0;
    problem_start(&problem, -1);
}

struct table *make(const char *game, int seats, struct table_clock clock, bool by_host)
{
    struct table_plan plan = {.clock = clock, .start_by_host = by_host, .begins = TABLE_CHANCE};
    forget_journal();
    start_effects();
    setup_find_game(&plan.setup, game, &problem);
    plan.setup.seats = seats;
    memset(plan.secret, 7, sizeof plan.secret);
    struct table *t = table_new("abcdefghij234567", &plan);
    table_create(t, 1, "One", &now, &fx);
    keep_journal(t);
    return t;
}

bool ask(struct table *t, struct table_request r)
{
    start_effects();
    if (r.name == NULL)
        r.name = "Somebody";
    bool good = table_handle(t, &r, &now, &fx, &problem);
    keep_journal(t);
    return good;
}

const char *why(void)
{
    return problem.parts > 0 ? problem.part[0].id : "nothing";
}

bool sit(struct table *t, uint64_t player)
{
    return ask(t, (struct table_request){.kind = TABLE_ASK_SIT, .player = player, .chair = -1});
}

bool play(struct table *t, int seat, const char *text)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_MOVE, .player = player, .text = text});
}

static void write_all(const struct table *t, struct strbuf *out)
{
    strbuf_reset(out);
    for (uint64_t player = 1; player <= 6; player++)
        table_write_whole(t, player, NULL, 0, &now, out);
}

bool same_again(const struct table *t)
{
    struct strbuf a, b;
    struct table *again = read_again(t->id, entries);
    if (again == NULL)
        return false;
    strbuf_init(&a);
    strbuf_init(&b);
    write_all(t, &a);
    write_all(again, &b);
    bool same = a.len == b.len && memcmp(a.text, b.text, a.len) == 0 &&
                memcmp(&t->state, &again->state, t->plan.setup.game->state_size) == 0;
    strbuf_clear(&a);
    strbuf_clear(&b);
    table_free(again);
    return same;
}

int choose(const struct table *t, struct rng *r, char *text)
{
    move moves[GAME_MOVES_MAX];
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        if ((table_actors(t) >> seat & 1) == 0)
            continue;
        int n = t->plan.setup.game->legal(table_state(t), seat, moves);
        if (n == 0)
            continue;
        struct buf b;
        buf_init(&b, text, GAME_TEXT_MAX);
        t->plan.setup.game->write_move(moves[rng_below(r, (uint32_t)n)], &b);
        return seat;
    }
    return -1;
}

bool ask_back(struct table *t, int seat)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_TAKEBACK, .player = player});
}

bool answer(struct table *t, int seat, bool yes)
{
    uint64_t player = t->chair[t->seat[seat].chair].player;
    return ask(t, (struct table_request){.kind = TABLE_ASK_AGREE, .player = player, .yes = yes});
}

struct table *make_smitten(const char *cards)
{
    char text[TABLE_EVENT_JSON], secret[FAIR_HEX];
    memset(secret, '0', sizeof secret - 1);
    secret[sizeof secret - 1] = '\0';
    static const char *const lines[] = {
        ("{\"e\":\"create\",\"player\":\"0000000000000001\",\"name\":\"One\",\"game\":\"smitten\","
         "\"rules\":2,\"seats\":2,\"options\":{},\"clock\":{\"kind\":\"live\",\"move\":30,"
         "\"bank\":60},\"listed\":false,\"start\":\"host\",\"secret\":\"%s\"}"),
        "{\"e\":\"sit\",\"chair\":0,\"player\":\"0000000000000001\",\"name\":\"One\"}",
        "{\"e\":\"sit\",\"chair\":1,\"player\":\"0000000000000002\",\"name\":\"Two\"}",
        "{\"e\":\"start\",\"order\":[0,1]}", "{\"e\":\"deal\",\"text\":\"%s\"}"};
    int n = (int)(sizeof lines / sizeof lines[0]);
    forget_journal();
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text,
                 i == 0       ? lines[0]
                 : i + 1 == n ? lines[n - 1]
                              : "%s",
                 i == 0       ? secret
                 : i + 1 == n ? cards
                              : lines[i]);
        journal[entries++] = (struct entry){now.date, strdup(text)};
    }
    return read_again("abcdefghij234567", entries);
}
