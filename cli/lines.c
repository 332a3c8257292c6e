/* Lines of a file in bounded memory: see lines.h. */
#include "cli/lines.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static int fail(const struct lines *l, int error)
{
    return cli_fail(l->cli, MSG("cli.cannot-read"), l->path, cli_error_text(l->cli, error), NULL);
}

bool lines_open(struct lines *l, const struct cli *cli, const char *path)
{
    struct stat st;
    *l = (struct lines){.cli = cli, .path = path};
    strbuf_init(&l->line);
    l->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (l->file == NULL) {
        fail(l, errno);
    } else if (fstat(fileno(l->file), &st) == 0 && S_ISDIR(st.st_mode)) {
        fail(l, EISDIR);
        fclose(l->file);
        l->file = NULL;
    }
    return l->file != NULL;
}

int lines_close(struct lines *l, int status)
{
    if (ferror(l->file))
        status = fail(l, errno);
    if (l->file != stdin)
        fclose(l->file);
    strbuf_clear(&l->line);
    return status;
}

static void keep(struct lines *l, const char *bytes, size_t n)
{
    if (!l->too_long && l->line.len + n > LINES_MAX) {
        l->too_long = true;
        strbuf_reset(&l->line);
    }
    if (!l->too_long)
        strbuf_put_bytes(&l->line, bytes, n);
}

bool lines_next(struct lines *l)
{
    bool any = false;
    strbuf_reset(&l->line);
    l->too_long = false;
    for (;;) {
        if (l->at == l->end) {
            l->at = 0;
            l->end = fread(l->chunk, 1, sizeof l->chunk, l->file);
            if (l->end == 0)
                return any && !ferror(l->file);
        }
        any = true;
        const char *from = l->chunk + l->at;
        const char *newline = memchr(from, '\n', l->end - l->at);
        size_t n = newline != NULL ? (size_t)(newline - from) : l->end - l->at;
        keep(l, from, n);
        l->at += n + (newline != NULL);
        if (newline != NULL)
            return true;
    }
}

bool lines_find(struct lines *l, uint64_t number)
{
    for (uint64_t i = 0; i < number; i++)
        if (!lines_next(l))
            return false;
    return !l->too_long;
}
