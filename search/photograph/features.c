/*
 * Photograph: the features of a seat's prospects, and their weight.
 *
 * A hand is weighed by playing it out in its order on copies of the films. The films that result,
 * the cards that may still come for them, and each hand card that went face up or blurry have
 * learnt weights. Invariant: only cards that the seat knows are read.
 */
#include <string.h>

#include "search/photograph/think.h"

const struct photobot_weights *const photobot_weights[3] = {
    &photobot_weights_2, &photobot_weights_3, &photobot_weights_4};

struct photobot_film photobot_read_film(const struct photograph_tail *t, unsigned avail)
{
    struct photobot_film film = {.open = photobot_least(t->open, PHOTOBOT_OPENS - 1),
                                 .near = PHOTOBOT_NEARS - 1};
    if (t->last == 0) {
        film.room = photobot_least(__builtin_popcount(avail) / 2, PHOTOBOT_ROOMS - 1);
        return film;
    }
    unsigned below = avail & ((1U << (t->last - 1)) - 1);
    unsigned above = avail >> t->last << t->last;
    unsigned window = photograph_near(PHOTOGRAPH_SHARP, t->last);
    int near = __builtin_popcount(avail & window);
    if (t->trend & PHOTOGRAPH_UP) {
        film.room = __builtin_popcount(above);
        near = __builtin_popcount(above & window);
    } else if (t->trend & PHOTOGRAPH_DOWN) {
        film.room = __builtin_popcount(below);
        near = __builtin_popcount(below & window);
    } else {
        int up = __builtin_popcount(above), down = __builtin_popcount(below);
        film.room = up > down ? up : down;
        near = (near + 1) / 2;
    }
    film.room = photobot_least(film.room, PHOTOBOT_ROOMS - 1);
    if (t->trend & PHOTOGRAPH_SHARP)
        film.near = photobot_least(near, PHOTOBOT_NEARS - 2);
    return film;
}

/* ---- Worlds ---- */

/* Computes the set of cards that are neither in a film nor gone. */
static void find_lying(struct photobot_world *w)
{
    const struct photograph_open *o = &w->state.open;
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        w->lying[i] = o->colours >> i & 1 ? 0xfff : 0;
        for (int j = 0; j < o->seats; j++)
            for (uint64_t film = o->film[j][i]; film != 0; film >>= 5)
                w->lying[i] &= (uint16_t) ~(1U << ((film & 15) - 1));
        w->lying[i] &= (uint16_t)~o->gone[i];
    }
}

void photobot_enter(struct photobot_world *w, const struct state *s)
{
    memcpy(&w->state, s, sizeof w->state);
    w->weights = photobot_weights[s->open.seats - 2];
    w->keen = -1;
    find_lying(w);
}

void photobot_apply(struct photobot_world *w, int seat, move m)
{
    struct photograph_open *o = &w->state.open;
    int phase = o->phase;
    if (phase == PHOTOGRAPH_WIND) {
        uint64_t hand = photograph_wind(w->state.hand[seat], m);
        for (int n = o->count; n > 0; n--, hand >>= 8) {
            int code = photobot_code((int)(hand & 0xff));
            w->lying[code >> 4] &= (uint16_t) ~(1U << ((code & 15) - 1));
        }
    }
    photograph_apply(&w->state, seat, m);
    if (phase == PHOTOGRAPH_WIND)
        for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
            w->lying[i] &= (uint16_t)~o->gone[i];
    else if (phase == PHOTOGRAPH_DUSK && o->phase != PHOTOGRAPH_DUSK)
        find_lying(w);
}

int photobot_read_stage(const struct photograph_open *o)
{
    int cards = o->left + __builtin_popcount(o->there);
    int each = cards / o->seats;
    return each < 2 ? 5 : each < 5 ? 4 : each < 8 ? 3 : each < 12 ? 2 : each < 16 ? 1 : 0;
}

static void hide_known(const struct state *s, int seat, uint16_t *avail)
{
    const struct photograph_open *o = &s->open;
    for (int i = 0; i < o->seats; i++) {
        uint64_t hand = i == seat ? s->hand[i] | UINT64_C(0x8080808080808080) : s->hand[i];
        for (int j = o->held[i]; j > 0; j--, hand >>= 8) {
            if (hand & PHOTOGRAPH_SHOWN) {
                int code = photobot_code((int)(hand & 0x7f));
                avail[code >> 4] &= (uint16_t) ~(1U << ((code & 15) - 1));
            }
        }
    }
}

int photobot_weigh_film(const struct photobot_features *s, int colour,
                        const struct photograph_tail *t)
{
    struct photobot_film film = photobot_read_film(t, s->avail[colour]);
    int cents = s->weights->film[s->stage][film.open][film.room][film.near];
    if ((s->claimed >> colour & 1) == 0)
        cents +=
            s->weights
                ->good[s->stage][photobot_least(t->open, PHOTOBOT_GOODS - 1)][s->rival[colour]];
    return cents;
}

static void weigh_still(struct photobot_features *s)
{
    s->still_sum = 0;
    for (unsigned rest = s->colours; rest != 0; rest &= rest - 1) {
        int colour = __builtin_ctz(rest);
        s->still[colour] = photobot_weigh_film(s, colour, &s->tail[colour]);
        s->still_sum += s->still[colour];
    }
}

void photobot_read_features(const struct photobot_world *w, int seat, struct photobot_features *out)
{
    const struct photograph_open *o = &w->state.open;
    memcpy(out->tail, o->tail[seat], sizeof out->tail);
    memcpy(out->avail, w->lying, sizeof out->avail);
    out->seat = (uint8_t)seat;
    out->colours = o->colours;
    out->stage = (uint8_t)photobot_read_stage(o);
    out->held = o->held[seat];
    bool sealed = o->phase == PHOTOGRAPH_DUSK || o->phase == PHOTOGRAPH_END;
    out->need = (uint8_t)(sealed ? 99 : photograph_need_good(o->seats));
    out->weights = w->weights;
    out->claimed = 0;
    out->base = 0;
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++) {
        int most = 0;
        out->claimed |= (uint8_t)((o->good[i] != 0) << i);
        out->base += PHOTOBOT_GOOD * (o->good[i] == seat + 1);
        out->base += PHOTOBOT_BLURRY * o->tail[seat][i].blurry;
        for (int j = 0; j < o->seats; j++)
            if (j != seat && o->tail[j][i].open > most)
                most = o->tail[j][i].open;
        out->rival[i] = (uint8_t)photobot_least(most, PHOTOBOT_RIVALS - 1);
    }
    hide_known(&w->state, seat, out->avail);
    weigh_still(out);
    out->hand = 0;
    for (int i = 0; i < out->held; i++)
        out->hand |= (uint64_t)photobot_code(photograph_byte(w->state.hand[seat], i)) << 8 * i;
}

/* ---- Weighing ---- */

int photobot_weigh(const struct photobot_features *s, uint64_t hand, int now, int total)
{
    struct photograph_tail tail[PHOTOGRAPH_COLOURS];
    memcpy(tail, s->tail, sizeof tail);
    unsigned claimed = s->claimed;
    int sum = s->base;
    int i = 0;
    for (; i < now; i++, hand >>= 8) {
        unsigned colour = (unsigned)hand >> 4 & 7;
        unsigned fits = photobot_step(&tail[colour], (int)(hand & 15));
        sum += PHOTOBOT_BLURRY * (int)(fits ^ 1);
        if (fits & (tail[colour].open >= s->need) & ~(claimed >> colour))
            claimed |= 1U << colour;
    }
    for (; i < total; i++, hand >>= 8) {
        unsigned colour = (unsigned)hand >> 4 & 7;
        int place = photobot_least(i - now, PHOTOBOT_PLACES - 1);
        sum += photobot_step(&tail[colour], (int)(hand & 15)) ? s->weights->fit[s->stage][place]
                                                              : s->weights->blur[s->stage][place];
    }
    for (unsigned rest = s->colours; rest != 0; rest &= rest - 1) {
        int colour = __builtin_ctz(rest);
        sum += photobot_weigh_film(s, colour, &tail[colour]);
        if ((claimed ^ s->claimed) >> colour & 1) {
            int own = photobot_least(tail[colour].open, PHOTOBOT_GOODS - 1);
            sum += PHOTOBOT_GOOD - s->weights->good[s->stage][own][s->rival[colour]];
        }
    }
    return sum;
}
