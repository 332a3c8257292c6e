/*
 * Smitten solver: the texts of the books of second turns, packed within the program. A text is
 * unpacked on first use and kept. Not in the page.
 */
#include <lzma.h>
#include <pthread.h>
#include <stdlib.h>

#include "solve/smitten_book.h"

enum { MODES = 8 };
#define FILES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

/* BOOKS is the folder of this file. */
#define INCLUDE(MODE)                                                                              \
    "smitten_text_" #MODE ": .incbin \"" BOOKS "/second/" #MODE ".xz\"\n"                          \
    "smitten_text_" #MODE "_end: .byte 0\n"
__asm__(".pushsection .rodata\n" FILES(INCLUDE) ".popsection\n");
#define DECLARE(MODE)                                                                              \
    extern const unsigned char text_##MODE[] __asm__("smitten_text_" #MODE),                       \
        text_##MODE##_end[] __asm__("smitten_text_" #MODE "_end");
FILES(DECLARE)

struct xz {
    const unsigned char *start, *end;
};
#define LIST(MODE) [MODE] = {text_##MODE, text_##MODE##_end},
static const struct xz book[MODES] = {FILES(LIST)};

static bool should_stop(const struct solve_limits *limits)
{
    return limits != NULL && ((limits->stop != NULL && atomic_load(limits->stop)) ||
                              (limits->tired != NULL && limits->tired(limits->tired_of)));
}

static bool unpack(const struct xz *p, const struct solve_limits *limits, char *out, size_t size)
{
    enum { AT_ONCE = 1 << 16 };
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&stream, UINT64_MAX, 0) != LZMA_OK)
        return false;
    stream.next_in = p->start;
    stream.avail_in = (size_t)(p->end - p->start);
    stream.next_out = (uint8_t *)out;
    lzma_ret state = LZMA_OK;
    while (state == LZMA_OK && stream.total_out < size && !should_stop(limits)) {
        size_t left = size - stream.total_out;
        stream.avail_out = left < AT_ONCE ? left : AT_ONCE;
        state = lzma_code(&stream, LZMA_FINISH);
    }
    bool whole = stream.total_out == size && (state == LZMA_OK || state == LZMA_STREAM_END);
    lzma_end(&stream);
    return whole;
}

static char letter_in(char **text, const struct xz *p, const struct solve_limits *limits,
                      size_t size, size_t at)
{
    if (at >= size)
        return '.';
    if (*text == NULL) {
        char *letters = malloc(size);
        if (letters == NULL || !unpack(p, limits, letters, size)) {
            free(letters);
            return '.';
        }
        *text = letters;
    }
    return (*text)[at];
}

char smitten_book_xz_letter(int mode, int at, const struct solve_limits *limits)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *text[MODES];
    size_t size = (size_t)second_end(mode >> 1 & 1);
    pthread_mutex_lock(&lock);
    char letter = letter_in(&text[mode], &book[mode], limits, size, (size_t)at);
    pthread_mutex_unlock(&lock);
    return letter;
}
