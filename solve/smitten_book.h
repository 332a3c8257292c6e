/*
 * Smitten solver, private: how the books are written. One letter is the best choice of a case: a
 * code that counts 0-9, A-Z, a-z; a dot marks an impossible case.
 *
 * The book of first turns (smitten_book.xz) has, for each mode, four plain arrays:
 *  - START: both hands' 2 open cards (the pair with the higher number first);
 *  - FLIPPED: a closed card was turned up (each number with `hard1`, else only a 5: nothing else
 *    tells the squares apart), by the 2 cards beside it and the 2 of the other hand;
 *  - PUT: an open card was played, by that card, the one left open beside it, and the partner's 3;
 *  - TOP: the same for card 3, by the card that the deck gave.
 *
 * The book of second turns (second/MODE.book) goes on from there:
 *  - TURN: two cards lie in the squares, and a turn starts with 2 open cards in each hand;
 *  - THREE: the same with 3 open cards in one hand;
 *  - ANSWER: in the first turn, the partner's choice with 3 cards, as in PUT and TOP, but by all
 *    rests of the hand that played, and for both squares with `hard1`;
 *  - CHAIN: after a 2 and another card, the first hand's choice with 2 cards;
 *  - SWAPPED: a swap was the first move of all: START and FLIPPED, by the card set aside.
 *
 * The book of another mode, with other `card4` and `card9`, comes from a file (smitten_books.c), or
 * is made on demand (smitten_demand.c).
 *
 * Squares are as in the text. Without `hard1` mirrored cases are equal, and the first or higher
 * card lies left. So it does in PUT and TOP with `hard1` too, except for a 5 called lower.
 */
#ifndef PARLOR_SOLVE_SMITTEN_BOOK_H
#define PARLOR_SOLVE_SMITTEN_BOOK_H

#include "games/smitten/smitten.h"
#include "solve/smitten.h"

enum {
    N = SMITTEN_NUMBERS,
    PAIRS = 45,
    THREES = 165,
    RESTS = PAIRS + N, /* 2 open cards, or one beside a closed one */
    ONE = 0,           /* cards count from 0 */
    TWO = 1,
    THREE = 2,
    BOOK_FIVE = 4,
    COLUMNS = 90,
};
/* Codes of a turn: card + 10 if right + 20 if from the second hand, where card 9 is a 5 called
   lower; then flips and swaps of the first and second hand. */
enum { LOWER_FIVE = 9, TO_RIGHT = 10, SECOND = 20, FLIP = 40, SWAP = 42 };

static inline char letter_of(int code)
{
    return (char)(code < 10 ? '0' + code : code < 36 ? 'A' + code - 10 : 'a' + code - 36);
}
static inline int code_of(char letter)
{
    if (letter == '.')
        return -1;
    return letter >= 'a' ? letter - 'a' + 36 : letter >= 'A' ? letter - 'A' + 10 : letter - '0';
}

/* Two and three cards as one number; the highest first. */
static inline int pair_of(const int card[2])
{
    return card[0] * (card[0] + 1) / 2 + card[1];
}
static inline int three_of(const int card[3])
{
    return card[0] * (card[0] + 1) * (card[0] + 2) / 6 + pair_of(card + 1);
}
static inline int start_of(int first, int second)
{
    return first * (first + 1) / 2 + second;
}

/* First turns: where the parts of a mode begin, and its size; by how a first card was played for
   PUT. */
enum { START_SIZE = PAIRS * (PAIRS + 1) / 2, FLIPPED_SIZE = PAIRS * PAIRS, PUT_SIZE = N * THREES };
static inline int flipped_at(bool hard1, int card)
{
    return START_SIZE + (hard1 ? card : 0) * FLIPPED_SIZE;
}
static inline int put_at(bool hard1, int card, int call)
{
    return flipped_at(hard1, hard1 ? N : 0) + (hard1 ? 0 : FLIPPED_SIZE) +
           (card > BOOK_FIVE || call == SMITTEN_LOWER ? card + 1 : card) * PUT_SIZE;
}
static inline int top_at(bool hard1, int card)
{
    return put_at(hard1, N, SMITTEN_SILENT) + card * PUT_SIZE;
}
static inline int rows_of(bool hard1)
{
    return (top_at(hard1, N) + COLUMNS - 1) / COLUMNS;
}

/* Second turns: two cards in the squares, as a number; `mirror` says whether they are written the
   other way round. */
enum { APART = PAIRS, APART_HARD1 = N * N, DOMINOES = 12, GRIDS_MAX = APART_HARD1 + 2 * DOMINOES };
static inline int grids_of(bool hard1)
{
    return hard1 ? GRIDS_MAX : APART + DOMINOES;
}
static inline int domino_of(unsigned square)
{
    static const uint16_t domino[DOMINOES] = {0003, 0006, 0011, 0022, 0030, 0044,
                                              0060, 0110, 0220, 0300, 0440, 0600};
    for (int i = 0; i < DOMINOES; i++)
        if (domino[i] == square)
            return i;
    return -1;
}
static inline int grid_of(bool hard1, const uint16_t square[2], bool *mirror)
{
    *mirror = !hard1 && (square[0] == 0 || (square[1] != 0 && square[0] < square[1]));
    unsigned left = square[*mirror], right = square[!*mirror];
    if (left != 0 && right != 0) {
        int card[2] = {smitten_lowest(left) - 1, smitten_lowest(right) - 1};
        return hard1 ? card[0] * N + card[1] : pair_of(card);
    }
    return (hard1 ? APART_HARD1 : APART) + domino_of(left | right) + (left == 0 ? DOMINOES : 0);
}

/* How the card was played whose instruction is carried out: the card, or 9 for a 5 called lower;
   then card 3 by the card from the deck, and card 1 by the revealed card that must stay. */
enum { ASKS = LOWER_FIVE + 1 + 2 * N };
static inline int ask_of(int card, int call, int top, int kept)
{
    if (top > 0 || kept > 0)
        return LOWER_FIVE + (top > 0 ? top : N + kept);
    return card == BOOK_FIVE && call == SMITTEN_LOWER ? LOWER_FIVE : card;
}

/* `first` and `second` are pairs, the higher one first. */
static inline int turn_at(int grid, int first, int second)
{
    return grid * START_SIZE + start_of(first, second);
}
static inline int three_at(bool hard1, int grid, int three, int pair)
{
    return grids_of(hard1) * START_SIZE + (grid * THREES + three) * PAIRS + pair;
}
/* `square` of the card that asks, as it is written; `rest` a pair, or PAIRS + a card. */
static inline int answer_at(bool hard1, int square, int ask, int rest, int three)
{
    return three_at(hard1, grids_of(hard1), 0, 0) +
           (((hard1 ? square : 0) * ASKS + ask) * RESTS + rest) * THREES + three;
}
/* `two`: the square of the 2 that began, as it is written. */
static inline int chain_at(bool hard1, int two, int square, int ask, int pair, int other)
{
    return answer_at(hard1, hard1 ? 2 : 0, hard1 ? 0 : ASKS, 0, 0) +
           ((((hard1 ? two : 0) * 2 + square) * ASKS + ask) * PAIRS + pair) * PAIRS + other;
}
static inline int second_size(bool hard1)
{
    return chain_at(hard1, hard1 ? 2 : 0, hard1 ? 0 : 2, 0, 0, 0);
}

/* START and FLIPPED together. */
static inline int pairs_size(bool hard1)
{
    return START_SIZE + (hard1 ? N : 1) * FLIPPED_SIZE;
}
/* `aside` from 0. */
static inline int swapped_at(bool hard1, int aside)
{
    return second_size(hard1) + aside * pairs_size(hard1);
}
static inline int second_end(bool hard1)
{
    return swapped_at(hard1, N);
}

/* The book of another mode has all up to CHAIN too, and goes on: START, FLIPPED, then TURN and
   THREE with one card in the squares, left there by a card that asks nothing, and SWAPPED. */
static inline int other_start_at(bool hard1)
{
    return second_size(hard1);
}
/* `lies`: the card, and 9 more if it lies right (in `hard1`). */
static inline int one_turn_at(bool hard1, int lies, int first, int second)
{
    return other_start_at(hard1) + pairs_size(hard1) + lies * START_SIZE + start_of(first, second);
}
static inline int one_three_at(bool hard1, int lies, int three, int pair)
{
    return one_turn_at(hard1, hard1 ? 2 * N : N, 0, 0) + (lies * THREES + three) * PAIRS + pair;
}
static inline int other_swapped_at(bool hard1, int aside)
{
    return one_three_at(hard1, hard1 ? 2 * N : N, 0, 0) + aside * pairs_size(hard1);
}
static inline int other_size(bool hard1)
{
    return other_swapped_at(hard1, N);
}

/* smitten_book_second.c: a letter of the book of second turns; the mode is easy * 4 + hard1 * 2 +
   hard2. A dot if there is none, or if the limits (may be NULL) are reached while it is unpacked.
   */
char smitten_book_second_letter(int mode, int at, const struct solve_limits *limits);
/* smitten_book.c: a letter of the book of first turns, by the same modes; a dot if it ends before.
 */
char smitten_book_first_letter(int mode, int at);
/* smitten_books.c: the text of another mode, from the files of a folder. False: none of them has
   it, or they are damaged. */
bool smitten_books_read(const char *folder, const int *opt, solve_progress *progress, void *context,
                        char *out);
/* The path of such a file; and the text from which those of the other modes are predicted. */
bool smitten_books_name(const char *folder, bool hard1, int part, char *path, size_t cap);
void smitten_books_write_usual(bool hard1, char *out);
/* smitten_demand.c: a letter of the book of another mode, by its options. A dot if there is none,
   or if the limits do not allow to wait for it. */
char smitten_demand_letter(const uint8_t *opt, int at, const struct solve_limits *limits);

#endif
