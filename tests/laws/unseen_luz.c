/* The cards of Luz that a seat has not seen: its own until they are played, and those set aside. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/laws/unseen.h"

enum { SLOTS = 10 };

/* Cards in the order of slots (L2.2). */
static int rank_of(const struct play *p, int card)
{
    const char *text = unseen_card(p, card);
    return (int)(strchr("RYGBV", text[0]) - "RYGBV") * 16 + atoi(text + 1);
}

void unseen_luz_sort(const struct play *p, struct deal *d)
{
    for (int i = 0; i < d->n; i++)
        for (int k = i; k % SLOTS > 0 && rank_of(p, d->card[k - 1]) > rank_of(p, d->card[k]); k--) {
            uint8_t card = d->card[k];
            d->card[k] = d->card[k - 1];
            d->card[k - 1] = card;
        }
}

/* The index in the deal of each slot's card of a hand. */
static void sort_hand(const struct play *p, const struct deal *d, int seat, int *slot)
{
    for (int i = 0; i < SLOTS; i++) {
        int at = i, index = seat * SLOTS + i;
        for (; at > 0 && rank_of(p, d->card[slot[at - 1]]) > rank_of(p, d->card[index]); at--)
            slot[at] = slot[at - 1];
        slot[at] = index;
    }
}

/* The slot that a move plays, from 0; -1 for a bid. */
static int played_slot(const struct play *p, int event)
{
    int slot;
    return sscanf(unseen_move(p, event), "play %d", &slot) == 1 ? slot - 1 : -1;
}

/* Marks in `open` the cards of the deal at event `deal` that were played before event `end`. */
static void mark_played(const struct play *p, int deal, int end, bool *open)
{
    int slot[GAME_SEATS_MAX][SLOTS];
    const struct deal *d = &p->event[deal].deal;
    for (int seat = 0; seat < p->seats; seat++)
        sort_hand(p, d, seat, slot[seat]);
    for (int i = deal + 1; i < end && p->event[i].seat != PLAY_DEALER; i++) {
        int k = played_slot(p, i);
        if (k >= 0)
            open[slot[p->event[i].seat][k]] = true;
    }
}

int unseen_luz(const struct play *p, int events, int seat, struct spot *out)
{
    int n = 0;
    for (int e = 0; e < events; e++) {
        if (p->event[e].seat != PLAY_DEALER)
            continue;
        const struct deal *d = &p->event[e].deal;
        bool open[GAME_CARDS_MAX] = {false};
        mark_played(p, e, events, open);
        for (int i = 0; i < d->n; i++) {
            int owner = i / SLOTS; /* one past the last seat: set aside */
            if (open[i] || (seat != GAME_SPECTATOR && owner != seat && owner != p->seats))
                continue;
            out[n++] = (struct spot){
                .event = e,
                .index = i,
                .kind = unseen_card(p, d->card[i])[0],
                .stack = owner + 1, /* the order within a packet does not matter */
            };
        }
    }
    return n;
}

bool unseen_luz_keeps(const struct play *p, const struct play *changed, int events)
{
    const struct deal *a = NULL, *b = NULL;
    int was[GAME_SEATS_MAX][SLOTS], now[GAME_SEATS_MAX][SLOTS];
    for (int i = 0; i < events; i++) {
        if (p->event[i].seat == PLAY_DEALER) {
            a = &p->event[i].deal;
            b = &changed->event[i].deal;
            for (int seat = 0; seat < p->seats; seat++) {
                sort_hand(p, a, seat, was[seat]);
                sort_hand(p, b, seat, now[seat]);
            }
            continue;
        }
        int seat = p->event[i].seat, k = played_slot(p, i);
        if (k >= 0 && a->card[was[seat][k]] != b->card[now[seat][k]])
            return false;
    }
    return true;
}
