/* The counters and measurements of the server. */
#ifndef PARLOR_SERVER_METRICS_H
#define PARLOR_SERVER_METRICS_H

#include <stdbool.h>
#include <stdint.h>

struct MHD_Connection;
struct server;
struct strbuf;

enum { METRIC_BUCKETS = 14 };

struct histogram {
    uint64_t bucket[METRIC_BUCKETS + 1], count;
    double sum;
};

enum refusal {
    REFUSED_REQUEST, /* by the rules or the table's state */
    REFUSED_SCHEMA,
    REFUSED_RATE,
    REFUSED_ORIGIN,
    REFUSED_FRAME,
    REFUSED_SLOW,
    REFUSED_STORE,
    REFUSED_SILENT, /* no hello */
    REFUSED_CROWD,  /* gave way to others */
    REFUSED_HOST,
    REFUSALS
};

struct metrics {
    uint64_t connections_total, requests, moves, bot_moves, events, commits, commit_failures;
    uint64_t bytes_in, bytes_out, http, tables_created, tables_finished;
    uint64_t events_read, events_expanded, events_passed, snapshots, snapshots_refused;
    uint64_t conflicts; /* tables at which another node was faster */
    int turn_read_most; /* events read from journals in one turn of the loop */
    uint64_t refused[REFUSALS];
    uint64_t works_dropped, works_refused; /* of bots: stale; no room in the queue */
    uint64_t bots_stuck;                   /* tables played for a bot that did not answer */
    struct histogram commit_seconds, move_seconds, bot_seconds, bot_wait, passphrase_wait,
        retain_seconds;
};

void metrics_observe(struct histogram *h, double seconds);
void metrics_write(struct server *s, struct strbuf *out);
/* Whether this request may read them. */
bool metrics_are_open(const struct server *s, struct MHD_Connection *m);

#endif
