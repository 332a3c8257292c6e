/*
 * A tutorial in progress: its positions as scenes, its answers, and where the person is in it. The
 * step is kept in the user's data folder, learn/GAME-CHAPTER, so that one can go on another day.
 */
#include "tui/learn.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "client/folder.h"
#include "table/memory.h"
#include "tui/print.h"
#include "tui/saves.h"

/* ---- Where the person is ---- */

static bool find_file(const struct lesson_chapter *c, char path[SAVES_PATH_MAX])
{
    char name[192];
    snprintf(name, sizeof name, "/learn/%s-%s", c->setup.game->name, c->id);
    return folder_find(path, SAVES_PATH_MAX - 16, name);
}

int tui_learn_find(const struct lesson_chapter *c)
{
    char path[SAVES_PATH_MAX];
    struct strbuf text = STRBUF_EMPTY;
    int step = -1;
    if (find_file(c, path) && saves_read(path, 1, &text)) {
        strbuf_put_bytes(&text, "", 1);
        step = lesson_find_step(c, text.text);
    }
    strbuf_clear(&text);
    return step > 0 ? step : 0;
}

/* A tutorial that cannot be kept is played all the same. */
static void keep(const struct learn *l)
{
    char path[SAVES_PATH_MAX];
    const struct lesson_chapter *c = l->tui->chapter;
    struct strbuf text = STRBUF_EMPTY;
    if (!find_file(c, path))
        return;
    if (learn_is_over(l)) {
        unlink(path);
        return;
    }
    strbuf_put(&text, learn_step(l)->id);
    strbuf_put(&text, "\n");
    if (folder_make(path))
        saves_write(path, &text);
    strbuf_clear(&text);
}

/* ---- Positions ---- */

const struct lesson_step *learn_step(const struct learn *l)
{
    return &l->tui->chapter->step[l->tui->step];
}

bool learn_is_over(const struct learn *l)
{
    return l->tui->step >= l->tui->chapter->steps;
}

bool learn_asks_move(const struct learn *l)
{
    return !l->answered && !learn_is_over(l) && lesson_asks_move(learn_step(l));
}

bool learn_asks_choice(const struct learn *l)
{
    return !l->answered && !learn_is_over(l) && learn_step(l)->choices != NULL;
}

/* The people as a table lists them: the learner, and the others by number. */
static json_t *list_people(const struct learn *l)
{
    json_t *people = json_array();
    for (int i = 0; i < l->tui->chapter->setup.seats; i++) {
        struct buf name = BUF_ROOM(SCENE_NAME_MAX);
        if (i != l->tui->chapter->seat)
            scene_put(l->scene, &name, MSG("tui.name-player"), BUF_INT(i + 1), NULL);
        json_array_append_new(
            people, json_pack("{s:i, s:s, s:b}", "seat", i, "name", name.text, "here", 1));
    }
    return people;
}

static json_t *load_json(struct strbuf *text)
{
    json_t *value = memory_check(json_loadb(text->text, text->len, 0, NULL));
    strbuf_clear(text);
    return value;
}

/* Shows the position; moves are offered only where one is asked for. */
static void look(struct learn *l)
{
    const struct lesson_chapter *c = l->tui->chapter;
    struct strbuf moment = STRBUF_EMPTY, legal = STRBUF_EMPTY;
    int step = replay_count_steps(l->replay);
    replay_write(l->replay, step, c->seat, false, &moment);
    strbuf_put(&legal, "");
    if (learn_asks_move(l))
        replay_write_legal(l->replay, step, c->seat, &legal);
    else
        strbuf_put(&legal, "[]");
    json_t *table = load_json(&moment);
    json_object_set_new(table, "legal", load_json(&legal));
    json_object_set_new(table, "people", list_people(l));
    l->scene->game = c->setup.game;
    l->scene->seats = c->setup.seats;
    l->scene->seat = c->seat;
    l->scene->people = 1;
    scene_take_table(l->scene, table);
    l->scene->talk = l->scene->talk && learn_asks_move(l);
    json_decref(table);
}

/* Lessons were replayed when they were read, so every record of them can be. */
static void open_record(struct learn *l, int step, bool after, const char *answer)
{
    struct strbuf line = STRBUF_EMPTY;
    struct problem p;
    replay_close(l->replay);
    lesson_write_record(l->tui->chapter, step, after, answer, &line);
    l->replay = memory_check(replay_open(line.text, line.len, &p));
    strbuf_clear(&line);
    look(l);
}

void learn_begin(struct learn *l)
{
    l->answered = false;
    l->said[0] = '\0';
    keep(l);
    if (!learn_is_over(l))
        open_record(l, l->tui->step, false, NULL);
    else
        look(l);
}

void learn_clear(struct learn *l)
{
    replay_close(l->replay);
    l->replay = NULL;
    scene_clear(l->scene);
}

/* ---- Steps and answers ---- */

void learn_next(struct learn *l)
{
    l->tui->step += !learn_is_over(l);
    learn_begin(l);
}

void learn_back(struct learn *l)
{
    l->tui->step -= l->tui->step > 0 && !l->answered;
    learn_begin(l);
}

/* A right answer without a word to it goes straight to the next step. */
static void succeed(struct learn *l, const char *answer)
{
    if (learn_step(l)->done == NULL) {
        learn_next(l);
        return;
    }
    l->said[0] = '\0';
    l->answered = true;
    open_record(l, l->tui->step, true, answer);
}

static void fail(struct learn *l, const char *id)
{
    snprintf(l->said, sizeof l->said, "%s", scene_word(l->scene, id));
}

void learn_try(struct learn *l, const char *text)
{
    const struct lesson_step *s = learn_step(l);
    const char *why =
        replay_refuse(l->replay, replay_count_steps(l->replay), l->tui->chapter->seat, text);
    if (why == NULL && lesson_is_right(s, text))
        succeed(l, text);
    else if (why == NULL || lesson_lists_wrong(s, text))
        fail(l, lesson_find_wrong(s, text));
    else
        fail(l, why);
}

void learn_choose(struct learn *l, int number)
{
    const json_t *choice = json_array_get(learn_step(l)->choices, (size_t)number - 1);
    if (json_is_true(json_object_get(choice, "right")))
        succeed(l, NULL);
    else if (choice != NULL)
        fail(l, scene_text(choice, "wrong"));
}

/* ---- Words ---- */

void learn_put_count(const struct learn *l, struct buf *b)
{
    int all = l->tui->chapter->steps, at = l->tui->step < all ? l->tui->step + 1 : all;
    scene_put(l->scene, b, MSG("learn.step-of"), BUF_INT(at), BUF_INT(all), NULL);
}

static void put_choices(const struct learn *l, struct buf *b)
{
    const json_t *choices = learn_step(l)->choices;
    for (size_t i = 0; i < json_array_size(choices); i++) {
        const json_t *one = json_array_get(choices, i);
        scene_print(b, "%s%d  %s", i > 0 ? "   " : "\n", (int)i + 1,
                    scene_word(l->scene, scene_text(one, "text")));
    }
}

void learn_put_words(const struct learn *l, struct buf *b)
{
    const struct scene *c = l->scene;
    if (learn_is_over(l)) {
        buf_put(b, scene_word(c, l->tui->chapter->end));
    } else if (l->answered) {
        buf_put(b, scene_word(c, learn_step(l)->done));
    } else {
        scene_print(b, "%s%s%s", l->said, l->said[0] != '\0' ? "\n" : "",
                    scene_word(c, learn_step(l)->text));
        put_choices(l, b);
    }
}

void learn_print_events(const struct learn *l, int from)
{
    int seat = l->tui->chapter->seat;
    for (int step = from + 1; step <= replay_count_steps(l->replay); step++) {
        struct strbuf text = STRBUF_EMPTY;
        struct buf b = BUF_ROOM(SCENE_LINE_MAX);
        replay_write(l->replay, step, seat, false, &text);
        json_t *moment = load_json(&text);
        scene_describe_event(l->scene, json_object_get(moment, "event"), false, &b);
        print_news(&b);
        json_decref(moment);
    }
}
