/*
 * The actions of a game by number. Each game's encoder lists them in a fixed order: others train on
 * these numbers. tests/lib checks that every legal move has its number.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"

void lib_add_action(const struct game *g, struct lib_actions *a, const char *format, ...)
{
    char text[PARLOR_TEXT_MAX];
    va_list values;
    move m;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (g->read_move(text, &m) != NULL)
        return;
    for (int i = 1; i < a->n; i++)
        if (a->by_number[i] == m)
            return;
    a->by_number[a->n++] = m;
}

static int compare(const void *a, const void *b)
{
    const struct lib_action *x = a, *y = b;
    return (x->m > y->m) - (x->m < y->m);
}

void lib_list_actions(const struct game *g, const struct lib_encoder *encoder, int seats,
                      struct lib_actions *out)
{
    memset(out, 0, sizeof *out);
    out->n = 1; /* the pass */
    encoder->list(g, seats, out);
    for (int i = 1; i < out->n; i++)
        out->by_move[i - 1] = (struct lib_action){out->by_number[i], i};
    qsort(out->by_move, (size_t)out->n - 1, sizeof out->by_move[0], compare);
}

int lib_find_action(const struct lib_actions *a, move m)
{
    int low = 0, high = a->n - 1; /* find the first move not below `m` */
    while (low < high) {
        int middle = (low + high) / 2;
        if (a->by_move[middle].m < m)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->n - 1 && a->by_move[low].m == m ? a->by_move[low].number : -1;
}
