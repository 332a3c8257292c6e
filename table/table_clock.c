/*
 * Time at a table: clocks of seats, people who left, and the bots' turns. See table.h. Clocks
 * change only by events, so a journal restores them. A clock stops by a move or a pause, and by
 * nothing else that people do.
 */
#include <assert.h>
#include <string.h>

#include "table/table.h"

/* How long a bot that leaves a turn open waits before it must move: so many bot delays, and at
   least so long, because a person needs time to read and decide however fast the bots are. */
struct patience {
    int64_t delays, least_ms;
};
static const struct patience patience = {20, 8000}, patience_of_wish = {6, 3000};
/* It pauses only this long if there is nobody to wait for. */
enum { PAUSE_MS = 100, AGAIN_MS = 1000 };

bool table_set_clock(struct table_clock *c, int64_t move_s, int64_t bank_s)
{
    if (move_s < 1 || move_s > TABLE_MOVE_S_MAX || bank_s < 0 || bank_s > TABLE_BANK_S_MAX)
        return false;
    *c = (struct table_clock){TABLE_CLOCK_LIVE, move_s * 1000, bank_s * 1000};
    return true;
}

bool table_moves_clocks(enum table_kind kind)
{
    return kind == TABLE_DEAL || kind == TABLE_MOVE || kind == TABLE_TAKEBACK ||
           kind == TABLE_UNDO || kind == TABLE_LEAVE || kind == TABLE_BACK ||
           kind == TABLE_STANDIN || kind == TABLE_SEAL || kind == TABLE_DRAW ||
           kind == TABLE_PAUSE || kind == TABLE_RESUME;
}

int64_t table_clock_time(const struct table *t, const struct table_event *e)
{
    return t->plan.clock.kind == TABLE_CLOCK_DAYS ? e->at : e->steady;
}

/* The part of a move of so many milliseconds that the bank pays. */
static int64_t find_charge(const struct table *t, int64_t used)
{
    int64_t over = used - t->plan.clock.move_ms;
    return t->plan.clock.kind != TABLE_CLOCK_NONE && over > 0 ? over : 0;
}

/* Charges a running clock for its move; returns the time that counts. */
static uint32_t charge(const struct table *t, struct table_seat *s, int64_t at)
{
    int64_t used = at > s->began ? at - s->began : 0;
    int64_t most = t->plan.clock.move_ms + s->bank_ms;
    if (s->began == 0 || t->plan.clock.kind == TABLE_CLOCK_NONE)
        return 0;
    used = used < most ? used : most;
    s->bank_ms -= find_charge(t, used);
    return (uint32_t)used;
}

/* Starts or stops a seat's clock; one that `stays` runs on. */
static void set_clock(struct table *t, int seat, bool stays, int64_t at)
{
    struct table_seat *s = &t->seat[seat];
    if ((table_actors(t) >> seat & 1) == 0 || table_is_played_by_bot(t, seat))
        s->began = 0;
    else if (!stays || s->began == 0)
        s->began = at;
}

uint32_t table_run_clocks(struct table *t, uint32_t before, int mover, int64_t at)
{
    uint32_t used = mover >= 0 ? charge(t, &t->seat[mover], at) : 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        set_clock(t, i, i != mover && before >> i & 1, at);
    return used;
}

void table_rewind_clocks(struct table *t, uint32_t before, const struct table_step *undone,
                         int64_t at)
{
    struct table_seat *s = &t->seat[undone->seat];
    /* If the mover was to move again, that time counts too. */
    int64_t since = s->began != 0 && at > s->began ? at - s->began : 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        set_clock(t, i, i != undone->seat && before >> i & 1, at);
    s->bank_ms += find_charge(t, undone->used_ms);
    if (s->began != 0)
        s->began = at - undone->used_ms - since;
}

int64_t table_seat_due(const struct table *t, int seat)
{
    const struct table_seat *s = &t->seat[seat];
    const struct table_chair *c = &t->chair[s->chair];
    if (t->phase != TABLE_PLAY || s->began == 0 || table_is_paused(t) ||
        table_is_played_by_bot(t, seat))
        return TABLE_NEVER;
    if (t->plan.clock.kind != TABLE_CLOCK_NONE)
        return s->began + t->plan.clock.move_ms + s->bank_ms;
    if (c->left_at == 0)
        return TABLE_NEVER;
    return (c->left_at > s->began ? c->left_at : s->began) + TABLE_LEAVE_MS;
}

int64_t table_seat_until(const struct table *t, int seat, const struct moment *now)
{
    int64_t due = table_seat_due(t, seat);
    if (due == TABLE_NEVER || t->plan.clock.kind == TABLE_CLOCK_DAYS)
        return due;
    return now->date + (due - now->steady);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* When the plan of a seat's bot is due. */
static int64_t plan_due(const struct table_seat *s)
{
    int64_t due = s->ask_at != 0 ? s->ask_at : TABLE_NEVER;
    if (s->must_at != 0)
        due = earlier(due, s->must_at);
    if (s->asked != 0)
        due = earlier(due, s->answered ? s->answer_at : s->asked + TABLE_STUCK_MS);
    return due;
}

struct moment table_next_due(const struct table *t)
{
    struct moment due = table_draw_due(t);
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++) {
        bool days = t->plan.clock.kind == TABLE_CLOCK_DAYS;
        int64_t *clock = days ? &due.date : &due.steady;
        *clock = earlier(*clock, table_seat_due(t, i));
        due.steady = earlier(due.steady, plan_due(&t->seat[i]));
    }
    return due;
}

int64_t table_wait_ms(const struct table *t, const struct moment *now)
{
    struct moment due = table_next_due(t);
    return moment_wait(&due, now);
}

/* ---- bots ---- */

/* A number below `n` that depends on nothing hidden. */
static uint32_t draw(const struct table *t, int seat, const struct moment *now, uint32_t n)
{
    struct rng r;
    rng_seed_pair(&r, (uint64_t)t->n * GAME_SEATS_MAX + (uint64_t)seat, (uint64_t)now->steady);
    return rng_below(&r, n);
}

/* Draws the moment of a bot's answer. */
static void set_answer(struct table *t, int seat, const struct moment *now, int64_t delay_ms)
{
    t->seat[seat].answer_at =
        now->steady + delay_ms + draw(t, seat, now, (uint32_t)(delay_ms / 2) + 1);
}

static void drop_plan(struct table_seat *s)
{
    s->ask_at = s->must_at = s->asked = 0;
    s->answered = false;
}

void table_drop_plans(struct table *t)
{
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        drop_plan(&t->seat[i]);
}

void table_plan_bots(struct table *t, const struct moment *now, int64_t delay_ms)
{
    uint32_t actors = table_actors(t);
    for (int i = 0; i < t->plan.setup.seats && t->phase != TABLE_OPEN; i++) {
        struct table_seat *s = &t->seat[i];
        bool acts = (actors >> i & 1) != 0 && !table_is_paused(t) && table_is_played_by_bot(t, i);
        if (acts && s->planned == t->version && plan_due(s) != TABLE_NEVER)
            continue; /* whatever people do, a bot's turn is not put off */
        drop_plan(s);
        if (!acts)
            continue;
        s->planned = t->version;
        s->ask_at = now->steady;
        /* Bots that act at once answer one after the other, as people would. */
        set_answer(t, i, now, delay_ms);
        s->answer_at += i * (delay_ms / 4);
    }
}

int64_t table_think_ms(const struct table *t, int seat, const struct moment *now)
{
    int64_t ms = t->seat[seat].answer_at - now->steady;
    return ms > 0 ? ms : 0;
}

/* Adds a bot's move and the events that follow from it. */
static void add_move(struct table *t, int seat, move m, const struct moment *now,
                     struct table_effects *fx)
{
    struct table_event e = {.kind = TABLE_MOVE, .move = {.seat = seat}};
    struct buf b;
    e.move.sealed = table_is_sealed(t);
    buf_init(&b, e.move.text, sizeof e.move.text);
    t->plan.setup.game->write_move(m, &b);
    table_add(t, &e, now, fx);
    table_go_on(t, now, fx);
}

/* Plays a random legal move for a bot that does not answer, so that the table never hangs. */
static void play_for_bot(struct table *t, int seat, const struct moment *now,
                         struct table_effects *fx)
{
    const struct game *g = t->plan.setup.game;
    move moves[GAME_MOVES_MAX];
    int n = g->legal(table_state(t), seat, moves);
    if (n == 0)
        return; /* it cannot move, but another seat can */
    add_move(t, seat, moves[draw(t, seat, now, (uint32_t)n)], now, fx);
}

static void add_standins(struct table *t, const struct moment *now, struct table_effects *fx)
{
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++) {
        int64_t due = table_seat_due(t, i);
        if (due > (t->plan.clock.kind == TABLE_CLOCK_DAYS ? now->date : now->steady))
            continue;
        struct table_event e = {.kind = TABLE_STANDIN, .standin = {.seat = i}};
        table_copy(e.standin.level, sizeof e.standin.level, bots_usual(t->plan.setup.game)->name);
        table_add(t, &e, now, fx);
    }
}

/* Whether only bots may act now, so that one of them must. */
static bool only_bots_act(const struct table *t)
{
    uint32_t actors = table_actors(t);
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (actors >> i & 1 && !table_is_played_by_bot(t, i))
            return false;
    return true;
}

/* How long a bot waits before it must move: one delay has passed already. */
static int64_t find_patience(const struct table *t, int seat, int64_t delay_ms)
{
    const struct game *g = t->plan.setup.game;
    bool wants = g->wants != NULL && g->wants(table_state(t), seat);
    const struct patience *p = wants ? &patience_of_wish : &patience;
    if (delay_ms == 0 || only_bots_act(t))
        return PAUSE_MS;
    int64_t wait = (p->delays - 1) * delay_ms + PAUSE_MS;
    return wait > p->least_ms ? wait : p->least_ms;
}

/* The moment of a bot's answer has come. */
static void take_answer(struct table *t, int seat, const struct moment *now, int64_t delay_ms,
                        struct table_effects *fx)
{
    struct table_seat *s = &t->seat[seat];
    move m = s->answer;
    drop_plan(s);
    if (!turns_take(&t->turns, seat, false, m) ||
        t->plan.setup.game->refuse(table_state(t), seat, m) != NULL) {
        s->must_at = now->steady + find_patience(t, seat, delay_ms);
        return;
    }
    add_move(t, seat, m, now, fx);
    table_plan_bots(t, now, delay_ms);
}

/* Plays the first answer that is due, or a move for a bot that does not answer; false: there is
   none. */
static bool play_answer(struct table *t, const struct moment *now, int64_t delay_ms,
                        struct table_effects *fx)
{
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++) {
        struct table_seat *s = &t->seat[i];
        if (s->asked == 0 || plan_due(s) > now->steady)
            continue;
        if (s->answered) {
            take_answer(t, i, now, delay_ms, fx);
        } else {
            drop_plan(s);
            play_for_bot(t, i, now, fx);
            table_plan_bots(t, now, delay_ms);
        }
        return true;
    }
    return false;
}

void table_put_off(struct table *t, int seat, const struct moment *now)
{
    if (t->seat[seat].asked != 0)
        t->seat[seat].asked = now->steady;
}

void table_ask_again(struct table *t, int seat, bool must, const struct moment *now)
{
    struct table_seat *s = &t->seat[seat];
    if (s->asked == 0 || s->answered)
        return;
    s->asked = 0;
    *(must ? &s->must_at : &s->ask_at) = now->steady + AGAIN_MS;
}

bool table_is_stuck(const struct table *t, int seat, const struct moment *now)
{
    const struct table_seat *s = &t->seat[seat];
    return s->asked != 0 && !s->answered && now->steady >= s->asked + TABLE_STUCK_MS;
}

void table_tick(struct table *t, const struct moment *now, int64_t delay_ms,
                struct table_effects *fx, uint32_t *think, uint32_t *must)
{
    *think = *must = 0;
    table_free_late(t, now, fx);
    add_standins(t, now, fx);
    if (fx->n > 0)
        table_plan_bots(t, now, delay_ms);
    if (play_answer(t, now, delay_ms, fx))
        return; /* what is due now is done by the next tick, after this event is stored */
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++) {
        struct table_seat *s = &t->seat[i];
        bool waited = s->must_at != 0 && s->must_at <= now->steady;
        if (!waited && (s->ask_at == 0 || s->ask_at > now->steady))
            continue;
        uint32_t actors = table_actors(t);
        s->ask_at = s->must_at = 0;
        s->asked = now->steady;
        if (waited)
            set_answer(t, i, now, delay_ms);
        *think |= UINT32_C(1) << i;
        if (waited || !turns_are_open(t->plan.setup.game, actors))
            *must |= UINT32_C(1) << i;
    }
}

void table_answer(struct table *t, int seat, uint32_t version, move m, const struct moment *now,
                  int64_t delay_ms, struct table_effects *fx)
{
    struct table_seat *s = &t->seat[seat];
    if (t->phase != TABLE_PLAY || version != t->version || s->asked == 0 || s->answered ||
        !table_is_played_by_bot(t, seat))
        return;
    s->answered = true;
    s->answer = m;
    if (s->answer_at <= now->steady)
        take_answer(t, seat, now, delay_ms, fx);
}
