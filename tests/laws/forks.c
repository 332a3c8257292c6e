/*
 * Laws of forks (table/fork.h), over random play of every game and number of seats. From any
 * moment, for any seat:
 *  1. The seat has seen the same at each step, with the same cards and dealt anew.
 *  2. With the same cards the state is the record's, and so are the later deals.
 *  3. Dealt anew, nothing depends on what the seat did not know: if cards that it has not seen are
 *     exchanged in the record, the fork is the same, byte by byte.
 *  4. The journal read again gives the same table, also from a snapshot; played to the end, also
 * with moves taken back across the moment, its record keeps all rules and says that it is a fork.
 * FORKS_GAMES sets the number of games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/fork.h"
#include "tests/laws/unseen.h"
#include "tests/tap.h"

enum { GAMES = 8, MOMENTS = 3, EXCHANGES = 30, SEED = 7 };

static struct play play, changed;
static struct moment now = {.steady = 5, .date = 1000};
static long forks, anew, exchanged, unlike;
static const char *fault;

static int (*unseen_of(const struct game *g))(const struct play *, int, int, struct spot *)
{
    static const struct {
        const char *game;
        int (*unseen)(const struct play *p, int events, int seat, struct spot *out);
    } known[] = {{"null", unseen_null},
                 {"photograph", unseen_photograph},
                 {"luz", unseen_luz},
                 {"smitten", unseen_smitten}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].game, g->name) == 0)
            return known[i].unseen;
    return NULL; /* tap_ok tells that no card was exchanged */
}

static bool expect(bool good, const char *what)
{
    if (!good && fault == NULL)
        fault = what;
    return good;
}

/* ---- Records ---- */

static void read_play(const struct play *p, struct record *r)
{
    struct record_writer w;
    struct state_room room = p->state;
    struct strbuf line = STRBUF_EMPTY;
    struct problem problem;
    record_writer_init(&w);
    record_start(&w, p->game, p->seats);
    for (int i = 0; i < p->n; i++) {
        if (p->event[i].seat == PLAY_DEALER)
            record_add_deal(&w, &p->event[i].deal);
        else
            record_add_move(&w, p->event[i].seat, p->event[i].move);
    }
    record_finish(&w, state_in(&room), &line);
    if (!record_read(r, line.text, line.len - 1, &problem))
        abort();
    record_writer_clear(&w);
    strbuf_clear(&line);
}

/* The state after so many events of the play. */
static bool replay(const struct play *p, int events, struct state_room *room)
{
    memset(room, 0, sizeof *room);
    p->game->init(state_in(room), p->seats, p->opt);
    for (int i = 0; i < events; i++)
        if (play_carry_out(p->game, state_in(room), &p->event[i]) != NULL)
            return false;
    return true;
}

static void look(const struct game *g, const struct state_room *room, int seat,
                 struct view_room *out)
{
    memset(out, 0, sizeof *out);
    g->observe(state_in((struct state_room *)room), seat, view_in(out));
}

/* ---- Tables ---- */

static bool make(const struct play *p, int step, int seat, bool is_anew, struct fork *f)
{
    struct record r;
    struct problem problem;
    struct fork_wish wish = {.step = step, .seat = seat, .anew = is_anew};
    uint8_t secret[FAIR_BYTES] = {(uint8_t)step, (uint8_t)seat, 3};
    wish.person = (struct table_person){.player = 9, .name = "Ann"};
    for (int i = 0; i < p->seats; i++)
        wish.level[i] = "random";
    problem_start(&problem, -1);
    read_play(p, &r);
    bool good = fork_make(f, &r, &wish, secret, &problem);
    record_clear(&r);
    return good;
}

/* The journal of a fork, one event per line; the name of its record only if wanted. */
static void write_journal(const struct fork *f, bool named, struct strbuf *out)
{
    struct fork plain = *f;
    strbuf_reset(out);
    if (!named)
        memset(plain.mark.of, '0', TABLE_FORK_OF - 1);
    for (int i = 0; i < fork_count_events(f); i++) {
        struct buf b = strbuf_room(out, TABLE_EVENT_JSON);
        struct table_event e;
        fork_read_event(&plain, i, &e);
        e.at = e.steady = 1000;
        table_write_event(&e, &plain.plan, &b);
        buf_put_char(&b, '\n');
        strbuf_take(out, &b);
    }
}

/* The table of a journal; NULL: it is broken. */
static struct table *read_table(const char *text)
{
    struct table_reading reading = {.id = "here-fork"};
    int n = 0;
    for (size_t len = strcspn(text, "\n"); *text != '\0'; text += len + 1, n++) {
        len = strcspn(text, "\n");
        if (!table_read_on(&reading, n, 1000, text, len)) {
            table_free(reading.t);
            return NULL;
        }
    }
    return reading.t;
}

static void note(const struct table_effects *fx, const struct table *t, struct strbuf *journal)
{
    for (int i = 0; i < fx->n; i++) {
        struct buf b = strbuf_room(journal, TABLE_EVENT_JSON);
        table_write_event(&fx->event[i], &t->plan, &b);
        buf_put_char(&b, '\n');
        strbuf_take(journal, &b);
    }
}

/* Plays one random move of a seat that may. */
static void move_on(struct table *t, struct strbuf *journal)
{
    static struct table_effects fx;
    const struct game *g = t->plan.setup.game;
    move moves[GAME_MOVES_MAX];
    int seat = 0, n = 0;
    for (; n == 0; seat++)
        n = g->legal(table_state(t), seat, moves);
    struct table_event e = {.kind = TABLE_MOVE, .move = {.seat = seat - 1}};
    struct buf b;
    e.move.sealed = table_is_sealed(t);
    buf_init(&b, e.move.text, sizeof e.move.text);
    g->write_move(moves[rng_below(&play.rng, (uint32_t)n)], &b);
    fx.n = 0;
    table_add(t, &e, &now, &fx);
    table_go_on(t, &now, &fx);
    note(&fx, t, journal);
}

static bool take_back(struct table *t, struct strbuf *journal)
{
    static struct table_effects fx;
    struct problem problem;
    struct table_request r = {.kind = TABLE_ASK_TAKEBACK, .player = 9};
    problem_start(&problem, -1);
    fx.n = 0;
    bool good = t->phase == TABLE_PLAY && table_handle(t, &r, &now, &fx, &problem);
    note(&fx, t, journal);
    return good;
}

static void write_all(const struct table *t, struct strbuf *out)
{
    strbuf_reset(out);
    table_write_whole(t, 9, NULL, 0, &now, out);
    table_write_snapshot(t, out);
    table_write_record(t, out);
}

/* Whether journal and snapshot give this table again. */
static bool is_kept(const struct table *t, const struct strbuf *journal)
{
    struct strbuf a = STRBUF_EMPTY, b = STRBUF_EMPTY, snapshot = STRBUF_EMPTY;
    struct strbuf first = STRBUF_EMPTY;
    bool same = true;
    strbuf_put_bytes(&first, journal->text, strcspn(journal->text, "\n") + 1);
    strbuf_put_bytes(&first, "", 1);
    table_write_snapshot(t, &snapshot);
    write_all(t, &a);
    for (int k = 0; k < 2; k++) {
        struct table *again = read_table(k == 0 ? journal->text : first.text);
        if (again != NULL && k == 1 && !table_read_snapshot(again, snapshot.text, snapshot.len))
            same = false;
        if (again != NULL)
            write_all(again, &b);
        same = same && again != NULL && a.len == b.len && memcmp(a.text, b.text, a.len) == 0 &&
               again->stacked == t->stacked;
        table_free(again);
    }
    strbuf_clear(&a);
    strbuf_clear(&b);
    strbuf_clear(&first);
    strbuf_clear(&snapshot);
    return same;
}

/* ---- The laws ---- */

/* Law 1, and 2 for the same cards. */
static void check_views(const struct table *t, int step, int seat)
{
    struct view_room here, there;
    struct state_room room, truth;
    memset(&room, 0, sizeof room);
    table_replay(t, 0, state_in(&room));
    replay(&play, 0, &truth);
    for (int i = 0; i <= step && i <= t->steps; i++) {
        if (i > 0) {
            table_replay_step(t, i - 1, state_in(&room));
            play_carry_out(play.game, state_in(&truth), &play.event[i - 1]);
        }
        look(play.game, &room, seat, &here);
        look(play.game, &truth, seat, &there);
        expect(memcmp(&here, &there, sizeof here) == 0, "the seat has seen the same");
    }
    unlike += memcmp(&room, &truth, play.game->state_size) != 0;
    if (!t->fork.anew)
        expect(memcmp(&room, &truth, play.game->state_size) == 0, "the cards are the same");
    expect(t->steps == step || (t->steps == step + 1 && t->step[step].seat == RECORD_DEAL),
           "the events are those before the moment");
}

/* Law 2: the next deals of the record are those of the table. */
static void check_deals(const struct table *t)
{
    int k = 0;
    for (int i = 0; i < play.n; i++)
        if (play.event[i].seat == PLAY_DEALER && k < t->deals)
            expect(memcmp(&play.event[i].deal, &t->deal[k++], sizeof(struct deal)) == 0,
                   "later deals are the record's");
}

/* Law 4. */
static void check_end(struct table *t, struct strbuf *journal)
{
    struct strbuf line = STRBUF_EMPTY;
    struct record r;
    struct state_room room;
    struct problem problem;
    int step = t->fork.step;
    char text[200];
    while (t->phase == TABLE_PLAY) {
        move_on(t, journal);
        if (rng_below(&play.rng, 12) == 0 && take_back(t, journal))
            step = step < t->steps ? step : t->steps;
    }
    expect(is_kept(t, journal), "the journal gives the table");
    table_write_record(t, &line);
    snprintf(text, sizeof text,
             "\"practice\":true,\"fork\":{\"of\":\"%s\",\"step\":%d,\"seat\":%d,"
             "\"cards\":\"%s\"}",
             t->fork.of, step, t->fork.seat, t->fork.anew ? "anew" : "same");
    expect(strstr(line.text, text) != NULL, "the record says that it is a fork");
    bool read = record_read(&r, line.text, line.len - 1, &problem);
    expect(read && record_replay(&r, NULL, NULL, state_in(&room), &problem), "the record is legal");
    if (read)
        record_clear(&r);
    strbuf_clear(&line);
}

/* Whether the seat sees the same in the changed play at each step. */
static bool looks_alike(int step, int seat)
{
    struct state_room room, truth;
    struct view_room here, there;
    bool same = replay(&changed, 0, &room) && replay(&play, 0, &truth);
    for (int i = 0; i < step && same; i++) {
        same = play_carry_out(play.game, state_in(&room), &changed.event[i]) == NULL &&
               play_carry_out(play.game, state_in(&truth), &play.event[i]) == NULL;
        look(play.game, &room, seat, &here);
        look(play.game, &truth, seat, &there);
        same = same && memcmp(&here, &there, sizeof here) == 0;
    }
    return same;
}

/* Exchanges cards of the last deal that the seat has not seen, as far as it saw the same with them.
   Of earlier deals only the order in the text could be another one, which means nothing. */
static void exchange(int step, int seat)
{
    int last = step - 1;
    while (last > 0 && play.event[last].seat != PLAY_DEALER)
        last--;
    struct spot spots[SPOTS_MAX];
    int (*unseen)(const struct play *, int, int, struct spot *) = unseen_of(play.game);
    for (int i = 0; i < EXCHANGES && unseen != NULL; i++) {
        int n = unseen(&changed, step, seat, spots);
        if (n < 2)
            return;
        const struct spot *a = &spots[rng_below(&play.rng, (uint32_t)n)];
        const struct spot *b = &spots[rng_below(&play.rng, (uint32_t)n)];
        struct deal *d = &changed.event[a->event].deal;
        struct deal was = *d;
        bool same = a->event == last && b->event == last;
        d->card[a->index] = was.card[b->index];
        d->card[b->index] = was.card[a->index];
        same = same && looks_alike(step, seat);
        if (!same)
            *d = was;
        else
            exchanged++;
    }
}

/* Law 3. */
static void check_leaks(const struct fork *f, int step, int seat)
{
    struct strbuf a = STRBUF_EMPTY, b = STRBUF_EMPTY;
    struct fork other;
    changed = play;
    changed.n = step; /* what comes later is not legal with other cards, and does not count */
    exchange(step, seat);
    if (!replay(&changed, step, &changed.state))
        abort();
    if (expect(make(&changed, step, seat, true, &other), "other cards can be dealt anew, too")) {
        write_journal(f, false, &a);
        write_journal(&other, false, &b);
        if (!expect(a.len == b.len && memcmp(a.text, b.text, a.len) == 0,
                    "what was hidden has no part in it"))
            tap_note("%.*s\n%.*s", (int)a.len, a.text, (int)b.len, b.text);
        fork_clear(&other);
    }
    strbuf_clear(&a);
    strbuf_clear(&b);
}

static void check_moment(int step, int seat, bool is_anew)
{
    struct strbuf journal = STRBUF_EMPTY;
    struct fork f;
    if (!expect(make(&play, step, seat, is_anew, &f), "there is a fork"))
        return;
    write_journal(&f, true, &journal);
    struct table *t = read_table(journal.text);
    if (expect(t != NULL, "its journal can be read")) {
        forks++;
        anew += is_anew;
        check_views(t, step, seat);
        expect(is_kept(t, &journal), "the journal gives the table at the beginning");
        if (is_anew)
            check_leaks(&f, step, seat);
        check_end(t, &journal);
        if (!is_anew)
            check_deals(t);
        table_free(t);
    }
    fork_clear(&f);
    strbuf_clear(&journal);
}

static void check_game(const struct game *g, int seats, int number)
{
    int opt[GAME_OPTIONS_MAX];
    bool more = play_first_options(g, seats, opt);
    for (int i = 0; i < number * 7; i++)
        if (!more || !play_next_options(g, seats, opt))
            more = play_first_options(g, seats, opt);
    play_start(&play, g, seats, opt);
    play_seed(&play, SEED, (uint64_t)number);
    play_on(&play, PLAY_EVENTS_MAX);
    g->options_of(play_state(&play), play.opt); /* a deal may have settled them */
    for (int i = 0; i < MOMENTS && fault == NULL; i++)
        for (int seat = 0; seat < seats; seat++)
            for (int k = 0; k < 2; k++)
                check_moment((int)rng_below(&play.rng, (uint32_t)play.n), seat, k == 1);
    struct fork f;
    expect(!make(&play, play.n, 0, false, &f) && !make(&play, play.n + 1, 0, false, &f) &&
               !make(&play, 0, seats, false, &f),
           "nobody plays on when the game is over, at no moment, at no seat");
}

int main(int argc, char **argv)
{
    const char *wanted = getenv("FORKS_GAMES");
    int games = wanted != NULL ? atoi(wanted) : GAMES;
    const struct game *g = argc > 1 ? games_find(argv[1]) : NULL;
    if (g == NULL || g->redeal == NULL)
        return tap_done();
    if (!fair_init())
        return 1;
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        fault = NULL;
        forks = anew = exchanged = unlike = 0;
        for (int k = 0; k < games; k++)
            check_game(g, seats, k);
        tap_ok(fault == NULL && anew > 0 && exchanged > 0 && unlike > 0,
               "%s %d: %ld forks, %ld dealt anew, %ld otherwise than it was%s%s", g->name, seats,
               forks, anew, unlike, fault != NULL ? ": " : "", fault != NULL ? fault : "");
    }
    return tap_done();
}
