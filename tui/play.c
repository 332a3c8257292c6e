/*
 * A local game on the full screen. Bots think in a thread of their own, so the screen always
 * responds. Between the turns of several people at one keyboard, a screen shows no hand.
 */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/clock.h"
#include "tui/board.h"
#include "tui/terminal.h"
#include "tui/tui.h"

/* A bot that has said that it wants to move does so when no key was pressed for WISH_MS. */
enum { PACE_MS = 250, TICK_MS = 50, CLOCK_MS = 500, WISH_MS = 8000, SILENT_MAX = 3 };

struct thought {
    pthread_t thread;
    bool running, hint; /* the thread thinks about a hint */
    atomic_bool stop, done;
    struct local_question question;
    move answer;
    struct hint advice;
    int64_t began_ms;
};

struct play {
    struct local *local;
    struct board board;
    struct thought thought;
    int n;           /* events of the table handled so far */
    int hinted;      /* those when the last hint came by itself */
    int show;        /* the first event whose passing cards this person may not have seen */
    json_t *passing; /* the last passing cards, shown since `looked_ms`; or NULL */
    int64_t looked_ms;
    int64_t acted_ms; /* the last key or event */
    int keyboard;     /* the seat at the keyboard; -1: none */
    bool aside;       /* it cannot move, but wants to give a signal */
    bool left;
};

/* ---- Thinking ---- */

static void *think(void *context)
{
    struct thought *t = context;
    if (t->question.hint)
        local_advise(&t->question, &t->stop, &t->advice);
    else
        t->answer = local_think(&t->question, &t->stop);
    atomic_store(&t->done, true);
    return NULL;
}

static void start_thinking(struct play *p, bool hint)
{
    struct thought *t = &p->thought;
    t->hint = hint;
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

static void note_word(struct play *p, const char *id)
{
    board_note(&p->board, scene_word(&p->board.scene, id));
}

/* What the hint on the screen expects; or a new hint. */
static void ask_hint(struct play *p)
{
    struct buf b;
    if (p->board.hint[0] != '\0') {
        buf_init(&b, p->board.hint, sizeof p->board.hint);
        scene_put_expected(&p->board.scene, &p->thought.advice, &b);
    } else if (local_ask_hint(p->local, p->keyboard, &p->thought.question)) {
        start_thinking(p, true);
    } else {
        note_word(p, local_no_hint(p->local));
    }
}

static void switch_hints(struct play *p)
{
    p->local->hints = !p->local->hints;
    note_word(p, p->local->hints ? MSG("hint.now-on") : MSG("hint.now-off"));
}

/* Hints that come by themselves: one in each position. */
static void give_hint(struct play *p)
{
    if (!p->local->hints || !p->board.scene.may || p->thought.running || p->hinted == p->n)
        return;
    p->hinted = p->n;
    ask_hint(p);
}

/* The hint stands over the table, and its move is chosen there. */
static void show_hint(struct play *p)
{
    const struct hint *h = &p->thought.advice;
    struct buf text, b = BUF_ROOM(GAME_TEXT_MAX);
    if (!h->known) {
        note_word(p, MSG("tui.no-hint"));
        return;
    }
    buf_init(&text, p->board.hint, sizeof p->board.hint);
    scene_put_hint(&p->board.scene, h, &text);
    buf_put_char(&text, '\n');
    scene_put(&p->board.scene, &text, MSG("hint.again"), NULL);
    if (h->m != MOVE_NONE)
        p->board.scene.game->write_move(h->m, &b);
    int at = scene_find(&p->board.scene, b.text);
    if (at >= 0)
        scene_choose(&p->board.scene, at);
}

static void finish_thinking(struct play *p)
{
    pthread_join(p->thought.thread, NULL);
    p->thought.running = false;
    if (p->thought.hint)
        show_hint(p);
    else
        local_answer(p->local, &p->thought.question, p->thought.answer);
}

/* ---- Looking ---- */

static const json_t *event_at(const struct play *p, int i)
{
    return json_array_get(p->local->log, (size_t)i);
}

/* Whether passing cards must stay on the screen. */
static bool is_resting(const struct play *p)
{
    return scene_passing(&p->board.scene) != NULL && clock_ms() - p->looked_ms < SCENE_HOLD_MS;
}

/* Holds the next passing cards that this person has not seen. */
static void hold_next(struct play *p)
{
    struct scene *c = &p->board.scene;
    int n = p->board.events;
    if (is_resting(p))
        return;
    json_decref(c->held);
    c->held = NULL;
    while (p->show < n && json_object_get(event_at(p, p->show), "shown") == NULL)
        p->show++;
    if (p->show == n)
        return;
    c->held = json_incref(json_object_get(event_at(p, p->show++), "shown"));
    p->looked_ms = clock_ms();
}

/* Shows the view of the seat at the keyboard; the public view if there is none, or at the end with
   several people. A view has only the last step's passing cards: earlier ones are held first. */
static void look(struct play *p)
{
    struct scene *c = &p->board.scene;
    p->board.hint[0] = '\0';
    bool open = p->keyboard < 0 || (p->local->t->phase == TABLE_OVER && c->people > 1);
    int before = p->board.events, n = (int)json_array_size(p->local->log);
    scene_look(c, p->local, open ? GAME_SPECTATOR : p->keyboard);
    p->board.keys = p->local->t->phase == TABLE_OVER ? MSG("keys.over") : NULL;
    p->n = p->local->t->n;
    p->board.events = n;
    bool dealt = n > before && strcmp(scene_text(event_at(p, n - 1), "e"), "deal") == 0;
    p->show = dealt ? before : n;
    const json_t *passing = scene_passing(c);
    if (passing != NULL && !json_equal(passing, p->passing)) {
        json_decref(p->passing);
        p->passing = json_deep_copy(passing);
        p->looked_ms = clock_ms();
    }
    if (dealt)
        hold_next(p);
}

/* A person has just taken the keyboard: all passing cards since their last move are shown to them
   in turn. */
static void show_since_own(struct play *p)
{
    while (p->keyboard >= 0 && p->show > 0 &&
           scene_int(event_at(p, p->show - 1), "seat") != p->keyboard)
        p->show--;
}

/* ---- Drawing ---- */

static void put_event(const struct board *b, int i, struct buf *out)
{
    const struct play *p = b->context;
    const json_t *e = event_at(p, i), *shown = json_object_get(e, "shown");
    bool secret = local_is_secret(p->local, i, b->scene.seat);
    scene_describe_event(&b->scene, e, secret, out);
    if (shown == NULL)
        return;
    buf_put(out, ". ");
    scene_describe_kept(&b->scene, secret ? -1 : scene_int(e, "seat"),
                        scene_find_shown(&b->scene, shown), out);
}

static void draw_pass(const struct play *p, uint32_t people)
{
    const struct scene *c = &p->board.scene;
    int y = screen_lines() / 2 - 2;
    for (int i = 0; i < c->seats; i++) {
        if ((people >> i & 1) == 0)
            continue;
        struct buf b = BUF_ROOM(SCENE_LINE_MAX);
        scene_put(c, &b, MSG("tui.pass"), c->name[i], NULL);
        screen_print(y, 6, screen_columns() - 7, STYLE_BOLD, "%d  %s", i + 1, b.text);
        y += 2;
    }
    screen_put(y + 1, 6, screen_columns() - 7, 'Y' | STYLE_BOLD, p->board.note);
}

/* The people who may take the keyboard, because they may move or give signals. */
static uint32_t list_people(const struct play *p)
{
    uint32_t people = local_people(p->local);
    return local_may_talk(p->local, __builtin_ctz(people)) ? people : local_movers(p->local);
}

static void draw(struct play *p, bool passing)
{
    screen_start();
    board_put_clocks(&p->board);
    if (board_is_small())
        board_draw_small(&p->board.scene);
    else if (passing)
        draw_pass(p, list_people(p));
    else
        board_draw_table(&p->board);
    screen_show();
}

static void draw_again(void *context)
{
    draw(context, false);
}

/* ---- Keys ---- */

static void move_by(struct play *p, const char *text)
{
    struct problem problem = PROBLEM_EMPTY;
    struct buf b;
    buf_init(&b, p->board.note, sizeof p->board.note);
    if (!local_move(p->local, p->keyboard, text, &problem))
        problem_write(&problem, p->board.scene.language, &b);
}

static void say_something(struct play *p)
{
    if (!p->board.scene.talk) {
        note_word(p, MSG("tui.no-talk"));
        return;
    }
    const char *text = board_choose_signal(&p->board.scene);
    if (text == NULL)
        return;
    stop_thinking(p); /* the bot thinks again, with this signal */
    move_by(p, text);
    if (p->aside)
        p->keyboard = -1;
}

/* The command of a key that takes the last move back or answers a question; NULL: another key. */
static const char *takeback_of(int key)
{
    return key == 'u' ? "takeback" : key == 'y' ? "yes" : key == 'n' ? "no" : NULL;
}

static void take_back(struct play *p, const char *line)
{
    struct buf b;
    stop_thinking(p);
    buf_init(&b, p->board.note, sizeof p->board.note);
    scene_take_back(&p->board.scene, p->local, line, &b);
}

static void let_bots(struct play *p)
{
    if (!p->board.scene.talk || !local_yield(p->local))
        note_word(p, MSG("tui.nobody-waits"));
}

/* A typed line: a mark of the pencil, or a move, if it is the person's turn. */
static void obey(struct play *p, const char *line, bool turn)
{
    struct buf b;
    buf_init(&b, p->board.note, sizeof p->board.note);
    if (!scene_mark_card(&p->board.scene, line, &b) && turn && strlen(line) < GAME_TEXT_MAX)
        move_by(p, line);
}

static void show_aids(struct play *p)
{
    struct problem problem = PROBLEM_EMPTY;
    struct buf b;
    struct buf text = BUF_ROOM(SCENE_TEXT_MAX);
    json_t *aids = local_aids(p->local, p->keyboard, &problem);
    buf_init(&b, p->board.note, sizeof p->board.note);
    if (aids == NULL) {
        problem_write(&problem, p->board.scene.language, &b);
        return;
    }
    scene_describe_aids(&p->board.scene, aids, &text);
    json_decref(aids);
    board_show_page(&p->board.scene, scene_word(&p->board.scene, MSG("aids.title")), text.text);
}

/* Draws how far the review is; a key stops it. */
static bool show_review_progress(void *context, int done, int all)
{
    struct play *p = context;
    struct buf note;
    buf_init(&note, p->board.note, sizeof p->board.note);
    scene_put(&p->board.scene, &note, MSG("tui.reviewing"), BUF_INT(done + 1), BUF_INT(all), NULL);
    draw(p, false);
    timeout(0);
    int key = getch();
    return key != 'q' && key != KEY_ESCAPE;
}

static void look_back(struct play *p)
{
    struct strbuf text = STRBUF_EMPTY;
    bool done =
        report_local(p->local, p->board.scene.language, BOARD_PAGE, show_review_progress, p, &text);
    p->board.note[0] = '\0';
    if (done)
        board_show_page(&p->board.scene, scene_word(&p->board.scene, MSG("tui.review-title")),
                        text.text);
    strbuf_clear(&text);
}

/* Looks at what happened, from the seat at the keyboard; after the game at all of it. */
static void watch_past(struct play *p)
{
    struct strbuf line = STRBUF_EMPTY;
    struct tui_back back;
    bool over = p->local->t->phase == TABLE_OVER, good = true;
    local_write(p->local, &line);
    if (over)
        good = tui_watch_back_record(&back, p->board.scene.language, line.text, line.len - 1,
                                     p->board.scene.seat);
    else
        tui_watch_back_told(&back, &p->board.scene, local_past(p->local, p->keyboard));
    if (good)
        tui_watch_steps(&back.watch);
    tui_watch_back_end(&back);
    strbuf_clear(&line);
}

static void press(struct play *p, int key)
{
    const struct scene *c = &p->board.scene;
    char want[GAME_TEXT_MAX], line[BOARD_LINE_MAX];
    bool turn = c->may && !p->thought.running;
    if (key != 't')
        p->board.hint[0] = '\0';
    if (key == 'q')
        p->left = true;
    else if (key == 'r' && p->local->t->phase == TABLE_OVER)
        look_back(p);
    else if (key == 'h' && (p->keyboard >= 0 || p->local->t->phase == TABLE_OVER))
        watch_past(p);
    else if (key == 'p' && c->people > 1 && !p->thought.running)
        p->keyboard = -1;
    else if (key == 's' && (c->talk || c->may))
        say_something(p);
    else if (takeback_of(key) != NULL)
        take_back(p, takeback_of(key));
    else if (key == ':' && p->keyboard >= 0 && board_type_line(draw_again, p, line, sizeof line))
        obey(p, line, turn);
    else if (key == 'a' && p->keyboard >= 0)
        show_aids(p);
    else if (key == 'w' && turn)
        let_bots(p);
    else if (key == 't' && turn)
        ask_hint(p);
    else if (key == 'T')
        switch_hints(p);
    else if (!board_press_page(&p->board, key, MSG("tui.help")) &&
             (turn || (c->may && key == KEY_MOUSE)) && board_press_turn(&p->board, key, want))
        move_by(p, want);
}

/* Keys between two people: a seat's number, or Enter for the first who may move. */
static void press_pass(struct play *p, int key)
{
    uint32_t people = local_movers(p->local);
    if (takeback_of(key) != NULL) {
        take_back(p, takeback_of(key));
        return;
    }
    if (key == 'q')
        p->left = true;
    else if (board_is_enter(key))
        p->keyboard = __builtin_ctz(people);
    else if (key >= '1' && key <= '5' && (list_people(p) >> (key - '1') & 1))
        p->keyboard = key - '1';
    p->aside = p->keyboard >= 0 && (people >> p->keyboard & 1) == 0;
    p->board.note[0] = '\0';
    look(p);
    show_since_own(p);
}

/* Lets clocks and bots act; returns whether the keyboard must be passed. */
static bool advance(struct play *p)
{
    struct local *l = p->local;
    local_tick(l);
    if (!p->thought.running && local_find_bot(l, &p->thought.question))
        start_thinking(p, false);
    if (p->n != l->t->n) {
        look(p);
        p->acted_ms = clock_ms();
    }
    if (local_has_wish(l) && !p->thought.running && clock_ms() - p->acted_ms >= WISH_MS)
        local_yield(l);
    uint32_t movers = local_movers(l);
    if (movers == 0 || local_has_bots_turn(l))
        return false;
    if (p->board.scene.people == 1)
        p->keyboard = __builtin_ctz(movers);
    if (p->keyboard >= 0 && (p->aside || (movers >> p->keyboard & 1))) {
        if (p->board.scene.seat != p->keyboard)
            look(p);
        give_hint(p);
        return false;
    }
    if (p->keyboard >= 0 && is_resting(p))
        return false;
    p->keyboard = -1;
    return true;
}

static int wait_ms(const struct play *p)
{
    int due = local_wait_ms(p->local);
    if (p->thought.running || is_resting(p))
        return TICK_MS;
    if ((json_is_object(p->board.scene.times) || local_has_wish(p->local)) &&
        (due < 0 || due > CLOCK_MS))
        return CLOCK_MS;
    return due;
}

static void take_key(struct play *p, int key, bool passing)
{
    if (key == ERR || key == KEY_RESIZE)
        return;
    if (board_is_small())
        p->left = key == 'q';
    else if (passing)
        press_pass(p, key);
    else
        press(p, key);
}

static void run(struct play *p)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int silent = 0; /* how often the keyboard was ready without a key: it is gone */
    int key = ERR;
    while (!p->left && silent < SILENT_MAX) {
        bool passing = advance(p);
        hold_next(p);
        p->board.scene.fresh = is_resting(p);
        draw(p, passing);
        /* After a key, ncurses may hold the next one, which poll does not see. */
        bool ready = poll(&input, 1, key != ERR ? 0 : wait_ms(p)) > 0;
        timeout(0);
        key = getch();
        silent = ready && key == ERR ? silent + 1 : 0;
        p->acted_ms = key != ERR ? clock_ms() : p->acted_ms;
        take_key(p, key, passing);
        if (p->thought.running && atomic_load(&p->thought.done) &&
            clock_ms() - p->thought.began_ms >= PACE_MS && (p->thought.hint || !is_resting(p)))
            finish_thinking(p);
    }
}

bool tui_play_screen(struct local *l, enum words_language language)
{
    static struct play p;
    p.local = l;
    p.board.face = face_find(l->t->plan.setup.game);
    p.board.inspect = -1;
    p.board.put_event = put_event;
    p.board.context = &p;
    p.board.events = (int)json_array_size(l->log);
    scene_init(&p.board.scene, language);
    if (!screen_open())
        return false;
    uint32_t people = local_people(l);
    p.keyboard = (people & (people - 1)) == 0 ? __builtin_ctz(people) : -1;
    look(&p);
    show_since_own(&p);
    if (l->hints)
        board_show_signs(&p.board.scene);
    run(&p);
    stop_thinking(&p);
    screen_close();
    scene_clear(&p.board.scene);
    json_decref(p.passing);
    return l->t->phase == TABLE_OVER;
}
