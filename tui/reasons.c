/* Reasons in words: see search/reason.h. */
#include <stdio.h>

#include "tui/scene.h"

/* An argument as text; cards by the marks of their colours. */
static const char *write_arg(const struct scene *c, const struct reason_arg *arg,
                             char out[SCENE_NAME_MAX])
{
    struct buf card = BUF_ROOM(GAME_TEXT_MAX);
    char marked[SCENE_CARD_MAX];
    switch (arg->what) {
    case REASON_SEAT:
        return scene_name(c, arg->value);
    case REASON_CARD:
        c->game->write_card(arg->value, &card);
        snprintf(out, SCENE_NAME_MAX, "%s", scene_card(c, card.text, marked));
        return out;
    case REASON_TENTHS:
        snprintf(out, SCENE_NAME_MAX, "%d.%d", arg->value / 10, arg->value % 10);
        return out;
    default:
        snprintf(out, SCENE_NAME_MAX, "%d", arg->value);
        return out;
    }
}

/* The words of its id: a number that comes first chooses the plural form. */
static const char *find_pattern(const struct scene *c, const struct reason *r)
{
    if (r->n > 0 && r->arg[0].what == REASON_NUMBER)
        return words_get_plural(c->language, r->id, (unsigned long long)r->arg[0].value);
    return scene_word(c, r->id);
}

void scene_put_fact(const struct scene *c, const struct reason *r, struct buf *b)
{
    char room[REASON_ARGS][SCENE_NAME_MAX];
    const char *args[REASON_ARGS];
    for (int i = 0; i < r->n; i++)
        args[i] = write_arg(c, &r->arg[i], room[i]);
    words_format(b, find_pattern(c, r), args, r->n);
}

void scene_put_reason(const struct scene *c, const struct reason *r, struct buf *b)
{
    struct buf words = BUF_ROOM(REASON_TEXT_MAX);
    scene_put_fact(c, r, &words);
    scene_put(c, b, r->better ? MSG("reason.better") : MSG("reason.played"), words.text, NULL);
}
