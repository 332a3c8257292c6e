/*
 * Luz: the others' choices inside the tree.
 *
 * Another seat sees all hands but its own. So what it would choose is found in worlds of its own:
 * its hand is drawn anew among those that it cannot tell apart, the hand of the searching seat is
 * the iteration's, and each of its places is played out with the same luck, for what the end is
 * worth to that seat. These comparisons are kept apart from the values of the searching seat, which
 * always come from the cards that this seat sees: it knows what lies at a place, its player does
 * not.
 *
 * Bids are compared in the same way, those nearest to what the forecast expects.
 *
 * A position holds the comparisons over all hands that the searching seat may have. What depends on
 * that hand comes from the forecast, whose costs they correct: without comparisons the forecast
 * remains, with many they decide.
 */
#include "search/luz/think.h"

enum {
    PASSES = 2,     /* a position must have been passed so often for each of its comparisons */
    MOST = 256,     /* comparisons of a position */
    HALF = 64,      /* so many are believed by half */
    LIMIT = 4096,   /* no cost is corrected by more */
    BIDS = 10,      /* that are compared: LUZ_SLOTS or less */
    BID_PASSES = 8, /* the same for bids, which cost more and of which there are few */
    BID_MOST = 64,
};
static const double gain = 0.35;    /* what a point is worth, in tricks of cost */
static const double bid_gain = 0.6; /* in units of the chances' logarithm */

static int correct(float points)
{
    double x = gain * SIM_ONE * (double)points;
    return (int)(x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x);
}

/* Adds what the comparisons say to what the forecast says. */
static void add_comparisons(const struct node *node, struct sim_costs *c)
{
    float mean = 0;
    for (int i = 0; i < c->n; i++)
        mean += node->sum[i];
    mean /= (float)c->n;
    for (int i = 0; i < c->n; i++)
        c->cost[i] -= correct((node->sum[i] - mean) / ((float)node->n[i] + HALF));
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
        if (todo->node == NULL && node->n[0] < MOST && node->n[0] * PASSES < node->visits) {
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
    uint64_t legal = bids ? (1U << BIDS) - 1 : sim_playable(&base);
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
    int low = middle - BIDS / 2 + 1;
    return low < 0 ? 0 : low > THINK_BIDS - BIDS ? THINK_BIDS - BIDS : low;
}

/* The bid of the least cost: half of what the forecast thinks of it, less what the comparisons say,
   less chance. */
static int draw_bid(const struct think *t, const struct sim *s, const struct node *node,
                    uint64_t random)
{
    const int16_t *w = t->lore.weight[SIM_OTHER];
    double expect = sim_expect(&t->lore, s);
    double trust = 1 / ((double)node->n[0] + HALF);
    double lowest = 1e30;
    int best = 0;
    for (int i = 0; i < BIDS; i++, random >>= 6) {
        int bid = node->actions + i;
        double off = (0.5 * bid * SIM_ONE - expect) / w[SIM_BID_HEAT];
        double cost = 0.25 * off * off + (bid & 1 ? 0.5 : 0);
        cost -= bid_gain * (double)node->sum[i] * trust;
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
    if (todo->node == NULL && node->n[0] < BID_MOST && node->n[0] * BID_PASSES < node->visits) {
        todo->node = node;
        todo->s = *s;
    }
    if (node->n[0] == 0)
        return sim_choose_bid(&t->lore, s, &t->rng);
    return draw_bid(t, s, node, rng_next(&t->rng));
}
