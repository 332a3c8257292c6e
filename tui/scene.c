/* Scenes: see scene.h. */
#include "tui/scene.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"

enum { ARGS_MAX = 8 };

void scene_init(struct scene *c, enum words_language language)
{
    memset(c, 0, sizeof *c);
    c->language = language;
    c->chosen = -1;
}

void scene_clear(struct scene *c)
{
    json_decref(c->view);
    json_decref(c->preview);
    json_decref(c->held);
    json_decref(c->times);
    c->view = c->preview = c->held = c->times = NULL;
    c->actors = 0;
}

bool scene_is_bare(const struct scene *c)
{
    return strcmp(scene_text(c->view, "phase"), "deal") == 0 && scene_int(c->view, "deal") < 1;
}

const char *scene_word(const struct scene *c, const char *id)
{
    return words_get(c->language, id);
}

const char *scene_colon(const struct scene *c)
{
    return scene_word(c, MSG("tui.colon"));
}

void scene_format(struct buf *b, const char *pattern, va_list list)
{
    const char *args[ARGS_MAX];
    int n = 0;
    for (const char *arg; n < ARGS_MAX && (arg = va_arg(list, const char *)) != NULL; n++)
        args[n] = arg;
    words_format(b, pattern, args, n);
}

void scene_put(const struct scene *c, struct buf *b, const char *id, ...)
{
    va_list list;
    va_start(list, id);
    scene_format(b, scene_word(c, id), list);
    va_end(list);
}

void scene_print(struct buf *b, const char *format, ...)
{
    char text[SCENE_LINE_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    buf_put(b, text);
}

/* ---- Looking ---- */

bool scene_acts(const struct scene *c, int seat)
{
    return seat >= 0 && (c->actors >> seat & 1);
}

bool scene_read(const char *text, const char *form, int *n, char *letter)
{
    for (; *form != '\0'; form++) {
        char *end;
        if (*text == '\0')
            return false;
        if (*form == '?') {
            *letter = *text++;
        } else if (*form != '#') {
            if (*text++ != *form)
                return false;
        } else {
            long number = strtol(text, &end, 10);
            if (end == text || number < INT_MIN || number > INT_MAX)
                return false;
            *n++ = (int)number;
            text = end;
        }
    }
    return true;
}

/* Compares numbers by value, so that slot 10 follows slot 9. */
static int compare_text(const void *a, const void *b)
{
    const char *p = a, *q = b;
    for (; *p != '\0' && *q != '\0'; p++, q++) {
        if (*p >= '0' && *p <= '9' && *q >= '0' && *q <= '9') {
            int m = 0, n = 0;
            scene_read(p, "#", &m, NULL);
            scene_read(q, "#", &n, NULL);
            if (m != n)
                return m - n;
        } else if (*p != *q) {
            break;
        }
    }
    return (unsigned char)*p - (unsigned char)*q;
}

/* ---- Looking at a table ---- */

/* A person by name, with a note on their absence; a bot by its level. */
static void name_chair(struct scene *c, int seat, const json_t *chair)
{
    const char *level = scene_text(chair, "bot");
    bool mine = c->local != NULL ? c->people == 1 : seat == c->seat;
    const char *number = BUF_INT(seat + 1);
    struct buf b;
    buf_init(&b, c->name[seat], sizeof c->name[seat]);
    if (level[0] != '\0')
        scene_put(c, &b, MSG("tui.name-bot"), number, level, NULL);
    else if (mine)
        scene_put(c, &b, MSG("tui.name-you"), NULL);
    else if (c->local != NULL)
        scene_put(c, &b, MSG("tui.name-player"), number, NULL);
    else
        buf_put(&b, scene_text(chair, "name"));
    if (json_is_true(json_object_get(chair, "standin")))
        scene_put(c, &b, MSG("tui.name-standin"), NULL);
    else if (level[0] == '\0' && !mine && c->local == NULL &&
             !json_is_true(json_object_get(chair, "here")))
        scene_put(c, &b, MSG("tui.name-away"), NULL);
}

static void name_seats(struct scene *c, const json_t *people)
{
    size_t i;
    json_t *chair;
    memset(c->name, 0, sizeof c->name);
    c->bots = 0;
    json_array_foreach(people, i, chair)
    {
        int seat = scene_int(chair, "seat");
        if (seat < 0 || seat >= c->seats)
            continue;
        name_chair(c, seat, chair);
        if (scene_text(chair, "bot")[0] != '\0')
            c->bots |= UINT32_C(1) << seat;
    }
}

void scene_take_table(struct scene *c, const json_t *table)
{
    char before[GAME_TEXT_MAX] = "";
    bool plays = !c->watching && c->seat >= 0 && strcmp(scene_text(table, "phase"), "play") == 0;
    if (c->chosen >= 0 && c->chosen < c->n)
        memcpy(before, c->legal[c->chosen], sizeof before);
    scene_clear(c);
    json_t *view = json_object_get(table, "view");
    c->view = json_is_object(view) ? json_incref(view) : json_object();
    c->actors = remote_read_seats(json_object_get(c->view, "actors"));
    c->times = json_incref(json_object_get(table, "times"));
    c->looked_ms = clock_ms();
    name_seats(c, json_object_get(table, "people"));
    const json_t *legal = json_object_get(table, "legal");
    c->may = plays && (scene_acts(c, c->seat) || json_array_size(legal) > 0);
    /* Rule S3.2: from the deal to the end, also out of turn. */
    c->talk = plays && c->game->signal != NULL && c->seats > 1 &&
              strcmp(scene_text(c->view, "phase"), "deal") != 0;
    c->winners = remote_read_seats(json_object_get(json_object_get(table, "result"), "winners"));
    c->n = remote_read_moves(c->may ? legal : NULL, c->legal);
    qsort(c->legal, (size_t)c->n, GAME_TEXT_MAX, compare_text);
    scene_tidy_pencil(c);
    int keep = scene_find(c, before);
    scene_choose(c, keep >= 0 ? keep : c->n > 0 ? 0 : -1);
}

void scene_look(struct scene *c, const struct local *l, int seat)
{
    c->local = l;
    c->game = l->t->plan.setup.game;
    c->seats = l->t->plan.setup.seats;
    c->seat = seat;
    c->people = __builtin_popcount(local_people(l));
    json_t *table = local_look(l, seat);
    scene_take_table(c, table);
    json_decref(table);
}

void scene_look_online(struct scene *c, const struct remote *r)
{
    c->game = r->game;
    c->seats = remote_seats(r);
    c->seat = remote_seat(r);
    c->people = 1; /* at this keyboard */
    scene_take_table(c, r->table);
}

bool scene_take_back(const struct scene *c, struct local *l, const char *line, struct buf *out)
{
    struct problem p = PROBLEM_EMPTY;
    bool good, yes = strcmp(line, "yes") == 0;
    if (strcmp(line, "takeback") == 0)
        good = local_take_back(l, &p);
    else if (yes || strcmp(line, "no") == 0)
        good = local_agree(l, yes, &p);
    else
        return false;
    if (!good)
        problem_write(&p, c->language, out);
    else if (l->t->ask_seat >= 0)
        scene_put(c, out, MSG("online.question"), scene_name(c, l->t->ask_seat), NULL);
    return true;
}

void scene_choose(struct scene *c, int i)
{
    json_decref(c->preview);
    c->preview = NULL;
    c->chosen = i;
    if (i < 0 || c->local == NULL)
        return;
    struct buf b = BUF_ROOM(GAME_JSON_MAX);
    local_preview(c->local, c->seat, c->legal[i], &b);
    c->preview = b.len > 0 ? json_loads(b.text, 0, NULL) : NULL;
}

int scene_find(const struct scene *c, const char *text)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->legal[i], text) == 0)
            return i;
    return -1;
}

void scene_copy_near(const struct scene *c, int by, char want[GAME_TEXT_MAX])
{
    memcpy(want, c->legal[(c->chosen + by + c->n) % c->n], GAME_TEXT_MAX);
}

int scene_int(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}

const char *scene_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

const char *scene_item(const json_t *list, size_t i)
{
    const char *text = json_string_value(json_array_get(list, i));
    return text != NULL ? text : "";
}

const char *scene_name(const struct scene *c, int seat)
{
    return seat >= 0 && seat < c->seats ? c->name[seat] : "?";
}

const char *scene_colour(const struct scene *c, char letter)
{
    static const char *const ids[] = {MSG("colour.B"), MSG("colour.R"), MSG("colour.Y"),
                                      MSG("colour.G"), MSG("colour.N"), MSG("colour.S"),
                                      MSG("colour.V")};
    static const char letters[] = "BRYGNSV";
    const char *at = letter != '\0' ? strchr(letters, letter) : NULL;
    return at != NULL ? scene_word(c, ids[at - letters]) : "?";
}

const char *scene_card(const struct scene *c, const char *card, char out[SCENE_CARD_MAX])
{
    const char *mark = scene_mark(c, card[0]);
    size_t rest = card[0] != '\0' ? strspn(card + 1, "0123456789+-") : 0;
    if (mark[0] == '?' || card[1 + rest] != '\0' || strlen(mark) + rest >= SCENE_CARD_MAX)
        return card;
    snprintf(out, SCENE_CARD_MAX, "%s%s", mark, card + 1);
    return out;
}

void scene_put_card(const struct scene *c, const char *card, struct buf *b)
{
    char text[SCENE_CARD_MAX];
    buf_put(b, scene_card(c, card, text));
}

int scene_width(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}
