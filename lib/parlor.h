/*
 * libparlor: card games with hidden cards for simulation, search and learning.
 *
 *     struct parlor *p = parlor_new("luz", 4, NULL, NULL);
 *     parlor_reset(p, 7);
 *     while (parlor_turn(p) >= 0) {
 *         int action[PARLOR_ACTIONS_MAX];
 *         int n = parlor_legal(p, parlor_turn(p), action);
 *         parlor_apply(p, parlor_turn(p), action[rand() % n]);
 *     }
 *
 * A game holds the whole truth; parlor_view (JSON) and parlor_observe (numbers) give only what a
 * seat may know. Deals depend only on the seed of parlor_reset and happen by themselves. Seats
 * count from 0.
 *
 * An action is a number below parlor_actions(), the same for the same game, seats and version of
 * the rules; parlor_action_text gives its move text (docs/records.md). Action 0 is "pass": where
 * another seat may act as well and players may agree who does (the start of a turn in Smitten), it
 * lets the others go first. Signals (`say ...`) are not actions; parlor_apply_text takes them. A
 * game without an action list (docs/library.md) numbers its moves by their place among the legal
 * ones; such a number is valid only for that seat at that moment.
 *
 * Nothing here prints, reads files or keeps global state. Different games may be used by different
 * threads at the same time. A game takes about 3 KiB.
 */
#ifndef PARLOR_H
#define PARLOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PARLOR_API 1 /* raised by incompatible changes of this header */

enum {
    PARLOR_SEATS_MAX = 5,
    PARLOR_ACTIONS_MAX = 256, /* no game has more actions */
    PARLOR_TEXT_MAX = 32,     /* room for a move's text */
    PARLOR_JSON_MAX = 16384,  /* room for any view or result */
    PARLOR_SPECTATOR = -1     /* as a seat: the public view */
};

struct parlor;

/* ---- The games ---- */

int parlor_api(void);             /* PARLOR_API of the library */
const char *parlor_release(void); /* "1.2.3" */
int parlor_games(void);           /* number of games */
const char *parlor_game(int i);   /* name of game `i`, NULL if there is none */
/* Fewest and most seats; 0 if there is no such game. */
int parlor_seats_min(const char *game);
int parlor_seats_max(const char *game);
/* 1 if all seats of the game win or lose together. */
int parlor_cooperative(const char *game);

/* ---- Games ---- */

/* A new game. `options` is NAME=VALUE with spaces between them (`parlor games` lists them), or
   NULL. On failure returns NULL and puts the reason, an id such as "check.seats", at `why`, unless
   that is NULL. The game is dealt as by parlor_reset with seed 0. */
struct parlor *parlor_new(const char *game, int seats, const char *options, const char **why);
void parlor_free(struct parlor *p);
/* A copy in the same position, with the same deals to come; NULL: out of memory. */
struct parlor *parlor_clone(const struct parlor *p);
/* The same into an existing game of the same kind and seats; otherwise nothing happens. */
void parlor_copy(struct parlor *to, const struct parlor *from);
/* Starts a new game, with all deals from this seed. */
void parlor_reset(struct parlor *p, uint64_t seed);
/* Makes `to` a game drawn from all those that the seat cannot tell from this one, with new deals to
   come: a fair planner searches there. */
void parlor_imagine(struct parlor *to, const struct parlor *from, int seat, uint64_t seed);

/* ---- Playing ---- */

int parlor_seats(const struct parlor *p);
/* The seats that may act now, as bits; 0: the game is over. */
uint32_t parlor_actors(const struct parlor *p);
/* The seat to ask now: the lowest actor that has a move and has not passed; -1: the game is over.
 */
int parlor_turn(const struct parlor *p);
int parlor_actions(const struct parlor *p);
/* The seat's legal actions (room for PARLOR_ACTIONS_MAX), ascending; returns their number. */
int parlor_legal(const struct parlor *p, int seat, int *action);
/* The same as parlor_actions() bytes, 1 for legal. */
void parlor_mask(const struct parlor *p, int seat, uint8_t *mask);
/* Acts; NULL, or the id of the reason for a refusal, which changes nothing. */
const char *parlor_apply(struct parlor *p, int seat, int action);
const char *parlor_apply_text(struct parlor *p, int seat, const char *text);
/* An action's text (room for PARLOR_TEXT_MAX), "" if there is no such action; and the action of a
   text, -1 if there is none. */
void parlor_action_text(const struct parlor *p, int action, char *text);
int parlor_action_number(const struct parlor *p, const char *text);

/* ---- Views and results ---- */

/* The seat's view as JSON (the game's README lists the members); returns its length without the
   NUL, 0 if `size` is too small. */
size_t parlor_view(const struct parlor *p, int seat, char *json, size_t size);
/* The same as parlor_features() numbers, mostly 0 to 1; docs/library.md lists them. Seats come in
   order from this one on. */
int parlor_features(const struct parlor *p);
void parlor_observe(const struct parlor *p, int seat, float *out);
/* Points so far, or final. */
void parlor_scores(const struct parlor *p, int *score);
/* Seat bits; none before the game is over (and in Smitten, if it is lost). */
uint32_t parlor_winners(const struct parlor *p);
/* The result as in records; returns as parlor_view. */
size_t parlor_result(const struct parlor *p, char *json, size_t size);
/* A hash of the whole position without the deals to come: equal positions have equal hashes. */
uint64_t parlor_hash(const struct parlor *p);

/* ---- Many games at once ---- */

struct parlor_batch;

/* `count` games, game i from seed and i. NULL as for parlor_new. */
struct parlor_batch *parlor_batch_new(const char *game, int seats, const char *options, int count,
                                      uint64_t seed, const char **why);
void parlor_batch_free(struct parlor_batch *b);
/* One of its games, to read or to copy from. */
const struct parlor *parlor_batch_game(const struct parlor_batch *b, int i);
/* In every game the seat whose turn it is acts: by action[i], or at random if that is negative, not
   legal, or if `action` is NULL. A game that was over starts again instead. Returns the number of
   games that are over now. */
int parlor_batch_step(struct parlor_batch *b, const int32_t *action);
/* Fills, for every game, each array unless NULL: the seat to act (-1: over), its observation
   (parlor_features() numbers per game; zeros when over), its mask (parlor_actions() bytes per
   game), the points and the shares of the win (parlor_seats() per game; shares are 0 until the
   end). */
void parlor_batch_look(const struct parlor_batch *b, int32_t *turn, float *features, uint8_t *mask,
                       int32_t *score, float *win);

#ifdef __cplusplus
}
#endif

#endif
