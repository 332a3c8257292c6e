/*
 * The cards that fit a film next, by the terminal (photograph_find_fits) and by the engine: in
 * random games of Photograph every card that is laid is sharp exactly if it was said to fit.
 */
#include <stdlib.h>
#include <string.h>

#include "games/photograph/photograph.h"
#include "table/random_play.h"
#include "tests/tap.h"
#include "tui/photograph.h"

/* The terminal's words on a film of a seat, before an event. */
struct said {
    int low, high, gap, n;
    bool any;
};

static int count_cards(const struct state *s, int seat, int colour)
{
    return s->open.tail[seat][colour].open + s->open.tail[seat][colour].blurry;
}

static void ask(const struct state *s, struct said said[PHOTOGRAPH_SEATS_MAX][PHOTOGRAPH_COLOURS])
{
    static char json[GAME_JSON_MAX];
    struct view_room room;
    struct buf b;
    memset(&room, 0, sizeof room);
    photograph_observe(s, GAME_SPECTATOR, view_in(&room));
    buf_init(&b, json, sizeof json);
    photograph_write_view(view_in(&room), &b);
    json_t *view = json_loads(json, 0, NULL);
    for (int i = 0; i < s->open.seats; i++) {
        json_t *player = json_array_get(json_object_get(view, "players"), (size_t)i);
        for (int c = 0; c < PHOTOGRAPH_COLOURS; c++) {
            char letter[2] = {photograph_letters[c], '\0'};
            const json_t *film = json_object_get(json_object_get(player, "films"), letter);
            struct said *at = &said[i][c];
            at->any = film != NULL && photograph_find_fits(film, &at->low, &at->high, &at->gap);
            at->n = count_cards(s, i, c);
        }
    }
    json_decref(view);
}

/* Compares the first card that each film got; counts cards and mistakes. */
static void compare(const struct state *s,
                    struct said said[PHOTOGRAPH_SEATS_MAX][PHOTOGRAPH_COLOURS], long *sharp,
                    long *blurry, long *wrong)
{
    for (int i = 0; i < s->open.seats; i++)
        for (int c = 0; c < PHOTOGRAPH_COLOURS; c++) {
            const struct said *at = &said[i][c];
            if (count_cards(s, i, c) == at->n)
                continue;
            unsigned card = (unsigned)(s->open.film[i][c] >> 5 * at->n) & 31;
            int value = (int)(card & 15), fits = (card & 16) == 0;
            bool expected = at->any && value >= at->low && value <= at->high && value != at->gap;
            *sharp += fits;
            *blurry += !fits;
            *wrong += expected != (fits != 0);
        }
}

int main(void)
{
    long sharp = 0, blurry = 0, wrong = 0;
    for (int number = 0; number < 150; number++) {
        static struct said said[PHOTOGRAPH_SEATS_MAX][PHOTOGRAPH_COLOURS];
        struct state_room room;
        struct play_event e;
        struct rng r;
        int opt[GAME_OPTIONS_MAX];
        rng_seed(&r, (uint64_t)number);
        game_preset_options(&photograph_game, opt);
        photograph_init(state_in(&room), 2 + number % 3, opt);
        while (random_play_choose(&photograph_game, state_in(&room), &r, &e)) {
            ask(state_in(&room), said);
            play_event_apply(&photograph_game, state_in(&room), &e);
            compare(state_in(&room), said, &sharp, &blurry, &wrong);
        }
    }
    tap_ok(wrong == 0, "what is said to fit is what the engine lays face up (%ld wrong)", wrong);
    tap_ok(sharp > 1000 && blurry > 1000, "%ld sharp and %ld blurry cards were laid", sharp,
           blurry);
    return tap_done();
}
