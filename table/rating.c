/* Performance ratings: see rating.h. */
#include "table/rating.h"

#include <jansson.h>
#include <math.h>

/* A game is decided if the best choice wins less often than this, or the worst loses less often. */
#define DECIDED 0.005

bool rating_is_real(const struct review_decision *d)
{
    double best = d->fair.best.win, worst = d->fair.played.win;
    if (d->forced || !d->asked || !d->valued || best <= BOT_UNKNOWN)
        return false;
    for (int i = 0; i < d->n; i++)
        if (d->seen[i].win > BOT_UNKNOWN && d->seen[i].win < worst)
            worst = d->seen[i].win;
    return best > DECIDED && worst < 1 - DECIDED;
}

void rating_sum(const struct review *review, uint32_t seats, int *choices, double *lost)
{
    *choices = 0;
    *lost = 0;
    for (int i = 0; i < review->n; i++) {
        const struct review_decision *d = &review->decision[i];
        if ((seats >> d->seat & 1) == 0 || !rating_is_real(d))
            continue;
        *lost -= d->skill;
        ++*choices;
    }
}

void rating_add_sums(struct rating *r, double choices, double lost)
{
    r->games++;
    r->choices += (uint64_t)choices;
    r->lost += lost;
    r->lost_2 += lost * lost;
    r->lost_choices += lost * choices;
    r->choices_2 += choices * choices;
}

void rating_add_result(struct rating *r, double result, double rest)
{
    match_mean_add(&r->result, result);
    match_mean_add(&r->rest, rest);
    match_mean_add(&r->adjusted, result - rest);
}

void rating_add(struct rating *r, const struct review *review, uint32_t seats)
{
    double result = 0, rest = 0, lost;
    int known = 0, choices;
    rating_sum(review, seats, &choices, &lost);
    rating_add_sums(r, choices, lost);
    r->estimated = r->estimated || !review->exact;
    for (int i = 0; i < review->seats; i++) {
        const struct review_seat *road = &review->seat[i];
        if ((seats >> i & 1) == 0 || road->start <= BOT_UNKNOWN || !road->over)
            continue;
        result += road->outcome;
        rest += road->rest;
        known++;
    }
    if (known > 0)
        rating_add_result(r, result / known, rest / known);
}

/* The rating is a ratio of two sums over games; its variance comes from what each game adds to
   them, as for any estimate of a ratio. */
void rating_find(const struct rating *r, struct rating_figures *out)
{
    double choices = (double)r->choices, mean = choices > 0 ? r->lost / choices : 0;
    double squares = r->lost_2 - 2 * mean * r->lost_choices + mean * mean * r->choices_2;
    struct match_mean games = {.n = r->games, .squares = squares > 0 ? squares : 0};
    *out = (struct rating_figures){.rating = 1000 * mean};
    out->has_margin = r->games > 1 && choices > 0;
    if (out->has_margin)
        out->margin = 1000 * match_mean_margin(&games) * (double)r->games / choices;
    out->is_shown = r->choices >= RATING_CHOICES;
}

bool rating_counts(const struct record *record)
{
    const json_t *fork = json_object_get(record->root, "fork");
    return record->result != NULL && !json_is_true(json_object_get(record->root, "practice")) &&
           (fork == NULL || json_is_null(fork) || json_is_false(fork));
}
