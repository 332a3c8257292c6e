/*
 * Learns the net of leaf.c: plays games of 2, 3 and 4 seats by weight, a few of the moves at
 * random, and moves the net towards the final points (least squares by stochastic gradient with one
 * adaptive step per weight). Not part of any program. The same arguments give the same file.
 *
 * Usage: train_leaf GAMES > search/photograph/leaf_net.c
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/photograph/leaf.h"

enum {
    STRAY = 40,     /* one move in so many is random */
    SKIP = 2,       /* one position in so many is learnt from */
    POOL = 1 << 16, /* samples that are mixed before learning */
    SEEN = 100,     /* begins the sum of squared slopes */
    WIDTH = PHOTOBOT_LEAF_WIDTH,
};

struct sample {
    struct photobot_leaf_seat seat;
    float points, table; /* the result; and the value by the tables of think.h, to compare */
    int time;
};

struct learner {
    float row[PHOTOBOT_LEAF_ROWS][WIDTH], row_seen[PHOTOBOT_LEAF_ROWS][WIDTH];
    float out[WIDTH], out_seen[WIDTH];
    float rate;
    double error[3], table[3], count[3];
};

static struct learner learner;
static struct sample pool[POOL];
static int pooled;

static float draw(struct rng *r)
{
    return (float)rng_below(r, 20001) / 10000.0F - 1.0F;
}

static void begin(struct learner *l, struct rng *r)
{
    for (int j = 0; j < WIDTH; j++) {
        l->out[j] = j % 2 ? 1.0F : -1.0F;
        l->out_seen[j] = SEEN;
        for (int i = 0; i < PHOTOBOT_LEAF_ROWS; i++) {
            l->row[i][j] = 0.15F * draw(r);
            l->row_seen[i][j] = SEEN;
        }
    }
}

static float guess(const struct learner *l, const struct sample *s,
                   float hidden[PHOTOGRAPH_COLOURS][WIDTH])
{
    float sum = (float)s->seat.base / PHOTOBOT_POINT;
    for (int c = 0; c < s->seat.colours; c++) {
        float h[WIDTH] = {0};
        for (int i = 0; i < PHOTOBOT_LEAF_TERMS; i++)
            for (int j = 0; j < WIDTH; j++)
                h[j] += l->row[s->seat.term[c][i]][j];
        for (int j = 0; j < WIDTH; j++) {
            hidden[c][j] = h[j] > 0 ? h[j] : 0;
            sum += hidden[c][j] * l->out[j];
        }
    }
    return sum;
}

static void learn(struct learner *l, const struct sample *s)
{
    float hidden[PHOTOGRAPH_COLOURS][WIDTH], slope[WIDTH] = {0};
    float error = s->points - guess(l, s, hidden);
    l->error[s->time] += error * error;
    l->table[s->time] += (s->points - s->table) * (s->points - s->table);
    l->count[s->time]++;
    for (int c = 0; c < s->seat.colours; c++) {
        float pull[WIDTH];
        for (int j = 0; j < WIDTH; j++) {
            slope[j] += error * hidden[c][j];
            pull[j] = hidden[c][j] > 0 ? error * l->out[j] : 0;
        }
        for (int i = 0; i < PHOTOBOT_LEAF_TERMS; i++) {
            float *row = l->row[s->seat.term[c][i]], *seen = l->row_seen[s->seat.term[c][i]];
            for (int j = 0; j < WIDTH; j++) {
                seen[j] += pull[j] * pull[j];
                row[j] += l->rate * pull[j] / sqrtf(seen[j]);
            }
        }
    }
    for (int j = 0; j < WIDTH; j++) {
        l->out_seen[j] += slope[j] * slope[j];
        l->out[j] += l->rate * slope[j] / sqrtf(l->out_seen[j]);
    }
}

static void learn_pool(struct learner *l, struct rng *r)
{
    for (int i = pooled - 1; i >= 0; i--) {
        int j = (int)rng_below(r, (uint32_t)i + 1);
        learn(l, &pool[j]);
        pool[j] = pool[i];
    }
    pooled = 0;
}

static void note(const struct photobot_world *w)
{
    const struct photograph_open *o = &w->state.open;
    struct photobot_leaf_seat seat[PHOTOGRAPH_SEATS_MAX];
    int each = (o->left + __builtin_popcount(o->there)) / o->seats;
    photobot_leaf_read(w, seat);
    for (int i = 0; i < o->seats; i++) {
        struct photobot_features features;
        photobot_read_features(w, i, &features);
        int table = photobot_weigh(&features, features.hand, 0, features.held);
        pool[pooled++] = (struct sample){.seat = seat[i],
                                         .table = (float)table / PHOTOBOT_POINT,
                                         .time = each > 11  ? 0
                                                 : each > 4 ? 1
                                                            : 2};
    }
}

static void play(int seats, struct rng *r)
{
    struct photobot_world w;
    struct state s;
    struct deal d;
    move moves[GAME_MOVES_MAX];
    int opt[GAME_OPTIONS_MAX], at, begun = pooled;
    game_preset_options(&photograph_game, opt);
    photograph_init(&s, seats, opt);
    photograph_shuffle(&s, r, &d);
    photograph_deal(&s, &d, &at);
    photobot_enter(&w, &s);
    for (uint32_t actors; (actors = photograph_actors(&w.state)) != 0;) {
        int seat = __builtin_ctz(actors), phase = w.state.open.phase;
        if (phase == PHOTOGRAPH_TAKE && rng_below(r, SKIP) == 0)
            note(&w);
        bool stray = phase != PHOTOGRAPH_END && rng_below(r, STRAY) == 0;
        int n = stray ? photograph_legal(&w.state, seat, moves) : 0;
        photobot_apply(&w, seat,
                       stray ? moves[rng_below(r, (uint32_t)n)] : photobot_policy(&w, seat));
    }
    struct result end;
    photograph_result(&w.state, &end);
    for (int i = begun; i < pooled; i++)
        pool[i].points = (float)end.score[(i - begun) % seats];
}

static int whole(double x)
{
    return (int)(x < 0 ? x - 0.5 : x + 0.5);
}

/* A weight as it is stored; a weight that no game has touched is 0. */
static int keep(const struct learner *l, int row, int at)
{
    int x = whole(l->row[row][at] * PHOTOBOT_LEAF_ONE);
    return l->row_seen[row][at] <= SEEN ? 0 : x < -127 ? -127 : x > 127 ? 127 : x;
}

static void print(const struct learner *l)
{
    printf("/* Made by train_leaf.c, then clang-format; README.md says how. */\n"
           "#include \"search/photograph/leaf.h\"\n\n"
           "const struct photobot_leaf photobot_leaf = {.row = {\n");
    for (int i = 0; i < PHOTOBOT_LEAF_ROWS; i++) {
        printf("{");
        for (int j = 0; j < WIDTH; j++)
            printf("%d%s", keep(l, i, j), j + 1 < WIDTH ? ", " : "},\n");
    }
    printf("},\n.out = {");
    for (int j = 0; j < WIDTH; j++)
        printf("%d%s", whole(l->out[j] * 256.0 * PHOTOBOT_POINT / PHOTOBOT_LEAF_ONE),
               j + 1 < WIDTH ? ", " : "}};\n");
}

/* Prints the recent error of the net, and of the tables on the same positions. */
static void tell(struct learner *l, int games)
{
    fprintf(stderr, "%d games: squared error early, middle, late (tables)", games);
    for (int j = 0; j < 3; j++) {
        fprintf(stderr, " %.2f (%.2f)", l->error[j] / l->count[j], l->table[j] / l->count[j]);
        l->error[j] = l->table[j] = l->count[j] = 0;
    }
    fprintf(stderr, "\n");
}

int main(int argc, char **argv)
{
    struct learner *l = &learner;
    struct rng r;
    if (argc < 2)
        return 2;
    int games = (int)strtol(argv[1], NULL, 10);
    rng_seed(&r, 5);
    begin(l, &r);
    for (int i = 0; i < games; i++) {
        l->rate = 0.05F * (1.02F - (float)i / (float)games);
        play(2 + i % 3, &r);
        if (pooled > POOL - 400)
            learn_pool(l, &r);
        if ((i + 1) % 10000 == 0)
            tell(l, i + 1);
    }
    learn_pool(l, &r);
    print(l);
    return 0;
}
