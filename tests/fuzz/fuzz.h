/*
 * Shared parts of the fuzz targets. A target is one file with LLVMFuzzerTestOneInput; it runs under
 * libFuzzer, and with main.c as an ordinary test. A broken promise ends the program by FUZZ_CHECK.
 *
 * An input opens with a head of letters, so that people can read and write it. The head keeps its
 * meaning when games are added: the game's first letter, the number of seats, then one character
 * each for the options, the random numbers and the moves made before. Every character has some
 * meaning, so every input is valid.
 */
#ifndef PARLOR_TESTS_FUZZ_FUZZ_H
#define PARLOR_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"

/* The entry that libFuzzer calls; always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program and names the place, unless the promise holds. */
#define FUZZ_CHECK(promise) ((promise) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #promise))
_Noreturn void fuzz_fail(const char *file, int line, const char *promise);

/* The part of the input that is not yet used. */
struct fuzz_in {
    const uint8_t *at;
    size_t left;
};

/* The next byte; 0 when all are used. */
int fuzz_take(struct fuzz_in *in);
/* The rest as text, which the caller frees; exactly as long, so that reads past its end show. */
char *fuzz_take_text(struct fuzz_in *in);

/* A game set up: state before its first deal. */
struct fuzz_game {
    const struct game *game;
    int seats;
    int opt[GAME_OPTIONS_MAX];
    struct rng rng;
    struct state_room room;
};
/* Reads game, seats, options and random numbers from the head; the set-up is always valid. */
void fuzz_set_up(struct fuzz_in *in, struct fuzz_game *f);
/* Carries out a fair deal. */
void fuzz_deal(struct fuzz_game *f);
/* Makes up to `steps` random moves, deals included; stops when the game is over. */
void fuzz_play(struct fuzz_game *f, int steps);

/* Checks the promises about a position for all seats; see game.h. */
void fuzz_check_position(struct fuzz_game *f);
/* Checks that the catalogue has a text for the message id. */
void fuzz_check_message(const char *id);

#endif
