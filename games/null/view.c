/* Null: what a seat may know (rule N5), and worlds drawn from it. */
#include <string.h>

#include "games/null/null.h"

void null_observe(const struct state *s, int seat, struct view *out)
{
    memset(out, 0, sizeof *out);
    out->seat = (int8_t)seat;
    out->seats = s->seats;
    out->low = s->low;
    out->dealt = s->dealt;
    int over = null_actors(s) == 0;
    for (int i = 0; i < s->seats; i++) {
        if (i == seat || (over && s->choice[i] == NULL_SHOW))
            out->card[i] = s->card[i];
        int secret = s->choice[i] != NULL_OPEN && i != seat && !over;
        out->choice[i] = secret ? NULL_SECRET : s->choice[i];
    }
}

void null_reveal(const struct state *s, struct view *v)
{
    memcpy(v->card, s->card, sizeof v->card);
    memcpy(v->choice, s->choice, sizeof v->choice);
}

/* Unseen cards are exchangeable; a sealed choice is either one. */
void null_determinize(const struct view *v, struct rng *r, struct state *out)
{
    memset(out, 0, sizeof *out);
    out->seats = v->seats;
    out->low = v->low;
    out->dealt = v->dealt;
    for (int i = 0; i < v->seats; i++)
        out->choice[i] =
            v->choice[i] == NULL_SECRET ? (uint8_t)(NULL_SHOW + rng_below(r, 2)) : v->choice[i];
    if (!v->dealt)
        return;
    uint8_t unseen[NULL_CARDS];
    int n = 0;
    for (int card = 1; card <= NULL_CARDS; card++)
        if (memchr(v->card, card, v->seats) == NULL)
            unseen[n++] = (uint8_t)card;
    rng_shuffle(r, unseen, n);
    for (int i = 0; i < NULL_CARDS; i++)
        out->card[i] = i < v->seats && v->card[i] != 0 ? v->card[i] : unseen[--n];
}

/* Nothing moves: a world holds the whole deal. */
void null_redeal(const struct state *now, const struct state *world, int seat, struct rng *r,
                 struct deal *d)
{
    (void)now, (void)seat, (void)r;
    d->n = NULL_CARDS;
    memcpy(d->card, world->card, NULL_CARDS);
}

void null_write_view(const struct view *v, struct buf *b)
{
    static const char *const words[] = {"open", "show", "hide", "secret"};
    buf_put(b, "{\"game\":\"null\",\"seat\":");
    buf_put_int(b, v->seat);
    buf_put(b, ",\"players\":[");
    for (int i = 0; i < v->seats; i++) {
        buf_put_comma(b);
        buf_put(b, "{\"card\":");
        buf_put_int(b, v->card[i]);
        buf_put(b, ",\"choice\":");
        buf_put_json(b, words[v->choice[i]]);
        buf_put_char(b, '}');
    }
    buf_put(b, "]}");
}
