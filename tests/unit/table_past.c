/* The past of a running game: how far back a seat may look, and that it sees what it saw. */
#include <jansson.h>
#include <string.h>

#include "tests/unit/table_help.h"

static struct table *make_with(const char *game, const char *memory, int seats)
{
    struct table_plan plan = {.begins = TABLE_CHANCE};
    struct table *t;
    bool good = setup_find_game(&plan.setup, game, &problem);
    plan.setup.seats = seats;
    good = good && (memory == NULL || table_set_option(&plan, "memory", memory, &problem));
    tap_ok(good && setup_check(&plan.setup, &problem), "%s: the set-up", game);
    t = table_new("past", &plan);
    start_effects();
    table_create(t, 1, "A", &now, &fx);
    for (uint64_t i = 1; i <= (uint64_t)seats; i++)
        sit(t, i);
    return t;
}

/* The answer to a player's `past`; NULL: refused. A new reference. */
static json_t *tell(const struct table *t, uint64_t player, int from)
{
    struct strbuf out;
    json_t *told = NULL;
    strbuf_init(&out);
    start_effects();
    strbuf_put(&out, "{");
    if (table_tell_past(t, player, from, &out, &problem)) {
        strbuf_put(&out, "}");
        told = json_loadb(out.text, out.len, 0, NULL);
    }
    strbuf_clear(&out);
    return told;
}

static int number(const json_t *told, const char *key)
{
    return (int)json_integer_value(json_object_get(told, key));
}

/* The table as the player sees it now; a new reference. */
static json_t *look(const struct table *t, uint64_t player)
{
    struct strbuf out;
    strbuf_init(&out);
    table_write_whole(t, player, NULL, 0, &now, &out);
    json_t *whole = json_loadb(out.text, out.len, 0, NULL);
    json_t *view = json_incref(json_object_get(whole, "view"));
    json_decref(whole);
    strbuf_clear(&out);
    return view;
}

static json_t *moment_of(const json_t *told, int step)
{
    size_t i;
    json_t *moment;
    json_array_foreach(json_object_get(told, "moments"), i,
                       moment) if (number(moment, "step") == step) return moment;
    return NULL;
}

/* Whether several seats chose in secret after so many steps. */
static bool was_sealed(const struct table *t, int steps)
{
    struct state_room room;
    memset(&room, 0, sizeof room);
    table_replay(t, steps, state_in(&room));
    return game_is_sealed(t->plan.setup.game, state_in(&room));
}

/* Plays a game to its end; after each event every seat may look back to where the rules say, and
   sees each moment as it saw it then. */
static void test_game(const char *game, const char *memory, int seats, bool all)
{
    static json_t *seen[GAME_SEATS_MAX][TABLE_EVENTS_MAX];
    static int own[GAME_SEATS_MAX];
    struct table *t = make_with(game, memory, seats);
    struct rng r;
    char text[GAME_TEXT_MAX];
    bool same = true, first = true, last = true, sealed = true;
    int moments = 0, steps = 0;
    rng_seed(&r, 11);
    memset(own, 0, sizeof own);
    for (bool more = true; more && t->phase == TABLE_PLAY;) {
        for (int s = 0; s < seats; s++) {
            uint64_t player = t->chair[t->seat[s].chair].player;
            for (; t->steps >= steps && seen[s][t->steps] == NULL;)
                seen[s][t->steps] = look(t, player);
            int from = all ? 0 : own[s];
            json_t *told = tell(t, player, from > t->steps - 9 ? 0 : t->steps - 9);
            first = first && told != NULL && number(told, "first") == from;
            last = last && number(told, "last") == t->steps;
            for (int i = from; i <= t->steps; i++) {
                const json_t *moment = moment_of(told, i), *e = json_object_get(moment, "event");
                if (moment == NULL || seen[s][i] == NULL)
                    continue;
                same = same && json_equal(json_object_get(moment, "view"), seen[s][i]);
                if (json_object_get(e, "seat") != NULL)
                    sealed = sealed && (json_object_get(e, "text") != NULL) ==
                                           (number(e, "seat") == s || !was_sealed(t, i - 1));
                moments++;
            }
            json_decref(told);
        }
        int seat = choose(t, &r, text);
        more = seat >= 0 && play(t, seat, text);
        if (more)
            own[seat] = table_find_own_step(t, seat);
    }
    const char *option = memory != NULL ? memory : "no option";
    tap_ok(first, "%s, %s: it begins %s", game, option,
           all ? "at the start" : "at the own last move");
    tap_ok(last && moments > t->steps, "%s, %s: it ends now", game, option);
    tap_ok(same && sealed, "%s, %s: each moment is as the seat saw it", game, option);
    json_t *told = tell(t, 1, 0);
    tap_ok(told != NULL && number(told, "first") == 0, "%s, %s: after the game all may be seen",
           game, option);
    json_decref(told);
    for (int s = 0; s < seats; s++)
        for (int i = 0; i < TABLE_EVENTS_MAX; i++) {
            json_decref(seen[s][i]);
            seen[s][i] = NULL;
        }
    table_free(t);
}

static void test_refusals(void)
{
    struct table *t = make("luz", 3, (struct table_clock){.kind = TABLE_CLOCK_NONE}, false);
    tap_ok(tell(t, 1, 0) == NULL && strcmp(why(), "table.not-begun") == 0,
           "before the game: refused");
    for (uint64_t i = 1; i <= 3; i++)
        sit(t, i);
    tap_ok(tell(t, 9, 0) == NULL && strcmp(why(), "table.not-seated") == 0, "a stranger: refused");
    json_t *told = tell(t, 1, 1000000000);
    tap_ok(told != NULL && json_array_size(json_object_get(told, "moments")) == 0,
           "beyond the present: nothing");
    json_decref(told);
    table_free(t);
}

static void test_pages(void)
{
    struct table *t = make_with("luz", "aided", 4);
    struct rng r;
    char text[GAME_TEXT_MAX];
    rng_seed(&r, 3);
    for (int seat = 0; t->steps < 100 && seat >= 0;) {
        seat = choose(t, &r, text);
        seat = seat >= 0 && play(t, seat, text) ? seat : -1;
    }
    json_t *page[2] = {tell(t, 1, 0), tell(t, 1, TABLE_PAST_MAX)};
    size_t n = json_array_size(json_object_get(page[0], "moments"));
    size_t rest = json_array_size(json_object_get(page[1], "moments"));
    tap_ok(n == TABLE_PAST_MAX && n + rest == (size_t)t->steps + 1 &&
               number(json_array_get(json_object_get(page[1], "moments"), 0), "step") ==
                   TABLE_PAST_MAX,
           "pages of at most %d moments follow each other", TABLE_PAST_MAX);
    json_decref(page[0]);
    json_decref(page[1]);
    table_free(t);
}

int main(void)
{
    test_refusals();
    test_pages();
    test_game("luz", "strict", 3, false);
    test_game("luz", "aided", 3, true);
    test_game("photograph", "strict", 3, false);
    test_game("photograph", "aided", 2, true);
    test_game("smitten", NULL, 2, true);
    return tap_done();
}
