/* A scene in words: the parts that all games share; the game's face describes the rest. */
#include <string.h>

#include "tui/face.h"

void scene_label(const struct scene *c, struct buf *b, const char *id)
{
    scene_print(b, "%s%s", scene_word(c, id), scene_colon(c));
}

const char *scene_mark(const struct scene *c, char letter)
{
    for (const struct face_mark *m = face_find(c->game)->marks; m != NULL && m->id != NULL; m++)
        if (m->letter == letter)
            return scene_word(c, m->id);
    return "?";
}

void scene_put_marks(const struct scene *c, struct buf *b)
{
    for (const struct face_mark *m = face_find(c->game)->marks; m != NULL && m->id != NULL; m++) {
        scene_print(b, "%s%s %s", b->len > 0 ? ", " : "", scene_word(c, m->id),
                    scene_colour(c, m->letter));
    }
}

static void put_names(const struct scene *c, uint32_t seats, struct buf *b)
{
    for (int i = 0; i < c->seats; i++) {
        if ((seats >> i & 1) == 0)
            continue;
        scene_print(b, "%s%s", b->len > 0 ? ", " : "", c->name[i]);
    }
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

/* The end in words. */
static void describe_end(const struct scene *c, struct buf *b)
{
    if (face_find(c->game)->describe_end != NULL) {
        face_find(c->game)->describe_end(c, b);
        return;
    }
    struct buf list = BUF_ROOM(SCENE_LINE_MAX);
    struct buf best = BUF_ROOM(SCENE_LINE_MAX);
    for (int i = 0; i < c->seats; i++)
        scene_print(&list, "%s%s %d", i > 0 ? ", " : "", c->name[i], score_of(c, i));
    put_names(c, c->winners, &best);
    scene_put(c, b, MSG("end.scores"), list.text, best.text, NULL);
}

void scene_describe_turn(const struct scene *c, struct buf *b)
{
    struct buf who = BUF_ROOM(SCENE_LINE_MAX);
    put_names(c, c->actors, &who);
    const char *phase = scene_text(c->view, "phase");
    if (strcmp(phase, "over") == 0)
        describe_end(c, b);
    else if (strcmp(phase, "deal") == 0)
        scene_put(c, b, MSG("turn.deal"), NULL);
    else
        face_find(c->game)->describe_turn(c, who.text, b);
}

void scene_describe_move(const struct scene *c, const char *text, struct buf *b)
{
    face_find(c->game)->describe_move(c, text, b);
}

void scene_describe_choice(const struct scene *c, int seat, const char *text, struct buf *b)
{
    const struct face *face = face_find(c->game);
    if (c->open && face->describe_open_move != NULL)
        face->describe_open_move(c, seat, text, b);
    else
        face->describe_move(c, text, b);
}

void scene_describe_when(const struct scene *c, struct buf *b)
{
    if (face_find(c->game)->describe_when != NULL)
        face_find(c->game)->describe_when(c, b);
}

static void describe_event_move(const struct scene *c, const json_t *e, bool secret,
                                struct buf *out)
{
    int seat = scene_int(e, "seat");
    const char *text = scene_text(e, "text");
    if (seat < 0 || seat >= c->seats)
        return;
    scene_print(out, "%s%s", c->name[seat], scene_colon(c));
    if (text[0] != '\0' && !secret)
        scene_describe_choice(c, seat, text, out);
    else
        buf_put(out, scene_word(c, MSG("tui.has-chosen")));
}

bool scene_describe_event(const struct scene *c, const json_t *event, bool secret, struct buf *out)
{
    static const char *const rows[][2] = {
        {"deal", MSG("tui.dealt")},         {"takeback", MSG("online.takeback")},
        {"pause", MSG("pause.by")},         {"resume", MSG("pause.over")},
        {"ask", MSG("online.ask")},         {"leave", MSG("online.leave")},
        {"back", MSG("online.back")},       {"agree", MSG("online.agree")},
        {"standin", MSG("online.standin")}, {"undo", MSG("online.undo")},
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
    if (json_is_true(json_object_get(event, "practice")))
        id = MSG("online.undo");
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

void scene_describe_passing(const struct scene *c, struct buf *b)
{
    const json_t *passing = scene_passing(c);
    if (passing != NULL)
        face_find(c->game)->describe_passing(c, passing, b);
}

void scene_describe_kept(const struct scene *c, int seat, const json_t *passing, struct buf *b)
{
    const struct face *face = face_find(c->game);
    if (passing != NULL && face->describe_kept != NULL)
        face->describe_kept(c, seat, passing, b);
}

void scene_put_signs(const struct scene *c, struct buf *b)
{
    const struct face_sign *sign = face_find(c->game)->signs;
    for (; sign != NULL && sign->name != NULL; sign++) {
        scene_label(c, b, sign->name);
        scene_put(c, b, sign->about, NULL);
        scene_print(b, " (%s)\n", sign->rule);
    }
}
