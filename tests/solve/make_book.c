/*
 * Writes the books of the best first turns of the solo modes.
 *
 * Usage: solve-make-book first > solve/smitten_book.inc     (all 8 modes, a minute of CPU)
 *        solve-make-book second MODE | xz -9e > solve/second/MODE.xz     (MODE 0 to 7)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"
#include "solve/smitten_book.h"

enum { MODES = 8 };
static const size_t table = (size_t)6 << 30; /* pages are only touched as needed */
static char text[SOLVE_BOOK_MAX];

static bool make(void *memory, int mode, enum solve_book book)
{
    const int opt[SMITTEN_OPTIONS] = {
        [SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_MEDIUM, [SMITTEN_OPT_EASY] = mode >> 2 & 1,
        [SMITTEN_OPT_HARD1] = mode >> 1 & 1,        [SMITTEN_OPT_HARD2] = mode & 1,
        [SMITTEN_OPT_CARD4] = SMITTEN_ASK_ANY,      [SMITTEN_OPT_CARD9] = SMITTEN_ASK_ANY,
    };
    struct solver *s = memory == NULL ? NULL : solve_smitten_start(memory, table, 1, opt);
    return s != NULL && solve_smitten_make_book(s, 2, book, NULL, NULL, text);
}

static bool make_first(void *memory)
{
    for (int mode = 0; mode < MODES; mode++) {
        if (!make(memory, mode, SOLVE_BOOK_FIRST))
            return false;
        printf("    /* easy %d, hard1 %d, hard2 %d */\n", mode >> 2, mode >> 1 & 1, mode & 1);
        for (const char *row = text; *row != '\0'; row += COLUMNS)
            printf("    \"%.*s\",\n", COLUMNS, row);
        fflush(stdout);
    }
    return true;
}

static bool make_second(void *memory, int mode)
{
    return make(memory, mode, SOLVE_BOOK_SECOND) && fputs(text, stdout) >= 0;
}

int main(int argc, char **argv)
{
    int mode = argc > 2 ? atoi(argv[2]) : 0;
    void *memory = aligned_alloc(64, table);
    bool good = false, known = mode >= 0 && mode < MODES;
    if (argc == 2 && strcmp(argv[1], "first") == 0)
        good = make_first(memory);
    else if (argc == 3 && strcmp(argv[1], "second") == 0 && known)
        good = make_second(memory, mode);
    else
        fprintf(stderr, "usage: solve-make-book first | second MODE\n");
    free(memory);
    return good ? 0 : 1;
}
