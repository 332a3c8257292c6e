/* Smitten bots: lists of possible hands and their likelihoods; see belief.h. */
#include "search/smitten/belief.h"

#include <assert.h>
#include <string.h>

static void list_from(const struct belief *f, int number, int left, struct hand h,
                      struct belief_hands *out)
{
    if (left == 0) {
        assert(out->n < BELIEF_HANDS);
        out->weight[out->n] = 1;
        out->hand[out->n++] = h;
        return;
    }
    if (number > SMITTEN_NUMBERS)
        return;
    unsigned bit = smitten_bit(number);
    int copies = (f->gone & bit) != 0 ? 0 : (f->once & bit) != 0 ? 1 : 2;
    list_from(f, number + 1, left, h, out);
    for (int i = 1; i <= copies && i <= left; i++) {
        h = hand_add(h, number);
        list_from(f, number + 1, left - i, h, out);
    }
}

void belief_list_all(const struct belief *f, int held, struct belief_hands *out)
{
    out->n = 0;
    out->held = held;
    list_from(f, 1, held, (struct hand){0, 0}, out);
}

void belief_start(const struct evaluator *m, struct belief *f)
{
    memset(f, 0, sizeof *f);
    f->decked = (uint8_t)(SMITTEN_GOAL - 2 * m->size);
    for (int i = 0; i < 2; i++)
        belief_list_all(f, m->size, &f->of[i]);
}

double belief_ways(const struct belief *f, struct hand a, struct hand b)
{
    unsigned twice = ~((unsigned)f->once | f->gone);
    if (((a.one & b.two) | (a.two & b.one) | ((a.one | b.one) & f->gone) |
         (((a.one & b.one) | a.two | b.two) & f->once)) != 0)
        return 0;
    /* One of two copies can be either of them. */
    return 1u << smitten_count(twice & (unsigned)((a.one ^ a.two) | (b.one ^ b.two)));
}

void belief_see(struct belief *f, int number)
{
    unsigned bit = smitten_bit(number);
    f->gone |= (uint16_t)(f->once & bit);
    f->once ^= (uint16_t)bit;
}

void belief_put(struct belief *f, int square, int number)
{
    f->square[square] |= (uint16_t)smitten_bit(number);
    f->placed++;
}

void belief_leave(struct belief *f, int who, int number)
{
    struct belief_hands *l = &f->of[who];
    unsigned bit = smitten_bit(number);
    int n = 0;
    for (int i = 0; i < l->n; i++) {
        struct hand h = l->hand[i];
        if ((h.one & bit) == 0)
            continue;
        l->weight[n] = l->weight[i] / ((h.two & bit) != 0 ? 2 : 1);
        l->hand[n++] = hand_take(h, number);
    }
    l->n = n;
    l->held--;
}

/* The likelihood of a hand is the mean over which of its cards are the new ones. */
void belief_draw_cards(struct belief *f, int who, int n)
{
    struct belief_hands *l = &f->of[who], all;
    belief_list_all(f, l->held + n, &all);
    int kept = 0;
    for (int i = 0; i < all.n; i++) {
        struct hand h = all.hand[i];
        double sum = 0;
        for (int k = 0; k < l->n; k++) {
            struct hand old = l->hand[k];
            if ((old.one & ~h.one) == 0 && (old.two & ~h.two) == 0)
                sum += l->weight[k] * (1u << smitten_count(h.two & old.one & ~(unsigned)old.two));
        }
        if (sum > 0) {
            all.weight[kept] = sum;
            all.hand[kept++] = h;
        }
    }
    all.n = kept;
    *l = all;
    f->decked = (uint8_t)(f->decked - n);
}

bool belief_keep(struct belief_hands *l, const bool *keep)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += keep[i];
    if (n == 0)
        return false;
    n = 0;
    for (int i = 0; i < l->n; i++)
        if (keep[i]) {
            l->weight[n] = l->weight[i];
            l->hand[n++] = l->hand[i];
        }
    l->n = n;
    return true;
}
