/*
 * bots_list for the module of tables: names of levels only, because bots think in modules of their
 * own (see think.c). A test compares it with search/list.c.
 */
#include "search/bot.h"

extern const struct game photograph_game, luz_game, smitten_game;

#define LEVEL(GAME, NAME)                                                                          \
    &(const struct bot)                                                                            \
    {                                                                                              \
        .game = &GAME##_game, .name = #NAME, .about = "bot." #GAME "." #NAME                       \
    }

#define CODED(GAME, NAME)                                                                          \
    &(const struct bot)                                                                            \
    {                                                                                              \
        .game = &GAME##_game, .name = #NAME, .about = "bot." #GAME "." #NAME, .coded = true        \
    }

const struct bot *const bots_list[] = {
    &(const struct bot){.name = "random", .about = MSG("bot.random")},
    LEVEL(photograph, easy),
    LEVEL(photograph, medium),
    LEVEL(photograph, hard),
    LEVEL(photograph, expert),
    LEVEL(luz, easy),
    LEVEL(luz, medium),
    LEVEL(luz, hard),
    LEVEL(luz, expert),
    LEVEL(luz, flat),
    LEVEL(smitten, easy),
    LEVEL(smitten, medium),
    LEVEL(smitten, hard),
    CODED(smitten, expert),
    LEVEL(smitten, literal),
    NULL,
};
