/*
 * `parlor bot`: a user's program plays at a server's table (docs/bot-protocol.md). It is one of the
 * server's clients: it gets the view of its seat and nothing else.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "client/remote.h"
#include "core/turns.h"
#include "table/bot_process.h"
#include "table/clock.h"

enum { FLAG_EXEC, FLAG_NAME, FLAG_TIME };
enum { TIME_MAX_MS = 3600 * 1000, PATIENCE_MS = 3000 };

static const struct cli_flag flags[] = {
    [FLAG_EXEC] = {.name = "exec", .value = "COMMAND", .help = MSG("bot.flag-exec")},
    [FLAG_NAME] = {.name = "name", .value = "NAME", .help = MSG("play.flag-name")},
    [FLAG_TIME] = {.name = "time", .value = "MS", .help = MSG("bot.flag-time")},
    {.name = NULL},
};

struct seat {
    const struct cli *cli;
    struct remote remote;
    struct bot_process process;
    int ms;
    bool told;     /* the program knows the game */
    long answered; /* the event after which it last answered */
    bool passed;   /* its last answer let another one act */
    int64_t since; /* time of that answer */
    size_t events; /* already noted */
    long stepped;  /* the latest event that is not a signal */
    struct turns turns;
    long asked, forfeits;
    uint64_t seed;
};

static void report(struct seat *s, enum bot_process_fault fault, const char *instead)
{
    static const char *const ids[] = {
        [BOT_PROCESS_ENDED] = MSG("bot.ended"),     [BOT_PROCESS_SLOW] = MSG("bot.slow"),
        [BOT_PROCESS_RUBBISH] = MSG("bot.rubbish"), [BOT_PROCESS_ILLEGAL] = MSG("bot.illegal"),
        [BOT_PROCESS_GONE] = MSG("bot.gone"),
    };
    s->forfeits++;
    cli_print(s->cli, stderr, ids[fault], instead, s->process.answer, NULL);
}

/* Tells the program its game and its seat. */
static void tell_game(struct seat *s)
{
    const struct remote *r = &s->remote;
    struct problem p = PROBLEM_EMPTY;
    struct setup setup;
    const char *name;
    json_t *value;
    if (!setup_find_game(&setup, r->game->name, &p))
        return;
    json_object_foreach(json_object_get(r->table, "options"), name, value)
    {
        if (json_is_string(value))
            setup_set_option(&setup, name, json_string_value(value), &p);
    }
    bot_process_begin(&s->process, r->game, remote_seats(r), setup.opt, remote_seat(r));
    s->told = true;
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int list_legal(const struct remote *r, char legal[GAME_MOVES_MAX][GAME_TEXT_MAX])
{
    int n = remote_read_moves(json_object_get(r->table, "legal"), legal);
    qsort(legal, (size_t)n, GAME_TEXT_MAX, compare_text);
    return n;
}

static bool is_answer(const struct game *g, char legal[GAME_MOVES_MAX][GAME_TEXT_MAX], int n,
                      bool must, const char *text)
{
    if (!must && (strcmp(text, "pass") == 0 || game_is_talk(g, text)))
        return strlen(text) < GAME_TEXT_MAX;
    for (int i = 0; i < n; i++)
        if (strcmp(legal[i], text) == 0)
            return true;
    return false;
}

/* Asks the program and sends its answer; if it fails, the first legal move. */
static void ask(struct seat *s, char legal[GAME_MOVES_MAX][GAME_TEXT_MAX], int n, bool must)
{
    struct remote *r = &s->remote;
    char *view = json_dumps(json_object_get(r->table, "view"), JSON_COMPACT);
    if (view == NULL)
        return;
    enum bot_process_fault fault =
        bot_process_ask(&s->process, view, legal, n, s->ms, must, ++s->seed << 11);
    const char *answer = s->process.answer;
    if (fault == BOT_PROCESS_FINE && !is_answer(r->game, legal, n, must, answer))
        fault = BOT_PROCESS_ILLEGAL;
    if (fault != BOT_PROCESS_FINE) {
        report(s, fault, n > 0 ? legal[0] : "-");
        answer = n > 0 ? legal[0] : "pass";
    }
    s->asked++;
    s->passed = strcmp(answer, "pass") == 0;
    s->since = clock_ms();
    s->answered = r->n;
    if (!s->passed)
        remote_move(r, answer);
    free(view);
}

static void note_events(struct seat *s)
{
    const json_t *all = s->remote.events;
    if (s->events > json_array_size(all))
        s->events = 0;
    for (; s->events < json_array_size(all); s->events++) {
        const json_t *e = json_array_get(all, s->events);
        const char *kind = json_string_value(json_object_get(e, "e"));
        const char *text = json_string_value(json_object_get(e, "text"));
        int seat = (int)json_integer_value(json_object_get(e, "seat"));
        bool moves =
            kind != NULL && strcmp(kind, "move") == 0 && seat >= 0 && seat < GAME_SEATS_MAX;
        bool signal = moves && text != NULL && game_is_talk(s->remote.game, text);
        if (moves)
            turns_note(&s->turns, seat, signal ? MOVE_TALK : 0);
        if (!signal)
            s->stepped = (long)json_integer_value(json_object_get(e, "n"));
    }
}

/* Asks for the move that the table waits for. A program that passed is asked again if nothing
   happens for a while. */
static void act(struct seat *s)
{
    struct remote *r = &s->remote;
    char legal[GAME_MOVES_MAX][GAME_TEXT_MAX];
    int seat = remote_seat(r);
    if (r->game == NULL || strcmp(remote_phase(r), "play") != 0 || seat < 0 || !r->live)
        return;
    if (!s->told)
        tell_game(s);
    note_events(s);
    uint32_t actors =
        remote_read_seats(json_object_get(json_object_get(r->table, "view"), "actors"));
    if ((actors >> seat & 1) == 0)
        return;
    bool again = s->passed && clock_ms() - s->since >= PATIENCE_MS;
    bool alone = !turns_are_open(r->game, actors);
    /* A signal of another seat is no reason to ask again for the same move. */
    if ((s->answered == r->n || (alone && s->answered >= s->stepped)) && !again)
        return;
    int n = list_legal(r, legal);
    for (uint32_t left = again ? actors : 0; left != 0; left &= left - 1)
        turns_wait(&s->turns, __builtin_ctz(left)); /* nobody has used the time */
    bool must = turns_must(&s->turns, r->game, actors) ||
                !turns_take(&s->turns, seat, false, MOVE_TALK); /* no signal is left to it */
    if (n > 0 || !must)
        ask(s, legal, n, must);
}

/* If the server refuses a move, the first legal one is played. */
static void handle_refusal(struct seat *s)
{
    char legal[GAME_MOVES_MAX][GAME_TEXT_MAX];
    struct buf b = BUF_ROOM(1024);
    if (s->remote.failed || !remote_take_refusal(&s->remote, s->cli->language, &b))
        return;
    cli_print(s->cli, stderr, MSG("online.refused"), s->remote.link.origin, b.text, NULL);
    if (s->answered == s->remote.n && list_legal(&s->remote, legal) > 0)
        remote_move(&s->remote, legal[0]);
}

static void tell_end(struct seat *s)
{
    char *result =
        json_dumps(json_object_get(s->remote.table, "result"), JSON_COMPACT | JSON_ENCODE_ANY);
    if (result == NULL)
        return;
    bot_process_over(&s->process, result);
    printf("%s\n", result);
    free(result);
}

static int play(struct seat *s)
{
    struct remote *r = &s->remote;
    if (!remote_start(r))
        return cli_fail_remote(s->cli, r);
    while (!r->failed && strcmp(remote_phase(r), "over") != 0) {
        remote_step(r);
        handle_refusal(s);
        if (strcmp(remote_phase(r), "play") == 0 && remote_seat(r) < 0)
            return cli_fail(s->cli, MSG("bot.no-chair"), NULL);
        act(s);
        remote_wait(r, -1, s->passed ? PATIENCE_MS / 4 : PATIENCE_MS);
    }
    if (r->failed)
        return cli_fail_remote(s->cli, r);
    tell_end(s);
    cli_print(s->cli, stderr, MSG("bot.done"), BUF_INT(s->asked), BUF_INT(s->forfeits), NULL);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    static struct seat s;
    const char *url = cli_word(cli), *command = cli_value(cli, FLAG_EXEC);
    const char *name = cli_value(cli, FLAG_NAME);
    struct link link;
    uint64_t ms = BOT_PROCESS_MS;
    if (!cli_take_number(cli, FLAG_TIME, 1, TIME_MAX_MS, &ms))
        return CLI_USAGE;
    if (command == NULL)
        return cli_misuse(cli, MSG("cli.flag-missing"), "exec", "COMMAND", NULL);
    if (url == NULL || !link_read(url, &link) || link.table[0] == '\0')
        return cli_misuse(cli, MSG("online.bad-link"), url != NULL ? url : "", NULL);
    char why[PROBLEM_ARG_MAX];
    bot_process_gather();
    if (!bot_process_try(command, why, sizeof why))
        return cli_misuse(cli, MSG("bot.not-started"), command, why, NULL);
    s.cli = cli;
    s.ms = (int)ms;
    s.answered = -1;
    remote_init(&s.remote, &link, name);
    snprintf(s.remote.identity, sizeof s.remote.identity, "%s", name != NULL ? name : "bot");
    bot_process_init(&s.process, command);
    int status = play(&s);
    bot_process_clear(&s.process);
    bot_process_sweep();
    remote_clear(&s.remote);
    return status;
}

const struct command command_bot = {
    .name = "bot",
    .words = "LINK",
    .summary = MSG("bot.summary"),
    .help = MSG("bot.help"),
    .flags = flags,
    .run = run,
};
