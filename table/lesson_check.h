/* Private to table/lesson*: trying a step of a lesson with the engine. */
#ifndef PARLOR_TABLE_LESSON_CHECK_H
#define PARLOR_TABLE_LESSON_CHECK_H

#include "table/lesson.h"

/* Tries the last step that was read; the ones before it have passed. False: `p` says why not. */
bool lesson_check_step(const struct lesson_chapter *c, int step, struct problem *p);

#endif
