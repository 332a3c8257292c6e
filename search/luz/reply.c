/*
 * Luz: the others' choices inside the tree.
 *
 * Another seat sees all hands but its own. So its choice is searched in worlds of its own: its hand
 * is redrawn among those that it cannot tell apart, the hand of the searching seat is the
 * iteration's, and each of its places is played out with the same luck, for the value to that seat.
 * These comparisons are kept apart from the values of the searching seat, which always come from
 * the cards that this seat sees: it knows the card at a place, its player does not.
 *
 * Bids are compared in the same way, those nearest to the forecast.
 *
 * A position holds the comparisons over all hands that the searching seat may have. Differences
 * between those hands come from the forecast, whose costs the comparisons correct: without
 * comparisons the forecast remains, with many they decide.
 */
#include "search/luz/think.h"

static int correct(float points)
{
    double x = TUNE_REPLY_GAIN * SIM_ONE * (double)points;
    return (int)(x > TUNE_REPLY_LIMIT    ? TUNE_REPLY_LIMIT
                 : x < -TUNE_REPLY_LIMIT ? -TUNE_REPLY_LIMIT
                                         : x);
}

/* Corrects the costs of the forecast by the comparisons. */
static void add_comparisons(const struct node *node, struct sim_costs *c)
{
    float mean = 0;
    for (int i = 0; i < c->n; i++)
        mean += node->sum[i];
    mean /= (float)c->n;
    for (int i = 0; i < c->n; i++)
        c->cost[i] -= correct((node->sum[i] - mean) / ((float)node->n[i] + TUNE_REPLY_HALF));
}

void reply_weigh(struct think *t, const struct sim *s, unsigned places, struct sim_costs *c)
{
    sim_weigh(&t->lore, s, c);
    const struct node *node = tree_look(t, tree_information(s, t->belief.seat, places));
    if (node != NULL)
        add_comparisons(node, c);
}

int reply_pick(struct think *t, const struct sim *s, unsigned places, struct reply *todo)
{
    uint64_t legal = sim_playable(s);
    struct sim_costs c;
    bool made = false;
    if ((legal & (legal - 1)) == 0)
        return luz_lowest(legal);
    sim_weigh(&t->lore, s, &c);
    struct node *node = tree_find(t, tree_information(s, t->belief.seat, places), &made);
    if (node != NULL) {
        node->visits++;
        add_comparisons(node, &c);
        if (todo->node == NULL && node->n[0] < TUNE_REPLY_MOST &&
            node->n[0] * TUNE_REPLY_PASSES < node->visits) {
            todo->node = node;
            todo->s = *s;
        }
    }
    return sim_draw(&t->lore, s, &c, &t->rng);
}

void reply_compare(struct think *t, const struct reply *todo)
{
    struct sim base = todo->s;
    struct node *node = todo->node;
    struct rng luck;
    int seat = base.turn;
    belief_resample(&base, seat, &t->rng);
    base.mode[t->belief.seat] = SIM_OTHER;
    base.mode[seat] = SIM_OWN;
    rng_seed(&luck, rng_next(&t->rng));
    bool bids = sim_bidding(&base);
    uint64_t legal = bids ? (1U << TUNE_REPLY_BIDS) - 1 : sim_playable(&base);
    for (int i = 0; legal != 0; legal &= legal - 1, i++) {
        struct sim s = base;
        struct rng r = luck;
        struct outcome o;
        if (bids)
            sim_bid(&s, node->actions + i + 1);
        else
            sim_play(&s, luz_lowest(legal));
        sim_finish(&t->lore, &s, &r);
        worth_of(&t->their[seat], &s, &o);
        node->n[i]++;
        node->sum[i] += (float)o.value;
        t->spent++;
    }
}

/* The lowest bid that is compared, as 2 * beads + safety. */
static int first_bid(const struct think *t, const struct sim *s)
{
    int middle = 2 * sim_expect(&t->lore, s) / SIM_ONE;
    int low = middle - TUNE_REPLY_BIDS / 2 + 1;
    return low < 0 ? 0 : low > THINK_BIDS - TUNE_REPLY_BIDS ? THINK_BIDS - TUNE_REPLY_BIDS : low;
}

/* The bid of the least cost: half of the forecast's cost, less the correction by comparisons, less
   random noise. */
static int draw_bid(const struct think *t, const struct sim *s, const struct node *node,
                    uint64_t random)
{
    const int16_t *w = t->lore.weight[SIM_OTHER];
    double expect = sim_expect(&t->lore, s);
    double trust = 1 / ((double)node->n[0] + TUNE_REPLY_HALF);
    double lowest = 1e30;
    int best = 0;
    for (int i = 0; i < TUNE_REPLY_BIDS; i++, random >>= 6) {
        int bid = node->actions + i;
        double off = (0.5 * bid * SIM_ONE - expect) / w[SIM_BID_HEAT];
        double cost = 0.25 * off * off + (bid & 1 ? 0.5 : 0);
        cost -= TUNE_REPLY_BID_GAIN * (double)node->sum[i] * trust;
        cost -= (double)sim_gumbel(random) / 64;
        best = cost < lowest ? bid : best;
        lowest = cost < lowest ? cost : lowest;
    }
    return best + 1;
}

int reply_bid(struct think *t, const struct sim *s, struct reply *todo)
{
    bool made = false;
    struct node *node = tree_find(t, tree_information(s, t->belief.seat, 0), &made);
    if (node == NULL)
        return sim_choose_bid(&t->lore, s, &t->rng);
    if (made)
        node->actions = (uint8_t)first_bid(t, s);
    node->visits++;
    if (todo->node == NULL && node->n[0] < TUNE_REPLY_BID_MOST &&
        node->n[0] * TUNE_REPLY_BID_PASSES < node->visits) {
        todo->node = node;
        todo->s = *s;
    }
    if (node->n[0] == 0)
        return sim_choose_bid(&t->lore, s, &t->rng);
    return draw_bid(t, s, node, rng_next(&t->rng));
}
