/*
 * A server's table in lines of plain text. Events are printed as they come. A typed line is a move
 * or a command, at any time. A prompt `> ` follows the output of each line, and marks our turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/columns.h"
#include "tui/online.h"
#include "tui/print.h"

enum { LINE_BYTES = 1024, CALM_MS = 5000 };

struct online_plain {
    struct tui_online *online;
    struct remote *remote;
    struct scene scene;
    unsigned seen;
    size_t told;       /* events printed so far */
    char table[64];    /* the id of their table */
    long turn;         /* the event after which our turn was announced */
    char phase[16];    /* last printed */
    json_t *known;     /* a list of passing cards already printed */
    char people[2048]; /* the list of chairs as last printed */
    bool live, left;
    bool back;             /* looks back: lines are about that */
    bool ended;            /* end of input: leaves once the table was printed */
    char line[LINE_BYTES]; /* the part of the next line read so far */
    size_t len;
    bool skip; /* skips the rest of a line that is too long */
};

static struct tui_back looking;

static void print_table(const struct online_plain *p)
{
    if (json_object_size(p->scene.view) > 0) {
        print_view(&p->scene);
        return;
    }
    struct buf b = BUF_ROOM(sizeof p->people);
    online_put_waiting(&p->scene, p->remote, &b);
    puts(b.text);
}

static void print_events(struct online_plain *p, size_t from)
{
    for (size_t i = from; i < json_array_size(p->remote->events); i++) {
        struct buf b = BUF_ROOM(SCENE_LINE_MAX);
        online_put_event(&p->scene, p->remote, json_array_get(p->remote->events, i), &b);
        print_news(&b);
    }
}

/* Prints passing cards once. */
static void print_passing(struct online_plain *p)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    const json_t *passing = scene_passing(&p->scene);
    if (!online_is_news(p->known, passing))
        return;
    online_note_shown(p->remote, passing);
    p->told = json_array_size(p->remote->events);
    scene_describe_passing(&p->scene, &b);
    print_news(&b);
}

/* Prints the cards shown since the last look: in the server's updates, and in the view. */
static void print_shown(struct online_plain *p)
{
    json_t *shown = p->remote->shown;
    for (size_t i = 0; i < json_array_size(shown); i++) {
        p->scene.held = json_array_get(shown, i);
        print_passing(p);
    }
    p->scene.held = NULL;
    json_array_clear(shown);
    print_passing(p);
}

static void prompt(void)
{
    fputs("> ", stdout);
    fflush(stdout);
}

/* ---- Updates ---- */

static void print_connection(struct online_plain *p)
{
    if (p->live == p->remote->live)
        return;
    p->live = p->remote->live;
    print_word(&p->scene, p->live ? MSG("online.connected") : MSG("online.lost"));
}

/* Before the game: prints the chairs whenever they change. */
static void print_waiting(struct online_plain *p)
{
    struct buf b = BUF_ROOM(sizeof p->people);
    online_put_waiting(&p->scene, p->remote, &b);
    if (strcmp(b.text, p->people) == 0)
        return;
    memcpy(p->people, b.text, sizeof p->people);
    puts(b.text);
    prompt();
}

static void start_table(struct online_plain *p)
{
    snprintf(p->table, sizeof p->table, "%s", p->remote->link.table);
    p->told = 0;
    p->turn = -1;
    p->phase[0] = p->people[0] = '\0';
}

static void print_refusal(struct online_plain *p)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (!remote_take_refusal(p->remote, p->online->language, &b) &&
        !remote_take_note(p->remote, p->online->language, &b))
        return;
    puts(b.text);
    prompt();
}

static void print_question(struct online_plain *p)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (online_put_question(&p->scene, p->remote, &b))
        puts(b.text);
}

static void look(struct online_plain *p)
{
    struct remote *r = p->remote;
    p->seen = r->changes;
    print_connection(p);
    if (strcmp(p->table, r->link.table) != 0)
        start_table(p);
    online_look(&p->scene, r);
    online_keep_record(p->online);
    bool more = p->told < json_array_size(r->events);
    print_events(p, p->told);
    p->told = json_array_size(r->events);
    if (json_is_object(p->scene.view))
        print_shown(p);
    const char *phase = remote_phase(r);
    bool changed = strcmp(phase, p->phase) != 0;
    snprintf(p->phase, sizeof p->phase, "%s", phase);
    if (strcmp(phase, "open") == 0) {
        print_waiting(p);
    } else if ((p->scene.may && (p->turn != r->n || changed)) || (changed && phase[0] != '\0')) {
        p->turn = r->n;
        print_question(p);
        print_table(p);
        prompt();
    } else if (more) {
        print_question(p);
    }
    if (!r->failed) /* a failure is reported at the end */
        print_refusal(p);
    fflush(stdout);
}

/* ---- Looking back ---- */

static void look_back(struct online_plain *p)
{
    p->back = online_look_back(p->online, &p->scene, &looking);
    if (p->back) {
        tui_watch_plain_begin(&looking.watch);
        prompt();
    }
}

/* The game just played at once; of a running one the table tells first what happened. */
static void ask_past(struct online_plain *p)
{
    if (p->online->record != NULL)
        look_back(p);
    else if (p->scene.seat >= 0)
        remote_ask_past(p->remote);
}

static void end_past(struct online_plain *p)
{
    p->back = false;
    tui_watch_back_end(&looking);
    p->seen = p->remote->changes - 1; /* what came meanwhile is told now */
}

/* The aids that we asked for have come. */
static void print_aids(struct online_plain *p)
{
    struct buf b = BUF_ROOM(SCENE_TEXT_MAX);
    scene_describe_aids(&p->scene, p->remote->aids, &b);
    json_decref(p->remote->aids);
    p->remote->aids = NULL;
    fputs(b.text, stdout);
    prompt();
}

static bool mark_card(struct online_plain *p, const char *line)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    if (!scene_mark_card(&p->scene, line, &b))
        return false;
    puts(b.text);
    return true;
}

static void print_review(struct online_plain *p)
{
    struct strbuf text = STRBUF_EMPTY;
    struct report_progress progress = {.language = p->online->language,
                                       .live = isatty(STDERR_FILENO) != 0};
    if (!online_review(p->online, COLUMNS_ROOM, report_show_progress, &progress, &text))
        print_word(&p->scene, MSG("table.not-over"));
    report_end_progress(&progress);
    if (text.len > 0)
        fputs(text.text, stdout);
    strbuf_clear(&text);
}

/* ---- Lines ---- */

static bool run_command(struct online_plain *p, const char *line)
{
    if (print_asked(&p->scene, line, MSG("online.plain-help")) || mark_card(p, line))
        return true;
    if (strcmp(line, "view") == 0)
        print_table(p);
    else if (strcmp(line, "log") == 0)
        print_events(p, 0);
    else if (strcmp(line, "past") == 0 || strcmp(line, "replay") == 0)
        ask_past(p);
    else if (strcmp(line, "review") == 0)
        print_review(p);
    else if (strcmp(line, "quit") == 0)
        p->left = true;
    else
        return false;
    return true;
}

static void obey(struct online_plain *p, char *line)
{
    size_t len = strlen(line);
    while (len > 0 && strchr(" \t\r", line[len - 1]) != NULL)
        line[--len] = '\0';
    line += strspn(line, " \t");
    if (p->back) {
        if (!tui_watch_plain_obey(&looking.watch, line))
            end_past(p);
        prompt();
        return;
    }
    if (line[0] == '\0' || run_command(p, line)) {
        if (!p->left)
            prompt();
        return;
    }
    if (!p->remote->live) {
        print_word(&p->scene, MSG("online.lost"));
        prompt();
        return;
    }
    if (!online_obey(p->remote, line))
        remote_move(p->remote, line); /* its answer is told when it comes */
}

/* Reads standard input and carries out each whole line. */
static void read_input(struct online_plain *p)
{
    char bytes[512];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0) {
        p->ended = true;
        return;
    }
    for (ssize_t i = 0; i < n && !p->left; i++) {
        if (bytes[i] == '\n') {
            p->line[p->len] = '\0';
            p->len = 0;
            if (!p->skip)
                obey(p, p->line);
            p->skip = false;
        } else if (p->len < sizeof p->line - 1) {
            p->line[p->len++] = bytes[i];
        } else {
            p->skip = true;
        }
    }
}

void tui_online_plain(struct tui_online *online)
{
    static struct online_plain p;
    memset(&p, 0, sizeof p);
    p.online = online;
    p.known = json_array();
    p.remote = online->remote;
    p.seen = p.remote->changes - 1;
    p.live = true;
    p.turn = -1;
    scene_init(&p.scene, online->language);
    print_word(&p.scene, MSG("online.plain-welcome"));
    fflush(stdout);
    while (!p.left && !p.remote->failed) {
        remote_step(p.remote);
        if (p.seen != p.remote->changes && !p.back)
            look(&p);
        if (p.remote->aids != NULL && !p.back)
            print_aids(&p);
        if (p.remote->past != NULL && !p.back)
            look_back(&p);
        if (p.ended && p.phase[0] != '\0' && !remote_has_more(p.remote))
            break;
        if (remote_wait(p.remote, p.ended ? -1 : STDIN_FILENO, CALM_MS))
            read_input(&p);
    }
    online_await_record(online);
    if (p.back)
        end_past(&p);
    free(online->record);
    online->record = NULL;
    json_decref(p.known);
    scene_clear(&p.scene);
    fflush(stdout);
}
