/*
 * Steps per second of libparlor as linked by others: random actions, with and without observations.
 *
 * A step is one action of one seat. "single" is one game through parlor_legal and
 * parlor_apply, "batch" many games by parlor_batch_step, "observed" the same with
 * parlor_batch_look after each step.
 * Usage: bench-library [SECONDS for each figure]
 */
#include <stdio.h>
#include <stdlib.h>

#include "lib/parlor.h"
#include "table/clock.h"

enum { GAMES = 256, CHECK = 64 };

static double measure_alone(const char *name, int seats, double seconds)
{
    struct parlor *p = parlor_new(name, seats, NULL, NULL);
    int action[PARLOR_ACTIONS_MAX];
    long steps = 0;
    uint64_t seed = 0, bits = 88172645463325252u;
    double start = clock_cpu_seconds();
    do {
        for (int i = 0; i < CHECK; i++) {
            int seat = parlor_turn(p);
            if (seat < 0) {
                parlor_reset(p, ++seed);
                continue;
            }
            int n = parlor_legal(p, seat, action);
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            parlor_apply(p, seat, action[(bits >> 33) % (unsigned)n]);
            steps++;
        }
    } while (clock_cpu_seconds() - start < seconds);
    double rate = (double)steps / (clock_cpu_seconds() - start);
    parlor_free(p);
    return rate;
}

static double measure_batch(const char *name, int seats, double seconds, int observed)
{
    struct parlor_batch *b = parlor_batch_new(name, seats, NULL, GAMES, 1, NULL);
    const struct parlor *p = parlor_batch_game(b, 0);
    float *x = calloc((size_t)GAMES * (size_t)parlor_features(p), sizeof x[0]);
    uint8_t *mask = calloc((size_t)GAMES, (size_t)parlor_actions(p));
    static int32_t turn[GAMES];
    long steps = 0;
    if (x == NULL || mask == NULL)
        abort();
    double start = clock_cpu_seconds();
    do {
        steps += GAMES - parlor_batch_step(b, NULL); /* starting a new game is not a step */
        if (observed)
            parlor_batch_look(b, turn, x, mask, NULL, NULL);
    } while (clock_cpu_seconds() - start < seconds);
    double rate = (double)steps / (clock_cpu_seconds() - start);
    free(x);
    free(mask);
    parlor_batch_free(b);
    return rate;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int seats;
    } rows[] = {{"photograph", 2}, {"photograph", 4}, {"luz", 3},
                {"luz", 5},        {"smitten", 2},    {"smitten", 1}};
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
    printf("libparlor, steps per second   single       batch    observed   features  actions\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct parlor *p = parlor_new(rows[i].name, rows[i].seats, NULL, NULL);
        printf("%-12s %d seats  %14.0f %11.0f %11.0f %10d %8d\n", rows[i].name, rows[i].seats,
               measure_alone(rows[i].name, rows[i].seats, seconds),
               measure_batch(rows[i].name, rows[i].seats, seconds, 0),
               measure_batch(rows[i].name, rows[i].seats, seconds, 1), parlor_features(p),
               parlor_actions(p));
        fflush(stdout);
        parlor_free(p);
    }
    return 0;
}
