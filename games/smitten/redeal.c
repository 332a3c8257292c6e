/*
 * Smitten: a deal that leads to a world drawn from a view. The log tells which place of the deal
 * each card came from, except for the partner's hand: its cards are played by number, so any card
 * that the partner held may have come at any time when it was not yet needed.
 */
#include <assert.h>
#include <string.h>

#include "games/smitten/smitten.h"

/* Follows the cards of the deal. */
struct trail {
    const struct smitten_table *t;
    int next; /* the top of the deck, as an index of the deal */
    int open[2];
    int closed[2];                  /* solo: the closed card as an index of the deal; 0: none */
    uint8_t came[2][SMITTEN_CARDS]; /* the cards that came to each hand, as indices */
    int n[2];
};

static void draw(struct trail *w, int who)
{
    if (w->open[who] < 2)
        w->open[who]++;
    else
        w->closed[who] = w->next;
    w->came[who][w->n[who]++] = (uint8_t)w->next++;
}

/* Whether entry `i` of the log takes a card out of a hand. */
static bool is_from_hand(const struct smitten_table *t, int i)
{
    int what = smitten_log_what(t->log[i]);
    return what == SMITTEN_LOG_PLAY ||
           (what == SMITTEN_LOG_PLACE && smitten_log_what(t->log[i - 1]) != SMITTEN_LOG_TOP);
}

static void follow(struct trail *w, int i)
{
    uint16_t e = w->t->log[i];
    int who = smitten_log_who(e), what = smitten_log_what(e);
    if (what == SMITTEN_LOG_DRAW)
        for (int n = e & 15; n > 0; n--)
            draw(w, who);
    else if (what == SMITTEN_LOG_TOP)
        w->next++;
    else if (is_from_hand(w->t, i))
        w->open[who]--;
    else if (what == SMITTEN_LOG_FLIP || (what == SMITTEN_LOG_TURN_UP &&
                                          smitten_log_what(w->t->log[i - 1]) != SMITTEN_LOG_SWAP)) {
        w->open[who]++;
        w->closed[who] = 0;
    }
}

static void follow_all(struct trail *w)
{
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < w->t->size; i++)
            draw(w, who);
    for (int i = 0; i < w->t->logged; i++)
        follow(w, i);
}

/* All cards that the hand has held: those of the world and those that left it. */
static int list_held(const struct state *world, int who, uint8_t *out)
{
    const struct smitten_hand *h = &world->hand[who];
    int n = 0;
    for (int number = 1; number <= SMITTEN_NUMBERS; number++)
        for (int k = (h->one >> (number - 1) & 1) + (h->two >> (number - 1) & 1); k > 0; k--)
            out[n++] = (uint8_t)number;
    for (int i = 0; i < world->t.logged; i++)
        if (smitten_log_who(world->t.log[i]) == who && is_from_hand(&world->t, i))
            out[n++] = (uint8_t)(world->t.log[i] & 15);
    return n;
}

void smitten_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                    struct deal *d)
{
    struct trail w = {.t = &now->t, .next = 1};
    uint8_t held[SMITTEN_CARDS];
    int partner = seat ^ 1;
    follow_all(&w);
    if (!now->t.swapped)
        d->card[0] = world->aside;
    for (int i = 0; i < now->t.decked; i++)
        d->card[w.next + i] = (uint8_t)(world->deck >> SMITTEN_DECK_BITS * i & SMITTEN_DECK_MASK);
    if (smitten_is_solo(&now->t)) {
        for (int who = 0; who < 2; who++)
            if (w.closed[who] != 0)
                d->card[w.closed[who]] = world->closed[who];
        return;
    }
    int n = list_held(world, partner, held);
    assert(n == w.n[partner]);
    rng_shuffle(r, held, n);
    for (int i = 0; i < n; i++)
        d->card[w.came[partner][i]] = held[i];
}
