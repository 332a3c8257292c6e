/* Quince: the view of a seat (rule Q6), and worlds drawn from it. */
#include <string.h>

#include "games/quince/quince.h"

void quince_observe(const struct state *s, int seat, struct view *out)
{
    memset(out, 0, sizeof *out);
    out->open = s->open;
    out->seat = (int8_t)seat;
    if (seat >= 0)
        out->hand[seat] = s->hand[seat];
}

void quince_reveal(const struct state *s, struct view *v)
{
    memcpy(v->hand, s->hand, sizeof v->hand);
}

static int count_played(const struct quince_open *o, int seat)
{
    int n = 0;
    for (int round = 0; round < QUINCE_HAND; round++)
        n += o->played[round][seat] != 0;
    return n;
}

/* Cards that the seat has not seen are exchangeable. */
void quince_determinize(const struct view *v, struct rng *r, struct state *out)
{
    const struct quince_open *o = &v->open;
    uint8_t unseen[QUINCE_CARDS];
    uint16_t own = v->seat >= 0 ? v->hand[v->seat] : 0;
    int n = 0;
    memset(out, 0, sizeof *out);
    out->open = *o;
    for (int card = 1; card <= QUINCE_CARDS; card++)
        if ((own >> card & 1) == 0 && memchr(o->played, card, sizeof o->played) == NULL)
            unseen[n++] = (uint8_t)card;
    rng_shuffle(r, unseen, n);
    for (int seat = 0; seat < o->seats && o->dealt; seat++)
        for (int i = count_played(o, seat); i < QUINCE_HAND && seat != v->seat; i++)
            out->hand[seat] |= (uint16_t)(1U << unseen[--n]);
    if (v->seat >= 0)
        out->hand[v->seat] = own;
}

static void write_numbers(const uint8_t *number, int n, struct buf *b)
{
    buf_put_char(b, '[');
    for (int i = 0; i < n; i++) {
        buf_put_comma(b);
        buf_put_int(b, number[i]);
    }
    buf_put_char(b, ']');
}

static void write_hand(uint16_t hand, struct buf *b)
{
    uint8_t number[QUINCE_CARDS];
    int n = 0;
    for (int card = 1; card <= QUINCE_CARDS; card++)
        if (hand >> card & 1)
            number[n++] = (uint8_t)card;
    write_numbers(number, n, b);
}

void quince_write_view(const struct view *v, struct buf *b)
{
    buf_put(b, "{\"game\":\"quince\",\"seat\":");
    buf_put_int(b, v->seat);
    buf_put(b, ",\"hands\":[");
    for (int seat = 0; seat < v->open.seats; seat++) {
        buf_put_comma(b);
        write_hand(v->hand[seat], b);
    }
    buf_put(b, "],\"points\":");
    write_numbers(v->open.points, v->open.seats, b);
    buf_put(b, ",\"rounds\":[");
    for (int i = 0; i < QUINCE_HAND && i <= v->open.round; i++) {
        buf_put_comma(b);
        write_numbers(v->open.played[i], v->open.seats, b);
    }
    buf_put(b, "]}");
}
