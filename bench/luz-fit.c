/*
 * Fits the forecast of the Luz policy (search/luz/sim.c) to the choices of a searcher.
 *
 *     bench-luz-fit SEATS [GAMES [BOT]]
 *
 * BOT (default: hard) plays GAMES games (default: 30) with itself. The weights of the policy and
 * the heat of its choices are changed one by one, as long as that makes the plays of every second
 * position more likely; the other positions serve as a check. Bids are fitted by least squares:
 * beads (a safety bead counts half) against the tricks expected. Prints a row for the table of
 * forecasts. Floating point is fine here, since none of this runs in a bot.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/luz-games.h"
#include "games/list.h"
#include "search/luz/sim.h"

enum { PLACES_MAX = 1 << 18, PASSES = 14, REACH = 1500 };
static const double strange = 0.03; /* share of plays that follow no rule */

/* A searcher's choice: a card, or a bid as in struct sim. */
struct place {
    struct sim s;
    int card, bid; /* the other one is -1 */
};

static struct place *places;
static int count;
static struct sim_lore lore;
static int16_t *const weight = lore.weight[SIM_OTHER];

static void note(const struct state *s, move m)
{
    struct place *p = &places[count];
    int number = (int)(m & LUZ_MOVE_NUMBER);
    if (count == PLACES_MAX)
        return;
    sim_from_state(&p->s, s);
    uint64_t legal = sim_playable(&p->s);
    p->card = p->bid = -1;
    if (s->open.phase == LUZ_BID)
        p->bid = number + 1;
    else
        p->card = s->card[s->open.turn][number - 1];
    count += p->bid >= 0 || (legal & (legal - 1)) != 0;
}

/* The chance that the policy gives to the card that was played. */
static double chance_of(const struct place *p)
{
    double heat = (double)weight[SIM_HEAT] * SIM_ONE / SIM_HEAT_ONE;
    double sum = 0, mine = 0;
    int lowest = INT32_MAX;
    struct sim_costs c;
    sim_weigh(&lore, &p->s, &c);
    for (int i = 0; i < c.n; i++)
        lowest = c.cost[i] < lowest ? c.cost[i] : lowest;
    for (int i = 0; i < c.n; i++) {
        double e = exp((lowest - c.cost[i]) / heat);
        sum += e;
        mine = c.card[i] == p->card ? e : mine;
    }
    return (1 - strange) * mine / sum + strange / c.n;
}

/* The mean logarithm over the plays of every second position. */
static double likelihood(int from)
{
    double sum = 0;
    int n = 0;
    sim_share(&lore);
    for (int i = from; i < count; i += 2) {
        if (places[i].card < 0)
            continue;
        sum += log(chance_of(&places[i]));
        n++;
    }
    return sum / n;
}

/* Changes one weight by `step` as often as that helps; returns whether it did. */
static bool climb(int i, int step, double *best)
{
    bool moved = false;
    for (;;) {
        int16_t old = weight[i];
        weight[i] = (int16_t)(old + step);
        bool legal = abs(weight[i]) < REACH && weight[SIM_HEAT] > 0;
        double now = legal ? likelihood(0) : *best;
        if (now < *best + 1e-6) {
            weight[i] = old;
            return moved;
        }
        *best = now;
        moved = true;
    }
}

static void fit_plays(void)
{
    int step[SIM_WEIGHTS];
    double best = likelihood(0);
    printf("plays: %.4f nats, check %.4f\n", best, likelihood(1));
    for (int i = 0; i < SIM_WEIGHTS; i++)
        step[i] = i == SIM_HEAT ? 8 : 32;
    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < SIM_WEIGHTS; i++) {
            bool bids = (i >= SIM_BID_MUL && i <= SIM_BID_SAFE) || i == SIM_BID_HEAT;
            if (bids || step[i] == 0)
                continue;
            bool moved = climb(i, -step[i], &best) || climb(i, step[i], &best);
            step[i] = moved ? step[i] * 3 / 2 : step[i] / 2;
        }
    }
    printf("fitted: %.4f nats, check %.4f\n", best, likelihood(1));
}

static void fit_bids(void)
{
    double x1 = 0, y1 = 0, xx = 0, xy = 0, yy = 0, n = 0, safe = 0;
    weight[SIM_BID_MUL] = SIM_ONE;
    weight[SIM_BID_ADD] = 0;
    sim_share(&lore);
    for (int i = 0; i < count; i++) {
        if (places[i].bid < 0)
            continue;
        double x = (double)sim_expect(&lore, &places[i].s) / SIM_ONE;
        double y = (places[i].bid - 1) / 2.0;
        x1 += x, y1 += y, xx += x * x, xy += x * y, yy += y * y, n++;
        safe += luz_safety(places[i].bid);
    }
    double slope = (xy - x1 * y1 / n) / (xx - x1 * x1 / n);
    double rest = sqrt((yy - y1 * y1 / n - slope * (xy - x1 * y1 / n)) / n);
    weight[SIM_BID_MUL] = (int16_t)lround(slope * SIM_ONE);
    weight[SIM_BID_ADD] = (int16_t)lround((y1 - slope * x1) / n * SIM_ONE);
    weight[SIM_BID_SAFE] = (int16_t)lround(safe / n * SIM_ONE);
    weight[SIM_BID_HEAT] = (int16_t)lround(rest * SIM_ONE);
    printf("%.0f bids: off by %.3f beads\n", n, rest);
}

int main(int argc, char **argv)
{
    int seats = argc > 1 ? atoi(argv[1]) : 0;
    int games = argc > 2 ? atoi(argv[2]) : 30;
    const struct bot *bot = bots_find(&luz_game, argc > 3 ? argv[3] : "hard");
    if (seats < LUZ_SEATS_MIN || seats > LUZ_SEATS_MAX || games < 1 || bot == NULL) {
        fprintf(stderr, "usage: bench-luz-fit SEATS [GAMES [BOT]]\n");
        return 2;
    }
    places = calloc(PLACES_MAX, sizeof *places);
    if (places == NULL)
        abort();
    luz_games_play(
        &(struct luz_games){.bot = bot, .seats = seats, .games = games, .seed = 31, .note = note});
    sim_learn(&lore, seats, SIM_FORECAST);
    fit_plays();
    fit_bids();
    for (int i = 0; i < SIM_WEIGHTS; i++)
        printf("%d%s", weight[i], i + 1 < SIM_WEIGHTS ? ", " : "\n");
    free(places);
    return 0;
}
