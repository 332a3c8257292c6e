/*
 * One connection to PostgreSQL in pipeline mode: statements are sent without waiting, and a sync at
 * the end of a batch waits for all answers. The caller's wait function keeps its own sockets served
 * meanwhile. Every wait has a deadline; after it, and after any failure of the connection, the
 * connection is closed, and what was under way has failed.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"
#include "store/statement.h"
#include "table/clock.h"
#include "table/memory.h"

enum {
    CONNECT_MS = 3000,
    ANSWER_MS = 5000,
    PATIENT_MS = 600000,
    PAUSE_MS = 500,
    OID_INT8 = 20,
    OID_TEXT = 25,
    OID_BYTEA = 17
};

static bool take_next(struct store *s, struct link *l, int *result);

/* ---- failing ---- */

/* A connection that stands aside fails no transaction. */
static int fail_because(struct store *s, struct link *l, const char *why)
{
    bool failed = s->failed;
    int result = sql_fail_because(s, why);
    if (l->aside) {
        s->failed = failed;
        l->missed = true;
    }
    return result;
}

/* One line without PostgreSQL's own prefix. */
static int fail_with(struct store *s, struct link *l, const char *text)
{
    char why[STORE_WHY_ROOM];
    if (strncmp(text, "ERROR:  ", 8) == 0)
        text += 8;
    if (text[0] == '\0')
        text = "the connection is lost";
    snprintf(why, sizeof why, "PostgreSQL: %.*s", (int)strcspn(text, "\n"), text);
    return fail_because(s, l, why);
}

/* The connection is closed for a while; who asks for it is told why. */
static void rest(struct store *s, struct link *l)
{
    link_close(l);
    snprintf(l->why, sizeof l->why, "%s", s->why);
    l->next_try_ms = clock_ms() + PAUSE_MS;
}

/* The connection is of no use any more. */
static int fail_link(struct store *s, struct link *l, const char *text)
{
    int result = fail_with(s, l, text);
    rest(s, l);
    return result;
}

/* ---- waiting ---- */

int link_poll(int fd, short events, int ms)
{
    struct pollfd p = {.fd = fd, .events = events};
    return poll(&p, 1, ms);
}

/* Waits for the socket until a deadline; false: it is over. */
static bool await(struct link *l, short events, int64_t deadline)
{
    int64_t left = deadline - clock_ms();
    if (left <= 0)
        return false;
    int fd = PQsocket(l->conn);
    int ready = l->wait != NULL ? l->wait(l->wait_context, fd, events, (int)left)
                                : link_poll(fd, events, (int)left);
    return ready > 0;
}

/* Sends what waits, and waits for input unless a whole answer is there. STORE_NONE: not in time. */
static int find_answer(struct store *s, struct link *l, int64_t deadline)
{
    for (;;) {
        int unsent = PQflush(l->conn);
        if (unsent < 0)
            return fail_link(s, l, PQerrorMessage(l->conn));
        if (unsent == 0 && PQisBusy(l->conn) == 0)
            return STORE_OK;
        if (!await(l, unsent > 0 ? POLLIN | POLLOUT : POLLIN, deadline))
            return STORE_NONE;
        if (PQconsumeInput(l->conn) == 0)
            return fail_link(s, l, PQerrorMessage(l->conn));
    }
}

/* ---- connecting ---- */

/* libpq tells of each address that it has tried; the last one is the one that was to work. */
static const char *find_line(const char *text)
{
    static const char begin[] = "connection to ";
    const char *found = text;
    for (const char *line = text; line != NULL && *line != '\0';) {
        if (strncmp(line, begin, sizeof begin - 1) == 0)
            found = line;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return found;
}

/* STORE_NONE: not in time. */
static int poll_connection(struct store *s, struct link *l, int64_t deadline)
{
    for (;;) {
        PostgresPollingStatusType state = PQconnectPoll(l->conn);
        if (state == PGRES_POLLING_OK)
            return STORE_OK;
        if (state == PGRES_POLLING_FAILED)
            return fail_link(s, l, find_line(PQerrorMessage(l->conn)));
        if (!await(l, state == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return STORE_NONE;
    }
}

/* Servers share the database; who must be alone keeps them out, and comes in only without them. The
   lock ends with the connection. Truth does not hang on it: each append checks for itself. */
static int lock_database(struct store *s, struct link *l)
{
    PGresult *locked = NULL;
    bool alone = l->mode == STORE_ALONE || l->mode == STORE_MOVE;
    link_ask_text(s, l,
                  alone ? "SELECT pg_try_advisory_lock(7021986)"
                        : "SELECT pg_try_advisory_lock_shared(7021986)",
                  &locked);
    int result = link_settle(s, l);
    bool granted = result == STORE_OK && PQgetvalue(locked, 0, 0)[0] != 0;
    PQclear(locked);
    if (result == STORE_OK && !granted)
        result = fail_link(
            s, l, alone ? "it is in use; stop the servers first" : "somebody works on it alone");
    return result;
}

/* After a crash PostgreSQL shows commits that its synchronous standby does not have, and that a
   failover would lose. So nothing is read before a commit of one's own, which comes after them, has
   been answered. A connection that waits for this is kept: PostgreSQL would not notice its end. */
static int prove(struct store *s, struct link *l, int ms)
{
    int64_t deadline = clock_ms() + (clock_ms() < l->next_try_ms ? 0 : ms);
    int result = STORE_OK;
    while (l->syncs > 0) {
        int found = find_answer(s, l, deadline);
        if (found == STORE_NONE) {
            l->next_try_ms = clock_ms() + PAUSE_MS;
            return fail_with(s, l, "its standby does not answer");
        }
        if (found != STORE_OK || !take_next(s, l, &result))
            return STORE_FAILED;
    }
    l->unproved = false;
    if (result != STORE_OK)
        rest(s, l);
    return result;
}

static int begin_proof(struct store *s, struct link *l)
{
    link_ask_text(s, l, "SELECT pg_logical_emit_message(true, 'parlor', '')", NULL);
    if (link_send(s, l) != STORE_OK)
        return STORE_FAILED;
    l->unproved = true;
    return prove(s, l, ANSWER_MS);
}

/* Locks that a stopped node leaves behind, and transactions that it does not end, are bounded. The
   keepalives end the session of a node whose machine is gone without a word. */
static const char options[] = "-c idle_in_transaction_session_timeout=2000 -c lock_timeout=4000 "
                              "-c statement_timeout=0 -c tcp_user_timeout=10000 "
                              "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 "
                              "-c tcp_keepalives_count=3 "
                              "-c client_min_messages=warning -c timezone=UTC";

static PGconn *start(const struct store *s, const struct address_hosts *hosts)
{
    const char *const key[] = {"dbname",
                               "fallback_application_name",
                               "options",
                               "gssencmode",
                               "client_encoding",
                               "host",
                               "hostaddr",
                               "port",
                               NULL};
    const char *const value[] = {address_find_url(s->place),
                                 "parlor",
                                 options,
                                 "disable",
                                 "UTF8",
                                 hosts->host,
                                 hosts->address,
                                 hosts->port,
                                 NULL};
    return PQconnectStartParams(key, value, 1);
}

static void hear_nothing(void *context, const char *text)
{
    (void)context, (void)text;
}

/* Whether the server has ended a connection on which nothing is under way. */
static bool has_ended(const struct link *l)
{
    return l->syncs == 0 && l->asked_n == 0 && link_poll(PQsocket(l->conn), POLLIN, 0) > 0 &&
           (PQconsumeInput(l->conn) == 0 || PQstatus(l->conn) == CONNECTION_BAD);
}

/* A server that comes back looks before it keeps others out, and then surely. */
static int check_again(struct store *s, struct link *l)
{
    if (return_check(s, l) == STORE_OK && (!l->known || postgres_check_schema(s) == STORE_OK))
        return STORE_OK;
    rest(s, l);
    return STORE_FAILED;
}

/* Connects, beginning with the host that is due. */
static int connect_once(struct store *s, struct link *l, const struct address_hosts *hosts)
{
    l->conn = start(s, hosts);
    if (l->conn == NULL)
        return fail_because(s, l, "out of memory");
    const char *why = address_refuse_way(l->conn);
    if (why != NULL || PQstatus(l->conn) == CONNECTION_BAD)
        return fail_link(s, l, why != NULL ? why : find_line(PQerrorMessage(l->conn)));
    PQsetNoticeProcessor(l->conn, hear_nothing, NULL); /* the log is the server's */
    PQsetnonblocking(l->conn, 1);
    return poll_connection(s, l, clock_ms() + CONNECT_MS / hosts->n);
}

/* libpq leaves a host that refuses, but waits for one that is silent. So the hosts share the time,
   and the next attempt begins with the next host. */
static int connect_any(struct store *s, struct link *l)
{
    struct address_hosts hosts;
    for (int i = 0;; i++) {
        address_turn_hosts(s->place, l->turn, &hosts);
        int result = connect_once(s, l, &hosts);
        if (result != STORE_NONE)
            return result;
        l->turn = (l->turn + 1) % hosts.n;
        if (i + 1 >= hosts.n)
            return fail_link(s, l, "no connection in time");
        link_close(l);
    }
}

int link_open(struct store *s, struct link *l)
{
    bool again = l->complete && l->mode == STORE_WRITE;
    if (l->conn != NULL && has_ended(l))
        link_close(l);
    if (l->conn != NULL)
        return l->unproved ? prove(s, l, PAUSE_MS) : STORE_OK;
    if (clock_ms() < l->next_try_ms)
        return fail_because(s, l, l->why);
    if (connect_any(s, l) != STORE_OK)
        return STORE_FAILED;
    if (!l->complete)
        address_complete(s, l);
    memset(l->prepared, 0, sizeof l->prepared);
    if (PQenterPipelineMode(l->conn) != 1)
        return fail_link(s, l, PQerrorMessage(l->conn));
    if (l->mode == STORE_READ)
        return STORE_OK;
    if (again && check_again(s, l) != STORE_OK)
        return STORE_FAILED;
    if (lock_database(s, l) != STORE_OK || (again && check_again(s, l) != STORE_OK))
        return STORE_FAILED;
    return begin_proof(s, l);
}

void link_close(struct link *l)
{
    if (l->conn != NULL)
        PQfinish(l->conn);
    l->conn = NULL;
    l->asked_n = l->answered = l->syncs = 0;
    l->unproved = false;
}

/* ---- asking ---- */

static void note_asked(struct link *l, struct asked asked)
{
    ARRAY_ROOM(l->asked, l->asked_n, l->asked_cap);
    if (asked.result != NULL) {
        PQclear(*asked.result);
        *asked.result = NULL;
    }
    l->asked[l->asked_n++] = asked;
}

/* A failure to send is noticed as a lost connection when the answers are awaited. */
void link_ask_text(struct store *s, struct link *l, const char *sql, PGresult **result)
{
    if (l->conn == NULL)
        return;
    note_asked(l, (struct asked){.result = result});
    if (PQsendQueryParams(l->conn, sql, 0, NULL, NULL, NULL, NULL, 1) != 1)
        fail_link(s, l, PQerrorMessage(l->conn));
}

static void name_of(int statement, char name[16])
{
    snprintf(name, 16, "s%d", statement);
}

static void prepare(struct link *l, int statement, const struct sql_value *parameter, int n)
{
    Oid type[PARAMETERS];
    char name[16], text[1024];
    name_of(statement, name);
    postgres_write_text(statement, text, sizeof text);
    for (int i = 0; i < n; i++)
        type[i] = parameter[i].kind == SQL_INT    ? OID_INT8
                  : parameter[i].kind == SQL_TEXT ? OID_TEXT
                                                  : OID_BYTEA;
    note_asked(l, (struct asked){.statement = statement, .prepares = true});
    l->prepared[statement] = PQsendPrepare(l->conn, name, text, n, type) == 1;
}

/* The bytes of a 64-bit number as PostgreSQL reads them. */
static void put_int(int64_t n, char out[8])
{
    for (int i = 0; i < 8; i++)
        out[i] = (char)((uint64_t)n >> (56 - 8 * i));
}

void link_ask(struct store *s, struct link *l, int statement, const struct sql_value *parameter,
              int n, PGresult **result)
{
    const char *value[PARAMETERS];
    int len[PARAMETERS], format[PARAMETERS];
    char number[PARAMETERS][8], name[16];
    if (l->conn == NULL)
        return;
    if (!l->prepared[statement])
        prepare(l, statement, parameter, n);
    for (int i = 0; i < n; i++) {
        bool is_int = parameter[i].kind == SQL_INT;
        put_int(parameter[i].n, number[i]);
        value[i] = is_int ? number[i] : parameter[i].bytes;
        len[i] = is_int ? 8 : (int)parameter[i].len;
        format[i] = 1;
    }
    name_of(statement, name);
    note_asked(l, (struct asked){.result = result});
    if (PQsendQueryPrepared(l->conn, name, n, value, len, format, 1) != 1)
        fail_link(s, l, PQerrorMessage(l->conn));
}

/* ---- answers ---- */

static int await_answer(struct store *s, struct link *l, int64_t deadline)
{
    int result = find_answer(s, l, deadline);
    return result == STORE_NONE ? fail_link(s, l, "no answer in time") : result;
}

static bool is_failure(const PGresult *r)
{
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
}

/* Takes the answer to one question; the first failure is the one to tell. */
static int take(struct store *s, struct link *l, const struct asked *asked, PGresult *r, int result)
{
    if (is_failure(r) && result == STORE_OK) {
        const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
        snprintf(l->state, sizeof l->state, "%s", state != NULL ? state : "");
        result = fail_with(s, l, PQresultErrorMessage(r));
    }
    if (PQresultStatus(r) == PGRES_PIPELINE_ABORTED && result == STORE_OK)
        result = fail_with(s, l, "the batch was given up");
    if (asked->prepares && PQresultStatus(r) != PGRES_COMMAND_OK)
        l->prepared[asked->statement] = false;
    if (asked->result != NULL)
        *asked->result = r;
    else
        PQclear(r);
    return result;
}

/* Takes one answer that is there; false: the connection is of no use any more. */
static bool take_next(struct store *s, struct link *l, int *result)
{
    PGresult *r = PQgetResult(l->conn);
    if (r == NULL && PQstatus(l->conn) == CONNECTION_BAD) {
        fail_link(s, l, PQerrorMessage(l->conn));
        return false;
    }
    if (r == NULL) {
        l->answered++;
    } else if (PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
        PQclear(r);
        l->syncs--;
        l->silent_ms = clock_ms();
    } else if (l->answered < l->asked_n) {
        *result = take(s, l, &l->asked[l->answered], r, *result);
    } else {
        PQclear(r);
    }
    if (l->syncs == 0)
        l->asked_n = l->answered = 0;
    return true;
}

/* Until the store is open nothing takes long, and nobody can stop the wait. */
static int find_patience(const struct store *s, const struct link *l)
{
    return l->mode == STORE_WRITE || l->aside || !s->opened ? ANSWER_MS : PATIENT_MS;
}

int link_send(struct store *s, struct link *l)
{
    if (l->conn == NULL)
        return STORE_FAILED;
    if (l->syncs++ == 0)
        l->silent_ms = clock_ms();
    return PQpipelineSync(l->conn) == 1 && PQflush(l->conn) >= 0
               ? STORE_OK
               : fail_link(s, l, PQerrorMessage(l->conn));
}

int link_settle(struct store *s, struct link *l)
{
    int64_t deadline = clock_ms() + find_patience(s, l);
    int result = STORE_OK;
    l->state[0] = '\0';
    if (link_send(s, l) != STORE_OK)
        return STORE_FAILED;
    while (l->syncs > 0)
        if (await_answer(s, l, deadline) != STORE_OK || !take_next(s, l, &result))
            return STORE_FAILED;
    return result;
}

int link_take(struct store *s, struct link *l)
{
    int result = STORE_OK;
    if (l->conn == NULL)
        return STORE_FAILED;
    if (PQflush(l->conn) < 0 || PQconsumeInput(l->conn) == 0)
        return fail_link(s, l, PQerrorMessage(l->conn));
    while (l->syncs > 0 && PQisBusy(l->conn) == 0)
        if (!take_next(s, l, &result))
            return STORE_FAILED;
    return result;
}

bool link_give_up(struct store *s, struct link *l)
{
    if (l->conn == NULL || l->syncs == 0 || clock_ms() < l->silent_ms + ANSWER_MS)
        return false;
    fail_link(s, l, "no answer in time");
    return true;
}

int link_run_text(struct store *s, struct link *l, const char *sql)
{
    if (link_open(s, l) != STORE_OK)
        return STORE_FAILED;
    link_ask_text(s, l, sql, NULL);
    return link_settle(s, l);
}
