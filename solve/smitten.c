/* Smitten solver: starting a table, and answers about positions of the engine. */
#include "solve/smitten.h"

#include <assert.h>
#include <string.h>

#include "solve/smitten_value.h"

/* A position of the engine: hands 0 and 1 are A and B, or the seats. */
struct question {
    struct grid grid;
    unsigned hand[2];
    const struct smitten_table *t;
};

/* The key of a mode. Options without effect in a mode count as off (rule S5.2). */
static void write_mode(int seats, const int *opt, uint8_t mode[16])
{
    bool solo = seats == 1;
    memset(mode, 0, 16);
    mode[0] = (uint8_t)seats;
    mode[1] = (uint8_t)smitten_size_of(seats, opt);
    mode[2] = solo && opt[SMITTEN_OPT_EASY] != 0;
    mode[3] = solo && opt[SMITTEN_OPT_HARD1] != 0;
    mode[4] = smitten_is_hard(seats, opt);
    mode[5] = (uint8_t)opt[SMITTEN_OPT_CARD4];
    mode[6] = (uint8_t)opt[SMITTEN_OPT_CARD9];
}

static void set_mode(struct solver *s, const uint8_t mode[16])
{
    memcpy(s->mode, mode, sizeof s->mode);
    s->seats = s->mode[0];
    s->full = s->mode[1];
    s->swap = s->mode[2];
    s->hard1 = s->mode[3];
    s->hard2 = s->mode[4];
    for (int n = 1; n <= SMITTEN_NUMBERS; n++)
        s->task[n] = (uint8_t)smitten_task_of(n, s->mode[5], s->mode[6]);
}

size_t solve_smitten_least(void)
{
    return sizeof(struct solver) + (size_t)2 * CHUNK * 8;
}

static struct solver *start_table(void *memory, size_t bytes, const uint8_t mode[16])
{
    struct solver *s = memory;
    memset(s, 0, sizeof *s);
    set_mode(s, mode);
    smitten_facts_fill(s);
    smitten_value_settle(s);
    s->fixed = (uint32_t)((sizeof *s + 63) / 64 * 8);
    s->total = bytes / 8 > UINT32_MAX ? UINT32_MAX : (uint32_t)(bytes / 8);
    s->used = s->fixed;
    atomic_flag_clear(&s->lock);
    smitten_hash_reset(s);
    return s;
}

struct solver *solve_smitten_start(void *memory, size_t bytes, int seats, const int *opt)
{
    uint8_t mode[16];
    if (bytes < solve_smitten_least())
        return NULL;
    assert((uintptr_t)memory % 64 == 0 && (seats == 1 || seats == 2));
    write_mode(seats, opt, mode);
    return start_table(memory, bytes, mode);
}

static struct solver *after_of(struct solver *s)
{
    void *table = solver_at(s, s->after);
    return table;
}

/*
 * While a swap is possible, positions after the swap are kept in a second table, by blocks. Both
 * tables stay warm from game to game. With little memory there is only one table.
 */
static void split_table(struct solver *s)
{
    enum { LEAST = (128 << 20) / 8 };
    if (!smitten_has_blocks || s->seats != 1 || !s->swap || s->after != 0 || s->total < LEAST)
        return;
    uint32_t all = s->total;
    s->after = s->total = all / 3 / 8 * 8; /* blocks need most of the memory */
    smitten_hash_reset(s);
    start_table(after_of(s), (size_t)(all - s->after) * 8, s->mode);
}

bool solve_smitten_fits(const struct solver *s, int seats, const int *opt)
{
    uint8_t mode[16];
    write_mode(seats, opt, mode);
    return memcmp(mode, s->mode, sizeof mode) == 0;
}

size_t solve_smitten_used(const struct solver *s)
{
    return (size_t)(s->peak > s->used ? s->peak : s->used) * 8;
}

static unsigned bag_from(const struct solver *s, unsigned one, unsigned two)
{
    unsigned bag = 0;
    for (unsigned m = one; m != 0; m &= m - 1)
        bag = s->bag[bag].add[lowest(m)];
    for (unsigned m = two; m != 0; m &= m - 1)
        bag = s->bag[bag].add[lowest(m)];
    return bag;
}

static struct grid grid_from(const struct solver *s, const uint16_t square[2], int aside)
{
    return (struct grid){
        .shape = {s->shape_of[square[0]], s->shape_of[square[1]]},
        .aside = (uint8_t)aside,
        .count = (uint8_t)(smitten_count(square[0]) + smitten_count(square[1])),
    };
}

/* Hand `mover` moves next; the hand that began the turn comes first. */
static struct hands hands_from(const struct question *p, int active, int mover)
{
    return (struct hands){
        .hand = {(uint16_t)p->hand[active], (uint16_t)p->hand[!active]},
        .mover = (uint8_t)(mover != active),
    };
}

static double value_of_play(struct run *run, const struct question *p, int who, move m,
                            double floor)
{
    int card = smitten_number_of(m) - 1, square = smitten_square_of(m);
    int active = p->t->active == SMITTEN_NOBODY ? who : p->t->active;
    struct hands h = hands_from(p, active, who);
    h.hand[h.mover] = (uint16_t)bag_take(run->s, h.hand[h.mover], card);
    h.mover = !h.mover;
    struct played played = {(uint8_t)card, (uint8_t)square, (uint8_t)smitten_call_of(m)};
    return smitten_value_played(run, grid_put(run->s, p->grid, square, card), h, played, floor);
}

static double value_of_place(struct run *run, const struct question *p, move m, double floor)
{
    int card = smitten_number_of(m) - 1;
    struct hands h = hands_from(p, p->t->active, p->t->mover);
    struct grid g = grid_put(run->s, p->grid, smitten_square_of(m), card);
    if (p->t->phase != SMITTEN_TOP)
        h.hand[h.mover] = (uint16_t)bag_take(run->s, h.hand[h.mover], card);
    return g.count == SMITTEN_GOAL ? 1 : smitten_value_after(run, g, h.hand[0], h.hand[1], floor);
}

/* Exact above the floor, else an upper bound of at most the floor. */
static double value_of_move(struct run *run, const struct question *p, int seat, move m,
                            double floor)
{
    bool solo = run->s->seats == 1;
    int who = solo ? smitten_hand_of(m) - 1 : seat;
    switch (smitten_kind_of(m)) {
    case SMITTEN_PLAY:
        return value_of_play(run, p, who, m, floor);
    case SMITTEN_PLACE:
        return value_of_place(run, p, m, floor);
    case SMITTEN_FLIP:
        return smitten_value_flip(run, p->grid, hands_from(p, who, who), floor);
    default:
        assert(smitten_kind_of(m) == SMITTEN_SWAP);
        return smitten_value_swap(run, p->grid, hands_from(p, who, who), smitten_number_of(m) - 1,
                                  floor);
    }
}

/* The choices in the engine's order. The hidden cards of `state` are arbitrary: it only serves to
   list legal moves. */
static void list_choices(const struct state *state, struct solve_answer *out)
{
    move moves[GAME_MOVES_MAX];
    for (int seat = 0; seat < state->t.seats && state->t.phase != SMITTEN_DEAL; seat++) {
        int n = smitten_legal(state, seat, moves);
        for (int i = 0; i < n; i++)
            out->choice[out->n++] = (struct solve_choice){.seat = seat, .m = moves[i]};
    }
}

/* Open cards before closed ones and swaps: they are cheaper and mostly better. */
static bool is_late(move m)
{
    return smitten_kind_of(m) == SMITTEN_FLIP || smitten_kind_of(m) == SMITTEN_SWAP;
}

/* The choices of one question, for one thread or two. */
struct share {
    const struct question *p;
    int n, order[GAME_MOVES_MAX];
    struct solve_choice choice[GAME_MOVES_MAX];
    bool best_only;
    atomic_int next;
    atomic_bool done[GAME_MOVES_MAX]; /* by place in `order` */
    atomic_uint_least64_t best;       /* bits of the best value so far, which order like numbers */
};

static double double_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void take_choice(struct run *run, struct share *share, int i)
{
    struct solve_choice *c = &share->choice[share->order[i]];
    uint_least64_t best = atomic_load(&share->best), bits;
    /* Values equal to the best are exact too, so that the first best choice does not depend on the
       order of evaluation. */
    double floor = share->best_only && best > 0 ? double_of(best - 1) : -1;
    double value = value_of_move(run, share->p, c->seat, c->m, floor);
    if (run->stopped)
        return;
    memcpy(&bits, &value, sizeof bits);
    while (value > 0 && bits > best && !atomic_compare_exchange_weak(&share->best, &best, bits))
        continue;
    if (!atomic_exchange(&share->done[i], true))
        c->value = value <= floor ? -1 : value;
}

/* An idle thread takes a choice that the other has begun, in the opposite order, and they meet
   half-way. */
static void take_choices(struct run *run, struct share *share)
{
    for (int i; (i = atomic_fetch_add(&share->next, 1)) < share->n && !run->stopped;)
        take_choice(run, share, i);
    for (int i = 0; i < share->n && !run->stopped; i++) {
        if (atomic_load(&share->done[i]))
            continue;
        run->done = &share->done[i];
        take_choice(run, share, i);
        run->done = NULL;
        if (atomic_load(&share->done[i]))
            run->stopped = run->limited = false;
    }
}

static bool is_whole(struct share *share)
{
    for (int i = 0; i < share->n; i++)
        if (!atomic_load(&share->done[i]))
            return false;
    return true;
}

struct other {
    struct run run;
    struct share *share;
};

static void take_more(void *other)
{
    struct other *o = other;
    take_choices(&o->run, o->share);
}

/* Card 1: only the placed card matters, so each placement is valued once for all cards that may be
   revealed before it. */
static void list_places(const struct run *run, const struct question *p, struct share *share)
{
    const struct smitten_table *t = p->t;
    unsigned mask = bag_of(run->s, p->hand[t->mover])->mask;
    for (int square = 0; square < 2; square++)
        for (unsigned m = mask & t->may[square]; m != 0; m &= m - 1) {
            move place = smitten_move(SMITTEN_PLACE, t->seats == 1 ? t->mover + 1 : 0,
                                      lowest(m) + 1, square, SMITTEN_SILENT);
            share->choice[share->n++] = (struct solve_choice){.seat = t->mover, .m = place};
        }
}

/* The best placement after this card was revealed. */
static double best_beside(const struct run *run, const struct share *share, move reveal)
{
    int kept = smitten_number_of(reveal);
    uint32_t packed = bag_of(run->s, share->p->hand[share->p->t->mover])->packed;
    double best = -1;
    for (int i = 0; i < share->n; i++) {
        const struct solve_choice *c = &share->choice[i];
        bool free = smitten_number_of(c->m) != kept || (packed >> 2 * (kept - 1) & 3) == 2;
        best = free && c->value > best ? c->value : best;
    }
    return best;
}

/* `twin` is for a second thread, or NULL. */
static void answer(struct run *run, const struct run *twin, const struct question *p,
                   const struct state *state, bool best_only, struct solve_answer *out)
{
    struct share share = {.p = p, .best_only = best_only};
    struct other other = {.share = &share};
    memset(out, 0, sizeof *out);
    list_choices(state, out);
    if (p->t->phase == SMITTEN_OVER)
        out->value = p->t->placed == SMITTEN_GOAL;
    if (p->t->phase == SMITTEN_DEAL)
        out->value = smitten_value_after(run, p->grid, p->hand[0], p->hand[1], -1);
    bool reveals = p->t->phase == SMITTEN_SHOW;
    if (reveals) {
        list_places(run, p, &share);
    } else {
        share.n = out->n;
        memcpy(share.choice, out->choice, sizeof share.choice);
    }
    for (int late = 0, n = 0; late < 2; late++)
        for (int i = 0; i < share.n; i++)
            if (is_late(share.choice[i].m) == late)
                share.order[n++] = i;
    if (twin != NULL)
        other.run = *twin;
    struct helper *helper = twin != NULL ? smitten_help_with(take_more, &other) : NULL;
    take_choices(run, &share);
    smitten_help_end(helper);
    for (int i = 0; i < out->n; i++) {
        struct solve_choice *c = &out->choice[i];
        c->value = reveals ? best_beside(run, &share, c->m) : share.choice[i].value;
        out->value = c->value > out->value ? c->value : out->value;
    }
    out->spent = run->spent + other.run.spent;
    out->known = !run->stopped && is_whole(&share);
}

static void empty_table(struct solver *s, bool blocks)
{
    if (blocks)
        smitten_store_reset(s);
    else
        smitten_hash_reset(s);
}

static struct run start_run(struct solver *s, const struct solve_limits *limits)
{
    struct run run = {.s = s, .limit = UINT64_MAX, .temp = s->temp, .temp_left = TEMP};
    if (limits != NULL && limits->positions != 0)
        run.limit = limits->positions;
    if (limits != NULL) {
        run.stop = limits->stop;
        run.tired = limits->tired;
        run.tired_of = limits->tired_of;
    }
    return run;
}

/* With this many cards or more, positions after a swap are valued by whole blocks. */
enum { SWAPPED_SHEETS = 7 };

/* Whether to answer by blocks: they are several times as fast, but need memory, ten times as much
   while a swap is possible. */
static bool likes_blocks(const struct solver *s, struct grid g)
{
    return s->seats == 1 && (!s->swap || g.aside != 0) && smitten_has_blocks;
}

/* The number of cards from which whole blocks are filled: that of the next turn (without a chain),
   or of the turn after it. Later positions are faster one by one. */
static int first_block(const struct question *p)
{
    enum { EARLY = 4, EARLIEST = 1 };
    int phase = p->t->phase, count = p->grid.count;
    bool within = phase != SMITTEN_TURN && phase != SMITTEN_FLIPPED && phase != SMITTEN_DEAL;
    int next = count + (within ? 1 : 2);
    return count > EARLY ? BLOCK_LAST + 1 : count <= EARLIEST ? next : next + 2;
}

/* Before the first card, while a swap is possible, the whole game must be solved, which takes at
   least 36 million positions: do not start if the budget is smaller. */
static bool is_too_much(const struct solver *s, const struct question *p,
                        const struct solve_limits *limits)
{
    enum { NEEDED = 30000000 };
    return limits != NULL && limits->positions != 0 && limits->positions < NEEDED && s->swap &&
           !s->hard2 && p->grid.aside == 0 && p->grid.count == 0 && p->t->phase == SMITTEN_TURN;
}

/* Positions after a swap are valued by blocks, in a table that both threads share. */
static void start_swapped(struct solver *after, const struct solve_limits *limits, struct run *asks,
                          struct run *out)
{
    *out = start_run(after, limits);
    out->blocks = true;
    out->blocks_from = SWAPPED_SHEETS;
    out->backwards = asks->backwards;
    out->temp = asks->temp;
    asks->swapped = out;
}

/* Early, while a swap is possible: two threads share both tables. */
static void ask_early(struct solver *s, const struct question *p, const struct state *state,
                      const struct solve_limits *limits, bool best_only, struct solve_answer *out)
{
    struct solver *after = after_of(s);
    struct run run = start_run(s, limits), twin = run, swapped[2];
    twin.temp = after->temp;
    twin.backwards = true;
    if (run.limit != UINT64_MAX) /* both threads share the budget */
        run.limit = twin.limit = run.limit / 2;
    if (!after->blocks || after->used - after->fixed > (after->total - after->fixed) / 2)
        empty_table(after, true);
    if (s->blocks || smitten_hash_is_crowded(s))
        empty_table(s, false);
    start_swapped(after, limits, &run, &swapped[0]);
    start_swapped(after, limits, &twin, &swapped[1]);
    s->shared = true;
    answer(&run, &twin, p, state, best_only, out);
    s->shared = false;
    if (out->known || run.limited)
        return;
    /* The table was full; a single thread may empty it on the way. */
    run.stopped = false;
    answer(&run, NULL, p, state, best_only, out);
}

static void ask(struct solver *s, const struct question *p, const struct state *state,
                const struct solve_limits *limits, struct solve_answer *out)
{
    if (is_too_much(s, p, limits)) {
        memset(out, 0, sizeof *out);
        return;
    }
    bool alone = limits != NULL && limits->one_by_one;
    bool best_only = limits != NULL && limits->best_only;
    int blocks_from = first_block(p);
    bool early = blocks_from <= BLOCK_LAST && !alone;
    if (!alone)
        split_table(s);
    if (s->after != 0 && p->grid.aside == 0 && early) {
        ask_early(s, p, state, limits, best_only, out);
        return;
    }
    if (s->after != 0 && p->grid.aside != 0 && !alone)
        s = after_of(s);
    struct run run = start_run(s, limits);
    run.blocks_from = blocks_from;
    run.blocks = likes_blocks(s, p->grid) && !alone;
    bool again = run.blocks && s->blocks; /* there is old content that can make room */
    if (run.blocks != s->blocks)
        empty_table(s, run.blocks);
    struct helper *helper =
        run.blocks && early ? smitten_help_start(s, p->grid, run.blocks_from) : NULL;
    answer(&run, NULL, p, state, best_only, out);
    smitten_help_end(helper);
    while (run.stopped && !run.limited) {
        run.stopped = false;
        run.blocks = again;
        again = false;
        empty_table(s, run.blocks);
        answer(&run, NULL, p, state, best_only, out);
    }
}

void solve_smitten_view(struct solver *s, const struct view *v, const struct solve_limits *limits,
                        struct solve_answer *out)
{
    struct state_room room;
    struct state *state = state_in(&room);
    struct rng any;
    assert(s->seats == 1 && v->t.seats == 1);
    rng_seed(&any, 0);
    smitten_determinize(v, &any, state);
    struct question p = {.grid = grid_from(s, v->t.square, v->t.swapped ? v->aside : 0),
                         .t = &v->t};
    for (int i = 0; i < 2; i++) {
        bool closed = v->closed[i] || v->t.phase == SMITTEN_DEAL;
        p.hand[i] = bag_from(s, v->hand[i].one, v->hand[i].two) | (closed ? CLOSED : 0u);
    }
    ask(s, &p, state, limits, out);
}

void solve_smitten_open(struct solver *s, const struct state *state,
                        const struct solve_limits *limits, struct solve_answer *out)
{
    if (state->t.seats == 1) {
        struct view_room room;
        smitten_observe(state, 0, view_in(&room));
        solve_smitten_view(s, view_in(&room), limits, out);
        return;
    }
    assert(s->seats == 2);
    struct question p = {.grid = grid_from(s, state->t.square, 0), .t = &state->t};
    for (int i = 0; i < 2; i++)
        p.hand[i] = bag_from(s, state->hand[i].one, state->hand[i].two);
    ask(s, &p, state, limits, out);
}
