/* Tables: the member `ended` of an update, and cards shown for a moment. */
#include <jansson.h>
#include <string.h>

#include "tests/unit/table_help.h"

/* Whether what player 1 receives now says `words`. */
static bool tells(const struct table *t, const char *words)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_update(t, 1, NULL, 0, TABLE_NEW_GAME, &now, &out);
    bool found = strstr(out.text, words) != NULL;
    strbuf_clear(&out);
    return found;
}

static void test_ended(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    struct rng r;
    char text[GAME_TEXT_MAX];
    bool good = true, quiet = true;
    rng_seed(&r, 5);
    for (int i = 1; i <= 3; i++)
        good = good && sit(t, (uint64_t)i);
    while (good && t->deals == 1) {
        quiet = quiet && !tells(t, "\"ended\":");
        int seat = choose(t, &r, text);
        good = seat >= 0 && play(t, seat, text);
    }
    tap_ok(good && quiet, "ended: nothing has ended within the first deal");
    tap_ok(tells(t, "\"ended\":{\"game\":\"luz\"") && tells(t, "\"phase\":\"deal\"") &&
               tells(t, "\"phase\":\"bid\""),
           "ended: the update of a new deal shows the finished one too");
    int seat = choose(t, &r, text);
    tap_ok(play(t, seat, text) && !tells(t, "\"ended\":"), "ended: it is told once");
    table_free(t);
}

/* The last shots as the table shows them to a spectator now; a new reference. */
static json_t *read_shots(const struct table *t)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, 0, NULL, 0, &now, &out);
    json_t *whole = json_loadb(out.text, out.len, 0, NULL);
    json_t *shots = json_deep_copy(json_object_get(json_object_get(whole, "view"), "shots"));
    json_decref(whole);
    strbuf_clear(&out);
    return shots;
}

/* Whether the member `shown` of an update has just these shots; NULL: it is not there. */
static bool has_shown(const struct strbuf *text, const json_t *want)
{
    json_t *update = json_loadb(text->text, text->len, 0, NULL);
    const json_t *shown = json_object_get(update, "shown");
    bool same = want == NULL ? shown == NULL : json_equal(shown, want);
    json_decref(update);
    return same;
}

/* Plays a turn, and keeps its events and its shots. */
static void play_turn(struct table *t, struct rng *r, struct table_event *event, int *n,
                      json_t *shown)
{
    char text[GAME_TEXT_MAX];
    for (int i = 0; i < 2; i++) {
        int seat = choose(t, r, text);
        play(t, seat, text);
        for (int k = 0; k < fx.n; k++)
            event[(*n)++] = fx.event[k];
    }
    json_array_append_new(shown, json_pack("{s:o}", "shots", read_shots(t)));
}

/* Rule P5.2: an update that brings several moves, and the whole table, carry the shots of each move
   since the seat's own last one, which a view alone would have lost. */
static void test_shown(void)
{
    struct table *t = make("photograph", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    static struct table_event event[64];
    const struct table_event *told[64];
    struct rng r;
    struct strbuf out;
    json_t *all = json_array(), *rest = json_array();
    int n = 0;
    rng_seed(&r, 5);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    play_turn(t, &r, event, &n, all); /* the first player's own */
    int first = t->step[t->steps - 1].seat;
    json_array_clear(all);
    n = 0;
    play_turn(t, &r, event, &n, all);
    play_turn(t, &r, event, &n, all);
    for (int i = 0; i < n; i++)
        told[i] = &event[i];
    uint64_t player = t->chair[t->seat[first].chair].player;
    uint64_t next = t->chair[t->seat[(first + 1) % 3].chair].player;
    json_array_append(rest, json_array_get(all, 1));
    strbuf_init(&out);
    table_write_update(t, player, told, n, TABLE_NEW_GAME, &now, &out);
    tap_ok(n == 4 && has_shown(&out, all), "P5.2: several moves bring the shots of each");
    strbuf_reset(&out);
    table_write_update(t, next, told, n, TABLE_NEW_GAME, &now, &out);
    tap_ok(has_shown(&out, rest), "since the seat's own last move");
    strbuf_reset(&out);
    table_write_update(t, 99, told, n, TABLE_NEW_GAME, &now, &out);
    tap_ok(has_shown(&out, all), "to a spectator those of the update");
    strbuf_reset(&out);
    table_write_whole(t, player, NULL, 0, &now, &out);
    tap_ok(has_shown(&out, all), "the whole table carries them too");
    strbuf_reset(&out);
    table_write_update(t, player, told + n - 1, 1, TABLE_NEW_GAME, &now, &out);
    tap_ok(has_shown(&out, NULL), "one move needs none: the view has its shots");
    json_decref(all);
    json_decref(rest);
    strbuf_clear(&out);
    table_free(t);
}

/* Rule L7.2: the view of strict memory has lost the trick once the next card is led; the update
   that brings both moves shows it. */
static void test_shown_trick(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    static struct table_event event[16];
    const struct table_event *told[16];
    struct rng r;
    struct strbuf out;
    char text[GAME_TEXT_MAX];
    int n = 0;
    rng_seed(&r, 5);
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    for (int i = 0; i < 7; i++) { /* three bids, the first trick, and the next card */
        int seat = choose(t, &r, text);
        play(t, seat, text);
        for (int k = 0; i >= 5 && k < fx.n; k++)
            event[n++] = fx.event[k];
    }
    for (int i = 0; i < n; i++)
        told[i] = &event[i];
    strbuf_init(&out);
    table_write_update(t, 99, told, n, TABLE_NEW_GAME, &now, &out);
    json_t *update = json_loadb(out.text, out.len, 0, NULL);
    json_t *shown = json_object_get(update, "shown"), *view = json_object_get(update, "view");
    const json_t *last = json_object_get(json_array_get(shown, 0), "last");
    tap_ok(n == 2 && json_is_null(json_object_get(view, "last")) && json_array_size(shown) == 1 &&
               json_array_size(json_object_get(last, "cards")) == 3 &&
               json_equal(json_object_get(last, "winner"), json_object_get(view, "leader")),
           "L7.2: an update beyond a finished trick shows it");
    json_decref(update);
    strbuf_clear(&out);
    table_free(t);
}

int main(void)
{
    fair_init();
    test_ended();
    test_shown();
    test_shown_trick();
    forget_journal();
    return tap_done();
}
