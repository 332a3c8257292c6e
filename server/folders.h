/* The folders whose files a server reads again while it runs: its sandbox leaves them readable. */
#ifndef PARLOR_SERVER_FOLDERS_H
#define PARLOR_SERVER_FOLDERS_H

#include "server/settings.h"

enum { FOLDERS_MAX = 12 };

struct folders {
    int n;
    char path[FOLDERS_MAX][SETTING_TEXT_MAX];
    const char *list[FOLDERS_MAX + 1]; /* closed by NULL */
};

/* Adds the folder of a file, also that of the file that a link leads to; "": none. */
void folders_add_file(struct folders *f, const char *file);

#endif
