/* Metrics in the text format of Prometheus. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

static const double bounds[METRIC_BUCKETS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                              0.02,   0.05,    0.1,    0.25,  0.5,    1,     5};

static const char *const reasons[REFUSALS] = {
    [REFUSED_REQUEST] = "request", [REFUSED_SCHEMA] = "schema", [REFUSED_RATE] = "rate",
    [REFUSED_ORIGIN] = "origin",   [REFUSED_FRAME] = "frame",   [REFUSED_SLOW] = "slow",
    [REFUSED_STORE] = "store",
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

static void add_histogram(struct strbuf *out, const char *name, const struct histogram *h)
{
    char line[256];
    uint64_t sum = 0;
    snprintf(line, sizeof line, "# TYPE parlor_%s histogram\n", name);
    strbuf_put(out, line);
    for (int i = 0; i <= METRIC_BUCKETS; i++) {
        char bound[32] = "+Inf";
        if (i < METRIC_BUCKETS)
            snprintf(bound, sizeof bound, "%g", bounds[i]);
        sum += h->bucket[i];
        snprintf(line, sizeof line, "parlor_%s_bucket{le=\"%s\"} %llu\n", name, bound,
                 (unsigned long long)sum);
        strbuf_put(out, line);
    }
    snprintf(line, sizeof line, "parlor_%s_sum %.9g\nparlor_%s_count %llu\n", name, h->sum, name,
             (unsigned long long)h->count);
    strbuf_put(out, line);
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
    add(out, "commits_total", "counter", (double)m->commits);
    add(out, "commit_failures_total", "counter", (double)m->commit_failures);
    add(out, "received_bytes_total", "counter", (double)m->bytes_in);
    add(out, "sent_bytes_total", "counter", (double)m->bytes_out);
    add(out, "bot_queue", "gauge", workers_waiting(s->workers));
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
}
