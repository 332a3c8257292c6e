/*
 * Smitten solver: the best choices of the first turn of the solo game, for the modes that are
 * played most. Solved on demand, these would take many seconds.
 *
 * A mode's text is one letter for each case, in four parts, each a plain array:
 *  - START: both hands' 2 open cards (the pair with the higher number first);
 *  - FLIPPED: a closed card was turned up (each number with `hard1`, else only a 5: nothing else
 *    tells the squares apart), by the 2 cards beside it and the 2 of the other hand;
 *  - PUT: an open card was played, by that card, the one left open beside it, and the partner's 3;
 *  - TOP: the same for card 3, by the card that the deck gave.
 * A letter counts 0-9, A-Z, a-z; a dot marks what cannot be. Squares are as in the text, where the
 * first card lies left (but a 5 called lower with `hard1`, which lies right): without `hard1` the
 * mirrored case is the same. solve/smitten_book.inc is written by tests/solve/make_book.c.
 */
#include <assert.h>
#include <string.h>

#include "solve/smitten_value.h"

enum { N = SMITTEN_NUMBERS, PAIRS = 45, THREES = 165, THREE = 2, COLUMNS = 90 };
enum { START_SIZE = PAIRS * (PAIRS + 1) / 2, FLIPPED_SIZE = PAIRS * PAIRS, PUT_SIZE = N * THREES };
/* Codes of START: card + 10 if right + 20 if from the second hand, where card 9 is a 5 called
   lower; then flips and swaps of the first and second hand. */
enum { LOWER_FIVE = 9, TO_RIGHT = 10, SECOND = 20, FLIP = 40, SWAP = 42 };

/* All modes by easy * 4 + hard1 * 2 + hard2, each in whole rows. */
static const char rows[][COLUMNS + 1] = {
#include "solve/smitten_book.inc"
};

static char letter_of(int code)
{
    return (char)(code < 10 ? '0' + code : code < 36 ? 'A' + code - 10 : 'a' + code - 36);
}

static int code_of(char letter)
{
    if (letter == '.')
        return -1;
    return letter >= 'a' ? letter - 'a' + 36 : letter >= 'A' ? letter - 'A' + 10 : letter - '0';
}

/* Two and three cards as one number; cards from 0, the highest first. */
static int pair_of(const int card[2])
{
    return card[0] * (card[0] + 1) / 2 + card[1];
}
static int three_of(const int card[3])
{
    return card[0] * (card[0] + 1) * (card[0] + 2) / 6 + pair_of(card + 1);
}
static int start_of(int first, int second)
{
    return first * (first + 1) / 2 + second;
}

/* Where the parts of a mode begin, and its size; by how a first card was played for PUT. */
static int flipped_at(bool hard1, int card)
{
    return START_SIZE + (hard1 ? card : 0) * FLIPPED_SIZE;
}
static int put_at(bool hard1, int card, int call)
{
    return flipped_at(hard1, hard1 ? N : 0) + (hard1 ? 0 : FLIPPED_SIZE) +
           (card > FIVE || call == SMITTEN_LOWER ? card + 1 : card) * PUT_SIZE;
}
static int top_at(bool hard1, int card)
{
    return put_at(hard1, N, SMITTEN_SILENT) + card * PUT_SIZE;
}
static int rows_of(bool hard1)
{
    return (top_at(hard1, N) + COLUMNS - 1) / COLUMNS;
}

/* Making the book. */

/* The best so far. */
struct pick {
    double value;
    int code;
};

static void consider(struct pick *p, double value, int code)
{
    if (value > p->value)
        *p = (struct pick){value, code};
}

static char letter_picked(const struct pick *p)
{
    return p->value < 0 ? '.' : letter_of(p->code);
}

/* Puts a bag together; false: a number stands in it three times, or more often than `unseen`
   allows, from which it is taken. */
static bool take_bag(const struct solver *s, const int *card, int n, uint32_t *unseen,
                     uint16_t *out)
{
    unsigned bag = 0;
    for (int i = 0; i < n; i++) {
        if ((*unseen >> 2 * card[i] & 3) == 0)
            return false;
        *unseen -= 1u << 2 * card[i];
        bag = s->bag[bag].add[card[i]];
    }
    *out = (uint16_t)bag;
    return true;
}

/* A card that has left the first hand is played to an empty square. */
static double value_of_first(struct run *run, struct hands h, struct played p)
{
    struct grid g = grid_put(run->s, (struct grid){.count = 0}, p.square, p.card);
    h.mover = 1;
    return smitten_value_played(run, g, h, p, -1);
}

static struct played first_played(const struct solver *s, int card, int call)
{
    return (struct played){(uint8_t)card, s->hard1 && call == SMITTEN_LOWER, (uint8_t)call};
}

/* All ways to play this open card of hands[0] first. */
static void consider_first(struct run *run, struct hands h, int card, int side, struct pick *pick)
{
    const struct solver *s = run->s;
    h.hand[0] = (uint16_t)bag_take(s, h.hand[0], card);
    struct played p = first_played(s, card, card == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT);
    consider(pick, value_of_first(run, h, p), side * SECOND + card);
    if (card == FIVE) {
        p = first_played(s, card, SMITTEN_LOWER);
        consider(pick, value_of_first(run, h, p), side * SECOND + p.square * TO_RIGHT + LOWER_FIVE);
    } else if (s->hard1) {
        p.square = SMITTEN_RIGHT;
        consider(pick, value_of_first(run, h, p), side * SECOND + TO_RIGHT + card);
    }
}

static char best_start(struct run *run, const int a[2], const int b[2])
{
    const struct solver *s = run->s;
    const struct grid empty = {.count = 0};
    struct pick pick = {.value = -1};
    uint32_t unseen = 0x2aaaa;
    struct hands h = {.mover = 0};
    if (!take_bag(s, a, 2, &unseen, &h.hand[0]) || !take_bag(s, b, 2, &unseen, &h.hand[1]))
        return '.';
    h.hand[0] |= CLOSED;
    h.hand[1] |= CLOSED;
    for (int side = 0; side < 2; side++) {
        const int *mine = side == 0 ? a : b;
        for (int i = 0; i < 2; i++)
            consider_first(run, h, mine[i], side, &pick);
        consider(&pick, smitten_value_flip(run, empty, h, -1), FLIP + side);
        for (int i = 0; i < 2 && s->swap; i++)
            consider(&pick, smitten_value_swap(run, empty, h, mine[i], -1),
                     SWAP + side * N + mine[i]);
        uint16_t keep = h.hand[0];
        h.hand[0] = h.hand[1];
        h.hand[1] = keep;
    }
    return letter_picked(&pick);
}

/* Code 0: left, a 5 higher; 1: right, or a 5 called lower. */
static char best_flipped(struct run *run, int card, const int a[2], const int b[2])
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    uint32_t unseen = 0x2aaaa - (1u << 2 * card);
    struct hands h = {.mover = 0};
    if (!take_bag(s, a, 2, &unseen, &h.hand[0]) || !take_bag(s, b, 2, &unseen, &h.hand[1]))
        return '.';
    h.hand[1] |= CLOSED;
    for (int code = 0; code < 2; code++) {
        struct played p =
            first_played(s, card, card == FIVE ? SMITTEN_HIGHER + code : SMITTEN_SILENT);
        if (card != FIVE)
            p.square = (uint8_t)code;
        consider(&pick, value_of_first(run, h, p), code);
    }
    return letter_picked(&pick);
}

/* The partner plays a card (after a 2), with each announcement that is allowed. */
static void consider_chain(struct run *run, struct grid g, struct hands h, int card, int square,
                           struct pick *pick)
{
    const struct solver *s = run->s;
    struct grid put = grid_put(s, g, square, card);
    h.mover = 0;
    for (int call = SMITTEN_SILENT; call <= SMITTEN_LOWER; call++) {
        bool lower = call == SMITTEN_LOWER;
        if ((call != SMITTEN_SILENT) != (card == FIVE) ||
            (s->hard1 && card == FIVE && lower != (square == SMITTEN_RIGHT)))
            continue;
        struct played p = {(uint8_t)card, (uint8_t)square, (uint8_t)call};
        consider(pick, smitten_value_played(run, put, h, p, -1),
                 (lower ? LOWER_FIVE : card) + square * TO_RIGHT);
    }
}

/* What the partner puts down, with `one` beside the closed card of the hand that played. */
static char best_put(struct run *run, struct played p, int one, const int three[3])
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    uint32_t unseen = 0x2aaaa - (1u << 2 * p.card);
    struct hands h = {.mover = 1};
    if (!take_bag(s, &one, 1, &unseen, &h.hand[0]) || !take_bag(s, three, 3, &unseen, &h.hand[1]))
        return '.';
    h.hand[0] |= CLOSED;
    struct grid g = grid_put(s, (struct grid){.count = 0}, p.square, p.card);
    unsigned may[2], bag = h.hand[1];
    smitten_value_may(s, g, p, may);
    for (int square = 0; square < 2; square++)
        for (unsigned m = may[square] & bag_of(s, bag)->mask; m != 0; m &= m - 1) {
            int card = lowest(m);
            h.hand[1] = (uint16_t)bag_take(s, bag, card);
            if (s->task[p.card + 1] == SMITTEN_ASK_PLAY)
                consider_chain(run, g, h, card, square, &pick);
            else
                consider(&pick,
                         smitten_value_after(run, grid_put(s, g, square, card), h.hand[0],
                                             h.hand[1], -1),
                         card + square * TO_RIGHT);
        }
    return letter_picked(&pick);
}

/* Card 3: the square of the top card, 0 left, 1 right. */
static char best_top(struct run *run, int top, int one, const int three[3])
{
    const struct solver *s = run->s;
    struct pick pick = {.value = -1};
    uint32_t unseen = 0x2aaaa - (1u << 2 * THREE);
    struct hands h = {.mover = 1};
    uint16_t bag;
    if (!take_bag(s, &one, 1, &unseen, &h.hand[0]) || !take_bag(s, three, 3, &unseen, &h.hand[1]) ||
        !take_bag(s, &top, 1, &unseen, &bag))
        return '.';
    struct grid g = grid_put(s, (struct grid){.count = 0}, SMITTEN_LEFT, THREE);
    unsigned may[2];
    smitten_value_fit(s, g, may);
    for (int square = 0; square < 2; square++)
        if (may[square] >> top & 1)
            consider(&pick,
                     smitten_value_after(run, grid_put(s, g, square, top), h.hand[0] | CLOSED,
                                         h.hand[1], -1),
                     square);
    return letter_picked(&pick);
}

static void write_pairs(struct run *run, char *out)
{
    int a[2], b[2];
    bool hard1 = run->s->hard1;
    for (a[0] = 0; a[0] < N; a[0]++)
        for (a[1] = 0; a[1] <= a[0]; a[1]++)
            for (b[0] = 0; b[0] < N; b[0]++)
                for (b[1] = 0; b[1] <= b[0]; b[1]++) {
                    int x = pair_of(a), y = pair_of(b);
                    if (y <= x)
                        out[start_of(x, y)] = best_start(run, a, b);
                    for (int card = 0; card < N; card++)
                        if (hard1 || card == FIVE)
                            out[flipped_at(hard1, card) + x * PAIRS + y] =
                                best_flipped(run, card, a, b);
                }
}

static void write_threes(struct run *run, const int three[3], char *out)
{
    bool hard1 = run->s->hard1;
    for (int one = 0; one < N; one++) {
        int at = one * THREES + three_of(three);
        for (int card = 0; card < N; card++) {
            int call = card == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT;
            out[top_at(hard1, card) + at] = best_top(run, card, one, three);
            if (card != THREE)
                out[put_at(hard1, card, call) + at] =
                    best_put(run, first_played(run->s, card, call), one, three);
        }
        out[put_at(hard1, FIVE, SMITTEN_LOWER) + at] =
            best_put(run, first_played(run->s, FIVE, SMITTEN_LOWER), one, three);
    }
}

void smitten_book_write(struct run *run, char *out)
{
    int three[3];
    size_t size = (size_t)rows_of(run->s->hard1) * COLUMNS;
    assert(size < SOLVE_BOOK_MAX);
    memset(out, '.', size);
    out[size] = '\0';
    write_pairs(run, out);
    for (three[0] = 0; three[0] < N; three[0]++)
        for (three[1] = 0; three[1] <= three[0]; three[1]++)
            for (three[2] = 0; three[2] <= three[1]; three[2]++)
                write_threes(run, three, out);
}

/* Reading it. */

/* The cards of a hand, from 0, the highest first; returns how many. */
static int list_cards(const struct smitten_hand *h, int out[4])
{
    int n = 0;
    for (int card = N - 1; card >= 0; card--)
        for (int i = (h->one >> card & 1) + (h->two >> card & 1); i > 0 && n < 4; i--)
            out[n++] = card;
    return n;
}

/* The code at a place of the mode's text, -1 none. */
static int look_up(const struct view *v, int at)
{
    const uint8_t *opt = v->t.option;
    int mode = opt[SMITTEN_OPT_EASY] * 4 + opt[SMITTEN_OPT_HARD1] * 2 + opt[SMITTEN_OPT_HARD2];
    int row = at / COLUMNS;
    for (int i = 0; i < mode; i++)
        row += rows_of(i >> 1 & 1);
    return row < (int)(sizeof rows / sizeof rows[0]) ? code_of(rows[row][at % COLUMNS]) : -1;
}

static int call_of(const struct view *v, int card, int square, bool lower)
{
    if (card != FIVE)
        return SMITTEN_SILENT;
    if (v->t.option[SMITTEN_OPT_HARD1])
        return square == SMITTEN_LEFT ? SMITTEN_HIGHER : SMITTEN_LOWER;
    return lower ? SMITTEN_LOWER : SMITTEN_HIGHER;
}

/* A move that plays or places a card of PUT's and START's codes; `mirror` exchanges squares. */
static move put_move(const struct view *v, int kind, int hand, int code, bool mirror)
{
    int card = code % TO_RIGHT, square = (code / TO_RIGHT) ^ mirror;
    bool lower = card == LOWER_FIVE;
    card = lower ? FIVE : card;
    int call = kind == SMITTEN_PLAY ? call_of(v, card, square, lower) : SMITTEN_SILENT;
    return smitten_move(kind, hand, card + 1, square, call);
}

static bool book_start(const struct view *v, move *out)
{
    int card[2][4];
    if (list_cards(&v->hand[0], card[0]) != 2 || list_cards(&v->hand[1], card[1]) != 2)
        return false;
    int first = pair_of(card[0]) >= pair_of(card[1]) ? 0 : 1;
    int code = look_up(v, start_of(pair_of(card[first]), pair_of(card[!first])));
    if (code < 0)
        return false;
    int side = code >= SWAP ? (code - SWAP) / N : code >= FLIP ? code - FLIP : code / SECOND;
    int hand = (side == 0 ? first : !first) + 1;
    if (code >= SWAP)
        *out = smitten_move(SMITTEN_SWAP, hand, (code - SWAP) % N + 1, 0, 0);
    else if (code >= FLIP)
        *out = smitten_move(SMITTEN_FLIP, hand, 0, 0, 0);
    else
        *out = put_move(v, SMITTEN_PLAY, hand, code % SECOND, false);
    return true;
}

static bool book_flipped(const struct view *v, move *out)
{
    bool hard1 = v->t.option[SMITTEN_OPT_HARD1];
    int mine[4], pair[2], other[4], n = 0, card = v->t.card - 1;
    bool taken = false;
    if (list_cards(&v->hand[v->t.mover], mine) != 3 ||
        list_cards(&v->hand[!v->t.mover], other) != 2)
        return false;
    for (int i = 0; i < 3; i++) { /* the card turned up lies in the hand */
        if (mine[i] == card && !taken)
            taken = true;
        else if (n < 2)
            pair[n++] = mine[i];
    }
    int code = 0;
    if (hard1 || card == FIVE)
        code = look_up(v, flipped_at(hard1, card) + pair_of(pair) * PAIRS + pair_of(other));
    if (code < 0)
        return false;
    bool lower = card == FIVE && code == 1;
    int square = hard1 ? code : SMITTEN_LEFT;
    *out = smitten_move(SMITTEN_PLAY, v->t.mover + 1, card + 1, square,
                        call_of(v, card, square, lower));
    return true;
}

/* Card 1: reveals a card that leaves the best one free to be placed. */
static move reveal_for(const struct view *v, int card)
{
    const struct smitten_hand *h = &v->hand[v->t.mover];
    unsigned others = h->one & ~((1u << card) & ~(unsigned)h->two);
    return smitten_move(SMITTEN_REVEAL, v->t.mover + 1, smitten_lowest(others), 0, 0);
}

static bool book_second(const struct view *v, move *out)
{
    const struct smitten_table *t = &v->t;
    bool hard1 = t->option[SMITTEN_OPT_HARD1];
    int one[4], three[4];
    int place = hard1 && t->card == FIVE + 1 && t->call == SMITTEN_LOWER;
    bool mirror = t->at != place;
    if (list_cards(&v->hand[!t->mover], one) != 1 || !v->closed[!t->mover] ||
        list_cards(&v->hand[t->mover], three) != 3 || (hard1 && mirror))
        return false;
    int at = one[0] * THREES + three_of(three);
    at += t->phase == SMITTEN_TOP ? top_at(hard1, t->top - 1) : put_at(hard1, t->card - 1, t->call);
    int code = look_up(v, at);
    if (code < 0)
        return false;
    int card = code % TO_RIGHT == LOWER_FIVE ? FIVE : code % TO_RIGHT;
    if (t->phase == SMITTEN_TOP)
        *out = smitten_move(SMITTEN_PLACE, 0, t->top, code ^ mirror, SMITTEN_SILENT);
    else if (t->phase == SMITTEN_SHOW)
        *out = reveal_for(v, card);
    else
        *out = put_move(v, t->phase == SMITTEN_CHAIN ? SMITTEN_PLAY : SMITTEN_PLACE, t->mover + 1,
                        code, mirror);
    /* Somebody may have revealed the very card that should be placed. */
    return t->phase != SMITTEN_PUT || (smitten_free(&v->hand[t->mover], t->kept) >> card & 1) != 0;
}

bool solve_smitten_book(const struct view *v, move *out)
{
    const struct smitten_table *t = &v->t;
    if (t->seats != 1 || t->swapped || t->option[SMITTEN_OPT_CARD4] != SMITTEN_ASK_ANY ||
        t->option[SMITTEN_OPT_CARD9] != SMITTEN_ASK_ANY)
        return false;
    if (t->placed == 0)
        return t->phase == SMITTEN_TURN      ? book_start(v, out)
               : t->phase == SMITTEN_FLIPPED ? book_flipped(v, out)
                                             : false;
    return t->placed == 1 && t->turn == 1 && t->phase != SMITTEN_OVER && book_second(v, out);
}
