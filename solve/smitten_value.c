/*
 * Smitten solver: the value of a position, as the mean over cards turned up or drawn and the
 * maximum over choices. Starts of turns, and hands that still draw open cards, are kept in the
 * table; steps within a turn are computed each time.
 *
 * Solo, most late positions are won for certain, so that is checked first (smitten_certain.c).
 * Values are computed only if no choice wins for certain. A choice that cannot exceed the best so
 * far is cut off (an alpha bound), and the upper bound that proved it is kept.
 *
 * All sums run over numbers in ascending order and all hands in one order, so a value has the same
 * bits however it was computed.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_value.h"

enum { WAYS_MAX = 32 };

static const double slack = 1e-12; /* so that rounding never causes a cut-off */

/* A choice. */
enum way_kind { WAY_PLAY, WAY_FLIP, WAY_SWAP };
struct way {
    uint8_t kind;
    uint8_t turned; /* by the second hand, at the start of a turn */
    uint8_t out;    /* the card is in no hand */
    uint8_t card, square, call;
};
struct ways {
    int n;
    struct way way[WAYS_MAX];
};

void smitten_value_fit(const struct solver *s, struct grid g, unsigned may[2])
{
    const struct shape *l = &s->shape[g.shape[0]], *r = &s->shape[g.shape[1]];
    int shut = s->hard2 ? smitten_shut_square(l->count - r->count) : -1;
    may[0] = shut == 0 ? 0 : l->fit;
    may[1] = shut == 1 ? 0 : r->fit;
}

void smitten_value_may(const struct solver *s, struct grid g, struct played p, unsigned may[2])
{
    unsigned lie = s->shape[g.shape[0]].mask | s->shape[g.shape[1]].mask;
    int task = s->task[p.card + 1];
    smitten_value_fit(s, g, may);
    may[p.square] &= smitten_allow_same(task, p.card + 1, lie);
    may[1 - p.square] &= smitten_allow_other(task, p.call, lie);
}

int smitten_value_plays(const struct solver *s, struct grid g, int card,
                        struct played out[SMITTEN_PLAYS_MAX])
{
    unsigned fits[2];
    int n = 0;
    smitten_value_fit(s, g, fits);
    for (int square = 0; square < 2; square++) {
        int forced = smitten_forced_call(s->hard1, square);
        for (int call = SMITTEN_SILENT; call <= SMITTEN_LOWER; call++) {
            bool wanted = (call != SMITTEN_SILENT) == (card == FIVE);
            bool told = call == SMITTEN_SILENT || forced == SMITTEN_SILENT || call == forced;
            if ((fits[square] >> card & 1) != 0 && wanted && told)
                out[n++] = (struct played){(uint8_t)card, (uint8_t)square, (uint8_t)call};
        }
    }
    return n;
}

/* Whether certain wins are marked. */
static bool is_quick(const struct run *run)
{
    return !run->blocks && run->s->seats == 1;
}

static void add_way(struct ways *ways, struct way way)
{
    assert(ways->n < WAYS_MAX);
    ways->way[ways->n++] = way;
}

/* Every square and announcement for a card that is played. */
static void add_plays(const struct solver *s, struct ways *ways, struct grid g, struct way way)
{
    struct played p[SMITTEN_PLAYS_MAX];
    int n = smitten_value_plays(s, g, way.card, p);
    for (int i = 0; i < n; i++) {
        way.square = p[i].square;
        way.call = p[i].call;
        add_way(ways, way);
    }
}

static double value_of_way(struct run *run, struct grid g, struct hands h, const struct way *way,
                           double floor)
{
    const struct solver *s = run->s;
    if (way->turned) {
        uint16_t keep = h.hand[0];
        h.hand[0] = h.hand[1];
        h.hand[1] = keep;
    }
    if (way->kind == WAY_FLIP)
        return smitten_value_flip(run, g, h, floor);
    if (way->kind == WAY_SWAP)
        return smitten_value_swap(run, g, h, way->card, floor);
    if (!way->out)
        h.hand[h.mover] = (uint16_t)bag_take(s, h.hand[h.mover], way->card);
    struct grid put = grid_put(s, g, way->square, way->card);
    if (put.count == SMITTEN_GOAL)
        return 1;
    struct played p = {way->card, way->square, way->call};
    h.mover = !h.mover;
    return smitten_value_played(run, put, h, p, floor);
}

static double best_way(struct run *run, struct grid g, struct hands h, const struct ways *ways,
                       double floor)
{
    double best = 0;
    for (int i = 0; i < ways->n && best < 1; i++) {
        double v = value_of_way(run, g, h, &ways->way[i], best > floor ? best : floor);
        best = v > best ? v : best;
    }
    return best;
}

static void add_swaps(const struct solver *s, struct ways *ways, const unsigned hand[2], int sides)
{
    for (int side = 0; side < sides; side++)
        for (unsigned m = bag_of(s, hand[side])->mask; m != 0; m &= m - 1)
            add_way(ways, (struct way){.turned = (uint8_t)side,
                                       .kind = WAY_SWAP,
                                       .card = (uint8_t)lowest(m)});
}

/* Rules S3.6, S4.5: at the start of a turn. Open cards before closed ones and swaps: they are
   cheaper, and mostly better; but swaps that are only looked up come first. */
static double best_of_turn(struct run *run, struct grid g, const unsigned hand[2], double floor)
{
    struct solver *s = run->s;
    struct hands h = {.hand = {(uint16_t)hand[0], (uint16_t)hand[1]}, .mover = 0};
    struct ways ways;
    ways.n = 0;
    unsigned may[2];
    int sides = hand[0] == hand[1] ? 1 : 2;
    bool swaps = s->swap && g.aside == 0;
    bool known = run->swapped != NULL && g.count >= run->swapped->blocks_from;
    smitten_value_fit(s, g, may);
    unsigned fits = (may[0] | may[1]) & (bag_of(s, hand[0])->mask | bag_of(s, hand[1])->mask);
    if (fits == 0 && hand[0] < CLOSED && hand[1] < CLOSED)
        return 0;
    if (swaps && known)
        add_swaps(s, &ways, hand, sides);
    for (int side = 0; side < sides; side++)
        for (unsigned m = (may[0] | may[1]) & bag_of(s, hand[side])->mask; m != 0; m &= m - 1)
            add_plays(s, &ways, g,
                      (struct way){.turned = (uint8_t)side, .card = (uint8_t)lowest(m)});
    for (int side = 0; side < sides; side++)
        if (hand[side] >= CLOSED)
            add_way(&ways, (struct way){.turned = (uint8_t)side, .kind = WAY_FLIP});
    if (swaps && !known)
        add_swaps(s, &ways, hand, sides);
    return best_way(run, g, h, &ways, floor);
}

/* The number of cards that a full hand has more. */
static int lack_of(const struct solver *s, unsigned hand)
{
    return s->full - cards_of(s, hand);
}

/* The hand that draws an open card next: 0 the first, 1 the second, or -1; makes the draws of
   closed cards on the way. Rules S3.5, S4.4. */
static int next_draw(const struct solver *s, struct grid g, unsigned hand[2])
{
    int deck = deck_of(s, g, hand[0], hand[1]);
    int lack = lack_of(s, hand[0]) + lack_of(s, hand[1]);
    /* While the deck suffices, nothing depends on the order, so closed cards come first. */
    if (s->seats == 1 && deck >= lack)
        for (int i = 0; i < 2; i++)
            if (bag_of(s, hand[i])->count < s->full && hand[i] < CLOSED) {
                hand[i] |= CLOSED;
                deck--;
            }
    for (int i = 0; i < 2 && deck > 0; i++) {
        int open = bag_of(s, hand[i])->count;
        if (open < (s->seats == 1 ? 2 : s->full))
            return i;
        if (s->seats == 1 && open == 2 && hand[i] < CLOSED) {
            hand[i] |= CLOSED;
            deck--;
        }
    }
    return -1;
}

/* A mean over the unseen cards, one after the other: in ascending order, or backwards, so that two
   threads meet late. The sum runs in ascending order in any case. */
struct mean {
    bool backwards;
    int all, left;     /* cards; those not yet valued */
    uint32_t unseen;   /* the numbers not yet valued; two bits each */
    int card, copies;  /* the number valued now, */
    double need;       /* and the value that it must exceed */
    double sum, floor; /* `sum` in the order of asking */
    unsigned asked;    /* numbers with a value: */
    double worth[SMITTEN_NUMBERS];
};

/* The numbers in `lost` are known to be worth nothing. */
static struct mean start_mean(const struct run *run, uint32_t unseen, unsigned lost, double floor)
{
    struct mean m;
    m.backwards = run->backwards;
    m.all = unseen_count(unseen);
    for (; lost != 0; lost &= lost - 1)
        unseen &= ~(3u << 2 * lowest(lost));
    m.unseen = unseen;
    m.left = unseen_count(unseen);
    m.sum = 0;
    m.floor = floor;
    m.asked = 0;
    return m;
}

/* The next number; -1: all are valued, or the mean cannot exceed its floor. */
static int ask_mean(struct mean *m)
{
    if (m->unseen == 0)
        return -1;
    m->card = (m->backwards ? 31 - __builtin_clz(m->unseen) : __builtin_ctz(m->unseen)) / 2;
    m->copies = (int)(m->unseen >> 2 * m->card & 3);
    m->need = ((m->floor - slack) * m->all - m->sum - (m->left - m->copies)) / m->copies;
    if (m->need >= 1)
        return -1;
    m->unseen &= ~(3u << 2 * m->card);
    m->left -= m->copies;
    return m->card;
}

static void take_mean(struct mean *m, double worth)
{
    m->asked |= 1u << m->card;
    m->worth[m->card] = m->copies * worth;
    m->sum += m->worth[m->card];
    if (worth <= m->need)
        m->unseen = 0;
}

/* The mean, or its upper bound. */
static double end_mean(const struct mean *m)
{
    double sum = m->backwards ? 0 : m->sum;
    for (unsigned asked = m->backwards ? m->asked : 0; asked != 0; asked &= asked - 1)
        sum += m->worth[lowest(asked)];
    return (sum + m->left) / m->all;
}

static struct settle settle_of(const struct solver *s, struct grid g, const unsigned hand[2])
{
    unsigned full[2] = {hand[0], hand[1]};
    struct settle settle = {.draws = (int16_t)next_draw(s, g, full)};
    for (int i = 0; i < 2; i++)
        settle.closed[i] = (uint16_t)((full[i] ^ hand[i]) & CLOSED);
    if (settle.draws < 0) {
        /* At the start of a turn the hands are alike. */
        unsigned fa = form_of(s, full[0]), fb = form_of(s, full[1]);
        settle.order = fa == fb ? 2 : fa < fb;
    }
    return settle;
}

void smitten_value_settle(struct solver *s)
{
    int closed = s->seats == 1 ? 2 : 1;
    for (int count = 0; count < SMITTEN_GOAL; count++)
        for (int a = 0; a < FORMS; a++)
            for (int b = 0; b < FORMS; b++) {
                struct grid g = {.count = (uint8_t)count};
                const int form[2] = {a, b};
                unsigned hand[2];
                for (int i = 0; i < 2; i++)
                    hand[i] = form[i] / closed > BAG_CARDS
                                  ? 0
                                  : s->bag_first[form[i] / closed] +
                                        (form[i] % closed != 0 ? (unsigned)CLOSED : 0u);
                if (form_of(s, hand[0]) == (unsigned)a && form_of(s, hand[1]) == (unsigned)b &&
                    deck_of(s, g, hand[0], hand[1]) >= 0)
                    s->settle[count][a][b] = settle_of(s, g, hand);
            }
}

static double mean_of_draw(struct run *run, const struct position *position, double floor);

static double evaluate(struct run *run, const struct position *position, double floor)
{
    if (!smitten_value_spend(run))
        return 0;
    return position->draws >= 0 ? mean_of_draw(run, position, floor)
                                : best_of_turn(run, position->grid, position->hand, floor);
}

/* Whether a block holds this: hands are full, or one card is to be drawn open. */
static bool is_usual(const struct run *run, const struct position *position)
{
    const struct solver *s = run->s;
    unsigned first = form_of(s, position->hand[0]), second = form_of(s, position->hand[1]);
    if (s->seats != 1 || !run->blocks || position->grid.count > BLOCK_LAST ||
        position->grid.count < run->blocks_from)
        return false;
    return position->draws < 0 ? first >= FORM_PAIR && second == FORM_PAIR
                               : position->draws == 0 && first == FORM_ONE && second >= FORM_PAIR;
}

static struct hash_key key_of(const struct run *run, const struct position *position)
{
    return smitten_hash_key(run->s, position->grid, position->hand[0], position->hand[1]);
}

static uint64_t *find_place(struct run *run, const struct position *position)
{
    uint64_t *place =
        smitten_store_find(run->s, position->grid, position->hand[0], position->hand[1]);
    run->stopped |= place == NULL;
    return place;
}

/* The table's entry of a position, from blocks or the hash: a value, or an upper bound as a
   negative number; without an entry the bound is 1. */
static double read_table(struct run *run, const struct position *position)
{
    uint64_t bits = VALUE_OPEN;
    double value;
    if (run->blocks) {
        const uint64_t *place = find_place(run, position);
        bits = place != NULL ? __atomic_load_n(place, __ATOMIC_RELAXED) : VALUE_OPEN;
    } else {
        bits = smitten_hash_read(run->s, key_of(run, position));
    }
    if (bits == VALUE_OPEN)
        return -1;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Another thread may have stored a value meanwhile: keep it. */
static void write_place(uint64_t *place, uint64_t bits)
{
    uint64_t old = __atomic_load_n(place, __ATOMIC_RELAXED);
    do {
        double known;
        memcpy(&known, &old, sizeof known);
        if (old != VALUE_OPEN && known >= 0)
            return;
    } while (
        !__atomic_compare_exchange_n(place, &old, bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

static void write_table(struct run *run, const struct position *position, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (!run->blocks) {
        run->stopped |= !smitten_hash_write(run->s, key_of(run, position), bits);
        return;
    }
    uint64_t *place = find_place(run, position);
    if (place != NULL)
        write_place(place, bits);
}

static double value_of_kept(struct run *run, const struct position *position, double floor);

bool smitten_value_swapped(struct run *run, const struct position *position, double *out)
{
    struct run *other = run->swapped;
    bool late = position->grid.count >= ENDGAME_FROM;
    if (other == NULL || position->grid.aside == 0 || !(late || is_usual(other, position)))
        return false;
    if (late && !smitten_endgame_knows(other, position))
        return false;
    other->done = run->done;
    other->limit = run->limit > run->spent ? run->limit - run->spent : 0;
    other->spent = 0;
    *out = value_of_kept(other, position, -1);
    run->spent += other->spent;
    if (!other->stopped)
        return true;
    if (other->limited)
        run->stopped = run->limited = true;
    else
        run->swapped = NULL;
    other->stopped = other->limited = false;
    return run->stopped;
}

static double value_of_kept(struct run *run, const struct position *position, double floor)
{
    double swapped;
    /* Step 1. Look up endgames, and positions after a swap. */
    if (run->blocks && smitten_endgame_knows(run, position))
        return smitten_endgame_value(run, position);
    if (smitten_value_swapped(run, position, &swapped))
        return swapped;
    /* Step 2. A certain win needs no valuation. */
    if (is_quick(run)) {
        if (smitten_certain_position(run, position))
            return 1;
        if (BELOW_CERTAIN <= floor)
            return BELOW_CERTAIN;
    }
    /* Step 3. Probe the table: a value, or a bound that is low enough. */
    double known = run->stopped ? 0 : read_table(run, position);
    if (run->stopped)
        return 0;
    if (known >= 0 || -known <= floor)
        return known >= 0 ? known : -known;
    /* Step 4. Fill a whole block, or evaluate and store this position. */
    if (is_usual(run, position) && smitten_block_fill(run, position->grid))
        return read_table(run, position);
    double value = evaluate(run, position, floor);
    if (run->stopped)
        return 0;
    value = value <= floor && value > -known ? -known : value;
    write_table(run, position, value <= floor ? -value : value);
    return value;
}

double smitten_value_after(struct run *run, struct grid g, unsigned first, unsigned second,
                           double floor)
{
    struct position position;
    smitten_value_position(run, g, first, second, &position);
    return value_of_kept(run, &position, floor);
}

/* The mean over the card that a hand draws. */
static double mean_of_draw(struct run *run, const struct position *position, double floor)
{
    const struct solver *s = run->s;
    struct mean m = start_mean(
        run, unseen_of(s, position->grid, position->hand[0], position->hand[1]), 0, floor);
    for (int c; (c = ask_mean(&m)) >= 0;) {
        unsigned drawn[2] = {position->hand[0], position->hand[1]};
        drawn[position->draws] = bag_add(s, drawn[position->draws], c);
        take_mean(&m, smitten_value_after(run, position->grid, drawn[0], drawn[1], m.need));
    }
    return end_mean(&m);
}

/* The best of some positions: a certain win first, then the best above the floor. */
static double best_kept(struct run *run, const struct position *position, int n, double floor)
{
    double best = 0, bar = floor;
    bool certain = is_quick(run);
    for (int i = 0; i < n && certain; i++)
        if (smitten_certain_position(run, &position[i]))
            return 1;
    if (certain && BELOW_CERTAIN <= floor)
        return BELOW_CERTAIN;
    for (int i = 0; i < n && best < 1; i++) {
        double v = value_of_kept(run, &position[i], bar);
        best = v > best ? v : best;
        bar = v > bar ? v : bar;
    }
    return best;
}

/* A card of the mover is placed. */
static double best_place(struct run *run, struct grid g, struct hands h, const unsigned may[2],
                         double floor)
{
    const struct solver *s = run->s;
    struct position position[2 * BAG_CARDS];
    int n = 0;
    unsigned mine = h.hand[h.mover], mask = bag_of(s, mine)->mask;
    for (int square = 0; square < 2; square++)
        for (unsigned m = mask & may[square]; m != 0; m &= m - 1) {
            int card = lowest(m);
            unsigned hand[2] = {h.hand[0], h.hand[1]};
            hand[h.mover] = bag_take(s, mine, card);
            smitten_value_position(run, grid_put(s, g, square, card), hand[0], hand[1],
                                   &position[n++]);
        }
    return best_kept(run, position, n, floor);
}

double smitten_value_place(struct run *run, struct grid g, struct hands h, const unsigned may[2],
                           double floor)
{
    unsigned mask = bag_of(run->s, h.hand[h.mover])->mask;
    if (g.count + 1 == SMITTEN_GOAL || (mask & (may[0] | may[1])) == 0)
        return (mask & (may[0] | may[1])) != 0;
    return best_place(run, g, h, may, floor);
}

double smitten_value_top(struct run *run, struct grid g, struct hands h, int card, double floor)
{
    struct position position[2];
    unsigned may[2], hand[2] = {h.hand[0], h.hand[1]};
    int n = 0;
    smitten_value_fit(run->s, g, may);
    if (g.count + 1 == SMITTEN_GOAL || ((may[0] | may[1]) >> card & 1) == 0)
        return ((may[0] | may[1]) >> card & 1) != 0;
    for (int square = 0; square < 2; square++)
        if (may[square] >> card & 1)
            smitten_value_position(run, grid_put(run->s, g, square, card), hand[0], hand[1],
                                   &position[n++]);
    return best_kept(run, position, n, floor);
}

/* Card 3: the mean over the top card; with an empty deck it cannot be done. */
static double mean_of_top(struct run *run, struct grid g, struct hands h, double floor)
{
    if (deck_of(run->s, g, h.hand[0], h.hand[1]) == 0)
        return 0;
    unsigned may[2];
    smitten_value_fit(run->s, g, may);
    struct mean m = start_mean(run, unseen_of(run->s, g, h.hand[0], h.hand[1]),
                               SMITTEN_ALL & ~(may[0] | may[1]), floor);
    for (int c; (c = ask_mean(&m)) >= 0;)
        take_mean(&m, smitten_value_top(run, g, h, c, m.need));
    return end_mean(&m);
}

double smitten_value_task(struct run *run, struct grid g, struct hands h, struct played p,
                          double floor)
{
    struct solver *s = run->s;
    const struct bag *mine = bag_of(s, h.hand[h.mover]);
    unsigned may[2];
    switch (s->task[p.card + 1]) {
    case SMITTEN_ASK_NONE:
        return smitten_value_after(run, g, h.hand[0], h.hand[1], floor);
    case SMITTEN_ASK_PLAY:
        return smitten_value_play(run, g, h, SMITTEN_ALL, floor);
    case SMITTEN_ASK_TOP:
        return mean_of_top(run, g, h, floor);
    case SMITTEN_ASK_REVEAL:
        /* The revealed card is open already: the rule only asks for a second card. */
        if (mine->count < 2)
            return 0;
        break;
    default:
        break;
    }
    smitten_value_may(s, g, p, may);
    return smitten_value_place(run, g, h, may, floor);
}

double smitten_value_played(struct run *run, struct grid g, struct hands h, struct played p,
                            double floor)
{
    const struct solver *s = run->s;
    unsigned partner = h.hand[h.mover];
    if (g.count == SMITTEN_GOAL)
        return 1;
    if (partner < CLOSED)
        return smitten_value_task(run, g, h, p, floor);
    struct placing placing;
    const struct bag *bag = bag_of(s, partner);
    uint32_t unseen = unseen_of(s, g, h.hand[0], h.hand[1]);
    if ((unseen & (unseen - 1)) == 0) { /* nothing is left to chance */
        h.hand[h.mover] = bag->add[__builtin_ctz(unseen) / 2];
        return smitten_value_task(run, g, h, p, floor);
    }
    bool places = smitten_is_placing(s->task[p.card + 1]) && bag->count > 0;
    bool quick = is_quick(run) && places;
    unsigned may = SMITTEN_ALL;
    if (places) {
        smitten_value_may(s, g, p, placing.may);
        may = placing.may[0] | placing.may[1];
    }
    if (quick)
        smitten_certain_start(run, &placing, g, h, bag->count + 1);
    struct mean m = start_mean(run, unseen, (bag->mask & may) != 0 ? 0 : SMITTEN_ALL & ~may, floor);
    for (int c; (c = ask_mean(&m)) >= 0;) {
        h.hand[h.mover] = bag->add[c];
        bool certain = quick && smitten_certain_place(run, &placing, bag->add[c]);
        take_mean(&m, certain ? 1 : smitten_value_task(run, g, h, p, m.need));
    }
    return end_mean(&m);
}

double smitten_value_play(struct run *run, struct grid g, struct hands h, unsigned mask,
                          double floor)
{
    struct ways ways;
    ways.n = 0;
    for (unsigned m = mask & bag_of(run->s, h.hand[h.mover])->mask; m != 0; m &= m - 1)
        add_plays(run->s, &ways, g, (struct way){.card = (uint8_t)lowest(m)});
    return best_way(run, g, h, &ways, floor);
}

double smitten_value_flip(struct run *run, struct grid g, struct hands h, double floor)
{
    unsigned may[2];
    smitten_value_fit(run->s, g, may);
    struct mean m = start_mean(run, unseen_of(run->s, g, h.hand[0], h.hand[1]),
                               SMITTEN_ALL & ~(may[0] | may[1]), floor);
    h.hand[h.mover] &= CLOSED - 1;
    for (int c; (c = ask_mean(&m)) >= 0;) {
        struct ways ways;
        ways.n = 0;
        add_plays(run->s, &ways, g, (struct way){.out = true, .card = (uint8_t)c});
        take_mean(&m, best_way(run, g, h, &ways, m.need));
    }
    return end_mean(&m);
}

double smitten_value_swap(struct run *run, struct grid g, struct hands h, int card, double floor)
{
    const struct solver *s = run->s;
    uint32_t unseen = unseen_of(s, g, h.hand[0], h.hand[1]);
    unsigned rest = bag_take(s, h.hand[h.mover], card);
    g.aside = (uint8_t)(card + 1);
    if (smitten_value_draws(run, rest))
        return smitten_value_after(run, g, rest, h.hand[!h.mover], floor);
    struct mean m = start_mean(run, unseen, 0, floor);
    for (int c; (c = ask_mean(&m)) >= 0;) {
        h.hand[h.mover] = (uint16_t)bag_add(s, rest, c);
        take_mean(&m, smitten_value_after(run, g, h.hand[0], h.hand[1], m.need));
    }
    return end_mean(&m);
}
