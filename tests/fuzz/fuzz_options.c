/*
 * Fuzz target `options`: lines `name=value` for any game and number of seats. A value that is read
 * is written back byte for byte; options that pass the check can be dealt and played.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static void check_value(const struct game_option *o, int value, const char *text)
{
    char memory[64];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    game_write_option(o, value, &b);
    FUZZ_CHECK(!b.full && strcmp(memory, text) == 0);
}

/* Reads one line into the options; a wrong line does not change them. */
static void read_line(struct fuzz_game *f, char *line)
{
    char *value = strchr(line, '=');
    if (value == NULL)
        return;
    *value++ = '\0';
    int i = game_find_option(f->game, line), read;
    if (i < 0)
        return;
    const char *why = game_read_option(&f->game->options[i], value, &read);
    if (why != NULL) {
        fuzz_check_message(why);
        return;
    }
    check_value(&f->game->options[i], read, value);
    f->opt[i] = read;
}

static void try_options(struct fuzz_game *f, int seats)
{
    const char *why = f->game->check(seats, f->opt);
    if (why != NULL) {
        fuzz_check_message(why);
        return;
    }
    FUZZ_CHECK(seats >= f->game->seats_min && seats <= f->game->seats_max);
    f->seats = seats;
    f->game->init(state_in(&f->room), seats, f->opt);
    fuzz_check_position(f);
    fuzz_play(f, 20);
    fuzz_check_position(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {.at = data, .left = size};
    struct fuzz_game f;
    fuzz_set_up(&in, &f);
    char *text = fuzz_take_text(&in), *rest = text;
    while (rest != NULL) {
        char *line = rest;
        rest = strchr(line, '\n');
        if (rest != NULL)
            *rest++ = '\0';
        read_line(&f, line);
    }
    for (int seats = -1; seats <= GAME_SEATS_MAX + 1; seats++)
        try_options(&f, seats);
    free(text);
    return 0;
}
