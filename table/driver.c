/* Asking bots: see driver.h. */
#include "table/driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

enum { NAME_MAX = 64 };

static bool read_number(const char *text, size_t len, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9' || *out > (UINT64_MAX >> 4) / 10)
            return false;
        *out = *out * 10 + (uint64_t)(text[i] - '0');
    }
    return len > 0 && *out > 0;
}

bool driver_read_bot(const struct game *g, const char *text, size_t len, struct driver_bot *out)
{
    char name[NAME_MAX];
    const char *colon = memchr(text, ':', len);
    size_t keep = colon != NULL ? (size_t)(colon - text) : len;
    if (keep >= sizeof name)
        return false;
    memcpy(name, text, keep);
    name[keep] = '\0';
    *out = (struct driver_bot){.bot = bots_find(g, name)};
    if (out->bot == NULL)
        return false;
    return colon == NULL || read_number(colon + 1, len - keep - 1, &out->iterations);
}

void driver_write_bot(const struct driver_bot *b, struct buf *out)
{
    buf_put(out, b->bot->name);
    if (b->iterations == 0)
        return;
    buf_put_char(out, ':');
    buf_put_int(out, (long long)b->iterations);
}

void driver_list_bots(const struct game *g, struct buf *out)
{
    for (int i = 0, n = 0; bots_list[i] != NULL; i++) {
        if (bots_list[i]->game != NULL && bots_list[i]->game != g)
            continue;
        buf_put(out, n++ > 0 ? ", " : "");
        buf_put(out, bots_list[i]->name);
    }
}

void driver_init(struct driver *d, const struct game *g)
{
    memset(d, 0, sizeof *d);
    d->game = g;
}

void driver_clear(struct driver *d)
{
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        bot_memory_free(d->memory[i].bytes);
    memset(d->memory, 0, sizeof d->memory);
}

void driver_seat(struct driver *d, int seats, const struct driver_bot *bot)
{
    d->seats = seats;
    for (int i = 0; i < seats; i++) {
        d->bot[i] = bot[i];
        d->scratch[i] = bot_memory_find(d->memory, GAME_SEATS_MAX, bot[i].bot);
    }
    memset(d->cost, 0, sizeof d->cost);
    turns_start(&d->turns);
    d->next = 0;
}

/* The seed is text: as a number it might not fit the reader's integers. */
void driver_sign_record(const struct driver *d, uint64_t seed, uint64_t deal, struct strbuf *out)
{
    char number[24];
    out->len -= 2; /* the brace and the line end */
    strbuf_put(out, ",\"names\":[");
    for (int i = 0; i < d->seats; i++) {
        size_t room = strlen(d->bot[i].bot->name) + NAME_MAX;
        char *memory = memory_take(room);
        struct buf name;
        buf_init(&name, memory, room);
        buf_put(&name, "bot:");
        driver_write_bot(&d->bot[i], &name);
        struct buf b = strbuf_room(out, 6 * room);
        buf_put(&b, i > 0 ? "," : "");
        buf_put_json(&b, name.text);
        strbuf_take(out, &b);
        free(memory);
    }
    snprintf(number, sizeof number, "%" PRIu64, seed);
    struct buf b = strbuf_room(out, 2 * NAME_MAX);
    buf_put(&b, "],\"seed\":");
    buf_put_json(&b, number);
    buf_put_key_int(&b, "deal", (long long)deal);
    buf_put(&b, "}\n");
    strbuf_take(out, &b);
}

void driver_open(struct driver *d, const int *opt)
{
    for (int i = 0; i < d->seats; i++)
        if (d->bot[i].bot->open != NULL)
            d->bot[i].bot->open(d->bot[i].bot, d->game, d->seats, opt, i, d->scratch[i]);
}

void driver_close(struct driver *d, const struct state *s)
{
    char result[GAME_DEAL_TEXT_MAX];
    struct buf b;
    for (int i = 0; i < d->seats; i++) {
        if (d->bot[i].bot->close == NULL)
            continue;
        buf_init(&b, result, sizeof result);
        game_write_result(d->game, s, &b);
        d->bot[i].bot->close(d->bot[i].bot, result, i, d->scratch[i]);
    }
}

/* A bot that breaks its contract is a bug of Parlor: names the bot and aborts. */
static _Noreturn void blame(const struct driver *d, int seat, move m, const char *why)
{
    char text[GAME_TEXT_MAX] = "MOVE_NONE";
    struct buf b;
    if (m != MOVE_NONE) {
        buf_init(&b, text, sizeof text);
        d->game->write_move(m, &b);
    }
    fprintf(stderr, "parlor: bug: the bot %s of %s, seat %d, answered `%s` (%#llx): %s\n",
            d->bot[seat].bot->name, d->game->name, seat, text, (unsigned long long)m, why);
    abort();
}

static move ask(struct driver *d, const struct state *s, int seat, bool must, uint64_t seed)
{
    struct view_room room;
    const struct driver_bot *b = &d->bot[seat];
    struct bot_limits limits = {.iterations = b->iterations,
                                .time_ns = d->time_ns,
                                .clock = d->clock,
                                .stop = d->stop,
                                .must = must};
    d->game->observe(s, seat, view_in(&room));
    struct bot_question q = {.game = d->game,
                             .view = view_in(&room),
                             .seat = seat,
                             .limits = &limits,
                             .seed = seed,
                             .scratch = d->scratch[seat]};
    uint64_t start = d->clock != NULL ? d->clock(NULL) : 0;
    b->bot->choose(b->bot, &q, &d->choice);
    d->cost[seat].cpu_ns += d->clock != NULL ? d->clock(NULL) - start : 0;
    d->cost[seat].asked++;
    d->cost[seat].iterations += d->choice.iterations;
    return d->choice.m;
}

/* Aborts if the bot breaks its contract. */
static void check_answer(const struct driver *d, const struct state *s, int seat, bool must, move m)
{
    move moves[GAME_MOVES_MAX];
    const char *why = m != MOVE_NONE ? d->game->refuse(s, seat, m) : NULL;
    if (why != NULL)
        blame(d, seat, m, why);
    if (must && (m & MOVE_TALK) != 0 && d->game->legal(s, seat, moves) > 0)
        blame(d, seat, m, "it has to move and can");
}

static void keep_event(struct driver *d, int seat, move m, struct play_event *out)
{
    out->seat = seat;
    out->move = m;
    turns_note(&d->turns, seat, m);
    d->next = (m & MOVE_TALK) != 0 ? seat + 1 : 0;
}

int driver_choose(struct driver *d, const struct state *s, struct rng *deals, struct rng *seeds,
                  struct play_event *out)
{
    uint32_t actors = d->game->actors(s);
    if (actors == 0)
        return 0;
    if (actors == GAME_DEALER) {
        out->seat = PLAY_DEAL;
        d->game->shuffle(s, deals, &out->deal);
        return 1;
    }
    /* Each actor is asked at most twice: first it may wait, then it must move. */
    for (int left = 2 * __builtin_popcount(actors);; left--) {
        int seat = turns_find_next(actors, d->next);
        bool must = turns_must(&d->turns, d->game, actors);
        move m = ask(d, s, seat, must, rng_next(seeds));
        check_answer(d, s, seat, must, m);
        if (turns_take(&d->turns, seat, must, m)) {
            keep_event(d, seat, m, out);
            if (d->watch != NULL)
                d->watch(d->context, s, seat, &d->choice);
            return 1;
        }
        turns_wait(&d->turns, seat);
        d->next = seat + 1;
        if (left == 0)
            blame(d, seat, m, "nobody moves"); /* a game whose actors cannot move is over */
    }
}
