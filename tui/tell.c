/* The whole view in lines of plain text, for line mode: nothing but letters, digits and words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/scene.h"

static void put_int(struct buf *b, int n)
{
    buf_put_int(b, n);
}

/* `label: ` from the catalogue. */
static void label(const struct scene *c, struct buf *b, const char *id)
{
    buf_put(b, scene_word(c, id));
    buf_put(b, scene_colon(c));
}

/* ---- Photograph ---- */

static void put_film(const struct scene *c, const char *letter, const json_t *film, struct buf *b)
{
    const json_t *cards = json_object_get(film, "cards");
    const char *way = scene_text(film, "direction");
    buf_put(b, scene_mark(c, letter[0]));
    buf_put_char(b, ' ');
    buf_put(b, scene_colour(c, letter[0]));
    bool up = strcmp(way, "up") == 0;
    if (up || strcmp(way, "down") == 0) {
        buf_put(b, " (");
        buf_put(b, scene_word(c, up ? MSG("photo.going-up") : MSG("photo.going-down")));
        buf_put_char(b, ')');
    }
    buf_put(b, json_array_size(cards) > 0 ? scene_colon(c) : "");
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const json_t *card = json_array_get(cards, i);
        const char *open = scene_text(card, "card");
        buf_put(b, i > 0 ? " " : "");
        buf_put(b, open[0] != '\0' ? "" : "x");
        scene_put_card(c, open[0] != '\0' ? open : scene_text(card, "back"), b);
        const char *was = scene_text(card, "was");
        if (was[0] != '\0') {
            buf_put_char(b, '=');
            scene_put_card(c, was, b);
        }
    }
}

static void tell_player(const struct scene *c, int seat, struct buf *b)
{
    const json_t *p = json_array_get(json_object_get(c->view, "players"), (size_t)seat);
    const json_t *hand = json_object_get(p, "hand"), *good = json_object_get(p, "good");
    json_t *films = json_object_get(p, "films"), *film;
    const char *letter;
    buf_put(b, c->name[seat]);
    buf_put(b, ". ");
    label(c, b, MSG("tui.points"));
    put_int(b, (int)json_integer_value(json_object_get(p, "score")));
    buf_put(b, ". ");
    label(c, b, MSG("tui.hand-from-bottom"));
    for (size_t i = 0; i < json_array_size(hand); i++) {
        buf_put(b, i > 0 ? " " : "");
        scene_put_card(c, scene_item(hand, i), b);
    }
    if (json_is_true(json_object_get(p, "chosen"))) {
        buf_put(b, ". ");
        buf_put(b, scene_word(c, MSG("tui.has-chosen")));
    }
    buf_put(b, "\n  ");
    label(c, b, MSG("tui.films"));
    json_object_foreach(films, letter, film)
    {
        put_film(c, letter, film, b);
        buf_put(b, "; ");
    }
    label(c, b, MSG("tui.good-shots"));
    buf_put(b, json_array_size(good) == 0 ? "0" : "");
    for (size_t i = 0; i < json_array_size(good); i++) {
        buf_put(b, i > 0 ? " " : "");
        buf_put(b, scene_mark(c, scene_item(good, i)[0]));
    }
    buf_put_char(b, '\n');
}

/* A card as it lies there: its face, or what its back tells. */
static void write_back(const char *card, char back[4])
{
    int value = 0;
    bool known = scene_read(card, "?#", &value, back);
    snprintf(back + known, 4 - known, "%s", !known ? "?" : value <= 6 ? "-" : "+");
}

/* The shots of one seat from `from` on; returns where those of the next seat begin. */
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

/* Shots in words, by seat; `faces`: also those of blurry ones. */
static void put_shots(const struct scene *c, const json_t *shots, bool faces, struct buf *b)
{
    for (size_t i = 0; i < json_array_size(shots);) {
        buf_put(b, i > 0 ? "; " : "");
        buf_put(b, scene_name(c, scene_int(json_array_get(shots, i), "seat")));
        buf_put(b, scene_colon(c));
        i = put_seat_shots(c, shots, i, faces, b);
    }
}

static bool is_aided(const struct scene *c)
{
    return strcmp(scene_text(json_object_get(c->view, "options"), "memory"), "aided") == 0;
}

static void tell_photograph(const struct scene *c, struct buf *b)
{
    const json_t *field = json_object_get(c->view, "field");
    const json_t *shots = json_object_get(c->view, "shots");
    const char *top = scene_text(c->view, "top");
    char text[SCENE_CARD_MAX];
    label(c, b, MSG("tui.deck"));
    put_int(b, scene_int(c->view, "deck"));
    if (top[0] != '\0') {
        buf_put(b, ", ");
        scene_put(c, b, MSG("tui.deck-top"), scene_card(c, top, text), NULL);
    }
    buf_put(b, ". ");
    buf_put(b, scene_word(c, strcmp(scene_text(c->view, "sunset"), "past") == 0
                                 ? MSG("tui.sunset-past")
                                 : MSG("tui.sunset-ahead")));
    buf_put_char(b, '\n');
    for (size_t i = 0; i < json_array_size(field); i++) {
        const json_t *row = json_array_get(field, i);
        char number[16];
        snprintf(number, sizeof number, "%d", (int)i + 1);
        scene_put(c, b, MSG("tui.row"), number, NULL);
        buf_put_char(b, ':');
        for (size_t j = 0; j < json_array_size(row); j++) {
            const char *card = scene_item(row, j);
            buf_put_char(b, ' ');
            scene_put_card(c, card[0] != '\0' ? card : "--", b);
        }
        buf_put_char(b, '\n');
    }
    for (int i = 0; i < c->seats; i++)
        tell_player(c, i, b);
    if (json_array_size(shots) > 0) {
        label(c, b, MSG("tui.last-shots"));
        put_shots(c, shots, true, b);
        buf_put_char(b, '\n');
    }
}

/* ---- Luz ---- */

static void tell_luz_seat(const struct scene *c, int seat, struct buf *b)
{
    size_t at = (size_t)seat;
    const json_t *bid = json_array_get(json_object_get(c->view, "bids"), at);
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), at);
    buf_put(b, c->name[seat]);
    buf_put(b, ". ");
    label(c, b, MSG("tui.points"));
    put_int(b, (int)json_integer_value(json_array_get(json_object_get(c->view, "scores"), at)));
    buf_put(b, ". ");
    label(c, b, MSG("tui.bid"));
    if (json_is_object(bid)) {
        put_int(b, scene_int(bid, "beads"));
        buf_put(b, json_is_true(json_object_get(bid, "safety")) ? "+" : "");
    } else {
        buf_put(b, "-");
    }
    buf_put(b, ". ");
    label(c, b, MSG("tui.tricks"));
    put_int(b, (int)json_integer_value(json_array_get(json_object_get(c->view, "tricks"), at)));
    buf_put(b, "\n ");
    for (size_t i = 0; i < json_array_size(hand); i++) {
        const json_t *card = json_array_get(hand, i), *may = json_object_get(card, "may");
        buf_put_char(b, ' ');
        put_int(b, scene_int(card, "slot"));
        buf_put_char(b, '=');
        scene_put_card(c, scene_text(card, "card"), b);
        scene_put_card(c, scene_text(card, "back"), b);
        for (size_t j = 0; j < json_array_size(may); j++) {
            buf_put(b, j == 0 ? "(" : "/");
            put_int(b, (int)json_integer_value(json_array_get(may, j)));
        }
        buf_put(b, json_array_size(may) > 0 ? ")" : "");
    }
    buf_put_char(b, '\n');
}

static void put_cards(const struct scene *c, const json_t *trick, struct buf *b)
{
    for (size_t i = 0; i < json_array_size(trick); i++) {
        const json_t *card = json_array_get(trick, i);
        buf_put(b, i > 0 ? ", " : "");
        buf_put(b, scene_name(c, scene_int(card, "seat")));
        buf_put_char(b, ' ');
        scene_put_card(c, scene_text(card, "card"), b);
    }
}

static void put_last(const struct scene *c, const json_t *last, struct buf *b)
{
    label(c, b, MSG("tui.last-trick"));
    put_cards(c, json_object_get(last, "cards"), b);
    buf_put(b, " → ");
    buf_put(b, scene_name(c, scene_int(last, "winner")));
}

static void tell_luz(const struct scene *c, struct buf *b)
{
    const json_t *last = json_object_get(c->view, "last"),
                 *trick = json_object_get(c->view, "trick");
    label(c, b, MSG("tui.deal"));
    put_int(b, scene_int(c->view, "deal"));
    buf_put(b, "/4\n");
    for (int i = 0; i < c->seats; i++)
        tell_luz_seat(c, i, b);
    if (json_is_object(last)) {
        put_last(c, last, b);
        buf_put_char(b, '\n');
    }
    if (json_array_size(trick) > 0) {
        label(c, b, MSG("tui.trick"));
        put_cards(c, trick, b);
        buf_put_char(b, '\n');
    }
}

/* ---- Smitten ---- */

static void put_square(const struct scene *c, const char *square, struct buf *b)
{
    const json_t *cards = json_object_get(json_object_get(c->view, "squares"), square);
    buf_put(b, scene_word(c, square[0] == 'L' ? MSG("tui.square-left") : MSG("tui.square-right")));
    buf_put_char(b, ':');
    for (int n = 1; n <= 9; n++) {
        bool there = false;
        for (size_t i = 0; i < json_array_size(cards); i++)
            there = there || json_integer_value(json_array_get(cards, i)) == n;
        buf_put(b, n == 4 || n == 7 ? " / " : " ");
        if (there)
            put_int(b, n);
        else
            buf_put_char(b, '-');
    }
    buf_put_char(b, '\n');
}

static void tell_hand(const struct scene *c, int i, struct buf *b)
{
    const json_t *hand = json_array_get(json_object_get(c->view, "hands"), (size_t)i);
    const json_t *cards = json_object_get(hand, "cards");
    if (c->seats == 1) {
        scene_put(c, b, MSG("tui.hand"), i == 0 ? "A" : "B", NULL);
        buf_put_char(b, ':');
    } else {
        buf_put(b, c->name[i]);
        buf_put(b, scene_colon(c));
    }
    for (size_t j = 0; j < json_array_size(cards); j++) {
        const json_t *card = json_array_get(cards, j);
        buf_put_char(b, ' ');
        put_int(b, scene_int(card, "card"));
        buf_put(b, json_is_true(json_object_get(card, "revealed")) && c->seats > 1 ? "!" : "");
    }
    int hidden =
        scene_int(hand, "hidden") + (json_is_true(json_object_get(hand, "closed")) ? 1 : 0);
    for (int j = 0; j < hidden; j++)
        buf_put(b, " ?");
    char memory[SCENE_LINE_MAX];
    struct buf said;
    buf_init(&said, memory, sizeof memory);
    if (scene_tell_said(c, i, &said)) {
        buf_put(b, ". ");
        label(c, b, MSG("tui.says"));
        buf_put(b, said.text);
        buf_put(b, " (");
        scene_tell_moment(c, i, b);
        buf_put_char(b, ')');
    }
    buf_put_char(b, '\n');
}

static void tell_smitten(const struct scene *c, struct buf *b)
{
    put_square(c, "L", b);
    put_square(c, "R", b);
    label(c, b, MSG("tui.deck"));
    put_int(b, scene_int(c->view, "deck"));
    buf_put_char(b, '\n');
    tell_hand(c, 0, b);
    tell_hand(c, 1, b);
}

static void tell_any(const struct scene *c, struct buf *b)
{
    char *text = json_dumps(c->view, JSON_COMPACT);
    buf_put(b, text != NULL ? text : "");
    buf_put_char(b, '\n');
    free(text);
}

void scene_tell_view(const struct scene *c, struct buf *b)
{
    if (scene_is_bare(c))
        return;
    if (strcmp(c->game->name, "photograph") == 0)
        tell_photograph(c, b);
    else if (strcmp(c->game->name, "luz") == 0)
        tell_luz(c, b);
    else if (strcmp(c->game->name, "smitten") == 0)
        tell_smitten(c, b);
    else
        tell_any(c, b);
}

bool scene_tell_passing(const struct scene *c, struct buf *b)
{
    const json_t *last = scene_passing(c);
    if (last == NULL)
        return false;
    if (json_is_object(last)) {
        put_last(c, last, b);
        return true;
    }
    label(c, b, MSG("tui.shots"));
    put_shots(c, last, true, b);
    return true;
}

void scene_tell_passing_short(const struct scene *c, struct buf *b)
{
    const json_t *shots = scene_passing(c);
    int seat = -1;
    for (size_t i = 0; i < json_array_size(shots); i++) {
        const json_t *shot = json_array_get(shots, i);
        if (i == 0 || scene_int(shot, "seat") != seat) {
            char name[SCENE_NAME_MAX];
            seat = scene_int(shot, "seat");
            snprintf(name, sizeof name, "%s", scene_name(c, seat));
            name[strcspn(name, "(")] = '\0'; /* without its level */
            buf_put(b, i > 0 ? " · " : "");
            buf_put(b, name);
            buf_put(b, name[0] != '\0' && name[strlen(name) - 1] == ' ' ? "" : " ");
        } else {
            buf_put_char(b, ' ');
        }
        scene_put_card(c, scene_text(shot, "card"), b);
        buf_put(b, json_is_true(json_object_get(shot, "blurry")) ? "≈" : "");
        buf_put(b, json_is_true(json_object_get(shot, "good")) ? "★" : "");
    }
}

void scene_tell_kept(const struct scene *c, int seat, const json_t *shown, struct buf *b)
{
    const json_t *shots = json_object_get(shown, "shots");
    size_t n = json_array_size(shots);
    if (n == 0)
        return;
    label(c, b, MSG("tui.shots"));
    if (seat >= 0 && scene_int(json_array_get(shots, 0), "seat") == seat &&
        scene_int(json_array_get(shots, n - 1), "seat") == seat)
        put_seat_shots(c, shots, 0, is_aided(c), b);
    else
        put_shots(c, shots, is_aided(c), b);
}
