/* Luz: fast deals and the rule-of-thumb player. See sim.h. */
#include <assert.h>
#include <stddef.h>

#include "search/luz/sim.h"

/* By seats; tuned by play against itself: the best player (README.md). */
static const int16_t players[LUZ_SEATS_MAX + 1][SIM_WEIGHTS] = {
    [3] = {188, 24, 6,  262, 214, 141, 37,  -46, -64, 119, 51, -107,    387, 135,
           440, 30, 15, 42,  240, 11,  220, 244, 0,   0,   0,  SIM_ONE, 3,   0},
    [4] = {174, 36, 18, 259, 190, 153, 88,  8,  -16, 108, 76, -56,     202, 28,
           58,  -5, 50, 80,  272, -14, 242, 66, 0,   0,   0,  SIM_ONE, 3,   0},
    [5] = {164, 34, 14, 239, 188, 152, 69,  -19, -25, 110, -4, 20,      405, 16,
           248, 3,  42, 40,  280, 27,  283, 37,  0,   0,   0,  SIM_ONE, 3,   0},
};

/* By seats; fitted to searchers' choices (bench/luz-fit.c): the best forecast. */
static const int16_t forecasts[LUZ_SEATS_MAX + 1][SIM_WEIGHTS] = {
    [3] = {156, 40, 6,  236, 147, 83, 22,  -51, -63, 157, 0,  -89, 430, 186,
           479, 42, 65, 77,  263, 32, 256, 269, 64,  53,  71, 288, 38,  220},
    [4] = {174, 24, 17, 242, 206, 140, 122, 8,  -52, 121, 40, -39, 329, 114,
           235, 65, 63, 87,  270, 2,   256, 45, 40,  29,  57, 276, 31,  190},
    [5] = {179, 50, 10, 249, 192, 150, 77,  -18, -13, 92, 0,  52,  341, 53,
           243, 54, 51, 74,  284, 14,  273, 32,  40,  21, 53, 238, 32,  190},
};

void sim_fill_powers(double *out, int n, double heat)
{
    double x = 1 / heat;
    double ratio = 1 - x + x * x / 2 - x * x * x / 6;
    out[0] = 1;
    for (int i = 1; i < n; i++)
        out[i] = out[i - 1] * ratio;
}

uint64_t sim_choose(int n, int k)
{
    uint64_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return k < 0 || k > n ? 0 : ways;
}

/* The k-th lowest own card (k from 0) is above x exactly if at most k own cards are not. */
static uint8_t count_odds(int hidden, int own, int low, int k)
{
    uint64_t good = 0, all = sim_choose(hidden, own);
    assert(all > 0);
    for (int i = 0; i <= k && i <= own; i++)
        good += sim_choose(low, i) * sim_choose(hidden - low, own - i);
    return (uint8_t)(good * (SIM_ONE - 1) / all);
}

void sim_share(struct sim_lore *l)
{
    for (int mode = 0; mode < 2; mode++) {
        for (int yellow = 0; yellow < 2; yellow++) {
            const int16_t *w = l->weight[mode] + (yellow ? SIM_TRUMP1 : SIM_PLAIN1);
            int16_t *out = l->share[mode][yellow];
            out[3] = yellow ? w[3] : 0;
            out[0] = (int16_t)(w[0] - w[1]);
            out[1] = (int16_t)(w[1] - w[2]);
            out[2] = (int16_t)(w[2] - out[3]);
        }
    }
}

void sim_learn(struct sim_lore *l, int seats, enum sim_others others)
{
    for (int i = 0; i < SIM_WEIGHTS; i++) {
        l->weight[SIM_OWN][i] = players[seats][i];
        l->weight[SIM_OTHER][i] = others == SIM_FORECAST ? forecasts[seats][i] : players[seats][i];
    }
    sim_share(l);
    if (l->ready)
        return;
    for (int hidden = 1; hidden <= LUZ_VALUES; hidden++)
        for (int own = 1; own <= hidden && own <= LUZ_SLOTS; own++)
            for (int low = 0; low <= hidden; low++)
                for (int k = 0; k < own; k++)
                    l->odds[hidden][own][low][k] = count_odds(hidden, own, low, k);
    l->ready = 1;
}

void sim_note_lacks(struct sim *s)
{
    for (int i = 0; i < s->seats; i++) {
        s->lacks[i] = 0;
        for (int colour = 0; colour < LUZ_COLOURS; colour++)
            s->lacks[i] |= (uint8_t)(((s->hand[i] & sim_suit(colour)) == 0) << colour);
    }
}

void sim_from_state(struct sim *s, const struct state *from)
{
    const struct luz_open *o = &from->open;
    *s = (struct sim){.aside = from->aside, .seats = o->seats, .deal = o->deal, .turn = o->turn};
    s->left = (uint8_t)(LUZ_TRICKS - o->trick);
    s->laid = o->laid;
    s->led = o->led;
    s->ahead = o->ahead;
    for (int i = 0; i < o->seats; i++) {
        for (int slot = 0; slot < LUZ_SLOTS; slot++) {
            uint64_t bit = UINT64_C(1) << from->card[i][slot];
            if (o->left[i] >> slot & 1)
                s->hand[i] |= bit;
            else
                s->gone[i] |= bit;
        }
        s->bid[i] = o->bid[i];
        s->won[i] = o->won[i];
    }
    if (o->laid > 0)
        s->best = (uint8_t)(from->card[o->ahead][o->play[o->trick][o->ahead] - 1] + 1);
    s->first = o->turn;
    if (o->phase == LUZ_PLAY)
        s->first = o->trick > 0 || o->laid > 0 ? o->leader[0] : o->turn;
    sim_note_lacks(s);
}

/* The best cards that later players can play: cards plus 1, 0 for none. */
struct threat {
    int led_all, led_want;     /* of the colour led: at worst; if each pursues its own bid */
    int trump_all, trump_want; /* trumps of those who cannot follow */
    int rival;                 /* the seat that takes the trick otherwise */
};

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline bool wants_trick(const struct sim *s, int seat)
{
    return s->won[seat] < luz_beads(s->bid[seat]);
}

/* Whether the seat can still meet its bid. */
static inline bool is_alive(const struct sim *s, int seat)
{
    int need = luz_beads(s->bid[seat]) - s->won[seat];
    return need + luz_safety(s->bid[seat]) >= 0 && need <= s->left;
}

static struct threat see_threat(const struct sim *s, int led)
{
    struct threat t = {.rival = s->ahead};
    int later = s->seats - 1 - s->laid;
    int seat = s->turn;
    int lead = s->laid > 0 ? luz_strength(s->best - 1, led) : -1;
    for (int i = 0; i < later; i++) {
        seat = luz_next_seat(s->seats, seat);
        uint64_t follow = s->hand[seat] & sim_suit(led);
        uint64_t trump = s->hand[seat] & sim_suit(LUZ_YELLOW);
        bool wants = wants_trick(s, seat);
        if (follow != 0) {
            int high = sim_highest(follow) + 1;
            t.led_all = larger(t.led_all, high);
            int low = wants ? high : luz_lowest(follow) + 1;
            t.led_want = larger(t.led_want, low);
            low += led == LUZ_YELLOW ? 64 : 0;
            t.rival = low > lead ? seat : t.rival;
            lead = low > lead ? low : lead;
        } else if (trump != 0) {
            int high = sim_highest(trump) + 1;
            t.trump_all = larger(t.trump_all, high);
            t.trump_want = larger(t.trump_want, wants ? high : 0);
            if (wants && high + 64 > lead) {
                t.rival = seat;
                lead = high + 64;
            }
        }
    }
    return t;
}

/* The own hidden cards of one gap. */
struct gap {
    const uint8_t (*odds)[LUZ_SLOTS]; /* by cards not above x, then by place in the gap */
    uint64_t own, hidden;
};

/* The gap of the lowest of these own cards. */
static inline struct gap find_gap(const struct sim_lore *l, const struct sim *s, uint64_t cards,
                                  int colour)
{
    uint64_t fits = sim_gap(s->gone[s->turn], cards, colour);
    struct gap g = {.own = cards & fits};
    g.hidden = g.own | (s->aside & fits);
    g.odds = l->odds[sim_count(g.hidden)][sim_count(g.own)];
    return g;
}

/* The chances, less one part, to beat card - 1 by place; all of them if that is none. */
static inline const uint8_t *beats(const struct gap *g, int card)
{
    return g->odds[sim_count(g->hidden & ((UINT64_C(1) << card) - 1))];
}

/* The seat's view of one colour, to value its own cards of it. */
struct outlook {
    int top[3];           /* the others' highest cards plus 1; 0: none */
    const int16_t *share; /* as in struct sim_lore */
    int keep;             /* the share left when others can ruff */
};

/* The seat's view of the others. */
struct others {
    uint64_t cards;
    unsigned one, two; /* colours that one or more, two or more of them can ruff, as sets */
};

static inline struct others see_others(const struct sim *s)
{
    struct others o = {0};
    for (int i = 0; i < s->seats; i++) {
        if (i == s->turn)
            continue;
        unsigned lacks = s->lacks[i];
        unsigned ruffs = lacks >> LUZ_YELLOW & 1 ? 0 : lacks;
        o.cards |= s->hand[i];
        o.two |= o.one & ruffs;
        o.one |= ruffs;
    }
    return o;
}

static inline struct outlook look_out(const struct sim_lore *l, const struct others *others,
                                      int mode, int colour)
{
    struct outlook o = {.share = l->share[mode][colour == LUZ_YELLOW], .keep = SIM_ONE};
    uint64_t cards = others->cards & sim_suit(colour);
    for (int i = 0; i < 3; i++) {
        int high = sim_highest(cards | 1);
        o.top[i] = (high + 1) & -(cards != 0);
        cards &= ~(UINT64_C(1) << high);
    }
    if (others->one >> colour & 1)
        o.keep = l->weight[mode][others->two >> colour & 1 ? SIM_RUFF2 : SIM_RUFF1];
    return o;
}

/* The cards that this seat's card has to beat, plus 1. */
struct hurdle {
    bool all_lost, want_lost; /* cannot win */
    int all, want;            /* as in struct threat */
};

static inline struct hurdle find_hurdle(const struct sim *s, const struct threat *t, int colour,
                                        int led)
{
    int best = s->laid > 0 ? s->best : 0;
    bool trumped = best != 0 && luz_colour(best - 1) == LUZ_YELLOW;
    struct hurdle h = {.all_lost = true, .want_lost = true};
    if (colour == led) {
        bool ruffed = trumped && led != LUZ_YELLOW;
        h.all_lost = ruffed || t->trump_all;
        h.want_lost = ruffed || t->trump_want;
        h.all = larger(best, t->led_all);
        h.want = larger(best, t->led_want);
    } else if (colour == LUZ_YELLOW) {
        best = trumped ? best : 0;
        h.all_lost = h.want_lost = false;
        h.all = larger(best, t->trump_all);
        h.want = larger(best, t->trump_want);
    }
    return h;
}

/* A legal card, while the costs are made. */
struct choice {
    int now, later; /* chances to win this trick and, if kept, a later one */
    int extra;      /* habits */
    int spite;      /* the cost of taking the trick from the rival */
};

/* The cards of one gap, in order: fills a choice for each if `h` is given; returns the sum of their
   chances if kept. Loops over sets, not counts: compilers turn these into code that is slower for
   one to three cards. */
static inline int look_at_gap(const struct gap *g, const struct outlook *o, const struct hurdle *h,
                              const struct choice *usual, int wary, struct choice *out)
{
    const uint8_t *q1 = beats(g, o->top[0]);
    const uint8_t *q2 = beats(g, o->top[1]);
    const uint8_t *q3 = beats(g, o->top[2]);
    int sum = 0, k = 0;
    for (uint64_t rest = g->own; rest != 0; rest &= rest - 1, k++) {
        int v = (q1[k] + 1) * o->share[0] + (q2[k] + 1) * o->share[1] + (q3[k] + 1) * o->share[2];
        int later = ((v >> SIM_BITS) + o->share[3]) * o->keep >> SIM_BITS;
        sum += later;
        if (h != NULL)
            out[k] = (struct choice){.later = later, .extra = usual->extra, .spite = usual->spite};
    }
    if (h == NULL || h->want_lost)
        return sum;
    const uint8_t *all = beats(g, h->all);
    const uint8_t *want = beats(g, h->want);
    k = 0;
    for (uint64_t rest = g->own; rest != 0; rest &= rest - 1, k++) {
        int p = h->all_lost ? 0 : all[k] + 1;
        int q = want[k] + 1;
        out[k].now = q + ((p - q) * wary >> SIM_BITS);
    }
    return sum;
}

/* The cards of one colour of the seat to play, likewise. */
static inline int look_at_colour(const struct sim_lore *l, const struct sim *s,
                                 const struct others *others, int colour,
                                 const struct choice *usual, const struct hurdle *h,
                                 struct choice *out)
{
    int mode = s->mode[s->turn];
    struct outlook look = look_out(l, others, mode, colour);
    uint64_t cards = s->hand[s->turn] & sim_suit(colour);
    int sum = 0;
    while (cards != 0) {
        struct gap g = find_gap(l, s, cards, colour);
        sum += look_at_gap(&g, &look, h, usual, l->weight[mode][SIM_WARY], out);
        cards ^= g.own;
        if (h != NULL)
            out += sim_count(g.own);
    }
    return sum;
}

/* Taking a trick is good from a seat that needs it, and bad from one that does not. */
static inline int find_spite(const struct sim *s, const int16_t *w, int rival)
{
    if (!is_alive(s, rival))
        return 0;
    return wants_trick(s, rival) ? -w[SIM_DENY] : w[SIM_GIVE];
}

/* The seat to play looks at its hand: fills one choice per legal card, in card order; returns the
   sum of the chances of all its cards. */
static int look_at_hand(const struct sim_lore *l, const struct sim *s, struct choice *out,
                        struct sim_costs *costs)
{
    const int16_t *w = l->weight[s->mode[s->turn]];
    uint64_t legal = sim_playable(s);
    struct others others = see_others(s);
    struct threat threat = {0};
    int sum = 0;
    costs->n = 0;
    if (s->laid > 0)
        threat = see_threat(s, s->led);
    for (int colour = 0; colour < LUZ_COLOURS; colour++) {
        uint64_t cards = s->hand[s->turn] & sim_suit(colour);
        if (cards == 0)
            continue;
        struct choice usual = {.extra =
                                   sim_count(cards) * w[s->laid > 0 ? SIM_DROP_LEN : SIM_LEAD_LEN]};
        if (s->laid == 0) {
            threat = see_threat(s, colour);
            usual.extra += colour == LUZ_YELLOW ? w[SIM_LEAD_TOP] : 0;
        }
        usual.spite = find_spite(s, w, threat.rival);
        struct hurdle h = find_hurdle(s, &threat, colour, s->laid > 0 ? s->led : colour);
        sum += look_at_colour(l, s, &others, colour, &usual, legal & cards ? &h : NULL,
                              out + costs->n);
        for (uint64_t rest = legal & cards; rest != 0; rest &= rest - 1)
            costs->card[costs->n++] = (uint8_t)luz_lowest(rest);
    }
    return sum;
}

/* The best card is the one after which the tricks expected are nearest to those needed. */
void sim_weigh(const struct sim_lore *l, const struct sim *s, struct sim_costs *out)
{
    const int16_t *w = l->weight[s->mode[s->turn]];
    struct choice c[LUZ_SLOTS];
    int sum = look_at_hand(l, s, c, out);
    int bid = s->bid[s->turn];
    int need = (luz_beads(bid) - s->won[s->turn]) * SIM_ONE + luz_safety(bid) * w[SIM_SAFETY];
    int take = need > 0 ? -w[SIM_EAGER] : w[SIM_SHY];
    int dump = need > 0 ? w[SIM_DUMP1] : w[SIM_DUMP0];
    int over = (sum * w[SIM_SUM_MUL] >> SIM_BITS) + w[SIM_SUM_ADD] - need;
    int care = is_alive(s, s->turn) ? SIM_ONE : w[SIM_DEAD];
    for (int i = 0; i < out->n; i++) {
        int miss = over + c[i].now - c[i].later;
        int own = (miss < 0 ? -miss : miss) + c[i].extra +
                  ((c[i].now * take - c[i].later * dump) >> SIM_BITS);
        out->cost[i] = (own * care + c[i].now * c[i].spite) >> SIM_BITS;
    }
}

/* Quantiles of the Gumbel distribution. */
static const int16_t gumbel[64] = {
    -101, -85, -75, -68, -62, -57, -53, -49, -45, -41, -38, -35, -31, -28, -25, -22,
    -19,  -17, -14, -11, -8,  -6,  -3,  0,   3,   5,   8,   11,  14,  16,  19,  22,
    25,   28,  31,  34,  37,  40,  43,  47,  50,  54,  57,  61,  65,  69,  73,  77,
    82,   87,  92,  98,  104, 110, 117, 125, 133, 143, 154, 168, 184, 206, 239, 310,
};

int sim_gumbel(uint64_t bits)
{
    return gumbel[bits & 63];
}

int sim_draw(const struct sim_lore *l, const struct sim *s, const struct sim_costs *c,
             struct rng *r)
{
    int heat = l->weight[s->mode[s->turn]][SIM_HEAT];
    uint64_t random = heat ? rng_next(r) : 0;
    int best = 0, lowest = 1 << 30;
    for (int i = 0; i < c->n; i++, random >>= 6) {
        int cost = c->cost[i] * (64 * SIM_HEAT_ONE / SIM_ONE) - gumbel[random & 63] * heat;
        best = cost < lowest ? i : best;
        lowest = cost < lowest ? cost : lowest;
    }
    return c->card[best];
}

int sim_pick(const struct sim_lore *l, const struct sim *s, struct rng *r)
{
    uint64_t legal = sim_playable(s);
    struct sim_costs c;
    if ((legal & (legal - 1)) == 0)
        return luz_lowest(legal);
    sim_weigh(l, s, &c);
    return sim_draw(l, s, &c, r);
}

int sim_expect(const struct sim_lore *l, const struct sim *s)
{
    const int16_t *w = l->weight[s->mode[s->turn]];
    struct others others = see_others(s);
    int sum = 0;
    for (int colour = 0; colour < LUZ_COLOURS; colour++)
        sum += look_at_colour(l, s, &others, colour, NULL, NULL, NULL);
    return (sum * w[SIM_BID_MUL] >> SIM_BITS) + w[SIM_BID_ADD];
}

int sim_choose_bid(const struct sim_lore *l, const struct sim *s, struct rng *r)
{
    const int16_t *w = l->weight[s->mode[s->turn]];
    int expect = sim_expect(l, s);
    int safety = 0;
    if (w[SIM_BID_HEAT] > 0) {
        uint64_t random = rng_next(r);
        int sum = 0; /* of eight numbers 0 to 15: nearly normal, with a deviation of 13 */
        for (int i = 0; i < 8; i++, random >>= 4)
            sum += (int)(random & 15);
        expect += (sum - 60) * w[SIM_BID_HEAT] / 13;
        safety = (int)(random & 0xff) < w[SIM_BID_SAFE];
    }
    expect = larger(expect, 0) + (safety ? 0 : SIM_ONE / 2);
    int beads = expect / SIM_ONE;
    return beads < LUZ_BEADS_MAX ? 1 + 2 * beads + safety : 1 + 2 * LUZ_BEADS_MAX;
}

void sim_finish(const struct sim_lore *l, struct sim *s, struct rng *r)
{
    while (sim_bidding(s))
        sim_bid(s, sim_choose_bid(l, s, r));
    while (s->left > 0)
        sim_play(s, sim_pick(l, s, r));
}
