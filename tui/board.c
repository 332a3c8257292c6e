/* The full screen of a table: see board.h. */
#include "tui/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"
#include "table/memory.h"
#include "tui/rulebook.h"
#include "tui/terminal.h"

enum { SIGNALS_MAX = 9 }; /* one key per signal */

/* ---- The table ---- */

int board_draw_passing(const struct scene *c, int y)
{
    int room = screen_columns() - 2;
    const struct face *face = face_find(c->game);
    const json_t *passing = scene_passing(c);
    if (passing == NULL || face->describe_passing_short == NULL)
        return 1;
    struct buf line = BUF_ROOM(SCENE_LINE_MAX);
    buf_put(&line, "◉ ");
    face->describe_passing(c, passing, &line);
    if (screen_wrap(0, 0, room, 0, 0, line.text) > 1) {
        buf_reset(&line);
        buf_put(&line, "◉ ");
        face->describe_passing_short(c, passing, &line);
    }
    unsigned style = c->fresh ? STYLE_BOLD | STYLE_REVERSE : STYLE_BOLD;
    return 4 + screen_put(y, 1, room, style, line.text);
}

/* Passing cards, then the last events, newest first, in a line. */
static void draw_recent(const struct board *b, int y)
{
    int x = board_draw_passing(&b->scene, y);
    struct buf line = BUF_ROOM(2 * SCENE_LINE_MAX);
    for (int i = b->events - 1; i >= 0 && i >= b->events - 4; i--) {
        buf_put(&line, i < b->events - 1 ? " · " : "");
        b->put_event(b, i, &line);
    }
    screen_put(y, x, screen_columns() - x, STYLE_DIM, line.text);
}

static void draw_panel(const struct board *b, int bottom)
{
    int x = BOARD_PANEL_X, room = screen_columns() - x - 1;
    if (room < 30)
        return;
    screen_put(1, x, room, STYLE_BOLD | STYLE_UNDER, scene_word(&b->scene, MSG("tui.log")));
    for (int i = b->events - 1, y = 2; i >= 0 && y <= bottom; i--, y++) {
        struct buf line = BUF_ROOM(SCENE_LINE_MAX);
        b->put_event(b, i, &line);
        screen_print(y, x, room, i == b->events - 1 ? 0 : STYLE_DIM, "%3d %s", i, line.text);
    }
}

const char *board_title(const struct scene *c)
{
    if (c->game == NULL)
        return "Parlor";
    return c->game->title != NULL ? scene_word(c, c->game->title) : c->game->name;
}

void board_put_standing(const struct scene *c, struct buf *b)
{
    if (c->view != NULL && face_find(c->game)->describe_standing != NULL)
        face_find(c->game)->describe_standing(c, b);
}

static void draw_title(const struct board *b)
{
    struct buf stand = BUF_ROOM(SCENE_LINE_MAX / 2);
    board_put_standing(&b->scene, &stand);
    screen_fill(0, 0, screen_columns(), STYLE_REVERSE, "");
    screen_print(0, 1, screen_columns() - 2, STYLE_REVERSE | STYLE_BOLD, "%s · %s%s%s",
                 board_title(&b->scene), stand.text, b->extra[0] != '\0' ? " · " : "", b->extra);
}

int board_bottom(const struct face *face, const struct scene *c)
{
    int most = screen_lines() - 4, wanted = face != NULL ? face->height(c) : most;
    int least = SCREEN_LINES - 4;
    wanted = wanted > least ? wanted : least;
    return wanted < most ? wanted : most;
}

/* A summary of the rules, if lines are left for it. */
static void draw_rules(const struct scene *c, int y)
{
    int lines = screen_lines() - y - 2;
    int room = screen_columns() > BOARD_PANEL_X + 30 ? BOARD_PANEL_X - 6 : screen_columns() - 4;
    if (lines < 4 || c->game == NULL)
        return;
    screen_put(y, 1, room, STYLE_DIM | STYLE_UNDER, scene_word(c, MSG("tui.rules-title")));
    screen_wrap(y + 1, 1, room, lines, 0, scene_rules(c));
}

/* The first line of a frame with so many lines: where it covers the least, above the own cards. */
static int find_room(int lines, int last, int room)
{
    int best = 1, least = -1;
    for (int y = 1; y + lines - 1 <= last; y++) {
        int n = 0;
        for (int i = 0; i < lines; i++)
            n += screen_count(y + i, 1, room);
        if (least < 0 || n < least) {
            least = n;
            best = y;
        }
    }
    return best;
}

/* A frame over the table holds the hint. */
static void draw_hint(const struct board *b, int bottom)
{
    int room = screen_columns() - 6 < BOARD_PAGE ? screen_columns() - 6 : BOARD_PAGE;
    int last = bottom - (b->face != NULL ? b->face->own : 0);
    int n = screen_wrap(0, 0, room, 0, 0, b->hint);
    n = n < last - 2 ? n : last - 2;
    if (n <= 0)
        return;
    int y = find_room(n + 2, last, room + 4);
    screen_box(y, 1, n + 2, room + 4, 0);
    screen_wrap(y + 1, 3, room, n, 0, b->hint);
}

static int typed_line; /* the screen line for typing */

void board_draw_table(const struct board *b)
{
    int bottom = board_bottom(b->face, &b->scene);
    const char *keys = b->keys;
    draw_title(b);
    if (b->face != NULL && !scene_is_bare(&b->scene))
        b->face->draw(&b->scene, bottom, b->inspect);
    draw_panel(b, screen_lines() - 5);
    draw_hint(b, bottom);
    if (b->face != NULL)
        draw_rules(&b->scene, bottom + 5);
    typed_line = bottom + 2;
    struct buf line = BUF_ROOM(SCENE_LINE_MAX);
    if (b->face != NULL)
        scene_describe_turn(&b->scene, &line);
    screen_put(bottom + 1, 1, screen_columns() - 1, STYLE_BOLD, line.text);
    if (b->note[0] != '\0')
        screen_put(bottom + 2, 1, screen_columns() - 1, 'Y' | STYLE_BOLD, b->note);
    else
        draw_recent(b, bottom + 2);
    if (keys == NULL)
        keys = b->scene.may && b->face != NULL ? b->face->keys : MSG("keys.idle");
    screen_put(bottom + 3, 0, screen_columns(), STYLE_REVERSE, scene_word(&b->scene, keys));
}

bool board_is_small(void)
{
    return screen_lines() < SCREEN_LINES || screen_columns() < SCREEN_COLUMNS;
}

void board_draw_small(const struct scene *c)
{
    screen_wrap(0, 0, screen_columns(), screen_lines(), 0, scene_word(c, MSG("tui.too-small")));
}

/* Seconds left on the seat's clock, by the table's time; -1: no clock runs. */
static long seconds_left(const struct scene *c, int seat)
{
    const json_t *mine = json_array_get(json_object_get(c->times, "seats"), (size_t)seat);
    const json_t *until = json_object_get(mine, "until");
    if (!json_is_integer(until))
        return -1;
    long long passed = clock_ms() - c->looked_ms;
    long long left =
        json_integer_value(until) - json_integer_value(json_object_get(c->times, "now")) - passed;
    return left > 0 ? (long)(left / 1000) : 0;
}

bool board_put_clocks(struct board *b)
{
    size_t at = 0;
    b->extra[0] = '\0';
    for (int i = 0; b->face != NULL && i < b->scene.seats; i++) {
        long left = seconds_left(&b->scene, i);
        if (left >= 0 && at < sizeof b->extra - 24)
            at += (size_t)snprintf(b->extra + at, 24, "%s%d⏱%ld:%02ld", at > 0 ? " " : "", i + 1,
                                   left / 60 % 10000, left % 60);
    }
    return at > 0;
}

/* ---- Pages over the table: help, rules, log ---- */

void board_show_page(const struct scene *c, const char *title, const char *text)
{
    int skip = 0, key, all;
    do {
        int room = screen_columns() - 4 < BOARD_PAGE ? screen_columns() - 4 : BOARD_PAGE;
        int lines = screen_lines() - 4;
        screen_start();
        screen_put(0, 2, room, STYLE_BOLD | STYLE_UNDER, title);
        all = screen_wrap(2, 2, room, lines, skip, text);
        screen_put(screen_lines() - 1, 0, screen_columns(), STYLE_REVERSE,
                   scene_word(c, MSG("keys.page")));
        screen_show();
        timeout(-1);
        key = getch();
        if (key == KEY_DOWN || key == KEY_NPAGE)
            skip += key == KEY_DOWN ? 1 : lines;
        if (key == KEY_UP || key == KEY_PPAGE)
            skip -= key == KEY_UP ? 1 : lines;
        skip = skip > all - lines ? all - lines : skip;
        skip = skip < 0 ? 0 : skip;
    } while (key == KEY_DOWN || key == KEY_UP || key == KEY_NPAGE || key == KEY_PPAGE ||
             key == KEY_RESIZE);
}

/* The summary of the rules, and below it the whole rules where there are any. */
static void show_rules(const struct scene *c)
{
    struct strbuf text = STRBUF_EMPTY;
    strbuf_put(&text, scene_rules(c));
    strbuf_put(&text, "\n\n");
    rulebook_put(c->language, c->game->name, NULL, 0, &text);
    strbuf_put_bytes(&text, "", 1);
    board_show_page(c, scene_word(c, MSG("tui.rules-title")), text.text);
    strbuf_clear(&text);
}

void board_show_signs(const struct scene *c)
{
    struct buf text = BUF_ROOM(SCENE_TEXT_MAX);
    scene_put_signs(c, &text);
    if (text.len > 0)
        board_show_page(c, scene_word(c, MSG("first.list")), text.text);
}

static void show_log(const struct board *b)
{
    size_t size = (size_t)(b->events + 1) * 512;
    char *memory = memory_take(size);
    struct buf text;
    buf_init(&text, memory, size);
    for (int i = b->events - 1; i >= 0; i--) {
        b->put_event(b, i, &text);
        buf_put_char(&text, '\n');
    }
    board_show_page(&b->scene, scene_word(&b->scene, MSG("tui.log")), text.text);
    free(memory);
}

/* ---- Keys of every table ---- */

bool board_is_enter(int key)
{
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}

static void drop_click(void)
{
    MEVENT event;
    getmouse(&event);
}

bool board_press_page(struct board *b, int key, const char *help)
{
    const struct scene *c = &b->scene;
    if (key == '?')
        board_show_page(c, scene_word(c, MSG("tui.help-title")), scene_word(c, help));
    else if (key == 'i' && c->game != NULL)
        show_rules(c);
    else if (key == 'o')
        show_log(b);
    else if (key == 'e' && c->game != NULL)
        board_show_signs(c);
    else if (key == KEY_MOUSE && !c->may)
        drop_click();
    else if (key == '\t')
        b->inspect = b->inspect + 1 < c->seats ? b->inspect + 1 : -1;
    else
        return false;
    return true;
}

/* Chooses a legal move. True: make it, because it was chosen before and asked for `twice`; or it is
   illegal, and the refusal will say why. */
static bool aim(struct board *b, const char *text, bool twice)
{
    int at = scene_find(&b->scene, text);
    b->note[0] = '\0';
    if (at < 0 || (twice && at == b->scene.chosen))
        return true;
    scene_choose(&b->scene, at);
    return false;
}

static bool click(struct board *b, char want[GAME_TEXT_MAX])
{
    MEVENT event;
    const char *text = getmouse(&event) == OK ? screen_hit(event.y, event.x) : NULL;
    if (text == NULL)
        return false;
    snprintf(want, GAME_TEXT_MAX, "%s", text);
    return aim(b, want, true);
}

bool board_press_turn(struct board *b, int key, char want[GAME_TEXT_MAX])
{
    const struct scene *c = &b->scene;
    if (key == KEY_MOUSE)
        return click(b, want);
    if (!board_is_enter(key) && key != ' ')
        return b->face->steer(c, key, want) && aim(b, want, false);
    if (c->chosen >= 0)
        snprintf(want, GAME_TEXT_MAX, "%s", c->legal[c->chosen]);
    return c->chosen >= 0;
}

void board_note(struct board *b, const char *text)
{
    snprintf(b->note, sizeof b->note, "%s", text);
}

/* ---- Typing and choosing ---- */

/* Removes the last character with all its bytes. */
static size_t shorten(char *line, size_t len)
{
    while (len > 0 && ((unsigned char)line[len - 1] & 0xc0) == 0x80)
        len--;
    len -= len > 0;
    line[len] = '\0';
    return len;
}

bool board_type_line(void (*draw)(void *context), void *context, char *line, size_t size)
{
    size_t len = 0;
    line[0] = '\0';
    for (;;) {
        draw(context);
        screen_fill(typed_line, 0, screen_columns(), 0, "");
        screen_print(typed_line, 1, screen_columns() - 2, STYLE_BOLD, ": %s_", line);
        screen_show();
        timeout(-1);
        int key = getch();
        if (key == KEY_ESCAPE || key == ERR)
            return false;
        if (board_is_enter(key))
            return len > 0;
        if (key == KEY_BACKSPACE || key == 127 || key == 8)
            len = shorten(line, len);
        else if (key >= ' ' && key < 256 && len + 1 < size) {
            line[len++] = (char)key;
            line[len] = '\0';
        }
    }
}

int board_choose(const struct scene *c, const struct buf *choices)
{
    screen_start();
    screen_put(1, 2, 70, STYLE_BOLD, scene_word(c, MSG("tui.say-what")));
    screen_wrap(3, 4, 70, screen_lines() - 4, 0, choices->text);
    screen_show();
    timeout(-1);
    return getch();
}

const char *board_choose_signal(const struct scene *c)
{
    const char *const *signals = face_find(c->game)->signals;
    int n = 0;
    struct buf b = BUF_ROOM(SCENE_TEXT_MAX);
    for (; signals != NULL && signals[n] != NULL && n < SIGNALS_MAX; n++) {
        scene_print(&b, "%d  ", n + 1);
        scene_describe_move(c, signals[n], &b);
        buf_put_char(&b, '\n');
    }
    int key = board_choose(c, &b);
    return key >= '1' && key < '1' + n ? signals[key - '1'] : NULL;
}
