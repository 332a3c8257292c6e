/* Quince: set-up, moves and score. */
#include <assert.h>
#include <string.h>

#include "games/quince/quince.h"

const char *quince_check(int seats, const int *opt)
{
    if (seats < 2 || seats > QUINCE_SEATS_MAX)
        return MSG("check.seats");
    return opt[QUINCE_OPT_FIRST] < seats ? NULL : MSG("quince.first");
}

void quince_init(struct state *s, int seats, const int *opt)
{
    memset(s, 0, sizeof *s);
    s->open.seats = (uint8_t)seats;
    s->open.low = (uint8_t)opt[QUINCE_OPT_BEST];
    s->open.first = s->open.leader = (uint8_t)opt[QUINCE_OPT_FIRST];
}

void quince_options_of(const struct state *s, int *opt)
{
    opt[QUINCE_OPT_BEST] = s->open.low;
    opt[QUINCE_OPT_FIRST] = s->open.first;
}

uint32_t quince_actors(const struct state *s)
{
    if (!s->open.dealt)
        return GAME_DEALER;
    return s->open.round < QUINCE_HAND ? UINT32_C(1) << quince_turn(&s->open) : 0;
}

void quince_shuffle(const struct state *s, struct rng *r, struct deal *out)
{
    (void)s;
    out->n = QUINCE_CARDS;
    for (int i = 0; i < QUINCE_CARDS; i++)
        out->card[i] = (uint8_t)(i + 1);
    rng_shuffle(r, out->card, QUINCE_CARDS);
}

/* Rule Q1. */
const char *quince_deal(struct state *s, const struct deal *d, int *at)
{
    static const uint64_t deck[2] = {0x3fe, 0};
    *at = -1;
    if (s->open.dealt)
        return MSG("deal.not-now");
    const char *why = game_check_cards(d, deck, QUINCE_CARDS, at);
    if (why != NULL)
        return why;
    for (int i = 0; i < s->open.seats * QUINCE_HAND; i++)
        s->hand[i / QUINCE_HAND] |= (uint16_t)(1U << d->card[i]);
    s->open.dealt = 1;
    return NULL;
}

int quince_legal(const struct state *s, int seat, move *out)
{
    int n = 0;
    for (move card = 1; card <= QUINCE_CARDS; card++)
        if (quince_refuse(s, seat, card) == NULL)
            out[n++] = card;
    return n;
}

const char *quince_refuse(const struct state *s, int seat, move m)
{
    if (seat < 0 || seat >= s->open.seats)
        return MSG("move.no-such-seat");
    if ((quince_actors(s) >> seat & 1) == 0)
        return MSG("move.not-your-turn");
    if (m < 1 || m > QUINCE_CARDS)
        return MSG("move.not-now");
    return s->hand[seat] >> m & 1 ? NULL : MSG("quince.not-held");
}

/* The seat with the best card of a round that is complete. */
static int winner(const struct quince_open *o)
{
    const uint8_t *card = o->played[o->round];
    int best = 0;
    for (int i = 1; i < o->seats; i++)
        if (o->low ? card[i] < card[best] : card[i] > card[best]) /* Rule Q3 */
            best = i;
    return best;
}

/* Rule Q2. */
void quince_apply(struct state *s, int seat, move m)
{
    struct quince_open *o = &s->open;
    assert(quince_refuse(s, seat, m) == NULL);
    s->hand[seat] &= (uint16_t) ~(1U << m);
    o->played[o->round][seat] = (uint8_t)m;
    for (int i = 0; i < o->seats; i++)
        if (o->played[o->round][i] == 0)
            return;
    o->leader = (uint8_t)winner(o);
    o->points[o->leader]++;
    o->round++;
}

/* Rule Q5. */
void quince_result(const struct state *s, struct result *out)
{
    int most = 0;
    *out = (struct result){.seats = s->open.seats};
    for (int i = 0; i < s->open.seats; i++) {
        out->score[i] = s->open.points[i];
        most = out->score[i] > most ? out->score[i] : most;
    }
    for (int i = 0; i < s->open.seats && quince_actors(s) == 0; i++)
        if (out->score[i] == most)
            out->winners |= UINT32_C(1) << i;
}
