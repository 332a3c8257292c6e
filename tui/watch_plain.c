/* Watching a record line by line: the same as on the screen. */
#include <stdio.h>
#include <string.h>

#include "tui/print.h"
#include "tui/tui.h"

/* Prints the cards that the step showed, unless they lay open before it. */
static void print_passing(const struct tui_watch *w, int at, const json_t *moment, struct scene *c)
{
    static struct scene before;
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    scene_init(&before, w->past->language);
    json_t *last = past_look(w->past, at - 1, w->seat, w->open, &before);
    json_t *shown = json_object_get(moment, "shown");
    if (shown != NULL && !json_equal(shown, json_object_get(last, "shown"))) {
        c->held = shown;
        scene_describe_passing(c, &b);
        c->held = NULL;
    }
    print_news(&b);
    json_decref(last);
    scene_clear(&before);
}

/* What the review says of the choice that led to the step, and why. */
static void print_notes(const struct tui_watch *w, int at)
{
    const struct report r = {.past = w->past, .review = w->review};
    struct buf note = BUF_ROOM(SCENE_LINE_MAX), why = BUF_ROOM(SCENE_LINE_MAX);
    report_put_note(&r, at, w->seat, w->open, &note);
    report_put_why(&r, at, &why);
    print_news(&note);
    print_news(&why);
}

static void print_step(const struct tui_watch *w, int at, struct scene *c)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    json_t *moment = past_look(w->past, at, w->seat, w->open, c);
    printf("%d/%d\n", at, w->past->steps);
    if (at > 0) {
        past_describe_event(w->past, at, w->seat, w->open, &b);
        print_news(&b);
        print_passing(w, at, moment, c);
    }
    if (w->review != NULL && at > 0)
        print_notes(w, at);
    print_view(c);
    json_decref(moment);
}

/* Obeys a line about the view; false: another line. */
static bool change_view(struct tui_watch *w, const char *text)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    int seat = w->seat;
    if (strcmp(text, "open") == 0)
        w->open = !w->open;
    else if (strcmp(text, "public") == 0)
        seat = GAME_SPECTATOR;
    else if (strncmp(text, "seat ", 5) != 0)
        return false;
    else if (!scene_read(text, "seat #", &seat, NULL) || seat < 0)
        seat = w->past->seats;
    if (seat < w->past->seats) {
        w->seat = seat;
        tui_watch_describe_view(w, &b);
    } else {
        buf_put(&b, words_get(w->past->language, MSG("review.no-such-seat")));
    }
    puts(b.text);
    return true;
}

/* Obeys a line that plays on from here; false: another line. */
static bool play_on(const struct tui_watch *w, const char *text)
{
    struct buf b = BUF_ROOM(PROBLEM_TEXT_MAX);
    bool anew = strcmp(text, "fork anew") == 0;
    if (!w->alone || (!anew && strcmp(text, "fork") != 0))
        return false;
    tui_play_on(w, w->at, anew, tui_play_plain, &b);
    print_news(&b);
    return true;
}

/* The step to show next. */
static int steer(struct tui_watch *w, const struct scene *c, const char *text)
{
    int all = w->past->steps, at = w->at, jump = 0;
    scene_read(text, "#", &jump, NULL);
    if (strcmp(text, "help") == 0)
        print_word(c, MSG("tui.watch-plain-help"));
    else if (strcmp(text, "back") == 0)
        return at > 0 ? at - 1 : 0;
    else if (strcmp(text, "end") == 0)
        return all;
    else if (text[0] >= '0' && text[0] <= '9')
        return jump < all ? jump : all;
    else if (!play_on(w, text) && (w->past->replay == NULL || !change_view(w, text)))
        return at < all ? at + 1 : all;
    return at;
}

static void print_now(struct tui_watch *w, const char *line)
{
    struct scene c = {.fresh = false};
    scene_init(&c, w->past->language);
    if (line != NULL)
        w->at = steer(w, &c, line);
    print_step(w, w->at, &c);
    scene_clear(&c);
    fflush(stdout);
}

void tui_watch_plain_begin(struct tui_watch *w)
{
    print_now(w, NULL);
}

bool tui_watch_plain_obey(struct tui_watch *w, const char *line)
{
    if (strcmp(line, "quit") == 0)
        return false;
    print_now(w, line);
    return true;
}

void tui_watch_plain(struct tui_watch *w)
{
    char line[PRINT_LINE_MAX];
    for (tui_watch_plain_begin(w); print_read_line(line) && tui_watch_plain_obey(w, line);)
        continue;
}
