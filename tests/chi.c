/* The chi-square test: see chi.h. */
#include "tests/chi.h"

#include <assert.h>
#include <math.h>

#include "tests/tap.h"

/* The value that chi-square with `df` degrees of freedom exceeds with chance 1e-6, by the
   approximation of Wilson and Hilferty (accurate to a percent here). */
static double bound(int df)
{
    const double z = 4.753; /* a normal deviate exceeds it with chance 1e-6 */
    double part = 2.0 / (9.0 * df);
    double root = 1.0 - part + z * sqrt(part);
    return df * root * root * root;
}

bool chi_agrees(const long *count, const double *expected, int n)
{
    double chi = 0, found = 0, wanted = 0;
    for (int i = 0; i < n; i++) {
        assert(expected[i] >= 5);
        found += (double)count[i];
        wanted += expected[i];
        chi += ((double)count[i] - expected[i]) * ((double)count[i] - expected[i]) / expected[i];
    }
    assert(fabs(found - wanted) < 0.5);
    if (n < 2 || chi <= bound(n - 1))
        return true;
    tap_note("chi-square is %.1f with %d classes, the bound is %.1f", chi, n, bound(n - 1));
    return false;
}

bool chi_agrees_even(const long *count, int n)
{
    double chi = 0, sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)count[i];
    double each = sum / n;
    assert(each >= 5);
    for (int i = 0; i < n; i++)
        chi += ((double)count[i] - each) * ((double)count[i] - each) / each;
    if (n < 2 || chi <= bound(n - 1))
        return true;
    tap_note("chi-square is %.1f with %d classes, the bound is %.1f", chi, n, bound(n - 1));
    return false;
}
