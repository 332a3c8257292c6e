/* A tutorial on the full screen: the table as its game's face draws it, and the words below it. */
#include <stdio.h>
#include <string.h>

#include "tui/board.h"
#include "tui/learn.h"
#include "tui/terminal.h"

struct page {
    struct learn learn; /* its scene is the board's */
    struct board board;
    bool left;
};

static void draw_title(const struct learn *l)
{
    struct buf count = BUF_ROOM(SCENE_LINE_MAX);
    learn_put_count(l, &count);
    screen_fill(0, 0, screen_columns(), STYLE_REVERSE, "");
    screen_print(0, 1, screen_columns() - 2, STYLE_REVERSE | STYLE_BOLD, "%s · %s · %s",
                 board_title(l->scene), scene_word(l->scene, l->tui->chapter->title), count.text);
}

/* The words end above the keys; long ones cover the last lines of the table. */
static void draw_words(const struct learn *l, int last)
{
    int room = screen_columns() - 2, at;
    struct buf words = BUF_ROOM(SCENE_TEXT_MAX);
    learn_put_words(l, &words);
    int lines = screen_wrap(0, 1, room, 0, 0, words.text);
    at = last - lines + 1;
    at = at < last - 1 ? at : last - 1;
    for (int y = at > 1 ? at : 1; y <= last; y++)
        screen_fill(y, 0, screen_columns(), 0, "");
    screen_wrap(at > 1 ? at : 1, 1, room, last, 0, words.text);
}

static const char *keys_of(const struct learn *l)
{
    if (learn_asks_move(l))
        return MSG("keys.learn-move");
    return learn_asks_choice(l) ? MSG("keys.learn-choice") : MSG("keys.learn");
}

static void draw(void *context)
{
    struct page *p = context;
    const struct scene *c = &p->board.scene;
    int bottom = board_bottom(p->board.face, c);
    screen_start();
    if (board_is_small()) {
        board_draw_small(c);
    } else {
        if (!scene_is_bare(c))
            p->board.face->draw(c, bottom, p->board.inspect);
        draw_title(&p->learn);
        draw_words(&p->learn, bottom + 2);
        screen_put(bottom + 3, 0, screen_columns(), STYLE_REVERSE,
                   scene_word(c, keys_of(&p->learn)));
    }
    screen_show();
}

/* Keys of a task: they choose a move, make it, or type it. */
static bool press_move(struct page *p, int key)
{
    char want[GAME_TEXT_MAX];
    const char *signal = NULL;
    if (!learn_asks_move(&p->learn))
        return false;
    if (key == 's' && p->board.scene.talk)
        signal = board_choose_signal(&p->board.scene);
    else if (key == ':' && board_type_line(draw, p, want, sizeof want))
        signal = want;
    else if (key != 's' && key != ':' && p->board.scene.may &&
             board_press_turn(&p->board, key, want))
        signal = want;
    if (signal != NULL)
        learn_try(&p->learn, signal);
    return signal != NULL;
}

static void press(struct page *p, int key)
{
    struct learn *l = &p->learn;
    if (key == 'q')
        p->left = true;
    else if (key == 'n')
        learn_next(l);
    else if (key == 'b')
        learn_back(l);
    else if (learn_asks_choice(l) && key >= '1' && key <= '9')
        learn_choose(l, key - '0');
    else if (!learn_asks_move(l) && !learn_asks_choice(l) &&
             (board_is_enter(key) || key == ' ' || key == KEY_RIGHT))
        learn_next(l);
    else if (key != 'o' && board_press_page(&p->board, key, MSG("learn.screen-help")))
        return;
    else
        press_move(p, key);
}

void tui_learn_screen(struct tui_learn *t)
{
    static struct page p;
    p = (struct page){.learn = {.tui = t, .scene = &p.board.scene}};
    p.board.face = face_find(t->chapter->setup.game);
    p.board.inspect = -1;
    scene_init(&p.board.scene, t->language);
    if (!screen_open())
        return;
    learn_begin(&p.learn);
    while (!p.left && !learn_is_over(&p.learn)) {
        draw(&p);
        timeout(-1);
        int key = getch();
        if (key == ERR)
            break;
        if (key != KEY_RESIZE)
            press(&p, key);
    }
    screen_close();
    learn_clear(&p.learn);
}
