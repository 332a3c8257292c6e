/*
 * Points of the Test Anything Protocol, for every test written in C. A test calls tap_ok once
 * for each thing that it shows and ends with `return tap_done();`.
 */
#ifndef PARLOR_TESTS_TAP_H
#define PARLOR_TESTS_TAP_H

#include <stdbool.h>

/* Writes one point, named as by printf, and returns `good`. */
bool tap_ok(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a line that explains the next point that fails or the last one. */
void tap_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Repetitions of something slow: `n`, or the TESTS_PARTth part of it, at least 1, where the
   environment asks for less (slow builds). */
int tap_part(int n);

/* Writes the plan; returns the exit status: 0 if there were points and all were good. */
int tap_done(void);

#endif
