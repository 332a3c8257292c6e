/*
 * Smitten: private header, for this folder and for searchers that know this game.
 *
 * A set of numbers is a mask: bit n-1 stands for number n, and so for its cell of the 3x3 square;
 * in octal, each digit of the mask is a row. "Who" is a seat with two players, and a hand (0 is A,
 * 1 is B) in solo. The other one is the partner, in both modes.
 *
 * Invariants:
 *  - Hands, squares and deck have one canonical form: the order within a hand leaves no trace.
 *  - `may` holds, for each square, the numbers that fit there and that the turn or the
 *    instruction allows now; it says nothing about who holds them.
 *  - In solo every open card counts as revealed, and the closed card lies beside the masks.
 *  - `struct smitten_table` is public; the rest of the state is not.
 */
#ifndef PARLOR_GAMES_SMITTEN_SMITTEN_H
#define PARLOR_GAMES_SMITTEN_SMITTEN_H

#include <stdbool.h>

#include "core/game.h"

enum {
    SMITTEN_NUMBERS = 9,
    SMITTEN_CARDS = 18,
    SMITTEN_GOAL = 17, /* Rule S3.6: this many cards in the squares win */
    SMITTEN_ALL = 0777,
    SMITTEN_TURNS = 18,     /* turns count from 1, and each puts down a card or ends the game */
    SMITTEN_MOVES = 19,     /* most moves of two players: 17 puts, and a reveal for each 1 */
    SMITTEN_LOG_MAX = 52,   /* 17 puts, 4 of cards 1 and 3, 17 turned up, 2 of a swap, 11 draws */
    SMITTEN_NOBODY = 2,     /* `active` at the start of a turn */
    SMITTEN_DECK_BITS = 4,  /* a card in `deck` */
    SMITTEN_DECK_MASK = 15, /* the same, as a mask */
};

/* Keeps a rare path out of the hot code for two players. */
#define SMITTEN_APART __attribute__((noinline))

enum smitten_option {
    SMITTEN_OPT_LEVEL,
    SMITTEN_OPT_CARD4,
    SMITTEN_OPT_CARD9,
    SMITTEN_OPT_EASY,
    SMITTEN_OPT_HARD1,
    SMITTEN_OPT_HARD2,
    SMITTEN_OPTIONS,
};
enum smitten_level { SMITTEN_LEVEL_EASY, SMITTEN_LEVEL_MEDIUM, SMITTEN_LEVEL_HARD };
enum smitten_square { SMITTEN_LEFT, SMITTEN_RIGHT };
enum smitten_call { SMITTEN_SILENT, SMITTEN_HIGHER, SMITTEN_LOWER };

/* Demands of instructions (rule S2). The first six are the values of `card4` and `card9`. */
enum smitten_task {
    SMITTEN_ASK_ANY,
    SMITTEN_ASK_SAME,
    SMITTEN_ASK_OTHER,
    SMITTEN_ASK_NEW,
    SMITTEN_ASK_NEAR,
    SMITTEN_ASK_NONE,
    SMITTEN_ASK_REVEAL,
    SMITTEN_ASK_PLAY,
    SMITTEN_ASK_TOP,
    SMITTEN_ASK_CALL,
};

enum smitten_phase {
    SMITTEN_DEAL,
    SMITTEN_TURN,    /* a turn begins */
    SMITTEN_CHAIN,   /* the mover must play (card 2) */
    SMITTEN_PUT,     /* the mover must place a card of the hand */
    SMITTEN_SHOW,    /* the mover must reveal a card (card 1), then place another */
    SMITTEN_TOP,     /* the mover must place the card revealed from the deck (card 3) */
    SMITTEN_FLIPPED, /* the closed card was turned up and must be played */
    SMITTEN_OVER,
};

/* Moves. Bits 0-3 number, 4 square, 5-6 call, 7-8 hand (0 none, 1 A, 2 B), 9-11 kind. A signal has
   MOVE_TALK, its kind and, in bits 0-3, its content. */
enum smitten_kind {
    SMITTEN_PLAY = 1,
    SMITTEN_PLACE,
    SMITTEN_REVEAL,
    SMITTEN_FLIP,
    SMITTEN_SWAP,
    SMITTEN_SAY,
};
enum smitten_signal {
    SMITTEN_CAN = 1,
    SMITTEN_CANNOT = 2,
    SMITTEN_WANT = 4,
    SMITTEN_PASS = 8,
};

static inline move smitten_move(int kind, int hand, int number, int square, int call)
{
    return (move)(unsigned)(kind << 9 | hand << 7 | call << 5 | square << 4 | number);
}
static inline move smitten_move_say(int said)
{
    return MOVE_TALK | smitten_move(SMITTEN_SAY, 0, said, 0, 0);
}
static inline int smitten_number_of(move m)
{
    return (int)(m & 15);
}
static inline int smitten_square_of(move m)
{
    return (int)(m >> 4 & 1);
}
static inline int smitten_call_of(move m)
{
    return (int)(m >> 5 & 3);
}
static inline int smitten_hand_of(move m)
{
    return (int)(m >> 7 & 3);
}
static inline int smitten_kind_of(move m)
{
    return (int)(m >> 9 & 7);
}

/* The log. An entry: bits 0-3 number (of cards, for a draw), 4 square, 5-6 call, 7 who, 8-10 what,
   11-15 turn. A swap is two entries: the card given, then the one turned up for it. */
enum smitten_log {
    SMITTEN_LOG_PLAY,
    SMITTEN_LOG_PLACE,
    SMITTEN_LOG_REVEAL,
    SMITTEN_LOG_TOP,     /* card 3: revealed from the deck by this one */
    SMITTEN_LOG_FLIP,    /* the closed card, by choice */
    SMITTEN_LOG_TURN_UP, /* the closed card, by rule S4.3; or the card that a swap brought */
    SMITTEN_LOG_SWAP,
    SMITTEN_LOG_DRAW,
};
static inline int smitten_log_who(uint16_t entry)
{
    return entry >> 7 & 1;
}
static inline int smitten_log_what(uint16_t entry)
{
    return entry >> 8 & 7;
}
static inline int smitten_log_turn(uint16_t entry)
{
    return entry >> 11;
}

/* Public information, with the whole history. */
struct smitten_table {
    uint16_t square[2];
    uint16_t may[2];
    uint16_t log[SMITTEN_LOG_MAX];
    /* By the number of moves made before: the latest signal of seat 0 (low 4 bits) and seat 1. */
    uint8_t said[SMITTEN_MOVES];
    uint8_t option[SMITTEN_OPTIONS];
    uint8_t seats;
    uint8_t hard;    /* Rule S3.7 holds */
    uint8_t size;    /* cards of a full hand */
    uint8_t phase;   /* enum smitten_phase */
    uint8_t stuck;   /* when lost: the phase that could not go on */
    uint8_t actors;  /* seat bits, after the deal */
    uint8_t active;  /* who began this turn, or SMITTEN_NOBODY */
    uint8_t mover;   /* who carries the instruction out, or plays the flipped card */
    uint8_t card;    /* the card whose instruction is pending, or the flipped card; 0 none */
    uint8_t at;      /* the square of that card */
    uint8_t call;    /* enum smitten_call of that card */
    uint8_t kept;    /* revealed by card 1, and may not be placed now */
    uint8_t top;     /* revealed by card 3 */
    uint8_t decked;  /* cards in the deck */
    uint8_t placed;  /* cards in the squares */
    uint8_t turn;    /* from 1 */
    uint8_t logged;  /* entries of the log */
    uint8_t swapped; /* Rule S4.6: the swap was made, so the card set aside is known */
};

/* Numbers held at least once, and twice; and of these the revealed ones. */
struct smitten_hand {
    uint16_t one, two;
    uint16_t shown, shown_two;
};

struct state {
    uint64_t deck; /* SMITTEN_DECK_BITS per card, the top card lowest */
    struct smitten_table t;
    struct smitten_hand hand[2];
    uint8_t closed[2]; /* solo, 0 none */
    uint8_t aside;
};

/* Hands hold the cards that the seat knows; `held` counts all cards but a closed one. */
struct view {
    struct smitten_table t;
    struct smitten_hand hand[2];
    int8_t seat;
    uint8_t held[2];
    uint8_t closed[2]; /* 1: there is one */
    uint8_t aside;     /* 0 unknown */
};

static inline unsigned smitten_bit(int number)
{
    return 1u << number >> 1;
}

static inline int smitten_count(unsigned set)
{
    return __builtin_popcount(set);
}

/* The lowest number of a set that is not empty. */
static inline int smitten_lowest(unsigned set)
{
    return __builtin_ctz(set) + 1;
}

/* The cells orthogonally next to a set of cells. */
static inline unsigned smitten_beside(unsigned set)
{
    return ((set & 0333) << 1 | (set >> 1 & 0333) | set << 3 | set >> 3) & SMITTEN_ALL;
}

static inline int smitten_held(const struct smitten_hand *h)
{
    return smitten_count(h->one) + smitten_count(h->two);
}

/* Adds an unrevealed card. */
static inline void smitten_give(struct smitten_hand *h, int number)
{
    unsigned bit = smitten_bit(number);
    h->two |= (uint16_t)(h->one & bit);
    h->one |= (uint16_t)bit;
}

/* Of a hand that holds these numbers once and twice, those that can leave it: all but the only copy
   of the card just revealed. */
static inline unsigned smitten_free(unsigned one, unsigned two, int kept)
{
    return one & ~(smitten_bit(kept) & ~two);
}

/* Rule S2, card 1: of such a hand the numbers that may be revealed: those that leave another card
   to place. `may` are the numbers allowed in either square. */
static inline unsigned smitten_revealable(unsigned one, unsigned two, unsigned may)
{
    unsigned can = one & may;
    unsigned out = can & two; /* the other copy can be placed */
    if (can != 0)
        out |= one & ~can;
    if ((can & (can - 1)) != 0)
        out |= can;
    return out;
}

static inline bool smitten_is_solo(const struct smitten_table *t)
{
    return t->seats == 1;
}

/* Rule S1.2: the numbers that fit a square with these numbers. */
static inline unsigned smitten_fit_square(unsigned lies)
{
    return lies == 0 ? SMITTEN_ALL : smitten_beside(lies) & ~lies;
}

/* Rule S3.7: the fuller square takes nothing. Returns which one that is, or -1 if neither; `more`
   is how many more cards lie in the left one. */
static inline int smitten_shut_square(int more)
{
    return more == 0 ? -1 : more < 0;
}

/* Rules S1.2 and S3.7: the numbers that fit each square. */
static inline void smitten_fit(const uint16_t square[2], bool hard, uint16_t out[2])
{
    for (int i = 0; i < 2; i++)
        out[i] = (uint16_t)smitten_fit_square(square[i]);
    if (hard) {
        int shut = smitten_shut_square(smitten_count(square[0]) - smitten_count(square[1]));
        if (shut >= 0)
            out[shut] = 0;
    }
}

/* Rule S2: of the numbers that fit, those that an instruction allows in the square of its card and
   in the other one. `lie` are the numbers of both squares. By tables: branches
   on cards would be mispredicted. */
static inline unsigned smitten_allow_same(int task, int card, unsigned lie)
{
    enum { ALL = SMITTEN_ALL };
    static const uint16_t allowed[] = {
        [SMITTEN_ASK_ANY] = ALL,  [SMITTEN_ASK_SAME] = ALL, [SMITTEN_ASK_NEW] = ALL,
        [SMITTEN_ASK_NEAR] = ALL, [SMITTEN_ASK_NONE] = ALL, [SMITTEN_ASK_REVEAL] = ALL,
        [SMITTEN_ASK_PLAY] = ALL, [SMITTEN_ASK_TOP] = ALL,  [SMITTEN_ASK_CALL] = 0, /* and OTHER */
    };
    unsigned out = task == SMITTEN_ASK_NEAR ? smitten_beside(smitten_bit(card)) : SMITTEN_ALL;
    return out & allowed[task] & ~(task == SMITTEN_ASK_NEW ? lie : 0u);
}
static inline unsigned smitten_allow_other(int task, int call, unsigned lie)
{
    enum { ALL = SMITTEN_ALL };
    static const uint16_t allowed[] = {
        [SMITTEN_ASK_ANY] = ALL,    [SMITTEN_ASK_OTHER] = ALL, [SMITTEN_ASK_NEW] = ALL,
        [SMITTEN_ASK_NONE] = ALL,   [SMITTEN_ASK_TOP] = ALL,   [SMITTEN_ASK_PLAY] = ALL,
        [SMITTEN_ASK_REVEAL] = ALL, [SMITTEN_ASK_CALL] = ALL, /* and 0 for SAME and NEAR */
    };
    static const uint16_t called[] = {
        [SMITTEN_SILENT] = ALL,
        [SMITTEN_HIGHER] = 0740, /* 6 to 9 */
        [SMITTEN_LOWER] = 0017,  /* 1 to 4 */
    };
    return allowed[task] & called[call] & ~(task == SMITTEN_ASK_NEW ? lie : 0u);
}

/* Rules S2, S3.4: the phase in which the partner meets a demand. */
static inline int smitten_phase_of(int task)
{
    static const uint8_t phases[] = {
        [SMITTEN_ASK_ANY] = SMITTEN_PUT,     [SMITTEN_ASK_SAME] = SMITTEN_PUT,
        [SMITTEN_ASK_OTHER] = SMITTEN_PUT,   [SMITTEN_ASK_NEW] = SMITTEN_PUT,
        [SMITTEN_ASK_NEAR] = SMITTEN_PUT,    [SMITTEN_ASK_NONE] = SMITTEN_TURN,
        [SMITTEN_ASK_REVEAL] = SMITTEN_SHOW, [SMITTEN_ASK_PLAY] = SMITTEN_CHAIN,
        [SMITTEN_ASK_TOP] = SMITTEN_TOP,     [SMITTEN_ASK_CALL] = SMITTEN_PUT,
    };
    return phases[task];
}

/* Rules S2 and S2.1: a card's demand, by the options `card4` and `card9`. */
static inline int smitten_task_of(int number, int card4, int card9)
{
    static const uint8_t printed[SMITTEN_NUMBERS + 1] = {
        [1] = SMITTEN_ASK_REVEAL, [2] = SMITTEN_ASK_PLAY, [3] = SMITTEN_ASK_TOP,
        [5] = SMITTEN_ASK_CALL,   [6] = SMITTEN_ASK_NEW,  [7] = SMITTEN_ASK_OTHER,
        [8] = SMITTEN_ASK_SAME,
    };
    if (number == 4)
        return card4;
    return number == 9 ? card9 : printed[number];
}

/* Rules S2 (card 5), S3.6, S4.6: whether a played card needs its announcement; `placed` is the
   number of cards in the squares before it. */
static inline bool smitten_needs_call(int number, int placed)
{
    return number == 5 && placed < SMITTEN_GOAL - 1;
}

/* Rule S4.6, `hard1`: the only announcement allowed in this square, or SMITTEN_SILENT: both. */
static inline int smitten_forced_call(bool hard1, int square)
{
    if (!hard1)
        return SMITTEN_SILENT;
    return square == SMITTEN_LEFT ? SMITTEN_HIGHER : SMITTEN_LOWER;
}

/* Rules S3.1, S4.1: cards of a full hand; and whether rule S3.7 holds. */
static inline int smitten_size_of(int seats, const int *opt)
{
    return seats == 2 && opt[SMITTEN_OPT_LEVEL] == SMITTEN_LEVEL_EASY ? 4 : 3;
}
static inline bool smitten_is_hard(int seats, const int *opt)
{
    return seats == 1 ? opt[SMITTEN_OPT_HARD2] != 0 : opt[SMITTEN_OPT_LEVEL] == SMITTEN_LEVEL_HARD;
}

/* Whether an entry of a log of two players is a move; other entries follow from moves. */
static inline bool smitten_log_is_move(uint16_t entry)
{
    return smitten_log_what(entry) <= SMITTEN_LOG_REVEAL;
}

/* Rule S3.2: the number of moves before a turn began; for a future turn, the number of all moves.
   So the signals at the start of a turn are `said[smitten_moves_before(t, turn)]`. */
int smitten_moves_before(const struct smitten_table *t, int turn);
/* The signals since the latest move. */
int smitten_said_now(const struct smitten_table *t);
/* The latest signal of a seat in this turn; 0 none. */
int smitten_said_in_turn(const struct smitten_table *t, int seat);

/* Whether the seat wants to play, by its latest signal since the last move. */
bool smitten_wants(const struct state *s, int seat);

/* A card's demand, by the options of the table. */
int smitten_task(const struct smitten_table *t, int number);
/* Whether the demand of that phase can be met; if not, the game is lost (rules S3.6, S4.5). */
bool smitten_can_go_on(const struct state *s, int phase);

/* rules.c */
const char *smitten_check(int seats, const int *opt);
void smitten_init(struct state *s, int seats, const int *opt);
void smitten_options_of(const struct state *s, int *opt);
uint32_t smitten_actors(const struct state *s);
void smitten_shuffle(const struct state *s, struct rng *r, struct deal *out);
const char *smitten_deal(struct state *s, const struct deal *d, int *bad);
void smitten_apply(struct state *s, int seat, move m);
void smitten_result(const struct state *s, struct result *out);

/* legal.c */
int smitten_legal(const struct state *s, int seat, move *out);
const char *smitten_refuse(const struct state *s, int seat, move m);

/* view.c */
void smitten_observe(const struct state *s, int seat, struct view *out);
void smitten_reveal(const struct state *s, struct view *v);
void smitten_determinize(const struct view *v, struct rng *r, struct state *out);
/* By number: the cards that the view does not show. */
void smitten_count_unseen(const struct view *v, uint8_t left[SMITTEN_NUMBERS + 1]);
/* Whether with these hands the game goes on, or is lost, as its table says. */
bool smitten_agrees(const struct state *s);
/* Rule S5.1: a number that was revealed again by that hand while the other copy was unseen (0:
   none). Only cards drawn later can be that copy; returns how many hidden ones there can be. */
int smitten_bar(const struct view *v, int who, int *number);

/* redeal.c */
void smitten_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                    struct deal *d);

/* json.c */
void smitten_write_view(const struct view *v, struct buf *b);
void smitten_write_result(const struct state *s, struct buf *b);

/* text.c */
void smitten_write_card(int card, struct buf *b);
int smitten_read_card(const char *text, size_t len);
void smitten_write_move(move m, struct buf *b);
const char *smitten_read_move(const char *text, move *out);
void smitten_write_said(int said, struct buf *b);

#endif
