/* The only file that names all encoders. */
#include <string.h>

#include "lib/internal.h"

extern const struct lib_encoder lib_encode_photograph, lib_encode_luz, lib_encode_smitten,
    lib_encode_null;

const struct lib_encoder *lib_find_encoder(const struct game *g)
{
    static const struct lib_encoder *const all[] = {&lib_encode_photograph, &lib_encode_luz,
                                                    &lib_encode_smitten, &lib_encode_null};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->game, g->name) == 0)
            return all[i];
    return NULL;
}
