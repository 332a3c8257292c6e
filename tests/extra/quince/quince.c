/* Quince: the table of the game. */
#include "games/quince/quince.h"

_Static_assert(sizeof(struct state) <= GAME_STATE_MAX, "state fits its room");
_Static_assert(sizeof(struct view) <= GAME_VIEW_MAX, "view fits its room");

static const char *const best[] = {"high", "low", NULL};
static const char *const seats[] = {"0", "1", "2", NULL};

static const struct game_option options[] = {
    [QUINCE_OPT_BEST] = {.name = "best", .values = best, .preset = 0},
    [QUINCE_OPT_FIRST] = {.name = "first", .values = seats, .preset = 0},
    [QUINCE_OPTIONS] = {.name = NULL},
};

extern const struct game quince_game;

const struct game quince_game = {
    .name = "quince",
    .title = MSG("game.quince"),
    .seats_min = 2,
    .seats_max = QUINCE_SEATS_MAX,
    .seats_usual = 2,
    .rules = 1,
    .options = options,
    .begins = QUINCE_OPT_FIRST,
    .state_size = sizeof(struct state),
    .view_size = sizeof(struct view),
    .signal = NULL,
    .wants = NULL,
    .check = quince_check,
    .init = quince_init,
    .options_of = quince_options_of,
    .actors = quince_actors,
    .shuffle = quince_shuffle,
    .deal = quince_deal,
    .legal = quince_legal,
    .refuse = quince_refuse,
    .apply = quince_apply,
    .result = quince_result,
    .observe = quince_observe,
    .reveal = quince_reveal,
    .determinize = quince_determinize,
    .write_card = quince_write_card,
    .read_card = quince_read_card,
    .write_move = quince_write_move,
    .read_move = quince_read_move,
    .write_view = quince_write_view,
};
