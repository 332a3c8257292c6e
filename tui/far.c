/* A server's table in words: see far.h. */
#include "tui/far.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const phrases[][2] = {
    {"hello", MSG("phrase.hello")},
    {"thanks", MSG("phrase.thanks")},
    {"well-played", MSG("phrase.well-played")},
    {"good-luck", MSG("phrase.good-luck")},
    {"sorry", MSG("phrase.sorry")},
    {"thinking", MSG("phrase.thinking")},
    {"again", MSG("phrase.again")},
    {"bye", MSG("phrase.bye")},
};
enum { PHRASES = sizeof phrases / sizeof phrases[0] };

const char *far_phrase(int i)
{
    return i >= 0 && i < PHRASES ? phrases[i][0] : NULL;
}

const char *far_phrase_word(int i)
{
    return phrases[i][1];
}

void far_look(struct scene *c, const struct remote *r)
{
    if (r->game != NULL) {
        scene_look_far(c, r);
        return;
    }
    scene_clear(c);
    c->n = 0;
    c->chosen = -1;
    c->may = c->talk = false;
}

/* ---- Events ---- */

static void put_talk(const struct scene *c, const json_t *e, struct buf *out)
{
    const char *phrase = scene_text(e, "phrase");
    const char *text = scene_text(e, "text");
    for (int i = 0; i < PHRASES; i++)
        if (strcmp(phrase, phrases[i][0]) == 0)
            text = scene_word(c, phrases[i][1]);
    buf_put(out, scene_text(e, "name"));
    buf_put(out, scene_colon(c));
    scene_put(c, out, MSG("tui.quote"), text, NULL);
}

static void put_move(const struct scene *c, const json_t *e, struct buf *out)
{
    int seat = scene_int(e, "seat");
    const char *text = scene_text(e, "text");
    if (seat < 0 || seat >= c->seats)
        return;
    if (text[0] != '\0') {
        scene_tell_move(c, seat, text, out);
        return;
    }
    buf_put(out, c->name[seat]);
    buf_put(out, scene_colon(c));
    buf_put(out, scene_word(c, MSG("tui.has-chosen")));
}

void far_put_event(const struct scene *c, const struct remote *r, const json_t *event,
                   struct buf *out)
{
    static const char *const rows[][2] = {
        {"stand", MSG("far.stand")}, {"start", MSG("far.start")},
        {"deal", MSG("tui.dealt")},  {"takeback", MSG("far.takeback")},
        {"over", MSG("far.over")},   {"rematch", MSG("far.rematch")},
        {"free", MSG("far.stand")},  {NULL, NULL},
    };
    const char *kind = scene_text(event, "e");
    const char *who = scene_name(c, scene_int(event, "seat"));
    (void)r;
    for (int i = 0; rows[i][0] != NULL; i++)
        if (strcmp(kind, rows[i][0]) == 0)
            scene_put(c, out, rows[i][1], NULL);
    if (strcmp(kind, "talk") == 0)
        put_talk(c, event, out);
    else if (strcmp(kind, "move") == 0)
        put_move(c, event, out);
    else if (strcmp(kind, "sit") == 0 || strcmp(kind, "create") == 0)
        scene_put(c, out, MSG("far.sit"), scene_text(event, "name"), NULL);
    else if (strcmp(kind, "bot") == 0)
        scene_put(c, out, MSG("far.bot"), scene_text(event, "level"), NULL);
    else if (strcmp(kind, "ask") == 0)
        scene_put(c, out, MSG("far.ask"), who, NULL);
    else if (strcmp(kind, "agree") == 0)
        scene_put(c, out,
                  json_is_true(json_object_get(event, "yes")) ? MSG("far.agree")
                                                              : MSG("far.refuse"),
                  who, NULL);
    else if (strcmp(kind, "leave") == 0)
        scene_put(c, out, MSG("far.leave"), who, NULL);
    else if (strcmp(kind, "standin") == 0)
        scene_put(c, out, MSG("far.standin"), who, scene_text(event, "level"), NULL);
    else if (strcmp(kind, "back") == 0)
        scene_put(c, out, MSG("far.back"), who, NULL);
}

/* ---- Lines ---- */

/* The usual level of this game's bots, for free chairs. */
static bool let_bots_sit(struct remote *r)
{
    const struct bot *bot = r->game != NULL ? session_usual_bot(r->game) : NULL;
    return remote_begin(r, bot != NULL ? bot->name : "random");
}

bool far_obey(struct remote *r, const char *line)
{
    static const char *const plain[] = {"takeback", "leave", "back", "rematch"};
    if (strncmp(line, "talk ", 5) == 0)
        return remote_talk(r, line + 5), true;
    if (strncmp(line, "phrase ", 7) == 0)
        return remote_phrase(r, line + 7), true;
    if (strcmp(line, "yes") == 0 || strcmp(line, "no") == 0)
        return remote_agree(r, line[0] == 'y'), true;
    if (strcmp(line, "bots") == 0)
        return let_bots_sit(r), true;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(line, plain[i]) == 0)
            return remote_ask(r, plain[i]), true;
    return false;
}

/* ---- Around the game ---- */

static void put_chair(const struct scene *c, const struct remote *r, const json_t *chair,
                      struct buf *out)
{
    const char *level = scene_text(chair, "bot"), *name = scene_text(chair, "name");
    char number[16];
    int n = scene_int(chair, "chair");
    snprintf(number, sizeof number, "%d", n + 1);
    buf_put(out, number);
    buf_put(out, "  ");
    if (level[0] != '\0')
        scene_put(c, out, MSG("tui.name-bot"), number, level, NULL);
    else if (json_is_null(json_object_get(chair, "player")))
        buf_put(out, scene_word(c, MSG("far.free-chair")));
    else
        buf_put(out, name);
    if (n >= 0 && n == remote_chair(r)) {
        buf_put(out, "  ← ");
        scene_put(c, out, MSG("tui.name-you"), NULL);
    }
    buf_put_char(out, '\n');
}

void far_put_waiting(const struct scene *c, const struct remote *r, struct buf *out)
{
    char link[sizeof r->place.origin + sizeof r->place.table + 4];
    size_t i;
    json_t *chair;
    if (r->game == NULL && json_object_size(r->table) > 0) {
        scene_put(c, out, MSG("far.unknown-game"), scene_text(r->table, "game"), NULL);
        return;
    }
    if (strcmp(remote_phase(r), "open") != 0) {
        scene_put(c, out, MSG("far.connecting"), r->place.origin, NULL);
        return;
    }
    snprintf(link, sizeof link, "%s/t/%s", r->place.origin, r->place.table);
    scene_put(c, out, MSG("far.waiting"), link, NULL);
    buf_put(out, "\n\n");
    json_array_foreach(json_object_get(r->table, "people"), i, chair) put_chair(c, r, chair, out);
    if (remote_is_host(r)) {
        buf_put_char(out, '\n');
        scene_put(c, out, MSG("far.host"), NULL);
    }
}

bool far_put_question(const struct scene *c, const struct remote *r, struct buf *out)
{
    const json_t *asked = json_object_get(r->table, "ask");
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(asked, "waiting"), i, seat)
    {
        if (json_integer_value(seat) != c->seat)
            continue;
        scene_put(c, out, MSG("far.question"), scene_name(c, scene_int(asked, "seat")), NULL);
        return true;
    }
    return false;
}

void far_keep_record(struct tui_far *far)
{
    struct remote *r = far->remote;
    struct grow text;
    if (strcmp(remote_phase(r), "over") != 0 || remote_seat(r) < 0) {
        far->asked = false;
        return;
    }
    if (!far->asked && r->live) {
        far->asked = remote_ask(r, "record");
        return;
    }
    if (r->record == NULL)
        return;
    char *line = json_dumps(r->record, JSON_COMPACT);
    json_decref(r->record);
    r->record = NULL;
    if (line == NULL || !saves_name(r->game->name, far->path)) {
        free(line);
        far->error = errno;
        return;
    }
    grow_init(&text);
    grow_put(&text, line);
    grow_put(&text, "\n");
    if (!saves_write(far->path, &text))
        far->error = errno;
    grow_clear(&text);
    free(line);
}
