/* Photograph: the rows of its levels. */
#include "search/photograph/levels.h"
#include "search/photograph/endgame.h"
#include "search/photograph/tunables.h"

static const struct photobot_tuning hard_tuning = {.keen = false};
static const struct photobot_tuning expert_tuning = {.keen = true, .nodes = TUNE_ENDGAME_NODES};

const struct bot photograph_easy_bot = {
    .game = &photograph_game,
    .name = "easy",
    .about = MSG("bot.photograph.easy"),
    .iterations = 1,
    .choose = photobot_choose_easy,
};

const struct bot photograph_medium_bot = {
    .game = &photograph_game,
    .name = "medium",
    .about = MSG("bot.photograph.medium"),
    .iterations = 1,
    .choose = photobot_choose_medium,
};

const struct bot photograph_hard_bot = {
    .game = &photograph_game,
    .name = "hard",
    .about = MSG("bot.photograph.hard"),
    .iterations = TUNE_HARD_ITERATIONS,
    .tuning = &hard_tuning,
    .choose = photobot_choose_search,
};

const struct bot photograph_expert_bot = {
    .game = &photograph_game,
    .name = "expert",
    .about = MSG("bot.photograph.expert"),
    .iterations = TUNE_EXPERT_ITERATIONS,
    .scratch = sizeof(struct photobot_endgame_worlds),
    .tuning = &expert_tuning,
    .choose = photobot_choose_search,
    .hindsight = photobot_hindsight,
};
