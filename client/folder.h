/* The user's data folder: $XDG_DATA_HOME/parlor or ~/.local/share/parlor. */
#ifndef PARLOR_CLIENT_FOLDER_H
#define PARLOR_CLIENT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* The path of the folder and `rest` ("/cookies"); false with errno: the environment names no home,
   or the path is too long. */
bool folder_find(char *path, size_t cap, const char *rest);
/* Makes the folders that the path goes through, for the user alone; false with errno. */
bool folder_make(char *path);

#endif
