/*
 * Luz: why one move is better. Facts about a trick are certain: the other hands are seen, and an
 * own card is every card that its place allows. Shares are counted over worlds drawn from the view.
 * Trial deals play such worlds out by the quick policy of sim.h, as the forecast of study.h does.
 */
#include <string.h>

#include "search/luz/think.h"
#include "search/luz/tunables.h"
#include "search/reason.h"
#include "search/study.h"

enum code {
    TAKES,
    CANNOT,
    LIKELIER,
    DUCKS,
    UNWANTED,
    SAFER,
    FEEDS,
    SPOILS,
    TRUMPED,
    WASTES,
    SHEDS,
    SPENDS_TRUMP,
    KEEPS_HIGH,
    KEEPS_LOW,
    MET,
    BID_LOW,
    BID_HIGH,
    BID_SAFETY,
    BID_DOUBLE,
    CODES
};
static const char *const ids[CODES + 1] = {
    [TAKES] = MSG("reason.luz-takes"),
    [CANNOT] = MSG("reason.luz-cannot"),
    [LIKELIER] = MSG("reason.luz-likelier"),
    [DUCKS] = MSG("reason.luz-ducks"),
    [UNWANTED] = MSG("reason.luz-unwanted"),
    [SAFER] = MSG("reason.luz-safer"),
    [FEEDS] = MSG("reason.luz-feeds"),
    [SPOILS] = MSG("reason.luz-spoils"),
    [TRUMPED] = MSG("reason.luz-trumped"),
    [WASTES] = MSG("reason.luz-wastes"),
    [SHEDS] = MSG("reason.luz-sheds"),
    [SPENDS_TRUMP] = MSG("reason.luz-spends-trump"),
    [KEEPS_HIGH] = MSG("reason.luz-keeps-high"),
    [KEEPS_LOW] = MSG("reason.luz-keeps-low"),
    [MET] = MSG("reason.luz-met"),
    [BID_LOW] = MSG("reason.luz-bid-low"),
    [BID_HIGH] = MSG("reason.luz-bid-high"),
    [BID_SAFETY] = MSG("reason.luz-bid-safety"),
    [BID_DOUBLE] = MSG("reason.luz-bid-double"),
};

enum { NOBODY = -1 };

/* The aim of a bid from here on. */
enum want { WANTS_TRICKS, WANTS_NONE, WANTS_EITHER };

static enum want want_of(const struct luz_open *o, int seat, int *need)
{
    int beads = luz_beads(o->bid[seat]), won = o->won[seat];
    *need = beads - won;
    if (*need > 0)
        return WANTS_TRICKS;
    return luz_safety(o->bid[seat]) && *need == 0 ? WANTS_EITHER : WANTS_NONE;
}

/* ---- One card in the trick on the table ---- */

static uint64_t hand_of(const struct view *v, int seat)
{
    uint64_t hand = 0;
    for (unsigned left = v->open.left[seat]; left != 0; left &= left - 1)
        hand |= UINT64_C(1) << v->card[seat][luz_lowest(left)];
    return hand;
}

static uint64_t suit_of(int colour)
{
    return UINT64_C(0xfff) << colour * LUZ_VALUES;
}

/* The best card on the table; -1: none. */
static int find_best(const struct view *v)
{
    const struct luz_open *o = &v->open;
    return o->laid > 0 ? v->card[o->ahead][o->play[o->trick][o->ahead] - 1] : -1;
}

/* Whether a seat that plays later may, and whether it must, beat the card. */
static void look_later(const struct view *v, int seat, int card, int led, bool *may, bool *must)
{
    uint64_t cards = luz_follow(hand_of(v, seat), suit_of(led));
    *may = false;
    *must = true;
    for (; cards != 0; cards &= cards - 1) {
        bool beats = luz_beats(luz_lowest(cards), card, led);
        *may = *may || beats;
        *must = *must && beats;
    }
}

/* The fate of one own card: it surely takes the trick, or can. */
struct fate {
    bool sure, can;
};

static struct fate find_fate(const struct view *v, int seat, int card)
{
    const struct luz_open *o = &v->open;
    int led = o->laid > 0 ? o->led : luz_colour(card), best = find_best(v), later = seat;
    struct fate f = {true, true};
    if (best >= 0 && !luz_beats(card, best, led))
        return (struct fate){false, false};
    for (int i = o->laid + 1; i < o->seats; i++) {
        bool may, must;
        later = luz_next_seat(o->seats, later);
        look_later(v, later, card, led, &may, &must);
        f.sure = f.sure && !may;
        f.can = f.can && !must;
    }
    return f;
}

/* A play from a place of the own hand. */
struct lay {
    int slot, colour;
    bool sure;   /* takes the trick whatever it is */
    bool never;  /* cannot take it, whatever it is */
    bool always; /* is on top now whatever it is: only a later card can beat it */
    int percent; /* of the worlds in which it can take it */
    int top;     /* percent of the worlds in which no other hand has a higher card of its colour */
};

static void count_worlds(const struct view *v, int seat, uint64_t seed, struct lay *out)
{
    uint64_t others = 0;
    struct rng r;
    int can = 0, top = 0;
    rng_seed(&r, seed);
    for (int i = 0; i < v->open.seats; i++)
        others |= i != seat ? hand_of(v, i) : 0;
    for (int i = 0; i < TUNE_REASON_WORLDS; i++) {
        struct state world;
        luz_determinize(v, &r, &world);
        int card = world.card[seat][out->slot];
        can += find_fate(v, seat, card).can;
        top += (others & suit_of(out->colour)) >> card == 0;
    }
    out->percent = 100 * can / TUNE_REASON_WORLDS;
    out->top = 100 * top / TUNE_REASON_WORLDS;
}

static struct lay look_lay(const struct view *v, int seat, move m, uint64_t seed)
{
    struct lay out = {.slot = (int)(m & LUZ_MOVE_NUMBER) - 1, .sure = true, .never = true};
    out.colour = luz_slot_colour(&v->open, seat, out.slot);
    for (uint64_t may = luz_slot_cards(v, out.slot); may != 0; may &= may - 1) {
        struct fate f = find_fate(v, seat, luz_lowest(may));
        out.sure = out.sure && f.sure;
        out.never = out.never && !f.can;
    }
    count_worlds(v, seat, seed, &out);
    return out;
}

/* The seat that surely takes the trick if this card does not: nobody who plays later can beat the
   best card on the table. */
static int find_taker(const struct view *v, int seat, const struct lay *l)
{
    const struct luz_open *o = &v->open;
    int later = seat;
    if (!l->never || o->laid == 0)
        return NOBODY;
    for (int i = o->laid + 1; i < o->seats; i++) {
        bool may, must;
        later = luz_next_seat(o->seats, later);
        look_later(v, later, find_best(v), o->led, &may, &must);
        if (may)
            return NOBODY;
    }
    return o->ahead;
}

/* A later seat that has none of the colour led by this card, and trumps; NOBODY: none. */
static int find_ruffer(const struct view *v, int seat, const struct lay *l)
{
    const struct luz_open *o = &v->open;
    for (int i = 1; i < o->seats && o->laid == 0 && l->colour != LUZ_YELLOW; i++) {
        int other = (seat + i) % o->seats;
        uint64_t hand = hand_of(v, other);
        if ((hand & suit_of(l->colour)) == 0 && (hand & suit_of(LUZ_YELLOW)) != 0)
            return other;
    }
    return NOBODY;
}

/* ---- Reasons for a card ---- */

static bool tell(struct reason *r, enum code code, bool better)
{
    reason_make(r, ids[code], better);
    return true;
}

static bool tell_one(struct reason *r, enum code code, bool better, enum reason_what what, int n)
{
    reason_add(reason_make(r, ids[code], better), what, n);
    return true;
}

static bool tell_two(struct reason *r, enum code code, bool better, int first, int second)
{
    reason_add(reason_make(r, ids[code], better), REASON_PERCENT, first);
    reason_add(r, REASON_PERCENT, second);
    return true;
}

static bool wants_tricks(const struct view *v, int seat)
{
    int need;
    return want_of(&v->open, seat, &need) == WANTS_TRICKS;
}

static bool wants_none(const struct view *v, int seat)
{
    int need;
    return want_of(&v->open, seat, &need) == WANTS_NONE;
}

/* The trick goes to somebody else: to one who needs it, or to one who must not take it. */
static bool say_taker(const struct view *v, int seat, const struct lay *a, const struct lay *b,
                      struct reason *out)
{
    int now = find_taker(v, seat, a), other = find_taker(v, seat, b);
    if (now != NOBODY && now != other && wants_tricks(v, now))
        return tell_one(out, FEEDS, false, REASON_SEAT, now);
    if (other != NOBODY && now != other && wants_none(v, other))
        return tell_one(out, SPOILS, true, REASON_SEAT, other);
    return false;
}

/* The bet needs tricks. */
static bool say_needy(const struct view *v, int seat, const struct lay *a, const struct lay *b,
                      int need, struct reason *out)
{
    bool discards = a->never && v->open.laid > 0;
    if (b->sure && !a->sure)
        return tell_one(out, TAKES, true, REASON_NUMBER, need);
    if (a->never && !b->never)
        return tell_one(out, CANNOT, false, REASON_NUMBER, need);
    if (find_ruffer(v, seat, a) != NOBODY && find_ruffer(v, seat, b) == NOBODY)
        return tell_one(out, TRUMPED, false, REASON_SEAT, find_ruffer(v, seat, a));
    if (b->percent >= a->percent + TUNE_REASON_APART)
        return tell_two(out, LIKELIER, true, b->percent, a->percent);
    if (discards && a->top >= b->top + TUNE_REASON_APART)
        return tell_two(out, WASTES, false, a->top, b->top);
    if (a->colour == LUZ_YELLOW && b->colour != LUZ_YELLOW)
        return tell(out, SPENDS_TRUMP, false);
    return a->colour == b->colour && b->slot < a->slot && tell(out, KEEPS_HIGH, true);
}

/* The bet allows no more tricks. */
static bool say_full(const struct lay *a, const struct lay *b, struct reason *out)
{
    if (a->sure && !b->sure)
        return tell(out, UNWANTED, false);
    if (b->never && !a->never)
        return tell(out, DUCKS, true);
    if (a->percent >= b->percent + TUNE_REASON_APART)
        return tell_two(out, SAFER, true, b->percent, a->percent);
    if (b->never && b->top >= a->top + TUNE_REASON_APART)
        return tell_two(out, SHEDS, true, b->top, a->top);
    return a->colour == b->colour && b->slot > a->slot && tell(out, KEEPS_LOW, true);
}

/* The percentage of trial deals in which the bet is met after this play: every world is played out
   by the quick policy. */
static int count_met(const struct view *v, int seat, const struct lay *l, uint64_t seed,
                     const struct sim_lore *lore)
{
    struct rng r;
    int met = 0;
    rng_seed(&r, seed);
    for (int i = 0; i < TUNE_REASON_WORLDS; i++) {
        struct state world;
        struct sim s;
        struct rng luck;
        luz_determinize(v, &r, &world);
        rng_seed(&luck, rng_next(&r));
        sim_from_state(&s, &world);
        s.mode[seat] = SIM_OWN;
        sim_play(&s, world.card[seat][l->slot]);
        sim_finish(lore, &s, &luck);
        met += luz_points(v->open.deal, v->open.bid[seat], s.won[seat]) > 0;
    }
    return 100 * met / TUNE_REASON_WORLDS;
}

static bool say_met(const struct view *v, int seat, const struct lay *a, const struct lay *b,
                    uint64_t seed, struct study_room *room, struct reason *out)
{
    sim_learn(&room->lore, v->open.seats, SIM_FORECAST);
    int now = count_met(v, seat, a, seed, &room->lore);
    int then = count_met(v, seat, b, seed, &room->lore);
    return then >= now + TUNE_REASON_MET_APART && tell_two(out, MET, true, then, now);
}

/* The merits of a play, for hints. */
static bool praise_play(const struct view *v, int seat, const struct lay *b, enum want want,
                        int need, struct reason *out)
{
    int taker = find_taker(v, seat, b);
    if (want == WANTS_TRICKS && b->sure)
        return tell_one(out, TAKES, true, REASON_NUMBER, need);
    if (want == WANTS_NONE && b->never)
        return tell(out, DUCKS, true);
    return taker != NOBODY && wants_none(v, taker) &&
           tell_one(out, SPOILS, true, REASON_SEAT, taker);
}

static bool say_play(const struct view *v, int seat, move played, move better, uint64_t seed,
                     void *scratch, struct reason *out)
{
    int need;
    enum want want = want_of(&v->open, seat, &need);
    struct lay b = look_lay(v, seat, better, seed);
    if (played == better)
        return praise_play(v, seat, &b, want, need, out);
    struct lay a = look_lay(v, seat, played, seed);
    if (want == WANTS_TRICKS && say_needy(v, seat, &a, &b, need, out))
        return true;
    if (say_taker(v, seat, &a, &b, out))
        return true;
    if (want == WANTS_NONE && say_full(&a, &b, out))
        return true;
    return say_met(v, seat, &a, &b, seed, scratch, out);
}

/* ---- Reasons for a bid ---- */

static int percent_of(double chance)
{
    return (int)(100 * chance + 0.5);
}

/* The tricks made on average when aiming at this bid, in tenths. */
static int mean_tricks(const struct study *s, int bid)
{
    double sum = 0;
    for (int i = 0; i < STUDY_TRICKS; i++)
        sum += i * s->chance[bid][i];
    return (int)(10 * sum + 0.5);
}

extern const struct study_kind luz_study;

static bool say_bid(const struct view *v, int seat, move played, move better, uint64_t seed,
                    void *scratch, struct reason *out)
{
    const struct bot_limits limits = {.iterations = REASON_ITERATIONS};
    struct study s;
    int a = luz_study.number(played), b = luz_study.number(better);
    luz_study.look(v, seat, &limits, seed, scratch, &s);
    int met = percent_of(s.met[a]), will = percent_of(s.met[b]), mean = mean_tricks(&s, b);
    if (a != b && a / 2 < b / 2 && mean >= 10 * (a / 2) + 5)
        return tell_one(out, BID_LOW, false, REASON_TENTHS, mean);
    if (a != b && a / 2 > b / 2 && mean <= 10 * (a / 2) - 5)
        return tell_one(out, BID_HIGH, false, REASON_TENTHS, mean);
    if (b % 2 == 1 && (a == b || (a % 2 == 0 && will > met)))
        return tell_two(out, BID_SAFETY, true, will, percent_of(s.met[b - 1]));
    return b % 2 == 0 && (a == b || a % 2 == 1) &&
           tell_two(out, BID_DOUBLE, true, will, percent_of(s.met[b + 1]));
}

static bool say(const struct view *v, int seat, move played, move better, uint64_t seed,
                void *scratch, struct reason *out)
{
    if (played == MOVE_NONE)
        played = better;
    if (v->open.phase == LUZ_BID)
        return say_bid(v, seat, played, better, seed, scratch, out);
    return say_play(v, seat, played, better, seed, scratch, out);
}

extern const struct reason_kind luz_reasons;

const struct reason_kind luz_reasons = {
    .game = &luz_game, .ids = ids, .scratch = sizeof(struct study_room), .say = say};
