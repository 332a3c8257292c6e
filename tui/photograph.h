/* Photograph at the terminal: a function that a test compares with the engine. */
#ifndef PARLOR_TUI_PHOTOGRAPH_H
#define PARLOR_TUI_PHOTOGRAPH_H

#include "tui/scene.h"

/* The lowest and highest value that fit a film next (rule P5.3); false: none fits. */
bool photograph_find_fits(const json_t *film, int *low, int *high, int *gap);

#endif
