/* Requests at a table: open, close, sit, move, talk and so on. See exchange.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/bot_tables.h"
#include "server/exchange.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/load.h"
#include "server/outbox.h"
#include "server/sights.h"
#include "server/steady.h"
#include "server/tables.h"
#include "table/memory.h"
#include "table/name.h"
#include "table/preview.h"

/* Sends the events after number `after`; false: too many are missing, or the read failed. */
static bool write_missed(struct exchange *x, struct live_table *live, int after)
{
    const struct table_event *heard[SERVER_MISSED_MAX];
    struct table_event *event = NULL;
    int missing = live->t->n - 1 - after, count = 0;
    if (missing < 0 || after < 0 || x->s->turn_failed || live->damaged >= 0 || live->lost)
        return false;
    if (missing > 0 && load_missed(x->s, live->t, after + 1, &event) == 0)
        return false;
    for (int i = 0; i < missing; i++)
        if (tables_is_told(x->c, &event[i]))
            heard[count++] = &event[i];
    size_t start = x->s->text.len;
    struct moment now = steady_at(x->s, live);
    struct table_span sight =
        table_write_update(live->t, x->c->player, heard, count, TABLE_NEW_ALL, &now, &x->s->text);
    sights_put_whole(x->s, live, x->c, &sight, &x->s->text);
    outbox_tell(x->s, x->c, live, start, x->s->text.len - start);
    free(event);
    return true;
}

/* Opening your own table reclaims the seat from its stand-in. */
static void reclaim_seat(struct exchange *x, struct live_table *live)
{
    struct table_request back = {.kind = TABLE_ASK_BACK, .player = x->c->player};
    struct moment now = steady_at(x->s, live);
    struct problem p;
    problem_start(&p, -1);
    exchange_start_effects(x->s);
    if (x->s->health.damage[0] != '\0')
        return; /* people may look, and nothing is stored */
    if (live->damaged < 0 && table_find_chair(live->t, x->c->player) >= 0 &&
        table_handle(live->t, &back, &now, &x->s->fx, &p))
        tables_publish(x->s, live);
}

void handle_open(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    json_int_t after = request_number(&x->request, "after", -1);
    if (live == NULL)
        return;
    if (!exchange_may_open(x, live)) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    const char *why = table_refuse_person(live->t, x->c->player);
    if (why == NULL && live->conns == 0 && bot_tables_counts(live->t))
        why = bot_tables_refuse(x->s, x->c);
    if (why != NULL) {
        exchange_fail(x, why);
        return;
    }
    exchange_done(x);
    reclaim_seat(x, live);
    tables_open(x->s, live, x->c);
    if (after < 0 || after > INT32_MAX || !write_missed(x, live, (int)after))
        tables_write_whole(x->s, live, x->c);
}

void handle_close(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    if (live == NULL)
        return;
    exchange_done(x);
    tables_close(x->s, live, x->c);
}

bool request_carry_out(struct exchange *x, struct live_table *live)
{
    struct table_request r;
    struct moment now = steady_at(x->s, live);
    struct problem p;
    problem_start(&p, -1);
    exchange_start_effects(x->s);
    if (exchange_is_repeated(x, live))
        return true;
    if (request_read_ask(&x->request, &r, &p) && request_read_player(&x->request, &r.target, &p)) {
        r.player = x->c->player;
        r.name = x->c->name;
        const char *why = bot_tables_refuse_request(x->s, x->c, live->t, &r);
        if (why != NULL)
            problem_add(&p, why);
        else if (table_handle(live->t, &r, &now, &x->s->fx, &p))
            return true;
    }
    exchange_start_effects(x->s);
    outbox_problem(x->s, x->c, x->re, &p);
    return false;
}

void handle_table(struct exchange *x)
{
    struct live_table *live = exchange_find_sound_table(x);
    if (live == NULL || !request_carry_out(x, live))
        return;
    exchange_done(x);
    tables_publish(x->s, live);
}

/* Whether another person at the table looks the same by name. Names that the server gives
   to guests may be equal by chance. */
static bool is_name_taken(const struct exchange *x, const struct table *t)
{
    char guest[TABLE_NAME_MAX];
    identity_guest_name(x->c->player, guest);
    for (int i = 0; i < t->plan.setup.seats && strcmp(x->c->name, guest) != 0; i++)
        if (t->chair[i].kind == TABLE_CHAIR_PERSON && t->chair[i].player != x->c->player &&
            name_is_like(t->chair[i].name, x->c->name))
            return true;
    return false;
}

/* Without a chair it was a repetition, and the person has left it since. */
static void answer_chair(struct exchange *x, int chair)
{
    char members[32];
    snprintf(members, sizeof members, ",\"chair\":%d", chair);
    outbox_ok(x->s, x->c, x->re, chair >= 0 ? members : ",\"chair\":null");
}

void handle_sit(struct exchange *x)
{
    struct live_table *live = exchange_find_sound_table(x);
    if (live == NULL)
        return;
    bool repeated = exchange_is_repeated(x, live), room = exchange_may_open(x, live);
    if (!repeated && !room) {
        exchange_fail(x, MSG("limit.tables"));
        return;
    }
    if (!repeated && is_name_taken(x, live->t)) {
        exchange_fail(x, MSG("table.name-taken"));
        return;
    }
    bool looks = false;
    for (int i = 0; i < x->c->opens; i++)
        looks = looks || x->c->open[i] == live;
    if (!request_carry_out(x, live))
        return;
    answer_chair(x, table_find_chair(live->t, x->c->player));
    tables_publish(x->s, live);
    /* A person who sat down once may have been removed since. */
    if (looks || !room || table_refuse_person(live->t, x->c->player) != NULL)
        return;
    tables_open(x->s, live, x->c);
    tables_write_whole(x->s, live, x->c);
}

/* Replies with these members, or with the problem. */
static void answer(struct exchange *x, bool good, const char *members, const struct problem *p)
{
    if (good)
        outbox_ok(x->s, x->c, x->re, members);
    else
        outbox_problem(x->s, x->c, x->re, p);
}

/* Would this move be legal? Changes nothing: a player who left does not come back by asking. */
void handle_why(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    struct problem p;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    bool good = table_check_move(live->t, x->c->player, exchange_text(x, "text"), &p);
    answer(x, good, ",\"legal\":true", &p);
}

/* The player's own cards after this move, if the move reveals nothing hidden. */
void handle_preview(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    char members[GAME_JSON_MAX];
    struct problem p;
    struct buf b;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    buf_init(&b, members, sizeof members);
    buf_put(&b, ",\"player\":");
    bool good = preview_write_own(live->t, x->c->player, exchange_text(x, "text"), &b, &p);
    answer(x, good, members, &p);
}

/* Tells the move that a take-back would undo. */
void handle_undoes(struct exchange *x)
{
    struct live_table *live = exchange_find_table(x);
    char members[GAME_TEXT_MAX + 128];
    struct problem p;
    struct buf b;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    buf_init(&b, members, sizeof members);
    buf_put_char(&b, ',');
    answer(x, table_write_undo(live->t, x->c->player, &b, &p), members, &p);
}

/* Replies with what a table tells a player, and changes nothing. */
static void tell(struct exchange *x, bool (*write)(const struct exchange *x, const struct table *t,
                                                   struct strbuf *out, struct problem *p))
{
    struct live_table *live = exchange_find_table(x);
    struct strbuf out;
    struct problem p;
    if (live == NULL)
        return;
    problem_start(&p, -1);
    strbuf_init(&out);
    strbuf_put(&out, ",");
    bool good = write(x, live->t, &out, &p);
    strbuf_put_bytes(&out, "", 1);
    answer(x, good, out.text, &p);
    strbuf_clear(&out);
}

static bool write_past(const struct exchange *x, const struct table *t, struct strbuf *out,
                       struct problem *p)
{
    return table_tell_past(t, x->c->player, request_read_from(&x->request), out, p);
}

static bool write_aids(const struct exchange *x, const struct table *t, struct strbuf *out,
                       struct problem *p)
{
    return table_tell_aids(t, x->c->player, out, p);
}

/* Tells the events so far, as the player saw them. */
void handle_past(struct exchange *x)
{
    tell(x, write_past);
}

/* Tells what the player could work out from the cards. */
void handle_aids(struct exchange *x)
{
    tell(x, write_aids);
}

static bool may_talk(struct exchange *x)
{
    const char *id = exchange_text(x, "table");
    uint64_t table = identity_hash(x->s, id, strlen(id));
    return limits_take(x->s, LIMIT_TALK_PERSON_TABLE, x->c->player, table) &&
           limits_take(x->s, LIMIT_TALK_PERSON, x->c->player, 0) &&
           limits_take(x->s, LIMIT_TALK_ADDRESS_TABLE, x->c->address, table) &&
           limits_take(x->s, LIMIT_TALK_ADDRESS, x->c->address, 0);
}

void handle_talk(struct exchange *x)
{
    const struct live_table *live = exchange_find_sound_table(x);
    if (live == NULL)
        return;
    if (exchange_is_repeated(x, live))
        exchange_done(x);
    else if (x->since == 0 && !may_talk(x))
        exchange_fail(x, MSG("limit.rate"));
    else if (is_name_taken(x, live->t))
        exchange_fail(x, MSG("table.name-taken"));
    else
        handle_table(x);
}

void handle_mute(struct exchange *x)
{
    uint64_t player;
    struct conn *c = x->c;
    struct problem p;
    problem_start(&p, -1);
    if (!request_read_player(&x->request, &player, &p)) {
        outbox_problem(x->s, c, x->re, &p);
        return;
    }
    for (int i = 0; i < c->mutes; i++)
        if (c->muted[i] == player)
            c->muted[i--] = c->muted[--c->mutes];
    if (request_is(&x->request, "on")) {
        if (c->muted == NULL)
            c->muted = memory_take_zeros(SERVER_MUTES_MAX, sizeof c->muted[0]);
        c->mutes -= c->mutes == SERVER_MUTES_MAX;
        c->muted[c->mutes++] = player;
    }
    exchange_done(x);
}
