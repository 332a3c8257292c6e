/* Null: the table of the game. */
#include "games/null/null.h"

_Static_assert(sizeof(struct state) <= GAME_STATE_MAX, "state fits its room");
_Static_assert(sizeof(struct view) <= GAME_VIEW_MAX, "view fits its room");

static const char *const best[] = {"high", "low", NULL};

static const struct game_option options[] = {
    [NULL_OPT_BEST] = {.name = "best", .values = best, .preset = 0},
    [NULL_OPTIONS] = {.name = NULL},
};

extern const struct game null_game;

const struct game null_game = {
    .name = "null",
    .seats_min = 2,
    .seats_max = NULL_SEATS_MAX,
    .seats_usual = 2,
    .sample = 1,
    .rules = 1,
    .options = options,
    .begins = -1,
    .state_size = sizeof(struct state),
    .view_size = sizeof(struct view),
    .signal = NULL,
    .wants = NULL,
    .check = null_check,
    .init = null_init,
    .options_of = null_options_of,
    .actors = null_actors,
    .shuffle = null_shuffle,
    .deal = null_deal,
    .legal = null_legal,
    .refuse = null_refuse,
    .apply = null_apply,
    .result = null_result,
    .observe = null_observe,
    .reveal = null_reveal,
    .determinize = null_determinize,
    .redeal = GAME_REDEAL(null_redeal),
    .write_card = null_write_card,
    .read_card = null_read_card,
    .write_move = null_write_move,
    .read_move = null_read_move,
    .write_view = null_write_view,
};
