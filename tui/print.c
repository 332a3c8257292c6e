/* Printing a scene in line mode: see print.h. */
#include "tui/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

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

static void print_rules(const struct scene *c)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    scene_put_marks(c, &b);
    puts(scene_rules(c));
    if (b.len > 0)
        puts(b.text);
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

bool print_asked(const struct scene *c, const char *line, const char *help)
{
    if (strcmp(line, "help") == 0)
        print_word(c, help);
    else if (strcmp(line, "rules") == 0 && c->game != NULL)
        print_rules(c);
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
