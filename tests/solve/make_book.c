/*
 * Writes solve/smitten_book.inc to standard output: the best first turns of the solo modes.
 * `solve-make-book` takes all 8 modes, about 5 minutes of CPU.
 */
#include <stdio.h>
#include <stdlib.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"

enum { COLUMNS = 90 }; /* as in solve/smitten_book.c */
static const size_t table = (size_t)3 << 30;

static void print_text(const char *text)
{
    for (; *text != '\0'; text += COLUMNS)
        printf("    \"%.*s\",\n", COLUMNS, text);
}

int main(void)
{
    void *memory = aligned_alloc(64, table);
    static char text[SOLVE_BOOK_MAX];
    for (int mode = 0; mode < 8; mode++) {
        const int opt[SMITTEN_OPTIONS] = {[SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_MEDIUM,
                                          [SMITTEN_OPT_EASY] = mode >> 2 & 1,
                                          [SMITTEN_OPT_HARD1] = mode >> 1 & 1,
                                          [SMITTEN_OPT_HARD2] = mode & 1};
        struct solver *s = memory == NULL ? NULL : solve_smitten_start(memory, table, 1, opt);
        if (s == NULL || !solve_smitten_make_book(s, 2, text))
            return 1;
        printf("    /* easy %d, hard1 %d, hard2 %d */\n", mode >> 2, mode >> 1 & 1, mode & 1);
        print_text(text);
        fflush(stdout);
    }
    free(memory);
    return 0;
}
