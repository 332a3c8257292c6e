/* Shared parts of the fuzz targets: see fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "po/words.h"

void fuzz_fail(const char *file, int line, const char *promise)
{
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, promise);
    abort();
}

int fuzz_take(struct fuzz_in *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->at++;
}

char *fuzz_take_text(struct fuzz_in *in)
{
    size_t len = strnlen((const char *)in->at, in->left);
    char *text = malloc(len + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, in->at, len);
    text[len] = '\0';
    in->at += len;
    in->left -= len;
    return text;
}

static const struct game *game_by_letter(int letter)
{
    int n = 0;
    for (; games_list[n] != NULL; n++)
        if (games_list[n]->name[0] == letter)
            return games_list[n];
    return games_list[letter % n];
}

/* Random values of options that are valid together; the presets if none are found soon. */
static void choose_options(struct fuzz_game *f, uint64_t seed)
{
    struct rng r;
    rng_seed(&r, seed);
    for (int tries = 0; tries < 20; tries++) {
        for (int i = 0; f->game->options[i].name != NULL; i++) {
            const struct game_option *o = &f->game->options[i];
            uint32_t n = 0;
            if (o->values == NULL)
                n = UINT32_C(1) << strlen(o->letters);
            else
                while (o->values[n] != NULL)
                    n++;
            f->opt[i] = (int)rng_below(&r, n);
        }
        const char *why = f->game->check(f->seats, f->opt);
        if (why == NULL)
            return;
        fuzz_check_message(why);
    }
    game_preset_options(f->game, f->opt);
}

void fuzz_set_up(struct fuzz_in *in, struct fuzz_game *f)
{
    memset(f, 0, sizeof *f);
    f->game = game_by_letter(fuzz_take(in));
    int range = f->game->seats_max - f->game->seats_min + 1;
    int seats = fuzz_take(in) - '0';
    bool good = seats >= f->game->seats_min && seats <= f->game->seats_max;
    f->seats = good ? seats : f->game->seats_min + (seats + 256) % range;
    game_preset_options(f->game, f->opt);
    int options = fuzz_take(in);
    if (options != 'a') /* 'a': all as preset */
        choose_options(f, (uint64_t)options);
    FUZZ_CHECK(f->game->check(f->seats, f->opt) == NULL);
    rng_seed(&f->rng, (uint64_t)fuzz_take(in));
    f->game->init(state_in(&f->room), f->seats, f->opt);
}

void fuzz_deal(struct fuzz_game *f)
{
    struct deal d;
    int at;
    f->game->shuffle(state_in(&f->room), &f->rng, &d);
    FUZZ_CHECK(f->game->deal(state_in(&f->room), &d, &at) == NULL);
}

/* One random move of the first seat, from a random one on, that has any. */
static void make_move(struct fuzz_game *f)
{
    struct state *s = state_in(&f->room);
    move list[GAME_MOVES_MAX];
    int seat = (int)rng_below(&f->rng, (uint32_t)f->seats), n = 0;
    for (int tries = 0; tries < f->seats; tries++) {
        n = f->game->legal(s, seat, list);
        if (n > 0)
            break;
        seat = (seat + 1) % f->seats;
    }
    FUZZ_CHECK(n > 0);
    f->game->apply(s, seat, list[rng_below(&f->rng, (uint32_t)n)]);
}

void fuzz_play(struct fuzz_game *f, int steps)
{
    for (; steps > 0; steps--) {
        uint32_t actors = f->game->actors(state_in(&f->room));
        if (actors == 0)
            return;
        if (actors == GAME_DEALER)
            fuzz_deal(f);
        else
            make_move(f);
    }
}

void fuzz_check_message(const char *id)
{
    FUZZ_CHECK(words_get(WORDS_EN, id) != id);
}

/* A listed move is not refused, listed once, not talk, and read back from its text. */
static void check_moves(const struct game *g, const struct state *s, int seat, const move *list,
                        int n)
{
    for (int i = 0; i < n; i++) {
        char memory[GAME_TEXT_MAX];
        struct buf b;
        move again = 0;
        FUZZ_CHECK((list[i] & MOVE_TALK) == 0);
        FUZZ_CHECK(g->refuse(s, seat, list[i]) == NULL);
        for (int j = 0; j < i; j++)
            FUZZ_CHECK(list[i] != list[j]);
        buf_init(&b, memory, sizeof memory);
        g->write_move(list[i], &b);
        FUZZ_CHECK(!b.full);
        FUZZ_CHECK(g->read_move(memory, &again) == NULL && again == list[i]);
    }
}

/* A view fits its room as JSON, and a world drawn from it gives the same view and moves. */
static void check_view(struct fuzz_game *f, int seat)
{
    const struct game *g = f->game;
    static char json[GAME_JSON_MAX];
    struct view_room view, again;
    struct state_room world;
    struct buf b;
    memset(&world, 0, sizeof world);
    g->observe(state_in(&f->room), seat, view_in(&view));
    buf_init(&b, json, sizeof json);
    g->write_view(view_in(&view), &b);
    FUZZ_CHECK(!b.full && json[0] == '{' && json[b.len - 1] == '}');
    g->determinize(view_in(&view), &f->rng, state_in(&world));
    g->observe(state_in(&world), seat, view_in(&again));
    FUZZ_CHECK(memcmp(&view, &again, g->view_size) == 0);
    if (seat == GAME_SPECTATOR)
        return;
    move here[GAME_MOVES_MAX], there[GAME_MOVES_MAX];
    int n = g->legal(state_in(&f->room), seat, here);
    FUZZ_CHECK(g->legal(state_in(&world), seat, there) == n);
    FUZZ_CHECK(memcmp(here, there, (size_t)n * sizeof here[0]) == 0);
}

void fuzz_check_position(struct fuzz_game *f)
{
    const struct game *g = f->game;
    const struct state *s = state_in(&f->room);
    uint32_t actors = g->actors(s);
    FUZZ_CHECK(actors == GAME_DEALER || actors >> f->seats == 0);
    int total = 0;
    for (int seat = 0; seat < f->seats; seat++) {
        move list[GAME_MOVES_MAX];
        int n = g->legal(s, seat, list);
        FUZZ_CHECK(n >= 0 && n <= GAME_MOVES_MAX);
        FUZZ_CHECK(n == 0 || actors >> seat & 1);
        check_moves(g, s, seat, list, n);
        total += n;
    }
    FUZZ_CHECK(total > 0 || actors == GAME_DEALER || actors == 0);
    FUZZ_CHECK(g->refuse(s, -1, 0) != NULL && g->refuse(s, f->seats, 0) != NULL);
    for (int seat = GAME_SPECTATOR; seat < f->seats; seat++)
        check_view(f, seat);
}
