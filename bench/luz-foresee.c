/*
 * How well the Luz search foresees a bot's choices: by the forecast, and with comparisons.
 *
 *     bench-luz-foresee SEATS [GAMES [BOT [ITERATIONS]]]
 *
 * BOT (default: expert, with 6000 iterations) plays GAMES games (default: 10) with itself. At each
 * of its choices, as another seat sees it, the search's own model of a player (search/luz/reply.c)
 * says how likely the choice was, after 0, 8, 32, 128 comparisons; each comparison draws a new hand
 * for that other seat. Prints the mean logarithms: the nearer to 0 the better.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/luz-games.h"
#include "games/list.h"
#include "search/luz/think.h"

enum { STAGES = 4, DRAWS = 1000, TABLE = 1024 };
static const int stage[STAGES] = {0, 8, 32, 128};
static const double strange = 0.03; /* share of choices that follow no rule, as in luz-fit.c */

/* Sums of logarithms, by whether they are bids. */
struct tally {
    int n;
    double uniform, model[STAGES];
};
static struct tally tally[2];
static struct think *think;

/* A table without positions. */
static void clear_table(void)
{
    memset(think->slot, 0, TABLE * sizeof think->slot[0]);
    think->mask = TABLE - 1;
    think->nodes = 0;
}

/* The chance of the card at this place, from its costs. */
static double play_chance(const struct sim *s, int place, unsigned places)
{
    double heat = (double)think->lore.weight[SIM_OTHER][SIM_HEAT] * SIM_ONE / SIM_HEAT_ONE;
    double sum = 0, mine = 0;
    struct sim_costs c;
    reply_weigh(think, s, places, &c);
    for (int i = 0; i < c.n; i++) {
        double e = exp((c.cost[place] - c.cost[i]) / heat);
        sum += e;
        mine = i == place ? e : mine;
    }
    return (1 - strange) * mine / sum + strange / c.n;
}

/* The chance of the bid, by many draws. */
static double bid_chance(const struct sim *s, int bid)
{
    struct reply none = {.node = NULL};
    int hits = 0;
    for (int i = 0; i < DRAWS; i++)
        hits += reply_bid(think, s, &none) == bid + 1;
    return (1 - strange) * hits / DRAWS + strange / THINK_BIDS;
}

/* Comparisons up to this number, each in another world of the watching seat. */
static void compare(struct reply *todo, const struct sim *s, int number)
{
    while (todo->node->n[0] < (uint32_t)number) {
        todo->s = *s;
        belief_resample(&todo->s, think->belief.seat, &think->rng);
        reply_compare(think, todo);
    }
}

/* The choice of the seat to act: 2 * beads + safety of its bid, or the place of its card. */
static void judge(const struct state *from, int chosen, int choices)
{
    struct reply todo = {.node = NULL};
    struct sim s;
    sim_from_state(&s, from);
    bool bids = sim_bidding(&s);
    bool made = false;
    struct tally *t = &tally[bids];
    clear_table();
    think->belief.seat = (s.turn + 1) % s.seats;
    worth_init(&think->their[s.turn], &from->open, s.turn);
    if (bids)
        reply_bid(think, &s, &todo); /* settles which bids are compared */
    todo.node = tree_find(think, tree_information(&s, think->belief.seat, 0), &made);
    for (int i = 0; i < STAGES; i++) {
        compare(&todo, &s, stage[i]);
        t->model[i] += log(bids ? bid_chance(&s, chosen) : play_chance(&s, chosen, 0));
    }
    t->uniform -= log(choices);
    t->n++;
}

/* The place of a move among the legal ones, in their order. */
static int find_place(const move *moves, int n, move m)
{
    int at = 0;
    while (at < n && moves[at] != m)
        at++;
    return at;
}

static void note(const struct state *s, move m)
{
    move moves[GAME_MOVES_MAX];
    int n = luz_legal(s, luz_lowest(luz_actors(s)), moves);
    if (n > 1)
        judge(s, find_place(moves, n, m), n);
}

static void print_tally(const char *name, const struct tally *t)
{
    printf("%-6s %6d   all equal %.3f", name, t->n, t->uniform / t->n);
    for (int i = 0; i < STAGES; i++)
        printf("   %d: %.3f", stage[i], t->model[i] / t->n);
    printf("\n");
}

int main(int argc, char **argv)
{
    int seats = argc > 1 ? atoi(argv[1]) : 0;
    int games = argc > 2 ? atoi(argv[2]) : 10;
    const struct bot *bot = bots_find(&luz_game, argc > 3 ? argv[3] : "expert");
    long iterations = argc > 4 ? atol(argv[4]) : 6000;
    if (seats < LUZ_SEATS_MIN || seats > LUZ_SEATS_MAX || games < 1 || bot == NULL ||
        iterations < 1) {
        fprintf(stderr, "usage: bench-luz-foresee SEATS [GAMES [BOT [ITERATIONS]]]\n");
        return 2;
    }
    think = calloc(1, sizeof *think);
    if (think == NULL)
        abort();
    sim_learn(&think->lore, seats, SIM_FORECAST);
    rng_seed(&think->rng, 1);
    luz_games_play(&(struct luz_games){.bot = bot,
                                       .iterations = (uint64_t)iterations,
                                       .seats = seats,
                                       .games = games,
                                       .seed = 37,
                                       .note = note});
    printf("%d seats, %s:%ld, %d games; nats a choice by comparisons\n", seats, bot->name,
           iterations, games);
    print_tally("plays", &tally[0]);
    print_tally("bids", &tally[1]);
    free(think);
    return 0;
}
