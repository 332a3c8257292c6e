/*
 * Line mode: a local game in lines of plain text, for screen readers, pipes and scripts. A typed
 * line is a move or a command. Between two people at one keyboard the program waits for a line
 * before it prints the next hand.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/columns.h"
#include "tui/print.h"
#include "tui/tui.h"

/* The result of waiting for a line: a line, the end of input, or a clock ran out. */
enum input { INPUT_LINE, INPUT_END, INPUT_TIME };

struct plain {
    struct local *local;
    struct scene scene;
    int keyboard; /* the seat at the keyboard; -1: none */
    int wanted;   /* the seat that takes the keyboard next; -1: any */
    int told;     /* events of the log printed so far */
    int n;        /* events of the table when the view was printed */
    int hinted;   /* and when `hint` was given; 0: there was none */
    struct hint hint;
    bool left;
};

/* Waits for the next line while people's clocks run. */
static enum input wait_line(struct plain *p, char line[PRINT_LINE_MAX])
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    fflush(stdout);
    int wait = local_wait_ms(p->local);
    if (wait >= 0 && poll(&input, 1, wait) == 0)
        return INPUT_TIME;
    return print_read_line(line) ? INPUT_LINE : INPUT_END;
}

/* ---- Printing ---- */

/* Prints an event's `shown`: in full when it happens (`now`), later as the log keeps it. */
static void print_shown(struct scene *c, const json_t *e, bool now)
{
    json_t *shown = json_object_get(e, "shown"), *before = c->held;
    if (shown == NULL)
        return;
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    c->held = shown;
    if (now)
        scene_describe_passing(c, &b);
    else
        scene_describe_kept(c, -1, scene_find_shown(c, shown), &b);
    c->held = before;
    print_news(&b);
}

/* Prints event `i` of the log, without a choice that is still sealed. */
static void print_event(struct scene *c, const struct local *l, int i, bool now)
{
    const json_t *e = json_array_get(l->log, (size_t)i);
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    scene_describe_event(c, e, local_is_secret(l, i, c->seat), &b);
    print_news(&b);
    print_shown(c, e, now);
}

static int count_events(const struct local *l)
{
    return (int)json_array_size(l->log);
}

/* Prints new events, up to a choice that is still sealed. */
static void print_events(struct plain *p)
{
    for (; p->told < count_events(p->local) && !local_is_secret(p->local, p->told, p->scene.seat);
         p->told++)
        print_event(&p->scene, p->local, p->told, true);
}

/* Another person takes the keyboard, and the lines were cleared: all events since that person's
   last move, or since the deal, will be printed again. */
static void rewind_to_own_move(struct plain *p, int seat)
{
    for (; p->told > 0; p->told--) {
        const json_t *e = json_array_get(p->local->log, (size_t)p->told - 1);
        if (scene_int(e, "seat") == seat || strcmp(scene_text(e, "e"), "deal") == 0)
            return;
    }
}

/* The hint and why; what it expects, when it is asked for again in the same position. */
static void print_hint(struct plain *p)
{
    struct local_question q;
    struct buf b = BUF_ROOM(SCENE_TEXT_MAX);
    bool again = p->hinted == p->local->t->n && p->hint.known;
    if (again) {
        scene_put_expected(&p->scene, &p->hint, &b);
    } else if (local_ask_hint(p->local, p->scene.seat, &q)) {
        local_advise(&q, NULL, &p->hint);
        p->hinted = p->local->t->n;
        scene_put_hint(&p->scene, &p->hint, &b);
    } else {
        scene_put(&p->scene, &b, local_no_hint(p->local), NULL);
    }
    puts(b.text);
}

static void switch_hints(struct plain *p)
{
    p->local->hints = !p->local->hints;
    print_word(&p->scene, p->local->hints ? MSG("hint.now-on") : MSG("hint.now-off"));
}

/* What the person at the keyboard could work out from the cards. */
static void print_aids(const struct plain *p)
{
    struct problem problem = PROBLEM_EMPTY;
    struct buf b = BUF_ROOM(SCENE_TEXT_MAX);
    json_t *aids = local_aids(p->local, p->scene.seat, &problem);
    if (aids != NULL)
        scene_describe_aids(&p->scene, aids, &b);
    else
        problem_write(&problem, p->scene.language, &b);
    json_decref(aids);
    fputs(b.text, stdout);
    fputs(b.len > 0 && b.text[b.len - 1] == '\n' ? "" : "\n", stdout);
}

static bool mark_card(struct plain *p, const char *line)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (!scene_mark_card(&p->scene, line, &b))
        return false;
    puts(b.text);
    return true;
}

/* Looks at what happened, from the seat at the keyboard; after the game at all of it. */
static void watch_past(struct plain *p)
{
    struct strbuf line = STRBUF_EMPTY;
    struct tui_back back;
    bool good = true;
    local_write(p->local, &line);
    if (p->local->t->phase == TABLE_OVER)
        good =
            tui_watch_back_record(&back, p->scene.language, line.text, line.len - 1, p->scene.seat);
    else
        tui_watch_back_told(&back, &p->scene, local_past(p->local, p->scene.seat));
    if (good)
        tui_watch_plain(&back.watch);
    tui_watch_back_end(&back);
    strbuf_clear(&line);
}

/* ---- Lines ---- */

static bool may_speak(const struct plain *p, int seat)
{
    return (local_people(p->local) >> seat & 1) && local_may_talk(p->local, seat);
}

/* Gives the keyboard to another person who may move or give signals. */
static bool change_seat(struct plain *p, const char *line)
{
    int seat;
    if (!scene_read(line, "seat #", &seat, NULL))
        return false;
    if (seat < 1 || seat > p->scene.seats ||
        ((local_movers(p->local) >> (seat - 1) & 1) == 0 && !may_speak(p, seat - 1))) {
        print_word(&p->scene, MSG("tui.no-such-person"));
        return true;
    }
    if (seat - 1 != p->keyboard) {
        p->keyboard = -1;
        p->wanted = seat - 1;
    }
    return true;
}

static void let_bots(struct plain *p)
{
    if (!p->scene.talk || !local_yield(p->local))
        print_word(&p->scene, MSG("tui.nobody-waits"));
}

static void print_log(struct plain *p)
{
    for (int i = 0; i < count_events(p->local); i++)
        print_event(&p->scene, p->local, i, false);
}

/* Takes the last move back, asks the others at this keyboard, or answers for them. */
static bool take_back(struct plain *p, const char *line)
{
    struct buf b = BUF_ROOM(PROBLEM_TEXT_MAX);
    if (!scene_take_back(&p->scene, p->local, line, &b))
        return false;
    if (b.len > 0)
        puts(b.text);
    return true;
}

static bool run_command(struct plain *p, const char *line)
{
    if (print_asked(&p->scene, line, MSG("tui.plain-help")) || take_back(p, line) ||
        mark_card(p, line))
        return true;
    if (strcmp(line, "view") == 0)
        print_view(&p->scene);
    else if (strcmp(line, "hint") == 0)
        print_hint(p);
    else if (strcmp(line, "hints") == 0)
        switch_hints(p);
    else if (strcmp(line, "wait") == 0)
        let_bots(p);
    else if (strcmp(line, "quit") == 0)
        p->left = true;
    else if (strcmp(line, "log") == 0)
        print_log(p);
    else if (strcmp(line, "past") == 0)
        watch_past(p);
    else if (strcmp(line, "aids") == 0)
        print_aids(p);
    else
        return change_seat(p, line);
    return true;
}

static void obey(struct plain *p, const char *line)
{
    struct buf b = BUF_ROOM(PROBLEM_TEXT_MAX);
    struct problem problem = PROBLEM_EMPTY;
    if (line[0] == '\0' || run_command(p, line) ||
        local_move(p->local, p->scene.seat, line, &problem))
        return;
    problem_write(&problem, p->scene.language, &b);
    puts(b.text);
}

/* Passes the keyboard to the next person; on a terminal clears the screen first. The previous
   person can still take a move back before that hand is printed. */
static enum input pass_keyboard(struct plain *p, int seat, char line[PRINT_LINE_MAX])
{
    line[0] = '\0';
    p->keyboard = seat;
    p->wanted = -1;
    p->n = -1;
    if (p->scene.people < 2)
        return INPUT_LINE;
    rewind_to_own_move(p, seat);
    scene_look(&p->scene, p->local, GAME_SPECTATOR);
    if (isatty(STDOUT_FILENO))
        fputs("\033[2J\033[3J\033[H", stdout);
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    scene_put(&p->scene, &b, MSG("tui.pass"), p->scene.name[seat], NULL);
    puts(b.text);
    return wait_line(p, line);
}

/* The seat to ask: the person at the keyboard, if they may move; else the one who wanted the
   keyboard; else the first who may move. */
static int choose_seat(const struct plain *p)
{
    uint32_t movers = local_movers(p->local);
    if (p->keyboard >= 0 && (movers >> p->keyboard & 1) != 0)
        return p->keyboard;
    if (p->wanted >= 0 && ((movers >> p->wanted & 1) != 0 || may_speak(p, p->wanted)))
        return p->wanted;
    return __builtin_ctz(movers);
}

/* Notes the end of input; returns whether there is a line. */
static bool take_input(struct plain *p, enum input input)
{
    p->left = p->left || input == INPUT_END;
    return input == INPUT_LINE;
}

/* Handles one line of the person whose turn it is. */
static void ask_person(struct plain *p)
{
    char line[PRINT_LINE_MAX] = "";
    int seat = choose_seat(p);
    if (p->keyboard != seat) {
        if (!take_input(p, pass_keyboard(p, seat, line)))
            return;
        if (take_back(p, line)) {
            p->keyboard = -1;
            return;
        }
    }
    scene_look(&p->scene, p->local, p->keyboard);
    print_events(p);
    if (p->n != p->local->t->n)
        print_view(&p->scene);
    if (p->n != p->local->t->n && p->local->hints)
        print_hint(p);
    p->n = p->local->t->n;
    if (line[0] == '\0') {
        fputs("> ", stdout);
        enum input input = wait_line(p, line);
        if (input != INPUT_LINE)
            putchar('\n');
        if (!take_input(p, input))
            return;
    }
    obey(p, line);
}

/* Lets clocks run, and one bot move. */
static void go_on(struct plain *p)
{
    struct local_question q;
    int wait = local_wait_ms(p->local);
    if (wait > 0)
        poll(NULL, 0, wait);
    local_tick(p->local);
    if (local_find_bot(p->local, &q))
        local_answer(p->local, &q, local_think(&q, NULL));
}

/* ---- After the game ---- */

static void print_review(const struct plain *p)
{
    struct strbuf text = STRBUF_EMPTY;
    struct report_progress progress = {.language = p->scene.language,
                                       .live = isatty(STDERR_FILENO) != 0};
    report_local(p->local, p->scene.language, COLUMNS_ROOM, report_show_progress, &progress, &text);
    report_end_progress(&progress);
    fputs(text.text, stdout);
    strbuf_clear(&text);
}

/* The game is over: it can be reviewed before the person leaves. */
static void look_back(struct plain *p)
{
    char line[PRINT_LINE_MAX];
    scene_look(&p->scene, p->local, p->scene.people == 1 ? p->scene.seat : GAME_SPECTATOR);
    print_events(p);
    print_view(&p->scene);
    for (bool told = false; !p->left; told = true) {
        if (!told)
            print_word(&p->scene, MSG("tui.over-plain"));
        fputs("> ", stdout);
        bool more = print_read_line(line);
        if (!more)
            putchar('\n');
        if (!more || line[0] == '\0' || strcmp(line, "quit") == 0)
            p->left = true;
        else if (strcmp(line, "review") == 0)
            print_review(p);
        else if (strcmp(line, "replay") == 0)
            watch_past(p);
        else if (strcmp(line, "view") == 0)
            print_view(&p->scene);
        else if (strcmp(line, "log") == 0)
            print_log(p);
        else if (!print_asked(&p->scene, line, MSG("tui.over-plain")))
            print_word(&p->scene, MSG("tui.over-plain"));
    }
}

bool tui_play_plain(struct local *l, enum words_language language)
{
    struct plain p = {.local = l, .keyboard = -1, .wanted = -1, .n = -1};
    if (l->t->plan.clock.kind != TABLE_CLOCK_NONE)
        setvbuf(stdin, NULL, _IONBF, 0); /* poll must see every line */
    scene_init(&p.scene, language);
    scene_look(&p.scene, l, GAME_SPECTATOR);
    print_word(&p.scene, MSG("tui.plain-welcome"));
    if (l->hints)
        print_signs(&p.scene);
    p.told = l->t->steps > l->t->deals ? count_events(l) : 0;
    while (!p.left && l->t->phase != TABLE_OVER) {
        local_tick(l);
        if (local_has_bots_turn(l))
            go_on(&p);
        else
            ask_person(&p);
    }
    if (l->t->phase == TABLE_OVER)
        look_back(&p);
    scene_clear(&p.scene);
    fflush(stdout);
    return l->t->phase == TABLE_OVER;
}
