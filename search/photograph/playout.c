/*
 * Photograph: playouts from a world, all seats by weight alone.
 */
#include "search/photograph/leaf.h"
#include "search/photograph/tunables.h"

move photobot_policy(const struct photobot_world *w, int seat)
{
    const struct photograph_open *o = &w->state.open;
    struct photobot_features features;
    if (o->phase == PHOTOGRAPH_END)
        return photobot_choose_final(o, seat, w->state.hand[seat], NULL);
    photobot_read_features(w, seat, &features);
    if (o->phase == PHOTOGRAPH_TAKE)
        return photobot_choose_take(&features, &w->state);
    return photobot_choose_wind(&features, photograph_count_shots(o));
}

static void read_end(const struct state *s, struct photobot_end *out)
{
    struct result r;
    photograph_result(s, &r);
    int n = __builtin_popcount(r.winners);
    for (int i = 0; i < r.seats; i++) {
        out->points[i] = r.score[i];
        out->win[i] = r.winners >> i & 1 ? 1.0 / n : 0.0;
    }
}

/* The standard deviation of final points around the expected ones, by stage. */
static const double scatter[PHOTOBOT_STAGES] = TUNE_SCATTER;

/* The chance that a value `x` standard deviations ahead stays ahead: the normal distribution, by
   quarters of a deviation. */
static double chance_ahead(double x)
{
    static const double normal[] = {0.50000, 0.59871, 0.69146, 0.77337, 0.84134, 0.89435,
                                    0.93319, 0.95994, 0.97725, 0.98778, 0.99379, 0.99702,
                                    0.99865, 0.99942, 0.99977, 0.99991, 0.99997};
    double far = 4 * (x < 0 ? -x : x);
    int at = far < 15 ? (int)far : 15;
    double part = far < 16 ? far - at : 1;
    double chance = normal[at] + part * (normal[at + 1] - normal[at]);
    return x < 0 ? 1 - chance : chance;
}

/* Points by the net; the chance to win as the product of chances against each other seat. */
static void estimate(const struct photobot_world *w, struct photobot_end *out)
{
    int seats = w->state.open.seats, cents[PHOTOGRAPH_SEATS_MAX];
    double far = scatter[photobot_read_stage(&w->state.open)], sum = 0;
    photobot_leaf_weigh(w, cents);
    for (int i = 0; i < seats; i++)
        out->points[i] = cents[i] / (double)PHOTOBOT_POINT;
    for (int i = 0; i < seats; i++) {
        out->win[i] = 1;
        for (int j = 0; j < seats; j++)
            if (j != i)
                out->win[i] *= chance_ahead((out->points[i] - out->points[j]) / far);
        sum += out->win[i];
    }
    for (int i = 0; i < seats; i++)
        out->win[i] /= sum;
}

/* The heaviest winds, best first; returns how many. */
static int list_heavy(const struct photobot_features *s, int now, move out[TUNE_KEEN_WINDS])
{
    struct photobot_plan plan;
    int weight[TUNE_KEEN_WINDS], n = 0;
    photobot_make_plan(s, s->hand, now, s->held, &plan);
    for (int i = 0; i < photograph_count_winds(s->held); i++) {
        int v = photobot_weigh_plan(s, &plan, photograph_winds[i]);
        if (n == TUNE_KEEN_WINDS && v <= weight[TUNE_KEEN_WINDS - 1])
            continue;
        n += n < TUNE_KEEN_WINDS;
        int j = n - 1;
        for (; j > 0 && weight[j - 1] < v; j--) {
            weight[j] = weight[j - 1];
            out[j] = out[j - 1];
        }
        weight[j] = v;
        out[j] = photograph_winds[i];
    }
    return n;
}

/* The one of the heaviest winds after which the net expects most. */
static move choose_keenly(const struct photobot_world *w, int seat)
{
    struct photobot_features features;
    move wind[TUNE_KEEN_WINDS] = {0};
    int cents[PHOTOGRAPH_SEATS_MAX], top = INT32_MIN;
    photobot_read_features(w, seat, &features);
    int n = list_heavy(&features, w->state.open.count, wind);
    move best = wind[0];
    for (int i = 0; i < n; i++) {
        struct photobot_world next = *w;
        photobot_apply(&next, seat, wind[i]);
        if (next.state.open.phase != PHOTOGRAPH_TAKE)
            return best; /* Sunset or the end, which the net cannot value */
        photobot_leaf_weigh(&next, cents);
        if (cents[seat] > top) {
            top = cents[seat];
            best = wind[i];
        }
    }
    return best;
}

void photobot_play_on(struct photobot_world *w, struct photobot_end *out)
{
    const struct photograph_open *o = &w->state.open;
    int left = TUNE_PLAYOUT_TURNS;
    for (uint32_t actors; (actors = photograph_read_actors(o)) != 0;) {
        if (o->phase == PHOTOGRAPH_TAKE && left-- == 0) {
            estimate(w, out);
            return;
        }
        int seat = __builtin_ctz(actors);
        bool keen = seat == w->keen && o->phase == PHOTOGRAPH_WIND;
        photobot_apply(w, seat, keen ? choose_keenly(w, seat) : photobot_policy(w, seat));
    }
    read_end(&w->state, out);
}
