/*
 * Photograph: private header, for this folder and for searchers that know this game.
 *
 * A card is colour * 12 + value - 1, colours in the order of rule P1.1; Sunset is 84. The back of a
 * card (rule P1.2) is card / 6: colour * 2, plus 1 for the high half.
 *
 * A card is one byte everywhere: its number, plus PHOTOGRAPH_SHOWN once everybody knows which card
 * it is. Hands and rows are words of such bytes, so a card keeps its flag when it moves. Bytes of
 * empty places are 0; `held` and `there` say which places are empty.
 */
#ifndef PARLOR_GAMES_PHOTOGRAPH_PHOTOGRAPH_H
#define PARLOR_GAMES_PHOTOGRAPH_PHOTOGRAPH_H

#include "core/game.h"

enum {
    PHOTOGRAPH_SEATS_MAX = 4,
    PHOTOGRAPH_COLOURS = 7,
    PHOTOGRAPH_VALUES = 12,
    PHOTOGRAPH_BACKS = 14,
    PHOTOGRAPH_SUNSET = 84,
    PHOTOGRAPH_DECK_MAX = 85,
    PHOTOGRAPH_COLUMNS = 4,
    PHOTOGRAPH_ROWS_MAX = 4,
    PHOTOGRAPH_HAND_MAX = 8,
    PHOTOGRAPH_SHOWN = 0x80,
    PHOTOGRAPH_FIELD_MIN = 4,    /* Rule P6.1 */
    PHOTOGRAPH_SEALED_SHOTS = 2, /* Rules P7.1 and P8.1 */
    PHOTOGRAPH_SHOTS_MAX = PHOTOGRAPH_SEALED_SHOTS * PHOTOGRAPH_SEATS_MAX,
    PHOTOGRAPH_GOOD_POINTS = 5, /* Rule P8.2 */
    PHOTOGRAPH_BLURRY_POINTS = -2,
};

enum photograph_phase {
    PHOTOGRAPH_DEAL,
    PHOTOGRAPH_TAKE,
    PHOTOGRAPH_WIND,
    PHOTOGRAPH_DUSK, /* the choices of Sunset, rule P7 */
    PHOTOGRAPH_END,  /* the choices of rule P8.1 */
    PHOTOGRAPH_OVER,
};

enum photograph_sunset { PHOTOGRAPH_AHEAD, PHOTOGRAPH_NOW, PHOTOGRAPH_PAST };

enum {
    PHOTOGRAPH_OPT_COLOURS,
    PHOTOGRAPH_OPT_FIRST,
    PHOTOGRAPH_OPT_MISSED,
    PHOTOGRAPH_OPT_MEMORY,
    PHOTOGRAPH_OPTIONS,
};

/* Moves: a take is TAKE | row << 5 | right << 4 | n, a wind is WIND | from << 4 | to; rows and
   places count from 0. The low byte of a wind is never 0. */
enum { PHOTOGRAPH_MOVE_TAKE = 0x200, PHOTOGRAPH_MOVE_WIND = 0x400 };

/* Bits of a film's trend: its direction (none: neither bit), and whether its last card is face
   up. */
enum { PHOTOGRAPH_UP = 1, PHOTOGRAPH_DOWN = 2, PHOTOGRAPH_SHARP = 4 };

/* A film's state for its next card: the last face-up value (0: none), the trend, and the numbers
   of face-up and of blurry cards. */
struct photograph_tail {
    uint8_t last, trend, open, blurry;
};

/* A shot as everybody sees it (rule P5.2): card | seat << SEAT, and whether it is blurry or took
   the Good Shot. */
enum { PHOTOGRAPH_SHOT_SEAT = 7, PHOTOGRAPH_SHOT_BLURRY = 1 << 9, PHOTOGRAPH_SHOT_GOOD = 1 << 10 };

/* Public information, with perfect memory, but for the cards in hands and field. */
struct photograph_open {
    /* By seat and colour, 5 bits per card, first card lowest: its value, plus 16 if blurry. */
    uint64_t film[PHOTOGRAPH_SEATS_MAX][PHOTOGRAPH_COLOURS];
    uint64_t unseen; /* cards that left the field face down: their number, 4 bits per back */
    struct photograph_tail tail[PHOTOGRAPH_SEATS_MAX][PHOTOGRAPH_COLOURS];
    uint16_t gone[PHOTOGRAPH_COLOURS];   /* cards that left the field face up: bit value - 1 */
    uint16_t shot[PHOTOGRAPH_SHOTS_MAX]; /* the last shots, until the next move (rule P5.2) */
    uint16_t there;                      /* field places that hold a card: bit row * 4 + column */
    uint8_t held[PHOTOGRAPH_SEATS_MAX];
    uint8_t good[PHOTOGRAPH_COLOURS]; /* holder of the Good Shot + 1; 0: unclaimed */
    uint8_t seats;
    uint8_t colours; /* bits, in the order of P1.1; 0: the deal decides */
    uint8_t first;
    uint8_t missed; /* Rule P8.5 */
    uint8_t aided;  /* Rule P9.3 */
    uint8_t phase;
    uint8_t turn;
    uint8_t count; /* while winding: the n of the take; otherwise 0 */
    uint8_t sunset;
    uint8_t chosen; /* seats whose sealed wind has been made, as bits */
    uint8_t left;   /* cards in the deck, Sunset included */
    uint8_t shots;  /* entries of `shot` */
    uint8_t waits;  /* rules of version 1: Sunset on top of the deck waits for the next refill, and
                       nobody sees the deck's top back */
};

struct state {
    struct photograph_open open;
    uint64_t hand[PHOTOGRAPH_SEATS_MAX];  /* bottom card in the lowest byte */
    uint32_t row[PHOTOGRAPH_ROWS_MAX];    /* left column in the lowest byte */
    uint8_t sealed[PHOTOGRAPH_SEATS_MAX]; /* low byte of the wind; 0: none */
    uint8_t deck[PHOTOGRAPH_DECK_MAX];    /* bottom card first; 0 above the top card */
    uint8_t spare[7];
};

/* Invariant: in the field and in the hands of others a byte without PHOTOGRAPH_SHOWN holds a back;
   in the seat's own hand it holds a card. Of sealed winds only the seat's own is there. */
struct view {
    struct photograph_open open;
    uint64_t hand[PHOTOGRAPH_SEATS_MAX];
    uint32_t row[PHOTOGRAPH_ROWS_MAX];
    uint8_t sealed[PHOTOGRAPH_SEATS_MAX];
    int8_t seat;
    uint8_t top; /* back of the deck's top card + 1; 0: none is seen (rule P2.5) */
    uint8_t spare[2];
};

/* Criteria of rank, rule P8.3. */
struct photograph_tally {
    int points, shots, longest;
};

extern const struct game photograph_game;
extern const char photograph_letters[]; /* of the colours, rule P1.1 */

/* All winds, ordered by their target: the first h * (h - 1) / 2 are those of a hand of h cards. */
extern const move photograph_winds[PHOTOGRAPH_HAND_MAX * (PHOTOGRAPH_HAND_MAX - 1) / 2];

static inline int photograph_count_colours(int seats)
{
    return seats + 3; /* Rule P2.1 */
}

static inline int photograph_count_rows(int seats)
{
    return seats == 2 ? 3 : 4; /* Rule P2.3 */
}

static inline int photograph_count_pile(int seats)
{
    return 2 * photograph_count_colours(seats); /* Rule P2.2: a sixth of the photos */
}

static inline int photograph_need_good(int seats)
{
    return seats == 4 ? 3 : 4; /* Rule P5.6 */
}

static inline int photograph_count_winds(int held)
{
    return held * (held - 1) / 2;
}

/* Rule P4.1: takes the card out, the cards above move down, and inserts it at its new place.
   `code` is a wind, or its low byte. */
static inline uint64_t photograph_wind(uint64_t hand, unsigned code)
{
    unsigned from = code >> 4 & 15, to = code & 15;
    uint64_t card = hand >> 8 * from & 0xff;
    uint64_t below = (UINT64_C(1) << 8 * from) - 1;
    uint64_t rest = (hand & below) | (hand >> 8 & ~below);
    below = (UINT64_C(1) << 8 * to) - 1;
    return (rest & below) | card << 8 * to | (rest & ~below) << 8;
}

/* Rules P5.3 to P5.5: by the trend of a film, the allowed steps from its last face-up value, as bit
   step + 12. An empty film has no trend and allows all; beyond 12 or below 1 there is no card. */
static inline uint32_t photograph_steps(int trend)
{
    static const uint32_t steps[8] = {
        [0] = UINT32_MAX,
        [PHOTOGRAPH_UP] = 0x1ffe000,
        [PHOTOGRAPH_DOWN] = 0xfff,
        [PHOTOGRAPH_SHARP] = 0xfe00,
        [PHOTOGRAPH_SHARP | PHOTOGRAPH_UP] = 0xe000,
        [PHOTOGRAPH_SHARP | PHOTOGRAPH_DOWN] = 0xe00,
    };
    return steps[trend];
}

/* The values that these steps lead to from the last one: bit value - 1. */
static inline unsigned photograph_near(int trend, int last)
{
    return photograph_steps(trend) >> (13 - last) & ((1U << PHOTOGRAPH_VALUES) - 1);
}

/* Whether a value laid on a film would lie face up. */
static inline unsigned photograph_fits(const struct photograph_tail *t, int value)
{
    return photograph_steps(t->trend) >> (value - t->last + 12) & 1;
}

/* Lays the value on the film (rule P5), but leaves the count of blurry cards to the caller. Does
   not branch on `fits`, which is hard to predict. */
static inline void photograph_lay(struct photograph_tail *t, int value, unsigned fits)
{
    /* Later cards keep the direction, so each may set it again (rule P5.4). */
    unsigned direction = t->open == 0 ? 0U : value > t->last ? PHOTOGRAPH_UP : PHOTOGRAPH_DOWN;
    t->trend =
        (uint8_t)(fits ? PHOTOGRAPH_SHARP | direction : t->trend & ~(unsigned)PHOTOGRAPH_SHARP);
    t->last = (uint8_t)(fits ? value : t->last);
    t->open = (uint8_t)(t->open + fits);
}

static inline int photograph_count_taken(move take)
{
    return (int)(take & 15);
}

/* The byte of a hand's place or of a row's column. */
static inline int photograph_byte(uint64_t word, int place)
{
    return (int)(word >> 8 * place & 0xff);
}

/* The number of cards that the next wind plays. */
static inline int photograph_count_shots(const struct photograph_open *o)
{
    return o->phase == PHOTOGRAPH_WIND ? o->count : PHOTOGRAPH_SEALED_SHOTS;
}

/* Rule P8.2: the points of a film by the number of its face-up cards. */
static inline int photograph_score_length(int open)
{
    static const int8_t points[PHOTOGRAPH_VALUES + 1] = {-3, 1,  3,  4,  7,  8, 10,
                                                         11, 11, 11, 11, 11, 11};
    return points[open];
}

/* Rule P8.3: positive if a ranks before b, 0 if they are tied. */
static inline int photograph_compare(const struct photograph_tally *a,
                                     const struct photograph_tally *b)
{
    if (a->points != b->points)
        return a->points - b->points;
    if (a->shots != b->shots)
        return a->shots - b->shots;
    return a->longest - b->longest;
}

/* rules.c */
const char *photograph_check(int seats, const int *opt);
void photograph_init(struct state *s, int seats, const int *opt);
void photograph_use_rules(struct state *s, int rules);
void photograph_options_of(const struct state *s, int *opt);
uint32_t photograph_actors(const struct state *s);
void photograph_shuffle(const struct state *s, struct rng *r, struct deal *out);
const char *photograph_deal(struct state *s, const struct deal *d, int *bad);
int photograph_legal(const struct state *s, int seat, move *out);
const char *photograph_refuse(const struct state *s, int seat, move m);
void photograph_apply(struct state *s, int seat, move m);
void photograph_result(const struct state *s, struct result *out);
int photograph_facts(const struct state *s, int seat, struct game_fact *out);
/* Options and actors from public information: the same for a state and its views. */
void photograph_read_options(const struct photograph_open *o, int *opt);
uint32_t photograph_read_actors(const struct photograph_open *o);
/* The cards that a take moves into the hand, as bytes, the first one lowest. */
uint32_t photograph_read_take(const struct state *s, move m);
/* Rule P8.2 for one seat, without the colour `lost` (-1: none, rule P8.5). */
struct photograph_tally photograph_score(const struct photograph_open *o, int seat, int lost);
/* The values that would now lie face up in this film (rule P5.3): bit value - 1. */
unsigned photograph_list_fits(const struct photograph_tail *t);

/* How far above or below a photo its neighbour in a film may lie (rule P5.3). */
int photograph_reach(void);

/* view.c */
bool photograph_shows_past(const struct state *s);
void photograph_observe(const struct state *s, int seat, struct view *out);
void photograph_reveal(const struct state *s, struct view *v);
void photograph_determinize(const struct view *v, struct rng *r, struct state *out);
void photograph_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                       struct deal *d);
void photograph_write_view(const struct view *v, struct buf *b);
bool photograph_write_shown(const struct view *v, struct buf *b);
bool photograph_write_preview(const struct view *after, move m, struct buf *b);

/* text.c */
void photograph_write_card(int card, struct buf *b);
int photograph_read_card(const char *text, size_t len);
void photograph_write_back(int back, struct buf *b);
void photograph_write_move(move m, struct buf *b);
const char *photograph_read_move(const char *text, move *out);

#endif
