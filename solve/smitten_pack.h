/*
 * Smitten solver, private: the packed books of modes with other `card4` and `card9`. Their texts
 * (OTHER in smitten_book.h) are much alike, so each letter is predicted from the same place in the
 * texts of similar modes, and only what the prediction leaves open is stored. The texts of a
 * family, all those with the same `hard1`, are packed in parts: the first has `card4` 0 and 1, and
 * each further part one more `card4`. A part needs the first, and no other.
 */
#ifndef PARLOR_SOLVE_SMITTEN_PACK_H
#define PARLOR_SOLVE_SMITTEN_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solve/solver.h"

enum {
    PACK_SIDE = 6,              /* values of `card4`, and of `card9` */
    PACK_PARTS = PACK_SIDE - 1, /* part 0 has `card4` 0 and 1; part i has i + 1 */
    PACK_MAX = 1 << 20,         /* bytes of a part */
};

struct pack_part {
    uint8_t *bytes;
    size_t size;
};

/* The part that has this `card4`. */
static inline int pack_part_of(int card4)
{
    return card4 < 2 ? 0 : card4 - 1;
}

/*
 * The texts by card4 * 6 + card9, `size` letters each; the first is given. Reading fills those of
 * the part and of the first part, up to the wanted mode, into texts of the caller; it returns false
 * if the wanted text is not what was packed. `progress` may be NULL. Writing packs all 36 into
 * parts with PACK_MAX bytes of room each; false: out of memory, or of room.
 */
bool smitten_pack_read(char *const text[PACK_SIDE * PACK_SIDE], size_t size,
                       const struct pack_part part[PACK_PARTS], int wanted,
                       solve_progress *progress, void *context);
bool smitten_pack_write(char *const text[PACK_SIDE * PACK_SIDE], size_t size,
                        struct pack_part part[PACK_PARTS]);

#endif
