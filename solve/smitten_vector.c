/*
 * Smitten solver: what a card is worth to whoever plays it, for all that may be left in the hand
 * and all that the partner may hold. The inner loops run along columns, with no index in between,
 * so that a compiler can take several at once.
 */
#include "solve/smitten_vector.h"

#include <string.h>

enum { COLUMNS_MAX = 54 }; /* bags of 2 cards and of one */

/* A part that is read: where its rows and columns stand in the page. */
struct leaf {
    const uint64_t *at;
    const uint16_t *row, *one;
    int rows, pairs, width; /* `pairs` columns of 2 cards come first */
    int runs;               /* columns that stand side by side in both */
    struct columns {
        uint8_t from, to, n;
    } run[COLUMNS_MAX];
};

static void add_column(struct leaf *leaf, int from, int to)
{
    struct columns *last = leaf->runs > 0 ? &leaf->run[leaf->runs - 1] : NULL;
    if (last != NULL && from == last->from + last->n && to == last->to + last->n)
        last->n++;
    else
        leaf->run[leaf->runs++] = (struct columns){(uint8_t)from, (uint8_t)to, 1};
}

static bool open_leaf(const struct page *page, struct grid g, enum part part, struct leaf *out)
{
    struct solver *s = page->s;
    const struct block *block = smitten_store_block(s, g);
    const uint16_t *rank = block != NULL ? smitten_store_ranks(s, block->pattern) : NULL;
    out->at = smitten_store_part(s, g, part);
    if (out->at == NULL || rank == NULL) {
        page->run->stopped = true;
        return false;
    }
    const uint16_t *bags = s->bags_in[s->twos[block->pattern]][s->ones[block->pattern]];
    const uint16_t *one = rank + s->bag_first[s->full + 1] + 1, *two = one + bags[1];
    bool three = part == PART_THREE;
    out->row = three ? two + bags[2] : two;
    out->one = one;
    out->rows = bags[three ? 3 : 2];
    out->pairs = part == PART_ONES ? 0 : bags[2];
    out->width = out->pairs + bags[1];
    out->runs = 0;
    for (int i = 0; i < out->pairs; i++)
        add_column(out, i, page->rank[two[i]]);
    for (int i = 0; i < bags[1]; i++)
        add_column(out, out->pairs + i, page->n[2] + page->rank[one[i]]);
    return true;
}

static double number_at(const uint64_t *place)
{
    double v;
    memcpy(&v, place, sizeof v);
    return v;
}

static void higher_run(double *restrict out, const uint64_t *a, const uint64_t *b, int n)
{
    for (int i = 0; i < n; i++) {
        double v = number_at(&a[i]), w = number_at(&b[i]);
        out[i] = v > w ? v : w;
    }
}

static void clear(double *out, int rows, int width)
{
    memset(out, 0, sizeof *out * (size_t)rows * (unsigned)width);
}

static void raise_row(double *restrict out, const double *restrict in, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] > out[i] ? in[i] : out[i];
}

/* out += (room - copies) * in */
static void add_row(double *restrict out, double room, const double *restrict copies,
                    const double *restrict in, int n)
{
    for (int i = 0; i < n; i++)
        out[i] += (room - copies[i]) * in[i];
}

/* A sum of several such rows, with no trip to memory in between. */
struct terms {
    int n;
    double room[SMITTEN_NUMBERS];
    const double *copies[SMITTEN_NUMBERS], *in[SMITTEN_NUMBERS];
};
enum { AT_ONCE = 4 };
typedef double vector __attribute__((vector_size(AT_ONCE * sizeof(double))));

static void add_term(struct terms *t, int room, const double *copies, const double *in)
{
    t->room[t->n] = room;
    t->copies[t->n] = copies;
    t->in[t->n++] = in;
}

static void sum_terms(const struct terms *t, double *out, int n)
{
    for (int i = 0; i < n; i += AT_ONCE) {
        vector sum = {0}, copies, in;
        for (int k = 0; k < t->n; k++) {
            memcpy(&copies, t->copies[k] + i, sizeof copies);
            memcpy(&in, t->in[k] + i, sizeof in);
            sum += (t->room[k] - copies) * in;
        }
        memcpy(out + i, &sum, sizeof sum);
    }
}

/* Divides a row of sums by how many cards are unseen: `cards` less the rest. */
static void divide_row(const struct page *page, double *row, int cards)
{
    for (int i = 0; i < page->n[2]; i++)
        row[i] /= cards - 2;
    for (int i = page->n[2]; i < page->width; i++)
        row[i] /= cards - 1;
}

static int copies_in(uint32_t packed, int card)
{
    return (int)(packed >> 2 * card & 3);
}

static double *row_of(const struct page *page, double *table, unsigned row)
{
    return table + (size_t)row * (unsigned)page->width;
}

/* The part of one pair of squares, or the higher of two where the same cards are left. Places of
   cards that are not left stay as they are. */
static void read_parts(const struct page *page, struct grid g, struct grid other, enum part part,
                       double *out)
{
    struct leaf leaf;
    const uint64_t *also = smitten_store_part(page->s, other, part);
    if (!open_leaf(page, g, part, &leaf) || also == NULL)
        return;
    for (int i = 0; i < leaf.rows; i++) {
        size_t at = (size_t)i * (unsigned)leaf.width;
        double *to = row_of(page, out, page->rank[leaf.row[i]]);
        for (int j = 0; j < leaf.runs; j++)
            higher_run(to + leaf.run[j].to, leaf.at + at + leaf.run[j].from,
                       also + at + leaf.run[j].from, leaf.run[j].n);
    }
}

/* What follows when this card is placed in the better square; false: it fits in none. */
static bool read_better(const struct page *page, struct grid g, const unsigned may[2], int card,
                        enum part part, double *out)
{
    unsigned left = may[0] >> card & 1, right = may[1] >> card & 1;
    if ((left | right) != 0)
        read_parts(page, grid_put(page->s, g, left == 0, card),
                   grid_put(page->s, g, right != 0, card), part, out);
    return (left | right) != 0;
}

/* What follows when the partner places this card of three. */
static const double *put_row(const struct page *page, const struct bag *bag, int card)
{
    return row_of(page, page->put[card], page->rank[bag->take[card]]);
}

/* The partner keeps 2 of 3 cards: the best of the cards in `may`. */
static void worth_of_put(struct page *page, unsigned may, uint32_t left)
{
    const struct solver *s = page->s;
    int width = page->width;
    for (int k = 0; k < page->n[3]; k++) {
        const struct bag *bag = &s->bag[page->list[3][k]];
        double *out = row_of(page, page->worth, k);
        unsigned m = may & bag->mask;
        if (m == 0 || !bag_within(bag, left)) {
            clear(out, 1, width);
            continue;
        }
        memcpy(out, put_row(page, bag, lowest(m)), sizeof *out * (unsigned)width);
        while ((m &= m - 1) != 0)
            raise_row(out, put_row(page, bag, lowest(m)), width);
    }
}

/* Card 3: the mean over the top card; the partner keeps 3 cards. */
static void worth_of_top(struct page *page, struct grid g, uint32_t left)
{
    const struct solver *s = page->s;
    unsigned may[2];
    int width = page->width;
    double *best = page->put[0]; /* with 3 cards it takes the room of several */
    clear(page->worth, page->n[3], width);
    if (g.count + 5 >= SMITTEN_GOAL) /* the deck is empty */
        return;
    smitten_value_fit(s, g, may);
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        if (copies_in(left, c) == 0 || !read_better(page, g, may, c, PART_THREE, best))
            continue;
        for (int k = 0; k < page->n[3]; k++) {
            const struct bag *bag = &s->bag[page->list[3][k]];
            if (bag_within(bag, left))
                add_row(row_of(page, page->worth, k), copies_in(left - bag->packed, c),
                        page->copies[c], row_of(page, best, k), width);
        }
    }
    for (int k = 0; k < page->n[3]; k++)
        divide_row(page, row_of(page, page->worth, k), page->cards - 4);
}

/* The mean over a card that joins each single one, where `in` has a place for each two. */
void smitten_vector_drawn(const struct page *page, uint32_t unseen, const double *in, int cards,
                          double *out)
{
    double room[SMITTEN_NUMBERS];
    int n = page->n[1];
    for (int c = 0; c < n; c++)
        room[c] = copies_in(unseen, page->number[c]);
    for (int r = 0; r < n; r++) {
        double sum = 0;
        for (int c = 0; c < n; c++)
            sum += (c == r ? room[c] - 1 : room[c]) * in[page->joined[r][c]];
        out[r] = sum / cards;
    }
}

/*
 * Chains: after a 2 the partner plays a card `x`, keeps 2 cards, and the first hand carries out
 * what it asks. Both have open cards only. First for 2 cards of the first hand.
 */

static void chain_place(struct page *page, struct grid g, struct played x, uint32_t left,
                        double *out)
{
    const struct solver *s = page->s;
    unsigned may[2];
    smitten_value_may(s, g, x, may);
    for (int square = 0; square < 2; square++)
        for (unsigned m = may[square]; m != 0; m &= m - 1) {
            int y = lowest(m);
            struct grid put = grid_put(s, g, square, y);
            struct leaf leaf;
            if (copies_in(left, y) == 0 ||
                !open_leaf(page, put, put.count > BLOCK_LAST ? PART_ONES : PART_PAIRS, &leaf))
                continue;
            /* The card that is left beside the one placed is a column of its own. */
            int to[SMITTEN_NUMBERS], n = leaf.width - leaf.pairs;
            for (int j = 0; j < n; j++) {
                unsigned rest = s->bag[leaf.one[j]].add[y];
                to[j] = rest == NONE || page->rank[rest] == NONE ? -1 : page->rank[rest];
            }
            for (int i = 0; i < leaf.rows; i++) {
                const uint64_t *from = leaf.at + i * leaf.width + leaf.pairs;
                double *row = row_of(page, out, page->rank[leaf.row[i]]);
                for (int j = 0; j < n; j++) {
                    double v = number_at(&from[j]);
                    if (to[j] >= 0)
                        row[to[j]] = v > row[to[j]] ? v : row[to[j]];
                }
            }
        }
}

static void chain_top(struct page *page, struct grid g, uint32_t left, double *out)
{
    const struct solver *s = page->s;
    unsigned may[2];
    smitten_value_fit(s, g, may);
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        if (copies_in(left, c) == 0 || !read_better(page, g, may, c, PART_PAIRS, page->spare))
            continue;
        for (int i = 0; i < page->n[2]; i++) {
            const struct bag *bag = &s->bag[page->list[2][i]];
            if (bag_within(bag, left))
                add_row(row_of(page, out, i), copies_in(left - bag->packed, c), page->copies[c],
                        row_of(page, page->spare, i), page->n[2]);
        }
    }
    for (int i = 0; i < page->n[2]; i++)
        divide_row(page, row_of(page, out, i), page->cards - 4);
}

/* Whatever is rare: position by position. */
static void chain_by_one(struct page *page, struct grid g, struct played x, uint32_t left,
                         double *out)
{
    const struct solver *s = page->s;
    for (int i = 0; i < page->n[2]; i++) {
        const struct bag *other = &s->bag[page->list[2][i]];
        for (int j = 0; j < page->n[2] && bag_within(other, left); j++) {
            unsigned rest = page->list[2][j];
            struct hands h = {{(uint16_t)rest, page->list[2][i]}, .mover = 0};
            if (bag_within(&s->bag[rest], left - other->packed))
                row_of(page, out, i)[j] = smitten_value_task(page->run, g, h, x, -1);
        }
    }
}

/* Then for one card beside a closed one: the mean over that. */
static void chain_closed(struct page *page, uint32_t left, double *out)
{
    const struct solver *s = page->s;
    for (int i = 0; i < page->n[2]; i++) {
        const struct bag *other = &s->bag[page->list[2][i]];
        double *row = row_of(page, out, i);
        if (bag_within(other, left))
            smitten_vector_drawn(page, left - other->packed, row, page->cards - 5,
                                 row + page->n[2]);
    }
}

/* Raises `put` of the card by one way to play it. `g` has the card, `left` has not. */
static void chain_play(struct page *page, struct grid g, struct played x, uint32_t left)
{
    int task = page->s->task[x.card + 1];
    bool late = g.count + (task == SMITTEN_ASK_TOP) > BLOCK_LAST && !smitten_is_placing(task);
    double *out = page->chain;
    clear(out, page->n[2], page->width);
    if (late || task == SMITTEN_ASK_PLAY)
        chain_by_one(page, g, x, left, out);
    else if (task == SMITTEN_ASK_TOP)
        chain_top(page, g, left, out);
    else if (task != SMITTEN_ASK_NONE)
        chain_place(page, g, x, left, out);
    else
        read_parts(page, g, g, PART_PAIRS, out);
    chain_closed(page, left, out);
    raise_row(page->put[x.card], out, page->n[2] * page->width);
}

static void worth_of_chain(struct page *page, struct grid g, uint32_t left)
{
    struct played x[SMITTEN_PLAYS_MAX];
    unsigned may = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int n = copies_in(left, c) != 0 ? smitten_value_plays(page->s, g, c, x) : 0;
        clear(page->put[c], page->n[2], page->width);
        for (int i = 0; i < n; i++)
            chain_play(page, grid_put(page->s, g, x[i].square, c), x[i], left - (1u << 2 * c));
        may |= n > 0 ? 1u << c : 0;
    }
    worth_of_put(page, may, left);
}

/* The mean over the partner's closed card, for each 2 cards beside it. */
static void mean_of_closed(struct page *page, uint32_t left)
{
    const struct solver *s = page->s;
    for (int b = 0; b < page->n[2]; b++) {
        const struct bag *bag = &s->bag[page->list[2][b]];
        if (!bag_within(bag, left))
            continue;
        struct terms terms;
        terms.n = 0;
        for (int c = 0; c < SMITTEN_NUMBERS; c++) {
            int room = copies_in(left - bag->packed, c);
            if (room > 0)
                add_term(&terms, room, page->copies[c],
                         row_of(page, page->worth, page->rank[bag->add[c]]));
        }
        sum_terms(&terms, page->row, page->width);
        divide_row(page, page->row, page->cards - 3);
        raise_row(row_of(page, page->best_mean, b), page->row, page->width);
    }
}

void smitten_vector_play(struct page *page, struct played p)
{
    const struct solver *s = page->s;
    struct grid g = grid_put(s, page->grid, p.square, p.card);
    uint32_t left = page->packed - (1u << 2 * p.card);
    int task = s->task[p.card + 1];
    unsigned may[2], placed = 0;
    if (task == SMITTEN_ASK_TOP) {
        worth_of_top(page, g, left);
    } else if (task == SMITTEN_ASK_PLAY) {
        worth_of_chain(page, g, left);
    } else if (task == SMITTEN_ASK_NONE) {
        read_parts(page, g, g, PART_THREE, page->worth);
    } else {
        smitten_value_may(s, g, p, may);
        for (int c = 0; c < SMITTEN_NUMBERS; c++)
            if (copies_in(left, c) != 0 && read_better(page, g, may, c, PART_PAIRS, page->put[c]))
                placed |= 1u << c;
        worth_of_put(page, placed, left);
    }
    mean_of_closed(page, left);
    if (page->waits)
        raise_row(page->best_worth, page->worth, page->n[3] * page->width);
}

/* Swaps: the card becomes the one set aside, and the mean over the one taken up is what counts. */

static void swap_vectors(struct page *page, int card, int open, double *from, double *out)
{
    const struct solver *s = page->s;
    int pairs = page->n[2];
    for (int i = 0; i < page->n[open]; i++) {
        const struct bag *hand = &s->bag[page->list[open][i]];
        if ((hand->mask >> card & 1) == 0)
            continue;
        clear(page->row, 1, pairs);
        for (int c = 0; c < SMITTEN_NUMBERS; c++) {
            int room = copies_in(page->packed - hand->packed, c);
            if (room > 0)
                add_row(page->row, room, page->copies[c],
                        row_of(page, from, page->rank[s->bag[hand->take[card]].add[c]]), pairs);
        }
        for (int b = 0; b < pairs; b++)
            page->row[b] /= page->cards - open - 2;
        raise_row(out + (size_t)i * (unsigned)pairs, page->row, pairs);
    }
}

/* The hand of 2 open cards swaps, the other has 3. */
static void swap_beside(struct page *page, int card, double *from)
{
    const struct solver *s = page->s;
    for (int r = 0; r < page->n[1]; r++) {
        const struct bag *one = &s->bag[page->list[1][r]];
        unsigned hand = one->add[card];
        if (hand == NONE || page->rank[hand] == NONE)
            continue;
        for (int k = 0; k < page->n[3]; k++) {
            uint32_t seen = s->bag[page->list[3][k]].packed;
            double sum = 0, *best = page->open_three + k * page->n[2] + page->rank[hand];
            if (!bag_within(&s->bag[hand], page->packed - seen))
                continue;
            for (int c = 0; c < SMITTEN_NUMBERS; c++) {
                int copies = copies_in(page->packed - seen - s->bag[hand].packed, c);
                if (copies > 0)
                    sum += copies * row_of(page, from, k)[page->rank[one->add[c]]];
            }
            sum /= page->cards - 5;
            *best = sum > *best ? sum : *best;
        }
    }
}

void smitten_vector_swap(struct page *page, int card)
{
    double *from = page->put[0];
    struct grid g = page->grid;
    g.aside = (uint8_t)(card + 1);
    for (int open = 2; open <= (page->waits ? 3 : 2); open++) {
        read_parts(page, g, g, open == 2 ? PART_PAIRS : PART_THREE, from);
        swap_vectors(page, card, open, from, open == 2 ? page->open_pairs : page->open_three);
    }
    if (page->waits)
        swap_beside(page, card, from);
}
