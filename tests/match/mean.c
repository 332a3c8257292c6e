/* Means, intervals and the sequential test of matches, against figures computed by hand. */
#include <math.h>
#include <string.h>

#include "games/list.h"
#include "table/match_count.h"
#include "tests/tap.h"

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-3;
}

static void test_means(void)
{
    struct match_mean m = {.n = 0};
    const double x[] = {2, 4, 4, 4, 5, 5, 7, 9};
    for (int i = 0; i < 8; i++)
        match_mean_add(&m, x[i]);
    tap_ok(near(m.mean, 5) && near(m.squares, 32), "mean and squares");
    /* sqrt(32 / 7 / 8) * 2.365 */
    tap_ok(near(match_mean_margin(&m), 1.7878), "Student's margin: %f", match_mean_margin(&m));
    struct match_mean one = {.n = 0};
    match_mean_add(&one, 3);
    tap_ok(match_mean_margin(&one) == 0, "one number has no margin");
}

static void test_rates(void)
{
    struct match_mean m = {.n = 0};
    double low, high;
    for (int i = 0; i < 10; i++)
        match_mean_add(&m, i < 8);
    match_rate_interval(&m, &low, &high);
    tap_ok(near(low, 0.4902) && near(high, 0.9433), "Wilson's interval of 8 of 10: %f %f", low,
           high);
    struct match_mean all = {.n = 0};
    for (int i = 0; i < 20; i++)
        match_mean_add(&all, 1);
    match_rate_interval(&all, &low, &high);
    tap_ok(low < 0.9 && near(high, 1), "20 of 20 do not prove certainty: %f", low);
    struct match_mean one = {.n = 0};
    match_mean_add(&one, 0.25);
    match_rate_interval(&one, &low, &high);
    tap_ok(low == 0 && high == 1, "one deal proves nothing: %f %f", low, high);
}

/* Counts a deal whose games the first bot all leads by these points. */
static void count(const struct match_plan *plan, int lead, struct match_score *score)
{
    struct match_game first = {.deals = 1}, second = {.deals = 1};
    const struct match_game *const games[] = {&first, &second};
    first.result = (struct result){.seats = 2, .score = {10 + lead, 10}, .winners = 1};
    second.result = (struct result){.seats = 2, .score = {10, 10 + lead}, .winners = 3};
    match_count_deal(plan, games, score);
}

static void test_deals(void)
{
    struct match_plan plan = {.entries = 2, .rotations = 2, .sits = {0, 1}};
    struct match_score score = {.deals = 0};
    plan.setup.seats = 2;
    count(&plan, 4, &score);
    tap_ok(near(score.entry[0].lead.mean, 4) && near(score.entry[1].lead.mean, -4),
           "the lead of a bot is the same from either seat");
    tap_ok(near(score.entry[0].wins.mean, 0.75) && near(score.entry[1].wins.mean, 0.25),
           "a shared win counts in parts");
    tap_ok(score.entry[0].lead.n == 1, "the games of one deal are one sample");
}

static void test_sprt(void)
{
    struct match_plan plan = {
        .entries = 2, .rotations = 2, .sits = {0, 1}, .sprt = true, .low = 0, .high = 2};
    struct match_score high = {.deals = 0}, low = {.deals = 0};
    plan.setup.seats = 2;
    int n = 0;
    while (high.verdict == MATCH_OPEN && n < 1000)
        count(&plan, n++ % 2 ? 3 : 1, &high);
    tap_ok(high.verdict == MATCH_HIGH && n == 20, "a lead of 2 is found at the first look: %d", n);
    for (n = 0; low.verdict == MATCH_OPEN && n < 1000; n++)
        count(&plan, n % 2 ? 5 : -5, &low);
    tap_ok(low.verdict == MATCH_LOW && n > 20, "no lead is found later: %d", n);
}

int main(void)
{
    test_means();
    test_rates();
    test_deals();
    test_sprt();
    return tap_done();
}
