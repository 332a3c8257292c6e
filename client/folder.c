/* The user's data folder: see folder.h. */
#include "client/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool folder_find(char *path, size_t cap, const char *rest)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (data != NULL && data[0] == '/')
        n = snprintf(path, cap, "%s/parlor%s", data, rest);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, cap, "%s/.local/share/parlor%s", home, rest);
    errno = ENOENT;
    return n >= 0 && (size_t)n < cap;
}

bool folder_make(char *path)
{
    for (char *p = strchr(path + 1, '/'); p != NULL; p = strchr(p + 1, '/')) {
        *p = '\0';
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *p = '/';
        if (!good)
            return false;
    }
    return true;
}
