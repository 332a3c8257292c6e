/* Puzzles at the terminal, for the screen and for lines: see puzzle.h. */
#include "tui/puzzle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAK_START = 1000, STREAK_STEP = 50 };

/* Takes the answer out of the view. */
static void hide(struct tui_puzzle *z)
{
    size_t i, j;
    json_t *hand, *card;
    if (z->kind->hide == NULL)
        return;
    json_array_foreach(json_object_get(z->scene.view, "hands"), i, hand)
        json_array_foreach(hand, j, card) json_object_del(card, z->kind->hide);
}

static void show_position(struct tui_puzzle *z)
{
    struct scene *c = &z->scene;
    const char *own = words_get(z->language, MSG("tui.name-you"));
    snprintf(z->past.name[z->seat], sizeof z->past.name[z->seat], "%s", own);
    json_decref(past_look(&z->past, z->past.steps, z->seat, false, c));
    hide(z);
    c->may = !z->kind->cards;
    c->n = 0;
    c->chosen = -1;
    for (int i = 0; i < z->answer.n && c->may; i++)
        memcpy(c->legal[c->n++], z->answer.choice[i].text, GAME_TEXT_MAX);
}

bool tui_puzzle_open(struct tui_puzzle *z, int number)
{
    struct state_room room;
    struct strbuf record = STRBUF_EMPTY;
    struct problem p;
    const char *line = puzzle_line(z->text, number);
    z->number = number;
    if (line == NULL || !puzzle_read(z->kind, line, &z->puzzle))
        return false;
    z->seat = puzzle_play(&z->puzzle, state_in(&room), &record);
    bool good = z->seat >= 0 && puzzle_answer(&z->puzzle, state_in(&room), z->seat, &z->answer) &&
                past_open(&z->past, z->language, record.text, record.len - 1, &p);
    strbuf_clear(&record);
    if (!good)
        return false;
    scene_init(&z->scene, z->language);
    show_position(z);
    return true;
}

void tui_puzzle_close(struct tui_puzzle *z)
{
    scene_clear(&z->scene);
    past_clear(&z->past);
}

/* In a streak, the puzzle after this one whose rating comes nearest to the next step. */
static int find_harder(const struct tui_puzzle *z)
{
    int want = STREAK_START + STREAK_STEP * (z->best + 1), best = 1, least = 10000;
    for (int i = 1; i < z->count; i++) {
        int number = (z->number + i - 1) % z->count + 1;
        struct puzzle p;
        if (!puzzle_read(z->kind, puzzle_line(z->text, number), &p))
            continue;
        int far = abs(p.rating - want);
        if (far < least) {
            least = far;
            best = number;
        }
    }
    return best;
}

int tui_puzzle_first(const struct tui_puzzle *z)
{
    return find_harder(z);
}

int tui_puzzle_next(const struct tui_puzzle *z)
{
    return z->streak ? find_harder(z) : z->number % z->count + 1;
}

/* ---- Words ---- */

void tui_puzzle_put_title(const struct tui_puzzle *z, struct buf *b)
{
    scene_put(&z->scene, b, MSG("puzzle.number"), scene_word(&z->scene, z->kind->title),
              BUF_INT(z->number), BUF_INT(z->count), BUF_INT(z->puzzle.rating), NULL);
    if (z->streak) {
        buf_put(b, " · ");
        scene_put(&z->scene, b, MSG("puzzle.streak-is"), BUF_INT(z->best), NULL);
    }
}

void tui_puzzle_put_question(const struct tui_puzzle *z, struct buf *b)
{
    scene_put(&z->scene, b, z->kind->asks, BUF_INT(z->answer.place), NULL);
}

void tui_puzzle_put_choice(const struct tui_puzzle *z, int choice, struct buf *b)
{
    const char *text = z->answer.choice[choice].text;
    if (z->kind->cards)
        scene_put_card(&z->scene, text, b);
    else
        scene_describe_move(&z->scene, text, b);
}

static void put_value(const struct tui_puzzle *z, int choice, struct buf *b)
{
    const struct puzzle_choice *c = &z->answer.choice[choice];
    long percent = lround(c->value * 100);
    struct buf points = BUF_ROOM(32);
    scene_print(&points, "%.1f", c->value * 100 - 50);
    buf_put(b, z->kind->measure != PUZZLE_SURE ? " " : "");
    if (z->kind->measure == PUZZLE_CHANCE)
        scene_put(&z->scene, b, MSG("puzzle.chance"), BUF_INT(percent), NULL);
    else if (z->kind->measure == PUZZLE_POINTS)
        scene_put(&z->scene, b, MSG("puzzle.points"), points.text, NULL);
}

void tui_puzzle_put_verdict(const struct tui_puzzle *z, int choice, struct buf *b)
{
    struct state_room room;
    struct view_room view;
    struct reason why;
    buf_put(b, scene_word(&z->scene, z->answer.choice[choice].right ? MSG("puzzle.right")
                                                                    : MSG("puzzle.wrong")));
    put_value(z, choice, b);
    puzzle_play(&z->puzzle, state_in(&room), NULL);
    z->kind->game->observe(state_in(&room), z->seat, view_in(&view));
    if (z->kind->why == NULL || !z->kind->why(view_in(&view), z->seat, &z->answer, choice, &why))
        return;
    buf_put_char(b, ' ');
    scene_put_fact(&z->scene, &why, b);
}

void tui_puzzle_put_right(const struct tui_puzzle *z, struct buf *b)
{
    struct buf list = BUF_ROOM(SCENE_LINE_MAX);
    for (int i = 0; i < z->answer.n; i++) {
        if (!z->answer.choice[i].right)
            continue;
        buf_put(&list, list.len > 0 ? "; " : "");
        tui_puzzle_put_choice(z, i, &list);
    }
    scene_put(&z->scene, b, MSG("puzzle.answer"), list.text, NULL);
}

static int compare_cards(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void tui_puzzle_put_played(const struct tui_puzzle *z, struct buf *b)
{
    const json_t *played = json_object_get(z->scene.view, "played");
    struct buf list = BUF_ROOM(SCENE_LINE_MAX);
    int card[GAME_CARDS_MAX], n = 0;
    for (size_t i = 0; i < json_array_size(played) && n < GAME_CARDS_MAX; i++) {
        const char *text = scene_text(json_array_get(played, i), "card");
        card[n++] = z->kind->game->read_card(text, strlen(text));
    }
    qsort(card, (size_t)n, sizeof card[0], compare_cards);
    for (int i = 0; i < n; i++) {
        struct buf text = BUF_ROOM(GAME_TEXT_MAX);
        z->kind->game->write_card(card[i], &text);
        buf_put(&list, i > 0 ? " " : "");
        scene_put_card(&z->scene, text.text, &list);
    }
    if (n > 0)
        scene_put(&z->scene, b, MSG("puzzle.played"), list.text, NULL);
}

int tui_puzzle_find(const struct tui_puzzle *z, const char *line)
{
    char *end;
    long number = strtol(line, &end, 10);
    if (end != line && *end == '\0')
        return number >= 1 && number <= z->answer.n ? (int)number - 1 : -1;
    for (int i = 0; i < z->answer.n; i++)
        if (strcmp(z->answer.choice[i].text, line) == 0)
            return i;
    return -1;
}
