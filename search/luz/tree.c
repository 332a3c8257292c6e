/*
 * Luz: information-set search over places.
 *
 * Each iteration draws a world by its weight and descends: at this seat's positions by the tree, at
 * the others' by the policy. The others see this seat's cards, but only the places of their own;
 * `expert` also searches their choices (reply.c). A position of the tree is an information set of
 * the seat (open hands, own places left, own cards seen, tricks, table), so all its worlds share
 * it, in whichever order it was reached. Each iteration adds one position; from there the policy
 * finishes.
 */
#include <string.h>

#include "search/luz/think.h"

struct step {
    struct node *node;
    int action;
};

/* A hash of the seat's knowledge: never of its hidden cards. */
uint64_t tree_information(const struct sim *s, int seat, unsigned places)
{
    uint64_t h = places;
    uint64_t won = 0;
    for (int i = 0; i < s->seats; i++) {
        h = think_mix(h, i == seat ? s->gone[i] : s->hand[i]);
        won = won << 10 | (uint64_t)(s->won[i] << 5 | s->bid[i]);
    }
    h = think_mix(h, won);
    h = think_mix(h, (uint64_t)(s->laid << 24 | s->led << 20 | s->ahead << 16 | s->best));
    return h | 1;
}

/* Enough slots to keep the hash at most half full; an iteration makes few positions. */
static void clear_nodes(struct think *t)
{
    uint32_t slots = 1024;
    while (slots < THINK_SLOTS && slots < 4 * t->budget)
        slots *= 2;
    memset(t->slot, 0, slots * sizeof t->slot[0]);
    t->mask = slots - 1;
    t->nodes = 0;
}

static inline uint32_t tag_of(uint64_t key)
{
    return (uint32_t)(key >> 8) << THINK_NUMBER;
}

/* The position's slot, or the free one where it belongs. */
static inline uint32_t find_slot(const struct think *t, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 40) & t->mask;
    for (; t->slot[at] != 0; at = (at + 1) & t->mask) {
        uint32_t found = t->slot[at] ^ tag_of(key); /* only the number, if the tags agree */
        if (found >> THINK_NUMBER == 0 && t->node[found - 1].key == key)
            break;
    }
    return at;
}

const struct node *tree_look(const struct think *t, uint64_t key)
{
    uint32_t at = find_slot(t, key);
    return t->slot[at] != 0 ? &t->node[(t->slot[at] ^ tag_of(key)) - 1] : NULL;
}

struct node *tree_find(struct think *t, uint64_t key, bool *made)
{
    uint32_t at = find_slot(t, key);
    if (t->slot[at] != 0)
        return &t->node[(t->slot[at] ^ tag_of(key)) - 1];
    if (t->nodes >= TUNE_TREE_NODES || t->nodes > t->mask / 2)
        return NULL;
    struct node *node = &t->node[t->nodes++];
    *made = true;
    t->slot[at] = tag_of(key) | t->nodes;
    *node = (struct node){.key = key};
    return node;
}

static void start_node(const struct think *t, const struct sim *s, struct node *node)
{
    struct sim_costs c;
    double prior[LUZ_SLOTS];
    sim_weigh(&t->lore, s, &c);
    think_priors(&c, TUNE_NODE_PRIOR_FALL, prior);
    node->actions = (uint8_t)c.n;
    for (int i = 0; i < c.n; i++)
        node->prior[i] = (uint8_t)(1 + prior[i] * 254);
}

static int select_action(const struct node *node, double scale)
{
    float all = 0;
    for (int i = 0; i < node->actions; i++)
        all += node->sum[i];
    float base = node->visits > 0 ? all / (float)node->visits : 0;
    float wide = (float)(TUNE_EXPLORE * scale / 255) * __builtin_sqrtf((float)node->visits + 1);
    int best = 0;
    float highest = -1e30F;
    for (int i = 0; i < node->actions; i++) {
        float n = (float)node->n[i];
        float mean = node->n[i] > 0 ? node->sum[i] / n : base;
        float score = mean + wide * (float)node->prior[i] / (1 + n);
        best = score > highest ? i : best;
        highest = score > highest ? score : highest;
    }
    return best;
}

static int select_option(const struct think *t, double scale)
{
    double all = 0;
    uint64_t tries = 0;
    for (int i = 0; i < t->n; i++) {
        all += t->option[i].value;
        tries += t->option[i].visits;
    }
    double wide = TUNE_EXPLORE * scale * __builtin_sqrt((double)tries + 1);
    double base = tries > 0 ? all / (double)tries : 0;
    int best = 0;
    double highest = -1e30;
    for (int i = 0; i < t->n; i++) {
        const struct option *o = &t->option[i];
        double mean = o->visits > 0 ? o->value / (double)o->visits : base;
        double score = mean + wide * o->prior / (double)(1 + o->visits);
        best = score > highest ? i : best;
        highest = score > highest ? score : highest;
    }
    return best;
}

void tree_play(struct sim *s, int seat, unsigned *places, int card)
{
    int rank = sim_count(s->hand[seat] & ((UINT64_C(1) << card) - 1));
    *places ^= (unsigned)think_nth(*places, rank);
    sim_play(s, card);
}

/* One step of the descent at an own position; false: the tree ends here. */
static bool step_own(struct think *t, struct sim *s, unsigned *places, struct step *step,
                     double scale)
{
    uint64_t legal = sim_playable(s);
    bool made = false;
    step->node = NULL;
    if ((legal & (legal - 1)) == 0) {
        tree_play(s, t->belief.seat, places, luz_lowest(legal));
        return true;
    }
    struct node *node = tree_find(t, tree_information(s, t->belief.seat, *places), &made);
    if (node == NULL)
        return false;
    if (made)
        start_node(t, s, node);
    step->node = node;
    step->action = select_action(node, scale);
    tree_play(s, t->belief.seat, places, luz_lowest(think_nth(legal, step->action)));
    return !made;
}

/* Descends and plays out; returns how many steps lie in the tree. */
static int descend(struct think *t, struct sim *s, unsigned places, struct step *path, double scale,
                   struct reply *todo)
{
    int seat = t->belief.seat;
    int depth = 0;
    bool inside = true;
    while (sim_bidding(s))
        sim_bid(s,
                t->tuning.replies ? reply_bid(t, s, todo) : sim_choose_bid(&t->lore, s, &t->rng));
    while (inside && s->left > 0) {
        if (s->turn != seat) {
            sim_play(s, t->tuning.replies ? reply_pick(t, s, places, todo)
                                          : sim_pick(&t->lore, s, &t->rng));
            continue;
        }
        inside = step_own(t, s, &places, &path[depth], scale);
        depth += path[depth].node != NULL;
    }
    sim_finish(&t->lore, s, &t->rng);
    return depth;
}

/* The root's move, made in this world. */
static void apply_option(const struct think *t, struct sim *s, unsigned *places, int option)
{
    if (sim_bidding(s))
        think_play(t, s, option);
    else
        tree_play(s, t->belief.seat, places, luz_lowest(think_nth(sim_playable(s), option)));
}

void tree_search(struct think *t)
{
    struct step path[LUZ_TRICKS + 1];
    double scale = TUNE_SCALE_BASE + TUNE_SCALE_DEAL * t->worth.deal;
    clear_nodes(t);
    /* Read the clock every 16 rounds, since one may spend several iterations. */
    for (uint64_t round = 0; t->spent < t->budget; round += 4) {
        if (bot_should_stop(t->limits, t->started, round))
            break;
        struct sim s;
        struct outcome o;
        struct reply todo = {.node = NULL};
        /* Step 1. Choose a root move and draw a world by its weight. */
        int i = t->only >= 0 ? t->only : select_option(t, scale);
        belief_world(&t->belief, belief_draw(&t->belief, &t->rng), &s);
        unsigned places = (1U << sim_count(s.hand[t->belief.seat])) - 1;
        apply_option(t, &s, &places, i);
        /* Step 2. Descend, play out, and value the end. */
        int depth = descend(t, &s, places, path, scale, &todo);
        worth_of(&t->worth, &s, &o);
        think_add(&t->option[i], &o);
        t->spent++;
        /* Step 3. Back the value up along the path. */
        while (depth-- > 0) {
            struct node *node = path[depth].node;
            node->visits++;
            node->n[path[depth].action]++;
            node->sum[path[depth].action] += (float)o.value;
        }
        /* Step 4. Compare the choices of another seat, if one is due. */
        if (todo.node != NULL)
            reply_compare(t, &todo);
    }
}
