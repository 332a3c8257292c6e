/*
 * Smitten solver: all positions of one pair of squares at once, solo, while the deck lasts.
 *
 * At the start of such a turn one hand has 2 open cards and a closed one, and the other the same
 * or 3 open cards. So the values are two tables: `pairs` (2 open, 2 open) and `three` (3 open, 2
 * open), and after a turn two more, where the hand that played draws an open card: `draw pairs`
 * (1 open, 2 open) and `draw three` (1 open, 3 open). Instead of asking position by position,
 * each card that may be played is taken once, with everything that may be left in the hand and
 * everything that the partner may then hold; rows of the tables are read in their order in memory.
 *
 * Every sum has the order and every division the place that smitten_value.c gives it, so that
 * both ways give the same bits.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_value.h"

enum {
    SHEET_LAST = 9,  /* up to so many cards in the squares every turn ends with full hands */
    SHEET_READ = 11, /* and reads no sheet beyond this one, apart from chains of 2s */
    OPTIONS_MAX = 4, /* squares and announcements of one card */
    PAIRS_MAX = 45,  /* bags of 2 cards, and of 3 */
    THREES_MAX = 156,
};

/* The tables of a sheet, those with 3 open cards only where they can occur; the heads stand at
   their start. */
struct tables {
    uint64_t *pairs, *three, *draw_pairs, *draw_three;
};

/* One way to play a card: where, and what lies behind each card that may follow. */
struct option {
    struct grid grid; /* with the card */
    struct played played;
    unsigned may[2];                        /* what may be placed then */
    struct tables next[2][SMITTEN_NUMBERS]; /* by square and card */
    struct tables same;                     /* of `grid` itself, for a card that asks nothing */
};

/* What is being filled. `best` and `flip` gather plays of open and of closed cards. */
struct page {
    struct run *run;
    struct solver *s;
    struct grid grid;
    unsigned pattern;
    uint32_t packed;
    int cards;  /* in the pattern */
    bool waits; /* hands of 3 open cards can occur */
    struct tables out;
    double *best_pairs, *flip_pairs, *best_three, *flip_three;
};

static const uint16_t power[SMITTEN_NUMBERS] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

static unsigned hand_of(const struct solver *s, int open, bool closed)
{
    return s->bag_first[open] | (closed ? CLOSED : 0u);
}

/* Whether a hand of 3 open cards can occur with these squares: only a card 3, or one that asks
   nothing, leaves the partner the card that was turned up. */
static bool can_wait(const struct solver *s, struct grid g)
{
    unsigned lie = s->shape[g.shape[0]].mask | s->shape[g.shape[1]].mask;
    for (; lie != 0; lie &= lie - 1) {
        int task = s->task[lowest(lie) + 1];
        if (task == SMITTEN_ASK_TOP || task == SMITTEN_ASK_NONE)
            return true;
    }
    return false;
}

static bool find_tables(struct solver *s, struct grid g, struct tables *out)
{
    unsigned one = hand_of(s, 1, true), two = hand_of(s, 2, true), three = hand_of(s, 3, false);
    out->pairs = smitten_store_block(s, g, two, two);
    out->draw_pairs = smitten_store_block(s, g, one, two);
    if (out->pairs == NULL || out->draw_pairs == NULL || !can_wait(s, g))
        return out->pairs != NULL && out->draw_pairs != NULL;
    out->three = smitten_store_block(s, g, three, two);
    out->draw_three = smitten_store_block(s, g, one, three);
    return out->three != NULL && out->draw_three != NULL;
}

static const uint32_t *head_of(const uint64_t *table)
{
    const void *head = table;
    return head;
}

static double number_at(const uint64_t *place)
{
    double v;
    memcpy(&v, place, sizeof v);
    return v;
}

static void store_at(uint64_t *place, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    __atomic_store_n(place, bits, __ATOMIC_RELAXED);
}

/* Where a pair of bags stands in a table of that pattern. */
static uint32_t index_in(struct solver *s, const uint64_t *table, unsigned pattern, unsigned a,
                         unsigned b)
{
    unsigned row = smitten_store_ranks(s, pattern)[a];
    return head_of(table)[row] + smitten_store_ranks(s, pattern - s->bag[a].pattern)[b];
}

static int bags_in(const struct solver *s, unsigned pattern, int size)
{
    return s->bags_in[s->twos[pattern]][s->ones[pattern]][size];
}

static void raise_to(double *best, double v)
{
    if (v > *best)
        *best = v;
}

/* Step 1 of a fill: what it reads. Each is filled first. */

static bool fill_next(struct page *page, struct option *o, unsigned left)
{
    struct solver *s = page->s;
    for (int square = 0; square < 2; square++)
        for (unsigned m = o->may[square] & left; m != 0; m &= m - 1) {
            struct grid g = grid_put(s, o->grid, square, lowest(m));
            if (!smitten_sheet_fill(page->run, g) ||
                !find_tables(s, g, &o->next[square][lowest(m)]))
                return false;
        }
    return true;
}

/* The ways to play a card; the sheets behind them are filled. -1: no room. */
static int find_options(struct page *page, int card, struct option out[OPTIONS_MAX])
{
    struct solver *s = page->s;
    unsigned fits[2], left = 0;
    int n = 0;
    smitten_value_fit(s, page->grid, fits);
    for (int c = 0; c < SMITTEN_NUMBERS; c++)
        if ((page->packed >> 2 * c & 3) > (c == card))
            left |= 1u << c;
    for (int square = 0; square < 2; square++)
        for (int call = SMITTEN_SILENT; call <= SMITTEN_LOWER; call++) {
            bool wanted = (call != SMITTEN_SILENT) == (card == 4);
            bool told = !s->hard1 || card != 4 || (call == SMITTEN_LOWER) == square;
            if ((fits[square] >> card & 1) == 0 || !wanted || !told)
                continue;
            struct option *o = &out[n++];
            memset(o, 0, sizeof *o);
            o->grid = grid_put(s, page->grid, square, card);
            o->played = (struct played){(uint8_t)card, (uint8_t)square, (uint8_t)call};
            int task = s->task[card + 1];
            smitten_value_may(s, o->grid, o->played, o->may);
            bool room = true;
            if (task == SMITTEN_ASK_NONE)
                room = smitten_sheet_fill(page->run, o->grid) && find_tables(s, o->grid, &o->same);
            else if (task != SMITTEN_ASK_PLAY)
                room = fill_next(page, o, left);
            if (!room)
                return -1;
        }
    return n;
}

/* Step 2: what an option is worth for each bag of 3 that the partner may hold, when `rest` is
   left in the hand that played: one card and a closed one, or two cards. */

struct row {
    unsigned rest, pattern; /* the pattern without the card and the rest */
    int left;               /* open cards of the rest */
    uint32_t packed;
    int cards;
    const uint16_t *rank;
    const uint16_t *pairs, *threes;
    int pairs_n, threes_n;
};

static void worth_of_place(struct page *page, const struct option *o, const struct row *row,
                           double *out)
{
    struct solver *s = page->s;
    memset(out, 0, sizeof *out * (size_t)row->threes_n);
    for (int square = 0; square < 2; square++)
        for (unsigned m = o->may[square]; m != 0; m &= m - 1) {
            int d = lowest(m);
            if ((row->packed >> 2 * d & 3) == 0)
                continue;
            unsigned after = row->pattern - power[d];
            const struct tables *next = &o->next[square][d];
            const uint64_t *table = row->left == 1 ? next->draw_pairs : next->pairs;
            unsigned whole = after + s->bag[row->rest].pattern;
            const uint64_t *from = table + head_of(table)[smitten_store_ranks(s, whole)[row->rest]];
            const uint16_t *list = smitten_store_list(s, after, 2);
            int n = bags_in(s, after, 2);
            for (int i = 0; i < n; i++)
                raise_to(&out[row->rank[s->bag[list[i]].add[d]]], number_at(&from[i]));
        }
}

/* The partner keeps 3 open cards: a value of the tables with `three`. */
static double worth_of_three(struct page *page, const struct tables *t, const struct row *row,
                             unsigned pattern, unsigned bag)
{
    if (row->left == 1)
        return number_at(&t->draw_three[index_in(page->s, t->draw_three, pattern, row->rest, bag)]);
    return number_at(&t->three[index_in(page->s, t->three, pattern, bag, row->rest)]);
}

static void worth_of_top(struct page *page, const struct option *o, const struct row *row,
                         double *out)
{
    struct solver *s = page->s;
    unsigned whole = row->pattern + s->bag[row->rest].pattern;
    for (int i = 0; i < row->threes_n; i++) {
        unsigned bag = row->threes[i];
        uint32_t unseen = row->packed - s->bag[bag].packed;
        double sum = 0;
        for (int d = 0; d < SMITTEN_NUMBERS; d++) {
            int copies = (int)(unseen >> 2 * d & 3);
            double best = 0;
            for (int square = 0; copies != 0 && square < 2; square++)
                if (o->may[square] >> d & 1)
                    raise_to(&best,
                             worth_of_three(page, &o->next[square][d], row, whole - power[d], bag));
            if (copies != 0)
                sum += copies * best;
        }
        out[i] = sum / (row->cards - 3);
    }
}

static void worth_of_option(struct page *page, const struct option *o, const struct row *row,
                            double *out)
{
    struct solver *s = page->s;
    int task = s->task[o->played.card + 1];
    if (task == SMITTEN_ASK_TOP) {
        worth_of_top(page, o, row, out);
    } else if (task == SMITTEN_ASK_NONE) {
        unsigned whole = row->pattern + s->bag[row->rest].pattern;
        for (int i = 0; i < row->threes_n; i++)
            out[i] = worth_of_three(page, &o->same, row, whole, row->threes[i]);
    } else if (task == SMITTEN_ASK_PLAY) {
        struct hands h = {.mover = 1};
        for (int i = 0; i < row->threes_n; i++) {
            h.hand[0] = (uint16_t)(row->rest | (row->left == 1 ? CLOSED : 0u));
            h.hand[1] = row->threes[i];
            out[i] = smitten_value_task(page->run, o->grid, h, o->played, -1);
        }
    } else {
        worth_of_place(page, o, row, out);
    }
}

/* The mean over the partner's closed card, for each bag of 2 beside it. */
static void mean_of_closed(const struct solver *s, const struct row *row, const double *worth,
                           double *best)
{
    for (int i = 0; i < row->pairs_n; i++) {
        const struct bag *bag = &s->bag[row->pairs[i]];
        uint32_t unseen = row->packed - bag->packed;
        double sum = 0;
        for (uint32_t m = (unseen | unseen >> 1) & 0x15555; m != 0; m &= m - 1) {
            int shift = __builtin_ctz(m);
            sum += (int)(unseen >> shift & 3) * worth[row->rank[bag->add[shift / 2]]];
        }
        raise_to(&best[i], sum / (row->cards - 2));
    }
}

/* Step 3: gather. A rest of one card: an open card was played. */
static void gather_open(struct page *page, const struct row *row, int card, const double *mean,
                        const double *worth)
{
    struct solver *s = page->s;
    unsigned hand = s->bag[row->rest].add[card];
    const uint16_t *rank = smitten_store_ranks(s, page->pattern);
    double *best = page->best_pairs + head_of(page->out.pairs)[rank[hand]];
    for (int i = 0; i < row->pairs_n; i++)
        raise_to(&best[i], mean[i]);
    for (int i = 0; page->waits && i < row->threes_n; i++)
        raise_to(
            &page->best_three[index_in(s, page->out.three, page->pattern, row->threes[i], hand)],
            worth[i]);
}

/* A rest of two cards: a closed card was played from a hand with these two, or an open one from
   a hand of three. */
static void gather_closed(struct page *page, const struct row *row, int card, const double *mean,
                          const double *worth)
{
    struct solver *s = page->s;
    const uint16_t *rank = smitten_store_ranks(s, page->pattern);
    const uint16_t *beside = smitten_store_ranks(s, row->pattern + power[card]);
    double *flip = page->flip_pairs + head_of(page->out.pairs)[rank[row->rest]];
    uint32_t room = (row->packed >> 2 * card & 3) + 1;
    for (int i = 0; i < row->pairs_n; i++) {
        int copies = (int)(room - (s->bag[row->pairs[i]].packed >> 2 * card & 3));
        flip[beside[row->pairs[i]]] += copies * mean[i];
    }
    unsigned hand = s->bag[row->rest].add[card];
    if (!page->waits)
        return;
    double *best = page->best_three;
    best += hand != NONE ? head_of(page->out.three)[rank[hand]] : 0;
    for (int i = 0; hand != NONE && i < row->pairs_n; i++)
        raise_to(&best[i], mean[i]);
    for (int i = 0; i < row->threes_n; i++) {
        unsigned bag = row->threes[i];
        int copies = (int)(room - (s->bag[bag].packed >> 2 * card & 3));
        page->flip_three[index_in(s, page->out.three, page->pattern, bag, row->rest)] +=
            copies * worth[i];
    }
}

static void gather_row(struct page *page, struct row *row, int card, const struct option *o,
                       int options)
{
    struct solver *s = page->s;
    double worth[THREES_MAX], best[THREES_MAX] = {0}, mean[PAIRS_MAX] = {0};
    row->rank = smitten_store_ranks(s, row->pattern);
    row->pairs = smitten_store_list(s, row->pattern, 2);
    row->threes = smitten_store_list(s, row->pattern, 3);
    row->pairs_n = bags_in(s, row->pattern, 2);
    row->threes_n = bags_in(s, row->pattern, 3);
    for (int i = 0; i < options; i++) {
        worth_of_option(page, &o[i], row, worth);
        mean_of_closed(s, row, worth, mean);
        for (int t = 0; t < row->threes_n; t++)
            raise_to(&best[t], worth[t]);
    }
    if (row->left == 1)
        gather_open(page, row, card, mean, best);
    else
        gather_closed(page, row, card, mean, best);
}

static bool gather_card(struct page *page, int card)
{
    struct solver *s = page->s;
    struct option o[OPTIONS_MAX];
    int options = find_options(page, card, o);
    unsigned pattern = page->pattern - power[card];
    for (int left = 1; options > 0 && left <= 2; left++) {
        const uint16_t *list = smitten_store_list(s, pattern, left);
        int n = bags_in(s, pattern, left);
        for (int i = 0; i < n; i++) {
            const struct bag *rest = &s->bag[list[i]];
            struct row row = {.rest = list[i],
                              .left = left,
                              .pattern = pattern - rest->pattern,
                              .packed = page->packed - (1u << 2 * card) - rest->packed,
                              .cards = page->cards - 1 - left};
            gather_row(page, &row, card, o, options);
        }
    }
    return options >= 0 && !page->run->stopped;
}

/* Step 4: the values. */

static double best_swap(struct page *page, unsigned a, unsigned b)
{
    const struct solver *s = page->s;
    double best = 0;
    for (int side = 0; s->swap && page->grid.aside == 0 && side < 2; side++) {
        unsigned mine = side == 0 ? a : b, other = side == 0 ? b : a;
        struct hands h = {.hand = {(uint16_t)mine, (uint16_t)other}, .mover = 0};
        for (unsigned m = bag_of(s, mine)->mask; m != 0; m &= m - 1)
            raise_to(&best, smitten_value_swap(page->run, page->grid, h, lowest(m), best));
    }
    return best;
}

static void finish_pairs(struct page *page)
{
    struct solver *s = page->s;
    const uint16_t *first = smitten_store_list(s, page->pattern, 2);
    for (int i = 0; i < bags_in(s, page->pattern, 2); i++) {
        unsigned rest = page->pattern - s->bag[first[i]].pattern;
        const uint16_t *second = smitten_store_list(s, rest, 2);
        for (int j = 0; j < bags_in(s, rest, 2) && second[j] <= first[i]; j++) {
            uint32_t x = index_in(s, page->out.pairs, page->pattern, first[i], second[j]);
            uint32_t y = index_in(s, page->out.pairs, page->pattern, second[j], first[i]);
            double v = page->best_pairs[x];
            raise_to(&v, page->best_pairs[y]);
            raise_to(&v, page->flip_pairs[x] / (page->cards - 4));
            raise_to(&v, page->flip_pairs[y] / (page->cards - 4));
            raise_to(&v, best_swap(page, first[i] | CLOSED, second[j] | CLOSED));
            store_at(&page->out.pairs[x], v);
            store_at(&page->out.pairs[y], v);
        }
    }
}

static void finish_three(struct page *page)
{
    struct solver *s = page->s;
    const uint16_t *first = smitten_store_list(s, page->pattern, 3);
    for (int i = 0; page->waits && i < bags_in(s, page->pattern, 3); i++) {
        unsigned rest = page->pattern - s->bag[first[i]].pattern;
        const uint16_t *second = smitten_store_list(s, rest, 2);
        uint32_t x = head_of(page->out.three)[i];
        for (int j = 0; j < bags_in(s, rest, 2); j++, x++) {
            double v = page->best_three[x];
            raise_to(&v, page->flip_three[x] / (page->cards - 5));
            raise_to(&v, best_swap(page, first[i], second[j] | CLOSED));
            store_at(&page->out.three[x], v);
        }
    }
}

/* The mean over the open card that the first hand draws. */
static double mean_of_first(struct page *page, unsigned hand, unsigned other, int open)
{
    struct solver *s = page->s;
    uint32_t unseen = page->packed - s->bag[hand].packed - s->bag[other].packed;
    double sum = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int copies = (int)(unseen >> 2 * c & 3);
        if (copies == 0)
            continue;
        unsigned drawn = s->bag[hand].add[c];
        const uint64_t *from = open == 2 ? page->out.pairs : page->out.three;
        uint32_t at = open == 2 ? index_in(s, from, page->pattern, drawn, other)
                                : index_in(s, from, page->pattern, other, drawn);
        sum += copies * number_at(&from[at]);
    }
    return sum / (page->cards - 1 - open);
}

static void finish_draws(struct page *page)
{
    struct solver *s = page->s;
    const uint16_t *first = smitten_store_list(s, page->pattern, 1);
    for (int open = 2; open <= (page->waits ? 3 : 2); open++) {
        uint64_t *table = open == 2 ? page->out.draw_pairs : page->out.draw_three;
        for (int i = 0; i < bags_in(s, page->pattern, 1); i++) {
            unsigned rest = page->pattern - s->bag[first[i]].pattern;
            const uint16_t *second = smitten_store_list(s, rest, open);
            uint64_t *place = table + head_of(table)[i];
            for (int j = 0; j < bags_in(s, rest, open); j++)
                store_at(place++, mean_of_first(page, first[i], second[j], open));
        }
    }
}

/* Rows of ranks that a page reads without asking whether there was room for them. */
static bool make_ranks(struct solver *s, unsigned pattern, int taken)
{
    if (smitten_store_ranks(s, pattern) == NULL)
        return false;
    for (int n = 1; taken < 6 && n <= 3 && taken + n <= 6; n++) {
        const uint16_t *list = smitten_store_list(s, pattern, n);
        for (int i = 0; i < bags_in(s, pattern, n); i++)
            if (smitten_store_ranks(s, pattern - s->bag[list[i]].pattern) == NULL)
                return false;
    }
    return true;
}

/* Late sheets: position by position. */
static bool fill_late(struct run *run, struct grid g, unsigned pattern)
{
    static const uint8_t forms[4][2] = {{2, 2}, {1, 2}, {3, 2}, {1, 3}};
    struct solver *s = run->s;
    for (int form = 0; form < (can_wait(s, g) ? 4 : 2); form++) {
        const uint16_t *first = smitten_store_list(s, pattern, forms[form][0]);
        for (int i = 0; i < bags_in(s, pattern, forms[form][0]) && !run->stopped; i++) {
            unsigned a = first[i] | (forms[form][0] == 3 ? 0u : CLOSED);
            unsigned rest = pattern - s->bag[first[i]].pattern;
            const uint16_t *second = smitten_store_list(s, rest, forms[form][1]);
            for (int j = 0; second != NULL && j < bags_in(s, rest, forms[form][1]); j++) {
                unsigned b = second[j] | (forms[form][1] == 3 ? 0u : CLOSED);
                double v = smitten_value_after(run, g, a, b, -1);
                if (form == 0 && a < b && !run->stopped)
                    store_at(smitten_store_find(s, g, a, b), v);
            }
        }
    }
    return !run->stopped;
}

static bool start_page(struct page *page, const struct sheet *sheet, size_t *temp)
{
    struct solver *s = page->s;
    page->pattern = sheet->pattern;
    page->packed = unseen_of(s, page->grid, 0, 0);
    page->cards = unseen_count(page->packed);
    page->waits = can_wait(s, page->grid);
    if (!find_tables(s, page->grid, &page->out) || !make_ranks(s, page->pattern, 0))
        return false;
    size_t pairs = smitten_store_words(s, page->pattern, 2, 2);
    size_t three = page->waits ? smitten_store_words(s, page->pattern, 3, 2) : 0;
    *temp = 2 * (pairs + three);
    if (page->run->temp_left < *temp)
        return false;
    page->best_pairs = page->run->temp;
    page->flip_pairs = page->best_pairs + pairs;
    page->best_three = page->flip_pairs + pairs;
    page->flip_three = page->best_three + three;
    memset(page->best_pairs, 0, *temp * sizeof(double));
    page->run->temp += *temp;
    page->run->temp_left -= *temp;
    return true;
}

static bool fill_page(struct page *page)
{
    struct solver *s = page->s;
    for (int card = 0; s->swap && page->grid.aside == 0 && card < SMITTEN_NUMBERS; card++) {
        struct grid g = page->grid;
        g.aside = (uint8_t)(card + 1);
        if ((page->packed >> 2 * card & 3) != 0 && !smitten_sheet_fill(page->run, g))
            return false;
    }
    for (int card = 0; card < SMITTEN_NUMBERS; card++)
        if ((page->packed >> 2 * card & 3) != 0 && !gather_card(page, card))
            return false;
    finish_pairs(page);
    finish_three(page);
    finish_draws(page);
    page->run->spent += smitten_store_words(s, page->pattern, 2, 2) / 2;
    page->run->spent += page->waits ? smitten_store_words(s, page->pattern, 3, 2) : 0;
    return !page->run->stopped;
}

bool smitten_sheet_fill(struct run *run, struct grid g)
{
    struct sheet *sheet = smitten_store_sheet(run->s, g);
    if (sheet == NULL || run->stopped) {
        run->stopped = true;
        return false;
    }
    if (atomic_load_explicit(&sheet->filled, memory_order_acquire))
        return true;
    assert(g.count <= SHEET_READ);
    bool good;
    if (g.count > SHEET_LAST) {
        good = smitten_store_ranks(run->s, sheet->pattern) != NULL &&
               fill_late(run, g, sheet->pattern);
    } else {
        struct page page = {.run = run, .s = run->s, .grid = g};
        size_t temp = 0;
        good = start_page(&page, sheet, &temp) && fill_page(&page);
        run->temp -= page.best_pairs != NULL ? temp : 0;
        run->temp_left += page.best_pairs != NULL ? temp : 0;
    }
    if (good)
        atomic_store_explicit(&sheet->filled, 1, memory_order_release);
    run->stopped |= !good;
    return good;
}
