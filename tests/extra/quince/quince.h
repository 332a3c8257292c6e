/* Quince: private header, for this folder alone. */
#ifndef PARLOR_GAMES_QUINCE_QUINCE_H
#define PARLOR_GAMES_QUINCE_QUINCE_H

#include "core/game.h"

enum { QUINCE_CARDS = 9, QUINCE_HAND = 3, QUINCE_SEATS_MAX = 3 };
enum { QUINCE_OPT_BEST, QUINCE_OPT_FIRST, QUINCE_OPTIONS };

/* The public part of the state. */
struct quince_open {
    uint8_t seats;
    uint8_t low;   /* Rule Q3 */
    uint8_t first; /* Rule Q4 */
    uint8_t dealt; /* 1 after the deal */
    uint8_t round; /* rounds that are over */
    uint8_t leader;
    uint8_t points[QUINCE_SEATS_MAX];
    uint8_t played[QUINCE_HAND][QUINCE_SEATS_MAX]; /* by round and seat; 0: not yet */
};

struct state {
    struct quince_open open;
    uint16_t hand[QUINCE_SEATS_MAX]; /* bit per card */
};

struct view {
    struct quince_open open;
    int8_t seat;
    uint16_t hand[QUINCE_SEATS_MAX]; /* the seat's own; 0: not seen */
};

/* The seat that plays now; the round is not over. */
static inline int quince_turn(const struct quince_open *o)
{
    int seat = o->leader;
    while (o->played[o->round][seat] != 0)
        seat = (seat + 1) % o->seats;
    return seat;
}

/* rules.c */
const char *quince_check(int seats, const int *opt);
void quince_init(struct state *s, int seats, const int *opt);
void quince_options_of(const struct state *s, int *opt);
uint32_t quince_actors(const struct state *s);
void quince_shuffle(const struct state *s, struct rng *r, struct deal *out);
const char *quince_deal(struct state *s, const struct deal *d, int *at);
int quince_legal(const struct state *s, int seat, move *out);
const char *quince_refuse(const struct state *s, int seat, move m);
void quince_apply(struct state *s, int seat, move m);
void quince_result(const struct state *s, struct result *out);

/* view.c */
void quince_observe(const struct state *s, int seat, struct view *out);
void quince_reveal(const struct state *s, struct view *v);
void quince_determinize(const struct view *v, struct rng *r, struct state *out);
void quince_write_view(const struct view *v, struct buf *b);

/* text.c */
void quince_write_card(int card, struct buf *b);
int quince_read_card(const char *text, size_t len);
void quince_write_move(move m, struct buf *b);
const char *quince_read_move(const char *text, move *out);

#endif
