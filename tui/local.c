/* A game at this terminal: see local.h. */
#include "tui/local.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"
#include "table/memory.h"
#include "table/preview.h"
#include "table/record.h"

/* Separate the random numbers of bots, hints and previews. */
#define BOTS_MARK UINT64_C(0x5851f42d4c957f2d)
#define HINTS_MARK UINT64_C(0x14057b7ef767814f)
#define PREVIEW_MARK UINT64_C(0x9e3779b97f4a7c15)
/* The time limit of a bot's answer. */
#define THINK_NS UINT64_C(8000000000)

enum { BOT_DELAY_MS = 0, HINTS = GAME_SEATS_MAX };

/* The steady time goes on where the game was saved: what happened between does not count. */
static struct moment read_time(const struct local *l)
{
    return (struct moment){.steady = clock_ms() + l->ahead_ms, .date = clock_date_ms()};
}

static const struct moment *now_at(struct local *l)
{
    l->now = read_time(l);
    return &l->now;
}

static uint64_t player_of(int seat)
{
    return (uint64_t)seat + 1;
}

static const struct game *game_of(const struct local *l)
{
    return l->t->plan.setup.game;
}

/* ---- Events ---- */

static bool is_kind(const json_t *event, const char *kind)
{
    return strcmp(json_string_value(json_object_get(event, "e")), kind) == 0;
}

/* Notes the `shown` of the next step, unless it is unchanged. */
static void note_step(struct local *l, json_t *event)
{
    const struct game *g = game_of(l);
    char text[TABLE_SHOWN_MAX] = "";
    if (l->steps == 0)
        table_replay(l->t, 0, state_in(&l->seen));
    table_replay_step(l->t, l->steps, state_in(&l->seen));
    if ((l->t->step[l->steps++].m & MOVE_TALK) == 0)
        l->yielded = false;
    if (g->write_shown != NULL)
        table_write_shown(g, state_in(&l->seen), text);
    if (text[0] != '\0' && strcmp(text, l->shown) != 0)
        json_object_set_new(event, "shown", json_loads(text, 0, NULL));
    memcpy(l->shown, text, sizeof text);
}

/* Goes back to the remaining steps. Choices that were taken back stay secret, even when all have
   chosen. */
static void note_takeback(struct local *l)
{
    int undone = l->steps - l->t->steps;
    for (size_t i = json_array_size(l->log); i > 0 && undone > 0; i--) {
        json_t *e = json_array_get(l->log, i - 1);
        bool step = is_kind(e, "move") || is_kind(e, "deal");
        if (step && json_object_get(e, "undone") == NULL) {
            json_object_set_new(e, "undone", json_true());
            undone--;
        }
    }
    l->steps = l->t->steps;
    table_replay(l->t, l->steps, state_in(&l->seen));
    l->yielded = false;
    l->shown[0] = '\0';
    if (game_of(l)->write_shown != NULL)
        table_write_shown(game_of(l), state_in(&l->seen), l->shown);
}

/* Appends an event to the journal, and to the log if the log keeps its kind. */
static void note_event(struct local *l, int64_t at, const json_t *event)
{
    static const char *const told[] = {"deal",    "move", "takeback", "undo",
                                       "standin", "ask",  "agree"};
    uint32_t people = local_people(l);
    int kinds = (people & (people - 1)) == 0 ? 5 : 7; /* a single person asks nobody */
    json_array_append_new(l->journal, json_pack("[I, o]", (json_int_t)at, json_deep_copy(event)));
    if (l->t->phase == TABLE_OPEN)
        return; /* a fork knows deals before its start */
    for (int i = 0; i < kinds; i++)
        if (is_kind(event, told[i]))
            json_array_append_new(l->log, json_deep_copy(event));
    if (is_kind(event, "deal") || is_kind(event, "move"))
        note_step(l, json_array_get(l->log, json_array_size(l->log) - 1));
    else if (is_kind(event, "takeback") || is_kind(event, "undo"))
        note_takeback(l);
}

/* Appends the table's effects to journal and log. */
static void note_effects(struct local *l)
{
    for (int i = 0; i < l->fx.n; i++) {
        struct buf b = BUF_ROOM(TABLE_EVENT_JSON);
        table_write_event(&l->fx.event[i], &l->t->plan, &b);
        json_t *event = memory_check(json_loads(b.text, 0, NULL));
        note_event(l, l->fx.event[i].at, event);
        json_decref(event);
    }
    l->fx.n = 0;
}

/* ---- Saved games ---- */

/* The players by seat: a bot with its budget, or null for a person. */
static json_t *pack_seats(const struct local *l)
{
    json_t *seats = json_array();
    for (int i = 0; i < l->t->plan.setup.seats; i++) {
        const struct table_chair *c = &l->t->chair[i];
        struct driver_bot bot = {.bot = c->bot, .iterations = l->iterations[i]};
        struct buf b = BUF_ROOM(64);
        if (c->kind == TABLE_CHAIR_BOT)
            driver_write_bot(&bot, &b);
        json_array_append_new(seats, b.len > 0 ? json_string(b.text) : json_null());
    }
    return seats;
}

void local_write(const struct local *l, struct strbuf *out)
{
    char seed[24], head[64];
    snprintf(head, sizeof head, ",\"rules\":%d,\"local\":", l->t->plan.setup.rules);
    snprintf(seed, sizeof seed, "%" PRIu64, l->seed);
    json_t *local =
        json_pack("{s:o, s:s, s:O}", "seats", pack_seats(l), "seed", seed, "journal", l->journal);
    char *text = memory_check(json_dumps(local, JSON_COMPACT));
    table_write_steps(l->t, out);
    strbuf_put(out, head);
    strbuf_put(out, text);
    strbuf_put(out, "}\n");
    free(text);
    json_decref(local);
}

static void save(struct local *l)
{
    struct strbuf text = STRBUF_EMPTY;
    if (l->path[0] == '\0')
        return;
    local_write(l, &text);
    if (!saves_write(l->path, &text) && l->error == 0)
        l->error = errno;
    strbuf_clear(&text);
}

/* Saves the table's effects, and plans the bots' turns. */
static void keep_effects(struct local *l)
{
    bool news = l->fx.n > 0;
    note_effects(l);
    if (l->fx.changed & (TABLE_NEW_GAME | TABLE_NEW_PEOPLE | TABLE_NEW_PHASE))
        table_plan_bots(l->t, now_at(l), BOT_DELAY_MS);
    if (news)
        save(l);
    l->fx.changed = 0;
}

/* ---- Making tables ---- */

static void init(struct local *l)
{
    char path[SAVES_PATH_MAX];
    memcpy(path, l->path, sizeof path);
    local_clear(l);
    memcpy(l->path, path, sizeof path);
    l->log = json_array();
    l->journal = json_array();
    l->ahead_ms = clock_date_ms() - clock_ms();
}

void local_clear(struct local *l)
{
    for (int i = 0; i <= HINTS; i++)
        bot_memory_free(l->memory[i].bytes);
    bot_memory_free(l->reasons);
    json_decref(l->log);
    json_decref(l->journal);
    table_free(l->t);
    memset(l, 0, sizeof *l);
}

static void happen(struct local *l, const struct table_event *e)
{
    table_add(l->t, e, now_at(l), &l->fx);
    note_effects(l);
}

static void seat_players(struct local *l, const struct driver_bot *bot)
{
    for (int i = 0; i < l->t->plan.setup.seats; i++) {
        struct table_event e = {.kind = TABLE_SIT,
                                .sit = {.chair = i, .person = {.player = player_of(i)}}};
        struct buf name;
        buf_init(&name, e.sit.person.name, sizeof e.sit.person.name);
        buf_put_int(&name, i + 1);
        if (bot[i].bot != NULL) {
            e = (struct table_event){.kind = TABLE_BOT, .bot = {.chair = i}};
            table_copy(e.bot.level, sizeof e.bot.level, bot[i].bot->name);
            l->iterations[i] = bot[i].iterations;
        }
        happen(l, &e);
    }
}

static void put_seed(uint64_t seed, uint8_t secret[FAIR_BYTES])
{
    memset(secret, 0, FAIR_BYTES);
    for (int i = 0; i < 8; i++)
        secret[i] = (uint8_t)(seed >> 8 * i);
}

/* A table with a started game, before the first deal. */
static void open_table(struct local *l, const struct local_plan *plan)
{
    struct table_plan made = {
        .setup = plan->setup, .clock = plan->clock, .aids = plan->aids, .begins = TABLE_CHANCE};
    if (plan->begins && made.setup.game->begins >= 0)
        made.begins = made.setup.opt[made.setup.game->begins];
    put_seed(plan->seed, made.secret);
    l->seed = plan->seed;
    l->t = table_new("local", &made);
    table_create(l->t, player_of(0), "local", now_at(l), &l->fx);
    note_effects(l);
    seat_players(l, plan->bot);
    table_start(l->t, TABLE_SEATS_OF_CHAIRS, now_at(l), &l->fx);
    note_effects(l);
}

void local_start(struct local *l, const struct local_plan *plan)
{
    init(l);
    open_table(l, plan);
    table_go_on(l->t, now_at(l), &l->fx);
    keep_effects(l);
}

bool local_fork(struct local *l, const struct record *r, const struct fork_wish *wish,
                const struct driver_bot bot[GAME_SEATS_MAX], uint64_t seed, struct problem *p)
{
    struct fork_wish own = *wish;
    struct fork f;
    uint8_t secret[FAIR_BYTES];
    put_seed(seed, secret);
    own.person = (struct table_person){.player = player_of(wish->seat)};
    snprintf(own.person.name, sizeof own.person.name, "%d", wish->seat + 1);
    for (int i = 0; i < r->setup.seats; i++)
        own.level[i] = bot[i].bot != NULL ? bot[i].bot->name : NULL;
    if (!fork_make(&f, r, &own, secret, p))
        return false;
    init(l);
    l->seed = seed;
    l->t = table_new("local", &f.plan);
    for (int i = 0; i < r->setup.seats; i++)
        l->iterations[i] = bot[i].iterations;
    for (int i = 0; i < fork_count_events(&f); i++) {
        struct table_event e;
        fork_read_event(&f, i, &e);
        happen(l, &e);
    }
    fork_clear(&f);
    l->fx.changed |= TABLE_NEW_GAME;
    keep_effects(l);
    save(l);
    return true;
}

void local_daily(struct local *l, const struct daily *d)
{
    struct table_plan plan;
    struct table_person person = {.player = player_of(DAILY_SEAT)};
    snprintf(person.name, sizeof person.name, "%d", DAILY_SEAT + 1);
    init(l);
    daily_plan(d, &plan);
    memcpy(&l->seed, d->seed, sizeof l->seed);
    l->t = table_new("local", &plan);
    for (int i = 0; i < daily_count_events(d); i++) {
        struct table_event e;
        daily_read_event(d, &person, i, &e);
        happen(l, &e);
    }
    table_go_on(l->t, now_at(l), &l->fx);
    l->fx.changed |= TABLE_NEW_GAME;
    keep_effects(l);
}

/* ---- Reading records ---- */

/* Reads players and seed from the member `local`; missing parts stay unchanged. Unknown bots, and
   coded bots beside a person in old games, are replaced by the usual one. */
static void read_local(const json_t *local, struct local_plan *plan)
{
    const json_t *seats = json_object_get(local, "seats");
    bool people = false;
    for (size_t i = 0; i < json_array_size(seats); i++)
        people = people || json_is_null(json_array_get(seats, i));
    for (int i = 0; i < plan->setup.seats; i++) {
        const char *name = json_string_value(json_array_get(seats, (size_t)i));
        struct driver_bot *bot = &plan->bot[i];
        if (name != NULL && (!driver_read_bot(plan->setup.game, name, strlen(name), bot) ||
                             (people && bot->bot->coded)))
            *bot = (struct driver_bot){.bot = bots_usual(plan->setup.game)};
    }
    const char *seed = json_string_value(json_object_get(local, "seed"));
    if (seed != NULL)
        plan->seed = strtoull(seed, NULL, 10);
}

bool local_recall(struct local_plan *plan)
{
    char path[SAVES_PATH_MAX];
    struct strbuf line = STRBUF_EMPTY;
    struct record r;
    struct problem p;
    bool good = saves_find_of(plan->setup.game->name, path) && saves_read(path, 1, &line) &&
                record_read(&r, line.text, line.len, &p);
    if (good) {
        struct local_plan last = {.setup = r.setup};
        read_local(json_object_get(r.root, "local"), &last);
        plan->setup.seats = r.setup.seats;
        memcpy(plan->bot, last.bot, sizeof plan->bot);
        record_clear(&r);
    }
    strbuf_clear(&line);
    return good;
}

/* Replays the record's events, which were checked, at a new table. */
static void replay(struct local *l, const struct record *r)
{
    struct problem p;
    for (int i = 0; i < r->events_count; i++) {
        struct record_event from;
        struct table_event e = {.kind = TABLE_DEAL};
        record_read_event(r, i, &from, &p);
        if (from.seat == RECORD_DEAL) {
            table_copy(e.deal, sizeof e.deal, from.text);
        } else {
            e = (struct table_event){.kind = TABLE_MOVE,
                                     .move = {.seat = from.seat, .sealed = table_is_sealed(l->t)}};
            table_copy(e.move.text, sizeof e.move.text, from.text);
        }
        happen(l, &e);
    }
}

/* Makes the table of a record, with the players of its member `local`. */
static void read_events(struct local *l, const struct record *r)
{
    struct local_plan plan = {.setup = r->setup, .seed = 1, .begins = true};
    init(l);
    read_local(json_object_get(r->root, "local"), &plan);
    open_table(l, &plan);
    replay(l, r);
}

/* Reads the next event of a journal; false: it is broken. */
static bool read_pair(struct local *l, int n, const json_t *pair)
{
    struct table_reading reading = {.id = "local", .t = l->t};
    const json_t *event = json_array_get(pair, 1);
    int64_t at = json_integer_value(json_array_get(pair, 0));
    char *text = json_dumps(event, JSON_COMPACT);
    bool good = text != NULL && table_read_on(&reading, n, at, text, strlen(text));
    free(text);
    l->t = reading.t;
    if (good)
        note_event(l, at, event);
    return good;
}

/* Makes the table of a journal, which also has clocks and moves taken back. */
static bool read_journal(struct local *l, const struct record *r)
{
    const json_t *local = json_object_get(r->root, "local");
    const json_t *journal = json_object_get(local, "journal");
    struct local_plan plan = {.setup = r->setup, .seed = 1};
    bool good = json_array_size(journal) > 0;
    init(l);
    read_local(local, &plan);
    l->seed = plan.seed;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        l->iterations[i] = plan.bot[i].iterations;
    for (size_t i = 0; i < json_array_size(journal) && good; i++)
        good = read_pair(l, (int)i, json_array_get(journal, i));
    if (good)
        l->ahead_ms = l->t->beat.steady - clock_ms();
    return good && l->t->phase != TABLE_OPEN;
}

/* Reads a record and checks its events. */
static bool read_record(struct record *r, const char *line, size_t len, struct problem *p)
{
    struct state_room state;
    if (!record_read(r, line, len, p))
        return false;
    if (record_replay(r, NULL, NULL, state_in(&state), p))
        return true;
    record_clear(r);
    return false;
}

bool local_resume(struct local *l, const char *line, size_t len, struct problem *p)
{
    struct record r;
    if (!read_record(&r, line, len, p))
        return false;
    if (!read_journal(l, &r))
        read_events(l, &r);
    record_clear(&r);
    if (l->t->phase == TABLE_PLAY)
        table_go_on(l->t, now_at(l), &l->fx);
    l->fx.changed |= TABLE_NEW_GAME;
    keep_effects(l);
    save(l);
    return true;
}

/* ---- People's requests ---- */

static bool ask_as(struct local *l, int seat, struct table_request r, struct problem *p)
{
    r.player = player_of(seat);
    if (!table_handle(l->t, &r, now_at(l), &l->fx, p))
        return false;
    keep_effects(l);
    return true;
}

bool local_move(struct local *l, int seat, const char *text, struct problem *p)
{
    return ask_as(l, seat, (struct table_request){.kind = TABLE_ASK_MOVE, .text = text}, p);
}

bool local_take_back(struct local *l, struct problem *p)
{
    int step = l->t->steps - table_count_takeback(l->t);
    int last = step < l->t->steps ? l->t->step[step].seat : RECORD_DEAL;
    uint32_t people = local_people(l);
    bool mine = last >= 0 && (people >> last & 1);
    return ask_as(l, mine ? last : __builtin_ctz(people),
                  (struct table_request){.kind = TABLE_ASK_TAKEBACK}, p);
}

bool local_agree(struct local *l, bool yes, struct problem *p)
{
    struct table_request r = {.kind = TABLE_ASK_AGREE, .yes = yes};
    bool good = l->t->ask_seat >= 0 || ask_as(l, 0, r, p);
    while (l->t->ask_seat >= 0 && good)
        good = ask_as(l, __builtin_ctz(l->t->ask_waiting), r, p);
    return good;
}

bool local_has_wish(const struct local *l)
{
    const struct game *g = game_of(l);
    uint32_t bots = table_actors(l->t) & ~local_people(l);
    if (g->wants == NULL || l->yielded || local_movers(l) == 0 || local_has_bots_turn(l))
        return false;
    for (; bots != 0; bots &= bots - 1)
        if (g->wants(table_state(l->t), __builtin_ctz(bots)))
            return true;
    return false;
}

bool local_yield(struct local *l)
{
    l->yielded = true;
    table_plan_bots(l->t, now_at(l), BOT_DELAY_MS);
    return local_has_bots_turn(l);
}

/* ---- Bots and clocks ---- */

/* The seat of the bot that has not yet answered; -1: none. */
static int find_asked(const struct local *l)
{
    for (int i = 0; i < l->t->plan.setup.seats; i++)
        if (l->t->seat[i].asked != 0)
            return i;
    return -1;
}

bool local_has_bots_turn(const struct local *l)
{
    for (int i = 0; i < l->t->plan.setup.seats; i++) {
        const struct table_seat *s = &l->t->seat[i];
        if (s->asked != 0 || s->ask_at != 0 || s->must_at != 0)
            return true;
    }
    return false;
}

int local_wait_ms(const struct local *l)
{
    struct moment now = read_time(l);
    int64_t wait = find_asked(l) >= 0 ? 0 : table_wait_ms(l->t, &now);
    if (wait == TABLE_NEVER)
        return -1;
    return wait <= 0 ? 0 : wait < INT_MAX ? (int)wait : INT_MAX;
}

void local_tick(struct local *l)
{
    uint32_t think;
    if (find_asked(l) >= 0) /* one bot thinks at a time, with no stuck limit */
        return;
    table_tick(l->t, now_at(l), BOT_DELAY_MS, &l->fx, &think, &l->must);
    keep_effects(l);
}

static void ask_bot(struct local *l, int seat, const struct bot *bot, struct local_question *q)
{
    memset(q, 0, sizeof *q);
    q->game = game_of(l);
    q->bot = bot;
    q->seat = seat;
    q->version = l->t->version;
    q->game->observe(table_state(l->t), seat, view_in(&q->view));
}

bool local_find_bot(struct local *l, struct local_question *q)
{
    struct rng r;
    int seat = find_asked(l);
    if (seat < 0)
        return false;
    ask_bot(l, seat, l->t->chair[seat].bot, q);
    q->scratch = bot_memory_find(&l->memory[seat], 1, q->bot);
    q->iterations = l->t->chair[seat].standin ? 0 : l->iterations[seat];
    q->must = l->must >> seat & 1;
    rng_seed_pair(&r, l->seed ^ BOTS_MARK, (uint64_t)l->t->steps * GAME_SEATS_MAX + (uint64_t)seat);
    q->seed = rng_next(&r);
    q->whole = l->t->daily.day > 0;
    if (q->whole)
        q->seed = table_ask_daily(l->t, seat, view_in(&q->view));
    return true;
}

const char *local_no_hint(const struct local *l)
{
    return l->t->daily.day > 0 ? MSG("daily.no-hint") : MSG("tui.no-hint");
}

bool local_ask_hint(struct local *l, int seat, struct local_question *q)
{
    move moves[GAME_MOVES_MAX];
    const struct bot *adviser = bots_adviser(game_of(l));
    uint32_t actors = table_actors(l->t);
    bool open = turns_are_open(game_of(l), actors) && (actors >> seat & 1) != 0;
    if ((game_of(l)->legal(table_state(l->t), seat, moves) == 0 && !open) || l->t->daily.day > 0)
        return false;
    ask_bot(l, seat, adviser, q);
    q->scratch = bot_memory_find(&l->memory[HINTS], 1, adviser);
    q->must = !open || turns_must(&l->t->turns, game_of(l), actors);
    q->hint = true;
    if (l->reasons == NULL && reason_find(q->game) != NULL)
        l->reasons = bot_memory_take(reason_find(q->game)->scratch);
    q->reasons = l->reasons;
    q->seed = l->seed ^ HINTS_MARK;
    return true;
}

/* Lets the bot choose; for a hint, its answer is explained as well. */
static move think(const struct local_question *q, const atomic_bool *stop, struct hint *hint)
{
    struct bot_choice choice = {.m = MOVE_NONE};
    struct bot_limits limits = {.iterations = q->iterations,
                                .time_ns = q->whole ? 0 : THINK_NS,
                                .clock = clock_for_bot,
                                .stop = stop,
                                .must = q->must,
                                .weigh = q->hint};
    struct bot_question asked = {.game = q->game,
                                 .view = view_in((struct view_room *)&q->view),
                                 .seat = q->seat,
                                 .limits = &limits,
                                 .seed = q->seed,
                                 .scratch = q->scratch};
    q->bot->choose(q->bot, &asked, &choice);
    if (hint != NULL)
        hint_make(&asked, &choice, q->reasons, hint);
    return choice.m;
}

move local_think(const struct local_question *q, const atomic_bool *stop)
{
    return think(q, stop, NULL);
}

void local_advise(const struct local_question *q, const atomic_bool *stop, struct hint *out)
{
    think(q, stop, out);
}

/* Whether a bot's move waits for people, who may still give signals or move. */
static bool is_early(const struct local *l, move m)
{
    uint32_t people = local_people(l);
    if ((m & MOVE_TALK) != 0 || l->yielded || local_movers(l) == 0 ||
        !turns_are_open(game_of(l), table_actors(l->t)))
        return false;
    for (; people != 0; people &= people - 1)
        if (l->t->turns.said[__builtin_ctz(people)] > 0)
            return false;
    return true;
}

/* A stand-in plays only one move: the person's seat is theirs again. */
static void call_back(struct local *l, int seat)
{
    struct problem p = PROBLEM_EMPTY;
    if (l->t->chair[seat].standin && l->t->phase == TABLE_PLAY)
        ask_as(l, seat, (struct table_request){.kind = TABLE_ASK_BACK}, &p);
}

void local_answer(struct local *l, const struct local_question *q, move m)
{
    struct table_seat *seat = &l->t->seat[q->seat];
    bool first = local_movers(l) != 0 && (!l->yielded || q->must);
    table_answer(l->t, q->seat, q->version, is_early(l, m) ? MOVE_NONE : m, now_at(l), BOT_DELAY_MS,
                 &l->fx);
    if (l->fx.n == 0 && first)
        seat->must_at = 0; /* people come first: the bot is asked again after one of them acts */
    bool moved = l->fx.n > 0;
    keep_effects(l);
    if (moved)
        call_back(l, q->seat);
}

/* ---- Views ---- */

uint32_t local_people(const struct local *l)
{
    uint32_t people = 0;
    for (int i = 0; i < l->t->plan.setup.seats; i++)
        if (l->t->chair[i].kind == TABLE_CHAIR_PERSON)
            people |= UINT32_C(1) << i;
    return people;
}

uint32_t local_movers(const struct local *l)
{
    uint32_t movers = table_actors(l->t) & local_people(l);
    for (int i = 0; i < l->t->plan.setup.seats; i++)
        if (l->t->chair[i].standin)
            movers &= ~(UINT32_C(1) << i);
    return movers;
}

bool local_may_talk(const struct local *l, int seat)
{
    struct problem p = PROBLEM_EMPTY;
    return game_of(l)->signal != NULL &&
           table_check_move(l->t, player_of(seat), game_of(l)->signal, &p);
}

json_t *local_look(const struct local *l, int seat)
{
    struct strbuf out = STRBUF_EMPTY;
    struct moment now = read_time(l);
    table_write_whole(l->t, seat >= 0 ? player_of(seat) : 0, NULL, 0, &now, &out);
    json_t *table = memory_check(json_loadb(out.text, out.len, 0, NULL));
    strbuf_clear(&out);
    return table;
}

json_t *local_past(const struct local *l, int seat)
{
    struct strbuf out = STRBUF_EMPTY;
    table_write_past(l->t, seat, 0, TABLE_EVENTS_MAX, &out);
    json_t *moments = memory_check(json_loadb(out.text, out.len, 0, NULL));
    strbuf_clear(&out);
    return moments;
}

json_t *local_aids(const struct local *l, int seat, struct problem *p)
{
    struct strbuf out = STRBUF_EMPTY;
    strbuf_put(&out, "{");
    bool good = table_tell_aids(l->t, player_of(seat), &out, p);
    strbuf_put(&out, "}");
    json_t *o = good ? memory_check(json_loadb(out.text, out.len, 0, NULL)) : NULL;
    json_t *aids = json_incref(json_object_get(o, "aids"));
    json_decref(o);
    strbuf_clear(&out);
    return aids;
}

void local_preview(const struct local *l, int seat, const char *text, struct buf *b)
{
    struct rng r;
    rng_seed_pair(&r, l->seed ^ PREVIEW_MARK, (uint64_t)l->t->steps);
    preview_write_view(game_of(l), table_state(l->t), seat, text, &r, game_of(l)->signal == NULL,
                       b);
}

/* A choice is open once an unsealed event follows: the last one to choose reveals them all. */
bool local_is_secret(const struct local *l, int i, int seat)
{
    const json_t *e = json_array_get(l->log, (size_t)i);
    if (!json_is_true(json_object_get(e, "sealed")) ||
        json_integer_value(json_object_get(e, "seat")) == seat)
        return false;
    bool undone = json_object_get(e, "undone") != NULL, sealed = true;
    for (size_t k = (size_t)i; k < json_array_size(l->log) && sealed && !undone; k++) {
        e = json_array_get(l->log, k);
        sealed = json_object_get(e, "text") == NULL || json_object_get(e, "sealed") != NULL;
    }
    return sealed;
}
