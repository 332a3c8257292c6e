/* The chi-square test of counts against expected counts, for tests with fixed seeds. */
#ifndef PARLOR_TESTS_CHI_H
#define PARLOR_TESTS_CHI_H

#include <stdbool.h>

/* Whether `n` counts agree with their expected values: false if the deviation has a chance below
   about one in a million. The sums must be equal, each expectation at least 5. */
bool chi_agrees(const long *count, const double *expected, int n);

/* The same for equal expectations. */
bool chi_agrees_even(const long *count, int n);

#endif
