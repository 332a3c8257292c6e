/*
 * The driver asks in the order of seats, each bot from its own view. A bot that waits lets the next
 * one act; when all have waited, one must move; and signals are limited per seat and turn.
 */
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/driver.h"
#include "tests/tap.h"

/* The answers of the scripted bots, one letter per question: `t` talk, `w` wait, `m` move. */
static struct {
    const char *text;
    int at;
    int seat[64], must[64];
} script;

static void choose(const struct bot *bot, const struct bot_question *q, struct bot_choice *out)
{
    (void)bot;
    const struct game *g = q->game;
    struct state_room room;
    struct rng r;
    move moves[GAME_MOVES_MAX], talk;
    rng_seed(&r, q->seed);
    g->determinize(q->view, &r, state_in(&room));
    int n = g->legal(state_in(&room), q->seat, moves);
    char letter = script.text[script.at];
    if (letter == '\0')
        letter = 'm';
    else
        script.at++;
    script.seat[script.at] = q->seat;
    script.must[script.at] = q->limits->must;
    *out = (struct bot_choice){.m = MOVE_NONE, .iterations = 1};
    if (letter == 't' && g->read_move("say can want", &talk) == NULL)
        out->m = talk;
    else if (letter == 'm' && n > 0)
        out->m = moves[0];
}

static const struct bot scripted = {.name = "scripted", .iterations = 1, .choose = choose};

/* Plays one turn of Smitten with two scripted bots up to the first real move; returns the number of
   events. */
static int play_turn(const char *text, struct play_event *events, int max)
{
    const struct game *g = games_find("smitten");
    const struct driver_bot bots[2] = {{.bot = &scripted}, {.bot = &scripted}};
    static struct driver d;
    struct state_room room;
    struct rng deals, seeds;
    int opt[GAME_OPTIONS_MAX], n = 0;
    memset(&script, 0, sizeof script);
    script.text = text;
    rng_seed(&deals, 3);
    rng_seed(&seeds, 4);
    game_preset_options(g, opt);
    g->init(state_in(&room), 2, opt);
    driver_init(&d, g);
    driver_seat(&d, 2, bots);
    while (n < max && driver_choose(&d, state_in(&room), &deals, &seeds, &events[n])) {
        play_event_apply(g, state_in(&room), &events[n]);
        if (events[n].seat == PLAY_DEAL)
            continue;
        n++;
        if ((events[n - 1].move & MOVE_TALK) == 0)
            break;
    }
    driver_clear(&d);
    return n;
}

static void test_asking(void)
{
    struct play_event e[32];
    tap_ok(play_turn("m", e, 32) == 1 && e[0].seat == 0, "seat 0 is asked first and may move");
    tap_ok(script.must[1] == 0, "nobody must move while another seat may");
    tap_ok(play_turn("wm", e, 32) == 1 && e[0].seat == 1,
           "a bot that waits lets the next seat act");
    int n = play_turn("wwm", e, 32);
    tap_ok(n == 1 && script.must[3] == 1 && script.must[2] == 0,
           "when all have waited, one must move");
    n = play_turn("ttwm", e, 32);
    tap_ok(n == 3 && e[0].seat == 0 && e[1].seat == 1 && e[2].seat == 1,
           "talk is an event, and the other seat is asked next");
    tap_ok(script.seat[3] == 0 && script.seat[4] == 1, "then the first seat again");
    n = play_turn("tttttttttt", e, 32);
    int talks[2] = {0, 0};
    for (int i = 0; i < n; i++)
        if (e[i].move & MOVE_TALK)
            talks[e[i].seat]++;
    tap_ok(talks[0] == TURNS_SIGNALS_MAX && talks[1] == TURNS_SIGNALS_MAX,
           "a seat signals at most %d times per turn (%d, %d)", TURNS_SIGNALS_MAX, talks[0],
           talks[1]);
}

static void test_names(void)
{
    const struct game *g = games_find("luz");
    struct driver_bot b;
    char text[64];
    struct buf out;
    tap_ok(driver_read_bot(g, "random", 6, &b) && b.iterations == 0, "a name alone is read");
    tap_ok(driver_read_bot(g, "random:500,x", 10, &b) && b.iterations == 500,
           "a name and a budget are read");
    buf_init(&out, text, sizeof text);
    driver_write_bot(&b, &out);
    tap_ok(strcmp(text, "random:500") == 0, "a bot is written as it was read: %s", text);
    tap_ok(!driver_read_bot(g, "nobody", 6, &b), "an unknown bot is refused");
    const char *const wrong[] = {
        "",  ":", "random:", "random:0", "random:-1", "random:1x", "random:99999999999999999999999",
        ":5"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        tap_ok(!driver_read_bot(g, wrong[i], strlen(wrong[i]), &b), "refused: `%s`", wrong[i]);
}

int main(void)
{
    test_asking();
    test_names();
    return tap_done();
}
