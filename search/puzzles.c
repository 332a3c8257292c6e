/*
 * The list of all kinds of puzzles. The page's module has no solvers: -DWITHOUT_PUZZLE_SOLVERS
 * leaves out what needs them; it judges by the values of the files.
 */
#include "search/puzzle_kinds.h"

extern const struct game luz_game, photograph_game, smitten_game;

#ifdef WITHOUT_PUZZLE_SOLVERS
#define SOLVER(function) NULL
#else
#define SOLVER(function) (function)
#endif

enum { SOLO_ROOM = 64 << 20, LAST_FIELD_ROOM = 1 << 20 };

static const struct puzzle_kind smitten_solo = {
    .name = "smitten-solo",
    .game = &smitten_game,
    .seats = 1,
    .options = (const char *const[]){NULL},
    .title = MSG("puzzle.smitten-solo"),
    .asks = MSG("puzzle.smitten-solo-asks"),
    .measure = PUZZLE_CHANCE,
    .maker = "medium",
    .thin = 6,
    .moves = 19,
    .scratch = SOLO_ROOM,
    .solve = SOLVER(smitten_puzzle_solo),
};

static const struct puzzle_kind smitten_pair = {
    .name = "smitten-pair",
    .game = &smitten_game,
    .seats = 2,
    .options = (const char *const[]){NULL},
    .title = MSG("puzzle.smitten-pair"),
    .asks = MSG("puzzle.smitten-pair-asks"),
    .measure = PUZZLE_SURE,
    .maker = "medium",
    .thin = 6,
    .moves = 18,
    .say = smitten_puzzle_say,
    .solve = smitten_puzzle_pair,
    .why = smitten_puzzle_pair_why,
};

static const struct puzzle_kind luz_bid = {
    .name = "luz-bid",
    .game = &luz_game,
    .seats = 4,
    .options = (const char *const[]){NULL},
    .title = MSG("puzzle.luz-bid"),
    .asks = MSG("puzzle.luz-bid-asks"),
    .measure = PUZZLE_POINTS,
    .maker = "easy",
    .thin = 6,
    .moves = 3,
    .budget = 30000,
    .scratch = PUZZLE_BID_ROOM,
    .solve = SOLVER(luz_puzzle_bid),
};

static const struct puzzle_kind luz_card = {
    .name = "luz-card",
    .game = &luz_game,
    .seats = 4,
    .options = (const char *const[]){"memory", "aided", NULL},
    .title = MSG("puzzle.luz-card"),
    .asks = MSG("puzzle.luz-card-asks"),
    .measure = PUZZLE_SURE,
    .cards = true,
    .mark = "play ",
    .hide = "may",
    .maker = "easy",
    .thin = 6,
    .moves = 44,
    .solve = luz_puzzle_card,
    .fails = luz_puzzle_card_fails,
    .why = luz_puzzle_card_why,
};

static const struct puzzle_kind luz_last = {
    .name = "luz-last",
    .game = &luz_game,
    .seats = 3,
    .options = (const char *const[]){"memory", "aided", NULL},
    .title = MSG("puzzle.luz-last"),
    .asks = MSG("puzzle.luz-last-asks"),
    .measure = PUZZLE_SURE,
    .maker = "easy",
    .thin = 6,
    .moves = 33,
    .solve = luz_puzzle_last,
    .why = luz_puzzle_last_why,
};

static const struct puzzle_kind photograph_last = {
    .name = "photograph-last",
    .game = &photograph_game,
    .seats = 2,
    .options = (const char *const[]){"memory", "aided", NULL},
    .title = MSG("puzzle.photograph-last"),
    .asks = MSG("puzzle.photograph-last-asks"),
    .measure = PUZZLE_CHANCE,
    .maker = "easy",
    .thin = 1,
    .moves = 96,
    .scratch = LAST_FIELD_ROOM,
    .solve = SOLVER(photograph_puzzle_last),
};

/* By name, so that the page has the same order. */
const struct puzzle_kind *const puzzle_kinds[] = {
    &luz_bid, &luz_card, &luz_last, &photograph_last, &smitten_pair, &smitten_solo, NULL};
