/*
 * For the tests of the server: reads records and prints the engine's views and legal moves of the
 * spectator (-1) and each seat, for the position before each event and after the last one. One JSON
 * line per position: {"event":3,"views":{"-1":{...},"0":{...}},"legal":{"0":[...]}}.
 */
#include <stdio.h>
#include <string.h>

#include "table/record.h"

static const struct record *record;

static void print_position(void *context, int event, const struct state *s)
{
    static char memory[GAME_JSON_MAX];
    const struct game *g = record->setup.game;
    struct view_room room;
    struct buf b;
    (void)context;
    printf("{\"event\":%d,\"views\":{", event);
    for (int seat = GAME_SPECTATOR; seat < record->setup.seats; seat++) {
        memset(&room, 0, sizeof room);
        g->observe(s, seat, view_in(&room));
        buf_init(&b, memory, sizeof memory);
        g->write_view(view_in(&room), &b);
        printf("%s\"%d\":%s", seat < 0 ? "" : ",", seat, memory);
    }
    printf("},\"legal\":{");
    for (int seat = 0, n = 0; seat < record->setup.seats; seat++) {
        char text[GAME_MOVES_MAX][GAME_TEXT_MAX];
        uint32_t actors = g->actors(s);
        if (actors == GAME_DEALER || (actors >> seat & 1) == 0)
            continue;
        printf("%s\"%d\":[", n++ > 0 ? "," : "", seat);
        int moves = record_list_moves(g, s, seat, text);
        for (int i = 0; i < moves; i++)
            printf("%s\"%s\"", i > 0 ? "," : "", text[i]);
        putchar(']');
    }
    puts("}}");
}

int main(void)
{
    static char line[1 << 20];
    struct record r;
    struct state_room room;
    struct problem p;
    if (fgets(line, sizeof line, stdin) == NULL || !record_read(&r, line, strcspn(line, "\n"), &p))
        return 1;
    record = &r;
    bool good = record_replay(&r, print_position, NULL, state_in(&room), &p);
    if (good)
        print_position(NULL, r.events_count, state_in(&room));
    record_clear(&r);
    return good ? 0 : 1;
}
