/* What all kinds of puzzles share: see puzzle.h. */
#include "search/puzzle.h"

#include <string.h>

const struct puzzle_kind *puzzle_find(const char *name)
{
    for (int i = 0; puzzle_kinds[i] != NULL; i++)
        if (strcmp(puzzle_kinds[i]->name, name) == 0)
            return puzzle_kinds[i];
    return NULL;
}

bool puzzle_settle(struct puzzle_answer *a, double least, double gap)
{
    double best = -1, next = -1;
    int right = 0;
    for (int i = 0; i < a->n; i++)
        best = a->choice[i].value > best ? a->choice[i].value : best;
    for (int i = 0; i < a->n; i++) {
        struct puzzle_choice *c = &a->choice[i];
        c->right = c->value > best - 1e-9;
        right += c->right;
        if (!c->right && c->value > next)
            next = c->value;
    }
    return a->n > 1 && best >= least && best - next >= gap && 2 * right <= a->n;
}

void puzzle_add_move(struct puzzle_answer *a, const struct game *g, move m, double value)
{
    struct puzzle_choice *c = &a->choice[a->n++];
    struct buf b;
    buf_init(&b, c->text, sizeof c->text);
    g->write_move(m, &b);
    c->value = value;
    c->right = false;
}
