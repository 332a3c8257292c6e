/* Luz: flat Monte Carlo. Every move of the root is played out in the same worlds, with the same
   random numbers: what differs is the move. */
#include "search/luz/think.h"

void flat_search(struct think *t)
{
    while (!think_over(t)) {
        int world = belief_draw(&t->belief, &t->rng);
        struct rng luck;
        rng_seed(&luck, rng_next(&t->rng));
        for (int i = 0; i < t->n; i++) {
            struct rng r = luck;
            struct sim s;
            struct outcome o;
            belief_world(&t->belief, world, &s);
            think_apply(t, &s, i);
            sim_finish(&t->lore, &s, t->tuning.noise, &r);
            worth_of(&t->worth, &s, &o);
            think_add(&t->option[i], &o);
            t->spent++;
        }
    }
}
