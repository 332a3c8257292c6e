/*
 * The full-screen table. Bots think in a thread that only reads the session, so that the screen
 * answers at all times; whatever they find is applied here. With several people at the keyboard a
 * screen without any hand stands between their turns.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/clock.h"
#include "tui/board.h"
#include "tui/terminal.h"
#include "tui/tui.h"

enum { PACE_MS = 250, TICK_MS = 50 };

struct thought {
    pthread_t thread;
    bool running, hint; /* a hint is asked for rather than a bot */
    atomic_bool stop, done;
    struct session *session;
    struct session_next next;
    int seat;
    move answer;
    bool found;
    char text[GAME_TEXT_MAX];
    int64_t began_ms;
};

struct play {
    struct tui_table *table;
    struct board board;
    struct thought thought;
    int show;        /* the first event that may have shown something unseen to this person */
    json_t *passing; /* what lay open last for a moment only, and since when; or NULL */
    int64_t looked_ms;
    int at;     /* who sits at the keyboard; -1: nobody yet */
    bool aside; /* and has no move, but something to say */
    bool left;
};

/* ---- Thinking ---- */

static void *think(void *context)
{
    struct thought *t = context;
    if (t->hint)
        t->found = session_hint(t->session, t->seat, &t->stop, t->text);
    else
        t->answer = session_think(t->session, &t->next, &t->stop);
    atomic_store(&t->done, true);
    return NULL;
}

static void start_thinking(struct play *p, bool hint)
{
    struct thought *t = &p->thought;
    t->hint = hint;
    t->seat = p->at;
    t->session = p->table->session;
    atomic_store(&t->stop, false);
    atomic_store(&t->done, false);
    t->began_ms = clock_ms();
    if (pthread_create(&t->thread, NULL, think, t) != 0)
        abort();
    t->running = true;
}

static void stop_thinking(struct play *p)
{
    if (!p->thought.running)
        return;
    atomic_store(&p->thought.stop, true);
    pthread_join(p->thought.thread, NULL);
    p->thought.running = false;
}

/* Shows the seat at the keyboard; with nobody there, or at the end among several, what is open. */
static void look(struct play *p)
{
    struct session_next next;
    session_next(p->table->session, &next);
    bool open = p->at < 0 || (next.what == SESSION_OVER && p->board.scene.people > 1);
    scene_look(&p->board.scene, p->table->session, open ? GAME_SPECTATOR : p->at);
    p->board.events = p->show = p->table->session->n;
    const json_t *passing = scene_passing(&p->board.scene);
    if (passing == NULL || json_equal(passing, p->passing))
        return;
    json_decref(p->passing);
    p->passing = json_deep_copy(passing);
    p->looked_ms = clock_ms();
}

/* Whether what lies open for a moment only is still to be looked at. */
static bool is_resting(const struct play *p)
{
    return scene_passing(&p->board.scene) != NULL && clock_ms() - p->looked_ms < SCENE_HOLD_MS;
}

/* The person at the keyboard has just sat down: all that was shown since their own last move is
   shown to them, one after another. */
static void show_since_own(struct play *p)
{
    const struct session *s = p->table->session;
    while (p->at >= 0 && p->show > 0 && s->event[p->show - 1].seat != p->at)
        p->show--;
}

static void hold_next(struct play *p)
{
    const struct session *s = p->table->session;
    struct scene *c = &p->board.scene;
    if (is_resting(p))
        return;
    json_decref(c->held);
    c->held = NULL;
    while (p->show < s->n && s->event[p->show].shown == NULL)
        p->show++;
    if (p->show == s->n)
        return;
    c->held = json_loads(s->event[p->show++].shown, 0, NULL);
    p->looked_ms = clock_ms();
}

static void finish_thinking(struct play *p)
{
    struct thought *t = &p->thought;
    pthread_join(t->thread, NULL);
    t->running = false;
    if (t->hint) {
        struct buf b;
        buf_init(&b, p->board.note, sizeof p->board.note);
        if (!t->found)
            scene_put(&p->board.scene, &b, MSG("tui.no-hint"), NULL);
        else
            scene_put(&p->board.scene, &b, MSG("tui.hint"), t->text, NULL);
        int at = t->found ? scene_find(&p->board.scene, t->text) : -1;
        if (at >= 0)
            scene_choose(&p->board.scene, p->table->session, at);
        return;
    }
    if (session_answer(p->table->session, &t->next, t->answer))
        tui_save(p->table);
    look(p);
}

/* ---- Drawing ---- */

static void put_event(const struct board *b, int i, struct buf *out)
{
    const struct play *p = b->context;
    const struct session_event *e = &p->table->session->event[i];
    const struct scene *c = &b->scene;
    bool secret = session_is_secret(p->table->session, i, c->seat);
    if (e->seat == PLAY_DEAL)
        scene_put(c, out, MSG("tui.dealt"), NULL);
    else if (secret)
        buf_put(out, c->name[e->seat]);
    else
        scene_tell_move(c, e->seat, e->text, out);
    if (e->shown == NULL)
        return;
    json_t *shown = json_loads(e->shown, 0, NULL);
    buf_put(out, ". ");
    scene_tell_kept(c, secret ? -1 : e->seat, scene_find_shown(c, shown), out);
    json_decref(shown);
}

static void draw_pass(const struct play *p, uint32_t people)
{
    const struct scene *c = &p->board.scene;
    char memory[SCENE_LINE_MAX];
    struct buf b;
    int y = screen_lines() / 2 - 2;
    for (int i = 0; i < c->seats; i++) {
        if ((people >> i & 1) == 0)
            continue;
        buf_init(&b, memory, sizeof memory);
        scene_put(c, &b, MSG("tui.pass"), c->name[i], NULL);
        screen_print(y, 6, screen_columns() - 7, STYLE_BOLD, "%d  %s", i + 1, b.text);
        y += 2;
    }
}

static void draw(const struct play *p, bool passing, uint32_t people)
{
    screen_start();
    if (board_is_small())
        board_draw_small(&p->board);
    else if (passing)
        draw_pass(p, people);
    else
        board_draw_table(&p->board);
    screen_show();
}

static void draw_again(void *context)
{
    draw(context, false, 0);
}

/* ---- Keys ---- */

static void move_by(struct play *p, const char *text)
{
    char want[GAME_TEXT_MAX];
    snprintf(want, sizeof want, "%s", text);
    const char *why = session_move(p->table->session, p->at, want);
    p->board.note[0] = '\0';
    if (why != NULL) {
        board_note(&p->board, scene_word(&p->board.scene, why));
        return;
    }
    tui_save(p->table);
    look(p);
}

/* Chooses a legal move, or says why it is none; choosing it again makes it, if `twice`. */
static void aim(struct play *p, const char *text, bool twice)
{
    int at = scene_find(&p->board.scene, text);
    p->board.note[0] = '\0';
    if (at < 0)
        move_by(p, text); /* refused with its reason */
    else if (twice && at == p->board.scene.chosen)
        move_by(p, text);
    else
        scene_choose(&p->board.scene, p->table->session, at);
}

static void say_something(struct play *p)
{
    if (!p->board.scene.talk) {
        board_note(&p->board, scene_word(&p->board.scene, MSG("tui.no-talk")));
        return;
    }
    const char *text = board_choose_signal(&p->board.scene);
    if (text == NULL)
        return;
    stop_thinking(p); /* the bot thinks anew, and hears it */
    move_by(p, text);
    if (p->aside)
        p->at = -1;
}

static void let_bots(struct play *p)
{
    if (!p->board.scene.talk || !session_yield(p->table->session))
        board_note(&p->board, scene_word(&p->board.scene, MSG("tui.nobody-waits")));
}

static void click(struct play *p)
{
    const char *text = board_take_click(&p->board);
    if (text != NULL)
        aim(p, text, true);
}

/* Keys that ask for something of the person whose turn it is. */
static void press_turn(struct play *p, int key)
{
    char want[GAME_TEXT_MAX];
    if (key == '\r' || key == '\n' || key == KEY_ENTER || key == ' ') {
        if (p->board.scene.chosen >= 0)
            move_by(p, p->board.scene.legal[p->board.scene.chosen]);
    } else if (key == ':') {
        if (board_type_line(draw_again, p, want, sizeof want))
            move_by(p, want);
    } else if (key == 'w') {
        let_bots(p);
    } else if (key == 't') {
        start_thinking(p, true);
    } else if (p->board.face->steer(&p->board.scene, key, want)) {
        aim(p, want, false);
    }
}

static void press(struct play *p, int key)
{
    const struct scene *c = &p->board.scene;
    if (key == 'q')
        p->left = true;
    else if (key == '?')
        board_show_page(c, scene_word(c, MSG("tui.help-title")), scene_word(c, MSG("tui.help")));
    else if (key == 'i')
        board_show_page(c, scene_word(c, MSG("tui.rules-title")), scene_rules(c));
    else if (key == 'o')
        board_show_log(&p->board);
    else if (key == '\t')
        p->board.inspect = p->board.inspect + 1 < c->seats ? p->board.inspect + 1 : -1;
    else if (key == 'p' && c->people > 1 && !p->thought.running)
        p->at = -1;
    else if (key == 's' && (c->talk || c->may))
        say_something(p);
    else if (key == KEY_MOUSE)
        click(p);
    else if (c->may && !p->thought.running)
        press_turn(p, key);
}

/* The people who may take the keyboard: those who may move, and those who may only speak. */
static uint32_t list_people(const struct play *p, const struct session_next *next)
{
    uint32_t people = session_people(p->table->session);
    bool talk = session_may_talk(p->table->session, __builtin_ctz(people));
    return talk ? people : next->people;
}

/* The screen between two people: a seat's number, or Enter for the first who may move. */
static void press_pass(struct play *p, int key, const struct session_next *next)
{
    uint32_t people = next->people;
    if (key == 'q')
        p->left = true;
    else if (key == '\r' || key == '\n' || key == KEY_ENTER)
        p->at = __builtin_ctz(people);
    else if (key >= '1' && key <= '5' && (list_people(p, next) >> (key - '1') & 1))
        p->at = key - '1';
    p->aside = p->at >= 0 && (people >> p->at & 1) == 0;
    p->board.note[0] = '\0';
    look(p);
    show_since_own(p);
}

/* Sets going what the game waits for; returns whether the keyboard has to be passed. */
static bool advance(struct play *p, struct session_next *next)
{
    session_next(p->table->session, next);
    while (next->what == SESSION_DEAL && !is_resting(p)) {
        session_deal(p->table->session);
        tui_save(p->table);
        look(p);
        session_next(p->table->session, next);
    }
    if (next->what == SESSION_BOT && !p->thought.running) {
        p->thought.next = *next;
        start_thinking(p, false);
    }
    if (next->what != SESSION_PEOPLE)
        return false;
    if (p->board.scene.people == 1)
        p->at = __builtin_ctz(next->people);
    if (p->at >= 0 && (p->aside || (next->people >> p->at & 1))) {
        if (p->board.scene.seat != p->at)
            look(p);
        return false;
    }
    if (p->at >= 0 && is_resting(p))
        return false;
    p->at = -1;
    return true;
}

bool tui_play_screen(struct tui_table *t)
{
    static struct play p;
    struct session_next next = {.what = SESSION_DEAL};
    p.table = t;
    p.board.face = face_find(t->session->setup.game);
    p.at = p.board.inspect = -1;
    p.board.put_event = put_event;
    p.board.context = &p;
    scene_init(&p.board.scene, t->language);
    if (!screen_open())
        return false;
    uint32_t people = session_people(t->session);
    p.at = (people & (people - 1)) == 0 ? __builtin_ctz(people) : -1;
    look(&p);
    show_since_own(&p);
    while (!p.left) {
        bool passing = advance(&p, &next);
        hold_next(&p);
        p.board.scene.fresh = is_resting(&p);
        draw(&p, passing, list_people(&p, &next));
        bool waiting = p.thought.running || is_resting(&p);
        timeout(waiting ? TICK_MS : -1);
        int key = getch();
        if (key == ERR && !waiting)
            p.left = true; /* the terminal has gone */
        else if (passing && key != KEY_RESIZE)
            press_pass(&p, key, &next);
        else if (key != ERR && key != KEY_RESIZE && !board_is_small())
            press(&p, key);
        else if (key == 'q')
            p.left = true;
        if (p.thought.running && atomic_load(&p.thought.done) &&
            clock_ms() - p.thought.began_ms >= PACE_MS && (p.thought.hint || !is_resting(&p)))
            finish_thinking(&p);
    }
    stop_thinking(&p);
    screen_close();
    tui_save(t);
    scene_clear(&p.board.scene);
    json_decref(p.passing);
    session_next(t->session, &next);
    return next.what == SESSION_OVER;
}
