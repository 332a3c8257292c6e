/* Luz: the value of a deal's end. See worth.h. */
#include "search/luz/worth.h"
#include "search/luz/tunables.h"

/* Variance of the difference of two players' points in one deal, by the deal. */
static const double spread[LUZ_DEALS + 1] = TUNE_WORTH_SPREAD;

/* The normal distribution function, to 0.0003 (Abramowitz and Stegun 26.2.18). */
static double normal(double z)
{
    double x = z < 0 ? -z : z;
    double t = 1 + x * (0.196854 + x * (0.115194 + x * (0.000344 + x * 0.019527)));
    double tail = 0.5 / (t * t * t * t);
    return z < 0 ? tail : 1 - tail;
}

void worth_init(struct worth *w, const struct luz_open *o, int seat)
{
    double variance = 0;
    *w = (struct worth){.seats = o->seats, .seat = seat, .deal = o->deal};
    for (int i = 0; i < o->seats; i++)
        w->total[i] = luz_total(o, i);
    w->first = luz_first_player(o);
    for (int d = o->deal + 1; d <= LUZ_DEALS; d++)
        variance += spread[d];
    for (int i = -WORTH_SPAN; variance > 0 && i <= WORTH_SPAN; i++)
        w->ahead[i + WORTH_SPAN] = normal(5 * i / __builtin_sqrt(variance));
}

/* The seat must end ahead of each other one. Treats these as independent, and scales the chances of
   all seats to a sum of 1. */
static double chance_to_win(const struct worth *w, const int *total)
{
    double mine = 0, sum = 0;
    for (int i = 0; i < w->seats; i++) {
        double p = 1;
        for (int j = 0; j < w->seats; j++) {
            int off = (total[i] - total[j]) / 5;
            off = off > WORTH_SPAN ? WORTH_SPAN : off < -WORTH_SPAN ? -WORTH_SPAN : off;
            p *= i == j ? 1 : w->ahead[off + WORTH_SPAN];
        }
        sum += p;
        mine = i == w->seat ? p : mine;
    }
    return mine / sum;
}

void worth_of(const struct worth *w, const struct sim *s, struct outcome *out)
{
    int points[LUZ_SEATS_MAX] = {0}, total[LUZ_SEATS_MAX] = {0};
    int others = 0;
    for (int i = 0; i < w->seats; i++) {
        points[i] = luz_points(w->deal, s->bid[i], s->won[i]);
        total[i] = w->total[i] + points[i];
        others += points[i];
    }
    out->points = points[w->seat];
    others -= points[w->seat];
    if (w->deal == LUZ_DEALS)
        out->win = luz_best_seat(w->seats, w->first, total, points) == w->seat;
    else
        out->win = chance_to_win(w, total);
    out->value = TUNE_WORTH_LEAD * (out->points - (double)others / (w->seats - 1)) +
                 TUNE_WORTH_WIN * out->win;
}
