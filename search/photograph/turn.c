/*
 * Photograph: choices by weight alone, from the seat's knowledge: a face-down card in the field is
 * a guess among those that its back allows, until it is taken.
 */
#include <assert.h>
#include <string.h>

#include "search/photograph/think.h"

enum { GUESSES_MAX = 6 };

/* The cards of one take, as bytes, outermost first. */
struct catch
{
    int n;
    uint32_t cards;
};

static struct catch read_take(const struct state *s, move m)
{
    return (struct catch){.n = photograph_count_taken(m), .cards = photograph_read_take(s, m)};
}

/* The codes that a card of the field may be: one if it is shown, else by its back. */
static int list_guesses(const struct photobot_features *s, int byte, uint8_t out[GUESSES_MAX])
{
    int back = byte / 6, n = 0;
    if (byte & PHOTOGRAPH_SHOWN) {
        out[0] = (uint8_t)photobot_code(byte);
        return 1;
    }
    unsigned half = s->avail[back >> 1] >> 6 * (back & 1) & 63;
    for (; half != 0; half &= half - 1)
        out[n++] = (uint8_t)((back >> 1) << 4 | (6 * (back & 1) + __builtin_ctz(half) + 1));
    assert(n > 0); /* the card itself is one of them */
    return n;
}

/* ---- Winds ---- */

/* The best wind of this hand of `total` cards, and its value. */
static move best_wind(const struct photobot_features *s, uint64_t hand, int now, int total,
                      int *value)
{
    struct photobot_plan plan;
    move best = photograph_winds[0];
    int top = INT32_MIN;
    int n = photograph_count_winds(total);
    photobot_make_plan(s, hand, now, total, &plan);
    for (int i = 0; i < n; i++) {
        int v = photobot_weigh_plan(s, &plan, photograph_winds[i]);
        if (v > top) {
            top = v;
            best = photograph_winds[i];
        }
    }
    *value = top;
    return best;
}

move photobot_choose_wind(const struct photobot_features *s, int now)
{
    int value;
    return best_wind(s, s->hand, now, s->held, &value);
}

/* ---- Takes, well: every guess for the face-down cards, every wind ---- */

int photobot_weigh_take(const struct photobot_features *s, const struct state *at, move m)
{
    struct catch c = read_take(at, m);
    uint8_t guess[3][GUESSES_MAX];
    int n[3] = {1, 1, 1};
    for (int i = 0; i < c.n; i++)
        n[i] = list_guesses(s, photograph_byte(c.cards, i), guess[i]);
    int64_t sum = 0;
    int count = n[0] * n[1] * n[2];
    for (int i = 0; i < count; i++) {
        int pick[3] = {i % n[0], i / n[0] % n[1], i / (n[0] * n[1])};
        uint64_t hand = s->hand;
        int value = 0;
        for (int j = 0; j < c.n; j++)
            hand |= (uint64_t)guess[j][pick[j]] << 8 * (s->held + j);
        best_wind(s, hand, c.n, s->held + c.n, &value);
        sum += value;
    }
    return (int)(sum / count);
}

/* ---- Takes, fast ---- */

/* The best order of the old hand for `now` cards to play, ignoring the taken cards; no wind is an
   option too, since the taken cards can be wound instead. Returns its weight. */
static int best_order(const struct photobot_features *s, int now, struct photobot_plan *plan)
{
    uint64_t best = s->hand;
    photobot_make_plan(s, s->hand, now, s->held, plan);
    int top = photobot_weigh_still(s, plan);
    int n = photograph_count_winds(s->held);
    for (int i = 0; i < n; i++) {
        int v = photobot_weigh_plan(s, plan, photograph_winds[i]);
        if (v > top) {
            top = v;
            best = photograph_wind(s->hand, photograph_winds[i]);
        }
    }
    if (best != s->hand)
        photobot_make_plan(s, best, now, s->held, plan);
    return top;
}

/* The middle guess stands for a face-down card. */
static uint64_t guess_catch(const struct photobot_features *s, const struct catch *c)
{
    uint64_t more = 0;
    for (int i = 0; i < c->n; i++) {
        uint8_t guess[GUESSES_MAX];
        int n = list_guesses(s, photograph_byte(c->cards, i), guess);
        more |= (uint64_t)guess[n / 2] << 8 * i;
    }
    return more;
}

/* With three cards in hand the taken ones may be played at once: weighs every wind. */
static move choose_small(const struct photobot_features *s, const struct state *at,
                         const move *takes, int n)
{
    move best = takes[0];
    int top = INT32_MIN;
    for (int i = 0; i < n; i++) {
        struct catch c = read_take(at, takes[i]);
        int v;
        best_wind(s, s->hand | guess_catch(s, &c) << 8 * s->held, c.n, s->held + c.n, &v);
        if (v > top) {
            top = v;
            best = takes[i];
        }
    }
    return best;
}

move photobot_choose_take(const struct photobot_features *s, const struct state *at)
{
    move takes[GAME_MOVES_MAX];
    struct photobot_plan plan[4];
    int order[4] = {0};
    int n = photograph_legal(at, s->seat, takes);
    if (s->held <= 3)
        return choose_small(s, at, takes, n);
    for (int i = 1; i <= 3; i++)
        order[i] = best_order(s, i, &plan[i]);
    move best = takes[0];
    int top = INT32_MIN;
    for (int i = 0; i < n; i++) {
        struct catch c = read_take(at, takes[i]);
        int v = order[c.n] + photobot_weigh_more(s, &plan[c.n], guess_catch(s, &c), c.n);
        if (v > top) {
            top = v;
            best = takes[i];
        }
    }
    return best;
}

/* ---- The end ---- */

/* Rules P8.1, P8.2 and P8.5. */
struct photograph_tally photobot_tally(const struct photograph_open *o, int seat, uint64_t hand)
{
    struct photograph_open end;
    memcpy(&end, o, sizeof end);
    for (int i = 0; i < PHOTOGRAPH_SEALED_SHOTS; i++, hand >>= 8) {
        int code = photobot_code((int)(hand & 0xff));
        struct photograph_tail *t = &end.tail[seat][code >> 4];
        t->blurry = (uint8_t)(t->blurry + (photobot_step(t, code & 15) ^ 1));
    }
    return photograph_score(&end, seat, o->missed ? photobot_code((int)(hand & 0xff)) >> 4 : -1);
}

/* The others' choices do not depend on this wind, and a higher tally never ranks lower: so the best
   tally is also the best chance to win. */
move photobot_choose_final(const struct photograph_open *o, int seat, uint64_t hand,
                           struct photograph_tally *best)
{
    struct photograph_tally top;
    move m = MOVE_NONE;
    for (int i = 0; i < photograph_count_winds(o->held[seat]); i++) {
        struct photograph_tally t =
            photobot_tally(o, seat, photograph_wind(hand, photograph_winds[i]));
        if (m == MOVE_NONE || photograph_compare(&t, &top) > 0) {
            top = t;
            m = photograph_winds[i];
        }
    }
    if (best != NULL)
        *best = top;
    return m;
}
