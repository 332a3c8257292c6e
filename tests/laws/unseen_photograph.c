/* The photos that a seat has not seen: follows field, hands and shots by places in the deck. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/laws/unseen.h"

enum { PLACES = 16, HAND = 8, ALL = 0xff };

/* Cards are places in the deck; -1 is none. */
static struct {
    const struct play *play;
    const struct deal *deck;
    int rows, next;
    int field[PLACES]; /* in the order of the positions (P2.3) */
    int hand[GAME_SEATS_MAX][HAND], held[GAME_SEATS_MAX];
    int taken;  /* n of the present turn */
    int sealed; /* 0: no; otherwise choices still to come */
    int from[GAME_SEATS_MAX], to[GAME_SEATS_MAX];
    uint8_t seen[GAME_CARDS_MAX]; /* bit per seat; the spectator sees cards with all bits */
} sim;

static bool is_sunset(int card)
{
    return strcmp(unseen_card(sim.play, sim.deck->card[card]), "*") == 0;
}

static void show(int card)
{
    sim.seen[card] = ALL;
}

static bool is_open(int place)
{
    int column = place / sim.rows;
    return column == 0 || column == 3;
}

/* Rules P2.3, P6.4: fills free places until the deck ends or Sunset comes (then true). */
static bool fill(void)
{
    for (int i = 0; i < 4 * sim.rows; i++) {
        if (sim.field[i] >= 0)
            continue;
        if (sim.next == sim.deck->n)
            return false;
        if (is_sunset(sim.next)) {
            show(sim.next++);
            return true;
        }
        sim.field[i] = sim.next++;
        if (is_open(i))
            show(sim.field[i]);
    }
    return false;
}

static int count_field(void)
{
    int n = 0;
    for (int i = 0; i < 4 * sim.rows; i++)
        n += sim.field[i] >= 0;
    return n;
}

static void draw(int seat, int card)
{
    sim.hand[seat][sim.held[seat]++] = card;
    sim.seen[card] |= (uint8_t)(1 << seat);
}

static void start(const struct play *p)
{
    memset(&sim, 0, sizeof sim);
    memset(sim.field, -1, sizeof sim.field);
    sim.play = p;
    sim.deck = &p->event[0].deal;
    sim.rows = p->seats == 2 ? 3 : 4;
    fill();
    int first = p->opt[game_find_option(p->game, "first")];
    for (int i = 0; i < 5 * p->seats; i++)
        draw((first + i) % p->seats, sim.next++);
}

/* Rules P6.2, P6.3: the rest of the field makes room. */
static void clear_field(void)
{
    int kept[PLACES], n = 0;
    for (int i = 0; i < 4 * sim.rows; i++) {
        if (sim.field[i] >= 0 && !is_open(i) && sim.play->seats > 2)
            kept[n++] = sim.field[i];
        sim.field[i] = -1;
    }
    for (int i = 0; i < n; i++) {
        sim.field[i] = kept[i];
        show(kept[i]);
    }
}

/* Rules P6.4, P6.5: the rest of a refill; everyone chooses in secret at Sunset and at the end. A
   complete refill that leaves Sunset on top of the deck brings it at once. */
static void refill(void)
{
    bool sunset = fill();
    if (!sunset && count_field() > 3 && sim.next < sim.deck->n && is_sunset(sim.next)) {
        show(sim.next++);
        sunset = true;
    }
    if (sunset || count_field() <= 3)
        sim.sealed = sim.play->seats;
}

static void take(int seat, int row, char side, int n)
{
    sim.taken = n;
    for (int k = 0; k < 4 && n > 0; k++) {
        int column = side == 'L' ? k : 3 - k;
        int *place = &sim.field[column * sim.rows + row - 1];
        if (*place < 0)
            continue;
        draw(seat, *place);
        *place = -1;
        n--;
    }
}

/* Rules P4.1, P5.1. */
static void wind_and_shoot(int seat, int from, int to, int shots)
{
    int *hand = sim.hand[seat], card = hand[from - 1];
    memmove(hand + from - 1, hand + from, (size_t)(to - from) * sizeof *hand);
    hand[to - 1] = card;
    for (int i = 0; i < shots; i++)
        show(hand[i]);
    sim.held[seat] -= shots;
    memmove(hand, hand + shots, (size_t)sim.held[seat] * sizeof *hand);
}

/* Rule P7.1: nothing shows until all have chosen. */
static void seal(int seat, int from, int to)
{
    sim.from[seat] = from;
    sim.to[seat] = to;
    if (--sim.sealed > 0)
        return;
    for (int i = 0; i < sim.play->seats; i++)
        wind_and_shoot(i, sim.from[i], sim.to[i], 2);
    if (sim.held[0] > 1)
        refill();
}

static void follow(const struct play *p, int event)
{
    int a, b, seat = p->event[event].seat;
    char side;
    const char *text = unseen_move(p, event);
    if (sscanf(text, "take %d%c%d", &a, &side, &b) == 3) {
        take(seat, a, side, b);
    } else if (sscanf(text, "wind %d>%d", &a, &b) != 2) {
        abort();
    } else if (sim.sealed > 0) {
        seal(seat, a, b);
    } else {
        wind_and_shoot(seat, a, b, sim.taken);
        if (count_field() <= 3) {
            clear_field();
            refill();
        }
    }
}

int unseen_photograph_sealed(const struct play *p, int events)
{
    start(p);
    for (int i = 1; i < events; i++)
        follow(p, i);
    return sim.sealed > 0 ? p->seats - sim.sealed : 0;
}

/* A back shows colour and half (P1.2), also on the top card of the deck (P2.5). Below that card
   they are hidden too, but Sunset stays in its pile (P2.2). */
int unseen_photograph(const struct play *p, int events, int seat, struct spot *out)
{
    int n = 0;
    if (events == 0)
        return 0;
    start(p);
    for (int i = 1; i < events; i++)
        follow(p, i);
    uint8_t mask = seat == GAME_SPECTATOR ? ALL : (uint8_t)(1 << seat);
    int pile = sim.deck->n / 6, sunset = 0;
    for (int i = 0; i < sim.deck->n; i++)
        if (is_sunset(i))
            sunset = i;
    for (int i = 0; i < sim.deck->n; i++) {
        if ((sim.seen[i] & mask) == mask)
            continue;
        const char *text = unseen_card(p, sim.deck->card[i]);
        bool second = i >= 4 * pile && i <= 5 * pile;
        int kind = i == sunset ? -1 : text[0] * 2 + (atoi(text + 1) > 6);
        int stack = i <= sim.next ? 0 : second && sunset >= sim.next ? 2 : 1;
        out[n++] = (struct spot){.index = i, .kind = kind, .stack = stack};
    }
    return n;
}
