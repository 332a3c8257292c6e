/*
 * Luz on the screen: the others' hands, our own backs on a rail from low to high within each
 * colour, bids as beads, the trick in the middle, the score sheet at the side.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/face.h"
#include "tui/screen.h"
#include "tui/terminal.h"

enum { SHEET_X = 58, RAIL_X = 4, SLOTS = 10, ROOMY = 34 };

/* Whether there is room to draw large. */
static bool is_roomy(void)
{
    return screen_lines() > ROOMY;
}

static int number_at(const struct scene *c, const char *key, int seat)
{
    return (int)json_integer_value(json_array_get(json_object_get(c->view, key), (size_t)seat));
}

/* `●●●◎ 2/3`: beads, the safety bead, tricks won and tricks bid. */
static int draw_bid(const struct scene *c, int seat, int y, int x)
{
    const json_t *bid = json_array_get(json_object_get(c->view, "bids"), (size_t)seat);
    int from = x;
    if (!json_is_object(bid))
        return screen_put(y, x, 20, STYLE_DIM, "…");
    int beads = scene_int(bid, "beads"), won = number_at(c, "tricks", seat);
    for (int i = 0; i < beads; i++)
        x += screen_put(y, x, 1, i < won ? STYLE_BOLD : STYLE_DIM, i < won ? "●" : "○");
    bool safe = json_is_true(json_object_get(bid, "safety"));
    if (safe)
        x += screen_put(y, x, 1, won > beads ? STYLE_BOLD : 0, won > beads ? "◉" : "◎");
    x += screen_print(y, x, 12, won > beads + safe ? STYLE_BOLD | STYLE_UNDER : 0, " %d/%d%s", won,
                      beads, safe ? "+" : "");
    return x - from;
}

static void draw_name(const struct scene *c, int seat, int y)
{
    bool acts = scene_acts(c, seat);
    bool leads = scene_int(c->view, "leader") == seat;
    screen_print(y, 1, 25, acts ? STYLE_BOLD | STYLE_UNDER : STYLE_BOLD, "%s%s%s", acts ? "▸" : "",
                 c->name[seat], leads ? " ◆" : "");
    draw_bid(c, seat, y, 27);
}

static void draw_other(const struct scene *c, int seat, int y)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)seat);
    int x = 3;
    draw_name(c, seat, y);
    for (size_t i = 0; i < json_array_size(hand); i++) {
        const json_t *slot = json_array_get(hand, i);
        const char *card = scene_text(slot, "card"), *back = scene_text(slot, "back");
        char text[SCENE_CARD_MAX];
        if (card[0] != '\0')
            screen_fill(y + 1, x, 4, screen_style(card) | STYLE_BOLD, scene_card(c, card, text));
        else
            screen_print(y + 1, x, 4, screen_style(back), "%s▒", scene_card(c, back, text));
        x += 5;
    }
}

static void draw_sheet(const struct scene *c)
{
    const json_t *sheet = json_object_get(c->view, "sheet");
    int now = scene_int(c->view, "deal");
    screen_put(1, SHEET_X, 22, STYLE_UNDER, "    1   2   3   4    Σ");
    for (int i = 0; i < c->seats; i++) {
        screen_print(2 + i, SHEET_X, 2, i == c->seat ? STYLE_BOLD : 0, "%d", i + 1);
        for (size_t j = 0; j < 4; j++) {
            const json_t *cell = json_array_get(json_array_get(sheet, j), (size_t)i);
            if (json_is_integer(cell))
                screen_print(2 + i, SHEET_X + 1 + (int)j * 4, 4, 0, "%4d",
                             (int)json_integer_value(cell));
            else
                screen_put(2 + i, SHEET_X + 1 + (int)j * 4, 4, STYLE_DIM,
                           (int)j + 1 == now ? "   ▪" : "   ·");
        }
        screen_print(2 + i, SHEET_X + 17, 5, STYLE_BOLD, "%5d", number_at(c, "scores", i));
    }
}

/* The cards of a trick side by side; `best` is the winning one so far. */
static void draw_cards(const struct scene *c, const json_t *trick, int best, int y)
{
    int x = 3, high = is_roomy() ? 5 : 3, wide = is_roomy() ? 15 : 11;
    for (size_t i = 0; i < json_array_size(trick); i++) {
        const json_t *one = json_array_get(trick, i);
        const char *card = scene_text(one, "card");
        screen_box(y, x, high, wide, screen_style(card));
        char text[SCENE_CARD_MAX];
        screen_fill(y + high / 2, x + wide / 2 - 1, 4,
                    screen_style(card) | STYLE_BOLD | STYLE_REVERSE, scene_card(c, card, text));
        const char *name = scene_name(c, scene_int(one, "seat"));
        bool ahead = scene_int(one, "seat") == best;
        screen_print(y + high - 1, x + 1, wide - 2, ahead ? STYLE_BOLD : 0, "%s%.*s",
                     ahead ? "▲ " : "", (int)strcspn(name, "("), name);
        x += wide + 1;
    }
}

/* The finished trick in a line, with its cards unless they are drawn above. */
static void draw_last(const struct scene *c, const json_t *last, bool cards, int y)
{
    const json_t *list = cards ? json_object_get(last, "cards") : NULL;
    int x = 3 + screen_label(c, y, 3, 24, STYLE_DIM, MSG("tui.last-trick"), "%s", "");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *card = scene_text(json_array_get(list, i), "card");
        bool won = scene_int(json_array_get(list, i), "seat") == scene_int(last, "winner");
        char text[SCENE_CARD_MAX];
        x += 1 + screen_put(y, x, 6, screen_style(card) | (won ? STYLE_UNDER | STYLE_BOLD : 0),
                            scene_card(c, card, text));
    }
    screen_print(y, x + 1, 80 - x - 1, 0, "→ %s", scene_name(c, scene_int(last, "winner")));
}

/* Rule L7.2: a finished trick stays until the next card is led. */
static void draw_trick(const struct scene *c, int y)
{
    const json_t *passing = scene_passing(c), *trick = json_object_get(c->view, "trick"),
                 *last = json_object_get(c->view, "last");
    if (passing != NULL)
        draw_cards(c, json_object_get(passing, "cards"), scene_int(passing, "winner"), y);
    else
        draw_cards(c, trick, scene_int(c->view, "ahead"), y);
    y += is_roomy() ? 2 : 0;
    if (passing == NULL && json_array_size(trick) == 0)
        screen_put(y + 1, 3, 60, STYLE_DIM, scene_word(c, MSG("tui.no-trick")));
    if (passing != NULL || json_is_object(last))
        draw_last(c, passing != NULL ? passing : last, passing == NULL, y + 3);
}

/* A card on the rail in four columns: a back between shades, if they fit. */
static void draw_slot(const struct scene *c, const json_t *one, int y, int x, bool chosen)
{
    const char *back = scene_text(one, "back"), *card = scene_text(one, "card");
    const char *shown = back[0] != '\0' ? back : card;
    char text[SCENE_CARD_MAX];
    const char *name = scene_card(c, shown, text);
    unsigned style = screen_style(shown) | (chosen ? STYLE_REVERSE | STYLE_BOLD : 0);
    if (back[0] == '\0')
        screen_print(y, x, 4, style, "%s%s%s", scene_width(name) < 3 ? " " : "", name,
                     chosen ? "*" : " ");
    else if (scene_width(name) < 2)
        screen_print(y, x, 4, style, "▒%s▒%s", name, chosen ? "*" : " ");
    else
        screen_print(y, x, 4, style, "▒%s%s", name, chosen ? "*" : "▒");
}

/* The rail: every slot keeps its place; a played one leaves a gap. */
static void draw_rail(const struct scene *c, int y)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)c->seat);
    int chosen = 0;
    if (c->chosen >= 0)
        scene_read(c->legal[c->chosen], "play #", &chosen, NULL);
    screen_put(y + 1, 1, 2, STYLE_BOLD, "−");
    screen_put(y + 1, RAIL_X + SLOTS * 7, 2, STYLE_BOLD, "+");
    for (size_t i = 0; i < json_array_size(hand); i++) {
        const json_t *one = json_array_get(hand, i), *may = json_object_get(one, "may");
        const char *back = scene_text(one, "back"), *card = scene_text(one, "card");
        const char *colour = back[0] != '\0' ? back : card;
        int slot = scene_int(one, "slot"), x = RAIL_X + (slot - 1) * 7;
        char text[GAME_TEXT_MAX];
        snprintf(text, sizeof text, "play %d", slot);
        bool legal = scene_find(c, text) >= 0;
        screen_box(y, x, 3, 6, screen_style(colour) | (legal ? STYLE_BOLD : STYLE_DIM));
        draw_slot(c, one, y + 1, x + 1, slot == chosen);
        screen_print(y + 2, x + 2, 2, legal ? STYLE_BOLD : STYLE_DIM, "%d", slot);
        screen_area(y, x, 3, 6, text);
        struct buf pencil = BUF_ROOM(SCENE_LINE_MAX);
        if (back[0] != '\0' && scene_put_pencil(c, slot, &pencil))
            screen_print(y, x + 1, 4, STYLE_BOLD, "%s", pencil.text);
        if (slot == chosen && pencil.len > 0)
            screen_label(c, y + 3, 40, 36, 0, MSG("aids.pencil"), "%s", pencil.text);
        if (slot != chosen || json_array_size(may) == 0)
            continue;
        int at = 3 + screen_label(c, y + 3, 3, 30, 0, MSG("tui.may-be"), "%s", "");
        for (size_t j = 0; j < json_array_size(may); j++)
            at += screen_print(y + 3, at, 4, STYLE_BOLD, "%d ",
                               (int)json_integer_value(json_array_get(may, j)));
    }
}

/* A chosen bid is drawn as beads on the table. */
static void draw_choice(const struct scene *c, int y)
{
    int beads;
    if (c->chosen < 0 || !scene_read(c->legal[c->chosen], "bid #", &beads, NULL))
        return;
    int x = 3 + screen_label(c, y, 3, 30, STYLE_BOLD, MSG("tui.bid"), "%s", "");
    for (int i = 0; i <= SLOTS; i++) {
        char text[GAME_TEXT_MAX];
        snprintf(text, sizeof text, "bid %d", i);
        screen_print(y, x, 3, i == beads ? STYLE_REVERSE | STYLE_BOLD : 0, "%2d ", i);
        screen_area(y, x, 1, 3, text);
        x += 4;
    }
    bool safe = strchr(c->legal[c->chosen], '+') != NULL;
    char text[GAME_TEXT_MAX];
    snprintf(text, sizeof text, safe ? "bid %d" : "bid %d+", beads);
    int took = screen_print(y, x + 1, 26, safe ? STYLE_REVERSE | STYLE_BOLD : STYLE_DIM, " %s %s ",
                            safe ? "◎ +" : "·", scene_word(c, MSG("tui.safety")));
    screen_area(y, x + 1, 1, took, text);
}

/* The others' hands, the trick, our own rail. */
static int height(const struct scene *c)
{
    return 1 + 3 * (c->seats - 1) + 1 + 7 + 7;
}

static void draw(const struct scene *c, int bottom, int inspect)
{
    int y = 1;
    (void)inspect;
    bool roomy = is_roomy();
    for (int i = 0; i < c->seats; i++) {
        int seat = c->seat >= 0 ? (c->seat + 1 + i) % c->seats : i;
        if (seat == c->seat)
            continue;
        draw_other(c, seat, y);
        y += roomy ? 3 : 2;
    }
    draw_sheet(c);
    y = c->seat >= 0 && !roomy ? bottom - 10 : y + 1;
    if (c->seat < 0 && y < 12)
        y = 12;
    draw_trick(c, y);
    if (c->seat < 0)
        return;
    draw_name(c, c->seat, bottom - 5);
    draw_choice(c, bottom - 4);
    if (!c->open && (c->chosen < 0 || strncmp(c->legal[c->chosen], "bid", 3) != 0))
        screen_put(bottom - 4, 3, 76, STYLE_DIM, scene_word(c, MSG("tui.rail")));
    draw_rail(c, bottom - 3);
}

static bool steer_bid(int key, int beads, bool safe, char *want)
{
    if (key == KEY_LEFT)
        beads = beads > 0 ? beads - 1 : 0;
    else if (key == KEY_RIGHT)
        beads = beads < SLOTS ? beads + 1 : SLOTS;
    else if (key == KEY_UP || key == KEY_DOWN || key == '+')
        safe = !safe;
    else if (key >= '0' && key <= '9')
        beads = key - '0';
    else
        return false;
    snprintf(want, GAME_TEXT_MAX, safe ? "bid %d+" : "bid %d", beads);
    return true;
}

static bool steer(const struct scene *c, int key, char want[GAME_TEXT_MAX])
{
    int n;
    if (c->chosen < 0)
        return false;
    const char *text = c->legal[c->chosen];
    if (scene_read(text, "bid #", &n, NULL))
        return steer_bid(key, n, strchr(text, '+') != NULL, want);
    if (key >= '0' && key <= '9') {
        snprintf(want, GAME_TEXT_MAX, "play %d", key == '0' ? SLOTS : key - '0');
        return true;
    }
    if (key != KEY_LEFT && key != KEY_RIGHT)
        return false;
    scene_copy_near(c, key == KEY_LEFT ? -1 : 1, want);
    return true;
}

/* ---- In words ---- */

static void describe_seat(const struct scene *c, int seat, struct buf *b)
{
    const json_t *bid = json_array_get(json_object_get(c->view, "bids"), (size_t)seat);
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)seat);
    scene_print(b, "%s. ", c->name[seat]);
    scene_label(c, b, MSG("tui.points"));
    scene_print(b, "%d. ", number_at(c, "scores", seat));
    scene_label(c, b, MSG("tui.bid"));
    buf_put(b, json_is_object(bid) ? BUF_INT(scene_int(bid, "beads")) : "-");
    buf_put(b, json_is_true(json_object_get(bid, "safety")) ? "+. " : ". ");
    scene_label(c, b, MSG("tui.tricks"));
    scene_print(b, "%d\n ", number_at(c, "tricks", seat));
    for (size_t i = 0; i < json_array_size(hand); i++) {
        const json_t *card = json_array_get(hand, i), *may = json_object_get(card, "may");
        scene_print(b, " %d=", scene_int(card, "slot"));
        scene_put_card(c, scene_text(card, "card"), b);
        scene_put_card(c, scene_text(card, "back"), b);
        for (size_t j = 0; j < json_array_size(may); j++)
            scene_print(b, "%s%d", j == 0 ? "(" : "/",
                        (int)json_integer_value(json_array_get(may, j)));
        buf_put(b, json_array_size(may) > 0 ? ")" : "");
        struct buf pencil = BUF_ROOM(SCENE_LINE_MAX);
        if (seat == c->seat && scene_put_pencil(c, scene_int(card, "slot"), &pencil))
            scene_print(b, "[%s]", pencil.text);
    }
    buf_put_char(b, '\n');
}

static void put_cards(const struct scene *c, const json_t *trick, struct buf *b)
{
    for (size_t i = 0; i < json_array_size(trick); i++) {
        const json_t *card = json_array_get(trick, i);
        scene_print(b, "%s%s ", i > 0 ? ", " : "", scene_name(c, scene_int(card, "seat")));
        scene_put_card(c, scene_text(card, "card"), b);
    }
}

static void describe_passing(const struct scene *c, const json_t *last, struct buf *b)
{
    scene_label(c, b, MSG("tui.last-trick"));
    put_cards(c, json_object_get(last, "cards"), b);
    scene_print(b, " → %s", scene_name(c, scene_int(last, "winner")));
}

static void describe_view(const struct scene *c, struct buf *b)
{
    const json_t *last = json_object_get(c->view, "last"),
                 *trick = json_object_get(c->view, "trick");
    scene_label(c, b, MSG("tui.deal"));
    scene_print(b, "%d/4\n", scene_int(c->view, "deal"));
    for (int i = 0; i < c->seats; i++)
        describe_seat(c, i, b);
    if (json_is_object(last)) {
        describe_passing(c, last, b);
        buf_put_char(b, '\n');
    }
    if (json_array_size(trick) > 0) {
        scene_label(c, b, MSG("tui.trick"));
        put_cards(c, trick, b);
        buf_put_char(b, '\n');
    }
}

static void describe_standing(const struct scene *c, struct buf *b)
{
    scene_print(b, "%s %d/4", scene_word(c, MSG("tui.deal")), scene_int(c->view, "deal"));
}

static void describe_turn(const struct scene *c, const char *who, struct buf *b)
{
    const json_t *trick = json_object_get(c->view, "trick");
    const char *led = scene_text(json_array_get(trick, 0), "card");
    if (strcmp(scene_text(c->view, "phase"), "bid") == 0)
        scene_put(c, b, scene_acts(c, c->seat) ? MSG("turn.bid") : MSG("turn.bid-other"), who,
                  NULL);
    else if (led[0] == '\0')
        scene_put(c, b, MSG("turn.lead"), who, NULL);
    else
        scene_put(c, b, MSG("turn.follow"), who, scene_colour(c, led[0]), NULL);
}

static void describe_move(const struct scene *c, const char *text, struct buf *b)
{
    int n;
    bool bid = scene_read(text, "bid #", &n, NULL);
    if (!bid && !scene_read(text, "play #", &n, NULL)) {
        buf_put(b, text);
        return;
    }
    scene_put(c, b,
              !bid                        ? MSG("move.slot")
              : strchr(text, '+') != NULL ? MSG("move.bid-safe")
                                          : MSG("move.bid"),
              BUF_INT(n), NULL);
}

static void describe_open_move(const struct scene *c, int seat, const char *text, struct buf *b)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)seat), *card;
    size_t i;
    int n = 0;
    if (scene_read(text, "play #", &n, NULL)) {
        json_array_foreach(hand, i, card)
        {
            if (scene_int(card, "slot") != n || scene_text(card, "card")[0] == '\0')
                continue;
            scene_put_card(c, scene_text(card, "card"), b);
            return;
        }
    }
    describe_move(c, text, b);
}

static void describe_when(const struct scene *c, struct buf *b)
{
    const json_t *tricks = json_object_get(c->view, "tricks");
    int done = 0;
    for (size_t i = 0; i < json_array_size(tricks); i++)
        done += (int)json_integer_value(json_array_get(tricks, i));
    bool bids = strcmp(scene_text(c->view, "phase"), "bid") == 0;
    scene_put(c, b, bids ? MSG("when.bids") : MSG("when.trick"),
              BUF_INT(scene_int(c->view, "deal")), BUF_INT(done + 1), NULL);
}

static int count_hidden(const struct scene *c, int slot)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)c->seat), *card;
    size_t i;
    json_array_foreach(hand, i, card)
    {
        if (scene_int(card, "slot") == slot && scene_text(card, "back")[0] != '\0')
            return scene_int(c->view, "values");
    }
    return 0;
}

/* Rule L7.2: the finished trick, until the next card is led. */
static const json_t *find_passing(const json_t *from, bool held)
{
    const json_t *last = json_object_get(from, "last");
    bool open = held || json_array_size(json_object_get(from, "trick")) == 0;
    return open && json_is_object(last) ? last : NULL;
}

static const struct face_mark marks[] = {
    {'R', MSG("mark.lz-R")}, {'Y', MSG("mark.lz-Y")}, {'G', MSG("mark.lz-G")},
    {'B', MSG("mark.lz-B")}, {'V', MSG("mark.lz-V")}, {0, NULL},
};

static const struct face_sign signs[] = {
    {MSG("first.luz-own"), MSG("first.luz-own-about"), "L2.2"},
    {MSG("first.luz-beads"), MSG("first.luz-beads-about"), "L3.1"},
    {MSG("first.luz-points"), MSG("first.luz-points-about"), "L5.2"},
    {MSG("first.luz-trump"), MSG("first.luz-trump-about"), "L4.4"},
    {MSG("first.luz-safety"), MSG("first.luz-safety-about"), "L5.1"},
    {NULL, NULL, NULL},
};

const struct face face_luz = {
    .game = "luz",
    .keys = MSG("keys.luz"),
    .rules = MSG("rules.luz"),
    .marks = marks,
    .signs = signs,
    .own = 6,
    FACE_FUNCTIONS,
    .describe_standing = describe_standing,
    .describe_open_move = describe_open_move,
    .describe_when = describe_when,
    .count_hidden = count_hidden,
    .find_passing = find_passing,
    .describe_passing = describe_passing,
};
