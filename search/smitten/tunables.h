/*
 * Smitten: all tunables of the bots, each with the measurement that chose it.
 *
 * README.md of this folder has the figures in full ("Experiments"); a run is `parlor match
 * smitten --bots NAME --deals N [--option level=L]`, wins of the pair. "Not measured" means that
 * the number was set by hand and no other value was compared.
 */
#ifndef PARLOR_SEARCH_SMITTEN_TUNABLES_H
#define PARLOR_SEARCH_SMITTEN_TUNABLES_H

#include <stdint.h>

/* ---- Budgets of the levels ---- */
enum {
    /* Hands of the partner that are considered; solo, worlds that are played. 3, 60, all hands by
       free cells: 57.7, 70.0, 71.0 % at medium (300 deals), so more than 60 gain nothing. */
    TUNE_EASY_ITERATIONS = 3,
    TUNE_MEDIUM_ITERATIONS = 60,
    /* Solo, worlds: 79.0 %, medium 76.5 % (200 deals): not shown to differ. */
    TUNE_HARD_ITERATIONS = 1000,
    TUNE_LITERAL_ITERATIONS = 1000,
    /* Shown by `parlor bots` only: both experts of a pair must think alike, and solo there is no
       limit unless the caller sets one. */
    TUNE_EXPERT_ITERATIONS = 2000000,
    /* Hands of the quick answer when told to stop. Not measured. */
    TUNE_GLANCE_ITERATIONS = 8,
    /* Positions with open hands that `hindsight` may evaluate. Not measured. */
    TUNE_HINDSIGHT_POSITIONS = 400000,
};

/* ---- Valuing a grid by new hands ---- */
enum {
    /* Deals of hard and literal: 84.0 and 84.7 % at medium, 59.5 and 63.5 % at hard rules (400
       deals): not shown to differ. All grids cost 0.1 and 0.4 s of CPU. */
    TUNE_HARD_DEALS = 32,
    TUNE_LITERAL_DEALS = 128,
    /* Samples of expert, and at hard rules: 5, 16, 48 gave 91.7, 94.0, 96.0 % at medium (300 games,
       +- 3), 20, 40, 80 gave 68, 71, 70 % at hard rules. Few, since the first move of a process
       values all grids (1.2 to 2.7 s of CPU). */
    TUNE_EXPERT_SAMPLES = 8,
    TUNE_EXPERT_SAMPLES_HARD = 20,
    /* Hands of the partner that a player of these deals cannot tell apart; and their maximum. Not
       measured. */
    TUNE_GUESSES = 4,
    TUNE_GUESSES_MAX = 6,
};
/* Factor for leaving the next play to a partner who may have none, in leaf_fast.c and leaf.c; and
   for two 2s in one turn. Not measured. */
#define TUNE_CHAIN_RISK_FAST 0.8
#define TUNE_CHAIN_RISK_LEAF 0.85
#define TUNE_TWICE 0.75

/* ---- Signals of easy and medium (literal.c) ---- */
/* "Want" from this share of the partner's value on, "do not want" below the other. 0.99 and 0.93
   instead: not better. */
#define TUNE_LITERAL_GOOD 0.95
#define TUNE_LITERAL_FAIR 0.8

/* ---- Signals and moves of hard and literal (belief_plain.c) ---- */
/* A hand above the first rank says "want", one below the second "do not want". Half and quarter
   against thirds and fixed thresholds: 86.0, 83.0, 87.0 % at medium, 63.3, 60.7, 59.7 % at hard
   rules (300 deals): no difference shown. */
#define TUNE_WANTS 0.5
#define TUNE_PASSES 0.25
/* The width around these ranks within which a partner may signal either. Not measured. */
#define TUNE_BLUR 0.1
/* How often a signal does not suit the hand, and how often a move is not among the best. 1 % with 2
   %, 5 % with 10 %, 15 % with 10 %: 61.0, 59.0, 59.7 % at hard rules (600 deals): no difference. */
#define TUNE_LAX 0.05
#define TUNE_SLIP 0.1
/* How often a signal is untrue; and how near to the best a move counts as good. Not measured. */
#define TUNE_UNTRUE 0.02
#define TUNE_AS_GOOD 0.02

/* ---- The convention of expert (talk.c) ---- */
enum { TUNE_TALK_ROUNDS = 8 }; /* of dividing hands into classes by turns. Not measured. */
/* How much of the second speaker's hand the first is supposed to learn. 0.2, 0.5, 0.8: alike. */
#define TUNE_TALK_LEARNT 0.5

/* ---- Solo ---- */
enum {
    TUNE_SOLO_LEAST = 2, /* the least number of worlds. Not measured. */
    /* With this many cards in the squares every choice gets its value. Not measured: earlier
       choices of the mode with a swap take long. */
    TUNE_SOLO_WHOLE = 4,
    TUNE_SOLO_INSTEAD = 400, /* worlds when the solver is cut short. Not measured. */
    /* With a budget no more memory is used, so that it gives the same result everywhere. */
    TUNE_SOLO_BUDGET_MEMORY = 120 << 20,
    /* The solver needs so much for the hardest positions; the page has less. */
    TUNE_EXPERT_MEMORY = (UINTPTR_MAX > UINT32_MAX ? 704 : 128) << 20,
};

/* ---- Reasons of reviews ---- */
enum {
    /* Worlds drawn; positions searched in one to prove that it is lost; worlds by which two moves
       must differ to be told apart; and the same for counted answers and cells, in tenths per
       world. Not measured. */
    TUNE_REASON_WORLDS = 100,
    TUNE_REASON_NODES = 1500,
    TUNE_REASON_APART = 3,
    TUNE_REASON_TENTHS_APART = 2,
};

#endif
