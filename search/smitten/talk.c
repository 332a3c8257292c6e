/*
 * Smitten bots: divides the hands of both seats into classes, one per signal.
 *
 * The first speaker's hands are divided so that the second can best decide who plays and which
 * card; the second's so that the first, if it plays, can choose best. Both divisions alternate two
 * steps: find the best plan for each class, then the best class for each hand.
 */
#include "search/smitten/talk.h"

#include <string.h>

/* Chances that differ by less count as equal. */
#define EQUAL 1e-4

static float *value_row(struct talk_room *room, const struct belief *f, int seat, int own, int play)
{
    return &room->value[seat][(size_t)(own * EVALUATE_ACTS + play) * (size_t)f->of[1 - seat].n];
}

/* Chance of the pair, up to a factor; `a` of seat 0. */
static float pair_chance(const struct evaluator *m, const struct belief *f, int a, int b)
{
    const struct belief_hands *l = f->of;
    unsigned may[2];
    evaluate_fit(m, f->square, may);
    if (((l[0].hand[a].one | l[1].hand[b].one) & (may[0] | may[1])) == 0)
        return 0; /* the game would be lost */
    return (float)(belief_ways(f, l[0].hand[a], l[1].hand[b]) * l[0].weight[a] * l[1].weight[b]);
}

static double play_value(struct evaluator *m, const struct talk_room *room,
                         const struct position *s, int seat, move play, int k)
{
    if (smitten_number_of(play) == 2) /* the only card that always asks for a play */
        return chain_value(m, &room->chain[smitten_square_of(play)], s, seat, k);
    return evaluate_play(m, s, seat, play);
}

static bool fill_values(struct evaluator *m, const struct belief *f, struct talk_room *room,
                        int seat)
{
    const struct belief_hands *mine = &f->of[seat], *other = &f->of[1 - seat];
    move plays[EVALUATE_ACTS];
    struct position s = {
        .square = {f->square[0], f->square[1]}, .placed = f->placed, .active = (uint8_t)seat};
    for (int at = 0; at < 2; at++)
        chain_plan(m, f, seat, seat, smitten_move(SMITTEN_PLAY, 0, 2, at, 0), &room->chain[at]);
    for (int i = 0; i < mine->n; i++) {
        int n = evaluate_list_plays(m, f->square, mine->hand[i], plays);
        room->plays[seat][i] = (uint8_t)n;
        s.hand[seat] = mine->hand[i];
        for (int k = 0; k < other->n && n > 0; k++) {
            int a = seat == 0 ? i : k, b = seat == 0 ? k : i;
            bool can = room->ways[a * f->of[1].n + b] > 0;
            s.hand[1 - seat] = other->hand[k];
            for (int p = 0; p < n; p++)
                value_row(room, f, seat, i, p)[k] =
                    can ? (float)play_value(m, room, &s, seat, plays[p], k) : 0;
        }
        if (evaluate_should_stop(m))
            return false;
    }
    return true;
}

static float ways_of(const struct talk_room *room, const struct belief *f, int seat, int own,
                     int other)
{
    int a = seat == 0 ? own : other, b = seat == 0 ? other : own;
    return room->ways[a * f->of[1].n + b];
}

/* The value of the first speaker's own play against each hand, between no and full knowledge of the
   partner's hand. */
static void fill_open(const struct belief *f, struct talk_room *room, int first)
{
    int n = f->of[first].n, others = f->of[1 - first].n;
    for (int i = 0; i < n; i++) {
        int best = 0;
        double most = -1;
        for (int p = 0; p < room->plays[first][i]; p++) {
            double sum = 0;
            for (int k = 0; k < others; k++)
                sum += ways_of(room, f, first, i, k) * value_row(room, f, first, i, p)[k];
            if (sum > most) {
                most = sum;
                best = p;
            }
        }
        for (int k = 0; k < others; k++) {
            float top = 0;
            for (int p = 0; p < room->plays[first][i]; p++) {
                float v = value_row(room, f, first, i, p)[k];
                top = v > top ? v : top;
            }
            float blind = room->plays[first][i] > 0 ? value_row(room, f, first, i, best)[k] : 0;
            room->open[i * others + k] =
                (float)(TUNE_TALK_LEARNT * top + (1 - TUNE_TALK_LEARNT) * blind);
        }
    }
}

/* The plan for each hand of the second speaker if the first's is in this class: play number p, or
   -1: let the first play. */
static void plan_class(const struct belief *f, struct talk_room *room, const struct talk *t,
                       int class, int8_t *plan)
{
    int first = t->first, n = f->of[first].n, others = f->of[1 - first].n;
    for (int k = 0; k < others; k++) {
        double sum[EVALUATE_ACTS + 1] = {0};
        int plays = room->plays[1 - first][k];
        for (int i = 0; i < n; i++) {
            if (t->opens[i] != class)
                continue;
            float w = ways_of(room, f, first, i, k);
            if (w == 0)
                continue;
            sum[EVALUATE_ACTS] += w * room->open[i * others + k];
            for (int p = 0; p < plays; p++)
                sum[p] += w * value_row(room, f, 1 - first, k, p)[i];
        }
        plan[k] = -1;
        double best = sum[EVALUATE_ACTS];
        for (int p = 0; p < plays; p++)
            if (sum[p] > best) {
                best = sum[p];
                plan[k] = (int8_t)p;
            }
    }
}

/* The value of a hand of the first speaker under a plan, and its weight. */
static double score_hand(const struct belief *f, struct talk_room *room, int first, int i,
                         const int8_t *plan, double *mass)
{
    int others = f->of[1 - first].n;
    double sum = 0;
    *mass = 0;
    for (int k = 0; k < others; k++) {
        float w = ways_of(room, f, first, i, k);
        if (w == 0)
            continue;
        *mass += w;
        sum += w * (plan[k] < 0 ? room->open[i * others + k]
                                : value_row(room, f, 1 - first, k, plan[k])[i]);
    }
    return sum;
}

/* The class with the best score; of equal ones the lightest, which carries the most information. */
static int pick_class(const double *score, const double *weight, int from, double mass)
{
    double best = score[from];
    int to = -1;
    for (int c = from; c < TALK_CLASSES; c++)
        best = score[c] > best ? score[c] : best;
    for (int c = from; c < TALK_CLASSES; c++)
        if (score[c] >= best - EQUAL * mass && (to < 0 || weight[c] < weight[to]))
            to = c;
    return to;
}

/* One round: a plan for each class, then the best class for each hand. */
static void divide_first_again(const struct belief *f, struct talk_room *room, struct talk *t)
{
    int n = f->of[t->first].n;
    double weight[TALK_CLASSES] = {0}, score[TALK_CLASSES], mass;
    for (int c = 0; c < TALK_CLASSES; c++)
        plan_class(f, room, t, c, room->plan[c]);
    for (int i = 0; i < n; i++) {
        score_hand(f, room, t->first, i, room->plan[0], &mass);
        weight[t->opens[i]] += mass;
    }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < TALK_CLASSES; c++)
            score[c] = score_hand(f, room, t->first, i, room->plan[c], &mass);
        weight[t->opens[i]] -= mass;
        t->opens[i] = (uint8_t)pick_class(score, weight, 0, mass);
        weight[t->opens[i]] += mass;
    }
}

static void divide_first(struct evaluator *m, const struct belief *f, struct talk_room *room,
                         struct talk *t)
{
    int n = f->of[t->first].n;
    for (int i = 0; i < n; i++)
        t->opens[i] = (uint8_t)(i % TALK_CLASSES);
    for (int round = 0; round < TUNE_TALK_ROUNDS && n > TALK_CLASSES && !evaluate_should_stop(m);
         round++)
        divide_first_again(f, room, t);
}

/* The best own play of a hand of the second speaker against a class. */
static double self_value(const struct belief *f, struct talk_room *room, const struct talk *t,
                         int class, int k)
{
    double best = -1;
    for (int p = 0; p < room->plays[1 - t->first][k]; p++) {
        double sum = 0;
        for (int i = 0; i < f->of[t->first].n; i++)
            if (t->opens[i] == class)
                sum += ways_of(room, f, t->first, i, k) * value_row(room, f, 1 - t->first, k, p)[i];
        best = sum > best ? sum : best;
    }
    return best;
}

/* The first's play with each of its hands if the second said `reply`. */
static void plan_reply(const struct belief *f, struct talk_room *room, const struct talk *t,
                       int class, int reply, int8_t *plan)
{
    const uint8_t *replies = t->replies[class];
    for (int i = 0; i < f->of[t->first].n; i++) {
        double best = -1;
        plan[i] = -1;
        for (int p = 0; t->opens[i] == class && p < room->plays[t->first][i]; p++) {
            double sum = 0;
            const float *row = value_row(room, f, t->first, i, p);
            for (int k = 0; k < f->of[1 - t->first].n; k++)
                if (replies[k] == reply)
                    sum += ways_of(room, f, t->first, i, k) * row[k];
            if (sum > best) {
                best = sum;
                plan[i] = (int8_t)p;
            }
        }
    }
}

/* The value of a hand of the second under the first's plays, and its weight. */
static double score_reply(const struct belief *f, struct talk_room *room, const struct talk *t,
                          int class, int k, const int8_t *plan, double *mass)
{
    double sum = 0;
    *mass = 0;
    for (int i = 0; i < f->of[t->first].n; i++) {
        float w = t->opens[i] == class ? ways_of(room, f, t->first, i, k) : 0;
        *mass += w;
        if (w > 0 && plan[i] >= 0)
            sum += w * value_row(room, f, t->first, i, plan[i])[k];
    }
    return sum;
}

static void divide_second_again(const struct belief *f, struct talk_room *room, struct talk *t,
                                int class)
{
    uint8_t *replies = t->replies[class];
    int n = f->of[1 - t->first].n;
    double weight[TALK_CLASSES] = {0}, score[TALK_CLASSES], mass;
    for (int r = TALK_SELF; r < TALK_CLASSES; r++)
        plan_reply(f, room, t, class, r, room->plan[r]);
    for (int k = 0; k < n; k++) {
        score_reply(f, room, t, class, k, room->plan[TALK_SELF], &mass);
        weight[replies[k]] += mass;
    }
    for (int k = 0; k < n; k++) {
        for (int r = TALK_SELF; r < TALK_CLASSES; r++)
            score[r] = score_reply(f, room, t, class, k, room->plan[r], &mass);
        weight[replies[k]] -= mass;
        int to = pick_class(score, weight, TALK_SELF, mass);
        replies[k] = (uint8_t)(room->self[k] > score[to] ? 0 : to);
        weight[replies[k]] += mass;
    }
}

static void divide_second(struct evaluator *m, const struct belief *f, struct talk_room *room,
                          struct talk *t, int class)
{
    uint8_t *replies = t->replies[class];
    int n = f->of[1 - t->first].n;
    for (int k = 0; k < n; k++) {
        room->self[k] = self_value(f, room, t, class, k);
        replies[k] = (uint8_t)(TALK_SELF + k % (TALK_CLASSES - TALK_SELF));
    }
    for (int round = 0; round < TUNE_TALK_ROUNDS && !evaluate_should_stop(m); round++)
        divide_second_again(f, room, t, class);
    /* A second speaker who plays can still share information about its hand. */
    for (int k = 0, i = 0; k < n; k++)
        if (replies[k] < TALK_SELF)
            replies[k] = (uint8_t)(i++ % TALK_SELF);
}

bool talk_plan(struct evaluator *m, const struct belief *f, struct talk_room *room,
               struct talk *out)
{
    memset(out, 0, sizeof *out);
    out->first = f->of[1].n > f->of[0].n;
    for (int a = 0; a < f->of[0].n; a++)
        for (int b = 0; b < f->of[1].n; b++)
            room->ways[a * f->of[1].n + b] = pair_chance(m, f, a, b);
    if (!fill_values(m, f, room, 0) || !fill_values(m, f, room, 1))
        return false;
    fill_open(f, room, out->first);
    divide_first(m, f, room, out);
    for (int c = 0; c < TALK_CLASSES; c++)
        divide_second(m, f, room, out, c);
    return !m->stopped;
}

/* The first speaker's signals mean only their index here; the second's also say who plays. */
static const uint8_t opening[TALK_CLASSES] = {
    SMITTEN_CAN,
    SMITTEN_CANNOT,
    SMITTEN_WANT,
    SMITTEN_PASS,
    SMITTEN_CAN | SMITTEN_WANT,
    SMITTEN_CAN | SMITTEN_PASS,
    SMITTEN_CANNOT | SMITTEN_WANT,
    SMITTEN_CANNOT | SMITTEN_PASS,
};
static const uint8_t reply[TALK_CLASSES] = {
    SMITTEN_WANT,
    SMITTEN_CAN | SMITTEN_WANT,
    SMITTEN_CANNOT | SMITTEN_WANT,
    SMITTEN_PASS,
    SMITTEN_CAN | SMITTEN_PASS,
    SMITTEN_CANNOT | SMITTEN_PASS,
    SMITTEN_CAN,
    SMITTEN_CANNOT,
};

int talk_signal(const struct talk *t, int seat, int class)
{
    return seat == t->first ? opening[class] : reply[class];
}

int talk_class(const struct talk *t, int seat, int said)
{
    for (int c = 0; c < TALK_CLASSES; c++)
        if (talk_signal(t, seat, c) == said)
            return c;
    return -1;
}
