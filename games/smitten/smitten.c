/* Smitten: the table of the game. */
#include "games/smitten/smitten.h"

_Static_assert(sizeof(struct state) <= GAME_STATE_MAX, "state fits its room");
_Static_assert(sizeof(struct view) <= GAME_VIEW_MAX, "view fits its room");

static const char *const levels[] = {"easy", "medium", "hard", NULL};
static const char *const tasks[] = {"any", "same", "other", "new", "near", "none", NULL};
static const char *const switches[] = {"off", "on", NULL};

static const struct game_option options[] = {
    [SMITTEN_OPT_LEVEL] = {.name = "level", .values = levels, .preset = SMITTEN_LEVEL_MEDIUM},
    [SMITTEN_OPT_CARD4] = {.name = "card4",
                           .values = tasks,
                           .preset = SMITTEN_ASK_ANY,
                           .note = MSG("games.note-smitten")}, /* Rule S2.1 */
    [SMITTEN_OPT_CARD9] = {.name = "card9",
                           .values = tasks,
                           .preset = SMITTEN_ASK_ANY,
                           .note = MSG("games.note-smitten")},
    [SMITTEN_OPT_EASY] = {.name = "easy", .values = switches, .preset = 0},
    [SMITTEN_OPT_HARD1] = {.name = "hard1", .values = switches, .preset = 0},
    [SMITTEN_OPT_HARD2] = {.name = "hard2", .values = switches, .preset = 0},
    [SMITTEN_OPTIONS] = {.name = NULL},
};

extern const struct game smitten_game;

const struct game smitten_game = {
    .name = "smitten",
    .title = MSG("game.smitten"),
    .seats_min = 1,
    .seats_max = 2,
    .seats_usual = 2,
    .sample = 0,
    .rules = 2,
    .options = options,
    .cooperative = true,
    .begins = -1,
    .state_size = sizeof(struct state),
    .view_size = sizeof(struct view),
    .signal = "say can",
    .wants = smitten_wants,
    .check = smitten_check,
    .init = smitten_init,
    .options_of = smitten_options_of,
    .actors = smitten_actors,
    .shuffle = smitten_shuffle,
    .deal = smitten_deal,
    .legal = smitten_legal,
    .refuse = smitten_refuse,
    .apply = smitten_apply,
    .result = smitten_result,
    .observe = smitten_observe,
    .reveal = smitten_reveal,
    .determinize = smitten_determinize,
    .redeal = GAME_REDEAL(smitten_redeal),
    .write_card = smitten_write_card,
    .read_card = smitten_read_card,
    .write_move = smitten_write_move,
    .read_move = smitten_read_move,
    .write_view = smitten_write_view,
    .write_result = smitten_write_result,
};
