/*
 * An example for libparlor: plays a random game, shows a seat's view on the way, and then values
 * each first move by playing worlds that this seat cannot tell apart.
 *
 *     cc simulate.c $(pkg-config --cflags --libs parlor) -o simulate && ./simulate luz 4 7
 */
#include <inttypes.h>
#include <parlor.h>
#include <stdio.h>
#include <stdlib.h>

/* Plays at random to the end. */
static void play_out(struct parlor *p)
{
    int action[PARLOR_ACTIONS_MAX];
    for (int seat; (seat = parlor_turn(p)) >= 0;) {
        int n = parlor_legal(p, seat, action);
        parlor_apply(p, seat, action[rand() % n]);
    }
}

/* The seat's mean points after this action, over this many `worlds` that its view permits. */
static double try_action(const struct parlor *p, struct parlor *world, int seat, int action,
                         int worlds)
{
    int score[PARLOR_SEATS_MAX];
    double sum = 0;
    for (int i = 0; i < worlds; i++) {
        parlor_imagine(world, p, seat, (uint64_t)i);
        parlor_apply(world, seat, action);
        play_out(world);
        parlor_scores(world, score);
        sum += score[seat];
    }
    return sum / worlds;
}

int main(int argc, char **argv)
{
    const char *game = argc > 1 ? argv[1] : "luz", *why = NULL;
    int seats = argc > 2 ? atoi(argv[2]) : 4, action[PARLOR_ACTIONS_MAX];
    struct parlor *p = parlor_new(game, seats, NULL, &why);
    struct parlor *world = p != NULL ? parlor_clone(p) : NULL;
    char json[PARLOR_JSON_MAX], text[PARLOR_TEXT_MAX];
    if (world == NULL) {
        fprintf(stderr, "simulate: %s\n", why);
        return 1;
    }
    parlor_reset(p, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    int seat = parlor_turn(p);
    parlor_view(p, seat, json, sizeof json);
    printf("seat %d sees: %s\n", seat, json);
    int n = parlor_legal(p, seat, action);
    for (int i = 0; i < n; i++) {
        parlor_action_text(p, action[i], text);
        printf("%-12s %7.2f\n", text, try_action(p, world, seat, action[i], 100));
    }
    play_out(p);
    parlor_result(p, json, sizeof json);
    printf("played on by chance: %s, hash %016" PRIx64 "\n", json, parlor_hash(p));
    parlor_free(world);
    parlor_free(p);
    return 0;
}
