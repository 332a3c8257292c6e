/*
 * Fuzz target `record`: one line of a file of records. Every fault has a message in every language;
 * a valid record is written again, and the copy holds the same game.
 */
#include <string.h>

#include "table/record.h"
#include "tests/fuzz/fuzz.h"

static void check_problem(const struct problem *p)
{
    static char text[PROBLEM_TEXT_MAX];
    FUZZ_CHECK(p->parts > 0 && p->event >= -1);
    for (int language = 0; language < WORDS_LANGUAGES; language++) {
        struct buf b;
        buf_init(&b, text, sizeof text);
        problem_write(p, (enum words_language)language, &b);
        FUZZ_CHECK(!b.full && b.len > 0);
    }
}

/* Before each event: the moves have their texts, in bytewise order. */
static void look(void *context, int event, const struct state *s)
{
    const struct record *r = context;
    char text[GAME_MOVES_MAX][GAME_TEXT_MAX];
    FUZZ_CHECK(event >= 0 && event <= r->events_count);
    for (int seat = 0; seat < r->setup.seats; seat++) {
        int n = record_list_moves(r->setup.game, s, seat, text);
        for (int i = 1; i < n; i++)
            FUZZ_CHECK(strcmp(text[i - 1], text[i]) < 0);
    }
}

/* Writes a valid record again from its own texts. */
static void write_again(const struct record *r, const struct state *s, struct strbuf *out)
{
    struct record_writer w;
    record_writer_init(&w);
    record_start(&w, r->setup.game, r->setup.seats);
    for (int i = 0; i < r->events_count; i++) {
        struct record_event e;
        struct problem p;
        struct deal d;
        move m;
        int at;
        FUZZ_CHECK(record_read_event(r, i, &e, &p));
        if (e.seat == RECORD_DEAL) {
            FUZZ_CHECK(game_read_deal(r->setup.game, e.text, &d, &at) == NULL);
            record_add_deal(&w, &d);
        } else {
            FUZZ_CHECK(r->setup.game->read_move(e.text, &m) == NULL);
            record_add_move(&w, e.seat, m);
        }
    }
    record_finish(&w, s, out);
    record_writer_clear(&w);
}

static void check_again(const struct record *r, struct state_room *end)
{
    struct strbuf line;
    struct record again;
    struct problem p;
    struct state_room room;
    memset(&room, 0, sizeof room);
    strbuf_init(&line);
    write_again(r, state_in(end), &line);
    FUZZ_CHECK(line.len > 0 && line.text[line.len - 1] == '\n');
    FUZZ_CHECK(record_read(&again, line.text, line.len - 1, &p));
    FUZZ_CHECK(record_replay(&again, NULL, NULL, state_in(&room), &p));
    FUZZ_CHECK(again.setup.game == r->setup.game && again.events_count == r->events_count);
    FUZZ_CHECK(memcmp(&room, end, r->setup.game->state_size) == 0);
    record_clear(&again);
    strbuf_clear(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record r;
    struct problem p;
    struct state_room room;
    memset(&room, 0, sizeof room);
    if (!record_read(&r, (const char *)data, size, &p)) {
        check_problem(&p);
        return 0;
    }
    if (record_replay(&r, look, &r, state_in(&room), &p))
        check_again(&r, &room);
    else
        check_problem(&p);
    record_clear(&r);
    return 0;
}
