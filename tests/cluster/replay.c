/*
 * For the tests of several nodes: replays journals through the engine. Reads one event per line,
 * {"table":ID,"n":N,"at":MS,"text":"..."}, those of a table together and in order, and prints one
 * line for each: what the spectator (-1) and each seat may see of it, and their views and moves
 * after it. After the last event of a finished game comes its record:
 *
 *   {"table":ID,"n":7,"shown":{"-1":{...},"0":{...}},"sight":{"-1":{"view":...,"legal":[]},...}}
 *   {"table":ID,"record":{...}}
 *
 * An event that cannot follow the earlier ones gives {"table":ID,"n":7,"broken":true}, and the rest
 * of that table is left out.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"
#include "table/table.h"

static char id[TABLE_ID_MAX];
static struct table_reading reading;

static void print_shown(const struct table_event *e)
{
    static char room[TABLE_EVENT_JSON];
    const struct table *t = reading.t;
    printf(",\"shown\":{");
    for (int seat = GAME_SPECTATOR; seat < t->plan.setup.seats; seat++) {
        struct buf b;
        buf_init(&b, room, sizeof room);
        table_show_event(e, t, seat, &b);
        printf("%s\"%d\":%s", seat < 0 ? "" : ",", seat, room);
    }
    putchar('}');
}

static void print_sights(void)
{
    const struct table *t = reading.t;
    struct strbuf text;
    strbuf_init(&text);
    printf(",\"sight\":{");
    for (int seat = GAME_SPECTATOR; t->phase != TABLE_OPEN && seat < t->plan.setup.seats; seat++) {
        strbuf_reset(&text);
        table_write_sight(t->plan.setup.game, table_state(t), seat, &text);
        printf("%s\"%d\":{%.*s}", seat < 0 ? "" : ",", seat, (int)text.len, text.text);
    }
    putchar('}');
    strbuf_clear(&text);
}

/* The table is complete. */
static void end_table(void)
{
    if (reading.t != NULL && !reading.broken && reading.t->phase == TABLE_OVER) {
        struct strbuf text;
        strbuf_init(&text);
        table_write_record(reading.t, &text);
        printf("{\"table\":\"%s\",\"record\":%.*s}\n", id, (int)strcspn(text.text, "\n"),
               text.text);
        strbuf_clear(&text);
    }
    table_free(reading.t);
    reading = (struct table_reading){.id = id};
}

static void take_event(int n, int64_t at, const char *text)
{
    struct table_event e = {.n = n, .at = at};
    struct table_plan plan;
    if (reading.broken)
        return;
    printf("{\"table\":\"%s\",\"n\":%d", id, n);
    if (n != (reading.t != NULL ? reading.t->n : 0))
        reading.broken = true;
    if (reading.broken || !table_read_on(&reading, n, at, text, strlen(text)) ||
        !table_read_event(text, strlen(text), &e, &plan)) {
        puts(",\"broken\":true}");
        return;
    }
    print_shown(&e);
    print_sights();
    puts("}");
}

int main(void)
{
    char *line = NULL;
    size_t cap = 0;
    if (!fair_init())
        return 1;
    while (getline(&line, &cap, stdin) > 0) {
        json_t *o = json_loads(line, 0, NULL);
        const char *table = json_string_value(json_object_get(o, "table"));
        const char *text = json_string_value(json_object_get(o, "text"));
        if (table == NULL || text == NULL || strlen(table) >= sizeof id)
            return 1;
        if (strcmp(table, id) != 0) {
            end_table();
            memcpy(id, table, strlen(table) + 1);
        }
        take_event((int)json_integer_value(json_object_get(o, "n")),
                   json_integer_value(json_object_get(o, "at")), text);
        json_decref(o);
    }
    end_table();
    free(line);
    return 0;
}
