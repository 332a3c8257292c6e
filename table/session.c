/* A local game of people and bots: see session.h. */
#include "table/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/bot_memory.h"
#include "table/clock.h"
#include "table/memory.h"
#include "table/preview.h"

/* Keep the numbers of deals, bots, hints, previews and who begins apart. */
#define BOTS_MARK UINT64_C(0x5851f42d4c957f2d)
#define HINTS_MARK UINT64_C(0x14057b7ef767814f)
#define PREVIEW_MARK UINT64_C(0x9e3779b97f4a7c15)
#define BEGINS_MARK UINT64_C(0xd1342543de82ef95)
/* A bot that is asked by people answers by then. */
#define THINK_NS UINT64_C(8000000000)

static struct state *true_state(const struct session *s)
{
    return state_in((struct state_room *)&s->state);
}

void session_draw_begins(struct setup *setup, uint64_t seed)
{
    struct rng r;
    rng_seed_pair(&r, seed ^ BEGINS_MARK, 0);
    if (setup->game->begins >= 0)
        setup->opt[setup->game->begins] = (int)rng_below(&r, (uint32_t)setup->seats);
}

void session_init(struct session *s, const struct setup *setup, const struct driver_bot *bot,
                  uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->setup = *setup;
    s->seed = seed;
    for (int i = 0; i < setup->seats; i++) {
        s->bot[i] = bot[i];
        if (bot[i].bot != NULL)
            s->scratch[i] = bot_memory_take(bot[i].bot->scratch);
    }
    s->hint_bot = bots_adviser(setup->game);
    s->hint_scratch = bot_memory_take(s->hint_bot->scratch);
    setup_init(setup, true_state(s));
    record_writer_init(&s->writer);
    record_start(&s->writer, setup->game, setup->seats);
}

void session_clear(struct session *s)
{
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        bot_memory_free(s->scratch[i]);
    bot_memory_free(s->hint_scratch);
    for (int i = 0; i < s->n; i++)
        free(s->event[i].shown);
    free(s->event);
    record_writer_clear(&s->writer);
    memset(s, 0, sizeof *s);
}

uint32_t session_people(const struct session *s)
{
    uint32_t people = 0;
    for (int i = 0; i < s->setup.seats; i++)
        if (s->bot[i].bot == NULL)
            people |= UINT32_C(1) << i;
    return people;
}

/* ---- Events ---- */

static struct session_event *add_event(struct session *s, int seat)
{
    ARRAY_ROOM(s->event, s->n, s->cap);
    s->stuck = 0;
    struct session_event *e = &s->event[s->n++];
    *e = (struct session_event){.seat = seat};
    return e;
}

/* What the last event showed to everybody, unless it has been there before. */
static void note_shown(struct session *s, struct session_event *e)
{
    const struct game *g = s->setup.game;
    struct view_room room;
    char text[SESSION_SHOWN_MAX] = "";
    struct buf b;
    if (g->write_shown == NULL)
        return;
    memset(&room, 0, sizeof room);
    g->observe(true_state(s), GAME_SPECTATOR, view_in(&room));
    buf_init(&b, text, sizeof text);
    if (!g->write_shown(view_in(&room), &b))
        text[0] = '\0';
    assert(!b.full);
    if (text[0] != '\0' && strcmp(text, s->shown) != 0)
        e->shown = memory_take_text(text);
    memcpy(s->shown, text, sizeof text);
}

/* A new turn: nobody has spoken. */
static void start_turn(struct session *s)
{
    s->spoken = s->yielded = false;
    turns_start(&s->turns);
}

static void apply_deal(struct session *s, const struct deal *d)
{
    int at;
    const char *why = s->setup.game->deal(true_state(s), d, &at);
    assert(why == NULL);
    (void)why;
    record_add_deal(&s->writer, d);
    note_shown(s, add_event(s, PLAY_DEAL));
    start_turn(s);
}

void session_deal(struct session *s)
{
    struct rng r;
    struct deal d;
    rng_seed_pair(&r, s->seed, (uint64_t)s->n);
    s->setup.game->shuffle(true_state(s), &r, &d);
    apply_deal(s, &d);
}

static void apply_move(struct session *s, int seat, move m)
{
    struct buf b;
    bool sealed = game_is_sealed(s->setup.game, true_state(s));
    s->setup.game->apply(true_state(s), seat, m);
    record_add_move(&s->writer, seat, m);
    struct session_event *e = add_event(s, seat);
    e->sealed = sealed;
    buf_init(&b, e->text, sizeof e->text);
    s->setup.game->write_move(m, &b);
    note_shown(s, e);
    turns_note(&s->turns, seat, m);
    if ((m & MOVE_TALK) == 0)
        s->spoken = s->yielded = false;
    else if (s->bot[seat].bot == NULL)
        s->spoken = true;
}

const char *session_move(struct session *s, int seat, const char *text)
{
    const struct game *g = s->setup.game;
    move m;
    const char *why = g->read_move(text, &m);
    if (why == NULL)
        why = g->refuse(true_state(s), seat, m);
    if (why == NULL)
        apply_move(s, seat, m);
    return why;
}

/* The last seat to choose is alone, so its event is not sealed: it carries all choices out. */
bool session_is_secret(const struct session *s, int i, int seat)
{
    if (s->event[i].seat == seat)
        return false;
    while (i < s->n && s->event[i].sealed)
        i++;
    return i == s->n;
}

/* ---- Whose turn ---- */

bool session_may_talk(const struct session *s, int seat)
{
    const struct game *g = s->setup.game;
    move m;
    return g->signal != NULL && g->read_move(g->signal, &m) == NULL &&
           g->refuse(true_state(s), seat, m) == NULL;
}

static int lowest_seat(uint32_t seats)
{
    return __builtin_ctz(seats);
}

/* The next of these bots to ask: first those that have not waited, then, if all have to move,
   those that have not said that they cannot. */
static bool find_bot(const struct session *s, uint32_t bots, bool must, struct session_next *out)
{
    uint32_t open = bots & ~s->turns.waited & ~s->stuck;
    out->must = must && open == 0;
    if (out->must)
        open = bots & ~s->stuck;
    if (open == 0)
        return false;
    out->what = SESSION_BOT;
    out->seat = lowest_seat(open);
    return true;
}

void session_next(const struct session *s, struct session_next *out)
{
    uint32_t actors = s->setup.game->actors(true_state(s));
    *out = (struct session_next){.what = actors == 0 ? SESSION_OVER : SESSION_DEAL};
    if (actors == 0 || actors == GAME_DEALER)
        return;
    uint32_t people = actors & session_people(s), bots = actors & ~people;
    out->people = people;
    if (people == 0) {
        bool found = find_bot(s, bots, true, out);
        assert(found); /* a game whose actors cannot move is over */
        (void)found;
        out->must = out->must || (bots & (bots - 1)) == 0;
        return;
    }
    if (bots != 0 && turns_are_open(s->setup.game, actors) && find_bot(s, bots, s->yielded, out))
        return;
    out->what = SESSION_PEOPLE;
}

move session_think(const struct session *s, const struct session_next *next,
                   const atomic_bool *stop)
{
    struct view_room room;
    struct bot_choice choice;
    struct rng r;
    const struct driver_bot *b = &s->bot[next->seat];
    struct bot_limits limits = {.iterations = b->iterations,
                                .time_ns = THINK_NS,
                                .clock = clock_for_bot,
                                .stop = stop,
                                .must = next->must};
    rng_seed_pair(&r, s->seed ^ BOTS_MARK, (uint64_t)(s->n * GAME_SEATS_MAX + next->seat));
    memset(&room, 0, sizeof room);
    s->setup.game->observe(true_state(s), next->seat, view_in(&room));
    struct bot_question q = {.game = s->setup.game,
                             .view = view_in(&room),
                             .seat = next->seat,
                             .limits = &limits,
                             .seed = rng_next(&r),
                             .scratch = s->scratch[next->seat]};
    b->bot->choose(b->bot, &q, &choice);
    return choice.m;
}

/* Whether a bot's move waits for people, who may still want to speak or to move. */
static bool is_early(const struct session *s, const struct session_next *next)
{
    return next->people != 0 && !s->spoken && !s->yielded;
}

bool session_answer(struct session *s, const struct session_next *next, move m)
{
    uint32_t bit = UINT32_C(1) << next->seat;
    bool early = (m & MOVE_TALK) == 0 && is_early(s, next);
    if (early || !turns_take(&s->turns, next->seat, next->must, m)) {
        if (next->must)
            s->stuck |= bit;
        turns_wait(&s->turns, next->seat);
        return false;
    }
    assert(s->setup.game->refuse(true_state(s), next->seat, m) == NULL);
    apply_move(s, next->seat, m);
    return true;
}

bool session_yield(struct session *s)
{
    struct session_next next;
    s->yielded = true;
    s->turns.waited = 0;
    session_next(s, &next);
    return next.what == SESSION_BOT;
}

/* ---- What faces see ---- */

int session_legal(const struct session *s, int seat, char text[GAME_MOVES_MAX][GAME_TEXT_MAX])
{
    return record_list_moves(s->setup.game, true_state(s), seat, text);
}

uint32_t session_winners(const struct session *s)
{
    struct result r;
    s->setup.game->result(true_state(s), &r);
    return r.winners;
}

void session_write_view(const struct session *s, int seat, struct buf *b)
{
    struct view_room room;
    memset(&room, 0, sizeof room);
    s->setup.game->observe(true_state(s), seat, view_in(&room));
    s->setup.game->write_view(view_in(&room), b);
}

void session_preview(const struct session *s, int seat, const char *text, struct buf *b)
{
    struct rng r;
    rng_seed_pair(&r, s->seed ^ PREVIEW_MARK, (uint64_t)s->n);
    preview_write_view(s->setup.game, true_state(s), seat, text, &r, s->setup.game->signal == NULL,
                       b);
}

bool session_hint(struct session *s, int seat, const atomic_bool *stop, char text[GAME_TEXT_MAX])
{
    const struct game *g = s->setup.game;
    struct view_room room;
    struct bot_choice choice;
    struct bot_limits limits = {
        .time_ns = THINK_NS, .clock = clock_for_bot, .stop = stop, .must = true};
    struct buf b;
    move moves[GAME_MOVES_MAX];
    if (g->legal(true_state(s), seat, moves) == 0)
        return false;
    memset(&room, 0, sizeof room);
    g->observe(true_state(s), seat, view_in(&room));
    struct bot_question q = {.game = g,
                             .view = view_in(&room),
                             .seat = seat,
                             .limits = &limits,
                             .seed = s->seed ^ HINTS_MARK,
                             .scratch = s->hint_scratch};
    s->hint_bot->choose(s->hint_bot, &q, &choice);
    if (choice.m == MOVE_NONE)
        return false;
    buf_init(&b, text, GAME_TEXT_MAX);
    g->write_move(choice.m, &b);
    return true;
}

/* ---- Records ---- */

void session_write(const struct session *s, struct strbuf *out)
{
    record_finish(&s->writer, true_state(s), out);
    out->len -= 2; /* the closing bracket and the line end come after our member */
    struct buf b = strbuf_room(out, GAME_SEATS_MAX * SESSION_NAME_MAX + 128);
    buf_put(&b, ",\"rules\":");
    buf_put_int(&b, s->setup.rules);
    buf_put(&b, ",\"local\":{\"seats\":[");
    for (int i = 0; i < s->setup.seats; i++) {
        buf_put_comma(&b);
        if (s->bot[i].bot == NULL) {
            buf_put(&b, "null");
            continue;
        }
        buf_put_char(&b, '"');
        driver_write_bot(&s->bot[i], &b);
        buf_put_char(&b, '"');
    }
    buf_put(&b, "],\"seed\":\"");
    char digits[24];
    int n = 0;
    for (uint64_t rest = s->seed; n == 0 || rest != 0; rest /= 10)
        digits[n++] = (char)('0' + rest % 10);
    while (n > 0)
        buf_put_char(&b, digits[--n]);
    buf_put(&b, "\"}}\n");
    strbuf_take(out, &b);
}

/* Games of before may have a bot that speaks a code beside a person: the usual one takes over. */
static void seat_no_codes(const struct game *g, const json_t *seats, struct driver_bot *bot)
{
    bool people = false;
    for (size_t i = 0; i < json_array_size(seats); i++)
        people = people || json_is_null(json_array_get(seats, i));
    for (int i = 0; i < GAME_SEATS_MAX && people; i++)
        if (bot[i].bot != NULL && bot[i].bot->coded)
            bot[i] = (struct driver_bot){.bot = bots_usual(g)};
}

/* Who plays, and the seed, from the member `local`; what it lacks is left alone. */
static void read_local(const json_t *root, const struct game *g, struct driver_bot *bot,
                       uint64_t *seed)
{
    const json_t *local = json_object_get(root, "local");
    const json_t *seats = json_object_get(local, "seats");
    for (size_t i = 0; i < GAME_SEATS_MAX; i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        if (name != NULL && !driver_read_bot(g, name, strlen(name), &bot[i]))
            bot[i] = (struct driver_bot){.bot = bots_usual(g)};
    }
    seat_no_codes(g, seats, bot);
    const char *text = json_string_value(json_object_get(local, "seed"));
    if (text != NULL)
        *seed = strtoull(text, NULL, 10);
}

/* The first version of the rules was not written into saved games. */
static bool is_of_first_rules(const json_t *root)
{
    return json_object_get(root, "local") != NULL && json_object_get(root, "rules") == NULL;
}

static bool replay(struct session *s, const struct record *r, int events, struct problem *p)
{
    for (int i = 0; i < r->events_count && i != events; i++) {
        struct record_event e;
        struct deal d;
        int at;
        struct state_room before = s->state;
        if (!record_read_event(r, i, &e, p) || !record_apply(r->setup.game, true_state(s), &e, p))
            return false;
        s->state = before; /* it is legal: now by the same road as in play */
        if (e.seat == RECORD_DEAL) {
            game_read_deal(r->setup.game, e.text, &d, &at);
            apply_deal(s, &d);
        } else {
            session_move(s, e.seat, e.text);
        }
    }
    return true;
}

bool session_read(struct session *s, const char *line, size_t len, int events, struct problem *p)
{
    struct record r;
    struct driver_bot bot[GAME_SEATS_MAX] = {{.bot = NULL}};
    uint64_t seed = 1;
    if (!record_read(&r, line, len, p))
        return false;
    read_local(r.root, r.setup.game, bot, &seed);
    if (is_of_first_rules(r.root))
        r.setup.rules = 1;
    session_init(s, &r.setup, bot, seed);
    bool good = replay(s, &r, events, p);
    if (!good)
        session_clear(s);
    record_clear(&r);
    return good;
}
