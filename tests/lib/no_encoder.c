/*
 * A game without an encoder in the library. The list of games here replaces games/list.c and has
 * one such game. Its actions are places among the legal moves, its features the bytes of the view.
 */
#include <string.h>

#include "games/list.h"
#include "lib/parlor.h"
#include "tests/tap.h"

extern const struct game null_game;

static struct game newcomer;
const struct game *const games_list[] = {&newcomer, NULL};

const struct game *games_find(const char *name)
{
    return strcmp(name, newcomer.name) == 0 ? &newcomer : NULL;
}

/* Seat 0 hides and seat 1 shows. */
static void play(struct parlor *p)
{
    char text[PARLOR_TEXT_MAX];
    int action[PARLOR_ACTIONS_MAX];
    tap_ok(parlor_legal(p, 0, action) == 2 && action[0] == 1 && action[1] == 2,
           "legal moves are numbered from 1");
    parlor_action_text(p, 2, text);
    tap_ok(strcmp(text, "hide") == 0 && parlor_action_number(p, text) == 2, "actions have texts");
    parlor_action_text(p, 3, text);
    tap_ok(text[0] == '\0' && parlor_apply(p, 0, 3) != NULL && parlor_apply(p, 0, 0) != NULL,
           "other actions are refused");
    tap_ok(parlor_apply(p, 0, 2) == NULL && parlor_turn(p) == 1, "one seat acts");
    tap_ok(parlor_apply_text(p, 1, "show") == NULL && parlor_turn(p) == -1, "the other seat acts");
    parlor_action_text(p, 1, text);
    tap_ok(text[0] == '\0' && parlor_action_number(p, "show") == -1, "then nobody acts");
    tap_ok(parlor_winners(p) == 2, "the game has a winner");
}

/* The features of seat 0 and seat 1. */
static void observe(const struct parlor *p)
{
    float one[GAME_VIEW_MAX], two[GAME_VIEW_MAX];
    parlor_observe(p, 0, one);
    parlor_observe(p, 1, two);
    tap_ok(parlor_features(p) == (int)null_game.view_size &&
               memcmp(one, two, null_game.view_size * sizeof one[0]) != 0,
           "each seat's features are its view's bytes");
}

int main(void)
{
    const char *why = NULL;
    newcomer = null_game;
    newcomer.name = "newcomer";
    tap_ok(parlor_games() == 1 && strcmp(parlor_game(0), "newcomer") == 0, "the game is listed");
    tap_ok(!parlor_cooperative("newcomer") && !parlor_cooperative("nobody"),
           "the game is competitive");
    struct parlor *p = parlor_new("newcomer", 2, NULL, &why);
    tap_ok(p != NULL && why == NULL, "the game can be created");
    observe(p);
    play(p);
    parlor_free(p);
    struct parlor_batch *b = parlor_batch_new("newcomer", 2, NULL, 3, 1, &why);
    tap_ok(b != NULL && parlor_batch_step(b, NULL) == 0 && parlor_batch_step(b, NULL) == 3,
           "a batch of it is played");
    parlor_batch_free(b);
    return tap_done();
}
