/*
 * Laws of folded sights, over random play of every game and number of seats: what a seat is sent is
 * its sight (view and legal moves) folded over the one before. Unfolded, it is the whole sight,
 * byte by byte; and so is a sight that is folded over nothing. FOLDS_VECTORS names a file for
 * examples, which tests of other readers use.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "table/fold.h"
#include "table/table.h"
#include "tests/laws/play.h"
#include "tests/tap.h"

enum { GAMES = 12, STEP = 7 };

static struct play play;
static FILE *vectors;
static long sights, bytes, folded_bytes, examples;

/* One line: the old text, the folded one and the new one, as a JSON list. */
static void print_vector(const struct strbuf *old, const struct strbuf *folded,
                         const struct strbuf *text)
{
    const struct strbuf *part[] = {old, folded, text};
    if (vectors == NULL || examples++ % 3001 != 0)
        return;
    for (int i = 0; i < 3; i++) {
        fputs(i == 0 ? "[\"" : ",\"", vectors);
        for (size_t k = 0; k < part[i]->len; k++)
            fprintf(vectors, part[i]->text[k] == '"' ? "\\%c" : "%c", part[i]->text[k]);
        fputc('"', vectors);
    }
    fputs("]\n", vectors);
}

/* Folds and unfolds the sight; `old` becomes it. */
static bool pass_on(struct strbuf *old, const struct strbuf *text)
{
    struct strbuf folded = STRBUF_EMPTY, before = STRBUF_EMPTY;
    strbuf_put_bytes(&before, old->text, old->len);
    bool good = fold_write(old->text, old->len, text->text, text->len, &folded) &&
                fold_read(folded.text, folded.len, old) && old->len == text->len &&
                memcmp(old->text, text->text, text->len) == 0 && folded.len <= text->len;
    if (good)
        print_vector(&before, &folded, text);
    bytes += (long)text->len;
    folded_bytes += (long)folded.len;
    sights++;
    strbuf_clear(&folded);
    strbuf_clear(&before);
    return good;
}

/* Follows one game for one seat; false: a sight was not the same. */
static bool follow(int seat)
{
    struct strbuf old = STRBUF_EMPTY, text = STRBUF_EMPTY;
    struct state_room room;
    bool good = true;
    memset(&room, 0, sizeof room);
    play.game->init(state_in(&room), play.seats, play.opt);
    for (int i = 0; i < play.n && good; i++) {
        play_carry_out(play.game, state_in(&room), &play.event[i]);
        strbuf_reset(&text);
        table_write_sight(play.game, state_in(&room), seat, &text);
        good = pass_on(&old, &text);
    }
    struct strbuf nothing = STRBUF_EMPTY;
    good = good && pass_on(&nothing, &text);
    strbuf_clear(&nothing);
    strbuf_clear(&old);
    strbuf_clear(&text);
    return good;
}

static void check_game(const struct game *g, int seats)
{
    int opt[GAME_OPTIONS_MAX];
    bool good = true, more = play_first_options(g, seats, opt);
    sights = bytes = folded_bytes = 0;
    for (int i = 0; i < GAMES; i++) {
        play_start(&play, g, seats, opt);
        play_seed(&play, 5, (uint64_t)i);
        play_on(&play, PLAY_EVENTS_MAX);
        for (int seat = GAME_SPECTATOR; seat < seats; seat++)
            good = good && follow(seat);
        for (int k = 0; k < STEP && more; k++)
            more = play_next_options(g, seats, opt);
        more = more || play_first_options(g, seats, opt);
    }
    tap_ok(good && sights > 0 && folded_bytes < bytes,
           "%s %d: sights arrive folded as they were (%ld, %.0f bytes, folded %.0f)", g->name,
           seats, sights, (double)bytes / (double)sights, (double)folded_bytes / (double)sights);
}

/* Reads an example: the old text, the folded one, the new one. */
static bool is_example_good(const char *line)
{
    const char *old, *folded, *text;
    struct strbuf kept = STRBUF_EMPTY;
    json_t *list = json_loads(line, 0, NULL);
    bool good = json_unpack(list, "[sss!]", &old, &folded, &text) == 0;
    if (good) {
        strbuf_put(&kept, old);
        good = fold_read(folded, strlen(folded), &kept) && kept.len == strlen(text) &&
               memcmp(kept.text, text, kept.len) == 0;
    }
    strbuf_clear(&kept);
    json_decref(list);
    return good;
}

static void check_examples(const char *name)
{
    static char line[1 << 16];
    FILE *file = fopen(name, "r");
    int n = 0, good = 0;
    for (; file != NULL && fgets(line, sizeof line, file) != NULL; n++)
        good += is_example_good(line);
    if (file != NULL)
        fclose(file);
    tap_ok(n > 10 && good == n, "the examples are read (%d)", n);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "/dev/null";
    vectors = getenv("FOLDS_WRITE") != NULL ? fopen(name, "w") : NULL;
    for (int i = 0; games_list[i] != NULL; i++)
        for (int seats = games_list[i]->seats_min; seats <= games_list[i]->seats_max; seats++)
            check_game(games_list[i], seats);
    if (vectors != NULL)
        fclose(vectors);
    check_examples(name);
    return tap_done();
}
