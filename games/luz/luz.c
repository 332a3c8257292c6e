/* Luz: the table of the game. */
#include "games/luz/luz.h"

_Static_assert(sizeof(struct state) <= GAME_STATE_MAX, "state fits its room");
_Static_assert(sizeof(struct view) <= GAME_VIEW_MAX, "view fits its room");

static const char *const seats[] = {"0", "1", "2", "3", "4", NULL};
static const char *const memory[] = {"strict", "aided", NULL};

static const struct game_option options[] = {
    [LUZ_OPT_DEALER] = {.name = "dealer", .values = seats, .preset = 0},
    [LUZ_OPT_MEMORY] = {.name = "memory", .values = memory, .preset = 0},
    [LUZ_OPTIONS] = {.name = NULL},
};

const struct game luz_game = {
    .name = "luz",
    .title = MSG("game.luz"),
    .seats_min = LUZ_SEATS_MIN,
    .seats_max = LUZ_SEATS_MAX,
    .seats_usual = 4,
    .sample = 0,
    .rules = 1,
    .options = options,
    .begins = LUZ_OPT_DEALER,
    .state_size = sizeof(struct state),
    .view_size = sizeof(struct view),
    .signal = NULL,
    .wants = NULL,
    .check = luz_check,
    .init = luz_init,
    .options_of = luz_options_of,
    .actors = luz_actors,
    .shuffle = luz_shuffle,
    .deal = luz_deal,
    .legal = luz_legal,
    .refuse = luz_refuse,
    .apply = luz_apply,
    .result = luz_result,
    .facts = GAME_FACTS(luz_facts),
    .shows_past = luz_shows_past,
    .observe = luz_observe,
    .reveal = luz_reveal,
    .determinize = luz_determinize,
    .redeal = GAME_REDEAL(luz_redeal),
    .write_card = luz_write_card,
    .read_card = luz_read_card,
    .write_move = luz_write_move,
    .read_move = luz_read_move,
    .write_view = luz_write_view,
    .write_shown = luz_write_shown,
};
