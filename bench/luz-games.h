/* Games of Luz that a bot plays with itself, for programs that learn from its choices. */
#ifndef PARLOR_BENCH_LUZ_GAMES_H
#define PARLOR_BENCH_LUZ_GAMES_H

#include "games/luz/luz.h"
#include "search/bot.h"

struct luz_games {
    const struct bot *bot;
    uint64_t iterations; /* 0: the bot's own */
    int seats, games;
    uint64_t seed;
    /* Called with each choice, before it is carried out. */
    void (*note)(const struct state *s, move m);
};

void luz_games_play(const struct luz_games *plan);

#endif
