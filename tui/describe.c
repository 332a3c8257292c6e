/* A scene in words: the parts that all games share; the game's face describes the rest. */
#include <string.h>

#include "tui/face.h"

void scene_label(const struct scene *c, struct buf *b, const char *id)
{
    buf_put(b, scene_word(c, id));
    buf_put(b, scene_colon(c));
}

/* The marks of the game's colours, ended by a row without an id. */
static const struct face_mark *marks_of(const struct scene *c)
{
    static const struct face_mark none[] = {{0, NULL}};
    const struct face_mark *marks = face_find(c->game)->marks;
    return marks != NULL ? marks : none;
}

const char *scene_mark(const struct scene *c, char letter)
{
    for (const struct face_mark *m = marks_of(c); m->id != NULL; m++)
        if (m->letter == letter)
            return scene_word(c, m->id);
    return "?";
}

void scene_put_marks(const struct scene *c, struct buf *b)
{
    for (const struct face_mark *m = marks_of(c); m->id != NULL; m++) {
        buf_put(b, m > marks_of(c) ? ", " : "");
        buf_put(b, scene_word(c, m->id));
        buf_put_char(b, ' ');
        buf_put(b, scene_colour(c, m->letter));
    }
}

static void put_actors(const struct scene *c, struct buf *b)
{
    for (int i = 0, n = 0; i < c->seats; i++) {
        if (!scene_acts(c, i))
            continue;
        buf_put(b, n++ > 0 ? ", " : "");
        buf_put(b, c->name[i]);
    }
}

void scene_describe_turn(const struct scene *c, struct buf *b)
{
    char memory[SCENE_LINE_MAX];
    struct buf who;
    buf_init(&who, memory, sizeof memory);
    put_actors(c, &who);
    const char *phase = scene_text(c->view, "phase");
    if (strcmp(phase, "over") == 0)
        scene_describe_end(c, b);
    else if (strcmp(phase, "deal") == 0)
        scene_put(c, b, MSG("turn.deal"), NULL);
    else
        face_find(c->game)->describe_turn(c, who.text, b);
}

static int score_of(const struct scene *c, int seat)
{
    const json_t *players = json_object_get(c->view, "players");
    if (players != NULL)
        return (int)json_integer_value(
            json_object_get(json_array_get(players, (size_t)seat), "score"));
    return (int)json_integer_value(
        json_array_get(json_object_get(c->view, "scores"), (size_t)seat));
}

void scene_describe_end(const struct scene *c, struct buf *b)
{
    char memory[SCENE_LINE_MAX], winners[SCENE_LINE_MAX];
    struct buf list, best;
    if (strcmp(scene_text(c->view, "phase"), "over") != 0)
        return;
    if (face_find(c->game)->describe_end != NULL) {
        face_find(c->game)->describe_end(c, b);
        return;
    }
    buf_init(&list, memory, sizeof memory);
    buf_init(&best, winners, sizeof winners);
    for (int i = 0; i < c->seats; i++) {
        buf_put(&list, i > 0 ? ", " : "");
        buf_put(&list, c->name[i]);
        buf_put_char(&list, ' ');
        buf_put_int(&list, score_of(c, i));
    }
    for (int i = 0; i < c->seats; i++) {
        if ((c->winners >> i & 1) == 0)
            continue;
        buf_put(&best, best.len > 0 ? ", " : "");
        buf_put(&best, c->name[i]);
    }
    scene_put(c, b, MSG("end.scores"), list.text, best.text, NULL);
}

void scene_describe_move(const struct scene *c, int seat, const char *text, struct buf *b)
{
    if (seat >= 0) {
        buf_put(b, c->name[seat]);
        buf_put(b, scene_colon(c));
    }
    face_find(c->game)->describe_move(c, text, b);
}

static void describe_event_move(const struct scene *c, const json_t *e, bool secret,
                                struct buf *out)
{
    int seat = scene_int(e, "seat");
    const char *text = scene_text(e, "text");
    if (seat < 0 || seat >= c->seats)
        return;
    if (text[0] != '\0' && !secret) {
        scene_describe_move(c, seat, text, out);
        return;
    }
    buf_put(out, c->name[seat]);
    buf_put(out, scene_colon(c));
    buf_put(out, scene_word(c, MSG("tui.has-chosen")));
}

bool scene_describe_event(const struct scene *c, const json_t *event, bool secret, struct buf *out)
{
    static const char *const rows[][2] = {
        {"deal", MSG("tui.dealt")},         {"takeback", MSG("online.takeback")},
        {"ask", MSG("online.ask")},         {"leave", MSG("online.leave")},
        {"back", MSG("online.back")},       {"agree", MSG("online.agree")},
        {"standin", MSG("online.standin")},
    };
    const char *kind = scene_text(event, "e");
    const char *id = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(kind, rows[i][0]) == 0)
            id = rows[i][1];
    if (strcmp(kind, "move") == 0) {
        describe_event_move(c, event, secret, out);
        return true;
    }
    if (strcmp(kind, "agree") == 0 && !json_is_true(json_object_get(event, "yes")))
        id = MSG("online.refuse");
    if (id != NULL)
        scene_put(c, out, id, scene_name(c, scene_int(event, "seat")), scene_text(event, "level"),
                  NULL);
    return id != NULL;
}

const char *scene_rules(const struct scene *c)
{
    return scene_word(c, face_find(c->game)->rules);
}

void scene_describe_view(const struct scene *c, struct buf *b)
{
    if (!scene_is_bare(c))
        face_find(c->game)->describe_view(c, b);
}

/* ---- Passing cards ---- */

const json_t *scene_find_shown(const struct scene *c, const json_t *shown)
{
    const struct face *face = face_find(c->game);
    return face->find_passing != NULL ? face->find_passing(shown, true) : NULL;
}

const json_t *scene_passing(const struct scene *c)
{
    const struct face *face = face_find(c->game);
    if (c->held != NULL)
        return scene_find_shown(c, c->held);
    return face->find_passing != NULL ? face->find_passing(c->view, false) : NULL;
}

bool scene_describe_passing(const struct scene *c, struct buf *b)
{
    const json_t *passing = scene_passing(c);
    if (passing != NULL)
        face_find(c->game)->describe_passing(c, passing, b);
    return passing != NULL;
}

void scene_describe_kept(const struct scene *c, int seat, const json_t *passing, struct buf *b)
{
    const struct face *face = face_find(c->game);
    if (passing != NULL && face->describe_kept != NULL)
        face->describe_kept(c, seat, passing, b);
}
