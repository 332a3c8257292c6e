/*
 * bots_list for the module of tables: names of levels only, because bots think in modules of their
 * own (see think.c). A test compares it with search/list.c.
 */
#include "search/bot.h"

extern const struct game photograph_game, luz_game, smitten_game;

#define LEVEL(GAME, NAME, CODED)                                                                   \
    &(const struct bot)                                                                            \
    {                                                                                              \
        .game = &GAME##_game, .name = #NAME, .about = "bot." #GAME "." #NAME, .coded = (CODED)     \
    }

const struct bot *const bots_list[] = {
    &(const struct bot){.name = "random", .about = MSG("bot.random")},
    LEVEL(photograph, easy, false),
    LEVEL(photograph, medium, false),
    LEVEL(photograph, hard, false),
    LEVEL(photograph, expert, false),
    LEVEL(luz, easy, false),
    LEVEL(luz, medium, false),
    LEVEL(luz, hard, false),
    LEVEL(luz, expert, false),
    LEVEL(luz, flat, false),
    LEVEL(smitten, easy, false),
    LEVEL(smitten, medium, false),
    LEVEL(smitten, hard, false),
    LEVEL(smitten, expert, true),
    LEVEL(smitten, literal, false),
    NULL,
};
