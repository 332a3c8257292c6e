/*
 * Learns the weights of one number of seats: plays games, a few of the moves at random, and moves
 * the weights towards the final points (least squares by stochastic gradient). Not part of any
 * program. The same arguments give the same file.
 *
 * Usage: train SEATS GAMES ROUNDS [ITERATIONS] > search/photograph/weights_SEATS.c
 *
 * Without ITERATIONS the games are played by weight, with the weights learnt so far, starting from
 * a rough guess. With it they are played by a search of so many iterations per choice with the
 * built-in weights, from which learning starts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/photograph/levels.h"

enum {
    WEIGHTS = sizeof(struct photobot_weights) / sizeof(int16_t),
    SAMPLES_MAX = 200,
    TERMS_MAX = 24,
    STRAY = 40, /* one move in so many is random */
};

/* The weights as numbers in cents; `struct photobot_weights` is only int16_t, so this is its twin.
 */
union exact {
    double flat[WEIGHTS];
    struct {
        double film[PHOTOBOT_STAGES][PHOTOBOT_OPENS][PHOTOBOT_ROOMS][PHOTOBOT_NEARS];
        double good[PHOTOBOT_STAGES][PHOTOBOT_GOODS][PHOTOBOT_RIVALS];
        double fit[PHOTOBOT_STAGES][PHOTOBOT_PLACES];
        double blur[PHOTOBOT_STAGES][PHOTOBOT_PLACES];
    };
};
_Static_assert(sizeof(union exact) == WEIGHTS * sizeof(double), "twins");

struct sample {
    int seat, n, base, stage;
    int term[TERMS_MAX];
};

struct learner {
    union exact exact;
    double seen[WEIGHTS];
    struct photobot_weights rounded;
    double error[PHOTOBOT_STAGES], count[PHOTOBOT_STAGES];
};

/* Initial weights: points so far, and a card for every third that may come. */
static void begin(struct learner *l)
{
    static const int points[PHOTOBOT_OPENS] = {-3, 1, 3, 4, 7, 8, 10, 11};
    static const double cards[PHOTOBOT_STAGES] = {4, 3, 2, 1.5, 1, 0.3};
    memset(l, 0, sizeof *l);
    for (int s = 0; s < PHOTOBOT_STAGES; s++) {
        for (int o = 0; o < PHOTOBOT_OPENS; o++)
            for (int r = 0; r < PHOTOBOT_ROOMS; r++)
                for (int n = 0; n < PHOTOBOT_NEARS; n++) {
                    double more = r * 0.6 < cards[s] ? r * 0.6 : cards[s];
                    l->exact.film[s][o][r][n] = 100 * points[o] + 150 * more * (n > 0);
                }
        for (int o = 0; o < PHOTOBOT_GOODS; o++)
            for (int r = 0; r < PHOTOBOT_RIVALS; r++)
                l->exact.good[s][o][r] = s < 5 ? 60 * o : 0;
        for (int p = 0; p < PHOTOBOT_PLACES; p++)
            l->exact.blur[s][p] = -150 + 15 * p;
    }
}

static void settle(struct learner *l)
{
    int16_t flat[WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++) {
        double x = l->exact.flat[i];
        flat[i] = (int16_t)(x < 0 ? x - 0.5 : x + 0.5);
    }
    memcpy(&l->rounded, flat, sizeof flat);
}

static void add_term(struct sample *s, const struct learner *l, const double *weight)
{
    s->term[s->n++] = (int)(weight - l->exact.flat);
}

/* The terms that photobot_weigh adds up for a hand of which nothing is played now. */
static void note(const struct learner *l, const struct photobot_features *s, struct sample *out)
{
    struct photograph_tail tail[PHOTOGRAPH_COLOURS];
    memcpy(tail, s->tail, sizeof tail);
    *out = (struct sample){.seat = s->seat, .base = s->base, .stage = s->stage};
    uint64_t hand = s->hand;
    for (int i = 0; i < s->held; i++, hand >>= 8) {
        int place = photobot_least(i, PHOTOBOT_PLACES - 1);
        unsigned fits = photobot_step(&tail[hand >> 4 & 7], (int)(hand & 15));
        add_term(out, l, fits ? &l->exact.fit[s->stage][place] : &l->exact.blur[s->stage][place]);
    }
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        if ((s->colours >> i & 1) == 0)
            continue;
        struct photobot_film f = photobot_read_film(&tail[i], s->avail[i]);
        int own = photobot_least(tail[i].open, PHOTOBOT_GOODS - 1);
        add_term(out, l, &l->exact.film[s->stage][f.open][f.room][f.near]);
        if ((s->claimed >> i & 1) == 0)
            add_term(out, l, &l->exact.good[s->stage][own][s->rival[i]]);
    }
}

static void learn(struct learner *l, const struct sample *s, int points)
{
    double guess = s->base;
    for (int i = 0; i < s->n; i++)
        guess += l->exact.flat[s->term[i]];
    double error = 100.0 * points - guess;
    l->error[s->stage] += error * error / 10000;
    l->count[s->stage]++;
    for (int i = 0; i < s->n; i++) {
        double *seen = &l->seen[s->term[i]];
        *seen += 1;
        double rate = 1.0 / (20 + *seen / 4);
        l->exact.flat[s->term[i]] += error * (rate > 0.0007 ? rate : 0.0007) * 0.5;
    }
}

/* How the games are played. */
struct school {
    int seats;
    uint64_t iterations; /* 0: by weighing */
    struct rng rng;
};

static move choose(struct school *c, const struct photobot_world *w, int seat)
{
    static struct bot_choice choice;
    move moves[GAME_MOVES_MAX];
    struct rng *r = &c->rng;
    if (rng_below(r, STRAY) == 0 && w->state.open.phase != PHOTOGRAPH_END)
        return moves[rng_below(r, (uint32_t)photograph_legal(&w->state, seat, moves))];
    if (c->iterations == 0)
        return photobot_policy(w, seat);
    struct view v;
    struct bot_limits limits = {.iterations = c->iterations};
    photograph_observe(&w->state, seat, &v);
    struct bot_question q = {
        .game = &photograph_game, .view = &v, .seat = seat, .limits = &limits, .seed = rng_next(r)};
    photograph_hard_bot.choose(&photograph_hard_bot, &q, &choice);
    return choice.m;
}

/* Plays one game and learns from each seat's features after each turn. */
static void play(struct learner *l, struct school *c)
{
    struct rng *r = &c->rng;
    int seats = c->seats;
    static struct sample samples[SAMPLES_MAX];
    struct photobot_world w;
    struct state s;
    struct deal d;
    int opt[GAME_OPTIONS_MAX], at, n = 0;
    game_preset_options(&photograph_game, opt);
    photograph_init(&s, seats, opt);
    photograph_shuffle(&s, r, &d);
    photograph_deal(&s, &d, &at);
    photobot_enter(&w, &s);
    w.weights = &l->rounded;
    for (uint32_t actors; (actors = photograph_actors(&w.state)) != 0;) {
        int seat = __builtin_ctz(actors);
        int phase = w.state.open.phase;
        photobot_apply(&w, seat, choose(c, &w, seat));
        if (phase != PHOTOGRAPH_WIND)
            continue;
        for (int i = 0; i < seats; i++) {
            if (i != seat && rng_below(r, 3) != 0)
                continue;
            struct photobot_features features;
            photobot_read_features(&w, i, &features);
            note(l, &features, &samples[n++]);
        }
    }
    struct result end;
    photograph_result(&w.state, &end);
    for (int i = 0; i < n; i++)
        learn(l, &samples[i], end.score[samples[i].seat]);
}

static void print_row(const int16_t *row, int n)
{
    printf("{");
    for (int i = 0; i < n; i++)
        printf("%s%d", i > 0 ? ", " : "", row[i]);
    printf("},\n");
}

static void print(const struct photobot_weights *w)
{
    printf("{.film = {\n");
    for (int s = 0; s < PHOTOBOT_STAGES; s++) {
        printf("{\n");
        for (int o = 0; o < PHOTOBOT_OPENS; o++) {
            printf("{\n");
            for (int r = 0; r < PHOTOBOT_ROOMS; r++)
                print_row(w->film[s][o][r], PHOTOBOT_NEARS);
            printf("},\n");
        }
        printf("},\n");
    }
    printf("},\n.good = {\n");
    for (int s = 0; s < PHOTOBOT_STAGES; s++) {
        printf("{\n");
        for (int o = 0; o < PHOTOBOT_GOODS; o++)
            print_row(w->good[s][o], PHOTOBOT_RIVALS);
        printf("},\n");
    }
    printf("},\n.fit = {\n");
    for (int s = 0; s < PHOTOBOT_STAGES; s++)
        print_row(w->fit[s], PHOTOBOT_PLACES);
    printf("},\n.blur = {\n");
    for (int s = 0; s < PHOTOBOT_STAGES; s++)
        print_row(w->blur[s], PHOTOBOT_PLACES);
    printf("},\n};\n");
}

/* Starts from the built-in weights; they count as learnt from a fair number of samples. */
static void resume(struct learner *l, int seats)
{
    int16_t flat[WEIGHTS];
    memset(l, 0, sizeof *l);
    memcpy(flat, photobot_weights[seats - 2], sizeof flat);
    for (int i = 0; i < WEIGHTS; i++) {
        l->exact.flat[i] = flat[i];
        l->seen[i] = 200;
    }
}

static void run_round(struct learner *l, struct school *c, int number, int games)
{
    settle(l);
    memset(l->error, 0, sizeof l->error);
    memset(l->count, 0, sizeof l->count);
    for (int i = 0; i < games; i++)
        play(l, c);
    fprintf(stderr, "round %d: squared error by stage", number);
    for (int i = 0; i < PHOTOBOT_STAGES; i++)
        fprintf(stderr, " %.2f", l->error[i] / l->count[i]);
    fprintf(stderr, "\n");
}

int main(int argc, char **argv)
{
    static struct learner l;
    if (argc < 4)
        return 2;
    struct school c = {.seats = (int)strtol(argv[1], NULL, 10),
                       .iterations = argc > 4 ? strtoull(argv[4], NULL, 10) : 0};
    int games = (int)strtol(argv[2], NULL, 10), rounds = (int)strtol(argv[3], NULL, 10);
    rng_seed_pair(&c.rng, 3, (uint64_t)c.seats);
    if (c.iterations > 0)
        resume(&l, c.seats);
    else
        begin(&l);
    for (int i = 0; i < rounds; i++)
        run_round(&l, &c, i, games / rounds);
    settle(&l);
    printf("/* Made by train.c, then clang-format; README.md says how. */\n"
           "#include \"search/photograph/think.h\"\n\n"
           "const struct photobot_weights photobot_weights_%d = ",
           c.seats);
    print(&l.rounded);
    return 0;
}
