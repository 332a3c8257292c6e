/* The puzzle of a day: see puzzle.h. */
#include "search/puzzle.h"

/* Any change of the input changes every bit of the output with even chance. */
static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= UINT32_C(0x7feb352d);
    x ^= x >> 15;
    x *= UINT32_C(0x846ca68b);
    return x ^ x >> 16;
}

uint32_t puzzle_of_day(const char *game, uint32_t day, uint32_t count)
{
    uint32_t h = UINT32_C(2166136261);
    for (const char *c = game; *c != '\0'; c++)
        h = (h ^ (uint8_t)*c) * UINT32_C(16777619);
    return count == 0 ? 0 : mix(h ^ mix(day)) % count;
}
