/* Shared by the files of libparlor. */
#ifndef PARLOR_LIB_INTERNAL_H
#define PARLOR_LIB_INTERNAL_H

#include "core/game.h"
#include "lib/parlor.h"

/* Actions of a game with a number of seats: the moves by number, from 1; 0 is the pass. */
struct lib_actions {
    int users; /* games that share them */
    int n;
    move by_number[PARLOR_ACTIONS_MAX];
    struct lib_action {
        move m;
        int number;
    } by_move[PARLOR_ACTIONS_MAX]; /* sorted by move, without the pass */
};

/* Where features are written. All are 0 before. */
struct lib_writer {
    float *at;
};
static inline void lib_put(struct lib_writer *w, float x)
{
    *w->at++ = x;
}
/* `n` numbers, all 0 except a 1 at `i` (all 0 if `i` is outside). */
static inline void lib_put_one(struct lib_writer *w, int n, int i)
{
    if (i >= 0 && i < n)
        w->at[i] = 1;
    w->at += n;
}
/* `n` numbers, at most 64, from the lowest bits of a set. */
static inline void lib_put_bits(struct lib_writer *w, int n, uint64_t bits)
{
    for (bits &= ~UINT64_C(0) >> (64 - n); bits != 0; bits &= bits - 1)
        w->at[__builtin_ctzll(bits)] = 1;
    w->at += n;
}

/* How the library turns a game's moves and views into numbers: one file per game (luz.c). */
struct lib_encoder {
    const char *game;
    /* Adds every move that a seat may ever have, in an order that stays. */
    void (*list)(const struct game *g, int seats, struct lib_actions *a);
    int (*count)(int seats); /* of features */
    void (*write)(const struct view *v, struct lib_writer *w);
};
/* The encoder of a game; NULL: it has none. */
const struct lib_encoder *lib_find_encoder(const struct game *g);

/* actions.c */
/* Adds a move by its text, unless it is there or the game does not read it. */
__attribute__((format(printf, 3, 4))) void
lib_add_action(const struct game *g, struct lib_actions *a, const char *format, ...);
void lib_list_actions(const struct game *g, const struct lib_encoder *encoder, int seats,
                      struct lib_actions *out);
int lib_find_action(const struct lib_actions *a, move m); /* -1: none */

#endif
