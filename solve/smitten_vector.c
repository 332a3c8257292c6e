/*
 * Smitten solver: the value of playing a card, for every rest of the hand and every hand of the
 * partner. The inner loops run along columns without indirection, so that the compiler can
 * vectorize them.
 */
#include "solve/smitten_vector.h"

#include <string.h>

enum { COLUMNS_MAX = 54 }; /* bags of 2 cards and of one */

/* A part that is read: the rows and columns of the job that its own correspond to. */
struct leaf {
    const uint64_t *at;
    const uint16_t *row, *one;
    int rows, pairs, width; /* `pairs` columns of 2 cards come first */
    int runs;               /* runs of columns that are consecutive in both */
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

static bool open_leaf(const struct job *job, struct grid g, enum part part, struct leaf *out)
{
    struct solver *s = job->s;
    const struct block *block = smitten_store_block(s, g);
    const uint16_t *rank = block != NULL ? smitten_store_ranks(s, block->pattern) : NULL;
    out->at = smitten_store_part(s, g, part);
    if (out->at == NULL || rank == NULL) {
        job->run->stopped = true;
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
        add_column(out, i, job->rank[two[i]]);
    for (int i = 0; i < bags[1]; i++)
        add_column(out, out->pairs + i, job->n[2] + job->rank[one[i]]);
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

/* A sum of several such rows, kept in registers. */
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
static void divide_row(const struct job *job, double *row, int cards)
{
    for (int i = 0; i < job->n[2]; i++)
        row[i] /= cards - 2;
    for (int i = job->n[2]; i < job->width; i++)
        row[i] /= cards - 1;
}

static int copies_in(uint32_t packed, int card)
{
    return (int)(packed >> 2 * card & 3);
}

static double *row_of(const struct job *job, double *table, unsigned row)
{
    return table + (size_t)row * (unsigned)job->width;
}

/* The part of one pair of squares, or the higher of two where the same cards are left. Cells of
   cards that are not left are not changed. */
static void read_parts(const struct job *job, struct grid g, struct grid other, enum part part,
                       double *out)
{
    struct leaf leaf;
    const uint64_t *also = smitten_store_part(job->s, other, part);
    if (!open_leaf(job, g, part, &leaf) || also == NULL)
        return;
    for (int i = 0; i < leaf.rows; i++) {
        size_t at = (size_t)i * (unsigned)leaf.width;
        double *to = row_of(job, out, job->rank[leaf.row[i]]);
        for (int j = 0; j < leaf.runs; j++)
            higher_run(to + leaf.run[j].to, leaf.at + at + leaf.run[j].from,
                       also + at + leaf.run[j].from, leaf.run[j].n);
    }
}

/* The values after this card is placed in the better square; false: it fits in neither. */
static bool read_better(const struct job *job, struct grid g, const unsigned may[2], int card,
                        enum part part, double *out)
{
    unsigned left = may[0] >> card & 1, right = may[1] >> card & 1;
    if ((left | right) != 0)
        read_parts(job, grid_put(job->s, g, left == 0, card), grid_put(job->s, g, right != 0, card),
                   part, out);
    return (left | right) != 0;
}

/* The values after the partner places this card of three. */
static const double *put_row(const struct job *job, const struct bag *bag, int card)
{
    return row_of(job, job->put[card], job->rank[bag->take[card]]);
}

/* The partner keeps 2 of 3 cards: the best of the cards in `may`. */
static void worth_of_put(struct job *job, unsigned may, uint32_t left)
{
    const struct solver *s = job->s;
    int width = job->width;
    for (int k = 0; k < job->n[3]; k++) {
        const struct bag *bag = &s->bag[job->list[3][k]];
        double *out = row_of(job, job->worth, k);
        unsigned m = may & bag->mask;
        if (m == 0 || !bag_within(bag, left)) {
            clear(out, 1, width);
            continue;
        }
        memcpy(out, put_row(job, bag, lowest(m)), sizeof *out * (unsigned)width);
        while ((m &= m - 1) != 0)
            raise_row(out, put_row(job, bag, lowest(m)), width);
    }
}

/* Card 3: the mean over the top card; the partner keeps 3 cards. */
static void worth_of_top(struct job *job, struct grid g, uint32_t left)
{
    const struct solver *s = job->s;
    unsigned may[2];
    int width = job->width;
    double *best = job->put[0]; /* with 3 cards it spans several of `put` */
    clear(job->worth, job->n[3], width);
    if (g.count + 5 >= SMITTEN_GOAL) /* the deck is empty */
        return;
    smitten_value_fit(s, g, may);
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        if (copies_in(left, c) == 0 || !read_better(job, g, may, c, PART_THREE, best))
            continue;
        for (int k = 0; k < job->n[3]; k++) {
            const struct bag *bag = &s->bag[job->list[3][k]];
            if (bag_within(bag, left))
                add_row(row_of(job, job->worth, k), copies_in(left - bag->packed, c),
                        job->copies[c], row_of(job, best, k), width);
        }
    }
    for (int k = 0; k < job->n[3]; k++)
        divide_row(job, row_of(job, job->worth, k), job->cards - 4);
}

/* The mean over a card that joins each single one, where `in` has a place for each two. */
void smitten_vector_drawn(const struct job *job, uint32_t unseen, const double *in, int cards,
                          double *out)
{
    double room[SMITTEN_NUMBERS];
    int n = job->n[1];
    for (int c = 0; c < n; c++)
        room[c] = copies_in(unseen, job->number[c]);
    for (int r = 0; r < n; r++) {
        double sum = 0;
        for (int c = 0; c < n; c++)
            sum += (c == r ? room[c] - 1 : room[c]) * in[job->joined[r][c]];
        out[r] = sum / cards;
    }
}

/*
 * Chains: after a 2 the partner plays a card `x`, keeps 2 cards, and the first hand carries out its
 * instruction. Both have open cards only. First for 2 cards of the first hand.
 */

static void chain_place(struct job *job, struct grid g, struct played x, uint32_t left, double *out)
{
    const struct solver *s = job->s;
    unsigned may[2];
    smitten_value_may(s, g, x, may);
    for (int square = 0; square < 2; square++)
        for (unsigned m = may[square]; m != 0; m &= m - 1) {
            int y = lowest(m);
            struct grid put = grid_put(s, g, square, y);
            struct leaf leaf;
            if (copies_in(left, y) == 0 ||
                !open_leaf(job, put, put.count > BLOCK_LAST ? PART_ONES : PART_PAIRS, &leaf))
                continue;
            /* The card that is left beside the one placed is a column of its own. */
            int to[SMITTEN_NUMBERS], n = leaf.width - leaf.pairs;
            for (int j = 0; j < n; j++) {
                unsigned rest = s->bag[leaf.one[j]].add[y];
                to[j] = rest == NONE || job->rank[rest] == NONE ? -1 : job->rank[rest];
            }
            for (int i = 0; i < leaf.rows; i++) {
                const uint64_t *from = leaf.at + i * leaf.width + leaf.pairs;
                double *row = row_of(job, out, job->rank[leaf.row[i]]);
                for (int j = 0; j < n; j++) {
                    double v = number_at(&from[j]);
                    if (to[j] >= 0)
                        row[to[j]] = v > row[to[j]] ? v : row[to[j]];
                }
            }
        }
}

static void chain_top(struct job *job, struct grid g, uint32_t left, double *out)
{
    const struct solver *s = job->s;
    unsigned may[2];
    smitten_value_fit(s, g, may);
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        if (copies_in(left, c) == 0 || !read_better(job, g, may, c, PART_PAIRS, job->spare))
            continue;
        for (int i = 0; i < job->n[2]; i++) {
            const struct bag *bag = &s->bag[job->list[2][i]];
            if (bag_within(bag, left))
                add_row(row_of(job, out, i), copies_in(left - bag->packed, c), job->copies[c],
                        row_of(job, job->spare, i), job->n[2]);
        }
    }
    for (int i = 0; i < job->n[2]; i++)
        divide_row(job, row_of(job, out, i), job->cards - 4);
}

/* Rare cases: position by position. */
static void chain_by_one(struct job *job, struct grid g, struct played x, uint32_t left,
                         double *out)
{
    const struct solver *s = job->s;
    for (int i = 0; i < job->n[2]; i++) {
        const struct bag *other = &s->bag[job->list[2][i]];
        for (int j = 0; j < job->n[2] && bag_within(other, left); j++) {
            unsigned rest = job->list[2][j];
            struct hands h = {{(uint16_t)rest, job->list[2][i]}, .mover = 0};
            if (bag_within(&s->bag[rest], left - other->packed))
                row_of(job, out, i)[j] = smitten_value_task(job->run, g, h, x, -1);
        }
    }
}

/* Then for one card beside a closed one: the mean over that. */
static void chain_closed(struct job *job, uint32_t left, double *out)
{
    const struct solver *s = job->s;
    for (int i = 0; i < job->n[2]; i++) {
        const struct bag *other = &s->bag[job->list[2][i]];
        double *row = row_of(job, out, i);
        if (bag_within(other, left))
            smitten_vector_drawn(job, left - other->packed, row, job->cards - 5, row + job->n[2]);
    }
}

/* Raises `put` of the card by one way to play it. `g` has the card, `left` has not. */
static void chain_play(struct job *job, struct grid g, struct played x, uint32_t left)
{
    int task = job->s->task[x.card + 1];
    bool late = g.count + (task == SMITTEN_ASK_TOP) > BLOCK_LAST && !smitten_is_placing(task);
    double *out = job->chain;
    clear(out, job->n[2], job->width);
    if (late || task == SMITTEN_ASK_PLAY)
        chain_by_one(job, g, x, left, out);
    else if (task == SMITTEN_ASK_TOP)
        chain_top(job, g, left, out);
    else if (task != SMITTEN_ASK_NONE)
        chain_place(job, g, x, left, out);
    else
        read_parts(job, g, g, PART_PAIRS, out);
    chain_closed(job, left, out);
    raise_row(job->put[x.card], out, job->n[2] * job->width);
}

static void worth_of_chain(struct job *job, struct grid g, uint32_t left)
{
    struct played x[SMITTEN_PLAYS_MAX];
    unsigned may = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        int n = copies_in(left, c) != 0 ? smitten_value_plays(job->s, g, c, x) : 0;
        clear(job->put[c], job->n[2], job->width);
        for (int i = 0; i < n; i++)
            chain_play(job, grid_put(job->s, g, x[i].square, c), x[i], left - (1u << 2 * c));
        may |= n > 0 ? 1u << c : 0;
    }
    worth_of_put(job, may, left);
}

/* The mean over the partner's closed card, for each 2 cards beside it. */
static void mean_of_closed(struct job *job, uint32_t left)
{
    const struct solver *s = job->s;
    for (int b = 0; b < job->n[2]; b++) {
        const struct bag *bag = &s->bag[job->list[2][b]];
        if (!bag_within(bag, left))
            continue;
        struct terms terms;
        terms.n = 0;
        for (int c = 0; c < SMITTEN_NUMBERS; c++) {
            int room = copies_in(left - bag->packed, c);
            if (room > 0)
                add_term(&terms, room, job->copies[c],
                         row_of(job, job->worth, job->rank[bag->add[c]]));
        }
        sum_terms(&terms, job->row, job->width);
        divide_row(job, job->row, job->cards - 3);
        raise_row(row_of(job, job->best_mean, b), job->row, job->width);
    }
}

void smitten_vector_play(struct job *job, struct played p)
{
    const struct solver *s = job->s;
    struct grid g = grid_put(s, job->grid, p.square, p.card);
    uint32_t left = job->packed - (1u << 2 * p.card);
    int task = s->task[p.card + 1];
    unsigned may[2], placed = 0;
    if (task == SMITTEN_ASK_TOP) {
        worth_of_top(job, g, left);
    } else if (task == SMITTEN_ASK_PLAY) {
        worth_of_chain(job, g, left);
    } else if (task == SMITTEN_ASK_NONE) {
        read_parts(job, g, g, PART_THREE, job->worth);
    } else {
        smitten_value_may(s, g, p, may);
        for (int c = 0; c < SMITTEN_NUMBERS; c++)
            if (copies_in(left, c) != 0 && read_better(job, g, may, c, PART_PAIRS, job->put[c]))
                placed |= 1u << c;
        worth_of_put(job, placed, left);
    }
    mean_of_closed(job, left);
    if (job->waits)
        raise_row(job->best_worth, job->worth, job->n[3] * job->width);
}

/* Swaps: the card becomes the one set aside, and the value is the mean over the one taken up. */

static void swap_vectors(struct job *job, int card, int open, double *from, double *out)
{
    const struct solver *s = job->s;
    int pairs = job->n[2];
    for (int i = 0; i < job->n[open]; i++) {
        const struct bag *hand = &s->bag[job->list[open][i]];
        if ((hand->mask >> card & 1) == 0)
            continue;
        clear(job->row, 1, pairs);
        for (int c = 0; c < SMITTEN_NUMBERS; c++) {
            int room = copies_in(job->packed - hand->packed, c);
            if (room > 0)
                add_row(job->row, room, job->copies[c],
                        row_of(job, from, job->rank[s->bag[hand->take[card]].add[c]]), pairs);
        }
        for (int b = 0; b < pairs; b++)
            job->row[b] /= job->cards - open - 2;
        raise_row(out + (size_t)i * (unsigned)pairs, job->row, pairs);
    }
}

/* The hand of 2 open cards swaps, the other has 3. */
static void swap_beside(struct job *job, int card, double *from)
{
    const struct solver *s = job->s;
    for (int r = 0; r < job->n[1]; r++) {
        const struct bag *one = &s->bag[job->list[1][r]];
        unsigned hand = one->add[card];
        if (hand == NONE || job->rank[hand] == NONE)
            continue;
        for (int k = 0; k < job->n[3]; k++) {
            uint32_t seen = s->bag[job->list[3][k]].packed;
            double sum = 0, *best = job->open_three + k * job->n[2] + job->rank[hand];
            if (!bag_within(&s->bag[hand], job->packed - seen))
                continue;
            for (int c = 0; c < SMITTEN_NUMBERS; c++) {
                int copies = copies_in(job->packed - seen - s->bag[hand].packed, c);
                if (copies > 0)
                    sum += copies * row_of(job, from, k)[job->rank[one->add[c]]];
            }
            sum /= job->cards - 5;
            *best = sum > *best ? sum : *best;
        }
    }
}

void smitten_vector_swap(struct job *job, int card)
{
    double *from = job->put[0];
    struct grid g = job->grid;
    g.aside = (uint8_t)(card + 1);
    for (int open = 2; open <= (job->waits ? 3 : 2); open++) {
        read_parts(job, g, g, open == 2 ? PART_PAIRS : PART_THREE, from);
        swap_vectors(job, card, open, from, open == 2 ? job->open_pairs : job->open_three);
    }
    if (job->waits)
        swap_beside(job, card, from);
}
