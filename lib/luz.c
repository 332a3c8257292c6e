/* Luz for the library: its actions, and views as numbers; docs/library.md lists their order. */
#include "games/luz/luz.h"
#include "lib/internal.h"

enum { CARDS = LUZ_COLOURS * LUZ_VALUES, OWN = 2 + LUZ_COLOURS + 2 };

static int count(int seats)
{
    return 4 + 3 + LUZ_COLOURS + seats * (6 + 3) + LUZ_SLOTS * OWN + seats * CARDS + CARDS +
           seats * CARDS;
}

/* The visible cards of a hand that are still held, and those played. */
static void list_cards(const struct view *v, int seat, uint64_t *held, uint64_t *played)
{
    *held = *played = 0;
    for (int slot = 0; slot < LUZ_SLOTS && v->open.deal > 0; slot++) {
        int card = v->card[seat][slot];
        if (card >= CARDS) /* as LUZ_HIDDEN is */
            continue;
        if (v->open.left[seat] >> slot & 1)
            *held |= UINT64_C(1) << card;
        else
            *played |= UINT64_C(1) << card;
    }
}

static void put_seat(struct lib_writer *w, const struct view *v, int seat)
{
    const struct luz_open *o = &v->open;
    int bid = o->bid[seat], beads = bid > 0 ? luz_beads(bid) : 0;
    lib_put(w, bid > 0);
    lib_put(w, (float)beads / LUZ_BEADS_MAX);
    lib_put(w, bid > 0 ? (float)luz_safety(bid) : 0);
    lib_put(w, (float)o->won[seat] / LUZ_TRICKS);
    lib_put(w, (float)luz_total(o, seat) / 50);
    lib_put(w, (float)__builtin_popcount(o->left[seat]) / LUZ_SLOTS);
    lib_put(w, (float)(luz_open_actors(o) >> seat & 1));
    lib_put(w, (float)(o->laid > 0 && o->ahead == seat));
    lib_put(w, (float)(o->laid > 0 && o->leader[o->trick] == seat));
}

/* The viewer's slots: still held, the colour, the lowest and highest possible card. */
static void put_own(struct lib_writer *w, const struct view *v)
{
    const struct luz_open *o = &v->open;
    for (int slot = 0; slot < LUZ_SLOTS; slot++) {
        if (v->seat < 0 || o->deal == 0 || o->phase == LUZ_DEAL) {
            lib_put_one(w, OWN, -1);
            continue;
        }
        int colour = luz_slot_colour(o, v->seat, slot);
        uint64_t may = luz_slot_cards(v, slot);
        lib_put(w, 1);
        lib_put(w, (float)(o->left[v->seat] >> slot & 1));
        lib_put_one(w, LUZ_COLOURS, colour);
        lib_put(w, may != 0 ? (float)(luz_lowest(may) % LUZ_VALUES + 1) / LUZ_VALUES : 0);
        lib_put(w,
                may != 0 ? (float)((63 - __builtin_clzll(may)) % LUZ_VALUES + 1) / LUZ_VALUES : 0);
    }
}

/* The card that a seat has laid in the current trick; -1: none. */
static int laid_card(const struct view *v, int seat)
{
    const struct luz_open *o = &v->open;
    int slot = o->laid > 0 ? o->play[o->trick][seat] - 1 : -1;
    return slot >= 0 ? v->card[seat][slot] : -1;
}

static void write(const struct view *v, struct lib_writer *w)
{
    const struct luz_open *o = &v->open;
    int from = v->seat >= 0 ? v->seat : 0;
    uint64_t held[LUZ_SEATS_MAX], played, gone = 0;
    lib_put_one(w, 4, o->phase);
    lib_put(w, (float)o->deal / LUZ_DEALS);
    lib_put(w, (float)o->trick / LUZ_TRICKS);
    lib_put(w, (float)o->laid / LUZ_SEATS_MAX);
    lib_put_one(w, LUZ_COLOURS, o->laid > 0 ? o->led : -1);
    for (int i = 0; i < o->seats; i++)
        put_seat(w, v, (from + i) % o->seats);
    put_own(w, v);
    for (int i = 0; i < o->seats; i++) {
        list_cards(v, (from + i) % o->seats, &held[i], &played);
        gone |= played;
        lib_put_bits(w, CARDS, held[i]);
    }
    lib_put_bits(w, CARDS, gone);
    for (int i = 0; i < o->seats; i++)
        lib_put_one(w, CARDS, laid_card(v, (from + i) % o->seats));
}

static void list_actions(const struct game *g, int seats, struct lib_actions *a)
{
    (void)seats;
    for (int beads = 0; beads <= 10; beads++)
        for (int safe = 0; safe < 2; safe++)
            lib_add_action(g, a, "bid %d%s", beads, safe ? "+" : "");
    for (int slot = 1; slot <= 10; slot++)
        lib_add_action(g, a, "play %d", slot);
}

const struct lib_encoder lib_encode_luz = {"luz", list_actions, count, write};
