/*
 * Fuzz target `json`: a sequence of requests. Each line is one request, and its first letter is the
 * sender (A, B and S have their own connections; T and a number let so many seconds pass); `$t`
 * stands for the table that was last opened. Every request is answered once or closes its
 * connection, with messages from the catalogue; at the end each journal restores its table.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/outbox.h"
#include "server/session.h"
#include "server/tables.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/hosted.h"

enum { PEOPLE = 3, LINE_MAX_BYTES = SERVER_FRAME_MAX, LINES_MAX = 64, SECONDS_MAX = 4000000 };

static char table[TABLE_ID_MAX];

/* Copies a line, with the table's id in the place of `$t`; returns the length. */
static size_t fill_in(const char *from, size_t len, char *to)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n + TABLE_ID_MAX < LINE_MAX_BYTES; i++) {
        if (from[i] == '$' && i + 1 < len && from[i + 1] == 't') {
            memcpy(to + n, table, strlen(table));
            n += strlen(table);
            i++;
        } else {
            to[n++] = from[i];
        }
    }
    return n;
}

static int count_replies(const struct server *s, const struct conn *c)
{
    int n = 0;
    for (int i = 0; i < s->held_n; i++)
        n += s->held[i].conn == c && strncmp(s->text.text + s->held[i].start, "{\"re\":", 6) == 0;
    return n;
}

static void ask(struct server *s, struct conn *c, const char *line, size_t len)
{
    static char text[LINE_MAX_BYTES];
    /* An exact copy lets a sanitizer see reads past the end. */
    size_t n = fill_in(line, len, text);
    char *exact = malloc(n > 0 ? n : 1);
    if (exact == NULL)
        abort();
    memcpy(exact, text, n);
    int before = count_replies(s, c);
    session_handle(s, c, exact, n);
    free(exact);
    FUZZ_CHECK(c->dead || c->closing || count_replies(s, c) == before + 1);
    if (c->opens > 0)
        memcpy(table, c->open[c->opens - 1]->t->id, sizeof table);
}

static void let_pass(struct server *s, const char *line, size_t len)
{
    long seconds = 0;
    for (size_t i = 0; i < len && line[i] >= '0' && line[i] <= '9' && seconds < SECONDS_MAX; i++)
        seconds = 10 * seconds + (line[i] - '0');
    s->now = moment_after(s->now, seconds * 1000);
    for (int i = 0; i < 20 && tables_are_due(s); i++) {
        tables_tick(s);
        hosted_end_turn(s);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char hello[] = "{\"id\":0,\"do\":\"hello\",\"protocol\":1}";
    struct server *s = hosted_start();
    struct conn *conn[PEOPLE];
    int other[PEOPLE], lines = 0;
    for (int i = 0; i < PEOPLE; i++) {
        conn[i] = hosted_connect(s, (uint64_t)i + 1, NULL, 0, &other[i]);
        ask(s, conn[i], hello, sizeof hello - 1);
    }
    memset(table, 'x', sizeof table - 1);
    for (size_t at = 0; at < size && lines < LINES_MAX; lines++) {
        const char *line = (const char *)data + at;
        const char *end = memchr(line, '\n', size - at);
        size_t len = end != NULL ? (size_t)(end - line) : size - at;
        int who = len == 0 ? 0 : line[0] == 'B' ? 1 : line[0] == 'S' ? 2 : 0;
        if (len > 0 && line[0] == 'T')
            let_pass(s, line + 1, len - 1);
        else if (len > 0 && !conn[who]->dead && !conn[who]->closing)
            ask(s, conn[who], line + 1, len - 1);
        /* A lower-case sender makes two requests in one turn. */
        if (len == 0 || line[0] < 'a')
            hosted_end_turn(s);
        for (int i = 0; i < PEOPLE; i++) /* an ended connection has been freed */
            if (conn[i] == NULL || (s->conn[i] != conn[i]))
                lines = LINES_MAX;
        at += len + 1;
    }
    hosted_end_turn(s);
    hosted_check_journals(s);
    for (int i = 0; i < PEOPLE; i++) {
        hosted_read_frames(other[i], NULL, NULL);
        close(other[i]);
    }
    return 0;
}
