/*
 * The cards of Smitten that a seat has not seen. Follows each card of the deal by the grammar of a
 * turn: a played card is followed by its instruction (1: reveal and place, 2: play, 3: place the
 * top card, others: place, or nothing), and after the last one both draw.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/laws/unseen.h"

enum { HELD_MAX = 6 };

struct hand {
    int n;
    struct {
        int card;  /* index in the deal */
        bool open; /* revealed, or lying open */
        bool just; /* revealed by the present instruction */
        int bars;  /* a number that it cannot have, since that was revealed again; 0: none */
    } held[HELD_MAX];
};

static struct {
    const struct play *play;
    const struct deal *deal;
    bool solo;
    int next, size, active; /* active: the hand that began the turn; -1 between turns */
    int aside;
    struct hand hand[2];
    long chance;                  /* see unseen_smitten_chance */
    int drawn_by[GAME_CARDS_MAX]; /* 1 + hand; 0: aside, or never in a hand */
    unsigned again;               /* a bit for each reveal: the card was known already */
    bool top;                     /* the next `place` takes the top card of the deck */
    bool seen[GAME_CARDS_MAX][3]; /* by seat 0, seat 1, all */
} sim;

static int number_of(int index)
{
    return atoi(unseen_card(sim.play, sim.deal->card[index]));
}

static void show(int index)
{
    sim.seen[index][0] = sim.seen[index][1] = sim.seen[index][2] = true;
}

static void draw(int who, bool open)
{
    struct hand *h = &sim.hand[who];
    int card = sim.next++;
    h->held[h->n].card = card;
    h->held[h->n].open = open;
    h->held[h->n].just = false;
    h->held[h->n].bars = 0;
    h->n++;
    sim.drawn_by[card] = who + 1;
    if (sim.solo && open)
        show(card);
    if (!sim.solo)
        sim.seen[card][who] = true;
}

static int count_open(const struct hand *h)
{
    int n = 0;
    for (int i = 0; i < h->n; i++)
        n += h->held[i].open;
    return n;
}

/* Rules S3.5, S4.4. */
static void draw_up(int who)
{
    struct hand *h = &sim.hand[who];
    while (h->n < sim.size && sim.next < sim.deal->n)
        draw(who, sim.solo && count_open(h) < 2);
}

static bool has_value(const struct play *p, const char *option, const char *value)
{
    const struct game *g = p->game;
    int i = game_find_option(g, option);
    return strcmp(g->options[i].values[p->opt[i]], value) == 0;
}

static void start(const struct play *p)
{
    memset(&sim, 0, sizeof sim);
    sim.play = p;
    sim.deal = &p->event[0].deal;
    sim.solo = p->seats == 1;
    sim.size = !sim.solo && has_value(p, "level", "easy") ? 4 : 3;
    sim.next = 1;
    sim.active = -1;
    sim.chance = 1;
    draw_up(0);
    draw_up(1);
}

/* Turns the closed card of a hand up (S4.2, S4.3). */
static void turn_up(int who)
{
    struct hand *h = &sim.hand[who];
    for (int i = 0; i < h->n; i++) {
        h->held[i].open = true;
        show(h->held[i].card);
    }
}

/* A hidden card is shown: each hidden copy of its number could have been this card. */
static void count_chance(const struct hand *h, int number)
{
    int copies = 0;
    for (int i = 0; i < h->n; i++)
        copies += !h->held[i].open && number_of(h->held[i].card) == number;
    sim.chance *= copies;
}

/* Notes that the hand shows its card at `place`; the journal is wrong if there is none (-1). */
static void note_shown(const struct hand *h, int place, int number)
{
    if (place < 0)
        abort();
    sim.again = sim.again << 1 | h->held[place].open;
    if (!h->held[place].open)
        count_chance(h, number);
}

/* Rule S5.1: of equal cards a revealed one leaves first, but not the one just revealed. */
static void leave(int who, int number)
{
    struct hand *h = &sim.hand[who];
    int best = -1;
    for (int i = 0; i < h->n; i++) {
        if (number_of(h->held[i].card) != number || h->held[i].just)
            continue;
        if (best < 0 || (h->held[i].open && !h->held[best].open))
            best = i;
    }
    note_shown(h, best, number);
    show(h->held[best].card);
    h->n--;
    memmove(&h->held[best], &h->held[best + 1], (size_t)(h->n - best) * sizeof h->held[0]);
    for (int i = 0; i < h->n; i++)
        h->held[i].just = false;
}

/* Rule S5.1: of equal cards the unrevealed one is revealed. */
static void reveal(int who, int number)
{
    struct hand *h = &sim.hand[who];
    int best = -1;
    for (int i = 0; i < h->n; i++)
        if (number_of(h->held[i].card) == number && (best < 0 || h->held[best].open))
            best = i;
    note_shown(h, best, number);
    for (int i = 0; i < h->n && h->held[best].open; i++)
        h->held[i].bars = number;
    show(h->held[best].card);
    h->held[best].open = h->held[best].just = true;
}

static void end_turn(void)
{
    int first = sim.active;
    sim.active = -1;
    draw_up(first);
    draw_up(1 - first);
}

static bool does_nothing(int number)
{
    return (number == 4 && has_value(sim.play, "card4", "none")) ||
           (number == 9 && has_value(sim.play, "card9", "none"));
}

static void play(int who, int number)
{
    if (sim.active < 0)
        sim.active = who;
    leave(who, number);
    if (sim.solo)
        turn_up(1 - who);
    sim.top = number == 3;
    if (does_nothing(number))
        end_turn();
}

static void place(int who, int number)
{
    if (sim.top)
        show(sim.next++);
    else
        leave(who, number);
    sim.top = false;
    end_turn();
}

/* Rule S4.6: both cards are known from now on. */
static void swap(int who, int number)
{
    struct hand *h = &sim.hand[who];
    for (int i = 0; i < h->n; i++)
        if (h->held[i].open && number_of(h->held[i].card) == number) {
            int card = h->held[i].card;
            h->held[i].card = sim.aside;
            sim.aside = card;
            show(h->held[i].card);
            return;
        }
    abort();
}

/* After card 3 the top card of the deck lies revealed. */
static void peek(void)
{
    if (sim.top && sim.next < sim.deal->n)
        show(sim.next);
}

static void follow(const struct play *p, int event)
{
    const char *text = unseen_move(p, event), *rest = strchr(text, ' ') + 1;
    int who = p->event[event].seat;
    if (*rest == 'A' || *rest == 'B')
        who = *rest++ - 'A';
    int number = atoi(rest);
    if (strncmp(text, "play", 4) == 0)
        play(who, number);
    else if (strncmp(text, "place", 5) == 0)
        place(who, number);
    else if (strncmp(text, "reveal", 6) == 0)
        reveal(who, number);
    else if (strncmp(text, "say", 3) == 0)
        return;
    else if (strncmp(text, "flip", 4) == 0)
        turn_up(who);
    else if (strncmp(text, "swap", 4) == 0)
        swap(who, number);
    else
        abort();
    peek();
}

static void follow_all(const struct play *p, int events)
{
    start(p);
    for (int i = 1; i < events; i++)
        follow(p, i);
}

int unseen_smitten(const struct play *p, int events, int seat, struct spot *out)
{
    int n = 0;
    if (events == 0)
        return 0;
    follow_all(p, events);
    for (int i = 0; i < sim.deal->n; i++)
        if (!sim.seen[i][seat == GAME_SPECTATOR ? 2 : seat])
            out[n++] = (struct spot){.index = i};
    return n;
}

int unseen_smitten_unsure(const struct play *p, int events, int seat, struct spot *out)
{
    int n = 0;
    if (p->seats == 1)
        return unseen_smitten(p, events, seat, out);
    follow_all(p, events);
    for (int i = 0; i < sim.deal->n; i++) {
        int holder = sim.drawn_by[i] - 1;
        bool known = holder < 0 ? sim.seen[i][2] : holder == seat;
        if (!known)
            out[n++] = (struct spot){.index = i};
    }
    return n;
}

int unseen_smitten_drawn(const struct play *p, int events)
{
    follow_all(p, events);
    return sim.top && sim.next < sim.deal->n ? sim.next + 1 : sim.next;
}

bool unseen_smitten_keeps(const struct play *p, const struct play *changed, int events)
{
    follow_all(p, events);
    unsigned again = sim.again;
    follow_all(changed, events);
    return sim.again == again;
}

long unseen_smitten_chance(const struct play *p, int events)
{
    follow_all(p, events);
    return sim.chance;
}

/* Whether the seat does not know where the other copy of a number is. */
static bool is_at_large(int number, int seat)
{
    for (int i = 0; i < sim.deal->n; i++)
        if (number_of(i) == number && !sim.seen[i][seat == GAME_SPECTATOR ? 2 : seat])
            return true;
    return false;
}

bool unseen_smitten_again(const struct play *p, int events, int seat)
{
    follow_all(p, events);
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < sim.hand[who].n && who != seat; i++) {
            int bars = sim.hand[who].held[i].bars;
            if (!sim.hand[who].held[i].open && bars != 0 && is_at_large(bars, seat))
                return true;
        }
    return false;
}
