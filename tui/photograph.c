/*
 * Photograph on the screen: the field as a contact sheet, films as strips with the next values,
 * and the hand as a strip that runs to the shutter, its bottom card first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/face.h"
#include "tui/photograph.h"
#include "tui/screen.h"
#include "tui/terminal.h"

enum { CELL = 6, FIELD_X = 3, RIVALS_X = 31, COLUMNS = 4 };

/* The parts of the chosen move: row, side and n of a take, or from and to of a wind. */
struct pick {
    int row, n, from, to;
    char side;
};

static bool read_pick(const struct scene *c, struct pick *p)
{
    memset(p, 0, sizeof *p);
    if (c->chosen < 0)
        return false;
    const char *text = c->legal[c->chosen];
    int n[2];
    if (scene_read(text, "take #?#", n, &p->side)) {
        p->row = n[0];
        p->n = n[1];
        return true;
    }
    if (!scene_read(text, "wind #>#", n, NULL))
        return false;
    p->from = n[0];
    p->to = n[1];
    return true;
}

static const json_t *player(const json_t *view, int seat)
{
    return json_array_get(json_object_get(view, "players"), (size_t)seat);
}

/* ---- The field ---- */

/* The columns of the row that the chosen move takes, as bits. */
static unsigned taken_columns(const json_t *row, const struct pick *p)
{
    unsigned bits = 0;
    int left = p->n;
    for (int i = 0; i < COLUMNS && left > 0; i++) {
        int column = p->side == 'L' ? i : COLUMNS - 1 - i;
        if (scene_item(row, (size_t)column)[0] == '\0')
            continue;
        bits |= 1U << column;
        left--;
    }
    return bits;
}

static void draw_line(int y, const char *left, const char *middle, const char *right)
{
    int x = FIELD_X;
    screen_put(y, x, 1, STYLE_DIM, left);
    for (int i = 0; i < COLUMNS; i++) {
        screen_put(y, x + 1, CELL - 1, STYLE_DIM, "─────");
        screen_put(y, x + CELL, 1, STYLE_DIM, i == COLUMNS - 1 ? right : middle);
        x += CELL;
    }
}

/* A card in four columns, a back between shades if they fit; then a star. */
static void draw_cell(const struct scene *c, int y, int x, const char *card, bool chosen)
{
    bool back = card[0] != '\0' && (card[1] == '+' || card[1] == '-');
    unsigned style = screen_style(card) | (chosen ? STYLE_REVERSE | STYLE_BOLD : 0);
    char memory[SCENE_CARD_MAX], text[SCENE_LINE_MAX];
    const char *name = scene_card(c, card, memory);
    if (card[0] == '\0') {
        screen_put(y, x, CELL - 1, STYLE_DIM, "  ·  ");
        return;
    }
    if (back)
        snprintf(text, sizeof text, "▒%s%s", name, scene_width(name) < 3 ? "▒" : "");
    else
        snprintf(text, sizeof text, "%s%s", scene_width(name) < 4 ? " " : "", name);
    screen_fill(y, x, CELL - 2, back ? style : style | STYLE_BOLD, text);
    screen_put(y, x + CELL - 2, 1, style, chosen ? "*" : " ");
}

/* A click on a card takes all cards from the nearer end up to it. */
static void add_areas(const json_t *row, int number, int y)
{
    for (int column = 0; column < COLUMNS; column++) {
        char text[GAME_TEXT_MAX];
        bool left = column < COLUMNS / 2;
        int n = 0, others = 0;
        for (int i = 0; i < COLUMNS; i++) {
            bool there = scene_item(row, (size_t)i)[0] != '\0';
            n += there && (left ? i <= column : i >= column);
            others += there;
        }
        if (scene_item(row, (size_t)column)[0] == '\0')
            continue;
        snprintf(text, sizeof text, "take %d%c%d", number, left || others == 1 ? 'L' : 'R', n);
        screen_area(y, FIELD_X + column * CELL + 1, 1, CELL - 1, text);
    }
}

static void draw_field(const struct scene *c, const struct pick *p)
{
    const json_t *field = json_object_get(c->view, "field");
    int rows = (int)json_array_size(field);
    for (int i = 0; i < rows; i++) {
        const json_t *row = json_array_get(field, (size_t)i);
        unsigned chosen = p->row == i + 1 ? taken_columns(row, p) : 0;
        int y = 2 + 2 * i;
        draw_line(y - 1, i == 0 ? "┌" : "├", i == 0 ? "┬" : "┼", i == 0 ? "┐" : "┤");
        screen_print(y, 0, 2, p->row == i + 1 ? STYLE_BOLD : STYLE_DIM, "%d", i + 1);
        if (p->row == i + 1)
            screen_put(y, p->side == 'L' ? 2 : FIELD_X + 1 + COLUMNS * CELL, 1, STYLE_BOLD,
                       p->side == 'L' ? "▶" : "◀");
        for (int j = 0; j <= COLUMNS; j++)
            screen_put(y, FIELD_X + j * CELL, 1, STYLE_DIM, "│");
        for (int j = 0; j < COLUMNS; j++)
            draw_cell(c, y, FIELD_X + 1 + j * CELL, scene_item(row, (size_t)j), chosen >> j & 1);
        add_areas(row, i + 1, y);
    }
    draw_line(1 + 2 * rows, "└", "┴", "┘");
}

/* ---- Films ---- */

static const char *arrow(const json_t *film)
{
    const char *direction = scene_text(film, "direction");
    return strcmp(direction, "up") == 0 ? "↑" : strcmp(direction, "down") == 0 ? "↓" : "·";
}

static bool has_good(const json_t *p, const char *letter)
{
    const json_t *good = json_object_get(p, "good");
    for (size_t i = 0; i < json_array_size(good); i++)
        if (strcmp(scene_item(good, i), letter) == 0)
            return true;
    return false;
}

/* The face of a blurry card, shown while its shot is new (rule P5.2); NULL: none. */
static const char *shown_face(const struct scene *c, int seat, const char *letter, int place, int n)
{
    const json_t *shots = json_object_get(c->view, "shots");
    if (!c->fresh || c->held != NULL)
        return NULL;
    for (size_t i = json_array_size(shots); i-- > 0;) {
        const json_t *shot = json_array_get(shots, i);
        const char *card = scene_text(shot, "card");
        if (scene_int(shot, "seat") == seat && card[0] == letter[0] && --n == place)
            return card;
    }
    return NULL;
}

/* A film in a small space: its last cards. */
static void draw_short_film(const struct scene *c, int seat, int y, int x, int room,
                            const char *letter)
{
    const json_t *p = player(c->view, seat);
    const json_t *film = json_object_get(json_object_get(p, "films"), letter);
    const json_t *cards = json_object_get(film, "cards");
    int n = (int)json_array_size(cards), from = 0, width = 0;
    bool good = has_good(p, letter);
    const char *mark = scene_mark(c, letter[0]);
    unsigned style = screen_style(letter);
    for (int i = n - 1; i >= 0 && from == 0; i--) {
        const char *card = scene_text(json_array_get(cards, (size_t)i), "card");
        width += card[0] != '\0' ? (int)strlen(card) : 2;
        if (width > room - 4 - good - scene_width(mark))
            from = i + 1;
    }
    x += screen_print(y, x, room, style, "%s%s%s", mark, arrow(film), good ? "★" : "");
    x += screen_put(y, x, 1, STYLE_DIM, from > 0 ? "…" : " ");
    for (int i = from; i < n; i++) {
        const char *card = scene_text(json_array_get(cards, (size_t)i), "card");
        const char *face = card[0] != '\0' ? NULL : shown_face(c, seat, letter, i, n);
        if (face != NULL)
            x += screen_print(y, x, 3, style | STYLE_REVERSE, "%s≈", face + 1);
        else
            x += screen_print(y, x, 3, card[0] != '\0' ? style | STYLE_BOLD : style, "%s ",
                              card[0] != '\0' ? card + 1 : "▒");
    }
}

static int hand_width(const struct scene *c, const json_t *hand)
{
    int width = 0;
    for (size_t i = 0; i < json_array_size(hand); i++) {
        char text[SCENE_CARD_MAX];
        width += scene_width(scene_card(c, scene_item(hand, i), text));
    }
    return width;
}

/* A hand in a small space, wrapped to the next line. */
static void draw_rival_hand(const struct scene *c, const json_t *hand, int y, int x, int room)
{
    int n = (int)json_array_size(hand), gap = hand_width(c, hand) + n - 1 <= room, at = 0;
    for (int i = 0; i < n; i++) {
        char text[SCENE_CARD_MAX];
        const char *card = scene_item(hand, (size_t)i), *name = scene_card(c, card, text);
        if (at + scene_width(name) > room && y < 3) {
            y++;
            at = 0;
        }
        at += gap + screen_put(y, x + at, room - at, screen_style(card), name);
    }
}

static void draw_rival(const struct scene *c, int seat, int x, int room)
{
    const json_t *p = player(c->view, seat), *hand = json_object_get(p, "hand");
    json_t *films = json_object_get(p, "films"), *film;
    const char *letter;
    int y = 4;
    screen_print(1, x, room - 1, scene_acts(c, seat) ? STYLE_BOLD | STYLE_UNDER : STYLE_BOLD,
                 "%s%s", scene_acts(c, seat) ? "▸" : "", c->name[seat]);
    bool two = hand_width(c, hand) > room - 1;
    if (!two)
        screen_label(c, 2, x, room - 1, 0, MSG("tui.points"), "%d%s", scene_int(p, "score"),
                     json_is_true(json_object_get(p, "chosen")) ? " ✓" : "");
    draw_rival_hand(c, hand, two ? 2 : 3, x, room - 1);
    json_object_foreach(films, letter, film) draw_short_film(c, seat, y++, x, room - 1, letter);
}

/* The effect of the chosen wind on this film, beside it. */
static void draw_landing(const struct scene *c, int y, int x, const char *letter, size_t before)
{
    const json_t *film =
        json_object_get(json_object_get(player(c->preview, c->seat), "films"), letter);
    const json_t *cards = json_object_get(film, "cards");
    for (size_t i = before; i < json_array_size(cards); i++) {
        const char *card = scene_text(json_array_get(cards, i), "card");
        char text[SCENE_CARD_MAX];
        unsigned style = screen_style(letter);
        x += 1 + screen_print(y, x, screen_columns() - x, style | STYLE_BOLD | STYLE_UNDER,
                              "▶ %s %s", card[0] != '\0' ? scene_card(c, card, text) : "▒",
                              card[0] != '\0' ? "✓" : scene_word(c, MSG("tui.blurry")));
    }
}

static void draw_fits(const struct scene *c, int y, int x, const json_t *film)
{
    int low, high, gap;
    char text[64];
    if (!photograph_find_fits(film, &low, &high, &gap))
        snprintf(text, sizeof text, "%s", scene_word(c, MSG("tui.fits-none")));
    else if (low == 1 && high == 12)
        snprintf(text, sizeof text, "%s", scene_word(c, MSG("tui.fits-any")));
    else if (low == high)
        snprintf(text, sizeof text, "‹%d›", low);
    else
        snprintf(text, sizeof text, "‹%d–%d›", low, high);
    screen_put(y, x, 14, STYLE_DIM, text);
}

/* The name of a film's colour, cut to eight columns. */
static const char *film_name(const struct scene *c, char letter)
{
    if (letter == 'N')
        return scene_word(c, MSG("tui.short-N"));
    return letter == 'V' ? scene_word(c, MSG("tui.short-V")) : scene_colour(c, letter);
}

static void draw_film(const struct scene *c, int seat, int y, const char *letter)
{
    const json_t *p = player(c->view, seat);
    const json_t *film = json_object_get(json_object_get(p, "films"), letter);
    const json_t *cards = json_object_get(film, "cards"), *good = json_object_get(c->view, "good");
    unsigned style = screen_style(letter);
    bool open = json_is_null(json_object_get(good, letter));
    int x = 13;
    screen_print(y, 0, 11, style | STYLE_BOLD, "%s %s", scene_mark(c, letter[0]),
                 film_name(c, letter[0]));
    screen_put(y, 11, 1, style | STYLE_BOLD, arrow(film));
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const json_t *card = json_array_get(cards, i);
        const char *face = scene_text(card, "card"), *was = scene_text(card, "was");
        const char *shot = face[0] != '\0'
                               ? NULL
                               : shown_face(c, seat, letter, (int)i, (int)json_array_size(cards));
        if (shot != NULL)
            screen_print(y, x, 3, style | STYLE_REVERSE | STYLE_UNDER, "%s≈", shot + 1);
        else if (face[0] != '\0')
            screen_print(y, x, 3, style | STYLE_REVERSE, "%2s ", face + 1);
        else
            screen_print(y, x, 3, style, "▒%s", was[0] != '\0' ? was + 1 : "▒▒");
        x += 4;
    }
    if (has_good(p, letter))
        x += screen_put(y, x, 2, style | STYLE_BOLD, "★ ");
    else if (open)
        x += screen_print(y, x, 6, STYLE_DIM, "☆%d ", scene_int(c->view, "need"));
    draw_fits(c, y, x, film);
    if (seat == c->seat && c->preview != NULL)
        draw_landing(c, y, x + 11, letter, json_array_size(cards));
}

static int draw_films(const struct scene *c, int seat, int y)
{
    json_t *films = json_object_get(player(c->view, seat), "films"), *film;
    const char *letter;
    json_object_foreach(films, letter, film) draw_film(c, seat, y++, letter);
    return y;
}

/* ---- The hand ---- */

/* The place after the wind of the card at place `at` (from 1). */
static int place_after(const struct pick *p, int at)
{
    if (at == p->from)
        return p->to;
    return at > p->from && at <= p->to ? at - 1 : at;
}

static void draw_hand(const struct scene *c, const struct pick *p, int y)
{
    const json_t *hand = json_object_get(player(c->view, c->seat), "hand");
    int shots = scene_int(c->view, "count"), x = 13;
    screen_put(y, 0, 12, STYLE_DIM, scene_word(c, MSG("tui.shutter")));
    screen_put(y + 1, 0, 12, STYLE_BOLD, "     ◉ ◀◀◀");
    screen_put(y + 2, 0, 12, STYLE_DIM, scene_word(c, MSG("tui.bottom")));
    for (size_t i = 0; i < json_array_size(hand); i++) {
        const char *card = scene_item(hand, i);
        char text[GAME_TEXT_MAX];
        int place = (int)i + 1;
        bool moving = p->from == place;
        bool shot = p->from > 0 && place_after(p, place) <= shots;
        unsigned style = screen_style(card) | (moving ? STYLE_REVERSE | STYLE_BOLD : STYLE_BOLD);
        char name[SCENE_CARD_MAX];
        screen_put(y, x, 6, screen_style(card),
                   p->to == place ? "┌─▼──┐"
                   : moving       ? "┌─»──┐"
                                  : "┌────┐");
        screen_put(y + 1, x, 1, style, "│");
        screen_fill(y + 1, x + 1, 4, style, scene_card(c, card, name));
        screen_put(y + 1, x + 5, 1, style, "│");
        screen_print(y + 2, x, 6, screen_style(card), "└─%d%s─┘", place, shot ? "◉" : "─");
        snprintf(text, sizeof text, "wind %d>%d", place,
                 p->from > 0 && p->to > place ? p->to : place + 1);
        if (p->from > 0)
            screen_area(y, x, 3, 6, text);
        x += 7;
    }
    screen_put(y + 1, x, screen_columns() - x, STYLE_DIM, scene_word(c, MSG("tui.top")));
}

/* ---- All ---- */

/* The line below field and rivals: the first line of the large films. */
static int films_line(const struct scene *c)
{
    int rows = (int)json_array_size(json_object_get(c->view, "field"));
    int colours = (int)json_object_size(json_object_get(player(c->view, 0), "films"));
    return 3 + colours > 2 * rows + 1 ? 3 + colours : 2 * rows + 1;
}

static int height(const struct scene *c)
{
    int colours = (int)json_object_size(json_object_get(player(c->view, 0), "films"));
    return films_line(c) + c->seats * (colours + 1) + 4;
}

static void draw(const struct scene *c, int bottom, int inspect)
{
    struct pick p;
    int colours = (int)json_object_size(json_object_get(player(c->view, 0), "films"));
    int shown = inspect >= 0 ? inspect : c->seat >= 0 ? c->seat : 0;
    int rivals = c->seats - (c->seat >= 0 ? 1 : 0);
    int room = (screen_columns() < 110 ? 80 : screen_columns() < 150 ? 84 : 110) - RIVALS_X;
    read_pick(c, &p);
    draw_field(c, &p);
    for (int i = 0, n = 0; i < c->seats; i++) {
        int seat = c->seat >= 0 ? (c->seat + 1 + i) % c->seats : i;
        if (seat != c->seat)
            draw_rival(c, seat, RIVALS_X + n++ * (room / rivals), room / rivals);
    }
    int y = films_line(c);
    screen_label(c, y, 0, RIVALS_X - 1, STYLE_DIM, MSG("tui.films"), "%s", c->name[shown]);
    y = draw_films(c, shown, y + 1);
    int end = c->seat >= 0 ? bottom - 3 : bottom;
    for (int i = 1; i < c->seats && y + 1 + colours <= end; i++) {
        int seat = (shown + i) % c->seats;
        screen_label(c, y, 0, 70, STYLE_DIM, MSG("tui.films"), "%s", c->name[seat]);
        y = draw_films(c, seat, y + 1);
    }
    if (c->seat >= 0)
        draw_hand(c, &p, bottom - 2);
}

/* The legal take from this row that is nearest to the chosen one. */
static bool find_take(const struct scene *c, int row, const struct pick *p, char *want)
{
    for (int n = p->n; n > 0; n--) {
        for (int other = 0; other < 2; other++) {
            char side = other ? (p->side == 'L' ? 'R' : 'L') : p->side;
            snprintf(want, GAME_TEXT_MAX, "take %d%c%d", row, side, n);
            if (scene_find(c, want) >= 0)
                return true;
        }
    }
    return false;
}

static bool steer_take(const struct scene *c, int key, const struct pick *p, char *want)
{
    int rows = (int)json_array_size(json_object_get(c->view, "field"));
    int step = key == KEY_UP ? -1 : 1;
    switch (key) {
    case KEY_UP:
    case KEY_DOWN:
        for (int row = p->row + step; row >= 1 && row <= rows; row += step)
            if (find_take(c, row, p, want))
                return true;
        snprintf(want, GAME_TEXT_MAX, "take %d%c%d", p->row, p->side, p->n);
        return true;
    case KEY_LEFT:
    case KEY_RIGHT:
        snprintf(want, GAME_TEXT_MAX, "take %d%c%d", p->row, key == KEY_LEFT ? 'L' : 'R', p->n);
        return true;
    default:
        if (key < '1' || key > '9')
            return false;
        snprintf(want, GAME_TEXT_MAX, "take %d%c%d", p->row, p->side, key - '0');
        if (key == '1' && scene_find(c, want) < 0)
            snprintf(want, GAME_TEXT_MAX, "take %dL1", p->row);
        return true;
    }
}

static bool steer_wind(int key, int held, const struct pick *p, char *want)
{
    int from = p->from, to = p->to;
    if (key == KEY_LEFT)
        from = from > 1 ? from - 1 : 1;
    else if (key == KEY_RIGHT)
        from = from < held - 1 ? from + 1 : held - 1;
    else if (key == KEY_UP)
        to = to < held ? to + 1 : held;
    else if (key == KEY_DOWN)
        to = to > from + 1 ? to - 1 : from + 1;
    else if (key >= '1' && key <= '9')
        from = key - '0';
    else
        return false;
    snprintf(want, GAME_TEXT_MAX, "wind %d>%d", from, to > from ? to : from + 1);
    return true;
}

static bool steer(const struct scene *c, int key, char want[GAME_TEXT_MAX])
{
    struct pick p;
    if (!read_pick(c, &p))
        return false;
    if (p.row > 0)
        return steer_take(c, key, &p, want);
    const json_t *hand = json_object_get(player(c->view, c->seat), "hand");
    return steer_wind(key, (int)json_array_size(hand), &p, want);
}

/* ---- In words ---- */

bool photograph_find_fits(const json_t *film, int *low, int *high, int *gap)
{
    const json_t *cards = json_object_get(film, "cards");
    const char *direction = scene_text(film, "direction");
    int last = 0, sharp = 0;
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const char *card = scene_text(json_array_get(cards, i), "card");
        sharp = card[0] != '\0';
        if (sharp)
            scene_read(card + 1, "#", &last, NULL);
    }
    int reach = sharp ? 3 : 12; /* Rule P5.3 */
    *low = strcmp(direction, "up") == 0 ? last + 1 : last > reach ? last - reach : 1;
    *high = strcmp(direction, "down") == 0  ? last - 1
            : last + reach < 12 && last > 0 ? last + reach
                                            : 12;
    *gap = strcmp(direction, "none") == 0 ? last : 0;
    return *low <= *high;
}

static void put_film(const struct scene *c, const char *letter, const json_t *film, struct buf *b)
{
    const json_t *cards = json_object_get(film, "cards");
    const char *direction = scene_text(film, "direction");
    bool up = strcmp(direction, "up") == 0;
    scene_print(b, "%s %s", scene_mark(c, letter[0]), scene_colour(c, letter[0]));
    if (up || strcmp(direction, "down") == 0)
        scene_print(b, " (%s)",
                    scene_word(c, up ? MSG("photo.going-up") : MSG("photo.going-down")));
    buf_put(b, json_array_size(cards) > 0 ? scene_colon(c) : "");
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const json_t *card = json_array_get(cards, i);
        const char *open = scene_text(card, "card");
        scene_print(b, "%s%s", i > 0 ? " " : "", open[0] != '\0' ? "" : "x");
        scene_put_card(c, open[0] != '\0' ? open : scene_text(card, "back"), b);
        const char *was = scene_text(card, "was");
        if (was[0] != '\0') {
            buf_put_char(b, '=');
            scene_put_card(c, was, b);
        }
    }
}

static void describe_player(const struct scene *c, int seat, struct buf *b)
{
    const json_t *p = player(c->view, seat);
    const json_t *hand = json_object_get(p, "hand"), *good = json_object_get(p, "good");
    json_t *films = json_object_get(p, "films"), *film;
    const char *letter;
    scene_print(b, "%s. ", c->name[seat]);
    scene_label(c, b, MSG("tui.points"));
    scene_print(b, "%d. ", scene_int(p, "score"));
    scene_label(c, b, MSG("tui.hand-from-bottom"));
    for (size_t i = 0; i < json_array_size(hand); i++) {
        buf_put(b, i > 0 ? " " : "");
        scene_put_card(c, scene_item(hand, i), b);
    }
    if (json_is_true(json_object_get(p, "chosen")))
        scene_print(b, ". %s", scene_word(c, MSG("tui.has-chosen")));
    buf_put(b, "\n  ");
    scene_label(c, b, MSG("tui.films"));
    json_object_foreach(films, letter, film)
    {
        put_film(c, letter, film, b);
        buf_put(b, "; ");
    }
    scene_label(c, b, MSG("tui.good-shots"));
    buf_put(b, json_array_size(good) == 0 ? "0" : "");
    for (size_t i = 0; i < json_array_size(good); i++)
        scene_print(b, "%s%s", i > 0 ? " " : "", scene_mark(c, scene_item(good, i)[0]));
    buf_put_char(b, '\n');
}

/* A card as everybody sees it: its face or its back. */
static void write_back(const char *card, char back[4])
{
    int value = 0;
    bool known = scene_read(card, "?#", &value, back);
    snprintf(back + known, 4 - known, "%s", !known ? "?" : value <= 6 ? "-" : "+");
}

/* The shots of one seat, starting at `from`; returns the index of the next seat's shots. */
static size_t put_seat_shots(const struct scene *c, const json_t *shots, size_t from, bool faces,
                             struct buf *b)
{
    int seat = scene_int(json_array_get(shots, from), "seat");
    size_t i = from;
    for (; i < json_array_size(shots); i++) {
        const json_t *shot = json_array_get(shots, i);
        const char *card = scene_text(shot, "card");
        bool blurry = json_is_true(json_object_get(shot, "blurry"));
        char back[4], room[SCENE_CARD_MAX];
        if (scene_int(shot, "seat") != seat)
            break;
        write_back(card, back);
        const char *text = scene_card(c, blurry && !faces ? back : card, room);
        buf_put(b, i > from ? ", " : "");
        if (blurry)
            scene_put(c, b, MSG("tui.shot-blurry"), text, NULL);
        else if (json_is_true(json_object_get(shot, "good")))
            scene_put(c, b, MSG("tui.shot-good"), text, NULL);
        else
            buf_put(b, text);
    }
    return i;
}

/* Shots in words, by seat; with `faces`, also the faces of blurry ones. */
static void put_shots(const struct scene *c, const json_t *shots, bool faces, struct buf *b)
{
    for (size_t i = 0; i < json_array_size(shots);) {
        scene_print(b, "%s%s%s", i > 0 ? "; " : "",
                    scene_name(c, scene_int(json_array_get(shots, i), "seat")), scene_colon(c));
        i = put_seat_shots(c, shots, i, faces, b);
    }
}

static bool is_aided(const struct scene *c)
{
    return strcmp(scene_text(json_object_get(c->view, "options"), "memory"), "aided") == 0;
}

static void describe_sunset(const struct scene *c, struct buf *b)
{
    bool past = strcmp(scene_text(c->view, "sunset"), "past") == 0;
    buf_put(b, scene_word(c, past ? MSG("tui.sunset-past") : MSG("tui.sunset-ahead")));
}

static void describe_view(const struct scene *c, struct buf *b)
{
    const json_t *field = json_object_get(c->view, "field");
    const json_t *shots = json_object_get(c->view, "shots");
    const char *top = scene_text(c->view, "top");
    char text[SCENE_CARD_MAX];
    scene_label(c, b, MSG("tui.deck"));
    buf_put_int(b, scene_int(c->view, "deck"));
    if (top[0] != '\0') {
        buf_put(b, ", ");
        scene_put(c, b, MSG("tui.deck-top"), scene_card(c, top, text), NULL);
    }
    buf_put(b, ". ");
    describe_sunset(c, b);
    buf_put_char(b, '\n');
    for (size_t i = 0; i < json_array_size(field); i++) {
        const json_t *row = json_array_get(field, i);
        scene_put(c, b, MSG("tui.row"), BUF_INT(i + 1), NULL);
        buf_put_char(b, ':');
        for (size_t j = 0; j < json_array_size(row); j++) {
            const char *card = scene_item(row, j);
            buf_put_char(b, ' ');
            scene_put_card(c, card[0] != '\0' ? card : "--", b);
        }
        buf_put_char(b, '\n');
    }
    for (int i = 0; i < c->seats; i++)
        describe_player(c, i, b);
    if (json_array_size(shots) > 0) {
        scene_label(c, b, MSG("tui.last-shots"));
        put_shots(c, shots, true, b);
        buf_put_char(b, '\n');
    }
}

static void describe_standing(const struct scene *c, struct buf *b)
{
    const json_t *own = player(c->view, c->seat);
    const char *top = scene_text(c->view, "top");
    scene_label(c, b, MSG("tui.deck"));
    scene_print(b, "%d ", scene_int(c->view, "deck"));
    scene_put_card(c, top, b);
    buf_put(b, top[0] != '\0' ? " · " : "· ");
    scene_label(c, b, MSG("tui.points"));
    scene_print(b, "%d · ", c->seat < 0 ? 0 : scene_int(own, "score"));
    describe_sunset(c, b);
}

static void describe_turn(const struct scene *c, const char *who, struct buf *b)
{
    const char *phase = scene_text(c->view, "phase");
    if (strcmp(phase, "take") == 0)
        scene_put(c, b, MSG("turn.take"), who, NULL);
    else if (strcmp(phase, "wind") == 0)
        scene_put(c, b, MSG("turn.wind"), who, BUF_INT(scene_int(c->view, "count")), NULL);
    else if (strcmp(phase, "sunset") == 0)
        scene_put(c, b, MSG("turn.sunset"), who, NULL);
    else
        scene_put(c, b, MSG("turn.end"), who, NULL);
}

static void describe_move(const struct scene *c, const char *text, struct buf *b)
{
    char side = '\0';
    int n[2];
    bool take = scene_read(text, "take #?#", n, &side);
    if (!take && !scene_read(text, "wind #>#", n, NULL)) {
        buf_put(b, text);
        return;
    }
    scene_put(c, b,
              !take         ? MSG("move.wind")
              : side == 'L' ? MSG("move.take-left")
                            : MSG("move.take-right"),
              BUF_INT(n[0]), BUF_INT(n[1]), NULL);
}

/* The photos that a move takes, in the order of their taking. */
static void put_taken(const struct scene *c, int row, char side, int n, struct buf *b)
{
    const json_t *photos = json_array_get(json_object_get(c->view, "field"), (size_t)row - 1);
    size_t all = json_array_size(photos);
    for (size_t i = 0; i < all && n > 0; i++) {
        const char *card = scene_item(photos, side == 'L' ? i : all - 1 - i);
        if (card[0] == '\0')
            continue;
        buf_put(b, b->len > 0 ? " " : "");
        scene_put_card(c, card, b);
        n--;
    }
}

static void describe_open_move(const struct scene *c, int seat, const char *text, struct buf *b)
{
    const json_t *hand = json_object_get(player(c->view, seat), "hand");
    struct buf cards = BUF_ROOM(SCENE_LINE_MAX);
    char side = '\0';
    int n[2] = {0, 0};
    bool take = scene_read(text, "take #?#", n, &side);
    if (take)
        put_taken(c, n[0], side, n[1], &cards);
    else if (scene_read(text, "wind #>#", n, NULL))
        scene_put_card(c, scene_item(hand, (size_t)n[0] - 1), &cards);
    if (cards.len == 0)
        describe_move(c, text, b);
    else if (take)
        scene_put(c, b, side == 'L' ? MSG("move.photos-left") : MSG("move.photos-right"),
                  BUF_INT(n[0]), cards.text, NULL);
    else
        scene_put(c, b, MSG("move.wind-card"), cards.text, BUF_INT(n[0]), BUF_INT(n[1]), NULL);
}

/* Rule P5.2: the last shots. */
static const json_t *find_passing(const json_t *from, bool held)
{
    const json_t *shots = json_object_get(from, "shots");
    (void)held;
    return json_array_size(shots) > 0 ? shots : NULL;
}

static void describe_passing(const struct scene *c, const json_t *shots, struct buf *b)
{
    scene_label(c, b, MSG("tui.shots"));
    put_shots(c, shots, true, b);
}

static void describe_passing_short(const struct scene *c, const json_t *shots, struct buf *b)
{
    int seat = -1;
    for (size_t i = 0; i < json_array_size(shots); i++) {
        const json_t *shot = json_array_get(shots, i);
        if (i == 0 || scene_int(shot, "seat") != seat) {
            char name[SCENE_NAME_MAX];
            seat = scene_int(shot, "seat");
            snprintf(name, sizeof name, "%s", scene_name(c, seat));
            name[strcspn(name, "(")] = '\0'; /* without its level */
            bool spaced = name[0] != '\0' && name[strlen(name) - 1] == ' ';
            scene_print(b, "%s%s%s", i > 0 ? " · " : "", name, spaced ? "" : " ");
        } else {
            buf_put_char(b, ' ');
        }
        scene_put_card(c, scene_text(shot, "card"), b);
        scene_print(b, "%s%s", json_is_true(json_object_get(shot, "blurry")) ? "≈" : "",
                    json_is_true(json_object_get(shot, "good")) ? "★" : "");
    }
}

/* With strict memory the log keeps a blurry shot by its back (rule P5.7). */
static void describe_kept(const struct scene *c, int seat, const json_t *shots, struct buf *b)
{
    size_t n = json_array_size(shots);
    scene_label(c, b, MSG("tui.shots"));
    if (seat >= 0 && scene_int(json_array_get(shots, 0), "seat") == seat &&
        scene_int(json_array_get(shots, n - 1), "seat") == seat)
        put_seat_shots(c, shots, 0, is_aided(c), b);
    else
        put_shots(c, shots, is_aided(c), b);
}

static const struct face_mark marks[] = {
    {'B', MSG("mark.ph-B")}, {'R', MSG("mark.ph-R")},
    {'Y', MSG("mark.ph-Y")}, {'G', MSG("mark.ph-G")},
    {'N', MSG("mark.ph-N")}, {'S', MSG("mark.ph-S")},
    {'V', MSG("mark.ph-V")}, {0, NULL},
};

static const struct face_sign signs[] = {
    {MSG("first.photo-score"), MSG("first.photo-score-about"), "P8.2"},
    {MSG("first.photo-good"), MSG("first.photo-good-about"), "P5.6"},
    {MSG("first.photo-shutter"), MSG("first.photo-shutter-about"), "P5.1"},
    {MSG("first.photo-deck"), MSG("first.photo-deck-about"), "P2.5"},
    {MSG("first.photo-sun"), MSG("first.photo-sun-about"), "P7.1"},
    {MSG("first.photo-rival"), MSG("first.photo-rival-about"), "P1.2"},
    {MSG("first.photo-dark"), MSG("first.photo-dark-about"), "P2.4"},
    {NULL, NULL, NULL},
};

const struct face face_photograph = {
    .game = "photograph",
    .keys = MSG("keys.photograph"),
    .rules = MSG("rules.photograph"),
    .marks = marks,
    .signs = signs,
    .own = 4,
    FACE_FUNCTIONS,
    .describe_standing = describe_standing,
    .describe_open_move = describe_open_move,
    .find_passing = find_passing,
    .describe_passing = describe_passing,
    .describe_passing_short = describe_passing_short,
    .describe_kept = describe_kept,
};
