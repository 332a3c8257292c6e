/*
 * The steps of a game on one line: how far one is, where the deals are and, if that leaves room
 * between them, where the game's own moments begin, such as tricks or turns.
 */
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "tui/face.h"
#include "tui/tui.h"

/* The marks of the game that is watched. It is looked at once, as a whole. */
static struct {
    int steps;
    char *mark; /* per step: 0, 'm' a moment, 'd' a deal */
} known;

void tui_watch_find_marks(const struct tui_watch *w)
{
    static struct scene c;
    const struct face *face = face_find(w->past->game);
    struct buf last = BUF_ROOM(SCENE_LINE_MAX), now = BUF_ROOM(SCENE_LINE_MAX);
    free(known.mark);
    known.steps = w->past->steps;
    known.mark = memory_take_zeros((size_t)known.steps + 1, 1);
    scene_init(&c, w->past->language);
    for (int i = 1; i <= known.steps; i++) {
        json_t *moment = past_look(w->past, i, w->seat, w->open, &c);
        const json_t *event = json_object_get(moment, "event");
        buf_reset(&now);
        if (face->describe_when != NULL)
            scene_describe_when(&c, &now);
        if (strcmp(scene_text(event, "e"), "deal") == 0)
            known.mark[i] = 'd';
        else if (strcmp(last.text, now.text) != 0)
            known.mark[i] = 'm';
        buf_reset(&last);
        buf_put(&last, now.text);
        json_decref(moment);
    }
    scene_clear(&c);
}

static int count_marks(char kind)
{
    int n = 0;
    for (int i = 1; i <= known.steps; i++)
        n += known.mark[i] == kind;
    return n;
}

/* The strongest mark of the steps from `from` to below `to`. */
static char mark_in(int from, int to, bool moments)
{
    char found = 0;
    for (int i = from; i < to && i <= known.steps; i++)
        if (known.mark[i] == 'd' || (known.mark[i] == 'm' && moments && found == 0))
            found = known.mark[i];
    return found;
}

void tui_watch_put_bar(const struct tui_watch *w, int columns, struct buf *b)
{
    int all = known.steps + 1;
    bool moments = 3 * count_marks('m') <= columns;
    for (int x = 0; x < columns; x++) {
        int from = x * all / columns, to = (x + 1) * all / columns;
        char mark = mark_in(from, to > from ? to : from + 1, moments);
        bool here = w->at >= from && (w->at < to || (w->at == from && to <= from));
        if (to <= from && x > 0 && x * all / columns == (x - 1) * all / columns)
            mark = 0, here = false; /* a step of several columns is marked once */
        buf_put(b, here ? "●" : mark == 'd' ? "┃" : mark == 'm' ? "┴" : from < w->at ? "━" : "─");
    }
}
