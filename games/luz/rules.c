/* Luz: set-up, bids, tricks and score. */
#include <assert.h>
#include <string.h>

#include "games/luz/luz.h"

_Static_assert(sizeof(struct luz_open) == 160, "no padding: equal tables are equal bytes");

enum { ALL_SLOTS = (1 << LUZ_SLOTS) - 1 };

const char *luz_check(int seats, const int *opt)
{
    if (seats < LUZ_SEATS_MIN || seats > LUZ_SEATS_MAX)
        return MSG("check.seats");
    if (opt[LUZ_OPT_DEALER] < 0 || opt[LUZ_OPT_DEALER] >= seats)
        return MSG("luz.dealer-seat");
    return NULL;
}

void luz_init(struct state *s, int seats, const int *opt)
{
    memset(s, 0, sizeof *s);
    s->open.seats = (uint8_t)seats;
    s->open.dealer = (uint8_t)opt[LUZ_OPT_DEALER];
    s->open.aided = (uint8_t)opt[LUZ_OPT_MEMORY];
}

void luz_open_options(const struct luz_open *o, int *opt)
{
    opt[LUZ_OPT_DEALER] = o->dealer;
    opt[LUZ_OPT_MEMORY] = o->aided;
}

void luz_options_of(const struct state *s, int *opt)
{
    luz_open_options(&s->open, opt);
}

uint32_t luz_open_actors(const struct luz_open *o)
{
    if (o->phase == LUZ_DEAL)
        return GAME_DEALER;
    return o->phase == LUZ_OVER ? 0 : UINT32_C(1) << o->turn;
}

uint32_t luz_actors(const struct state *s)
{
    return luz_open_actors(&s->open);
}

/* Rule L2.1: the mark moves one seat left in every deal. */
int luz_first_player(const struct luz_open *o)
{
    assert(o->seats > 0);
    return (o->dealer + o->deal) % o->seats;
}

int luz_total(const struct luz_open *o, int seat)
{
    int sum = 0;
    for (int i = 0; i < LUZ_DEALS; i++)
        sum += o->sheet[i][seat];
    return sum;
}

int luz_best_seat(int seats, int first, const int *total, const int *last)
{
    int best = first;
    for (int i = 1, seat = first; i < seats; i++) {
        seat = luz_next_seat(seats, seat);
        int ahead = total[seat] - total[best];
        if (ahead > 0 || (ahead == 0 && last[seat] > last[best]))
            best = seat;
    }
    return best;
}

/* Rule L3.2 before deal 4, whose points are 0 until it is scored; rule L6.1 after it. */
static int best_seat(const struct luz_open *o)
{
    int total[LUZ_SEATS_MAX] = {0}, last[LUZ_SEATS_MAX] = {0};
    for (int i = 0; i < o->seats; i++) {
        total[i] = luz_total(o, i);
        last[i] += o->sheet[LUZ_DEALS - 1][i];
    }
    return luz_best_seat(o->seats, luz_first_player(o), total, last);
}

/* Rule L1.1. */
uint64_t luz_deck(int seats)
{
    uint64_t suit = (UINT64_C(1) << luz_values(seats)) - 1;
    uint64_t deck = 0;
    for (int i = 0; i < LUZ_COLOURS; i++)
        deck |= suit << (i * LUZ_VALUES);
    return deck;
}

void luz_shuffle(const struct state *s, struct rng *r, struct deal *out)
{
    int values = luz_values(s->open.seats);
    out->n = 0;
    for (int colour = 0; colour < LUZ_COLOURS; colour++)
        for (int i = 0; i < values; i++)
            out->card[out->n++] = (uint8_t)(colour * LUZ_VALUES + i);
    rng_shuffle(r, out->card, out->n);
}

/* Reads a deal as sets of ten cards. Their union is the whole deck exactly if each card is dealt
   once; if not, the shared check finds the reason. */
static const char *read_hands(const struct deal *d, int seats, uint64_t *hand, int *bad)
{
    const uint64_t deck[2] = {luz_deck(seats), 0};
    int want = (seats + 1) * LUZ_SLOTS;
    uint64_t all = 0;
    int numbers = 0;
    if (d->n != want)
        return game_check_cards(d, deck, want, bad);
    for (int i = 0; i <= seats; i++) {
        uint64_t set = 0;
        for (int j = 0; j < LUZ_SLOTS; j++) {
            int card = d->card[i * LUZ_SLOTS + j];
            numbers |= card;
            set |= UINT64_C(1) << (card & 63);
        }
        hand[i] = set;
        all |= set;
    }
    if (all != deck[0] || numbers > 63)
        return game_check_cards(d, deck, want, bad);
    return NULL;
}

/* Rule L2.2: the slots are the hand in card order. */
static void take_hand(struct state *s, int seat, uint64_t hand)
{
    uint16_t suit[LUZ_COLOURS] = {0};
    for (int slot = 0; slot < LUZ_SLOTS; slot++) {
        int card = luz_lowest(hand);
        hand &= hand - 1;
        s->card[seat][slot] = (uint8_t)card;
        suit[luz_colour(card)] |= (uint16_t)(1 << slot);
    }
    memcpy(s->open.suit[seat], suit, sizeof suit);
    s->open.left[seat] = ALL_SLOTS;
}

/* Rules L1.2, L2 and L3.2. */
const char *luz_deal(struct state *s, const struct deal *d, int *bad)
{
    struct luz_open *o = &s->open;
    uint64_t hand[LUZ_SEATS_MAX + 1] = {0};
    *bad = -1;
    if (o->phase != LUZ_DEAL)
        return MSG("deal.not-now");
    const char *why = read_hands(d, o->seats, hand, bad);
    if (why != NULL)
        return why;
    for (int i = 0; i < o->seats; i++)
        take_hand(s, i, hand[i]);
    s->aside = hand[o->seats];
    memset(o->leader, 0, sizeof o->leader);
    memset(o->play, 0, sizeof o->play);
    memset(o->bid, 0, sizeof o->bid);
    memset(o->won, 0, sizeof o->won);
    o->trick = 0;
    o->ahead = 0;
    o->deal++;
    o->phase = LUZ_BID;
    o->turn = (uint8_t)(o->deal == LUZ_DEALS ? best_seat(o) : luz_first_player(o));
    return NULL;
}

/* Rule L3.1: eleven bids without the safety bead and eleven with it. */
static int list_bids(move *out)
{
    for (int i = 0; i <= 2 * LUZ_BEADS_MAX + 1; i++)
        out[i] = (move)(LUZ_MOVE_BID + i);
    return 2 * LUZ_BEADS_MAX + 2;
}

int luz_legal(const struct state *s, int seat, move *out)
{
    const struct luz_open *o = &s->open;
    if (seat != o->turn || (o->phase != LUZ_BID && o->phase != LUZ_PLAY))
        return 0;
    if (o->phase == LUZ_BID)
        return list_bids(out);
    unsigned slots = luz_playable(o, seat);
    move *end = out;
    /* Writes every slot and advances only past playable ones: a branch would be mispredicted. */
    for (int slot = 0; slot < LUZ_SLOTS; slot++) {
        *end = luz_play_move(slot);
        end += slots >> slot & 1;
    }
    return (int)(end - out);
}

static const char *refuse_bid(move m)
{
    if (m >> 8 != LUZ_MOVE_BID >> 8)
        return MSG("luz.bid-expected");
    if ((m & LUZ_MOVE_NUMBER) > 2 * LUZ_BEADS_MAX + 1)
        return MSG("luz.bid-range");
    return NULL;
}

static const char *refuse_play(const struct luz_open *o, int seat, move m)
{
    unsigned slot = (unsigned)(m & LUZ_MOVE_NUMBER) - 1;
    if (m >> 8 != LUZ_MOVE_PLAY >> 8)
        return MSG("luz.play-expected");
    if (slot >= LUZ_SLOTS)
        return MSG("luz.slot-range");
    if ((luz_playable(o, seat) >> slot & 1) != 0)
        return NULL;
    return o->left[seat] >> slot & 1 ? MSG("luz.must-follow") : MSG("luz.slot-played");
}

const char *luz_refuse(const struct state *s, int seat, move m)
{
    const struct luz_open *o = &s->open;
    if (seat < 0 || seat >= o->seats)
        return MSG("move.no-such-seat");
    if (o->phase == LUZ_OVER)
        return MSG("luz.over");
    if (o->phase == LUZ_DEAL)
        return MSG("luz.before-deal");
    if (seat != o->turn)
        return MSG("move.not-your-turn");
    return o->phase == LUZ_BID ? refuse_bid(m) : refuse_play(o, seat, m);
}

/* Rule L5. */
int luz_points(int deal, int bid, int tricks)
{
    int beads = luz_beads(bid);
    int safety = luz_safety(bid);
    int over = tricks - beads;
    if (over == 0 || (safety && over == 1))
        return (safety ? 5 : 10) * deal;
    return over > 0 ? -5 * over : 5 * over;
}

static void end_deal(struct luz_open *o)
{
    for (int i = 0; i < o->seats; i++)
        o->sheet[o->deal - 1][i] = (int8_t)luz_points(o->deal, o->bid[i], o->won[i]);
    o->phase = o->deal == LUZ_DEALS ? LUZ_OVER : LUZ_DEAL;
    o->turn = 0;
}

/* Rules L4.1 and L4.5: the winner leads next, and the count grows. */
static void end_trick(struct luz_open *o)
{
    o->won[o->ahead]++;
    o->laid = 0;
    o->led = 0;
    o->turn = o->ahead;
    if (++o->trick == LUZ_TRICKS)
        end_deal(o);
}

static void play_slot(struct state *s, int seat, int slot)
{
    struct luz_open *o = &s->open;
    uint8_t *play = o->play[o->trick];
    int card = s->card[seat][slot];
    o->left[seat] ^= (uint16_t)(1 << slot);
    play[seat] = (uint8_t)(slot + 1);
    if (o->laid == 0) {
        o->leader[o->trick] = o->ahead = (uint8_t)seat;
        o->led = (uint8_t)luz_colour(card);
    } else {
        int best = s->card[o->ahead][play[o->ahead] - 1];
        int beats = luz_beats(card, best, o->led);
        o->ahead ^= (uint8_t)((o->ahead ^ seat) & -beats);
    }
    if (++o->laid == o->seats)
        end_trick(o);
    else
        o->turn = (uint8_t)luz_next_seat(o->seats, seat);
}

/* Rule L3.1: one round; its first bidder leads the first trick (rule L4.1). */
static void place_bid(struct luz_open *o, int seat, int number)
{
    o->bid[seat] = (uint8_t)(number + 1);
    o->turn = (uint8_t)luz_next_seat(o->seats, seat);
    if (o->bid[o->turn] != 0)
        o->phase = LUZ_PLAY;
}

void luz_apply(struct state *s, int seat, move m)
{
    assert(luz_refuse(s, seat, m) == NULL);
    int number = (int)(m & LUZ_MOVE_NUMBER);
    if (s->open.phase == LUZ_BID)
        place_bid(&s->open, seat, number);
    else
        play_slot(s, seat, number - 1);
}

void luz_result(const struct state *s, struct result *out)
{
    const struct luz_open *o = &s->open;
    *out = (struct result){.seats = o->seats};
    for (int i = 0; i < o->seats; i++)
        out->score[i] = luz_total(o, i);
    if (o->phase == LUZ_OVER)
        out->winners = UINT32_C(1) << best_seat(o);
}

/* Only a bid that was met scores points (rule L5.2). */
int luz_facts(const struct state *s, int seat, struct game_fact *out)
{
    *out = (struct game_fact){.id = MSG("fact.bids-met"), .of = LUZ_DEALS};
    for (int i = 0; i < LUZ_DEALS; i++)
        out->n += s->open.sheet[i][seat] > 0;
    return 1;
}
