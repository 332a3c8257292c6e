/*
 * How long the expert of solo Smitten thinks, from an empty table, by cards in the squares.
 *
 * Usage: bench-solo [GAMES [[FROM-]CARDS [NAME=VALUE]...]]: plays GAMES games per mode (default 2),
 * half of them with random moves and half with the expert's own, each until CARDS cards lie in the
 * squares (default: to its end). Moves before FROM cards are random and not timed. The options name
 * one mode; without them all eight modes with the default `card4` and `card9` are played. Every
 * choice is timed by itself, in seconds of real time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/smitten/smitten.h"
#include "search/bot.h"
#include "solve/smitten.h"
#include "table/clock.h"

enum { ALIGN = 64, HEAD = 1 << 16, COUNTS = 8 /* the last row counts all later ones too */ };

extern const struct bot smitten_expert_bot;

/* The kinds of choices. */
enum kind { KIND_TURN, KIND_SWAPPED, KIND_FLIPPED, KIND_WITHIN, KINDS };
static const char *const kind_name[KINDS] = {"turn", "after a swap", "turned up", "within a turn"};

struct row {
    int n, late; /* choices; those that took over a second */
    double sum, most;
};

/* The expert's choice with an empty cache; adds its time to the row. */
static move choose_cold(const struct view *v, void *scratch, struct row *row)
{
    static struct bot_choice c;
    const struct bot *bot = &smitten_expert_bot;
    const struct bot_limits limits = {.must = true};
    struct bot_question q = {
        .game = bot->game, .view = v, .limits = &limits, .seed = 1, .scratch = scratch};
    memset(scratch, 0, HEAD); /* an empty head marks an empty cache */
    int64_t start = clock_ns();
    bot->choose(bot, &q, &c);
    double took = (double)(clock_ns() - start) / 1e9;
    row->n++;
    row->late += took > 1;
    row->sum += took;
    row->most = took > row->most ? took : row->most;
    return c.m;
}

static enum kind kind_of(const struct view *v)
{
    if (v->t.swapped)
        return KIND_SWAPPED;
    return v->t.phase == SMITTEN_TURN      ? KIND_TURN
           : v->t.phase == SMITTEN_FLIPPED ? KIND_FLIPPED
                                           : KIND_WITHIN;
}

/* The number of cards in the squares while choices are timed. */
struct range {
    int from, to;
};

static void time_game(const int *opt, bool random, struct range cards, struct rng *r, void *scratch,
                      struct row (*rows)[KINDS])
{
    struct state s;
    struct deal d;
    struct view v;
    move moves[GAME_MOVES_MAX];
    int at;
    smitten_init(&s, 1, opt);
    smitten_shuffle(&s, r, &d);
    smitten_deal(&s, &d, &at);
    while (smitten_actors(&s) != 0 && s.t.placed <= cards.to) {
        int n = smitten_legal(&s, 0, moves);
        int row = s.t.placed < COUNTS ? s.t.placed : COUNTS - 1;
        smitten_observe(&s, 0, &v);
        move next = moves[rng_below(r, (uint32_t)n)];
        if (s.t.placed >= cards.from) {
            move best = choose_cold(&v, scratch, &rows[row][kind_of(&v)]);
            next = random ? next : best;
        } else if (smitten_kind_of(next) == SMITTEN_SWAP) {
            continue; /* positions before a swap are harder */
        }
        smitten_apply(&s, 0, next);
    }
}

static void time_mode(const int *opt, int games, struct range cards, void *scratch)
{
    struct row rows[COUNTS][KINDS] = {0};
    struct rng r;
    rng_seed(&r, 11);
    for (int i = 0; i < games; i++)
        time_game(opt, i % 2 == 1, cards, &r, scratch, rows);
    char text[256];
    struct buf b;
    buf_init(&b, text, sizeof text);
    game_write_options(smitten_expert_bot.game, opt, &b);
    printf("%s\n", text);
    printf("  cards  what           choices  mean s  most s  over a second\n");
    for (int i = 0; i < COUNTS * KINDS; i++) {
        const struct row *row = &rows[i / KINDS][i % KINDS];
        if (row->n > 0)
            printf("  %4d%c  %-13s  %7d  %6.2f  %6.2f  %13d\n", i / KINDS,
                   i / KINDS == COUNTS - 1 ? '+' : ' ', kind_name[i % KINDS], row->n,
                   row->sum / row->n, row->most, row->late);
    }
    fflush(stdout);
}

/* Reads NAME=VALUE. */
static bool read_option(const char *word, int *opt)
{
    const struct game *g = smitten_expert_bot.game;
    char name[32];
    const char *sign = strchr(word, '=');
    if (sign == NULL || (size_t)(sign - word) >= sizeof name)
        return false;
    memcpy(name, word, (size_t)(sign - word));
    name[sign - word] = '\0';
    int i = game_find_option(g, name);
    return i >= 0 && game_read_option(&g->options[i], sign + 1, &opt[i]) == NULL;
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 2;
    struct range cards = {0, SMITTEN_GOAL};
    if (argc > 2 && sscanf(argv[2], "%d-%d", &cards.from, &cards.to) != 2)
        cards = (struct range){0, atoi(argv[2])};
    int opt[SMITTEN_OPTIONS];
    void *scratch = aligned_alloc(ALIGN, (smitten_expert_bot.scratch / ALIGN + 1) * ALIGN);
    if (scratch == NULL)
        abort();
    solve_smitten_prepare(NULL, BOOKS, SOLVE_ALL_CORES, NULL, NULL);
    game_preset_options(smitten_expert_bot.game, opt);
    for (int i = 3; i < argc; i++)
        if (!read_option(argv[i], opt)) {
            fprintf(stderr, "bench-solo: no such option: %s\n", argv[i]);
            return 2;
        }
    for (int mode = 0; mode < (argc > 3 ? 1 : 8); mode++) {
        if (argc <= 3) {
            opt[SMITTEN_OPT_EASY] = mode >> 2;
            opt[SMITTEN_OPT_HARD1] = mode >> 1 & 1;
            opt[SMITTEN_OPT_HARD2] = mode & 1;
        }
        time_mode(opt, games, cards, scratch);
    }
    free(scratch);
    return 0;
}
