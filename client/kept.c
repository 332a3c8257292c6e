/* Small files of keys and values: see kept.h. */
#include "client/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/folder.h"

enum { PATH_BYTES = 4096 };

/* Whether the line is of this key; its value follows the first space. */
static bool is_line_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && line[n] == ' ';
}

void kept_find(const char *file, const char *key, char *value, size_t cap)
{
    char path[PATH_BYTES], line[KEPT_LINE_MAX];
    value[0] = '\0';
    FILE *from = folder_find(path, sizeof path, file) ? fopen(path, "r") : NULL;
    if (from == NULL)
        return;
    while (fgets(line, sizeof line, from) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (is_line_of(line, key) && strlen(line) - strlen(key) <= cap)
            memcpy(value, line + strlen(key) + 1, strlen(line) - strlen(key));
    }
    fclose(from);
}

static int count_others(FILE *from, const char *key)
{
    char line[KEPT_LINE_MAX];
    int n = 0;
    while (fgets(line, sizeof line, from) != NULL)
        n += !is_line_of(line, key);
    rewind(from);
    return n;
}

/* Copies the newest lines of other keys. */
static void copy_others(FILE *from, FILE *to, const char *key, int most)
{
    char line[KEPT_LINE_MAX];
    int n = count_others(from, key);
    while (fgets(line, sizeof line, from) != NULL)
        if (!is_line_of(line, key) && n-- <= most)
            fputs(line, to);
}

bool kept_put(const char *file, const char *key, const char *value, int most)
{
    char path[PATH_BYTES], beside[PATH_BYTES], rest[64];
    snprintf(rest, sizeof rest, "%s.%ld", file, (long)getpid());
    if (!folder_find(path, sizeof path, file) || !folder_find(beside, sizeof beside, rest) ||
        !folder_make(path))
        return false;
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FILE *to = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (to == NULL)
        return false;
    FILE *from = fopen(path, "r");
    if (from != NULL) {
        copy_others(from, to, key, most);
        fclose(from);
    }
    fprintf(to, "%s %s\n", key, value);
    bool good = ferror(to) == 0;
    good = fclose(to) == 0 && good;
    return good && rename(beside, path) == 0;
}
