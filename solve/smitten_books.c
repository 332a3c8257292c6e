/*
 * Smitten solver: the books that come with the program in files, for modes with a swap and other
 * `card4` and `card9`. Solving such a mode takes up to 30 s of CPU, unpacking its book
 * a tenth of that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/smitten_book.h"
#include "solve/smitten_pack.h"

enum { MODES = PACK_SIDE * PACK_SIDE, PATH_BYTES = 1280 };

void smitten_books_write_usual(bool hard1, char *out)
{
    int mode = 4 + (hard1 ? 2 : 0);
    memset(out, '.', (size_t)other_size(hard1));
    for (int at = 0; at < second_size(hard1); at++)
        out[at] = smitten_book_second_letter(mode, at, NULL);
    for (int at = 0; at < pairs_size(hard1); at++)
        out[other_start_at(hard1) + at] = smitten_book_first_letter(mode, at);
    for (int at = 0; at < N * pairs_size(hard1); at++)
        out[other_swapped_at(hard1, 0) + at] =
            smitten_book_second_letter(mode, swapped_at(hard1, 0) + at, NULL);
}

bool smitten_books_name(const char *folder, bool hard1, int part, char *path, size_t cap)
{
    int n = snprintf(path, cap, "%s/smitten-%d-%d.book", folder, hard1, part);
    return n > 0 && (size_t)n < cap;
}

static bool read_part(const char *folder, bool hard1, int number, struct pack_part *out)
{
    char path[PATH_BYTES];
    FILE *file =
        smitten_books_name(folder, hard1, number, path, sizeof path) ? fopen(path, "re") : NULL;
    out->bytes = file != NULL ? malloc(PACK_MAX) : NULL;
    out->size = out->bytes != NULL ? fread(out->bytes, 1, PACK_MAX, file) : 0;
    if (file != NULL)
        fclose(file);
    return out->size > 0;
}

/* Room for the texts that the wanted one needs, the usual one filled. */
static bool start_texts(bool hard1, int wanted, char *text[MODES])
{
    for (int mode = 0; mode <= wanted; mode++)
        if (mode < 2 * PACK_SIDE || mode / PACK_SIDE == wanted / PACK_SIDE) {
            text[mode] = malloc((size_t)other_size(hard1));
            if (text[mode] == NULL)
                return false;
        }
    smitten_books_write_usual(hard1, text[0]);
    return true;
}

bool smitten_books_read(const char *folder, const int *opt, solve_progress *progress, void *context,
                        char *out)
{
    bool hard1 = opt[SMITTEN_OPT_HARD1] != 0;
    int wanted = opt[SMITTEN_OPT_CARD4] * PACK_SIDE + opt[SMITTEN_OPT_CARD9];
    int last = pack_part_of(opt[SMITTEN_OPT_CARD4]);
    struct pack_part part[PACK_PARTS] = {{0}};
    char *text[MODES] = {NULL};
    if (!opt[SMITTEN_OPT_EASY] || opt[SMITTEN_OPT_HARD2] || wanted <= 0)
        return false;
    bool good = read_part(folder, hard1, 0, &part[0]) &&
                (last == 0 || read_part(folder, hard1, last, &part[last])) &&
                start_texts(hard1, wanted, text) &&
                smitten_pack_read(text, (size_t)other_size(hard1), part, wanted, progress, context);
    if (good)
        memcpy(out, text[wanted], (size_t)other_size(hard1));
    for (int i = 0; i < PACK_PARTS; i++)
        free(part[i].bytes);
    for (int i = 0; i < MODES; i++)
        free(text[i]);
    return good;
}
