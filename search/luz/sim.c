/* Luz: fast deals and the rule-of-thumb player. See sim.h. */
#include "search/luz/sim.h"

/* By seats; fitted to searched games, then tuned by play against itself (README.md). */
const int16_t sim_weights[LUZ_SEATS_MAX + 1][SIM_WEIGHTS] = {
    [3] = {188, 24,  6,   262, 214, 141, 37,  -46, -64, 119, 51, -107,
           387, 135, 440, 30,  15,  42,  240, 11,  220, 244, -24},
    [4] = {174, 36, 18, 259, 190, 153, 88,  8,   -16, 108, 76, -56,
           202, 28, 58, -5,  50,  80,  272, -14, 242, 66,  -1},
    [5] = {164, 34, 14,  239, 188, 152, 69,  -19, -25, 110, -4, 20,
           405, 16, 248, 3,   42,  40,  280, 27,  283, 37,  -13},
};

static uint64_t choose(int n, int k)
{
    uint64_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return k < 0 || k > n ? 0 : ways;
}

/* The k-th lowest own card (k from 0) is above x exactly if at most k own cards are not. */
static uint8_t count_odds(int hidden, int own, int low, int k)
{
    uint64_t good = 0;
    for (int i = 0; i <= k && i <= own; i++)
        good += choose(low, i) * choose(hidden - low, own - i);
    return (uint8_t)(good * (SIM_ONE - 1) / choose(hidden, own));
}

void sim_learn(struct sim_lore *l)
{
    if (l->ready)
        return;
    for (int hidden = 1; hidden <= LUZ_VALUES; hidden++)
        for (int own = 1; own <= hidden && own <= LUZ_SLOTS; own++)
            for (int low = 0; low <= hidden; low++)
                for (int k = 0; k < own; k++)
                    l->odds[hidden][own][low][k] = count_odds(hidden, own, low, k);
    l->ready = 1;
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
}

/* What those who play later can put on the table: cards plus 1, 0 for none. */
struct threat {
    int led_all, led_want;     /* of the colour led: at worst; if each does what it wants */
    int trump_all, trump_want; /* of those who cannot follow */
};

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline bool wants_trick(const struct sim *s, int seat)
{
    return s->won[seat] < (s->bid[seat] - 1) >> 1;
}

static struct threat see_threat(const struct sim *s, int led)
{
    struct threat t = {0};
    int later = s->seats - 1 - s->laid;
    int seat = s->turn;
    for (int i = 0; i < later; i++) {
        seat = seat + 1 == s->seats ? 0 : seat + 1;
        uint64_t follow = s->hand[seat] & sim_suit(led);
        uint64_t trump = s->hand[seat] & sim_suit(LUZ_YELLOW);
        bool wants = wants_trick(s, seat);
        if (follow != 0) {
            int high = sim_highest(follow) + 1;
            t.led_all = larger(t.led_all, high);
            t.led_want = larger(t.led_want, wants ? high : luz_lowest(follow) + 1);
        } else if (trump != 0) {
            int high = sim_highest(trump) + 1;
            t.trump_all = larger(t.trump_all, high);
            t.trump_want = larger(t.trump_want, wants ? high : 0);
        }
    }
    return t;
}

/* Chances of an own card by its place. */
struct place {
    const uint8_t (*odds)[LUZ_SLOTS];
    uint64_t hidden;
    int k;
};

/* Own cards played cut a colour into gaps (games/luz/view.c); the place is that in its gap. */
static inline struct place find_place(const struct sim_lore *l, const struct sim *s, int seat,
                                      int card)
{
    uint64_t below = (UINT64_C(1) << card) - 1;
    uint64_t fits = sim_suit(luz_colour(card));
    uint64_t cut = s->gone[seat] & fits;
    if (cut & below)
        fits &= ~UINT64_C(0) << sim_highest(cut & below);
    if (cut & ~below)
        fits &= (UINT64_C(1) << luz_lowest(cut & ~below)) - 1;
    uint64_t own = s->hand[seat] & fits;
    struct place p = {.hidden = (s->hand[seat] | s->aside) & fits, .k = sim_count(own & below)};
    p.odds = l->odds[sim_count(p.hidden)][sim_count(own)];
    return p;
}

/* The chance to beat card - 1; all of it if that is none. */
static inline int beats(const struct place *p, int card)
{
    return p->odds[sim_count(p->hidden & ((UINT64_C(1) << card) - 1))][p->k] + 1;
}

/* What the seat to play sees of one colour when it values its own cards of it. */
struct outlook {
    int top[3];  /* the others' highest cards plus 1; 0: none */
    int ruffers; /* others without the colour and with yellow */
};

static struct outlook look_out(const struct sim *s, int seat, int colour)
{
    struct outlook o = {.ruffers = 0};
    uint64_t others = 0;
    for (int i = 0; i < s->seats; i++) {
        if (i == seat)
            continue;
        others |= s->hand[i] & sim_suit(colour);
        o.ruffers += (s->hand[i] & sim_suit(colour)) == 0 && (s->hand[i] & sim_suit(LUZ_YELLOW));
    }
    for (int i = 0; i < 3 && others != 0; i++) {
        int high = sim_highest(others);
        o.top[i] = high + 1;
        others ^= UINT64_C(1) << high;
    }
    return o;
}

/* The chance that a card kept now wins a trick later. */
static int value_later(const int16_t *w, const struct place *p, const struct outlook *o, bool trump)
{
    int q1 = beats(p, o->top[0]);
    int q2 = beats(p, o->top[1]);
    int q3 = beats(p, o->top[2]);
    if (trump)
        return (q1 * (w[SIM_TRUMP1] - w[SIM_TRUMP2]) + q2 * (w[SIM_TRUMP2] - w[SIM_TRUMP3]) +
                q3 * (w[SIM_TRUMP3] - w[SIM_TRUMP4])) /
                   SIM_ONE +
               w[SIM_TRUMP4];
    int v = (q1 * (w[SIM_PLAIN1] - w[SIM_PLAIN2]) + q2 * (w[SIM_PLAIN2] - w[SIM_PLAIN3]) +
             q3 * w[SIM_PLAIN3]) /
            SIM_ONE;
    if (o->ruffers > 0)
        v = v * w[o->ruffers > 1 ? SIM_RUFF2 : SIM_RUFF1] / SIM_ONE;
    return v;
}

/* The chance that a legal card wins this trick. */
static int value_now(const struct sim *s, const int16_t *w, const struct place *p,
                     const struct threat *t, int card, int led)
{
    int colour = luz_colour(card);
    int best = s->laid > 0 ? s->best : 0;
    bool trumped = best != 0 && luz_colour(best - 1) == LUZ_YELLOW;
    int all, want;
    if (colour == led) {
        bool ruffed = trumped && led != LUZ_YELLOW;
        all = ruffed || t->trump_all ? 0 : beats(p, larger(best, t->led_all));
        want = ruffed || t->trump_want ? 0 : beats(p, larger(best, t->led_want));
    } else if (colour == LUZ_YELLOW) {
        best = trumped ? best : 0;
        all = beats(p, larger(best, t->trump_all));
        want = beats(p, larger(best, t->trump_want));
    } else {
        return 0;
    }
    return want + (all - want) * w[SIM_WARY] / SIM_ONE;
}

/* A legal card, while the costs are made. */
struct choice {
    int now, later; /* chances to win this trick and, if kept, a later one */
    int extra;      /* habits */
};

/* The seat to play looks at its hand: fills one choice a legal card, in card order; returns the sum
   of the chances of all its cards. */
static int look_at_hand(const struct sim_lore *l, const struct sim *s, struct choice *out,
                        struct sim_costs *costs)
{
    const int16_t *w = sim_weights[s->seats];
    int seat = s->turn;
    uint64_t legal = sim_playable(s);
    struct threat threat = {0};
    int sum = 0;
    int n = 0;
    if (s->laid > 0)
        threat = see_threat(s, s->led);
    for (int colour = 0; colour < LUZ_COLOURS; colour++) {
        uint64_t cards = s->hand[seat] & sim_suit(colour);
        if (cards == 0)
            continue;
        struct outlook look = look_out(s, seat, colour);
        int led = s->laid > 0 ? s->led : colour;
        int extra = sim_count(cards) * w[s->laid > 0 ? SIM_DROP_LEN : SIM_LEAD_LEN];
        if (s->laid == 0) {
            threat = see_threat(s, colour);
            extra += colour == LUZ_YELLOW ? w[SIM_LEAD_TOP] : 0;
        }
        for (; cards != 0; cards &= cards - 1) {
            int card = luz_lowest(cards);
            struct place p = find_place(l, s, seat, card);
            int later = value_later(w, &p, &look, colour == LUZ_YELLOW);
            sum += later;
            if (legal >> card & 1) {
                int now = value_now(s, w, &p, &threat, card, led);
                out[n] = (struct choice){.now = now, .later = later, .extra = extra};
                costs->card[n++] = (uint8_t)card;
            }
        }
    }
    costs->n = n;
    return sum;
}

/* The best card is the one after which the tricks expected are nearest to those needed. */
void sim_weigh(const struct sim_lore *l, const struct sim *s, struct sim_costs *out)
{
    const int16_t *w = sim_weights[s->seats];
    struct choice c[LUZ_SLOTS];
    int sum = look_at_hand(l, s, c, out);
    int goal = s->bid[s->turn] - 1;
    int need = ((goal >> 1) - s->won[s->turn]) * SIM_ONE + (goal & 1) * w[SIM_SAFETY];
    int take = need > 0 ? -w[SIM_EAGER] : w[SIM_SHY];
    int dump = need > 0 ? w[SIM_DUMP1] : w[SIM_DUMP0];
    int over = sum * w[SIM_SUM_MUL] / SIM_ONE + w[SIM_SUM_ADD] - need;
    for (int i = 0; i < out->n; i++) {
        int miss = over + c[i].now - c[i].later;
        out->cost[i] = (miss < 0 ? -miss : miss) + c[i].extra +
                       (c[i].now * take - c[i].later * dump) / SIM_ONE;
    }
}

int sim_pick(const struct sim_lore *l, const struct sim *s, int noise, struct rng *r)
{
    uint64_t legal = sim_playable(s);
    struct sim_costs c;
    if ((legal & (legal - 1)) == 0)
        return luz_lowest(legal);
    sim_weigh(l, s, &c);
    uint64_t random = noise ? rng_next(r) : 0;
    int best = 0, lowest = 1 << 30;
    for (int i = 0; i < c.n; i++, random >>= 6) {
        int cost = c.cost[i] * 64 + (int)(random & 63) * noise;
        best = cost < lowest ? i : best;
        lowest = cost < lowest ? cost : lowest;
    }
    return c.card[best];
}

int sim_expect(const struct sim_lore *l, const struct sim *s)
{
    const int16_t *w = sim_weights[s->seats];
    int sum = 0;
    for (int colour = 0; colour < LUZ_COLOURS; colour++) {
        uint64_t cards = s->hand[s->turn] & sim_suit(colour);
        if (cards == 0)
            continue;
        struct outlook look = look_out(s, s->turn, colour);
        for (; cards != 0; cards &= cards - 1) {
            struct place p = find_place(l, s, s->turn, luz_lowest(cards));
            sum += value_later(w, &p, &look, colour == LUZ_YELLOW);
        }
    }
    return sum * w[SIM_BID_MUL] / SIM_ONE + w[SIM_BID_ADD];
}

int sim_choose_bid(const struct sim_lore *l, const struct sim *s)
{
    const int16_t *w = sim_weights[s->seats];
    int expect = larger(sim_expect(l, s), 0);
    int beads = expect / SIM_ONE;
    int off = expect % SIM_ONE - SIM_ONE / 2;
    int safety = off > -w[SIM_BID_SAFE] && off < w[SIM_BID_SAFE];
    if (!safety && off >= 0)
        beads++;
    return beads < LUZ_BEADS_MAX ? 1 + 2 * beads + safety : 1 + 2 * LUZ_BEADS_MAX;
}

void sim_finish(const struct sim_lore *l, struct sim *s, int noise, struct rng *r)
{
    while (sim_bidding(s))
        sim_bid(s, sim_choose_bid(l, s));
    while (s->left > 0)
        sim_play(s, sim_pick(l, s, noise, r));
}
