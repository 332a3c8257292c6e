/*
 * Luz: private header, for this folder and for searchers that know this game. Rules: README.md.
 *
 * A card is colour * 12 + value - 1, colours in the order R Y G B V, so that a set of cards is one
 * 64-bit mask and a hand in card order is a hand in slot order (rule L2.2). Slots count from 0 here
 * and from 1 in moves and texts.
 *
 * All that lies open on the table is one struct, `luz_open`, which state and view share. It holds
 * the colours of every slot but no value of a card in hand, and `legal` and `refuse` read nothing
 * else: so a seat's legal moves cannot depend on hidden values.
 */
#ifndef PARLOR_GAMES_LUZ_LUZ_H
#define PARLOR_GAMES_LUZ_LUZ_H

#include <stdbool.h>

#include "core/game.h"

enum {
    LUZ_SEATS_MIN = 3,
    LUZ_SEATS_MAX = 5,
    LUZ_COLOURS = 5,
    LUZ_YELLOW = 1,  /* trump, rule L1.1 */
    LUZ_VALUES = 12, /* card numbers reserved per colour; with fewer seats not all are used */
    LUZ_SLOTS = 10,
    LUZ_TRICKS = 10,
    LUZ_DEALS = 4,
    LUZ_BEADS_MAX = 10,
    LUZ_HIDDEN = 255, /* in a view: a card whose value the seat does not know */
};
enum luz_phase { LUZ_DEAL, LUZ_BID, LUZ_PLAY, LUZ_OVER };
enum { LUZ_OPT_DEALER, LUZ_OPT_MEMORY, LUZ_OPTIONS };

/*
 * Public information. Between two deals, and after the last, the finished deal stays as it ended
 * until the next one replaces it. Invariants: the struct has no padding; members without a meaning
 * at the moment are 0.
 */
struct luz_open {
    uint16_t left[LUZ_SEATS_MAX];              /* slots still in hand */
    uint16_t suit[LUZ_SEATS_MAX][LUZ_COLOURS]; /* slots dealt per colour, played ones too */
    int8_t sheet[LUZ_DEALS][LUZ_SEATS_MAX];    /* points of the finished deals */
    uint8_t seats;
    uint8_t dealer; /* the first dealer */
    uint8_t aided;  /* option `memory`, rule L7.2 */
    uint8_t deal;   /* the deal in progress or just finished, 1-4; 0 before the first */
    uint8_t phase;  /* enum luz_phase */
    uint8_t turn;   /* the seat that bids or plays */
    uint8_t trick;  /* finished tricks of this deal */
    uint8_t laid;   /* cards played in the current trick */
    uint8_t led;    /* colour led, while laid > 0 */
    uint8_t ahead;  /* leader of the current trick so far; if laid is 0, winner of the last */
    uint8_t leader[LUZ_TRICKS];
    uint8_t play[LUZ_TRICKS][LUZ_SEATS_MAX]; /* slot + 1 by trick and seat; 0: not yet */
    uint8_t bid[LUZ_SEATS_MAX];              /* 1 + 2 * beads + safety; 0: not yet */
    uint8_t won[LUZ_SEATS_MAX];              /* tricks */
};

/* The whole truth. */
struct state {
    struct luz_open open;
    uint8_t card[LUZ_SEATS_MAX][LUZ_SLOTS]; /* by slot; played cards stay; 0 before the deal */
    uint64_t aside;
};

/* Invariant: cards in the seat's own hand are LUZ_HIDDEN; for the spectator, cards in all hands. */
struct view {
    struct luz_open open;
    int8_t seat;
    uint8_t card[LUZ_SEATS_MAX][LUZ_SLOTS];
};

/* Moves: a kind and a number, which is 2 * beads + safety, or the slot from 1. */
enum { LUZ_MOVE_BID = 0x100, LUZ_MOVE_PLAY = 0x200, LUZ_MOVE_NUMBER = 0xff };

static inline move luz_bid_move(int beads, int safety)
{
    return (move)(LUZ_MOVE_BID + 2 * beads + safety);
}
static inline move luz_play_move(int slot)
{
    return (move)(LUZ_MOVE_PLAY + slot + 1);
}

static inline int luz_colour(int card)
{
    return card / LUZ_VALUES;
}

/* The strength of a card in a trick of that colour (rule L4.4); 0 if it cannot win. Branch-free:
   the winner of a trick is hard to predict. */
static inline int luz_strength(int card, int led)
{
    int yellow = luz_colour(card) == LUZ_YELLOW;
    int follows = (unsigned)(card - led * LUZ_VALUES) < LUZ_VALUES;
    return (card + 1) * (yellow | follows) + 64 * yellow;
}

/* Whether a card takes the trick from the best one so far (rule L4.4). */
static inline bool luz_beats(int card, int best, int led)
{
    return luz_strength(card, led) > luz_strength(best, led);
}

/* Rule L4.3: the cards of a hand that follow suit, or all if none does; sets of cards or of slots.
   Branch-free: whether a seat can follow is hard to predict. */
static inline uint64_t luz_follow(uint64_t hand, uint64_t suit)
{
    uint64_t follow = hand & suit;
    return follow | (hand & -(uint64_t)(follow == 0));
}

/* Of a bid as in luz_open, not 0: the number of tricks, and whether one more meets it too. */
static inline int luz_beads(int bid)
{
    return (bid - 1) >> 1;
}
static inline int luz_safety(int bid)
{
    return (bid - 1) & 1;
}

/* The seat to the left. */
static inline int luz_next_seat(int seats, int seat)
{
    return seat + 1 == seats ? 0 : seat + 1;
}

/* The lowest member of a set that is not empty. */
static inline int luz_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* The highest value in play (rule L1.1). */
static inline int luz_values(int seats)
{
    return 2 * seats + 2;
}

/* The slots that the seat to play may play, as a mask. */
static inline unsigned luz_playable(const struct luz_open *o, int seat)
{
    unsigned suit = o->suit[seat][o->led] & -(unsigned)(o->laid > 0);
    return (unsigned)luz_follow(o->left[seat], suit);
}

/* rules.c */
const char *luz_check(int seats, const int *opt);
void luz_init(struct state *s, int seats, const int *opt);
void luz_options_of(const struct state *s, int *opt);
uint32_t luz_actors(const struct state *s);
void luz_shuffle(const struct state *s, struct rng *r, struct deal *out);
const char *luz_deal(struct state *s, const struct deal *d, int *bad);
int luz_legal(const struct state *s, int seat, move *out);
const char *luz_refuse(const struct state *s, int seat, move m);
void luz_apply(struct state *s, int seat, move m);
void luz_result(const struct state *s, struct result *out);
int luz_facts(const struct state *s, int seat, struct game_fact *out);
/* All cards of the game, as a set. */
uint64_t luz_deck(int seats);
/* As luz_actors and luz_options_of, for a view. */
uint32_t luz_open_actors(const struct luz_open *o);
void luz_open_options(const struct luz_open *o, int *opt);
/* The first player of this deal (rule L2.1); before the first deal, the holder of the mark. */
int luz_first_player(const struct luz_open *o);
/* The seat's points of all finished deals. */
int luz_total(const struct luz_open *o, int seat);
/* The seat with the most points; ties are broken by the points in `last`, then clockwise from the
   first player (rule L6.1). */
int luz_best_seat(int seats, int first, const int *total, const int *last);
/* The points of one deal (rule L5) for a bid as in luz_open, the deal from 1. */
int luz_points(int deal, int bid, int tricks);

/* view.c */
bool luz_shows_past(const struct state *s);
void luz_observe(const struct state *s, int seat, struct view *out);
void luz_reveal(const struct state *s, struct view *v);
void luz_determinize(const struct view *v, struct rng *r, struct state *out);
void luz_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                struct deal *d);
/* The colour of a slot that has been dealt. */
int luz_slot_colour(const struct luz_open *o, int seat, int slot);
/* The cards that a slot of the viewer's own hand can still be, as a set; one if it was played. */
uint64_t luz_slot_cards(const struct view *v, int slot);

/* text.c */
void luz_write_card(int card, struct buf *b);
int luz_read_card(const char *text, size_t len);
void luz_write_move(move m, struct buf *b);
const char *luz_read_move(const char *text, move *out);
void luz_write_view(const struct view *v, struct buf *b);
bool luz_write_shown(const struct view *v, struct buf *b);

extern const struct game luz_game;

#endif
