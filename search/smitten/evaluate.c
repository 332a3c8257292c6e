/* Smitten bots: the values of the moves of a turn when both hands are known or supposed. */
#include "search/smitten/evaluate.h"

#include <string.h>

bool evaluate_should_stop(struct evaluator *m)
{
    if (!m->stopped)
        m->stopped = bot_should_stop(m->limits, m->started, m->count++);
    return m->stopped;
}

bool evaluate_start(struct evaluator *m, const struct smitten_table *t,
                    const struct evaluate_tuning *tuning, const struct bot_limits *limits)
{
    m->limits = limits;
    m->started = bot_start(limits);
    m->count = 0;
    m->stopped = false;
    if (m->ready && m->seats == t->seats && m->tuning.deals == tuning->deals &&
        memcmp(m->mode, t->option, sizeof m->mode) == 0)
        return false;
    m->ready = 1;
    m->seats = t->seats;
    m->hard = t->hard;
    m->size = t->size;
    m->tuning = *tuning;
    m->samples = m->hard ? tuning->samples_hard : tuning->samples;
    memcpy(m->mode, t->option, sizeof m->mode);
    for (int n = 1; n <= SMITTEN_NUMBERS; n++)
        m->task[n] = (uint8_t)smitten_task(t, n);
    memset(m->endgame, 0, sizeof m->endgame);
    for (int i = 0; i < EVALUATE_GRIDS; i++)
        m->grid[i] = -1;
    return true;
}

void evaluate_may(const struct evaluator *m, const uint16_t square[2], int card, int at, int call,
                  unsigned may[2])
{
    unsigned lie = (unsigned)square[0] | square[1];
    int task = m->task[card];
    evaluate_fit(m, square, may);
    may[at] &= smitten_allow_same(task, card, lie);
    may[1 - at] &= smitten_allow_other(task, call, lie);
}

int evaluate_list_plays(const struct evaluator *m, const uint16_t square[2], struct hand h,
                        move *out)
{
    unsigned may[2];
    int n = 0;
    int placed = smitten_count(square[0]) + smitten_count(square[1]);
    evaluate_fit(m, square, may);
    for (int at = 0; at < 2; at++)
        for (unsigned left = h.one & may[at]; left != 0; left &= left - 1) {
            int number = smitten_lowest(left);
            bool calls = smitten_needs_call(number, placed);
            int from = calls ? SMITTEN_HIGHER : SMITTEN_SILENT;
            int to = calls ? SMITTEN_LOWER : SMITTEN_SILENT;
            for (int call = from; call <= to; call++)
                out[n++] = smitten_move(SMITTEN_PLAY, 0, number, at, call);
        }
    return n;
}

static void put(struct position *s, int square, int number)
{
    s->square[square] |= (uint16_t)smitten_bit(number);
    s->placed++;
}

double evaluate_top(struct evaluator *m, const struct position *s, move place)
{
    struct position next = *s;
    put(&next, smitten_square_of(place), smitten_number_of(place));
    return next.placed >= SMITTEN_GOAL ? 1 : evaluate_leaf(m, &next);
}

double evaluate_place(struct evaluator *m, const struct position *s, int seat, move place)
{
    struct position next = *s;
    next.hand[seat] = hand_take(s->hand[seat], smitten_number_of(place));
    return evaluate_top(m, &next, place);
}

double evaluate_best_place(struct evaluator *m, const struct position *s, int seat,
                           const unsigned may[2])
{
    double best = 0;
    if (s->placed + 1 >= SMITTEN_GOAL)
        return (s->hand[seat].one & (may[0] | may[1])) != 0;
    for (int at = 0; at < 2; at++)
        for (unsigned left = s->hand[seat].one & may[at]; left != 0; left &= left - 1) {
            double v = evaluate_place(m, s, seat,
                                      smitten_move(SMITTEN_PLACE, 0, smitten_lowest(left), at, 0));
            best = v > best ? v : best;
        }
    return best;
}

/* Card 3: the mean over the top card of the deck, which may also be the one set aside. */
static double mean_of_top(struct evaluator *m, const struct position *s)
{
    int held = hand_count(s->hand[0]) + hand_count(s->hand[1]);
    double sum = 0;
    int all = 0;
    unsigned may[2];
    if (SMITTEN_GOAL - s->placed - held <= 0)
        return 0;
    evaluate_fit(m, s->square, may);
    for (int n = 1; n <= SMITTEN_NUMBERS; n++) {
        int at = n - 1;
        int left = 2 - (s->square[0] >> at & 1) - (s->square[1] >> at & 1);
        for (int i = 0; i < 2; i++)
            left -= (s->hand[i].one >> at & 1) + (s->hand[i].two >> at & 1);
        double best = 0;
        for (int i = 0; i < 2 && left > 0; i++)
            if (may[i] >> at & 1) {
                double v = evaluate_top(m, s, smitten_move(SMITTEN_PLACE, 0, n, i, 0));
                best = v > best ? v : best;
            }
        sum += left * best;
        all += left;
    }
    return sum / all;
}

/* The partner carries out the instruction of the card. */
static double carry_out(struct evaluator *m, const struct position *s, int seat, move play)
{
    int card = smitten_number_of(play), at = smitten_square_of(play);
    int partner = 1 - seat;
    unsigned may[2];
    move plays[EVALUATE_ACTS];
    double best = 0;
    switch (m->task[card]) {
    case SMITTEN_ASK_NONE:
        return evaluate_leaf(m, s);
    case SMITTEN_ASK_TOP:
        return mean_of_top(m, s);
    case SMITTEN_ASK_PLAY:
        for (int i = evaluate_list_plays(m, s->square, s->hand[partner], plays); i-- > 0;) {
            double v = evaluate_play(m, s, partner, plays[i]);
            best = v > best ? v : best;
        }
        return m->judging ? best * TUNE_CHAIN_RISK_LEAF : best;
    case SMITTEN_ASK_REVEAL:
        if (hand_count(s->hand[partner]) < 2)
            return 0;
        break;
    default:
        break;
    }
    evaluate_may(m, s->square, card, at, smitten_call_of(play), may);
    return evaluate_best_place(m, s, partner, may);
}

struct position evaluate_put(const struct position *s, int seat, move play)
{
    struct position next = *s;
    next.hand[seat] = hand_take(s->hand[seat], smitten_number_of(play));
    put(&next, smitten_square_of(play), smitten_number_of(play));
    return next;
}

double evaluate_play(struct evaluator *m, const struct position *s, int seat, move play)
{
    struct position next = evaluate_put(s, seat, play);
    return next.placed >= SMITTEN_GOAL ? 1 : carry_out(m, &next, seat, play);
}
