/*
 * The tables of one person on one device, for the page's worker: thin exports over table/. The
 * worker keeps journals, time and bots; rules, texts and secrets are here. `effects` holds the
 * effects of the last request until the next one.
 */
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/preview.h"
#include "table/request.h"
#include "wasm/face.h"

enum { RUN_MAX = 200 }; /* missed events in one update */

static struct {
    uint64_t player;
    char name[TABLE_NAME_MAX];
} me;
static struct table_effects effects;
static struct problem problem;
static uint32_t must;
static struct moment now;

static void start(void)
{
    effects.n = 0;
    effects.changed = 0;
    problem_start(&problem, -1);
    strbuf_reset(&wasm_out);
}

/* Passes the answer on; after a refusal `wasm_out` says why, and nothing has happened. */
static bool end(bool good)
{
    if (good)
        return true;
    effects.n = 0;
    effects.changed = 0;
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, PROBLEM_TEXT_MAX);
    problem_write_json(&problem, &b);
    strbuf_take(&wasm_out, &b);
    return false;
}

/* The time of the calls that follow; each table has a steady time of its own. */
EXPORT(time) void wasm_time(double date, double steady)
{
    now = (struct moment){.steady = (int64_t)steady, .date = (int64_t)date};
}

/* The steady time of the table's last event. */
EXPORT(steady_of) double wasm_steady_of(const struct table *t)
{
    return (double)t->beat.steady;
}

/* ---- the person, and the lists ---- */

/* Sets the person: 16 digits and a name; false: malformed. */
EXPORT(who) bool wasm_who(const char *player, const char *name)
{
    uint8_t bytes[8];
    if (!fair_read_hex(player, bytes, 8) || !request_fits_name(name))
        return false;
    me.player = 0;
    for (int i = 0; i < 8; i++)
        me.player = me.player << 8 | bytes[i];
    table_copy(me.name, sizeof me.name, name);
    return true;
}

EXPORT(lists) void wasm_lists(void)
{
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, "{");
    table_write_games(&wasm_out);
    strbuf_put(&wasm_out, ",");
    table_write_bots(&wasm_out);
    strbuf_put(&wasm_out, "}");
}

/* ---- requests ---- */

/* Reads and checks a request; the caller frees the JSON. NULL: refused. */
static json_t *open_request(const char *text, struct request *r)
{
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    start();
    if (request_read(r, o, &problem) && request_check(r, &problem))
        return o;
    json_decref(o);
    return NULL;
}

/* Whether a request is well formed; writes its verb. */
EXPORT(check) bool wasm_check(const char *text)
{
    struct request r;
    json_t *o = open_request(text, &r);
    if (o == NULL)
        return end(false);
    strbuf_put(&wasm_out, r.verb->name);
    json_decref(o);
    return true;
}

static struct table *make(const char *id, const char *secret, struct table_plan *plan,
                          const struct request_seats *seats)
{
    const struct request_person who = {me.player, me.name};
    struct table *t = NULL;
    if (fair_read_hex(secret, plan->secret, FAIR_BYTES))
        t = request_make_table(id, plan, seats, &who, &now, &effects, &problem);
    end(t != NULL);
    return t;
}

/* Makes the table of a request `create`, with a version of the rules (0: the current one). NULL:
   refused. */
EXPORT(create)
struct table *wasm_create(const char *text, const char *id, const char *secret, int rules)
{
    struct request r;
    struct table_plan plan;
    struct request_seats seats;
    struct table *t = NULL;
    json_t *o = open_request(text, &r);
    if (o != NULL && request_read_create(&r, &plan, &seats, &problem)) {
        plan.setup.rules = rules > 0 ? rules : plan.setup.rules;
        if (setup_check(&plan.setup, &problem))
            t = make(id, secret, &plan, &seats);
    }
    end(t != NULL);
    json_decref(o);
    return t;
}

/* A new table with the set-up of an old one, for the same people and bots. NULL: refused. */
EXPORT(again)
struct table *wasm_again(const struct table *t, const char *id, const char *secret)
{
    struct table_plan plan;
    struct request_seats seats;
    start();
    if (request_read_rematch(NULL, t, me.player, &plan, &seats, &problem))
        return make(id, secret, &plan, &seats);
    end(false);
    return NULL;
}

static bool handle(struct table *t, struct table_request r)
{
    r.player = me.player;
    r.name = me.name;
    return table_handle(t, &r, &now, &effects, &problem);
}

/* Stores the id of the rematch at the old table. */
EXPORT(rematch) bool wasm_rematch(struct table *t, const char *id)
{
    start();
    return end(handle(t, (struct table_request){.kind = TABLE_ASK_REMATCH, .text = id}));
}

/* ---- at a table ---- */

/* Carries out a request to the table. False: refused. */
EXPORT(ask) bool wasm_ask(struct table *t, const char *text)
{
    struct request r;
    struct table_request asked;
    json_t *o = open_request(text, &r);
    bool good =
        o != NULL && r.verb->ask >= 0 && request_read_ask(&r, &asked, &problem) && handle(t, asked);
    end(good);
    json_decref(o);
    return good;
}

/* Whether a move would be accepted; changes nothing. */
EXPORT(why) bool wasm_why(const struct table *t, const char *text)
{
    start();
    return end(table_check_move(t, me.player, text, &problem));
}

/* The game's preview of a move; changes nothing. */
EXPORT(preview) bool wasm_preview(const struct table *t, const char *text)
{
    start();
    struct buf b = strbuf_room(&wasm_out, GAME_JSON_MAX);
    bool good = preview_write_own(t, me.player, text, &b, &problem);
    if (good)
        strbuf_take(&wasm_out, &b);
    return end(good);
}

/* Tells the move that a take-back would undo; changes nothing. */
EXPORT(undoes) bool wasm_undoes(const struct table *t)
{
    start();
    struct buf b = strbuf_room(&wasm_out, GAME_TEXT_MAX + 128);
    buf_put_char(&b, '{');
    bool good = table_write_undo(t, me.player, &b, &problem);
    buf_put_char(&b, '}');
    if (good)
        strbuf_take(&wasm_out, &b);
    return end(good);
}

EXPORT(forget) void wasm_forget(struct table *t)
{
    table_free(t);
}

/* The person opens or closes the table. */
EXPORT(here) void wasm_here(struct table *t, int yes)
{
    int chair = table_find_chair(t, me.player);
    if (chair >= 0)
        t->chair[chair].here = yes != 0;
}

EXPORT(chair_of) int wasm_chair_of(const struct table *t)
{
    return table_find_chair(t, me.player);
}

EXPORT(seat_of) int wasm_seat_of(const struct table *t)
{
    return table_find_seat(t, me.player);
}

/* Whether it is the person's turn. */
EXPORT(turn_of) bool wasm_turn_of(const struct table *t)
{
    int seat = table_find_seat(t, me.player);
    return seat >= 0 && (table_actors(t) >> seat & 1) != 0;
}

EXPORT(seats_of) int wasm_seats_of(const struct table *t)
{
    return t->plan.setup.seats;
}

/* ---- time and bots ---- */

/* Plans the bots' turns after a change. */
EXPORT(plan_bots) void wasm_plan_bots(struct table *t, double delay_ms)
{
    table_plan_bots(t, &now, (int64_t)delay_ms);
}

/* The milliseconds until `tick` is due; -1: never. */
EXPORT(wait) double wasm_wait(const struct table *t)
{
    int64_t ms = table_wait_ms(t, &now);
    return ms == TABLE_NEVER ? -1 : ms > 0 ? (double)ms : 0;
}

/* Handles due clocks and bots; returns the seats whose bots to ask, as bits. */
EXPORT(tick) uint32_t wasm_tick(struct table *t, double delay_ms)
{
    uint32_t think;
    start();
    table_tick(t, &now, (int64_t)delay_ms, &effects, &think, &must);
    return think;
}

/* Those seats of the last tick that must move. */
EXPORT(must) uint32_t wasm_must(void)
{
    return must;
}

EXPORT(version_of) uint32_t wasm_version_of(const struct table *t)
{
    return t->version;
}

/* Game and level of the bot at a seat, as `["luz","easy"]`; without a bot the level is null. */
EXPORT(bot_at) void wasm_bot_at(const struct table *t, int seat)
{
    const struct bot *bot = seat < 0 ? NULL : t->chair[t->seat[seat].chair].bot;
    strbuf_reset(&wasm_out);
    struct buf b = strbuf_room(&wasm_out, 128);
    buf_put_char(&b, '[');
    buf_put_json(&b, t->plan.setup.game->name);
    buf_put_char(&b, ',');
    if (bot != NULL)
        buf_put_json(&b, bot->name);
    else
        buf_put(&b, "null");
    buf_put_char(&b, ']');
    strbuf_take(&wasm_out, &b);
}

/* The view of a seat, as bytes for a bot (see think.c). Returns the seed that the seat's bot has to
   take and may spend its whole budget with: the table has a daily deal; -1: any seed will do. */
EXPORT(view_of) double wasm_view_of(const struct table *t, int seat)
{
    struct view_room view;
    double seed = -1;
    memset(&view, 0, sizeof view);
    if (t->daily.day > 0 && table_is_played_by_bot(t, seat))
        seed = (double)table_ask_daily(t, seat, view_in(&view));
    else
        t->plan.setup.game->observe(table_state(t), seat, view_in(&view));
    strbuf_reset(&wasm_out);
    strbuf_put_bytes(&wasm_out, (const char *)view.bytes, sizeof view.bytes);
    return seed;
}

/* The day whose deal the table has; 0: no daily deal. */
EXPORT(day_of) int wasm_day_of(const struct table *t)
{
    return t->daily.day;
}

/* Takes the answer of a bot asked at `version`: a move's text; NULL: none. */
EXPORT(answer)
void wasm_answer(struct table *t, int seat, uint32_t version, const char *text, double delay_ms)
{
    move m = MOVE_NONE;
    start();
    if (text != NULL && t->plan.setup.game->read_move(text, &m) != NULL)
        m = MOVE_NONE;
    table_answer(t, seat, version, m, &now, (int64_t)delay_ms, &effects);
}

/* Deals if a deal is due: a journal may have ended before it. False: none was. */
EXPORT(go_on) bool wasm_go_on(struct table *t)
{
    start();
    if (t->phase == TABLE_PLAY)
        table_go_on(t, &now, &effects);
    return effects.n > 0;
}

/* ---- journals ---- */

/* The events of the last call, for the journal: `[[n,at,{...}],...]`. */
EXPORT(journal) int wasm_journal(const struct table *t)
{
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, "[");
    for (int i = 0; i < effects.n; i++) {
        struct buf b = strbuf_room(&wasm_out, TABLE_EVENT_JSON);
        buf_put(&b, i > 0 ? ",[" : "[");
        buf_put_int(&b, effects.event[i].n);
        buf_put_char(&b, ',');
        buf_put_int(&b, effects.event[i].at);
        buf_put_char(&b, ',');
        table_write_event(&effects.event[i], &t->plan, &b);
        buf_put_char(&b, ']');
        strbuf_take(&wasm_out, &b);
    }
    strbuf_put(&wasm_out, "]");
    return effects.n;
}

static char reading_id[TABLE_ID_MAX];
static struct table_reading reading;

/* Begins to read a journal; `restore_event` adds its events, at least one. */
EXPORT(restore) void wasm_restore(const char *id)
{
    table_copy(reading_id, sizeof reading_id, id);
    reading.id = reading_id;
    reading.t = NULL;
    reading.broken = false;
}

EXPORT(restore_event) void wasm_restore_event(int n, double at, const char *text)
{
    if (!reading.broken)
        table_read_on(&reading, n, (int64_t)at, text, strlen(text));
}

/* The table of the journal, whose bots are not planned yet; NULL: it cannot be read, and the output
   says why. */
EXPORT(restored) struct table *wasm_restored(void)
{
    start();
    if (!reading.broken)
        return reading.t;
    table_free(reading.t);
    problem = reading.why;
    end(false);
    return NULL;
}

/* ---- output ---- */

static struct {
    struct table_event *event; /* RUN_MAX of them; NULL: none yet */
    int n;
    bool broken;
} missed;

/* Begins a run of missed events. */
EXPORT(run) void wasm_run(void)
{
    if (missed.event == NULL)
        missed.event = memory_take(RUN_MAX * sizeof missed.event[0]);
    missed.n = 0;
    missed.broken = false;
}

EXPORT(run_event) void wasm_run_event(int n, double at, const char *text)
{
    struct table_plan from;
    missed.broken = missed.broken || missed.n == RUN_MAX;
    if (missed.broken)
        return;
    missed.event[missed.n] = (struct table_event){.n = n, .at = (int64_t)at};
    missed.broken = !table_read_event(text, strlen(text), &missed.event[missed.n++], &from);
}

/* Writes an update with at most RUN_MAX events. */
static void write_update(const struct table *t, const struct table_event *event, int n,
                         unsigned changed)
{
    const struct table_event *list[RUN_MAX];
    for (int i = 0; i < n; i++)
        list[i] = &event[i];
    strbuf_reset(&wasm_out);
    table_write_update(t, me.player, list, n, changed, &now, &wasm_out);
}

/* Writes that run with all members; false: it is too long or broken. */
EXPORT(run_write) bool wasm_run_write(const struct table *t)
{
    if (!missed.broken)
        write_update(t, missed.event, missed.n, TABLE_NEW_ALL);
    return !missed.broken;
}

/* The update of the last call, for the person. */
EXPORT(update) void wasm_update(const struct table *t)
{
    write_update(t, effects.event, effects.n, effects.changed);
}

EXPORT(whole) void wasm_whole(const struct table *t)
{
    strbuf_reset(&wasm_out);
    table_write_whole(t, me.player, NULL, 0, &now, &wasm_out);
}

/* One row of a list of tables. */
EXPORT(row) void wasm_row(const struct table *t)
{
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, "{");
    table_write_row(t, &wasm_out);
    strbuf_put(&wasm_out, "}");
}

/* The record of the finished game, for all who may watch it. False: refused. */
EXPORT(record) bool wasm_record(const struct table *t)
{
    const char *why = table_refuse_person(t, me.player);
    start();
    if (why == NULL && t->phase != TABLE_OVER)
        why = MSG("table.not-over");
    if (why != NULL) {
        problem_add(&problem, why);
        return end(false);
    }
    table_write_record(t, &wasm_out);
    return true;
}

/* The id of the rematch's table; empty: none. */
EXPORT(rematch_of) void wasm_rematch_of(const struct table *t)
{
    strbuf_reset(&wasm_out);
    strbuf_put(&wasm_out, t->rematch);
}
