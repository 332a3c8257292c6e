/*
 * Fuzz target `play`: the bytes after the head choose deals, seats and moves of one game. Every
 * position keeps the promises of game.h, and a replay by its texts gives equal bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { EVENTS_MAX = 500 };

struct event {
    int seat; /* -1: a deal */
    move m;
    struct deal deal;
};

static struct event events[EVENTS_MAX];
static int n_events;

/* A move made of 8 bytes is refused exactly if it is neither listed nor talk. */
static void try_any_move(struct fuzz_game *f, struct fuzz_in *in, int seat)
{
    move list[GAME_MOVES_MAX], m = 0;
    for (int i = 0; i < 8; i++)
        m = m << 8 | (unsigned)fuzz_take(in);
    const struct state *s = state_in(&f->room);
    bool listed = false;
    for (int n = f->game->legal(s, seat, list); n > 0; n--)
        listed |= list[n - 1] == m;
    const char *why = f->game->refuse(s, seat, m);
    if (why != NULL)
        fuzz_check_message(why);
    FUZZ_CHECK((why == NULL) == listed || (m & MOVE_TALK) != 0);
}

static void try_talk(struct fuzz_game *f, int seat, int which)
{
    static const char *const texts[] = {"say can", "say cannot", "say want", "say can pass"};
    struct state *s = state_in(&f->room);
    move m;
    if (f->game->read_move(texts[which & 3], &m) != NULL || f->game->refuse(s, seat, m) != NULL)
        return;
    FUZZ_CHECK((m & MOVE_TALK) != 0);
    f->game->apply(s, seat, m);
    events[n_events++] = (struct event){.seat = seat, .m = m};
}

static void make_move(struct fuzz_game *f, struct fuzz_in *in)
{
    struct state *s = state_in(&f->room);
    move list[GAME_MOVES_MAX];
    int byte = fuzz_take(in), seat = byte % f->seats, n;
    if (byte >= 240) {
        try_any_move(f, in, seat);
        return;
    }
    if (byte >= 230) {
        try_talk(f, seat, byte >> 1);
        return;
    }
    while ((n = f->game->legal(s, seat, list)) == 0)
        seat = (seat + 1) % f->seats;
    move m = list[fuzz_take(in) % n];
    f->game->apply(s, seat, m);
    events[n_events++] = (struct event){.seat = seat, .m = m};
}

static void make_deal(struct fuzz_game *f, struct fuzz_in *in)
{
    struct state *s = state_in(&f->room);
    struct event *e = &events[n_events++];
    int at;
    rng_seed(&f->rng, (uint64_t)fuzz_take(in) << 8 | (uint64_t)fuzz_take(in));
    *e = (struct event){.seat = -1};
    f->game->shuffle(s, &f->rng, &e->deal);
    FUZZ_CHECK(f->game->deal(s, &e->deal, &at) == NULL && at == -1);
}

/* Repeats one event by its text alone. */
static void tell(const struct game *g, struct state *s, const struct event *e)
{
    char memory[GAME_DEAL_TEXT_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    if (e->seat < 0) {
        struct deal d;
        int at;
        game_write_deal(g, &e->deal, &b);
        FUZZ_CHECK(!b.full && game_read_deal(g, memory, &d, &at) == NULL);
        FUZZ_CHECK(g->deal(s, &d, &at) == NULL);
    } else {
        move m;
        g->write_move(e->m, &b);
        FUZZ_CHECK(!b.full && g->read_move(memory, &m) == NULL);
        FUZZ_CHECK(g->refuse(s, e->seat, m) == NULL);
        g->apply(s, e->seat, m);
    }
}

static void check_result(struct fuzz_game *f)
{
    static char json[GAME_JSON_MAX];
    struct result r;
    struct buf b;
    f->game->result(state_in(&f->room), &r);
    FUZZ_CHECK(r.seats == f->seats && r.winners >> f->seats == 0);
    FUZZ_CHECK(r.winners == 0 || f->game->actors(state_in(&f->room)) == 0);
    buf_init(&b, json, sizeof json);
    game_write_result(f->game, state_in(&f->room), &b);
    FUZZ_CHECK(!b.full && json[0] == '{');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {.at = data, .left = size};
    struct fuzz_game f;
    fuzz_set_up(&in, &f);
    n_events = 0;
    while (in.left > 0 && n_events < EVENTS_MAX) {
        uint32_t actors = f.game->actors(state_in(&f.room));
        if (actors == 0)
            break;
        if (actors == GAME_DEALER)
            make_deal(&f, &in);
        else
            make_move(&f, &in);
        fuzz_check_position(&f);
    }
    check_result(&f);
    struct state_room again;
    memset(&again, 0, sizeof again);
    f.game->init(state_in(&again), f.seats, f.opt);
    for (int i = 0; i < n_events; i++)
        tell(f.game, state_in(&again), &events[i]);
    FUZZ_CHECK(memcmp(&again, &f.room, f.game->state_size) == 0);
    return 0;
}
