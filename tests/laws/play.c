/* Random play: see play.h. */
#include "tests/laws/play.h"

#include <stdlib.h>
#include <string.h>

/* One past the greatest value of an option. */
static int option_end(const struct game_option *o)
{
    int n = 0;
    if (o->values == NULL)
        return 1 << strlen(o->letters);
    while (o->values[n] != NULL)
        n++;
    return n;
}

static int option_start(const struct game_option *o)
{
    return o->preset == GAME_OPTION_OPEN ? GAME_OPTION_OPEN : 0;
}

/* Counts up by one, like an odometer; false after the last. */
static bool step_options(const struct game *g, int *opt)
{
    for (int i = 0; g->options[i].name != NULL; i++) {
        if (++opt[i] < option_end(&g->options[i]))
            return true;
        opt[i] = option_start(&g->options[i]);
    }
    return false;
}

bool play_first_options(const struct game *g, int seats, int *opt)
{
    memset(opt, 0, GAME_OPTIONS_MAX * sizeof *opt);
    for (int i = 0; g->options[i].name != NULL; i++)
        opt[i] = option_start(&g->options[i]);
    return g->check(seats, opt) == NULL || play_next_options(g, seats, opt);
}

bool play_next_options(const struct game *g, int seats, int *opt)
{
    while (step_options(g, opt))
        if (g->check(seats, opt) == NULL)
            return true;
    return false;
}

const char *play_name_options(const struct game *g, const int *opt)
{
    static char memory[512];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    game_write_options(g, opt, &b);
    return memory;
}

void play_start(struct play *p, const struct game *g, int seats, const int *opt)
{
    memset(p, 0, sizeof *p);
    p->game = g;
    p->seats = seats;
    memcpy(p->opt, opt, sizeof p->opt);
    g->init(play_state(p), seats, opt);
}

void play_seed(struct play *p, uint64_t seed, uint64_t number)
{
    rng_seed_pair(&p->rng, seed, number);
}

struct state *play_state(struct play *p)
{
    return state_in(&p->state);
}

move play_talk(const struct game *g, struct rng *r)
{
    static const char *const texts[] = {"say can",         "say cannot",     "say want",
                                        "say pass",        "say can want",   "say can pass",
                                        "say cannot want", "say cannot pass"};
    move m;
    uint32_t i = rng_below(r, sizeof texts / sizeof texts[0]);
    return g->read_move(texts[i], &m) == NULL ? m : MOVE_TALK;
}

bool play_draw_talk(struct play *p, struct event *e)
{
    e->seat = (int)rng_below(&p->rng, (uint32_t)p->seats);
    e->move = play_talk(p->game, &p->rng);
    return rng_below(&p->rng, 8) == 0 && p->n < PLAY_EVENTS_MAX / 2 &&
           p->game->refuse(play_state(p), e->seat, e->move) == NULL;
}

bool play_draw(struct play *p, struct event *e)
{
    const struct game *g = p->game;
    uint32_t actors = g->actors(play_state(p));
    memset(e, 0, sizeof *e);
    e->seat = PLAY_DEALER;
    if (actors == GAME_DEALER) {
        g->shuffle(play_state(p), &p->rng, &e->deal);
        return true;
    }
    if (actors != 0 && play_draw_talk(p, e))
        return true;
    move list[GAME_SEATS_MAX][GAME_MOVES_MAX];
    int count[GAME_SEATS_MAX], able[GAME_SEATS_MAX], n = 0;
    for (int seat = 0; seat < p->seats; seat++) {
        count[seat] = actors >> seat & 1 ? g->legal(play_state(p), seat, list[seat]) : 0;
        if (count[seat] > 0)
            able[n++] = seat;
    }
    if (n == 0)
        return false;
    e->seat = able[rng_below(&p->rng, (uint32_t)n)];
    e->move = list[e->seat][rng_below(&p->rng, (uint32_t)count[e->seat])];
    return true;
}

const char *play_carry_out(const struct game *g, struct state *s, const struct event *e)
{
    int at;
    if (e->seat == PLAY_DEALER)
        return g->deal(s, &e->deal, &at);
    const char *why = g->refuse(s, e->seat, e->move);
    if (why == NULL)
        g->apply(s, e->seat, e->move);
    return why;
}

bool play_add(struct play *p, const struct event *e)
{
    if (p->n == PLAY_EVENTS_MAX || play_carry_out(p->game, play_state(p), e) != NULL)
        return false;
    p->event[p->n++] = *e;
    return true;
}

bool play_on(struct play *p, int events)
{
    struct event e;
    while (p->n < events && p->game->actors(play_state(p)) != 0)
        if (!play_draw(p, &e) || !play_add(p, &e))
            return false;
    return true;
}
