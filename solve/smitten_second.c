/*
 * Smitten solver: packing and unpacking the books of second turns (see smitten_second.h). Both
 * directions run the same model. A text is a list of blocks: all hands with the same squares, or
 * with the same instruction. In a block a row stands for one hand and a column for the other. A row
 * without a choice is one bit. Any other letter is coded as "as guessed" or not, and then bit by
 * bit.
 */
#include "solve/smitten_second.h"

#include <stdlib.h>

#include "solve/smitten_book.h"
#include "solve/smitten_coder.h"

enum {
    IMPOSSIBLE = 63, /* the code of a dot, in 6 bits */
    GROUP = 3,       /* slots lie in groups of 2^3, so that three bits need one place in memory */
    GROUP_AT = 32 - CODER_SLOT_BITS,
    LEAVES = IMPOSSIBLE + 1,
    SECTIONS = 6,
    ROWS = SECTIONS * LEAVES, /* the set of weights for rows */
};

/* As in smitten_book.h. */
enum section { TURN, THREE_CARDS, ANSWER, CHAIN, SWAPPED_START, SWAPPED_FLIPPED };

/* The cards of rows and columns: pairs in two ways, three cards, and the rests of a hand. */
enum shape { TRIANGLE, PAIRS_BY_PAIRS, THREES_BY_PAIRS, RESTS_BY_THREES };

struct block {
    enum section section;
    enum shape shape;
    int at, number, ask;
    int back, back2, mirror; /* how far back similar blocks lie; 0: there is none */
    int first, first_row;    /* the place in the first book of the row; -1: there is none */
    uint64_t cards;          /* in the squares, asked for or set aside: 4 bits per number */
};

struct model {
    struct coder *coder;
    char *text;
    int mode;
    bool hard1, stopped;
    uint32_t rows; /* which of the last rows had a choice */
    const struct solve_limits *limits;
    uint64_t pair[PAIRS], three[THREES];
};

/* A letter and its surroundings; 0: there is none. */
struct place {
    int row, column;
    uint32_t up, left, back, back2, mirror, first;
};

/* ---- Cards ---- */

static uint64_t one(int card)
{
    return UINT64_C(1) << 4 * card;
}

/* A number three times. */
static bool is_impossible(uint64_t cards)
{
    return ((cards + UINT64_C(0x555555555)) & UINT64_C(0x888888888)) != 0;
}

static void fill_hands(struct model *m)
{
    int card[3];
    for (card[0] = 0; card[0] < N; card[0]++)
        for (card[1] = 0; card[1] <= card[0]; card[1]++) {
            m->pair[pair_of(card)] = one(card[0]) + one(card[1]);
            for (card[2] = 0; card[2] <= card[1]; card[2]++)
                m->three[three_of(card)] = one(card[0]) + one(card[1]) + one(card[2]);
        }
}

static int rows_in(enum shape shape)
{
    return shape == THREES_BY_PAIRS ? THREES : shape == RESTS_BY_THREES ? RESTS : PAIRS;
}
static int columns_in(enum shape shape, int row)
{
    return shape == TRIANGLE ? row + 1 : shape == RESTS_BY_THREES ? THREES : PAIRS;
}
static int row_at(enum shape shape, int row)
{
    return shape == TRIANGLE ? start_of(row, 0) : row * columns_in(shape, row);
}

static uint64_t row_cards(const struct model *m, enum shape shape, int row)
{
    return shape == THREES_BY_PAIRS ? m->three[row] : row < PAIRS ? m->pair[row] : one(row - PAIRS);
}
static uint64_t column_cards(const struct model *m, enum shape shape, int column)
{
    return shape == RESTS_BY_THREES ? m->three[column] : m->pair[column];
}

/* ---- Predicting a letter ---- */

static uint32_t letter_at(const struct model *m, int at)
{
    return (unsigned char)m->text[at];
}

/* The same choice with the squares exchanged. */
static uint32_t mirrored(const struct block *b, uint32_t letter)
{
    int code = code_of((char)letter);
    if (code < 0 || code >= FLIP)
        return letter;
    if (b->ask > LOWER_FIVE && b->ask <= LOWER_FIVE + N) /* card 3: only a square */
        return (unsigned char)letter_of(!code);
    return (unsigned char)letter_of(code / TO_RIGHT % 2 == 0 ? code + TO_RIGHT : code - TO_RIGHT);
}

static struct place look_at(const struct model *m, const struct block *b, int row, int column,
                            int at)
{
    struct place p = {.row = row, .column = column};
    int up = b->shape == TRIANGLE ? row : columns_in(b->shape, row);
    if (row > 0 && (b->shape != TRIANGLE || column < row))
        p.up = letter_at(m, at - up);
    if (column > 0)
        p.left = letter_at(m, at - 1);
    if (b->back > 0)
        p.back = letter_at(m, at - b->back);
    if (b->back2 > 0)
        p.back2 = letter_at(m, at - b->back2);
    if (b->mirror > 0)
        p.mirror = mirrored(b, letter_at(m, at - b->mirror));
    if (b->first >= 0 && row >= b->first_row)
        p.first = (unsigned char)smitten_book_first_letter(
            m->mode, b->first + row_at(b->shape, row) - row_at(b->shape, b->first_row) + column);
    return p;
}

static uint32_t guess_from(const struct place *p)
{
    return p->mirror != 0  ? p->mirror
           : p->first != 0 ? p->first
           : p->back != 0  ? p->back
           : p->up != 0    ? p->up
           : p->left != 0  ? p->left
                           : '0';
}

static void fill_contexts(const struct block *b, const struct place *p,
                          uint32_t base[CODER_CONTEXTS])
{
    uint32_t section = (uint32_t)b->section << 8, number = (uint32_t)b->number;
    uint32_t row = (uint32_t)p->row, column = (uint32_t)p->column;
    base[0] =
        smitten_coder_hash(section | 0, p->up | p->left << 8 | p->back << 16 | p->back2 << 24, 0);
    base[1] = smitten_coder_hash(section | 1, row << 8 | column, (uint32_t)b->ask);
    base[2] = smitten_coder_hash(section | 2, number << 8 | row, 0);
    base[3] = smitten_coder_hash(section | 3, number << 8 | column, 0);
    base[4] = smitten_coder_hash(section | 4, p->left | p->mirror << 8 | p->first << 16, p->back);
    base[5] = smitten_coder_hash(section | 5, number, p->mirror << 8 | p->first << 16);
    base[6] = smitten_coder_hash(section | 6, row, p->up | p->left << 8 | p->mirror << 24);
    base[7] = smitten_coder_hash(section | 7, number << 8 | column, p->up | p->mirror << 24);
}

/* Chooses groups of slots. */
static void hash_all(const uint32_t base[CODER_CONTEXTS], uint32_t with,
                     uint32_t hash[CODER_CONTEXTS])
{
    for (int i = 0; i < CODER_CONTEXTS; i++)
        hash[i] = (base[i] + with * 0x9e3779b1u) * 0x297a2d39u >> (GROUP_AT + GROUP);
}

static int code_bit(struct model *m, int bit, const uint32_t group[CODER_CONTEXTS], int slot,
                    int mix)
{
    uint32_t hash[CODER_CONTEXTS];
    for (int i = 0; i < CODER_CONTEXTS; i++)
        hash[i] = (group[i] << GROUP | (uint32_t)slot) << GROUP_AT;
    return smitten_coder_bit(m->coder, bit, hash, mix);
}

/* Codes three bits, the highest first; `node` is where they begin in the tree of letters. Returns
   the node reached. */
static int code_three(struct model *m, int section, const uint32_t base[CODER_CONTEXTS], int bits,
                      int node)
{
    uint32_t group[CODER_CONTEXTS];
    hash_all(base, (uint32_t)node, group);
    for (int i = GROUP - 1, slot = 1; i >= 0; i--) {
        int bit = code_bit(m, bits >> i & 1, group, slot, section * LEAVES + node);
        node = node * 2 + bit;
        slot = slot * 2 + bit;
    }
    return node;
}

/* A letter that is not as guessed. */
static int code_number(struct model *m, int section, const uint32_t base[CODER_CONTEXTS],
                       int number)
{
    int node = code_three(m, section, base, number >> GROUP, 1);
    return code_three(m, section, base, number, node) & IMPOSSIBLE;
}

static void code_letter(struct model *m, const struct block *b, int row, int column, int at)
{
    struct place p = look_at(m, b, row, column, at);
    uint32_t base[CODER_CONTEXTS], group[CODER_CONTEXTS], guess = guess_from(&p);
    char *letter = &m->text[at];
    bool writes = m->coder->writes;
    fill_contexts(b, &p, base);
    hash_all(base, LEAVES + guess, group);
    if (code_bit(m, writes && (unsigned char)*letter == guess, group, 0, b->section * LEAVES)) {
        *letter = (char)guess;
        return;
    }
    int number = code_number(m, b->section, base, writes ? code_of(*letter) & IMPOSSIBLE : 0);
    *letter = (char)(number == IMPOSSIBLE ? '.' : letter_of(number));
}

/* ---- Blocks ---- */

static bool has_choice(const char *letter, int n)
{
    for (int i = 0; i < n; i++)
        if (letter[i] != '.')
            return true;
    return false;
}

static bool code_row_bit(struct model *m, const struct block *b, bool bit)
{
    uint32_t hash[CODER_CONTEXTS];
    for (int i = 0; i < CODER_CONTEXTS; i++)
        hash[i] = smitten_coder_hash(100 + (uint32_t)i, m->rows & ((1u << 2 * i) - 1), b->section);
    bit = smitten_coder_bit(m->coder, bit, hash, ROWS) != 0;
    m->rows = m->rows << 1 | bit;
    return bit;
}

static void code_row(struct model *m, const struct block *b, int row)
{
    int at = b->at + row_at(b->shape, row), columns = columns_in(b->shape, row);
    uint64_t cards = b->cards + row_cards(m, b->shape, row);
    bool choice = !is_impossible(cards) &&
                  code_row_bit(m, b, m->coder->writes && has_choice(&m->text[at], columns));
    for (int i = 0; i < columns; i++, at++)
        if (!choice || is_impossible(cards + column_cards(m, b->shape, i)))
            m->text[at] = '.';
        else
            code_letter(m, b, row, i, at);
}

static void code_block(struct model *m, const struct block *b)
{
    const struct solve_limits *limits = m->limits;
    m->stopped = m->stopped || solve_should_stop(limits);
    for (int row = 0; row < rows_in(b->shape) && !m->stopped; row++)
        code_row(m, b, row);
}

/* ---- The blocks of a text ---- */

static uint64_t cards_in(unsigned square)
{
    uint64_t cards = 0;
    for (int card = 0; card < N; card++)
        cards += square >> card & 1 ? one(card) : 0;
    return cards;
}

/* Two numbered like pairs. */
static void split_pair(int pair, int card[2])
{
    card[0] = 0;
    while (start_of(card[0] + 1, 0) <= pair)
        card[0]++;
    card[1] = pair - start_of(card[0], 0);
}

static uint64_t grid_cards(bool hard1, int grid)
{
    int apart = hard1 ? APART_HARD1 : APART, card[2] = {grid / N, grid % N};
    if (grid < apart && !hard1)
        split_pair(grid, card);
    for (unsigned square = 0; grid >= apart && square < 1 << N; square++)
        if (domino_of(square) == (grid - apart) % DOMINOES)
            return cards_in(square);
    return one(card[0]) + one(card[1]);
}

/* How many grids back the one lies whose first card is a number lower; 0: there is none. */
static int lower_grid(bool hard1, int grid)
{
    int card[2];
    if (hard1)
        return grid >= N ? N : 0;
    split_pair(grid, card);
    return grid < APART && card[1] < card[0] ? card[0] : 0;
}

/* The same for the one with the squares exchanged. */
static int exchanged_grid(bool hard1, int grid)
{
    int other = grid < APART_HARD1              ? grid % N * N + grid / N
                : grid < APART_HARD1 + DOMINOES ? grid + DOMINOES
                                                : grid - DOMINOES;
    return hard1 && other < grid ? grid - other : 0;
}

static void code_grids(struct model *m, struct block b, int size)
{
    int start = b.at;
    for (int grid = 0; grid < grids_of(m->hard1); grid++) {
        b.at = start + grid * size;
        b.number = grid;
        b.back = grid > 0 ? size : 0;
        b.back2 = lower_grid(m->hard1, grid) * size;
        b.mirror = exchanged_grid(m->hard1, grid) * size;
        b.cards = grid_cards(m->hard1, grid);
        code_block(m, &b);
    }
}

/* See ask_of. */
static uint64_t ask_cards(int ask)
{
    if (ask > LOWER_FIVE + N)
        return one(ONE);
    if (ask > LOWER_FIVE)
        return one(THREE) + one(ask - LOWER_FIVE - 1);
    return one(ask == LOWER_FIVE ? BOOK_FIVE : ask);
}

static int first_of(bool hard1, int ask)
{
    if (ask > LOWER_FIVE + N)
        return -1;
    if (ask > LOWER_FIVE)
        return top_at(hard1, ask - LOWER_FIVE - 1);
    return ask == LOWER_FIVE ? put_at(hard1, BOOK_FIVE, SMITTEN_LOWER)
                             : put_at(hard1, ask, SMITTEN_SILENT);
}

static void code_answers(struct model *m)
{
    enum { SIZE = RESTS * THREES };
    for (int number = 0; number < (m->hard1 ? 2 : 1) * ASKS; number++) {
        int ask = number % ASKS, square = number / ASKS;
        struct block b = {.section = ANSWER,
                          .shape = RESTS_BY_THREES,
                          .at = answer_at(m->hard1, square, ask, 0, 0),
                          .number = number,
                          .ask = ask,
                          .back = number > 0 ? SIZE : 0,
                          .back2 = number > 1 ? 2 * SIZE : 0,
                          .mirror = square * ASKS * SIZE,
                          .first = first_of(m->hard1, ask),
                          .first_row = PAIRS,
                          .cards = ask_cards(ask)};
        code_block(m, &b);
    }
}

static void code_chains(struct model *m)
{
    enum { SIZE = PAIRS * PAIRS };
    for (int number = 0; number < (m->hard1 ? 4 : 2) * ASKS; number++) {
        int ask = number % ASKS, square = number / ASKS % 2, two = number / (2 * ASKS);
        int mirror = !square * ASKS + ask;
        struct block b = {.section = CHAIN,
                          .shape = PAIRS_BY_PAIRS,
                          .at = chain_at(m->hard1, two, square, ask, 0, 0),
                          .number = number,
                          .ask = ask,
                          .back = number > 0 ? SIZE : 0,
                          .back2 = number > 1 ? 2 * SIZE : 0,
                          .mirror = two > 0 ? (number - mirror) * SIZE : 0,
                          .first = -1,
                          .cards = one(TWO) + ask_cards(ask)};
        code_block(m, &b);
    }
}

static void code_swapped(struct model *m, int aside)
{
    int at = swapped_at(m->hard1, aside), size = pairs_size(m->hard1);
    struct block b = {.section = SWAPPED_START,
                      .shape = TRIANGLE,
                      .at = at,
                      .number = aside,
                      .back = aside > 0 ? size : 0,
                      .back2 = aside > 1 ? 2 * size : 0,
                      .cards = one(aside)};
    code_block(m, &b);
    b.section = SWAPPED_FLIPPED;
    b.shape = PAIRS_BY_PAIRS;
    for (int i = 0; i < (m->hard1 ? N : 1); i++) {
        b.first = flipped_at(m->hard1, i);
        b.at = at + b.first;
        b.ask = i;
        b.number = aside * N + i;
        b.cards = one(aside) + one(m->hard1 ? i : BOOK_FIVE);
        code_block(m, &b);
    }
}

static void code_text(struct model *m)
{
    struct block turn = {.section = TURN, .shape = TRIANGLE, .at = turn_at(0, 0, 0), .first = -1};
    struct block three = {.section = THREE_CARDS,
                          .shape = THREES_BY_PAIRS,
                          .at = three_at(m->hard1, 0, 0, 0),
                          .first = -1};
    code_grids(m, turn, START_SIZE);
    code_grids(m, three, THREES * PAIRS);
    code_answers(m);
    code_chains(m);
    for (int aside = 0; aside < N; aside++)
        code_swapped(m, aside);
}

/* ---- Whole texts ---- */

static bool start_model(struct model *m, bool writes, int mode, char *text)
{
    *m = (struct model){.coder = smitten_coder_new(writes),
                        .text = text,
                        .mode = mode,
                        .hard1 = (mode >> 1 & 1) != 0};
    fill_hands(m);
    return m->coder != NULL;
}

bool smitten_second_read(int mode, const uint8_t *bytes, size_t size,
                         const struct solve_limits *limits, char *text)
{
    struct model m;
    if (size < CODER_SUM_BYTES || !start_model(&m, false, mode, text))
        return false;
    m.limits = limits;
    smitten_coder_start(m.coder, (uint8_t *)bytes, size, CODER_SUM_BYTES); /* only read */
    code_text(&m);
    free(m.coder);
    return !m.stopped && smitten_coder_has_sum(text, (size_t)second_end(m.hard1), bytes);
}

size_t smitten_second_write(int mode, char *text, uint8_t bytes[SECOND_MAX])
{
    struct model m;
    if (!start_model(&m, true, mode, text))
        return 0;
    smitten_coder_write_sum(text, (size_t)second_end(m.hard1), bytes);
    smitten_coder_start(m.coder, bytes, SECOND_MAX, CODER_SUM_BYTES);
    code_text(&m);
    smitten_coder_end(m.coder);
    size_t size = m.coder->at;
    free(m.coder);
    return size <= SECOND_MAX ? size : 0;
}
