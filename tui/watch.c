/* Watching a record on the screen: forward, back, jumps, from any seat. */
#include <stdio.h>
#include <string.h>

#include "tui/board.h"
#include "tui/terminal.h"
#include "tui/tui.h"

static void draw(const struct scene *c, const struct local *l, int all)
{
    char memory[SCENE_LINE_MAX];
    struct buf b;
    int bottom = board_bottom(face_find(c->game), c), n = (int)json_array_size(l->log);
    screen_start();
    if (screen_lines() < SCREEN_LINES || screen_columns() < SCREEN_COLUMNS) {
        screen_wrap(0, 0, screen_columns(), screen_lines(), 0, scene_word(c, MSG("tui.too-small")));
        screen_show();
        return;
    }
    int end = 1 + screen_print(0, 1, 78, STYLE_BOLD, "%s  %d/%d  %s", c->game->name, n, all,
                               c->seat >= 0 ? c->name[c->seat] : "—");
    buf_init(&b, memory, sizeof memory);
    board_put_standing(c, &b);
    screen_put(0, end + 2, 78 - end, 0, b.text);
    if (!scene_is_bare(c))
        face_find(c->game)->draw(c, bottom, -1);
    buf_reset(&b);
    scene_describe_turn(c, &b);
    screen_put(bottom + 1, 1, screen_columns() - 1, STYLE_BOLD, b.text);
    buf_reset(&b);
    if (n > 0)
        scene_describe_event(c, json_array_get(l->log, (size_t)n - 1), false, &b);
    int x = board_draw_passing(c, bottom + 2);
    screen_put(bottom + 2, x, screen_columns() - x, 0, b.text);
    screen_put(bottom + 3, 0, screen_columns(), STYLE_REVERSE, scene_word(c, MSG("keys.watch")));
    screen_show();
}

/* The event to show next; digits make a number that Enter or `g` jumps to. */
static int steer(int key, int at, int all, int *typed)
{
    int to = at;
    if (key >= '0' && key <= '9') {
        *typed = *typed < all ? *typed * 10 + key - '0' : all;
        return at;
    }
    if (key == 'g' || key == '\r' || key == '\n' || key == KEY_ENTER)
        to = *typed;
    else if (key == KEY_RIGHT || key == ' ' || key == KEY_DOWN)
        to = at + 1;
    else if (key == KEY_LEFT || key == KEY_UP || key == KEY_BACKSPACE)
        to = at - 1;
    else if (key == KEY_NPAGE || key == KEY_PPAGE)
        to = at + (key == KEY_NPAGE ? 10 : -10);
    else if (key == KEY_HOME || key == KEY_END)
        to = key == KEY_HOME ? 0 : all;
    *typed = 0;
    return to < 0 ? 0 : to > all ? all : to;
}

void tui_watch_screen(enum words_language language, const char *line, size_t len, int seat)
{
    static struct local l;
    struct scene c;
    struct problem problem;
    int at = 0, typed = 0, all, key;
    if (!local_watch(&l, line, len, -1, &problem))
        return;
    all = (int)json_array_size(l.log);
    if (seat >= l.t->plan.setup.seats)
        seat = GAME_SPECTATOR;
    scene_init(&c, language);
    c.watching = c.fresh = true; /* every step shows its passing cards */
    if (!screen_open())
        return;
    do {
        local_watch(&l, line, len, at, &problem);
        scene_look(&c, &l, seat);
        draw(&c, &l, all);
        timeout(-1);
        key = getch();
        if (key == '\t' || key == 's')
            seat = seat + 1 < l.t->plan.setup.seats ? seat + 1 : GAME_SPECTATOR;
        at = steer(key, at, all, &typed);
    } while (key != 'q' && key != ERR);
    screen_close();
    local_clear(&l);
    scene_clear(&c);
}
