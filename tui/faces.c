/* The list of all games with a face of their own. */
#include <string.h>

#include "tui/face.h"

extern const struct face face_photograph, face_luz, face_smitten, face_generic;

const struct face *face_find(const struct game *g)
{
    static const struct face *const all[] = {&face_photograph, &face_luz, &face_smitten};
    for (size_t i = 0; g != NULL && i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->game, g->name) == 0)
            return all[i];
    return &face_generic;
}
