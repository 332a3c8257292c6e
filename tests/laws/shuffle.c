/*
 * Fair deals: every card is equally likely at a place, Sunset at every place of its pile (P2.2),
 * and every choice of colours that the deal decides (P2.1).
 */
#include <string.h>

#include "games/list.h"
#include "tests/chi.h"
#include "tests/laws/play.h"
#include "tests/tap.h"

enum { DEALS = 20000 };

static struct {
    int n; /* cards of a deal; -1: deals differ in length */
    struct deal last;
    long first[256], later[256];
    long sunset[GAME_CARDS_MAX];
    long colours[1 << 7];
} tally;

/* The card with this text, or -1. */
static int find_card(const struct game *g, const char *text)
{
    return g->read_card(text, strlen(text));
}

/* The colours of a photograph deal, as bits. */
static int read_colours(const struct game *g, const struct deal *d)
{
    int set = 0;
    for (int i = 0; i < d->n; i++) {
        char memory[8];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        g->write_card(d->card[i], &b);
        const char *colour = strchr("BRYGNSV", memory[0]);
        if (colour != NULL)
            set |= 1 << (colour - "BRYGNSV");
    }
    return set;
}

static void draw_deals(const struct game *g, int seats)
{
    int opt[GAME_OPTIONS_MAX], sunset = find_card(g, "*");
    struct state_room room;
    struct rng r;
    memset(&tally, 0, sizeof tally);
    game_preset_options(g, opt);
    g->init(state_in(&room), seats, opt);
    rng_seed_pair(&r, 12345, (uint64_t)seats);
    for (int i = 0; i < DEALS; i++) {
        struct deal d;
        g->shuffle(state_in(&room), &r, &d);
        tally.n = tally.n == 0 || tally.n == d.n ? d.n : -1;
        tally.last = d;
        tally.first[d.card[0]]++;
        tally.later[d.card[d.n / 3]]++;
        tally.colours[read_colours(g, &d)]++;
        for (int k = 0; k < d.n; k++)
            tally.sunset[k] += d.card[k] == sunset;
    }
}

/* Whether exactly `want` counts are not 0, and these are uniform. */
static bool is_even(const long *count, int n, int want)
{
    long found[256];
    int k = 0;
    for (int i = 0; i < n; i++)
        if (count[i] > 0)
            found[k++] = count[i];
    return k == want && chi_agrees_even(found, k);
}

/* The cards of a deal, equal ones counted once. */
static int count_cards(const struct deal *d)
{
    int n = 0;
    for (int i = 0; i < d->n; i++)
        n += memchr(d->card, d->card[i], (size_t)i) == NULL;
    return n;
}

/* Cards that can come first: all but Sunset. */
static int count_faces(const struct game *g, int seats)
{
    return strcmp(g->name, "photograph") == 0 ? 84
           : strcmp(g->name, "luz") == 0      ? 5 * (2 * seats + 2)
                                              : count_cards(&tally.last);
}

static void test_photograph(int seats)
{
    static const int choices[] = {0, 0, 21, 7, 1}; /* of 5, 6, 7 colours among 7 */
    int pile = 2 * (seats + 3);
    long inside = 0;
    for (int i = 4 * pile; i <= 5 * pile; i++)
        inside += tally.sunset[i];
    tap_ok(inside == DEALS && chi_agrees_even(tally.sunset + 4 * pile, pile + 1),
           "photograph %d: Sunset lies anywhere in the second pile from the bottom", seats);
    tap_ok(is_even(tally.colours, 1 << 7, choices[seats]),
           "photograph %d: every choice of colours is equally likely", seats);
}

int main(void)
{
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            draw_deals(g, seats);
            int faces = count_faces(g, seats);
            tap_ok(tally.n > 0 && is_even(tally.first, 256, faces) &&
                       is_even(tally.later, 256, faces),
                   "%s %d: every card is equally likely at a place", g->name, seats);
            if (strcmp(g->name, "photograph") == 0)
                test_photograph(seats);
        }
    }
    return tap_done();
}
