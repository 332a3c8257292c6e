/*
 * Smitten on the screen: the two squares side by side, free cells with their numbers dimmed, the
 * hands above and below, the signals, and the pending instruction.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/face.h"
#include "tui/screen.h"
#include "tui/terminal.h"

enum { LEFT_X = 4, SQUARES_Y = 6, ROOMY = 34 };

/* Whether there is room to draw large, with larger squares and cells. */
static bool is_roomy(void)
{
    return screen_lines() > ROOMY && screen_columns() >= 110;
}

static int cell_width(void)
{
    return is_roomy() ? 10 : 6;
}

static int cell_height(void)
{
    return is_roomy() ? 4 : 2;
}

static int right_x(void)
{
    return LEFT_X + 3 * cell_width() + 8;
}

static int side_x(void)
{
    return right_x() + 3 * cell_width() + 6;
}

/* ---- In words, for the screen too ---- */

static const char *square_word(const struct scene *c, const char *square)
{
    return scene_word(c, square[0] == 'L' ? MSG("square.left") : MSG("square.right"));
}

static void describe_move(const struct scene *c, const char *text, struct buf *b)
{
    static const char *const verbs[][2] = {
        {"play ", MSG("move.play-to")},  {"place ", MSG("move.place-to")},
        {"reveal ", MSG("move.reveal")}, {"flip ", MSG("move.flip")},
        {"swap ", MSG("move.swap")},
    };
    static const char *const said[][2] = {{"cannot", MSG("said.cannot")},
                                          {"can", MSG("said.can")},
                                          {"want", MSG("said.want")},
                                          {"pass", MSG("said.pass")}};
    char card[8] = "";
    const char *rest = strchr(text, ' ');
    if (rest == NULL)
        return;
    if (strncmp(text, "say ", 4) == 0) {
        for (const char *p = rest; *p != '\0'; p += strcspn(p, " ")) {
            p += *p == ' ';
            for (int i = 0; i < 4; i++)
                if (strcspn(p, " ") == strlen(said[i][0]) &&
                    strncmp(p, said[i][0], strlen(said[i][0])) == 0) {
                    buf_put(b, p != rest + 1 ? ", " : "");
                    buf_put(b, scene_word(c, said[i][1]));
                }
        }
        return;
    }
    rest++;
    size_t len = strcspn(rest, "LR ");
    snprintf(card, sizeof card, "%.*s", (int)(len < 4 ? len : 4), rest);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strncmp(text, verbs[i][0], strlen(verbs[i][0])) == 0)
            scene_put(c, b, verbs[i][1], card, square_word(c, rest + len), NULL);
    if (strstr(text, " higher") != NULL)
        scene_put(c, b, MSG("move.higher"), NULL);
    if (strstr(text, " lower") != NULL)
        scene_put(c, b, MSG("move.lower"), NULL);
}

/* The seat's last signal in this turn; false: none. */
static bool describe_said(const struct scene *c, int seat, struct buf *b)
{
    const char *said = scene_text(json_object_get(c->view, "said"), seat == 0 ? "0" : "1");
    char text[2 * GAME_TEXT_MAX];
    if (said[0] == '\0')
        return false;
    snprintf(text, sizeof text, "say %.*s", GAME_TEXT_MAX, said);
    describe_move(c, text, b);
    return true;
}

/* The moment of the turn when it was given. */
static void describe_moment(const struct scene *c, int seat, struct buf *b)
{
    int move = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(c->view, "signals"), i, one)
    {
        if (scene_int(one, "seat") == seat && scene_int(one, "turn") == scene_int(c->view, "turn"))
            move = scene_int(one, "move");
    }
    scene_put(c, b, move > 0 ? MSG("said.within") : MSG("said.start"), BUF_INT(move), NULL);
}

/* ---- Drawing ---- */

static bool holds(const struct scene *c, const char *square, int number)
{
    const json_t *cards = json_object_get(json_object_get(c->view, "squares"), square);
    for (size_t i = 0; i < json_array_size(cards); i++)
        if (json_integer_value(json_array_get(cards, i)) == number)
            return true;
    return false;
}

/* The cards of a hand that we do not see. */
static int count_hidden(const json_t *hand)
{
    return scene_int(hand, "hidden") + json_is_true(json_object_get(hand, "closed"));
}

/* The number of the card in a move's text, after the hand's letter if there is one. */
static const char *card_of(const char *text)
{
    const char *rest = strchr(text, ' ');
    if (rest == NULL)
        return text + strlen(text);
    rest++;
    return *rest == 'A' || *rest == 'B' ? rest + 1 : rest;
}

/* The letter of the hand in a move's text; NUL: none. */
static char hand_of(const char *text)
{
    const char *rest = strchr(text, ' ');
    return rest != NULL && (rest[1] == 'A' || rest[1] == 'B') ? rest[1] : '\0';
}

/* Whether this move plays that number in that square. */
static bool puts_there(const char *text, const char *square, int number)
{
    const char *card = card_of(text);
    return (strncmp(text, "play", 4) == 0 || strncmp(text, "place", 5) == 0) &&
           card[0] == '0' + number && card[1] == square[0];
}

static const char *grid_mark(int i, int j)
{
    static const char *const marks[4][4] = {
        {"┌", "┬", "┬", "┐"}, {"├", "┼", "┼", "┤"}, {"├", "┼", "┼", "┤"}, {"└", "┴", "┴", "┘"}};
    return marks[i][j];
}

static void draw_grid(int x)
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            int y = SQUARES_Y + i * cell_height(), at = x + j * cell_width();
            screen_put(y, at, 1, STYLE_DIM, grid_mark(i, j));
            for (int k = 1; j < 3 && k < cell_width(); k++)
                screen_put(y, at + k, 1, STYLE_DIM, "─");
            for (int k = 1; i < 3 && k < cell_height(); k++)
                screen_put(y + k, at, 1, STYLE_DIM, "│");
        }
    }
}

static void draw_square(const struct scene *c, const char *square, int x)
{
    const char *chosen = c->chosen >= 0 ? c->legal[c->chosen] : "";
    const json_t *pending = json_object_get(c->view, "pending");
    screen_print(SQUARES_Y - 1, x, 22, STYLE_BOLD, "%s (%s)",
                 scene_word(c, square[0] == 'L' ? MSG("tui.square-left") : MSG("tui.square-right")),
                 square);
    draw_grid(x);
    for (int n = 1; n <= 9; n++) {
        int top = SQUARES_Y + 1 + (n - 1) / 3 * cell_height();
        int left = x + 1 + (n - 1) % 3 * cell_width();
        int y = top + (cell_height() - 1) / 2, at = left + (cell_width() - 6) / 2;
        const char *fits = NULL;
        for (int i = 0; i < c->n && fits == NULL; i++)
            if (puts_there(c->legal[i], square, n))
                fits = c->legal[i];
        bool asks =
            scene_int(pending, "card") == n && strcmp(scene_text(pending, "square"), square) == 0;
        if (holds(c, square, n))
            screen_print(y, at, 5, asks ? 'Y' | STYLE_BOLD | STYLE_REVERSE : 'V' | STYLE_BOLD,
                         asks ? "▐!%d▌ " : " ▐%d▌ ", n);
        else if (puts_there(chosen, square, n))
            screen_print(y, at, 5, 'G' | STYLE_REVERSE | STYLE_BOLD, " [%d] ", n);
        else
            screen_print(y, at, 5, fits != NULL ? 'G' : STYLE_DIM,
                         fits != NULL ? " ‹%d› " : "  %d  ", n);
        char text[GAME_TEXT_MAX];
        snprintf(text, sizeof text, "place %d%s", n, square);
        screen_area(top, left, cell_height() - 1, cell_width() - 1, fits != NULL ? fits : text);
    }
}

/* The seat's last signal in this turn, and its moment. */
static void draw_said(const struct scene *c, int i, int y)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (!describe_said(c, i, &b))
        return;
    struct buf quote = BUF_ROOM(SCENE_LINE_MAX);
    scene_put(c, &quote, MSG("tui.quote"), b.text, NULL);
    screen_put(y, 50, 29, 'Y' | STYLE_BOLD, quote.text);
    buf_reset(&b);
    describe_moment(c, i, &b);
    screen_put(y + 1, 50, 29, STYLE_DIM, b.text);
}

/* A click on a card chooses the first legal move with it. */
static void add_area(const struct scene *c, int y, int x, char hand, int number)
{
    char text[GAME_TEXT_MAX];
    if (c->seats == 1)
        snprintf(text, sizeof text, "play %c%dL", hand, number);
    else
        snprintf(text, sizeof text, "play %dL", number);
    for (int i = 0; i < c->n; i++) {
        const char *card = card_of(c->legal[i]);
        if (card[0] == '0' + number && (c->seats > 1 || hand_of(c->legal[i]) == hand)) {
            screen_area(y, x, 3, 5, c->legal[i]);
            return;
        }
    }
    screen_area(y, x, 3, 5, text);
}

static void draw_hand(const struct scene *c, int i, int y)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)i);
    const json_t *cards = json_object_get(hand, "cards");
    const char *chosen = c->chosen >= 0 ? c->legal[c->chosen] : "", *card = card_of(chosen);
    char letter = i == 0 ? 'A' : 'B';
    int x = 24, marked = 0;
    bool acts = c->seats > 1 && scene_acts(c, i);
    if (c->seats == 1)
        screen_print(y + 1, 2, 20, STYLE_BOLD, "%c", letter);
    else
        screen_print(y + 1, 2, 20, acts ? STYLE_BOLD | STYLE_UNDER : STYLE_BOLD, "%s%s",
                     acts ? "▸" : "", c->name[i]);
    bool mine = c->seats == 1 ? hand_of(chosen) == letter : i == c->seat;
    for (size_t j = 0; j < json_array_size(cards); j++) {
        int number = scene_int(json_array_get(cards, j), "card");
        bool open =
            c->seats > 1 && json_is_true(json_object_get(json_array_get(cards, j), "revealed"));
        bool on = mine && !marked && card[0] == '0' + number;
        marked += on;
        screen_box(y, x, 3, 5, on ? 'G' | STYLE_BOLD : 0);
        screen_print(y + 1, x + 1, 3, on ? 'G' | STYLE_REVERSE | STYLE_BOLD : STYLE_BOLD, " %d%s",
                     number, open ? "!" : " ");
        add_area(c, y, x, letter, number);
        x += 6;
    }
    for (int j = count_hidden(hand); j > 0; j--, x += 6) {
        char text[GAME_TEXT_MAX];
        snprintf(text, sizeof text, "flip %c", letter);
        bool on = strcmp(chosen, text) == 0;
        screen_box(y, x, 3, 5, on ? 'G' | STYLE_BOLD : STYLE_DIM);
        screen_put(y + 1, x + 1, 3, on ? STYLE_REVERSE : STYLE_DIM, "▒?▒");
        if (c->seats == 1)
            screen_area(y, x, 3, 5, text);
    }
    draw_said(c, i, y + 1);
}

static void draw_side(const struct scene *c)
{
    int x = side_x(), aside = scene_int(c->view, "aside"),
        top = scene_int(json_object_get(c->view, "pending"), "top");
    screen_label(c, SQUARES_Y, x, 26, 0, MSG("tui.deck"), "%d", scene_int(c->view, "deck"));
    screen_label(c, SQUARES_Y + 1, x, 26, 0, MSG("tui.laid"), "%d/17",
                 scene_int(c->view, "placed"));
    screen_label(c, SQUARES_Y + 2, x, 26, STYLE_DIM, MSG("tui.aside"), aside > 0 ? "%d" : "?",
                 aside);
    if (top > 0)
        screen_label(c, SQUARES_Y + 4, x, 26, STYLE_BOLD, MSG("tui.top-card"), "[%d]", top);
    if (c->chosen >= 0 && strstr(c->legal[c->chosen], "er") != NULL)
        screen_put(SQUARES_Y + 5, x, 26, STYLE_BOLD,
                   strstr(c->legal[c->chosen], "higher") != NULL ? "5 ▲" : "5 ▼");
}

static int height(const struct scene *c)
{
    (void)c;
    return is_roomy() ? 31 : 20;
}

/* The legal moves, each in words if there is room. */
static void draw_moves(const struct scene *c, int y, int bottom)
{
    int across = is_roomy() ? 3 : 6, width = is_roomy() ? 36 : 13;
    for (int i = 0; i < c->n && y + i / across <= bottom; i++) {
        unsigned style = i == c->chosen ? STYLE_REVERSE | STYLE_BOLD : STYLE_DIM;
        int x = 2 + i % across * width, line = y + i / across;
        struct buf words = BUF_ROOM(SCENE_LINE_MAX);
        if (is_roomy())
            describe_move(c, c->legal[i], &words);
        int took = screen_print(line, x, width - 1, style, is_roomy() ? "%-9s %s" : "%s%s",
                                c->legal[i], words.text);
        screen_area(line, x, 1, took, c->legal[i]);
    }
}

static void draw(const struct scene *c, int bottom, int inspect)
{
    int mine = c->seats == 1 ? 1 : c->seat >= 0 ? c->seat : 1;
    int below = SQUARES_Y + 3 * cell_height() + 2;
    (void)inspect;
    draw_hand(c, 1 - mine, 1);
    draw_square(c, "L", LEFT_X);
    draw_square(c, "R", right_x());
    draw_side(c);
    draw_hand(c, mine, below);
    draw_moves(c, below + 4, bottom);
}

/* The next legal move after the chosen one with that number. */
static bool find_number(const struct scene *c, int number, char *want)
{
    for (int i = 1; i <= c->n; i++) {
        const char *text = c->legal[(c->chosen + i) % c->n];
        if (card_of(text)[0] == '0' + number) {
            memcpy(want, text, GAME_TEXT_MAX);
            return true;
        }
    }
    const char *now = c->legal[c->chosen];
    snprintf(want, GAME_TEXT_MAX, "%.*s%dL", (int)(card_of(now) - now), now, number);
    return true;
}

/* The move with the same card in that square. */
static bool find_square(const struct scene *c, char square, char *want)
{
    const char *now = c->legal[c->chosen], *card = card_of(now);
    if (card[0] == '\0' || (card[1] != 'L' && card[1] != 'R'))
        return false;
    memcpy(want, now, GAME_TEXT_MAX);
    want[card - now + 1] = square;
    char *call = strstr(want, "er");
    if (scene_find(c, want) < 0 && call != NULL) /* the announcement may depend on the square */
        snprintf(want + (card - now) + 2, 8, "%s", call[-1] == 'h' ? " lower" : " higher");
    return true;
}

static bool steer(const struct scene *c, int key, char want[GAME_TEXT_MAX])
{
    if (c->chosen < 0)
        return false;
    if (key >= '1' && key <= '9')
        return find_number(c, key - '0', want);
    if (key == 'l' || key == 'L' || key == 'r' || key == 'R')
        return find_square(c, key == 'l' || key == 'L' ? 'L' : 'R', want);
    if (key == '+' || key == '-') {
        const char *now = c->legal[c->chosen];
        snprintf(want, GAME_TEXT_MAX, "%.*s%s", (int)(card_of(now) - now + 2), now,
                 key == '+' ? " higher" : " lower");
        return true;
    }
    bool back = key == KEY_LEFT || key == KEY_UP;
    if (!back && key != KEY_RIGHT && key != KEY_DOWN)
        return false;
    scene_copy_near(c, back ? -1 : 1, want);
    return true;
}

/* ---- In words ---- */

static void put_square(const struct scene *c, const char *square, struct buf *b)
{
    buf_put(b, scene_word(c, square[0] == 'L' ? MSG("tui.square-left") : MSG("tui.square-right")));
    buf_put_char(b, ':');
    for (int n = 1; n <= 9; n++) {
        scene_print(b, "%s%s", n == 4 || n == 7 ? " / " : " ",
                    holds(c, square, n) ? BUF_INT(n) : "-");
    }
    buf_put_char(b, '\n');
}

static void describe_hand(const struct scene *c, int i, struct buf *b)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)i);
    const json_t *cards = json_object_get(hand, "cards");
    if (c->seats == 1) {
        scene_put(c, b, MSG("tui.hand"), i == 0 ? "A" : "B", NULL);
        buf_put_char(b, ':');
    } else {
        scene_print(b, "%s%s", c->name[i], scene_colon(c));
    }
    for (size_t j = 0; j < json_array_size(cards); j++) {
        const json_t *card = json_array_get(cards, j);
        bool open = c->seats > 1 && json_is_true(json_object_get(card, "revealed"));
        scene_print(b, " %d%s", scene_int(card, "card"), open ? "!" : "");
    }
    for (int j = count_hidden(hand); j > 0; j--)
        buf_put(b, " ?");
    struct buf said = BUF_ROOM(SCENE_LINE_MAX);
    if (describe_said(c, i, &said)) {
        buf_put(b, ". ");
        scene_label(c, b, MSG("tui.says"));
        scene_print(b, "%s (", said.text);
        describe_moment(c, i, b);
        buf_put_char(b, ')');
    }
    buf_put_char(b, '\n');
}

static void describe_view(const struct scene *c, struct buf *b)
{
    put_square(c, "L", b);
    put_square(c, "R", b);
    scene_label(c, b, MSG("tui.deck"));
    scene_print(b, "%d\n", scene_int(c->view, "deck"));
    describe_hand(c, 0, b);
    describe_hand(c, 1, b);
}

static void describe_standing(const struct scene *c, struct buf *b)
{
    scene_label(c, b, MSG("tui.laid"));
    scene_print(b, "%d/17", scene_int(c->view, "placed"));
}

/* The task of an instruction. */
static const char *asked(const struct scene *c, const json_t *pending)
{
    static const char *const rows[][4] = {
        {"must", "reveal", MSG("carry.reveal")}, {"must", "play", MSG("carry.play")},
        {"must", "place-top", MSG("carry.top")}, {"only", "new", MSG("carry.new")},
        {"only", "above", MSG("carry.above")},   {"only", "below", MSG("carry.below")},
        {"where", "same", MSG("carry.same")},    {"where", "other", MSG("carry.other")},
        {"where", "near", MSG("carry.near")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(scene_text(pending, rows[i][0]), rows[i][1]) == 0)
            return scene_word(c, rows[i][2]);
    if (scene_int(pending, "kept") > 0)
        return scene_word(c, MSG("carry.another"));
    return scene_word(c, MSG("carry.either"));
}

static void describe_when(const struct scene *c, struct buf *b)
{
    scene_put(c, b, MSG("when.turn"), BUF_INT(scene_int(c->view, "turn")), NULL);
}

static void describe_turn(const struct scene *c, const char *who, struct buf *b)
{
    const json_t *pending = json_object_get(c->view, "pending");
    const char *phase = scene_text(c->view, "phase");
    const json_t *flipped = json_object_get(c->view, "flipped");
    if (strcmp(phase, "carry") == 0)
        scene_put(c, b, MSG("turn.carry"), who, BUF_INT(scene_int(pending, "card")),
                  square_word(c, scene_text(pending, "square")), asked(c, pending), NULL);
    else if (strcmp(phase, "flipped") == 0)
        scene_put(c, b, MSG("turn.flipped"), who, BUF_INT(scene_int(flipped, "card")), NULL);
    else if (c->seats == 1)
        scene_put(c, b, MSG("turn.solo"), who, NULL);
    else
        scene_put(c, b, scene_acts(c, c->seat) ? MSG("turn.talk") : MSG("turn.talk-other"), who,
                  NULL);
}

static void describe_end(const struct scene *c, struct buf *b)
{
    static const char *const reasons[][2] = {
        {"no-card-fits", MSG("lost.no-card-fits")}, {"deck-empty", MSG("lost.deck-empty")},
        {"top-fits-nowhere", MSG("lost.top")},      {"flipped-fits-nowhere", MSG("lost.flipped")},
        {"instruction", MSG("lost.instruction")},
    };
    if (json_is_true(json_object_get(c->view, "won"))) {
        scene_put(c, b, MSG("end.won"), NULL);
        return;
    }
    const char *why = "";
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(scene_text(c->view, "lost"), reasons[i][0]) == 0)
            why = scene_word(c, reasons[i][1]);
    scene_put(c, b, MSG("end.lost"), BUF_INT(scene_int(c->view, "placed")), why, NULL);
}

static const char *const signals[] = {"say can",         "say cannot",      "say want",
                                      "say pass",        "say can want",    "say can pass",
                                      "say cannot want", "say cannot pass", NULL};

static const struct face_sign signs[] = {
    {MSG("first.smit-grid"), MSG("first.smit-grid-about"), "S1.1"},
    {MSG("first.smit-instruction"), MSG("first.smit-instruction-about"), "S2"},
    {MSG("first.smit-deck"), MSG("first.smit-deck-about"), "S3.5"},
    {MSG("first.smit-aside"), MSG("first.smit-aside-about"), "S3.6"},
    {MSG("first.smit-partner"), MSG("first.smit-partner-about"), "S5.3"},
    {MSG("first.smit-signals"), MSG("first.smit-signals-about"), "S3.2"},
    {NULL, NULL, NULL},
};

const struct face face_smitten = {
    .game = "smitten",
    .keys = MSG("keys.smitten"),
    .talk_keys = MSG("keys.online-smitten"),
    .rules = MSG("rules.smitten"),
    .signals = signals,
    .signs = signs,
    .own = 7,
    FACE_FUNCTIONS,
    .describe_standing = describe_standing,
    .describe_when = describe_when,
    .describe_end = describe_end,
};
