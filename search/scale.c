/*
 * The ratings of our bots: see scale.h. Measured by `bench/run rating`; docs/reviews.md has the
 * numbers of games and the intervals.
 */
#include "search/scale.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *game;
    bool alone;
    struct scale_step step[5];
} scales[] = {
    {"smitten", true, {{"random", 153}, {"easy", 55}, {"medium", 19}, {"hard", 9}, {NULL, 0}}},
    {"smitten", false, {{"random", 115}, {"easy", 43}, {"hard", 14}, {NULL, 0}}},
    {"photograph", false, {{"random", 82}, {"easy", 68}, {"medium", 26}, {"hard", 9}, {NULL, 0}}},
};

const struct scale_step *scale_find(const struct game *g, int seats)
{
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
        if (strcmp(scales[i].game, g->name) == 0 && scales[i].alone == (seats == 1))
            return scales[i].step;
    return NULL;
}

const char *scale_near(const struct game *g, int seats, double rating)
{
    const struct scale_step *step = scale_find(g, seats);
    if (step == NULL)
        return NULL;
    /* Between two levels the border is their geometric mean. */
    while (step[1].level != NULL && rating * rating < step[0].rating * step[1].rating)
        step++;
    return step->level;
}
