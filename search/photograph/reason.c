/*
 * Photograph: why one move is better. The own hand, films and open cards are known, so all facts
 * about a wind are certain. Facts about a take look at the best wind after it; a face-down card
 * that would be shot counts as sharp for the move played and as blurry for the better one, so that
 * the fact holds whatever the card is. Only the plan of two turns is a mean over drawn worlds.
 */
#include <string.h>

#include "games/photograph/photograph.h"
#include "search/photograph/tunables.h"
#include "search/reason.h"

enum code {
    GOOD,
    BLUR,
    ENDS,
    STRANDS,
    ORDER,
    NARROW,
    NEAR_GOOD,
    FILMS,
    NEXT,
    GAINS,
    FINAL,
    TAKE_GOOD,
    TAKE_BLUR,
    TAKE_DEAD,
    TAKE_FITS,
    TAKE_STARTS,
    TAKE_POINTS,
    TAKE_PLAN,
    TAKE_SHARP,
    TAKE_KEEPS,
    TAKE_DENIES,
    TAKE_REFILL,
    CODES
};
static const char *const ids[CODES + 1] = {
    [GOOD] = MSG("reason.photo-good"),
    [BLUR] = MSG("reason.photo-blur"),
    [ENDS] = MSG("reason.photo-ends"),
    [STRANDS] = MSG("reason.photo-strands"),
    [ORDER] = MSG("reason.photo-order"),
    [NARROW] = MSG("reason.photo-narrow"),
    [NEAR_GOOD] = MSG("reason.photo-near-good"),
    [FILMS] = MSG("reason.photo-films"),
    [NEXT] = MSG("reason.photo-next"),
    [GAINS] = MSG("reason.photo-gains"),
    [FINAL] = MSG("reason.photo-final"),
    [TAKE_GOOD] = MSG("reason.photo-take-good"),
    [TAKE_BLUR] = MSG("reason.photo-take-blur"),
    [TAKE_DEAD] = MSG("reason.photo-take-dead"),
    [TAKE_FITS] = MSG("reason.photo-take-fits"),
    [TAKE_STARTS] = MSG("reason.photo-take-starts"),
    [TAKE_POINTS] = MSG("reason.photo-take-points"),
    [TAKE_PLAN] = MSG("reason.photo-take-plan"),
    [TAKE_SHARP] = MSG("reason.photo-take-sharp"),
    [TAKE_KEEPS] = MSG("reason.photo-take-keeps"),
    [TAKE_DENIES] = MSG("reason.photo-take-denies"),
    [TAKE_REFILL] = MSG("reason.photo-take-refill"),
};

enum { NO_GOOD = PHOTOGRAPH_VALUES + 1, NO_CARD = -1, SHOTS = 3, WORST = 99 };

/* The effect of a wind and its shots on the seat. */
struct outcome {
    struct photograph_tail tail[PHOTOGRAPH_COLOURS];
    uint64_t rest; /* the hand afterwards */
    int held;
    int shots, card[SHOTS]; /* the cards shot; NO_CARD: face down */
    bool sharp[SHOTS];
    int blurred;
    int good; /* the card that took a Good Shot; NO_CARD: none */
    int points;
};

/* How to count a face-down card of the field that is shot; the best it can bring is its length of
   the film and the Good Shot. */
enum guess { GUESS_SHARP, GUESS_BLURRY };
enum { SHARP_POINTS = 4 + PHOTOGRAPH_GOOD_POINTS };

/* A hand before its wind. */
struct grip {
    const struct view *v;
    const struct photograph_tail *tail; /* of all colours */
    uint64_t hand;
    unsigned hidden; /* the places of face-down cards, as bits */
    int held, n;     /* cards, and shots to come */
    enum guess guess;
};

static int colour_of(int card)
{
    return card / PHOTOGRAPH_VALUES;
}
static int value_of(int card)
{
    return card % PHOTOGRAPH_VALUES + 1;
}

static int points_of(const struct photograph_tail *t)
{
    return photograph_score_length(t->open) + PHOTOGRAPH_BLURRY_POINTS * t->blurry;
}

/* Rule P5: shoots a card that is known. */
static void shoot(const struct view *v, int card, int need, struct outcome *out)
{
    struct photograph_tail *t = &out->tail[colour_of(card)];
    unsigned fits = photograph_fits(t, value_of(card));
    int before = points_of(t);
    photograph_lay(t, value_of(card), fits);
    t->blurry = (uint8_t)(t->blurry + (fits ^ 1));
    out->points += points_of(t) - before;
    out->sharp[out->shots] = fits;
    out->blurred += !fits;
    if (fits && t->open >= need && v->open.good[colour_of(card)] == 0 && out->good == NO_CARD) {
        out->good = card;
        out->points += PHOTOGRAPH_GOOD_POINTS;
    }
}

/* Winds a hand and takes its shots. */
static void try_wind(const struct grip *g, move wind, struct outcome *out)
{
    const struct view *v = g->v;
    bool turn = v->open.phase == PHOTOGRAPH_TAKE || v->open.phase == PHOTOGRAPH_WIND;
    int need = turn ? photograph_need_good(v->open.seats) : NO_GOOD; /* Rule P7.2 */
    uint64_t marks = 0;
    for (int i = 0; i < g->held; i++)
        marks |= (uint64_t)(g->hidden >> i & 1) << 8 * i;
    uint64_t hand = photograph_wind(g->hand, (unsigned)wind & 0xff);
    marks = photograph_wind(marks, (unsigned)wind & 0xff);
    *out = (struct outcome){.good = NO_CARD, .held = g->held - g->n};
    memcpy(out->tail, g->tail, sizeof out->tail);
    for (; out->shots < g->n; out->shots++) {
        int card = photograph_byte(hand, out->shots) & ~PHOTOGRAPH_SHOWN;
        bool known = (marks >> 8 * out->shots & 1) == 0;
        out->card[out->shots] = known ? card : NO_CARD;
        if (known) {
            shoot(v, card, need, out);
        } else {
            out->sharp[out->shots] = g->guess == GUESS_SHARP;
            out->blurred += g->guess == GUESS_BLURRY;
            out->points += g->guess == GUESS_BLURRY ? PHOTOGRAPH_BLURRY_POINTS : SHARP_POINTS;
        }
    }
    out->rest = hand >> 8 * g->n;
}

/* The most points that one more turn can bring from this hand, without the cards taken then. */
static int find_next(const struct view *v, const struct outcome *o)
{
    struct grip g = {.v = v, .tail = o->tail, .hand = o->rest, .held = o->held};
    int best = -WORST;
    for (g.n = 1; g.n <= SHOTS && g.n < g.held; g.n++) {
        for (int i = 0; i < photograph_count_winds(g.held); i++) {
            struct outcome next;
            try_wind(&g, photograph_winds[i], &next);
            best = next.points > best ? next.points : best;
        }
    }
    return best;
}

/* ---- Facts about a wind ---- */

/* Whether the card can never lie face up in this film again: its direction has passed the value. */
static bool is_dead(const struct photograph_tail *t, int value)
{
    return ((t->trend & PHOTOGRAPH_UP) && value < t->last) ||
           ((t->trend & PHOTOGRAPH_DOWN) && value > t->last);
}

/* The cards of the hand afterwards that can never fit, as a count and a set of places. */
static int list_dead(const struct outcome *o, int out[PHOTOGRAPH_HAND_MAX])
{
    int n = 0;
    for (int i = 0; i < o->held; i++) {
        int card = photograph_byte(o->rest, i) & ~PHOTOGRAPH_SHOWN;
        if (is_dead(&o->tail[colour_of(card)], value_of(card)))
            out[n++] = card;
    }
    return n;
}

static bool contains(const int *list, int n, int card)
{
    for (int i = 0; i < n; i++)
        if (list[i] == card)
            return true;
    return false;
}

/* A card that is blurred now and not by the better move; NO_CARD: none. */
static int find_blurred(const struct outcome *played, const struct outcome *better)
{
    for (int i = 0; i < played->shots; i++) {
        bool also = false;
        for (int k = 0; k < better->shots; k++)
            also = also || (better->card[k] == played->card[i] && !better->sharp[k]);
        if (!played->sharp[i] && !also)
            return played->card[i];
    }
    return NO_CARD;
}

/* A card that ends its film (rule P5.5); NO_CARD: none. */
static int find_end(const struct outcome *o)
{
    for (int i = 0; i < o->shots; i++) {
        const struct photograph_tail *t = &o->tail[colour_of(o->card[i])];
        int end = t->trend & PHOTOGRAPH_UP ? PHOTOGRAPH_VALUES : 1;
        bool directed = (t->trend & (PHOTOGRAPH_UP | PHOTOGRAPH_DOWN)) != 0;
        if (o->sharp[i] && directed && t->last == end && value_of(o->card[i]) == end)
            return o->card[i];
    }
    return NO_CARD;
}

/* The blurry cards if the rest of the hand is played as it lies. */
static int count_order(const struct view *v, const struct outcome *o)
{
    struct outcome rest = *o;
    rest.blurred = 0;
    for (int i = 0; i < o->held; i++) {
        rest.shots = 0;
        shoot(v, photograph_byte(o->rest, i) & ~PHOTOGRAPH_SHOWN, NO_GOOD, &rest);
    }
    return rest.blurred;
}

/* The values that can still come in this film. */
static int count_room(const struct photograph_tail *t)
{
    int n = 0;
    for (int value = 1; value <= PHOTOGRAPH_VALUES; value++)
        n += !is_dead(t, value) && value != t->last;
    return n;
}

/* A sharp card after which its film has at least two values less to come than after the other
   move, which also leaves it with fewer cards or as many; NO_CARD: none. */
static int find_narrow(const struct outcome *played, const struct outcome *better)
{
    for (int i = 0; i < played->shots; i++) {
        int colour = colour_of(played->card[i]);
        const struct photograph_tail *t = &played->tail[colour], *u = &better->tail[colour];
        if (played->sharp[i] && (t->trend & (PHOTOGRAPH_UP | PHOTOGRAPH_DOWN)) &&
            count_room(t) + 2 <= count_room(u) && count_room(t) <= 4)
            return played->card[i];
    }
    return NO_CARD;
}

/* A sharp card that leaves its film one card short of a free Good Shot; NO_CARD: none. */
static int find_near(const struct view *v, const struct outcome *o)
{
    int need = photograph_need_good(v->open.seats);
    for (int i = 0; i < o->shots; i++) {
        int colour = colour_of(o->card[i]);
        const struct photograph_tail *t = &o->tail[colour];
        if (o->sharp[i] && t->open == need - 1 && v->open.good[colour] == 0 && count_room(t) > 0)
            return o->card[i];
    }
    return NO_CARD;
}

/* The points at the end of the game, where everything but the others is known (rule P8). */
static int final_points(const struct view *v, int seat, const struct outcome *o)
{
    struct photograph_open open = v->open;
    int missed = photograph_byte(o->rest, 0) & ~PHOTOGRAPH_SHOWN;
    memcpy(open.tail[seat], o->tail, sizeof o->tail);
    return photograph_score(&open, seat, open.missed ? colour_of(missed) : -1).points;
}

static struct reason *make(struct reason *r, enum code code, bool better)
{
    return reason_make(r, ids[code], better);
}

static bool with_card(struct reason *r, enum code code, bool better, int card)
{
    if (card == NO_CARD)
        return false;
    reason_add(make(r, code, better), REASON_CARD, card);
    return true;
}

static bool with_numbers(struct reason *r, enum code code, bool better, int n, int other)
{
    reason_add(reason_add(make(r, code, better), REASON_NUMBER, n), REASON_NUMBER, other);
    return true;
}

/* Facts that hold for the better wind alone, for hints; and against the one played. */
static bool praise_wind(const struct view *v, const struct outcome *o, struct reason *out)
{
    int near = find_near(v, o);
    if (o->good != NO_CARD)
        return with_card(out, GOOD, true, o->good);
    if (v->open.sunset != PHOTOGRAPH_NOW && v->open.phase == PHOTOGRAPH_WIND && near != NO_CARD)
        return with_card(out, NEAR_GOOD, true, near);
    if (o->points <= 0)
        return false;
    reason_add(make(out, GAINS, true), REASON_NUMBER, o->points);
    return true;
}

/* Cards that the move loses for good and the other one does not. */
static bool blame_dead(const struct outcome *played, const struct outcome *better,
                       struct reason *out)
{
    int lost[PHOTOGRAPH_HAND_MAX], kept[PHOTOGRAPH_HAND_MAX];
    int n = list_dead(played, lost), m = list_dead(better, kept);
    for (int i = 0; i < n && n > m; i++)
        if (!contains(kept, m, lost[i]))
            return with_card(out, STRANDS, false, lost[i]);
    return false;
}

/* Facts of the future: the order of the hand, and the room of the films. */
static bool blame_later(const struct view *v, const struct outcome *played,
                        const struct outcome *better, struct reason *out)
{
    int card = find_narrow(played, better), near = find_near(v, better);
    int order = count_order(v, played), other = count_order(v, better);
    if (card != NO_CARD) {
        int room = count_room(&played->tail[colour_of(card)]);
        reason_add(reason_add(make(out, NARROW, false), REASON_NUMBER, room), REASON_CARD, card);
        return true;
    }
    if (v->open.phase == PHOTOGRAPH_WIND && near != NO_CARD && find_near(v, played) == NO_CARD)
        return with_card(out, NEAR_GOOD, true, near);
    return order > other && with_numbers(out, ORDER, false, order, other);
}

static bool say_wind(const struct view *v, int seat, move played, move better, struct reason *out)
{
    struct outcome a, b;
    const struct grip g = {.v = v,
                           .tail = v->open.tail[seat],
                           .hand = v->hand[seat],
                           .held = v->open.held[seat],
                           .n = photograph_count_shots(&v->open)};
    try_wind(&g, better, &b);
    if (played == better)
        return praise_wind(v, &b, out);
    try_wind(&g, played, &a);
    if (a.good == NO_CARD && b.good != NO_CARD)
        return with_card(out, GOOD, true, b.good);
    if (v->open.phase == PHOTOGRAPH_END && v->open.missed) {
        int less = final_points(v, seat, &b) - final_points(v, seat, &a);
        if (less > 0)
            reason_add(make(out, FINAL, false), REASON_NUMBER, less);
        return less > 0;
    }
    if (a.blurred > b.blurred && with_card(out, BLUR, false, find_blurred(&a, &b)))
        return true;
    if (v->open.phase == PHOTOGRAPH_END) {
        if (b.points > a.points)
            reason_add(make(out, FINAL, false), REASON_NUMBER, b.points - a.points);
        return b.points > a.points;
    }
    if (find_end(&b) == NO_CARD && with_card(out, ENDS, false, find_end(&a)))
        return true;
    if (blame_dead(&a, &b, out) || blame_later(v, &a, &b, out))
        return true;
    int more = b.points - a.points, later = find_next(v, &b) - find_next(v, &a);
    if (more > 0 || later > 0)
        reason_add(make(out, more > 0 ? FILMS : NEXT, true), REASON_NUMBER,
                   more > 0 ? more : later);
    return more > 0 || later > 0;
}

/* ---- Facts about a take ---- */

/* A take, and the bounds of what this turn can bring after it. */
struct taken {
    int n, bytes[SHOTS]; /* cards or backs */
    bool hidden;         /* there are backs */
    int blurred;         /* the fewest */
    int good;
    int points; /* the most */
};

static void try_take(const struct view *v, int seat, move m, enum guess guess, struct taken *out)
{
    struct state room = {.open = v->open};
    struct grip g = {.v = v,
                     .tail = v->open.tail[seat],
                     .hand = v->hand[seat],
                     .held = v->open.held[seat],
                     .n = photograph_count_taken(m),
                     .guess = guess};
    memcpy(room.row, v->row, sizeof room.row);
    uint32_t cards = photograph_read_take(&room, m);
    *out = (struct taken){.n = g.n, .blurred = WORST, .good = NO_CARD, .points = -WORST};
    for (int i = 0; i < g.n; i++, g.held++) {
        out->bytes[i] = photograph_byte(cards, i);
        out->hidden = out->hidden || (out->bytes[i] & PHOTOGRAPH_SHOWN) == 0;
        g.hidden |= (unsigned)((out->bytes[i] & PHOTOGRAPH_SHOWN) == 0) << g.held;
        g.hand |= (uint64_t)out->bytes[i] << 8 * g.held;
    }
    for (int i = 0; i < photograph_count_winds(g.held); i++) {
        struct outcome o;
        try_wind(&g, photograph_winds[i], &o);
        out->blurred = o.blurred < out->blurred ? o.blurred : out->blurred;
        out->points = o.points > out->points ? o.points : out->points;
        if (o.good != NO_CARD)
            out->good = o.good;
    }
}

/* The most points of this turn and the next one after a take in one world. */
static int plan_take(const struct view *v, int seat, const struct state *world, move m)
{
    struct grip g = {.v = v,
                     .tail = v->open.tail[seat],
                     .held = v->open.held[seat],
                     .n = photograph_count_taken(m)};
    int best = -WORST;
    g.hand = v->hand[seat] | (uint64_t)photograph_read_take(world, m) << 8 * g.held;
    g.held += g.n;
    for (int i = 0; i < photograph_count_winds(g.held); i++) {
        struct outcome o;
        try_wind(&g, photograph_winds[i], &o);
        int all = o.points + find_next(v, &o);
        best = all > best ? all : best;
    }
    return best;
}

/* How much more the better take brings in two turns, in tenths of points over all worlds. */
static int compare_plans(const struct view *v, int seat, move played, move better, int worlds,
                         uint64_t seed)
{
    struct rng r;
    int sum = 0;
    rng_seed(&r, seed);
    for (int i = 0; i < worlds; i++) {
        struct state world;
        photograph_determinize(v, &r, &world);
        sum += plan_take(v, seat, &world, better) - plan_take(v, seat, &world, played);
    }
    return 10 * sum / worlds;
}

/* An open card of the take that can never fit its film; NO_CARD: none. */
static int find_dead(const struct photograph_tail *tail, const struct taken *t)
{
    for (int i = 0; i < t->n; i++) {
        int card = t->bytes[i] & ~PHOTOGRAPH_SHOWN;
        if ((t->bytes[i] & PHOTOGRAPH_SHOWN) && is_dead(&tail[colour_of(card)], value_of(card)))
            return card;
    }
    return NO_CARD;
}

/* An open card of the take that would fit this seat's film now, if that has at least `open` sharp
   cards, or none for 0; but no card of `unless`. NO_CARD: there is none. */
static int find_fitting(const struct photograph_tail *tail, int open, const struct taken *t,
                        const struct taken *unless)
{
    for (int i = 0; i < t->n; i++) {
        int card = t->bytes[i] & ~PHOTOGRAPH_SHOWN;
        const struct photograph_tail *film = &tail[colour_of(card)];
        bool meant = open > 0 ? film->open >= open : film->open == 0;
        if ((t->bytes[i] & PHOTOGRAPH_SHOWN) && meant && photograph_fits(film, value_of(card)) &&
            (unless == NULL || !contains(unless->bytes, unless->n, t->bytes[i])))
            return card;
    }
    return NO_CARD;
}

static bool praise_take(const struct view *v, int seat, const struct taken *t, struct reason *out)
{
    if (t->good != NO_CARD)
        return with_card(out, TAKE_GOOD, true, t->good);
    return with_card(out, TAKE_FITS, true, find_fitting(v->open.tail[seat], 1, t, NULL)) ||
           with_card(out, TAKE_STARTS, true, find_fitting(v->open.tail[seat], 0, t, NULL));
}

/* The better take keeps an open card from a seat whose film it would continue. */
static bool say_denial(const struct view *v, int seat, const struct taken *a, const struct taken *b,
                       struct reason *out)
{
    for (int i = 1; i < v->open.seats; i++) {
        int other = (seat + i) % v->open.seats;
        int card = find_fitting(v->open.tail[other], 2, b, a);
        if (with_card(out, TAKE_DENIES, true, card)) {
            reason_add(out, REASON_SEAT, other);
            return true;
        }
    }
    return false;
}

static bool leaves_refill(const struct view *v, const struct taken *t)
{
    return v->open.left > 0 && __builtin_popcount(v->open.there) - t->n < PHOTOGRAPH_FIELD_MIN;
}

static bool say_take(const struct view *v, int seat, move played, move better, uint64_t seed,
                     struct reason *out)
{
    struct taken a, b;
    const struct photograph_tail *tail = v->open.tail[seat];
    try_take(v, seat, better, GUESS_BLURRY, &b);
    if (played == better)
        return praise_take(v, seat, &b, out);
    try_take(v, seat, played, GUESS_SHARP, &a);
    if (a.good == NO_CARD && b.good != NO_CARD)
        return with_card(out, TAKE_GOOD, true, b.good);
    if (a.blurred > b.blurred) {
        reason_add(make(out, TAKE_BLUR, false), REASON_NUMBER, a.blurred);
        return true;
    }
    if (find_dead(tail, &b) == NO_CARD && with_card(out, TAKE_DEAD, false, find_dead(tail, &a)))
        return true;
    if (find_fitting(tail, 1, &a, &b) == NO_CARD &&
        with_card(out, TAKE_FITS, true, find_fitting(tail, 1, &b, &a)))
        return true;
    if (b.points > a.points) {
        reason_add(make(out, TAKE_POINTS, true), REASON_NUMBER, b.points - a.points);
        return true;
    }
    int plan =
        compare_plans(v, seat, played, better, a.hidden || b.hidden ? TUNE_REASON_WORLDS : 1, seed);
    if (plan >= 5) {
        reason_add(make(out, TAKE_PLAN, true), REASON_TENTHS, plan);
        return true;
    }
    if (find_fitting(tail, 0, &a, NULL) == NO_CARD &&
        with_card(out, TAKE_STARTS, true, find_fitting(tail, 0, &b, NULL)))
        return true;
    if (leaves_refill(v, &a) && !leaves_refill(v, &b)) {
        make(out, TAKE_REFILL, false);
        return true;
    }
    if (say_denial(v, seat, &a, &b, out))
        return true;
    if (b.n - b.blurred > a.n - a.blurred)
        return with_numbers(out, TAKE_SHARP, true, b.n - b.blurred, a.n - a.blurred);
    return b.n < a.n && with_numbers(out, TAKE_KEEPS, true, b.n, a.n);
}

static bool say(const struct view *v, int seat, move played, move better, uint64_t seed,
                void *scratch, struct reason *out)
{
    (void)scratch;
    if (played == MOVE_NONE)
        played = better;
    return v->open.phase == PHOTOGRAPH_TAKE ? say_take(v, seat, played, better, seed, out)
                                            : say_wind(v, seat, played, better, out);
}

extern const struct reason_kind photograph_reasons;

const struct reason_kind photograph_reasons = {.game = &photograph_game, .ids = ids, .say = say};
