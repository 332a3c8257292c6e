/* Looks for gaps in the journals of a PostgreSQL database; its pages are its own business. */
#include <stdio.h>
#include <stdlib.h>

#include "store/postgres.h"
#include "store/statement.h"

enum { STEP_MS = 200 };

/* A journal ends where its head says, and has no gap. A record has no events beside it. */
static const char gaps[] =
    "SELECT h.table_id, coalesce((SELECT min(a.n) + 1 FROM events a WHERE a.table_id = h.table_id "
    "AND NOT EXISTS (SELECT 1 FROM events b WHERE b.table_id = a.table_id AND b.n = a.n + 1)), 0)"
    "::text FROM heads h LEFT JOIN (SELECT table_id, count(*) AS events, max(n) AS last FROM "
    "events "
    "GROUP BY table_id) e ON e.table_id = h.table_id WHERE CASE WHEN packed THEN events IS NOT "
    "NULL "
    "ELSE events IS NULL OR events <> h.last + 1 OR e.last <> h.last END LIMIT 100";

struct checking {
    const atomic_bool *stop;
};

/* Waits in small steps, so that the end of the server is not delayed. */
static int wait_a_step(void *context, int fd, short events, int ms)
{
    const struct checking *c = context;
    int ready = 0;
    for (; ready == 0 && ms > 0; ms -= STEP_MS) {
        if (c->stop != NULL && atomic_load(c->stop))
            return -1;
        ready = link_poll(fd, events, ms < STEP_MS ? ms : STEP_MS);
    }
    return ready;
}

int postgres_check(const char *place, const atomic_bool *stop, store_flaw_visit *visit,
                   void *context, char *why, size_t cap)
{
    struct checking c = {.stop = stop};
    PGresult *rows = NULL;
    struct store *s = store_open(place, STORE_READ, why, cap);
    if (s == NULL)
        return STORE_FAILED;
    store_set_wait(s, wait_a_step, &c);
    link_ask_text(s, &s->postgres->link, gaps, &rows);
    int result = link_settle(s, &s->postgres->link);
    if (result != STORE_OK)
        snprintf(why, cap, "%s", store_why(s));
    for (int i = 0; result == STORE_OK && i < PQntuples(rows); i++)
        visit(context, &(struct store_flaw){.kind = STORE_FLAW_GAP,
                                            .table = PQgetvalue(rows, i, 0),
                                            .n = (int)strtol(PQgetvalue(rows, i, 1), NULL, 10)});
    PQclear(rows);
    store_close(s);
    return result;
}
