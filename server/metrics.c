/* Metrics in the text format of Prometheus, and who may read them. */
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <sodium.h>

#include "server/drain.h"
#include "server/health.h"
#include "server/metrics.h"
#include "server/nodes.h"
#include "server/server.h"
#include "server/workers.h"

static const double bounds[METRIC_BUCKETS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                              0.02,   0.05,    0.1,    0.25,  0.5,    1,     5};

static const char *const reasons[REFUSALS] = {
    [REFUSED_REQUEST] = "request", [REFUSED_SCHEMA] = "schema", [REFUSED_RATE] = "rate",
    [REFUSED_ORIGIN] = "origin",   [REFUSED_FRAME] = "frame",   [REFUSED_SLOW] = "slow",
    [REFUSED_STORE] = "store",     [REFUSED_SILENT] = "silent", [REFUSED_CROWD] = "crowd",
    [REFUSED_HOST] = "host",
};

void metrics_observe(struct histogram *h, double seconds)
{
    int i = 0;
    while (i < METRIC_BUCKETS && seconds > bounds[i])
        i++;
    h->bucket[i]++;
    h->count++;
    h->sum += seconds;
}

static void add(struct strbuf *out, const char *name, const char *type, double value)
{
    char line[256];
    snprintf(line, sizeof line, "# TYPE parlor_%s %s\nparlor_%s %.10g\n", name, type, name, value);
    strbuf_put(out, line);
}

/* The rows of a histogram; `label` is empty, or ends with a comma. */
static void add_rows(struct strbuf *out, const char *name, const char *label,
                     const struct histogram *h)
{
    char line[256];
    uint64_t sum = 0;
    for (int i = 0; i <= METRIC_BUCKETS; i++) {
        char bound[32] = "+Inf";
        if (i < METRIC_BUCKETS)
            snprintf(bound, sizeof bound, "%g", bounds[i]);
        sum += h->bucket[i];
        snprintf(line, sizeof line, "parlor_%s_bucket{%sle=\"%s\"} %llu\n", name, label, bound,
                 (unsigned long long)sum);
        strbuf_put(out, line);
    }
    char of[64] = "";
    if (label[0] != '\0')
        snprintf(of, sizeof of, "{%.*s}", (int)strlen(label) - 1, label);
    snprintf(line, sizeof line, "parlor_%s_sum%s %.9g\nparlor_%s_count%s %llu\n", name, of, h->sum,
             name, of, (unsigned long long)h->count);
    strbuf_put(out, line);
}

static void add_histogram(struct strbuf *out, const char *name, const struct histogram *h)
{
    char line[256];
    snprintf(line, sizeof line, "# TYPE parlor_%s histogram\n", name);
    strbuf_put(out, line);
    add_rows(out, name, "", h);
}

/* The queues of the worker threads, by class of work. */
static void add_queues(struct server *s, struct strbuf *out)
{
    struct workers_load bots = workers_load(s->workers), passphrases = workers_load(s->hashers);
    char text[512];
    snprintf(text, sizeof text,
             "# TYPE parlor_works_waiting gauge\n"
             "parlor_works_waiting{class=\"bot\"} %d\n"
             "parlor_works_waiting{class=\"passphrase\"} %d\n"
             "# TYPE parlor_works_running gauge\n"
             "parlor_works_running{class=\"bot\"} %d\n"
             "parlor_works_running{class=\"passphrase\"} %d\n",
             bots.waiting, passphrases.waiting, bots.running, passphrases.running);
    strbuf_put(out, text);
    strbuf_put(out, "# TYPE parlor_work_wait_seconds histogram\n");
    add_rows(out, "work_wait_seconds", "class=\"bot\",", &s->metrics.bot_wait);
    add_rows(out, "work_wait_seconds", "class=\"passphrase\",", &s->metrics.passphrase_wait);
}

void metrics_write(struct server *s, struct strbuf *out)
{
    const struct metrics *m = &s->metrics;
    add(out, "connections", "gauge", s->conns_live);
    add(out, "connections_total", "counter", (double)m->connections_total);
    add(out, "tables_loaded", "gauge", s->tables);
    add(out, "tables_created_total", "counter", (double)m->tables_created);
    add(out, "tables_finished_total", "counter", (double)m->tables_finished);
    add(out, "requests_total", "counter", (double)m->requests);
    add(out, "http_requests_total", "counter", (double)m->http);
    add(out, "moves_total", "counter", (double)m->moves);
    add(out, "bot_moves_total", "counter", (double)m->bot_moves);
    add(out, "events_total", "counter", (double)m->events);
    add(out, "journal_events_read_total", "counter", (double)m->events_read);
    add(out, "record_events_expanded_total", "counter", (double)m->events_expanded);
    add(out, "record_events_passed_total", "counter", (double)m->events_passed);
    add(out, "journal_events_read_in_a_turn", "gauge", m->turn_read_most);
    add(out, "snapshots_total", "counter", (double)m->snapshots);
    add(out, "snapshots_refused_total", "counter", (double)m->snapshots_refused);
    add(out, "tables_loading", "gauge", s->loadings);
    add(out, "tables_expired_total", "counter", (double)s->retain.all.expired);
    add(out, "tables_compacted_total", "counter", (double)s->retain.all.packed);
    add(out, "records_deleted_total", "counter", (double)s->retain.all.records);
    add(out, "guests_expired_total", "counter", (double)s->retain.all.guests);
    add(out, "commits_total", "counter", (double)m->commits);
    add(out, "commit_failures_total", "counter", (double)m->commit_failures);
    add(out, "store_conflicts_total", "counter", (double)m->conflicts);
    add(out, "store_checks_total", "counter", (double)s->health.checks);
    add(out, "store_damaged", "gauge", s->health.damage[0] != '\0');
    add(out, "store_unchecked", "gauge", s->health.failure[0] != '\0');
    add(out, "store_lost", "gauge", s->health.lost);
    add(out, "tables_damaged", "gauge", health_count_tables(s));
    add(out, "disk_low", "gauge", room_is_low(s));
    add(out, "bans", "gauge", s->bans.n);
    add(out, "draining", "gauge", s->drain.on);
    add(out, "games_watched", "gauge", drain_count(s));
    add(out, "nodes", "gauge", s->nodes.seen.size);
    add(out, "nodes_mixed", "gauge", nodes_are_mixed(s));
    add(out, "received_bytes_total", "counter", (double)m->bytes_in);
    add(out, "sent_bytes_total", "counter", (double)m->bytes_out);
    add(out, "queued_bytes", "gauge", (double)s->queued);
    add(out, "bot_works_dropped_total", "counter", (double)m->works_dropped);
    add(out, "bot_works_refused_total", "counter", (double)m->works_refused);
    add(out, "bots_stuck_total", "counter", (double)m->bots_stuck);
    add_queues(s, out);
    strbuf_put(out, "# TYPE parlor_refused_total counter\n");
    for (int i = 0; i < REFUSALS; i++) {
        char line[128];
        snprintf(line, sizeof line, "parlor_refused_total{reason=\"%s\"} %llu\n", reasons[i],
                 (unsigned long long)m->refused[i]);
        strbuf_put(out, line);
    }
    add_histogram(out, "commit_seconds", &m->commit_seconds);
    add_histogram(out, "move_seconds", &m->move_seconds);
    add_histogram(out, "bot_seconds", &m->bot_seconds);
    add_histogram(out, "retention_step_seconds", &m->retain_seconds);
}

/* ---- who may read them ---- */

static bool is_loopback(const struct sockaddr *from)
{
    const void *p = from;
    const struct sockaddr_in *v4 = p;
    const struct sockaddr_in6 *v6 = p;
    if (from->sa_family == AF_INET)
        return ntohl(v4->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    return from->sa_family == AF_INET6 &&
           (IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr) ||
            (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr) && v6->sin6_addr.s6_addr[12] == IN_LOOPBACKNET));
}

/* Whether the request comes from this machine, and not through a proxy on it. */
static bool is_local(const struct server *s, struct MHD_Connection *m)
{
    static const char *const passed_on[] = {"X-Forwarded-For", "Forwarded", "Via"};
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(m, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++)
        if (MHD_lookup_connection_value(m, MHD_HEADER_KIND, passed_on[i]) != NULL)
            return false;
    return !s->settings->trust_proxy && info != NULL && info->client_addr != NULL &&
           is_loopback(info->client_addr);
}

static bool has_token(const struct server *s, struct MHD_Connection *m)
{
    static const char scheme[] = "Bearer ";
    const char *token = s->settings->metrics_token;
    const char *given = MHD_lookup_connection_value(m, MHD_HEADER_KIND, "Authorization");
    if (token[0] == '\0' || given == NULL || strncmp(given, scheme, sizeof scheme - 1) != 0)
        return false;
    given += sizeof scheme - 1;
    return strlen(given) == strlen(token) && sodium_memcmp(given, token, strlen(token)) == 0;
}

bool metrics_are_open(const struct server *s, struct MHD_Connection *m)
{
    switch (s->settings->metrics) {
    case SETTING_METRICS_PUBLIC:
        return true;
    case SETTING_METRICS_LOOPBACK:
        return is_local(s, m) || has_token(s, m);
    default:
        return false;
    }
}
