/*
 * The actions of each game by number. The lists are written by hand, in a fixed order: others train
 * on these numbers. tests/lib checks that every legal move has its number.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"

/* Adds a move by its text; texts that the game does not read are skipped. */
static void add(const struct game *g, struct lib_actions *a, const char *text)
{
    move m;
    if (g->read_move(text, &m) != NULL)
        return;
    for (int i = 1; i < a->n; i++)
        if (a->by_number[i] == m)
            return;
    a->by_number[a->n++] = m;
}

static void list_photograph(const struct game *g, int seats, struct lib_actions *a)
{
    char text[PARLOR_TEXT_MAX];
    (void)seats;
    for (int row = 1; row <= 4; row++)
        for (int side = 0; side < 2; side++)
            for (int n = 1; n <= 3; n++) {
                snprintf(text, sizeof text, "take %d%c%d", row, "LR"[side], n);
                add(g, a, text);
            }
    for (int to = 2; to <= 8; to++)
        for (int from = 1; from < to; from++) {
            snprintf(text, sizeof text, "wind %d>%d", from, to);
            add(g, a, text);
        }
}

static void list_luz(const struct game *g, int seats, struct lib_actions *a)
{
    char text[PARLOR_TEXT_MAX];
    (void)seats;
    for (int beads = 0; beads <= 10; beads++)
        for (int safe = 0; safe < 2; safe++) {
            snprintf(text, sizeof text, safe ? "bid %d+" : "bid %d", beads);
            add(g, a, text);
        }
    for (int slot = 1; slot <= 10; slot++) {
        snprintf(text, sizeof text, "play %d", slot);
        add(g, a, text);
    }
}

/* The moves of one hand: "" with two players, or A or B in solo. */
static void list_hand(const struct game *g, const char *hand, struct lib_actions *a)
{
    static const char *const verbs[] = {"play", "place"}, *const calls[] = {"", " higher",
                                                                            " lower"};
    char text[PARLOR_TEXT_MAX];
    for (int verb = 0; verb < 2; verb++)
        for (int n = 1; n <= 9; n++)
            for (int square = 0; square < 2; square++)
                for (int call = 0; call < (n == 5 ? 3 : 1); call++) { /* Rule S2: card 5 */
                    snprintf(text, sizeof text, "%s %s%d%c%s", verbs[verb], hand, n, "LR"[square],
                             calls[call]);
                    add(g, a, text);
                }
    for (int n = 1; n <= 9; n++) {
        snprintf(text, sizeof text, "reveal %s%d", hand, n);
        add(g, a, text);
    }
}

static void list_smitten(const struct game *g, int seats, struct lib_actions *a)
{
    char text[PARLOR_TEXT_MAX];
    list_hand(g, "", a);
    for (int hand = 0; hand < 2 && seats == 1; hand++) {
        snprintf(text, sizeof text, "%c", "AB"[hand]);
        list_hand(g, text, a);
        snprintf(text, sizeof text, "flip %c", "AB"[hand]);
        add(g, a, text);
        for (int n = 1; n <= 9; n++) {
            snprintf(text, sizeof text, "swap %c%d", "AB"[hand], n);
            add(g, a, text);
        }
    }
}

static void list_null(const struct game *g, int seats, struct lib_actions *a)
{
    (void)seats;
    add(g, a, "show");
    add(g, a, "hide");
}

static int compare(const void *a, const void *b)
{
    const struct lib_action *x = a, *y = b;
    return (x->m > y->m) - (x->m < y->m);
}

void lib_list_actions(const struct game *g, int seats, struct lib_actions *out)
{
    static const struct {
        const char *game;
        void (*list)(const struct game *g, int seats, struct lib_actions *a);
    } rows[] = {{"photograph", list_photograph},
                {"luz", list_luz},
                {"smitten", list_smitten},
                {"null", list_null}};
    memset(out, 0, sizeof *out);
    out->n = 1; /* the pass */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].game, g->name) == 0)
            rows[i].list(g, seats, out);
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
