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

#include "client/folder.h"

enum { FOLDER_MAX = SAVES_PATH_MAX - 320, LINE_BYTES_MAX = 16 << 20 };

bool saves_name(const char *game, char path[SAVES_PATH_MAX])
{
    char folder[FOLDER_MAX], when[32];
    time_t now = time(NULL);
    struct tm tm;
    if (!folder_find(folder, sizeof folder, "/games/") || !folder_make(folder))
        return false;
    gmtime_r(&now, &tm);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &tm);
    for (int i = 0; i < 1000; i++) {
        snprintf(path, SAVES_PATH_MAX, "%s%s-%03d-%s.jsonl", folder, when, i, game);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (file >= 0)
            return close(file) == 0;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool saves_name_daily(const char *game, const char *date, char path[SAVES_PATH_MAX])
{
    char folder[FOLDER_MAX];
    if (!folder_find(folder, sizeof folder, "/games/") || !folder_make(folder))
        return false;
    snprintf(path, SAVES_PATH_MAX, "%sdaily-%s-%s.jsonl", folder, date, game);
    return true;
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

/* Whether the file holds a game that is over, with a result after its events, or one that is not.
 */
static bool is_wanted(const char *path, bool over)
{
    struct strbuf line = STRBUF_EMPTY;
    bool good = saves_read(path, 1, &line);
    if (good) {
        strbuf_put_bytes(&line, "", 1);
        good = (strstr(line.text, "],\"result\":") != NULL) == over;
    }
    strbuf_clear(&line);
    return good;
}

enum wish { WISH_OPEN, WISH_OVER, WISH_ANY };

static bool ends_with(const char *name, const char *ending)
{
    size_t len = strlen(name), tail = strlen(ending);
    return len >= tail && strcmp(name + len - tail, ending) == 0;
}

/* The newest file whose name has that ending. */
static bool find_newest(const char *ending, enum wish wish, char path[SAVES_PATH_MAX])
{
    char folder[FOLDER_MAX], best[SAVES_PATH_MAX], next[SAVES_PATH_MAX];
    struct timespec newest = {0};
    bool found = false;
    DIR *dir = folder_find(folder, sizeof folder, "/games/") ? opendir(folder) : NULL;
    if (dir == NULL)
        return false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        struct stat st;
        if (!ends_with(entry->d_name, ending))
            continue;
        snprintf(next, sizeof next, "%s%s", folder, entry->d_name);
        if (stat(next, &st) != 0 || (wish != WISH_ANY && !is_wanted(next, wish == WISH_OVER)))
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

bool saves_find(bool over, char path[SAVES_PATH_MAX])
{
    return find_newest(".jsonl", over ? WISH_OVER : WISH_OPEN, path);
}

static bool find_of(const char *game, enum wish wish, char path[SAVES_PATH_MAX])
{
    char ending[64];
    snprintf(ending, sizeof ending, "-%s.jsonl", game);
    return find_newest(ending, wish, path);
}

bool saves_find_of(const char *game, char path[SAVES_PATH_MAX])
{
    return find_of(game, WISH_ANY, path);
}

bool saves_has_over(const char *game)
{
    char path[SAVES_PATH_MAX];
    return find_of(game, WISH_OVER, path);
}
