/*
 * A finished table's journal becomes a compact record. Reading, compressing, expanding and
 * comparing a long one takes a while, so each call does a part of it, and keeps what it has in
 * memory. An event that is stored never changes, so that the parts may be in several transactions;
 * the last one, which has compared all events, puts the record and removes the journal.
 */
#include "store/packing.h"

#include <stdlib.h>
#include <string.h>

#include "store/journal.h"
#include "store/records.h"
#include "store/statement.h"

/* The work of one call is counted in events that are read. About so many bytes take as long. */
enum { WORK = 2048, PRESS_BYTES = 32, EXPAND_BYTES = 512 };

enum stage { READ, PRESS, EXPAND, COMPARE, COMPARED };

struct packing {
    char table[STORE_ID_ROOM];
    int last; /* the number of the last event when it began */
    enum stage stage;
    struct pack_text text;
    struct pack_pressing pressing;
    struct pack_expansion expansion;
    char *again;               /* the text, expanded again */
    struct pack_reader reader; /* of it */
    bool differs;
    int work;        /* what is left of this call, */
    uint64_t events; /* and the events that it has read */
};

void packing_forget(struct store *s)
{
    struct packing *p = s->packing;
    if (p == NULL)
        return;
    pack_end(&p->reader);
    free(p->again);
    free(pack_expand_end(&p->expansion));
    pack_press_end(&p->pressing);
    pack_clear(&p->text);
    free(p);
    s->packing = NULL;
}

/* ---- the stages ---- */

static bool add_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct packing *p = context;
    p->events++;
    p->differs = n != p->text.n || n >= STORE_PACK_EVENTS;
    if (!p->differs)
        pack_add(&p->text, at, text, len);
    return !p->differs && !p->text.failed && --p->work > 0;
}

static int read_on(struct store *s, struct packing *p)
{
    int result = store_read_events(s, p->table, p->text.n, add_event, p);
    if (result == STORE_FAILED)
        return result;
    if (p->differs || p->text.failed)
        return STORE_NONE;
    if (p->text.n <= p->last)
        return result == STORE_OK ? STORE_MORE : STORE_NONE;
    p->stage = PRESS;
    return pack_press_start(&p->pressing, p->text.text, p->text.len) ? STORE_MORE : STORE_NONE;
}

static int press_on(struct packing *p)
{
    enum pack_state state = pack_press_on(&p->pressing, (size_t)p->work * PRESS_BYTES);
    p->work -= (int)(p->text.len / PRESS_BYTES); /* at least what is left */
    if (state != PACK_DONE)
        return state == PACK_MORE ? STORE_MORE : STORE_NONE;
    p->stage = EXPAND;
    return pack_expand_start(&p->expansion, p->pressing.bytes, p->pressing.len, p->text.len)
               ? STORE_MORE
               : STORE_NONE;
}

static int expand_on(struct packing *p)
{
    enum pack_state state = pack_expand_on(&p->expansion, (size_t)p->work * EXPAND_BYTES);
    p->work -= (int)(p->text.len / EXPAND_BYTES);
    if (state != PACK_DONE)
        return state == PACK_MORE ? STORE_MORE : STORE_NONE;
    p->again = pack_expand_end(&p->expansion);
    p->stage = COMPARE;
    pack_start(&p->reader, p->again, p->text.len);
    return STORE_MORE;
}

static bool compare_event(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct packing *p = context;
    struct pack_cut cut = pack_find_key(text, len);
    size_t rest = len - cut.to;
    p->events++;
    p->differs = !pack_next(&p->reader) || p->reader.n != n || p->reader.at != at ||
                 p->reader.len != cut.from + rest || memcmp(p->reader.text, text, cut.from) != 0 ||
                 memcmp(p->reader.text + cut.from, text + cut.to, rest) != 0;
    return !p->differs && --p->work > 0;
}

static int compare_on(struct store *s, struct packing *p)
{
    int result = store_read_events(s, p->table, p->reader.n + 1, compare_event, p);
    if (result == STORE_FAILED)
        return result;
    if (p->differs || result == STORE_NONE)
        return STORE_NONE;
    if (p->reader.n == p->last)
        p->stage = COMPARED;
    return STORE_MORE;
}

static int put_record(struct store *s, const struct packing *p)
{
    const char *table = p->table;
    if (sql_begin(s) != STORE_OK)
        return STORE_FAILED;
    sql_bind_text(s, PUT_RECORD, 1, table);
    sql_bind_int(s, PUT_RECORD, 2, p->text.n);
    sql_bind_int(s, PUT_RECORD, 3, PACK_FORMAT);
    sql_bind_int(s, PUT_RECORD, 4, (int64_t)p->text.len);
    sql_bind_int(s, PUT_RECORD, 5, (int64_t)pack_sum(p->text.text, p->text.len));
    sql_bind_blob(s, PUT_RECORD, 6, p->pressing.bytes, p->pressing.len);
    int result = sql_run(s, PUT_RECORD);
    journal_forget_last(s, table);
    if (result == STORE_OK)
        result = journal_mark_head(s, PACK_HEAD, table, p->text.n - 1);
    if (result == STORE_OK) {
        sql_bind_text(s, CUT_JOURNAL, 1, table);
        sql_bind_int(s, CUT_JOURNAL, 2, 0);
        result = sql_run(s, CUT_JOURNAL);
    }
    if (result == STORE_OK) {
        sql_bind_text(s, DROP_SNAPSHOT, 1, table);
        result = sql_run(s, DROP_SNAPSHOT);
    }
    return result == STORE_OK ? records_set_shelf(s, table, STORE_SHELF_RECORD) : result;
}

/* ---- the calls ---- */

static int begin(struct store *s, const char *table, int last)
{
    struct packing *p = strlen(table) < sizeof p->table ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return STORE_NONE;
    memcpy(p->table, table, strlen(table) + 1);
    p->last = last;
    s->packing = p;
    return STORE_OK;
}

static int go_on(struct store *s, struct packing *p)
{
    switch (p->stage) {
    case READ:
        return read_on(s, p);
    case PRESS:
        return press_on(p);
    case EXPAND:
        return expand_on(p);
    case COMPARE:
        return compare_on(s, p);
    case COMPARED:
        break;
    }
    return put_record(s, p);
}

int store_pack_some(struct store *s, const char *table, int *n)
{
    int64_t turn;
    int last = -1, result = records_find(s, table, n);
    if (result == STORE_OK && sql_begin(s) == STORE_OK)
        return records_set_shelf(s, table, STORE_SHELF_RECORD);
    if (result != STORE_NONE)
        return STORE_FAILED;
    result = store_find_last(s, table, &last, &turn);
    if (s->packing != NULL && (strcmp(s->packing->table, table) != 0 || s->packing->last != last))
        packing_forget(s);
    if (result == STORE_OK && s->packing == NULL)
        result = begin(s, table, last);
    if (result != STORE_OK)
        return result;
    struct packing *p = s->packing;
    *n = last + 1;
    p->events = 0;
    result = STORE_MORE;
    for (p->work = WORK; result == STORE_MORE && p->work > 0;)
        result = go_on(s, p);
    s->reads.packed += p->events;
    if (result != STORE_MORE)
        packing_forget(s);
    return result;
}

int store_pack_table(struct store *s, const char *table, int *n)
{
    int result;
    do
        result = store_pack_some(s, table, n);
    while (result == STORE_MORE);
    return result;
}
