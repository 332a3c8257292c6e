/*
 * The laws of hints, for every game, at positions of random play:
 * - A hint, its reason and its values are the same in every world that the seat's view permits.
 * - It suggests a legal move, or waiting where others may begin; the suggested choice comes first,
 *   the others follow, best first; and the reason compares it with one of them.
 * - Where a game has reasons, most hints have one.
 *
 * Usage: hints [GAME]. HINTS_POSITIONS in the environment changes the number per game and seats.
 */
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "search/hint.h"
#include "tests/laws/play.h"
#include "tests/tap.h"

enum { WORLDS = 2, ALIGN = 64, ITERATIONS = 24, POSITIONS = 24 };

struct subject {
    const struct game *game;
    const struct bot *bot;
    void *scratch, *reasons;
    int tried, told; /* hints, and those with a reason */
    bool same, sound;
};

static void *take(size_t bytes)
{
    void *memory = aligned_alloc(ALIGN, (bytes / ALIGN + 1) * ALIGN);
    if (memory == NULL)
        abort();
    return memset(memory, 0, (bytes / ALIGN + 1) * ALIGN);
}

static void ask(const struct subject *b, const struct state *s, int seat, bool must,
                struct hint *out)
{
    static struct bot_choice choice;
    struct view_room view;
    struct bot_limits limits = {.iterations = ITERATIONS, .must = must, .weigh = true};
    struct bot_question q = {
        .game = b->game, .seat = seat, .limits = &limits, .seed = 7, .scratch = b->scratch};
    memset(&view, 0, sizeof view);
    memset(&choice, 0, sizeof choice);
    b->game->observe(s, seat, view_in(&view));
    q.view = view_in(&view);
    b->bot->choose(b->bot, &q, &choice);
    hint_make(&q, &choice, b->reasons, out);
}

static void write(const struct subject *b, const struct hint *h, struct buf *text)
{
    if (h->why.id != NULL)
        reason_write(&h->why, b->game, text);
}

static bool is_same(const struct subject *b, const struct hint *x, const struct hint *y)
{
    struct buf one = BUF_ROOM(REASON_TEXT_MAX), other = BUF_ROOM(REASON_TEXT_MAX);
    write(b, x, &one);
    write(b, y, &other);
    bool same = x->known == y->known && x->m == y->m && x->other == y->other && x->n == y->n &&
                strcmp(one.text, other.text) == 0;
    for (int i = 0; i < x->n && same; i++)
        same = x->seen[i].m == y->seen[i].m && !bot_is_worth_more(&x->seen[i], &y->seen[i]) &&
               !bot_is_worth_more(&y->seen[i], &x->seen[i]);
    return same;
}

static bool is_listed(const struct hint *h, move m)
{
    for (int i = 0; i < h->n; i++)
        if (h->seen[i].m == m)
            return true;
    return false;
}

static bool is_sound(const struct subject *b, const struct state *s, int seat, bool must,
                     const struct hint *h)
{
    if (!h->known)
        return h->n == 0 && must;
    if (h->m == MOVE_NONE ? must : b->game->refuse(s, seat, h->m) != NULL)
        return false;
    if (h->other != h->m && (!is_listed(h, h->other) || h->why.id == NULL))
        return false;
    for (int i = 2; i < h->n; i++)
        if (bot_is_worth_more(&h->seen[i], &h->seen[i - 1]))
            return false;
    return !is_listed(h, h->m) || h->seen[0].m == h->m;
}

static void check(struct subject *b, const struct state *s, int seat, struct rng *r)
{
    static struct hint first, there;
    uint32_t actors = b->game->actors(s);
    bool must = (actors & (actors - 1)) == 0;
    struct view_room view;
    ask(b, s, seat, must, &first);
    b->tried++;
    b->told += first.why.id != NULL;
    b->sound = is_sound(b, s, seat, must, &first) && b->sound;
    memset(&view, 0, sizeof view);
    b->game->observe(s, seat, view_in(&view));
    for (int i = 0; i < WORLDS; i++) {
        struct state_room world;
        memset(&world, 0, sizeof world);
        b->game->determinize(view_in(&view), r, state_in(&world));
        ask(b, state_in(&world), seat, must, &there);
        b->same = is_same(b, &first, &there) && b->same;
    }
}

/* An actor that has a move; -1: none. */
static int find_actor(const struct game *g, const struct state *s)
{
    uint32_t actors = g->actors(s);
    move moves[GAME_MOVES_MAX];
    for (int i = 0; i < GAME_SEATS_MAX && actors != GAME_DEALER; i++)
        if ((actors >> i & 1) != 0 && g->legal(s, i, moves) > 1)
            return i;
    return -1;
}

static void test(const struct game *g, int seats, int positions)
{
    static struct play p;
    struct event e;
    struct rng r;
    int opt[GAME_OPTIONS_MAX];
    const struct reason_kind *kind = reason_find(g);
    struct subject b = {.game = g, .bot = bots_adviser(g), .same = true, .sound = true};
    b.scratch = take(b.bot->scratch);
    b.reasons = kind != NULL ? take(kind->scratch) : NULL;
    rng_seed(&r, 5);
    play_first_options(g, seats, opt);
    for (uint64_t number = 0; b.tried < positions; number++) {
        play_start(&p, g, seats, opt);
        play_seed(&p, 0x68696e74, number);
        while (b.tried < positions && play_draw(&p, &e) && play_add(&p, &e)) {
            int seat = find_actor(g, play_state(&p));
            if (seat >= 0 && rng_below(&r, 3) == 0)
                check(&b, play_state(&p), seat, &r);
        }
        play_next_options(g, seats, opt);
    }
    tap_ok(b.same, "%s, seats %d: hints are the same in every world of a view", g->name, seats);
    tap_ok(b.sound, "%s, seats %d: hints are sound", g->name, seats);
    if (kind != NULL)
        tap_ok(2 * b.told > b.tried, "%s, seats %d: %d of %d hints say why", g->name, seats, b.told,
               b.tried);
    free(b.scratch);
    free(b.reasons);
}

int main(int argc, char **argv)
{
    const char *wanted = getenv("HINTS_POSITIONS");
    int positions = wanted != NULL ? atoi(wanted) : tap_part(POSITIONS);
    for (int i = 0; games_list[i] != NULL; i++)
        for (int seats = games_list[i]->seats_min; seats <= games_list[i]->seats_max; seats++)
            if (argc < 2 || strcmp(argv[1], games_list[i]->name) == 0)
                test(games_list[i], seats, positions);
    return tap_done();
}
