/*
 * `parlor migrate`: moves a server's data between a folder and PostgreSQL. It is copied row by row,
 * and goes on where it was stopped. Then both places are compared, and every unfinished table is
 * replayed from both: before that no server opens the new place, and after that none opens the old
 * one, unless `--reopen` says so.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "table/clock.h"
#include "table/memory.h"

enum { FLAG_FROM, FLAG_TO, FLAG_REOPEN };
enum { WHY_ROOM = 256, NUMBER_ROOM = 24, LIVE_MS = 200, LINE_MS = 10000 };

static const struct cli_flag flags[] = {
    {.name = "from", .value = "PLACE", .help = MSG("migrate.flag-from")},
    {.name = "to", .value = "PLACE", .help = MSG("migrate.flag-to")},
    {.name = "reopen", .value = "PLACE", .help = MSG("migrate.flag-reopen")},
    {.name = NULL},
};

struct migrating {
    const struct cli *cli;
    const char *place[2]; /* as the store calls them */
    char shown[2][1024];  /* the same for people */
    struct store_move move;
    int64_t rows; /* of the old place */
    int replayed, differences;
    /* Progress. */
    const char *message;
    int64_t all, shown_ms;
    bool live, showing;
};

struct number {
    char text[NUMBER_ROOM];
};

static struct number write_number(int64_t n)
{
    struct number out;
    snprintf(out.text, sizeof out.text, "%lld", (long long)n);
    return out;
}

/* ---- progress ---- */

static void end_progress(struct migrating *m)
{
    if (m->showing)
        fputs("\r\033[K", stderr);
    m->showing = false;
}

static void begin_progress(struct migrating *m, const char *message, int64_t all)
{
    end_progress(m);
    m->message = message;
    m->all = all;
    m->shown_ms = clock_ms();
}

/* Now and then one line; on a terminal always the same one. */
static void show_progress(void *context, int64_t done)
{
    struct migrating *m = context;
    int64_t now = clock_ms();
    if (now - m->shown_ms < (m->live ? LIVE_MS : LINE_MS))
        return;
    m->shown_ms = now;
    m->showing = m->live;
    struct number numbers[] = {write_number(done), write_number(m->all)};
    const char *args[] = {numbers[0].text, numbers[1].text};
    struct buf b = BUF_ROOM(256);
    words_format(&b, words_get(m->cli->language, m->message), args, 2);
    fprintf(stderr, "%s%s%s", m->live ? "\r" : "parlor: ", b.text, m->live ? "  " : "\n");
    fflush(stderr);
}

/* ---- places ---- */

/* The place behind a flag; NULL: it is none. */
static const char *find_place(const char *text)
{
    if (store_is_shared(text))
        return text;
    return strncmp(text, "sqlite:", 7) == 0 && text[7] != '\0' ? text + 7 : NULL;
}

static int open_places(struct migrating *m)
{
    char why[WHY_ROOM];
    const char *to = m->place[FLAG_TO];
    m->move.from = store_open(m->place[FLAG_FROM], STORE_ALONE, why, sizeof why);
    if (m->move.from == NULL)
        return data_fail(m->cli, m->place[FLAG_FROM], why);
    if (!store_is_shared(to) && mkdir(to, 0700) != 0 && errno != EEXIST)
        return data_fail(m->cli, to, cli_error_text(m->cli, errno));
    m->move.to = store_open(to, STORE_MOVE, why, sizeof why);
    if (m->move.to == NULL)
        return data_fail(m->cli, to, why);
    return CLI_OK;
}

/* Reports the failure of the store that has failed. */
static int fail_store(struct migrating *m)
{
    end_progress(m);
    int i = store_why(m->move.to)[0] != '\0' ? FLAG_TO : FLAG_FROM;
    return data_fail(m->cli, m->place[i], store_why(i == FLAG_TO ? m->move.to : m->move.from));
}

/* ---- copying ---- */

static int read_old(struct migrating *m)
{
    const struct store_survey *v = &m->move.survey;
    begin_progress(m, MSG("migrate.reading"), 0);
    if (store_survey(m->move.from, &m->move.survey, show_progress, m) != STORE_OK)
        return fail_store(m);
    end_progress(m);
    for (int kind = 0; kind < STORE_KINDS; kind++)
        m->rows += v->rows[kind];
    if (v->bad_key[0] != '\0' && store_is_shared(m->place[FLAG_TO]))
        return cli_fail(m->cli, MSG("migrate.bad-text"), v->bad_key, store_name_kind(v->bad), NULL);
    return CLI_OK;
}

static int copy(struct migrating *m)
{
    m->move.tell = show_progress;
    m->move.context = m;
    m->move.where = m->shown[FLAG_TO];
    int result = store_start_move(&m->move);
    if (result == STORE_CONFLICT && m->move.moved[0] != '\0')
        return cli_fail(m->cli, MSG("migrate.moved"), m->shown[FLAG_FROM], m->move.moved, NULL);
    if (result == STORE_CONFLICT)
        return cli_fail(m->cli,
                        m->move.elsewhere ? MSG("migrate.elsewhere") : MSG("migrate.not-empty"),
                        m->shown[FLAG_TO], m->shown[FLAG_FROM], NULL);
    if (result != STORE_OK)
        return fail_store(m);
    if (m->move.resumed)
        cli_print(m->cli, stderr, MSG("migrate.resumed"), write_number(m->move.rows).text,
                  write_number(m->rows).text, NULL);
    begin_progress(m, MSG("migrate.copying"), m->rows);
    result = store_copy_rows(&m->move);
    end_progress(m);
    return result == STORE_OK ? CLI_OK : fail_store(m);
}

/* ---- comparing ---- */

static int compare_rows(struct migrating *m)
{
    struct store_survey there;
    const struct store_survey *here = &m->move.survey;
    begin_progress(m, MSG("migrate.comparing"), m->rows);
    if (store_survey(m->move.to, &there, show_progress, m) != STORE_OK)
        return fail_store(m);
    end_progress(m);
    for (int kind = 0; kind < STORE_KINDS; kind++) {
        if (there.rows[kind] == here->rows[kind] && there.sum[kind] == here->sum[kind])
            continue;
        m->differences++;
        cli_print(m->cli, stdout, MSG("migrate.differs"), store_name_kind(kind),
                  write_number(here->rows[kind]).text, write_number(there.rows[kind]).text, NULL);
    }
    return CLI_OK;
}

struct names {
    int n, cap;
    char (*id)[TABLE_ID_MAX];
};

static bool keep_unfinished(void *context, const struct store_table *t)
{
    struct names *names = context;
    if (t->phase == TABLE_OVER)
        return true;
    ARRAY_ROOM(names->id, names->n, names->cap);
    table_copy(names->id[names->n++], TABLE_ID_MAX, t->id);
    return true;
}

/* Where a table stands after all of its events; false: they cannot be replayed. */
static bool replay(struct store *store, const char *id, struct strbuf *out)
{
    struct table *t = data_read_table(store, id);
    strbuf_reset(out);
    if (t != NULL)
        table_write_snapshot(t, out);
    table_free(t);
    return t != NULL;
}

static void compare_table(struct migrating *m, const char *id)
{
    struct strbuf here = STRBUF_EMPTY, there = STRBUF_EMPTY;
    bool sound = replay(m->move.from, id, &here);
    bool same = replay(m->move.to, id, &there) == sound && here.len == there.len &&
                (here.len == 0 || memcmp(here.text, there.text, here.len) == 0);
    m->replayed += sound && same;
    m->differences += !same;
    if (!same || !sound)
        end_progress(m);
    if (!same)
        cli_print(m->cli, stdout, MSG("migrate.table-differs"), id, NULL);
    else if (!sound) /* as it was before */
        cli_print(m->cli, stdout, MSG("migrate.unread"), id, NULL);
    strbuf_clear(&here);
    strbuf_clear(&there);
}

static int compare_tables(struct migrating *m)
{
    struct names names = {.n = 0};
    int result = store_list_tables(m->move.from, keep_unfinished, &names);
    begin_progress(m, MSG("migrate.replaying"), names.n);
    for (int i = 0; i < names.n; i++) {
        compare_table(m, names.id[i]);
        show_progress(m, i + 1);
    }
    end_progress(m);
    free(names.id);
    return result == STORE_FAILED ? fail_store(m) : CLI_OK;
}

/* ---- the command ---- */

static int finish(struct migrating *m)
{
    const struct store_survey *v = &m->move.survey;
    if (m->differences > 0)
        return cli_fail(m->cli, MSG("migrate.bad"), m->shown[FLAG_TO], NULL);
    if (store_put_moved(m->move.from, m->shown[FLAG_TO]) != STORE_OK ||
        store_end_move(m->move.to) != STORE_OK)
        return fail_store(m);
    cli_print(m->cli, stderr, MSG("migrate.done"), write_number(v->rows[STORE_TABLES]).text,
              write_number(v->rows[STORE_EVENTS]).text, write_number(v->rows[STORE_RECORDS]).text,
              write_number(v->rows[STORE_PLAYERS]).text, write_number(m->replayed).text, NULL);
    cli_print(m->cli, stderr, MSG("migrate.next"), m->shown[FLAG_TO], m->shown[FLAG_FROM], NULL);
    return CLI_OK;
}

/* The other place is given up. */
static int reopen(const struct cli *cli)
{
    char why[WHY_ROOM], moved[1024];
    struct migrating m = {.cli = cli, .place = {find_place(cli_value(cli, FLAG_REOPEN))}};
    if (m.place[0] == NULL)
        return cli_misuse(cli, MSG("migrate.no-place"), flags[FLAG_REOPEN].name, NULL);
    store_write_place(m.place[0], m.shown[0], sizeof m.shown[0]);
    struct store *store = store_open(m.place[0], STORE_ALONE, why, sizeof why);
    if (store == NULL)
        return data_fail(cli, m.place[0], why);
    int result = store_find_moved(store, moved, sizeof moved), status = CLI_OK;
    if (result == STORE_NONE)
        status = cli_fail(cli, MSG("migrate.not-moved"), m.shown[0], NULL);
    else if (result != STORE_OK || store_drop_moved(store) != STORE_OK)
        status = data_fail(cli, m.place[0], store_why(store));
    else
        cli_print(cli, stderr, MSG("migrate.reopened"), m.shown[0], moved, NULL);
    store_close(store);
    return status;
}

static int run_migrate(const struct cli *cli)
{
    if (cli_has(cli, FLAG_REOPEN) && !cli_has(cli, FLAG_FROM) && !cli_has(cli, FLAG_TO))
        return reopen(cli);
    struct migrating m = {.cli = cli, .live = isatty(STDERR_FILENO) != 0};
    static int (*const steps[])(struct migrating *) = {open_places,  read_old,       copy,
                                                       compare_rows, compare_tables, finish};
    int status = CLI_OK;
    for (int i = 0; i < 2; i++) {
        if (!cli_has(cli, i))
            return cli_misuse(cli, MSG("migrate.two-places"), NULL);
        m.place[i] = find_place(cli_value(cli, i));
        if (m.place[i] == NULL)
            return cli_misuse(cli, MSG("migrate.no-place"), flags[i].name, NULL);
        store_write_place(m.place[i], m.shown[i], sizeof m.shown[i]);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == CLI_OK; i++)
        status = steps[i](&m);
    store_close(m.move.to);
    store_close(m.move.from);
    return status;
}

const struct command command_migrate = {
    .name = "migrate",
    .words = "",
    .summary = MSG("migrate.summary"),
    .help = MSG("migrate.help"),
    .flags = flags,
    .run = run_migrate,
};
