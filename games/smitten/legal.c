/*
 * Smitten: legal moves, and the reasons for refusals.
 *
 * `fits_now` alone decides whether a card may be put down; `explain_put` only finds the reason for
 * its refusal, the most specific one first.
 */
#include <assert.h>

#include "games/smitten/smitten.h"

enum { MOVE_BITS = 0xfff };

/* Whether this kind of move with this number needs its announcement. */
static bool needs_call(const struct smitten_table *t, int kind, int number)
{
    return kind == SMITTEN_PLAY && smitten_needs_call(number, t->placed);
}

static int forced_call(const struct smitten_table *t, int square)
{
    return smitten_forced_call(smitten_is_solo(t) && t->option[SMITTEN_OPT_HARD1], square);
}

/* Moves that put a card down, as a set: bit i is `codes[...][i]`, the low byte of a move. Left
   numbers are bits 0 to 8, right ones 16 to 24; bits 9 and 25 are a 5 called lower. */
enum { FIVES = 0x00100010, LEFT_LOWER = 0x00000200, RIGHT_HIGHER = 0x00100000 };
enum { HIGHER = SMITTEN_HIGHER << 5, LOWER = SMITTEN_LOWER << 5, RIGHT = 1 << 4 };
enum { AHEAD = 6 }; /* bits 32 and up: padding, not moves */
static const uint8_t codes[2][32 + AHEAD] = {
    {1, 2, 3, 4, 5, 6, 7, 8, 9, [16] = 17, 18, 19, 20, 21, 22, 23, 24, 25},
    {1,         2,  3,  4,  5 | HIGHER,         6,  7,  8,  9,  5 | LOWER,
     [16] = 17, 18, 19, 20, 5 | RIGHT | HIGHER, 22, 23, 24, 25, 5 | RIGHT | LOWER},
};

/* Lists the numbers of `from` for both squares; `stem` is the move without its low byte. The first
   six are written whether they exist or not: mispredicted branches would cost more. */
static int list_cards(const struct smitten_table *t, unsigned from, move stem, move *out)
{
    unsigned set = (from & t->may[0]) | (from & t->may[1]) << 16;
    bool calls = needs_call(t, smitten_kind_of(stem), 5);
    if (calls) {
        set |= (set & FIVES) << 5;
        if (forced_call(t, SMITTEN_LEFT) != SMITTEN_SILENT)
            set &= ~(unsigned)(LEFT_LOWER | RIGHT_HIGHER);
    }
    int n = smitten_count(set);
    uint64_t left = set | ((UINT64_C(1) << AHEAD) - 1) << 32;
    for (int i = 0; i < AHEAD; i++, left &= left - 1)
        out[i] = stem | codes[calls][__builtin_ctzll(left)];
    for (int i = AHEAD; i < n; i++, left &= left - 1)
        out[i] = stem | codes[calls][__builtin_ctzll(left)];
    return n;
}

static unsigned revealable(const struct state *s)
{
    const struct smitten_hand *h = &s->hand[s->t.mover];
    return smitten_revealable(h->one, h->two, s->t.may[0] | (unsigned)s->t.may[1]);
}

SMITTEN_APART static int list_reveals(const struct state *s, int hand, move *out)
{
    int n = 0;
    for (unsigned left = revealable(s); left != 0; left &= left - 1)
        out[n++] = smitten_move(SMITTEN_REVEAL, hand, smitten_lowest(left), 0, 0);
    return n;
}

/* Rules S4.2, S4.6. */
SMITTEN_APART static int list_solo_turn(const struct state *s, move *out)
{
    const struct smitten_table *t = &s->t;
    int n = 0;
    for (int hand = 0; hand < 2; hand++) {
        n += list_cards(t, s->hand[hand].one, smitten_move(SMITTEN_PLAY, hand + 1, 0, 0, 0),
                        out + n);
        if (s->closed[hand] != 0)
            out[n++] = smitten_move(SMITTEN_FLIP, hand + 1, 0, 0, 0);
        if (!t->option[SMITTEN_OPT_EASY] || t->swapped)
            continue;
        for (unsigned left = s->hand[hand].one; left != 0; left &= left - 1)
            out[n++] = smitten_move(SMITTEN_SWAP, hand + 1, smitten_lowest(left), 0, 0);
    }
    return n;
}

/* The kind of move that puts a card down in each phase that has actors. */
enum { NO_KIND = 8 };
static const uint8_t kinds[] = {
    [SMITTEN_TURN] = SMITTEN_PLAY, [SMITTEN_CHAIN] = SMITTEN_PLAY, [SMITTEN_PUT] = SMITTEN_PLACE,
    [SMITTEN_SHOW] = NO_KIND,      [SMITTEN_TOP] = SMITTEN_PLACE,  [SMITTEN_FLIPPED] = SMITTEN_PLAY,
};

/* The numbers that may leave this hand (or the deck, card 3), if they fit. */
static unsigned sources(const struct state *s, int who)
{
    unsigned top = smitten_bit(s->t.top);
    unsigned own = smitten_free(s->hand[who].one, s->hand[who].two, s->t.kept);
    return top != 0 ? top : own;
}

int smitten_legal(const struct state *s, int seat, move *out)
{
    const struct smitten_table *t = &s->t;
    if (seat < 0 || seat >= t->seats || (t->actors >> seat & 1) == 0)
        return 0;
    int hand = 0;
    int who = seat;
    if (smitten_is_solo(t)) {
        if (t->phase == SMITTEN_TURN)
            return list_solo_turn(s, out);
        hand = t->phase == SMITTEN_TOP ? 0 : t->mover + 1;
        who = t->mover;
    }
    if (t->phase == SMITTEN_SHOW)
        return list_reveals(s, hand, out);
    return list_cards(t, sources(s, who), smitten_move(kinds[t->phase], hand, 0, 0, 0), out);
}

/* Whether the move names a hand exactly when it must: in solo, except for the deck's top card. */
static bool names_hand(const struct smitten_table *t, int hand)
{
    if (!smitten_is_solo(t) || t->phase == SMITTEN_TOP)
        return hand == 0;
    if (t->phase == SMITTEN_TURN)
        return hand == 1 || hand == 2;
    return hand == t->mover + 1;
}

/* The owner of the card that a move with a valid hand puts down. */
static int owner(const struct smitten_table *t, int seat, move m)
{
    int hand = smitten_hand_of(m);
    if (!smitten_is_solo(t))
        return seat;
    return hand == 0 ? t->mover : hand - 1;
}

static const char *explain_call(const struct smitten_table *t, move m)
{
    int number = smitten_number_of(m);
    int call = smitten_call_of(m);
    int forced = forced_call(t, smitten_square_of(m));
    if (!needs_call(t, smitten_kind_of(m), number)) {
        if (call == SMITTEN_SILENT)
            return NULL;
        return number == 5 ? MSG("smitten.call-last") : MSG("smitten.call-only-five");
    }
    if (call == SMITTEN_SILENT)
        return MSG("smitten.call-missing");
    if (forced != SMITTEN_SILENT && call != forced)
        return forced == SMITTEN_HIGHER ? MSG("smitten.call-left") : MSG("smitten.call-right");
    return NULL;
}

/* Whether a play or a place is legal now; the seat is one of the actors. */
static bool fits_now(const struct state *s, int seat, move m)
{
    const struct smitten_table *t = &s->t;
    unsigned bit = smitten_bit(smitten_number_of(m));
    if ((m & ~(move)MOVE_BITS) != 0 || smitten_kind_of(m) != kinds[t->phase] ||
        !names_hand(t, smitten_hand_of(m)))
        return false;
    if ((sources(s, owner(t, seat, m)) & t->may[smitten_square_of(m)] & bit) == 0)
        return false;
    if (smitten_number_of(m) != 5)
        return smitten_call_of(m) == SMITTEN_SILENT;
    return smitten_call_of(m) <= SMITTEN_LOWER && explain_call(t, m) == NULL;
}

/* Why the instruction forbids this square. NULL: it does not. */
static const char *explain_square(const struct smitten_table *t, int square)
{
    if (t->phase != SMITTEN_PUT)
        return NULL;
    switch (smitten_task(t, t->card)) {
    case SMITTEN_ASK_SAME:
    case SMITTEN_ASK_NEAR:
        return square != t->at ? MSG("smitten.same-square") : NULL;
    case SMITTEN_ASK_OTHER:
    case SMITTEN_ASK_CALL:
        return square == t->at ? MSG("smitten.other-square") : NULL;
    default:
        return NULL;
    }
}

/* Rules S1.2, S3.7. NULL: the card fits. */
static const char *explain_fit(const struct smitten_table *t, int number, int square)
{
    unsigned lies = t->square[square];
    unsigned bit = smitten_bit(number);
    uint16_t fit[2];
    smitten_fit(t->square, t->hard, fit);
    if (fit[square] & bit)
        return NULL;
    if (lies & bit)
        return MSG("smitten.cell-taken");
    if (lies != 0 && (smitten_beside(lies) & bit) == 0)
        return MSG("smitten.no-neighbour");
    return MSG("smitten.balance");
}

/* Why the instruction does not allow a card that fits. NULL: it does. */
static const char *explain_number(const struct smitten_table *t, int number, int square)
{
    if ((t->may[square] & smitten_bit(number)) != 0)
        return NULL;
    switch (smitten_task(t, t->card)) {
    case SMITTEN_ASK_CALL:
        return t->call == SMITTEN_HIGHER ? MSG("smitten.not-above") : MSG("smitten.not-below");
    case SMITTEN_ASK_NEW:
        return MSG("smitten.number-lies");
    default:
        return MSG("smitten.not-near");
    }
}

/* Why this phase has no such kind of move. NULL: it has. */
static const char *explain_kind(const struct smitten_table *t, int kind)
{
    switch (t->phase) {
    case SMITTEN_TURN:
        return kind == SMITTEN_PLAY ? NULL : MSG("smitten.must-begin");
    case SMITTEN_CHAIN:
        return kind == SMITTEN_PLAY ? NULL : MSG("smitten.must-play");
    case SMITTEN_PUT:
        return kind == SMITTEN_PLACE ? NULL : MSG("smitten.must-place");
    case SMITTEN_SHOW:
        return kind == SMITTEN_REVEAL ? NULL : MSG("smitten.must-reveal");
    case SMITTEN_TOP:
        return kind == SMITTEN_PLACE ? NULL : MSG("smitten.must-place-top");
    default:
        return kind == SMITTEN_PLAY ? NULL : MSG("smitten.must-play-flipped");
    }
}

static const char *explain_hand(const struct smitten_table *t, int hand)
{
    if (names_hand(t, hand))
        return NULL;
    if (!smitten_is_solo(t))
        return MSG("smitten.hand-named");
    if (t->phase == SMITTEN_TOP)
        return MSG("smitten.hand-top");
    if (hand == 0)
        return MSG("smitten.hand-missing");
    return t->phase == SMITTEN_FLIPPED ? MSG("smitten.must-play-flipped")
                                       : MSG("smitten.hand-other");
}

/* Why this card is not available. */
static const char *explain_source(const struct state *s, int seat, move m)
{
    const struct smitten_table *t = &s->t;
    int number = smitten_number_of(m);
    if (t->phase == SMITTEN_FLIPPED && number != t->card)
        return MSG("smitten.must-play-flipped");
    if (sources(s, owner(t, seat, m)) & smitten_bit(number))
        return NULL;
    if (t->phase == SMITTEN_TOP)
        return MSG("smitten.not-top");
    if (t->phase == SMITTEN_PUT && t->kept == number)
        return MSG("smitten.kept");
    return MSG("smitten.not-in-hand");
}

/* The reason for a refusal by `fits_now`. */
static const char *explain_put(const struct state *s, int seat, move m)
{
    const struct smitten_table *t = &s->t;
    int number = smitten_number_of(m);
    int square = smitten_square_of(m);
    const char *why = explain_kind(t, smitten_kind_of(m));
    if (why == NULL)
        why = explain_hand(t, smitten_hand_of(m));
    if (why == NULL)
        why = explain_source(s, seat, m);
    if (why == NULL)
        why = explain_square(t, square);
    if (why == NULL)
        why = explain_fit(t, number, square);
    if (why == NULL)
        why = explain_number(t, number, square);
    if (why == NULL)
        why = explain_call(t, m);
    assert(why != NULL);
    return why;
}

static const char *refuse_reveal(const struct state *s, move m)
{
    const struct smitten_table *t = &s->t;
    unsigned bit = smitten_bit(smitten_number_of(m));
    const char *why = explain_kind(t, SMITTEN_REVEAL);
    if (why == NULL)
        why = explain_hand(t, smitten_hand_of(m));
    if (why != NULL)
        return why;
    if ((s->hand[t->mover].one & bit) == 0)
        return MSG("smitten.not-in-hand");
    return revealable(s) & bit ? NULL : MSG("smitten.nothing-else");
}

/* Rule S4.2. */
static const char *refuse_flip(const struct state *s, move m)
{
    if (!smitten_is_solo(&s->t))
        return MSG("smitten.flip-two");
    if (s->t.phase != SMITTEN_TURN)
        return MSG("smitten.flip-now");
    return s->closed[smitten_hand_of(m) - 1] ? NULL : MSG("smitten.flip-none");
}

/* Rule S4.6, `easy`. */
static const char *refuse_swap(const struct state *s, move m)
{
    const struct smitten_table *t = &s->t;
    if (!smitten_is_solo(t))
        return MSG("smitten.swap-two");
    if (!t->option[SMITTEN_OPT_EASY])
        return MSG("smitten.swap-off");
    if (t->swapped)
        return MSG("smitten.swap-used");
    if (t->phase != SMITTEN_TURN)
        return MSG("smitten.swap-now");
    unsigned bit = smitten_bit(smitten_number_of(m));
    return s->hand[smitten_hand_of(m) - 1].one & bit ? NULL : MSG("smitten.not-in-hand");
}

/* Rule S3.2: from the deal to the end, in any seat's turn. */
SMITTEN_APART static const char *refuse_talk(const struct smitten_table *t, move m)
{
    int said = smitten_number_of(m);
    if (smitten_is_solo(t))
        return MSG("smitten.talk-solo");
    if (t->phase == SMITTEN_DEAL || t->phase == SMITTEN_OVER)
        return MSG("smitten.talk-now");
    if (m != smitten_move_say(said) || said == 0 || (said & 3) == 3 || (said & 12) == 12)
        return MSG("move.not-now");
    return NULL;
}

/* Whether the move has a text form. */
static bool well_formed(move m)
{
    int kind = smitten_kind_of(m);
    int number = smitten_number_of(m);
    int hand = smitten_hand_of(m);
    int call = smitten_call_of(m);
    if ((m & ~(move)MOVE_BITS) != 0 || hand == 3 || call == 3)
        return false;
    if (kind == SMITTEN_FLIP)
        return hand != 0 && m == smitten_move(kind, hand, 0, 0, 0);
    if (number < 1 || number > SMITTEN_NUMBERS)
        return false;
    if (kind == SMITTEN_REVEAL || kind == SMITTEN_SWAP)
        return m == smitten_move(kind, hand, number, 0, 0) && (hand != 0 || kind != SMITTEN_SWAP);
    return kind == SMITTEN_PLAY || (kind == SMITTEN_PLACE && call == SMITTEN_SILENT);
}

/* Why an actor may not make this move, which puts no card down; NULL if it may. */
SMITTEN_APART static const char *refuse_other(const struct state *s, int seat, move m)
{
    if (!well_formed(m))
        return MSG("move.not-now");
    switch (smitten_kind_of(m)) {
    case SMITTEN_REVEAL:
        return refuse_reveal(s, m);
    case SMITTEN_FLIP:
        return refuse_flip(s, m);
    case SMITTEN_SWAP:
        return refuse_swap(s, m);
    default:
        return explain_put(s, seat, m);
    }
}

const char *smitten_refuse(const struct state *s, int seat, move m)
{
    const struct smitten_table *t = &s->t;
    if (seat < 0 || seat >= t->seats)
        return MSG("move.no-such-seat");
    if (m & MOVE_TALK)
        return refuse_talk(t, m);
    if ((t->actors >> seat & 1) == 0)
        return MSG("move.not-your-turn");
    return fits_now(s, seat, m) ? NULL : refuse_other(s, seat, m);
}
