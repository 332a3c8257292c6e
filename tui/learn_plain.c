/* A tutorial line by line, for screen readers, pipes and scripts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/columns.h"
#include "tui/learn.h"
#include "tui/print.h"

static void print_words(const struct learn *l)
{
    struct strbuf text = STRBUF_EMPTY;
    struct buf words = BUF_ROOM(SCENE_TEXT_MAX), count = BUF_ROOM(SCENE_LINE_MAX);
    learn_put_words(l, &words);
    learn_put_count(l, &count);
    printf("\n[%s]\n", count.text);
    for (const char *line = words.text; line != NULL;) {
        const char *end = strchr(line, '\n');
        char one[SCENE_LINE_MAX];
        snprintf(one, sizeof one, "%.*s", end != NULL ? (int)(end - line) : SCENE_LINE_MAX - 1,
                 line);
        columns_wrap(one, COLUMNS_ROOM, 0, &text);
        line = end != NULL ? end + 1 : NULL;
    }
    fwrite(text.text, 1, text.len, stdout);
    strbuf_clear(&text);
}

/* The table, if it is not the one that was printed last. */
static void print_table(const struct learn *l, json_t **printed)
{
    char text[SCENE_TEXT_MAX];
    struct buf b;
    if (*printed != NULL && json_equal(*printed, l->scene->view))
        return;
    json_decref(*printed);
    *printed = json_deep_copy(l->scene->view);
    buf_init(&b, text, sizeof text);
    scene_describe_view(l->scene, &b);
    fputs(text, stdout);
}

/* How many events led here from what was shown before. Of a new deal's only the last is told. */
static int count_news(const struct learn *l, const struct lesson_step *s)
{
    int before = (int)json_array_size(s->before);
    if (l->answered)
        return (int)json_array_size(s->after);
    return s->deal != NULL && before > 1 ? 1 : before;
}

/* The words, after the table and what led there. */
static void print_step(const struct learn *l, json_t **printed)
{
    const struct lesson_step *s = learn_is_over(l) ? NULL : learn_step(l);
    int all = replay_count_steps(l->replay);
    if (s != NULL) {
        learn_print_events(l, all - count_news(l, s));
        print_table(l, printed);
    }
    print_words(l);
    fflush(stdout);
}

/* A line that is an answer, or none where nothing is asked. */
static void answer(struct learn *l, const char *line)
{
    if (learn_asks_choice(l) && line[0] >= '1' && line[0] <= '9' && line[1] == '\0')
        learn_choose(l, line[0] - '0');
    else if (learn_asks_move(l) && line[0] != '\0')
        learn_try(l, line);
    else if (!learn_asks_choice(l) && !learn_asks_move(l))
        learn_next(l);
}

static void obey(struct learn *l, const char *line, json_t **printed)
{
    int step = l->tui->step;
    bool was = l->answered;
    if (print_asked(l->scene, line, MSG("learn.plain-help")))
        return;
    if (strcmp(line, "back") == 0)
        learn_back(l);
    else if (strcmp(line, "skip") == 0)
        learn_next(l);
    else
        answer(l, line);
    if (l->tui->step != step || l->answered != was || strcmp(line, "back") == 0)
        print_step(l, printed);
    else
        print_words(l);
}

static bool ask_line(char line[PRINT_LINE_MAX])
{
    fputs("> ", stdout);
    return print_read_line(line);
}

void tui_learn_plain(struct tui_learn *t)
{
    static struct scene scene;
    static struct learn l;
    char line[PRINT_LINE_MAX];
    json_t *printed = NULL;
    l = (struct learn){.tui = t, .scene = &scene};
    scene_init(l.scene, t->language);
    learn_begin(&l);
    print_word(l.scene, MSG("learn.plain-help"));
    print_step(&l, &printed);
    while (!learn_is_over(&l) && ask_line(line) && strcmp(line, "quit") != 0)
        obey(&l, line, &printed);
    json_decref(printed);
    learn_clear(&l);
}
