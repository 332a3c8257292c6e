/*
 * Smitten: set-up, the course of a turn, and the end.
 *
 * Every phase is entered by `enter`; if nothing can be done there, the game is lost at once. It is
 * won in `put_down`. So in a running game some seat always has a legal move.
 */
#include <assert.h>
#include <string.h>

#include "games/smitten/smitten.h"

const char *smitten_check(int seats, const int *opt)
{
    (void)opt; /* Rule S5.2: the options of the other mode are accepted */
    return seats == 1 || seats == 2 ? NULL : MSG("check.seats");
}

void smitten_init(struct state *s, int seats, const int *opt)
{
    memset(s, 0, sizeof *s);
    struct smitten_table *t = &s->t;
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        t->option[i] = (uint8_t)opt[i];
    t->seats = (uint8_t)seats;
    t->active = SMITTEN_NOBODY;
    t->size = (uint8_t)smitten_size_of(seats, opt);
    t->hard = smitten_is_hard(seats, opt);
}

void smitten_options_of(const struct state *s, int *opt)
{
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        opt[i] = s->t.option[i];
}

uint32_t smitten_actors(const struct state *s)
{
    return s->t.phase == SMITTEN_DEAL ? GAME_DEALER : s->t.actors;
}

int smitten_task(const struct smitten_table *t, int number)
{
    return smitten_task_of(number, t->option[SMITTEN_OPT_CARD4], t->option[SMITTEN_OPT_CARD9]);
}

bool smitten_can_go_on(const struct state *s, int phase)
{
    const struct smitten_table *t = &s->t;
    const struct smitten_hand *h = &s->hand[t->mover];
    unsigned may = t->may[0] | t->may[1];
    switch (phase) {
    case SMITTEN_TURN: /* in solo a closed card can be tried */
        return ((s->hand[0].one | s->hand[1].one) & may) != 0 || s->closed[0] || s->closed[1];
    case SMITTEN_SHOW: /* any card can be revealed if another one can be placed */
        return (h->one & may) != 0 && (h->two | (h->one & (h->one - 1))) != 0;
    case SMITTEN_TOP:
        return (smitten_bit(t->top) & may) != 0;
    default: /* FLIPPED too: `may` has no other number */
        return (smitten_free(h->one, h->two, t->kept) & may) != 0;
    }
}

/* Enters a phase; if nothing can be done there, the game is lost at once (S3.6, S4.5). */
static void enter(struct state *s, int phase)
{
    struct smitten_table *t = &s->t;
    if (!smitten_can_go_on(s, phase)) {
        t->stuck = (uint8_t)phase;
        t->phase = SMITTEN_OVER;
        t->actors = 0;
        return;
    }
    t->phase = (uint8_t)phase;
    if (smitten_is_solo(t))
        t->actors = 1;
    else
        t->actors = phase == SMITTEN_TURN ? 3 : (uint8_t)(1 << t->mover);
}

static void note(struct smitten_table *t, int what, int who, unsigned detail)
{
    assert(t->logged < SMITTEN_LOG_MAX);
    t->log[t->logged++] =
        (uint16_t)(detail | (unsigned)(who << 7 | what << 8) | (unsigned)t->turn << 11);
}

/* Rule S5.1: the unrevealed one of two equal cards, if there is one. */
static void reveal(struct smitten_hand *h, int number)
{
    unsigned bit = smitten_bit(number);
    h->shown_two |= (uint16_t)(h->shown & h->two & bit);
    h->shown |= (uint16_t)bit;
}

static void give_open(struct smitten_hand *h, int number)
{
    smitten_give(h, number);
    reveal(h, number);
}

/* Rule S5.1: the revealed one of two equal cards leaves, but never the one just revealed. */
static void take(struct smitten_hand *h, int number, int kept)
{
    unsigned bit = smitten_bit(number);
    unsigned second = h->two & bit;
    unsigned shown_second = h->shown_two & bit;
    h->two ^= (uint16_t)second;
    h->one ^= (uint16_t)(bit ^ second);
    h->shown_two ^= (uint16_t)shown_second;
    if (number != kept)
        h->shown &= (uint16_t) ~(bit ^ shown_second);
}

/* The top card of the deck, which must not be empty. */
static int draw(struct state *s)
{
    int number = (int)(s->deck & SMITTEN_DECK_MASK);
    s->deck >>= SMITTEN_DECK_BITS;
    s->t.decked--;
    return number;
}

/* Rule S4.3: the closed card of a hand is turned up. */
SMITTEN_APART static void turn_up(struct state *s, int hand, int what)
{
    int number = s->closed[hand];
    s->closed[hand] = 0;
    give_open(&s->hand[hand], number);
    note(&s->t, what, hand, (unsigned)number);
}

/* Inline: every turn runs through it, and the compiler would call it. */
static inline void begin_turn(struct state *s)
{
    struct smitten_table *t = &s->t;
    smitten_fit(t->square, t->hard, t->may);
    enter(s, SMITTEN_TURN);
}

/* Rule S3.5. */
static int draw_up(struct state *s, int who)
{
    struct smitten_hand *h = &s->hand[who];
    int n = s->t.size - smitten_held(h);
    n = n < s->t.decked ? n : s->t.decked;
    for (int i = 0; i < n; i++)
        smitten_give(h, draw(s));
    return n;
}

/* Rule S4.4: a hand of 3 open cards, or of 2 and a closed one, draws nothing. */
SMITTEN_APART static int draw_up_solo(struct state *s, int hand)
{
    struct smitten_hand *h = &s->hand[hand];
    int before = s->t.decked;
    int open = smitten_held(h);
    for (; open < 2 && s->t.decked > 0; open++)
        give_open(h, draw(s));
    if (open == 2 && s->closed[hand] == 0 && s->t.decked > 0)
        s->closed[hand] = (uint8_t)draw(s);
    return before - s->t.decked;
}

static void end_turn(struct state *s)
{
    struct smitten_table *t = &s->t;
    for (int i = 0; i < 2 && t->decked > 0; i++) {
        int who = t->active ^ i;
        int n = smitten_is_solo(t) ? draw_up_solo(s, who) : draw_up(s, who);
        if (n > 0)
            note(t, SMITTEN_LOG_DRAW, who, (unsigned)n);
    }
    t->active = SMITTEN_NOBODY;
    t->mover = t->card = t->at = t->call = t->kept = t->top = 0;
    t->turn++;
    begin_turn(s);
}

/* Narrows `may`, which holds all numbers that fit, to those that the instruction allows. */
static void narrow(struct smitten_table *t, int task)
{
    unsigned lie = (unsigned)t->square[0] | t->square[1];
    t->may[t->at] &= (uint16_t)smitten_allow_same(task, t->card, lie);
    t->may[t->at ^ 1] &= (uint16_t)smitten_allow_other(task, t->call, lie);
}

/* Rules S2, S3.4: has the partner of `who` carry out the card just played. */
static void instruct(struct state *s, int who, move m)
{
    struct smitten_table *t = &s->t;
    int task = smitten_task(t, smitten_number_of(m));
    t->mover = (uint8_t)(who ^ 1);
    t->card = (uint8_t)smitten_number_of(m);
    t->at = (uint8_t)smitten_square_of(m);
    t->call = (uint8_t)smitten_call_of(m);
    if (s->closed[t->mover] != 0)
        turn_up(s, t->mover, SMITTEN_LOG_TURN_UP);
    if (task == SMITTEN_ASK_NONE) {
        end_turn(s);
        return;
    }
    smitten_fit(t->square, t->hard, t->may);
    narrow(t, task);
    if (task == SMITTEN_ASK_TOP && t->decked > 0) {
        t->top = (uint8_t)draw(s);
        note(t, SMITTEN_LOG_TOP, t->mover, t->top);
    }
    enter(s, smitten_phase_of(task));
}

/* Puts the move's card into its square. True if that wins (S3.6): its instruction is ignored. */
static bool put_down(struct smitten_table *t, int what, int who, move m)
{
    t->square[smitten_square_of(m)] |= (uint16_t)smitten_bit(smitten_number_of(m));
    note(t, what, who, (unsigned)(m & 0x7f));
    if (++t->placed < SMITTEN_GOAL)
        return false;
    t->phase = SMITTEN_OVER;
    t->actors = 0;
    t->mover = t->card = t->at = t->call = t->kept = t->top = 0;
    t->may[0] = t->may[1] = 0;
    return true;
}

static void play(struct state *s, int who, move m)
{
    struct smitten_table *t = &s->t;
    if (t->active == SMITTEN_NOBODY)
        t->active = (uint8_t)who; /* Rule S3.3 */
    take(&s->hand[who], smitten_number_of(m), 0);
    if (!put_down(t, SMITTEN_LOG_PLAY, who, m))
        instruct(s, who, m);
}

static void place(struct state *s, move m)
{
    struct smitten_table *t = &s->t;
    if (t->phase == SMITTEN_TOP)
        t->top = 0;
    else
        take(&s->hand[t->mover], smitten_number_of(m), t->kept);
    if (!put_down(t, SMITTEN_LOG_PLACE, t->mover, m))
        end_turn(s);
}

/* Rule S4.2: the turn begins with this hand, and with this card. */
SMITTEN_APART static void flip(struct state *s, int hand)
{
    struct smitten_table *t = &s->t;
    unsigned bit = smitten_bit(s->closed[hand]);
    t->active = t->mover = (uint8_t)hand;
    t->card = s->closed[hand];
    t->may[0] &= (uint16_t)bit;
    t->may[1] &= (uint16_t)bit;
    turn_up(s, hand, SMITTEN_LOG_FLIP);
    enter(s, SMITTEN_FLIPPED);
}

/* Rule S4.6. The turn has not begun, so it begins again: it may be lost now. */
SMITTEN_APART static void swap(struct state *s, int hand, int number)
{
    note(&s->t, SMITTEN_LOG_SWAP, hand, (unsigned)number);
    note(&s->t, SMITTEN_LOG_TURN_UP, hand, s->aside);
    take(&s->hand[hand], number, 0);
    give_open(&s->hand[hand], s->aside);
    s->aside = (uint8_t)number;
    s->t.swapped = 1;
    begin_turn(s);
}

int smitten_moves_before(const struct smitten_table *t, int turn)
{
    int n = 0;
    for (int i = 0; i < t->logged && smitten_log_turn(t->log[i]) < turn; i++)
        n += smitten_log_is_move(t->log[i]);
    return n;
}

int smitten_said_now(const struct smitten_table *t)
{
    int made = smitten_moves_before(t, t->turn + 1);
    return made < SMITTEN_MOVES ? t->said[made] : 0; /* nobody signals after the last move */
}

bool smitten_wants(const struct state *s, int seat)
{
    return (smitten_said_now(&s->t) >> 4 * seat & SMITTEN_WANT) != 0;
}

int smitten_said_in_turn(const struct smitten_table *t, int seat)
{
    int from = smitten_moves_before(t, t->turn), moment = smitten_moves_before(t, t->turn + 1);
    for (moment = moment < SMITTEN_MOVES ? moment : SMITTEN_MOVES - 1; moment >= from; moment--)
        if ((t->said[moment] >> 4 * seat & 15) != 0)
            return t->said[moment] >> 4 * seat & 15;
    return 0;
}

/* Rule S3.2: a seat's latest signal between two moves counts. */
SMITTEN_APART static void say(struct smitten_table *t, int seat, int said)
{
    int made = smitten_moves_before(t, t->turn + 1);
    assert(made < SMITTEN_MOVES);
    unsigned others = t->said[made] & (seat == 0 ? 0xf0u : 0x0fu);
    t->said[made] = (uint8_t)(others | (unsigned)said << 4 * seat);
}

void smitten_apply(struct state *s, int seat, move m)
{
    assert(smitten_refuse(s, seat, m) == NULL);
    struct smitten_table *t = &s->t;
    int kind = smitten_kind_of(m);
    int number = smitten_number_of(m);
    int hand = smitten_hand_of(m) - 1;
    if (kind == SMITTEN_PLAY) {
        play(s, smitten_is_solo(t) ? hand : seat, m);
    } else if (kind == SMITTEN_PLACE) {
        place(s, m);
    } else if (kind == SMITTEN_REVEAL) {
        reveal(&s->hand[t->mover], number);
        note(t, SMITTEN_LOG_REVEAL, t->mover, (unsigned)number);
        t->kept = (uint8_t)number;
        enter(s, SMITTEN_PUT);
    } else if (kind == SMITTEN_FLIP) {
        flip(s, hand);
    } else if (kind == SMITTEN_SWAP) {
        swap(s, hand, number);
    } else {
        say(t, seat, number);
    }
}

void smitten_shuffle(const struct state *s, struct rng *r, struct deal *out)
{
    static const uint8_t cards[SMITTEN_CARDS] = {1, 1, 2, 2, 3, 3, 4, 4, 5,
                                                 5, 6, 6, 7, 7, 8, 8, 9, 9};
    (void)s;
    out->n = SMITTEN_CARDS;
    memcpy(out->card, cards, sizeof cards);
    rng_shuffle(r, out->card, SMITTEN_CARDS);
}

/* Rule S1.1: which card of a deal is wrong, and why. */
SMITTEN_APART static const char *explain_deal(const struct deal *d, int *bad)
{
    struct smitten_hand seen = {0};
    for (int i = 0; i < d->n; i++) {
        unsigned bit = d->card[i] <= SMITTEN_NUMBERS ? smitten_bit(d->card[i]) : 0;
        *bad = i;
        if (bit == 0)
            return MSG("deal.card-not-in-play");
        if (seen.two & bit)
            return MSG("smitten.card-thrice");
        smitten_give(&seen, d->card[i]);
    }
    *bad = -1;
    return MSG("deal.count"); /* no card is wrong, so one is missing */
}

/* Rule S1.1: every number exactly twice, counted in 4 bits each. */
static const char *check_deal(const struct deal *d, int *bad)
{
    uint64_t count = 0;
    unsigned bits = 0;
    for (int i = 0; i < SMITTEN_CARDS; i++) {
        count += UINT64_C(1) << (d->card[i] & 15) * 4;
        bits |= d->card[i];
    }
    bool good = d->n == SMITTEN_CARDS && count == UINT64_C(0x2222222220) && bits < 16;
    return good ? NULL : explain_deal(d, bad);
}

/* Rule S4.1. */
SMITTEN_APART static void deal_solo(struct state *s, int hand, const uint8_t *card)
{
    give_open(&s->hand[hand], card[0]);
    give_open(&s->hand[hand], card[1]);
    s->closed[hand] = card[2];
}

/* Rules S3.1, S4.1. */
const char *smitten_deal(struct state *s, const struct deal *d, int *bad)
{
    *bad = -1;
    if (s->t.phase != SMITTEN_DEAL)
        return MSG("deal.not-now");
    const char *why = check_deal(d, bad);
    if (why != NULL)
        return why;
    const uint8_t *next = d->card + 1;
    s->aside = d->card[0];
    for (int who = 0; who < 2; who++, next += s->t.size) {
        if (smitten_is_solo(&s->t))
            deal_solo(s, who, next);
        else
            for (int i = 0; i < s->t.size; i++)
                smitten_give(&s->hand[who], next[i]);
    }
    s->t.decked = (uint8_t)(SMITTEN_CARDS - 1 - 2 * s->t.size);
    for (int i = s->t.decked - 1; i >= 0; i--)
        s->deck = s->deck << SMITTEN_DECK_BITS | next[i];
    s->t.turn = 1;
    begin_turn(s);
    return NULL;
}

/* Rules S3.6, S4.5: all win or nobody does. */
void smitten_result(const struct state *s, struct result *out)
{
    *out = (struct result){.seats = s->t.seats};
    for (int i = 0; i < s->t.seats; i++)
        out->score[i] = s->t.placed;
    if (s->t.placed == SMITTEN_GOAL)
        out->winners = (UINT32_C(1) << s->t.seats) - 1;
}
