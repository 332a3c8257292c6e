/* The bot that plays any game uniformly at random: the anchor of every comparison. */
#include "search/bot.h"

static void choose(const struct bot *bot, const struct game *g, const struct view *v, int seat,
                   const struct bot_limits *limits, uint64_t seed, void *scratch,
                   struct bot_choice *out)
{
    (void)bot, (void)limits, (void)scratch;
    struct state_room room;
    struct rng r;
    move moves[GAME_MOVES_MAX];
    rng_seed(&r, seed);
    /* The seat's legal moves are the same in every world that its view permits. */
    g->determinize(v, &r, state_in(&room));
    int n = g->legal(state_in(&room), seat, moves);
    *out = (struct bot_choice){.m = MOVE_NONE};
    if (n > 0)
        out->m = moves[rng_below(&r, (uint32_t)n)];
}

extern const struct bot random_bot;

const struct bot random_bot = {
    .name = "random",
    .about = MSG("bot.random"),
    .iterations = 1,
    .choose = choose,
};
