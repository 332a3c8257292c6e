/*
 * The laws of bots, for every bot, game, mode and seat count, at positions of random play. In every
 * second game `easy` plays, with signals at any time, to reach late positions.
 * - Nobody peeks: in every world that a view permits, the bot is shown the same bytes and gives the
 *   same answer and values.
 * - Equal view, limits and seed give equal answers, in fresh memory and in used memory.
 * - The answer is a legal move, or a wait or talk where the rules allow it.
 *
 * Usage: bots [GAME [BOT]]. Budgets are small, since the laws hold for any; every eighth position
 * gets enough to solve endings. BOTS_POSITIONS (for Smitten; the other games, whose bots answer
 * faster, get five times as many), BOTS_ITERATIONS and BOTS_DEEP in the environment change the
 * numbers. `./check --long` tries thousands.
 */
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "search/bot.h"
#include "tests/laws/play.h"
#include "tests/tap.h"

enum { WORLDS = 2, FRESH_EACH = 4, DEEP_EACH = 8, GAMES_EACH = 8, QUICK = 5, ALIGN = 64 };

enum law { LAW_WORLD, LAW_AGAIN, LAW_FRESH, LAW_LEGAL, LAWS };
static const char *const titles[LAWS] = {
    [LAW_WORLD] = "chooses the same in every world that its view permits",
    [LAW_AGAIN] = "repeats itself",
    [LAW_FRESH] = "keeps nothing that changes its answer",
    [LAW_LEGAL] = "answers legally",
};

/* A bot at work: its memory, kept from position to position. */
struct subject {
    const struct bot *bot;
    const struct game *game;
    void *block, *scratch;
    uint64_t iterations, deep; /* the usual budget, and that of every DEEP_EACHth position */
    const struct bot *player;  /* plays every second game */
    void *player_block, *player_scratch;
    long positions;
    long tried[LAWS], failed[LAWS];
};

/* Zeroed memory; pages cost nothing until they are touched. */
static void *take_scratch(size_t bytes, void **block)
{
    char *p = calloc(1, bytes + ALIGN);
    if (p == NULL)
        abort();
    *block = p;
    return p + (ALIGN - (uintptr_t)p % ALIGN) % ALIGN;
}

static bool hold(struct subject *b, enum law law, bool good)
{
    b->tried[law]++;
    b->failed[law] += !good;
    return good;
}

/* One question to a bot. */
struct question {
    struct view_room view;
    int seat;
    bool must;
    uint64_t seed, iterations;
};

static void ask(const struct subject *b, const struct question *q, void *scratch,
                struct bot_choice *out)
{
    struct view_room view = q->view;
    struct bot_limits limits = {.iterations = q->iterations, .must = q->must};
    memset(out, 0, sizeof *out);
    struct bot_question asked = {.game = b->game,
                                 .view = view_in(&view),
                                 .seat = q->seat,
                                 .limits = &limits,
                                 .seed = q->seed,
                                 .scratch = scratch};
    b->bot->choose(b->bot, &asked, out);
}

static bool same_value(const struct bot_value *a, const struct bot_value *b)
{
    return a->m == b->m && memcmp(&a->value, &b->value, sizeof a->value) == 0 &&
           memcmp(&a->points, &b->points, sizeof a->points) == 0 &&
           memcmp(&a->win, &b->win, sizeof a->win) == 0;
}

/* The same answer and values. The cost may differ: cached tables save work. */
static bool same_choice(const struct bot_choice *a, const struct bot_choice *b)
{
    bool same = a->m == b->m && a->n == b->n;
    for (int i = 0; i < a->n && same; i++)
        same = same_value(&a->seen[i], &b->seen[i]);
    return same;
}

static void observe(const struct game *g, const struct state *s, int seat, struct view_room *out)
{
    memset(out, 0, sizeof *out);
    g->observe(s, seat, view_in(out));
}

/* Whether the answer is allowed in this state. */
static bool is_allowed(const struct subject *b, const struct state *s, const struct question *q,
                       move m)
{
    move moves[GAME_MOVES_MAX];
    bool can = b->game->legal(s, q->seat, moves) > 0;
    uint32_t actors = b->game->actors(s);
    bool alone = (actors & (actors - 1)) == 0;
    if (m == MOVE_NONE)
        return !can || (!q->must && !alone);
    if (b->game->refuse(s, q->seat, m) != NULL)
        return false;
    return (m & MOVE_TALK) == 0 || !q->must || !can;
}

static void note_fault(const struct subject *b, const struct question *q, const char *what,
                       const struct bot_choice *first, const struct bot_choice *second)
{
    tap_note("%s %s: seat %d, seed %llu, %s: %#llx and %#llx", b->game->name, b->bot->name, q->seat,
             (unsigned long long)q->seed, what, (unsigned long long)first->m,
             (unsigned long long)second->m);
}

static void check_fresh(struct subject *b, const struct question *q, const struct bot_choice *first)
{
    static struct bot_choice again;
    void *block, *scratch = take_scratch(b->bot->scratch, &block);
    ask(b, q, scratch, &again);
    if (!hold(b, LAW_FRESH, same_choice(first, &again)))
        note_fault(b, q, "used and fresh memory", first, &again);
    free(block);
}

/* The same seat in worlds that it cannot tell from the true one. */
static void check_worlds(struct subject *b, const struct question *q, struct rng *r,
                         const struct bot_choice *first)
{
    static struct bot_choice there;
    for (int i = 0; i < WORLDS; i++) {
        struct state_room world;
        struct view_room view = q->view;
        struct question other = *q;
        memset(&world, 0, sizeof world);
        b->game->determinize(view_in(&view), r, state_in(&world));
        observe(b->game, state_in(&world), q->seat, &other.view);
        ask(b, &other, b->scratch, &there);
        if (!hold(b, LAW_WORLD, same_choice(first, &there)))
            note_fault(b, q, "in the true world and in another", first, &there);
        hold(b, LAW_LEGAL, is_allowed(b, state_in(&world), q, there.m));
    }
}

static void check_position(struct subject *b, const struct state *s, int seat, struct rng *r)
{
    static struct bot_choice first, again;
    struct question q = {.seat = seat, .must = rng_below(r, 2) == 0, .seed = rng_next(r)};
    q.iterations = b->positions++ % DEEP_EACH == DEEP_EACH - 1 ? b->deep : b->iterations;
    observe(b->game, s, seat, &q.view);
    ask(b, &q, b->scratch, &first);
    if (!hold(b, LAW_LEGAL, is_allowed(b, s, &q, first.m)))
        note_fault(b, &q, "not legal", &first, &first);
    check_worlds(b, &q, r, &first);
    ask(b, &q, b->scratch, &again);
    if (!hold(b, LAW_AGAIN, same_choice(&first, &again)))
        note_fault(b, &q, "asked twice", &first, &again);
    /* Always at the first position, so that a short run tries every law. */
    if (b->tried[LAW_FRESH] == 0 || rng_below(r, FRESH_EACH) == 0)
        check_fresh(b, &q, &first);
}

/* An actor of the state, drawn uniformly; -1 if nobody acts. */
static int draw_actor(const struct game *g, const struct state *s, struct rng *r)
{
    int list[GAME_SEATS_MAX], n = 0;
    uint32_t actors = g->actors(s);
    for (int i = 0; i < GAME_SEATS_MAX && actors != GAME_DEALER; i++)
        if (actors >> i & 1)
            list[n++] = i;
    return n > 0 ? list[rng_below(r, (uint32_t)n)] : -1;
}

/* The next event of a game played well enough to last. */
static bool draw_well(struct subject *b, struct play *p, struct rng *r, struct event *e)
{
    static struct bot_choice choice;
    struct view_room view;
    int seat = draw_actor(b->game, play_state(p), r);
    if (seat < 0)
        return play_draw(p, e);
    if (play_draw_talk(p, e))
        return true;
    struct bot_limits limits = {.iterations = b->player->iterations};
    observe(b->game, play_state(p), seat, &view);
    for (int i = 0; i < 2; i++) {
        limits.must = i > 0 || rng_below(r, 4) != 0;
        memset(&choice, 0, sizeof choice);
        struct bot_question q = {.game = b->game,
                                 .view = view_in(&view),
                                 .seat = seat,
                                 .limits = &limits,
                                 .seed = rng_next(r),
                                 .scratch = b->player_scratch};
        b->player->choose(b->player, &q, &choice);
        *e = (struct event){.seat = seat, .move = choice.m};
        if (choice.m != MOVE_NONE)
            return true;
    }
    return play_draw(p, e); /* this seat cannot move, but another may */
}

/* Plays one game and checks some of its positions; returns how many. */
static int check_game(struct subject *b, int seats, const int *opt, uint64_t number)
{
    static struct play p;
    struct event e;
    struct rng r;
    int n = 0;
    play_start(&p, b->game, seats, opt);
    play_seed(&p, game_hash_bytes(opt, GAME_OPTIONS_MAX * sizeof *opt), number);
    rng_seed_pair(&r, 0x626f7473, number);
    while ((number % 2 == 0 ? play_draw(&p, &e) : draw_well(b, &p, &r, &e)) && play_add(&p, &e)) {
        int seat = draw_actor(b->game, play_state(&p), &r);
        if (seat < 0 || rng_below(&r, 4) != 0)
            continue;
        check_position(b, play_state(&p), seat, &r);
        n++;
    }
    return n;
}

/* A number from the environment. */
static int number_in(const char *name, int usual)
{
    const char *wanted = getenv(name);
    return wanted == NULL ? usual : atoi(wanted);
}

/* One bot at one seat count: combinations of options take turns. */
static void test_bot(const struct bot *bot, const struct game *g, int seats, int positions)
{
    struct subject b = {.bot = bot, .game = g, .player = bots_find(g, "easy")};
    uint64_t least = (uint64_t)number_in("BOTS_ITERATIONS", 24);
    uint64_t deep = (uint64_t)number_in("BOTS_DEEP", 3000);
    int opt[GAME_OPTIONS_MAX], n = 0;
    if (b.player == NULL)
        b.player = bots_find(g, "random");
    b.iterations = bot->iterations < least ? bot->iterations : least;
    b.deep = bot->iterations < deep ? bot->iterations : deep;
    b.scratch = take_scratch(bot->scratch, &b.block);
    b.player_scratch = take_scratch(b.player->scratch, &b.player_block);
    bool more = play_first_options(g, seats, opt);
    for (uint64_t i = 0; n < positions; i++) {
        n += check_game(&b, seats, opt, i);
        /* Steps of several combinations change all options within a few games. Some games share
           their options, since a bot may have to fill tables for them. */
        for (int k = 0; k < 7 && more && i % GAMES_EACH == GAMES_EACH - 1; k++)
            more = play_next_options(g, seats, opt);
        if (!more)
            more = play_first_options(g, seats, opt);
    }
    for (int law = 0; law < LAWS; law++)
        tap_ok(b.failed[law] == 0 && b.tried[law] > 0, "%s %s, seats %d: %s (%ld of %ld)", g->name,
               bot->name, seats, titles[law], b.tried[law] - b.failed[law], b.tried[law]);
    free(b.block);
    free(b.player_block);
}

int main(int argc, char **argv)
{
    int positions = number_in("BOTS_POSITIONS", 40);
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        if (argc > 1 && strcmp(argv[1], g->name) != 0)
            continue;
        for (int k = 0; bots_list[k] != NULL; k++) {
            const struct bot *bot = bots_list[k];
            if ((bot->game != NULL && bot->game != g) ||
                (argc > 2 && strcmp(argv[2], bot->name) != 0))
                continue;
            for (int seats = g->seats_min; seats <= g->seats_max; seats++)
                test_bot(bot, g, seats,
                         strcmp(g->name, "smitten") == 0 ? positions : QUICK * positions);
        }
    }
    return tap_done();
}
