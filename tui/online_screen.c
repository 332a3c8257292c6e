/*
 * A server's table on the full screen, with the same board and faces as a local game. One thread
 * waits for both the keyboard and the server.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/clock.h"
#include "tui/board.h"
#include "tui/online.h"
#include "tui/terminal.h"

enum { CLOCK_MS = 500, CALM_MS = 5000, TICK_MS = 50 };

struct online_screen {
    struct tui_online *online;
    struct remote *remote;
    struct board board;
    unsigned seen;    /* changes handled so far */
    json_t *known;    /* a list of passing cards already shown */
    int64_t since_ms; /* since when the last ones are shown */
    bool left;
};

static void put_event(const struct board *b, int i, struct buf *out)
{
    const struct online_screen *p = b->context;
    online_put_event(&b->scene, p->remote, json_array_get(p->remote->events, (size_t)i), out);
}

/* ---- Drawing ---- */

static void put_extra(struct online_screen *p)
{
    struct board *b = &p->board;
    const char *word = NULL;
    if (!board_put_clocks(b) && b->scene.seat < 0 && b->face != NULL)
        word = MSG("online.watching");
    if (!p->remote->live)
        word = MSG("online.lost");
    if (word != NULL)
        snprintf(b->extra, sizeof b->extra, "%s", scene_word(&b->scene, word));
}

static const char *keys_of(const struct online_screen *p)
{
    const char *phase = remote_phase(p->remote);
    if (strcmp(phase, "over") == 0)
        return MSG("keys.online-over");
    if (p->board.face == NULL)
        return MSG("keys.online-wait");
    if (!p->board.scene.may)
        return p->board.scene.talk ? MSG("keys.online-idle-talk") : MSG("keys.online-idle");
    return p->board.scene.talk && p->board.face->talk_keys != NULL ? p->board.face->talk_keys
                                                                   : MSG("keys.online-turn");
}

static void draw(struct online_screen *p)
{
    screen_start();
    if (board_is_small()) {
        board_draw_small(&p->board.scene);
        screen_show();
        return;
    }
    put_extra(p);
    p->board.keys = keys_of(p);
    board_draw_table(&p->board);
    if (p->board.face == NULL) {
        struct buf b = BUF_ROOM(SCENE_LINE_MAX * 2);
        online_put_waiting(&p->board.scene, p->remote, &b);
        screen_wrap(3, 6, screen_columns() - 12, screen_lines() - 8, 0, b.text);
    }
    screen_show();
}

static void draw_again(void *context)
{
    draw(context);
}

/* Handles changes: of the table, a refusal, a question. */
static void look(struct online_screen *p)
{
    struct remote *r = p->remote;
    struct buf b;
    p->seen = r->changes;
    bool begun = r->game != NULL && json_is_object(json_object_get(r->table, "view"));
    online_look(&p->board.scene, r);
    p->board.face = begun ? face_find(r->game) : NULL;
    p->board.events = (int)json_array_size(r->events);
    online_keep_record(p->online);
    buf_init(&b, p->board.note, sizeof p->board.note);
    if (r->failed)
        return; /* reported at the end */
    if (!remote_take_refusal(r, p->online->language, &b) &&
        !remote_take_note(r, p->online->language, &b))
        online_put_question(&p->board.scene, r, &b);
}

/* ---- Passing cards ---- */

/* Whether passing cards have just come. */
static bool is_fresh(const struct online_screen *p)
{
    return scene_passing(&p->board.scene) != NULL && clock_ms() - p->since_ms < SCENE_HOLD_MS;
}

/* Whether passing cards must stay on the screen. At our own turn and after the game nothing
   replaces them. */
static bool is_resting(const struct online_screen *p)
{
    const struct scene *c = &p->board.scene;
    bool stays = c->may || strcmp(scene_text(c->view, "phase"), "over") == 0;
    return is_fresh(p) && (c->held != NULL || !stays);
}

/* Remembers the current passing cards; false: they are not new. */
static bool note_passing(struct online_screen *p)
{
    const json_t *passing = scene_passing(&p->board.scene);
    if (!online_is_news(p->known, passing))
        return false;
    online_note_shown(p->remote, passing);
    p->board.events = (int)json_array_size(p->remote->events);
    p->since_ms = clock_ms();
    return true;
}

/* Holds the next passing cards from the server that were not yet shown here. */
static void hold_next(struct online_screen *p)
{
    struct scene *c = &p->board.scene;
    json_t *shown = p->remote->shown;
    bool fresh = false;
    while (!fresh && json_array_size(shown) > 0) {
        json_decref(c->held);
        c->held = json_incref(json_array_get(shown, 0));
        json_array_remove(shown, 0);
        fresh = note_passing(p);
    }
    if (fresh)
        return;
    json_decref(c->held);
    c->held = NULL;
    note_passing(p);
}

/* Handles updates, unless passing cards are held. */
static void step(struct online_screen *p)
{
    if (is_resting(p))
        return;
    if (p->board.scene.held != NULL) {
        hold_next(p);
        return;
    }
    remote_step(p->remote);
    if (p->seen == p->remote->changes)
        return;
    look(p);
    hold_next(p);
}

/* Waits for the keyboard or the server; returns whether a key came. */
static bool wait_for_news(struct online_screen *p)
{
    bool clocked = json_is_object(json_object_get(p->remote->table, "times"));
    if (!is_resting(p))
        return remote_wait(p->remote, STDIN_FILENO,
                           is_fresh(p) ? TICK_MS
                           : clocked   ? CLOCK_MS
                                       : CALM_MS);
    struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&wait, 1, TICK_MS) > 0;
}

/* ---- Keys ---- */

static void move_by(struct online_screen *p, const char *text)
{
    p->board.note[0] = '\0';
    if (!remote_move(p->remote, text))
        board_note(&p->board, scene_word(&p->board.scene, MSG("online.lost")));
}

/* Chooses a phrase by number, or types a message. */
static void talk(struct online_screen *p)
{
    const struct scene *c = &p->board.scene;
    char line[BOARD_LINE_MAX];
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    for (int i = 0; online_phrase(i) != NULL; i++)
        scene_print(&b, "%d  %s\n", i + 1, scene_word(c, online_phrase_word(i)));
    scene_print(&b, "\n%s", scene_word(c, MSG("online.own-words")));
    int key = board_choose(c, &b);
    if (key >= '1' && key <= '8')
        remote_ask_with(p->remote, "talk", "phrase", json_string(online_phrase(key - '1')));
    else if (board_is_enter(key) && board_type_line(draw_again, p, line, sizeof line))
        remote_ask_with(p->remote, "talk", "text", json_string(line));
}

static void type(struct online_screen *p)
{
    char line[BOARD_LINE_MAX];
    struct buf b;
    buf_init(&b, p->board.note, sizeof p->board.note);
    if (board_type_line(draw_again, p, line, sizeof line) &&
        !scene_mark_card(&p->board.scene, line, &b) && !online_obey(p->remote, line))
        move_by(p, line);
}

static void give_signal(struct online_screen *p)
{
    const char *text = board_choose_signal(&p->board.scene);
    if (text != NULL)
        move_by(p, text);
}

/* ---- Looking back ---- */

static void watch_past(struct online_screen *p)
{
    static struct tui_back back;
    if (!online_look_back(p->online, &p->board.scene, &back))
        return;
    tui_watch_steps(&back.watch);
    tui_watch_back_end(&back);
}

/* The game just played at once; of a running one the table tells first what happened. */
static void ask_past(struct online_screen *p)
{
    if (p->online->record != NULL)
        watch_past(p);
    else if (p->board.scene.seat >= 0 && p->board.face != NULL)
        remote_ask_past(p->remote);
}

/* The aids that we asked for have come. */
static void show_aids(struct online_screen *p)
{
    const struct scene *c = &p->board.scene;
    struct buf b = BUF_ROOM(SCENE_TEXT_MAX);
    scene_describe_aids(c, p->remote->aids, &b);
    json_decref(p->remote->aids);
    p->remote->aids = NULL;
    board_show_page(c, scene_word(c, MSG("aids.title")), b.text);
}

/* Draws how far the review is; a key stops it. */
static bool show_review_progress(void *context, int done, int all)
{
    struct online_screen *p = context;
    struct buf note;
    buf_init(&note, p->board.note, sizeof p->board.note);
    scene_put(&p->board.scene, &note, MSG("tui.reviewing"), BUF_INT(done + 1), BUF_INT(all), NULL);
    draw(p);
    timeout(0);
    int key = getch();
    return key != 'q' && key != KEY_ESCAPE;
}

static void review(struct online_screen *p)
{
    struct strbuf text = STRBUF_EMPTY;
    bool done = online_review(p->online, BOARD_PAGE, show_review_progress, p, &text);
    p->board.note[0] = '\0';
    if (done)
        board_show_page(&p->board.scene, scene_word(&p->board.scene, MSG("tui.review-title")),
                        text.text);
    strbuf_clear(&text);
}

/* Keys of a server's table besides the game's; false: another key, or one that every table has,
   such as `e` before the end. */
static bool press_online(struct online_screen *p, int key)
{
    static const struct {
        int key;
        const char *line;
    } rows[] = {{'u', "takeback"}, {'y', "yes"},  {'n', "no"},
                {'b', "bots"},     {'a', "aids"}, {0, NULL}};
    for (int i = 0; rows[i].key != 0; i++)
        if (rows[i].key == key)
            return online_obey(p->remote, rows[i].line);
    if (key == 'e' && strcmp(remote_phase(p->remote), "over") == 0)
        return remote_ask(p->remote, "rematch"), true;
    if (key == 'h')
        return ask_past(p), true;
    if (key == 'r' && p->online->record != NULL)
        return review(p), true;
    if (key == 'm')
        return talk(p), true;
    if (key == ':')
        return type(p), true;
    return false;
}

static void press(struct online_screen *p, int key)
{
    const struct scene *c = &p->board.scene;
    char want[GAME_TEXT_MAX];
    if (key == 'q')
        p->left = true;
    else if (key == 's' && c->talk)
        give_signal(p);
    else if (!press_online(p, key) && !board_press_page(&p->board, key, MSG("online.help")) &&
             c->may && p->board.face != NULL && board_press_turn(&p->board, key, want))
        move_by(p, want);
}

void tui_online_screen(struct tui_online *online)
{
    static struct online_screen p;
    int silent = 0; /* how often the keyboard was ready without a key: it is gone */
    memset(&p, 0, sizeof p);
    p.online = online;
    p.remote = online->remote;
    p.known = json_array();
    p.board.inspect = -1;
    p.board.put_event = put_event;
    p.board.context = &p;
    p.seen = p.remote->changes - 1;
    scene_init(&p.board.scene, online->language);
    if (!screen_open())
        return;
    while (!p.left && !p.remote->failed && silent < 3) {
        step(&p);
        if (p.remote->past != NULL)
            watch_past(&p);
        if (p.remote->aids != NULL)
            show_aids(&p);
        p.board.scene.fresh = is_fresh(&p);
        draw(&p);
        bool ready = wait_for_news(&p);
        timeout(0);
        int key = getch();
        silent = ready && key == ERR ? silent + 1 : 0;
        for (; key != ERR && !p.left; timeout(0), key = getch())
            if (key == 'q' || (key != KEY_RESIZE && !board_is_small()))
                press(&p, key);
    }
    screen_close();
    online_await_record(online);
    free(online->record);
    online->record = NULL;
    json_decref(p.known);
    scene_clear(&p.board.scene);
}
