/* Photograph: the table of the game. */
#include "games/photograph/photograph.h"

_Static_assert(sizeof(struct state) <= GAME_STATE_MAX, "state fits its room");
_Static_assert(sizeof(struct view) <= GAME_VIEW_MAX, "view fits its room");
/* Equal situations are equal bytes, so there must be no padding. */
_Static_assert(sizeof(struct photograph_open) == 400, "no padding");
_Static_assert(sizeof(struct state) == 400 + 32 + 16 + 4 + 85 + 7, "no padding");
_Static_assert(sizeof(struct view) == 400 + 32 + 16 + 4 + 4, "no padding");

static const char *const seats[] = {"0", "1", "2", "3", NULL};
static const char *const off_on[] = {"off", "on", NULL};
static const char *const memory[] = {"strict", "aided", NULL};

static const struct game_option options[] = {
    [PHOTOGRAPH_OPT_COLOURS] = {.name = "colours",
                                .letters = photograph_letters,
                                .preset = GAME_OPTION_OPEN,
                                .note = MSG("games.note-colours")},
    [PHOTOGRAPH_OPT_FIRST] = {.name = "first", .values = seats, .preset = 0},
    [PHOTOGRAPH_OPT_MISSED] = {.name = "missed", .values = off_on, .preset = 0},
    [PHOTOGRAPH_OPT_MEMORY] = {.name = "memory", .values = memory, .preset = 0},
    [PHOTOGRAPH_OPTIONS] = {.name = NULL},
};

const struct game photograph_game = {
    .name = "photograph",
    .title = MSG("game.photograph"),
    .seats_min = 2,
    .seats_max = PHOTOGRAPH_SEATS_MAX,
    .seats_usual = 2,
    .sample = 0,
    .rules = 2,
    .options = options,
    .begins = PHOTOGRAPH_OPT_FIRST,
    .state_size = sizeof(struct state),
    .view_size = sizeof(struct view),
    .signal = NULL,
    .wants = NULL,
    .check = photograph_check,
    .init = photograph_init,
    .use_rules = photograph_use_rules,
    .options_of = photograph_options_of,
    .actors = photograph_actors,
    .shuffle = photograph_shuffle,
    .deal = photograph_deal,
    .legal = photograph_legal,
    .refuse = photograph_refuse,
    .apply = photograph_apply,
    .result = photograph_result,
    .facts = GAME_FACTS(photograph_facts),
    .shows_past = photograph_shows_past,
    .observe = photograph_observe,
    .reveal = photograph_reveal,
    .determinize = photograph_determinize,
    .redeal = GAME_REDEAL(photograph_redeal),
    .write_card = photograph_write_card,
    .read_card = photograph_read_card,
    .write_move = photograph_write_move,
    .read_move = photograph_read_move,
    .write_view = photograph_write_view,
    .write_shown = photograph_write_shown,
    .write_preview = photograph_write_preview,
};
