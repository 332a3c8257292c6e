/*
 * The lists of a module with the bots of one game, in place of games/list.c and search/list.c. The
 * build chooses the game by -DONLY_LUZ and the like; with -DONLY_EASY there are only the levels of
 * a first game, so that it begins soon. A test compares them with the whole lists.
 */
#include <string.h>

#include "games/list.h"
#include "search/bot.h"

extern const struct bot random_bot;

#if defined ONLY_PHOTOGRAPH
extern const struct game photograph_game;
extern const struct bot photograph_easy_bot, photograph_medium_bot, photograph_hard_bot,
    photograph_expert_bot;
const struct game *const games_list[] = {&photograph_game, NULL};
#ifdef ONLY_EASY
const struct bot *const bots_list[] = {&random_bot, &photograph_easy_bot, NULL};
#else
const struct bot *const bots_list[] = {
    &random_bot,          &photograph_easy_bot,   &photograph_medium_bot,
    &photograph_hard_bot, &photograph_expert_bot, NULL};
#endif
#elif defined ONLY_LUZ
extern const struct game luz_game;
extern const struct bot luz_easy_bot, luz_medium_bot, luz_hard_bot, luz_expert_bot, luz_flat_bot;
const struct game *const games_list[] = {&luz_game, NULL};
#ifdef ONLY_EASY
const struct bot *const bots_list[] = {&random_bot, &luz_easy_bot, NULL};
#else
const struct bot *const bots_list[] = {&random_bot,   &luz_easy_bot,   &luz_medium_bot,
                                       &luz_hard_bot, &luz_expert_bot, &luz_flat_bot,
                                       NULL};
#endif
#elif defined ONLY_SMITTEN
extern const struct game smitten_game;
extern const struct bot smitten_easy_bot, smitten_medium_bot, smitten_hard_bot, smitten_expert_bot;
extern const struct bot smitten_literal_bot;
const struct game *const games_list[] = {&smitten_game, NULL};
#ifdef ONLY_EASY
const struct bot *const bots_list[] = {&random_bot, &smitten_easy_bot, NULL};
#else
const struct bot *const bots_list[] = {&random_bot,
                                       &smitten_easy_bot,
                                       &smitten_medium_bot,
                                       &smitten_hard_bot,
                                       &smitten_expert_bot,
                                       &smitten_literal_bot,
                                       NULL};
#endif
#else
#error "which game?"
#endif

const struct game *games_find(const char *name)
{
    return strcmp(games_list[0]->name, name) == 0 ? games_list[0] : NULL;
}
