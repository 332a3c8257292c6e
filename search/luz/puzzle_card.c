/*
 * Luz puzzles: which card do you hold? A hand is sorted (rule L2.2), so the cards that a seat sees
 * leave a slot few values, and here one. The values of a slot are those of `luz_slot_cards`; this
 * file asks what weaker readers of the table would find, and says why a card cannot be there.
 */
#include <string.h>

#include "games/luz/luz.h"
#include "search/puzzle_kinds.h"

/* Tricks that lie far back are many cards to look through. */
enum { TRICKS_MOST = 6, HIDDEN_LEAST = 4, READER_LEAST = 3 };

/* What a reader of the table looks at, each more than the one before. */
enum reader { READS_HANDS, READS_TRICK, READS_PAST, READS_ALL };

static uint64_t bit_of(int card)
{
    return UINT64_C(1) << card;
}

/* The cards that a reader knows to be elsewhere. */
static uint64_t seen_by(const struct view *v, enum reader reader)
{
    const struct luz_open *o = &v->open;
    uint64_t seen = 0;
    for (int i = 0; i < o->seats; i++)
        for (int slot = 0; slot < LUZ_SLOTS; slot++) {
            bool held = o->left[i] >> slot & 1;
            bool lies = o->laid > 0 && o->play[o->trick][i] == slot + 1;
            enum reader needs = lies ? READS_TRICK : READS_PAST;
            if (i == v->seat)
                needs = READS_ALL;
            else if (held)
                needs = READS_HANDS;
            if (reader >= needs && v->card[i][slot] != LUZ_HIDDEN)
                seen |= bit_of(v->card[i][slot]);
        }
    return seen;
}

/* The free cards of a slot's colour from `low` to `high`, and the hidden slots before and after it
   that share them. */
struct span {
    uint64_t cards;
    int before, after;
    int low, high; /* own cards played from the same colour; -1: none */
};

/* A reader who forgets what the own slots have shown takes them for hidden. */
static struct span span_of(const struct view *v, int slot, uint64_t seen, bool own)
{
    const struct luz_open *o = &v->open;
    int colour = luz_slot_colour(o, v->seat, slot);
    unsigned suit = o->suit[v->seat][colour];
    struct span s = {.low = -1, .high = -1};
    int i = slot - 1, j = slot + 1;
    for (; i >= 0 && (suit >> i & 1); i--, s.before++)
        if (own && v->card[v->seat][i] != LUZ_HIDDEN)
            break;
    for (; j < LUZ_SLOTS && (suit >> j & 1); j++, s.after++)
        if (own && v->card[v->seat][j] != LUZ_HIDDEN)
            break;
    int from = colour * LUZ_VALUES, to = from + luz_values(o->seats);
    if (i >= 0 && (suit >> i & 1))
        from = (s.low = v->card[v->seat][i]) + 1;
    if (j < LUZ_SLOTS && (suit >> j & 1))
        to = s.high = v->card[v->seat][j];
    for (int card = from; card < to; card++)
        s.cards |= bit_of(card) & ~seen;
    return s;
}

/* How many values a reader leaves to the slot. */
static int count_left(const struct view *v, int slot, enum reader reader)
{
    struct span s = span_of(v, slot, seen_by(v, reader), reader >= READS_ALL);
    return __builtin_popcountll(s.cards) - s.before - s.after;
}

unsigned luz_puzzle_card_fails(const struct view *v, int seat, const struct puzzle_answer *a)
{
    (void)seat;
    unsigned fails = 0;
    for (int i = 0; i < READS_ALL; i++)
        fails |= (unsigned)(count_left(v, a->place - 1, (enum reader)i) > 1) << i;
    return fails;
}

/* The slot with one value that is hardest to find; -1: none is worth a question. */
static int find_slot(const struct view *v)
{
    int best = -1, most = READER_LEAST - 1;
    for (unsigned left = v->open.left[v->seat]; left != 0; left &= left - 1) {
        int slot = luz_lowest(left);
        uint64_t may = luz_slot_cards(v, slot);
        int hard = 0;
        for (int i = 0; i < READS_ALL; i++)
            hard += count_left(v, slot, (enum reader)i);
        /* Where nothing of the colour is free but these cards, there is little to deduce. */
        if (may != 0 && (may & (may - 1)) == 0 && hard > most) {
            best = slot;
            most = hard;
        }
    }
    return best;
}

bool luz_puzzle_card(const struct view *v, int seat, void *scratch, struct puzzle_answer *out)
{
    const struct luz_open *o = &v->open;
    (void)scratch;
    out->n = 0;
    if (o->phase != LUZ_PLAY || o->turn != seat || o->trick > TRICKS_MOST ||
        __builtin_popcount(o->left[seat]) < HIDDEN_LEAST)
        return false;
    int slot = find_slot(v);
    if (slot < 0)
        return false;
    int first = luz_slot_colour(o, seat, slot) * LUZ_VALUES;
    out->place = slot + 1;
    for (int i = 0; i < luz_values(o->seats); i++) {
        struct puzzle_choice *c = &out->choice[out->n++];
        struct buf b;
        buf_init(&b, c->text, sizeof c->text);
        luz_write_card(first + i, &b);
        c->value = luz_slot_cards(v, slot) == bit_of(first + i);
    }
    return puzzle_settle(out, 1, 1);
}

/* Where a card that the seat sees lies: it is in a hand, or was played. False: it sees none. */
static bool tell_seen(const struct view *v, int card, struct reason *out)
{
    const struct luz_open *o = &v->open;
    for (int i = 0; i < o->seats; i++)
        for (int slot = 0; slot < LUZ_SLOTS; slot++) {
            if (v->card[i][slot] != card)
                continue;
            if (o->left[i] >> slot & 1)
                reason_make(out, MSG("puzzle.luz-in-hand"), false);
            else
                reason_make(out, i == v->seat ? MSG("puzzle.luz-own") : MSG("puzzle.luz-played"),
                            false);
            reason_add(out, REASON_CARD, card);
            if (i != v->seat)
                reason_add(out, REASON_SEAT, i);
            return true;
        }
    return false;
}

/* Why a free card cannot be there: an own card that was played, or too few cards beside it. */
static void tell_order(const struct span *s, int card, struct reason *out)
{
    uint64_t below = s->cards & (bit_of(card) - 1);
    if (s->low >= 0 && card < s->low) {
        reason_make(out, MSG("puzzle.luz-above-own"), false);
        reason_add(reason_add(out, REASON_CARD, card), REASON_CARD, s->low);
    } else if (s->high >= 0 && card > s->high) {
        reason_make(out, MSG("puzzle.luz-below-own"), false);
        reason_add(reason_add(out, REASON_CARD, card), REASON_CARD, s->high);
    } else if (__builtin_popcountll(below) < s->before) {
        reason_make(out, MSG("puzzle.luz-too-low"), false);
        reason_add(reason_add(out, REASON_CARD, card), REASON_NUMBER, s->before);
        reason_add(out, REASON_NUMBER, __builtin_popcountll(below));
    } else {
        reason_make(out, MSG("puzzle.luz-too-high"), false);
        reason_add(reason_add(out, REASON_CARD, card), REASON_NUMBER, s->after);
        reason_add(out, REASON_NUMBER,
                   __builtin_popcountll(s->cards & ~(bit_of(card) - 1) & ~bit_of(card)));
    }
}

bool luz_puzzle_card_why(const struct view *v, int seat, const struct puzzle_answer *a, int choice,
                         struct reason *out)
{
    (void)seat;
    const char *text = a->choice[choice].text;
    int card = luz_read_card(text, strlen(text));
    struct span s = span_of(v, a->place - 1, seen_by(v, READS_ALL), true);
    if (card < 0)
        return false;
    if (a->choice[choice].right) {
        reason_make(out, MSG("puzzle.luz-only"), true);
        reason_add(out, REASON_CARD, card);
        reason_add(reason_add(out, REASON_NUMBER, s.before), REASON_NUMBER, s.after);
    } else if (!tell_seen(v, card, out)) {
        tell_order(&s, card, out);
    }
    return true;
}
