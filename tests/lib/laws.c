/*
 * Laws of libparlor by random play, through its public header alone: actions and texts name the
 * same moves, equal seeds give equal games, clones stay equal, and the leak law: in every world
 * that a seat's view permits, the library tells that seat the same bits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/parlor.h"
#include "tests/tap.h"

static uint64_t random_bits = 88172645463325252u;

static unsigned below(unsigned n)
{
    random_bits ^= random_bits << 13;
    random_bits ^= random_bits >> 7;
    random_bits ^= random_bits << 17;
    return (unsigned)(random_bits >> 33) % n;
}

/* Whether numbers, mask, JSON and result of the seat are equal in both games. */
static int tells_the_same(const struct parlor *a, const struct parlor *b, int seat)
{
    static float x[8192], y[8192];
    static char one[PARLOR_JSON_MAX], two[PARLOR_JSON_MAX];
    uint8_t m[PARLOR_ACTIONS_MAX], n[PARLOR_ACTIONS_MAX];
    size_t size = (size_t)parlor_features(a) * sizeof x[0];
    parlor_observe(a, seat, x);
    parlor_observe(b, seat, y);
    parlor_mask(a, seat, m);
    parlor_mask(b, seat, n);
    return memcmp(x, y, size) == 0 && memcmp(m, n, (size_t)parlor_actions(a)) == 0 &&
           parlor_view(a, seat, one, sizeof one) > 0 && parlor_view(b, seat, two, sizeof two) > 0 &&
           strcmp(one, two) == 0;
}

/* Whether the texts and numbers of all legal actions agree with each other and with the mask. */
static int names_agree(const struct parlor *p, int seat)
{
    int action[PARLOR_ACTIONS_MAX], n = parlor_legal(p, seat, action), marked = 0;
    uint8_t mask[PARLOR_ACTIONS_MAX];
    parlor_mask(p, seat, mask);
    for (int i = 0; i < parlor_actions(p); i++)
        marked += mask[i];
    for (int i = 0; i < n; i++) {
        char text[PARLOR_TEXT_MAX];
        parlor_action_text(p, action[i], text);
        if (parlor_action_number(p, text) != action[i] || !mask[action[i]])
            return 0;
    }
    return n == marked;
}

static int in_range(const struct parlor *p, int seat)
{
    static float x[8192];
    int n = parlor_features(p), good = n < 8192;
    parlor_observe(p, seat, x);
    for (int i = 0; i < n && good; i++)
        good = x[i] >= -8 && x[i] <= 8;
    return good;
}

struct found {
    int named, same, cloned, leaks, ranged, refused, over, steps, passes;
};

static void play(struct parlor *p, struct parlor *world, struct found *f)
{
    while (parlor_turn(p) >= 0) {
        int seat = parlor_turn(p), action[PARLOR_ACTIONS_MAX];
        int n = parlor_legal(p, seat, action);
        f->named &= names_agree(p, seat) && n > 0;
        for (int s = PARLOR_SPECTATOR; s < parlor_seats(p) && below(4) == 0; s++) {
            parlor_imagine(world, p, s, random_bits);
            f->leaks += !tells_the_same(p, world, s);
            f->ranged &= in_range(p, s);
        }
        struct parlor *twin = parlor_clone(p);
        uint64_t before = parlor_hash(p);
        f->refused &= parlor_apply(p, seat, parlor_actions(p)) != NULL &&
                      parlor_apply(p, seat, -1) != NULL && parlor_apply(p, 9, action[0]) != NULL &&
                      parlor_apply_text(p, seat, "dance") != NULL && parlor_hash(p) == before;
        int chosen = action[below((unsigned)n)];
        char text[PARLOR_TEXT_MAX];
        parlor_action_text(p, chosen, text);
        f->same &= parlor_apply(p, seat, chosen) == NULL;
        f->cloned &= parlor_hash(twin) == before && parlor_apply_text(twin, seat, text) == NULL &&
                     parlor_hash(twin) == parlor_hash(p);
        f->passes += chosen == 0;
        f->steps++;
        parlor_free(twin);
    }
    f->over += parlor_actors(p) == 0;
}

static void try_game(const char *name, int seats, const char *options, int games)
{
    const char *why = "?";
    struct parlor *p = parlor_new(name, seats, options, &why);
    struct parlor *world = parlor_new(name, seats, options, NULL);
    struct found f = {.named = 1, .same = 1, .cloned = 1, .ranged = 1, .refused = 1};
    tap_ok(p != NULL && world != NULL && why == NULL, "%s with %d seats %s can be created", name,
           seats, options);
    for (int i = 0; i < games; i++) {
        parlor_reset(p, (uint64_t)i);
        uint64_t first = parlor_hash(p);
        parlor_reset(world, (uint64_t)i);
        f.same &= parlor_hash(world) == first;
        play(p, world, &f);
    }
    tap_ok(f.named && f.refused, "actions have names, and only legal ones are applied");
    tap_ok(f.same && f.cloned, "equal seeds and clones give equal games");
    tap_ok(f.leaks == 0, "no seat learns hidden cards (%d of %d)", f.leaks, f.steps);
    tap_ok(f.ranged && f.over == games, "numbers stay in their range, and games end");
    tap_ok(strcmp(name, "smitten") != 0 || seats == 1 || f.passes > 0,
           "players may pass in Smitten");
    parlor_free(p);
    parlor_free(world);
}

static void try_batch(void)
{
    enum { N = 17 };
    const char *why = NULL;
    struct parlor_batch *a = parlor_batch_new("luz", 3, NULL, N, 5, &why);
    struct parlor_batch *b = parlor_batch_new("luz", 3, NULL, N, 5, &why);
    int32_t turn[N], score[N * 3], action[N];
    float win[N * 3];
    int n = parlor_features(parlor_batch_game(a, 0)), m = parlor_actions(parlor_batch_game(a, 0));
    float *x = calloc((size_t)(N * n), sizeof x[0]), *y = calloc((size_t)n, sizeof y[0]);
    uint8_t *mask = calloc((size_t)(N * m), 1);
    int over = 0, same = 1, looks = 1, ended = 0;
    for (int i = 0; i < 400; i++) {
        over += parlor_batch_step(a, NULL);
        parlor_batch_step(b, NULL);
        parlor_batch_look(a, turn, x, mask, score, win);
        for (int k = 0; k < N; k++) {
            const struct parlor *p = parlor_batch_game(a, k);
            same &= parlor_hash(p) == parlor_hash(parlor_batch_game(b, k));
            looks &= turn[k] == parlor_turn(p);
            float sum = win[3 * k] + win[3 * k + 1] + win[3 * k + 2];
            ended += turn[k] < 0;
            looks &= turn[k] < 0 ? sum > 0.99F && sum < 1.01F : sum == 0;
            if (turn[k] >= 0) {
                parlor_observe(p, turn[k], y);
                looks &= memcmp(x + (size_t)(k * n), y, (size_t)n * sizeof y[0]) == 0;
            }
        }
    }
    tap_ok(same, "equal seeds give equal batches");
    tap_ok(looks && over > N && ended == over,
           "a batch agrees with its games; finished games restart");
    for (int k = 0; k < N; k++) {
        action[k] = -1;
        for (int i = m - 1; i >= 0; i--)
            action[k] = mask[k * m + i] ? i : action[k];
    }
    struct parlor *p = parlor_clone(parlor_batch_game(a, 3));
    int seat = parlor_turn(p);
    if (seat >= 0)
        parlor_apply(p, seat, action[3]);
    parlor_batch_step(a, action);
    tap_ok(seat < 0 || parlor_hash(p) == parlor_hash(parlor_batch_game(a, 3)),
           "a batch applies the given actions");
    parlor_free(p);
    parlor_batch_free(a);
    parlor_batch_free(b);
    free(x);
    free(y);
    free(mask);
    tap_ok(parlor_batch_new("luz", 3, NULL, 0, 5, NULL) == NULL, "a batch of no games is refused");
}

static void try_refusals(void)
{
    static const struct {
        const char *game, *options;
        int seats;
    } rows[] = {{"chess", NULL, 2},       {"luz", NULL, 2},
                {"luz", NULL, 6},         {"luz", "memory=good", 3},
                {"luz", "colour=red", 3}, {"luz", "memory", 3},
                {"photograph", NULL, -1}, {"photograph", "colours=BB", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *why = NULL;
        struct parlor *p = parlor_new(rows[i].game, rows[i].seats, rows[i].options, &why);
        tap_ok(p == NULL && why != NULL, "%s with %d seats is refused: %s", rows[i].game,
               rows[i].seats, why);
        parlor_free(p);
    }
    struct parlor *p = parlor_new("smitten", 2, "level=hard  card4=same", NULL);
    char small[8];
    tap_ok(p != NULL && parlor_view(p, 0, small, sizeof small) == 0,
           "a view that does not fit is not written");
    int last = parlor_features(p) - 8; /* the signals of this turn */
    float said[8192];
    tap_ok(parlor_apply_text(p, 0, "say can") == NULL && parlor_turn(p) == 0,
           "signals are sent as text");
    parlor_observe(p, 1, said);
    tap_ok(said[last] == 0 && said[last + 4] == 1, "signals are features of their turn");
    parlor_free(p);
    tap_ok(parlor_api() == PARLOR_API && parlor_games() >= 4 && parlor_game(99) == NULL &&
               parlor_seats_max("luz") == 5 && parlor_seats_min("chess") == 0,
           "the library reports its version and games");
}

int main(void)
{
    for (int seats = 2; seats <= 4; seats++)
        try_game("photograph", seats, seats == 3 ? "missed=on" : "memory=aided", 12);
    for (int seats = 3; seats <= 5; seats++)
        try_game("luz", seats, seats == 3 ? "memory=aided" : "", 6);
    try_game("smitten", 2, "", 60);
    try_game("smitten", 2, "level=hard card4=near card9=new", 60);
    try_game("smitten", 1, "", 60);
    try_game("smitten", 1, "hard1=on hard2=on", 60);
    try_game("smitten", 1, "easy=on", 60);
    try_game("null", 2, "", 20);
    try_batch();
    try_refusals();
    return tap_done();
}
