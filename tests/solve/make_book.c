/*
 * Writes the books of the best first turns of the solo modes.
 *
 * Usage: solve-make-book first | xz -9e > solve/smitten_book.xz     (8 modes, a minute of CPU)
 *        solve-make-book second MODE > solve/second/MODE.book     (MODE 0 to 7; needs the first)
 *        solve-make-book other TEXTS solve/books     (70 modes, half an hour of CPU)
 *
 * `other` keeps the texts of the modes in the folder TEXTS, and continues there after a break. It
 * needs the other two books.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "solve/keep.h"
#include "solve/smitten.h"
#include "solve/smitten_book.h"
#include "solve/smitten_pack.h"
#include "solve/smitten_second.h"

enum { MODES = 8, PAIRS_OF_CARDS = PACK_SIDE * PACK_SIDE };
static const size_t table = (size_t)6 << 30; /* pages are only touched as needed */
static char text[SOLVE_BOOK_MAX];

static bool make(void *memory, int mode, int pair, enum solve_book book)
{
    const int opt[SMITTEN_OPTIONS] = {
        [SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_MEDIUM, [SMITTEN_OPT_EASY] = mode >> 2 & 1,
        [SMITTEN_OPT_HARD1] = mode >> 1 & 1,        [SMITTEN_OPT_HARD2] = mode & 1,
        [SMITTEN_OPT_CARD4] = pair / PACK_SIDE,     [SMITTEN_OPT_CARD9] = pair % PACK_SIDE,
    };
    struct solver *s = memory == NULL ? NULL : solve_smitten_start(memory, table, 1, opt);
    return s != NULL && solve_smitten_make_book(s, 2, book, NULL, NULL, text);
}

static bool make_first(void *memory)
{
    for (int mode = 0; mode < MODES; mode++) {
        if (!make(memory, mode, 0, SOLVE_BOOK_FIRST))
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
    static uint8_t bytes[SECOND_MAX];
    size_t size =
        make(memory, mode, 0, SOLVE_BOOK_SECOND) ? smitten_second_write(mode, text, bytes) : 0;
    return size > 0 && fwrite(bytes, 1, size, stdout) == size;
}

/* The text of a mode from the folder, or made and kept there. */
static bool find_other(void *memory, const char *texts, int mode, int pair, char *out, size_t size)
{
    char name[64];
    snprintf(name, sizeof name, "smitten-first-turns-%d", mode * PAIRS_OF_CARDS + pair);
    if (keep_read(texts, name, out, size))
        return true;
    fprintf(stderr, "mode %d, card4 %d, card9 %d\n", mode, pair / PACK_SIDE, pair % PACK_SIDE);
    if (!make(memory, mode, pair, SOLVE_BOOK_OTHER) || !keep_write(texts, name, text, size))
        return false;
    memcpy(out, text, size);
    return true;
}

static bool write_part(const char *folder, bool hard1, int number, const struct pack_part *part)
{
    char path[1280];
    FILE *file =
        smitten_books_name(folder, hard1, number, path, sizeof path) ? fopen(path, "w") : NULL;
    bool good = file != NULL && fwrite(part->bytes, 1, part->size, file) == part->size;
    return file != NULL && fclose(file) == 0 && good;
}

static bool make_family(void *memory, const char *texts, const char *folder, bool hard1)
{
    char *of[PAIRS_OF_CARDS];
    struct pack_part part[PACK_PARTS];
    size_t size = (size_t)other_size(hard1);
    bool good = true;
    for (int pair = 0; pair < PAIRS_OF_CARDS; pair++) {
        of[pair] = malloc(size);
        good = good && of[pair] != NULL;
        if (good && pair == 0)
            smitten_books_write_usual(hard1, of[pair]);
        else if (good)
            good = find_other(memory, texts, hard1 ? 6 : 4, pair, of[pair], size);
    }
    for (int i = 0; i < PACK_PARTS; i++) {
        part[i] = (struct pack_part){malloc(PACK_MAX), PACK_MAX};
        good = good && part[i].bytes != NULL;
    }
    good = good && smitten_pack_write(of, size, part);
    for (int i = 0; i < PACK_PARTS && good; i++)
        good = write_part(folder, hard1, i, &part[i]);
    for (int i = 0; i < PACK_PARTS; i++)
        free(part[i].bytes);
    for (int pair = 0; pair < PAIRS_OF_CARDS; pair++)
        free(of[pair]);
    return good;
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
    else if (argc == 4 && strcmp(argv[1], "other") == 0)
        good = make_family(memory, argv[2], argv[3], false) &&
               make_family(memory, argv[2], argv[3], true);
    else
        fprintf(stderr, "usage: solve-make-book first | second MODE | other TEXTS FOLDER\n");
    free(memory);
    return good ? 0 : 1;
}
