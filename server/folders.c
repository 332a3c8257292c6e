/* See folders.h. A file may be replaced by a new one, so its folder stays readable. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "server/folders.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

static void add(struct folders *f, char *file)
{
    const char *folder = dirname(file);
    if (strcmp(folder, "/") == 0 || strlen(folder) >= SETTING_TEXT_MAX || f->n == FOLDERS_MAX)
        return; /* never the whole file system */
    snprintf(f->path[f->n], SETTING_TEXT_MAX, "%s", folder);
    f->list[f->n] = f->path[f->n];
    f->n++;
}

void folders_add_file(struct folders *f, const char *file)
{
    if (file[0] == '\0')
        return;
    char *named = memory_take_text(file), *real = realpath(file, NULL);
    add(f, named);
    if (real != NULL)
        add(f, real);
    free(named);
    free(real);
}
