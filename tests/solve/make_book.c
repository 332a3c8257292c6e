/*
 * Writes the books of the best first turns of the solo modes to standard output.
 *
 * Usage: solve-make-book first > solve/smitten_book.inc     (all 8 modes, a minute of CPU)
 *        solve-make-book second MODE | xz -9e > solve/second/MODE.xz     (MODE 0 to 7)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"

enum { COLUMNS = 90, MODES = 8 };            /* as in solve/smitten_book.h */
static const size_t table = (size_t)6 << 30; /* only used as far as needed */
static char text[SOLVE_BOOK_MAX];

static bool make(void *memory, int mode, bool second)
{
    const int opt[SMITTEN_OPTIONS] = {[SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_MEDIUM,
                                      [SMITTEN_OPT_EASY] = mode >> 2 & 1,
                                      [SMITTEN_OPT_HARD1] = mode >> 1 & 1,
                                      [SMITTEN_OPT_HARD2] = mode & 1};
    struct solver *s = memory == NULL ? NULL : solve_smitten_start(memory, table, 1, opt);
    return s != NULL && solve_smitten_make_book(s, 2, second, text);
}

int main(int argc, char **argv)
{
    bool second = argc == 3 && strcmp(argv[1], "second") == 0;
    int mode = second ? atoi(argv[2]) : 0;
    if ((!second && (argc != 2 || strcmp(argv[1], "first") != 0)) || mode < 0 || mode >= MODES) {
        fprintf(stderr, "usage: solve-make-book first | second MODE\n");
        return 2;
    }
    void *memory = aligned_alloc(64, table);
    for (; mode < MODES; mode++) {
        if (!make(memory, mode, second))
            return 1;
        if (second) {
            fputs(text, stdout);
            break;
        }
        printf("    /* easy %d, hard1 %d, hard2 %d */\n", mode >> 2, mode >> 1 & 1, mode & 1);
        for (const char *row = text; *row != '\0'; row += COLUMNS)
            printf("    \"%.*s\",\n", COLUMNS, row);
        fflush(stdout);
    }
    free(memory);
    return 0;
}
