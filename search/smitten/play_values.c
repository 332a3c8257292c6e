/* Smitten bots: the value of each play against each hand of the partner; see play_values.h. */
#include "search/smitten/play_values.h"

#include <string.h>

void play_values_start(const struct evaluator *m, const struct belief *f, int seat, int active,
                       struct play_values *t)
{
    t->other = &f->of[1 - seat];
    t->square[0] = f->square[0];
    t->square[1] = f->square[1];
    t->placed = f->placed;
    t->seat = (uint8_t)seat;
    t->active = (uint8_t)active;
    t->gone = 0;
    t->exact = evaluate_is_endgame(m, f->placed + 2);
    memset(t->known, 0, sizeof t->known);
}

void play_values_chain(const struct evaluator *m, struct play_values *t, move two)
{
    t->gone = (uint8_t)smitten_number_of(two);
    t->square[smitten_square_of(two)] |= (uint16_t)smitten_bit(t->gone);
    t->placed++;
    t->exact = evaluate_is_endgame(m, t->placed + 2);
}

static int row_of(move play)
{
    int at = smitten_square_of(play);
    return smitten_call_of(play) == SMITTEN_LOWER ? 18 + at
                                                  : (smitten_number_of(play) - 1) * 2 + at;
}

static struct hand other_hand(const struct play_values *t, int k)
{
    return t->gone != 0 ? hand_take(t->other->hand[k], t->gone) : t->other->hand[k];
}

static struct position position_of(const struct play_values *t)
{
    return (struct position){
        .square = {t->square[0], t->square[1]}, .placed = t->placed, .active = t->active};
}

static double look_at(struct evaluator *m, const struct play_values *t, struct hand own, move play,
                      int k)
{
    struct position s = position_of(t);
    s.hand[t->seat] = own;
    s.hand[1 - t->seat] = other_hand(t, k);
    return evaluate_play(m, &s, t->seat, play);
}

static void fill_row(struct evaluator *m, struct play_values *t, move play)
{
    struct hand own = hand_add((struct hand){0, 0}, smitten_number_of(play));
    unsigned bit = smitten_bit(t->gone);
    float *row = t->row[row_of(play)];
    for (int k = 0; k < t->other->n; k++)
        row[k] = (t->other->hand[k].one & bit) == bit ? (float)look_at(m, t, own, play, k) : 0.0f;
}

/* A 3: entry n is the best place for number n from the deck, entry 0 the sum over all copies that
   do not lie in the squares. */
static void fill_tops(struct evaluator *m, struct play_values *t, move play)
{
    struct position s = position_of(t);
    float *top = t->row[row_of(play)];
    unsigned may[2];
    s.hand[t->seat] = hand_add((struct hand){0, 0}, smitten_number_of(play));
    s = evaluate_put(&s, t->seat, play);
    evaluate_fit(m, s.square, may);
    top[0] = 0;
    for (int n = 1; n <= SMITTEN_NUMBERS; n++) {
        double best = 0;
        for (int i = 0; i < 2; i++)
            if ((may[i] & smitten_bit(n)) != 0) {
                double v = evaluate_top(m, &s, smitten_move(SMITTEN_PLACE, 0, n, i, 0));
                best = v > best ? v : best;
            }
        int left = 2 - (s.square[0] >> (n - 1) & 1) - (s.square[1] >> (n - 1) & 1);
        top[n] = (float)best;
        top[0] += (float)(left * best);
    }
}

static double sum_of(const float *top, struct hand h)
{
    double sum = 0;
    for (unsigned left = h.one; left != 0; left &= left - 1)
        sum += top[smitten_lowest(left)];
    for (unsigned left = h.two; left != 0; left &= left - 1)
        sum += top[smitten_lowest(left)];
    return sum;
}

/* The mean over the cards that neither square nor hand holds. */
static double top_value(const struct play_values *t, struct hand own, move play, int k)
{
    const float *top = t->row[row_of(play)];
    struct hand other = other_hand(t, k);
    own = hand_take(own, smitten_number_of(play));
    int all = SMITTEN_CARDS - t->placed - 1 - hand_count(own) - hand_count(other);
    return (top[0] - sum_of(top, own) - sum_of(top, other)) / all;
}

static double twice_value(struct evaluator *m, const struct play_values *t, move play)
{
    uint16_t square[2] = {t->square[0], t->square[1]};
    square[smitten_square_of(play)] |= (uint16_t)smitten_bit(smitten_number_of(play));
    return TUNE_TWICE * evaluate_grid(m, square, t->placed + 1);
}

const float *play_values_row(struct evaluator *m, struct play_values *t, move play)
{
    int task = m->task[smitten_number_of(play)], row = row_of(play);
    if (t->exact || task == SMITTEN_ASK_TOP || task == SMITTEN_ASK_PLAY)
        return NULL;
    if (!t->known[row])
        fill_row(m, t, play);
    t->known[row] = true;
    return t->row[row];
}

double play_values_of(struct evaluator *m, struct play_values *t, struct hand own, move play, int k)
{
    const float *row = play_values_row(m, t, play);
    if (row != NULL)
        return row[k];
    if (t->exact)
        return look_at(m, t, own, play, k);
    if (m->task[smitten_number_of(play)] == SMITTEN_ASK_PLAY)
        return twice_value(m, t, play);
    if (!t->known[row_of(play)])
        fill_tops(m, t, play);
    t->known[row_of(play)] = true;
    return top_value(t, own, play, k);
}
