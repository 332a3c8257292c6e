/*
 * Luz puzzles: the last tricks. A card is right if the seat meets its bid with it for certain:
 * whatever its own cards are, and whatever the others play. All worlds of the view are searched
 * together, because the seat cannot tell them apart: at its own turn one slot has to do for all of
 * them, and the card that it shows leaves those where it lies there. The others may know everything
 * and only want the bid to fail, so no assumption about them is needed.
 */
#include <string.h>

#include "games/luz/luz.h"
#include "search/puzzle_kinds.h"

enum { CARDS_MOST = 4, CARDS_LEAST = 2, WORLDS_MOST = 512, MET = -1 };

/* The own cards by slot, in the order of the slots left. */
struct world {
    uint8_t card[CARDS_MOST];
};

struct worlds {
    int n;
    struct world world[WORLDS_MOST];
};

/* What all worlds share. */
struct facts {
    int seats, seat, beads, most; /* the bid is met by `beads` to `most` tricks */
    int slots;
    uint8_t slot[CARDS_MOST], colour[CARDS_MOST];
};

struct now {
    uint64_t hand[LUZ_SEATS_MAX];                /* the others' cards */
    unsigned own;                                /* own cards left, by index in `slot` */
    int turn, led, laid, best, ahead, won, left; /* `left`: tricks that are not over */
};

/* ---- Worlds ---- */

/* Lists the hands that rise within a colour; false: too many. */
static bool list_from(const struct view *v, const struct facts *f, int i, struct world *w,
                      struct worlds *out)
{
    if (i == f->slots || i == CARDS_MOST) {
        if (out->n == WORLDS_MOST)
            return false;
        out->world[out->n++] = *w;
        return true;
    }
    bool follows = i > 0 && f->colour[i - 1] == f->colour[i];
    for (uint64_t may = luz_slot_cards(v, f->slot[i]); may != 0; may &= may - 1) {
        w->card[i] = (uint8_t)luz_lowest(may);
        if (follows && w->card[i] <= w->card[i - 1])
            continue;
        if (!list_from(v, f, i + 1, w, out))
            return false;
    }
    return true;
}

static void read_view(const struct view *v, int seat, struct facts *f, struct now *n)
{
    const struct luz_open *o = &v->open;
    *f = (struct facts){.seats = o->seats, .seat = seat, .beads = luz_beads(o->bid[seat])};
    f->most = f->beads + luz_safety(o->bid[seat]);
    *n = (struct now){.turn = seat,
                      .won = o->won[seat],
                      .left = LUZ_TRICKS - o->trick,
                      .led = o->led,
                      .laid = o->laid,
                      .ahead = o->ahead};
    for (unsigned left = o->left[seat]; left != 0; left &= left - 1) {
        f->slot[f->slots] = (uint8_t)luz_lowest(left);
        f->colour[f->slots] = (uint8_t)luz_slot_colour(o, seat, f->slot[f->slots]);
        n->own |= 1U << f->slots++;
    }
    for (int i = 0; i < o->seats; i++)
        for (unsigned left = i == seat ? 0 : o->left[i]; left != 0; left &= left - 1)
            n->hand[i] |= UINT64_C(1) << v->card[i][luz_lowest(left)];
    if (n->laid > 0)
        n->best = v->card[o->ahead][o->play[o->trick][o->ahead] - 1];
}

/* ---- Search ---- */

static int search(const struct facts *f, const struct now *n, const struct worlds *w);

/* A seat lays a card. */
static void lay(const struct facts *f, struct now *n, int seat, int card)
{
    if (n->laid == 0)
        n->led = luz_colour(card);
    if (n->laid == 0 || luz_beats(card, n->best, n->led)) {
        n->best = card;
        n->ahead = seat;
    }
    n->turn = luz_next_seat(f->seats, seat);
    if (++n->laid < f->seats)
        return;
    n->won += n->ahead == f->seat;
    n->turn = n->ahead;
    n->laid = 0;
    n->left--;
}

/* The seat plays its i-th card: the worlds split by what it is. The first failure counts. */
static int play_own(const struct facts *f, const struct now *n, const struct worlds *w, int i)
{
    uint64_t cards = 0;
    for (int k = 0; k < w->n; k++)
        cards |= UINT64_C(1) << w->world[k].card[i];
    for (; cards != 0; cards &= cards - 1) {
        int card = luz_lowest(cards), tricks;
        struct now next = *n;
        struct worlds some;
        some.n = 0;
        for (int k = 0; k < w->n; k++)
            if (w->world[k].card[i] == card)
                some.world[some.n++] = w->world[k];
        next.own &= ~(1U << i);
        lay(f, &next, f->seat, card);
        if ((tricks = search(f, &next, &some)) != MET)
            return tricks;
    }
    return MET;
}

/* Rule L4.3, by the colours of the slots. */
static unsigned own_playable(const struct facts *f, const struct now *n)
{
    unsigned suit = 0;
    for (int i = 0; i < f->slots && i < CARDS_MOST; i++)
        suit |= (unsigned)(n->laid > 0 && f->colour[i] == n->led) << i;
    return (unsigned)luz_follow(n->own, suit);
}

/* MET if the bid is met for certain; otherwise a number of tricks that the seat may end with. */
static int search(const struct facts *f, const struct now *n, const struct worlds *w)
{
    if (n->won > f->most || n->won + n->left < f->beads || n->left == 0)
        return n->won >= f->beads && n->won <= f->most ? MET : n->won;
    if (n->turn == f->seat) {
        int tricks = MET;
        for (unsigned left = own_playable(f, n); left != 0; left &= left - 1) {
            int now = play_own(f, n, w, __builtin_ctz(left));
            if (now == MET)
                return MET;
            tricks = now;
        }
        return tricks;
    }
    uint64_t led = n->laid > 0 ? UINT64_C(0xfff) << n->led * LUZ_VALUES : 0;
    for (uint64_t may = luz_follow(n->hand[n->turn], led); may != 0; may &= may - 1) {
        struct now next = *n;
        int tricks;
        next.hand[n->turn] &= ~(may & -may);
        lay(f, &next, n->turn, luz_lowest(may));
        if ((tricks = search(f, &next, w)) != MET)
            return tricks;
    }
    return MET;
}

/* ---- The puzzle ---- */

static bool read_worlds(const struct view *v, int seat, struct facts *f, struct now *n,
                        struct worlds *w)
{
    const struct luz_open *o = &v->open;
    struct world room;
    int cards = o->phase == LUZ_PLAY && o->turn == seat ? __builtin_popcount(o->left[seat]) : 0;
    if (cards < CARDS_LEAST || cards > CARDS_MOST)
        return false;
    read_view(v, seat, f, n);
    w->n = 0;
    return list_from(v, f, 0, &room, w);
}

bool luz_puzzle_last(const struct view *v, int seat, void *scratch, struct puzzle_answer *out)
{
    struct facts f;
    struct now n;
    struct worlds w;
    (void)scratch;
    out->n = out->place = 0;
    if (!read_worlds(v, seat, &f, &n, &w))
        return false;
    for (unsigned left = own_playable(&f, &n); left != 0; left &= left - 1) {
        int i = __builtin_ctz(left);
        puzzle_add_move(out, &luz_game, luz_play_move(f.slot[i]), play_own(&f, &n, &w, i) == MET);
    }
    return puzzle_settle(out, 1, 1);
}

/* A hand with which this card fails although the seat knew it, with the tricks: a reason with at
   most three cards. */
static bool tell_hand(const struct facts *f, const struct now *n, const struct worlds *w, int i,
                      struct reason *out)
{
    static const char *const ids[] = {MSG("puzzle.luz-hand-2"), MSG("puzzle.luz-hand-3")};
    if (f->slots < CARDS_LEAST || f->slots > REASON_ARGS - 1)
        return false;
    for (int k = 0; k < w->n; k++) {
        struct worlds one = {.n = 1};
        one.world[0] = w->world[k];
        int tricks = play_own(f, n, &one, i);
        if (tricks == MET)
            continue;
        reason_make(out, ids[f->slots - CARDS_LEAST], false);
        for (int j = 0; j < f->slots; j++)
            reason_add(out, REASON_CARD, w->world[k].card[j]);
        reason_add(out, REASON_NUMBER, tricks);
        return true;
    }
    return false;
}

bool luz_puzzle_last_why(const struct view *v, int seat, const struct puzzle_answer *a, int choice,
                         struct reason *out)
{
    struct facts f;
    struct now n;
    struct worlds w;
    move m = 0;
    if (!read_worlds(v, seat, &f, &n, &w) || luz_read_move(a->choice[choice].text, &m) != NULL)
        return false;
    int i = 0;
    while (i < f.slots && luz_play_move(f.slot[i]) != m)
        i++;
    if (i == f.slots)
        return false;
    int tricks = play_own(&f, &n, &w, i);
    if (tricks == MET)
        reason_add(reason_make(out, MSG("puzzle.luz-certain"), true), REASON_NUMBER, w.n);
    else if (!tell_hand(&f, &n, &w, i, out))
        reason_add(reason_make(out, MSG("puzzle.luz-may"), false), REASON_NUMBER, tricks);
    return true;
}
