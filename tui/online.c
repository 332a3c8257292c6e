/* A server's table in words: see online.h. */
#include "tui/online.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"

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
enum { PHRASES = sizeof phrases / sizeof phrases[0], KNOWN_MAX = 64, RECORD_WAIT_MS = 5000 };

const char *online_phrase(int i)
{
    return i >= 0 && i < PHRASES ? phrases[i][0] : NULL;
}

const char *online_phrase_word(int i)
{
    return phrases[i][1];
}

bool online_is_news(json_t *known, const json_t *shown)
{
    size_t i;
    json_t *one;
    if (shown == NULL)
        return false;
    json_array_foreach(known, i, one) if (json_equal(one, shown)) return false;
    if (json_array_size(known) >= KNOWN_MAX)
        json_array_remove(known, 0);
    json_array_append_new(known, json_deep_copy(shown));
    return true;
}

void online_look(struct scene *c, const struct remote *r)
{
    if (r->game != NULL) {
        scene_look_online(c, r);
        return;
    }
    scene_clear(c);
    c->n = 0;
    c->chosen = -1;
    c->may = c->talk = false;
}

/* ---- Chairs ---- */

static void put_chair_name(const struct scene *c, const json_t *chair, struct buf *out)
{
    const char *level = scene_text(chair, "bot");
    if (level[0] != '\0')
        scene_put(c, out, MSG("tui.name-bot"), BUF_INT(scene_int(chair, "chair") + 1), level, NULL);
    else if (json_is_null(json_object_get(chair, "player")))
        buf_put(out, scene_word(c, MSG("online.free-chair")));
    else
        buf_put(out, scene_text(chair, "name"));
}

/* The message id for the player who begins; NULL: the game has no such option. */
static const char *begins_word(const struct game *g)
{
    static const char *const rows[][2] = {{"first", MSG("begins.first")},
                                          {"dealer", MSG("begins.dealer")}};
    const char *name = g != NULL && g->begins >= 0 ? g->options[g->begins].name : "";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(name, rows[i][0]) == 0)
            return rows[i][1];
    return NULL;
}

/* The beginner: the person on that chair, or a draw. */
static void put_begins(const struct scene *c, const struct remote *r, const json_t *number,
                       struct buf *out)
{
    const char *word = begins_word(r->game);
    const json_t *people = json_object_get(r->table, "people");
    if (word == NULL)
        return;
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (json_is_integer(number) && json_integer_value(number) >= 0)
        put_chair_name(c, json_array_get(people, (size_t)json_integer_value(number)), &b);
    else
        buf_put(&b, scene_word(c, MSG("begins.lot")));
    scene_put(c, out, MSG("begins.line"), scene_word(c, word), b.text, NULL);
}

/* ---- Events ---- */

void online_note_shown(struct remote *r, const json_t *passing)
{
    json_array_append_new(r->events,
                          json_pack("{s:s,s:o}", "e", "shown", "passing", json_deep_copy(passing)));
}

static void put_talk(const struct scene *c, const json_t *e, struct buf *out)
{
    const char *phrase = scene_text(e, "phrase");
    const char *text = scene_text(e, "text");
    for (int i = 0; i < PHRASES; i++)
        if (strcmp(phrase, phrases[i][0]) == 0)
            text = scene_word(c, phrases[i][1]);
    scene_print(out, "%s%s", scene_text(e, "name"), scene_colon(c));
    scene_put(c, out, MSG("tui.quote"), text, NULL);
}

/* An order of the host; a spectator may have no name here. */
static void put_order(const struct scene *c, const json_t *e, bool remove, struct buf *out)
{
    const char *name = scene_text(e, "name");
    const char *id = remove                                   ? MSG("online.remove")
                     : json_is_true(json_object_get(e, "on")) ? MSG("online.silence")
                                                              : MSG("online.unsilence");
    scene_put(c, out, id, name[0] != '\0' ? name : scene_word(c, MSG("online.somebody")), NULL);
}

void online_put_event(const struct scene *c, const struct remote *r, const json_t *event,
                      struct buf *out)
{
    static const char *const rows[][2] = {
        {"stand", MSG("online.stand")},
        {"start", MSG("online.start")},
        {"over", MSG("online.over")},
        {"free", MSG("online.stand")},
        {"rematch", MSG("online.rematch")},
        {"late", MSG("online.late")},
        {NULL, NULL},
    };
    const char *kind = scene_text(event, "e");
    if (scene_describe_event(c, event, false, out))
        return;
    for (int i = 0; rows[i][0] != NULL; i++)
        if (strcmp(kind, rows[i][0]) == 0)
            scene_put(c, out, rows[i][1], NULL);
    if (strcmp(kind, "talk") == 0)
        put_talk(c, event, out);
    else if (strcmp(kind, "shown") == 0)
        scene_describe_kept(c, -1, json_object_get(event, "passing"), out);
    else if (strcmp(kind, "sit") == 0 || strcmp(kind, "create") == 0)
        scene_put(c, out, MSG("online.sit"), scene_text(event, "name"), NULL);
    else if (strcmp(kind, "bot") == 0)
        scene_put(c, out, MSG("online.bot"), scene_text(event, "level"), NULL);
    else if (strcmp(kind, "fair") == 0)
        buf_put(out, scene_text(event, "text"));
    else if (strcmp(kind, "remove") == 0 || strcmp(kind, "silence") == 0)
        put_order(c, event, kind[0] == 'r', out);
    else if (strcmp(kind, "begins") == 0)
        put_begins(c, r, json_object_get(event, "chair"), out);
}

/* ---- Lines ---- */

/* `begins 2` chooses the chair shown as 2, `begins lot` a draw. */
static bool name_begins(struct remote *r, const char *text)
{
    char *end;
    long chair = strtol(text, &end, 10);
    bool number = *end == '\0' && end != text && chair >= 1 && chair <= 1000;
    if (!number && strcmp(text, "lot") != 0)
        return false;
    remote_ask_with(r, "begins", "chair", number ? json_integer(chair - 1) : json_null());
    return true;
}

bool online_obey(struct remote *r, const char *line)
{
    static const char *const plain[] = {"takeback", "leave", "back", "rematch", "aids"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(line, plain[i]) == 0)
            return remote_ask(r, plain[i]), true;
    if (strncmp(line, "begins ", 7) == 0)
        return name_begins(r, line + 7);
    if (strncmp(line, "talk ", 5) == 0)
        remote_ask_with(r, "talk", "text", json_string(line + 5));
    else if (strncmp(line, "phrase ", 7) == 0)
        remote_ask_with(r, "talk", "phrase", json_string(line + 7));
    else if (strcmp(line, "yes") == 0 || strcmp(line, "no") == 0)
        remote_ask_with(r, "agree", "yes", json_boolean(line[0] == 'y'));
    else if (strcmp(line, "pause") == 0 || strcmp(line, "resume") == 0)
        remote_ask_with(r, "pause", "on", json_boolean(line[0] == 'p'));
    else if (strcmp(line, "bots") == 0 && r->game != NULL) /* they take the free chairs */
        remote_ask_with(r, "start", "level", json_string(bots_usual(r->game)->name));
    else
        return online_keep_order(r, line);
    return true;
}

/* ---- Around the game ---- */

static void put_chair(const struct scene *c, const struct remote *r, const json_t *chair,
                      struct buf *out)
{
    int n = scene_int(chair, "chair");
    scene_print(out, "%d  ", n + 1);
    put_chair_name(c, chair, out);
    if (n >= 0 && n == remote_chair(r))
        scene_print(out, "  ← %s", scene_word(c, MSG("tui.name-you")));
    buf_put_char(out, '\n');
}

void online_put_waiting(const struct scene *c, const struct remote *r, struct buf *out)
{
    char link[sizeof r->link.origin + sizeof r->link.table + 4];
    size_t i;
    json_t *chair;
    if (r->game == NULL && json_object_size(r->table) > 0) {
        scene_put(c, out, MSG("online.unknown-game"), scene_text(r->table, "game"), NULL);
        return;
    }
    if (strcmp(remote_phase(r), "open") != 0) {
        scene_put(c, out, MSG("online.connecting"), r->link.origin, NULL);
        return;
    }
    snprintf(link, sizeof link, "%s/t/%s", r->link.origin, r->link.table);
    scene_put(c, out, MSG("online.waiting"), link, NULL);
    buf_put(out, "\n\n");
    json_array_foreach(json_object_get(r->table, "people"), i, chair) put_chair(c, r, chair, out);
    if (begins_word(r->game) != NULL) {
        buf_put_char(out, '\n');
        put_begins(c, r, json_object_get(r->table, "begins"), out);
        buf_put_char(out, '\n');
    }
    buf_put_char(out, '\n');
    bool aids = json_is_true(json_object_get(r->table, "aids"));
    scene_put(c, out, MSG("aids.table"), scene_word(c, aids ? MSG("page.on") : MSG("page.off")),
              NULL);
    buf_put_char(out, '\n');
    if (!remote_is_host(r))
        return;
    scene_print(out, "\n%s", scene_word(c, MSG("online.host")));
    if (begins_word(r->game) != NULL)
        scene_print(out, "\n%s", scene_word(c, MSG("online.begins-host")));
}

bool online_put_question(const struct scene *c, const struct remote *r, struct buf *out)
{
    const json_t *asked = json_object_get(r->table, "ask");
    const json_t *pause = json_object_get(r->table, "pause");
    uint32_t waiting = remote_read_seats(json_object_get(asked, "waiting"));
    if (json_is_object(pause)) {
        scene_put(c, out, MSG("pause.by"), scene_name(c, scene_int(pause, "seat")), NULL);
        return true;
    }
    if (c->seat < 0 || (waiting >> c->seat & 1) == 0)
        return false;
    scene_put(c, out, MSG("online.question"), scene_name(c, scene_int(asked, "seat")), NULL);
    return true;
}

/* Checks the deal against what we saw before the game, and puts the result among the events. */
static void check_deal(struct tui_online *online, const char *line)
{
    struct remote *r = online->remote;
    struct verify_seen seen;
    struct verify_notes notes;
    struct problem p = PROBLEM_EMPTY;
    struct buf b = BUF_ROOM(PROBLEM_TEXT_MAX);
    remote_read_seen(r, &seen);
    bool good = verify_record(line, strlen(line), &seen, &notes, &p);
    buf_put(&b, words_get(online->language, good ? MSG("online.fair") : MSG("online.unfair")));
    for (int i = 0; good && i < notes.n; i++) {
        buf_put_char(&b, ' ');
        problem_write(&notes.note[i], online->language, &b);
    }
    if (!good)
        buf_put_char(&b, ' ');
    problem_write(&p, online->language, &b);
    if (online->leaving) {
        table_copy(online->fair, sizeof online->fair, b.text);
        return;
    }
    json_array_append_new(r->events, json_pack("{s:s,s:s}", "e", "fair", "text", b.text));
    r->changes++;
}

void online_keep_record(struct tui_online *online)
{
    struct remote *r = online->remote;
    struct strbuf text = STRBUF_EMPTY;
    if (strcmp(remote_phase(r), "over") != 0 || remote_seat(r) < 0) {
        online->asked = online->waiting = false;
        free(online->record);
        online->record = NULL;
        return;
    }
    if (!online->asked && r->live) {
        online->asked = online->waiting = remote_ask(r, "record");
        return;
    }
    if (r->record == NULL)
        return;
    online->waiting = false;
    char *line = json_dumps(r->record, JSON_COMPACT);
    json_decref(r->record);
    r->record = NULL;
    if (line != NULL)
        check_deal(online, line);
    free(online->record);
    online->record = line;
    if (line == NULL || !saves_name(r->game->name, online->path)) {
        online->error = errno;
        return;
    }
    strbuf_put(&text, line);
    strbuf_put(&text, "\n");
    if (!saves_write(online->path, &text))
        online->error = errno;
    strbuf_clear(&text);
    r->changes++; /* the game can be looked at now */
}

bool online_look_back(struct tui_online *online, const struct scene *c, struct tui_back *back)
{
    struct remote *r = online->remote;
    if (online->record != NULL)
        return tui_watch_back_record(back, online->language, online->record, strlen(online->record),
                                     remote_seat(r));
    if (r->past == NULL || c->game == NULL)
        return false;
    tui_watch_back_told(back, c, r->past);
    r->past = NULL;
    return true;
}

bool online_review(struct tui_online *online, int room,
                   bool (*progress)(void *context, int done, int all), void *context,
                   struct strbuf *out)
{
    return online->record != NULL &&
           report_record(online->record, strlen(online->record), remote_seat(online->remote),
                         online->language, room, progress, context, out);
}

void online_await_record(struct tui_online *online)
{
    int64_t end = clock_ms() + RECORD_WAIT_MS;
    online->leaving = true;
    while (online->waiting && !online->remote->failed && clock_ms() < end) {
        remote_wait(online->remote, -1, RECORD_WAIT_MS / 20);
        remote_step(online->remote);
        online_keep_record(online);
    }
}
