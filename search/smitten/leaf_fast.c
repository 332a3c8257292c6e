/*
 * Smitten bots: the value of a grid to a pair that is dealt new hands every turn.
 *
 * For each play that the grid permits, and each number that may answer it, there is one value; a
 * deal is then valued by look-ups. The player cannot tell a few hands of the partner apart: one
 * shuffle is cut into hands, two of them are real, and to either player all others look alike. So
 * the fewer cards are left, the more is known.
 */
#include "search/smitten/evaluate.h"

enum { PLAYS = 20, PLAYS_EACH = 4 };

/* The plays that a grid permits, and the value of each by the number that answers it. */
struct answers {
    int n;
    uint8_t plays_of[SMITTEN_NUMBERS + 1];         /* of a number, how many */
    uint8_t play[SMITTEN_NUMBERS + 1][PLAYS_EACH]; /* and which */
    float value[PLAYS][SMITTEN_NUMBERS + 1];
};

/* A shuffle cut into hands: of seat 0, of seat 1, and possible alternatives. */
struct cut {
    uint8_t card[SMITTEN_CARDS];
    int all;
    int held[2];
    int hands; /* that a player cannot tell apart, the true one among them */
};

static int count_left(const uint16_t square[2], int number)
{
    return 2 - (square[0] >> (number - 1) & 1) - (square[1] >> (number - 1) & 1);
}

/* The best place for a number. */
static double value_answer(struct evaluator *m, const uint16_t square[2], int placed,
                           const unsigned may[2], int number)
{
    double best = 0;
    for (int at = 0; at < 2; at++) {
        uint16_t next[2] = {square[0], square[1]};
        if ((may[at] & smitten_bit(number)) == 0)
            continue;
        next[at] |= (uint16_t)smitten_bit(number);
        double v = placed + 1 >= SMITTEN_GOAL ? 1 : evaluate_grid(m, next, placed + 1);
        best = v > best ? v : best;
    }
    return best;
}

/* The value of a play that no card of the partner answers; below 0: one does. The squares are those
   after it, and `mean` is over the numbers that may lie on the deck. */
static double value_alone(struct evaluator *m, const uint16_t square[2], int placed, int task,
                          double mean)
{
    if (placed >= SMITTEN_GOAL)
        return 1;
    switch (task) {
    case SMITTEN_ASK_NONE:
        return evaluate_grid(m, square, placed);
    case SMITTEN_ASK_PLAY:
        return evaluate_grid(m, square, placed) * TUNE_CHAIN_RISK_FAST;
    case SMITTEN_ASK_TOP:
        return placed >= SMITTEN_GOAL - 2 * m->size ? 0 : mean; /* 0: there is no deck */
    default:
        return -1;
    }
}

static void fill_play(struct evaluator *m, const uint16_t square[2], int placed, move play,
                      float *out)
{
    int card = smitten_number_of(play), at = smitten_square_of(play), all = 0;
    uint16_t after[2] = {square[0], square[1]};
    unsigned may[2];
    double sum = 0;
    after[at] |= (uint16_t)smitten_bit(card);
    evaluate_may(m, after, card, at, smitten_call_of(play), may);
    for (int n = 1; n <= SMITTEN_NUMBERS; n++) {
        double v = value_answer(m, after, placed + 1, may, n);
        int left = count_left(after, n);
        out[n] = (float)v;
        sum += left * v;
        all += left;
    }
    double alone = value_alone(m, after, placed + 1, m->task[card], sum / all);
    for (int n = 1; n <= SMITTEN_NUMBERS && alone >= 0; n++)
        out[n] = (float)alone;
}

static void fill_answers(struct evaluator *m, const uint16_t square[2], int placed,
                         struct answers *a)
{
    a->n = 0;
    for (int number = 1; number <= SMITTEN_NUMBERS; number++) {
        move plays[EVALUATE_ACTS];
        struct hand h = hand_add((struct hand){0, 0}, number);
        int n = evaluate_list_plays(m, square, h, plays);
        a->plays_of[number] = (uint8_t)n;
        for (int i = 0; i < n && !evaluate_should_stop(m); i++) {
            a->play[number][i] = (uint8_t)a->n;
            fill_play(m, square, placed, plays[i], a->value[a->n++]);
        }
    }
}

/* The start of hand `g` of those that `who` cannot tell apart; the first is the partner's true
   hand. */
static const uint8_t *hand_at(const struct cut *c, int who, int g)
{
    if (g == 0)
        return who == 0 ? c->card + c->held[0] : c->card;
    return c->card + c->held[0] + c->held[1] + (g - 1) * c->held[0];
}

/* The mean over these hands if each gives its best answer to a play. */
static float sum_answers(const float *value, const struct cut *c, int who)
{
    float sum = 0;
    for (int g = 0; g < c->hands; g++) {
        const uint8_t *card = hand_at(c, who, g);
        float best = 0;
        for (int i = 0; i < c->held[1 - who]; i++)
            best = value[card[i]] > best ? value[card[i]] : best;
        sum += best;
    }
    return sum / (float)c->hands;
}

/* The player who expects more from playing plays. */
static float judge_cut(const struct answers *a, const struct cut *c)
{
    float best = 0;
    for (int who = 0; who < 2; who++) {
        const uint8_t *own = who == 0 ? c->card : c->card + c->held[0];
        for (int i = 0; i < c->held[who]; i++)
            for (int p = 0; p < a->plays_of[own[i]]; p++) {
                float v = sum_answers(a->value[a->play[own[i]][p]], c, who);
                best = v > best ? v : best;
            }
    }
    return best;
}

static void gather(const struct evaluator *m, const uint16_t square[2], struct cut *c)
{
    c->all = 0;
    for (int n = 1; n <= SMITTEN_NUMBERS; n++)
        for (int left = count_left(square, n); left > 0; left--)
            c->card[c->all++] = (uint8_t)n;
    /* One card is set aside. */
    c->held[0] = c->all / 2 < m->size ? c->all / 2 : m->size;
    c->held[1] = c->all - 1 - c->held[0] < m->size ? c->all - 1 - c->held[0] : m->size;
    c->hands = 1 + (c->all - c->held[0] - c->held[1]) / c->held[0];
    int most = m->tuning.guesses < TUNE_GUESSES_MAX ? m->tuning.guesses : TUNE_GUESSES_MAX;
    c->hands = c->hands > most ? most : c->hands;
}

/* Only the cards that the hands use. */
static void shuffle(struct cut *c, struct rng *r)
{
    int need = c->held[0] * c->hands + c->held[1];
    for (int i = 0; i < need && i < c->all - 1; i++) {
        int pick = i + (int)rng_below(r, (uint32_t)(c->all - i));
        uint8_t card = c->card[i];
        c->card[i] = c->card[pick];
        c->card[pick] = card;
    }
}

double evaluate_leaf_fast(struct evaluator *m, const uint16_t square[2], int placed)
{
    struct answers a;
    struct cut c;
    struct rng r;
    double sum = 0;
    fill_answers(m, square, placed, &a);
    if (m->stopped)
        return 0;
    gather(m, square, &c);
    rng_seed(&r, (uint64_t)square[0] << 9 | square[1]);
    for (int i = 0; i < m->tuning.deals; i++) {
        shuffle(&c, &r);
        sum += judge_cut(&a, &c);
    }
    return sum / m->tuning.deals;
}
