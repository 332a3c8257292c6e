#include "bench/luz-games.h"

#include <stdlib.h>
#include <string.h>

#include "games/list.h"

static void play_game(const struct luz_games *plan, uint64_t number, void *scratch)
{
    static struct bot_choice c;
    const struct bot *bot = plan->bot;
    struct bot_limits limits = {.must = true, .iterations = plan->iterations};
    struct state s;
    struct rng r;
    rng_seed_pair(&r, plan->seed, number);
    int opt[LUZ_OPTIONS] = {(int)rng_below(&r, (uint32_t)plan->seats), 0};
    luz_init(&s, plan->seats, opt);
    for (uint32_t actors; (actors = luz_actors(&s)) != 0;) {
        if (actors == GAME_DEALER) {
            struct deal d;
            int at;
            luz_shuffle(&s, &r, &d);
            luz_deal(&s, &d, &at);
            continue;
        }
        int seat = luz_lowest(actors);
        struct view v;
        memset(&v, 0, sizeof v);
        luz_observe(&s, seat, &v);
        struct bot_question q = {.game = &luz_game,
                                 .view = &v,
                                 .seat = seat,
                                 .limits = &limits,
                                 .seed = rng_next(&r),
                                 .scratch = scratch};
        bot->choose(bot, &q, &c);
        plan->note(&s, c.m);
        luz_apply(&s, seat, c.m);
    }
}

void luz_games_play(const struct luz_games *plan)
{
    void *scratch = calloc(1, plan->bot->scratch);
    if (scratch == NULL)
        abort();
    for (int i = 0; i < plan->games; i++)
        play_game(plan, (uint64_t)i, scratch);
    free(scratch);
}
