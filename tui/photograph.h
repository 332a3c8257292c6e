/* Photograph at the terminal: the part that a test compares with the engine. */
#ifndef PARLOR_TUI_PHOTOGRAPH_H
#define PARLOR_TUI_PHOTOGRAPH_H

#include "tui/scene.h"

/* The next values that fit a film (rule P5.3), lowest and highest; false: none does. */
bool photograph_find_fits(const json_t *film, int *low, int *high, int *gap);

#endif
