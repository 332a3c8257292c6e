/* The page solves single positions, never a whole game, so it has no blocks. */
#include "solve/smitten_book.h"
#include "solve/smitten_value.h"

const bool smitten_has_blocks = false;

struct helper *smitten_help_start(struct solver *s, struct grid g, int layer)
{
    (void)s, (void)g, (void)layer;
    return NULL;
}

struct helper *smitten_help_with(void (*work)(void *), void *of)
{
    (void)work, (void)of;
    return NULL;
}

void smitten_help_end(struct helper *h)
{
    (void)h;
}

void smitten_store_reset(struct solver *s)
{
    (void)s;
}

uint64_t *smitten_store_find(struct solver *s, struct grid g, unsigned a, unsigned b)
{
    (void)s, (void)g, (void)a, (void)b;
    return NULL;
}

char smitten_book_second_letter(int mode, int at, const struct solve_limits *limits)
{
    (void)mode, (void)at, (void)limits;
    return '.';
}

char smitten_demand_letter(const uint8_t *opt, int at, const struct solve_limits *limits)
{
    (void)opt, (void)at, (void)limits;
    return '.';
}

void solve_smitten_prepare(const char *folder, const char *books, int threads,
                           solve_progress *progress, void *context)
{
    (void)folder, (void)books, (void)threads, (void)progress, (void)context;
}

bool smitten_block_fill(struct run *run, struct grid g)
{
    (void)run, (void)g;
    return false;
}

bool smitten_endgame_knows(const struct run *run, const struct position *position)
{
    (void)run, (void)position;
    return false;
}

double smitten_endgame_value(struct run *run, const struct position *position)
{
    (void)run, (void)position;
    return 0;
}

bool solve_smitten_sweep(struct solver *s, int threads, solve_progress *progress, void *context,
                         double *out)
{
    (void)s, (void)threads, (void)progress, (void)context, (void)out;
    return false;
}
