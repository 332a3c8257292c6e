/* External programs as bots: see bot_command.h. */
#include "table/bot_command.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/record.h"

/* One worker's processes, one per seat. */
struct bot_command_seats {
    struct bot_command_seats *next;
    struct bot_process seat[GAME_SEATS_MAX];
};

/* A worker's memory for this bot. */
struct memory {
    struct bot_command_seats *seats; /* NULL before the first game */
};

static struct bot_command *command_of(const struct bot *bot)
{
    return (struct bot_command *)bot->tuning;
}

static struct bot_command_seats *seats_in(struct bot_command *c, void *scratch)
{
    struct memory *m = scratch;
    if (m->seats != NULL)
        return m->seats;
    m->seats = memory_take_zeros(1, sizeof *m->seats);
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        bot_process_init(&m->seats->seat[i], c->command);
    pthread_mutex_lock(&c->mutex);
    m->seats->next = c->all;
    c->all = m->seats;
    pthread_mutex_unlock(&c->mutex);
    return m->seats;
}

static void note_fault(struct bot_command *c, enum bot_process_fault fault, const char *answer)
{
    pthread_mutex_lock(&c->mutex);
    c->fault[fault]++;
    if (fault == BOT_PROCESS_ILLEGAL && c->first[0] == '\0')
        snprintf(c->first, sizeof c->first, "%s", answer);
    pthread_mutex_unlock(&c->mutex);
}

static void open_game(const struct bot *bot, const struct game *g, int seats, const int *opt,
                      int seat, void *scratch)
{
    bot_process_begin(&seats_in(command_of(bot), scratch)->seat[seat], g, seats, opt, seat);
}

static void close_game(const struct bot *bot, const char *result, int seat, void *scratch)
{
    bot_process_over(&seats_in(command_of(bot), scratch)->seat[seat], result);
}

/* The answer as a move, checked in any world of the view: legal moves are the same in all. */
static bool read_answer(const struct game *g, const struct state *world, int seat, bool must,
                        const char *text, move *out)
{
    if (strcmp(text, "pass") == 0 && !must) {
        *out = MOVE_NONE;
        return true;
    }
    return strlen(text) < GAME_TEXT_MAX && g->read_move(text, out) == NULL &&
           g->refuse(world, seat, *out) == NULL && !(must && (*out & MOVE_TALK) != 0);
}

static void choose(const struct bot *bot, const struct bot_question *q, struct bot_choice *out)
{
    const struct game *g = q->game;
    const struct bot_limits *limits = q->limits;
    struct bot_command *c = command_of(bot);
    struct bot_process *o = &seats_in(c, q->scratch)->seat[q->seat];
    char legal[GAME_MOVES_MAX][GAME_TEXT_MAX], view[GAME_JSON_MAX + 1];
    struct state_room world;
    struct buf b;
    struct rng r;
    int ms = limits->time_ns > 0 ? (int)(limits->time_ns / 1000000) : BOT_PROCESS_MS;
    memset(out, 0, sizeof *out);
    rng_seed(&r, q->seed);
    g->determinize(q->view, &r, state_in(&world));
    int n = record_list_moves(g, state_in(&world), q->seat, legal);
    out->m = MOVE_NONE;
    if (n > 0)
        g->read_move(legal[0], &out->m); /* the move of a forfeit */
    else if (limits->must)
        return;
    buf_init(&b, view, sizeof view);
    g->write_view(q->view, &b);
    assert(!b.full);
    o->stop = limits->stop;
    enum bot_process_fault fault = bot_process_ask(o, view, legal, n, ms, limits->must, q->seed);
    move m;
    if (fault == BOT_PROCESS_FINE &&
        !read_answer(g, state_in(&world), q->seat, limits->must, o->answer, &m))
        fault = BOT_PROCESS_ILLEGAL;
    if (fault == BOT_PROCESS_FINE)
        out->m = m;
    else if (limits->stop == NULL || !atomic_load(limits->stop))
        note_fault(c, fault, o->answer);
    pthread_mutex_lock(&c->mutex);
    c->asked++;
    pthread_mutex_unlock(&c->mutex);
}

struct bot_command *bot_command_new(const char *command)
{
    struct bot_command *c = memory_take_zeros(1, sizeof *c);
    c->command = memory_take_text(command);
    pthread_mutex_init(&c->mutex, NULL);
    c->bot = (struct bot){.name = c->command,
                          .scratch = sizeof(struct memory),
                          .tuning = c,
                          .choose = choose,
                          .open = open_game,
                          .close = close_game};
    return c;
}

void bot_command_free(struct bot_command *c)
{
    for (struct bot_command_seats *s = c->all; s != NULL;) {
        struct bot_command_seats *next = s->next;
        for (int i = 0; i < GAME_SEATS_MAX; i++)
            bot_process_clear(&s->seat[i]);
        free(s);
        s = next;
    }
    pthread_mutex_destroy(&c->mutex);
    free(c->command);
    free(c);
}

uint64_t bot_command_forfeits(const struct bot_command *c)
{
    uint64_t n = 0;
    for (int i = 1; i < BOT_PROCESS_FAULTS; i++)
        n += c->fault[i];
    return n;
}

bool bot_command_is_one(const char *text)
{
    return strchr(text, '/') != NULL || strchr(text, ' ') != NULL;
}
