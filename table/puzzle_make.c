/* Making and grading puzzles: see puzzle_make.h. */
#include "table/puzzle_make.h"

#include <math.h>
#include <string.h>

#include "table/bot_memory.h"
#include "table/memory.h"

enum {
    RATING_LEAST = 1000, /* all of our bots find it */
    RATING_LEVEL = 250,  /* more for each level that fails: with all four 2000 */
    RATING_CHOICE = 100, /* more at most where wrong choices are many */
};

static const char *const levels[PUZZLE_LEVELS] = {"easy", "medium", "hard", "expert"};

struct puzzle_maker {
    const struct puzzle_kind *kind;
    void *scratch; /* of the kind */
    const struct bot *bot[PUZZLE_LEVELS + 1];
    void *memory[PUZZLE_LEVELS + 1]; /* of the bots; the last one plays to the positions */
    struct puzzle_answer answer;
    struct bot_choice choice;
};

struct puzzle_maker *puzzle_maker_new(const struct puzzle_kind *kind)
{
    struct puzzle_maker *m = memory_take_zeros(1, sizeof *m);
    m->kind = kind;
    m->scratch = kind->scratch > 0 ? bot_memory_take(kind->scratch) : NULL;
    for (int i = 0; i <= PUZZLE_LEVELS; i++) {
        m->bot[i] = bots_find(kind->game, i < PUZZLE_LEVELS ? levels[i] : kind->maker);
        m->memory[i] = bot_memory_take(m->bot[i]->scratch);
    }
    return m;
}

void puzzle_maker_free(struct puzzle_maker *m)
{
    for (int i = 0; m != NULL && i <= PUZZLE_LEVELS; i++)
        bot_memory_free(m->memory[i]);
    if (m != NULL)
        bot_memory_free(m->scratch);
    free(m);
}

/* ---- Proving ---- */

static bool solve(struct puzzle_maker *m, const struct state *s, int seat)
{
    struct view_room room;
    m->answer.n = m->answer.place = 0;
    m->kind->game->observe(s, seat, view_in(&room));
    return m->kind->solve(view_in(&room), seat, m->scratch, &m->answer);
}

bool puzzle_prove(struct puzzle_maker *m, const struct puzzle *p, struct puzzle_answer *out)
{
    struct state_room room;
    int seat = puzzle_play(p, state_in(&room), NULL);
    if (seat < 0 || !solve(m, state_in(&room), seat))
        return false;
    *out = m->answer;
    return true;
}

/* ---- Grading ---- */

/* The move of a level in this position; it has to move. */
static move ask(struct puzzle_maker *m, int level, const struct state *s, int seat, uint64_t seed)
{
    struct view_room room;
    const struct bot *bot = m->bot[level];
    bool less = level < PUZZLE_LEVELS && m->kind->budget > 0 && m->kind->budget < bot->iterations;
    const struct bot_limits limits = {.iterations = less ? m->kind->budget : 0, .must = true};
    m->kind->game->observe(s, seat, view_in(&room));
    const struct bot_question q = {.game = m->kind->game,
                                   .view = view_in(&room),
                                   .seat = seat,
                                   .limits = &limits,
                                   .seed = seed,
                                   .scratch = m->memory[level]};
    memset(&m->choice, 0, sizeof m->choice);
    bot->choose(bot, &q, &m->choice);
    return m->choice.m;
}

static bool is_right(const struct puzzle_maker *m, const struct puzzle_answer *a, move choice)
{
    struct buf text = BUF_ROOM(GAME_TEXT_MAX);
    m->kind->game->write_move(choice, &text);
    for (int i = 0; i < a->n; i++)
        if (a->choice[i].right && strcmp(a->choice[i].text, text.text) == 0)
            return true;
    return false;
}

static int rate(const struct puzzle_answer *a, unsigned fails)
{
    int right = 0;
    for (int i = 0; i < a->n; i++)
        right += a->choice[i].right;
    return RATING_LEAST + RATING_LEVEL * __builtin_popcount(fails) +
           RATING_CHOICE * (a->n - right) / a->n / 10 * 10;
}

bool puzzle_grade(struct puzzle_maker *m, struct puzzle *p)
{
    struct state_room room;
    struct view_room view;
    struct puzzle_answer answer;
    int seat = puzzle_play(p, state_in(&room), NULL);
    if (seat < 0 || !puzzle_answer(p, state_in(&room), seat, &answer))
        return false;
    m->kind->game->observe(state_in(&room), seat, view_in(&view));
    p->fails = m->kind->fails != NULL ? m->kind->fails(view_in(&view), seat, &answer) : 0;
    for (int i = 0; i < PUZZLE_LEVELS && m->kind->fails == NULL; i++)
        p->fails |= (unsigned)!is_right(m, &answer, ask(m, i, state_in(&room), seat, 1)) << i;
    p->rating = rate(&answer, p->fails);
    return true;
}

/* ---- Making ---- */

/* Takes the solved position as the game's puzzle. */
static void take(const struct puzzle_maker *m, const struct puzzle *line, struct puzzle *out)
{
    *out = *line;
    out->place = m->answer.place;
    out->n = m->answer.n;
    for (int i = 0; i < out->n; i++)
        out->value[i] = (uint16_t)lround(m->answer.choice[i].value * PUZZLE_UNIT);
}

/* Lets a seat that may act choose; adds the move's number among all. */
static bool go_on(struct puzzle_maker *m, const struct state *s, struct rng *r, struct puzzle *line)
{
    const struct game *g = m->kind->game;
    move list[GAME_MOVES_MAX];
    uint32_t movers = turns_list_movers(g, s, g->actors(s));
    int seat = turns_find_next(movers, (int)rng_below(r, (uint32_t)m->kind->seats)), number = 0;
    if (line->moves == m->kind->moves)
        return false;
    move choice = ask(m, PUZZLE_LEVELS, s, seat, rng_next(r));
    for (int i = 0; i < seat; i++)
        number += g->actors(s) >> i & 1 ? g->legal(s, i, list) : 0;
    int n = g->legal(s, seat, list), i = 0;
    while (i < n && list[i] != choice)
        i++;
    if (i == n || number + i >= 64)
        return false;
    line->move[line->moves++] = (uint8_t)(number + i);
    return true;
}

bool puzzle_make(struct puzzle_maker *m, uint64_t seed, struct puzzle *out)
{
    struct puzzle line = {.kind = m->kind, .seed = seed};
    struct state_room room;
    struct rng r;
    uint32_t found = 0;
    rng_seed_pair(&r, seed, 1);
    for (;;) {
        /* Each position of the game that is a puzzle has the same chance to be taken. */
        int seat = puzzle_play(&line, state_in(&room), NULL);
        if (seat < 0)
            break;
        if (solve(m, state_in(&room), seat) && rng_below(&r, ++found) == 0)
            take(m, &line, out);
        if (!go_on(m, state_in(&room), &r, &line))
            break;
    }
    return found > 0;
}
