/*
 * The files of all kinds of puzzles, within the program. The page fetches them instead. After a
 * change of a file, touch this one.
 */
#include <stddef.h>
#include <string.h>

#include "search/puzzle.h"

#define FILES(X)                                                                                   \
    X(5, "luz-bid")                                                                                \
    X(0, "luz-card")                                                                               \
    X(1, "luz-last") X(2, "smitten-solo") X(3, "smitten-pair") X(4, "photograph-last")

/* PUZZLES is the folder of the files. */
#define INCLUDE(I, NAME) "puzzle_text_" #I ": .incbin \"" PUZZLES "/" NAME ".txt\"\n .byte 0\n"
__asm__(".pushsection .rodata\n" FILES(INCLUDE) ".popsection\n");
#define DECLARE(I, NAME) extern const char text_##I[] __asm__("puzzle_text_" #I);
FILES(DECLARE)

const char *puzzle_file(const struct puzzle_kind *kind)
{
#define ROW(I, NAME) {NAME, text_##I},
    static const struct {
        const char *name, *text;
    } rows[] = {FILES(ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, kind->name) == 0)
            return rows[i].text;
    return NULL;
}
