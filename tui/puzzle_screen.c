/* Puzzles on the screen: the table of the game's face, the question, and one choice before the
   keys, which the arrows change. */
#include <string.h>

#include "tui/board.h"
#include "tui/puzzle.h"
#include "tui/terminal.h"

struct answering {
    int choice; /* the one that is offered */
    int tried;  /* the last answer; -1: none */
    bool shown; /* the right ones are told */
};

static bool is_over(const struct tui_puzzle *z, const struct answering *a)
{
    bool right = a->tried >= 0 && z->answer.choice[a->tried].right;
    return right || a->shown || (z->streak && a->tried >= 0);
}

/* The question, or after an answer what came of it, in two lines. */
static void put_words(const struct tui_puzzle *z, const struct answering *a, struct buf *b)
{
    if (a->tried >= 0)
        tui_puzzle_put_verdict(z, a->tried, b);
    if (is_over(z, a) && (a->tried < 0 || !z->answer.choice[a->tried].right)) {
        buf_put(b, a->tried >= 0 ? " " : "");
        tui_puzzle_put_right(z, b);
    }
    if (a->tried < 0 && !a->shown)
        tui_puzzle_put_question(z, b);
}

static void draw(struct tui_puzzle *z, const struct answering *a)
{
    struct scene *c = &z->scene;
    struct buf title = BUF_ROOM(SCENE_LINE_MAX), words = BUF_ROOM(2 * SCENE_LINE_MAX);
    struct buf keys = BUF_ROOM(2 * SCENE_LINE_MAX);
    int bottom = board_bottom(face_find(c->game), c), room = screen_columns() - 1;
    screen_start();
    if (board_is_small()) {
        board_draw_small(c);
        screen_show();
        return;
    }
    scene_choose(c, c->may ? a->choice : -1);
    tui_puzzle_put_title(z, &title);
    screen_put(0, 1, 78, STYLE_BOLD, title.text);
    face_find(c->game)->draw(c, bottom, -1);
    put_words(z, a, &words);
    screen_wrap(bottom + 1, 1, room, 2, 0, words.text);
    if (!is_over(z, a)) {
        scene_print(&keys, " %d/%d  ", a->choice + 1, z->answer.n);
        tui_puzzle_put_choice(z, a->choice, &keys);
        buf_put(&keys, "  ");
    }
    buf_put(&keys, scene_word(c, is_over(z, a) ? MSG("puzzle.keys-over") : MSG("puzzle.keys")));
    screen_fill(bottom + 3, 0, screen_columns(), STYLE_REVERSE, keys.text);
    screen_show();
}

/* Answers with the offered choice. */
static void try_choice(struct tui_puzzle *z, struct answering *a)
{
    a->tried = a->choice;
    z->best += z->answer.choice[a->tried].right;
}

/* A key while the puzzle goes on. */
static void press(struct tui_puzzle *z, struct answering *a, int key)
{
    int by = key == KEY_RIGHT || key == KEY_DOWN || key == '\t' ? 1
             : key == KEY_LEFT || key == KEY_UP                 ? -1
                                                                : 0;
    if (by != 0)
        a->choice = (a->choice + by + z->answer.n) % z->answer.n;
    if (by != 0 && a->tried >= 0)
        a->tried = -1;
    else if (board_is_enter(key))
        try_choice(z, a);
    else if (key == 'a' && !z->streak)
        a->shown = true;
}

static void show_played(const struct tui_puzzle *z)
{
    struct buf played = BUF_ROOM(SCENE_LINE_MAX);
    tui_puzzle_put_played(z, &played);
    if (played.len > 0)
        board_show_page(&z->scene, board_title(&z->scene), played.text);
}

/* Plays the puzzle on the table; false: the player leaves, or a streak is over. */
static bool play(struct tui_puzzle *z)
{
    struct answering a = {.choice = 0, .tried = -1};
    for (;;) {
        draw(z, &a);
        int key = getch();
        bool over = is_over(z, &a);
        if (key == 'q' || key == ERR)
            return false;
        if (key == '?')
            board_show_page(&z->scene, scene_word(&z->scene, MSG("tui.help-title")),
                            scene_word(&z->scene, MSG("puzzle.help-keys")));
        else if (key == 'p')
            show_played(z);
        else if (key == 'r')
            board_show_page(&z->scene, board_title(&z->scene), scene_rules(&z->scene));
        else if ((over && board_is_enter(key)) || (key == 'n' && !z->streak))
            return !z->streak || z->answer.choice[a.tried].right;
        else if (!over)
            press(z, &a, key);
    }
}

void tui_puzzle_screen(struct tui_puzzle *z)
{
    bool on = true;
    if (!screen_open())
        return;
    while (on && tui_puzzle_open(z, z->number)) {
        timeout(-1);
        on = play(z);
        int next = tui_puzzle_next(z);
        tui_puzzle_close(z);
        z->number = next;
    }
    screen_close();
}
