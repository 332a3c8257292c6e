/*
 * Points of the Test Anything Protocol, for every test written in C. A test calls tap_ok once per
 * claim and ends with `return tap_done();`.
 */
#ifndef PARLOR_TESTS_TAP_H
#define PARLOR_TESTS_TAP_H

#include <stdbool.h>

/* Writes one point, named as by printf, and returns `good`. */
bool tap_ok(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a note about the next or the last point. */
void tap_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The number of repetitions of a slow step: `n`, or in slow builds `n` divided by TESTS_PART of the
   environment, at least 1. */
int tap_part(int n);

/* Writes the plan; returns the exit status: 0 if there were points and all passed. */
int tap_done(void);

#endif
