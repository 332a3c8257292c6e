/*
 * Smitten solver: the best first move of the solo game, for the modes that are played most.
 *
 * The squares are empty, so left and right are alike and only hands matter: 2 open cards each.
 * The book has one letter for each pair of hands, in ascending order. A letter counts from
 * A to Z and on from a: 0-9 play from the higher hand (0-8 the number less one, 9 a 5 with
 * `lower`), 10-19 from the lower; 20, 21 turn that hand's closed card up; 22-30, 31-39 swap.
 * solve/smitten_book.inc is written by tests/solve/make_book.c.
 */
#include <string.h>

#include "solve/smitten_value.h"

enum { FIVE = 4, LOWER_FIVE = 9, OTHER_HAND = 10, FLIP = 20, SWAP = 22, NUMBERS = 9 };
enum { PAIRS = SMITTEN_NUMBERS * (SMITTEN_NUMBERS + 1) / 2 };

/* By easy * 4 + hard1 * 2 + hard2; an empty text: not in the book. */
static const char *const book[8] = {
#include "solve/smitten_book.inc"
};

static char letter_of(int code)
{
    return (char)(code < 26 ? 'A' + code : 'a' + code - 26);
}

static int code_of(char letter)
{
    return letter >= 'a' ? letter - 'a' + 26 : letter - 'A';
}

/* Two cards as one number, the higher card first; both from 0. */
static int pair_of(int high, int low)
{
    return high * (high + 1) / 2 + low;
}

/* Whether two hands can be dealt together: no number three times. */
static bool can_be_dealt(const int a[2], const int b[2])
{
    int copies[SMITTEN_NUMBERS] = {0};
    for (int i = 0; i < 2; i++) {
        copies[a[i]]++;
        copies[b[i]]++;
    }
    return copies[a[0]] < 3 && copies[a[1]] < 3 && copies[b[0]] < 3 && copies[b[1]] < 3;
}

static void cards_of_pair(int pair, int out[2])
{
    int high = 0;
    while (pair_of(high + 1, 0) <= pair)
        high++;
    out[0] = high;
    out[1] = pair - pair_of(high, 0);
}

/* The place of two hands in the book; the first is not the lower one. */
static int place_of(int first, int second)
{
    int n = 0;
    for (int a = 0; a <= first; a++)
        for (int b = 0; b <= a; b++) {
            int x[2], y[2];
            if (a == first && b == second)
                return n;
            cards_of_pair(a, x);
            cards_of_pair(b, y);
            n += can_be_dealt(x, y);
        }
    return -1;
}

static void improve(double v, int code, double *best, int *out)
{
    if (v > *best) {
        *best = v;
        *out = code;
    }
}

/* The value of an open card played from the mover's hand to an empty square. */
static double value_of_card(struct run *run, struct hands h, int card, int call)
{
    bool right = run->s->hard1 && call == SMITTEN_LOWER;
    struct grid g = grid_put(run->s, (struct grid){.count = 0}, right, card);
    struct played p = {(uint8_t)card, (uint8_t)right, (uint8_t)call};
    h.hand[0] = (uint16_t)bag_take(run->s, h.hand[0], card);
    h.mover = 1;
    return smitten_value_played(run, g, h, p, -1);
}

static int best_code(struct run *run, const int a[2], const int b[2])
{
    struct solver *s = run->s;
    const struct grid empty = {.count = 0};
    double best = -1;
    int code = 0;
    for (int side = 0; side < 2; side++) {
        const int *mine = side == 0 ? a : b, *other = side == 0 ? b : a;
        struct hands h = {.mover = 0};
        h.hand[0] = (uint16_t)bag_add(s, bag_add(s, CLOSED, mine[0]), mine[1]);
        h.hand[1] = (uint16_t)bag_add(s, bag_add(s, CLOSED, other[0]), other[1]);
        for (int i = 0; i < 2; i++) {
            int call = mine[i] == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT;
            improve(value_of_card(run, h, mine[i], call), side * OTHER_HAND + mine[i], &best,
                    &code);
            if (mine[i] == FIVE)
                improve(value_of_card(run, h, FIVE, SMITTEN_LOWER), side * OTHER_HAND + LOWER_FIVE,
                        &best, &code);
            if (s->swap)
                improve(smitten_value_swap(run, empty, h, mine[i], -1),
                        SWAP + side * NUMBERS + mine[i], &best, &code);
        }
        improve(smitten_value_flip(run, empty, h, -1), FLIP + side, &best, &code);
    }
    return code;
}

void smitten_book_write(struct run *run, char *out)
{
    for (int a = 0; a < PAIRS; a++)
        for (int b = 0; b <= a; b++) {
            int x[2], y[2];
            cards_of_pair(a, x);
            cards_of_pair(b, y);
            if (can_be_dealt(x, y))
                *out++ = letter_of(best_code(run, x, y));
        }
    *out = '\0';
}

/* The two open cards of a hand as a pair. */
static int pair_in(const struct smitten_hand *h)
{
    int low = smitten_lowest(h->one) - 1;
    unsigned more = h->one & (h->one - 1u);
    return pair_of(more != 0 ? smitten_lowest(more) - 1 : low, low);
}

static move move_of(int code, int first, bool hard1)
{
    int side = code >= SWAP   ? (code - SWAP) / NUMBERS
               : code >= FLIP ? code - FLIP
                              : code / OTHER_HAND;
    int hand = (side == 0 ? first : !first) + 1;
    if (code >= SWAP)
        return smitten_move(SMITTEN_SWAP, hand, (code - SWAP) % NUMBERS + 1, 0, 0);
    if (code >= FLIP)
        return smitten_move(SMITTEN_FLIP, hand, 0, 0, 0);
    int card = code % OTHER_HAND;
    if (card == LOWER_FIVE)
        return smitten_move(SMITTEN_PLAY, hand, FIVE + 1, hard1, SMITTEN_LOWER);
    return smitten_move(SMITTEN_PLAY, hand, card + 1, SMITTEN_LEFT,
                        card == FIVE ? SMITTEN_HIGHER : SMITTEN_SILENT);
}

bool solve_smitten_book(const struct view *v, move *out)
{
    const struct smitten_table *t = &v->t;
    const uint8_t *opt = t->option;
    int mode = opt[SMITTEN_OPT_EASY] * 4 + opt[SMITTEN_OPT_HARD1] * 2 + opt[SMITTEN_OPT_HARD2];
    if (t->seats != 1 || t->phase != SMITTEN_TURN || t->placed != 0 || t->swapped ||
        opt[SMITTEN_OPT_CARD4] != SMITTEN_ASK_ANY || opt[SMITTEN_OPT_CARD9] != SMITTEN_ASK_ANY ||
        book[mode][0] == '\0')
        return false;
    int pair[2] = {pair_in(&v->hand[0]), pair_in(&v->hand[1])};
    int first = pair[0] >= pair[1] ? 0 : 1;
    int at = place_of(pair[first], pair[!first]);
    *out = move_of(code_of(book[mode][at]), first, opt[SMITTEN_OPT_HARD1] != 0);
    return true;
}
