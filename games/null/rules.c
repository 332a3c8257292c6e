/* Null: set-up, moves and score. */
#include <assert.h>
#include <string.h>

#include "games/null/null.h"

const char *null_check(int seats, const int *opt)
{
    (void)opt;
    if (seats < 2 || seats > NULL_SEATS_MAX)
        return MSG("check.seats");
    return NULL;
}

void null_init(struct state *s, int seats, const int *opt)
{
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)seats;
    s->low = (uint8_t)opt[NULL_OPT_BEST];
}

void null_options_of(const struct state *s, int *opt)
{
    opt[NULL_OPT_BEST] = s->low;
}

uint32_t null_actors(const struct state *s)
{
    if (!s->dealt)
        return GAME_DEALER;
    uint32_t seats = 0;
    for (int i = 0; i < s->seats; i++)
        if (s->choice[i] == NULL_OPEN)
            seats |= UINT32_C(1) << i;
    return seats;
}

void null_shuffle(const struct state *s, struct rng *r, struct deal *out)
{
    (void)s;
    out->n = NULL_CARDS;
    for (int i = 0; i < NULL_CARDS; i++)
        out->card[i] = (uint8_t)(i + 1);
    rng_shuffle(r, out->card, NULL_CARDS);
}

/* Rule N1. */
const char *null_deal(struct state *s, const struct deal *d, int *bad)
{
    static const uint64_t deck[2] = {0x7e, 0};
    *bad = -1;
    if (s->dealt)
        return MSG("deal.not-now");
    const char *why = game_check_cards(d, deck, NULL_CARDS, bad);
    if (why != NULL)
        return why;
    memcpy(s->card, d->card, NULL_CARDS);
    s->dealt = 1;
    return NULL;
}

int null_legal(const struct state *s, int seat, move *out)
{
    if (null_refuse(s, seat, NULL_SHOW) != NULL)
        return 0;
    out[0] = NULL_SHOW;
    out[1] = NULL_HIDE;
    return 2;
}

const char *null_refuse(const struct state *s, int seat, move m)
{
    if (seat < 0 || seat >= s->seats)
        return MSG("move.no-such-seat");
    if ((null_actors(s) >> seat & 1) == 0)
        return MSG("move.not-your-turn");
    if (m != NULL_SHOW && m != NULL_HIDE)
        return MSG("move.not-now");
    return NULL;
}

/* Rule N2: a choice stays sealed until the last one; nothing more to do then, since the shown cards
   follow from the choices. */
void null_apply(struct state *s, int seat, move m)
{
    assert(null_refuse(s, seat, m) == NULL);
    s->choice[seat] = (uint8_t)m;
}

/* Whether card a beats card b, by rule N4. */
static int beats(const struct state *s, int a, int b)
{
    return s->low ? a < b : a > b;
}

/* Rule N3. */
void null_result(const struct state *s, struct result *out)
{
    *out = (struct result){.seats = s->seats};
    if (null_actors(s) != 0)
        return;
    int most = -NULL_CARDS;
    for (int i = 0; i < s->seats; i++) {
        if (s->choice[i] == NULL_SHOW)
            out->score[i] = s->card[i];
        for (int j = 0; j < s->seats; j++)
            if (s->choice[i] == NULL_SHOW && s->choice[j] == NULL_SHOW &&
                beats(s, s->card[j], s->card[i]))
                out->score[i] = -s->card[i];
        most = out->score[i] > most ? out->score[i] : most;
    }
    for (int i = 0; i < s->seats; i++)
        if (out->score[i] == most)
            out->winners |= UINT32_C(1) << i;
}
