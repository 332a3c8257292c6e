/* Looking back from a table: see tui.h. */
#include "tui/tui.h"

bool tui_watch_back_record(struct tui_back *b, enum words_language language, const char *line,
                           size_t len, int seat)
{
    struct problem p;
    if (!past_open(&b->past, language, line, len, &p))
        return false;
    b->watch = (struct tui_watch){.past = &b->past, .seat = seat, .open = seat < 0};
    return true;
}

void tui_watch_back_told(struct tui_back *b, const struct scene *c, json_t *moments)
{
    past_open_told(&b->past, c, moments);
    b->watch = (struct tui_watch){.past = &b->past, .seat = c->seat};
    /* It begins with the own last move, or with the first deal. */
    for (int i = b->past.steps; i > 0 && b->watch.at == 0; i--) {
        json_t *event = past_event(&b->past, i);
        if (scene_int(event, "seat") == c->seat)
            b->watch.at = i;
        json_decref(event);
    }
    if (b->watch.at == 0 && b->past.steps > 0)
        b->watch.at = 1;
}

void tui_watch_back_end(struct tui_back *b)
{
    past_clear(&b->past);
}
