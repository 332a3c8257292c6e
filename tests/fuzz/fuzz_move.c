/*
 * Fuzz target `move`: move text at a random position of any game. Text that is read is written
 * back byte for byte (only one spelling is legal), and moves that are not refused can be made.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static void check_spelling(const struct game *g, move m, const char *text)
{
    char memory[GAME_TEXT_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    g->write_move(m, &b);
    FUZZ_CHECK(!b.full && strcmp(memory, text) == 0);
}

static void try_move(struct fuzz_game *f, int seat, move m)
{
    const struct state *s = state_in(&f->room);
    const char *why = f->game->refuse(s, seat, m);
    if (why != NULL) {
        fuzz_check_message(why);
        return;
    }
    FUZZ_CHECK(seat >= 0 && seat < f->seats);
    bool talk = (m & MOVE_TALK) != 0; /* anybody may talk; only an actor may move */
    FUZZ_CHECK(talk || (f->game->actors(s) >> seat & 1) != 0);
    move list[GAME_MOVES_MAX];
    bool listed = false;
    for (int n = f->game->legal(s, seat, list); n > 0; n--)
        listed |= list[n - 1] == m;
    FUZZ_CHECK(listed != talk);
    struct fuzz_game next = *f;
    next.game->apply(state_in(&next.room), seat, m);
    fuzz_check_position(&next);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {.at = data, .left = size};
    struct fuzz_game f;
    move m;
    fuzz_set_up(&in, &f);
    int steps = fuzz_take(&in) - '0'; /* '0': at once, before the deal */
    fuzz_play(&f, steps < 0 ? steps + 256 : steps);
    char *text = fuzz_take_text(&in);
    const char *why = f.game->read_move(text, &m);
    if (why != NULL) {
        fuzz_check_message(why);
    } else {
        check_spelling(f.game, m, text);
        for (int seat = -1; seat <= f.seats; seat++)
            try_move(&f, seat, m);
    }
    free(text);
    return 0;
}
