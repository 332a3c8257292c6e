/*
 * Random numbers of core/rng.h. The expected values of the seeded streams come from a Python
 * implementation of splitmix64 and xoshiro256++, which also gave the published vectors: state
 * 1 2 3 4, and splitmix64 of 1234567.
 */
#include "core/rng.h"

#include <string.h>

#include "tests/chi.h"
#include "tests/tap.h"

static bool gives(struct rng *r, const uint64_t *want, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t found = rng_next(r);
        if (found != want[i]) {
            tap_note("number %d is %#llx", i, (unsigned long long)found);
            return false;
        }
    }
    return true;
}

static void test_known(void)
{
    static const uint64_t published[] = {
        UINT64_C(41943041),
        UINT64_C(58720359),
        UINT64_C(3588806011781223),
        UINT64_C(3591011842654386),
        UINT64_C(9228616714210784205),
        UINT64_C(9973669472204895162),
    };
    static const uint64_t zero[] = {UINT64_C(0x20ddbae630dc13a3), UINT64_C(0xe711f06d97e359dc),
                                    UINT64_C(0x1fcac0e1542c5424), UINT64_C(0x662d6287ae152668)};
    static const uint64_t pair[] = {UINT64_C(0x7c7ba78f5bbbf1e2), UINT64_C(0xc7b2b40e1b6a6e69),
                                    UINT64_C(0xbbd066bda2adb041), UINT64_C(0xacc56b73ea940a35)};
    static const uint64_t ones[] = {UINT64_C(0x14e1d2008025c991), UINT64_C(0x249f7f01d5a90a7e),
                                    UINT64_C(0xe377453534207b42), UINT64_C(0x733866db5943bb58)};
    struct rng r = {.s = {1, 2, 3, 4}};
    tap_ok(gives(&r, published, 6), "xoshiro256++ gives its published numbers");
    rng_seed(&r, 0);
    tap_ok(gives(&r, zero, 4), "seed 0");
    rng_seed_pair(&r, 0, 0);
    tap_ok(gives(&r, zero, 4), "one seed equals a pair with 0");
    rng_seed_pair(&r, 1, 2);
    tap_ok(gives(&r, pair, 4), "seeds 1 and 2");
    rng_seed_pair(&r, UINT64_MAX, UINT64_MAX);
    tap_ok(gives(&r, ones, 4), "the largest seeds");
}

static void test_below(void)
{
    static const uint32_t small[] = {49, 19, 36, 31, 29, 43, 51, 1, 28, 40};
    /* So large a bound rejects almost a third of the numbers. */
    static const uint32_t large[] = {1137916644, 2092384218, 1673847809, 2506883029,
                                     2969389802, 69365251,   1671180029, 2309034150};
    struct rng r;
    bool good = true;
    rng_seed(&r, 7);
    for (int i = 0; i < 10; i++)
        good = rng_below(&r, 52) == small[i] && good;
    tap_ok(good, "numbers below 52");
    rng_seed(&r, 7);
    good = true;
    for (int i = 0; i < 8; i++)
        good = rng_below(&r, UINT32_C(3000000000)) == large[i] && good;
    tap_ok(good, "numbers below three billion");
    good = true;
    for (int i = 0; i < 100; i++)
        good = rng_below(&r, 1) == 0 && good;
    tap_ok(good, "only 0 is below 1");
}

static void test_uniform(void)
{
    static const int bounds[] = {2, 3, 5, 6, 7, 10, 60, 84, 100};
    for (size_t k = 0; k < sizeof bounds / sizeof bounds[0]; k++) {
        long count[100] = {0};
        struct rng r;
        bool inside = true;
        rng_seed_pair(&r, 2024, k);
        for (int i = 0; i < 100000; i++) {
            uint32_t n = rng_below(&r, (uint32_t)bounds[k]);
            inside = inside && n < (uint32_t)bounds[k];
            if (inside)
                count[n]++;
        }
        tap_ok(inside && chi_agrees_even(count, bounds[k]), "below %d is uniform", bounds[k]);
    }
    /* Thirds of a bound that is no power of two: rejection must leave no bias. */
    long third[3] = {0};
    struct rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < 90000; i++)
        third[rng_below(&r, UINT32_C(3221225472)) >> 30]++;
    tap_ok(chi_agrees_even(third, 3), "a bound of three quarters of all numbers is uniform");
}

static void test_shuffle(void)
{
    static const uint8_t known[] = {8, 3, 2, 5, 9, 10, 1, 4, 0, 6, 7, 11};
    uint8_t items[12];
    struct rng r;
    for (int i = 0; i < 12; i++)
        items[i] = (uint8_t)i;
    rng_seed(&r, 9);
    rng_shuffle(&r, items, 12);
    tap_ok(memcmp(items, known, 12) == 0, "a known shuffle");
    rng_shuffle(&r, items, 0);
    rng_shuffle(&r, items, 1);
    tap_ok(memcmp(items, known, 12) == 0, "no item or one item stays as it is");

    long count[256] = {0}, orders[24];
    int n = 0;
    for (int i = 0; i < 48000; i++) {
        uint8_t four[4] = {0, 1, 2, 3};
        rng_shuffle(&r, four, 4);
        count[four[0] << 6 | four[1] << 4 | four[2] << 2 | four[3]]++;
    }
    for (int i = 0; i < 256; i++)
        if (count[i] > 0 && n < 24)
            orders[n++] = count[i];
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += orders[i];
    tap_ok(n == 24 && sum == 48000, "a shuffle of four gives the 24 orders and nothing else");
    tap_ok(n == 24 && chi_agrees_even(orders, 24), "all orders are equally likely");
}

static uint64_t count_up(void *source)
{
    uint64_t *n = source;
    return ++*n << 32;
}

static void test_source(void)
{
    uint64_t n = 0;
    struct rng r = {.next = count_up, .source = &n};
    tap_ok(rng_next(&r) >> 32 == 1 && rng_next(&r) >> 32 == 2,
           "another source replaces the generator");
    n = UINT32_C(0x7fffffff);
    tap_ok(rng_below(&r, 10) == 5, "below takes the upper half of the source's number");
}

int main(void)
{
    test_known();
    test_below();
    test_uniform();
    test_shuffle();
    test_source();
    return tap_done();
}
