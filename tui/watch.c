/* Watching a record on the screen: forward, back, jumps, from any seat or with open cards. */
#include <stdio.h>
#include <string.h>

#include "tui/board.h"
#include "tui/terminal.h"
#include "tui/tui.h"

void tui_watch_describe_view(const struct tui_watch *w, struct buf *b)
{
    const char *name = w->seat >= 0 ? w->past->name[w->seat] : NULL;
    const char *open = words_get(w->past->language, MSG("watch.open"));
    if (name == NULL && w->open)
        buf_put(b, open);
    else if (name == NULL)
        buf_put(b, words_get(w->past->language, MSG("watch.public")));
    else
        scene_print(b, "%s%s%s", name, w->open ? ", " : "", w->open ? open : "");
}

/* What the review says of the last event, and why; both are empty without one. */
static void put_notes(const struct tui_watch *w, struct buf *note, struct buf *why)
{
    const struct report r = {.past = w->past, .review = w->review};
    if (w->review == NULL || w->at == 0)
        return;
    report_put_note(&r, w->at, w->seat, w->open, note);
    report_put_why(&r, w->at, why);
}

/* The reason of the note, below the keys; without lines there, the key that shows it. */
static void draw_why(const struct tui_watch *w, const struct buf *why, struct buf *note, int y)
{
    int lines = screen_lines() - y;
    if (why->len > 0 && lines > 0)
        screen_wrap(y, 1, screen_columns() - 1, lines, 0, why->text);
    else if (why->len > 0)
        scene_print(note, " · %s", words_get(w->past->language, MSG("watch.why")));
}

/* The last event and, in a review, a note on it in place of the turn. A note that is too long for a
   line follows the event on both. */
static void draw_event(const struct tui_watch *w, const struct scene *c, int at, int y)
{
    int room = screen_columns() - 1;
    struct buf event = BUF_ROOM(2 * SCENE_LINE_MAX);
    struct buf line = BUF_ROOM(SCENE_LINE_MAX), why = BUF_ROOM(SCENE_LINE_MAX);
    if (at > 0)
        past_describe_event(w->past, at, w->seat, w->open, &event);
    put_notes(w, &line, &why);
    draw_why(w, &why, &line, y + 3);
    bool noted = line.len > 0;
    if (noted && at == w->past->steps) { /* the end of the game is told, too */
        scene_print(&event, " · %s", line.text);
        buf_reset(&line);
        noted = false;
    }
    if (noted && scene_width(line.text) > room && scene_passing(c) == NULL) {
        scene_print(&event, " · %s", line.text);
        screen_wrap(y, 1, room, 2, 0, event.text);
        return;
    }
    if (!noted)
        scene_describe_turn(c, &line);
    screen_put(noted ? y + 1 : y, 1, room, noted ? 'Y' | STYLE_BOLD : STYLE_BOLD, line.text);
    y += noted ? 0 : 1;
    int x = board_draw_passing(c, y);
    screen_put(y, x, screen_columns() - x, 0, event.text);
}

/* The keys, or `note` if there is one, and the line of steps. */
static void draw_keys(const struct tui_watch *w, const struct scene *c, const char *note, int y)
{
    const char *keys = note[0] != '\0' ? note : scene_word(c, MSG("keys.watch"));
    int width = scene_width(keys), room = screen_columns() - width - 2;
    struct buf bar = BUF_ROOM(SCENE_LINE_MAX);
    screen_put(y, 0, screen_columns(), STYLE_REVERSE, keys);
    tui_watch_put_bar(w, room < 200 ? room : 200, &bar);
    screen_put(y, width + 1, room, 0, bar.text);
}

static void draw(const struct tui_watch *w, const struct scene *c, bool plays, const char *note)
{
    int bottom = board_bottom(face_find(c->game), c);
    screen_start();
    if (board_is_small()) {
        board_draw_small(c);
        screen_show();
        return;
    }
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    tui_watch_describe_view(w, &b);
    int end = 1 + screen_print(0, 1, 78, STYLE_BOLD, "%s  %s%d/%d  %s", board_title(c),
                               plays ? "▶ " : "", w->at, w->past->steps, b.text);
    buf_reset(&b);
    board_put_standing(c, &b);
    screen_put(0, end + 2, 78 - end, 0, b.text);
    if (!scene_is_bare(c))
        face_find(c->game)->draw(c, bottom, -1);
    draw_event(w, c, w->at, bottom + 1);
    draw_keys(w, c, note, bottom + 3);
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
    if (key == 'g' || board_is_enter(key))
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

/* The views in turn: each seat, the public one, all cards open. */
static void change_view(struct tui_watch *w)
{
    if (w->seat < 0 && !w->open) {
        w->open = true;
    } else {
        w->seat = w->seat + 1 < w->past->seats ? w->seat + 1 : GAME_SPECTATOR;
        w->open = false;
    }
}

/* Playing by itself: `p` begins and ends, + and - change the speed. */
static const int paces[] = {3000, 1500, 700};
enum { PACES = sizeof paces / sizeof paces[0] };

struct pace {
    int chosen;
    bool on;
};

static bool press_pace(int key, struct tui_watch *w, struct pace *pace)
{
    if (key == 'p') {
        if (!pace->on && w->at == w->past->steps)
            w->at = 0;
        pace->on = !pace->on;
    } else if (key == '+') {
        pace->chosen += pace->chosen < PACES - 1;
    } else if (key == '-') {
        pace->chosen -= pace->chosen > 0;
    } else {
        return false;
    }
    return true;
}

/* The note and its reason on a page. */
static void show_notes(const struct tui_watch *w, const struct scene *c)
{
    struct buf note = BUF_ROOM(2 * SCENE_LINE_MAX + 2), why = BUF_ROOM(SCENE_LINE_MAX);
    put_notes(w, &note, &why);
    scene_print(&note, "%s%s", why.len > 0 ? "\n" : "", why.text);
    if (note.len > 0)
        board_show_page(c, scene_word(c, MSG("tui.review-title")), note.text);
}

static void press(int key, struct tui_watch *w, const struct scene *c, struct pace *pace,
                  int *typed)
{
    bool fixed = w->past->replay == NULL; /* a running game: the own view alone */
    if (key == '?')
        board_show_page(c, scene_word(c, MSG("tui.help-title")), scene_word(c, MSG("watch.keys")));
    else if (key == 'w')
        show_notes(w, c);
    else if (press_pace(key, w, pace))
        return;
    else if ((key == '\t' || key == 's') && !fixed)
        change_view(w);
    else if (key == 'o' && !fixed)
        w->open = !w->open;
    else
        w->at = steer(key, w->at, w->past->steps, typed);
}

/* Leaves the screen to another game, and comes back; false: the screen is gone. */
static bool play_on(const struct tui_watch *w, bool anew, struct buf *note)
{
    screen_close();
    tui_play_on(w, w->at, anew, tui_play_screen, note);
    bool good = screen_open();
    tui_watch_find_marks(w);
    return good;
}

void tui_watch_steps(struct tui_watch *w)
{
    struct scene c = {.fresh = false};
    struct buf note = BUF_ROOM(PROBLEM_TEXT_MAX);
    struct pace pace = {.chosen = 1};
    int typed = 0, key;
    bool gone;
    scene_init(&c, w->past->language);
    c.fresh = true; /* every step shows its passing cards */
    tui_watch_find_marks(w);
    do {
        json_decref(past_look(w->past, w->at, w->seat, w->open, &c));
        pace.on = pace.on && w->at < w->past->steps;
        draw(w, &c, pace.on, note.text);
        timeout(pace.on ? paces[pace.chosen] : -1);
        key = getch();
        buf_reset(&note);
        gone = key == ERR && !pace.on;
        if (key == ERR)
            w->at += pace.on;
        else if ((key == 'f' || key == 'F') && w->alone)
            gone = !play_on(w, key == 'F', &note);
        else
            press(key, w, &c, &pace, &typed);
    } while (key != 'q' && !gone);
    scene_clear(&c);
}

void tui_watch_screen(struct tui_watch *w)
{
    if (!screen_open())
        return;
    tui_watch_steps(w);
    screen_close();
}
