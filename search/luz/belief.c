/* Luz: the belief about the own hand. See belief.h. */
#include <assert.h>
#include <string.h>

#include "search/luz/belief.h"
#include "search/luz/tunables.h"

/* How much to trust the policy as a model of others. */
static const struct {
    double heat;  /* of plays, in tricks: at this cost a play is 1/e as likely as the best */
    double play;  /* share of the plays that follow the policy, the rest is uniform */
    double width; /* of bids, in tricks */
    double bid;   /* share of the bids that follow it */
} trust = TUNE_TRUST;

/* Candidates of one gap, and how many of them are own. */
struct gap {
    uint64_t cards;
    int own;
};

/* The gaps of the own hand. */
static int find_gaps(const struct sim *s, int seat, uint64_t unseen, struct gap *out)
{
    int n = 0;
    uint64_t rest = s->hand[seat];
    while (rest != 0) {
        uint64_t fits = sim_gap(s->gone[seat], rest, luz_colour(luz_lowest(rest)));
        out[n++] = (struct gap){.cards = unseen & fits, .own = sim_count(rest & fits)};
        rest &= ~fits;
    }
    return n;
}

/* A hand: a uniform choice of own cards in each gap. */
static uint64_t draw_hand(const struct gap *g, int gaps, struct rng *r)
{
    uint64_t out = 0;
    for (int i = 0; i < gaps; i++) {
        uint64_t cards = g[i].cards;
        int want = g[i].own;
        for (int n = sim_count(cards); want > 0; n--, cards &= cards - 1) {
            if (rng_below(r, (uint32_t)n) < (uint32_t)want) {
                out |= cards & -cards;
                want--;
            }
        }
    }
    return out;
}

/* The choice after `set` in the order of sets of equal size (Gosper), as positions among the gap's
   cards; 0 after the last one of n positions. */
static unsigned next_choice(unsigned set, int n)
{
    unsigned low = set & -set;
    unsigned up = set + low;
    unsigned next = up | (((set ^ up) / low) >> 2);
    return next >> n ? 0 : next;
}

static uint64_t spread_choice(uint64_t cards, unsigned set)
{
    uint64_t out = 0;
    for (; set != 0; set >>= 1, cards &= cards - 1)
        if (set & 1)
            out |= cards & -cards;
    return out;
}

/* Every choice of every gap with every world of the gaps before it. */
static void list_all(struct belief *b, const struct gap *gap, int gaps)
{
    b->n = 1;
    b->hand[0] = 0;
    for (int g = 0; g < gaps; g++) {
        int before = b->n;
        int size = sim_count(gap[g].cards);
        unsigned first = (1U << gap[g].own) - 1;
        for (unsigned set = next_choice(first, size); set != 0; set = next_choice(set, size)) {
            uint64_t cards = spread_choice(gap[g].cards, set);
            for (int i = 0; i < before; i++)
                b->hand[b->n++] = b->hand[i] | cards;
        }
        uint64_t cards = spread_choice(gap[g].cards, first);
        for (int i = 0; i < before; i++)
            b->hand[i] |= cards;
    }
}

void belief_list(struct belief *b, const struct view *v, int max, struct rng *r)
{
    struct state s;
    struct gap gap[LUZ_SLOTS];
    assert(max <= BELIEF_MAX);
    luz_determinize(v, r, &s);
    sim_from_state(&b->base, &s);
    assert(v->seat >= 0); /* spectators do not choose */
    b->seat = (uint8_t)v->seat;
    b->unseen = b->base.hand[b->seat] | b->base.aside;
    int gaps = find_gaps(&b->base, b->seat, b->unseen, gap);
    b->count = 1;
    for (int i = 0; i < gaps; i++)
        b->count *= sim_choose(sim_count(gap[i].cards), gap[i].own);
    if (b->count <= (uint64_t)max) {
        list_all(b, gap, gaps);
        assert((uint64_t)b->n == b->count);
    } else {
        for (b->n = 0; b->n < max; b->n++)
            b->hand[b->n] = draw_hand(gap, gaps, r);
    }
    for (int i = 0; i < b->n; i++)
        b->weight[i] = 1.0 / b->n;
}

void belief_one(struct belief *b, const struct state *s, int seat)
{
    sim_from_state(&b->base, s);
    b->seat = seat;
    b->unseen = b->base.hand[seat] | b->base.aside;
    b->count = 1;
    b->n = 1;
    b->hand[0] = b->base.hand[seat];
    b->weight[0] = 1;
}

void belief_resample(struct sim *s, int seat, struct rng *r)
{
    struct gap gap[LUZ_SLOTS];
    uint64_t unseen = s->hand[seat] | s->aside;
    int gaps = find_gaps(s, seat, unseen, gap);
    s->hand[seat] = draw_hand(gap, gaps, r);
    s->aside = unseen ^ s->hand[seat];
}

/* An event of this deal: a bid (card 255) or a play. */
struct event {
    uint8_t seat, card, bid;
};

static int list_events(const struct view *v, const struct sim *base, struct event *out)
{
    const struct luz_open *o = &v->open;
    int n = 0;
    for (int i = 0; i < o->seats; i++) {
        int seat = (base->first + i) % o->seats;
        if (o->bid[seat] != 0)
            out[n++] = (struct event){.seat = (uint8_t)seat, .card = 255, .bid = o->bid[seat]};
    }
    for (int t = 0; t < LUZ_TRICKS; t++) {
        for (int i = 0; i < o->seats; i++) {
            int seat = (o->leader[t] + i) % o->seats;
            if (o->play[t][seat] == 0)
                break;
            int card = v->card[seat][o->play[t][seat] - 1];
            out[n++] = (struct event){.seat = (uint8_t)seat, .card = (uint8_t)card};
        }
    }
    return n;
}

/* The position before the first event, in the base's world. */
static struct sim rewind_deal(const struct sim *base)
{
    struct sim s = {.aside = base->aside, .seats = base->seats, .deal = base->deal};
    s.turn = s.first = base->first;
    s.left = LUZ_TRICKS;
    for (int i = 0; i < base->seats; i++)
        s.hand[i] = base->hand[i] | base->gone[i];
    sim_note_lacks(&s);
    return s;
}

/* The likelihood that the seat to play plays this card. */
static double play_chance(const struct belief *b, const struct sim_lore *l, const struct sim *s,
                          int card)
{
    struct sim_costs c;
    double sum = 0, mine = 0;
    uint64_t legal = sim_playable(s);
    if ((legal & (legal - 1)) == 0)
        return 1;
    sim_weigh(l, s, &c);
    int lowest = sim_lowest(&c);
    for (int i = 0; i < c.n; i++) {
        int off = c.cost[i] - lowest;
        double p = b->soft[off < BELIEF_SOFT ? off : BELIEF_SOFT - 1];
        sum += p;
        if (c.card[i] == card)
            mine = p;
    }
    return trust.play * mine / sum + (1 - trust.play) / c.n;
}

/* The likelihood that the seat to bid makes this bid, up to a factor. */
static double bid_chance(const struct sim_lore *l, const struct sim *s, int bid)
{
    double goal = 0.5 * (bid - 1); /* a safety bead counts half a bead */
    double off = (goal - (double)sim_expect(l, s) / SIM_ONE) / trust.width;
    double fall = 1 + off * off / 2;
    return trust.bid / (fall * fall) + (1 - trust.bid);
}

static double weigh_world(const struct belief *b, const struct sim_lore *l, const struct event *e,
                          int n, struct sim *s)
{
    double weight = 1;
    for (int i = 0; i < n; i++, e++) {
        bool other = e->seat != b->seat;
        if (e->card == 255) {
            weight *= other ? bid_chance(l, s, e->bid) : 1;
            sim_bid(s, e->bid);
        } else {
            weight *= other ? play_chance(b, l, s, e->card) : 1;
            sim_play(s, e->card);
        }
    }
    return weight;
}

void belief_weigh(struct belief *b, const struct sim_lore *l, const struct view *v,
                  const struct bot_limits *limits, uint64_t started)
{
    struct event event[BELIEF_EVENTS];
    int events = list_events(v, &b->base, event);
    struct sim begin = rewind_deal(&b->base);
    uint64_t played = b->base.gone[b->seat];
    double sum = 0;
    bool cut = false;
    if (b->n == 1)
        return;
    sim_fill_powers(b->soft, BELIEF_SOFT, trust.heat * SIM_ONE);
    for (int i = 0; i < b->n && !cut; i++) {
        struct sim s = begin;
        s.hand[b->seat] = b->hand[i] | played;
        s.aside = b->unseen ^ b->hand[i];
        b->weight[i] = weigh_world(b, l, event, events, &s);
        sum += b->weight[i];
        cut = bot_should_stop(limits, started, (uint64_t)i);
    }
    for (int i = 0; i < b->n; i++)
        b->weight[i] = cut ? 1.0 / b->n : b->weight[i] / sum;
}

/* Vose's alias method. */
void belief_settle(struct belief *b)
{
    int small = 0, large = b->n; /* two stacks in `todo`, from both ends */
    for (int i = 0; i < b->n; i++) {
        b->keep[i] = b->weight[i] * b->n;
        b->alias[i] = (uint16_t)i;
        if (b->keep[i] < 1)
            b->todo[small++] = (uint16_t)i;
        else
            b->todo[--large] = (uint16_t)i;
    }
    while (small > 0 && large < b->n) {
        int poor = b->todo[--small];
        int rich = b->todo[large];
        b->alias[poor] = (uint16_t)rich;
        b->keep[rich] -= 1 - b->keep[poor];
        if (b->keep[rich] < 1) {
            large++;
            b->todo[small++] = (uint16_t)rich;
        }
    }
    while (small > 0)
        b->keep[b->todo[--small]] = 1;
    while (large < b->n)
        b->keep[b->todo[large++]] = 1;
}
