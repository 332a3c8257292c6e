/*
 * Luz: aids, from what is displayed (rule L7.2).
 *
 * With `aided` that is all that the view knows. With `strict` it is the open hands, the trick on
 * the table, the one just finished while it lies there, and the order of the own cards still held:
 * earlier tricks tell nothing, not even by the gaps that they left in the own hand.
 */
#include <string.h>

#include "core/aids.h"
#include "games/luz/luz.h"

/* The displayed cards. In the own hand the cards that are forgotten leave no gap. */
struct sight {
    struct view view;
    uint8_t place[LUZ_SLOTS]; /* of an own slot in `view` */
};

/* Whether the cards of a trick are displayed. */
static bool shows_trick(const struct luz_open *o, int trick)
{
    return o->aided || trick == o->trick || (trick == o->trick - 1 && o->laid == 0);
}

static void forget_tricks(const struct luz_open *o, struct view *out)
{
    for (int trick = 0; trick < o->trick; trick++)
        for (int i = 0; i < o->seats && !shows_trick(o, trick); i++)
            out->card[i][o->play[trick][i] - 1] = LUZ_HIDDEN;
}

/* Moves the own cards together where a forgotten one lay. */
static void close_gaps(const struct view *v, struct sight *out)
{
    struct view *to = &out->view;
    int seat = (uint8_t)v->seat, n = 0; /* no spectator */
    memset(to->card[seat], LUZ_HIDDEN, sizeof to->card[seat]);
    memset(to->open.suit[seat], 0, sizeof to->open.suit[seat]);
    for (int slot = 0; slot < LUZ_SLOTS; slot++) {
        bool held = v->open.left[seat] >> slot & 1, lies = false;
        for (int trick = 0; trick <= v->open.trick && trick < LUZ_TRICKS; trick++)
            lies = lies || (v->open.play[trick][seat] == slot + 1 && shows_trick(&v->open, trick));
        out->place[slot] = (uint8_t)n;
        if (!held && !lies)
            continue;
        int colour = luz_slot_colour(&v->open, seat, slot);
        to->open.suit[seat][colour] |= (uint16_t)(1 << n);
        to->card[seat][n++] = v->card[seat][slot];
    }
}

static void look(const struct view *v, struct sight *out)
{
    memcpy(&out->view, v, sizeof *v);
    if (v->open.deal == 0) {
        memset(out->view.card, LUZ_HIDDEN, sizeof out->view.card);
        return;
    }
    forget_tricks(&v->open, &out->view);
    if (v->seat != GAME_SPECTATOR)
        close_gaps(v, out);
}

static uint64_t seen_cards(const struct view *v)
{
    uint64_t seen = 0;
    for (int i = 0; i < v->open.seats; i++)
        for (int slot = 0; slot < LUZ_SLOTS; slot++)
            if (v->card[i][slot] != LUZ_HIDDEN)
                seen |= UINT64_C(1) << v->card[i][slot];
    return seen;
}

static const char letters[] = "RYGBV";

static void put_sets(const struct view *v, struct buf *b)
{
    unsigned all = (1U << luz_values(v->open.seats)) - 1;
    uint64_t seen = seen_cards(v);
    buf_put_key(b, "sets");
    buf_put_char(b, '[');
    for (int i = 0; i < LUZ_COLOURS; i++) {
        unsigned part = (unsigned)(seen >> i * LUZ_VALUES) & all;
        aids_put_set(letters[i], aids_count(part), aids_count(all & ~part), b);
    }
    buf_put_char(b, ']');
}

/* The card that a seat has laid in the current trick; LUZ_HIDDEN: none. */
static int laid_card(const struct view *v, int seat)
{
    const struct luz_open *o = &v->open;
    int slot = o->phase == LUZ_PLAY ? o->play[o->trick][seat] : 0;
    return slot != 0 ? v->card[seat][slot - 1] : LUZ_HIDDEN;
}

/* Whether another seat's card that lies already, or one that it may lay (rule L4.3), takes the
   trick from this card. */
static bool can_beat(const struct view *v, int seat, int mine, int led, bool joins)
{
    int laid = laid_card(v, seat);
    uint64_t hand = 0;
    if (joins && laid != LUZ_HIDDEN)
        return luz_beats(laid, mine, led);
    for (unsigned left = v->open.left[seat]; left != 0; left &= left - 1)
        hand |= UINT64_C(1) << v->card[seat][luz_lowest(left)];
    uint64_t suit = ((UINT64_C(1) << LUZ_VALUES) - 1) << led * LUZ_VALUES;
    for (hand = luz_follow(hand, suit); hand != 0; hand &= hand - 1)
        if (luz_beats(luz_lowest(hand), mine, led))
            return true;
    return false;
}

/* The seats that can beat all of these cards, or some of them. */
static void put_beaten(const struct view *v, uint64_t may, bool joins, struct buf *b)
{
    uint32_t sure = 0, maybe = 0;
    for (int i = 0; i < v->open.seats; i++) {
        int n = 0, all = __builtin_popcountll(may);
        for (uint64_t left = i == v->seat ? 0 : may; left != 0; left &= left - 1) {
            int card = luz_lowest(left);
            n += can_beat(v, i, card, joins ? v->open.led : luz_colour(card), joins);
        }
        sure |= (uint32_t)(n == all) << i;
        maybe |= (uint32_t)(n > 0 && n < all) << i;
    }
    buf_put_key(b, "beaten");
    buf_put_char(b, '{');
    buf_put_key(b, "sure");
    game_write_seats(sure, b);
    buf_put_key(b, "maybe");
    game_write_seats(maybe, b);
    buf_put_char(b, '}');
}

/* The own cards: what each can be, and who could beat it in this trick if it may be played there;
   before the own next trick, if it were led. */
static void put_own(const struct view *v, const struct sight *s, struct buf *b)
{
    const struct luz_open *o = &v->open;
    bool joins = o->phase == LUZ_PLAY && o->laid > 0 && o->play[o->trick][v->seat] == 0;
    unsigned may_play = joins ? luz_playable(o, v->seat) : o->left[v->seat];
    buf_put_key(b, "own");
    buf_put_char(b, '[');
    for (unsigned left = o->left[v->seat]; left != 0; left &= left - 1) {
        int slot = luz_lowest(left);
        uint64_t may = luz_slot_cards(&s->view, s->place[slot]);
        int colour = luz_slot_colour(o, v->seat, slot);
        buf_put_comma(b);
        buf_put_char(b, '{');
        buf_put_key_int(b, "slot", slot + 1);
        buf_put_key_text(b, "set", (const char[]){letters[colour], '\0'});
        aids_put_values("may", aids_count((unsigned)(may >> colour * LUZ_VALUES)), b);
        if (may_play >> slot & 1)
            put_beaten(v, may, joins, b);
        buf_put_char(b, '}');
    }
    buf_put_char(b, ']');
}

void luz_write_aids(const struct view *v, struct buf *b)
{
    struct sight s;
    look(v, &s);
    buf_put_char(b, '{');
    put_sets(&s.view, b);
    if (v->seat != GAME_SPECTATOR)
        put_own(v, &s, b);
    buf_put_char(b, '}');
}
