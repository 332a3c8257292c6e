/*
 * Smitten solver: the end of a game alone, when the card set aside is known and no deck is left.
 *
 * Then only the hands and their closed cards matter, and one hand determines the other; so nothing
 * is left to chance, and each game is won or lost. The cards that are left are taken in ascending
 * order, and a set of them is a number by its bits. A word has a bit for each set: whether the game
 * is won when the first hand has these and the other hand the rest. All these cases are computed at
 * once: the legal plays and placements are the same in each, and only the owner of a card differs.
 */
#include <string.h>

#include "solve/smitten_value.h"

enum { LEFT_MAX = ENDGAME_CARDS };

/* The sets that lack card `i`, of all cards that are left. */
static const uint64_t lacks[LEFT_MAX] = {
    UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
    UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};

/* A word of sets of the other cards, as sets of all cards that lack card `i`. */
static uint64_t beside(uint64_t word, int i)
{
    for (int k = LEFT_MAX - 2; k >= i; k--)
        word = (word | word << (1 << k)) & lacks[k];
    return word;
}

/* With the hands exchanged. */
static uint64_t turned(uint64_t word, int cards)
{
    for (int i = 0; i < cards; i++)
        word = (word >> (1 << i) & lacks[i]) | (word & lacks[i]) << (1 << i);
    return word;
}

/* The sets of which two cards and more are missing. */
static uint64_t lacking_two(int cards)
{
    uint64_t sets = 0;
    for (int i = 0; i < cards; i++)
        for (int j = i + 1; j < cards; j++)
            sets |= lacks[i] & lacks[j];
    return sets;
}

/* The cards that are left, in ascending order. */
static int list_left(uint32_t packed, uint8_t card[LEFT_MAX])
{
    int n = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++)
        for (int copies = (int)(packed >> 2 * c & 3); copies > 0; copies--)
            card[n++] = (uint8_t)c;
    return n;
}

/* A turn starts with these squares, unless the game is won. */
static uint64_t won_after(struct run *run, struct grid g)
{
    return g.count == SMITTEN_GOAL ? 1 : smitten_endgame(run, g).won;
}

/* The other hand places one of `n` cards. */
static uint64_t won_by_placing(struct run *run, struct grid g, struct played p, const uint8_t *card,
                               int n)
{
    const struct solver *s = run->s;
    unsigned may[2];
    uint64_t won = 0, after = 0;
    smitten_value_may(s, g, p, may);
    for (int i = 0; i < n; i++) {
        bool again = i > 0 && card[i] == card[i - 1];
        after = again ? after : 0;
        for (int square = 0; square < 2 && !again; square++)
            if ((may[square] >> card[i] & 1) != 0)
                after |= won_after(run, grid_put(s, g, square, card[i]));
        won |= after != 0 ? beside(after, i) : 0;
    }
    return s->task[p.card + 1] == SMITTEN_ASK_REVEAL ? won & lacking_two(n) : won;
}

/* The first hand has played a card, which lies in the squares already; `n` others are left. */
static uint64_t won_by_playing(struct run *run, struct grid g, struct played p, const uint8_t *card,
                               int n)
{
    if (g.count == SMITTEN_GOAL)
        return 1;
    switch (run->s->task[p.card + 1]) {
    case SMITTEN_ASK_NONE:
        return won_after(run, g);
    case SMITTEN_ASK_PLAY:
        return turned(smitten_endgame(run, g).played, n);
    case SMITTEN_ASK_TOP:
        return 0; /* there is no deck */
    default:
        return won_by_placing(run, g, p, card, n);
    }
}

/* The ways to play each card, and when they win; as sets of all cards. */
struct ways {
    int n[LEFT_MAX];
    uint64_t won[LEFT_MAX][SMITTEN_PLAYS_MAX];
};

/* Returns how many cards are left. */
static int list_ways(struct run *run, struct grid g, struct ways *out)
{
    const struct solver *s = run->s;
    uint8_t card[LEFT_MAX], others[LEFT_MAX];
    struct played p[SMITTEN_PLAYS_MAX];
    uint64_t won[SMITTEN_PLAYS_MAX];
    int n = list_left(unseen_of(s, g, 0, 0), card), ways = 0;
    for (int i = 0; i < n; i++) {
        if (i == 0 || card[i] != card[i - 1]) {
            ways = smitten_value_plays(s, g, card[i], p);
            memcpy(others, card, (size_t)i);
            memcpy(others + i, card + i + 1, (size_t)(n - i - 1));
            for (int k = 0; k < ways; k++)
                won[k] =
                    won_by_playing(run, grid_put(s, g, p[k].square, card[i]), p[k], others, n - 1);
        }
        out->n[i] = ways;
        for (int k = 0; k < ways; k++)
            out->won[i][k] = beside(won[k], i) << (1 << i);
    }
    return n;
}

static uint64_t any_way(const struct ways *ways, int card)
{
    uint64_t won = 0;
    for (int k = 0; k < ways->n[card]; k++)
        won |= ways->won[card][k];
    return won;
}

static struct endgame find_words(struct run *run, struct grid g)
{
    struct ways ways;
    int n = list_ways(run, g, &ways);
    uint64_t played = 0;
    for (int i = 0; i < n; i++)
        played |= any_way(&ways, i);
    return (struct endgame){(uint32_t)played, (uint32_t)(played | turned(played, n))};
}

struct endgame smitten_endgame(struct run *run, struct grid g)
{
    struct block *block = smitten_store_block(run->s, g);
    run->stopped |= block == NULL;
    if (run->stopped)
        return (struct endgame){0, 0};
    uint64_t words = atomic_load_explicit(&block->endgame, memory_order_relaxed);
    if (words != VALUE_OPEN)
        return (struct endgame){(uint32_t)words, (uint32_t)(words >> 32)};
    struct endgame end = find_words(run, g);
    if (smitten_value_spend(run))
        atomic_store_explicit(&block->endgame, (uint64_t)end.won << 32 | end.played,
                              memory_order_relaxed);
    return end;
}

unsigned smitten_endgame_set(uint32_t left, uint32_t hand, uint32_t before)
{
    unsigned set = 0;
    int n = 0;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        set |= ((1u << (hand >> 2 * c & 3)) - 1) << (before >> 2 * c & 3) << n;
        n += (int)(left >> 2 * c & 3);
    }
    return set;
}

bool smitten_endgame_wins(struct run *run, struct grid g, unsigned hand)
{
    uint32_t left = unseen_of(run->s, g, 0, 0);
    unsigned set = smitten_endgame_set(left, bag_of(run->s, hand)->packed, 0);
    return (smitten_endgame(run, g).won >> set & 1) != 0;
}

void smitten_endgame_halves(struct run *run, struct grid g, struct endgame_halves *out)
{
    struct ways ways;
    uint64_t any[LEFT_MAX], played = 0;
    int n = list_ways(run, g, &ways);
    for (int i = 0; i < n; i++)
        played |= any[i] = any_way(&ways, i);
    out->won = played | turned(played, n);
    for (int x = 0; x < n; x++)
        for (int y = x + 1; y < n; y++) {
            /* The distance of two sets that have one card instead of the other. */
            int apart = (1 << y) - (1 << x);
            uint64_t both = any[x] & any[y] >> apart, one = any[x] | any[y] >> apart;
            for (int i = 0; i < n; i++)
                for (int k = 0; i != x && i != y && k < ways.n[i]; k++) {
                    both |= ways.won[i][k] & ways.won[i][k] >> apart;
                    one |= ways.won[i][k] | ways.won[i][k] >> apart;
                }
            out->both[x][y] = both;
            out->one[x][y] = one;
        }
}

bool smitten_endgame_knows(const struct run *run, const struct position *position)
{
    const struct solver *s = run->s;
    unsigned first = position->hand[0], second = position->hand[1];
    if (s->seats != 1 || position->grid.aside == 0 || position->grid.count < ENDGAME_FROM)
        return false;
    uint32_t unseen = unseen_of(s, position->grid, first, second);
    bool one = (unseen & (unseen - 1)) == 0 && (unseen & 0x2aaaa) == 0;
    return one || (second < CLOSED && position->draws == 0 &&
                   deck_of(s, position->grid, first, second) <= s->full - cards_of(s, first));
}

double smitten_endgame_value(struct run *run, const struct position *position)
{
    /* The unseen card is closed in, or drawn by, the second hand; otherwise the first. */
    bool second = position->hand[1] >= CLOSED || position->draws == 1;
    return smitten_endgame_wins(run, position->grid, position->hand[!second]);
}
