/*
 * Luz: the last tricks solved over information sets.
 *
 * A particle is a world with its weight and its own luck (the random numbers that decide how the
 * others, who play by the policy, answer in it). All particles of one information set must get the
 * same card; after it each goes on until this seat plays again, and those that look the same to the
 * seat form the next information set. The value of a set is that of its best place: an exact
 * expectimax over what the seat can know, not an average of open-card solutions.
 */
#include "search/luz/think.h"

static uint64_t factorial(int n)
{
    uint64_t f = 1;
    for (int i = 2; i <= n; i++)
        f *= (uint64_t)i;
    return f;
}

static inline uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ (h >> 29);
}

/* What the seat sees of a particle, given what it saw at the set before: the others' hands, its own
   card just turned up, the tricks, the table. */
static uint64_t sight(const struct sim *s, int seat)
{
    uint64_t h = 0;
    for (int i = 0; i < s->seats; i++)
        h = mix(h, (i == seat ? s->gone[i] : s->hand[i]) ^ (uint64_t)s->won[i] << 60);
    return mix(h, (uint64_t)(s->laid << 24 | s->led << 20 | s->ahead << 16 | s->best));
}

static inline int nth_card(uint64_t set, int n)
{
    while (n-- > 0)
        set &= set - 1;
    return luz_lowest(set);
}

/* Plays place `action`, then the others, until the seat plays again or the deal is over. */
static void advance(struct think *t, struct particle *p, int action)
{
    int seat = t->belief.seat;
    sim_play(&p->s, nth_card(sim_playable(&p->s), action));
    while (p->s.left > 0) {
        uint64_t legal = sim_playable(&p->s);
        if (p->s.turn == seat && (legal & (legal - 1)) != 0)
            break;
        sim_play(&p->s, sim_pick(&t->lore, &p->s, t->tuning.noise, &p->luck));
    }
    t->spent++;
}

static void add_outcome(struct outcome *sum, const struct outcome *o, double weight)
{
    sum->value += weight * o->value;
    sum->points += weight * o->points;
    sum->win += weight * o->win;
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

static void solve_set(struct think *t, const struct particle *p, int n, struct particle *room,
                      struct outcome *best);

/* The sum over the particles of a set if the seat plays place `action`. */
static void solve_action(struct think *t, const struct particle *p, int n, int action,
                         struct particle *room, struct outcome *sum)
{
    int open = 0; /* particles whose deal goes on */
    struct outcome o;
    *sum = (struct outcome){0};
    for (int i = 0; i < n; i++) {
        room[open] = p[i];
        advance(t, &room[open], action);
        if (room[open].s.left == 0) {
            worth_of(&t->worth, &room[open].s, &o);
            add_outcome(sum, &o, p[i].weight);
        } else {
            room[open].key = sight(&room[open].s, t->belief.seat);
            open++;
        }
    }
    sort_particles(room, open);
    for (int from = 0, to; from < open; from = to) {
        for (to = from + 1; to < open && room[to].key == room[from].key; to++)
            ;
        solve_set(t, room + from, to - from, room + open, &o);
        add_outcome(sum, &o, 1);
    }
}

static void solve_set(struct think *t, const struct particle *p, int n, struct particle *room,
                      struct outcome *best)
{
    int actions = sim_count(sim_playable(&p->s));
    if (bot_should_stop(t->limits, t->started, t->spent))
        t->cut = true;
    for (int i = 0; i < actions && !(t->cut && i > 0); i++) {
        struct outcome sum;
        solve_action(t, p, n, i, room, &sum);
        if (i == 0 || sum.value > best->value)
            *best = sum;
    }
}

/* Particles that the budget allows for each world; 0: too many worlds or cards. */
static int count_copies(const struct think *t)
{
    int cards = sim_count(t->belief.base.hand[t->belief.seat]);
    if (sim_bidding(&t->belief.base) || cards > ENDING_CARDS)
        return 0;
    /* At most e * cards! steps a particle, own orders of play cut short included. */
    uint64_t copies = t->budget / (3 * factorial(cards) * (uint64_t)t->belief.n);
    uint64_t fit = (uint64_t)(ENDING_PARTICLES / t->belief.n);
    copies = copies < fit ? copies : fit;
    return (int)(copies < ENDING_COPIES ? copies : ENDING_COPIES);
}

bool ending_fits(const struct think *t)
{
    return count_copies(t) > 0;
}

void ending_search(struct think *t)
{
    struct outcome solved[LUZ_SLOTS];
    uint64_t steps[LUZ_SLOTS];
    int copies = count_copies(t);
    int n = 0;
    for (int i = 0; i < t->belief.n; i++) {
        for (int j = 0; j < copies; j++, n++) {
            belief_world(&t->belief, i, &t->particle[n].s);
            t->particle[n].weight = t->belief.weight[i] / copies;
            rng_seed(&t->particle[n].luck, rng_next(&t->rng));
        }
    }
    t->cut = false;
    for (int i = 0; i < t->n && !t->cut; i++) {
        uint64_t before = t->spent;
        solve_action(t, t->particle, n, i, t->particle + n, &solved[i]);
        steps[i] = t->spent - before;
    }
    for (int i = 0; i < t->n && !t->cut; i++) {
        t->option[i].exact = steps[i];
        t->option[i].value = solved[i].value;
        t->option[i].points = solved[i].points;
        t->option[i].win = solved[i].win;
    }
}
