/*
 * The set-up of a game: its name, seats and options, read from text, with an explanation of every
 * mistake. Records, the command line and servers share it.
 */
#ifndef PARLOR_TABLE_SETUP_H
#define PARLOR_TABLE_SETUP_H

#include <stdbool.h>

#include "core/game.h"
#include "table/problem.h"

struct setup {
    const struct game *game;
    int rules; /* version of the rules: the current one, unless the game is older */
    int seats;
    int opt[GAME_OPTIONS_MAX];
};

/* Finds the game and takes its usual seats and presets; false: `p` (started) says why. */
bool setup_find_game(struct setup *s, const char *name, struct problem *p);

/* Sets one option from text; false: `p` says why. */
bool setup_set_option(struct setup *s, const char *name, const char *text, struct problem *p);

/* Whether rules, seats and options are a legal combination; false: `p` says why not. */
bool setup_check(const struct setup *s, struct problem *p);

/* Fills the state of a new game, before its first deal; `setup_check` has passed. */
void setup_init(const struct setup *s, struct state *state);

#endif
