/*
 * Smitten solver: the text of the book of second turns, packed within the program. A mode's text
 * is unpacked when it is first asked for, and kept. Not in the page.
 */
#include <lzma.h>
#include <pthread.h>
#include <stdlib.h>

#include "solve/smitten_book.h"

enum { MODES = 8 };

/* One file after the other; SECOND_TEXTS is their folder. */
#define TEXT(MODE) "smitten_second_" #MODE ": .incbin \"" SECOND_TEXTS "/" #MODE ".xz\"\n"
__asm__(".pushsection .rodata\n" TEXT(0) TEXT(1) TEXT(2) TEXT(3) TEXT(4) TEXT(5) TEXT(6)
            TEXT(7) "smitten_second_end: .byte 0\n"
                    ".popsection\n");
#define SYMBOL(NAME) __asm__("smitten_second_" #NAME)
extern const unsigned char text_0[] SYMBOL(0), text_1[] SYMBOL(1), text_2[] SYMBOL(2),
    text_3[] SYMBOL(3), text_4[] SYMBOL(4), text_5[] SYMBOL(5), text_6[] SYMBOL(6),
    text_7[] SYMBOL(7), text_end[] SYMBOL(end);

static char *unpack(int mode)
{
    const unsigned char *const packed[MODES + 1] = {text_0, text_1, text_2, text_3,  text_4,
                                                    text_5, text_6, text_7, text_end};
    size_t size = (size_t)second_size(mode >> 1 & 1), in_at = 0, out_at = 0;
    uint64_t memory = UINT64_MAX;
    uint8_t *text = malloc(size);
    if (text != NULL && (lzma_stream_buffer_decode(&memory, 0, NULL, packed[mode], &in_at,
                                                   (size_t)(packed[mode + 1] - packed[mode]), text,
                                                   &out_at, size) != LZMA_OK ||
                         out_at != size)) {
        free(text);
        return NULL;
    }
    return (char *)text;
}

char smitten_second_letter(int mode, int at)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *text[MODES];
    pthread_mutex_lock(&lock);
    if (text[mode] == NULL)
        text[mode] = unpack(mode);
    char letter = '.';
    if (text[mode] != NULL && at >= 0 && at < second_size(mode >> 1 & 1))
        letter = text[mode][at];
    pthread_mutex_unlock(&lock);
    return letter;
}
