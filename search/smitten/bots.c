/*
 * Smitten bots: the levels. Working memory serves one mode at a time: it is cleared when the number
 * of players changes.
 */
#include "search/smitten/bots.h"

#include <assert.h>
#include <string.h>

#include "solve/smitten.h"

extern const struct game smitten_game;

enum {
    TABLE_HEAD = 4096, /* the first bytes, which hold its mode */
    LITERAL_MEMORY = 3 << 20,
    PARTNER_MEMORY = 6 << 20,
};

void bots_fill(struct bot_choice *out, const move *moves, const double *value, int n)
{
    out->n = n;
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && out->seen[at - 1].value < value[i]; at--)
            out->seen[at] = out->seen[at - 1];
        out->seen[at] = (struct bot_value){.m = moves[i],
                                           .value = value[i],
                                           .points = BOT_UNKNOWN,
                                           .win = value[i],
                                           .visits = 1,
                                           .settled = true};
    }
    out->m = n > 0 ? out->seen[0].m : MOVE_NONE;
}

void bots_fill_wait(struct bot_choice *out, double value)
{
    out->weighed = true;
    out->wait = (struct bot_value){.m = MOVE_NONE,
                                   .value = value,
                                   .points = BOT_UNKNOWN,
                                   .win = value,
                                   .visits = 1,
                                   .settled = true};
}

/* The first legal move, in case there is no time to think. */
static void answer_at_once(struct bots_ask *a, struct bot_choice *out)
{
    struct state_room room;
    struct rng r;
    move moves[GAME_MOVES_MAX];
    *out = (struct bot_choice){.m = MOVE_NONE};
    rng_seed(&r, a->seed);
    /* The seat's legal moves are the same in every world that its view permits. */
    smitten_determinize(a->view, &r, state_in(&room));
    a->legal = smitten_legal(state_in(&room), a->seat, moves);
    if (a->legal > 0)
        out->m = moves[0];
}

static struct bots_ask ask_of(const struct bot *bot, const struct bot_question *q)
{
    return (struct bots_ask){
        .tuning = bot->tuning,
        .limits = q->limits,
        .view = q->view,
        .seat = q->seat,
        .iterations = q->limits->iterations != 0 ? q->limits->iterations : bot->iterations,
        .seed = q->seed,
    };
}

/* Gives the first answer, and the whole answer in solo games; true: a partner has to be modelled.
 */
static bool is_for_two(const struct bot *bot, const struct bot_question *q, struct bots_ask *a,
                       struct bot_choice *out)
{
    const struct smitten_table *t = &q->view->t;
    bool acts = (t->actors >> q->seat & 1) != 0;
    *a = ask_of(bot, q);
    answer_at_once(a, out);
    if (acts && smitten_is_solo(t))
        solo_sample(a, out);
    return acts && !smitten_is_solo(t);
}

static void choose_literal(const struct bot *bot, const struct bot_question *q,
                           struct bot_choice *out)
{
    struct bots_ask a;
    assert(literal_scratch() <= bot->scratch);
    if (!is_for_two(bot, q, &a, out))
        return;
    /* Clear the cache: with a warm one the same budget would see more. */
    memset(q->scratch, 0, literal_scratch());
    literal_choose(&a, q->scratch, out);
}

static void choose_partner(const struct bot *bot, const struct bot_question *q,
                           struct bot_choice *out)
{
    struct bots_ask a;
    assert(partner_scratch() <= bot->scratch);
    if (is_for_two(bot, q, &a, out))
        partner_choose(&a, q->scratch, out);
}

/* The expert's memory: for two players that of the convention, followed by the solver's. */
struct expert_room {
    uint64_t seats; /* the number of players that it serves now */
    _Alignas(64) unsigned char memory[TUNE_EXPERT_MEMORY];
};

static size_t pair_bytes(void)
{
    return (pair_scratch() + 63) / 64 * 64;
}

static struct expert_room *open_room(void *scratch, int seats)
{
    struct expert_room *room = scratch;
    if (room->seats != (uint64_t)seats) { /* no table of a solver begins with zeros */
        pair_forget(room->memory);
        memset(room->memory + (seats == 1 ? 0 : pair_bytes()), 0, TABLE_HEAD);
        room->seats = (uint64_t)seats;
    }
    return room;
}

static void choose_expert(const struct bot *bot, const struct bot_question *q,
                          struct bot_choice *out)
{
    const struct smitten_table *t = &q->view->t;
    struct expert_room *room = open_room(q->scratch, t->seats);
    struct bots_ask a = ask_of(bot, q);
    answer_at_once(&a, out);
    if ((t->actors >> q->seat & 1) == 0)
        return;
    if (smitten_is_solo(t))
        solo_solve(&a, room->memory, sizeof room->memory, out);
    else
        pair_choose(&a, room->memory, out);
}

/* Exact with open hands, or no values if that takes too long. */
static void hindsight(const struct bot *bot, const struct bot_question *q, const struct state *s,
                      struct bot_choice *out)
{
    struct expert_room *room = open_room(q->scratch, s->t.seats);
    size_t from = smitten_is_solo(&s->t) ? 0 : pair_bytes();
    void *memory = room->memory + from;
    struct solver *solver = memory;
    struct solve_limits bounds = {.positions = TUNE_HINDSIGHT_POSITIONS, .stop = q->limits->stop};
    struct solve_answer answer;
    int opt[SMITTEN_OPTIONS], n = 0;
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    (void)bot;
    *out = (struct bot_choice){.m = MOVE_NONE};
    smitten_options_of(s, opt);
    if (!solve_smitten_fits(solver, s->t.seats, opt))
        solver = solve_smitten_start(memory, sizeof room->memory - from, s->t.seats, opt);
    solve_smitten_open(solver, s, &bounds, &answer);
    for (int i = 0; i < answer.n && answer.known; i++)
        if (answer.choice[i].seat == q->seat) {
            moves[n] = answer.choice[i].m;
            value[n++] = answer.choice[i].value;
        }
    bots_fill(out, moves, value, n);
    out->iterations = answer.spent;
}

static const struct evaluate_tuning easy_tuning = {.guesses = 1};
static const struct evaluate_tuning medium_tuning = {.guesses = 1};
static const struct evaluate_tuning hard_tuning = {.deals = TUNE_HARD_DEALS,
                                                   .guesses = TUNE_GUESSES};
static const struct evaluate_tuning literal_tuning = {.deals = TUNE_LITERAL_DEALS,
                                                      .guesses = TUNE_GUESSES};
static const struct evaluate_tuning expert_tuning = {.samples = TUNE_EXPERT_SAMPLES,
                                                     .samples_hard = TUNE_EXPERT_SAMPLES_HARD,
                                                     .guesses = TUNE_GUESSES};

#define BOT(NAME, ABOUT, ITERATIONS, SCRATCH, CHOOSE, TUNING)                                      \
    extern const struct bot smitten_##NAME##_bot;                                                  \
    const struct bot smitten_##NAME##_bot = {                                                      \
        .game = &smitten_game,                                                                     \
        .name = #NAME,                                                                             \
        .about = (ABOUT),                                                                          \
        .coded = CODED_##NAME,                                                                     \
        .iterations = (ITERATIONS),                                                                \
        .scratch = (SCRATCH),                                                                      \
        .tuning = &(TUNING),                                                                       \
        .choose = (CHOOSE),                                                                        \
        .hindsight = HINDSIGHT_OF_##NAME,                                                          \
    }
/* The printed rule lets people speak "only about ability or wish to play": a code is more. */
#define CODED_easy false
#define CODED_medium false
#define CODED_hard false
#define CODED_literal false
#define CODED_expert true
#define HINDSIGHT_OF_easy NULL
#define HINDSIGHT_OF_medium NULL
#define HINDSIGHT_OF_hard NULL
#define HINDSIGHT_OF_literal NULL
#define HINDSIGHT_OF_expert hindsight

BOT(easy, MSG("bot.smitten.easy"), TUNE_EASY_ITERATIONS, LITERAL_MEMORY, choose_literal,
    easy_tuning);
BOT(medium, MSG("bot.smitten.medium"), TUNE_MEDIUM_ITERATIONS, LITERAL_MEMORY, choose_literal,
    medium_tuning);
BOT(hard, MSG("bot.smitten.hard"), TUNE_HARD_ITERATIONS, PARTNER_MEMORY, choose_partner,
    hard_tuning);
BOT(literal, MSG("bot.smitten.literal"), TUNE_LITERAL_ITERATIONS, PARTNER_MEMORY, choose_partner,
    literal_tuning);
/* Solo there is no limit, unless the caller sets a budget. */
BOT(expert, MSG("bot.smitten.expert"), TUNE_EXPERT_ITERATIONS, sizeof(struct expert_room),
    choose_expert, expert_tuning);
