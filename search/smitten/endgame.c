/*
 * Smitten bots: the end of a game of two, once the deck is empty. With both hands open nothing is
 * left to chance, so a position is won or lost; the search stops at the first win. Results are kept
 * in a small cache.
 */
#include "search/smitten/evaluate.h"

static bool win_turn(struct evaluator *m, const struct position *s);
static bool win_plays(struct evaluator *m, const struct position *s, int seat);

static bool win_placed(struct evaluator *m, const struct position *s, int seat, int at, int number)
{
    struct position next = evaluate_put(s, seat, smitten_move(SMITTEN_PLACE, 0, number, at, 0));
    return next.placed >= SMITTEN_GOAL || win_turn(m, &next);
}

static bool win_carried(struct evaluator *m, const struct position *s, int seat, move play)
{
    int partner = 1 - seat, card = smitten_number_of(play);
    unsigned may[2];
    if (s->placed >= SMITTEN_GOAL)
        return true;
    if (m->task[card] == SMITTEN_ASK_NONE)
        return win_turn(m, s);
    if (m->task[card] == SMITTEN_ASK_PLAY)
        return win_plays(m, s, partner);
    if (m->task[card] == SMITTEN_ASK_TOP) /* there is no deck */
        return false;
    if (m->task[card] == SMITTEN_ASK_REVEAL && hand_count(s->hand[partner]) < 2)
        return false;
    evaluate_may(m, s->square, card, smitten_square_of(play), smitten_call_of(play), may);
    for (int at = 0; at < 2; at++)
        for (unsigned left = s->hand[partner].one & may[at]; left != 0; left &= left - 1)
            if (win_placed(m, s, partner, at, smitten_lowest(left)))
                return true;
    return false;
}

static bool win_plays(struct evaluator *m, const struct position *s, int seat)
{
    move plays[EVALUATE_ACTS];
    for (int i = evaluate_list_plays(m, s->square, s->hand[seat], plays); i-- > 0;) {
        struct position next = evaluate_put(s, seat, plays[i]);
        if (win_carried(m, &next, seat, plays[i]))
            return true;
    }
    return false;
}

/* The position as a number other than 0; the same for both seats, and for both squares. */
static uint64_t key_of(const struct position *s)
{
    uint64_t squares = (uint64_t)s->square[0] << 9 | s->square[1];
    uint64_t mirrored = (uint64_t)s->square[1] << 9 | s->square[0];
    uint64_t a = (uint64_t)s->hand[0].one << 9 | s->hand[0].two;
    uint64_t b = (uint64_t)s->hand[1].one << 9 | s->hand[1].two;
    uint64_t hands = a < b ? a << 18 | b : b << 18 | a;
    return (squares < mirrored ? squares : mirrored) << 36 | hands;
}

static bool win_turn(struct evaluator *m, const struct position *s)
{
    uint64_t key = key_of(s);
    uint64_t *place =
        &m->endgame[(key * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - EVALUATE_ENDGAME_BITS)];
    if (*place >> 1 == key)
        return *place & 1;
    bool won = win_plays(m, s, 0) || win_plays(m, s, 1);
    *place = key << 1 | won;
    return won;
}

/* Hands that are drawn up, one card after the other. */
struct drawing {
    struct position position;
    uint8_t left[SMITTEN_NUMBERS + 1]; /* unseen copies */
    int all;                           /* of them, the one set aside too */
    int need[2];                       /* of the active seat, of the other */
};

static double mean_of_draws(struct evaluator *m, struct drawing *d)
{
    int i = d->need[0] > 0 ? 0 : 1, seat = i ^ d->position.active;
    double sum = 0;
    if (d->need[i] == 0 || d->all == 1)
        return win_turn(m, &d->position);
    for (int n = 1; n <= SMITTEN_NUMBERS; n++) {
        if (d->left[n] == 0)
            continue;
        struct drawing next = *d;
        next.position.hand[seat] = hand_add(d->position.hand[seat], n);
        next.left[n]--;
        next.all--;
        next.need[i]--;
        sum += d->left[n] * mean_of_draws(m, &next);
    }
    return sum / d->all;
}

double evaluate_endgame(struct evaluator *m, const struct position *s)
{
    struct drawing d = {.position = *s, .all = SMITTEN_CARDS - s->placed};
    for (int i = 0; i < 2; i++) {
        int held = hand_count(s->hand[i ^ s->active]);
        d.need[i] = m->size - held;
        d.all -= held;
    }
    for (int n = 1; n <= SMITTEN_NUMBERS; n++) {
        int left = 2;
        for (int i = 0; i < 2; i++)
            left -= (s->square[i] >> (n - 1) & 1) + (s->hand[i].one >> (n - 1) & 1) +
                    (s->hand[i].two >> (n - 1) & 1);
        d.left[n] = (uint8_t)left;
    }
    return mean_of_draws(m, &d);
}
