/*
 * Smitten solver, private: the packed books of second turns. Each text stands alone: a letter is
 * predicted from its own text, by the hands and squares that its place stands for, and from the
 * book of first turns. A third of the places hold impossible cards and are not stored.
 */
#ifndef PARLOR_SOLVE_SMITTEN_SECOND_H
#define PARLOR_SOLVE_SMITTEN_SECOND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solve/solver.h"

enum { SECOND_MAX = 1 << 18 }; /* bytes of a packed text */

/*
 * The text of a mode (easy * 4 + hard1 * 2 + hard2), second_end letters. Reading returns false if
 * it is not what was packed, if a limit is reached (NULL: none), or out of memory. Writing returns
 * the bytes written, of SECOND_MAX at most; 0: out of memory, or of room.
 */
bool smitten_second_read(int mode, const uint8_t *bytes, size_t size,
                         const struct solve_limits *limits, char *text);
size_t smitten_second_write(int mode, char *text, uint8_t bytes[SECOND_MAX]);

#endif
