/*
 * Writes the books of the best first turns of the solo modes.
 *
 * Usage: solve-make-book first > solve/smitten_book.inc     (all 8 modes, a minute of CPU)
 *        solve-make-book second MODE | xz -9e > solve/second/MODE.xz     (MODE 0 to 7)
 *        solve-make-book other MODE FOLDER     (writes FOLDER/MODE-PART, to be packed by xz -9e)
 *
 * The last one solves all 36 pairs of `card4` and `card9`, which takes 2 to 15 minutes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "solve/smitten.h"
#include "solve/smitten_book.h"

enum { MODES = 8 };
static const size_t table = (size_t)6 << 30; /* only used as far as needed */
static char text[OTHER_PAIRS][SOLVE_BOOK_MAX];

static bool make(void *memory, int mode, int card4, int card9, enum solve_book book, char *out)
{
    const int opt[SMITTEN_OPTIONS] = {
        [SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_MEDIUM,
        [SMITTEN_OPT_EASY] = mode >> 2 & 1,
        [SMITTEN_OPT_HARD1] = mode >> 1 & 1,
        [SMITTEN_OPT_HARD2] = mode & 1,
        [SMITTEN_OPT_CARD4] = card4,
        [SMITTEN_OPT_CARD9] = card9,
    };
    struct solver *s = memory == NULL ? NULL : solve_smitten_start(memory, table, 1, opt);
    return s != NULL && solve_smitten_make_book(s, 2, book, out);
}

static bool make_first(void *memory)
{
    for (int mode = 0; mode < MODES; mode++) {
        if (!make(memory, mode, SMITTEN_ASK_ANY, SMITTEN_ASK_ANY, SOLVE_BOOK_FIRST, text[0]))
            return false;
        printf("    /* easy %d, hard1 %d, hard2 %d */\n", mode >> 2, mode >> 1 & 1, mode & 1);
        for (const char *row = text[0]; *row != '\0'; row += COLUMNS)
            printf("    \"%.*s\",\n", COLUMNS, row);
        fflush(stdout);
    }
    return true;
}

static bool make_second(void *memory, int mode)
{
    return make(memory, mode, SMITTEN_ASK_ANY, SMITTEN_ASK_ANY, SOLVE_BOOK_SECOND, text[0]) &&
           fputs(text[0], stdout) >= 0;
}

/* The letters of all pairs side by side. */
static bool write_part(int mode, int part, const char *folder)
{
    char path[4096];
    bool hard1 = mode >> 1 & 1;
    snprintf(path, sizeof path, "%s/%d-%d", folder, mode, part);
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return false;
    for (int at = other_part_at(hard1, part); at < other_part_at(hard1, part + 1); at++)
        for (int i = 0; i < OTHER_PAIRS; i++)
            putc(text[i][at], out);
    return fclose(out) == 0;
}

static bool make_other(void *memory, int mode, const char *folder)
{
    for (int i = 0; i < OTHER_PAIRS; i++) {
        if (!make(memory, mode, i / 6, i % 6, SOLVE_BOOK_OTHER, text[i]))
            return false;
        fprintf(stderr, "%d of %d\n", i + 1, OTHER_PAIRS);
    }
    for (int part = 0; part < (mode >= 4 ? OTHER_PARTS : OTHER_SWAPPED); part++)
        if (!write_part(mode, part, folder))
            return false;
    return true;
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
    else if (argc == 4 && strcmp(argv[1], "other") == 0 && known)
        good = make_other(memory, mode, argv[3]);
    else
        fprintf(stderr, "usage: solve-make-book first | second MODE | other MODE FOLDER\n");
    free(memory);
    return good ? 0 : 1;
}
