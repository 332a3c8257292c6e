/*
 * Trying a step of a lesson: its events happen, its right moves are legal and what follows them
 * too, its wrong moves are what the file says, and its marks name something. See lesson.h.
 */
#include "table/lesson_check.h"

#include "table/memory.h"
#include "table/replay.h"

/* The parts of a table that may be marked (learn/README.md), by their first word. */
static const char *const parts[] = {"aside",   "beads", "bids",   "card",    "cell",     "closed",
                                    "deck",    "field", "film",   "films",   "hand",     "others",
                                    "partner", "photo", "place",  "row",     "sentence", "signals",
                                    "sky",     "slot",  "square", "squares", "trick",    NULL};

struct trial {
    const struct lesson_chapter *c;
    const struct lesson_step *s;
    int step;
    struct replay *replay; /* up to the question */
    struct problem *p;
};

static bool refuse(struct problem *p, const char *id, const char *text)
{
    problem_add(p, id);
    problem_add_text(p, text);
    return false;
}

static const char *item(const json_t *list, size_t i)
{
    return json_string_value(json_array_get(list, i));
}

/* Opens the record of a position; NULL: the problem tells which event is not possible, and why. */
static struct replay *open_record(struct trial *t, bool after, const char *answer)
{
    struct strbuf line = STRBUF_EMPTY;
    struct problem why;
    lesson_write_record(t->c, t->step, after, answer, &line);
    struct replay *r = replay_open(line.text, line.len, &why);
    for (int i = 0; r == NULL && i < why.parts && t->p->parts < PROBLEM_PARTS; i++)
        t->p->part[t->p->parts++] = why.part[i];
    strbuf_clear(&line);
    return r;
}

static const char *why_not(const struct trial *t, int seat, const char *text)
{
    return replay_refuse(t->replay, replay_count_steps(t->replay), seat, text);
}

/* The move, and all that follows it, is possible. */
static bool try_answer(struct trial *t, const char *answer)
{
    struct replay *r = open_record(t, true, answer);
    replay_close(r);
    return r != NULL;
}

static bool try_any(struct trial *t)
{
    struct strbuf legal = STRBUF_EMPTY;
    replay_write_legal(t->replay, replay_count_steps(t->replay), t->c->seat, &legal);
    json_t *list = memory_check(json_loadb(legal.text, legal.len, 0, NULL));
    bool good = json_array_size(list) > 0 || refuse(t->p, MSG("lesson.no-moves"), t->s->id);
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = try_answer(t, item(list, i));
    json_decref(list);
    strbuf_clear(&legal);
    return good;
}

static bool try_right(struct trial *t)
{
    const json_t *accept = t->s->accept;
    bool good = true;
    if (t->s->any)
        return try_any(t);
    if (accept == NULL)
        return try_answer(t, NULL);
    for (size_t i = 0; good && i < json_array_size(accept); i++)
        good = try_answer(t, item(accept, i));
    return good;
}

/* A listed wrong move is none of the right ones, and refused exactly where the file says so. */
static bool try_wrong(struct trial *t)
{
    const json_t *wrong = t->s->wrong;
    for (size_t i = 0; i < json_array_size(wrong); i++) {
        const json_t *one = json_array_get(wrong, i), *moves = json_object_get(one, "moves");
        bool refused = json_is_true(json_object_get(one, "refused"));
        for (size_t k = 0; k < json_array_size(moves); k++) {
            const char *text = item(moves, k), *why = why_not(t, t->c->seat, text);
            if (lesson_is_right(t->s, text))
                return refuse(t->p, MSG("lesson.wrong-right"), text);
            if (refused && why == NULL)
                return refuse(t->p, MSG("lesson.not-refused"), text);
            if (!refused && why != NULL) {
                refuse(t->p, MSG("lesson.not-legal"), text);
                problem_add(t->p, why);
                return false;
            }
        }
    }
    return true;
}

static bool is_part(const char *mark)
{
    size_t len = strcspn(mark, " ");
    for (int i = 0; parts[i] != NULL; i++)
        if (strlen(parts[i]) == len && memcmp(mark, parts[i], len) == 0)
            return true;
    return false;
}

/* A mark is a part of the table, or a move that somebody may make now. */
static bool try_marks(struct trial *t)
{
    for (size_t i = 0; i < json_array_size(t->s->mark); i++) {
        const char *mark = item(t->s->mark, i);
        bool good = is_part(mark);
        for (int seat = 0; !good && seat < t->c->setup.seats; seat++)
            good = why_not(t, seat, mark) == NULL;
        if (!good)
            return refuse(t->p, MSG("lesson.mark"), mark);
    }
    return true;
}

/* Whether the position depends on which right answer was given. */
static bool branches(const struct lesson_step *s)
{
    return s->any || json_array_size(s->accept) > 1;
}

bool lesson_check_step(const struct lesson_chapter *c, int step, struct problem *p)
{
    struct trial t = {.c = c, .s = &c->step[step], .step = step, .p = p};
    if (t.s->deal == NULL && (step == 0 || branches(&c->step[step - 1])))
        return refuse(p, MSG("lesson.no-deal"), t.s->id);
    t.replay = open_record(&t, false, NULL);
    if (t.replay == NULL)
        return false;
    bool good = try_right(&t) && try_wrong(&t) && try_marks(&t);
    replay_close(t.replay);
    return good;
}
