/*
 * Luz: what a seat may know (rule L7.1), and worlds drawn from it.
 *
 * A world is a way to fill the hidden slots with unseen cards so that the values rise within each
 * colour of each hand; the other cards are set aside. All deals are equally likely, so all worlds
 * that fit a view are too.
 *  - For a seat only its own hand is hidden. Known cards divide each colour of it into gaps that
 *    share no candidates, so a world is one independent choice per gap: `fill_gaps`.
 *  - For the spectator all hands are hidden and compete for the same cards. Per colour, worlds
 *    are counted value by value, and one is drawn by those counts: `split_colour`. There is no
 *    rejection and no approximation.
 */
#include <assert.h>
#include <string.h>

#include "games/luz/luz.h"

/* Rule L7.2: with strict memory nobody shows a player the earlier tricks again. */
bool luz_shows_past(const struct state *s)
{
    return s->open.aided;
}

void luz_observe(const struct state *s, int seat, struct view *out)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->open, &s->open, sizeof out->open);
    memcpy(out->card, s->card, sizeof out->card);
    out->seat = (int8_t)seat;
    for (int i = 0; i < s->open.seats; i++)
        if (i == seat || seat == GAME_SPECTATOR)
            for (unsigned left = s->open.left[i]; left != 0; left &= left - 1)
                out->card[i][luz_lowest(left)] = LUZ_HIDDEN;
}

void luz_reveal(const struct state *s, struct view *v)
{
    memcpy(v->card, s->card, sizeof v->card);
}

int luz_slot_colour(const struct luz_open *o, int seat, int slot)
{
    int colour = 0;
    while ((o->suit[seat][colour] >> slot & 1) == 0)
        colour++;
    return colour;
}

/* All cards of the game that the view does not show: in hidden slots or set aside. */
static uint64_t unseen_cards(const struct view *v)
{
    uint64_t unseen = luz_deck(v->open.seats);
    for (int i = 0; i < v->open.seats; i++)
        for (int slot = 0; slot < LUZ_SLOTS; slot++)
            if (v->card[i][slot] != LUZ_HIDDEN)
                unseen &= ~(UINT64_C(1) << v->card[i][slot]);
    return unseen;
}

/* A run of hidden slots of one colour, and the cards between its known neighbours. */
struct gap {
    int from, to; /* slots from <= slot < to */
    uint64_t cards;
};

/* The gap around a hidden slot. */
static struct gap find_gap(const struct view *v, int seat, int slot, uint64_t unseen)
{
    const uint8_t *card = v->card[seat];
    int colour = luz_slot_colour(&v->open, seat, slot);
    unsigned suit = v->open.suit[seat][colour];
    int low = colour * LUZ_VALUES; /* the cards low <= card < high fit */
    int high = low + LUZ_VALUES;
    struct gap g = {.from = slot, .to = slot + 1};
    while (g.from > 0 && (suit >> (g.from - 1) & 1) && card[g.from - 1] == LUZ_HIDDEN)
        g.from--;
    while ((suit >> g.to & 1) && card[g.to] == LUZ_HIDDEN)
        g.to++;
    if (g.from > 0 && (suit >> (g.from - 1) & 1))
        low = card[g.from - 1] + 1;
    if (suit >> g.to & 1)
        high = card[g.to];
    g.cards = unseen & ((UINT64_C(1) << high) - (UINT64_C(1) << low));
    return g;
}

/* Each lower slot of the gap needs a lower card, each higher slot a higher one; the rest of the
   candidates are possible. */
uint64_t luz_slot_cards(const struct view *v, int slot)
{
    int card = v->card[v->seat][slot];
    if (card != LUZ_HIDDEN)
        return UINT64_C(1) << card;
    struct gap g = find_gap(v, v->seat, slot, unseen_cards(v));
    int n = __builtin_popcountll(g.cards) - (g.to - g.from) + 1;
    uint64_t may = 0;
    for (int i = g.from; i < slot; i++)
        g.cards &= g.cards - 1;
    for (; n > 0; n--) {
        may |= g.cards & -g.cards;
        g.cards &= g.cards - 1;
    }
    return may;
}

/* Fills one seat's hidden slots when all else is known: each gap gets a uniform choice of its
   candidates, in order. */
static void fill_gaps(const struct view *v, struct rng *r, uint8_t *hand)
{
    uint64_t unseen = unseen_cards(v);
    for (int slot = 0; slot < LUZ_SLOTS; slot++) {
        if (v->card[v->seat][slot] != LUZ_HIDDEN)
            continue;
        struct gap g = find_gap(v, v->seat, slot, unseen);
        int n = __builtin_popcountll(g.cards);
        for (; slot < g.to; g.cards &= g.cards - 1, n--)
            if (rng_below(r, (uint32_t)n) < (uint32_t)(g.to - slot))
                hand[slot++] = (uint8_t)luz_lowest(g.cards);
        slot--;
    }
}

/*
 * One colour of a spectator's world. A place encodes how many hidden slots of each seat are filled,
 * as a number with a digit per seat. Hands of 2, 2, 2, 3 and 3 of the 12 cards have the most
 * places; there are at most 12! / 2!^6 = 7484400 worlds.
 */
enum { PLACES_MAX = 3 * 3 * 3 * 4 * 4 };

struct split {
    int seats;
    int low;                                   /* the colour's lowest card */
    uint64_t unseen;                           /* of this colour */
    int n[LUZ_SEATS_MAX];                      /* hidden slots */
    uint8_t slot[LUZ_SEATS_MAX][LUZ_SLOTS];    /* their numbers, rising */
    uint64_t fits[LUZ_SEATS_MAX][LUZ_SLOTS];   /* the cards of their gap */
    int step[LUZ_SEATS_MAX];                   /* added to the place per filled slot */
    int places;                                /* in the last one all slots are filled */
    uint32_t ways[LUZ_VALUES + 1][PLACES_MAX]; /* to hand out this value and all above it */
};

static void init_split(struct split *p, const struct view *v, int colour, uint64_t unseen)
{
    p->seats = v->open.seats;
    p->low = colour * LUZ_VALUES;
    p->unseen = unseen & (((UINT64_C(1) << LUZ_VALUES) - 1) << p->low);
    p->places = 1;
    for (int i = 0; i < p->seats; i++) {
        p->n[i] = 0;
        for (unsigned m = v->open.suit[i][colour] & v->open.left[i]; m != 0; m &= m - 1) {
            int slot = luz_lowest(m);
            p->slot[i][p->n[i]] = (uint8_t)slot;
            p->fits[i][p->n[i]++] = find_gap(v, i, slot, p->unseen).cards;
        }
        p->step[i] = p->places;
        p->places *= p->n[i] + 1;
    }
    assert(p->places <= PLACES_MAX);
}

/* The number of ways in which the seat can take this card at this place. */
static uint32_t ways_of_seat(const struct split *p, int seat, int value, int place)
{
    int filled = place / p->step[seat] % (p->n[seat] + 1);
    if (filled == p->n[seat] || (p->fits[seat][filled] >> (p->low + value) & 1) == 0)
        return 0;
    return p->ways[value + 1][place + p->step[seat]];
}

/* Counts from the highest value down. A known card is in no gap and changes nothing. An unseen one
   goes to a seat or is set aside; if a slot stays empty past its gap, there is no way. */
static void count_ways(struct split *p)
{
    for (int place = 0; place < p->places; place++)
        p->ways[LUZ_VALUES][place] = place == p->places - 1;
    for (int value = LUZ_VALUES - 1; value >= 0; value--) {
        for (int place = 0; place < p->places; place++) {
            uint32_t ways = p->ways[value + 1][place];
            for (int i = 0; i < p->seats; i++)
                ways += ways_of_seat(p, i, value, place);
            p->ways[value][place] = ways;
        }
    }
}

/* Draws one of the ways, from the lowest value up. */
static void split_colour(struct split *p, struct rng *r, struct state *out)
{
    int place = 0;
    count_ways(p);
    for (int value = 0; value < LUZ_VALUES; value++) {
        if ((p->unseen >> (p->low + value) & 1) == 0)
            continue;
        uint32_t pick = rng_below(r, p->ways[value][place]);
        for (int i = 0; i < p->seats; i++) {
            uint32_t ways = ways_of_seat(p, i, value, place);
            if (pick < ways) {
                int filled = place / p->step[i] % (p->n[i] + 1);
                out->card[i][p->slot[i][filled]] = (uint8_t)(p->low + value);
                place += p->step[i];
                break;
            }
            pick -= ways;
        }
    }
    assert(place == p->places - 1);
}

static void fill_hands(const struct view *v, struct rng *r, struct state *out)
{
    struct split p;
    uint64_t unseen = unseen_cards(v);
    for (int colour = 0; colour < LUZ_COLOURS; colour++) {
        init_split(&p, v, colour, unseen);
        split_colour(&p, r, out);
    }
}

void luz_determinize(const struct view *v, struct rng *r, struct state *out)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->open, &v->open, sizeof out->open);
    memcpy(out->card, v->card, sizeof out->card);
    if (v->open.deal == 0)
        return;
    if (v->seat == GAME_SPECTATOR)
        fill_hands(v, r, out);
    else
        fill_gaps(v, r, out->card[v->seat]);
    out->aside = luz_deck(v->open.seats);
    for (int i = 0; i < v->open.seats; i++)
        for (int slot = 0; slot < LUZ_SLOTS; slot++)
            out->aside &= ~(UINT64_C(1) << out->card[i][slot]);
}

/* Played cards lie in their slots still, so a world holds the whole deal. */
void luz_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                struct deal *d)
{
    uint64_t aside = world->aside;
    (void)now, (void)seat, (void)r;
    d->n = 0;
    for (int i = 0; i < world->open.seats; i++)
        for (int slot = 0; slot < LUZ_SLOTS; slot++)
            d->card[d->n++] = world->card[i][slot];
    for (; aside != 0; aside &= aside - 1)
        d->card[d->n++] = (uint8_t)luz_lowest(aside);
}
