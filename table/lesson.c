/* Lessons: reading a file, asking it, and writing the records of its positions. See lesson.h. */
#include "table/lesson.h"

#include "table/json_text.h"
#include "table/lesson_check.h"
#include "table/memory.h"
#include "table/record.h"

enum { HEAD_ROOM = 256 };

const char *lesson_find_file(const char *game)
{
    for (const struct lesson_file *file = lesson_files; file->game != NULL; file++)
        if (strcmp(file->game, game) == 0)
            return file->text;
    return NULL;
}

/* ---- Reading ---- */

static bool refuse_member(const char *name, struct problem *p)
{
    problem_add(p, MSG("lesson.member"));
    problem_add_text(p, name);
    return false;
}

static bool is_word(const json_t *value)
{
    const char *text = json_string_value(value);
    size_t len = text != NULL ? strlen(text) : 0;
    return len > 0 && len < 64 && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

/* Reads a text that may be missing. */
static bool read_text(const json_t *from, const char *name, const char **out, struct problem *p)
{
    const json_t *value = json_object_get(from, name);
    *out = json_string_value(value);
    return value == NULL || *out != NULL || refuse_member(name, p);
}

/* Reads the id of a message that the catalogue has. */
static bool read_message(const json_t *from, const char *name, bool must, const char **out,
                         struct problem *p)
{
    if (!read_text(from, name, out, p))
        return false;
    if (*out == NULL)
        return !must || refuse_member(name, p);
    if (words_get(WORDS_EN, *out) != *out)
        return true;
    problem_add(p, MSG("lesson.no-message"));
    problem_add_text(p, *out);
    return false;
}

/* Reads a list of texts that may be missing. */
static bool read_list(const json_t *from, const char *name, const json_t **out, struct problem *p)
{
    json_t *list = json_object_get(from, name), *item;
    size_t i;
    *out = list;
    if (list != NULL && (!json_is_array(list) || json_array_size(list) == 0))
        return refuse_member(name, p);
    json_array_foreach(list, i, item)
    {
        if (!json_is_string(item))
            return refuse_member(name, p);
    }
    return true;
}

/* Refuses members that nothing reads: they would be slips. */
static bool check_members(json_t *object, const char *const *known, struct problem *p)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        int i = 0;
        while (known[i] != NULL && strcmp(known[i], name) != 0)
            i++;
        if (known[i] == NULL) {
            problem_add(p, MSG("lesson.unknown-member"));
            problem_add_text(p, name);
            return false;
        }
    }
    return json_is_object(object) || refuse_member("{}", p);
}

/* What is said to wrong moves: lists of them, then one text for all others. */
static bool read_wrong(const json_t *from, struct lesson_step *s, struct problem *p)
{
    static const char *const known[] = {"moves", "text", "refused", NULL};
    json_t *list = json_object_get(from, "wrong"), *item;
    const json_t *moves = NULL;
    const char *text;
    size_t i;
    s->wrong = list;
    if (list == NULL ? s->accept != NULL : !lesson_asks_move(s))
        return refuse_member("wrong", p);
    json_array_foreach(list, i, item)
    {
        if (!check_members(item, known, p) || !read_message(item, "text", true, &text, p) ||
            !read_list(item, "moves", &moves, p))
            return false;
        if ((moves == NULL) != (i + 1 == json_array_size(list)))
            return refuse_member("wrong", p);
    }
    return list == NULL || i > 0 || refuse_member("wrong", p);
}

/* A question about a fact: one choice at least is right, each other one says why it is not. */
static bool read_choices(const json_t *from, struct lesson_step *s, struct problem *p)
{
    static const char *const known[] = {"text", "right", "wrong", NULL};
    json_t *list = json_object_get(from, "choices"), *item;
    const char *text;
    bool right = false;
    size_t i;
    s->choices = list;
    if (list != NULL && (!json_is_array(list) || lesson_asks_move(s)))
        return refuse_member("choices", p);
    json_array_foreach(list, i, item)
    {
        bool this_one = json_is_true(json_object_get(item, "right"));
        if (!check_members(item, known, p) || !read_message(item, "text", true, &text, p) ||
            !read_message(item, "wrong", !this_one, &text, p))
            return false;
        right = right || this_one;
    }
    return list == NULL || right || refuse_member("choices", p);
}

static bool read_accept(const json_t *from, struct lesson_step *s, struct problem *p)
{
    const json_t *accept = json_object_get(from, "accept");
    const char *text = json_string_value(accept);
    if (text == NULL)
        return read_list(from, "accept", &s->accept, p);
    s->any = strcmp(text, "any") == 0;
    return s->any || refuse_member("accept", p);
}

static bool read_step(struct lesson_step *s, json_t *from, struct problem *p)
{
    static const char *const known[] = {"id",      "deal",  "before", "text",  "mark",   "accept",
                                        "choices", "wrong", "done",   "after", "result", NULL};
    if (!is_word(json_object_get(from, "id")))
        return refuse_member("id", p);
    s->id = json_string_value(json_object_get(from, "id"));
    s->result = json_object_get(from, "result");
    if (s->result != NULL && !json_is_object(s->result))
        return refuse_member("result", p);
    return check_members(from, known, p) && read_text(from, "deal", &s->deal, p) &&
           read_message(from, "text", true, &s->text, p) &&
           read_message(from, "done", false, &s->done, p) &&
           read_list(from, "before", &s->before, p) && read_list(from, "after", &s->after, p) &&
           read_list(from, "mark", &s->mark, p) && read_accept(from, s, p) &&
           read_choices(from, s, p) && read_wrong(from, s, p);
}

/* Names the place of a mistake before the mistake itself. */
static void start_at(struct problem *p, const struct lesson_chapter *c, const char *step)
{
    problem_start(p, -1);
    problem_add(p, MSG("lesson.at"));
    problem_add_text(p, c->setup.game->name);
    problem_add_text(p, c->id);
    problem_add_text(p, step);
}

static bool refuse_twice(const char *id, struct problem *p)
{
    problem_add(p, MSG("lesson.twice"));
    problem_add_text(p, id);
    return false;
}

static bool read_steps(struct lesson_chapter *c, const json_t *from, struct problem *p)
{
    json_t *list = json_object_get(from, "steps"), *item;
    size_t i;
    if (!json_is_array(list) || json_array_size(list) == 0)
        return refuse_member("steps", p);
    c->step = memory_take_zeros(json_array_size(list), sizeof *c->step);
    json_array_foreach(list, i, item)
    {
        struct lesson_step *s = &c->step[i];
        start_at(p, c, BUF_INT(i + 1));
        if (!read_step(s, item, p))
            return false;
        start_at(p, c, s->id);
        if (lesson_find_step(c, s->id) >= 0)
            return refuse_twice(s->id, p);
        c->steps++;
        if (!lesson_check_step(c, (int)i, p))
            return false;
    }
    return true;
}

static bool read_setup(struct lesson_chapter *c, const json_t *from, struct problem *p)
{
    const json_t *seats = json_object_get(from, "seats"), *seat = json_object_get(from, "seat");
    json_t *value;
    const char *name;
    c->options = json_object_get(from, "options");
    c->setup.seats = (int)json_integer_value(seats);
    c->seat = (int)json_integer_value(seat);
    if (!json_is_integer(seats))
        return refuse_member("seats", p);
    if ((seat != NULL && !json_is_integer(seat)) || c->seat < 0 || c->seat >= c->setup.seats)
        return refuse_member("seat", p);
    if (c->options != NULL && !json_is_object(c->options))
        return refuse_member("options", p);
    json_object_foreach(c->options, name, value)
    {
        if (!json_is_string(value))
            return refuse_member("options", p);
        if (!setup_set_option(&c->setup, name, json_string_value(value), p))
            return false;
    }
    return setup_check(&c->setup, p);
}

static bool read_chapter(struct lesson_chapter *c, json_t *from, struct problem *p)
{
    static const char *const known[] = {"id",   "title",   "end",   "seats",
                                        "seat", "options", "steps", NULL};
    if (!is_word(json_object_get(from, "id")))
        return refuse_member("id", p);
    c->id = json_string_value(json_object_get(from, "id"));
    start_at(p, c, "-");
    return check_members(from, known, p) && read_message(from, "title", true, &c->title, p) &&
           read_message(from, "end", true, &c->end, p) && read_setup(c, from, p) &&
           read_steps(c, from, p);
}

static bool read_chapters(struct lesson *l, struct problem *p)
{
    static const char *const known[] = {"game", "chapters", NULL};
    json_t *list = json_object_get(l->root, "chapters"), *item;
    const char *game = json_string_value(json_object_get(l->root, "game"));
    struct setup setup = {.game = NULL};
    size_t i;
    if (!check_members(l->root, known, p))
        return false;
    if (game == NULL)
        return refuse_member("game", p);
    if (!setup_find_game(&setup, game, p))
        return false;
    if (!json_is_array(list) || json_array_size(list) == 0)
        return refuse_member("chapters", p);
    l->game = setup.game;
    l->chapter = memory_take_zeros(json_array_size(list), sizeof *l->chapter);
    json_array_foreach(list, i, item)
    {
        const char *id = json_string_value(json_object_get(item, "id"));
        if (id != NULL && lesson_find_chapter(l, id) >= 0)
            return refuse_twice(id, p);
        l->chapter[i].setup = setup;
        l->chapters++;
        if (!read_chapter(&l->chapter[i], item, p))
            return false;
    }
    return true;
}

bool lesson_read(struct lesson *l, const char *text, size_t len, struct problem *p)
{
    json_error_t error;
    *l = (struct lesson){.root = json_text_read(text, len, JSON_REJECT_DUPLICATES, &error)};
    problem_start(p, -1);
    if (l->root == NULL) {
        problem_add(p, MSG("record.bad-json"));
        problem_add_int(p, error.position);
    } else if (read_chapters(l, p)) {
        return true;
    }
    lesson_clear(l);
    return false;
}

void lesson_clear(struct lesson *l)
{
    for (int i = 0; i < l->chapters; i++)
        free(l->chapter[i].step);
    free(l->chapter);
    json_decref(l->root);
    *l = (struct lesson){.root = NULL};
}

/* ---- Asking ---- */

int lesson_find_chapter(const struct lesson *l, const char *id)
{
    for (int i = 0; i < l->chapters; i++)
        if (l->chapter[i].id != NULL && strcmp(l->chapter[i].id, id) == 0)
            return i;
    return -1;
}

int lesson_find_step(const struct lesson_chapter *c, const char *id)
{
    for (int i = 0; i < c->steps; i++)
        if (strcmp(c->step[i].id, id) == 0)
            return i;
    return -1;
}

bool lesson_asks_move(const struct lesson_step *s)
{
    return s->any || s->accept != NULL;
}

/* Whether a list of texts (NULL: empty) has this one. */
static bool has(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), text) == 0)
            return true;
    return false;
}

bool lesson_is_right(const struct lesson_step *s, const char *text)
{
    return s->any || has(s->accept, text);
}

bool lesson_lists_wrong(const struct lesson_step *s, const char *text)
{
    for (size_t i = 0; i < json_array_size(s->wrong); i++)
        if (has(json_object_get(json_array_get(s->wrong, i), "moves"), text))
            return true;
    return false;
}

const char *lesson_find_wrong(const struct lesson_step *s, const char *text)
{
    for (size_t i = 0; i < json_array_size(s->wrong); i++) {
        const json_t *one = json_array_get(s->wrong, i), *moves = json_object_get(one, "moves");
        if (moves == NULL || has(moves, text))
            return json_string_value(json_object_get(one, "text"));
    }
    return NULL;
}

/* ---- Records ---- */

static void put_event(struct strbuf *out, int seat, const char *text)
{
    struct buf b = strbuf_room(out, 6 * strlen(text) + 32);
    buf_put(&b, out->text[out->len - 1] == '[' ? "[" : ",[");
    if (seat == RECORD_DEAL)
        buf_put(&b, "\"deal\"");
    else
        buf_put_int(&b, seat);
    buf_put_char(&b, ',');
    buf_put_json(&b, text);
    buf_put_char(&b, ']');
    strbuf_take(out, &b);
}

/* The seat that an event begins with; one that no game has, if it is no number. */
static int seat_of(const char *text)
{
    char *end;
    long seat = strtol(text, &end, 10);
    return end > text && *end == ' ' && seat >= 0 && seat < GAME_SEATS_MAX ? (int)seat
                                                                           : GAME_SEATS_MAX;
}

/* Events as the file writes them: `deal TEXT`, or a seat and a move. */
static void put_events(const json_t *list, struct strbuf *out)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        const char *space = strchr(text, ' ');
        bool deals = strncmp(text, "deal ", 5) == 0;
        put_event(out, deals ? RECORD_DEAL : seat_of(text), space != NULL ? space + 1 : "");
    }
}

/* The step with the deal of the game that this step belongs to. */
static int first_of(const struct lesson_chapter *c, int step)
{
    while (step > 0 && c->step[step].deal == NULL)
        step--;
    return step;
}

/* A member of the record; NULL: none. */
static void put_member(const char *name, const json_t *value, struct strbuf *out)
{
    if (value == NULL)
        return;
    char *text = memory_check(json_dumps(value, JSON_COMPACT));
    strbuf_put(out, ",\"");
    strbuf_put(out, name);
    strbuf_put(out, "\":");
    strbuf_put(out, text);
    free(text);
}

static void put_head(const struct lesson_chapter *c, struct strbuf *out)
{
    struct buf b = strbuf_room(out, HEAD_ROOM);
    buf_put_char(&b, '{');
    buf_put_key_int(&b, "parlor", RECORD_VERSION);
    buf_put_key_text(&b, "game", c->setup.game->name);
    buf_put_key_int(&b, "rules", c->setup.rules);
    buf_put_key_int(&b, "seats", c->setup.seats);
    strbuf_take(out, &b);
    put_member("options", c->options, out);
    strbuf_put(out, ",\"events\":[");
}

void lesson_write_record(const struct lesson_chapter *c, int step, bool after, const char *answer,
                         struct strbuf *out)
{
    put_head(c, out);
    for (int i = first_of(c, step); i <= step; i++) {
        const struct lesson_step *s = &c->step[i];
        const char *move = i < step ? json_string_value(json_array_get(s->accept, 0)) : answer;
        if (s->deal != NULL)
            put_event(out, RECORD_DEAL, s->deal);
        put_events(s->before, out);
        if (i == step && !after)
            break;
        if (move != NULL)
            put_event(out, c->seat, move);
        put_events(s->after, out);
    }
    strbuf_put(out, "]");
    if (after || !lesson_asks_move(&c->step[step]))
        put_member("result", c->step[step].result, out);
    strbuf_put(out, "}");
}
