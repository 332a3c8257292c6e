/*
 * Photograph's worlds while Sunset is still in the deck. They are too many to list, so the test
 * compares the probabilities of single facts, derived from the rules. With n unseen cards of one
 * back, d of them among the D photos under the deck's top card, each of the n is at a given such
 * back elsewhere, the deck's top included (P2.5), with chance 1/n, and is the next photo under the
 * top with chance d/D * 1/n. Sunset is anywhere in its pile (P2.2) below the top card (P6.4).
 */
#include <stdlib.h>
#include <string.h>

#include "games/photograph/photograph.h"
#include "tests/chi.h"
#include "tests/laws/unseen.h"
#include "tests/tap.h"

enum { SAMPLES = 40000, POSITIONS = 4 };

static struct play play;

/* The counts over the samples of a position. */
static struct {
    int pile, drawn, seat;
    int dark[GAME_CARDS_MAX], deck[GAME_CARDS_MAX]; /* unseen cards by back: elsewhere, in deck */
    int deck_all;
    long place[GAME_CARDS_MAX];    /* of Sunset, from the top of the whole deal */
    long top[PHOTOGRAPH_SUNSET];   /* top card of the deck */
    long next[PHOTOGRAPH_SUNSET];  /* the next photo under it */
    long above[GAME_CARDS_MAX][2]; /* whether that photo is of the high half, by Sunset's place */
    int hand, at;                  /* a back in another hand */
    long held[PHOTOGRAPH_SUNSET];
} tally;

/* Counts the true unseen cards by back, and finds a back in another hand. */
static bool look(int events, int seat)
{
    struct spot spot[SPOTS_MAX];
    const struct state *s = play_state(&play);
    memset(&tally, 0, sizeof tally);
    tally.pile = 2 * (play.seats + 3);
    tally.drawn = 6 * tally.pile + 1 - s->open.left;
    tally.seat = seat;
    int n = unseen_photograph(&play, events, seat, spot);
    for (int i = 0; i < n; i++) {
        int card = play.event[0].deal.card[spot[i].index];
        if (card == PHOTOGRAPH_SUNSET)
            continue;
        if (spot[i].stack > 0)
            tally.deck[card / 6]++;
        else
            tally.dark[card / 6]++;
        tally.deck_all += spot[i].stack > 0;
    }
    for (int i = 0; i < play.seats; i++)
        for (int k = 0; k < s->open.held[i] && i != seat; k++)
            if (!(photograph_byte(s->hand[i], k) & PHOTOGRAPH_SHOWN)) {
                tally.hand = i;
                tally.at = k;
                return true;
            }
    return false;
}

static void sample(const struct view *v, struct rng *r)
{
    struct state world;
    photograph_determinize(v, r, &world);
    int left = world.open.left, sunset = 0;
    for (int i = 0; i < left; i++)
        if (world.deck[i] == PHOTOGRAPH_SUNSET)
            sunset = i;
    int next = world.deck[sunset == left - 2 ? left - 3 : left - 2];
    int place = 6 * tally.pile - sunset;
    tally.place[place]++;
    tally.top[world.deck[left - 1] % PHOTOGRAPH_SUNSET]++; /* Sunset there shows in `place` */
    tally.next[next]++;
    tally.above[place][next / 6 % 2]++;
    tally.held[photograph_byte(world.hand[tally.hand], tally.at)]++;
}

/* Compares counts by card with shares by back; impossible cards must not occur. */
static bool cards_agree(const long *count, const double *share)
{
    long found[PHOTOGRAPH_SUNSET];
    double expected[PHOTOGRAPH_SUNSET];
    uint8_t unseen[PHOTOGRAPH_SUNSET] = {0};
    struct spot spot[SPOTS_MAX];
    int n = unseen_photograph(&play, play.n, tally.seat, spot), k = 0;
    for (int i = 0; i < n; i++)
        if (spot[i].kind >= 0)
            unseen[play.event[0].deal.card[spot[i].index]] = 1;
    for (int card = 0; card < PHOTOGRAPH_SUNSET; card++) {
        if (!unseen[card] || share[card / 6] == 0) {
            if (count[card] > 0)
                return false;
            continue;
        }
        found[k] = count[card];
        expected[k++] = share[card / 6] * SAMPLES;
    }
    return chi_agrees(found, expected, k);
}

static bool places_agree(void)
{
    int low = tally.drawn >= 4 * tally.pile ? tally.drawn + 1 : 4 * tally.pile;
    for (int i = 0; i < GAME_CARDS_MAX; i++)
        if (tally.place[i] > 0 && (i < low || i > 5 * tally.pile))
            return false;
    return chi_agrees_even(tally.place + low, 5 * tally.pile - low + 1);
}

/* The half of the photo under the top must not depend on Sunset's place. */
static bool is_independent(void)
{
    long found[2 * GAME_CARDS_MAX];
    double expected[2 * GAME_CARDS_MAX], high = 0;
    int k = 0;
    for (int i = 0; i < GAME_CARDS_MAX; i++)
        high += (double)tally.above[i][1] / SAMPLES;
    for (int i = 0; i < GAME_CARDS_MAX; i++)
        for (int half = 0; half < 2 && tally.place[i] > 0; half++) {
            found[k] = tally.above[i][half];
            expected[k++] = (double)tally.place[i] * (half ? high : 1 - high);
        }
    return chi_agrees(found, expected, k);
}

static bool samples_agree(int number)
{
    struct view view;
    struct rng r;
    double top[PHOTOGRAPH_BACKS] = {0}, next[PHOTOGRAPH_BACKS] = {0}, held[PHOTOGRAPH_BACKS] = {0};
    const struct state *s = play_state(&play);
    photograph_observe(s, tally.seat, &view);
    rng_seed_pair(&r, 99, (uint64_t)number);
    for (int i = 0; i < SAMPLES; i++)
        sample(&view, &r);
    for (int back = 0; back < PHOTOGRAPH_BACKS; back++) {
        int n = tally.deck[back] + tally.dark[back];
        if (n > 0)
            next[back] = (double)tally.deck[back] / tally.deck_all / n;
    }
    int back = photograph_byte(s->hand[tally.hand], tally.at) / 6;
    held[back] = 1.0 / (tally.deck[back] + tally.dark[back]);
    back = s->deck[s->open.left - 1] / 6;
    top[back] = 1.0 / (tally.deck[back] + tally.dark[back]);
    return places_agree() && cards_agree(tally.top, top) && cards_agree(tally.next, next) &&
           cards_agree(tally.held, held) && is_independent();
}

/* Plays until at least this many cards of Sunset's pile are drawn. */
static bool reach(int seats, int number, int deep)
{
    int opt[GAME_OPTIONS_MAX];
    struct event e;
    game_preset_options(&photograph_game, opt);
    play_start(&play, &photograph_game, seats, opt);
    play_seed(&play, 31, (uint64_t)number);
    while (play_draw(&play, &e) && play_add(&play, &e)) {
        const struct photograph_open *o = &play_state(&play)->open;
        int pile = 2 * (seats + 3), drawn = 6 * pile + 1 - o->left;
        if (o->sunset != PHOTOGRAPH_AHEAD)
            return false;
        if (drawn >= 4 * pile + deep)
            return true;
    }
    return false;
}

static void test_depth(int seats, int deep, const char *title)
{
    int found = 0;
    bool good = true;
    for (int number = 0; number < 2000 && found < POSITIONS && good; number++) {
        if (!reach(seats, number, deep) || !look(play.n, number % (seats + 1) - 1))
            continue;
        found++;
        good = samples_agree(number);
    }
    tap_ok(found == POSITIONS && good, "photograph %d: %s (%d positions)", seats, title, found);
}

int main(void)
{
    for (int seats = 2; seats <= 4; seats++) {
        test_depth(seats, -30, "early, Sunset anywhere in its pile");
        test_depth(seats, 1, "Sunset in the rest of its pile");
    }
    return tap_done();
}
