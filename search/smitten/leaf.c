/*
 * Smitten bots: the value of the end of a turn.
 *
 * Once the draws empty the deck, the endgame is solved as if both hands were open: the few unknown
 * cards can then be inferred. Earlier that is far too optimistic, since nearly every position can
 * be won with open hands. There only the squares count: the value of a grid is the success of a
 * pair that is dealt new hands every turn and cannot tell a few hands of the partner apart.
 */
#include "search/smitten/evaluate.h"

#include <string.h>

/* Draws `n` cards from the unseen copies. */
static struct hand draw_hand(struct rng *r, uint8_t left[SMITTEN_NUMBERS + 1], int all, int n)
{
    struct hand h = {0, 0};
    for (int i = 0; i < n; i++, all--) {
        int pick = (int)rng_below(r, (uint32_t)all), number = 1;
        while (pick >= left[number])
            pick -= left[number++];
        left[number]--;
        h = hand_add(h, number);
    }
    return h;
}

static void put_back(uint8_t left[SMITTEN_NUMBERS + 1], struct hand h)
{
    for (int n = 1; n <= SMITTEN_NUMBERS; n++)
        left[n] = (uint8_t)(left[n] + (h.one >> (n - 1) & 1) + (h.two >> (n - 1) & 1));
}

static void take_out(uint8_t left[SMITTEN_NUMBERS + 1], struct hand h)
{
    for (int n = 1; n <= SMITTEN_NUMBERS; n++)
        left[n] = (uint8_t)(left[n] - (h.one >> (n - 1) & 1) - (h.two >> (n - 1) & 1));
}

/* The best play of seat 0, which knows its own hand but not which of several the partner has. */
static double best_play(struct evaluator *m, struct position *s, struct hand own,
                        const struct hand *guess, int guesses)
{
    move plays[EVALUATE_ACTS];
    double best = 0;
    int n = evaluate_list_plays(m, s->square, own, plays);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int g = 0; g < guesses; g++) {
            s->hand[0] = own;
            s->hand[1] = guess[g];
            sum += evaluate_play(m, s, 0, plays[i]);
        }
        best = sum > best ? sum : best;
    }
    return best / guesses;
}

/* One deal: the player who expects more from playing plays. */
static double sample_deal(struct evaluator *m, struct position *s, struct rng *r, int all,
                          const int held[2], uint8_t left[SMITTEN_NUMBERS + 1])
{
    struct hand own[2], guess[TUNE_GUESSES_MAX];
    int guesses = m->tuning.guesses;
    double best = 0;
    own[0] = draw_hand(r, left, all, held[0]);
    own[1] = draw_hand(r, left, all - held[0], held[1]);
    for (int who = 0; who < 2; who++) {
        put_back(left, own[1 - who]);
        guess[0] = own[1 - who];
        for (int g = 1; g < guesses; g++) {
            guess[g] = draw_hand(r, left, all - held[who], held[1 - who]);
            put_back(left, guess[g]);
        }
        double v = best_play(m, s, own[who], guess, guesses);
        best = v > best ? v : best;
        take_out(left, own[1 - who]);
    }
    put_back(left, own[0]);
    put_back(left, own[1]);
    return best;
}

static double sample_grid(struct evaluator *m, const uint16_t square[2], int placed)
{
    struct position s = {.square = {square[0], square[1]}, .placed = (uint8_t)placed};
    uint8_t left[SMITTEN_NUMBERS + 1] = {0};
    int held[2], all = SMITTEN_CARDS - placed;
    double sum = 0;
    struct rng r;
    rng_seed(&r, (uint64_t)square[0] << 9 | square[1]);
    for (int n = 1; n <= SMITTEN_NUMBERS; n++)
        left[n] = (uint8_t)(2 - (square[0] >> (n - 1) & 1) - (square[1] >> (n - 1) & 1));
    held[0] = all / 2 < m->size ? all / 2 : m->size;
    held[1] = all - 1 - held[0] < m->size ? all - 1 - held[0] : m->size;
    for (int i = 0; i < m->samples; i++) {
        if (evaluate_is_endgame(m, placed)) {
            s.hand[0] = draw_hand(&r, left, all, held[0]);
            s.hand[1] = draw_hand(&r, left, all - held[0], held[1]);
            sum += evaluate_endgame(m, &s);
            put_back(left, s.hand[0]);
            put_back(left, s.hand[1]);
        } else {
            sum += sample_deal(m, &s, &r, all, held, left);
        }
    }
    return sum / m->samples;
}

/* Without samples: the more cells can be filled next, the better. */
static double count_cells(const struct evaluator *m, const uint16_t square[2])
{
    unsigned may[2];
    evaluate_fit(m, square, may);
    return 0.5 + (smitten_count(may[0]) + smitten_count(may[1])) / 36.0;
}

double evaluate_grid(struct evaluator *m, const uint16_t square[2], int placed)
{
    if (m->samples == 0 && m->tuning.deals == 0)
        return count_cells(m, square);
    uint16_t low = square[0] < square[1] ? square[0] : square[1];
    uint16_t high = square[0] < square[1] ? square[1] : square[0];
    float *value = &m->grid[low << 9 | high];
    if (*value >= 0)
        return *value;
    if (evaluate_should_stop(m))
        return 0;
    uint16_t sorted[2] = {low, high};
    bool judging = m->judging;
    m->judging = true;
    float v = (float)(m->tuning.deals > 0 ? evaluate_leaf_fast(m, sorted, placed)
                                          : sample_grid(m, sorted, placed));
    m->judging = judging;
    if (!m->stopped)
        *value = v;
    return v;
}

double evaluate_leaf(struct evaluator *m, const struct position *s)
{
    if (evaluate_is_endgame(m, s->placed))
        return evaluate_endgame(m, s);
    return evaluate_grid(m, s->square, s->placed);
}
