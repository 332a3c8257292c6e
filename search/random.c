/* The bot that plays any game uniformly at random: the anchor of every comparison. */
#include "search/bot.h"

static void choose(const struct bot *bot, const struct bot_question *q, struct bot_choice *out)
{
    (void)bot;
    struct state_room room;
    struct rng r;
    move moves[GAME_MOVES_MAX];
    rng_seed(&r, q->seed);
    /* The seat's legal moves are the same in every world that its view permits. */
    q->game->determinize(q->view, &r, state_in(&room));
    int n = q->game->legal(state_in(&room), q->seat, moves);
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
