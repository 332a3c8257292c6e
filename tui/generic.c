/* The face of a game that has none of its own: the view as text and the moves as a list. */
#include <stdlib.h>
#include <string.h>

#include "tui/face.h"
#include "tui/screen.h"
#include "tui/terminal.h"

static void draw(const struct scene *c, int bottom, int inspect)
{
    char *text = json_dumps(c->view, JSON_INDENT(1));
    (void)inspect;
    if (text != NULL)
        screen_wrap(1, 1, 40, bottom - 1, 0, text);
    free(text);
    for (int i = 0; i < c->n && i < bottom - 1; i++) {
        screen_put(1 + i, 46, 30, i == c->chosen ? STYLE_REVERSE | STYLE_BOLD : 0, c->legal[i]);
        screen_area(1 + i, 46, 1, 30, c->legal[i]);
    }
}

static int height(const struct scene *c)
{
    (void)c;
    return 40;
}

static bool steer(const struct scene *c, int key, char want[GAME_TEXT_MAX])
{
    if (c->chosen < 0 || (key != KEY_UP && key != KEY_DOWN))
        return false;
    scene_copy_near(c, key == KEY_UP ? -1 : 1, want);
    return true;
}

static void describe_view(const struct scene *c, struct buf *b)
{
    char *text = json_dumps(c->view, JSON_COMPACT);
    buf_put(b, text != NULL ? text : "");
    buf_put_char(b, '\n');
    free(text);
}

static void describe_turn(const struct scene *c, const char *who, struct buf *b)
{
    (void)who;
    scene_put(c, b, MSG("turn.any"), NULL);
}

static void describe_move(const struct scene *c, const char *text, struct buf *b)
{
    (void)c;
    buf_put(b, text);
}

const struct face face_generic = {
    .keys = MSG("keys.any"),
    .rules = MSG("rules.any"),
    FACE_FUNCTIONS,
};
