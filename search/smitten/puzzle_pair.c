/*
 * Smitten puzzles, two players: what did your partner tell you? The partner has just said, and
 * truly, whether a card of the own hand fits. A play is right if the partner can then carry out its
 * instruction with every hand that these words and the open cards allow. Each such hand is tried in
 * the engine, and with a 3 each card that may lie on top of the deck.
 */
#include <assert.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "search/puzzle_kinds.h"

extern const struct game smitten_game;

enum { PLACED_LEAST = 2, HANDS_MOST = 512, TOPS = SMITTEN_NUMBERS };
#define GAP 0.15

struct hands {
    int n;
    double all;
    struct {
        struct smitten_hand hand;
        double ways;
    } list[HANDS_MOST];
};

static bool can_play(const struct smitten_table *t, const struct smitten_hand *h)
{
    return (h->one & (t->may[0] | t->may[1])) != 0;
}

/* The partner of the first seat speaks, the truth. */
move smitten_puzzle_say(const struct state *s, int seat)
{
    if (seat != 1 || s->t.phase != SMITTEN_TURN || smitten_said_in_turn(&s->t, seat) != 0)
        return MOVE_NONE;
    return smitten_move_say(can_play(&s->t, &s->hand[seat]) ? SMITTEN_CAN : SMITTEN_CANNOT);
}

/* ---- The partner's hands ---- */

/* The copies of each number that the seat has not seen. */
static void count_unseen(const struct view *v, int left[SMITTEN_NUMBERS + 1])
{
    for (int number = 1; number <= SMITTEN_NUMBERS; number++) {
        unsigned bit = smitten_bit(number);
        left[number] = 2;
        for (int i = 0; i < 2; i++)
            left[number] -= (v->t.square[i] & bit ? 1 : 0) + (v->hand[i].one & bit ? 1 : 0) +
                            (v->hand[i].two & bit ? 1 : 0);
    }
}

/* Adds the hands with `more` further cards, from `number` on. */
static void list_from(const int left[SMITTEN_NUMBERS + 1], int number, int more, double ways,
                      struct smitten_hand h, struct hands *out)
{
    if (more == 0) {
        assert(out->n < HANDS_MOST);
        out->list[out->n].hand = h;
        out->list[out->n++].ways = ways;
        return;
    }
    if (number > SMITTEN_NUMBERS)
        return;
    list_from(left, number + 1, more, ways, h, out);
    if (left[number] >= 1) {
        struct smitten_hand with = h;
        smitten_give(&with, number);
        list_from(left, number + 1, more - 1, ways * left[number], with, out);
        if (left[number] == 2 && more >= 2) {
            smitten_give(&with, number);
            list_from(left, number + 1, more - 2, ways, with, out);
        }
    }
}

/* All hands, or those that agree with the words. */
static void list_hands(const struct view *v, bool words, struct hands *out)
{
    int left[SMITTEN_NUMBERS + 1], said = smitten_said_in_turn(&v->t, 1), n = 0;
    count_unseen(v, left);
    out->n = 0;
    list_from(left, 1, v->held[1] - smitten_held(&v->hand[1]), 1, v->hand[1], out);
    out->all = 0;
    for (int i = 0; i < out->n; i++) {
        if (words && can_play(&v->t, &out->list[i].hand) != ((said & SMITTEN_CAN) != 0))
            continue;
        out->all += out->list[i].ways;
        out->list[n++] = out->list[i];
    }
    out->n = n;
}

/* ---- The plays ---- */

static bool is_lost(const struct state *frame, int seat, move m)
{
    struct state s = *frame;
    struct result result;
    smitten_apply(&s, seat, m);
    smitten_result(&s, &result);
    return s.t.phase == SMITTEN_OVER && result.winners == 0;
}

/* The share of the deck's top cards with which the play is not lost at once. */
static double share_kept(const struct view *v, struct state *frame, int seat, move m,
                         const struct smitten_hand *h)
{
    int left[SMITTEN_NUMBERS + 1], all = 0, kept = 0;
    frame->hand[1 - seat] = *h;
    if (smitten_task(&v->t, smitten_number_of(m)) != SMITTEN_ASK_TOP || v->t.decked == 0)
        return is_lost(frame, seat, m) ? 0 : 1;
    count_unseen(v, left);
    for (int number = 1; number <= TOPS; number++) {
        unsigned bit = smitten_bit(number);
        int free = left[number] + (v->hand[1].one & bit ? 1 : 0) + (v->hand[1].two & bit ? 1 : 0) -
                   (h->one & bit ? 1 : 0) - (h->two & bit ? 1 : 0);
        if (free <= 0)
            continue;
        frame->deck = (frame->deck & ~(uint64_t)SMITTEN_DECK_MASK) | (uint64_t)number;
        all += free;
        kept += is_lost(frame, seat, m) ? 0 : free;
    }
    return (double)kept / all;
}

static double share_of(const struct view *v, struct state *frame, int seat, move m,
                       const struct hands *hands)
{
    double sum = 0;
    for (int i = 0; i < hands->n; i++)
        sum += hands->list[i].ways * share_kept(v, frame, seat, m, &hands->list[i].hand);
    return sum / hands->all;
}

/* A state of the view, whose partner's hand and deck stand for any. */
static void frame_of(const struct view *v, struct state *frame)
{
    struct rng r;
    rng_seed(&r, 0);
    smitten_determinize(v, &r, frame);
}

/* Hands that showed a card may tell more than their cards (rule S5.1). */
static bool is_plain(const struct view *v, int seat)
{
    const struct smitten_table *t = &v->t;
    return seat == 0 && t->phase == SMITTEN_TURN && t->placed >= PLACED_LEAST &&
           t->placed < SMITTEN_GOAL - 1 && smitten_said_in_turn(t, 1) != 0 && v->hand[1].one == 0;
}

bool smitten_puzzle_pair(const struct view *v, int seat, void *scratch, struct puzzle_answer *out)
{
    static const double sure = 1 - 1e-9;
    struct hands told, all;
    struct state frame;
    move moves[GAME_MOVES_MAX];
    bool helps = true;
    (void)scratch;
    out->n = out->place = 0;
    if (!is_plain(v, seat))
        return false;
    list_hands(v, true, &told);
    list_hands(v, false, &all);
    frame_of(v, &frame);
    int n = smitten_legal(&frame, seat, moves);
    for (int i = 0; i < n; i++) {
        puzzle_add_move(out, &smitten_game, moves[i], share_of(v, &frame, seat, moves[i], &told));
        /* Without the words nothing is certain. */
        helps = helps && share_of(v, &frame, seat, moves[i], &all) < sure;
    }
    return helps && puzzle_settle(out, sure, GAP);
}

bool smitten_puzzle_pair_why(const struct view *v, int seat, const struct puzzle_answer *a,
                             int choice, struct reason *out)
{
    struct hands told;
    struct state frame;
    move m;
    if (!is_plain(v, seat) || smitten_read_move(a->choice[choice].text, &m) != NULL)
        return false;
    list_hands(v, true, &told);
    frame_of(v, &frame);
    for (int i = 0; i < told.n; i++) {
        const struct smitten_hand *h = &told.list[i].hand;
        int n = 0;
        if (share_kept(v, &frame, seat, m, h) >= 1)
            continue;
        reason_make(out, MSG("puzzle.smitten-hand"), false);
        for (int number = 1; number <= SMITTEN_NUMBERS; number++)
            for (int k = (h->one >> (number - 1) & 1) + (h->two >> (number - 1) & 1); k > 0; k--)
                if (n++ < 3)
                    reason_add(out, REASON_CARD, number);
        return n == 3;
    }
    reason_add(reason_make(out, MSG("puzzle.smitten-every"), true), REASON_NUMBER, told.n);
    return true;
}
