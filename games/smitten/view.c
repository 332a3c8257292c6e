/*
 * Smitten: what a seat may know (rule S5.3), and worlds drawn from it.
 *
 * Unseen cards are exchangeable among the hidden places, with two exceptions. With the hidden hand
 * the game must go on, or be lost, as the view shows; and a card revealed a second time was the
 * only one of its number (rule S5.1). Every other demand on a hand was met by a card that all have
 * seen.
 */
#include <assert.h>
#include <string.h>

#include "games/smitten/smitten.h"

void smitten_observe(const struct state *s, int seat, struct view *out)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->t, &s->t, sizeof out->t);
    out->seat = (int8_t)seat;
    for (int i = 0; i < 2; i++) {
        const struct smitten_hand *h = &s->hand[i];
        out->hand[i] = *h;
        if (i != seat) { /* in solo all open cards are shown */
            out->hand[i].one = h->shown;
            out->hand[i].two = h->shown_two;
        }
        out->held[i] = (uint8_t)smitten_held(h);
        out->closed[i] = s->closed[i] != 0;
    }
    if (s->t.swapped || s->t.placed == SMITTEN_GOAL) /* Rules S4.6, S3.6 */
        out->aside = s->aside;
}

void smitten_reveal(const struct state *s, struct view *v)
{
    memcpy(v->hand, s->hand, sizeof v->hand);
    v->aside = s->aside;
}

/* The unseen cards, and the hidden places. */
struct unseen {
    int n;
    uint8_t card[SMITTEN_CARDS];
    int hidden[2];   /* unknown cards of each hand */
    int barred[2];   /* a number that the older ones cannot have, 0 none */
    int repeated[2]; /* index in the log of the repeated reveal of that number */
};

void smitten_count_unseen(const struct view *v, uint8_t left[SMITTEN_NUMBERS + 1])
{
    memset(left, 2, SMITTEN_NUMBERS + 1);
    for (int number = 1; number <= SMITTEN_NUMBERS; number++) {
        int bit = number - 1;
        for (int i = 0; i < 2; i++)
            left[number] -= (uint8_t)((v->t.square[i] >> bit & 1) + (v->hand[i].one >> bit & 1) +
                                      (v->hand[i].two >> bit & 1));
    }
    left[v->t.top]--;
    left[v->aside]--; /* an unknown card is number 0, which is never read */
}

static void list_unseen(const struct view *v, struct unseen *u)
{
    uint8_t left[SMITTEN_NUMBERS + 1];
    smitten_count_unseen(v, left);
    u->n = 0;
    for (int number = 1; number <= SMITTEN_NUMBERS; number++)
        for (; left[number] > 0; left[number]--)
            u->card[u->n++] = (uint8_t)number;
    for (int i = 0; i < 2; i++)
        u->hidden[i] = v->held[i] - smitten_held(&v->hand[i]);
}

/* Rule S5.1: a card revealed again, while its other copy is unseen, was the only one in its hand.
 */
static void find_barred(const struct view *v, struct unseen *u)
{
    const struct smitten_table *t = &v->t;
    int last[2] = {0, 0};
    memset(u->barred, 0, sizeof u->barred);
    for (int i = 0; i < t->logged && !smitten_is_solo(t); i++) {
        int who = smitten_log_who(t->log[i]);
        int number = t->log[i] & 15;
        if (smitten_log_what(t->log[i]) != SMITTEN_LOG_REVEAL || u->hidden[who] == 0)
            continue;
        if (last[who] == number && memchr(u->card, number, (size_t)u->n) != NULL) {
            u->barred[who] = number;
            u->repeated[who] = i;
        }
        last[who] = number;
    }
}

/* The change of the number of hidden cards of `who` by entry `i` of the log after the repeated
   reveal; `open` says whether the revealed card is still in the hand. */
static int hidden_change(const struct smitten_table *t, int i, int who, int barred, int *open)
{
    uint16_t e = t->log[i];
    int what = smitten_log_what(e);
    if (smitten_log_who(e) != who)
        return 0;
    if (what == SMITTEN_LOG_DRAW)
        return e & 15;
    if (what == SMITTEN_LOG_PLACE && smitten_log_what(t->log[i - 1]) == SMITTEN_LOG_TOP)
        return 0;
    if (what != SMITTEN_LOG_PLAY && what != SMITTEN_LOG_PLACE)
        return 0;
    if ((e & 15) == barred && *open) {
        *open = 0;
        return 0;
    }
    return -1;
}

/* The number of hidden cards that were there at the repeated reveal: each card that left since then
   was any of those hidden at the time with equal probability. */
static int draw_older(const struct view *v, const struct unseen *u, int who, struct rng *r)
{
    int older = u->hidden[who];
    int newer = 0;
    int open = 1;
    for (int i = u->repeated[who] + 1; i < v->t.logged; i++)
        older -= hidden_change(&v->t, i, who, u->barred[who], &open);
    open = 1;
    for (int i = u->repeated[who] + 1; i < v->t.logged; i++) {
        int change = hidden_change(&v->t, i, who, u->barred[who], &open);
        if (change > 0)
            newer += change;
        else if (change < 0 && (int)rng_below(r, (uint32_t)(older + newer)) < older)
            older--;
        else
            newer += change;
    }
    return older;
}

int smitten_bar(const struct view *v, int who, int *number)
{
    struct unseen u;
    int open = 1, older = 0, newer = 0;
    list_unseen(v, &u);
    find_barred(v, &u);
    *number = u.barred[who];
    if (*number == 0)
        return 0;
    older = u.hidden[who];
    for (int i = u.repeated[who] + 1; i < v->t.logged; i++)
        older -= hidden_change(&v->t, i, who, *number, &open);
    open = 1;
    for (int i = u.repeated[who] + 1; i < v->t.logged; i++) {
        int change = hidden_change(&v->t, i, who, *number, &open);
        if (change < 0 && older > 0)
            older--;
        else
            newer += change;
    }
    return newer;
}

/* Fills the hidden hands from the front of the unseen cards; false: a barred number came up. */
static bool fill_hands(const struct view *v, struct unseen *u, struct rng *r, struct state *out)
{
    int from = 0;
    for (int who = 0; who < 2; who++) {
        out->hand[who] = v->hand[who];
        int older = u->barred[who] != 0 ? draw_older(v, u, who, r) : 0;
        for (int i = 0; i < u->hidden[who]; i++, from++) {
            int pick = from + (int)rng_below(r, (uint32_t)(u->n - from));
            uint8_t card = u->card[pick];
            u->card[pick] = u->card[from];
            u->card[from] = card;
            smitten_give(&out->hand[who], card);
            if (i < older && card == u->barred[who])
                return false;
        }
    }
    return true;
}

bool smitten_agrees(const struct state *s)
{
    if (s->t.placed == SMITTEN_GOAL)
        return true;
    if (s->t.phase == SMITTEN_OVER)
        return !smitten_can_go_on(s, s->t.stuck);
    return smitten_can_go_on(s, s->t.phase);
}

void smitten_determinize(const struct view *v, struct rng *r, struct state *out)
{
    struct unseen u;
    memset(out, 0, sizeof *out);
    memcpy(&out->t, &v->t, sizeof out->t);
    if (v->t.phase == SMITTEN_DEAL)
        return;
    /* Step 1. A closed card only has to exist while the hands are drawn; step 3 draws its number.
     */
    list_unseen(v, &u);
    find_barred(v, &u);
    out->closed[0] = v->closed[0];
    out->closed[1] = v->closed[1];
    /* Step 2. Draw the hidden hands until they agree with the view; the true hands do. */
    while (!fill_hands(v, &u, r, out) || !smitten_agrees(out))
        continue;
    /* Step 3. Deal the rest in random order: closed cards, the card set aside, the deck. */
    int from = u.hidden[0] + u.hidden[1];
    rng_shuffle(r, u.card + from, u.n - from);
    for (int i = 0; i < 2; i++)
        if (v->closed[i])
            out->closed[i] = u.card[from++];
    out->aside = v->aside != 0 ? v->aside : u.card[from++];
    assert(u.n - from == v->t.decked);
    while (from < u.n)
        out->deck = out->deck << SMITTEN_DECK_BITS | u.card[from++];
}
