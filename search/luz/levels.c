/* Luz: the levels, from a view to a move. */
#include <assert.h>
#include <string.h>

#include "search/luz/think.h"

void think_apply(const struct think *t, struct sim *s, int i)
{
    if (sim_bidding(s)) {
        sim_bid(s, (int)(t->option[i].m & LUZ_MOVE_NUMBER) + 1);
        return;
    }
    uint64_t legal = sim_playable(s);
    while (i-- > 0)
        legal &= legal - 1;
    sim_play(s, luz_lowest(legal));
}

/* A bid is the likelier to be good the nearer it is to what the policy expects. */
static void list_bids(struct think *t)
{
    double expect = (double)sim_expect(&t->lore, &t->belief.base) / SIM_ONE;
    double sum = 0;
    t->n = THINK_BIDS;
    for (int i = 0; i < THINK_BIDS; i++) {
        double off = i / 2 + 0.5 * (i & 1) - expect;
        double fall = 1 + off * off;
        t->option[i] = (struct option){.m = luz_bid_move(i / 2, i & 1), .prior = 1 / (fall * fall)};
        sum += t->option[i].prior;
    }
    for (int i = 0; i < THINK_BIDS; i++)
        t->option[i].prior /= sum;
}

/* In the order of places, which is that of the legal cards in every world. */
static void list_plays(struct think *t, const struct luz_open *o)
{
    struct sim_costs c;
    double sum = 0;
    int lowest = 1 << 30;
    t->n = 0;
    sim_weigh(&t->lore, &t->belief.base, &c);
    for (int i = 0; i < c.n; i++)
        lowest = c.cost[i] < lowest ? c.cost[i] : lowest;
    for (unsigned m = luz_playable(o, o->turn); m != 0; m &= m - 1) {
        double off = (double)(c.cost[t->n] - lowest) / SIM_ONE;
        t->option[t->n] =
            (struct option){.m = luz_play_move(luz_lowest(m)), .prior = 1 / (1 + 2 * off)};
        sum += t->option[t->n++].prior;
    }
    assert(t->n == c.n);
    for (int i = 0; i < t->n; i++)
        t->option[i].prior /= sum;
}

static void start(struct think *t, const struct bot *bot, const struct luz_open *o, int seat,
                  const struct bot_limits *limits, uint64_t seed)
{
    const struct tuning *tuning = bot->tuning;
    t->tuning = *tuning;
    t->limits = limits;
    t->started = bot_start(limits);
    t->budget = limits->iterations > 0 ? limits->iterations : bot->iterations;
    t->spent = 0;
    rng_seed(&t->rng, seed);
    sim_learn(&t->lore);
    worth_init(&t->worth, o, seat);
}

/* How sure a move's value is: few visits count against it. */
static double rank_option(const struct think *t, const struct option *o)
{
    if (o->visits == 0)
        return -1e9 + o->prior;
    double n = (double)o->visits;
    double doubt = t->tuning.tree ? (4 + 3 * t->worth.deal) / __builtin_sqrt(n) : 0;
    return o->value / n - doubt;
}

/* Fills the answer, best first. */
static void answer(const struct think *t, struct bot_choice *out)
{
    double rank[THINK_BIDS];
    out->n = 0;
    out->iterations = t->spent;
    for (int i = 0; i < t->n; i++) {
        const struct option *o = &t->option[i];
        double n = o->visits > 0 ? (double)o->visits : 1;
        double r = rank_option(t, o);
        struct bot_value v = {.m = o->m, .visits = o->visits};
        v.value = o->visits > 0 ? o->value / n : BOT_UNKNOWN;
        v.points = o->visits > 0 ? o->points / n : BOT_UNKNOWN;
        v.win = o->visits > 0 ? o->win / n : BOT_UNKNOWN;
        int at = out->n++;
        for (; at > 0 && rank[at - 1] < r; at--) {
            rank[at] = rank[at - 1];
            out->seen[at] = out->seen[at - 1];
        }
        rank[at] = r;
        out->seen[at] = v;
    }
    out->m = out->seen[0].m;
}

static void search(struct think *t, const struct luz_open *o, struct bot_choice *out)
{
    belief_settle(&t->belief);
    if (o->phase == LUZ_BID)
        list_bids(t);
    else
        list_plays(t, o);
    if (t->n == 1)
        t->budget = t->budget < 256 ? t->budget : 256; /* nothing to choose, only to value */
    if (t->tuning.tree)
        tree_search(t);
    else
        flat_search(t);
    answer(t, out);
}

static void choose(const struct bot *bot, const struct game *g, const struct view *v, int seat,
                   const struct bot_limits *limits, uint64_t seed, void *scratch,
                   struct bot_choice *out)
{
    struct think *t = scratch;
    (void)g;
    *out = (struct bot_choice){.m = MOVE_NONE};
    if (luz_open_actors(&v->open) != UINT32_C(1) << seat)
        return;
    start(t, bot, &v->open, seat, limits, seed);
    belief_list(&t->belief, v, t->tuning.worlds, &t->rng);
    if (t->tuning.bayes)
        belief_weigh(&t->belief, &t->lore, v, &t->tuning.trust, limits, t->started);
    search(t, &v->open, out);
}

static void hindsight(const struct bot *bot, const struct game *g, const struct state *s, int seat,
                      const struct bot_limits *limits, uint64_t seed, void *scratch,
                      struct bot_choice *out)
{
    struct think *t = scratch;
    (void)g;
    *out = (struct bot_choice){.m = MOVE_NONE};
    if (luz_open_actors(&s->open) != UINT32_C(1) << seat)
        return;
    start(t, bot, &s->open, seat, limits, seed);
    belief_one(&t->belief, s, seat);
    search(t, &s->open, out);
}

#define TRUST                                                                                      \
    {                                                                                              \
        .heat = 0.3, .play = 0.9, .width = 1, .bid = 0.9                                           \
    }

static const struct tuning flat_tuning = {.worlds = 4096, .noise = 24};
static const struct tuning medium_tuning = {.worlds = 256, .noise = 24};
static const struct tuning tree_tuning = {
    .tree = true, .bayes = true, .worlds = 1024, .noise = 24, .explore = 1, .trust = TRUST};
static const struct tuning expert_tuning = {
    .tree = true, .bayes = true, .worlds = 8192, .noise = 24, .explore = 1, .trust = TRUST};

#define BOT(NAME, ITERATIONS, TUNING)                                                              \
    extern const struct bot luz_##NAME##_bot;                                                      \
    const struct bot luz_##NAME##_bot = {                                                          \
        .game = &luz_game,                                                                         \
        .name = #NAME,                                                                             \
        .about = MSG("bot.luz." #NAME),                                                            \
        .iterations = ITERATIONS,                                                                  \
        .scratch = sizeof(struct think),                                                           \
        .tuning = &TUNING,                                                                         \
        .choose = choose,                                                                          \
        .hindsight = hindsight,                                                                    \
    }

BOT(easy, 100, medium_tuning);
BOT(medium, 400, medium_tuning);
BOT(hard, 2000, tree_tuning);
BOT(expert, 100000, expert_tuning);
BOT(flat, 100000, flat_tuning);
