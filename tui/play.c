/*
 * The full-screen table. Bots think in a thread that only reads the session, so that the screen
 * answers at all times; whatever they find is applied here. With several people at the keyboard a
 * screen without any hand stands between their turns.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/keys.h"
#include "tui/screen.h"
#include "tui/tui.h"

enum { KEY_ESCAPE = 27, PACE_MS = 250, TICK_MS = 50, PANEL_X = 112 };

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
    struct timespec began;
};

struct play {
    struct tui_table *table;
    const struct face *face;
    struct scene scene;
    struct thought thought;
    int at;      /* who sits at the keyboard; -1: nobody yet */
    int inspect; /* whose films are shown large; -1: the own */
    bool left;
    char note[SCENE_LINE_MAX];
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
    clock_gettime(CLOCK_MONOTONIC, &t->began);
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

static long elapsed_ms(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - from->tv_sec) * 1000 + (now.tv_nsec - from->tv_nsec) / 1000000;
}

static void note(struct play *p, const char *text)
{
    snprintf(p->note, sizeof p->note, "%s", text);
}

/* Shows the seat at the keyboard; with nobody there, or at the end among several, what is open. */
static void look(struct play *p)
{
    struct session_next next;
    session_next(p->table->session, &next);
    bool open = p->at < 0 || (next.what == SESSION_OVER && p->scene.people > 1);
    scene_look(&p->scene, p->table->session, open ? GAME_SPECTATOR : p->at);
}

static void finish_thinking(struct play *p)
{
    struct thought *t = &p->thought;
    pthread_join(t->thread, NULL);
    t->running = false;
    if (t->hint) {
        struct buf b;
        buf_init(&b, p->note, sizeof p->note);
        if (!t->found)
            scene_put(&p->scene, &b, MSG("tui.no-hint"), NULL);
        else
            scene_put(&p->scene, &b, MSG("tui.hint"), t->text, NULL);
        int at = t->found ? scene_find(&p->scene, t->text) : -1;
        if (at >= 0)
            scene_choose(&p->scene, p->table->session, at);
        return;
    }
    if (session_answer(p->table->session, &t->next, t->answer))
        tui_save(p->table);
    look(p);
}

/* ---- Drawing ---- */

static bool is_secret(const struct scene *c, const struct session_event *e)
{
    const char *phase = scene_text(c->view, "phase");
    return e->seat != c->seat && (strcmp(phase, "sunset") == 0 || strcmp(phase, "end") == 0) &&
           strncmp(e->text, "wind", 4) == 0;
}

static void put_event(const struct scene *c, const struct session_event *e, struct buf *b)
{
    if (e->seat == PLAY_DEAL)
        scene_put(c, b, MSG("tui.dealt"), NULL);
    else if (is_secret(c, e))
        buf_put(b, c->name[e->seat]);
    else
        scene_tell_move(c, e->seat, e->text, b);
}

/* The last events in a line, the newest first. */
static void draw_recent(const struct play *p, int y)
{
    const struct session *s = p->table->session;
    char memory[SCENE_LINE_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    for (int i = s->n - 1; i >= 0 && i >= s->n - 4; i--) {
        buf_put(&b, i < s->n - 1 ? " · " : "");
        put_event(&p->scene, &s->event[i], &b);
    }
    screen_put(y, 1, screen_columns() - 1, STYLE_DIM, b.text);
}

static void draw_panel(const struct play *p, int bottom)
{
    const struct session *s = p->table->session;
    int x = PANEL_X, room = screen_columns() - x - 1;
    if (room < 30)
        return;
    screen_put(1, x, room, STYLE_BOLD | STYLE_UNDER, scene_word(&p->scene, MSG("tui.log")));
    for (int i = s->n - 1, y = 2; i >= 0 && y <= bottom; i--, y++) {
        char memory[SCENE_LINE_MAX];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        put_event(&p->scene, &s->event[i], &b);
        screen_print(y, x, room, i == s->n - 1 ? 0 : STYLE_DIM, "%3d %s", i, b.text);
    }
}

static void draw_title(const struct play *p)
{
    const struct scene *c = &p->scene;
    static const char *const names[][2] = {{"photograph", MSG("game.photograph")},
                                           {"luz", MSG("game.luz")},
                                           {"smitten", MSG("game.smitten")}};
    const char *name = c->game->name;
    char extra[SCENE_LINE_MAX] = "";
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i][0], c->game->name) == 0)
            name = scene_word(c, names[i][1]);
    if (strcmp(c->game->name, "luz") == 0)
        snprintf(extra, sizeof extra, "%s %d/4", scene_word(c, MSG("tui.deal")),
                 scene_int(c->view, "deal"));
    else if (strcmp(c->game->name, "smitten") == 0)
        snprintf(extra, sizeof extra, "%s: %d/17", scene_word(c, MSG("tui.laid")),
                 scene_int(c->view, "placed"));
    else if (strcmp(c->game->name, "photograph") == 0)
        snprintf(extra, sizeof extra, "%s: %d · %s: %d · %s", scene_word(c, MSG("tui.deck")),
                 scene_int(c->view, "deck"), scene_word(c, MSG("tui.points")),
                 c->seat < 0
                     ? 0
                     : (int)json_integer_value(json_object_get(
                           json_array_get(json_object_get(c->view, "players"), (size_t)c->seat),
                           "score")),
                 scene_word(c, strcmp(scene_text(c->view, "sunset"), "past") == 0
                                   ? MSG("tui.sunset-past")
                                   : MSG("tui.sunset-ahead")));
    for (int x = 0; x < screen_columns(); x++)
        screen_put(0, x, 1, STYLE_REVERSE, " ");
    screen_print(0, 1, screen_columns() - 2, STYLE_REVERSE | STYLE_BOLD, "%s · %s", name, extra);
}

static void draw_pass(const struct play *p, uint32_t people)
{
    const struct scene *c = &p->scene;
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

static void draw_table(const struct play *p)
{
    char memory[SCENE_LINE_MAX];
    struct buf b;
    int bottom = screen_lines() - 4;
    draw_title(p);
    if (strcmp(scene_text(p->scene.view, "phase"), "deal") != 0)
        p->face->draw(&p->scene, bottom, p->inspect);
    draw_panel(p, bottom);
    buf_init(&b, memory, sizeof memory);
    scene_tell_turn(&p->scene, &b);
    screen_put(bottom + 1, 1, screen_columns() - 1, STYLE_BOLD, b.text);
    if (p->note[0] != '\0')
        screen_put(bottom + 2, 1, screen_columns() - 1, 'Y' | STYLE_BOLD, p->note);
    else
        draw_recent(p, bottom + 2);
    screen_put(bottom + 3, 0, screen_columns(), STYLE_REVERSE,
               scene_word(&p->scene, p->scene.may ? p->face->keys : MSG("keys.idle")));
}

static bool is_small(void)
{
    return screen_lines() < SCREEN_LINES || screen_columns() < SCREEN_COLUMNS;
}

static void draw(const struct play *p, bool passing, uint32_t people)
{
    screen_start();
    if (is_small())
        screen_wrap(0, 0, screen_columns(), screen_lines(), 0,
                    scene_word(&p->scene, MSG("tui.too-small")));
    else if (passing)
        draw_pass(p, people);
    else
        draw_table(p);
    screen_show();
}

/* ---- Pages over the table: help, rules, log, moves ---- */

static void show_page(const struct scene *c, const char *title, const char *text)
{
    int skip = 0, key, all;
    do {
        int room = screen_columns() - 4 < 76 ? screen_columns() - 4 : 76;
        int lines = screen_lines() - 4;
        screen_start();
        screen_put(0, 2, room, STYLE_BOLD | STYLE_UNDER, title);
        all = screen_wrap(2, 2, room, lines, skip, text);
        screen_put(screen_lines() - 1, 0, screen_columns(), STYLE_REVERSE,
                   scene_word(c, MSG("keys.page")));
        screen_show();
        timeout(-1);
        key = getch();
        if (key == KEY_DOWN || key == KEY_NPAGE)
            skip += key == KEY_DOWN ? 1 : lines;
        if (key == KEY_UP || key == KEY_PPAGE)
            skip -= key == KEY_UP ? 1 : lines;
        skip = skip > all - lines ? all - lines : skip;
        skip = skip < 0 ? 0 : skip;
    } while (key == KEY_DOWN || key == KEY_UP || key == KEY_NPAGE || key == KEY_PPAGE ||
             key == KEY_RESIZE);
}

static void show_log(const struct play *p)
{
    const struct session *s = p->table->session;
    size_t size = (size_t)(s->n + 1) * 128;
    char *memory = malloc(size);
    struct buf b;
    if (memory == NULL)
        abort();
    buf_init(&b, memory, size);
    for (int i = s->n - 1; i >= 0; i--) {
        put_event(&p->scene, &s->event[i], &b);
        buf_put_char(&b, '\n');
    }
    show_page(&p->scene, scene_word(&p->scene, MSG("tui.log")), b.text);
    free(memory);
}

/* A line that the player types; false: given up. */
static bool type_line(const struct play *p, char line[GAME_TEXT_MAX])
{
    size_t len = 0;
    line[0] = '\0';
    for (;;) {
        draw(p, false, 0);
        int y = screen_lines() - 2;
        for (int x = 0; x < screen_columns(); x++)
            screen_put(y, x, 1, 0, " ");
        screen_print(y, 1, screen_columns() - 2, STYLE_BOLD, ": %s_", line);
        screen_show();
        timeout(-1);
        int key = getch();
        if (key == KEY_ESCAPE)
            return false;
        if (key == '\r' || key == '\n' || key == KEY_ENTER)
            return len > 0;
        if ((key == KEY_BACKSPACE || key == 127 || key == 8) && len > 0)
            line[--len] = '\0';
        else if (key >= ' ' && key < 127 && len < GAME_TEXT_MAX - 1) {
            line[len++] = (char)key;
            line[len] = '\0';
        }
    }
}

/* ---- Keys ---- */

static void move_by(struct play *p, const char *text)
{
    char want[GAME_TEXT_MAX];
    snprintf(want, sizeof want, "%s", text);
    const char *why = session_move(p->table->session, p->at, want);
    p->note[0] = '\0';
    if (why != NULL) {
        note(p, scene_word(&p->scene, why));
        return;
    }
    tui_save(p->table);
    look(p);
}

/* Chooses a legal move, or says why it is none; choosing it again makes it, if `twice`. */
static void aim(struct play *p, const char *text, bool twice)
{
    int at = scene_find(&p->scene, text);
    p->note[0] = '\0';
    if (at < 0)
        move_by(p, text); /* refused with its reason */
    else if (twice && at == p->scene.chosen)
        move_by(p, text);
    else
        scene_choose(&p->scene, p->table->session, at);
}

static void say_something(struct play *p)
{
    static const char *const words[] = {"say can",         "say cannot",     "say want",
                                        "say pass",        "say can want",   "say can pass",
                                        "say cannot want", "say cannot pass"};
    char memory[SCENE_TEXT_MAX];
    struct buf b;
    if (!p->scene.talk) {
        note(p, scene_word(&p->scene, MSG("tui.no-talk")));
        return;
    }
    buf_init(&b, memory, sizeof memory);
    for (int i = 0; i < 8; i++) {
        buf_put_int(&b, i + 1);
        buf_put(&b, "  ");
        scene_tell_move(&p->scene, -1, words[i], &b);
        buf_put_char(&b, '\n');
    }
    screen_start();
    screen_put(1, 2, 70, STYLE_BOLD, scene_word(&p->scene, MSG("tui.say-what")));
    screen_wrap(3, 4, 70, 8, 0, b.text);
    screen_show();
    timeout(-1);
    int key = getch();
    if (key >= '1' && key <= '8')
        move_by(p, words[key - '1']);
}

static void let_bots(struct play *p)
{
    if (!p->scene.talk || !session_yield(p->table->session))
        note(p, scene_word(&p->scene, MSG("tui.nobody-waits")));
}

static void click(struct play *p)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    const char *text = screen_hit(event.y, event.x);
    if (text != NULL && p->scene.may)
        aim(p, text, true);
}

/* Keys that ask for something of the person whose turn it is. */
static void press_turn(struct play *p, int key)
{
    char want[GAME_TEXT_MAX];
    if (key == '\r' || key == '\n' || key == KEY_ENTER || key == ' ') {
        if (p->scene.chosen >= 0)
            move_by(p, p->scene.legal[p->scene.chosen]);
    } else if (key == ':') {
        if (type_line(p, want))
            move_by(p, want);
    } else if (key == 's') {
        say_something(p);
    } else if (key == 'w') {
        let_bots(p);
    } else if (key == 't') {
        start_thinking(p, true);
    } else if (p->face->steer(&p->scene, key, want)) {
        aim(p, want, false);
    }
}

static void press(struct play *p, int key)
{
    const struct scene *c = &p->scene;
    if (key == 'q')
        p->left = true;
    else if (key == '?')
        show_page(c, scene_word(c, MSG("tui.help-title")), scene_word(c, MSG("tui.help")));
    else if (key == 'i')
        show_page(c, scene_word(c, MSG("tui.rules-title")), scene_rules(c));
    else if (key == 'o')
        show_log(p);
    else if (key == '\t')
        p->inspect = p->inspect + 1 < c->seats ? p->inspect + 1 : -1;
    else if (key == 'p' && c->people > 1 && !p->thought.running)
        p->at = -1;
    else if (key == KEY_MOUSE)
        click(p);
    else if (c->may && !p->thought.running)
        press_turn(p, key);
}

/* The screen between two people: a seat's number, or Enter for the first who may move. */
static void press_pass(struct play *p, int key, uint32_t people)
{
    if (key == 'q')
        p->left = true;
    else if (key == '\r' || key == '\n' || key == KEY_ENTER)
        p->at = __builtin_ctz(people);
    else if (key >= '1' && key <= '5' && (people >> (key - '1') & 1))
        p->at = key - '1';
    p->note[0] = '\0';
    look(p);
}

/* Sets going what the game waits for; returns whether the keyboard has to be passed. */
static bool advance(struct play *p, struct session_next *next)
{
    session_next(p->table->session, next);
    while (next->what == SESSION_DEAL) {
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
    if (p->scene.people == 1)
        p->at = __builtin_ctz(next->people);
    if (p->at >= 0 && (next->people >> p->at & 1)) {
        if (p->scene.seat != p->at)
            look(p);
        return false;
    }
    p->at = -1;
    return true;
}

bool tui_play_screen(struct tui_table *t)
{
    static struct play p;
    struct session_next next = {.what = SESSION_DEAL};
    p.table = t;
    p.face = face_find(t->session->setup.game);
    p.at = p.inspect = -1;
    scene_init(&p.scene, t->language);
    if (!screen_open())
        return false;
    uint32_t people = session_people(t->session);
    p.at = (people & (people - 1)) == 0 ? __builtin_ctz(people) : -1;
    look(&p);
    while (!p.left) {
        bool passing = advance(&p, &next);
        draw(&p, passing, next.people);
        timeout(p.thought.running ? TICK_MS : -1);
        int key = getch();
        if (key == ERR && !p.thought.running)
            p.left = true; /* the terminal has gone */
        else if (passing && key != KEY_RESIZE)
            press_pass(&p, key, next.people);
        else if (key != ERR && key != KEY_RESIZE && !is_small())
            press(&p, key);
        else if (key == 'q')
            p.left = true;
        if (p.thought.running && atomic_load(&p.thought.done) &&
            elapsed_ms(&p.thought.began) >= PACE_MS)
            finish_thinking(&p);
    }
    stop_thinking(&p);
    screen_close();
    tui_save(t);
    scene_clear(&p.scene);
    session_next(t->session, &next);
    return next.what == SESSION_OVER;
}
