/*
 * The leak law without `determinize`: exchange cards in a deal that a seat has not seen (unseen.h
 * finds them by the rules alone) and replay the same events. All that the seat receives must stay
 * the same after every event: its view, the view's text and length, its legal moves, the bytes of
 * protocol 2, which are these folded over what it received before, what the table tells of the
 * past, and aids.
 * REDEAL_GAMES=N plays N games per game and seat count.
 *
 * In Smitten the rules give some information about hidden cards: the game goes on only if a player
 * can go on, and a card can be revealed only beside one that fits. An exchange that changes this is
 * impossible for the seat and is undone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/fold.h"
#include "table/table.h"
#include "tests/laws/unseen.h"
#include "tests/tap.h"

struct follower {
    const char *game;
    int (*unseen)(const struct play *p, int events, int seat, struct spot *out);
    bool (*keeps)(const struct play *p, const struct play *changed, int events);
    bool tells; /* whether the game goes on may depend on hidden cards */
    int games;  /* played unless the environment sets another number */
};

static const struct follower followers[] = {
    {.game = "null", .unseen = unseen_null, .games = 10},
    {.game = "photograph", .unseen = unseen_photograph, .games = 8},
    {.game = "luz", .unseen = unseen_luz, .keeps = unseen_luz_keeps, .games = 2},
    {.game = "smitten",
     .unseen = unseen_smitten,
     .keeps = unseen_smitten_keeps,
     .tells = true,
     .games = 60},
};

enum { EXCHANGES = 12, MOMENTS = 8 };

/* All that a seat receives at one moment. */
struct given {
    uint32_t actors;
    struct view_room view;
    size_t len;
    char text[GAME_JSON_MAX];
    int moves;
    move move[GAME_MOVES_MAX];
    struct strbuf folded, past, aids;
};

/* A table in the middle of a play, for what it tells of the past. */
static struct table table;
static struct table_step steps[PLAY_EVENTS_MAX];
static struct deal deals[PLAY_EVENTS_MAX];

static struct play play, changed;
static struct given truth[PLAY_EVENTS_MAX + 1];
static struct strbuf sight[2]; /* the one before, and now */
static long compared, exchanged, failed;

static void give_folded(const struct game *g, const struct state *s, int seat, struct given *out)
{
    struct strbuf before = sight[1];
    sight[1] = sight[0];
    sight[0] = before;
    strbuf_reset(&sight[1]);
    table_write_sight(g, s, seat, &sight[1]);
    strbuf_reset(&out->folded);
    if (!fold_write(sight[0].text, sight[0].len, sight[1].text, sight[1].len, &out->folded))
        abort(); /* tests/laws/folds.c says why */
}

static void set_table(const struct play *p)
{
    table.plan.setup = (struct setup){.game = p->game, .seats = p->seats, .rules = p->game->rules};
    memcpy(table.plan.setup.opt, p->opt, sizeof p->opt);
    table.phase = TABLE_PLAY;
    table.plan.aids = true;
    for (int i = 0; i < p->seats; i++)
        table.chair[i] =
            (struct table_chair){.kind = TABLE_CHAIR_PERSON, .player = (uint64_t)i + 1, .seat = i};
    table.step = steps;
    table.deal = deals;
    for (int i = 0; i < p->n; i++) {
        steps[i] = (struct table_step){.m = p->event[i].move, .seat = p->event[i].seat};
        deals[i] = p->event[i].deal;
        steps[i].deal = i;
    }
}

/* The past that a seat may look at after so many events: its last moments, and now and then all of
   it. The other moments were compared when they were the last. */
static void give_past(const struct state *s, int events, int seat, struct given *out)
{
    strbuf_reset(&out->past);
    if (seat == GAME_SPECTATOR)
        return;
    memcpy(table.state.bytes, s, table.plan.setup.game->state_size);
    table.steps = events;
    table_write_past(&table, seat, events > 0 ? events - 1 : 0, TABLE_PAST_MAX, &out->past);
    if (events % 16 == 0)
        table_write_past(&table, seat, 0, TABLE_PAST_MAX, &out->past);
}

/* The answer to the request `aids`, at a table that permits them to several people. */
static void give_aids(int seat, struct given *out)
{
    struct problem problem = PROBLEM_EMPTY;
    strbuf_reset(&out->aids);
    if (seat != GAME_SPECTATOR)
        table_tell_aids(&table, (uint64_t)seat + 1, &out->aids, &problem);
}

static void give(const struct play *p, const struct state *s, int seat, struct given *out)
{
    struct buf b;
    give_folded(p->game, s, seat, out);
    memset(&out->view, 0, sizeof out->view);
    p->game->observe(s, seat, view_in(&out->view));
    buf_init(&b, out->text, sizeof out->text);
    p->game->write_view(view_in(&out->view), &b);
    out->len = b.len;
    out->actors = p->game->actors(s);
    out->moves = seat == GAME_SPECTATOR ? 0 : p->game->legal(s, seat, out->move);
}

/* An empty text may be NULL. */
static bool is_same_text(const struct strbuf *a, const struct strbuf *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->text, b->text, a->len) == 0);
}

static bool is_same(const struct given *a, const struct given *b)
{
    return a->actors == b->actors && memcmp(&a->view, &b->view, sizeof a->view) == 0 &&
           a->len == b->len && memcmp(a->text, b->text, a->len) == 0 && a->moves == b->moves &&
           memcmp(a->move, b->move, (size_t)a->moves * sizeof *a->move) == 0 &&
           is_same_text(&a->folded, &b->folded) && is_same_text(&a->past, &b->past) &&
           is_same_text(&a->aids, &b->aids);
}

static void note_difference(const struct given *a, const struct given *b, int seat, int event)
{
    if (++failed > 3)
        return;
    tap_note("%s, options %s: seat %d sees a difference after %d events", play.game->name,
             play_name_options(play.game, play.opt), seat, event);
    tap_note("actors %#x, %d moves, %s", a->actors, a->moves, a->text);
    tap_note("actors %#x, %d moves, %s", b->actors, b->moves, b->text);
    for (int i = 0; i < event; i++)
        if (play.event[i].seat == PLAY_DEALER) {
            char memory[2][GAME_DEAL_TEXT_MAX];
            struct buf text[2];
            buf_init(&text[0], memory[0], sizeof memory[0]);
            buf_init(&text[1], memory[1], sizeof memory[1]);
            game_write_deal(play.game, &play.event[i].deal, &text[0]);
            game_write_deal(play.game, &changed.event[i].deal, &text[1]);
            tap_note("deal %s", memory[0]);
            tap_note("or   %s", memory[1]);
        } else {
            tap_note("%d %s", play.event[i].seat, unseen_move(&play, i));
        }
}

/* Records all that the seat receives in the true game. */
static void record_truth(int events, int seat)
{
    struct state_room room;
    memset(&room, 0, sizeof room);
    play.game->init(state_in(&room), play.seats, play.opt);
    strbuf_reset(&sight[1]);
    set_table(&play);
    for (int i = 0; i <= events; i++) {
        give(&play, state_in(&room), seat, &truth[i]);
        give_past(state_in(&room), i, seat, &truth[i]);
        give_aids(seat, &truth[i]);
        if (i < events)
            play_carry_out(play.game, state_in(&room), &play.event[i]);
    }
}

enum verdict { SAME, OTHER, IMPOSSIBLE };

/* Replays the changed deals and compares. IMPOSSIBLE: by the rules the seat knows better. */
static enum verdict compare(const struct follower *f, int events, int seat)
{
    static struct given here;
    struct state_room room;
    memset(&room, 0, sizeof room);
    play.game->init(state_in(&room), play.seats, play.opt);
    strbuf_reset(&sight[1]);
    set_table(&changed);
    for (int i = 0; i <= events; i++) {
        give(&changed, state_in(&room), seat, &here);
        give_past(state_in(&room), i, seat, &here);
        give_aids(seat, &here);
        if (f->tells && (here.actors == 0) != (truth[i].actors == 0))
            return IMPOSSIBLE;
        if (!is_same(&truth[i], &here)) {
            note_difference(&truth[i], &here, seat, i);
            return OTHER;
        }
        compared++;
        if (i < events && play_carry_out(play.game, state_in(&room), &changed.event[i]) != NULL) {
            if (f->tells)
                return IMPOSSIBLE;
            note_difference(&truth[i], &here, seat, i);
            return OTHER;
        }
    }
    return SAME;
}

static bool may_exchange(const struct spot *a, const struct spot *b)
{
    return a->event == b->event && a->index != b->index &&
           (a->kind == b->kind || (a->stack != 0 && a->stack == b->stack));
}

static void swap_cards(const struct spot *a, const struct spot *b)
{
    struct deal *d = &changed.event[a->event].deal;
    uint8_t card = d->card[a->index];
    d->card[a->index] = d->card[b->index];
    d->card[b->index] = card;
}

/* Exchanges cards that the seat has not seen after this many events, pair by pair. The card at a
   spot changes, so kinds are looked up again each time. */
static void check_moment(const struct follower *f, int events, int seat)
{
    static struct spot spots[SPOTS_MAX];
    changed = play;
    record_truth(events, seat);
    for (int i = 0; i < EXCHANGES; i++) {
        int n = f->unseen(&changed, events, seat, spots);
        if (n < 2)
            return;
        const struct spot *a = &spots[rng_below(&play.rng, (uint32_t)n)], *b = a;
        for (int tries = 0; tries < 100 && !may_exchange(a, b); tries++)
            b = &spots[rng_below(&play.rng, (uint32_t)n)];
        if (!may_exchange(a, b))
            continue;
        swap_cards(a, b);
        if (f->keeps != NULL && !f->keeps(&play, &changed, events)) {
            swap_cards(a, b);
            continue;
        }
        enum verdict verdict = compare(f, events, seat);
        if (verdict == OTHER)
            return;
        if (verdict == IMPOSSIBLE)
            swap_cards(a, b);
        exchanged += verdict == SAME;
    }
}

static void check_game(const struct follower *f, const struct game *g, int seats, int number)
{
    int opt[GAME_OPTIONS_MAX];
    bool more = play_first_options(g, seats, opt);
    /* A stride through the combinations of options, so that games differ in them. */
    for (int i = 0; i < number * 7; i++)
        if (!more || !play_next_options(g, seats, opt))
            more = play_first_options(g, seats, opt);
    play_start(&play, g, seats, opt);
    play_seed(&play, 77, (uint64_t)number);
    play_on(&play, PLAY_EVENTS_MAX);
    for (int i = 0; i < MOMENTS; i++)
        for (int seat = GAME_SPECTATOR; seat < seats; seat++)
            check_moment(f, (int)rng_below(&play.rng, (uint32_t)play.n) + 1, seat);
    for (int seat = GAME_SPECTATOR; seat < seats; seat++)
        check_moment(f, play.n, seat);
}

int main(int argc, char **argv)
{
    const char *wanted = getenv("REDEAL_GAMES");
    bool known = argc == 1;
    for (size_t i = 0; i < sizeof followers / sizeof followers[0]; i++) {
        const struct game *g = games_find(followers[i].game);
        int games = wanted == NULL ? followers[i].games : atoi(wanted);
        if (g == NULL || (argc > 1 && strcmp(argv[1], g->name) != 0))
            continue;
        known = true;
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            compared = exchanged = failed = 0;
            for (int k = 0; k < games; k++)
                check_game(&followers[i], g, seats, k);
            tap_ok(failed == 0 && exchanged > games,
                   "%s %d: unseen cards change nothing that a seat receives (%ld exchanges)",
                   g->name, seats, exchanged);
        }
    }
    if (!known)
        tap_ok(false, "%s: `followers` says which cards a seat has not seen", argv[1]);
    for (int i = 0; i <= PLAY_EVENTS_MAX; i++)
        strbuf_clear(&truth[i].folded), strbuf_clear(&truth[i].past), strbuf_clear(&truth[i].aids);
    strbuf_clear(&sight[0]);
    strbuf_clear(&sight[1]);
    return tap_done();
}
