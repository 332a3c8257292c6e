/* Tables: where aids are agreed, and who gets them. */

#include <string.h>

#include "table/request.h"
#include "tests/unit/table_help.h"

/* Why the player gets no aids; "": they come. */
static const char *refusal(const struct table *t, uint64_t player)
{
    const char *id = table_refuse_aids(t, player);
    struct strbuf out = STRBUF_EMPTY;
    struct problem p = PROBLEM_EMPTY;
    bool told = table_tell_aids(t, player, &out, &p);
    tap_ok(told == (id == NULL) && told == (out.len > 0), "an answer or a refusal");
    strbuf_clear(&out);
    return id == NULL ? "" : id;
}

static bool is_refused(const struct table *t, uint64_t player, const char *id)
{
    return strcmp(refusal(t, player), id) == 0;
}

static void test_bots(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, true);
    sit(t, 1);
    tap_ok(is_refused(t, 1, "table.not-begun"), "not before the game");
    ask(t, (struct table_request){.kind = TABLE_ASK_START, .player = 1, .level = "random"});
    tap_ok(is_refused(t, 1, ""), "against bots alone they come for the asking");
    tap_ok(is_refused(t, 9, "table.not-seated"), "but not to a spectator");
    table_free(t);
}

static void test_people(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    tap_ok(is_refused(t, 2, "aids.not-agreed"), "with people they are off");
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 3});
    ask(t, (struct table_request){.kind = TABLE_ASK_LEAVE, .player = 1});
    tap_ok(is_refused(t, 2, "aids.not-agreed"), "also while the others are away");
    table_free(t);
}

static void test_none(void)
{
    struct table *t = make("null", 2, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    sit(t, 1);
    sit(t, 2);
    tap_ok(is_refused(t, 1, "aids.none"), "a game may have none");
    table_free(t);
}

static bool says(const struct table *t, const char *text)
{
    struct strbuf out = STRBUF_EMPTY;
    table_write_whole(t, 1, NULL, 0, &now, &out);
    table_write_row(t, &out);
    char *end = strstr(out.text, text);
    bool twice = end != NULL && strstr(end + 1, text) != NULL;
    strbuf_clear(&out);
    return twice;
}

/* A table whose maker permits aids, from its request; and one made without. */
static struct table *make_by_request(const char *members)
{
    struct request r;
    struct table_plan plan;
    struct request_seats seats;
    struct table *t = NULL;
    json_t *o = json_loads(members, 0, NULL);
    start_effects();
    forget_journal();
    if (request_read(&r, o, &problem) && request_check(&r, &problem) &&
        request_read_create(&r, &plan, &seats, &problem))
        t = request_make_table("permits000000000", &plan, &seats,
                               &(struct request_person){1, "Ann"}, &now, &fx, &problem);
    json_decref(o);
    if (t != NULL)
        keep_journal(t);
    return t;
}

static void test_agreed(void)
{
    struct table *t =
        make_by_request("{\"id\":1,\"do\":\"create\",\"game\":\"smitten\",\"aids\":true}");
    tap_ok(t != NULL && says(t, "\"aids\":true"), "all who look at the table or its row see it");
    sit(t, 2);
    tap_ok(is_refused(t, 1, "") && is_refused(t, 2, ""), "then everybody gets them");
    tap_ok(same_again(t), "the journal gives the same");
    struct table *again = read_again("permits000000000", entries);
    tap_ok(again != NULL && again->plan.aids && is_refused(again, 2, ""), "also what was agreed");
    struct table_plan plan;
    table_plan_rematch(t, &plan);
    tap_ok(plan.aids, "and so does a rematch");
    table_free(again);
    table_free(t);
    t = make_by_request("{\"id\":1,\"do\":\"create\",\"game\":\"smitten\"}");
    tap_ok(t != NULL && !t->plan.aids && !says(t, "aids"), "without it they are off");
    table_free(t);
    tap_ok(make_by_request("{\"id\":1,\"do\":\"create\",\"game\":\"smitten\",\"aids\":1}") == NULL,
           "a wrong value is refused");
}

int main(void)
{
    fair_init();
    test_bots();
    test_people();
    test_none();
    test_agreed();
    forget_journal();
    return tap_done();
}
