/*
 * Luz: the last tricks solved over information sets.
 *
 * A particle is a world with its weight. All particles of one information set must get the same
 * card; after it each goes on until this seat plays again, and where another seat has a choice it
 * splits into one particle per card, with the chances of the policy. Those that look the same to
 * the seat form the next information set. The value of a set is that of its best place: an exact
 * expectimax over the seat's knowledge, not an average of open-card solutions.
 *
 * If particles or budget run out, the solution is abandoned, and the result of the tree is used.
 */
#include "search/luz/think.h"

/* The seat's new observation of a particle since the set before: the others' hands, its own card
   just turned up, the tricks, the table. */
static uint64_t sight(const struct sim *s, int seat)
{
    uint64_t h = 0;
    for (int i = 0; i < s->seats; i++)
        h = think_mix(h, (i == seat ? s->gone[i] : s->hand[i]) ^ (uint64_t)s->won[i] << 60);
    return think_mix(h, (uint64_t)(s->laid << 24 | s->led << 20 | s->ahead << 16 | s->best));
}

static void add_outcome(struct outcome *sum, const struct outcome *o, double weight)
{
    sum->value += weight * o->value;
    sum->points += weight * o->points;
    sum->win += weight * o->win;
}

/* The chances of the policy's cards: the lower the cost, the likelier. */
static int weigh_cards(struct think *t, const struct sim *s, unsigned places, uint8_t *card,
                       double *chance)
{
    struct sim_costs c;
    double sum = 0, left = 0;
    int n = 0;
    if (t->tuning.replies)
        reply_weigh(t, s, places, &c);
    else
        sim_weigh(&t->lore, s, &c);
    int lowest = sim_lowest(&c);
    for (int i = 0; i < c.n; i++) {
        int off = c.cost[i] - lowest;
        chance[i] = t->soft[off < ENDGAME_SOFT ? off : ENDGAME_SOFT - 1];
        sum += chance[i];
    }
    for (int i = 0; i < c.n; i++) {
        if (chance[i] * TUNE_ENDGAME_RARE < sum)
            continue;
        card[n] = c.card[i];
        chance[n] = chance[i];
        left += chance[n++];
    }
    for (int i = 0; i < n; i++)
        chance[i] /= left;
    return n;
}

/* The seat to play plays this card. */
static void lay(const struct think *t, struct sim *s, unsigned *places, int card)
{
    if (s->turn == t->belief.seat)
        tree_play(s, s->turn, places, card);
    else
        sim_play(s, card);
}

/* Lets the others play until the seat has to choose, which makes a particle, or the deal is over,
   which adds to `sum`. */
static void go_on(struct think *t, struct sim *s, unsigned places, double weight,
                  struct outcome *sum)
{
    uint8_t card[LUZ_SLOTS];
    double chance[LUZ_SLOTS];
    for (uint64_t legal; s->left > 0; lay(t, s, &places, luz_lowest(legal))) {
        legal = sim_playable(s);
        if ((legal & (legal - 1)) != 0)
            break;
    }
    t->spent++;
    if (t->used == TUNE_ENDGAME_PARTICLES || think_over(t))
        t->cut = true;
    if (t->cut)
        return;
    if (s->left == 0) {
        struct outcome o;
        worth_of(&t->worth, s, &o);
        add_outcome(sum, &o, weight);
        return;
    }
    if (s->turn == t->belief.seat) {
        t->particle[t->used++] = (struct particle){
            .s = *s, .places = places, .weight = weight, .key = sight(s, t->belief.seat)};
        return;
    }
    int n = weigh_cards(t, s, places, card, chance);
    for (int i = 0; i < n; i++) {
        struct sim next = *s;
        sim_play(&next, card[i]);
        go_on(t, &next, places, weight * chance[i], sum);
    }
}

/* Shell sort by sight; equal sights keep an order that depends on nothing but the particles. */
static void sort_particles(struct particle *p, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < n; i++) {
            struct particle x = p[i];
            int at = i;
            for (; at >= gap && p[at - gap].key > x.key; at -= gap)
                p[at] = p[at - gap];
            p[at] = x;
        }
    }
}

static void solve_set(struct think *t, const struct particle *p, int n, struct outcome *best);

/* The sum over the particles of a set if the seat plays place `action`. */
static void solve_action(struct think *t, const struct particle *p, int n, int action,
                         struct outcome *sum)
{
    int before = t->used;
    *sum = (struct outcome){0};
    for (int i = 0; i < n && !t->cut; i++) {
        struct sim s = p[i].s;
        unsigned places = p[i].places;
        tree_play(&s, t->belief.seat, &places, luz_lowest(think_nth(sim_playable(&s), action)));
        go_on(t, &s, places, p[i].weight, sum);
    }
    struct particle *made = t->particle + before;
    int open = t->used - before;
    sort_particles(made, open);
    for (int from = 0, to; from < open && !t->cut; from = to) {
        struct outcome o;
        for (to = from + 1; to < open && made[to].key == made[from].key; to++)
            ;
        solve_set(t, made + from, to - from, &o);
        add_outcome(sum, &o, 1);
    }
    t->used = before;
}

static void solve_set(struct think *t, const struct particle *p, int n, struct outcome *best)
{
    int actions = sim_count(sim_playable(&p->s));
    *best = (struct outcome){0};
    for (int i = 0; i < actions && !t->cut; i++) {
        struct outcome sum;
        solve_action(t, p, n, i, &sum);
        if (i == 0 || sum.value > best->value)
            *best = sum;
    }
}

/* Steps for a world, by seats and cards in hand. */
static const uint32_t usual_steps[LUZ_SEATS_MAX + 1][TUNE_ENDGAME_CARDS + 1] = TUNE_ENDGAME_STEPS;

bool endgame_fits(const struct think *t)
{
    const struct sim *s = &t->belief.base;
    int cards = sim_count(s->hand[t->belief.seat]);
    return !sim_bidding(s) && cards <= TUNE_ENDGAME_CARDS && t->belief.n <= TUNE_ENDGAME_WORLDS &&
           2 * (uint64_t)t->belief.n * usual_steps[s->seats][cards] <= t->budget;
}

void endgame_search(struct think *t)
{
    struct outcome solved[LUZ_SLOTS];
    uint64_t steps[LUZ_SLOTS];
    double heat = (double)t->lore.weight[SIM_OTHER][SIM_HEAT] * SIM_ONE / SIM_HEAT_ONE;
    sim_fill_powers(t->soft, ENDGAME_SOFT, heat);
    t->cut = false;
    t->used = t->belief.n;
    for (int i = 0; i < t->belief.n; i++) {
        belief_world(&t->belief, i, &t->particle[i].s);
        t->particle[i].places = (1U << sim_count(t->belief.hand[i])) - 1;
        t->particle[i].weight = t->belief.weight[i];
    }
    for (int i = 0; i < t->n && !t->cut; i++) {
        uint64_t before = t->spent;
        solve_action(t, t->particle, t->belief.n, i, &solved[i]);
        steps[i] = t->spent - before;
    }
    for (int i = 0; i < t->n && !t->cut; i++) {
        t->option[i].exact = steps[i];
        t->option[i].value = solved[i].value;
        t->option[i].points = solved[i].points;
        t->option[i].win = solved[i].win;
    }
}
