/*
 * Smitten solver: the best choices of the first turns of the solo game, from books. Solving one of
 * them takes seconds.
 */
#include "solve/smitten_book.h"

#include "solve/smitten.h"

/* All modes by easy * 4 + hard1 * 2 + hard2, each in whole rows. */
static const char rows[][COLUMNS + 1] = {
#include "solve/smitten_book.inc"
};

/* The cards of a hand, from 0, the highest first; returns how many. */
static int list_cards(const struct smitten_hand *h, int out[4])
{
    int n = 0;
    for (int card = N - 1; card >= 0; card--)
        for (int i = (h->one >> card & 1) + (h->two >> card & 1); i > 0 && n < 4; i--)
            out[n++] = card;
    return n;
}

static int mode_of(const struct view *v)
{
    const uint8_t *opt = v->t.option;
    return opt[SMITTEN_OPT_EASY] * 4 + opt[SMITTEN_OPT_HARD1] * 2 + opt[SMITTEN_OPT_HARD2];
}

/* Whether `card4` and `card9` have their defaults. */
static bool is_usual(const struct view *v)
{
    return v->t.option[SMITTEN_OPT_CARD4] == SMITTEN_ASK_ANY &&
           v->t.option[SMITTEN_OPT_CARD9] == SMITTEN_ASK_ANY;
}

char smitten_book_first_letter(int mode, int at)
{
    int row = at / COLUMNS;
    for (int i = 0; i < mode; i++)
        row += rows_of(i >> 1 & 1);
    return (char)(row < (int)(sizeof rows / sizeof rows[0]) ? rows[row][at % COLUMNS] : '.');
}

/* The code at a place of the mode's text, -1 none; in the first book, and in the others, which the
   page lacks. */
static int look_up(const struct view *v, int at)
{
    return code_of(smitten_book_first_letter(mode_of(v), at));
}
static int look_further(const struct view *v, const struct solve_limits *limits, int at)
{
    if (limits != NULL && limits->one_by_one)
        return -1;
    return code_of(is_usual(v) ? smitten_book_second_letter(mode_of(v), at, limits)
                               : smitten_demand_letter(v->t.option, at, limits));
}

static int call_of(const struct view *v, int card, int square, bool lower)
{
    if (card != BOOK_FIVE)
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
    card = lower ? BOOK_FIVE : card;
    int call = kind == SMITTEN_PLAY ? call_of(v, card, square, lower) : SMITTEN_SILENT;
    return smitten_move(kind, hand, card + 1, square, call);
}

/* The same at the start of the game, which the first book has for the default cards. */
static int look_at_start(const struct view *v, const struct solve_limits *limits, int at)
{
    bool hard1 = v->t.option[SMITTEN_OPT_HARD1], usual = is_usual(v);
    if (v->t.swapped) {
        int aside = v->aside - 1;
        at += usual ? swapped_at(hard1, aside) : other_swapped_at(hard1, aside);
        return look_further(v, limits, at);
    }
    return usual ? look_up(v, at) : look_further(v, limits, other_start_at(hard1) + at);
}

/* The start of a turn; `first` is the hand that the text has first. */
static bool turn_move(const struct view *v, int code, int first, bool mirror, move *out)
{
    if (code < 0)
        return false;
    int side = code >= SWAP ? (code - SWAP) / N : code >= FLIP ? code - FLIP : code / SECOND;
    int hand = (side == 0 ? first : !first) + 1;
    if (code >= SWAP)
        *out = smitten_move(SMITTEN_SWAP, hand, (code - SWAP) % N + 1, 0, 0);
    else if (code >= FLIP)
        *out = smitten_move(SMITTEN_FLIP, hand, 0, 0, 0);
    else
        *out = put_move(v, SMITTEN_PLAY, hand, code % SECOND, mirror);
    return true;
}

static bool book_start(const struct view *v, const struct solve_limits *limits, move *out)
{
    int card[2][4];
    if (list_cards(&v->hand[0], card[0]) != 2 || list_cards(&v->hand[1], card[1]) != 2)
        return false;
    int first = pair_of(card[0]) >= pair_of(card[1]) ? 0 : 1;
    int code = look_at_start(v, limits, start_of(pair_of(card[first]), pair_of(card[!first])));
    return turn_move(v, code, first, false, out);
}

static bool book_turn(const struct view *v, const struct solve_limits *limits, move *out)
{
    bool hard1 = v->t.option[SMITTEN_OPT_HARD1], mirror;
    int card[2][4], n[2] = {list_cards(&v->hand[0], card[0]), list_cards(&v->hand[1], card[1])};
    int first = n[0] != n[1] ? n[1] > n[0] : pair_of(card[1]) > pair_of(card[0]);
    int pair = pair_of(card[!first]), at = 0;
    if (n[!first] != 2 || !v->closed[!first] || n[first] != (v->closed[first] ? 2 : 3))
        return false;
    if (v->t.placed == 2) {
        int grid = grid_of(hard1, v->t.square, &mirror);
        at = n[first] == 2 ? turn_at(grid, pair_of(card[first]), pair)
                           : three_at(hard1, grid, three_of(card[first]), pair);
    } else {
        int right = v->t.square[SMITTEN_RIGHT] != 0;
        int lies = smitten_lowest(v->t.square[right]) - 1 + (hard1 && right ? N : 0);
        mirror = !hard1 && right;
        at = n[first] == 2 ? one_turn_at(hard1, lies, pair_of(card[first]), pair)
                           : one_three_at(hard1, lies, three_of(card[first]), pair);
    }
    return turn_move(v, look_further(v, limits, at), first, mirror, out);
}

static bool book_flipped(const struct view *v, const struct solve_limits *limits, move *out)
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
    if (hard1 || card == BOOK_FIVE)
        code = look_at_start(v, limits,
                             flipped_at(hard1, card) + pair_of(pair) * PAIRS + pair_of(other));
    if (code < 0)
        return false;
    bool lower = card == BOOK_FIVE && code == 1;
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

/* The mover carries out an instruction. */
static bool asked_move(const struct view *v, int code, bool mirror, move *out)
{
    const struct smitten_table *t = &v->t;
    if (code < 0)
        return false;
    int card = code % TO_RIGHT == LOWER_FIVE ? BOOK_FIVE : code % TO_RIGHT;
    if (t->phase == SMITTEN_TOP)
        *out = smitten_move(SMITTEN_PLACE, 0, t->top, code ^ mirror, SMITTEN_SILENT);
    else if (t->phase == SMITTEN_SHOW)
        *out = reveal_for(v, card);
    else
        *out = put_move(v, t->phase == SMITTEN_CHAIN ? SMITTEN_PLAY : SMITTEN_PLACE, t->mover + 1,
                        code, mirror);
    /* The best card to place may be the one that was revealed. */
    const struct smitten_hand *h = &v->hand[t->mover];
    return t->phase != SMITTEN_PUT || (smitten_free(h->one, h->two, t->kept) >> card & 1) != 0;
}

static int ask_in(const struct smitten_table *t)
{
    return ask_of(t->card - 1, t->call, t->phase == SMITTEN_TOP ? t->top : 0,
                  t->phase == SMITTEN_PUT ? t->kept : 0);
}

/* After the first card: the first book covers an open card, the second book all. */
static bool book_answer(const struct view *v, const struct solve_limits *limits, move *out)
{
    const struct smitten_table *t = &v->t;
    bool hard1 = t->option[SMITTEN_OPT_HARD1];
    int rest[4], three[4], n = list_cards(&v->hand[!t->mover], rest);
    int place = hard1 && t->card == BOOK_FIVE + 1 && t->call == SMITTEN_LOWER;
    bool closed = v->closed[!t->mover];
    if (list_cards(&v->hand[t->mover], three) != 3 || n != (closed ? 1 : 2))
        return false;
    if (is_usual(v) && closed && (!hard1 || t->at == place)) {
        int at = rest[0] * THREES + three_of(three);
        at += t->phase == SMITTEN_TOP ? top_at(hard1, t->top - 1)
                                      : put_at(hard1, t->card - 1, t->call);
        if (asked_move(v, look_up(v, at), t->at != place, out))
            return true;
    }
    bool mirror = !hard1 && t->at == SMITTEN_RIGHT;
    int left = closed ? PAIRS + rest[0] : pair_of(rest);
    int at = answer_at(hard1, t->at, ask_in(t), left, three_of(three));
    return asked_move(v, look_further(v, limits, at), mirror, out);
}

/* After a 2 and another card. */
static bool book_chain(const struct view *v, const struct solve_limits *limits, move *out)
{
    const struct smitten_table *t = &v->t;
    bool hard1 = t->option[SMITTEN_OPT_HARD1];
    int mine[4], other[4], two = (t->square[SMITTEN_RIGHT] >> TWO & 1) != 0;
    if (t->card == TWO + 1)
        two = !t->at;
    if ((t->square[two] >> TWO & 1) == 0 || v->closed[0] || v->closed[1] ||
        list_cards(&v->hand[t->mover], mine) != 2 || list_cards(&v->hand[!t->mover], other) != 2)
        return false;
    bool mirror = !hard1 && two == SMITTEN_RIGHT;
    int at = chain_at(hard1, two, t->at ^ mirror, ask_in(t), pair_of(mine), pair_of(other));
    return asked_move(v, look_further(v, limits, at), mirror, out);
}

bool solve_smitten_book(const struct view *v, const struct solve_limits *limits, move *out)
{
    const struct smitten_table *t = &v->t;
    if (t->seats != 1 || (t->swapped && t->placed > 0) || t->phase == SMITTEN_OVER)
        return false;
    if (t->phase == SMITTEN_TURN)
        return t->placed == 0 ? book_start(v, limits, out)
                              : t->placed <= 2 && book_turn(v, limits, out);
    if (t->phase == SMITTEN_FLIPPED)
        return t->placed == 0 && book_flipped(v, limits, out);
    return t->turn == 1 && (t->placed == 1   ? book_answer(v, limits, out)
                            : t->placed == 2 ? book_chain(v, limits, out)
                                             : false);
}
