/* The Test Anything Protocol: see tap.h. */
#include "tests/tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int points, failures;

bool tap_ok(bool good, const char *format, ...)
{
    va_list args;
    points++;
    failures += !good;
    printf("%s %d - ", good ? "ok" : "not ok", points);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
    return good;
}

void tap_note(const char *format, ...)
{
    va_list args;
    fputs("# ", stdout);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

int tap_part(int n)
{
    const char *wanted = getenv("TESTS_PART");
    int part = wanted == NULL ? 1 : atoi(wanted);
    return part > 1 ? (n + part - 1) / part : n;
}

int tap_done(void)
{
    printf("1..%d\n", points);
    return points > 0 && failures == 0 ? 0 : 1;
}
