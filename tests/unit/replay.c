/*
 * Recorded games step by step: every moment of real records is what the engine sees when it replays
 * them, for every seat and with all cards open.
 */
#include "table/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

enum { LINE_MAX_BYTES = 1 << 16 };

struct look {
    const struct game *game;
    const struct replay *replay;
    int seats;
    int views, wrong, texts_hidden, texts_wrong;
    bool sealed; /* before the last event */
    int listed, lists_wrong, refused_wrong, previews;
};

/* The moves of each seat are what the game lists, none of them is refused, and nonsense is. */
static void compare_moves(struct look *look, int event, const struct state *s)
{
    struct strbuf got;
    strbuf_init(&got);
    for (int seat = 0; seat < look->seats; seat++) {
        move moves[GAME_MOVES_MAX];
        char memory[GAME_TEXT_MAX];
        int n = look->game->actors(s) >> seat & 1 ? look->game->legal(s, seat, moves) : 0;
        size_t length = 2;
        strbuf_reset(&got);
        replay_write_legal(look->replay, event, seat, &got);
        char *list = strdup(got.text);
        for (int i = 0; i < n; i++) {
            struct buf b;
            buf_init(&b, memory, sizeof memory);
            look->game->write_move(moves[i], &b);
            length += b.len + 2 + (i > 0);
            look->lists_wrong += strstr(list, b.text) == NULL;
            look->refused_wrong += replay_refuse(look->replay, event, seat, b.text) != NULL;
            look->previews += replay_write_preview(look->replay, event, seat, b.text, &got);
        }
        look->listed += n;
        look->lists_wrong += strlen(list) != length;
        look->refused_wrong += replay_refuse(look->replay, event, seat, "nonsense") == NULL;
        free(list);
    }
    strbuf_clear(&got);
}

static void write_view(const struct game *g, const struct state *s, int seat, bool open,
                       struct buf *b)
{
    struct view_room view;
    memset(&view, 0, sizeof view);
    g->observe(s, seat, view_in(&view));
    if (open)
        g->reveal(s, view_in(&view));
    buf_put(b, "\"view\":");
    g->write_view(view_in(&view), b);
}

/* Every view of the moment before an event is in what the replay writes for it. */
static void compare(void *context, int event, const struct state *s)
{
    struct look *look = context;
    static char want[2 * GAME_JSON_MAX];
    struct strbuf got;
    strbuf_init(&got);
    for (int seat = GAME_SPECTATOR; seat < look->seats; seat++) {
        for (int open = 0; open < 2; open++) {
            struct buf b;
            buf_init(&b, want, sizeof want);
            write_view(look->game, s, seat, open != 0, &b);
            strbuf_reset(&got);
            replay_write(look->replay, event, seat, open != 0, &got);
            look->views++;
            look->wrong += strstr(got.text, want) == NULL;
            bool hidden = event > 0 && strstr(got.text, "\"e\":\"move\"") != NULL &&
                          strstr(got.text, "\"text\":") == NULL;
            look->texts_hidden += hidden;
            look->texts_wrong += hidden && (open || !look->sealed);
        }
    }
    look->sealed = game_is_sealed(look->game, s);
    strbuf_clear(&got);
    compare_moves(look, event, s);
}

static int check_record(const char *line, int number)
{
    struct problem p;
    struct record record;
    struct state_room last;
    struct replay *replay = replay_open(line, strlen(line), &p);
    if (!record_read(&record, line, strlen(line), &p) || replay == NULL) {
        tap_ok(false, "record %d is opened", number);
        return 0;
    }
    struct look look = {.game = record.setup.game, .replay = replay, .seats = record.setup.seats};
    tap_ok(replay_count_steps(replay) == record.events_count, "record %d: its steps are counted",
           number);
    bool whole = record_replay(&record, compare, &look, state_in(&last), &p);
    compare(&look, record.events_count, state_in(&last));
    tap_ok(whole && look.views > 0 && look.wrong == 0, "record %d: %d views, %d of them wrong",
           number, look.views, look.wrong);
    tap_ok(look.texts_wrong == 0, "record %d: only secret choices of others have no text", number);
    tap_ok(look.listed > 0 && look.lists_wrong == 0, "record %d: %d moves are listed", number,
           look.listed);
    tap_ok(look.refused_wrong == 0, "record %d: moves are refused as by the game", number);
    tap_ok((look.previews > 0) == (record.setup.game->write_preview != NULL),
           "record %d: %d moves have a preview", number, look.previews);
    struct strbuf end;
    strbuf_init(&end);
    replay_write(replay, record.events_count, 0, false, &end);
    tap_ok(strstr(end.text, "\"phase\":\"over\",\"result\":{") != NULL,
           "record %d: the last moment has the result", number);
    strbuf_clear(&end);
    replay_close(replay);
    record_clear(&record);
    return look.texts_hidden;
}

static void check_refused(const char *line, const char *why, const char *name)
{
    struct problem p;
    struct replay *replay = replay_open(line, strlen(line), &p);
    char memory[PROBLEM_TEXT_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    if (replay == NULL)
        problem_write_json(&p, &b);
    tap_ok(replay == NULL && strstr(b.text, why) != NULL, "%s is refused: %s", name, b.text);
    replay_close(replay);
}

int main(int argc, char **argv)
{
    static char line[LINE_MAX_BYTES];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int number = 0, hidden = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        hidden += check_record(line, ++number);
    }
    tap_ok(number > 0, "%d records", number);
    tap_ok(hidden > 0, "%d secret choices are kept", hidden);
    check_refused("{", "json", "a broken line");
    check_refused("{\"parlor\":1,\"game\":\"null\",\"seats\":2,\"events\":[[0,\"show\"]]}",
                  "record.deal-next", "a move before the deal");
    if (file != NULL)
        fclose(file);
    return tap_done();
}
