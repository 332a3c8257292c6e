#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/note.h"
#include "store/sqlite.h"

enum { NOTE_BYTES = 32, NOTE_TABLE = 20 };

void note_read(struct store *s)
{
    char text[NOTE_BYTES + 1] = "", *rest;
    int found = -1;
    int64_t turn;
    int file = open(s->sqlite->note_path, O_RDONLY | O_CLOEXEC);
    ssize_t len = file >= 0 ? read(file, text, NOTE_BYTES) : 0;
    if (file >= 0)
        close(file);
    long n = len == NOTE_BYTES ? strtol(text + NOTE_TABLE, &rest, 10) : -1;
    if (n < 0 || n > INT32_MAX || *rest != '\n')
        return;
    text[strcspn(text, " ")] = '\0';
    snprintf(s->last_table, sizeof s->last_table, "%.*s", NOTE_TABLE, text);
    int result = store_find_last(s, s->last_table, &found, &turn);
    if (result == STORE_NONE || (result == STORE_OK && found < n))
        memcpy(s->lost_table, s->last_table, sizeof s->lost_table);
    s->lost_n = (int)n;
}

bool store_has_lost(const struct store *s, const char **table, int *n)
{
    *table = s->lost_table;
    *n = s->lost_n;
    return s->lost_table[0] != '\0';
}

/* The file is not synced: it can only be older than the database, which is. */
static void put(struct store *s, const char *text)
{
    if (s->sqlite->note < 0)
        s->sqlite->note = open(s->sqlite->note_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (s->sqlite->note >= 0 && pwrite(s->sqlite->note, text, NOTE_BYTES, 0) < 0)
        return; /* nothing is lost but the warning */
}

void note_void(struct store *s)
{
    char text[NOTE_BYTES + 1];
    if (!s->voided)
        return;
    s->voided = false;
    snprintf(text, sizeof text, "%*s\n", NOTE_BYTES - 1, "");
    put(s, text);
}

void note_write(struct store *s)
{
    char text[NOTE_BYTES + 1];
    if (!s->noted)
        return;
    s->noted = false;
    snprintf(text, sizeof text, "%-*.*s%11d\n", NOTE_TABLE, NOTE_TABLE, s->last_table, s->last_n);
    put(s, text);
}
