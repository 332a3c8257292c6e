/* Null, the template: private header, for this folder and for searchers that know this game. */
#ifndef PARLOR_GAMES_NULL_NULL_H
#define PARLOR_GAMES_NULL_NULL_H

#include "core/game.h"

enum { NULL_CARDS = 6, NULL_SEATS_MAX = 3 };
enum null_choice { NULL_OPEN = 0, NULL_SHOW = 1, NULL_HIDE = 2, NULL_SECRET = 3 };
enum { NULL_OPT_BEST, NULL_OPTIONS };

struct state {
    uint8_t seats;
    uint8_t low;                    /* Rule N4 */
    uint8_t dealt;                  /* 1 after the deal */
    uint8_t card[NULL_CARDS];       /* by place: seats first, then the rest; 0 before the deal */
    uint8_t choice[NULL_SEATS_MAX]; /* enum null_choice */
};

/* Invariant: unknown cards are 0, sealed choices of others NULL_SECRET. */
struct view {
    int8_t seat;
    uint8_t seats;
    uint8_t low;
    uint8_t dealt;
    uint8_t card[NULL_SEATS_MAX];
    uint8_t choice[NULL_SEATS_MAX];
};

/* rules.c */
const char *null_check(int seats, const int *opt);
void null_init(struct state *s, int seats, const int *opt);
void null_options_of(const struct state *s, int *opt);
uint32_t null_actors(const struct state *s);
void null_shuffle(const struct state *s, struct rng *r, struct deal *out);
const char *null_deal(struct state *s, const struct deal *d, int *bad);
int null_legal(const struct state *s, int seat, move *out);
const char *null_refuse(const struct state *s, int seat, move m);
void null_apply(struct state *s, int seat, move m);
void null_result(const struct state *s, struct result *out);

/* view.c */
void null_observe(const struct state *s, int seat, struct view *out);
void null_reveal(const struct state *s, struct view *v);
void null_determinize(const struct view *v, struct rng *r, struct state *out);
void null_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                 struct deal *d);
void null_write_view(const struct view *v, struct buf *b);

/* text.c */
void null_write_card(int card, struct buf *b);
int null_read_card(const char *text, size_t len);
void null_write_move(move m, struct buf *b);
const char *null_read_move(const char *text, move *out);

#endif
