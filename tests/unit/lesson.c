/*
 * Tutorials: every file in learn/ is read and replayed, its texts exist in all languages, a learner
 * who gives any right answer comes to the end, and broken files are refused with a word about it.
 */
#include "table/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/replay.h"
#include "tests/tap.h"

static char *words_of(const struct problem *p)
{
    static char text[PROBLEM_TEXT_MAX];
    struct buf b;
    buf_init(&b, text, sizeof text);
    problem_write(p, WORDS_EN, &b);
    return text;
}

/* ---- The files ---- */

/* Every `learn.` id anywhere in the file has a text in each language. */
static int count_missing(const json_t *value)
{
    int missing = 0;
    const char *name, *text = json_string_value(value);
    json_t *item;
    size_t i;
    if (text != NULL && strncmp(text, "learn.", 6) == 0) {
        for (int k = 0; k < WORDS_LANGUAGES; k++)
            missing += words_get((enum words_language)k, text) == text;
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, item) missing += count_missing(item);
    } else if (json_is_object(value)) {
        json_object_foreach((json_t *)value, name, item) missing += count_missing(item);
    }
    return missing;
}

/* The record of a step is a game up to its question, and each answer leads on to the next step. */
static void check_chapter(const struct lesson *l, const struct lesson_chapter *c)
{
    int asked = 0, seen = 0;
    for (int i = 0; i < c->steps; i++) {
        struct strbuf line = STRBUF_EMPTY;
        struct problem p;
        lesson_write_record(c, i, false, NULL, &line);
        struct replay *r = replay_open(line.text, line.len, &p);
        seen += r != NULL && replay_count_steps(r) > 0;
        asked += lesson_asks_move(&c->step[i]) || c->step[i].choices != NULL;
        replay_close(r);
        strbuf_clear(&line);
    }
    tap_ok(seen == c->steps, "%s %s: each of %d steps is a position", l->game->name, c->id,
           c->steps);
    tap_ok(asked * 2 >= c->steps, "%s %s: it is played, %d answers", l->game->name, c->id, asked);
}

static void check_files(void)
{
    for (const struct lesson_file *file = lesson_files; file->game != NULL; file++) {
        struct lesson l;
        struct problem p;
        const char *text = lesson_find_file(file->game);
        bool good = lesson_read(&l, text, strlen(text), &p);
        if (!tap_ok(good, "learn/%s.json is right", file->game)) {
            tap_note("%s", words_of(&p));
            continue;
        }
        tap_ok(strcmp(l.game->name, file->game) == 0, "%s: the file has its game's name",
               file->game);
        tap_ok(count_missing(l.root) == 0, "%s: all texts in all languages", file->game);
        for (int i = 0; i < l.chapters; i++)
            check_chapter(&l, &l.chapter[i]);
        lesson_clear(&l);
    }
}

/* ---- Asking a step ---- */

#define DEAL "9 7 1 5 3 9 2 8 1 6 4 2 3 4 5 6 7 8"
#define ID "\"learn.title\""
#define HEAD                                                                                       \
    "{\"game\":\"smitten\",\"chapters\":[{\"id\":\"a\",\"title\":" ID ",\"end\":" ID ",\"seats\":" \
    "2,"
#define STEP "{\"id\":\"s\",\"deal\":\"" DEAL "\",\"text\":" ID
#define WRONG ",\"wrong\":[{\"text\":" ID "}]"
#define TAIL "]}]}"
#define FILE_OF(rest) HEAD "\"steps\":[" STEP rest "}" TAIL

static void check_asking(void)
{
    static const char text[] = FILE_OF(
        ",\"accept\":[\"play 7L\"],\"wrong\":[{\"moves\":[\"play 7R\"],\"text\":\"learn.next\"},"
        "{\"text\":" ID "}],\"after\":[\"1 place 3R\"]");
    struct lesson l;
    struct problem p;
    if (!tap_ok(lesson_read(&l, text, strlen(text), &p), "a small file is right")) {
        tap_note("%s", words_of(&p));
        return;
    }
    const struct lesson_step *s = &l.chapter[0].step[0];
    struct strbuf line = STRBUF_EMPTY;
    tap_ok(lesson_is_right(s, "play 7L") && !lesson_is_right(s, "play 7R"), "what is right");
    tap_ok(strcmp(lesson_find_wrong(s, "play 7R"), "learn.next") == 0, "a listed wrong move");
    tap_ok(strcmp(lesson_find_wrong(s, "play 1L"), "learn.title") == 0, "any other wrong move");
    tap_ok(lesson_lists_wrong(s, "play 7R") && !lesson_lists_wrong(s, "play 1L"), "the list");
    lesson_write_record(&l.chapter[0], 0, true, "play 7L", &line);
    strbuf_put_bytes(&line, "", 1);
    tap_ok(strstr(line.text, "[0,\"play 7L\"],[1,\"place 3R\"]]}") != NULL, "%s", line.text);
    strbuf_clear(&line);
    lesson_clear(&l);
}

/* ---- Broken files ---- */

struct broken {
    const char *text, *says;
};

static const struct broken broken[] = {
    {"{", "JSON"},
    {"[]", "{}"},
    {"{\"game\":\"smitten\"}", "chapters"},
    {"{\"game\":\"chess\",\"chapters\":[]}", "chess"},
    {HEAD "\"steps\":[]}]}", "steps"},
    {HEAD "\"colour\":1,\"steps\":[" STEP "}" TAIL, "colour"},
    {HEAD "\"options\":{\"level\":\"mad\"},\"steps\":[" STEP "}" TAIL, "mad"},
    {HEAD "\"seat\":2,\"steps\":[" STEP "}" TAIL, "seat"},
    {HEAD "\"steps\":[" STEP "}," STEP "}" TAIL, "twice"},
    {HEAD "\"steps\":[{\"id\":\"s\",\"text\":" ID "}" TAIL, "deal of its own"},
    {HEAD "\"steps\":[{\"id\":\"s\",\"deal\":\"1 2\",\"text\":" ID "}" TAIL, "2 cards"},
    {FILE_OF(",\"txt\":1"), "txt"},
    {FILE_OF(",\"done\":\"learn.no-such-text\""), "learn.no-such-text"},
    {FILE_OF(",\"accept\":[\"play 7L\"]"), "wrong"},
    {FILE_OF(",\"accept\":\"some\"" WRONG), "accept"},
    {FILE_OF(",\"accept\":[\"play 8L\"]" WRONG), "play 8L"},
    {FILE_OF(",\"accept\":[\"play 7L\"],\"after\":[\"1 place 4R\"]" WRONG), "place 4R"},
    {FILE_OF(",\"before\":[\"1 play 7L\"]"), "play 7L"},
    {FILE_OF(",\"before\":[\"x play 7L\"]"), "seat"},
    {FILE_OF(",\"mark\":[\"moon\"]"), "moon"},
    {FILE_OF(",\"mark\":[\"play 4L\"]"), "play 4L"},
    {FILE_OF(",\"choices\":[{\"text\":" ID ",\"wrong\":" ID "}]"), "choices"},
    {FILE_OF(",\"choices\":[{\"text\":" ID "}]"), "wrong"},
    {FILE_OF(",\"accept\":[\"play 7L\"],\"wrong\":[{\"moves\":[\"play 7L\"],\"text\":" ID
             "},{\"text\":" ID "}]"),
     "right and as wrong"},
    {FILE_OF(",\"accept\":[\"play 7L\"],\"wrong\":[{\"moves\":[\"play 8L\"],\"text\":" ID
             "},{\"text\":" ID "}]"),
     "the rules refuse it"},
    {FILE_OF(",\"accept\":[\"play 7L\"],\"wrong\":[{\"moves\":[\"play 1L\"],\"refused\":true,"
             "\"text\":" ID "},{\"text\":" ID "}]"),
     "it is legal"},
    {FILE_OF(",\"accept\":\"any\",\"after\":[\"1 place 3R\"]"), "place 3R"},
    {HEAD "\"steps\":[" STEP ",\"accept\":\"any\"},{\"id\":\"t\",\"text\":" ID "}" TAIL,
     "deal of its own"},
};

static void check_broken(void)
{
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct lesson l;
        struct problem p;
        bool read = lesson_read(&l, broken[i].text, strlen(broken[i].text), &p);
        if (read)
            lesson_clear(&l);
        tap_ok(!read && strstr(words_of(&p), broken[i].says) != NULL, "refused: %s",
               read ? broken[i].text : words_of(&p));
    }
}

int main(void)
{
    check_files();
    check_asking();
    check_broken();
    return tap_done();
}
