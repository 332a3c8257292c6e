/*
 * Time at a table: clocks of seats, people who left, and the bots' turns. See table.h. Banks change
 * only by events, so a journal restores the clocks.
 */
#include <assert.h>
#include <string.h>

#include "table/table.h"

/* A bot waits this many bot delays for people, and never less than 100 ms. */
enum { PATIENCE = 20, PATIENCE_LEAST_MS = 100 };

bool table_set_clock(struct table_clock *c, int64_t move_s, int64_t bank_s)
{
    if (move_s < 1 || move_s > TABLE_MOVE_S_MAX || bank_s < 0 || bank_s > TABLE_BANK_S_MAX)
        return false;
    *c = (struct table_clock){TABLE_CLOCK_LIVE, move_s * 1000, bank_s * 1000};
    return true;
}

void table_run_clocks(struct table *t, uint32_t before, int mover, int64_t at)
{
    uint32_t actors = table_actors(t);
    for (int i = 0; i < t->plan.setup.seats; i++) {
        struct table_seat *s = &t->seat[i];
        if (i == mover && s->began != 0) {
            int64_t over = at - s->began - t->plan.clock.move_ms;
            if (t->plan.clock.kind != TABLE_CLOCK_NONE && over > 0)
                s->bank_ms = over < s->bank_ms ? s->bank_ms - over : 0;
        }
        bool stays = i != mover && before >> i & 1 && s->began != 0;
        if ((actors >> i & 1) == 0 || table_is_played_by_bot(t, i))
            s->began = 0;
        else if (!stays)
            s->began = at;
        s->asked = s->must_at = 0;
    }
}

int64_t table_seat_due(const struct table *t, int seat)
{
    const struct table_seat *s = &t->seat[seat];
    const struct table_chair *c = &t->chair[s->chair];
    if (t->phase != TABLE_PLAY || s->began == 0 || table_is_played_by_bot(t, seat))
        return TABLE_NEVER;
    if (t->plan.clock.kind != TABLE_CLOCK_NONE)
        return s->began + t->plan.clock.move_ms + s->bank_ms;
    if (c->left_at == 0)
        return TABLE_NEVER;
    return (c->left_at > s->began ? c->left_at : s->began) + TABLE_LEAVE_MS;
}

int64_t table_next_due(const struct table *t)
{
    int64_t due = TABLE_NEVER;
    if (t->phase != TABLE_PLAY)
        return due;
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const struct table_seat *s = &t->seat[i];
        int64_t times[4] = {table_seat_due(t, i), TABLE_NEVER, TABLE_NEVER, TABLE_NEVER};
        if (s->ask_at != 0)
            times[1] = s->ask_at;
        if (s->must_at != 0)
            times[2] = s->must_at;
        if (s->asked != 0)
            times[3] = s->asked + TABLE_STUCK_MS;
        for (int k = 0; k < 4; k++)
            due = times[k] < due ? times[k] : due;
    }
    return due;
}

void table_plan_bots(struct table *t, int64_t now, int64_t delay_ms)
{
    uint32_t actors = table_actors(t);
    for (int i = 0; i < t->plan.setup.seats && t->phase != TABLE_OPEN; i++) {
        struct table_seat *s = &t->seat[i];
        s->asked = s->must_at = 0;
        bool acts = t->phase == TABLE_PLAY && (actors >> i & 1) != 0;
        /* Bots that act at once answer one after the other, as people would. */
        s->ask_at = acts && table_is_played_by_bot(t, i) ? now + delay_ms + i * (delay_ms / 4) : 0;
    }
}

/* Adds a bot's move and the events that follow from it. */
static void add_move(struct table *t, int seat, move m, int64_t now, struct table_effects *fx)
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
static void play_for_bot(struct table *t, int seat, int64_t now, struct table_effects *fx)
{
    const struct game *g = t->plan.setup.game;
    move moves[GAME_MOVES_MAX];
    int n = g->legal(table_state(t), seat, moves);
    if (n == 0)
        return; /* it cannot move, but another seat can */
    struct rng r;
    rng_seed_pair(&r, (uint64_t)t->n, (uint64_t)now);
    add_move(t, seat, moves[rng_below(&r, (uint32_t)n)], now, fx);
}

static void add_standins(struct table *t, int64_t now, struct table_effects *fx)
{
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++) {
        if (table_seat_due(t, i) > now)
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

void table_tick(struct table *t, int64_t now, int64_t delay_ms, struct table_effects *fx,
                uint32_t *think, uint32_t *must)
{
    *think = *must = 0;
    add_standins(t, now, fx);
    if (fx->n > 0)
        table_plan_bots(t, now, delay_ms);
    for (int i = 0; i < t->plan.setup.seats && t->phase == TABLE_PLAY; i++) {
        struct table_seat *s = &t->seat[i];
        if (s->asked != 0 && s->asked + TABLE_STUCK_MS <= now) {
            s->asked = 0;
            play_for_bot(t, i, now, fx);
            table_plan_bots(t, now, delay_ms);
            *think = *must = 0;
            return;
        }
        bool waited = s->must_at != 0 && s->must_at <= now;
        if (!waited && (s->ask_at == 0 || s->ask_at > now))
            continue;
        uint32_t actors = table_actors(t);
        s->ask_at = s->must_at = 0;
        s->asked = now;
        *think |= UINT32_C(1) << i;
        if (waited || !turns_are_open(t->plan.setup.game, actors))
            *must |= UINT32_C(1) << i;
    }
}

void table_answer(struct table *t, int seat, uint32_t version, move m, int64_t now,
                  int64_t delay_ms, struct table_effects *fx)
{
    struct table_seat *s = &t->seat[seat];
    const struct game *g = t->plan.setup.game;
    if (t->phase != TABLE_PLAY || version != t->version || s->asked == 0 ||
        !table_is_played_by_bot(t, seat))
        return;
    s->asked = 0;
    if (!turns_take(&t->turns, seat, false, m) || g->refuse(table_state(t), seat, m) != NULL) {
        int64_t turns = only_bots_act(t) ? 1 : PATIENCE;
        s->must_at = now + turns * delay_ms + PATIENCE_LEAST_MS;
        return;
    }
    add_move(t, seat, m, now, fx);
    table_plan_bots(t, now, delay_ms);
}
