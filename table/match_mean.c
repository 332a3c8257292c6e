/* Means over deals and their intervals: see match.h. */
#include <math.h>

#include "table/match.h"

void match_mean_add(struct match_mean *m, double x)
{
    double before = x - m->mean;
    m->n++;
    m->mean += before / (double)m->n;
    m->squares += before * (x - m->mean);
}

/* The 97.5 % point of Student's distribution; beyond the list accurate within 0.003. */
static double student(uint64_t freedom)
{
    static const double point[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                   2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                   2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                   2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    if (freedom <= sizeof point / sizeof point[0])
        return point[freedom - 1];
    return 1.960 + 2.4 / (double)freedom;
}

double match_mean_margin(const struct match_mean *m)
{
    if (m->n < 2)
        return 0;
    double n = (double)m->n;
    return student(m->n - 1) * sqrt(m->squares / (n - 1) / n);
}

void match_rate_interval(const struct match_mean *m, double *low, double *high)
{
    double n = (double)m->n, p = m->mean, z = 1.960;
    /* If all deals are 0 or 1, the sum of squares is exactly this; otherwise it is smaller. */
    bool binary = fabs(m->squares - n * p * (1 - p)) < 1e-6 * n + 1e-9;
    if (m->n < 2 && !binary) {
        *low = 0;
        *high = 1;
        return;
    }
    if (m->n == 0 || !binary) {
        double margin = match_mean_margin(m);
        *low = p - margin > 0 ? p - margin : 0;
        *high = p + margin < 1 ? p + margin : 1;
        return;
    }
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    *low = middle - half > 0 ? middle - half : 0;
    *high = middle + half < 1 ? middle + half : 1;
}
