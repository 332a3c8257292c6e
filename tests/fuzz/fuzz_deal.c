/*
 * Fuzz target `deal`: deal text before any deal of any game. Text that is read is written back
 * byte for byte; a refused deal changes nothing; an accepted one leaves a good position.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

/* Goes on to the game's next deal, past `deals` earlier ones. */
static void reach_deal(struct fuzz_game *f, int deals)
{
    while (deals-- > 0) {
        fuzz_play(f, 1);
        uint32_t actors;
        while ((actors = f->game->actors(state_in(&f->room))) != GAME_DEALER && actors != 0)
            fuzz_play(f, 1);
    }
}

static void try_deal(struct fuzz_game *f, const struct deal *d)
{
    struct state_room before = f->room;
    int at = -2;
    const char *why = f->game->deal(state_in(&f->room), d, &at);
    FUZZ_CHECK(at >= -1 && at < d->n);
    if (why != NULL) {
        fuzz_check_message(why);
        FUZZ_CHECK(memcmp(&before, &f->room, sizeof before) == 0);
    } else {
        FUZZ_CHECK(f->game->actors(state_in(&before)) == GAME_DEALER);
        int opt[GAME_OPTIONS_MAX];
        f->game->options_of(state_in(&f->room), opt);
        FUZZ_CHECK(f->game->check(f->seats, opt) == NULL);
        fuzz_check_position(f);
        fuzz_play(f, 3);
        fuzz_check_position(f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {.at = data, .left = size};
    struct fuzz_game f;
    struct deal d;
    int at;
    fuzz_set_up(&in, &f);
    reach_deal(&f, fuzz_take(&in) & 3); /* '0': the first deal */
    char *text = fuzz_take_text(&in);
    const char *why = game_read_deal(f.game, text, &d, &at);
    if (why != NULL) {
        fuzz_check_message(why);
        FUZZ_CHECK(at >= -1);
    } else {
        char memory[GAME_DEAL_TEXT_MAX];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        game_write_deal(f.game, &d, &b);
        FUZZ_CHECK(!b.full && strcmp(memory, text) == 0);
        try_deal(&f, &d);
    }
    free(text);
    return 0;
}
