/* Printing a scene in line mode: see print.h. */
#include "tui/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "tui/columns.h"
#include "tui/rulebook.h"

void print_word(const struct scene *c, const char *id)
{
    puts(scene_word(c, id));
}

void print_news(const struct buf *b)
{
    if (b->len > 0)
        printf("* %s\n", b->text);
}

void print_view(const struct scene *c)
{
    char *memory = memory_take(SCENE_TEXT_MAX);
    struct buf b;
    buf_init(&b, memory, SCENE_TEXT_MAX);
    scene_describe_view(c, &b);
    scene_describe_turn(c, &b);
    puts(b.text);
    free(memory);
}

/* A section of the whole rules. */
static void print_section(const struct scene *c, const char *section)
{
    struct strbuf text = STRBUF_EMPTY;
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (rulebook_put(c->language, c->game->name, section, COLUMNS_ROOM, &text)) {
        fwrite(text.text, 1, text.len, stdout);
    } else {
        scene_put(c, &b, MSG("rulebook.no-such-section"), section, NULL);
        puts(b.text);
    }
    strbuf_clear(&text);
}

/* The summary, how to read more, and the marks of colours. */
static void print_rules(const struct scene *c)
{
    struct strbuf text = STRBUF_EMPTY;
    struct buf more = BUF_ROOM(SCENE_LINE_MAX), marks = BUF_ROOM(SCENE_LINE_MAX);
    if (rulebook_put_summary(c->language, c->game->name, COLUMNS_ROOM, &text)) {
        scene_put(c, &more, MSG("rulebook.more"), c->game->name, NULL);
        strbuf_put_bytes(&text, "", 1);
    }
    scene_put_marks(c, &marks);
    puts(text.text != NULL ? text.text : scene_rules(c));
    if (more.len > 0)
        puts(more.text);
    if (marks.len > 0)
        puts(marks.text);
    strbuf_clear(&text);
}

static void print_moves(const struct scene *c)
{
    for (int i = 0; i < c->n; i++) {
        struct buf b = BUF_ROOM(SCENE_LINE_MAX);
        scene_describe_move(c, c->legal[i], &b);
        printf("%s  (%s)\n", c->legal[i], b.text);
    }
    if (c->talk)
        print_word(c, MSG("tui.say-how"));
}

void print_signs(const struct scene *c)
{
    struct buf text = BUF_ROOM(SCENE_TEXT_MAX);
    scene_put_signs(c, &text);
    fputs(text.text, stdout);
}

bool print_asked(const struct scene *c, const char *line, const char *help)
{
    if (strcmp(line, "help") == 0)
        print_word(c, help);
    else if (strcmp(line, "rules") == 0 && c->game != NULL)
        print_rules(c);
    else if (strncmp(line, "rules ", 6) == 0 && c->game != NULL)
        print_section(c, line + 6);
    else if (strcmp(line, "signs") == 0 && c->game != NULL)
        print_signs(c);
    else if (strcmp(line, "moves") == 0)
        print_moves(c);
    else
        return false;
    return true;
}

bool print_read_line(char line[PRINT_LINE_MAX])
{
    fflush(stdout);
    if (fgets(line, PRINT_LINE_MAX, stdin) == NULL)
        return false;
    size_t len = strlen(line);
    if (len > 0 && line[len - 1] != '\n') /* skip the rest of a long line */
        for (int ch = getchar(); ch != '\n' && ch != EOF;)
            ch = getchar();
    while (len > 0 && strchr(" \t\r\n", line[len - 1]) != NULL)
        line[--len] = '\0';
    size_t skip = strspn(line, " \t");
    memmove(line, line + skip, len - skip + 1);
    return true;
}
