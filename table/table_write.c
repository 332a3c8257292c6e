/* A table as JSON for people: updates, rows of lists, records. See docs/protocol.md. */
#include <assert.h>
#include <string.h>

#include "table/record.h"
#include "table/table.h"

enum {
    HEAD_ROOM = 4096,
    PEOPLE_ROOM = 4096,
    LEGAL_ROOM = GAME_MOVES_MAX * (GAME_TEXT_MAX + 3) + 64
};

static const char *const phases[] = {"open", "play", "over"};

static void put_number_or_null(struct buf *b, const char *name, long long n)
{
    buf_put_key(b, name);
    if (n < 0)
        buf_put(b, "null");
    else
        buf_put_int(b, n);
}

static void put_chair(const struct table *t, int i, struct buf *b)
{
    const struct table_chair *c = &t->chair[i];
    buf_put_comma(b);
    buf_put(b, "{\"chair\":");
    buf_put_int(b, i);
    put_number_or_null(b, "seat", c->seat);
    buf_put_key(b, "player");
    if (c->kind == TABLE_CHAIR_PERSON)
        table_write_player(c->player, b);
    else
        buf_put(b, "null");
    buf_put_key(b, "name");
    if (c->kind == TABLE_CHAIR_PERSON)
        buf_put_json(b, c->name);
    else
        buf_put(b, "null");
    buf_put_key(b, "bot");
    if (c->kind == TABLE_CHAIR_BOT)
        buf_put_json(b, c->bot->name);
    else
        buf_put(b, "null");
    buf_put_key(b, "here");
    buf_put(b, c->kind == TABLE_CHAIR_PERSON && c->here ? "true" : "false");
    buf_put_key(b, "standin");
    buf_put(b, c->standin ? "true}" : "false}");
}

static void put_people(const struct table *t, struct buf *b)
{
    buf_put_key(b, "people");
    buf_put_char(b, '[');
    for (int i = 0; i < t->plan.setup.seats; i++)
        put_chair(t, i, b);
    buf_put_char(b, ']');
}

/* The member `notes`: bots that play for levels which are not known here; missing without any. */
static void put_notes(const struct table *t, struct buf *b)
{
    int n = 0;
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const struct table_chair *c = &t->chair[i];
        if (c->kind != TABLE_CHAIR_BOT || c->name == NULL)
            continue;
        buf_put(b, n++ == 0 ? ",\"notes\":[{\"id\":" : ",{\"id\":");
        buf_put_json(b, MSG("table.level-unknown"));
        buf_put(b, ",\"args\":[");
        buf_put_json(b, c->name);
        buf_put_char(b, ',');
        buf_put_json(b, c->bot->name);
        buf_put(b, "]}");
    }
    if (n > 0)
        buf_put_char(b, ']');
}

static void put_you(const struct table *t, uint64_t player, struct buf *b)
{
    int chair = table_find_chair(t, player);
    buf_put_key(b, "you");
    buf_put(b, "{");
    put_number_or_null(b, "chair", chair);
    put_number_or_null(b, "seat", chair >= 0 ? t->chair[chair].seat : -1);
    buf_put_char(b, '}');
}

/* For games with a player who begins: the chosen chair, or null for a draw. */
static void put_begins(const struct table *t, struct buf *b)
{
    if (t->plan.setup.game->begins >= 0)
        put_number_or_null(b, "begins", t->begins);
}

static void put_times(const struct table *t, const struct moment *now, struct buf *b)
{
    buf_put_key(b, "times");
    if (t->plan.clock.kind == TABLE_CLOCK_NONE || t->phase == TABLE_OPEN) {
        buf_put(b, "null");
        return;
    }
    buf_put(b, "{\"now\":");
    buf_put_int(b, now->date);
    buf_put(b, ",\"seats\":[");
    for (int i = 0; i < t->plan.setup.seats; i++) {
        int64_t until = table_seat_until(t, i, now);
        buf_put_comma(b);
        buf_put_char(b, '{');
        put_number_or_null(b, "until", until == TABLE_NEVER ? -1 : until);
        put_number_or_null(b, "bank", t->seat[i].bank_ms);
        buf_put_char(b, '}');
    }
    buf_put(b, "]}");
}

static void put_ask(const struct table *t, struct buf *b)
{
    buf_put_key(b, "ask");
    if (t->ask_seat < 0) {
        buf_put(b, "null");
        return;
    }
    buf_put(b, "{\"seat\":");
    buf_put_int(b, t->ask_seat);
    buf_put(b, ",\"waiting\":");
    game_write_seats(t->ask_waiting, b);
    buf_put_char(b, '}');
}

/* The seat's view of a state. All output about the game goes through observe. */
static void add_view(const struct game *g, const struct state *s, int seat, struct strbuf *out)
{
    struct view_room room;
    memset(&room, 0, sizeof room);
    g->observe(s, seat, view_in(&room));
    struct buf b = strbuf_room(out, GAME_JSON_MAX);
    g->write_view(view_in(&room), &b);
    strbuf_take(out, &b);
}

/* If the next deal followed at once: the seat's last view of the deal that ended. */
static void add_ended(const struct table *t, int seat, struct strbuf *out)
{
    struct state_room before;
    if (t->steps < 2 || t->step[t->steps - 1].seat != RECORD_DEAL)
        return;
    table_replay(t, t->steps - 1, state_in(&before));
    strbuf_put(out, ",\"ended\":");
    add_view(t->plan.setup.game, state_in(&before), seat, out);
}

void table_write_shown(const struct game *g, const struct state *s, char text[TABLE_SHOWN_MAX])
{
    struct view_room room;
    struct buf b;
    memset(&room, 0, sizeof room);
    g->observe(s, GAME_SPECTATOR, view_in(&room));
    buf_init(&b, text, TABLE_SHOWN_MAX);
    if (!g->write_shown(view_in(&room), &b))
        text[0] = '\0';
    assert(!b.full);
}

int table_find_own_step(const struct table *t, int seat)
{
    int i = t->steps;
    while (i > 0 && (t->step[i - 1].seat != seat || (t->step[i - 1].m & MOVE_TALK) != 0))
        i--;
    return i;
}

/* The member `shown`: the cards that each step from `from` on showed to everybody, oldest first. A
   view has only the latest ones; after several moves this member has them all. */
static void add_shown(const struct table *t, int from, struct strbuf *out)
{
    const struct game *g = t->plan.setup.game;
    struct state_room room;
    char text[2][TABLE_SHOWN_MAX];
    int n = 0;
    if (g->write_shown == NULL || t->phase == TABLE_OPEN)
        return;
    strbuf_put(out, ",\"shown\":[");
    table_replay(t, from, state_in(&room));
    table_write_shown(g, state_in(&room), text[0]);
    for (int i = from; i < t->steps; i++) {
        table_replay_step(t, i, state_in(&room));
        table_write_shown(g, state_in(&room), text[1]);
        if (text[1][0] != '\0' && strcmp(text[0], text[1]) != 0) {
            strbuf_put(out, n++ > 0 ? "," : "");
            strbuf_put(out, text[1]);
        }
        memcpy(text[0], text[1], TABLE_SHOWN_MAX);
    }
    strbuf_put(out, "]");
}

static void add_legal(const struct game *g, const struct state *s, int seat, struct strbuf *out)
{
    move moves[GAME_MOVES_MAX];
    struct buf b = strbuf_room(out, LEGAL_ROOM);
    int n = seat >= 0 && g->actors(s) >> seat & 1 ? g->legal(s, seat, moves) : 0;
    buf_put(&b, ",\"legal\":[");
    for (int i = 0; i < n; i++) {
        buf_put_comma(&b);
        buf_put_char(&b, '"');
        g->write_move(moves[i], &b);
        buf_put_char(&b, '"');
    }
    buf_put_char(&b, ']');
    strbuf_take(out, &b);
}

void table_write_sight(const struct game *g, const struct state *s, int seat, struct strbuf *out)
{
    strbuf_put(out, "\"view\":");
    add_view(g, s, seat, out);
    add_legal(g, s, seat, out);
}

static void put_result(const struct table *t, struct buf *b)
{
    buf_put_key(b, "result");
    if (t->phase == TABLE_OVER)
        game_write_result(t->plan.setup.game, table_state(t), b);
    else
        buf_put(b, "null");
}

static void add_head(const struct table *t, struct strbuf *out)
{
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put(&b, "{\"table\":");
    buf_put_json(&b, t->id);
    buf_put_key(&b, "n");
    buf_put_int(&b, t->n - 1);
    strbuf_take(out, &b);
}

static void add_people(const struct table *t, uint64_t player, unsigned changed, struct strbuf *out)
{
    struct buf b = strbuf_room(out, HEAD_ROOM + PEOPLE_ROOM);
    buf_put_char(&b, ','); /* the buffer is new, so it puts no comma itself */
    if (changed & TABLE_NEW_PHASE) {
        buf_put_key(&b, "phase");
        buf_put_json(&b, phases[t->phase]);
    }
    if (changed & (TABLE_NEW_PHASE | TABLE_NEW_PEOPLE)) {
        put_you(t, player, &b);
        put_people(t, &b);
        put_notes(t, &b);
        put_begins(t, &b);
        if (t->practice)
            buf_put(&b, ",\"practice\":true");
        table_write_fork(&t->fork, &b);
        day_write_mark(&t->daily, &b);
    }
    if (changed & TABLE_NEW_DRAW)
        table_write_draw(t, &b);
    if (changed & TABLE_NEW_ASK)
        put_ask(t, &b);
    if (changed & TABLE_NEW_PAUSE)
        table_write_pause(t, &b);
    if (changed & TABLE_NEW_RESULT)
        put_result(t, &b);
    if (changed & TABLE_NEW_REMATCH && t->rematch[0] != '\0') {
        buf_put_key(&b, "rematch");
        buf_put_json(&b, t->rematch);
    }
    if (b.len > 1)
        strbuf_take(out, &b);
}

/* The options, once the player who begins is settled. */
static void add_settled(const struct table *t, struct strbuf *out)
{
    if (t->phase == TABLE_OPEN || t->plan.setup.game->begins < 0)
        return;
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put(&b, ",\"options\":");
    table_write_options(&t->plan.setup, true, &b);
    strbuf_take(out, &b);
}

static struct table_span add_game(const struct table *t, uint64_t player, const struct moment *now,
                                  struct strbuf *out)
{
    int seat = table_find_seat(t, player);
    strbuf_put(out, ",");
    struct table_span sight = {.start = out->len};
    if (t->phase == TABLE_OPEN)
        strbuf_put(out, "\"view\":null,\"legal\":[]");
    else
        table_write_sight(t->plan.setup.game, table_state(t), seat, out);
    sight.end = out->len;
    add_ended(t, seat, out);
    if (t->plan.clock.kind == TABLE_CLOCK_NONE)
        return sight;
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put_char(&b, ',');
    put_times(t, now, &b);
    strbuf_take(out, &b);
    return sight;
}

static int count_moves(const struct table_event *const *e, int n)
{
    int moves = 0;
    for (int i = 0; i < n; i++)
        moves += e[i]->kind == TABLE_MOVE;
    return moves;
}

struct table_span table_write_update(const struct table *t, uint64_t player,
                                     const struct table_event *const *e, int n, unsigned changed,
                                     const struct moment *now, struct strbuf *out)
{
    int seat = table_find_seat(t, player);
    struct table_span sight = {.start = 0};
    add_head(t, out);
    if (n > 0)
        strbuf_put(out, ",\"events\":[");
    for (int i = 0; i < n; i++) {
        struct buf b = strbuf_room(out, TABLE_EVENT_JSON);
        if (i > 0)
            buf_put_char(&b, ',');
        table_show_event(e[i], t, seat, &b);
        strbuf_take(out, &b);
    }
    if (n > 0)
        strbuf_put(out, "]");
    add_people(t, player, changed, out);
    if (changed & TABLE_NEW_PHASE)
        add_settled(t, out);
    if (changed & TABLE_NEW_GAME)
        sight = add_game(t, player, now, out);
    int moves = count_moves(e, n);
    if (moves > 1)
        add_shown(t, seat >= 0 ? table_find_own_step(t, seat) : t->steps - moves, out);
    strbuf_put(out, "}");
    return sight;
}

static void add_plan(const struct table *t, struct strbuf *out)
{
    const struct setup *setup = &t->plan.setup;
    uint8_t commit[FAIR_BYTES];
    char hex[FAIR_HEX];
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put(&b, ",\"game\":");
    buf_put_json(&b, setup->game->name);
    buf_put_key(&b, "rules");
    buf_put_int(&b, setup->rules);
    buf_put_key(&b, "seats");
    buf_put_int(&b, setup->seats);
    buf_put_key(&b, "options");
    table_write_options(setup, t->phase != TABLE_OPEN, &b);
    buf_put_key(&b, "clock");
    table_write_clock(&t->plan.clock, &b);
    buf_put_key(&b, "listed");
    buf_put(&b, t->plan.listed ? "true" : "false");
    if (t->plan.aids)
        buf_put(&b, ",\"aids\":true");
    buf_put_key(&b, "start");
    buf_put(&b, t->plan.start_by_host ? "\"host\"" : "\"full\"");
    buf_put_key(&b, "host");
    table_write_player(t->host, &b);
    fair_commit(t->plan.secret, commit);
    fair_write_hex(commit, FAIR_BYTES, hex);
    buf_put_key(&b, "commit");
    buf_put_json(&b, hex);
    strbuf_take(out, &b);
}

static bool is_muted(uint64_t player, const uint64_t *muted, int mutes)
{
    for (int i = 0; i < mutes; i++)
        if (muted[i] == player)
            return true;
    return false;
}

struct table_span table_write_whole(const struct table *t, uint64_t player, const uint64_t *muted,
                                    int mutes, const struct moment *now, struct strbuf *out)
{
    add_head(t, out);
    add_plan(t, out);
    add_people(t, player, TABLE_NEW_ALL, out);
    struct table_span sight = add_game(t, player, now, out);
    int seat = table_find_seat(t, player);
    if (seat >= 0)
        add_shown(t, table_find_own_step(t, seat), out);
    if (t->plan.clock.kind == TABLE_CLOCK_NONE)
        strbuf_put(out, ",\"times\":null");
    strbuf_put(out, ",\"talk\":[");
    for (int i = 0, n = 0; i < t->said_count; i++) {
        if (is_muted(t->said[i].player, muted, mutes))
            continue;
        strbuf_put(out, n++ > 0 ? "," : "");
        strbuf_put(out, t->said[i].json);
    }
    strbuf_put(out, "]}");
    return sight;
}

/* Who sat there, by seat; a bot as "bot:LEVEL". */
static void put_names(const struct table *t, struct buf *b)
{
    char level[TABLE_LEVEL_MAX + 8];
    struct buf name;
    buf_put_key(b, "names");
    buf_put_char(b, '[');
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const struct table_chair *c = &t->chair[t->seat[i].chair];
        buf_init(&name, level, sizeof level);
        buf_put(&name, "bot:");
        buf_put(&name, c->kind != TABLE_CHAIR_BOT ? "" : c->name != NULL ? c->name : c->bot->name);
        buf_put_comma(b);
        buf_put_json(b, c->kind == TABLE_CHAIR_PERSON ? c->name : level);
    }
    buf_put_char(b, ']');
}

/* How a finished game ended, for a row. */
static void put_ending(const struct table *t, struct buf *b)
{
    buf_put_key(b, "ended");
    buf_put_int(b, t->ended);
    put_result(t, b);
    buf_put(b, ",\"players\":[");
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const struct table_chair *c = &t->chair[t->seat[i].chair];
        buf_put_comma(b);
        if (c->kind == TABLE_CHAIR_PERSON)
            table_write_player(c->player, b);
        else
            buf_put(b, "null");
    }
    buf_put(b, t->practice ? "],\"practice\":true" : "]");
    put_names(t, b);
#ifndef WITHOUT_FACTS
    game_write_facts(t->plan.setup.game, table_state(t), t->plan.setup.seats, b);
#endif
}

void table_write_row(const struct table *t, struct strbuf *out)
{
    struct buf b = strbuf_room(out, HEAD_ROOM);
    int host = table_find_chair(t, t->host), taken = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        taken += t->chair[i].kind != TABLE_CHAIR_FREE;
    buf_put(&b, "\"table\":");
    buf_put_json(&b, t->id);
    buf_put_key(&b, "game");
    buf_put_json(&b, t->plan.setup.game->name);
    buf_put_key(&b, "seats");
    buf_put_int(&b, t->plan.setup.seats);
    buf_put_key(&b, "options");
    table_write_options(&t->plan.setup, t->phase != TABLE_OPEN, &b);
    if (t->plan.aids)
        buf_put(&b, ",\"aids\":true");
    buf_put_key(&b, "taken");
    buf_put_int(&b, taken);
    buf_put_key(&b, "clock");
    table_write_clock(&t->plan.clock, &b);
    buf_put_key(&b, "host");
    if (host >= 0)
        buf_put_json(&b, t->chair[host].name);
    else
        buf_put(&b, "null");
    buf_put_key(&b, "phase");
    buf_put_json(&b, phases[t->phase]);
    if (t->phase == TABLE_OVER)
        put_ending(t, &b);
    day_write_mark(&t->daily, &b);
    strbuf_take(out, &b);
}

/* ---- records ---- */

static void put_fair(const struct table *t, struct buf *b)
{
    uint8_t commit[FAIR_BYTES];
    char hex[FAIR_HEX];
    fair_commit(t->plan.secret, commit);
    fair_write_hex(commit, FAIR_BYTES, hex);
    buf_put(b, ",\"fair\":{\"commit\":");
    buf_put_json(b, hex);
    fair_write_hex(t->plan.secret, FAIR_BYTES, hex);
    buf_put_key(b, "secret");
    buf_put_json(b, hex);
    table_write_numbers(t, b);
    if (t->draws > 0) {
        table_write_seals(t, b);
        buf_put_key(b, "draws");
        buf_put_int(b, t->draws);
    }
    buf_put(b, ",\"order\":[");
    for (int i = 0; i < t->plan.setup.seats; i++) {
        buf_put_comma(b);
        buf_put_int(b, t->chair[i].seat);
    }
    buf_put(b, "],\"options\":"); /* as they were before the deal */
    table_write_options(&t->plan.setup, true, b);
    if (t->drawn)
        put_number_or_null(b, "begins", t->begins);
    buf_put_char(b, '}');
}

static void put_more(const struct table *t, struct buf *b)
{
    buf_put(b, ",\"rules\":");
    buf_put_int(b, t->plan.setup.rules);
    buf_put_key(b, "table");
    buf_put_json(b, t->id);
    put_names(t, b);
    buf_put_key(b, "began");
    buf_put_int(b, t->began);
    buf_put_key(b, "ended");
    buf_put_int(b, t->ended);
    /* Nobody was promised the cards of a fork or of a daily deal. */
    if (t->fork.of[0] == '\0' && t->daily.day == 0)
        put_fair(t, b);
}

void table_write_steps(const struct table *t, struct strbuf *out)
{
    struct record_writer w;
    record_writer_init(&w);
    record_start(&w, t->plan.setup.game, t->plan.setup.seats);
    for (int i = 0; i < t->steps; i++) {
        if (t->step[i].seat == RECORD_DEAL)
            record_add_deal(&w, &t->deal[t->step[i].deal]);
        else
            record_add_move(&w, t->step[i].seat, t->step[i].m);
    }
    record_finish(&w, table_state(t), out);
    record_writer_clear(&w);
    out->len -= 2; /* the brace and the line end: more members follow */
    if (t->practice)
        strbuf_put(out, ",\"practice\":true");
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put_char(&b, ','); /* the buffer is new, so it puts no comma itself */
    table_write_fork(&t->fork, &b);
    day_write_mark(&t->daily, &b);
    if (b.len > 1)
        strbuf_take(out, &b);
}

void table_write_record(const struct table *t, struct strbuf *out)
{
    table_write_steps(t, out);
    struct buf b = strbuf_room(out, HEAD_ROOM + PEOPLE_ROOM);
    put_more(t, &b);
    buf_put(&b, "}\n");
    strbuf_take(out, &b);
}
