/*
 * Smitten solver: the texts of the books of second turns, packed within the program. A text is
 * unpacked on first use and kept. Not in the page.
 */
#include <pthread.h>
#include <stdlib.h>

#include "solve/smitten_book.h"
#include "solve/smitten_second.h"

enum { MODES = 8 };
#define FILES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

/* BOOKS is the folder of this file. */
#define INCLUDE(MODE)                                                                              \
    "smitten_text_" #MODE ": .incbin \"" BOOKS "/second/" #MODE ".book\"\n"                        \
    "smitten_text_" #MODE "_end: .byte 0\n"
__asm__(".pushsection .rodata\n" FILES(INCLUDE) ".popsection\n");
#define DECLARE(MODE)                                                                              \
    extern const unsigned char text_##MODE[] __asm__("smitten_text_" #MODE),                       \
        text_##MODE##_end[] __asm__("smitten_text_" #MODE "_end");
FILES(DECLARE)

struct packed {
    const unsigned char *start, *end;
};
#define LIST(MODE) [MODE] = {text_##MODE, text_##MODE##_end},
static const struct packed book[MODES] = {FILES(LIST)};

static char letter_in(char **text, int mode, const struct solve_limits *limits, size_t size,
                      size_t at)
{
    if (at >= size)
        return '.';
    if (*text == NULL) {
        char *letters = malloc(size);
        if (letters == NULL ||
            !smitten_second_read(mode, book[mode].start,
                                 (size_t)(book[mode].end - book[mode].start), limits, letters)) {
            free(letters);
            return '.';
        }
        *text = letters;
    }
    return (*text)[at];
}

char smitten_book_second_letter(int mode, int at, const struct solve_limits *limits)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *text[MODES];
    size_t size = (size_t)second_end(mode >> 1 & 1);
    pthread_mutex_lock(&lock);
    char letter = letter_in(&text[mode], mode, limits, size, (size_t)at);
    pthread_mutex_unlock(&lock);
    return letter;
}
