/* Recorded games at the terminal: see past.h. */
#include "tui/past.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* ---- Names ---- */

/* Copies a name by whole characters, without control characters, which a terminal might obey. */
static void copy_name(const char *from, char to[SCENE_NAME_MAX])
{
    size_t n = 0;
    for (size_t len; *from != '\0'; from += len) {
        unsigned char first = (unsigned char)from[0], second = (unsigned char)from[1];
        bool control = first < ' ' || first == 0x7f || (first == 0xc2 && second < 0xa0);
        for (len = 1; ((unsigned char)from[len] & 0xc0) == 0x80;)
            len++;
        if (n + len >= SCENE_NAME_MAX)
            break;
        memcpy(to + n, control ? "?" : from, control ? 1 : len);
        n += control ? 1 : len;
    }
    to[n] = '\0';
}

static void put_name(const struct past *past, const char *id, const char *number, const char *level,
                     char out[SCENE_NAME_MAX])
{
    const char *args[] = {number, level};
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    words_format(&b, words_get(past->language, id), args, 2);
    copy_name(b.text, out);
}

/* The text of list `key` for a seat; NULL: there is none. */
static const char *text_at(const json_t *object, const char *key, int seat)
{
    return json_string_value(json_array_get(json_object_get(object, key), (size_t)seat));
}

/* A seat of a game that was played at this terminal: a bot's level, or null for a person. */
static void name_local(struct past *past, const json_t *local, int seat, int people)
{
    const char *level = text_at(local, "seats", seat), *number = BUF_INT(seat + 1);
    const char *id = level != NULL ? MSG("tui.name-bot")
                     : people == 1 ? MSG("tui.name-you")
                                   : MSG("tui.name-player");
    put_name(past, id, number, level, past->name[seat]);
}

static void name_other(struct past *past, const json_t *root, int seat)
{
    const char *name = text_at(root, "names", seat);
    if (name == NULL || name[0] == '\0')
        put_name(past, MSG("review.seat-name"), BUF_INT(seat), "", past->name[seat]);
    else if (strncmp(name, "bot:", 4) == 0)
        put_name(past, MSG("tui.name-bot"), BUF_INT(seat + 1), name + 4, past->name[seat]);
    else
        copy_name(name, past->name[seat]);
}

static void name_seats(struct past *past, const json_t *root)
{
    const json_t *local = json_object_get(root, "local");
    bool here = json_array_size(json_object_get(local, "seats")) == (size_t)past->seats;
    int people = 0;
    for (int i = 0; i < past->seats; i++)
        people += text_at(local, "seats", i) == NULL;
    past->named = here || json_array_size(json_object_get(root, "names")) > 0;
    for (int i = 0; i < past->seats; i++) {
        if (here)
            name_local(past, local, i, people);
        else
            name_other(past, root, i);
    }
}

/* ---- Moments ---- */

bool past_open(struct past *past, enum words_language language, const char *line, size_t len,
               struct problem *p)
{
    *past = (struct past){.language = language, .replay = replay_open(line, len, p)};
    if (past->replay == NULL)
        return false;
    const struct record *record = replay_record(past->replay);
    past->game = record->setup.game;
    past->seats = record->setup.seats;
    past->steps = replay_count_steps(past->replay);
    name_seats(past, record->root);
    return true;
}

void past_open_told(struct past *past, const struct scene *c, json_t *moments)
{
    *past = (struct past){.language = c->language,
                          .told = moments,
                          .game = c->game,
                          .seats = c->seats,
                          .steps = (int)json_array_size(moments) - 1,
                          .named = true};
    memcpy(past->name, c->name, sizeof past->name);
}

void past_clear(struct past *past)
{
    replay_close(past->replay);
    json_decref(past->told);
    past->replay = NULL;
    past->told = NULL;
}

static json_t *read_moment(const struct past *past, int step, int seat, bool open)
{
    struct strbuf out = STRBUF_EMPTY;
    if (past->told != NULL)
        return json_incref(json_array_get(past->told, (size_t)step));
    replay_write(past->replay, step, seat, open, &out);
    json_t *moment = memory_check(json_loadb(out.text, out.len, 0, NULL));
    strbuf_clear(&out);
    return moment;
}

json_t *past_event(const struct past *past, int step)
{
    json_t *moment = read_moment(past, step, GAME_SPECTATOR, false);
    json_t *event = json_incref(json_object_get(moment, "event"));
    json_decref(moment);
    return event;
}

json_t *past_look(const struct past *past, int step, int seat, bool open, struct scene *c)
{
    json_t *moment = read_moment(past, step, seat, open);
    c->language = past->language;
    c->game = past->game;
    c->seats = past->seats;
    c->seat = seat;
    c->open = open;
    c->watching = true;
    scene_take_table(c, moment);
    memcpy(c->name, past->name, sizeof c->name);
    return moment;
}

void past_describe_event(const struct past *past, int step, int seat, bool open, struct buf *b)
{
    static struct scene before;
    scene_init(&before, past->language);
    json_t *moment = read_moment(past, step, seat, open);
    json_decref(past_look(past, step - 1, seat, open, &before));
    scene_describe_event(&before, json_object_get(moment, "event"), false, b);
    json_decref(moment);
    scene_clear(&before);
}
