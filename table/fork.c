/* Forks: see fork.h. */
#include "table/fork.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "table/memory.h"

enum {
    NAME_BYTES = TABLE_FORK_OF / 2,
    WORLDS = 64,   /* worlds to try, */
    DEALS = 40000, /* and deals for each; only few games need more than one */
};
/* The stream of the secret for what is dealt anew; no game has that many deals. */
#define FORK_STREAM (FAIR_BEGINS - 1)

/* ---- The name of a record ---- */

static void add_text(crypto_generichash_state *h, const char *text)
{
    crypto_generichash_update(h, (const unsigned char *)text, strlen(text));
}

void fork_name(const struct record *r, char of[TABLE_FORK_OF])
{
    crypto_generichash_state h;
    unsigned char bytes[NAME_BYTES];
    struct record_event e;
    struct problem p;
    crypto_generichash_init(&h, NULL, 0, sizeof bytes);
    add_text(&h, r->setup.game->name);
    for (int i = 0; i < r->events_count && record_read_event(r, i, &e, &p); i++) {
        struct buf seat = BUF_ROOM(16);
        buf_put_int(&seat, e.seat);
        add_text(&h, "\n");
        add_text(&h, e.seat == RECORD_DEAL ? "deal" : seat.text);
        add_text(&h, " ");
        add_text(&h, e.text);
    }
    crypto_generichash_final(&h, bytes, sizeof bytes);
    fair_write_hex(bytes, sizeof bytes, of);
}

/* ---- The record's events ---- */

/* Reads all events of the record; those of the fork are the first ones. */
static void read_events(struct fork *f, const struct record *r)
{
    const struct game *g = r->setup.game;
    f->step = memory_take_zeros((size_t)r->events_count + 1, sizeof *f->step);
    f->deal = memory_take_zeros((size_t)r->events_count + 1, sizeof *f->deal);
    for (int i = 0; i < r->events_count; i++) {
        struct record_event e;
        struct problem p;
        int at;
        bool good = record_read_event(r, i, &e, &p);
        f->step[i].seat = e.seat;
        if (e.seat == RECORD_DEAL)
            good = good && game_read_deal(g, e.text, &f->deal[f->deals++], &at) == NULL;
        else
            good = good && g->read_move(e.text, &f->step[i].m) == NULL;
        assert(good); /* the record was checked */
        (void)good;
    }
}

/* Carries out a step; false: it is not legal there. */
static bool play(const struct fork *f, struct state *s, const struct fork_step *step, int *deals)
{
    const struct game *g = f->plan.setup.game;
    int at;
    if (step->seat == RECORD_DEAL)
        return g->actors(s) == GAME_DEALER && g->deal(s, &f->deal[(*deals)++], &at) == NULL;
    if (g->refuse(s, step->seat, step->m) != NULL)
        return false;
    g->apply(s, step->seat, step->m);
    return true;
}

static void look(const struct fork *f, const struct state *s, struct view_room *out)
{
    memset(out, 0, sizeof *out);
    f->plan.setup.game->observe(s, f->wish.seat, view_in(out));
}

/* Plays the steps of the fork; notes which choices were secret, and the seat's view before each
   step and after the last one. */
static void replay(struct fork *f, struct state *s, struct view_room *seen)
{
    int deals = 0;
    setup_init(&f->plan.setup, s);
    for (int i = 0; i < f->steps; i++) {
        look(f, s, &seen[i]);
        f->step[i].sealed = game_is_sealed(f->plan.setup.game, s);
        bool good = play(f, s, &f->step[i], &deals);
        assert(good);
        (void)good;
    }
    look(f, s, &seen[f->steps]);
}

/* ---- Dealing anew ---- */

/* The step from which secret choices are not yet settled. */
static int find_unsettled(const struct fork *f)
{
    const struct game *g = f->plan.setup.game;
    struct state_room room;
    struct state *s = state_in(&room);
    int from = 0, deals = 0;
    setup_init(&f->plan.setup, s);
    for (int i = 0; i < f->steps; i++) {
        const struct fork_step *step = &f->step[i];
        uint32_t before = g->actors(s);
        play(f, s, step, &deals);
        if (!turns_leave_open(step->sealed, before, step->seat, g->actors(s)))
            from = i + 1;
    }
    return from;
}

/* Another secret choice of a seat: any legal one. */
static void choose(const struct fork *f, const struct state *s, struct fork_step *step,
                   struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    int n = f->plan.setup.game->legal(s, step->seat, moves);
    if (n > 0)
        step->m = moves[rng_below(r, (uint32_t)n)];
}

/* Whether with these deals the steps are legal and the seat has seen the same; draws the unsettled
   choices of others again. */
static bool is_seen_so(struct fork *f, const struct view_room *seen, int unsettled, struct rng *r)
{
    struct state_room room;
    struct view_room view;
    int deals = 0;
    setup_init(&f->plan.setup, state_in(&room));
    for (int i = 0; i < f->steps; i++) {
        struct fork_step *step = &f->step[i];
        if (i >= unsettled && step->seat != f->wish.seat && (step->m & MOVE_TALK) == 0)
            choose(f, state_in(&room), step, r);
        if (!play(f, state_in(&room), step, &deals))
            return false;
        look(f, state_in(&room), &view);
        if (memcmp(&view, &seen[i + 1], sizeof view) != 0)
            return false;
    }
    return true;
}

/* Draws worlds from the view, and deals that lead to them, until one fits all that was seen. */
static bool deal_anew(struct fork *f, const struct state *now, const struct view_room *seen,
                      struct rng *r)
{
    const struct game *g = f->plan.setup.game;
    struct view_room view = seen[f->steps];
    struct deal *last = &f->deal[f->deals - 1], was = *last;
    int unsettled = find_unsettled(f);
    for (int k = 0; k < WORLDS; k++) {
        struct state_room world;
        memset(&world, 0, sizeof world);
        g->determinize(view_in(&view), r, state_in(&world));
        for (int i = 0; i < DEALS; i++) {
            *last = was;
            g->redeal(now, state_in(&world), f->wish.seat, r, last);
            if (is_seen_so(f, seen, unsettled, r))
                return true;
        }
    }
    return false;
}

static void shuffle(struct fork *f, const struct state *now, struct rng *r)
{
    f->plan.setup.game->shuffle(now, r, &f->deal[f->deals++]);
}

/* ---- Making ---- */

static int count_deals(const struct fork *f)
{
    int n = 0;
    for (int i = 0; i < f->steps; i++)
        n += f->step[i].seat == RECORD_DEAL;
    return n;
}

/* A deal that is due is the last step of the fork. */
static void add_deal(struct fork *f, const struct state *now, int dealt, struct rng *r)
{
    if (f->plan.setup.game->actors(now) != GAME_DEALER)
        return;
    if (f->deals == dealt)
        shuffle(f, now, r);
    f->step[f->steps++] = (struct fork_step){.seat = RECORD_DEAL};
}

static bool refuse(struct problem *p, const char *id)
{
    problem_add(p, id);
    return false;
}

static bool choose_cards(struct fork *f, struct state *now, struct problem *p)
{
    struct fair_stream stream;
    struct view_room *seen = memory_take_zeros((size_t)f->steps + 1, sizeof *seen);
    int dealt = count_deals(f);
    bool good = true;
    fair_start(&stream, f->plan.secret, FORK_STREAM);
    replay(f, now, seen);
    if (f->plan.setup.game->actors(now) == 0)
        good = refuse(p, MSG("fork.over"));
    if (f->wish.anew)
        f->deals = dealt; /* later ones are not known */
    if (good && f->wish.anew && dealt > 0 && f->plan.setup.game->redeal == NULL)
        good = refuse(p, MSG("fork.no-world"));
    if (good && f->wish.anew && dealt > 0 && !deal_anew(f, now, seen, &stream.rng))
        good = refuse(p, MSG("fork.no-world"));
    if (good)
        add_deal(f, now, dealt, &stream.rng);
    free(seen);
    return good;
}

bool fork_make(struct fork *f, const struct record *r, const struct fork_wish *wish,
               const uint8_t secret[FAIR_BYTES], struct problem *p)
{
    struct state_room now;
    *f = (struct fork){.wish = *wish, .plan = {.setup = r->setup, .begins = TABLE_CHANCE}};
    if (wish->step < 0 || wish->step > r->events_count || wish->seat < 0 ||
        wish->seat >= r->setup.seats)
        return refuse(p, MSG("fork.no-moment"));
    memcpy(f->plan.secret, secret, FAIR_BYTES);
    f->mark = (struct table_fork){.step = wish->step, .seat = wish->seat, .anew = wish->anew};
    fork_name(r, f->mark.of);
    read_events(f, r);
    f->steps = wish->step;
    if (choose_cards(f, state_in(&now), p))
        return true;
    fork_clear(f);
    return false;
}

void fork_clear(struct fork *f)
{
    free(f->step);
    free(f->deal);
    *f = (struct fork){.steps = 0};
}

struct moment_search {
    const struct game *game;
    int step, seat;
};

static void note_actor(void *context, int event, const struct state *s)
{
    struct moment_search *search = context;
    uint32_t actors = search->game->actors(s) & ~GAME_DEALER;
    if (event == search->step && actors != 0)
        search->seat = __builtin_ctz(actors);
}

int fork_find_seat(const struct record *r, int step)
{
    struct moment_search search = {.game = r->setup.game, .step = step};
    struct state_room last;
    struct problem p;
    record_replay(r, note_actor, &search, state_in(&last), &p);
    if (step >= r->events_count)
        note_actor(&search, step, state_in(&last));
    return search.seat;
}

/* ---- Events ---- */

int fork_count_events(const struct fork *f)
{
    return 2 + f->deals + f->plan.setup.seats + f->steps;
}

static void read_deal(const struct fork *f, int i, struct table_event *e)
{
    struct buf b;
    e->kind = TABLE_DEAL;
    buf_init(&b, e->deal, sizeof e->deal);
    game_write_deal(f->plan.setup.game, &f->deal[i], &b);
}

static void read_chair(const struct fork *f, int chair, struct table_event *e)
{
    const char *level = f->wish.level[chair];
    if (chair == f->wish.seat) {
        e->kind = TABLE_SIT;
        e->sit.chair = chair;
        e->sit.person = f->wish.person;
        return;
    }
    e->kind = TABLE_BOT;
    e->bot.chair = chair;
    table_copy(e->bot.level, sizeof e->bot.level, level != NULL ? level : "");
}

static void read_start(const struct fork *f, struct table_event *e)
{
    const struct setup *setup = &f->plan.setup;
    e->kind = TABLE_START;
    e->start.begins = setup->game->begins >= 0 ? setup->opt[setup->game->begins] : TABLE_CHANCE;
    e->start.fork = f->mark;
    for (int i = 0; i < setup->seats; i++)
        e->start.order[i] = i;
}

static void read_step(const struct fork *f, int i, struct table_event *e)
{
    const struct fork_step *step = &f->step[i];
    struct buf b;
    int deals = 0;
    for (int k = 0; k < i; k++)
        deals += f->step[k].seat == RECORD_DEAL;
    if (step->seat == RECORD_DEAL) {
        read_deal(f, deals, e);
        return;
    }
    e->kind = TABLE_MOVE;
    e->move.seat = step->seat;
    e->move.sealed = step->sealed;
    buf_init(&b, e->move.text, sizeof e->move.text);
    f->plan.setup.game->write_move(step->m, &b);
}

void fork_read_event(const struct fork *f, int i, struct table_event *e)
{
    int seats = f->plan.setup.seats;
    memset(e, 0, sizeof *e);
    e->n = i--;
    if (i < 0) {
        e->kind = TABLE_CREATE;
        e->create = f->wish.person;
    } else if (i < f->deals) {
        read_deal(f, i, e);
    } else if (i < f->deals + seats) {
        read_chair(f, i - f->deals, e);
    } else if (i == f->deals + seats) {
        read_start(f, e);
    } else {
        read_step(f, i - f->deals - seats - 1, e);
    }
}
