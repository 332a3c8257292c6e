/*
 * `parlor admin`: asks the server that runs on a data folder, by its socket (server/admin.c). One
 * request and one answer, both a JSON object on a line; people get the answer in words.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "server/admin.h"
#include "table/memory.h"
#include "tui/columns.h"

enum { FLAG_DATA, FLAG_FOR, FLAG_WHY, FLAG_ADDRESS, FLAG_OF, FLAG_TEXT, FLAG_STOP, FLAG_JSON };
enum { ANSWER_MAX = 8 << 20, CELLS = 8, PEOPLE = 256, DATE = 32 };

static const struct cli_flag flags[] = {
    [FLAG_DATA] = {.name = "data", .value = "FOLDER", .help = MSG("serve.flag-data")},
    [FLAG_FOR] = {.name = "for", .value = "TIME", .help = MSG("admin.flag-for")},
    [FLAG_WHY] = {.name = "why", .value = "talk|name|play|other", .help = MSG("admin.flag-why")},
    [FLAG_ADDRESS] = {.name = "address", .value = NULL, .help = MSG("admin.flag-address")},
    [FLAG_OF] = {.name = "of", .value = "PERSON", .help = MSG("admin.flag-of")},
    [FLAG_TEXT] = {.name = "text", .value = "TEXT", .help = MSG("admin.flag-text")},
    [FLAG_STOP] = {.name = "stop", .value = NULL, .help = MSG("admin.flag-stop")},
    [FLAG_JSON] = {.name = "json", .value = NULL, .help = MSG("admin.flag-json")},
    {.name = NULL},
};

/* ---- the socket ---- */

static int connect_server(const char *folder)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const void *address = &name;
    int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = at >= 0 ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    snprintf(name.sun_path, sizeof name.sun_path, "/proc/self/fd/%d/" ADMIN_SOCKET, at);
    bool good = fd >= 0 && connect(fd, address, sizeof name) == 0;
    int error = errno;
    if (at >= 0)
        close(at);
    if (!good && fd >= 0)
        close(fd);
    errno = error;
    return good ? fd : -1;
}

static bool send_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, text, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        text += n;
        len -= (size_t)n;
    }
    return true;
}

/* One line; NULL: the server has closed the connection. */
static json_t *read_answer(int fd)
{
    struct strbuf line = STRBUF_EMPTY;
    char part[65536];
    json_t *answer = NULL;
    ssize_t n;
    while (line.len < ANSWER_MAX && (n = recv(fd, part, sizeof part, 0)) > 0) {
        strbuf_put_bytes(&line, part, (size_t)n);
        if (line.text[line.len - 1] == '\n')
            break;
    }
    if (line.len > 0)
        answer = json_loadb(line.text, line.len, 0, NULL);
    strbuf_clear(&line);
    return answer;
}

static json_t *ask(int fd, const json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    bool good = send_all(fd, text, strlen(text)) && send_all(fd, "\n", 1);
    free(text);
    return good ? read_answer(fd) : NULL;
}

/* ---- the request ---- */

/* The first and the second word; NULL: none. */
static void find_words(const struct cli *cli, const char *word[2])
{
    int n = 0;
    word[0] = word[1] = NULL;
    for (int i = 0; i < cli->n && n < 2; i++)
        if (cli->item[i].flag == CLI_WORD)
            word[n++] = cli->item[i].value;
}

static void put_text(json_t *o, const char *name, const char *text)
{
    if (text != NULL)
        json_object_set_new(o, name, json_string(text));
}

/* `reports` and `log` are lists too. */
static json_t *make_request(const struct cli *cli, const char *const word[2])
{
    json_t *o = json_object();
    bool list = strcmp(word[0], "reports") == 0 || strcmp(word[0], "log") == 0;
    put_text(o, "do", list ? "list" : word[0]);
    put_text(o, "who", list ? word[0] : word[1]);
    put_text(o, "for", cli_value(cli, FLAG_FOR));
    put_text(o, "why", cli_value(cli, FLAG_WHY));
    put_text(o, "of", cli_value(cli, FLAG_OF));
    put_text(o, "text", cli_value(cli, FLAG_TEXT));
    if (cli_has(cli, FLAG_ADDRESS))
        json_object_set_new(o, "address", json_true());
    if (cli_has(cli, FLAG_STOP))
        json_object_set_new(o, "stop", json_true());
    return o;
}

/* ---- the answer in words ---- */

static const char *write_date(const json_t *v, char out[DATE])
{
    time_t seconds = (time_t)(json_integer_value(v) / 1000);
    struct tm parts;
    out[0] = '\0';
    if (json_is_integer(v) && localtime_r(&seconds, &parts) != NULL)
        strftime(out, DATE, "%Y-%m-%d %H:%M", &parts);
    return out;
}

/* The columns of each list: a member of its rows, and its heading. */
struct column {
    const char *member, *heading;
};
static const struct list {
    const char *name;
    struct column column[CELLS];
} lists[] = {
    {"tables",
     {{"table", MSG("admin.col-table")},
      {"game", MSG("admin.col-game")},
      {"phase", MSG("admin.col-phase")},
      {"taken", MSG("admin.col-taken")},
      {"open", MSG("admin.col-open")},
      {"people", MSG("admin.col-people")}}},
    {"people",
     {{"player", MSG("admin.col-person")},
      {"name", MSG("admin.col-name")},
      {"address", MSG("admin.col-address")},
      {"tables", MSG("admin.col-tables")}}},
    {"bans",
     {{"player", MSG("admin.col-person")},
      {"address", MSG("admin.col-address")},
      {"until", MSG("admin.col-until")},
      {"why", MSG("admin.col-why")}}},
    {"reports",
     {{"number", MSG("admin.col-number")},
      {"at", MSG("admin.col-at")},
      {"table", MSG("admin.col-table")},
      {"event", MSG("admin.col-event")},
      {"player", MSG("admin.col-person")},
      {"reporter", MSG("admin.col-reporter")},
      {"why", MSG("admin.col-why")}}},
    {"log",
     {{"at", MSG("admin.col-at")},
      {"host", MSG("admin.col-by")},
      {"act", MSG("admin.col-act")},
      {"table", MSG("admin.col-table")},
      {"player", MSG("admin.col-person")},
      {"detail", MSG("admin.col-detail")}}},
};

static void put_people(struct columns *c, const json_t *people)
{
    char text[PEOPLE];
    struct buf b;
    size_t i;
    json_t *v;
    buf_init(&b, text, sizeof text);
    json_array_foreach(people, i, v)
    {
        buf_put(&b, i > 0 ? ", " : "");
        buf_put(&b, json_string_value(json_object_get(v, "player")));
        buf_put_char(&b, ' ');
        buf_put(&b, json_string_value(json_object_get(v, "name")));
    }
    columns_put(c, text);
}

static void put_cell(const struct cli *cli, struct columns *c, const json_t *row,
                     const char *member)
{
    const json_t *v = json_object_get(row, member);
    char date[DATE];
    if (json_is_array(v))
        put_people(c, v);
    else if (strcmp(member, "at") == 0 || (strcmp(member, "until") == 0 && json_is_integer(v)))
        columns_put(c, write_date(v, date));
    else if (json_is_integer(v))
        columns_format(c, "%lld", (long long)json_integer_value(v));
    else if (json_is_string(v))
        columns_put(c, json_string_value(v));
    else if (strcmp(member, "until") == 0)
        columns_put(c, words_get(cli->language, MSG("admin.ever")));
    else if (strcmp(member, "host") == 0)
        columns_put(c, words_get(cli->language, MSG("admin.operator")));
    else
        columns_put(c, "-");
}

static void print_rows(const struct cli *cli, const struct list *list, const json_t *rows)
{
    static struct columns c;
    size_t i;
    json_t *row;
    columns_init(&c);
    c.left = ~0u;
    columns_start_row(&c);
    for (int k = 0; k < CELLS && list->column[k].member != NULL; k++)
        columns_put(&c, words_get(cli->language, list->column[k].heading));
    json_array_foreach(rows, i, row)
    {
        columns_start_row(&c);
        for (int k = 0; k < CELLS && list->column[k].member != NULL; k++)
            put_cell(cli, &c, row, list->column[k].member);
    }
    columns_print(&c, 0);
    columns_clear(&c);
}

static void print_list(const struct cli *cli, const char *name, const json_t *answer)
{
    const json_t *rows = json_object_get(answer, "rows");
    if (json_array_size(rows) == 0)
        cli_print(cli, stdout, MSG("admin.none"), NULL);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && json_array_size(rows) > 0; i++)
        if (strcmp(lists[i].name, name) == 0)
            print_rows(cli, &lists[i], rows);
    if (json_is_true(json_object_get(answer, "more")))
        cli_print(cli, stdout, MSG("admin.more"), NULL);
}

static void say_ban(const struct cli *cli, const char *who, const json_t *answer)
{
    const json_t *until = json_object_get(answer, "until");
    char date[DATE];
    if (json_is_null(until))
        cli_print(cli, stdout, MSG("admin.banned-ever"), who, NULL);
    else
        cli_print(cli, stdout, MSG("admin.banned"), who, write_date(until, date), NULL);
}

static void say_count(const struct cli *cli, const char *id, const json_t *answer, const char *name)
{
    cli_print(cli, stdout, id, BUF_INT(json_integer_value(json_object_get(answer, name))), NULL);
}

static void say_notice(const struct cli *cli, const json_t *answer)
{
    const json_t *at = json_object_get(answer, "at");
    char date[DATE];
    if (json_integer_value(at) == 0)
        cli_print(cli, stdout, MSG("admin.announce-off"), NULL);
    else
        cli_print(cli, stdout, MSG("admin.announced"), write_date(at, date), NULL);
}

static void say(const struct cli *cli, const char *const word[2], const json_t *answer)
{
    const char *act = word[0], *who = word[1] != NULL ? word[1] : "";
    bool off = strcmp(who, "off") == 0;
    if (json_object_get(answer, "rows") != NULL)
        print_list(cli, strcmp(act, "list") == 0 ? who : act, answer);
    else if (strcmp(act, "ban") == 0)
        say_ban(cli, who, answer);
    else if (strcmp(act, "unban") == 0)
        cli_print(cli, stdout, MSG("admin.unbanned"), who, NULL);
    else if (strcmp(act, "lobby") == 0)
        cli_print(cli, stdout, MSG("admin.lobby"),
                  json_string_value(json_object_get(answer, "lobby")), NULL);
    else if (strcmp(act, "announce") == 0)
        say_notice(cli, answer);
    else if (strcmp(act, "drain") == 0)
        say_count(cli, off ? MSG("admin.drain-off") : MSG("admin.draining"), answer, "left");
    else if (strcmp(act, "dismiss") == 0)
        cli_print(cli, stdout, MSG("admin.dismissed"), who, NULL);
    else
        say_count(cli, MSG("admin.deleted"), answer, "deleted");
}

static int say_error(const struct cli *cli, const json_t *error)
{
    const char *id = json_string_value(json_object_get(error, "id"));
    const char *arg = json_string_value(json_array_get(json_object_get(error, "args"), 0));
    return cli_fail(cli, id != NULL ? id : MSG("admin.silent"), arg != NULL ? arg : "", NULL);
}

/* ---- the command ---- */

/* Deletes on while there is more; the answer counts all. */
static json_t *ask_on(int fd, const json_t *request)
{
    json_t *answer = ask(fd, request);
    json_int_t deleted = json_integer_value(json_object_get(answer, "deleted"));
    while (deleted > 0 && json_is_true(json_object_get(answer, "more"))) {
        json_decref(answer);
        answer = ask(fd, request);
        deleted += json_integer_value(json_object_get(answer, "deleted"));
        if (json_object_get(answer, "deleted") != NULL)
            json_object_set_new(answer, "deleted", json_integer(deleted));
    }
    return answer;
}

static int tell(const struct cli *cli, const char *const word[2], const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");
    if (answer == NULL)
        return cli_fail(cli, MSG("admin.silent"), NULL);
    if (cli_has(cli, FLAG_JSON)) {
        json_dumpf(answer, stdout, JSON_COMPACT);
        putchar('\n');
        return error != NULL ? CLI_FAILED : CLI_OK;
    }
    if (error != NULL)
        return say_error(cli, error);
    say(cli, word, answer);
    return CLI_OK;
}

static int run(const struct cli *cli)
{
    char folder[1024];
    const char *word[2];
    find_words(cli, word);
    assert(word[0] != NULL); /* cli_read_args has refused a call without */
    int status = data_choose_folder(cli, folder, sizeof folder);
    if (status != CLI_OK)
        return status;
    int fd = connect_server(folder);
    if (fd < 0)
        return cli_fail(cli, errno == EACCES ? MSG("admin.forbidden") : MSG("admin.no-server"),
                        folder, NULL);
    json_t *request = make_request(cli, word), *answer = ask_on(fd, request);
    status = tell(cli, word, answer);
    json_decref(request);
    json_decref(answer);
    close(fd);
    return status;
}

const struct command command_admin = {
    .name = "admin",
    .words = "ACT",
    .missing = MSG("admin.no-act-given"),
    .two_words = true,
    .summary = MSG("admin.summary"),
    .help = MSG("admin.help"),
    .flags = flags,
    .run = run,
};
