/* Saved games: see saves.h. */
#include "tui/saves.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FOLDER_MAX = SAVES_PATH_MAX - 320, LINE_BYTES_MAX = 16 << 20 };

/* The folder of games; false if the environment names no home. */
static bool find_folder(char folder[FOLDER_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (data != NULL && data[0] == '/')
        n = snprintf(folder, FOLDER_MAX, "%s/parlor/games", data);
    else if (home != NULL && home[0] == '/')
        n = snprintf(folder, FOLDER_MAX, "%s/.local/share/parlor/games", home);
    else
        n = FOLDER_MAX;
    if (n < FOLDER_MAX)
        return true;
    errno = ENOENT;
    return false;
}

/* Makes the folder and its parents. */
static bool make_folder(char *folder)
{
    for (char *p = folder + 1;; p++) {
        if (*p != '/' && *p != '\0')
            continue;
        char end = *p;
        *p = '\0';
        bool good = mkdir(folder, 0700) == 0 || errno == EEXIST;
        *p = end;
        if (!good || end == '\0')
            return good;
    }
}

bool saves_name(const char *game, char path[SAVES_PATH_MAX])
{
    char folder[FOLDER_MAX], when[32];
    time_t now = time(NULL);
    struct tm tm;
    if (!find_folder(folder) || !make_folder(folder))
        return false;
    gmtime_r(&now, &tm);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &tm);
    for (int i = 0; i < 1000; i++) {
        snprintf(path, SAVES_PATH_MAX, "%s/%s-%03d-%s.jsonl", folder, when, i, game);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (file >= 0)
            return close(file) == 0;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool saves_write(const char *path, const struct strbuf *text)
{
    char beside[SAVES_PATH_MAX + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "w");
    if (file == NULL)
        return false;
    bool good = fwrite(text->text, 1, text->len, file) == text->len;
    good = fflush(file) == 0 && good;
    good = fclose(file) == 0 && good;
    return good && rename(beside, path) == 0;
}

bool saves_read(const char *path, int number, struct strbuf *out)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len = -1;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (file == NULL)
        return false;
    errno = 0;
    for (int i = 0; i < number; i++)
        if ((len = getline(&line, &size, file)) < 0)
            break;
    if (file != stdin)
        fclose(file);
    if (len > 0 && line[len - 1] == '\n')
        len--;
    if (len > 0 && len <= LINE_BYTES_MAX) {
        strbuf_reset(out);
        strbuf_put_bytes(out, line, (size_t)len);
    }
    free(line);
    return len > 0 && len <= LINE_BYTES_MAX;
}

/* Whether the file holds an unfinished game, which has no result after its events. */
static bool is_open(const char *path)
{
    struct strbuf line;
    strbuf_init(&line);
    bool open = saves_read(path, 1, &line);
    if (open) {
        strbuf_put_bytes(&line, "", 1);
        open = strstr(line.text, "],\"result\":") == NULL;
    }
    strbuf_clear(&line);
    return open;
}

bool saves_find(char path[SAVES_PATH_MAX])
{
    char folder[FOLDER_MAX], best[SAVES_PATH_MAX], next[SAVES_PATH_MAX];
    struct timespec newest = {0};
    bool found = false;
    DIR *dir = find_folder(folder) ? opendir(folder) : NULL;
    if (dir == NULL)
        return false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        struct stat st;
        size_t len = strlen(entry->d_name);
        if (len < 6 || strcmp(entry->d_name + len - 6, ".jsonl") != 0)
            continue;
        snprintf(next, sizeof next, "%s/%s", folder, entry->d_name);
        if (stat(next, &st) != 0 || !is_open(next))
            continue;
        if (!found || st.st_mtim.tv_sec > newest.tv_sec ||
            (st.st_mtim.tv_sec == newest.tv_sec && st.st_mtim.tv_nsec > newest.tv_nsec)) {
            newest = st.st_mtim;
            memcpy(best, next, sizeof best);
            found = true;
        }
    }
    closedir(dir);
    if (found)
        memcpy(path, best, sizeof best);
    return found;
}
