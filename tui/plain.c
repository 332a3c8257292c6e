/*
 * Line mode: the same game in lines of plain text, for screen readers, pipes and scripts. A line is
 * a move's text or one of a few commands. Between two people at one keyboard a line is asked for
 * before the next hand is told.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/memory.h"
#include "tui/face.h"
#include "tui/tui.h"

enum { LINE_MAX_BYTES = 256 };

struct plain {
    struct tui_table *table;
    struct scene scene;
    int at;    /* the seat whose turn is at the keyboard; -1: nobody's yet */
    int told;  /* events that were told */
    bool look; /* the view is to be told */
    bool left;
};

static int save_error;

void tui_save(struct tui_table *t)
{
    struct strbuf text;
    if (t->path[0] == '\0')
        return;
    strbuf_init(&text);
    session_write(t->session, &text);
    if (!saves_write(t->path, &text) && save_error == 0)
        save_error = errno;
    strbuf_clear(&text);
}

int tui_save_error(void)
{
    return save_error;
}

static void print_message(const struct scene *c, const char *id)
{
    puts(scene_word(c, id));
}

/* Reads a line without its end and without spaces around; false at the end of input. */
static bool read_line(char line[LINE_MAX_BYTES])
{
    fflush(stdout);
    if (fgets(line, LINE_MAX_BYTES, stdin) == NULL)
        return false;
    size_t len = strlen(line);
    if (len > 0 && line[len - 1] != '\n') /* the rest of a long line is no command */
        for (int ch = getchar(); ch != '\n' && ch != EOF;)
            ch = getchar();
    while (len > 0 && strchr(" \t\r\n", line[len - 1]) != NULL)
        line[--len] = '\0';
    size_t skip = strspn(line, " \t");
    memmove(line, line + skip, len - skip + 1);
    return true;
}

/* What an event showed to everybody: while it happens as it was seen, later as the log keeps it. */
static void print_shown(struct scene *c, const struct session_event *e, bool now)
{
    char memory[SCENE_LINE_MAX];
    struct buf b;
    if (e->shown == NULL)
        return;
    buf_init(&b, memory, sizeof memory);
    json_t *shown = json_loads(e->shown, 0, NULL), *before = c->held;
    c->held = shown;
    if (now)
        scene_tell_passing(c, &b);
    else
        scene_tell_kept(c, -1, scene_find_shown(c, shown), &b);
    c->held = before;
    json_decref(shown);
    if (b.len > 0)
        printf("* %s\n", b.text);
}

static void print_event(const struct scene *c, const struct session_event *e)
{
    char memory[SCENE_LINE_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    if (e->seat == PLAY_DEAL)
        scene_put(c, &b, MSG("tui.dealt"), NULL);
    else
        scene_tell_move(c, e->seat, e->text, &b);
    printf("* %s\n", b.text);
}

static void print_events(struct plain *p)
{
    const struct session *s = p->table->session;
    for (; p->told < s->n; p->told++) {
        if (!session_is_secret(s, p->told, p->scene.seat))
            print_event(&p->scene, &s->event[p->told]);
        print_shown(&p->scene, &s->event[p->told], true);
    }
}

/* Somebody else sits down, before whom the lines were cleared: tells all since their own last move
   again. */
static void tell_again(struct plain *p, int seat)
{
    const struct session *s = p->table->session;
    int i = p->told;
    while (i > 0 && s->event[i - 1].seat != seat && s->event[i - 1].seat != PLAY_DEAL)
        i--;
    p->told = i;
}

/* Tells what the last event has laid open for a moment only: it may be gone by the next question.
 */
static void print_passing(struct plain *p)
{
    char memory[SCENE_LINE_MAX];
    struct scene open;
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    const struct session *s = p->table->session;
    if (s->n > 0 && s->event[s->n - 1].shown != NULL)
        return; /* told with its event */
    scene_init(&open, p->table->language);
    scene_look(&open, p->table->session, GAME_SPECTATOR);
    if (face_find(open.game)->tell_kept == NULL && scene_tell_passing(&open, &b)) {
        print_events(p);
        printf("* %s\n", b.text);
    }
    scene_clear(&open);
}

static void print_view(const struct scene *c)
{
    char *memory = memory_take(SCENE_TEXT_MAX);
    struct buf b;
    buf_init(&b, memory, SCENE_TEXT_MAX);
    scene_tell_view(c, &b);
    scene_tell_turn(c, &b);
    puts(b.text);
    free(memory);
}

static void print_rules(const struct scene *c)
{
    char memory[SCENE_LINE_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    scene_put_marks(c, &b);
    puts(scene_rules(c));
    if (b.len > 0)
        puts(b.text);
}

static void print_moves(const struct scene *c)
{
    char memory[SCENE_LINE_MAX];
    for (int i = 0; i < c->n; i++) {
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        scene_tell_move(c, -1, c->legal[i], &b);
        printf("%s  (%s)\n", c->legal[i], b.text);
    }
    if (c->talk)
        print_message(c, MSG("tui.say-how"));
}

static void print_hint(struct plain *p)
{
    char text[GAME_TEXT_MAX], memory[SCENE_LINE_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    if (session_hint(p->table->session, p->scene.seat, NULL, text))
        scene_put(&p->scene, &b, MSG("tui.hint"), text, NULL);
    else
        scene_put(&p->scene, &b, MSG("tui.no-hint"), NULL);
    puts(b.text);
}

static bool may_speak(const struct plain *p, int seat)
{
    const struct session *s = p->table->session;
    return (session_people(s) >> seat & 1) && session_may_talk(s, seat);
}

/* Gives the keyboard to another of the people who may move, or may say something. */
static bool change_seat(struct plain *p, const char *line)
{
    struct session_next next;
    int seat;
    if (!scene_read(line, "seat #", &seat, NULL))
        return false;
    session_next(p->table->session, &next);
    if (seat < 1 || seat > p->scene.seats ||
        ((next.people >> (seat - 1) & 1) == 0 && !may_speak(p, seat - 1))) {
        print_message(&p->scene, MSG("tui.no-such-person"));
        return true;
    }
    if (seat - 1 != p->at)
        p->at = -(seat + 1); /* asks for the keyboard first */
    return true;
}

static void let_bots(struct plain *p)
{
    struct session_next next;
    session_next(p->table->session, &next);
    if (!p->scene.talk || !session_yield(p->table->session))
        print_message(&p->scene, MSG("tui.nobody-waits"));
}

/* The whole log; a choice that is sealed still is not told. */
static void print_log(struct plain *p)
{
    const struct session *s = p->table->session;
    for (int i = 0; i < s->n; i++) {
        if (!session_is_secret(s, i, p->scene.seat))
            print_event(&p->scene, &s->event[i]);
        print_shown(&p->scene, &s->event[i], false);
    }
}

static bool run_command(struct plain *p, const char *line)
{
    const struct scene *c = &p->scene;
    if (strcmp(line, "help") == 0)
        print_message(c, MSG("tui.plain-help"));
    else if (strcmp(line, "rules") == 0)
        print_rules(c);
    else if (strcmp(line, "moves") == 0)
        print_moves(c);
    else if (strcmp(line, "view") == 0)
        print_view(c);
    else if (strcmp(line, "hint") == 0)
        print_hint(p);
    else if (strcmp(line, "wait") == 0)
        let_bots(p);
    else if (strcmp(line, "quit") == 0)
        p->left = true;
    else if (strcmp(line, "log") == 0)
        print_log(p);
    else
        return change_seat(p, line);
    return true;
}

static void obey(struct plain *p, const char *line)
{
    if (line[0] == '\0' || run_command(p, line))
        return;
    const char *why = session_move(p->table->session, p->scene.seat, line);
    if (why != NULL) {
        print_message(&p->scene, why);
        return;
    }
    tui_save(p->table);
    p->look = true;
    print_passing(p);
}

/* Asks the next person for the keyboard: the screen before it is cleared on a terminal. */
static bool pass_keyboard(struct plain *p, int seat, char line[LINE_MAX_BYTES])
{
    char memory[SCENE_LINE_MAX];
    struct buf b;
    line[0] = '\0';
    p->at = seat;
    p->look = true;
    if (p->scene.people < 2)
        return true;
    tell_again(p, seat);
    scene_look(&p->scene, p->table->session, GAME_SPECTATOR);
    if (isatty(STDOUT_FILENO))
        fputs("\033[2J\033[3J\033[H", stdout);
    buf_init(&b, memory, sizeof memory);
    scene_put(&p->scene, &b, MSG("tui.pass"), p->scene.name[seat], NULL);
    puts(b.text);
    return read_line(line);
}

/* One line of the person whose turn it is; or of one who has no move but wanted to speak. */
static void ask_person(struct plain *p, uint32_t people)
{
    char line[LINE_MAX_BYTES] = "";
    int wanted = p->at < -1 ? -p->at - 2 : p->at;
    if (p->at < 0 || (people >> p->at & 1) == 0) {
        if (wanted < 0 || p->at >= 0 || ((people >> wanted & 1) == 0 && !may_speak(p, wanted)))
            wanted = __builtin_ctz(people);
        if (!pass_keyboard(p, wanted, line)) {
            p->left = true;
            return;
        }
    }
    scene_look(&p->scene, p->table->session, p->at);
    print_events(p);
    if (p->look)
        print_view(&p->scene);
    p->look = false;
    if (line[0] == '\0') {
        fputs("> ", stdout);
        if (!read_line(line)) {
            putchar('\n');
            p->left = true;
            return;
        }
    }
    obey(p, line);
}

static void ask_bot(struct plain *p, const struct session_next *next)
{
    move m = session_think(p->table->session, next, NULL);
    if (!session_answer(p->table->session, next, m))
        return;
    tui_save(p->table);
    p->look = true;
    print_passing(p);
}

bool tui_play_plain(struct tui_table *t)
{
    struct plain p = {.table = t, .at = -1, .look = true};
    struct session_next next = {.what = SESSION_DEAL};
    scene_init(&p.scene, t->language);
    scene_look(&p.scene, t->session, GAME_SPECTATOR);
    print_message(&p.scene, MSG("tui.plain-welcome"));
    p.told = t->session->n;
    while (!p.left) {
        session_next(t->session, &next);
        if (next.what == SESSION_OVER)
            break;
        if (next.what == SESSION_DEAL) {
            session_deal(t->session);
            tui_save(t);
        } else if (next.what == SESSION_BOT) {
            ask_bot(&p, &next);
        } else {
            ask_person(&p, next.people);
        }
    }
    tui_save(t);
    if (next.what == SESSION_OVER) {
        scene_look(&p.scene, t->session, p.scene.people == 1 ? p.scene.seat : GAME_SPECTATOR);
        print_events(&p);
        print_view(&p.scene);
    }
    scene_clear(&p.scene);
    fflush(stdout);
    return next.what == SESSION_OVER;
}

void tui_watch_plain(enum words_language language, const char *line, size_t len, int seat)
{
    struct session s;
    struct scene c;
    struct problem problem;
    char text[LINE_MAX_BYTES];
    int at = 0, all = 0;
    if (!session_read(&s, line, len, -1, &problem))
        return;
    all = s.n;
    session_clear(&s);
    scene_init(&c, language);
    c.watching = true;
    do {
        session_read(&s, line, len, at, &problem);
        scene_look(&c, &s, seat < s.setup.seats ? seat : GAME_SPECTATOR);
        printf("%d/%d\n", at, all);
        if (at > 0)
            print_event(&c, &s.event[at - 1]);
        if (at > 0)
            print_shown(&c, &s.event[at - 1], true);
        print_view(&c);
        session_clear(&s);
        if (!read_line(text) || strcmp(text, "quit") == 0)
            break;
        int jump = 0;
        scene_read(text, "#", &jump, NULL);
        if (strcmp(text, "help") == 0)
            print_message(&c, MSG("tui.watch-plain-help"));
        else if (strcmp(text, "back") == 0)
            at = at > 0 ? at - 1 : 0;
        else if (strcmp(text, "end") == 0)
            at = all;
        else if (text[0] >= '0' && text[0] <= '9')
            at = jump < all ? jump : all;
        else
            at = at < all ? at + 1 : all;
    } while (!feof(stdin));
    scene_clear(&c);
    fflush(stdout);
}
