/* Luz: the levels, from a view to a move. */
#include <assert.h>
#include <string.h>

#include "search/luz/think.h"

void think_play(const struct think *t, struct sim *s, int i)
{
    if (sim_bidding(s)) {
        sim_bid(s, (int)(t->option[i].m & LUZ_MOVE_NUMBER) + 1);
        return;
    }
    sim_play(s, luz_lowest(think_nth(sim_playable(s), i)));
}

void think_priors(const struct sim_costs *c, double fall, double *out)
{
    double sum = 0;
    int lowest = sim_lowest(c);
    for (int i = 0; i < c->n; i++) {
        out[i] = 1 / (1 + fall * ((double)(c->cost[i] - lowest) / SIM_ONE));
        sum += out[i];
    }
    for (int i = 0; i < c->n; i++)
        out[i] /= sum;
}

/* The prior of a bid falls with its distance from the policy's expected tricks. */
static void list_bids(struct think *t)
{
    double expect = (double)sim_expect(&t->lore, &t->belief.base) / SIM_ONE;
    double sum = 0;
    t->n = THINK_BIDS;
    for (int i = 0; i < THINK_BIDS; i++) {
        double off = 0.5 * i - expect; /* a safety bead counts half a bead */
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
    double prior[LUZ_SLOTS];
    t->n = 0;
    sim_weigh(&t->lore, &t->belief.base, &c);
    think_priors(&c, TUNE_ROOT_PRIOR_FALL, prior);
    for (unsigned m = luz_playable(o, o->turn); m != 0; m &= m - 1, t->n++)
        t->option[t->n] = (struct option){.m = luz_play_move(luz_lowest(m)), .prior = prior[t->n]};
    assert(t->n == c.n);
}

static void start(struct think *t, const struct bot *bot, const struct bot_question *q,
                  const struct luz_open *o)
{
    const struct tuning *tuning = bot->tuning;
    t->tuning = *tuning;
    t->limits = q->limits;
    t->started = bot_start(q->limits);
    t->budget = q->limits->iterations > 0 ? q->limits->iterations : bot->iterations;
    if (o->phase == LUZ_PLAY && t->tuning.share > 1)
        t->budget = (t->budget + t->tuning.share - 1) / t->tuning.share;
    t->spent = 0;
    rng_seed(&t->rng, q->seed);
    sim_learn(&t->lore, o->seats, t->tuning.others);
    worth_init(&t->worth, o, q->seat);
    for (int i = 0; i < o->seats; i++)
        worth_init(&t->their[i], o, i);
}

/* A lower bound of a move's value: few visits lower it. */
static double rank_option(const struct think *t, const struct option *o)
{
    if (o->exact > 0)
        return o->value;
    if (o->visits == 0)
        return -1e9 + o->prior;
    double n = (double)o->visits;
    double doubt = t->tuning.tree
                       ? (TUNE_DOUBT_BASE + TUNE_DOUBT_DEAL * t->worth.deal) / __builtin_sqrt(n)
                       : 0;
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
        double n = o->visits > 0 && o->exact == 0 ? (double)o->visits : 1;
        double r = rank_option(t, o);
        struct bot_value v = {.m = o->m, .visits = o->visits + o->exact};
        v.settled = o->exact > 0;
        v.value = v.visits > 0 ? o->value / n : BOT_UNKNOWN;
        v.points = v.visits > 0 ? o->points / n : BOT_UNKNOWN;
        v.win = v.visits > 0 ? o->win / n : BOT_UNKNOWN;
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

/* A short tree search first: its answer is used if the solution is stopped. */
static void search_ending(struct think *t)
{
    uint64_t budget = t->budget;
    t->budget = budget / 2;
    tree_search(t);
    t->budget = budget;
    endgame_search(t);
}

/* The index of that move at the root; -1: all moves. */
static int find_only(const struct think *t, const move *m)
{
    int i = 0;
    while (m != NULL && i < t->n && t->option[i].m != *m)
        i++;
    return m != NULL && i < t->n ? i : -1;
}

static void search(struct think *t, const struct luz_open *o, struct bot_choice *out)
{
    belief_settle(&t->belief);
    t->belief.base.mode[t->belief.seat] = SIM_OWN;
    if (o->phase == LUZ_BID)
        list_bids(t);
    else
        list_plays(t, o);
    t->only = find_only(t, t->limits->only);
    if (t->n == 1)
        t->budget = t->budget < TUNE_FORCED_ITERATIONS ? t->budget : TUNE_FORCED_ITERATIONS;
    if (t->tuning.by_rule && o->phase == LUZ_PLAY)
        t->budget = 0; /* the policy decides */
    if (t->tuning.endgame && t->n > 1 && endgame_fits(t))
        search_ending(t);
    else if (t->tuning.tree)
        tree_search(t);
    else
        flat_search(t);
    answer(t, out);
}

static void choose(const struct bot *bot, const struct bot_question *q, struct bot_choice *out)
{
    struct think *t = q->scratch;
    const struct view *v = q->view;
    *out = (struct bot_choice){.m = MOVE_NONE};
    if (luz_open_actors(&v->open) != UINT32_C(1) << q->seat)
        return;
    start(t, bot, q, &v->open);
    belief_list(&t->belief, v, t->tuning.worlds, &t->rng);
    if (t->tuning.tree)
        belief_weigh(&t->belief, &t->lore, v, q->limits, t->started);
    search(t, &v->open, out);
}

static void hindsight(const struct bot *bot, const struct bot_question *q, const struct state *s,
                      struct bot_choice *out)
{
    struct think *t = q->scratch;
    *out = (struct bot_choice){.m = MOVE_NONE};
    if (luz_open_actors(&s->open) != UINT32_C(1) << q->seat)
        return;
    start(t, bot, q, &s->open);
    belief_one(&t->belief, s, q->seat);
    search(t, &s->open, out);
}

static const struct tuning easy_tuning = {.by_rule = true, .worlds = TUNE_EASY_WORLDS};
static const struct tuning flat_tuning = {.worlds = TUNE_FLAT_WORLDS};
static const struct tuning medium_tuning = {.worlds = TUNE_MEDIUM_WORLDS};
static const struct tuning hard_tuning = {
    .tree = true, .worlds = TUNE_HARD_WORLDS, .share = TUNE_PLAY_SHARE};
static const struct tuning expert_tuning = {.tree = true,
                                            .endgame = true,
                                            .worlds = TUNE_EXPERT_WORLDS,
                                            .others = SIM_FORECAST,
                                            .replies = true,
                                            .share = TUNE_PLAY_SHARE};

#define ROW(NAME, ID, ITERATIONS, TUNING)                                                          \
    {                                                                                              \
        .game = &luz_game, .name = (NAME), .about = (ID), .iterations = (ITERATIONS),              \
        .scratch = sizeof(struct think), .tuning = &(TUNING), .choose = choose,                    \
        .hindsight = hindsight                                                                     \
    }

extern const struct bot luz_easy_bot, luz_medium_bot, luz_hard_bot, luz_expert_bot, luz_flat_bot;

const struct bot luz_easy_bot = ROW("easy", MSG("bot.luz.easy"), TUNE_EASY_ITERATIONS, easy_tuning);
const struct bot luz_medium_bot =
    ROW("medium", MSG("bot.luz.medium"), TUNE_MEDIUM_ITERATIONS, medium_tuning);
const struct bot luz_hard_bot = ROW("hard", MSG("bot.luz.hard"), TUNE_HARD_ITERATIONS, hard_tuning);
const struct bot luz_expert_bot =
    ROW("expert", MSG("bot.luz.expert"), TUNE_EXPERT_ITERATIONS, expert_tuning);
const struct bot luz_flat_bot = ROW("flat", MSG("bot.luz.flat"), TUNE_FLAT_ITERATIONS, flat_tuning);
