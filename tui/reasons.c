/* Reasons and hints in words: see search/reason.h and search/hint.h. */
#include <stdio.h>

#include "tui/scene.h"

enum { HINT_TOLD = 4 }; /* choices whose worth is told */

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

/* ---- Hints ---- */

static void put_choice(const struct scene *c, move m, struct buf *b)
{
    if (m == MOVE_NONE)
        scene_put(c, b, MSG("review.wait"), NULL);
    else
        c->game->write_move(m, b);
}

static void put_why(const struct scene *c, const struct hint *h, struct buf *b)
{
    struct buf words = BUF_ROOM(REASON_TEXT_MAX), other = BUF_ROOM(SCENE_LINE_MAX);
    if (h->why.id == NULL) {
        if (h->n > 1)
            scene_put(c, b, MSG("hint.even"), NULL);
        return;
    }
    scene_put_fact(c, &h->why, &words);
    put_choice(c, h->other, &other);
    scene_put(c, b,
              h->other == h->m ? MSG("hint.why")
              : h->why.better  ? MSG("hint.why-than")
                               : MSG("hint.why-other"),
              words.text, other.text, NULL);
}

void scene_put_hint(const struct scene *c, const struct hint *h, struct buf *b)
{
    struct buf choice = BUF_ROOM(SCENE_LINE_MAX);
    if (!h->known) {
        scene_put(c, b, MSG("tui.no-hint"), NULL);
        return;
    }
    put_choice(c, h->m, &choice);
    scene_put(c, b, MSG("tui.hint"), choice.text, NULL);
    buf_put(b, ". ");
    put_why(c, h, b);
}

static void put_worth(const struct scene *c, const struct bot_value *v, struct buf *b)
{
    struct buf choice = BUF_ROOM(SCENE_LINE_MAX);
    char points[32], win[32];
    put_choice(c, v->m, &choice);
    snprintf(points, sizeof points, "%.1f", v->points);
    snprintf(win, sizeof win, "%.0f", 100 * v->win);
    if (v->points > BOT_UNKNOWN && v->win > BOT_UNKNOWN && !c->game->cooperative)
        scene_put(c, b, MSG("hint.worth"), choice.text, points, win, NULL);
    else if (v->win > BOT_UNKNOWN)
        scene_put(c, b, MSG("hint.worth-win"), choice.text, win, NULL);
    else if (v->points > BOT_UNKNOWN)
        scene_put(c, b, MSG("hint.worth-points"), choice.text, points, NULL);
}

void scene_put_expected(const struct scene *c, const struct hint *h, struct buf *b)
{
    scene_put(c, b, MSG("hint.expects"), NULL);
    for (int i = 0; i < h->n && i < HINT_TOLD; i++) {
        buf_put_char(b, '\n');
        put_worth(c, &h->seen[i], b);
    }
}
