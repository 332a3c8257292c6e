/*
 * Aids in words, and the own pencil: marks on own hidden cards, which stay in this program. A
 * card's marks go when it is played, all of them with a new deal.
 */
#include <stdlib.h>
#include <string.h>

#include "tui/face.h"

/* ---- Aids ---- */

/* A list of values with runs of three and more drawn together: `1-3 5`. */
static void put_values(const json_t *list, struct buf *b)
{
    size_t n = json_array_size(list);
    for (size_t i = 0, to; i < n; i = to) {
        long long from = json_integer_value(json_array_get(list, i));
        for (to = i + 1;
             to < n && json_integer_value(json_array_get(list, to)) == from + (long long)(to - i);)
            to++;
        to = to - i > 2 ? to : i + 1;
        buf_put(b, i > 0 ? " " : "");
        buf_put_int(b, from);
        if (to - i > 2) {
            buf_put_char(b, '-');
            buf_put_int(b, from + (long long)(to - i) - 1);
        }
    }
    buf_put(b, n == 0 ? "-" : "");
}

static void put_seats(const struct scene *c, const char *id, const json_t *seats, struct buf *b)
{
    struct buf names = BUF_ROOM(SCENE_LINE_MAX);
    for (size_t i = 0; i < json_array_size(seats); i++)
        scene_print(&names, "%s%s", i > 0 ? ", " : "",
                    scene_name(c, (int)json_integer_value(json_array_get(seats, i))));
    if (json_array_size(seats) == 0)
        return;
    buf_put(b, "; ");
    scene_put(c, b, id, names.text, NULL);
}

/* An own card: `3 R: 4-6; Ann can beat it`. */
static void put_own(const struct scene *c, const json_t *own, struct buf *b)
{
    const json_t *beaten = json_object_get(own, "beaten"), *sure = json_object_get(beaten, "sure"),
                 *maybe = json_object_get(beaten, "maybe");
    scene_print(b, "%d ", scene_int(own, "slot"));
    scene_put_card(c, scene_text(own, "set"), b);
    buf_put(b, scene_colon(c));
    put_values(json_object_get(own, "may"), b);
    put_seats(c, MSG("aids.beaten"), sure, b);
    put_seats(c, MSG("aids.beaten-maybe"), maybe, b);
    if (beaten != NULL && json_array_size(sure) + json_array_size(maybe) == 0)
        scene_print(b, "; %s", scene_word(c, MSG("aids.unbeaten")));
    buf_put_char(b, '\n');
}

static void put_partner(const struct scene *c, const json_t *partner, struct buf *b)
{
    const json_t *signals = json_object_get(partner, "signals");
    if (!json_is_object(partner))
        return;
    scene_put(c, b, MSG("aids.partner"), scene_name(c, scene_int(partner, "seat")), NULL);
    buf_put(b, scene_colon(c));
    put_values(json_object_get(partner, "may"), b);
    buf_put_char(b, '\n');
    if (json_array_size(signals) == 0)
        return;
    struct buf list = BUF_ROOM(SCENE_LINE_MAX);
    put_values(signals, &list);
    scene_put(c, b, MSG("aids.signals"), list.text, NULL);
    buf_put_char(b, '\n');
}

void scene_describe_aids(const struct scene *c, const json_t *aids, struct buf *b)
{
    const json_t *own = json_object_get(aids, "own"), *sets = json_object_get(aids, "sets"), *one;
    size_t i;
    if (strcmp(scene_text(json_object_get(c->view, "options"), "memory"), "strict") == 0)
        scene_print(b, "%s\n", scene_word(c, MSG("aids.strict")));
    if (json_array_size(own) > 0)
        scene_print(b, "%s\n", scene_word(c, MSG("aids.own")));
    json_array_foreach(own, i, one) put_own(c, one, b);
    put_partner(c, json_object_get(aids, "partner"), b);
    scene_print(b, "%s\n", scene_word(c, MSG("aids.unseen")));
    json_array_foreach(sets, i, one)
    {
        scene_put_card(c, scene_text(one, "set"), b);
        buf_put(b, scene_text(one, "set")[0] != '\0' ? scene_colon(c) : "");
        put_values(json_object_get(one, "unseen"), b);
        buf_put_char(b, '\n');
    }
}

/* ---- The pencil ---- */

/* How many values the own hidden card in that place can have; 0: there is none. */
static int count_hidden(const struct scene *c, int slot)
{
    const struct face *face = c->game != NULL ? face_find(c->game) : NULL;
    return face != NULL && face->count_hidden != NULL && c->seat >= 0 ? face->count_hidden(c, slot)
                                                                      : 0;
}

void scene_tidy_pencil(struct scene *c)
{
    struct scene_pencil *p = &c->pencil[c->seat < 0 ? 0 : c->seat];
    int part = scene_int(c->view, "deal");
    if (c->seat < 0)
        return;
    if (p->part != part)
        *p = (struct scene_pencil){.part = part};
    for (int slot = 1; slot <= SCENE_SLOTS; slot++)
        if (count_hidden(c, slot) == 0)
            p->noted[slot] = p->out[slot] = 0;
}

bool scene_put_pencil(const struct scene *c, int slot, struct buf *b)
{
    bool any = false;
    for (int value = 1; c->seat >= 0 && value <= SCENE_VALUES; value++) {
        bool out = c->pencil[c->seat].out[slot] >> value & 1;
        if (!out && (c->pencil[c->seat].noted[slot] >> value & 1) == 0)
            continue;
        scene_print(b, "%s%s%d", any ? " " : "", out ? "-" : "", value);
        any = true;
    }
    return any;
}

/* All marks, card by card. */
static void list_marks(const struct scene *c, struct buf *out)
{
    for (int slot = 1; slot <= SCENE_SLOTS; slot++) {
        struct buf marks = BUF_ROOM(SCENE_LINE_MAX);
        if (scene_put_pencil(c, slot, &marks))
            scene_print(out, "%s%d: %s", out->len > 0 ? "; " : "", slot, marks.text);
    }
    if (out->len == 0)
        buf_put(out, scene_word(c, MSG("aids.mark-none")));
}

/* Reads the values behind a slot: `4` is noted, `-4` struck out. False: one is wrong. */
static bool read_marks(const char *text, int most, uint16_t *noted, uint16_t *out)
{
    *noted = *out = 0;
    while (*text != '\0') {
        char *end;
        long n = strtol(text, &end, 10);
        if (end == text || n == 0 || labs(n) > most || (*end != ' ' && *end != '\0'))
            return false;
        *(n > 0 ? noted : out) |= (uint16_t)(1 << labs(n));
        text = end + strspn(end, " ");
    }
    return true;
}

bool scene_mark_card(struct scene *c, const char *line, struct buf *out)
{
    uint16_t noted, struck;
    if (strncmp(line, "mark", 4) != 0 || (line[4] != ' ' && line[4] != '\0'))
        return false;
    const char *text = line + 4 + strspn(line + 4, " ");
    char *end;
    long slot = strtol(text, &end, 10);
    if (*text == '\0') {
        list_marks(c, out);
        return true;
    }
    int most = slot >= 1 && slot <= SCENE_SLOTS && end > text ? count_hidden(c, (int)slot) : 0;
    if (most == 0 || !read_marks(end + strspn(end, " "), most, &noted, &struck)) {
        buf_put(out, scene_word(c, most == 0 ? MSG("aids.mark-slot") : MSG("aids.mark-help")));
        return true;
    }
    c->pencil[c->seat].noted[slot] = noted;
    c->pencil[c->seat].out[slot] = struck;
    list_marks(c, out);
    return true;
}
