/*
 * Perft: how many sequences of moves there are from known positions. `perft TABLE` counts for each
 * row and compares. A row of the table is five fields, separated by ` ; `:
 *
 *     GAME seats=N OPTION=VALUE ; deals, `/` between them ; SEAT MOVE, SEAT MOVE ; depth ; count
 *
 * Each deal is carried out when the game waits for one. The count is that of sequences of exactly
 * `depth` moves of any seats that may act, without talk. A sequence that ends sooner, because the
 * game is over or waits for a deal, does not count.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "tests/tap.h"

enum { ROW_MAX = 16384, FIELDS = 5 };

static const struct game *game;
static int seats;
static struct state_room start;

static long long count(const struct state *s, int depth)
{
    long long sum = 0;
    uint32_t actors = game->actors(s);
    for (int seat = 0; seat < seats && actors != GAME_DEALER; seat++) {
        move list[GAME_MOVES_MAX];
        int n = actors >> seat & 1 ? game->legal(s, seat, list) : 0;
        for (int i = 0; i < n && depth > 1; i++) {
            struct state_room next;
            memcpy(next.bytes, s, game->state_size);
            game->apply(state_in(&next), seat, list[i]);
            sum += count(state_in(&next), depth - 1);
        }
        sum += depth == 1 ? n : 0;
    }
    return sum;
}

/* Reads `GAME seats=N OPTION=VALUE`; NULL or the reason of a failure. */
static const char *read_game(char *text)
{
    char *save, *word = strtok_r(text, " ", &save);
    int opt[GAME_OPTIONS_MAX];
    game = word == NULL ? NULL : games_find(word);
    if (game == NULL)
        return "unknown game";
    game_preset_options(game, opt);
    seats = game->seats_usual;
    while ((word = strtok_r(NULL, " ", &save)) != NULL) {
        char *value = strchr(word, '=');
        if (value == NULL)
            return "an option without a value";
        *value++ = '\0';
        int i = game_find_option(game, word);
        if (strcmp(word, "seats") == 0)
            seats = atoi(value);
        else if (i < 0 || game_read_option(&game->options[i], value, &opt[i]) != NULL)
            return "unknown option";
    }
    if (game->check(seats, opt) != NULL)
        return "these options are refused";
    game->init(state_in(&start), seats, opt);
    return NULL;
}

/* Deals from the list while the game waits for a deal; NULL or the reason of a failure. */
static const char *deal(char **deals)
{
    while (game->actors(state_in(&start)) == GAME_DEALER && **deals != '\0') {
        struct deal d;
        int at;
        char *end = *deals + strcspn(*deals, "/");
        char *next = *end == '/' ? end + 1 : end;
        *end = '\0';
        const char *why = game_read_deal(game, *deals, &d, &at);
        if (why == NULL)
            why = game->deal(state_in(&start), &d, &at);
        if (why != NULL)
            return why;
        *deals = next;
    }
    return NULL;
}

/* Deals and moves up to the position; NULL or the reason of a failure. */
static const char *reach(char *deals, char *moves)
{
    char *save;
    const char *why = deal(&deals);
    for (char *w = strtok_r(moves, ",", &save); w != NULL && why == NULL;
         w = strtok_r(NULL, ",", &save)) {
        char *text;
        move m;
        long seat = strtol(w, &text, 10);
        why = game->read_move(text + 1, &m);
        if (why == NULL)
            why = game->refuse(state_in(&start), (int)seat, m);
        if (why != NULL)
            return why;
        game->apply(state_in(&start), (int)seat, m);
        why = deal(&deals);
    }
    return why;
}

static void test_row(char *row, int number)
{
    char *field[FIELDS] = {row}, title[128];
    for (int i = 1; i < FIELDS && field[i - 1] != NULL; i++) {
        field[i] = strstr(field[i - 1], " ; ");
        if (field[i] != NULL) {
            *field[i] = '\0';
            field[i] += 3;
        }
    }
    snprintf(title, sizeof title, "%.100s", field[0]);
    if (field[FIELDS - 1] == NULL) {
        tap_ok(false, "row %d has %d fields", number, FIELDS);
        return;
    }
    const char *why = read_game(field[0]);
    if (why == NULL)
        why = reach(field[1], field[2]);
    if (why != NULL) {
        tap_note("%s", why);
        tap_ok(false, "row %d: %s can be set up", number, title);
        return;
    }
    int depth = atoi(field[3]);
    long long found = count(state_in(&start), depth), want = atoll(field[4]);
    if (found != want)
        tap_note("found %lld, expected %lld", found, want);
    tap_ok(found == want, "row %d: %s, depth %d: %lld", number, title, depth, want);
}

int main(int argc, char **argv)
{
    static char row[ROW_MAX];
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (f == NULL) {
        fputs("usage: perft TABLE\n", stderr);
        return 2;
    }
    for (int number = 1; fgets(row, sizeof row, f) != NULL; number++) {
        row[strcspn(row, "\n")] = '\0';
        if (row[0] != '\0' && row[0] != '#')
            test_row(row, number);
    }
    fclose(f);
    return tap_done();
}
