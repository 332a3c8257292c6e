/* Puzzles line by line. */
#include <stdio.h>
#include <string.h>

#include "tui/print.h"
#include "tui/puzzle.h"

static void print_choices(const struct tui_puzzle *z)
{
    for (int i = 0; i < z->answer.n; i++) {
        struct buf b = BUF_ROOM(SCENE_LINE_MAX);
        tui_puzzle_put_choice(z, i, &b);
        printf("%d  %s\n", i + 1, b.text);
    }
}

static void print_position(const struct tui_puzzle *z)
{
    struct buf title = BUF_ROOM(SCENE_LINE_MAX), asks = BUF_ROOM(SCENE_LINE_MAX);
    struct buf played = BUF_ROOM(SCENE_LINE_MAX);
    tui_puzzle_put_title(z, &title);
    tui_puzzle_put_question(z, &asks);
    printf("%s\n", title.text);
    print_view(&z->scene);
    tui_puzzle_put_played(z, &played);
    printf("%s%s%s\n", played.text, played.len > 0 ? "\n" : "", asks.text);
    print_choices(z);
}

static void print_right(const struct tui_puzzle *z)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    tui_puzzle_put_right(z, &b);
    print_news(&b);
}

/* Judges a line that answers; false: the puzzle goes on. */
static bool answer(struct tui_puzzle *z, const char *line)
{
    struct buf b = BUF_ROOM(SCENE_LINE_MAX);
    int choice = tui_puzzle_find(z, line);
    if (choice < 0) {
        print_word(&z->scene, MSG("puzzle.no-choice"));
        return false;
    }
    tui_puzzle_put_verdict(z, choice, &b);
    print_news(&b);
    if (z->answer.choice[choice].right) {
        z->best++;
        return true;
    }
    if (!z->streak)
        return false;
    print_right(z);
    buf_reset(&b);
    scene_put(&z->scene, &b, MSG("puzzle.streak-over"), BUF_INT(z->best), NULL);
    print_news(&b);
    return true;
}

/* Plays the puzzle on the table; false: the player leaves, or a streak is over. */
static bool play(struct tui_puzzle *z)
{
    char line[PRINT_LINE_MAX];
    int solved = z->best;
    print_position(z);
    print_word(&z->scene, MSG("puzzle.plain-keys"));
    while (print_read_line(line)) {
        if (strcmp(line, "quit") == 0)
            return false;
        if (strcmp(line, "show") == 0 && !z->streak) {
            print_right(z);
            return true;
        }
        if (strcmp(line, "next") == 0 && !z->streak)
            return true;
        if (strcmp(line, "again") == 0)
            print_position(z);
        else if (!print_asked(&z->scene, line, MSG("puzzle.plain-keys")) && answer(z, line))
            return !z->streak || z->best > solved;
    }
    return false;
}

void tui_puzzle_plain(struct tui_puzzle *z)
{
    bool on = true;
    while (on && tui_puzzle_open(z, z->number)) {
        on = play(z);
        int next = tui_puzzle_next(z);
        tui_puzzle_close(z);
        z->number = next;
    }
}
