/* Programs of anyone as bots: see external.h. */
#include "table/external.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/record.h"

/* One worker's processes, one a seat. */
struct external_seats {
    struct external_seats *next;
    struct outsider seat[GAME_SEATS_MAX];
};

/* What a worker's working memory holds. */
struct memory {
    struct external_seats *seats; /* NULL before the first game */
};

static struct external *external_of(const struct bot *bot)
{
    return (struct external *)bot->tuning;
}

static struct external_seats *seats_in(struct external *e, void *scratch)
{
    struct memory *m = scratch;
    if (m->seats != NULL)
        return m->seats;
    m->seats = memory_take_zeros(1, sizeof *m->seats);
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        outsider_init(&m->seats->seat[i], e->command);
    pthread_mutex_lock(&e->mutex);
    m->seats->next = e->all;
    e->all = m->seats;
    pthread_mutex_unlock(&e->mutex);
    return m->seats;
}

static void note_fault(struct external *e, enum outsider_fault fault, const char *answer)
{
    pthread_mutex_lock(&e->mutex);
    e->fault[fault]++;
    if (fault == OUTSIDER_ILLEGAL && e->first[0] == '\0')
        snprintf(e->first, sizeof e->first, "%s", answer);
    pthread_mutex_unlock(&e->mutex);
}

static void open_game(const struct bot *bot, const struct game *g, int seats, const int *opt,
                      int seat, void *scratch)
{
    struct external_seats *all = seats_in(external_of(bot), scratch);
    struct strbuf line;
    strbuf_init(&line);
    outsider_write_game(g, seats, opt, seat, &line);
    outsider_begin(&all->seat[seat], line.text, line.len); /* a fault shows at the next question */
    strbuf_clear(&line);
}

static void close_game(const struct bot *bot, const char *result, int seat, void *scratch)
{
    struct external_seats *all = seats_in(external_of(bot), scratch);
    struct strbuf line;
    strbuf_init(&line);
    outsider_write_over(result, &line);
    outsider_tell(&all->seat[seat], line.text, line.len);
    strbuf_clear(&line);
}

/* The answer as a move, judged in any world of the view: what is legal is the same in all. */
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
    struct external *e = external_of(bot);
    struct outsider *o = &seats_in(e, q->scratch)->seat[q->seat];
    char legal[GAME_MOVES_MAX][GAME_TEXT_MAX];
    struct state_room world;
    struct strbuf view, line;
    struct rng r;
    int ms = limits->time_ns > 0 ? (int)(limits->time_ns / 1000000) : OUTSIDER_MS;
    memset(out, 0, sizeof *out);
    rng_seed(&r, q->seed);
    g->determinize(q->view, &r, state_in(&world));
    int n = record_list_moves(g, state_in(&world), q->seat, legal);
    out->m = MOVE_NONE;
    if (n > 0)
        g->read_move(legal[0], &out->m); /* what stands for a forfeit */
    else if (limits->must)
        return;
    strbuf_init(&view);
    strbuf_init(&line);
    struct buf b = strbuf_room(&view, GAME_JSON_MAX);
    g->write_view(q->view, &b);
    strbuf_take(&view, &b);
    outsider_write_turn(view.text, view.len, legal, n, ms, limits->must, q->seed, &line);
    o->stop = limits->stop;
    enum outsider_fault fault = outsider_ask(o, line.text, line.len, ms);
    move m;
    if (fault == OUTSIDER_FINE &&
        !read_answer(g, state_in(&world), q->seat, limits->must, o->answer, &m))
        fault = OUTSIDER_ILLEGAL;
    if (fault == OUTSIDER_FINE)
        out->m = m;
    else if (limits->stop == NULL || !atomic_load(limits->stop))
        note_fault(e, fault, o->answer);
    pthread_mutex_lock(&e->mutex);
    e->asked++;
    pthread_mutex_unlock(&e->mutex);
    strbuf_clear(&view);
    strbuf_clear(&line);
}

struct external *external_new(const char *command)
{
    struct external *e = memory_take_zeros(1, sizeof *e);
    e->command = memory_take_text(command);
    pthread_mutex_init(&e->mutex, NULL);
    e->bot = (struct bot){.name = e->command,
                          .scratch = sizeof(struct memory),
                          .tuning = e,
                          .choose = choose,
                          .open = open_game,
                          .close = close_game};
    return e;
}

void external_free(struct external *e)
{
    for (struct external_seats *s = e->all; s != NULL;) {
        struct external_seats *next = s->next;
        for (int i = 0; i < GAME_SEATS_MAX; i++)
            outsider_clear(&s->seat[i]);
        free(s);
        s = next;
    }
    pthread_mutex_destroy(&e->mutex);
    free(e->command);
    free(e);
}

uint64_t external_forfeits(const struct external *e)
{
    uint64_t n = 0;
    for (int i = 1; i < OUTSIDER_FAULTS; i++)
        n += e->fault[i];
    return n;
}

bool external_is_command(const char *text)
{
    return strchr(text, '/') != NULL || strchr(text, ' ') != NULL;
}
