/* Events change a table: see table.h. */
#include "table/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/record.h"

struct table *table_new(const char *id, const struct table_plan *plan)
{
    struct table *t = memory_take_zeros(1, sizeof *t);
    table_copy(t->id, sizeof t->id, id);
    t->plan = *plan;
    t->begins = plan->begins;
    t->ask_seat = t->pause_seat = -1;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        t->chair[i].seat = -1;
    return t;
}

static void free_chair(struct table_chair *c)
{
    free(c->name);
    *c = (struct table_chair){.seat = -1};
}

void table_free(struct table *t)
{
    if (t == NULL)
        return;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        free(t->chair[i].name);
    for (int i = 0; i < t->said_count; i++)
        free(t->said[i].json);
    free(t->tally);
    free(t->order);
    free(t->key);
    free(t->step);
    free(t->deal);
    free(t);
}

const struct state *table_state(const struct table *t)
{
    const void *p = t->state.bytes;
    return p;
}

uint32_t table_actors(const struct table *t)
{
    return t->phase == TABLE_PLAY ? t->plan.setup.game->actors(table_state(t)) : 0;
}

uint32_t table_acting_chairs(const struct table *t)
{
    uint32_t actors = table_actors(t), chairs = table_draw_waits(t);
    for (int i = 0; i < t->plan.setup.seats && actors != 0; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON && actors >> t->chair[i].seat & 1)
            chairs |= UINT32_C(1) << i;
    return chairs;
}

int table_find_chair(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON && t->chair[i].player == player)
            return i;
    return -1;
}

int table_find_seat(const struct table *t, uint64_t player)
{
    int chair = table_find_chair(t, player);
    return chair < 0 || t->phase == TABLE_OPEN ? GAME_SPECTATOR : t->chair[chair].seat;
}

bool table_is_sealed(const struct table *t)
{
    return t->phase == TABLE_PLAY && game_is_sealed(t->plan.setup.game, table_state(t));
}

bool table_is_played_by_bot(const struct table *t, int seat)
{
    const struct table_chair *c = &t->chair[t->seat[seat].chair];
    return c->kind == TABLE_CHAIR_BOT || c->standin;
}

static void keep_step(struct table *t, const struct table_step *step)
{
    ARRAY_ROOM(t->step, t->steps, t->steps_cap);
    t->step[t->steps++] = *step;
}

/* The event made a new position: choices for an older one are stale. */
static void note_position(struct table *t, const struct table_event *e)
{
    t->position = e->n;
    t->version++;
}

/* The current moves of these seats are settled: people who came back too late for them have their
   seats again. */
static void settle_returns(struct table *t, uint32_t seats)
{
    for (int i = 0; i < t->plan.setup.seats; i++) {
        struct table_chair *c = &t->chair[t->seat[i].chair];
        if ((seats >> i & 1) == 0 || !c->late)
            continue;
        c->late = false;
        if (c->returns) {
            c->returns = c->standin = false;
            c->bot = NULL;
            t->returned = true;
        }
    }
}

/* Before the start: the next of the deals that the game will have. */
static bool stack_deal(struct table *t, const struct table_event *e)
{
    int at;
    t->deal = memory_resize(t->deal, (size_t)t->stacked + 1, sizeof *t->deal);
    return game_read_deal(t->plan.setup.game, e->deal, &t->deal[t->stacked++], &at) == NULL;
}

static bool apply_deal(struct table *t, const struct table_event *e)
{
    const struct game *g = t->plan.setup.game;
    struct deal d;
    int at;
    if (game_read_deal(g, e->deal, &d, &at) != NULL ||
        g->deal(state_in(&t->state), &d, &at) != NULL)
        return false;
    if (t->deals >= t->stacked)
        t->deal = memory_resize(t->deal, (size_t)t->deals + 1, sizeof d);
    t->deal[t->deals] = d;
    keep_step(t, &(struct table_step){.seat = RECORD_DEAL, .deal = t->deals++});
    note_position(t, e);
    turns_start(&t->turns);
    settle_returns(t, UINT32_MAX);
    table_run_clocks(t, 0, -1, table_clock_time(t, e));
    return true;
}

static bool apply_move(struct table *t, const struct table_event *e)
{
    const struct game *g = t->plan.setup.game;
    struct state *s = state_in(&t->state);
    uint32_t before = table_actors(t);
    bool sealed = table_is_sealed(t);
    int seat = e->move.seat;
    move m;
    if (g->read_move(e->move.text, &m) != NULL || g->refuse(s, seat, m) != NULL)
        return false;
    g->apply(s, seat, m);
    keep_step(t, &(struct table_step){.m = m, .seat = seat});
    turns_note(&t->turns, seat, m);
    if ((m & MOVE_TALK) != 0) {
        t->version++;
        return true; /* talk is no move: clocks run on, and a question to take back stands */
    }
    /* While others still choose in secret, a sealed choice changes nothing for them. */
    if (!turns_leave_open(sealed, before, seat, table_actors(t)))
        note_position(t, e);
    t->ask_seat = -1;
    t->ask_waiting = 0;
    settle_returns(t, ~table_actors(t) | UINT32_C(1) << seat);
    t->step[t->steps - 1].used_ms = table_run_clocks(t, before, seat, table_clock_time(t, e));
    return true;
}

void table_plan_rematch(const struct table *t, struct table_plan *out)
{
    *out = t->plan;
    out->setup.rules = out->setup.game->rules;
    out->begins = TABLE_CHANCE;
    out->invited_count = 0;
    for (int i = 0; i < out->setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON)
            out->invited[out->invited_count++] = t->chair[i].player;
}

void table_replay_step(const struct table *t, int step, struct state *s)
{
    const struct game *g = t->plan.setup.game;
    const struct table_step *step_at = &t->step[step];
    int at;
    if (step_at->seat == RECORD_DEAL)
        (void)g->deal(s, &t->deal[step_at->deal], &at);
    else
        g->apply(s, step_at->seat, step_at->m);
}

void table_replay(const struct table *t, int steps, struct state *s)
{
    setup_init(&t->plan.setup, s);
    for (int i = 0; i < steps; i++)
        table_replay_step(t, i, s);
}

/* Replays the game without the move that is taken back, and without what has happened since. */
static bool apply_takeback(struct table *t, const struct table_event *e)
{
    uint32_t before = table_actors(t);
    if (!table_drop_steps(t, e))
        return false;
    t->fork.step = t->fork.step < t->steps ? t->fork.step : t->steps;
    note_position(t, e);
    table_replay(t, t->steps, state_in(&t->state));
    turns_start(&t->turns);
    for (int i = 0; i < t->steps; i++)
        if (t->step[i].seat != RECORD_DEAL)
            turns_note(&t->turns, t->step[i].seat, t->step[i].m);
    t->ask_seat = -1;
    t->ask_waiting = 0;
    settle_returns(t, ~table_actors(t));
    table_rewind_clocks(t, before, &t->step[t->steps], table_clock_time(t, e));
    return true;
}

/* Sets the game's option. Old journals have no such member: the plan's value stands. */
static bool settle_begins(struct table *t, int seat)
{
    struct setup *setup = &t->plan.setup;
    if (seat == TABLE_CHANCE)
        return true;
    if (setup->game->begins < 0 || seat < 0 || seat >= setup->seats)
        return false;
    setup->opt[setup->game->begins] = seat;
    t->drawn = true;
    return true;
}

static bool apply_start(struct table *t, const struct table_event *e)
{
    const struct setup *setup = &t->plan.setup;
    const int *order = e->start.order;
    struct fair_number number[GAME_SEATS_MAX];
    uint32_t seen = 0;
    for (int i = 0; i < setup->seats; i++) {
        if (t->chair[i].kind == TABLE_CHAIR_FREE || order[i] < 0 || order[i] >= setup->seats)
            return false;
        seen |= UINT32_C(1) << order[i];
    }
    if (seen != (UINT32_C(1) << setup->seats) - 1 || !table_has_numbers(t) ||
        !settle_begins(t, e->start.begins))
        return false;
    for (int i = 0; i < setup->seats; i++) {
        t->chair[i].seat = order[i];
        t->seat[order[i]] = (struct table_seat){.chair = i, .bank_ms = t->plan.clock.bank_ms};
        number[i] = t->chair[i].number;
    }
    if (e->start.daily.day > 0)
        day_seed(setup->game->name, &e->start.daily, t->seed);
    else
        fair_seed(t->plan.secret, t->id, number, setup->seats, t->seed);
    setup_init(setup, state_in(&t->state));
    t->phase = TABLE_PLAY;
    t->drawing = false;
    t->fork = e->start.fork;
    t->daily = e->start.daily;
    t->practice = t->fork.of[0] != '\0';
    t->began = e->at;
    return true;
}

/* A chair before the start; NULL: there is no such chair, or the game has begun. */
static struct table_chair *open_chair(struct table *t, int chair)
{
    bool open = chair >= 0 && chair < t->plan.setup.seats && t->phase == TABLE_OPEN;
    return open ? &t->chair[chair] : NULL;
}

static bool apply_sit(struct table *t, const struct table_event *e)
{
    struct table_chair *c = open_chair(t, e->sit.chair);
    if (c == NULL || t->drawing)
        return false;
    bool here = c->here;
    free_chair(c);
    c->kind = TABLE_CHAIR_PERSON;
    c->player = e->sit.person.player;
    c->name = memory_take_text(e->sit.person.name);
    c->number = e->sit.number;
    c->seal = e->sit.seal;
    c->here = here;
    return true;
}

static bool apply_bot(struct table *t, const struct table_event *e)
{
    struct table_chair *c = open_chair(t, e->bot.chair);
    if (c == NULL || t->drawing)
        return false;
    free_chair(c);
    c->bot = bots_find(t->plan.setup.game, e->bot.level);
    c->kind = TABLE_CHAIR_BOT;
    if (c->bot == NULL) { /* of a newer program, or renamed: the table goes on */
        c->bot = bots_usual(t->plan.setup.game);
        c->name = memory_take_text(e->bot.level);
    }
    return true;
}

void table_clear_chair(struct table *t, int chair)
{
    free_chair(&t->chair[chair]);
    table_void_draw(t);
    if (t->begins == chair)
        t->begins = TABLE_CHANCE; /* the choice was of a person, not of a chair */
}

static bool apply_stand(struct table *t, const struct table_event *e)
{
    if (open_chair(t, e->stand.chair) == NULL)
        return false;
    table_clear_chair(t, e->stand.chair);
    return true;
}

static bool apply_begins(struct table *t, const struct table_event *e)
{
    if (t->phase != TABLE_OPEN || t->drawing || table_refuse_begins(&t->plan, e->begins) != NULL)
        return false;
    t->begins = e->begins;
    return true;
}

/* The chair of a person in a game that has begun; NULL: there is none. */
static struct table_chair *person_at(struct table *t, int seat)
{
    if (t->phase == TABLE_OPEN || seat < 0 || seat >= t->plan.setup.seats)
        return NULL;
    struct table_chair *c = &t->chair[t->seat[seat].chair];
    return c->kind == TABLE_CHAIR_PERSON ? c : NULL;
}

/* The seat's clock runs on. */
static bool apply_leave(struct table *t, const struct table_event *e)
{
    struct table_chair *c = person_at(t, e->seat);
    if (c == NULL)
        return false;
    c->left_at = e->steady;
    return true;
}

/* Whose time is up waits for the stand-in's move: coming back gives no time. */
static bool apply_back(struct table *t, const struct table_event *e)
{
    struct table_chair *c = person_at(t, e->seat);
    if (c == NULL)
        return false;
    c->left_at = 0;
    c->returns = c->standin && c->late;
    if (!c->standin || c->returns)
        return true;
    c->standin = false;
    c->bot = NULL;
    t->version++; /* makes the stand-in's answer stale */
    if (table_actors(t) >> e->seat & 1)
        t->seat[e->seat].began = table_clock_time(t, e);
    return true;
}

static bool apply_standin(struct table *t, const struct table_event *e)
{
    const struct bot *bot = bots_find(t->plan.setup.game, e->standin.level);
    struct table_chair *c = person_at(t, e->standin.seat);
    if (c == NULL)
        return false;
    struct table_seat *s = &t->seat[e->standin.seat];
    c->standin = true;
    t->practice = t->practice || t->daily.day > 0; /* the day's result is of people alone */
    c->bot = bot != NULL ? bot : bots_usual(t->plan.setup.game);
    c->left_at = 0;
    c->returns = false;
    t->version++;
    if (t->plan.clock.kind != TABLE_CLOCK_NONE) {
        s->bank_ms = 0; /* a stand-in comes when the bank is used up */
        c->late = (table_actors(t) >> e->standin.seat & 1) != 0;
    }
    s->began = 0;
    return true;
}

static void apply_talk(struct table *t, const struct table_event *e)
{
    char memory[TABLE_EVENT_JSON];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    table_show_event(e, t, GAME_SPECTATOR, &b);
    if (t->said_count == TABLE_TALK_KEPT) {
        free(t->said[0].json);
        memmove(t->said, t->said + 1, sizeof t->said - sizeof t->said[0]);
        t->said_count--;
    }
    t->said[t->said_count++] = (struct table_said){e->talk.person.player, memory_take_text(memory)};
}

static bool apply_agree(struct table *t, const struct table_event *e)
{
    if (t->ask_seat < 0)
        return false;
    t->ask_waiting &= ~(UINT32_C(1) << e->agree.seat);
    if (!e->agree.yes)
        t->ask_seat = -1;
    return true;
}

static bool apply_ask(struct table *t, const struct table_event *e)
{
    t->ask_seat = e->seat;
    t->ask_waiting = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (i != e->seat && t->chair[t->seat[i].chair].kind == TABLE_CHAIR_PERSON)
            t->ask_waiting |= UINT32_C(1) << i;
    return t->phase == TABLE_PLAY;
}

static bool apply_kind(struct table *t, const struct table_event *e)
{
    switch (e->kind) {
    case TABLE_CREATE:
        t->host = e->create.player;
        t->created = e->at;
        return true;
    case TABLE_SIT:
        return apply_sit(t, e);
    case TABLE_BOT:
        return apply_bot(t, e);
    case TABLE_STAND:
    case TABLE_FREE:
    case TABLE_LATE:
        return apply_stand(t, e);
    case TABLE_SEAL:
    case TABLE_DRAW:
    case TABLE_REVEAL:
        return table_apply_draw(t, e);
    case TABLE_BEGINS:
        return apply_begins(t, e);
    case TABLE_START:
        return t->phase == TABLE_OPEN && apply_start(t, e);
    case TABLE_DEAL:
        return t->phase == TABLE_OPEN ? stack_deal(t, e)
                                      : t->phase == TABLE_PLAY && apply_deal(t, e);
    case TABLE_MOVE:
        return t->phase == TABLE_PLAY && apply_move(t, e);
    case TABLE_ASK:
        return apply_ask(t, e);
    case TABLE_AGREE:
        return apply_agree(t, e);
    case TABLE_TAKEBACK:
    case TABLE_UNDO:
        return t->phase == TABLE_PLAY && apply_takeback(t, e);
    case TABLE_LEAVE:
        return apply_leave(t, e);
    case TABLE_BACK:
        return apply_back(t, e);
    case TABLE_STANDIN:
        return apply_standin(t, e);
    case TABLE_TALK:
        apply_talk(t, e);
        return true;
    case TABLE_END:
        t->phase = TABLE_OVER;
        t->ended = e->at;
        return true;
    case TABLE_REMATCH:
        table_copy(t->rematch, sizeof t->rematch, e->rematch);
        return true;
    case TABLE_REMOVE:
    case TABLE_SILENCE:
        return table_apply_order(t, e);
    case TABLE_PAUSE:
    case TABLE_RESUME:
        return table_apply_pause(t, e);
    case TABLE_KINDS:
        break;
    }
    return false;
}

bool table_apply(struct table *t, const struct table_event *e)
{
    if (e->n != t->n || (e->kind == TABLE_CREATE) != (t->n == 0))
        return false;
    uint64_t asker = e->key[0] != '\0' ? table_find_asker(t, e) : 0;
    if (!apply_kind(t, e))
        return false;
    table_count_event(t, e);
    if (asker != 0)
        table_note_key(t, asker, e->key, e->n);
    t->n++;
    t->changed = e->at;
    if (table_moves_clocks(e->kind))
        t->beat = (struct moment){.steady = e->steady, .date = e->at};
    return true;
}
