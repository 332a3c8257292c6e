/* Smitten bots: beliefs from signals in their plain meaning and from moves; see belief_plain.h. */
#include "search/smitten/belief_plain.h"

#include <string.h>

/* Urges that differ by less are as good as equal. */
#define EQUAL 1e-9

/* ------------------------------------------------------------------ values */

void belief_plain_start(struct belief_plain *p)
{
    bool turn = p->duty.phase == SMITTEN_TURN;
    for (int i = 0; i < 2; i++)
        play_values_start(&p->evaluator, &p->belief, i, turn ? i : p->belief.active, &p->values[i]);
    memset(p->replied, 0, sizeof p->replied);
}

/* The answer of the partner's hand `k` to a 2 of this seat, over all hands that may hold the 2. */
static move find_reply(struct belief_plain *p, int seat, struct play_values *t, int k)
{
    struct evaluator *m = &p->evaluator;
    const struct belief_hands *mine = &p->belief.of[seat];
    struct hand h = p->belief.of[1 - seat].hand[k];
    move plays[EVALUATE_ACTS];
    double sum[EVALUATE_ACTS] = {0};
    int n = evaluate_list_plays(m, t->square, h, plays);
    for (int i = 0; i < mine->n && n > 1 && !evaluate_should_stop(m); i++) {
        if ((mine->hand[i].one & smitten_bit(t->gone)) == 0)
            continue;
        double w = belief_ways(&p->belief, mine->hand[i], h) * mine->weight[i];
        for (int q = 0; q < n && w > 0; q++)
            sum[q] += w * play_values_of(m, t, h, plays[q], i);
    }
    return n > 0 ? plays[duty_best(sum, n)] : MOVE_NONE;
}

static void plan_replies(struct belief_plain *p, int seat, move two)
{
    int at = smitten_square_of(two);
    struct play_values *t = &p->chain[seat][at];
    play_values_start(&p->evaluator, &p->belief, 1 - seat, p->values[seat].active, t);
    play_values_chain(&p->evaluator, t, two);
    for (int k = 0; k < p->belief.of[1 - seat].n; k++)
        p->reply[seat][at][k] = find_reply(p, seat, t, k);
    p->replied[seat][at] = true;
}

/* The chance to win by a play of hand `i` of the seat, if the partner holds hand `k`. */
static double play_value(struct belief_plain *p, int seat, int i, move play, int k)
{
    struct evaluator *m = &p->evaluator;
    struct play_values *t = &p->values[seat];
    int at = smitten_square_of(play);
    if (m->task[smitten_number_of(play)] != SMITTEN_ASK_PLAY)
        return play_values_of(m, t, p->belief.of[seat].hand[i], play, k);
    if (t->placed + 1 >= SMITTEN_GOAL)
        return 1;
    if (!p->replied[seat][at])
        plan_replies(p, seat, play);
    move reply = p->reply[seat][at][k];
    if (reply == MOVE_NONE)
        return 0;
    return play_values_of(m, &p->chain[seat][at], t->other->hand[k], reply, i);
}

/* The value of each play of a hand; returns the chance of the hand, up to a factor. */
static double weigh_plays(struct belief_plain *p, int seat, int i, const move *plays, int n,
                          double *out)
{
    const struct belief *f = &p->belief;
    const struct belief_hands *other = &f->of[1 - seat];
    struct hand own = f->of[seat].hand[i];
    const float *row[EVALUATE_ACTS];
    unsigned may[2];
    double all = 0;
    evaluate_fit(&p->evaluator, f->square, may);
    bool stuck = n == 0 && p->duty.phase == SMITTEN_TURN;
    for (int q = 0; q < n; q++) {
        out[q] = 0;
        row[q] = play_values_row(&p->evaluator, &p->values[seat], plays[q]);
    }
    for (int k = 0; k < other->n && !evaluate_should_stop(&p->evaluator); k++) {
        double w = belief_ways(f, own, other->hand[k]) * other->weight[k];
        if (w == 0 || (stuck && (other->hand[k].one & (may[0] | may[1])) == 0))
            continue; /* Rule S3.6: the game would be lost */
        all += w;
        for (int q = 0; q < n; q++)
            out[q] += w * (row[q] != NULL ? row[q][k] : play_value(p, seat, i, plays[q], k));
    }
    for (int q = 0; q < n && all > 0; q++)
        out[q] /= all;
    return all * f->of[seat].weight[i];
}

/* Places and reveals: until the deck is empty the other hand does not matter. */
static void weigh_places(struct belief_plain *p, struct hand own, const move *moves, int n,
                         double *out)
{
    const struct belief *f = &p->belief;
    const struct duty *d = &p->duty;
    const struct belief_hands *other = &f->of[1 - d->mover];
    bool exact = evaluate_is_endgame(&p->evaluator, f->placed + 1);
    struct position s = {
        .square = {f->square[0], f->square[1]}, .placed = f->placed, .active = f->active};
    double all = 0;
    s.hand[d->mover] = own;
    for (int q = 0; q < n; q++)
        out[q] = 0;
    for (int k = 0; k < other->n && (exact || all == 0) && !evaluate_should_stop(&p->evaluator);
         k++) {
        double w = belief_ways(f, own, other->hand[k]) * other->weight[k];
        s.hand[1 - d->mover] = other->hand[k];
        all += w;
        for (int q = 0; q < n && w > 0; q++)
            out[q] += w * duty_value(&p->evaluator, NULL, &s, d, moves[q], k);
    }
    for (int q = 0; q < n && all > 0; q++)
        out[q] /= all;
}

void belief_plain_values(struct belief_plain *p, int hand, const move *moves, int n, double *out)
{
    if (p->duty.phase == SMITTEN_TURN || p->duty.phase == SMITTEN_CHAIN)
        weigh_plays(p, p->duty.mover, hand, moves, n, out);
    else
        weigh_places(p, p->belief.of[p->duty.mover].hand[hand], moves, n, out);
}

/* ------------------------------------------------------------------ the start of a turn */

/* The best play of each hand; its value is a preliminary urge. */
static void find_plays(struct belief_plain *p, int seat)
{
    struct hand_plans *v = &p->seen[seat];
    const struct belief_hands *l = &p->belief.of[seat];
    move plays[EVALUATE_ACTS];
    double value[EVALUATE_ACTS];
    for (int i = 0; i < l->n; i++) {
        int n = evaluate_list_plays(&p->evaluator, p->belief.square, l->hand[i], plays);
        v->mass[i] = weigh_plays(p, seat, i, plays, n, value);
        int best = duty_best(value, n);
        v->play[i] = n > 0 ? plays[best] : MOVE_NONE;
        v->urge[i] = n > 0 ? value[best] : 0;
    }
}

/* Subtracts from each urge the value of the partner's play. */
static void subtract_partners(struct belief_plain *p, int seat)
{
    const struct belief *f = &p->belief;
    const struct belief_hands *mine = &f->of[seat], *other = &f->of[1 - seat];
    const move *play = p->seen[1 - seat].play;
    for (int k = 0; k < other->n; k++)
        p->row[k] = play[k] != MOVE_NONE
                        ? play_values_row(&p->evaluator, &p->values[1 - seat], play[k])
                        : NULL;
    for (int i = 0; i < mine->n; i++) {
        double sum = 0, all = 0;
        for (int k = 0; k < other->n && !evaluate_should_stop(&p->evaluator); k++) {
            double w = belief_ways(f, mine->hand[i], other->hand[k]) * other->weight[k];
            if (w == 0 || play[k] == MOVE_NONE)
                continue;
            all += w;
            sum += w * (p->row[k] != NULL ? p->row[k][i] : play_value(p, 1 - seat, k, play[k], i));
        }
        p->seen[seat].urge[i] -= all > 0 ? sum / all : 0;
    }
}

double belief_plain_wait(struct belief_plain *p, int seat, int hand)
{
    const struct belief *f = &p->belief;
    const struct belief_hands *other = &f->of[1 - seat];
    const move *plays = p->seen[1 - seat].play;
    move own = p->seen[seat].play[hand];
    double sum = 0, all = 0;
    for (int k = 0; k < other->n && !evaluate_should_stop(&p->evaluator); k++) {
        double w = belief_ways(f, f->of[seat].hand[hand], other->hand[k]) * other->weight[k];
        all += w;
        if (w > 0 && plays[k] != MOVE_NONE)
            sum += w * play_value(p, 1 - seat, k, plays[k], hand);
        else if (w > 0 && own != MOVE_NONE)
            sum += w * play_value(p, seat, hand, own, k);
    }
    return all > 0 ? sum / all : 0;
}

static void rank_hands(int n, struct hand_plans *v)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += v->play[i] != MOVE_NONE ? v->mass[i] : 0;
    for (int i = 0; i < n; i++) {
        double below = 0;
        for (int k = 0; k < n && v->play[i] != MOVE_NONE; k++) {
            double more = v->urge[i] - v->urge[k];
            if (v->play[k] != MOVE_NONE)
                below += v->mass[k] * (more > EQUAL ? 1 : more < -EQUAL ? 0 : 0.5);
        }
        v->rank[i] = all > 0 ? below / all : 0.5;
    }
}

void belief_plain_judge(struct belief_plain *p)
{
    belief_plain_start(p);
    for (int i = 0; i < 2; i++)
        find_plays(p, i);
    for (int i = 0; i < 2; i++)
        subtract_partners(p, i);
    for (int i = 0; i < 2 && !p->evaluator.stopped; i++)
        rank_hands(p->belief.of[i].n, &p->seen[i]);
}

int belief_plain_signal(const struct hand_plans *v, int hand)
{
    if (v->play[hand] == MOVE_NONE)
        return SMITTEN_CANNOT;
    if (v->rank[hand] > TUNE_WANTS)
        return SMITTEN_CAN | SMITTEN_WANT;
    return v->rank[hand] < TUNE_PASSES ? SMITTEN_CAN | SMITTEN_PASS : SMITTEN_CAN;
}

/* ------------------------------------------------------------------ believing */

/* From 0 well below the rank to 1 well above it. */
static double share_above(double x, double rank)
{
    double z = 0.5 + (x - rank) / (2 * TUNE_BLUR);
    return z < 0 ? 0 : z > 1 ? 1 : z;
}

/* The likelihood of this signal with this hand. */
static double chance_to_say(const struct hand_plans *v, int hand, int said)
{
    bool can = v->play[hand] != MOVE_NONE;
    if ((said & SMITTEN_CANNOT) != 0)
        return can ? TUNE_UNTRUE : 1;
    if (!can)
        return (said & (SMITTEN_CAN | SMITTEN_WANT)) != 0 ? TUNE_UNTRUE : 1;
    double wants = share_above(v->rank[hand], TUNE_WANTS),
           passes = 1 - share_above(v->rank[hand], TUNE_PASSES);
    double suits = (1 - wants) * (1 - passes);
    if ((said & SMITTEN_WANT) != 0)
        suits = wants;
    else if ((said & SMITTEN_PASS) != 0)
        suits = passes;
    return TUNE_LAX + (1 - TUNE_LAX) * suits;
}

/* Only ratios of weights matter: the greatest becomes 1. */
static void even_out(struct belief_hands *l)
{
    double most = 0;
    for (int i = 0; i < l->n; i++)
        most = l->weight[i] > most ? l->weight[i] : most;
    for (int i = 0; i < l->n && most > 0; i++)
        l->weight[i] /= most;
}

/* The same within a turn, where plays are not judged: only "can" and "cannot" matter. */
static double chance_within(bool can, int said)
{
    if ((said & SMITTEN_CANNOT) != 0)
        return can ? TUNE_UNTRUE : 1;
    return !can && (said & (SMITTEN_CAN | SMITTEN_WANT)) != 0 ? TUNE_UNTRUE : 1;
}

static void hear_seat(struct belief_plain *p, int seat, int words)
{
    struct belief_hands *l = &p->belief.of[seat];
    unsigned may[2];
    evaluate_fit(&p->evaluator, p->belief.square, may);
    for (int i = 0; i < l->n; i++) {
        bool can = (l->hand[i].one & (may[0] | may[1])) != 0;
        l->weight[i] *= p->duty.phase == SMITTEN_TURN ? chance_to_say(&p->seen[seat], i, words)
                                                      : chance_within(can, words);
    }
}

void belief_plain_hear(struct belief_plain *p, int said)
{
    for (int seat = 0; seat < 2; seat++) {
        int words = said >> 4 * seat & 15;
        if (words == 0 && p->duty.phase != SMITTEN_TURN)
            continue;
        if (words != 0)
            hear_seat(p, seat, words);
        even_out(&p->belief.of[seat]);
    }
}

/* The likelihood of this move with a hand of the mover's list. */
static double chance_to_do(struct belief_plain *p, int hand, move done)
{
    move moves[GAME_MOVES_MAX];
    double value[GAME_MOVES_MAX];
    const struct belief_hands *l = &p->belief.of[p->duty.mover];
    int n = duty_list_moves(&p->evaluator, &p->belief, &p->duty, l->hand[hand], moves), at = 0;
    while (at < n && moves[at] != done)
        at++;
    if (at >= n)
        return 0;
    if (n == 1)
        return 1;
    belief_plain_values(p, hand, moves, n, value);
    bool good = value[at] >= value[duty_best(value, n)] - TUNE_AS_GOOD;
    return TUNE_SLIP / n + (good ? 1 - TUNE_SLIP : 0);
}

static void watch(struct belief_plain *p, move done)
{
    struct belief_hands *l = &p->belief.of[p->duty.mover];
    if (p->duty.phase == SMITTEN_TURN || p->duty.phase == SMITTEN_CHAIN)
        belief_plain_start(p);
    for (int i = 0; i < l->n; i++)
        l->weight[i] *= chance_to_do(p, i, done);
    even_out(l);
}

/* ------------------------------------------------------------------ along the log */

static void follow_play(struct belief_plain *p, uint16_t e)
{
    struct belief *f = &p->belief;
    int who = smitten_log_who(e), number = smitten_number_of(e);
    if (p->duty.phase == SMITTEN_TURN)
        f->active = p->duty.mover = (uint8_t)who;
    watch(p, smitten_move(SMITTEN_PLAY, 0, 0, 0, 0) | (e & 0x7f));
    belief_leave(f, who, number);
    belief_see(f, number);
    belief_put(f, smitten_square_of(e), number);
    p->duty = duty_after(&p->evaluator, who, e);
}

static void follow_place(struct belief_plain *p, uint16_t e)
{
    struct belief *f = &p->belief;
    int number = smitten_number_of(e);
    if (p->duty.phase !=
        SMITTEN_TOP) { /* a card from the deck gives no information about the hand */
        watch(p, smitten_move(SMITTEN_PLACE, 0, 0, 0, 0) | (e & 0x1f));
        belief_leave(f, smitten_log_who(e), number);
        belief_see(f, number);
    }
    belief_put(f, smitten_square_of(e), number);
}

static void follow_entry(struct belief_plain *p, uint16_t e)
{
    struct belief *f = &p->belief;
    int number = smitten_number_of(e);
    switch (smitten_log_what(e)) {
    case SMITTEN_LOG_PLAY:
        follow_play(p, e);
        break;
    case SMITTEN_LOG_TOP:
        p->duty.top = (uint8_t)number;
        f->decked--;
        belief_see(f, number);
        break;
    case SMITTEN_LOG_REVEAL:
        watch(p, smitten_move(SMITTEN_REVEAL, 0, number, 0, 0));
        p->duty.kept = (uint8_t)number;
        p->duty.phase = SMITTEN_PUT;
        break;
    case SMITTEN_LOG_PLACE:
        follow_place(p, e);
        break;
    default: /* SMITTEN_LOG_DRAW: two players turn nothing up and swap nothing */
        belief_draw_cards(f, smitten_log_who(e), number);
        even_out(&f->of[smitten_log_who(e)]);
        break;
    }
}

/* Follows one turn from entry `at` of the log: before each move the signals before it. Returns the
   start of the next turn. */
static int follow_turn(struct belief_plain *p, const struct smitten_table *t, int turn, int at)
{
    int made = smitten_moves_before(t, turn);
    for (; at < t->logged && smitten_log_turn(t->log[at]) == turn; at++) {
        if (smitten_log_is_move(t->log[at]))
            belief_plain_hear(p, t->said[made++]);
        follow_entry(p, t->log[at]);
    }
    if (turn == t->turn && t->phase != SMITTEN_TURN)
        belief_plain_hear(p, smitten_said_now(t));
    return at;
}

static void save(struct belief_plain *p, const struct smitten_table *t, int turn, int logged)
{
    struct belief_plain_saved *q = &p->saved[turn > 1];
    checkpoint_set(&q->checkpoint, t, turn, logged);
    q->belief = p->belief;
    memcpy(q->seen, p->seen, sizeof q->seen);
}

bool belief_plain_follow(struct belief_plain *p, const struct view *v)
{
    const struct smitten_table *t = &v->t;
    const struct belief_plain_saved *from = NULL;
    int turn = 1, at = 0;
    /* Step 1. Start at the latest checkpoint that the game has passed, or at the deal. */
    for (int i = 0; i < 2; i++)
        if (checkpoint_precedes(&p->saved[i].checkpoint, t))
            from = &p->saved[i];
    if (from != NULL) {
        turn = from->checkpoint.turn;
        at = from->checkpoint.logged;
        p->belief = from->belief;
        memcpy(p->seen, from->seen, sizeof p->seen);
    } else {
        belief_start(&p->evaluator, &p->belief);
    }
    for (;; turn++, from = NULL) {
        /* Step 2. Judge the hands and save a checkpoint. */
        p->duty = (struct duty){.phase = SMITTEN_TURN};
        if (from == NULL)
            belief_plain_judge(p);
        if (p->evaluator.stopped)
            return false;
        if (from == NULL)
            save(p, t, turn, at);
        /* Step 3. Weigh the hands by the signals and moves of the turn. */
        at = follow_turn(p, t, turn, at);
        if (turn >= t->turn)
            return !p->evaluator.stopped;
    }
}
