/* Cookies of servers: see cookie.h. */
#include "client/cookie.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, LINE_BYTES = 1024 };

/* The file's path with this ending; false: the environment names no home. */
static bool find_path(char path[PATH_BYTES], const char *ending)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = PATH_BYTES;
    if (data != NULL && data[0] == '/')
        n = snprintf(path, PATH_BYTES, "%s/parlor/cookies%s", data, ending);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, PATH_BYTES, "%s/.local/share/parlor/cookies%s", home, ending);
    errno = ENOENT;
    return n < PATH_BYTES;
}

/* Makes the parent folders of a path. */
static bool make_folders(char *path)
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

/* Whether the line is this server's; its cookie follows the first space. */
static bool is_line_of(const char *line, const char *origin)
{
    size_t n = strlen(origin);
    return strncmp(line, origin, n) == 0 && line[n] == ' ';
}

void cookie_find(const char *origin, char cookie[COOKIE_MAX])
{
    char path[PATH_BYTES], line[LINE_BYTES];
    cookie[0] = '\0';
    FILE *file = find_path(path, "") ? fopen(path, "r") : NULL;
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (is_line_of(line, origin) && strlen(line) - strlen(origin) <= COOKIE_MAX)
            snprintf(cookie, COOKIE_MAX, "%.*s", COOKIE_MAX - 1, line + strlen(origin) + 1);
    }
    fclose(file);
}

/* Copies the lines of the other servers. */
static void copy_others(FILE *from, FILE *to, const char *origin)
{
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, from) != NULL)
        if (!is_line_of(line, origin))
            fputs(line, to);
}

bool cookie_keep(const char *origin, const char *cookie)
{
    char path[PATH_BYTES], beside[PATH_BYTES], ending[32];
    snprintf(ending, sizeof ending, ".%ld", (long)getpid());
    if (!find_path(path, "") || !find_path(beside, ending) || !make_folders(path))
        return false;
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FILE *to = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (to == NULL)
        return false;
    FILE *from = fopen(path, "r");
    if (from != NULL) {
        copy_others(from, to, origin);
        fclose(from);
    }
    fprintf(to, "%s %s\n", origin, cookie);
    bool good = ferror(to) == 0;
    good = fclose(to) == 0 && good;
    return good && rename(beside, path) == 0;
}
