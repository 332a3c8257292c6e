/*
 * Photograph: one hand weighed in every order that one wind can give it.
 *
 * A wind moves one card past others. Films of other colours, and its own if it passes no card of
 * its colour, do not change: only the places of the cards do, which prefix sums add up. Otherwise
 * its one film is played out again. The value is exactly that of photobot_weigh.
 */
#include <string.h>

#include "search/photograph/think.h"

/* The weight of a card at a place; of the cards played now only blurry ones count at once. */
static int worth(const struct photobot_plan *p, unsigned fits, int place)
{
    return p->worth[fits][place];
}

static void set_worth(const struct photobot_features *s, struct photobot_plan *p)
{
    for (int i = 0; i < p->total; i++) {
        int later = photobot_least(i - p->now, PHOTOBOT_PLACES - 1);
        bool now = i < p->now;
        p->worth[1][i] = (int16_t)(now ? 0 : s->weights->fit[s->stage][later]);
        p->worth[0][i] = (int16_t)(now ? PHOTOBOT_BLURRY : s->weights->blur[s->stage][later]);
    }
}

/* Whether a card that has just been laid face up takes its Good Shot if it is played now. */
static unsigned reaches(const struct photobot_features *s, int colour,
                        const struct photograph_tail *t)
{
    return (t->open >= s->need) & (~(unsigned)s->claimed >> colour & 1);
}

/* The gain of taking the Good Shot of a colour now, by the film's final face-up cards. */
static int claim_worth(const struct photobot_features *s, int colour, int open)
{
    int own = photobot_least(open, PHOTOBOT_GOODS - 1);
    return PHOTOBOT_GOOD - s->weights->good[s->stage][own][s->rival[colour]];
}

void photobot_make_plan(const struct photobot_features *s, uint64_t hand, int now, int total,
                        struct photobot_plan *p)
{
    p->hand = hand;
    p->now = now;
    p->total = total;
    p->fits = p->reach = 0;
    p->sum = s->base + s->still_sum;
    memcpy(p->tail, s->tail, sizeof p->tail);
    memset(p->places, 0, sizeof p->places);
    set_worth(s, p);
    unsigned touched = 0;
    p->before[0] = 0;
    for (int i = 0; i < total; i++, hand >>= 8) {
        int colour = (int)(hand >> 4 & 7);
        unsigned fits = photobot_step(&p->tail[colour], (int)(hand & 15));
        p->fits |= fits << i;
        p->reach |= (fits & reaches(s, colour, &p->tail[colour])) << i;
        p->places[colour] |= (uint8_t)(1U << i);
        touched |= 1U << colour;
        p->sum += worth(p, fits, i);
        /* The gain of the cards below this place if each moves one place down. */
        p->before[i + 1] = p->before[i] + (i > 0 ? worth(p, fits, i - 1) - worth(p, fits, i) : 0);
    }
    for (; touched != 0; touched &= touched - 1) {
        int colour = __builtin_ctz(touched);
        p->film[colour] = photobot_weigh_film(s, colour, &p->tail[colour]);
        p->sum += p->film[colour] - s->still[colour];
    }
}

/* The place of a card after the wind. */
static int moved(int place, int from, int to)
{
    return place == from ? to : place > from && place <= to ? place - 1 : place;
}

/* Good Shots taken now, each colour once; of `colour` (-1: none) the film ends with `open`. */
static int claims(const struct photobot_features *s, const struct photobot_plan *p, unsigned reach,
                  int from, int to, int colour, int open)
{
    unsigned done = 0;
    int sum = 0;
    for (; reach != 0; reach &= reach - 1) {
        int at = __builtin_ctz(reach);
        int c = (int)(p->hand >> (8 * at + 4) & 7);
        if ((done >> c & 1) || moved(at, from, to) >= p->now)
            continue;
        done |= 1U << c;
        sum += claim_worth(s, c, c == colour ? open : p->tail[c].open);
    }
    return sum;
}

/* Plays one film again with its card from `from` last of those up to `to`. */
static int replay(const struct photobot_features *s, const struct photobot_plan *p, int colour,
                  int from, int to)
{
    struct photograph_tail t = s->tail[colour];
    unsigned mine = p->places[colour], reach = p->reach & ~mine;
    unsigned passed = mine & ((2U << to) - 1) & ~(1U << from);
    unsigned rest = mine & ~((2U << to) - 1);
    int sum = 0;
    /* Step 1. Those up to `to`, then the moved card, then the others. */
    for (int part = 0; part < 3; part++) {
        unsigned cards = part == 0 ? passed : part == 1 ? 1U << from : rest;
        for (; cards != 0; cards &= cards - 1) {
            int at = __builtin_ctz(cards), place = moved(at, from, to);
            unsigned fits = photobot_step(&t, (int)(p->hand >> 8 * at & 15));
            reach |= (fits & reaches(s, colour, &t)) << at;
            sum += worth(p, fits, place) - worth(p, p->fits >> at & 1, place);
        }
    }
    /* Step 2. The film as it ends. */
    sum += photobot_weigh_film(s, colour, &t) - p->film[colour];
    return sum + (reach == 0 ? 0 : claims(s, p, reach, from, to, colour, t.open));
}

int photobot_weigh_plan(const struct photobot_features *s, const struct photobot_plan *p, move m)
{
    int from = (int)(m >> 4 & 15), to = (int)(m & 15);
    int colour = (int)(p->hand >> (8 * from + 4) & 7);
    unsigned fits = p->fits >> from & 1;
    unsigned range = ((2U << to) - 1) & ~((2U << from) - 1);
    int sum = p->sum + p->before[to + 1] - p->before[from + 1] + worth(p, fits, to) -
              worth(p, fits, from);
    if (p->places[colour] & range)
        return sum + replay(s, p, colour, from, to);
    return sum + (p->reach == 0 ? 0 : claims(s, p, p->reach, from, to, -1, 0));
}

int photobot_weigh_still(const struct photobot_features *s, const struct photobot_plan *p)
{
    return p->sum + (p->reach == 0 ? 0 : claims(s, p, p->reach, 0, 0, -1, 0));
}

int photobot_weigh_more(const struct photobot_features *s, const struct photobot_plan *p,
                        uint64_t more, int n)
{
    struct photograph_tail tail[PHOTOGRAPH_COLOURS];
    unsigned touched = 0;
    int sum = 0;
    memcpy(tail, p->tail, sizeof tail);
    for (int i = 0; i < n; i++, more >>= 8) {
        int colour = (int)(more >> 4 & 7);
        int later = photobot_least(p->total + i - p->now, PHOTOBOT_PLACES - 1);
        touched |= 1U << colour;
        sum += photobot_step(&tail[colour], (int)(more & 15)) ? s->weights->fit[s->stage][later]
                                                              : s->weights->blur[s->stage][later];
    }
    for (; touched != 0; touched &= touched - 1) {
        int colour = __builtin_ctz(touched);
        int old = p->places[colour] != 0 ? p->film[colour] : s->still[colour];
        sum += photobot_weigh_film(s, colour, &tail[colour]) - old;
    }
    return sum;
}
