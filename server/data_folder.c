/*
 * The data folder and its files are for the server's user alone. New files are made so; what older
 * versions or copies left open to others is narrowed as the server starts.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "server/data_folder.h"
#include "server/log.h"
#include "server/server.h"

const char *const data_folder_files[] = {
    "", "/parlor.db", "/parlor.db-wal", "/parlor.db-shm", "/parlor.last", NULL};

void data_folder_make(const char *path)
{
    char part[SETTING_TEXT_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *p = strchr(part + 1, '/'); p != NULL; p = strchr(p + 1, '/')) {
        *p = '\0';
        mkdir(part, 0755);
        *p = '/';
    }
    mkdir(part, 0700);
}

static void narrow(const char *path)
{
    struct stat found;
    if (stat(path, &found) != 0 || (found.st_mode & 077) == 0)
        return;
    if (found.st_mode & S_ISVTX) /* a folder that is meant for everybody, such as /tmp */
        log_line("warn", "open to others", "path", path, "why", "it is a shared folder", NULL);
    else if (chmod(path, found.st_mode & 0700) != 0)
        log_line("warn", "open to others", "path", path, "why", strerror(errno), NULL);
}

void data_folder_narrow(const char *path)
{
    char name[SETTING_TEXT_MAX + 32];
    for (int i = 0; data_folder_files[i] != NULL; i++) {
        snprintf(name, sizeof name, "%s%s", path, data_folder_files[i]);
        narrow(name);
    }
}
