/*
 * Smitten solver: the texts of the books of second turns and of other modes, packed within the
 * program. A text is unpacked when it is first asked for, and kept; of other modes the last pair
 * of `card4` and `card9` that was asked for. Not in the page.
 */
#include <lzma.h>
#include <pthread.h>
#include <stdlib.h>

#include "solve/smitten_book.h"

/* The files, by mode and, after the text of second turns, by part. Other modes with `hard2` and
   without `easy` need none. */
enum { MODES = 8, TEXTS = 1 + OTHER_PARTS };
#define FILES(X)                                                                                   \
    X(0, 0, "second/0.xz")                                                                         \
    X(1, 0, "second/1.xz")                                                                         \
    X(2, 0, "second/2.xz")                                                                         \
    X(3, 0, "second/3.xz")                                                                         \
    X(4, 0, "second/4.xz")                                                                         \
    X(5, 0, "second/5.xz")                                                                         \
    X(6, 0, "second/6.xz")                                                                         \
    X(7, 0, "second/7.xz")                                                                         \
    X(0, 1, "other/0-0.xz")                                                                        \
    X(0, 2, "other/0-1.xz")                                                                        \
    X(0, 3, "other/0-2.xz")                                                                        \
    X(2, 1, "other/2-0.xz")                                                                        \
    X(2, 2, "other/2-1.xz")                                                                        \
    X(2, 3, "other/2-2.xz")                                                                        \
    X(4, 1, "other/4-0.xz")                                                                        \
    X(4, 2, "other/4-1.xz")                                                                        \
    X(4, 3, "other/4-2.xz")                                                                        \
    X(4, 4, "other/4-3.xz")                                                                        \
    X(5, 1, "other/5-0.xz")                                                                        \
    X(5, 2, "other/5-1.xz")                                                                        \
    X(5, 3, "other/5-2.xz")                                                                        \
    X(5, 4, "other/5-3.xz")                                                                        \
    X(6, 1, "other/6-0.xz")                                                                        \
    X(6, 2, "other/6-1.xz")                                                                        \
    X(6, 3, "other/6-2.xz")                                                                        \
    X(6, 4, "other/6-3.xz")                                                                        \
    X(7, 1, "other/7-0.xz")                                                                        \
    X(7, 2, "other/7-1.xz")                                                                        \
    X(7, 3, "other/7-2.xz")                                                                        \
    X(7, 4, "other/7-3.xz")

/* BOOKS is the folder of this file. */
#define INCLUDE(MODE, TEXT, FILE)                                                                  \
    "smitten_text_" #MODE #TEXT ": .incbin \"" BOOKS "/" FILE "\"\n"                               \
    "smitten_text_" #MODE #TEXT "_end: .byte 0\n"
__asm__(".pushsection .rodata\n" FILES(INCLUDE) ".popsection\n");
#define DECLARE(MODE, TEXT, FILE)                                                                  \
    extern const unsigned char text_##MODE##TEXT[] __asm__("smitten_text_" #MODE #TEXT),           \
        text_##MODE##TEXT##_end[] __asm__("smitten_text_" #MODE #TEXT "_end");
FILES(DECLARE)

struct packed {
    const unsigned char *start, *end;
};
#define LIST(MODE, TEXT, FILE) [MODE][TEXT] = {text_##MODE##TEXT, text_##MODE##TEXT##_end},
static const struct packed packed[MODES][TEXTS] = {FILES(LIST)};

static bool should_stop(const struct solve_limits *limits)
{
    return limits != NULL && ((limits->stop != NULL && atomic_load(limits->stop)) ||
                              (limits->tired != NULL && limits->tired(limits->tired_of)));
}

/* Takes one letter of each `stride`, beginning with that of `column`: a tenth of a second for the
   largest text. */
static bool unpack(const struct packed *p, int stride, int column,
                   const struct solve_limits *limits, char *out, size_t size)
{
    enum { ROWS = 1024 };
    uint8_t room[ROWS * OTHER_PAIRS];
    lzma_stream stream = LZMA_STREAM_INIT;
    size_t done = 0;
    if (lzma_stream_decoder(&stream, UINT64_MAX, 0) != LZMA_OK)
        return false;
    stream.next_in = p->start;
    stream.avail_in = (size_t)(p->end - p->start);
    lzma_ret state = LZMA_OK;
    while (state == LZMA_OK && !should_stop(limits)) {
        stream.next_out = room;
        stream.avail_out = (size_t)ROWS * (unsigned)stride;
        while (state == LZMA_OK && stream.avail_out > 0)
            state = lzma_code(&stream, LZMA_FINISH);
        size_t rows = ROWS - stream.avail_out / (unsigned)stride;
        for (size_t i = 0; i < rows && done < size; i++)
            out[done++] = (char)room[i * (unsigned)stride + (unsigned)column];
    }
    lzma_end(&stream);
    return state == LZMA_STREAM_END && done == size;
}

/* What was unpacked; `pair` tells of which. */
struct text {
    char *letters;
    int pair;
};

static char letter_in(struct text *text, const struct packed *p, int pair,
                      const struct solve_limits *limits, size_t size, size_t at)
{
    if (p->start == NULL || at >= size)
        return '.';
    if (text->letters == NULL)
        text->letters = malloc(size);
    else if (text->pair == pair)
        return text->letters[at];
    if (text->letters == NULL)
        return '.';
    text->pair = pair;
    if (unpack(p, pair == 0 ? 1 : OTHER_PAIRS, pair, limits, text->letters, size))
        return text->letters[at];
    free(text->letters);
    text->letters = NULL;
    return '.';
}

char smitten_packed_letter(int mode, int pair, int at, const struct solve_limits *limits)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct text text[MODES][TEXTS];
    bool hard1 = mode >> 1 & 1;
    int which = 0, from = 0, to = second_end(hard1);
    if (pair != 0) {
        while (which < OTHER_PARTS - 1 && at >= other_part_at(hard1, which + 1))
            which++;
        from = other_part_at(hard1, which);
        to = other_part_at(hard1, ++which);
    }
    pthread_mutex_lock(&lock);
    char letter = letter_in(&text[mode][which], &packed[mode][which], pair, limits,
                            (size_t)(to - from), (size_t)(at - from));
    pthread_mutex_unlock(&lock);
    return letter;
}
