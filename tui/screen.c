/* The screen over ncurses: see screen.h. */
#include "tui/screen.h"
#include "tui/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "tui/tui.h"

enum { AREAS_MAX = 160, WIDE_MAX = 2048 };

static struct {
    int y, x, h, w;
    char text[GAME_TEXT_MAX];
} areas[AREAS_MAX];
static int areas_n;
static bool colours;

/* Each colour: its letter, and its value on terminals with 8, 256 and all colours. */
static const struct {
    char letter;
    short basic, indexed;
    int direct;
} paints[] = {
    {'B', COLOR_BLUE, 75, 0x5fafff},     {'R', COLOR_RED, 203, 0xff5f5f},
    {'Y', COLOR_YELLOW, 221, 0xffd75f},  {'G', COLOR_GREEN, 114, 0x87d787},
    {'N', COLOR_YELLOW, 173, 0xd7875f},  {'S', COLOR_WHITE, 250, 0xbcbcbc},
    {'V', COLOR_MAGENTA, 141, 0xaf87ff},
};
enum { PAINTS = sizeof paints / sizeof paints[0] };

bool tui_has_screen(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL && term[0] != '\0' &&
           strcmp(term, "dumb") != 0;
}

static void open_colours(void)
{
    const char *no = getenv("NO_COLOR");
    colours = has_colors() && (no == NULL || no[0] == '\0') && start_color() == OK;
    if (!colours)
        return;
    use_default_colors();
    for (int i = 0; i < PAINTS; i++) {
        int colour = COLORS > 256    ? paints[i].direct
                     : COLORS == 256 ? paints[i].indexed
                                     : paints[i].basic;
        init_extended_pair(i + 1, colour, -1);
    }
}

/* If COLORTERM promises all colours: the terminfo entry with them, if the system has one, because
   TERM seldom names it. NULL: use TERM. */
static SCREEN *open_direct(void)
{
    const char *promise = getenv("COLORTERM"), *term = getenv("TERM");
    char name[128];
    if (promise == NULL || term == NULL ||
        (strcmp(promise, "truecolor") != 0 && strcmp(promise, "24bit") != 0))
        return NULL;
    snprintf(name, sizeof name, "%.*s-direct", (int)strcspn(term, "-"), term);
    return newterm(name, stdout, stdin);
}

bool screen_open(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    if (open_direct() == NULL && newterm(NULL, stdout, stdin) == NULL)
        return false;
    open_colours();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED, NULL);
    mouseinterval(0);
    return true;
}

void screen_close(void)
{
    endwin();
}

void screen_start(void)
{
    erase();
    areas_n = 0;
}

void screen_show(void)
{
    refresh();
}

int screen_lines(void)
{
    return LINES;
}

int screen_columns(void)
{
    return COLS;
}

static void set_style(unsigned style)
{
    attr_t attr = A_NORMAL;
    int pair = 0;
    if (style & STYLE_BOLD)
        attr |= A_BOLD;
    if (style & STYLE_DIM)
        attr |= A_DIM;
    if (style & STYLE_REVERSE)
        attr |= A_REVERSE;
    if (style & STYLE_UNDER)
        attr |= A_UNDERLINE;
    for (int i = 0; i < PAINTS && colours; i++)
        if ((char)(style & 0x7f) == paints[i].letter)
            pair = i + 1;
    attr_set(attr, 0, &pair);
}

/* The part of the text that fits, as wide characters; `took` gets its width. */
static int widen(const char *text, int room, wchar_t *out, int *took)
{
    mbstate_t state;
    int n = 0;
    memset(&state, 0, sizeof state);
    *took = 0;
    while (*text != '\0' && n < WIDE_MAX - 1) {
        wchar_t wide;
        size_t len = mbrtowc(&wide, text, MB_CUR_MAX, &state);
        if (len == (size_t)-1 || len == (size_t)-2 || len == 0)
            break;
        int w = wcwidth(wide);
        if (w < 0) {
            wide = L'?';
            w = 1;
        }
        if (*took + w > room)
            break;
        *took += w;
        out[n++] = wide;
        text += len;
    }
    out[n] = L'\0';
    return n;
}

int screen_put(int y, int x, int room, unsigned style, const char *text)
{
    wchar_t wide[WIDE_MAX];
    int took;
    if (y < 0 || y >= LINES || x < 0 || x >= COLS)
        return 0;
    if (room > COLS - x)
        room = COLS - x;
    int n = widen(text, room, wide, &took);
    set_style(style);
    mvaddnwstr(y, x, wide, n);
    set_style(0);
    return took;
}

int screen_print(int y, int x, int room, unsigned style, const char *format, ...)
{
    char text[SCENE_LINE_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return screen_put(y, x, room, style, text);
}

int screen_label(const struct scene *c, int y, int x, int room, unsigned style, const char *id,
                 const char *format, ...)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    va_list list;
    scene_label(c, &b, id);
    va_start(list, format);
    vsnprintf(b.text + b.len, b.cap - b.len, format, list);
    va_end(list);
    return screen_put(y, x, room, style, b.text);
}

void screen_fill(int y, int x, int room, unsigned style, const char *text)
{
    for (int at = screen_put(y, x, room, style, text); at < room; at++)
        screen_put(y, x + at, 1, style, " ");
}

/* The length in bytes of the text's next line of at most `room` columns. */
static size_t next_line(const char *text, int room)
{
    mbstate_t state;
    size_t at = 0, space = 0;
    int took = 0;
    memset(&state, 0, sizeof state);
    while (text[at] != '\0' && text[at] != '\n') {
        wchar_t wide;
        size_t len = mbrtowc(&wide, text + at, MB_CUR_MAX, &state);
        if (len == (size_t)-1 || len == (size_t)-2)
            return at > 0 ? at : 1;
        int w = wcwidth(wide);
        if (text[at] == ' ')
            space = at;
        took += w > 0 ? w : 1;
        if (took > room)
            return space > 0 ? space : at;
        at += len;
    }
    return at;
}

int screen_wrap(int y, int x, int room, int lines, int skip, const char *text)
{
    char line[SCENE_LINE_MAX];
    int n = 0;
    while (*text != '\0') {
        size_t len = next_line(text, room);
        if (n >= skip && n < skip + lines && len < sizeof line) {
            memcpy(line, text, len);
            line[len] = '\0';
            screen_put(y + n - skip, x, room, 0, line);
        }
        n++;
        text += len;
        text += *text == '\n' || *text == ' ';
    }
    return n;
}

void screen_box(int y, int x, int h, int w, unsigned style)
{
    for (int i = 0; i < h; i++) {
        const char *left = i == 0 ? "┌" : i == h - 1 ? "└" : "│";
        const char *right = i == 0 ? "┐" : i == h - 1 ? "┘" : "│";
        screen_put(y + i, x, 1, style, left);
        for (int j = 1; j < w - 1; j++)
            screen_put(y + i, x + j, 1, style, i == 0 || i == h - 1 ? "─" : " ");
        screen_put(y + i, x + w - 1, 1, style, right);
    }
}

int screen_count(int y, int x, int room)
{
    int n = 0;
    for (int i = 0; i < room; i++)
        n += (mvinch(y, x + i) & A_CHARTEXT) != ' ';
    return n;
}

void screen_area(int y, int x, int h, int w, const char *text)
{
    if (areas_n == AREAS_MAX)
        return;
    areas[areas_n].y = y;
    areas[areas_n].x = x;
    areas[areas_n].h = h;
    areas[areas_n].w = w;
    snprintf(areas[areas_n].text, sizeof areas[areas_n].text, "%s", text);
    areas_n++;
}

const char *screen_hit(int y, int x)
{
    for (int i = areas_n - 1; i >= 0; i--)
        if (y >= areas[i].y && y < areas[i].y + areas[i].h && x >= areas[i].x &&
            x < areas[i].x + areas[i].w)
            return areas[i].text;
    return NULL;
}
